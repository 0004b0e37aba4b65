//===- Rehearsal.cpp - Passes run in circumstances that MLIR may choose ---===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All is run in one process: what passes share between runs is of interest. A
// crash ends it, so another process waits for it, and starts the next one,
// which goes on behind the pass that has crashed.
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Rehearsal.h"
#include "builder/diagnostics/SourceText.h"
#include "builder/list/PatternSlot.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Pass/PassRegistry.h"
#include "passmanager/NestRead.h"
#include "tools/pmb-opt/Editing.h"
#include "tools/pmb-opt/Running.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Outcomes
//===----------------------------------------------------------------------===//

static std::string cutLine(StringRef line) {
  constexpr size_t most = 100;
  line = line.trim();
  return line.size() <= most ? line.str() : line.take_front(most).str() + "...";
}

std::string pmb::describeDifference(const Outcome &usual,
                                    const Outcome &other) {
  if (!other.succeeded)
    return other.text.empty() ? "it fails" : "it fails: " + other.text;
  if (!usual.succeeded)
    return "it succeeds there, and fails otherwise: " + usual.text;
  StringRef left = usual.text, right = other.text, a, b;
  for (unsigned line = 1; !left.empty() || !right.empty(); ++line) {
    std::tie(a, left) = left.split('\n');
    std::tie(b, right) = right.split('\n');
    if (a != b)
      return "line " + std::to_string(line) + " of what comes out is " +
             quote(cutLine(b)) + " instead of " + quote(cutLine(a));
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Rehearsal
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<Rehearsal>>
Rehearsal::create(const Preflight &preflight, const OptOptions &options) {
  Expected<Preflight::Copy> copy = preflight.composeAgain();
  if (!copy)
    return copy.takeError();
  std::unique_ptr<Rehearsal> made(
      new Rehearsal(preflight.getInput(), std::move(*copy)));
  PassManagerBuilder &builder = *made->pipeline.builder;
  mlir::MLIRContext &context = *made->input->getContext();
  context.disableMultithreading();
  builder.loadDialects(context);
  if (Error error = findPasses(builder, options).moveInto(made->passes))
    return error;
  const BundleInstance *slot = nullptr;
  for (size_t i = 0; i < made->passes.size(); ++i) {
    const BundleInstance *around = getPatternSlot(*made->passes[i]);
    if (around && around == slot)
      ++made->steps.back().second;
    else
      made->steps.emplace_back(i, i + 1);
    slot = around;
  }
  if (made->steps.empty())
    return Diagnostic(DiagnosticCode::EmptyPipeline,
                      "there is no pass that could be run with threads, or "
                      "held against rules");
  return made;
}

Diagnostic Rehearsal::describe(size_t step, const Twine &what) const {
  const Node &pass = getPass(step);
  Diagnostic diagnostic(DiagnosticCode::BrokenPassRule, "{0} {1}",
                        quote(pass.getName()), what);
  diagnostic.at(pipeline.builder->getRef(pass));
  return diagnostic;
}

/// Lets `pm` run what `passes` has.
static std::unique_ptr<mlir::PassManager>
makePassManager(mlir::MLIRContext *context, mlir::OpPassManager passes) {
  auto pm = std::make_unique<mlir::PassManager>(
      context, passes.getOpAnchorName(), mlir::PassManager::Nesting::Implicit);
  static_cast<mlir::OpPassManager &>(*pm) = std::move(passes);
  return pm;
}

/// By their names and options: new instances, and no copies.
Expected<std::unique_ptr<mlir::PassManager>>
Rehearsal::makeAgain(const mlir::OpPassManager &passes) {
  std::string text, why;
  raw_string_ostream os(text), errors(why);
  const_cast<mlir::OpPassManager &>(passes).printAsTextualPipeline(os);
  mlir::FailureOr<mlir::OpPassManager> made =
      mlir::parsePassPipeline(text, errors);
  if (mlir::failed(made))
    return createStringError("'" + text + "' cannot be made again: " + why);
  return makePassManager(input->getContext(), std::move(*made));
}

Expected<mlir::OpPassManager> Rehearsal::flatten(size_t begin, size_t end) {
  PassManagerBuilder &builder = *pipeline.builder;
  const Node &last = *passes[steps[end - 1].second - 1];
  builder.setPart(&getPass(begin), last.getNext());
  mlir::OpPassManager copies(builder.getRoot().getOp());
  if (Error error = builder.flattenInto(copies))
    return error;
  return copies;
}

Expected<std::unique_ptr<mlir::PassManager>> Rehearsal::make(size_t begin,
                                                             size_t end) {
  Expected<mlir::OpPassManager> copies = flatten(begin, end);
  if (!copies)
    return copies.takeError();
  return makeAgain(*copies);
}

Expected<std::unique_ptr<mlir::PassManager>> Rehearsal::makeAlone(size_t step) {
  Expected<mlir::OpPassManager> copies = flatten(step, step + 1);
  if (!copies)
    return copies.takeError();
  mlir::OpPassManager *inner = &*copies;
  while (isNest(*inner->begin()))
    inner = &getNestedManagers(*inner->begin()).front();
  return makeAgain(*inner);
}

std::unique_ptr<mlir::PassManager>
Rehearsal::copy(const mlir::PassManager &pm) const {
  return makePassManager(input->getContext(),
                         static_cast<const mlir::OpPassManager &>(pm));
}

std::vector<mlir::Operation *>
Rehearsal::findAnchors(size_t step, mlir::Operation *op) const {
  std::vector<mlir::Operation *> found = {op};
  for (const std::string &name : getPass(step).getAnchorPath().getOps()) {
    std::vector<mlir::Operation *> inner;
    for (mlir::Operation *outer : found)
      for (mlir::Region &region : outer->getRegions())
        for (mlir::Operation &nested : region.getOps())
          if (name == "any"
                  ? nested.hasTrait<mlir::OpTrait::IsIsolatedFromAbove>()
                  : name == nested.getName().getStringRef())
            inner.push_back(&nested);
    found = std::move(inner);
  }
  return found;
}

Outcome Rehearsal::run(mlir::PassManager &pm, mlir::Operation *op,
                       bool hasThreads) {
  if (!hasThreads)
    return runOnEach(pm, op, op);
  if (!pool)
    pool = std::make_unique<DefaultThreadPool>(hardware_concurrency(8));
  op->getContext()->setThreadPool(*pool);
  Outcome outcome = runOnEach(pm, op, op);
  op->getContext()->disableMultithreading();
  return outcome;
}

Outcome Rehearsal::runOnEach(mlir::PassManager &pm,
                             ArrayRef<mlir::Operation *> each,
                             mlir::Operation *op) {
  FirstError error(op->getContext());
  bool succeeds = all_of(each, [&](mlir::Operation *anchor) {
    return mlir::succeeded(pm.run(anchor));
  });
  return {succeeds, succeeds ? pmb::print(op) : error.text};
}

//===----------------------------------------------------------------------===//
// The processes
//===----------------------------------------------------------------------===//

static constexpr StringLiteral foundEntry = "found", diedEntry = "died ";

RehearsalJournal::RehearsalJournal(const Preflight &preflight, StringRef path)
    : preflight(preflight), path(path.str()) {
  if (auto buffer = MemoryBuffer::getFile(path)) {
    SmallVector<StringRef> lines;
    (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
    StringRef entry;
    for (StringRef line : lines) {
      if (line.consume_front(diedEntry))
        crash = Crash{entry.str(), line.str()};
      else if (line == foundEntry)
        found = true;
      else
        entry = line;
    }
  }
}

/// Without it a crash ends the check, and is reported as a crash.
void RehearsalJournal::write(const Twine &line) {
  consumeError(appendTo(path, (line + "\n").str()));
}

void RehearsalJournal::report(const Diagnostic &finding) {
  preflight.printFinding(finding);
  found = true;
  write(foundEntry);
}

int pmb::runRehearsals(ArrayRef<char *> arguments, StringRef inputName) {
  TemporaryFile journal, kept;
  if (printErrors(journal.write("")))
    return EXIT_FAILURE;
  // Each process reads the input, and the standard input is there once.
  std::optional<StringRef> input;
  if (inputName == "-") {
    ErrorOr<std::unique_ptr<MemoryBuffer>> given = MemoryBuffer::getSTDIN();
    if (printErrors(given ? kept.write((*given)->getBuffer())
                          : errorCodeToError(given.getError())))
      return EXIT_FAILURE;
    input = kept.getPath();
  }
  std::string before;
  while (true) {
    Expected<ProcessEnd> end = runAgain(
        arguments, ("--rehearsal-journal=" + journal.getPath()).str(), input);
    if (!end) {
      printErrors(end.takeError());
      return EXIT_FAILURE;
    }
    auto entries = MemoryBuffer::getFile(journal.getPath());
    std::string text = entries ? (*entries)->getBuffer().str() : "";
    // Nothing was run, or all was.
    if (end->exitCode >= 0 &&
        (text.empty() || StringRef(text).ends_with("end\n")))
      return end->exitCode;
    // One that does nothing new would do so for ever.
    if (text == before) {
      errs() << "error: the process " << end->describe() << '\n';
      return EXIT_FAILURE;
    }
    std::string died = (diedEntry + end->describe() + "\n").str();
    before = text + died;
    if (printErrors(appendTo(journal.getPath(), died)))
      return EXIT_FAILURE;
  }
}

Expected<bool>
pmb::rehearse(const Preflight &preflight, const OptOptions &options,
              function_ref<Error(Rehearsal &, RehearsalJournal &)> check,
              function_ref<std::string(const Rehearsal &)> describeNothing) {
  auto runs = Rehearsal::create(preflight, options);
  if (!runs)
    return runs.takeError();
  RehearsalJournal journal(preflight, options.exploring.journal);
  Error error = check(**runs, journal);
  journal.end();
  if (error)
    return error;
  if (!journal.hasFound())
    errs() << describeNothing(**runs) << '\n';
  return journal.hasFound();
}
