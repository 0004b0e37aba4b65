//===- PropertyChecks.cpp - Claims about properties held against IR -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/PropertyChecks.h"
#include "builder/check/CompiledContract.h"
#include "passmanager/ThirdPartyCall.h"

using namespace pmb;
using namespace llvm;
using Kind = FalseClaim::Kind;

static PropertyEffect getEffect(const PassClaims &claims, StringRef property) {
  // All entries of this contract apply.
  return getPropertyEffect(claims.contract, property, appliesAlways);
}

/// Whether a pass with this contract says that it leaves `property` alone.
static bool keeps(const PassClaims &claims, StringRef property) {
  const PassDescriptor &pass = *claims.owner.descriptor;
  if (pass.contract.hasUnknownEffect())
    return false;
  PropertyEffect effect = getEffect(claims, property);
  if (effect != PropertyEffect::None)
    return effect == PropertyEffect::Preserves;
  const PropertyDescriptor *known =
      claims.owner.pipeline->catalog->lookupProperty(property);
  return pass.hasContract && claims.subject != PassClaims::Subject::Bundle &&
         known && !known->isFleeting;
}

PropertyChecks::Witness PropertyChecks::findWitness(StringRef property,
                                                    mlir::Operation *op) {
  auto verifier = state.properties.find(property);
  if (verifier == state.properties.end())
    return std::nullopt;
  mlir::Operation *witness = nullptr;
  if (auto failure = callThirdParty([&] { witness = verifier->second(op); })) {
    failures.push_back(makeFailedVerifier("property", property, *failure));
    return std::nullopt;
  }
  return witness;
}

void PropertyChecks::loseSight() {
  for (auto &entry : provided)
    entry.second.forEach(lose);
}

PropertyChecks::Provider *PropertyChecks::findProvider(Providers &providers,
                                                       mlir::Operation *op) {
  if (Provider *own = providers.lookup(op))
    return own;
  Provider *found = nullptr;
  // The last of the pipeline: the order of operations here is one of addresses.
  auto look = [&](Provider &provider) {
    if (!found ||
        provider.by->owner.node.position > found->by->owner.node.position)
      found = &provider;
    return true;
  };
  providers.filterNested(op, look);
  providers.filterAround(op, look);
  return found;
}

/// Says which passes have run since the property held, if these were not asked.
ClaimFinding PropertyChecks::describeMissing(const PassClaims &claims,
                                             const FalseClaim &claim,
                                             mlir::Operation *op) {
  Provider *provider = nullptr;
  if (auto it = provided.find(claim.item); isSparing && it != provided.end())
    provider = findProvider(it->second, op);
  if (!provider)
    return claims.describe(claim);
  ClaimFinding finding = claims.describe(claim, &provider->by->owner);
  for (const PassClaims *pass : provider->since)
    finding.diagnostic.note("this ran since, and is to keep it",
                            pass->owner.node);
  return finding;
}

PropertyChecks::Held PropertyChecks::enter(const PassClaims &claims,
                                           mlir::Operation *op,
                                           ReportFn report) {
  for (const PassClaims::Property &property : claims.properties) {
    if (property.kind == Kind::NotProvided)
      continue;
    auto known = provided.find(property.name);
    Provider *own =
        known == provided.end() ? nullptr : known->second.lookup(op);
    bool isAsked = isSparing && own && own->isSeen;
    Witness witness =
        isAsked ? Witness(nullptr) : findWitness(property.name, op);
    if (witness && !*witness == (property.kind == Kind::Holding))
      report(
          describeMissing(claims,
                          FalseClaim(property.kind, property.entry,
                                     property.name, *witness ? *witness : op),
                          op));
  }
  Held held;
  if (state.suggested && claims.subject != PassClaims::Subject::Bundle)
    watchInvalidated(claims, op, held);
  if (isSparing)
    return held;
  for (auto &[property, providers] : provided) {
    if (providers.empty() || !keeps(claims, property))
      continue;
    Provider *provider = findProvider(providers, op);
    bool isSeen =
        provider && provider == providers.lookup(op) && provider->isSeen;
    if (!provider || (!isSeen && findWitness(property, op) != Witness(nullptr)))
      continue;
    held.emplace_back(property, provider->by);
  }
  return held;
}

void PropertyChecks::watchInvalidated(const PassClaims &claims,
                                      mlir::Operation *op, Held &held) {
  for (const PropertyEntry &entry : claims.contract.getProperties())
    if (entry.word == PropertyEntry::Word::Invalidates &&
        getEffect(claims, entry.property) == PropertyEffect::Ends &&
        findWitness(entry.property, op) == Witness(nullptr))
      held.emplace_back(entry.property, nullptr);
}

void PropertyChecks::keepUnasked(Providers &providers, const PassClaims &claims,
                                 mlir::Operation *op) {
  providers.filter(op, [&](Provider &provider) {
    provider.isSeen = false;
    if (claims.subject != PassClaims::Subject::Bundle &&
        !is_contained(provider.since, &claims))
      provider.since.push_back(&claims);
    return true;
  });
}

static const PropertyEntry *findPreserving(const Contract &contract,
                                           StringRef property) {
  for (const PropertyEntry &entry : contract.getProperties())
    if (entry.property == property &&
        entry.word == PropertyEntry::Word::Preserves)
      return &entry;
  return nullptr;
}

void PropertyChecks::leave(const PassClaims &claims, const Held &held,
                           mlir::Operation *op, ReportFn report) {
  invalidated.clear();
  for (auto [property, provider] : held)
    if (!provider)
      if (Witness witness = findWitness(property, op))
        invalidated.emplace_back(property, *witness != nullptr);
  for (auto &[property, providers] : provided) {
    if (!keeps(claims, property)) {
      // A bundle that says nothing leaves it to its passes.
      if (claims.subject != PassClaims::Subject::Bundle ||
          getEffect(claims, property) == PropertyEffect::Ends)
        providers.forget(op);
      continue;
    }
    if (isSparing) {
      keepUnasked(providers, claims, op);
      continue;
    }
    providers.filter(op, lose);
    providers.erase(op);
    auto it = find_if(held, [&, name = property](auto &known) {
      return known.first == name;
    });
    if (it == held.end())
      continue;
    Witness witness = findWitness(property, op);
    if (witness && *witness) {
      const PropertyEntry *said = findPreserving(claims.contract, property);
      report(claims.describe(FalseClaim(said ? Kind::NotPreserved : Kind::Ended,
                                        said, property, *witness),
                             &it->second->owner));
      providers.forget(op);
    } else if (witness) {
      providers.get(op) = {it->second, /*isSeen=*/true};
    }
  }
  for (const PassClaims::Property &property : claims.properties) {
    if (property.kind != Kind::NotProvided)
      continue;
    Witness witness = findWitness(property.name, op);
    if (witness && *witness)
      report(claims.describe(
          FalseClaim(property.kind, property.entry, property.name, *witness)));
    else if (witness)
      provided[property.name].get(op) = {&claims, /*isSeen=*/true};
  }
}

void PropertyChecks::leaveUnknown(mlir::Operation *op) {
  for (auto &entry : provided)
    entry.second.forget(op);
}
