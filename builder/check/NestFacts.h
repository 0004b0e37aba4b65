//===- NestFacts.h - What passes in nests see -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_NESTFACTS_H
#define PMB_BUILDER_CHECK_NESTFACTS_H

#include "builder/check/ContentsState.h"
#include "builder/check/ListContracts.h"

namespace pmb {

/// What is known of the operations around the passes of a list.
class NestFacts {
public:
  explicit NestFacts(const ListContracts &contracts) : contracts(contracts) {}

  /// The operation of a nest.
  struct Operation {
    unsigned item;
    /// With those that have a mark. What is said of its types stands beside it.
    ItemMask all;
    /// What in the contents says that it may be there. Empty if the contents
    /// need not name it.
    ItemMask signs;
  };
  /// The nests of a path.
  struct Nest {
    llvm::SmallVector<Operation, 1> operations;
    bool seesWholeProgram;
    View view = View::All;
    /// The outermost of the nests, if it has no values in common with what is
    /// around it, as one for `gpu.module`; else null.
    const AnchorPath *part = nullptr;
    /// The innermost operation, unless it holds the program: other passes make
    /// it, or the pass has nothing to do.
    std::optional<unsigned> made;
    /// What stands nowhere but in these nests.
    ItemMask inside;
    /// The operations of the nests, which no pass in them can replace.
    ItemMask own;

    /// The operation that has been lowered away, so that passes there run on
    /// nothing; std::nullopt if there is none.
    std::optional<unsigned> findGone(const ContentsState &state) const;
    /// Where passes see the whole program: the operation of which all have been
    /// lowered, and some may have been made since; std::nullopt if there is
    /// none.
    std::optional<unsigned> findRenewed(const ContentsState &state) const;
  };
  const Nest &get(const AnchorPath &path);
  /// The operation of a nest that a closed input does not have, and no pass has
  /// made; std::nullopt if there is none.
  std::optional<unsigned> findAbsent(const Nest &nest,
                                     const ContentsState &state);

private:
  Nest make(const AnchorPath &path) const;
  ItemMask getSigns(llvm::StringRef op) const;
  bool hasProgram(const ContentsState &state);

  const ListContracts &contracts;
  llvm::SmallDenseMap<const AnchorPath *, std::unique_ptr<Nest>, 4> nests;
  /// The operations that hold the program, as items.
  std::optional<ItemMask> programItems;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_NESTFACTS_H
