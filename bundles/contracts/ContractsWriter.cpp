//===- ContractsWriter.cpp - Contracts written as JSON --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/contracts/ContractsFile.h"
#include "bundles/contracts/ContractsSections.h"
#include "bundles/contracts/PassJson.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

static std::string write(const PassDescriptor &pass) {
  return writeCompactJson(
      [&](JsonOutput &json) { writePassDescriptor(json, pass); });
}

/// The entries of `all` that are not among those of `known`.
static Contract getAdded(const Contract &all, const Contract &known) {
  return all.filter([&](const ContractEntry &entry) {
    return none_of(known.getEntries(), [&](const ContractEntry &other) {
      return other.isEquivalentTo(entry);
    });
  });
}

/// `contract` without the entries that never take effect, as others that were
/// added later take all that they name: no file may have such an entry.
static Contract dropUnreached(const Contract &contract, StringRef owner) {
  if (!errorToBool(contract.verifyReach(owner)))
    return contract;
  Contract kept;
  return contract.filter([&](const ContractEntry &entry) {
    Contract tried = kept;
    tried.add(entry);
    if (errorToBool(tried.verifyReach(owner)))
      return false;
    kept = std::move(tried);
    return true;
  });
}

/// What a file says of a pass, for readers that know `known` of it, and the
/// pass `like` that it is like; both may be null. It is what was added, or all
/// of it if something else was changed.
static PassDescriptor describeFor(const PassDescriptor &pass,
                                  const PassDescriptor *known,
                                  const PassDescriptor *like) {
  if (!pass.newest.empty()) {
    // Which entries are newer stands in them.
    PassDescriptor all = pass;
    all.contract = std::exchange(all.newest, Contract());
    all.contract.idempotent(pass.contract.isIdempotent());
    return describeFor(all, known, like);
  }
  if (pass.isOverride)
    known = nullptr;
  // Of what is only guessed nothing is taken over but guesses.
  if (!pass.hasContract || (like && !like->hasContract))
    like = nullptr;
  PassDescriptor said = pass;
  if (known || like) {
    PassDescriptor read = pass;
    read.kinds = known ? known->kinds : std::vector<std::string>();
    read.contract = known ? known->getNewest() : Contract();
    if (like) {
      for (const std::string &kind : like->kinds)
        read.addKind(kind);
      read.contract.extend(takeContract(*like, like->getNewest(), pass));
    } else {
      said.like.clear();
    }
    for (const std::string &kind : pass.kinds)
      read.addKind(kind);
    said.contract = getAdded(pass.contract, read.contract);
    read.contract.extend(said.contract);
    if (write(read) == write(pass) &&
        !errorToBool(said.contract.verifyReach(pass.name)))
      return said;
    if (like)
      return describeFor(pass, known, /*like=*/nullptr);
    said.isOverride = true;
  }
  said.like.clear();
  said.contract = dropUnreached(pass.contract, pass.name);
  return said;
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

static void writeValue(JsonOutput &json, const std::string &text) {
  json.value(text);
}
static void writeValue(JsonOutput &json, const std::vector<std::string> &list) {
  json.value(list);
}
static void writeValue(JsonOutput &json, const PassSuccessor &successor) {
  PassSuccessor plain;
  plain.pass = successor.pass;
  if (successor == plain)
    return json.value(successor.pass);
  json.object([&] {
    writeFields(json, ArrayRef(sectionFields<PassSuccessor>), successor);
  });
}
template <typename T>
static void writeValue(JsonOutput &json, const T &descriptor) {
  json.object([&] { writeFields(json, sectionFields<T>, descriptor); });
}

/// A member for each thing in `all` that `known` does not have like this, in
/// the order of `names`.
template <typename T>
static void writeSection(JsonOutput &json, StringRef key,
                         const Registry<T> &all, const Registry<T> &known,
                         std::vector<StringRef> names) {
  llvm::erase_if(names, [&](StringRef name) {
    const T *other = known.lookup(name);
    return other && *other == *all.lookup(name);
  });
  if (names.empty())
    return;
  json.attributeObject(key, [&] {
    for (StringRef name : names)
      json.attributeWith(name, [&] { writeValue(json, *all.lookup(name)); });
  });
}
template <typename T>
static void writeSection(JsonOutput &json, StringRef key,
                         const Registry<T> &all, const Registry<T> &known) {
  writeSection(json, key, all, known, all.getNames());
}

/// What an operation stands in comes first: where two have changed places, none
/// may stand in itself on the way.
static std::vector<StringRef> sortOperations(const Catalog &catalog) {
  auto getDepth = [&](StringRef name) {
    unsigned depth = 0;
    for (auto *operation = catalog.lookupOperation(name); operation;
         operation = catalog.lookupOperation(operation->parent))
      ++depth;
    return depth;
  };
  std::vector<StringRef> names = catalog.getOperations().getNames();
  llvm::stable_sort(names, [&](StringRef a, StringRef b) {
    return getDepth(a) < getDepth(b);
  });
  return names;
}

static void writeCatalog(JsonOutput &json, const Catalog &catalog,
                         const Catalog &base,
                         ArrayRef<const PassDescriptor *> passes) {
  if (catalog.getRelease() != base.getRelease())
    json.attribute("llvm", catalog.getRelease());
  writeSection(json, "kinds", catalog.getKinds(), base.getKinds());
  writeSection(json, "variants", catalog.getVariants(), base.getVariants());
  writeSection(json, "marks", catalog.getMarks(), base.getMarks());
  writeSection(json, "properties", catalog.getProperties(),
               base.getProperties());
  writeSection(json, "types", catalog.getTypes(), base.getTypes());
  writeSection(json, "operations", catalog.getOperations(),
               base.getOperations(), sortOperations(catalog));
  writeSection(json, "contents", catalog.getNamedContents(),
               base.getNamedContents());
  writeSection(json, "dialects", catalog.getDialects(), base.getDialects());
  if (catalog.getBarrier() != base.getBarrier())
    if (!catalog.getBarrier().empty())
      json.attribute("barrier", catalog.getBarrier());
  writeSection(json, "renamed", catalog.getRenamed(), base.getRenamed());
  writeSection(json, "changes", catalog.getHistories(), base.getHistories());
  // A file is read on top of `base`: what a pass is like is there or here.
  auto lookupLike = [&](StringRef name) {
    const auto *here = find_if(passes, [&](const PassDescriptor *other) {
      return other->name == name;
    });
    return here == passes.end() ? base.lookupPass(name) : *here;
  };
  json.attributeObject("passes", [&] {
    for (const PassDescriptor *pass : passes)
      json.attributeWith(pass->name, [&] {
        writePassDescriptor(json,
                            describeFor(*pass, base.lookupPass(pass->name),
                                        lookupLike(pass->like)));
      });
  });
}

void pmb::writeContracts(raw_ostream &os, const Catalog &catalog,
                         ArrayRef<const PassDescriptor *> passes,
                         const Catalog *known) {
  static const Catalog nothing;
  writeJson(os, [&](JsonOutput &json) {
    json.object(
        [&] { writeCatalog(json, catalog, known ? *known : nothing, passes); });
  });
}
