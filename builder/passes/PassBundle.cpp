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

PassBundle &PassBundle::add(Entry entry) {
  conditional |= !entry.when.empty() || !entry.optionsFrom.empty() ||
                 (entry.bundle && entry.bundle->conditional);
  entries.push_back(std::move(entry));
  return *this;
}

PassBundle &PassBundle::add(PassSpec pass) {
  return add(Entry{Entry::Kind::Pass, std::move(pass), "", nullptr});
}

PassBundle &PassBundle::addSlot(llvm::StringRef slot) {
  return add(Entry{Entry::Kind::Slot, PassSpec(), slot.str(), nullptr});
}

PassBundle &PassBundle::addBundle(PassBundle bundle) {
  return add(Entry{Entry::Kind::Bundle, PassSpec(), "",
                   std::make_unique<PassBundle>(std::move(bundle))});
}

/// The entry that was added last gets what all have that come this way.
PassBundle::Nest &PassBundle::Nest::finish() {
  Entry &entry = bundle.entries.back();
  entry.when = condition;
  entry.optionsFrom = options;
  bundle.conditional |= !condition.empty() || !options.empty();
  return *this;
}

PassBundle::Nest &PassBundle::Nest::add(PassSpec pass) {
  if (path)
    pass.nest = path;
  bundle.add(std::move(pass));
  return finish();
}

PassBundle::Part &PassBundle::Part::addSlot(llvm::StringRef slot) {
  bundle.addSlot(slot);
  finish();
  return *this;
}

PassBundle::Part &PassBundle::Part::addBundle(PassBundle inner) {
  bundle.addBundle(std::move(inner));
  finish();
  return *this;
}

PassBundle::Nest PassBundle::Nest::nest(llvm::StringRef op) const {
  Nest nested = *this;
  if (!nested.path)
    nested.path.emplace();
  nested.path->push_back(op.str());
  return nested;
}

PassBundle::Nest PassBundle::Nest::when(llvm::StringRef text) const {
  Nest nested = *this;
  nested.condition = joinConditions(condition, text);
  return nested;
}

PassBundle::Nest PassBundle::Nest::optionsFrom(
    std::vector<std::pair<std::string, std::string>> from) const {
  Nest nested = *this;
  nested.options = std::move(from);
  return nested;
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
    copy->options = from->options;
    copy->givenOptions = from->givenOptions;
    copy->conditional = from->conditional;
    for (const Entry &entry : from->entries) {
      copy->entries.push_back({entry.kind, entry.pass.clone(), entry.slot,
                               nullptr, entry.when, entry.optionsFrom});
      if (!entry.bundle)
        continue;
      std::unique_ptr<PassBundle> &inner = copy->entries.back().bundle;
      inner = std::make_unique<PassBundle>(entry.bundle->name);
      waiting.push_back({entry.bundle.get(), inner.get()});
    }
  }
  return result;
}
