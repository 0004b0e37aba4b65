//===- VerifierPoints.cpp - After which passes the verifier runs ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/VerifierPoints.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace pmb;
using namespace llvm;

/// The file that most of the passes are from; empty if they are from none.
static StringRef findMainFile(ArrayRef<const PassOwner *> passes) {
  StringMap<unsigned> counts;
  StringRef main;
  for (const PassOwner *pass : passes) {
    const Origin &origin = pass->party;
    if (origin.kind == Origin::Kind::File &&
        ++counts[origin.name] > counts.lookup(main))
      main = origin.name;
  }
  return main;
}

static bool isOfThirdParty(const PassOwner &pass, StringRef mainFile) {
  switch (pass.party.kind) {
  case Origin::Kind::ThirdParty:
  case Origin::Kind::Plugin:
    return true;
  case Origin::Kind::File:
    return pass.party.name != mainFile;
  case Origin::Kind::Framework:
  case Origin::Kind::Builder:
    return false;
  }
  llvm_unreachable("unknown kind");
}

static bool requiresSomething(const PassOwner &pass) {
  const Contract &contract = pass.descriptor->contract;
  return any_of(contract.getProperties(),
                [](const PropertyEntry &entry) {
                  return entry.word == PropertyEntry::Word::Requires;
                }) ||
         any_of(contract.getContents(), [](const ContentsEntry &entry) {
           return entry.word == ContentsEntry::Word::Requires;
         });
}

void VerifierPoints::addPipeline(ArrayRef<const PassOwner *> passes) {
  StringRef mainFile = findMainFile(passes);
  for (auto [i, pass] : enumerate(passes)) {
    const PassOwner *next = i + 1 < passes.size() ? passes[i + 1] : nullptr;
    bool isPoint =
        (verification.isAtBundleEnds() && pass->endsBundle) ||
        (verification.isAfterThirdParties() &&
         isOfThirdParty(*pass, mainFile)) ||
        (verification.isWhereRequired() && next && requiresSomething(*next)) ||
        (verification.getDistance() &&
         (i + 1) % *verification.getDistance() == 0);
    if (!isPoint)
      continue;
    StringRef anchor = pass->node.anchor;
    bool endsNest =
        anchor.contains('/') && (!next || next->node.anchor != anchor);
    places[pass] = endsNest ? Place::AtNest : Place::AtPass;
  }
}

void VerifierPoints::add(ArrayRef<const PassOwner *> owners) {
  while (!owners.empty()) {
    auto isOther = [&](const PassOwner *other) {
      return other->pipeline != owners.front()->pipeline;
    };
    size_t count = find_if(owners, isOther) - owners.begin();
    std::vector<const PassOwner *> passes = owners.take_front(count);
    stable_sort(passes, [](const PassOwner *a, const PassOwner *b) {
      return a->node.position < b->node.position;
    });
    addPipeline(passes);
    owners = owners.drop_front(count);
  }
}
