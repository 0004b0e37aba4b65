//===- CompiledCatalog.cpp - The contracts of a catalog, compiled once ----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/CompiledCatalog.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

ConditionList::ConditionList(const Contract &contract) {
  for (const ContractEntry &entry : contract.getEntries())
    if (entry.isConditional() &&
        none_of(conditions, [&](const Condition *known) {
          return *known == entry.condition;
        }))
      conditions.push_back(&entry.condition);
}

uint64_t ConditionList::evaluate(OptionValues &options,
                                 const OptionScope &around) const {
  uint64_t holding = 0;
  for (auto [index, condition] : enumerate(conditions))
    if (options.holds(*condition, &around))
      holding |= uint64_t(1) << index;
  return holding;
}

bool ConditionList::contains(uint64_t holding,
                             const Condition &condition) const {
  auto it = find_if(
      conditions, [&](const Condition *known) { return *known == condition; });
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
  auto known = passes.find(&pass);
  if (known == passes.end()) {
    // Those of others come and go, and may change.
    if (!source || source->lookupPass(pass.name) != &pass)
      return nullptr;
    known = passes.try_emplace(&pass, std::make_unique<Pass>(pass)).first;
    Pass &made = *known->second;
    made.isShareable =
        names.findItems(pass.contract, made.named, made.namesAll) &&
        !made.conditions.isTooLong();
  }
  return known->second->isShareable ? known->second.get() : nullptr;
}

const CompiledContract &CompiledCatalog::compile(const Pass &pass,
                                                 uint64_t holding) const {
  std::lock_guard<std::mutex> lock(mutex);
  auto [it, isNew] = pass.contracts.try_emplace(holding);
  if (isNew)
    it->second.compile(pass.descriptor.contract, names,
                       [&](const Condition &condition) {
                         return pass.conditions.contains(holding, condition);
                       });
  return it->second;
}

const CompiledContract &
CompiledCatalog::compileDefault(const Pass &pass, bool hasInstance,
                                function_ref<uint64_t()> evaluate) const {
  std::atomic<const CompiledContract *> &known = pass.byDefault[hasInstance];
  if (const CompiledContract *contract = known)
    return *contract;
  // Asks passes, which may ask back.
  const CompiledContract &contract = compile(pass, evaluate());
  known = &contract;
  return contract;
}
