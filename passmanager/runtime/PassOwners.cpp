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
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Threading.h"

using namespace pmb;
using namespace llvm;

std::string PassOwner::str() const {
  SmallVector<std::string, 6> facts;
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
PassOwners::~PassOwners() = default;

//===----------------------------------------------------------------------===//
// What was handed over
//===----------------------------------------------------------------------===//

const PassOwner *PassOwners::keep(PassOwner owner) {
  std::lock_guard<std::mutex> lock(mutex);
  owners.push_back(std::make_unique<const PassOwner>(std::move(owner)));
  return owners.back().get();
}

void PassOwners::add(const mlir::Pass &pass, const PassOwner *owner) {
  std::lock_guard<std::mutex> lock(mutex);
  entries[&pass] = {owner, pass.getTypeID()};
}

std::vector<const PassOwner *> PassOwners::getAll() const {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<const PassOwner *> all;
  for (const auto &owner : owners)
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

//===----------------------------------------------------------------------===//
// What runs
//===----------------------------------------------------------------------===//
//
// A pass that runs is one that was handed over, or a copy that MLIR has made.
// `getThreadingSibling` is what a pass was copied from, and may be long gone:
// it is looked up only where the original is known to be alive, and never
// followed. A nest is told to run before copies of its passes do, so its passes
// are looked up then, and their copies afterwards.

const PassOwners::Frame *PassOwners::findFrame(uint64_t thread,
                                               const mlir::Pass *pass) const {
  auto it = stacks.find(thread);
  if (it != stacks.end())
    for (const Frame &frame : reverse(it->second))
      if (frame.pass == pass)
        return &frame;
  return nullptr;
}

void PassOwners::enterPipeline(
    const mlir::PassInstrumentation::PipelineParentInfo &info) {
  std::lock_guard<std::mutex> lock(mutex);
  Frame frame;
  frame.parent = info.parentPass;
  if (frame.parent) {
    bool isRunByPass = !isNest(*frame.parent);
    if (const Frame *parent = findFrame(info.parentThreadID, frame.parent)) {
      frame.running = parent->running;
      frame.isDynamic = parent->isDynamic || isRunByPass;
      frame.running.isInside = frame.running.owner && frame.isDynamic;
    }
  }
  Stack &stack = stacks[get_threadid()];
  // A pipeline that fails does not say that it has ended.
  while (!stack.empty() && !stack.back().pass)
    stack.pop_back();
  stack.push_back(frame);
}

void PassOwners::leavePipeline() {
  std::lock_guard<std::mutex> lock(mutex);
  Stack &stack = stacks[get_threadid()];
  if (!stack.empty() && !stack.back().pass)
    stack.pop_back();
}

const PassOwner *PassOwners::findInNest(const mlir::Pass &pass,
                                        const mlir::Pass *nest) const {
  for (const mlir::Pass *address :
       {&pass, const_cast<const mlir::Pass *>(pass.getThreadingSibling())}) {
    auto it = nestEntries.find(address);
    if (it != nestEntries.end() && it->second.nest == nest)
      return it->second.owner;
  }
  return nullptr;
}

void PassOwners::enterNest(mlir::Pass &nest, const Frame *pipeline,
                           bool isDynamic) {
  // Whether the nest is in a copy of another nest, which is alive.
  bool isInCopy = pipeline && pipeline->parent && isNest(*pipeline->parent);
  for (mlir::OpPassManager &manager : getNestedManagers(nest)) {
    for (mlir::Pass &pass : manager) {
      if (isNest(pass)) {
        enterNest(pass, pipeline, isDynamic);
        continue;
      }
      const mlir::Pass *original = pass.getThreadingSibling();
      const PassOwner *owner = lookup(&pass, pass);
      if (!owner && isInCopy)
        owner = findInNest(pass, nest.getThreadingSibling());
      if (!owner && !isDynamic && original)
        owner = lookup(original, pass);
      nestEntries[&pass] = {owner, &nest};
    }
  }
}

void PassOwners::enterPass(mlir::Pass &pass) {
  std::lock_guard<std::mutex> lock(mutex);
  Stack &stack = stacks[get_threadid()];
  const Frame *pipeline =
      !stack.empty() && !stack.back().pass ? &stack.back() : nullptr;
  Frame frame;
  frame.pass = &pass;
  if (pipeline) {
    frame.running = pipeline->running;
    frame.isDynamic = pipeline->isDynamic;
  }
  if (isNest(pass)) {
    enterNest(pass, pipeline, frame.isDynamic);
  } else {
    const mlir::Pass *parent = pipeline ? pipeline->parent : nullptr;
    const PassOwner *owner = nullptr;
    if (parent && isNest(*parent)) {
      owner = findInNest(pass, parent);
    } else {
      owner = lookup(&pass, pass);
      if (!owner && !frame.isDynamic && pass.getThreadingSibling())
        owner = lookup(pass.getThreadingSibling(), pass);
    }
    if (owner)
      frame.running = {owner, /*isInside=*/false};
  }
  stack.push_back(frame);
}

RunningPass PassOwners::leavePass(const mlir::Pass &pass) {
  std::lock_guard<std::mutex> lock(mutex);
  Stack &stack = stacks[get_threadid()];
  // With it go pipelines that have failed in it.
  while (!stack.empty()) {
    Frame frame = stack.pop_back_val();
    if (frame.pass == &pass)
      return frame.running;
  }
  return {};
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
