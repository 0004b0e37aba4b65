//===- CompiledCatalog.cpp - The contracts of a catalog, compiled once ----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/CompiledCatalog.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

static bool isSame(const Condition &a, const Condition &b) {
  return a.kind == b.kind && a.name == b.name && a.value == b.value &&
         a.negated == b.negated;
}

ConditionList::ConditionList(const Contract &contract) {
  auto add = [&](const auto &entries) {
    for (const ContractEntry &entry : entries)
      if (entry.condition.kind != Condition::Kind::Always &&
          none_of(conditions, [&](const Condition *known) {
            return isSame(*known, entry.condition);
          }))
        conditions.push_back(&entry.condition);
  };
  add(contract.getOrder());
  add(contract.getProperties());
  add(contract.getContents());
}

uint64_t
ConditionList::evaluate(OptionValues &options,
                        function_ref<bool(StringRef)> hasVariant) const {
  uint64_t holding = 0;
  for (auto [index, condition] : enumerate(conditions))
    if (holds(*condition, options, hasVariant))
      holding |= uint64_t(1) << index;
  return holding;
}

bool ConditionList::contains(uint64_t holding,
                             const Condition &condition) const {
  auto it = find_if(conditions, [&](const Condition *known) {
    return isSame(*known, condition);
  });
  return holding >> (it - conditions.begin()) & 1;
}

//===----------------------------------------------------------------------===//
// Contracts
//===----------------------------------------------------------------------===//

static size_t countRoom(const CatalogSource *source) {
  std::vector<StringRef> passes;
  if (source)
    source->getPassNames(passes);
  // Never more than half full.
  return NextPowerOf2(2 * passes.size());
}

CompiledCatalog::CompiledCatalog(const Catalog &catalog)
    : source(catalog.getSource()), passes(countRoom(source)) {
  for (const TypeDescriptor *type : catalog.getTypes())
    types.push_back(*type);
  names.addCatalog(catalog, source ? source->getItems() : "", types);
}

CompiledCatalog::Pass::~Pass() {
  for (const Variant *variant = variants; variant;)
    delete std::exchange(variant, variant->next);
}

CompiledCatalog::~CompiledCatalog() {
  for (std::atomic<const Pass *> &pass : passes)
    delete pass.load();
}

std::shared_ptr<const CompiledCatalog>
CompiledCatalog::get(const Catalog &catalog) {
  std::shared_ptr<CatalogMemo> memo = catalog.getMemo();
  std::call_once(memo->isMade, [&] {
    memo->made =
        std::shared_ptr<const CompiledCatalog>(new CompiledCatalog(catalog));
  });
  return std::static_pointer_cast<const CompiledCatalog>(memo->made);
}

/// Where the pass is, or would be.
std::atomic<const CompiledCatalog::Pass *> *
CompiledCatalog::findSlot(const PassDescriptor &pass) const {
  size_t at = DenseMapInfo<const void *>::getHashValue(&pass);
  while (true) {
    std::atomic<const Pass *> &slot = passes[at++ & (passes.size() - 1)];
    const Pass *known = slot.load(std::memory_order_acquire);
    if (!known || &known->descriptor == &pass)
      return &slot;
  }
}

const CompiledCatalog::Pass *
CompiledCatalog::lookup(const PassDescriptor &pass) const {
  const Pass *known = findSlot(pass)->load(std::memory_order_acquire);
  if (!known) {
    // Those of others come and go, and may change.
    if (!source || source->lookupPass(pass.name) != &pass)
      return nullptr;
    auto made = std::make_unique<Pass>(pass);
    made->isShareable =
        names.findItems(pass.contract, made->named, made->namesAll) &&
        !made->conditions.isTooLong();
    // Another thread may take the place first, for this pass or another.
    while (!known) {
      std::atomic<const Pass *> *slot = findSlot(pass);
      if (slot->compare_exchange_strong(known, made.get()))
        known = made.release();
      else if (&known->descriptor != &pass)
        known = nullptr;
    }
  }
  return known->isShareable ? known : nullptr;
}

const CompiledContract &CompiledCatalog::compile(const Pass &pass,
                                                 uint64_t holding) const {
  auto find = [&](const Pass::Variant *from) -> const CompiledContract * {
    for (; from; from = from->next)
      if (from->holding == holding)
        return &from->contract;
    return nullptr;
  };
  const Pass::Variant *first = pass.variants.load(std::memory_order_acquire);
  if (const CompiledContract *known = find(first))
    return *known;
  auto made = std::make_unique<Pass::Variant>();
  made->holding = holding;
  made->contract.compile(pass.descriptor.contract, names,
                         [&](const Condition &condition) {
                           return pass.conditions.contains(holding, condition);
                         });
  do {
    // Another thread may have been as far.
    if (const CompiledContract *known = find(first))
      return *known;
    made->next = first;
  } while (!pass.variants.compare_exchange_weak(
      first, made.get(), std::memory_order_acq_rel, std::memory_order_acquire));
  return made.release()->contract;
}

const CompiledContract &
CompiledCatalog::compileDefault(const Pass &pass, bool hasInstance,
                                function_ref<uint64_t()> evaluate) const {
  std::atomic<const CompiledContract *> &byDefault =
      pass.byDefault[hasInstance];
  const CompiledContract *known = byDefault.load(std::memory_order_acquire);
  if (!known) {
    known = &compile(pass, evaluate());
    byDefault.store(known, std::memory_order_release);
  }
  return *known;
}
