//===- ProviderIdeas.cpp - Edits that may make a property hold ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/Ideas.h"
#include "builder/check/Targets.h"

using namespace pmb;
using namespace llvm;

ArrayRef<std::string> Ideas::getProviders(StringRef property) {
  auto [it, isNew] = providers.try_emplace(property);
  if (isNew && isWanted)
    for (StringRef name : pipeline.getCatalog().getPassNames())
      if (matchesTarget(providerOf(property),
                        *pipeline.getCatalog().lookupPass(name)))
        it->second.push_back(name.str());
  return it->second;
}

/// True if a bundle around the place before `node` takes no cleanups.
static bool takesNoCleanup(const Node &node) {
  return findInnermost(node.getBundleAround(), [](const BundleInstance &at) {
    return !at.noCleanup.empty();
  });
}

void Ideas::provide(Diagnostic &diagnostic, const Node &node,
                    const PropertyEntry &need, const Node *provider,
                    std::optional<Fix> move) {
  if (!isWanted)
    return;
  const PropertyDescriptor *known =
      pipeline.getCatalog().lookupProperty(need.property);
  StringRef usual = !need.establishedBy.empty() ? StringRef(need.establishedBy)
                    : known ? StringRef(known->establishedBy)
                            : StringRef();
  std::vector<Fix> first, last;
  auto insertBefore = [&](const Cure &pass) {
    return insert(pass, /*before=*/true, node);
  };
  bool canClean = !takesNoCleanup(node);
  bool isUsualWanted = !usual.empty() && canClean;
  if (provider && provider->isPass()) {
    // A cleanup, and what can be run again, is; others were put where they are
    // for reasons of their own.
    const PassDescriptor &pass = provider->getDescriptor();
    bool isEasy = pass.name == usual || pass.hasKind("cleanup") ||
                  pass.contract.isIdempotent();
    // One that comes too late stands in the wrong place, and is not missing.
    bool isOnlyMoved = !isEasy && node.comesBefore(*provider) &&
                       node.getOrigin().isSameParty(provider->getOrigin());
    if (!isOnlyMoved && (!isEasy || canClean))
      (isEasy ? first : last).push_back(insertBefore(copyOf(*provider)));
    isUsualWanted &= !isEasy;
  }
  if (isUsualWanted)
    first.push_back(insertBefore(getFinder().get(usual)));
  else if (usual.empty() && !(provider && provider->isPass()))
    if (ArrayRef<std::string> passes = getProviders(need.property);
        passes.size() == 1)
      last.push_back(insertBefore(getFinder().get(passes.front())));
  if (move)
    first.push_back(std::move(*move));
  add(diagnostic, first);
  add(diagnostic, last);
}

void Ideas::provideAtEnd(Diagnostic &diagnostic, StringRef property,
                         const Node &last, const Node *provider,
                         const Node *ender) {
  if (!isWanted)
    return;
  const PropertyDescriptor *known =
      pipeline.getCatalog().lookupProperty(property);
  auto append = [&](const Cure &pass) {
    if (last.getAnchorPath().getDepth())
      diagnostic.orBy(
          insert(pass, /*before=*/false, last, &pipeline.getRoot()));
    diagnostic.orBy(insert(pass, /*before=*/false, last));
  };
  if (known && !known->establishedBy.empty())
    append(getFinder().get(known->establishedBy));
  if (provider && provider->isPass()) {
    // What is run again easily may have to run where it stands.
    const PassDescriptor &pass = provider->getDescriptor();
    if (pass.hasKind("cleanup") || pass.contract.isIdempotent())
      append(copyOf(*provider));
    if (ender)
      diagnostic.orBy(move(*provider, /*before=*/false, *ender));
    append(copyOf(*provider));
  } else if (ArrayRef<std::string> passes = getProviders(property);
             passes.size() == 1) {
    append(getFinder().get(passes.front()));
  }
}
