//===- Bisecting.cpp - Which pass it is -----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Bisecting.h"
#include "builder/diagnostics/SourceText.h"
#include "builder/list/PatternSlot.h"
#include "bundles/pipelines/ShellWords.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "passmanager/runtime/PassClaims.h"
#include "tools/CommandLine.h"
#include "tools/pmb-opt/Editing.h"
#include "tools/pmb-opt/PassSearch.h"
#include "tools/pmb-opt/Running.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace pmb;
using namespace llvm;

using Kind = BisectQuestion::Kind;
using End = TrialResult::End;
using Goal = PassSearch::Goal;
using IR = Trials::IR;

namespace {
/// A search that tells what it finds.
class Bisector : public PassSearch {
public:
  using PassSearch::PassSearch;

  /// Returns what was found; std::nullopt if nothing is broken. Fails if that
  /// cannot be found out.
  Expected<std::optional<Diagnostic>> search();
  /// A command that shows again what `search` has found: exits with another
  /// code than 0 as long as it is wrong.
  StringRef getAgain() const { return again; }

private:
  Diagnostic makeStopped();
  Expected<Diagnostic> describe(Goal goal);
  Expected<std::string> describeBroken(Goal goal);
  Expected<Diagnostic> describeStaying(mlir::Operation *left, bool isInInput);
  Error addLowering(Diagnostic &diagnostic, mlir::Operation *left, int from);
  NodeRef getRef(Diagnostic &diagnostic) const;
  std::string getName() const { return quote(passes[end - 1]->getName()); }
  Expected<std::string> writeBefore();
  /// Adds what looks at what `run` prints.
  std::string addCheck(std::string run, StringRef file) const;

  std::string again;
};
} // namespace

Expected<std::optional<Diagnostic>> Bisector::search() {
  if (passes.empty())
    return makeError(Diagnostic(DiagnosticCode::EmptyPipeline,
                                "there is no pass that --bisect could find"));
  if (Error error = checkSubject())
    return error;
  if (Error error = checkInput())
    return error;
  size_t count = passes.size();
  IR after;
  Expected<bool> wrong = runAll(after);
  if (!wrong)
    return wrong.takeError();
  if (*wrong) {
    // What comes behind the pass that stops the pipeline is not known.
    if (Error error = find(Goal::Stop, count))
      return error;
    if (question.kind == Kind::Verifier ||
        (question.kind == Kind::Crash && stop != End::Fails))
      return describe(Goal::Stop);
    Diagnostic stopped = makeStopped();
    if (question.kind == Kind::Crash || question.kind == Kind::Stays)
      return makeError(std::move(stopped));
    if (Error error = isBroken(*before).moveInto(*wrong))
      return error;
    if (!*wrong)
      return makeError(std::move(stopped));
    count = begin;
  } else if (question.kind == Kind::Verifier || question.kind == Kind::Crash) {
    return std::nullopt;
  } else if (Error error = isBroken(*after).moveInto(*wrong)) {
    return error;
  }
  if (!*wrong)
    return std::nullopt;
  bool isInInput = question.kind == Kind::Stays && findSubject(input);
  if (!isInInput)
    if (Error error = find(Goal::Break, count))
      return error;
  if (question.kind == Kind::Stays)
    return describeStaying(findSubject(*after), isInInput);
  return describe(Goal::Break);
}

//===----------------------------------------------------------------------===//
// Telling
//===----------------------------------------------------------------------===//

/// The pass that was found has stopped the pipeline, and another question was
/// asked.
Diagnostic Bisector::makeStopped() {
  bool fails = stop == End::Fails;
  std::string what = fails                  ? " fails"
                     : stop == End::Crashes ? " crashes"
                                            : " takes too long";
  std::string text = question.kind == Kind::Crash ? ", and nothing crashes"
                     : question.kind == Kind::Stays
                         ? ", so that the pipeline does not come to its end"
                         : ", and nothing was wrong before it";
  Diagnostic diagnostic(DiagnosticCode::BrokenBy, getName() + what + text);
  if (!why.empty())
    diagnostic.note(why);
  diagnostic.at(getRef(diagnostic));
  return diagnostic.help("ask --bisect={0} for the IR before it",
                         fails ? "verifier" : "crash");
}

Expected<std::string> Bisector::describeBroken(Goal goal) {
  if (goal == Goal::Break)
    return "'" + question.subject + "'" +
           (question.kind == Kind::Gone      ? " is gone after "
            : question.kind == Kind::Command ? " fails after "
                                             : " appears with ") +
           getName();
  if (stop == End::Crashes)
    return getName() + " crashes";
  if (stop == End::TakesTooLong)
    return getName() + " takes longer than " + std::to_string(timeout) + " s";
  // Does it fail, or does it leave what does not verify?
  Expected<TrialResult> result =
      run(begin, end, *before, /*shallVerify=*/false);
  if (!result)
    return result.takeError();
  return result->after ? "the IR does not verify after " + getName()
                       : getName() + " fails";
}

/// Notes the bundle, or the slot and what ran with it.
NodeRef Bisector::getRef(Diagnostic &diagnostic) const {
  const Node &node = *passes[end - 1];
  NodeRef ref = builder.getRef(node);
  const BundleInstance *bundle = node.getBundle();
  if (const BundleInstance *slot = getPatternSlot(node)) {
    StringRef name = getSlotName(*slot);
    std::string text =
        name.empty() ? "it is a set of patterns"
                     : "it is a set of patterns in the slot " + quote(name);
    if (end - begin > 1) {
      text += "; with it ran ";
      ListSeparator comma;
      for (size_t i = begin; i < end - 1; ++i)
        text += StringRef(comma).str() + quote(passes[i]->getName()) +
                ", added by " + passes[i]->getOrigin().str();
    }
    diagnostic.note(text);
    // For its author the slot is a list of sets, not a pass.
    ref.pipeline = "";
    bundle = slot->parent;
  }
  if (bundle)
    diagnostic.note("it is in the bundle {0}", quote(bundle->getName()));
  return ref;
}

Expected<std::string> Bisector::writeBefore() {
  SmallString<128> path = commandLine.outputName;
  sys::fs::file_status status;
  // Nothing can be read again from a device such as /dev/null.
  bool isDevice = !sys::fs::status(path, status) && sys::fs::is_other(status);
  if (path == "-" || isDevice) {
    std::string prefix = "before-" + passes[begin]->getName().str();
    for (char &c : prefix)
      if (!isAlnum(c) && c != '_')
        c = '-';
    int descriptor;
    if (std::error_code error =
            sys::fs::createTemporaryFile(prefix, "mlir", descriptor, path))
      return createStringError("cannot write a temporary file: " +
                               error.message());
    raw_fd_ostream(descriptor, /*shouldClose=*/true);
  }
  std::string message;
  std::unique_ptr<ToolOutputFile> file = mlir::openOutputFile(path, &message);
  if (!file)
    return createStringError(message);
  std::string text;
  raw_string_ostream os(text);
  // Some operations are printed in a form that cannot be read.
  mlir::ScopedDiagnosticHandler handler(
      input->getContext(), [](mlir::Diagnostic &) { return mlir::success(); });
  if (mlir::succeeded(write(*before, /*asText=*/true, os)) &&
      mlir::parseSourceString<mlir::Operation *>(
          text, mlir::ParserConfig(input->getContext())))
    file->os() << text;
  else if (mlir::failed(write(*before, /*asText=*/false, file->os())))
    return createStringError("the IR cannot be written as bytecode");
  file->keep();
  return path.str().str();
}

std::string Bisector::addCheck(std::string run, StringRef file) const {
  std::string after = quoteForShell((file + ".after").str());
  if (isAboutOperations()) {
    bool isDialect = !StringRef(question.subject).contains('.');
    std::string generic = "\"" + question.subject + (isDialect ? "." : "\"");
    const cl::Option *form = lookupFlag("mlir-print-op-generic");
    if (!form || !form->getNumOccurrences())
      run += " --mlir-print-op-generic";
    return run + " -o " + after + " && " +
           (question.kind == Kind::Gone ? "" : "! ") + "grep -F " +
           quoteForShell(generic) + " " + after;
  }
  if (question.kind != Kind::Command)
    return run;
  std::string command = replaceAll(question.subject, "%s", after);
  return run + " -o " + after + " && (" + command + ") < " + after;
}

Expected<Diagnostic> Bisector::describe(Goal goal) {
  Expected<std::string> message = describeBroken(goal);
  if (!message)
    return message.takeError();
  Diagnostic diagnostic(DiagnosticCode::BrokenBy, *message);
  if (!why.empty())
    diagnostic.note(why);
  diagnostic.at(getRef(diagnostic));
  Expected<std::string> file = writeBefore();
  if (!file)
    return file.takeError();
  diagnostic.note("the IR before it is in {0}", quotePath(*file));
  // What stops once stops with all that comes behind it.
  bool mayBeMended = goal == Goal::Break && trialCount < passes.size();
  diagnostic.note("tried after so many passes: {0}{1}", tried,
                  mayBeMended ? "; at other places it may be wrong, too, and "
                                "be mended before the next of these"
                              : "");
  if (!isAlone)
    diagnostic.note(
        "on that IR alone it is not wrong: it takes what the passes before it "
        "leave in the process, or it is not always so");
  StringRef from = isAlone ? StringRef(*file) : commandLine.inputName;
  again = addCheck(getCommand(from, isAlone ? begin : 0, end), *file);
  // It need not end by itself.
  if (goal == Goal::Stop && stop == End::TakesTooLong)
    again = "timeout " + std::to_string(timeout) + " " + again;
  return diagnostic;
}

/// Notes the passes that say that they lower `left`: those behind `from`, where
/// it appeared, or else one before it.
Error Bisector::addLowering(Diagnostic &diagnostic, mlir::Operation *left,
                            int from) {
  if (Error error = builder.enableAttribution())
    return error;
  mlir::OpPassManager all(builder.getRoot().str());
  if (Error error = builder.flattenInto(all))
    return error;
  std::vector<const PassOwner *> owners = builder.getOwners()->getAll();
  SignatureTable table;
  for (const PassOwner *owner : owners)
    ContractClaims::addQualified(owner->descriptor->contract, table);
  unsigned signature = table.getNumber(left);
  const PassOwner *earlier = nullptr;
  bool isLowered = false;
  for (const PassOwner *owner : owners) {
    int position = owner->node.position;
    const Node &node = *passes[position - builder.getRef(*passes[0]).position];
    PassClaims claims(*owner, node.getOptions(), table);
    if (!claims.contents.lowers(signature))
      continue;
    if (position <= from) {
      earlier = owner;
      continue;
    }
    isLowered = true;
    diagnostic.note("this lowers it, and left it", owner->node);
  }
  if (isLowered)
    diagnostic.help("--verify-contracts=warn holds what they claim against the "
                    "operations, and names the first that was left");
  else if (earlier)
    diagnostic.note("this lowers it, and runs before it appears", earlier->node)
        .help("let it run later, or once more");
  else
    diagnostic.note("no pass of the pipeline lowers it")
        .help("--check-only with --expect, which names what may remain, says "
              "what to insert");
  return Error::success();
}

/// `left` is there in the end, and either in the input or of the pass that was
/// found.
Expected<Diagnostic> Bisector::describeStaying(mlir::Operation *left,
                                               bool isInInput) {
  std::string name = left->getName().getStringRef().str();
  Diagnostic diagnostic(DiagnosticCode::BrokenBy,
                        isInInput ? quote(name) +
                                        " is in the input, and stays to the end"
                                  : quote(name) + " appears with " + getName() +
                                        ", and stays to the end");
  std::string file = commandLine.inputName.str();
  if (!isInInput) {
    diagnostic.at(getRef(diagnostic));
    if (Error error = writeBefore().moveInto(file))
      return error;
    diagnostic.note("the IR before it is in {0}", quotePath(file));
  }
  if (Error error = addLowering(
          diagnostic, left,
          isInInput ? -1 : builder.getRef(*passes[end - 1]).position))
    return error;
  again =
      addCheck(getCommand(file, isInInput ? 0 : begin, passes.size()), file);
  return diagnostic;
}

/// The search may take long, so what will keep its result from being written
/// is said before.
static Error checkOutput(const CommandLine &commandLine) {
  StringRef output = commandLine.outputName;
  if (Error error = verifyIsNotInput("--bisect", "the IR before a pass", output,
                                     commandLine.inputName))
    return error;
  return output == "-" ? Error::success() : verifyWritable("--bisect", output);
}

Expected<bool> pmb::bisect(const Preflight &preflight,
                           const OptOptions &options,
                           const CommandLine &commandLine) {
  if (Error error = checkOutput(commandLine))
    return error;
  Expected<Preflight::Copy> copy = preflight.composeAgain();
  if (!copy)
    return copy.takeError();
  // What comes out of a trial is read in the context of the input.
  copy->builder->loadDialects(*preflight.getInput()->getContext());
  std::vector<const Node *> passes;
  if (Error error = findPasses(*copy->builder, options).moveInto(passes))
    return error;
  Bisector bisector(preflight, options, commandLine, *copy->builder, passes);
  Expected<std::optional<Diagnostic>> found = bisector.search();
  if (!found)
    return found.takeError();
  if (*found) {
    preflight.printFinding(**found);
    // Whole, however long it is: it is there to be copied.
    errs() << "  help: to see it again: " << bisector.getAgain() << '\n';
    return true;
  }
  Kind kind = options.exploring.bisect->kind;
  StringRef subject = options.exploring.bisect->subject;
  errs() << "nothing is broken: what comes out in the end is right";
  // What stops the pipeline, and what stays in the end, has no in between.
  bool isWhole =
      kind == Kind::Verifier || kind == Kind::Crash || kind == Kind::Stays;
  errs() << (isWhole ? "\n"
                     : "; it may be wrong in between, and be mended\n"
                       "help: --stop-after=<pass> ends what is looked at\n");
  if (kind == Kind::Gone)
    errs() << "help: if '" << subject
           << "' should not stay, --bisect=stays:" << subject
           << " says which pass leaves it alone\n";
  if (kind == Kind::Stays)
    errs() << "help: --bisect=gone:" << subject
           << " says which pass takes it away\n";
  return false;
}
