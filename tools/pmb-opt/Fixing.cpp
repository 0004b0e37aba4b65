//===- Fixing.cpp - A pipeline that is mended until it works --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Fixing.h"
#include "builder/check/Ideas.h"
#include "builder/repair/Mending.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/mending/FileWriter.h"
#include "bundles/mending/PipelineText.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "passmanager/plugins/Plugin.h"
#include "tools/CommandLine.h"
#include "tools/pmb-opt/FixRuns.h"
#include "tools/pmb-opt/NamedPipeline.h"
#include "tools/pmb-opt/Plugins.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

namespace {
class Fixer {
public:
  Fixer(const OptOptions &options, const CommandLine &commandLine,
        InputPart part, const Catalog &catalog)
      : options(options), inputName(commandLine.inputName),
        outputName(commandLine.outputName),
        runs(commandLine, std::move(part), catalog), catalog(catalog),
        names(catalog) {}

  /// Reads the pipeline. `adopted` is what mlir-opt's other options say.
  Error compose(StringRef adopted);
  /// Mends the pipeline. Returns whether it works.
  Expected<bool> mend();
  /// Writes the pipeline to its file, or else prints it. Returns whether the
  /// file would change, if it stays as it is; fails after having said why.
  mlir::FailureOr<bool> write(raw_ostream &os) const;

private:
  using Fixes = std::vector<Fix>;

  /// Fixes, and what came of them.
  struct Step {
    Fixes fixes;
    RunOutcome outcome;
  };
  std::vector<Fixes> findOffers(const RunOutcome &outcome);
  std::vector<Fixes> findMoves(const RunOutcome &outcome);
  Error tryStep(Fixes fixes, Step &best);
  Fixes findTail(const RunOutcome &outcome);
  Fixes findFixesBehind(const RunOutcome &outcome);
  Expected<bool> improve(RunOutcome &outcome);
  void say(const Twine &text) const { errs() << name << ": " << text << '\n'; }
  void sayLeft(const RunOutcome &outcome) const;
  void print(raw_ostream &os) const;
  bool isOfFile() const { return file && options.pipelineFile != "-"; }
  bool isMendedInPlace() const {
    return isOfFile() && outputName == "-" && !options.dryRun;
  }
  bool isAllowed(const Fix &fix) const {
    return options.unsafeFixes || !fix.isUnsafe;
  }
  Fixes findSafeFixes(Pipeline &of, Severity least) const {
    return findFixes(of, least,
                     [this](const Fix &fix) { return isAllowed(fix); });
  }

  const OptOptions &options;
  StringRef inputName, outputName;
  FixRuns runs;
  const Catalog &catalog;
  NameChecker names;
  /// What messages call the pipeline.
  std::string name;
  std::optional<PipelineFile> file;
  std::unique_ptr<Pipeline> pipeline;
  /// All that were made.
  Fixes made;
};
} // namespace

//===----------------------------------------------------------------------===//
// Composing
//===----------------------------------------------------------------------===//

Error Fixer::compose(StringRef adopted) {
  Expected<NamedPipeline> read =
      readNamedPipeline(options, adopted, catalog, names);
  if (!read)
    return read.takeError();
  if (Error error = verifyNotEmpty(*read->pipeline))
    return error;
  name = std::move(read->name);
  file = std::move(read->file);
  pipeline = std::move(read->pipeline);
  if (isMendedInPlace())
    if (Error error = verifyReplaceable(file->getName()))
      return error;
  PipelineInterface &interface = pipeline->getInterface();
  interface.inputContents = runs.getInput().contents;
  interface.isInputMeasured = true;
  made = fixNames(*pipeline, read->findings, [&](const Diagnostic &finding) {
    return finding.severity >= Severity::Warning && isAllowed(*finding.fix);
  });
  for (const Fix &fix : made)
    say(fix.message);
  // What may remain has to be known.
  std::vector<Diagnostic> unknown = pipeline->check();
  erase_if(unknown, [](const Diagnostic &finding) {
    return finding.code != DiagnosticCode::UnknownItem ||
           finding.severity != Severity::Error;
  });
  if (!unknown.empty())
    return makeError(std::move(unknown));
  return Error::success();
}

void Fixer::print(raw_ostream &os) const {
  if (file)
    return file->describeEdited(*pipeline).print(os);
  pipeline->print(os, PrintStyle::WithNames);
  os << '\n';
}

mlir::FailureOr<bool> Fixer::write(raw_ostream &os) const {
  if (!isOfFile()) {
    print(os);
    return false;
  }
  StringRef before = file->getText();
  PipelineText text(before, file->getName(), /*isJson=*/true, catalog,
                    options.variant, [this](Pipeline &again) {
                      again.getInterface() = pipeline->getInterface();
                    });
  size_t failed = 0;
  if (Error error = text.apply(made, &failed)) {
    say("error: nothing is written, as a fix cannot be: " +
        made[failed].message + ": " + toString(std::move(error)));
    say("note: the pipeline that works is " + pipeline->str());
    return mlir::failure();
  }
  bool differs = text.getText() != before;
  if (!options.dryRun && !isMendedInPlace()) {
    os << text.getText();
    return false;
  }
  if (differs && printErrors(writeMended(file->getName(), before,
                                         text.getText(), options.dryRun, os)))
    return mlir::failure();
  return options.dryRun && differs;
}

//===----------------------------------------------------------------------===//
// Mending
//===----------------------------------------------------------------------===//

/// The same fix in a list that has `count` more passes before its own.
static Fix shift(Fix fix, int count) {
  for (int *position : {&fix.passPosition, &fix.referencePosition})
    if (*position >= 0)
      *position += count;
  for (Fix &step : fix.then)
    step = shift(std::move(step), count);
  return fix;
}

/// What would lower what is left, behind all others.
Fixer::Fixes Fixer::findTail(const RunOutcome &outcome) {
  StringRef barrier = catalog.getBarrier();
  if (barrier.empty())
    return {};
  Pipeline tail(pipeline->getRoot().getOp(), catalog);
  tail.append(PassSpec(barrier));
  PipelineInterface &interface = tail.getInterface();
  interface.inputContents = outcome.contents;
  interface.isInputMeasured = true;
  interface.outputContents = pipeline->getInterface().outputContents;
  if (Error error = applyFixes(tail, findSafeFixes(tail, Severity::Error))) {
    consumeError(std::move(error));
    return {};
  }
  Fixes fixes;
  const Node *last = nullptr;
  for (const Node &node : pipeline->getPasses())
    last = &node;
  if (!last)
    return {};
  NodeRef behind = pipeline->getRef(*last);
  if (!behind.pipeline.empty()) {
    behind.name = behind.pipeline;
    behind.position = behind.pipelinePosition;
  }
  int position = int(pipeline->size());
  for (const Node &node : tail.getPasses()) {
    if (node.getName() == barrier)
      continue;
    Fix fix;
    fix.kind = Fix::Kind::Insert;
    fix.pass = node.getName().str();
    fix.options = node.getGivenOptions().str();
    fix.anchor = node.getAnchorPath().str();
    fix.reference = behind.name;
    fix.referencePosition = behind.position;
    fix.message = "insert '" + fix.pass + wrapOptions(fix.options) +
                  "' after '" + fix.reference + "'";
    behind.name = fix.pass;
    behind.position = position++;
    fixes.push_back(std::move(fix));
  }
  return fixes;
}

/// What the check says of the passes from that which stopped the pipeline on,
/// of which it is known exactly what they begin with.
Fixer::Fixes Fixer::findFixesBehind(const RunOutcome &outcome) {
  Fixes fixes;
  tryEdit(
      *pipeline,
      [&]() -> Error {
        std::vector<const Node *> done;
        for (const Node &node : pipeline->getPasses())
          if (done.size() < outcome.passesRun)
            done.push_back(&node);
        for (const Node *node : done)
          if (Error error = pipeline->remove(exactly(*node)))
            return error;
        pipeline->getInterface().inputContents = outcome.contents;
        return Error::success();
      },
      [&] { fixes = findSafeFixes(*pipeline, Severity::Warning); });
  for (Fix &fix : fixes)
    fix = shift(std::move(fix), int(outcome.passesRun));
  return fixes;
}

/// What the check offers, the best first.
std::vector<Fixer::Fixes> Fixer::findOffers(const RunOutcome &outcome) {
  std::vector<Fixes> offers;
  auto add = [&](Fixes fixes) {
    if (!fixes.empty())
      offers.push_back(std::move(fixes));
  };
  add(findSafeFixes(*pipeline, Severity::Error));
  add(findSafeFixes(*pipeline, Severity::Warning));
  if (!outcome.why.empty())
    add(findFixesBehind(outcome));
  for (const Diagnostic &finding : pipeline->check())
    if (finding.fix && finding.severity >= Severity::Warning &&
        isAllowed(*finding.fix))
      add({*finding.fix});
  // Nothing but what is added behind all others.
  if (outcome.why.empty())
    offers.emplace_back();
  return offers;
}

/// Other places for a pass that stops the pipeline, or for those behind it, and
/// for passes that leave what they should lower. The check knows nothing
/// against the present ones.
std::vector<Fixer::Fixes> Fixer::findMoves(const RunOutcome &outcome) {
  std::vector<NodeRef> passes;
  for (const Node &node : pipeline->getPasses())
    passes.push_back(pipeline->getRef(node));
  std::vector<Fixes> moves;
  auto add = [&](const NodeRef &pass, bool before, const NodeRef &reference) {
    bool isOfOne = !pass.pipeline.empty() &&
                   pass.pipelinePosition == reference.pipelinePosition;
    // A registered pipeline stays as it is.
    if (pass.position != reference.position && !isOfOne)
      moves.push_back({makeMove(pass, before, reference)});
  };
  if (outcome.why.empty()) {
    for (const NodeRef &pass : reverse(passes))
      for (const NodeRef &place : reverse(passes))
        if (place.position > pass.position)
          add(pass, /*before=*/false, place);
    return moves;
  }
  const NodeRef &stopped = passes[outcome.passesRun];
  // What was done before need not be done again.
  if (options.unsafeFixes &&
      any_of(ArrayRef(passes).take_front(outcome.passesRun),
             [&](const NodeRef &pass) { return pass.name == stopped.name; }) &&
      stopped.pipeline.empty()) {
    Fix gone;
    gone.kind = Fix::Kind::Remove;
    gone.pass = stopped.name;
    gone.passPosition = stopped.position;
    gone.message = "remove '" + gone.pass + "' (pass " +
                   std::to_string(gone.passPosition) + ")";
    moves.push_back({std::move(gone)});
  }
  for (const NodeRef &pass : ArrayRef(passes).drop_front(stopped.position + 1))
    add(pass, /*before=*/true, stopped);
  for (const NodeRef &place :
       reverse(ArrayRef(passes).take_front(stopped.position)))
    add(stopped, /*before=*/true, place);
  for (const NodeRef &place : ArrayRef(passes).drop_front(stopped.position + 1))
    add(stopped, /*before=*/false, place);
  return moves;
}

/// Runs the pipeline with these fixes, and with what then lowers what is left.
/// Takes them back, and adds what made it better than `best`.
Error Fixer::tryStep(Fixes fixes, Step &best) {
  // What lowers the one thing may leave another.
  constexpr unsigned tails = 3;
  Error failure = Error::success();
  ErrorAsOutParameter isOut(&failure);
  tryEdit(
      *pipeline, [&] { return applyFixes(*pipeline, fixes); },
      [&] {
        for (unsigned tail = 0; runs.mayGoOn(); ++tail) {
          RunOutcome outcome;
          if ((failure = runs.run(*pipeline).moveInto(outcome)))
            return;
          if (outcome.isBetterThan(best.outcome))
            best = Step{fixes, outcome};
          if (outcome.left.empty() || tail == tails)
            return;
          Fixes more = findTail(outcome);
          if (more.empty() || errorToBool(applyFixes(*pipeline, more)))
            return;
          append_range(fixes, std::move(more));
        }
      });
  return failure;
}

/// Makes the edits that make the outcome better. Returns false if none does.
Expected<bool> Fixer::improve(RunOutcome &outcome) {
  Step best{{}, outcome};
  for (Fixes &fixes : findOffers(outcome)) {
    if (Error error = tryStep(std::move(fixes), best))
      return error;
    if (best.outcome.isGood() || !runs.mayGoOn())
      break;
  }
  // A pass that is moved to where it stops less is not mended by that.
  if (best.fixes.empty())
    for (Fixes &fixes : findMoves(outcome)) {
      Step moved = best;
      if (Error error = tryStep(std::move(fixes), moved))
        return error;
      if (moved.outcome.why.empty())
        best = std::move(moved);
      if (best.outcome.isGood() || !runs.mayGoOn())
        break;
    }
  if (best.fixes.empty())
    return false;
  if (Error error = applyFixes(*pipeline, best.fixes))
    return error;
  for (const Fix &fix : best.fixes)
    say(fix.message);
  append_range(made, best.fixes);
  outcome = std::move(best.outcome);
  return true;
}

void Fixer::sayLeft(const RunOutcome &outcome) const {
  if (!outcome.why.empty()) {
    std::string pass;
    for (const Node &node : pipeline->getPasses())
      if (size_t(pipeline->getRef(node).position) == outcome.passesRun)
        pass = pipeline->getRef(node).str();
    say("error: the pipeline stops with " + pass + ": " + outcome.why);
  }
  if (!outcome.left.empty())
    say("error: '" + join(outcome.left, "', '") + "' may not remain, and " +
        (runs.mayGoOn() ? "no fix was found"
                        : "the search for a fix has ended after its " +
                              std::to_string(FixRuns::mostRuns) + " runs"));
  if (!made.empty())
    say("note: so far it is " + pipeline->str());
}

Expected<bool> Fixer::mend() {
  RunOutcome outcome;
  if (Error error = runs.run(*pipeline).moveInto(outcome))
    return error;
  while (!outcome.isGood() && runs.mayGoOn()) {
    bool isBetter = false;
    if (Error error = improve(outcome).moveInto(isBetter))
      return error;
    if (!isBetter)
      break;
  }
  if (!outcome.isGood()) {
    sayLeft(outcome);
    return false;
  }
  say(Twine(made.empty() ? "works as it is" : "works now") + ": it ran on '" +
      inputName + "'" +
      (pipeline->getInterface().outputContents
           ? ", and nothing is left that may not remain"
           : "; --expect says what may remain"));
  return true;
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

mlir::FailureOr<bool> pmb::fixPipeline(const MemoryBuffer &input,
                                       const mlir::DialectRegistry &registry,
                                       const mlir::MlirOptMainConfig &config,
                                       const OptOptions &options,
                                       const CommandLine &commandLine,
                                       raw_ostream &os) {
  std::vector<InputPart> parts;
  if (mlir::failed(forEachPart(input, registry, config, /*showErrors=*/true,
                               [&](InputPart part) {
                                 parts.push_back(std::move(part));
                                 return mlir::success();
                               })))
    return mlir::failure();
  if (parts.size() != 1)
    return mlir::failure(printErrors(makeUsageError(
        "--fix takes one input at a time",
        "leave out --split-input-file, and name a file that holds one of "
        "them")));
  mlir::FailureOr<std::string> passes =
      readPasses(config, *parts.front().context, parts.front().rootOp);
  if (mlir::failed(passes))
    return mlir::failure();
  Expected<Catalog> catalog = makeCatalog(options);
  if (!catalog)
    return mlir::failure(printErrors(catalog.takeError()));
  Fixer fixer(options, commandLine, std::move(parts.front()), *catalog);
  if (printErrors(fixer.compose(*passes)))
    return mlir::failure();
  Expected<bool> works = fixer.mend();
  if (!works)
    return mlir::failure(printErrors(works.takeError()));
  if (!*works)
    return mlir::failure();
  return fixer.write(os);
}
