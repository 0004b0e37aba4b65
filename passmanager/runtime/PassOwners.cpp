//===- PassOwners.cpp - The owners of running passes ----------------------===//
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
  // What stands for a bundle, or for a pass that was not handed over.
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
  for (Stack *stack = stacks; stack;)
    delete std::exchange(stack, stack->next);
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

const PassOwner *PassOwners::lookupOriginal(const mlir::Pass &pass) const {
  std::lock_guard<std::mutex> lock(mutex);
  const PassOwner *owner = lookup(&pass, pass);
  return owner ? owner : lookup(pass.getThreadingSibling(), pass);
}

void PassOwners::forget(const mlir::Pass &pass) {
  std::lock_guard<std::mutex> lock(mutex);
  entries.erase(&pass);
}

bool PassOwners::isAttachedTo(const mlir::PassManager &pm) const {
  std::lock_guard<std::mutex> lock(mutex);
  return attached.contains(&pm);
}

bool PassOwners::setWatched(const mlir::PassManager &pm,
                            Watcher watcher) const {
  std::lock_guard<std::mutex> lock(mutex);
  return watched[&pm].insert(watcher).second;
}

bool PassOwners::isWatched(const mlir::PassManager &pm, Watcher watcher) const {
  std::lock_guard<std::mutex> lock(mutex);
  auto it = watched.find(&pm);
  return it != watched.end() && it->second.count(watcher);
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

const PassOwners::Frame *PassOwners::Stack::find(const mlir::Pass *pass) const {
  for (const Frame &frame : reverse(frames))
    if (frame.pass == pass)
      return &frame;
  return nullptr;
}

using Packed = PointerIntPair<const PassOwner *, 2, unsigned>;

void *PassOwners::pack(const RunningPass &running) {
  return Packed(running.owner, running.isInside | running.isDynamic << 1)
      .getOpaqueValue();
}

RunningPass PassOwners::unpack(void *packed) {
  auto pair = Packed::getFromOpaqueValue(packed);
  return {pair.getPointer(), (pair.getInt() & 1) != 0,
          (pair.getInt() & 2) != 0};
}

/// Lets readers see what runs.
void PassOwners::Stack::publish() {
  running = pack(frames.empty() ? RunningPass() : frames.back().running);
}

void PassOwners::noteMadeToFail(const RunningPass &running) {
  void *none = nullptr;
  if (running.owner)
    madeToFail.compare_exchange_strong(none, pack(running));
}

PassOwners::Stack *PassOwners::findStack(uint64_t thread) const {
  Stack *stack = stacks;
  while (stack && stack->thread != thread)
    stack = stack->next;
  return stack;
}

PassOwners::Stack &PassOwners::getStack() {
  uint64_t thread = get_threadid();
  Stack *stack = findStack(thread);
  if (!stack)
    stacks = stack = new Stack(thread, stacks);
  return *stack;
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
    for (const Stack *stack = stacks; stack; stack = stack->next) {
      RunningPass running = unpack(stack->running);
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
    const Stack *around = findStack(info.parentThreadID);
    if (const Frame *parent = around ? around->find(frame.parent) : nullptr) {
      frame.running = parent->running;
      frame.running.isDynamic |= !frame.isInNest;
      frame.running.isInside = frame.running.owner && frame.running.isDynamic;
    }
  }
  Stack &stack = getStack();
  // A pipeline that failed has not said that it has ended.
  while (stack.isInPipeline())
    stack.frames.pop_back();
  stack.frames.push_back(frame);
  stack.publish();
}

void PassOwners::leavePipeline() {
  std::lock_guard<std::mutex> lock(mutex);
  Stack &stack = getStack();
  if (stack.isInPipeline())
    stack.frames.pop_back();
  stack.publish();
}

const PassOwners::NestEntry *
PassOwners::lookupIn(const mlir::Pass *nest, const mlir::Pass *pass) const {
  auto it = nestEntries.find(pass);
  return it != nestEntries.end() && it->second.nest == nest ? &it->second
                                                            : nullptr;
}

/// Calls `visit` with each pass in a nest, those in nests in it among them, and
/// the nest that it stands in.
static void forEachIn(mlir::Pass &nest,
                      function_ref<void(mlir::Pass &, mlir::Pass &)> visit) {
  for (mlir::OpPassManager &manager : getNestedManagers(nest))
    for (mlir::Pass &pass : manager) {
      visit(pass, nest);
      if (isNest(pass))
        forEachIn(pass, visit);
    }
}

void PassOwners::addEntries(mlir::Pass &nest, FindFn find) {
  forEachIn(nest, [&](mlir::Pass &pass, mlir::Pass &inner) {
    nestEntries[&pass] = {isNest(pass) ? nullptr : find(pass, inner), &inner};
  });
}

RunningPass PassOwners::enterPass(mlir::Pass &pass, bool runsCopies) {
  std::lock_guard<std::mutex> lock(mutex);
  Stack &stack = getStack();
  const Frame *pipeline = stack.isInPipeline() ? &stack.frames.back() : nullptr;
  const mlir::Pass *parent = pipeline ? pipeline->parent : nullptr;
  Frame frame;
  frame.pass = &pass;
  if (pipeline)
    frame.running = pipeline->running;
  // What was made to fail has ended the run before.
  else
    madeToFail = nullptr;
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
  stack.frames.push_back(frame);
  stack.publish();
  return frame.running;
}

/// Pipelines that failed do not say that they have ended, and some were those
/// of other threads.
void PassOwners::leaveFailedIn(const mlir::Pass &pass) {
  for (Stack *stack = stacks; stack; stack = stack->next) {
    while (stack->isInPipeline() && stack->frames.back().parent == &pass)
      stack->frames.pop_back();
    stack->publish();
  }
}

void PassOwners::endFailedIn(const mlir::Pass &pass) {
  std::lock_guard<std::mutex> lock(mutex);
  leaveFailedIn(pass);
}

RunningPass PassOwners::leavePass(mlir::Pass &pass, bool hasFailed) {
  std::lock_guard<std::mutex> lock(mutex);
  if (hasFailed)
    leaveFailedIn(pass);
  Stack &stack = getStack();
  RunningPass running;
  for (bool isFound = false; !isFound && !stack.frames.empty();) {
    Frame frame = stack.frames.pop_back_val();
    isFound = frame.pass == &pass;
    if (isFound && frame.hasEntries)
      forEachIn(pass, [&](mlir::Pass &inner, mlir::Pass &) {
        nestEntries.erase(&inner);
      });
    if (isFound)
      running = frame.running;
  }
  stack.publish();
  return running;
}

RunningPass PassOwners::find(const mlir::Pass &pass) const {
  std::lock_guard<std::mutex> lock(mutex);
  const Stack *stack = findStack(get_threadid());
  const Frame *frame = stack ? stack->find(&pass) : nullptr;
  return frame ? frame->running : RunningPass();
}

RunningPass PassOwners::findRunning() const {
  std::lock_guard<std::mutex> lock(mutex);
  const Stack *stack = findStack(get_threadid());
  return !stack || stack->frames.empty() ? RunningPass()
                                         : stack->frames.back().running;
}

std::vector<const PassOwner *> PassOwners::findAllIn(mlir::Pass &nest) const {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<const PassOwner *> all;
  forEachIn(nest, [&](mlir::Pass &pass, mlir::Pass &) {
    if (!isNest(pass))
      all.push_back(nestEntries.lookup(&pass).owner);
  });
  return all;
}
