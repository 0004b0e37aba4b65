//===- Idempotence.cpp - When a second run of a pass changes nothing ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/cleanup/Idempotence.h"
#include "builder/check/CompiledContract.h"

using namespace pmb;
using namespace llvm;

bool pmb::mayRepeat(const Contract &contract) {
  return contract.isIdempotent() && !contract.hasUnknownEffect();
}

PropertyNames pmb::getProvided(const Contract &contract) {
  PropertyNames properties;
  for (const PropertyEntry &entry :
       contract.getProperties(PropertyEntry::Word::Provides))
    properties.push_back(entry.property);
  return properties;
}

/// What a contract does to a property for certain. What ends it does so with
/// exceptions, too.
static PropertyEffect getCertainEffect(const Contract &contract,
                                       StringRef property, AppliesFn applies) {
  return getPropertyEffect(contract, property, [&](const PropertyEntry &entry) {
    return (entry.exceptions.empty() ||
            entry.word == PropertyEntry::Word::Invalidates) &&
           applies(entry);
  });
}

bool pmb::providesAll(const Contract &contract, ArrayRef<StringRef> properties,
                      AppliesFn applies) {
  return all_of(properties, [&](StringRef property) {
    return getCertainEffect(contract, property, applies) ==
           PropertyEffect::Provides;
  });
}

bool pmb::keepsAll(const Contract &contract, ArrayRef<StringRef> properties,
                   AppliesFn applies) {
  return !properties.empty() && !contract.hasUnknownEffect() &&
         all_of(properties, [&](StringRef property) {
           return getCertainEffect(contract, property, applies) ==
                  PropertyEffect::Preserves;
         });
}
