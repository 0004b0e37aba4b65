//===- Item.h - A part of what the IR contains ----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contracts, catalogs and interfaces of pipelines say what the IR contains in
// items, which are texts:
//
//   linalg                  a dialect: all its operations
//   memref.subview          an operation
//   !tensor                 a kind of type
//   memref.subview(!index)  those operations that involve a kind of type
//   func.return(allocated)  those with a mark (Catalog::addMark)
//   *                       every operation of every dialect
//
// What an input contains may be said with the nest that it stands in:
//
//   gpu.module/scf.for      one that is in a kernel, not in the program
//
// A dialect covers its operations, and an operation covers what is qualified
// with a type or a mark. A dialect that is qualified, `arith(!f8)`, covers its
// operations that are so.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_ITEM_H
#define PMB_BUILDER_PASSES_ITEM_H

#include "builder/diagnostics/Diagnostic.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace pmb {

/// The casts that conversions leave between converted and unconverted types.
constexpr llvm::StringLiteral castItem = "builtin.unrealized_conversion_cast";

/// An item in its parts. Refers to the text, which must outlive it.
class Item {
public:
  /// Takes a text apart. One that is no item has parts, too (see `parse`).
  explicit Item(llvm::StringRef placed)
      : text(placed.substr(placed.rfind('/') + 1)),
        name(text.take_front(text.find('('))),
        nest(placed.drop_back(text.size()).drop_back()) {}

  /// std::nullopt if `text` is not written as an item.
  static std::optional<Item> parse(llvm::StringRef text);

  /// The item without its nest.
  llvm::StringRef str() const { return text; }
  /// `gpu.module` of `gpu.module/scf.for`; empty if nothing is said of that.
  /// Only of what an input contains.
  llvm::StringRef getNest() const { return nest; }
  /// `memref.subview` of `memref.subview(!index)`; others as they are.
  llvm::StringRef getName() const { return name; }
  /// `!index` of `memref.subview(!index)`, `allocated` of
  /// `func.return(allocated)`; empty if there is none.
  llvm::StringRef getQualifier() const {
    llvm::StringRef rest = text.drop_front(name.size());
    rest.consume_front("(");
    rest.consume_back(")");
    return rest;
  }
  bool isQualified() const { return name.size() != text.size(); }
  /// The dialect of an operation; empty for dialects and types.
  llvm::StringRef getDialect() const {
    return isOperation() ? getRoot() : llvm::StringRef();
  }
  /// The dialect that this is of, or is; `!acme` of types.
  llvm::StringRef getRoot() const { return name.take_front(name.find('.')); }
  /// `subview` of `memref.subview`; empty for dialects and types.
  llvm::StringRef getOperation() const {
    return isType() ? llvm::StringRef() : name.split('.').second;
  }

  /// True for `*`.
  bool isAll() const { return text == "*"; }
  bool isType() const { return text.starts_with("!"); }
  bool isOperation() const { return !getOperation().empty(); }
  /// True for all operations of a dialect.
  bool isDialect() const {
    return !isType() && !isAll() && !isOperation() && !isQualified();
  }
  /// True for `builtin.unrealized_conversion_cast`, qualified or not.
  bool isCast() const { return name == castItem; }
  /// True for `tensor.dim(dead)` and `!tensor(dead)`, in what the input
  /// contains: any greedy pass removes them.
  bool isDead() const { return getQualifier() == "dead"; }

  /// True if this names all that `other` does.
  bool covers(Item other) const {
    llvm::StringRef rest = other.text;
    return text == rest || (isAll() && !other.isType()) ||
           (rest.consume_front(text) &&
            (rest.starts_with(".") || rest.starts_with("("))) ||
           (!isOperation() && isQualified() && other.getDialect() == name &&
            other.getQualifier() == getQualifier());
  }

private:
  llvm::StringRef text, name, nest;
};

/// That `text` is not written as an item.
Diagnostic makeBadItem(llvm::StringRef text);

} // namespace pmb

#endif // PMB_BUILDER_PASSES_ITEM_H
