//===- CompiledCatalog.cpp - The contracts of a catalog, compiled once ----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/CompiledCatalog.h"
#include "llvm/ADT/STLExtras.h"
#include <mutex>

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

CompiledCatalog::CompiledCatalog(const Catalog &catalog)
    : source(catalog.getSource()) {
  for (const TypeDescriptor *type : catalog.getTypes())
    types.push_back(*type);
  names.addCatalog(catalog, source ? source->getItems() : "", types);
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

const CompiledCatalog::Pass *
CompiledCatalog::lookup(const PassDescriptor &pass) const {
  {
    std::shared_lock<std::shared_mutex> lock(mutex);
    auto it = passes.find(&pass);
    if (it != passes.end())
      return it->second.get();
  }
  // Those of others come and go, and may change.
  if (!source || source->lookupPass(pass.name) != &pass)
    return nullptr;
  auto added = std::make_unique<Pass>(pass.contract);
  if (!names.findItems(pass.contract, added->named, added->namesAll) ||
      added->conditions.isTooLong())
    added = nullptr;
  std::lock_guard<std::shared_mutex> lock(mutex);
  return passes.try_emplace(&pass, std::move(added)).first->second.get();
}

const CompiledContract &CompiledCatalog::compile(const Pass &pass,
                                                 uint64_t holding) const {
  auto find = [&]() -> const CompiledContract * {
    for (const auto &[conditions, contract] : pass.compiled)
      if (conditions == holding)
        return contract.get();
    return nullptr;
  };
  {
    std::shared_lock<std::shared_mutex> lock(mutex);
    if (const CompiledContract *known = find())
      return *known;
  }
  auto made = std::make_unique<CompiledContract>();
  made->compile(pass.contract, names, [&](const Condition &condition) {
    return pass.conditions.contains(holding, condition);
  });
  std::lock_guard<std::shared_mutex> lock(mutex);
  if (const CompiledContract *known = find())
    return *known;
  pass.compiled.emplace_back(holding, std::move(made));
  return *pass.compiled.back().second;
}
