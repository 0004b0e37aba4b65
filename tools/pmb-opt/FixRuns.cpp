//===- FixRuns.cpp - What comes of running a pipeline that is mended ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/FixRuns.h"
#include "builder/repair/Mending.h"
#include "passmanager/Contents.h"
#include "tools/CommandLine.h"
#include "tools/pmb-opt/Options.h"

using namespace pmb;
using namespace llvm;

Expected<mlir::OwningOpRef<mlir::Operation *>>
pmb::runText(const CommandLine &commandLine, mlir::Operation *op,
             StringRef text, std::string &why) {
  // Of what was given, the options that say how IR is read.
  std::vector<std::string> arguments =
      takeArguments(commandLine, [](const cl::Option &option) {
        return !isForRuns(option.ArgStr);
      });
  Expected<TrialResult> result = runInProcess(
      commandLine, op, text,
      [&](StringRef file) {
        arguments.insert(arguments.begin(), {file.str(), "--run-reproducer"});
        return arguments;
      },
      FixRuns::mostSeconds);
  if (!result)
    return result.takeError();
  if (result->end == TrialResult::End::TakesTooLong)
    why = "it takes more than " + std::to_string(FixRuns::mostSeconds) + " s";
  else if (!result->after)
    why = result->why.empty() ? "the run fails without a message" : result->why;
  return std::move(result->after);
}

/// What of `contents` may not remain.
std::vector<std::string>
FixRuns::findLeft(const Pipeline &pipeline,
                  ArrayRef<std::string> contents) const {
  Pipeline nothing(pipeline.getRoot().getOp(), pipeline.getCatalog());
  PipelineInterface &interface = nothing.getInterface();
  interface.inputContents.emplace(contents.begin(), contents.end());
  interface.isInputMeasured = true;
  interface.outputContents = pipeline.getInterface().outputContents;
  std::vector<std::string> left;
  auto add = [&](auto &self, const Diagnostic &finding) -> void {
    for (const std::string &item : finding.items)
      if (!is_contained(left, item))
        left.push_back(item);
    for (const Diagnostic &other : finding.follows)
      self(self, other);
  };
  for (const Diagnostic &finding : nothing.check())
    add(add, finding);
  return left;
}

/// `contents` in which what is dead is alive: in what comes out, nothing may
/// remain of it either.
static std::vector<std::string> revive(ArrayRef<std::string> contents) {
  std::vector<std::string> alive;
  for (const std::string &item : contents)
    // With its nest.
    if (StringRef name =
            Item(item).isDead() ? StringRef(item).split('(').first : item;
        !is_contained(alive, name))
      alive.push_back(name.str());
  return alive;
}

Error pmb::keepPasses(Pipeline &pipeline, size_t begin, size_t end) {
  std::vector<const Node *> others;
  for (const auto &[i, node] : enumerate(pipeline.getPasses()))
    if (i < begin || i >= end)
      others.push_back(&node);
  for (const Node *node : others)
    if (Error error = pipeline.remove(exactly(*node)))
      return error;
  return Error::success();
}

/// Finds the pass that stops the pipeline, and what is there before it.
Error FixRuns::bisect(Pipeline &pipeline, RunOutcome &outcome) {
  auto getText = [&](size_t count) {
    std::string text;
    tryEdit(
        pipeline, [&] { return keepPasses(pipeline, 0, count); },
        [&] { text = pipeline.str(); });
    return text;
  };
  size_t good = 0, bad = outcome.passes;
  outcome.contents = part.contents;
  while (bad - good > 1) {
    size_t middle = (good + bad) / 2;
    std::string text = getText(middle), ignored;
    if (text.empty())
      break;
    auto after = runText(text, ignored);
    if (!after)
      return after.takeError();
    (*after ? good : bad) = middle;
    if (*after)
      outcome.contents = collectContents(after->get());
  }
  outcome.passesRun = good;
  return Error::success();
}

Expected<RunOutcome> FixRuns::run(Pipeline &pipeline) {
  std::string text = pipeline.str();
  if (auto it = known.find(text); it != known.end())
    return it->second;
  RunOutcome outcome;
  outcome.passes = pipeline.size();
  auto after = runText(text, outcome.why);
  if (!after)
    return after.takeError();
  if (!*after) {
    if (Error error = bisect(pipeline, outcome))
      return error;
  } else {
    outcome.passesRun = outcome.passes;
    outcome.contents = revive(collectContents(after->get()));
    if (pipeline.getInterface().outputContents)
      outcome.left = findLeft(pipeline, outcome.contents);
    (*after)->walk([&](mlir::Operation *op) {
      outcome.leftCount +=
          is_contained(outcome.left, op->getName().getStringRef());
    });
  }
  return known[text] = std::move(outcome);
}
