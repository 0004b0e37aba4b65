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
  std::string text;
  raw_string_ostream os(text);
  JsonOutput json(os);
  writePassDescriptor(json, pass);
  json.flush();
  return text;
}

/// The entries of `all` that are not among those of `known`.
static Contract getAdded(const Contract &all, const Contract &known) {
  Contract added;
  auto addMissing = [&](auto entries, auto knownEntries) {
    std::vector<Contract> before(knownEntries.size());
    for (auto &&[single, entry] : zip(before, knownEntries))
      single.add(entry);
    for (const auto &entry : entries) {
      Contract single;
      single.add(entry);
      if (none_of(before, [&](const Contract &other) {
            return other.isEquivalentTo(single);
          }))
        added.add(entry);
    }
  };
  addMissing(all.getOrder(), known.getOrder());
  addMissing(all.getProperties(), known.getProperties());
  addMissing(all.getContents(), known.getContents());
  added.idempotent(all.isIdempotent());
  added.greedy(all.isGreedy());
  return added;
}

/// `contract` without the entries that never take effect, as others that were
/// added later take all that they name: no file may have such an entry.
static Contract dropUnreached(const Contract &contract, StringRef owner) {
  if (!errorToBool(contract.verifyReach(owner)))
    return contract;
  std::vector<ContentsEntry> entries = contract.getContents().vec();
  for (size_t kept = 1; kept <= entries.size();) {
    Contract begin;
    for (const ContentsEntry &entry : ArrayRef(entries).take_front(kept))
      begin.add(entry);
    if (errorToBool(begin.verifyReach(owner)))
      entries.erase(entries.begin() + kept - 1);
    else
      ++kept;
  }
  Contract result;
  for (const OrderEntry &entry : contract.getOrder())
    result.add(entry);
  for (const PropertyEntry &entry : contract.getProperties())
    result.add(entry);
  for (ContentsEntry &entry : entries)
    result.add(std::move(entry));
  result.idempotent(contract.isIdempotent());
  result.greedy(contract.isGreedy());
  return result;
}

/// What a file says of a pass to those who know `known` of it, which may be
/// null: what was added, or all of it if something else was changed.
static PassDescriptor describeFor(const PassDescriptor &pass,
                                  const PassDescriptor *known) {
  PassDescriptor said = pass;
  if (known && !pass.isOverride) {
    said.contract = getAdded(pass.contract, known->contract);
    PassDescriptor read = pass;
    read.kinds = known->kinds;
    for (const std::string &kind : pass.kinds)
      read.addKind(kind);
    read.contract = known->contract;
    read.contract.extend(said.contract);
    if (write(read) == write(pass) &&
        !errorToBool(said.contract.verifyReach(pass.name)))
      return said;
    said.isOverride = true;
  }
  said.contract = dropUnreached(pass.contract, pass.name);
  return said;
}

namespace {
class ContractsWriter {
public:
  ContractsWriter(JsonOutput &json, const Catalog &catalog, const Catalog &base)
      : json(json), catalog(catalog), base(base) {}

  void write(ArrayRef<const PassDescriptor *> passes);

private:
  /// A member for each of `all` that is not known as it is.
  template <typename T, typename IsKnownFn, typename WriteFn>
  void writeSection(StringRef key, std::vector<T> all, IsKnownFn isKnown,
                    WriteFn write) {
    llvm::erase_if(all, isKnown);
    if (all.empty())
      return;
    json.attributeObject(key, [&] {
      for (const T &one : all)
        write(one);
    });
  }
  void writeSummaries(StringRef key, std::vector<StringRef> names,
                      bool (Catalog::*has)(StringRef) const,
                      StringRef (Catalog::*getSummary)(StringRef) const);
  void writeProperties();
  void writeTypes();
  void writeOperations();
  void writeContents();
  void writeDialects();

  JsonOutput &json;
  const Catalog &catalog, &base;
};
} // namespace

void ContractsWriter::writeSummaries(StringRef key,
                                     std::vector<StringRef> names,
                                     bool (Catalog::*has)(StringRef) const,
                                     StringRef (Catalog::*getSummary)(StringRef)
                                         const) {
  writeSection(
      key, std::move(names),
      [&](StringRef name) {
        return (base.*has)(name) &&
               (base.*getSummary)(name) == (catalog.*getSummary)(name);
      },
      [&](StringRef name) {
        json.attribute(name, (catalog.*getSummary)(name));
      });
}

void ContractsWriter::writeProperties() {
  auto getFields = [](const PropertyDescriptor &property) {
    return std::tie(property.summary, property.isFleeting,
                    property.establishedBy);
  };
  writeSection(
      "properties", catalog.getPropertyNames(),
      [&](StringRef name) {
        const PropertyDescriptor *known = base.lookupProperty(name);
        return known &&
               getFields(*known) == getFields(*catalog.lookupProperty(name));
      },
      [&](StringRef name) {
        json.attributeObject(name, [&] {
          writeFields(json, propertySectionFields,
                      *catalog.lookupProperty(name));
        });
      });
}

void ContractsWriter::writeTypes() {
  auto getFields = [](const TypeDescriptor &type) {
    return std::tie(type.carriers, type.likelyCarriers, type.possibleCarriers,
                    type.except, type.becomes);
  };
  writeSection(
      "types", catalog.getTypes(),
      [&](const TypeDescriptor *type) {
        const TypeDescriptor *known = base.lookupType(type->name);
        return known && getFields(*known) == getFields(*type);
      },
      [&](const TypeDescriptor *type) {
        json.attributeObject(type->name,
                             [&] { writeFields(json, typeFields, *type); });
      });
}

void ContractsWriter::writeOperations() {
  auto getFields = [](const OperationDescriptor &operation) {
    return std::tie(operation.parent, operation.isOnlyThere, operation.isTop,
                    operation.isFunction, operation.isSymbol,
                    operation.holdsProgram, operation.isUsual);
  };
  auto getDepth = [&](const OperationDescriptor *operation) {
    unsigned depth = 0;
    while ((operation = catalog.lookupOperation(operation->parent)))
      ++depth;
    return depth;
  };
  // What an operation stands in comes first: where two have changed places,
  // none may stand in itself on the way.
  std::vector<const OperationDescriptor *> operations =
      catalog.getOperations().vec();
  llvm::stable_sort(operations, [&](const auto *a, const auto *b) {
    return getDepth(a) < getDepth(b);
  });
  writeSection(
      "operations", std::move(operations),
      [&](const OperationDescriptor *operation) {
        const OperationDescriptor *known =
            base.lookupOperation(operation->name);
        return known && getFields(*known) == getFields(*operation);
      },
      [&](const OperationDescriptor *operation) {
        json.attributeObject(operation->name, [&] {
          writeFields(json, operationFields, *operation);
        });
      });
}

void ContractsWriter::writeContents() {
  writeSection(
      "contents", catalog.getContentsNames(),
      [&](StringRef name) {
        const ContentsDescriptor *known = base.lookupContents(name);
        const ContentsDescriptor *named = catalog.lookupContents(name);
        return known && known->summary == named->summary &&
               known->items == named->items;
      },
      [&](StringRef name) {
        json.attributeObject(name, [&] {
          writeFields(json, contentsFields, *catalog.lookupContents(name));
        });
      });
}

void ContractsWriter::writeDialects() {
  writeSection(
      "dialects", catalog.getDeclaredDialects(),
      [&](StringRef name) {
        return base.hasDialect(name) &&
               base.getAnchors(name) == catalog.getAnchors(name);
      },
      [&](StringRef name) {
        json.attributeBegin(name);
        writeList(json, catalog.getAnchors(name));
        json.attributeEnd();
      });
}

void ContractsWriter::write(ArrayRef<const PassDescriptor *> passes) {
  if (catalog.getRelease() != base.getRelease())
    json.attribute("llvm", catalog.getRelease());
  writeSummaries("kinds", catalog.getKindNames(), &Catalog::hasKind,
                 &Catalog::getKindSummary);
  writeSummaries("variants", catalog.getVariantNames(),
                 &Catalog::hasDeclaredVariant, &Catalog::getVariantSummary);
  writeSummaries("marks", catalog.getMarkNames(), &Catalog::hasMark,
                 &Catalog::getMarkSummary);
  writeProperties();
  writeTypes();
  writeOperations();
  writeContents();
  writeDialects();
  if (catalog.getBarrier() != base.getBarrier())
    json.attribute("barrier", catalog.getBarrier());
  writeSection(
      "renamed", catalog.getRenamedNames(),
      [&](StringRef name) {
        return base.lookupRenamed(name) == catalog.lookupRenamed(name);
      },
      [&](StringRef name) {
        json.attribute(name, catalog.lookupRenamed(name));
      });
  json.attributeObject("passes", [&] {
    for (const PassDescriptor *pass : passes) {
      json.attributeBegin(pass->name);
      writePassDescriptor(json,
                          describeFor(*pass, base.lookupPass(pass->name)));
      json.attributeEnd();
    }
  });
}

void pmb::writeContracts(raw_ostream &os, const Catalog &catalog,
                         ArrayRef<const PassDescriptor *> passes,
                         const Catalog *known) {
  static const Catalog nothing;
  writeJson(os, [&](JsonOutput &json) {
    json.object([&] {
      ContractsWriter(json, catalog, known ? *known : nothing).write(passes);
    });
  });
}
