//===- PassBundle.cpp - A named group of passes ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/PassBundle.h"

using namespace pmb;

PassBundle::~PassBundle() {
  // One after the other: bundles can be deeper in each other than the stack.
  std::vector<std::unique_ptr<PassBundle>> inner;
  auto takeFrom = [&](PassBundle &bundle) {
    for (Entry &entry : bundle.entries)
      if (entry.bundle)
        inner.push_back(std::move(entry.bundle));
  };
  takeFrom(*this);
  while (!inner.empty()) {
    std::unique_ptr<PassBundle> last = std::move(inner.back());
    inner.pop_back();
    takeFrom(*last);
  }
}

PassSpec PassSpec::clone() const {
  PassSpec copy(name, options);
  copy.instance = instance.clone();
  copy.isInstance = isInstance;
  copy.described = described;
  copy.nest = nest;
  copy.sharedDepth = sharedDepth;
  copy.isKept = isKept;
  copy.canBeEstablished = canBeEstablished;
  return copy;
}

PassBundle &PassBundle::add(PassSpec pass) {
  entries.push_back({Entry::Kind::Pass, std::move(pass), "", nullptr});
  return *this;
}

PassBundle &PassBundle::addSlot(llvm::StringRef slot) {
  entries.push_back({Entry::Kind::Slot, PassSpec(), slot.str(), nullptr});
  return *this;
}

PassBundle &PassBundle::addBundle(PassBundle bundle) {
  entries.push_back({Entry::Kind::Bundle, PassSpec(), "",
                     std::make_unique<PassBundle>(std::move(bundle))});
  return *this;
}

PassBundle::Nest &PassBundle::Nest::add(PassSpec pass) {
  pass.nest = path;
  bundle.add(std::move(pass));
  return *this;
}

PassBundle::Nest PassBundle::Nest::nest(llvm::StringRef op) const {
  std::vector<std::string> nested = path;
  nested.push_back(op.str());
  return Nest(bundle, std::move(nested));
}

PassBundle PassBundle::clone() const {
  PassBundle result(name);
  std::vector<std::pair<const PassBundle *, PassBundle *>> waiting = {
      {this, &result}};
  while (!waiting.empty()) {
    auto [from, copy] = waiting.back();
    waiting.pop_back();
    copy->kinds = from->kinds;
    copy->contiguousBundle = from->contiguousBundle;
    copy->noCleanupReason = from->noCleanupReason;
    copy->pipelineBundle = from->pipelineBundle;
    copy->pipelineOptions = from->pipelineOptions;
    copy->contract = from->contract;
    for (const Entry &entry : from->entries) {
      copy->entries.push_back(
          {entry.kind, entry.pass.clone(), entry.slot, nullptr});
      if (!entry.bundle)
        continue;
      std::unique_ptr<PassBundle> &inner = copy->entries.back().bundle;
      inner = std::make_unique<PassBundle>(entry.bundle->name);
      waiting.push_back({entry.bundle.get(), inner.get()});
    }
  }
  return result;
}
