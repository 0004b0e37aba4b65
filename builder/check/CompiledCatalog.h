//===- CompiledCatalog.h - The contracts of a catalog, compiled once ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the source of a catalog says of a pass is the same in all pipelines, so
// it is compiled when the first one asks, and kept for all pipelines and
// threads. A pipeline that names items of its own may extend
// what a contract names; it then compiles that contract for itself.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_COMPILEDCATALOG_H
#define PMB_BUILDER_CHECK_COMPILEDCATALOG_H

#include "builder/check/CompiledContract.h"
#include "llvm/ADT/DenseMap.h"
#include <atomic>
#include <map>
#include <mutex>

namespace pmb {

/// The conditions of one contract, each once.
class ConditionList {
public:
  /// So many can be told apart.
  static constexpr unsigned limit = 64;

  explicit ConditionList(const Contract &contract);

  bool empty() const { return conditions.empty(); }
  bool isTooLong() const { return conditions.size() > limit; }
  /// A bit for each condition that holds.
  uint64_t evaluate(OptionValues &options, const OptionScope &around) const;
  /// REQUIRES: `condition` is one of the contract's.
  bool contains(uint64_t holding, const Condition &condition) const;

private:
  std::vector<const Condition *> conditions;
};

class CompiledCatalog {
public:
  /// A pass of the source, ready for pipelines.
  struct Pass {
    explicit Pass(const PassDescriptor &descriptor)
        : descriptor(descriptor), conditions(descriptor.contract),
          hasUnknownEffect(descriptor.contract.hasUnknownEffect()) {}

    const PassDescriptor &descriptor;
    ConditionList conditions;
    bool hasUnknownEffect;
    /// The items that it names, and whether `*` is among them.
    ItemMask named;
    bool namesAll = false;
    /// All that it names has numbers, and its conditions can be told apart.
    bool isShareable = false;

  private:
    friend class CompiledCatalog;
    /// By the conditions that hold.
    mutable std::map<uint64_t, CompiledContract> contracts;
    /// That of the pass without options, made from its name or an instance.
    mutable std::atomic<const CompiledContract *> byDefault[2] = {};
  };

  /// That of a catalog; made on first use. Safe from several threads.
  static std::shared_ptr<const CompiledCatalog> get(const Catalog &catalog);

  const NameTables &getNames() const { return names; }
  /// To be held while passes are looked up, and not while they are compiled.
  std::unique_lock<std::mutex> lock() const {
    return std::unique_lock<std::mutex>(mutex);
  }
  /// Null if the source does not have this pass, or has not listed its items.
  const Pass *lookup(const PassDescriptor &pass) const;
  /// The entries that are there when these conditions hold.
  const CompiledContract &compile(const Pass &pass, uint64_t holding) const;
  /// The same for a pass that was made from its name, without options, where
  /// there are no variants: asks what holds only the first time. An instance
  /// knows more of its options than the catalog, so the two are told apart.
  const CompiledContract &
  compileDefault(const Pass &pass, bool hasInstance,
                 llvm::function_ref<uint64_t()> evaluate) const;

private:
  explicit CompiledCatalog(const Catalog &catalog);

  const CatalogSource *source;
  /// Copies, as the catalog may be gone before its clones.
  std::vector<TypeDescriptor> types;
  NameTables names;
  /// Held while what follows, and what is in it, is read or added to.
  mutable std::mutex mutex;
  /// What has come into it stays.
  mutable llvm::DenseMap<const PassDescriptor *, std::unique_ptr<Pass>> passes;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_COMPILEDCATALOG_H
