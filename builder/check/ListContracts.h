//===- ListContracts.h - The contracts of one list, compiled --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_LISTCONTRACTS_H
#define PMB_BUILDER_CHECK_LISTCONTRACTS_H

#include "builder/check/CompiledCatalog.h"
#include "builder/check/Targets.h"

namespace pmb {

/// What a check takes to be so, though the list does not say it.
struct Assumptions {
  /// Passes without a contract do nothing.
  bool ignoresUndescribed = false;
  /// Guesses stand in the place of contracts that there are not; their passes
  /// may do anything else all the same.
  bool believesGuesses = false;
  /// What is newer than the version of the catalog counts, too.
  bool believesNewest = false;
  /// The pass manager may run a nest on several operations at once, unless the
  /// interface says that it does not.
  bool isThreaded = true;
  /// What the input has, and nothing else.
  std::optional<std::vector<std::string>> input = std::nullopt;
  /// What the usual input has; without it, what the list is there for.
  std::optional<std::vector<std::string>> presumed = std::nullopt;

  /// The same with an input that has `items` and nothing else.
  Assumptions withInput(std::vector<std::string> items) const {
    Assumptions result = *this;
    result.input = std::move(items);
    return result;
  }
};

/// What the contracts of a list say of each node with its options, in numbers.
/// The list must outlive it and not change meanwhile.
class ListContracts {
public:
  /// `added`: the contract of a pass that is not in the list yet, or null;
  /// `path`: where it would run, or null.
  explicit ListContracts(const PassList &list, const Assumptions &assumed = {},
                         const Contract *added = nullptr,
                         const AnchorPath *path = nullptr);

  const PassList &getList() const { return list; }
  const Catalog &getCatalog() const { return list.getCatalog(); }
  /// What is known of both ends, with items in the place of names for them.
  const PipelineInterface &getInterface() const {
    return expanded ? *expanded : list.getInterface();
  }
  const NameTables &getNames() const { return names; }
  /// No message will name items, so that their order need not be known.
  void forgetOrder() { names.forgetOrder(); }

  /// What is said of a pass, or of a bundle for its marks; null for slots, and
  /// for bundles of which nothing is said.
  const CompiledContract *lookup(const Node &node);
  /// Compiles a contract with the names of this list.
  const CompiledContract *compile(const Contract &contract,
                                  OptionValues &options);
  const Assumptions &getAssumptions() const { return assumed; }
  /// True for a pass that may do anything to the contents: it has no contract,
  /// and neither has a bundle around it that says something of contents.
  bool isUndescribed(const Node &node) const;
  /// Whether anything is said of contents, and of unknown effects, and whether
  /// some pass has no contract.
  bool hasContents() const { return anyContents; }
  bool hasUnknownEffects() const { return anyUnknownEffects; }
  /// Whether the input says in which nests its items stand.
  bool knowsNests() const { return inputWithNests; }
  bool hasUndescribed() const { return anyUndescribed; }

  /// The number of what an order entry names. REQUIRES: a contract of the list
  /// has it.
  unsigned getTarget(const OrderEntry &entry) const {
    return *lookupTarget(entry.target);
  }
  std::optional<unsigned> lookupTarget(const Target &target) const;
  const Extent &getExtent(unsigned target) const { return extents[target]; }
  unsigned countTargets() const { return targets.size(); }
  /// Calls `visit(target)` for each number of what is named that matches a pass
  /// or a bundle, given by a mark, with its options.
  void forEachMatch(const Node &node, llvm::function_ref<void(unsigned)> visit);

private:
  /// What is known of one symbol of the list, or of passes that have another
  /// description.
  struct SymbolInfo {
    SymbolInfo() = default;
    SymbolInfo(SymbolInfo &&) = default;

    const PassDescriptor *descriptor = nullptr;
    /// What counts of it: its contract, that with newer entries, or the guess.
    const Contract *said = nullptr;
    /// No contract says what the pass does.
    bool isUndescribed = false;
    /// What the catalog has compiled; null if it has not, or if that means
    /// something else in this list.
    const CompiledCatalog::Pass *shared = nullptr;
    /// Null if some entry has a condition.
    const CompiledContract *contract = nullptr;
    /// One contract for each text of options then.
    llvm::StringMap<const CompiledContract *> byOptions;
    /// The targets of order entries that match with some options.
    llvm::SmallVector<unsigned, 2> matches;
  };

  void expandInterface();
  void numberNames();
  void addPass(const PassDescriptor &pass, SymbolInfo &info);
  void addDescribedNodes();
  void note(const Contract &contract, bool hasUnknownEffect);
  void numberNests();
  void numberTargets(const Contract &contract);
  void collectExtents();
  template <typename NamedT>
  llvm::SmallVector<unsigned, 2> findTargets(const NamedT &named) const;
  unsigned getIndex(const Node &node) const {
    return node.isDescribedByItself() ? ownIndex.lookup(&node.getDescriptor())
                                      : node.getSymbol()->number;
  }
  const SymbolInfo &getInfo(const Node &node) const {
    return symbols[getIndex(node)];
  }

  const PassList &list;
  const Assumptions assumed;
  /// Set if the interface has names for items, or the input is assumed.
  std::optional<PipelineInterface> expanded;
  /// The input, if it says in which nests its items stand.
  const std::vector<std::string> *inputWithNests = nullptr;
  /// What the names and many of the contracts are based on.
  std::shared_ptr<const CompiledCatalog> compiledCatalog;
  NameTables names;
  /// By the number of the symbol, and then passes that are described by
  /// themselves. Those that are no passes of the list have no descriptor.
  std::vector<SymbolInfo> symbols;
  llvm::SmallDenseMap<const PassDescriptor *, unsigned, 1> ownIndex;
  llvm::DenseMap<const BundleInstance *, const CompiledContract *>
      bundleContracts;
  /// Those that were compiled for this list only.
  std::vector<std::unique_ptr<CompiledContract>> ownContracts;
  /// The targets of order entries, their numbers by kind and name, and what
  /// they match.
  std::vector<const Target *> targets;
  std::array<llvm::StringMap<unsigned>, 5> targetNumbers;
  std::vector<Extent> extents;
  bool anyContents = false, anyUnknownEffects = false, anyUndescribed = false;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_LISTCONTRACTS_H
