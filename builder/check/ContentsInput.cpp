//===- ContentsInput.cpp - What a pipeline starts with --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/ContentsState.h"

using namespace pmb;
using namespace llvm;

ContentsState::ContentsState(const NameTables &names,
                             const PipelineInterface &interface,
                             const std::vector<std::string> *contents)
    : mayBe(contents ? ItemSet(names.items.size()) : names.items.getKnown()),
      likely(names.items.size()), certain(names.items.size()),
      lowered(names.items.size()), missed(names.items.size()),
      partlyLowered(names.items.size()), presumed(names.items.size()),
      dead(names.dead), usual(&names.usual), programs(&names.programs),
      parts(&names.parts), openParts(&names.openParts),
      onlyInParts(&names.onlyInParts), promised(names.items.size()),
      promising(names.items.size()), mayBeBack(names.items.size()),
      doubted(names.items.size()), closed(contents) {
  if (contents) {
    nests = {names.inProgram, names.inParts};
    fill(names, *contents);
  }
  exclude(names, interface);
}

void ContentsState::fill(const NameTables &names,
                         ArrayRef<std::string> contents) {
  ItemMask listed = names.items.collect(contents);
  mayBe.insert(listed);
  // Conversions erase what is dead when they come across it.
  certain.insert(listed - names.dead);
  promise(names, contents);
  mayBe.insert(names.unsaid);
  presumed.insert(names.unsaid);
  exact = names.isExact(contents);
  // What always has a value of a type brings the type with it.
  for (const Carriers &carriers : make_pointee_range(names.carriers))
    if (!exact && !certain.contains(carriers.type) &&
        certain.intersects(carriers.certain)) {
      mayBe.insert(carriers.type);
      certain.insert(carriers.type);
      implied.push_back(&carriers);
    }
  // What usually involves a type does if the type is there, unless the list
  // has all marks.
  for (const Carriers &carriers : make_pointee_range(names.carriers)) {
    if (exact || !certain.contains(carriers.type))
      continue;
    for (auto [operation, withType] : carriers.implied)
      if (mayBe.contains(operation) && names.items.isKnown(withType)) {
        mayBe.insert(withType);
        if (likely.contains(operation) || certain.contains(operation))
          likely.insert(withType);
        if (certain.contains(operation))
          certain.insert(withType);
      }
  }
  std::optional<unsigned> cast = names.items.lookup(castItem);
  bool hasCast = cast && certain.contains(*cast) && !names.carriers.empty();
  if (hasCast) {
    mayBe.erase(*cast);
    certain.erase(*cast);
  }
  // A dialect in the contents may be any of its operations.
  ItemSet evidence = certain;
  for (const Promise &promise : promises)
    evidence.insert(promise.operations);
  for (const Carriers &carriers : make_pointee_range(names.carriers)) {
    // A cast in the input is of one of the kinds that are converted.
    if (hasCast) {
      mayBe.insert(carriers.cast);
      if (certain.contains(carriers.type) &&
          carriers.descriptor->becomes.empty())
        certain.insert(carriers.cast);
    }
    // A list of contents may also count types that only attributes have, such
    // as the value of a memref.global: those block nothing.
    if (!certain.contains(carriers.type) ||
        evidence.intersects(carriers.certain))
      continue;
    bool isUsual = evidence.intersects(carriers.likely);
    if (exact || !evidence.intersects(carriers.inAttributes)) {
      if (isUsual)
        unexplained.insert(carriers.type);
      continue;
    }
    // What usually has the type may as well have what the type becomes, if that
    // is there.
    const Carriers *becomes =
        names.lookupCarriers(carriers.descriptor->becomes);
    if (becomes && evidence.intersects(becomes->certain))
      mayBe.erase(carriers.type);
    else if (isUsual && !(becomes && evidence.contains(becomes->type))) {
      unexplained.insert(carriers.type);
      continue;
    }
    certain.erase(carriers.type);
  }
  likely.insert(certain);
}

void ContentsState::promise(const NameTables &names,
                            ArrayRef<std::string> contents) {
  for (StringRef item : contents) {
    if (!names.isExpanded(item))
      continue;
    Promise added = {*names.items.lookup(item), 0, {}};
    names.items.getMembers(item).forEach([&](unsigned id) {
      if (id == added.dialect || !names.items.isKnown(id) ||
          names.items.getName(id).contains('(') || certain.contains(id))
        return;
      added.operations.insert(id);
      ++added.count;
    });
    mayBe.insert(added.operations);
    likely.insert(added.operations - names.unusual);
    certain.insert(added.operations & names.programs);
    // What a dialect rarely has is worth a warning where nothing lowers it.
    presumed.insert(added.operations);
    promised.insert(added.operations);
    if (!added.count)
      continue;
    promising.insert(added.dialect);
    promises.push_back(std::move(added));
  }
}

/// Says what has become of the dialects of the input, of which some operations
/// may have been removed.
void ContentsState::keepPromises() {
  for (const Promise &promise : promises) {
    if (!promising.contains(promise.dialect))
      continue;
    if (mayBe.contains(promise.dialect)) {
      unsigned left = mayBe.count(promise.operations);
      if (left == promise.count)
        continue;
      certain.erase(promise.dialect);
      if (2 * left > promise.count)
        continue;
      likely.erase(promise.dialect);
      mayBe.erase(promise.dialect);
    }
    promising.erase(promise.dialect);
    likely.erase(promised.getCommon(promise.operations) - certain);
  }
}

/// A type that the input does not name goes with all that has it.
void ContentsState::keepTypes() {
  for (const Carriers *carriers : implied)
    if (mayBe.contains(carriers->type) &&
        !mayBe.intersects(carriers->certain) &&
        !mayBe.intersects(carriers->likely))
      for (ItemSet *items : {&mayBe, &likely, &certain})
        items->erase(carriers->type);
}

void ContentsState::exclude(const NameTables &names,
                            const PipelineInterface &interface) {
  if (interface.inputNever.empty())
    return;
  ItemMask never;
  for (unsigned id = 0; id < names.items.size(); ++id)
    if (names.items.isKnown(id) &&
        interface.lookupExclusion(names.items.getName(id)))
      never.insert(id);
  // What always has a value of a type is not there without it.
  for (const Carriers *carriers : names.carriers)
    if (interface.lookupExclusion(carriers->descriptor->name))
      never.insert(carriers->certain);
  for (ItemSet *items : {&mayBe, &likely, &certain, &presumed, &promised})
    items->erase(never);
  unexplained.erase(never);
  for (Promise &promise : promises) {
    unsigned count = 0;
    promise.operations.erase(never);
    promise.operations.forEach([&](unsigned) { ++count; });
    promise.count = count;
    if (!count)
      promising.erase(promise.dialect);
  }
}
