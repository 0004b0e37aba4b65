//===- Fixing.cpp - A pipeline that is mended until it works --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Fixing.h"
#include "builder/repair/LeavingOut.h"
#include "builder/repair/Mending.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/mending/FileWriter.h"
#include "bundles/mending/PipelineText.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "passmanager/MLIRPass.h"
#include "passmanager/plugins/Plugin.h"
#include "tools/CommandLine.h"
#include "tools/pmb-opt/Editing.h"
#include "tools/pmb-opt/FixOffers.h"
#include "tools/pmb-opt/NamedPipeline.h"
#include "tools/pmb-opt/Plugins.h"
#include "tools/pmb-opt/Preflight.h"
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
        outputName(commandLine.outputName), runs(commandLine, std::move(part)),
        catalog(catalog), names(catalog) {}

  /// Reads the pipeline. `adopted` is what mlir-opt's other options say.
  Error read(StringRef adopted);
  /// Mends the pipeline. Returns whether it works.
  Expected<bool> mend();
  /// Writes the pipeline to its file, or else prints it. Returns whether the
  /// file would change, if it stays as it is; fails after having said why.
  mlir::FailureOr<bool> write(raw_ostream &os) const;

private:
  using Fixes = FixOffers::Fixes;

  /// Fixes, and what came of them.
  struct Step {
    Fixes fixes;
    RunOutcome outcome;
  };
  Error tryStep(Fixes fixes, Step &best);
  Expected<bool> improve(RunOutcome &outcome);
  void say(const Twine &text) const {
    errs() << named.name << ": " << text << '\n';
  }
  void sayLeft(const RunOutcome &outcome) const;
  Error verifyInstances() const;
  void prepare(Pipeline &of) const;
  Expected<std::unique_ptr<Pipeline>> compose(ArrayRef<Fix> with) const;
  Error leaveOutNeedless();
  void print(raw_ostream &os) const;
  bool isOfFile() const {
    return !options.pipelineFile.empty() && options.pipelineFile != "-";
  }
  bool isMendedInPlace() const {
    return isOfFile() && outputName == "-" && !options.dryRun;
  }
  bool isAllowed(const Fix &fix) const {
    return options.unsafeFixes || !fix.isUnsafe;
  }
  FixOffers getOffers() const { return {*pipeline, options.unsafeFixes}; }

  const OptOptions &options;
  StringRef inputName, outputName;
  FixRuns runs;
  const Catalog &catalog;
  NameChecker names;
  /// As it is written.
  NamedPipeline named;
  /// As it is with all fixes that were made.
  std::unique_ptr<Pipeline> pipeline;
  /// All that were made.
  Fixes made;
};
} // namespace

//===----------------------------------------------------------------------===//
// Composing
//===----------------------------------------------------------------------===//

void Fixer::prepare(Pipeline &of) const {
  PipelineInterface &interface = of.getInterface();
  options.applyTo(interface);
  interface.inputContents = runs.getInput().contents;
  interface.isInputMeasured = true;
}

Expected<std::unique_ptr<Pipeline>> Fixer::compose(ArrayRef<Fix> with) const {
  auto again = std::make_unique<Pipeline>(pipeline->getRoot().getOp(), catalog);
  if (Error error = named.appendTo(*again, options.variant))
    return error;
  prepare(*again);
  for (const Fix &fix : with) {
    again->check();
    if (Error error = applyFix(*again, fix))
      return error;
  }
  return again;
}

/// With a pass that this program does not have no run succeeds, whatever else
/// is mended.
Error Fixer::verifyInstances() const {
  StringRef rootOp = pipeline->getRoot().getOp();
  ComposedPipeline composed(runs.getInput().context.get(), rootOp);
  composed.makeBuilder(catalog);
  std::vector<Diagnostic> missing;
  for (const Node &node : pipeline->getPasses()) {
    if (lookupPassInfo(node.getName()))
      continue;
    for (Diagnostic &diagnostic : takeForCommandLine(composed.builder->insert(
             PassSpec(node.getName()), Position::atEnd())))
      missing.push_back(diagnostic.at(pipeline->getRef(node)));
  }
  return makeError(std::move(missing));
}

Error Fixer::read(StringRef adopted) {
  std::vector<std::string> corrections;
  if (Error error =
          readNamedPipeline(options, adopted, catalog, names, &corrections)
              .moveInto(named))
    return error;
  for (const std::string &made : corrections)
    say(made);
  pipeline = std::move(named.pipeline);
  // Where something may not remain, passes may be all that it lacks.
  if (!pipeline->getInterface().outputContents)
    if (Error error = verifyNotEmpty(*pipeline))
      return error;
  if (isMendedInPlace())
    if (Error error = verifyReplaceable(named.name))
      return error;
  prepare(*pipeline);
  made = fixNames(*pipeline, named.findings, [&](const Diagnostic &finding) {
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
  return verifyInstances();
}

void Fixer::print(raw_ostream &os) const {
  if (named.file)
    return named.file->describeEdited(*pipeline).print(os);
  pipeline->print(os, PrintStyle::WithNames);
  os << '\n';
}

mlir::FailureOr<bool> Fixer::write(raw_ostream &os) const {
  if (!isOfFile()) {
    print(os);
    return false;
  }
  StringRef before = named.original;
  PipelineText text(named.getText(), named.name,
                    /*isJson=*/named.file.has_value(), catalog, options.variant,
                    [this](Pipeline &again) {
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
  if (differs && printErrors(writeMended(named.name, before, text.getText(),
                                         options.dryRun, os)))
    return mlir::failure();
  return options.dryRun && differs;
}

//===----------------------------------------------------------------------===//
// Mending
//===----------------------------------------------------------------------===//

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
          Fixes more = getOffers().findTail(outcome);
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
  for (Fixes &fixes : getOffers().find(outcome)) {
    if (Error error = tryStep(std::move(fixes), best))
      return error;
    if (best.outcome.isGood() || !runs.mayGoOn())
      break;
  }
  for (auto findOthers : {&FixOffers::findMoves, &FixOffers::findInsertions}) {
    if (!best.fixes.empty())
      break;
    for (Fixes &fixes : (getOffers().*findOthers)(outcome)) {
      Step other = best;
      if (Error error = tryStep(std::move(fixes), other))
        return error;
      // A pass that is moved to where it stops less is not mended by that.
      if (other.outcome.why.empty())
        best = std::move(other);
      if (best.outcome.isGood() || !runs.mayGoOn())
        break;
    }
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

/// Takes back what is inserted and later fixes have made needless, from the
/// last.
Error Fixer::leaveOutNeedless() {
  for (size_t i = made.size(); i--;)
    for (size_t step = made[i].then.size() + 1; step-- && runs.mayGoOn();) {
      std::string pass = (step ? made[i].then[step - 1] : made[i]).pass;
      Expected<std::unique_ptr<Pipeline>> all = compose({});
      if (!all)
        return all.takeError();
      std::optional<Fixes> rest = leaveOut(**all, made, i, step);
      if (!rest)
        continue;
      Expected<std::unique_ptr<Pipeline>> without = compose(*rest);
      if (!without) {
        consumeError(without.takeError());
        continue;
      }
      RunOutcome outcome;
      if (Error error = runs.run(**without).moveInto(outcome))
        return error;
      if (!outcome.isGood())
        continue;
      say("leave out '" + pass + "' again, as it works without");
      made = std::move(*rest);
      pipeline = std::move(*without);
    }
  return Error::success();
}

void Fixer::sayLeft(const RunOutcome &outcome) const {
  std::string ending = runs.mayGoOn()
                           ? "no fix was found"
                           : "the search for a fix has ended after its " +
                                 std::to_string(FixRuns::mostRuns) + " runs";
  if (!outcome.why.empty()) {
    std::string pass;
    for (const Node &node : pipeline->getPasses())
      if (size_t(pipeline->getRef(node).position) == outcome.passesRun)
        pass = pipeline->getRef(node).str();
    say("error: the pipeline stops with " + pass + ", and " + ending + ": " +
        outcome.why);
  }
  if (!outcome.left.empty())
    say("error: '" + join(outcome.left, "', '") + "' may not remain, and " +
        ending);
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
  if (Error error = leaveOutNeedless())
    return error;
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
  if (printErrors(fixer.read(*passes)))
    return mlir::failure();
  Expected<bool> works = fixer.mend();
  if (!works)
    return mlir::failure(printErrors(works.takeError()));
  if (!*works)
    return mlir::failure();
  return fixer.write(os);
}
