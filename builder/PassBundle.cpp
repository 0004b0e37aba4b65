//===- PassBundle.cpp - A named group of passes ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/PassBundle.h"

using namespace pmb;

PassSpec PassSpec::clone() const {
  PassSpec copy(name, options);
  copy.instance = instance.clone();
  copy.isInstance = isInstance;
  copy.described = described;
  copy.nest = nest;
  copy.sharedDepth = sharedDepth;
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
  PassBundle copy(name);
  copy.kinds = kinds;
  copy.contiguousBundle = contiguousBundle;
  copy.pipelineBundle = pipelineBundle;
  copy.pipelineOptions = pipelineOptions;
  copy.contract = contract;
  for (const Entry &entry : entries)
    copy.entries.push_back(
        {entry.kind, entry.pass.clone(), entry.slot,
         entry.bundle ? std::make_unique<PassBundle>(entry.bundle->clone())
                      : nullptr});
  return copy;
}
