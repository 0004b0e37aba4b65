//===- Bisecting.cpp - Which pass it is -----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The IR after the last pass that is known to be right is kept, and each trial
// goes on from there: all trials together run every pass about twice, and look
// at the IR a number of times that grows with the logarithm of the passes.
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Bisecting.h"
#include "builder/diagnostics/SourceText.h"
#include "builder/diagnostics/Suggestions.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Support/FileUtilities.h"
#include "tools/pmb-opt/Running.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace pmb;
using namespace llvm;

using Kind = BisectQuestion::Kind;
using IR = mlir::OwningOpRef<mlir::Operation *>;

Expected<BisectQuestion> pmb::readBisectQuestion(StringRef text) {
  constexpr std::pair<StringLiteral, Kind> kinds[] = {
      {"verifier", Kind::Verifier},
      {"appears", Kind::Appears},
      {"stays", Kind::Stays},
      {"command", Kind::Command}};
  auto [word, rest] = text.split(':');
  StringRef subject = rest.trim();
  for (auto [name, kind] : kinds) {
    bool isAlone = kind == Kind::Verifier;
    if (word == name && isAlone == (word.size() == text.size()) &&
        isAlone == subject.empty())
      return BisectQuestion{kind, subject.str()};
  }
  return makeError(
      Diagnostic(DiagnosticCode::Syntax,
                 "'--bisect=" + text.str() + "' is not what this option takes")
          .help("write --bisect=verifier, --bisect=appears:llvm.call, "
                "--bisect=stays:linalg.matmul or "
                "--bisect='command:./check.sh %s'"));
}

namespace {
class Bisector {
public:
  Bisector(const Preflight &preflight, const OptOptions &options,
           const CommandLine &commandLine)
      : preflight(preflight), options(options), question(*options.bisect),
        commandLine(commandLine), input(preflight.getInput()) {}

  /// Returns what was found; std::nullopt if nothing is broken. Fails if that
  /// cannot be found out.
  Expected<std::optional<Diagnostic>> run();
  /// A command that shows again what `run` has found: exits with another code
  /// than 0 as long as it is wrong.
  StringRef getCommand() const { return again; }

private:
  Error checkSubject() const;
  /// Whether what is asked about is broken; `why` then says what of it there is
  /// to say.
  Expected<bool> isBroken(mlir::Operation *op);
  bool isThere(mlir::Operation *op) const;

  /// Runs the passes from `begin` up to `end` on a copy of `op`. Null, with
  /// `why`, if one of them fails or leaves what does not verify.
  IR runPart(size_t begin, size_t end, mlir::Operation *op,
             bool shallVerify = true);
  /// Halves until `low` and `high` are neighbours. REQUIRES: it is right after
  /// `low` passes, when the IR is `before`, and wrong after `high`.
  Error halve(bool isAboutFailure, size_t low, size_t high);
  void noteTrial(size_t count, bool isWrong);

  Expected<Diagnostic> describe();
  std::string describeBroken(StringRef pass);
  Expected<std::string> writeBefore();
  std::string makeCommand(StringRef file) const;
  /// Adds what looks at what `run` prints.
  std::string addCheck(std::string run, StringRef file) const;

  const Preflight &preflight;
  const OptOptions &options;
  const BisectQuestion &question;
  const CommandLine &commandLine;
  mlir::Operation *input;
  PassManagerBuilder *builder = nullptr;
  std::vector<const Node *> passes;
  /// The pass that was found, and the IR before it.
  size_t found = 0;
  IR before;
  std::string why, trials, again;
  size_t trialCount = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// What is asked about
//===----------------------------------------------------------------------===//

static Error makeUnknownItem(StringRef name, const Twine &message,
                             ArrayRef<StringRef> known) {
  return makeUnknown(DiagnosticCode::UnknownItem, "--bisect: " + message.str(),
                     name, known);
}

Error Bisector::checkSubject() const {
  if (question.kind != Kind::Appears && question.kind != Kind::Stays)
    return Error::success();
  mlir::MLIRContext *context = input->getContext();
  mlir::DialectRegistry dialects;
  builder->appendDialectsTo(dialects);
  context->appendDialectRegistry(dialects);
  StringRef name = question.subject, prefix = name.split('.').first;
  mlir::Dialect *dialect = context->getOrLoadDialect(prefix);
  if (!dialect) {
    if (context->allowsUnregisteredDialects())
      return Error::success();
    return makeUnknownItem(prefix, "there is no dialect " + quote(prefix),
                           context->getAvailableDialects());
  }
  if (prefix == name || mlir::RegisteredOperationName::lookup(name, context))
    return Error::success();
  std::vector<StringRef> known;
  for (mlir::RegisteredOperationName op : context->getRegisteredOperations())
    if (op.getDialectNamespace() == prefix)
      known.push_back(op.getStringRef());
  // Such as 'llvm', which has operations that nobody has registered.
  if (dialect->allowsUnknownOperations() && suggestNames(name, known).empty())
    return Error::success();
  return makeUnknownItem(
      name, quote(prefix) + " has no operation " + quote(name), known);
}

bool Bisector::isThere(mlir::Operation *op) const {
  StringRef name = question.subject;
  bool isDialect = !name.contains('.');
  return op
      ->walk([&](mlir::Operation *nested) {
        bool isIt = isDialect ? nested->getName().getDialectNamespace() == name
                              : nested->getName().getStringRef() == name;
        return isIt ? mlir::WalkResult::interrupt()
                    : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

Expected<bool> Bisector::isBroken(mlir::Operation *op) {
  why.clear();
  switch (question.kind) {
  case Kind::Verifier:
    // Parts that leave what does not verify fail.
    return false;
  case Kind::Appears:
    return isThere(op);
  case Kind::Stays:
    return !isThere(op);
  case Kind::Command:
    break;
  }
  Expected<CommandResult> result =
      runCommand(question.subject, print(op), "%s");
  if (!result)
    return makeError(Diagnostic(DiagnosticCode::BadValue,
                                "--bisect: " + toString(result.takeError())));
  why = result->failure;
  return result->exitCode != 0;
}

//===----------------------------------------------------------------------===//
// Halving
//===----------------------------------------------------------------------===//

IR Bisector::runPart(size_t begin, size_t end, mlir::Operation *op,
                     bool shallVerify) {
  IR copy = op->clone();
  builder->setPart(passes[begin], end < passes.size() ? passes[end] : nullptr);
  if (Error error = runOn(*builder, *copy, shallVerify)) {
    why = toString(std::move(error));
    return {};
  }
  // A pass that preserves all analyses is not looked at by MLIR.
  std::string text;
  mlir::ScopedDiagnosticHandler handler(copy->getContext(),
                                        [&](mlir::Diagnostic &diagnostic) {
                                          if (text.empty())
                                            text = diagnostic.str();
                                          return mlir::success();
                                        });
  if (shallVerify && mlir::failed(mlir::verify(*copy))) {
    why = text;
    return {};
  }
  return copy;
}

void Bisector::noteTrial(size_t count, bool isWrong) {
  ++trialCount;
  trials += (trials.empty() ? "" : ", ") + std::to_string(count) +
            (isWrong ? " (wrong)" : " (right)");
}

Error Bisector::halve(bool isAboutFailure, size_t low, size_t high) {
  std::string last = why;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    IR after = runPart(low, middle, *before);
    bool isWrong = !after;
    if (after && !isAboutFailure)
      if (Error error = isBroken(*after).moveInto(isWrong))
        return error;
    noteTrial(middle, isWrong);
    if (isWrong) {
      high = middle;
      last = why;
    } else {
      low = middle;
      before = std::move(after);
    }
  }
  why = std::move(last);
  found = low;
  return Error::success();
}

Expected<std::optional<Diagnostic>> Bisector::run() {
  Expected<Preflight::Trial> trial = preflight.composeAgain();
  if (!trial)
    return trial.takeError();
  builder = trial->builder.get();
  for (const Node &node : builder->getPasses())
    passes.push_back(&node);
  if (passes.empty())
    return makeError(Diagnostic(DiagnosticCode::EmptyPipeline,
                                "there is no pass that --bisect could find"));
  if (Error error = checkSubject())
    return error;
  Expected<bool> isWrong = isBroken(input);
  if (!isWrong)
    return isWrong.takeError();
  if (*isWrong) {
    Diagnostic diagnostic(DiagnosticCode::BadValue,
                          "--bisect: it is wrong before any pass has run: " +
                              (question.kind == Kind::Appears
                                   ? "there is '" + question.subject + "'"
                               : question.kind == Kind::Stays
                                   ? "there is no '" + question.subject + "'"
                                   : why));
    return makeError(
        diagnostic.help("ask what is right of the input, and wrong of what "
                        "comes out"));
  }
  before = input->clone();
  size_t count = passes.size();
  IR after = runPart(0, count, input);
  if (!after) {
    // What comes behind the pass that fails is not known.
    noteTrial(count, /*isWrong=*/true);
    if (Error error = halve(/*isAboutFailure=*/true, 0, count))
      return error;
    if (question.kind == Kind::Verifier)
      return describe();
    std::string failure = std::move(why);
    if (Error error = isBroken(*before).moveInto(*isWrong))
      return error;
    if (!*isWrong) {
      Diagnostic diagnostic(DiagnosticCode::BrokenBy,
                            "'" + passes[found]->getName().str() +
                                "' fails, and nothing was wrong before it");
      diagnostic.at(builder->getRef(*passes[found]));
      if (!failure.empty())
        diagnostic.note(failure);
      return makeError(
          diagnostic.help("ask --bisect=verifier for the IR before it"));
    }
    count = found;
    trials.clear();
    trialCount = 0;
    before = input->clone();
  } else if (Error error = isBroken(*after).moveInto(*isWrong)) {
    return error;
  }
  if (!*isWrong)
    return std::nullopt;
  noteTrial(count, /*isWrong=*/true);
  if (Error error = halve(/*isAboutFailure=*/false, 0, count))
    return error;
  return describe();
}

//===----------------------------------------------------------------------===//
// Telling
//===----------------------------------------------------------------------===//

std::string Bisector::describeBroken(StringRef pass) {
  switch (question.kind) {
  case Kind::Verifier:
    break;
  case Kind::Appears:
    return "'" + question.subject + "' appears with " + quote(pass);
  case Kind::Stays:
    return "'" + question.subject + "' is gone after " + quote(pass);
  case Kind::Command:
    return "'" + question.subject + "' fails after " + quote(pass);
  }
  // Does it fail, or does it leave what does not verify?
  std::string said = why;
  bool fails = !runPart(found, found + 1, *before, /*shallVerify=*/false);
  why = std::move(said);
  return fails ? quote(pass) + " fails"
               : "the IR does not verify after " + quote(pass);
}

Expected<std::string> Bisector::writeBefore() {
  SmallString<128> path = commandLine.outputName;
  if (path == "-") {
    std::string prefix = "before-" + passes[found]->getName().str();
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
  // Passes look at locations, too.
  file->os() << print(*before, /*hasLocations=*/true);
  file->keep();
  return path.str().str();
}

/// Where on the command line the input stands; 0 if it is not there.
static size_t findInput() {
  for (const cl::Option *option : cl::SubCommand::getTopLevel().PositionalOpts)
    if (option->getNumOccurrences())
      return option->getPosition();
  return 0;
}

static bool isGiven(StringRef option) {
  auto &registered = cl::getRegisteredOptions();
  auto it = registered.find(option);
  return it != registered.end() && it->second->getNumOccurrences();
}

std::string Bisector::makeCommand(StringRef file) const {
  ArrayRef<char *> arguments = commandLine.arguments;
  std::string text = quoteForShell(arguments.front());
  auto add = [&](StringRef argument) { text += " " + quoteForShell(argument); };
  add(file);
  for (size_t i = 1, input = findInput(); i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    StringRef word = argument.ltrim('-').split('=').first;
    bool isOption = argument.size() > 1 && argument.front() == '-';
    if (isOption && (word == "bisect" || word == "o" || word == "check"))
      i += !argument.contains('=');
    else if (i != input || argument != commandLine.inputName)
      add(argument);
  }
  // The whole has been checked, and for another input.
  add(options.contents || options.expect ? "--check=warn" : "--check=off");
  StringRef name = passes[found]->getName();
  size_t index = 0;
  for (size_t i = 0; i < found; ++i)
    index += passes[i]->getName() == name;
  std::string cut = (name + "," + Twine(index)).str();
  add("--start-before=" + cut);
  add("--stop-after=" + cut);
  return addCheck(std::move(text), file);
}

std::string Bisector::addCheck(std::string run, StringRef file) const {
  switch (question.kind) {
  case Kind::Verifier:
    return run;
  case Kind::Appears:
  case Kind::Stays: {
    bool isDialect = !StringRef(question.subject).contains('.');
    std::string generic = "\"" + question.subject + (isDialect ? "." : "\"");
    return (question.kind == Kind::Appears ? "! " : "") + run +
           (isGiven("mlir-print-op-generic") ? ""
                                             : " --mlir-print-op-generic") +
           " | grep -F " + quoteForShell(generic);
  }
  case Kind::Command:
    break;
  }
  std::string after = quoteForShell((file + ".after").str());
  std::string command = replaceAll(question.subject, "%s", after);
  return run + " -o " + after + " && (" + command + ") < " + after;
}

Expected<Diagnostic> Bisector::describe() {
  const Node &node = *passes[found];
  Diagnostic diagnostic(DiagnosticCode::BrokenBy,
                        describeBroken(node.getName()));
  diagnostic.at(builder->getRef(node));
  if (!why.empty())
    diagnostic.note(why);
  if (const BundleInstance *bundle = node.getBundle())
    diagnostic.note("it is in the bundle " + quote(bundle->getName()));
  Expected<std::string> file = writeBefore();
  if (!file)
    return file.takeError();
  diagnostic.note("the IR before it is in " + quotePath(*file));
  // What fails once fails with all that comes behind it.
  bool mayBeMended =
      question.kind != Kind::Verifier && trialCount < passes.size();
  diagnostic.note("tried after so many passes: " + trials +
                  (mayBeMended ? "; at other places it may be wrong, too, and "
                                 "be mended before the next of these"
                               : ""));
  again = makeCommand(*file);
  return diagnostic;
}

mlir::LogicalResult pmb::bisect(const Preflight &preflight,
                                const OptOptions &options,
                                const CommandLine &commandLine) {
  Bisector bisector(preflight, options, commandLine);
  Expected<std::optional<Diagnostic>> found = bisector.run();
  if (!found) {
    printErrors(found.takeError());
    return mlir::failure();
  }
  if (*found) {
    preflight.printFinding(**found);
    // Whole, however long it is: it is there to be copied.
    errs() << "  help: to see it again: " << bisector.getCommand() << '\n';
    return mlir::failure();
  }
  errs() << "nothing is broken: what comes out in the end is right";
  // That the IR verifies has been looked at after each pass.
  errs() << (options.bisect->kind == Kind::Verifier
                 ? "\n"
                 : "; it may be wrong in between, and be mended\n");
  if (options.bisect->kind == Kind::Stays)
    errs() << "help: if '" << options.bisect->subject
           << "' should not stay, --expect and --explain say which pass leaves "
              "it alone, and why\n";
  return mlir::success();
}
