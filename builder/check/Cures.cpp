//===- Cures.cpp - Passes that would lower what is left -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/Cures.h"
#include "builder/check/CompiledContract.h"
#include "builder/pipeline/PassList.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace pmb;
using namespace llvm;

/// How well what `entry` adds fits the pipeline: 0 if some of it may remain, so
/// that the pass leads to the output; 1 if the pipeline at least knows of it,
/// or nothing is added.
static unsigned rankAdded(const PipelineInterface &interface,
                          const ItemTable &items, const ContentsEntry &entry) {
  unsigned rank = entry.to.empty() && entry.sometimes.empty() ? 1 : 2;
  for (const std::vector<std::string> *list : {&entry.to, &entry.sometimes})
    for (StringRef item : *list) {
      StringRef dialect = ItemTable::getDialect(item);
      if (item.starts_with(castItem))
        continue;
      if (interface.outputContents &&
          any_of(*interface.outputContents,
                 [&](StringRef may) { return may == item || may == dialect; }))
        return 0;
      if (items.lookup(item) || items.lookup(dialect))
        rank = 1;
    }
  return rank;
}

/// The number of dialects that a pass lowers something of.
static size_t countDialects(const PassDescriptor &pass) {
  SmallVector<StringRef> dialects;
  for (const ContentsEntry &entry : pass.contract.getContents())
    if (entry.word == ContentsEntry::Word::Lowers && !lowersCasts(entry))
      for (StringRef item : entry.items)
        if (StringRef dialect = item.take_front(item.find('.'));
            !is_contained(dialects, dialect))
          dialects.push_back(dialect);
  return dialects.size();
}

/// How badly `pass` would do to lower something as `entry` says. `added`: how
/// well what it adds fits.
static unsigned rankMisfit(const PassDescriptor &pass,
                           const ContentsEntry &entry, unsigned added) {
  // The passes that test MLIR are not for others.
  bool isMeant = !pass.hasKind("test");
  if (isMeant && !entry.isPartial)
    return 2 * added;
  // Some do what they can to get to the output at once: better than what leads
  // elsewhere. Others clean up what happens to be dead.
  return isMeant && added == 0 ? 3 : 6 + added;
}

std::vector<std::string> pmb::findCures(const PassList &pipeline,
                                        const ItemTable &items, unsigned id,
                                        StringRef introducer) {
  StringRef name = ItemTable::getBase(items.getName(id));
  StringRef dialect = ItemTable::getDialect(name);
  // By how well they fit; of those, who does little else comes first, then who
  // names the operation and not its whole dialect.
  struct Lowering {
    unsigned misfit;
    size_t dialects;
    bool isNamed;
    std::string pass;
    bool operator<(const Lowering &other) const {
      return std::tie(misfit, dialects, other.isNamed) <
             std::tie(other.misfit, other.dialects, isNamed);
    }
  };
  std::vector<Lowering> found;
  auto consider = [&](const PassDescriptor &pass) {
    std::optional<Lowering> best;
    for (const ContentsEntry &entry : pass.contract.getContents()) {
      if (entry.word != ContentsEntry::Word::Lowers ||
          is_contained(entry.except, name) || is_contained(entry.to, name) ||
          is_contained(entry.sometimes, name))
        continue;
      bool isNamed = any_of(entry.items, [&](StringRef item) {
        return ItemTable::getBase(item) == name;
      });
      if (!isNamed && (dialect.empty() || !is_contained(entry.items, dialect)))
        continue;
      Lowering lowering = {
          rankMisfit(pass, entry,
                     rankAdded(pipeline.getInterface(), items, entry)),
          countDialects(pass), isNamed, pass.name};
      if (!best || lowering < *best)
        best = std::move(lowering);
    }
    if (best)
      found.push_back(std::move(*best));
  };
  const Catalog &catalog = pipeline.getCatalog();
  for (StringRef pass : catalog.getPassNames())
    if (pass != introducer)
      consider(*catalog.lookupPass(pass));
  llvm::stable_sort(found);
  // What does not fit is better than nothing, but no alternative to what does.
  std::vector<std::string> result;
  for (const Lowering &lowering : found)
    if (result.size() < 3 && lowering.misfit == found.front().misfit)
      result.push_back(lowering.pass);
  return result;
}
