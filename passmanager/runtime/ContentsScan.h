//===- ContentsScan.h - One walk over IR, for contracts -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contracts tell operations apart by name, by the kinds of types that they
// involve, and by marks. A piece of IR has millions of operations and a few
// hundred such *signatures*. A scan counts signatures: that takes one walk,
// makes no text, and all that contracts ask is answered from the counts.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_CONTENTSSCAN_H
#define PMB_PASSMANAGER_RUNTIME_CONTENTSSCAN_H

#include "mlir/IR/Location.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace pmb {

/// Sets of kinds of types, and of marks: a bit for each.
using KindSet = uint64_t;
using MarkSet = uint64_t;

/// What contracts can tell of an operation.
struct Signature {
  mlir::OperationName name;
  /// Of its results and the arguments of its blocks. Those of operands are
  /// those of other operations, and are here only where items tell operations
  /// of that name apart by them (`addQualified`).
  KindSet kinds;
  MarkSet marks;
  bool isCast;
  /// Whether one of them without results and regions was found not to be dead.
  /// Then all of those are taken not to be: asking takes time.
  mutable bool isNeverDead = false;
};

/// Numbers signatures, kinds of types and marks. For IR of one context; not for
/// several threads at once.
class SignatureTable {
public:
  /// Whether an operation has a mark.
  using MarkReader = std::function<bool(mlir::Operation *)>;
  /// How many can be added: a set has a bit for each, and 16 are kept for those
  /// that are known here.
  static constexpr unsigned maxAddedMarks = 48;

  SignatureTable();

  /// The bit of a kind, `!memref`. Empty if there are too many.
  KindSet getKind(llvm::StringRef name);
  llvm::StringRef getKindName(KindSet kind) const;
  /// The bit of a mark that is read off operations, here or by one of the
  /// readers; empty for others, which cannot be seen.
  MarkSet getMark(llvm::StringRef name) const;
  /// Reads a mark from now on. Returns false if that is done already, or there
  /// are too many.
  bool addMark(llvm::StringRef name, MarkReader reader);

  /// Lets signatures have the kinds of operands for the operations that `item`
  /// names if it is one as `arith(!tensor)`. To be called before the scans that
  /// are to know it.
  void addQualified(llvm::StringRef item);

  unsigned getNumber(mlir::Operation *op);
  const Signature &get(unsigned number) const { return signatures[number]; }
  unsigned size() const { return signatures.size(); }
  /// `memref.subview(static)`: what messages call it if an item names the mark.
  std::string getText(unsigned number) const;

private:
  friend class ContentsScan;
  KindSet getKinds(mlir::Type type);
  KindSet getKinds(mlir::Operation *op, bool withOperands);
  MarkSet getMarks(mlir::Operation *op, bool withOwn);

  /// The types by which operations of a name and without regions are told
  /// apart, and their number. Most operations have the types of the one before.
  struct Typed {
    static constexpr unsigned maxTypes = 4;
    const void *types[maxTypes];
    unsigned count = maxTypes + 1;
    unsigned number;
  };
  /// What is to be looked at of operations of a name.
  struct Reading {
    bool hasOperands, hasMarks;
    Typed last[2];
  };
  Reading &getReading(mlir::OperationName name);
  Reading makeReading(mlir::OperationName name) const;
  unsigned findNumber(mlir::Operation *op, const Reading &reading);

  std::vector<Signature> signatures;
  llvm::DenseMap<mlir::OperationName, std::unique_ptr<Reading>> readings;
  /// Those that were asked for last, by the addresses of their names.
  std::array<std::pair<const void *, Reading *>, 64> recent = {};
  /// Operations and dialects that items qualify by kinds.
  llvm::StringSet<> qualified;
  llvm::DenseMap<std::tuple<const void *, KindSet, MarkSet>, unsigned> numbers;
  llvm::DenseMap<mlir::Type, KindSet> kindsOfTypes;
  llvm::StringMap<unsigned> kinds, marks;
  std::vector<std::string> kindNames, markNames;
  std::vector<std::pair<MarkSet, MarkReader>> readers;
};

/// The signatures in a piece of IR.
class ContentsScan {
public:
  struct Entry {
    unsigned signature;
    unsigned count = 0;
    /// Whether one of them is not dead (`isDead`).
    bool isSomeLiving = false;
    /// The first of them, for as long as no pass runs.
    mlir::Operation *first;
  };

  /// The scan of an operation that is isolated from what is around it.
  using ScanFn = llvm::function_ref<std::shared_ptr<const ContentsScan>(
      mlir::Operation *)>;

  /// Counts `root` and all that is nested in it. REQUIRES: the IR is valid.
  /// What is isolated is left to `scan` if it is given.
  ContentsScan(mlir::Operation *root, SignatureTable &table,
               ScanFn scan = nullptr);

  /// In the order in which the last of each stands.
  llvm::ArrayRef<Entry> getEntries() const { return entries; }
  /// The kinds of types that values in it have, those of casts left out.
  KindSet getKinds() const { return kinds; }
  KindSet getKindsOfCasts() const { return kindsOfCasts; }
  KindSet getAllKinds() const { return kinds | kindsOfCasts; }
  /// A cast with a use that takes back what another cast has made, as folding
  /// would leave none; null if there is none.
  mlir::Operation *getUndoneCast() const { return undoneCast; }
  unsigned getCount(unsigned signature) const {
    const auto *it = llvm::find_if(entries, [&](const Entry &entry) {
      return entry.signature == signature;
    });
    return it == entries.end() ? 0 : it->count;
  }
  /// Whether there is as much of each signature in `other`.
  bool hasSameCounts(const ContentsScan &other) const {
    return entries.size() == other.entries.size() &&
           llvm::all_of(entries, [&](const Entry &entry) {
             return entry.count == other.getCount(entry.signature);
           });
  }
  /// Whether the root has anything in it: a declaration has not.
  bool hasBody() const { return isBody; }

private:
  /// Where signatures are among the entries, plus one, while they are counted.
  using Slots = std::vector<unsigned>;
  Entry &getEntry(unsigned signature, mlir::Operation *op, Slots &slots);
  void merge(const ContentsScan &nested, Slots &slots);

  llvm::SmallVector<Entry, 0> entries;
  KindSet kinds = 0, kindsOfCasts = 0;
  mlir::Operation *undoneCast = nullptr;
  bool isBody;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_CONTENTSSCAN_H
