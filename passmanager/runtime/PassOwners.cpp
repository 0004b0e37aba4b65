//===- PassOwners.cpp - Whose pass is running -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/PassOwners.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "passmanager/NestRead.h"
#include "passmanager/runtime/ReportSupport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Threading.h"

using namespace pmb;
using namespace llvm;

std::string PassOwner::str() const {
  SmallVector<std::string, 6> facts;
  // What stands for a bundle, or for a pass that nobody has handed over.
  if (!passCount)
    return node.str();
  facts.push_back("pass " + std::to_string(node.position) + " of " +
                  std::to_string(passCount));
  if (!node.anchor.empty())
    facts.push_back("on " + node.anchor);
  if (!bundles.empty())
    facts.push_back("in bundle '" + join(bundles, "/") + "'");
  if (!slot.empty())
    facts.push_back("in slot '" + slot + "'");
  facts.push_back("added by " + node.origin.str());
  return "'" + node.name + "' (" + join(facts, ", ") + ")";
}

PassOwners::PassOwners() = default;
PassOwners::~PassOwners() {
  forgetCrashMessagesBy(*this);
  Snapshot *snapshot = snapshots;
  while (snapshot)
    delete std::exchange(snapshot, snapshot->next);
}

//===----------------------------------------------------------------------===//
// What was handed over
//===----------------------------------------------------------------------===//

const PassOwner *PassOwners::keep(PassOwner owner) {
  owner.text = owner.str();
  std::lock_guard<std::mutex> lock(mutex);
  owners.push_back(std::make_unique<const PassOwner>(std::move(owner)));
  return owners.back().get();
}

void PassOwners::add(const mlir::Pass &pass, const PassOwner *owner) {
  std::lock_guard<std::mutex> lock(mutex);
  entries[&pass] = {owner, pass.getTypeID()};
}

std::vector<const PassOwner *> PassOwners::getAll(size_t known) const {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<const PassOwner *> all;
  for (const auto &owner : ArrayRef(owners).drop_front(known))
    all.push_back(owner.get());
  return all;
}

const PassOwner *PassOwners::lookup(const mlir::Pass *address,
                                    const mlir::Pass &pass) const {
  auto it = entries.find(address);
  return it != entries.end() && it->second.type == pass.getTypeID()
             ? it->second.owner
             : nullptr;
}

const PassOwner *PassOwners::lookup(const mlir::Pass &pass) const {
  std::lock_guard<std::mutex> lock(mutex);
  return lookup(&pass, pass);
}

bool PassOwners::isAttachedTo(const mlir::PassManager &pm) const {
  std::lock_guard<std::mutex> lock(mutex);
  return attached.contains(&pm);
}

bool PassOwners::setWatched(const mlir::PassManager &pm, Watcher watcher,
                            bool value) const {
  std::lock_guard<std::mutex> lock(mutex);
  return value ? watched.emplace(&pm, watcher).second
               : watched.erase({&pm, watcher}) != 0;
}

bool PassOwners::isAttached() const {
  std::lock_guard<std::mutex> lock(mutex);
  return !attached.empty();
}

//===----------------------------------------------------------------------===//
// What runs
//===----------------------------------------------------------------------===//
//
// A pass that runs is one that was handed over, or a copy that MLIR has made.
// `getThreadingSibling` is what a pass was copied from, and may be long gone,
// so it is never followed, and looked up only where that is known to be alive:
// of a copied pass manager, and while a nest runs, of which MLIR runs copies.

const PassOwners::Frame *PassOwners::findFrame(uint64_t thread,
                                               const mlir::Pass *pass) const {
  auto it = stacks.find(thread);
  if (it != stacks.end())
    for (const Frame &frame : reverse(it->second))
      if (frame.pass == pass)
        return &frame;
  return nullptr;
}

void PassOwners::publish(Stack &stack) {
  if (!stack.snapshot) {
    if (stack.empty())
      return;
    stack.snapshot = new Snapshot;
    stack.snapshot->next = snapshots;
    snapshots = stack.snapshot;
  }
  const RunningPass running =
      stack.empty() ? RunningPass() : stack.back().running;
  Snapshot::Packed packed(running.owner,
                          running.isInside | running.isDynamic << 1);
  stack.snapshot->running = packed.getOpaqueValue();
}

void PassOwners::visitAllRunning(function_ref<void(RunningPass)> visit) const {
  using Key = std::tuple<int, const PassOwner *, bool>;
  auto getKey = [](const RunningPass &running) {
    return Key(running.owner->node.position, running.owner, running.isInside);
  };
  RunningPass last;
  while (true) {
    // The next one in the order of the pipeline.
    RunningPass next;
    for (const Snapshot *snapshot = snapshots; snapshot;
         snapshot = snapshot->next) {
      auto packed = Snapshot::Packed::getFromOpaqueValue(snapshot->running);
      RunningPass running{packed.getPointer(), (packed.getInt() & 1) != 0,
                          (packed.getInt() & 2) != 0};
      if (running.owner && (!last.owner || getKey(last) < getKey(running)) &&
          (!next.owner || getKey(running) < getKey(next)))
        next = running;
    }
    if (!next.owner)
      return;
    visit(next);
    last = next;
  }
}

std::vector<RunningPass> PassOwners::getAllRunning() const {
  std::vector<RunningPass> all;
  visitAllRunning([&](RunningPass running) { all.push_back(running); });
  return all;
}

void PassOwners::enterPipeline(
    const mlir::PassInstrumentation::PipelineParentInfo &info) {
  std::lock_guard<std::mutex> lock(mutex);
  Frame frame;
  frame.parent = info.parentPass;
  if (frame.parent) {
    frame.isInNest = isNest(*frame.parent);
    if (const Frame *parent = findFrame(info.parentThreadID, frame.parent)) {
      frame.running = parent->running;
      frame.running.isDynamic |= !frame.isInNest;
      frame.running.isInside = frame.running.owner && frame.running.isDynamic;
    }
  }
  Stack &stack = stacks[get_threadid()];
  // A pipeline that failed has not said that it has ended.
  while (!stack.empty() && !stack.back().pass)
    stack.pop_back();
  stack.push_back(frame);
  publish(stack);
}

void PassOwners::leavePipeline() {
  std::lock_guard<std::mutex> lock(mutex);
  Stack &stack = stacks[get_threadid()];
  if (!stack.empty() && !stack.back().pass)
    stack.pop_back();
  publish(stack);
}

const PassOwners::NestEntry *
PassOwners::lookupIn(const mlir::Pass *nest, const mlir::Pass *pass) const {
  auto it = nestEntries.find(pass);
  return it != nestEntries.end() && it->second.nest == nest ? &it->second
                                                            : nullptr;
}

void PassOwners::addEntries(mlir::Pass &nest, FindFn find) {
  for (mlir::OpPassManager &manager : getNestedManagers(nest)) {
    for (mlir::Pass &pass : manager) {
      bool isInner = isNest(pass);
      nestEntries[&pass] = {isInner ? nullptr : find(pass, nest), &nest};
      if (isInner)
        addEntries(pass, find);
    }
  }
}

void PassOwners::removeEntries(mlir::Pass &nest) {
  for (mlir::OpPassManager &manager : getNestedManagers(nest)) {
    for (mlir::Pass &pass : manager) {
      nestEntries.erase(&pass);
      if (isNest(pass))
        removeEntries(pass);
    }
  }
}

RunningPass PassOwners::enterPass(mlir::Pass &pass, bool runsCopies) {
  std::lock_guard<std::mutex> lock(mutex);
  Stack &stack = stacks[get_threadid()];
  const Frame *pipeline =
      !stack.empty() && !stack.back().pass ? &stack.back() : nullptr;
  const mlir::Pass *parent = pipeline ? pipeline->parent : nullptr;
  Frame frame;
  frame.pass = &pass;
  if (pipeline)
    frame.running = pipeline->running;
  // Of the first pipeline, and of those that passes run.
  auto findFirst = [&](const mlir::Pass &first) {
    const PassOwner *owner = nullptr;
    if (runsCopies && !pipeline && first.getThreadingSibling())
      owner = lookup(first.getThreadingSibling(), first);
    return owner ? owner : lookup(&first, first);
  };
  bool isInNest = pipeline && pipeline->isInNest;
  if (isNest(pass)) {
    if (!isInNest)
      addEntries(pass, [&](const mlir::Pass &inner, const mlir::Pass &) {
        return findFirst(inner);
      });
    else if (!lookupIn(parent, &pass))
      // A copy for another thread, in one of a nest in this nest.
      addEntries(pass, [&](const mlir::Pass &inner, const mlir::Pass &nest) {
        const NestEntry *original =
            lookupIn(nest.getThreadingSibling(), inner.getThreadingSibling());
        return original ? original->owner : nullptr;
      });
    frame.hasEntries = !isInNest || !lookupIn(parent, &pass);
  } else {
    const PassOwner *owner = nullptr;
    if (!isInNest)
      owner = findFirst(pass);
    else if (const NestEntry *entry = lookupIn(parent, &pass))
      owner = entry->owner;
    else if (const NestEntry *original =
                 lookupIn(parent, pass.getThreadingSibling()))
      owner = original->owner;
    if (owner)
      frame.running = {owner, /*isInside=*/false, frame.running.isDynamic};
  }
  stack.push_back(frame);
  publish(stack);
  return frame.running;
}

RunningPass PassOwners::leavePass(mlir::Pass &pass, bool hasFailed) {
  std::lock_guard<std::mutex> lock(mutex);
  auto isPipelineOfPass = [&](const Frame &frame) {
    return !frame.pass && frame.parent == &pass;
  };
  // Pipelines that failed do not say that they have ended, and some were those
  // of other threads.
  if (hasFailed)
    for (Stack &stack : make_second_range(stacks)) {
      while (!stack.empty() && isPipelineOfPass(stack.back()))
        stack.pop_back();
      publish(stack);
    }
  Stack &stack = stacks[get_threadid()];
  RunningPass running;
  bool isFound = false;
  while (!stack.empty() && !isFound) {
    Frame frame = stack.pop_back_val();
    isFound = frame.pass == &pass;
    if (isFound && frame.hasEntries)
      removeEntries(pass);
    if (isFound)
      running = frame.running;
  }
  publish(stack);
  return running;
}

RunningPass PassOwners::find(const mlir::Pass &pass) const {
  std::lock_guard<std::mutex> lock(mutex);
  const Frame *frame = findFrame(get_threadid(), &pass);
  return frame ? frame->running : RunningPass();
}

RunningPass PassOwners::findRunning() const {
  std::lock_guard<std::mutex> lock(mutex);
  auto it = stacks.find(get_threadid());
  return it == stacks.end() || it->second.empty() ? RunningPass()
                                                  : it->second.back().running;
}

void PassOwners::collectIn(mlir::Pass &nest,
                           std::vector<const PassOwner *> &all) const {
  for (mlir::OpPassManager &manager : getNestedManagers(nest))
    for (mlir::Pass &pass : manager) {
      if (isNest(pass))
        collectIn(pass, all);
      else
        all.push_back(nestEntries.lookup(&pass).owner);
    }
}

std::vector<const PassOwner *> PassOwners::findAllIn(mlir::Pass &nest) const {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<const PassOwner *> all;
  collectIn(nest, all);
  return all;
}
