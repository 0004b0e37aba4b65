//===- OrderCheck.h - Deciding order --------------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One forward sweep over the list decides; there is no solver. The sweep
// carries two things: the properties that hold, and the contents that may be
// there (ContentsState.h). At each pass it asks what the contract needs, then
// does what the contract says the pass does. Order entries are answered from
// the first and last place of what they name, collected beforehand.
//
// The sweep only finds; why something happened, and what would cure it, is
// looked for afterwards, and only if there is something to explain.
//
// Cost: linear in the list, plus what the distinct contracts take to compile.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_ORDERCHECK_H
#define PMB_BUILDER_ORDERCHECK_H

#include "builder/ContentsState.h"
#include "builder/Pipeline.h"

namespace pmb {

class OrderCheck {
public:
  explicit OrderCheck(Pipeline &pipeline)
      : pipeline(pipeline), names(pipeline.getCatalog()) {}

  /// Adds all findings about the pipeline to `findings`.
  void run(std::vector<Diagnostic> &findings);

  /// Checks the strong order and property entries of a pass that was just put
  /// at a position, and those of other passes that name it. Contents are left
  /// to `run`. Takes time for the passes that the entries name, not for the
  /// length of the list.
  llvm::Error checkInserted(const Node &node);

  /// The first place at which a pass with this contract satisfies its strong
  /// entries and breaks no other's: the node before which to put it, null for
  /// the end. Fails with `unplaceable` and the reasons when there is none.
  llvm::Expected<Node *> findPlace(const PassDescriptor &descriptor);

  /// True if an order entry of one of the two passes names the other.
  static bool isOrdered(const Node &a, const Node &b);

  /// Calls `visit(node, state, properties)` before each node, and once with a
  /// null node at the end. For explanations of what holds where.
  using Visitor = llvm::function_ref<void(const Node *, const ContentsState &,
                                          const ItemSet &)>;
  void explain(Visitor visit);
  const NameTables &getNames() const { return names; }

private:
  friend class LeftOvers;

  /// One pass of those that the name of a registered pipeline stands for.
  struct Step {
    const PassDescriptor *descriptor;
    std::string options;
    /// The nests below the path of the name.
    std::vector<std::string> nest;
    CompiledContract contract;
  };
  /// What the check knows of one symbol of the pipeline.
  struct SymbolInfo {
    SymbolInfo() = default;
    SymbolInfo(SymbolInfo &&) = default;

    const PassDescriptor *descriptor = nullptr;
    CompiledContract contract;
    /// One compiled contract for each text of options, when some entry depends
    /// on an option.
    llvm::StringMap<std::unique_ptr<CompiledContract>> byOptions;
    bool isConditional = false;
    /// What the symbol expands to, if it is the name of a pipeline.
    std::vector<Step> steps;
    /// The targets of order entries that the symbol matches.
    llvm::SmallVector<unsigned, 2> matches;
  };
  /// The first and last node that match a target of an order entry.
  struct Extent {
    const Node *first = nullptr;
    const Node *last = nullptr;
  };

  class PlaceFinder;

  /// Numbers names and compiles contracts. Returns false, and does nothing, if
  /// no contract demands anything, unless it is forced.
  bool setUp(bool isForced = false);
  void explainPrepared(Visitor visit);
  bool applies(const ContractEntry &entry, const Node &node) const;
  /// The first and last node but `except` that match `target`, from the index.
  Extent findExtent(const Target &target, const Node *except) const;
  void checkRequired(const Node &node, const PropertyEntry &need);
  void addSymbol(Symbol *symbol);
  void collectExtents();
  llvm::SmallVector<unsigned, 2> matchTargets(const SymbolInfo &info);
  const CompiledContract &getContract(const Node &node);
  const CompiledContract *getBundleContract(const Node &node);
  void expand(SymbolInfo &info);
  void compileSteps(SymbolInfo &info);
  /// Calls `visit(contract, path)` for what a pass does: its own contract, then
  /// those of the passes that it stands for, with the paths they run on.
  void forEachContract(const Node &node,
                       llvm::function_ref<void(const CompiledContract &,
                                               const AnchorPath &)>
                           visit);

  using Observer = llvm::function_ref<void(
      const Node &, const CompiledContract::Lowering &, const ItemMask &from,
      LoweringOutcome)>;
  /// Goes over the list and changes the two states as the passes do. Calls
  /// `visit` before each node and once with null at the end, and `observe` for
  /// each `lowers` entry, also those that do nothing here, before the pass
  /// changes anything. Reports to `findings` unless that is null.
  void sweep(ContentsState &state, ItemSet &properties, Observer observe,
             llvm::function_ref<void(const Node *)> visit);
  void checkNeeds(const Node &node, const CompiledContract &contract,
                  const ContentsState &state, ItemSet &properties);
  void checkEffects(const Node &node, const CompiledContract &contract);
  void checkOutput(const ItemSet &properties);
  void reportNoEffect(const Node &node);
  void checkDemand(const Node &node, const CompiledContract::Demand &demand,
                   const ContentsState &state, const ItemSet &properties);
  bool runsOnNothing(const AnchorPath &path, const ContentsState &state) const;
  Reach getReach(const AnchorPath &path, const ContentsState &state) const;
  ItemSet getInputProperties() const;
  void checkReach(const Node &node, const OrderEntry &entry, const Node &other);

  void report(Diagnostic diagnostic, const ContractEntry &entry);
  void reportWrongOrder(const Node &node, const OrderEntry &entry,
                        const Node &other);
  void reportConflict(const Node &node, const OrderEntry &entry,
                      const Node &other);
  void findMissing(const Node &node, const CompiledContract::Need &need);
  /// `provider` and `ender`, which stand before the node, and `later`, which
  /// provides after it, may be null.
  void reportMissing(const Node &node, const PropertyEntry &need,
                     const Node *provider, const Node *ender,
                     const Node *later);
  void mergeCycles(std::vector<Diagnostic> &all);

  Pipeline &pipeline;
  NameTables names;
  std::vector<SymbolInfo> symbols;
  std::vector<Extent> extents;
  std::vector<const Target *> targetList;
  llvm::DenseMap<const BundleInstance *, std::unique_ptr<CompiledContract>>
      bundleContracts;
  /// Findings about order between two passes, with what must come first.
  struct Disorder {
    size_t finding;
    const PassDescriptor *first, *second;
  };
  std::vector<Disorder> disorders;
  bool hasContents = false;
  bool hasProperties = false;
  std::vector<Diagnostic> *findings = nullptr;
};

/// True if the executed order of two passes is their order in the list. It is
/// not when they stand in neighbouring nests for different operations: MLIR
/// merges such nests and visits operations in the order of the IR.
/// REQUIRES: `a` comes before `b`.
bool isExecutedBefore(const Node &a, const Node &b);

/// True if passes on `path` see all of the IR that matters: the pipeline's own
/// operation, or the functions in it.
bool seesWholeProgram(const AnchorPath &path);

} // namespace pmb

#endif // PMB_BUILDER_ORDERCHECK_H
