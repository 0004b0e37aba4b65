//===- Marks.h - What the names of operations do not tell -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some passes take operations of a name or leave them, depending on what they
// are: `expand-strided-metadata` computes offsets of views with `affine.apply`,
// but not where all of them are constant. Contracts tell the two apart by
// marks, `memref.subview(static)`, which `names.contracts.json` of the catalog
// declares. Here they are read off IR.
//
// An operation has one mark at most, so that each is counted as one item, but
// for those that print, which say of their elements how wide they are as well.
// One of which nothing is known for certain has none.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_MARKS_H
#define PMB_PASSMANAGER_MARKS_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace mlir {
class Operation;
class OperationName;
class Type;
} // namespace mlir

namespace pmb {

/// What is to be said of an operation beside its name, without parentheses: a
/// mark (`static`), or the kind of type that it works on (`!tensor`) where
/// contracts ask for it. Empty if there is nothing. The operation must be
/// valid.
llvm::StringRef getMark(mlir::Operation *op);

/// What is to be said of an operation beside `getMark`. Of a `vector.print`,
/// what its elements are, whether it prints one or a vector of them (`boolean`
/// for integers of one bit, `narrow` for others of less than 64, which are
/// widened first, `!index`), and `nested` if the vector has several
/// dimensions. Of a transfer that is `clipped`, `dynamic` if only a run tells
/// where the buffer ends; of one that is `nested`, `computed` if only a run
/// tells where its loops start. Of a `cf.assert`, `enclosed` if what is around
/// it has only one block. Empty for others.
llvm::SmallVector<llvm::StringRef, 2> getFurtherMarks(mlir::Operation *op);

/// True for operations of `arith` and `math` that compute with tensors, as
/// convert-elementwise-to-linalg takes them. Contracts tell them apart by
/// dialect: `arith(!tensor)`.
bool isElementwiseOnTensors(mlir::Operation *op);

/// True for floats of at most 8 bits, which LLVM does not compute with.
bool isF8(mlir::Type type);

/// Whether `getMark` or `getFurtherMarks` may say something other than a kind
/// of type of operations of this name.
bool mayHaveMark(mlir::OperationName name);

/// True for an operation that has no effect and whose results are used by
/// operations in `dead` only, or that is nested in one of these. To be asked of
/// users before what they use, and of what is around operations before them: in
/// reverse preorder.
bool isDead(mlir::Operation *op, const llvm::DenseSet<mlir::Operation *> &dead);

/// The operations in `root` that have no effect and whose results are unused,
/// or only others of these, and all that is nested in them; and those that fold
/// to values that are there already, or to constants of at most 1,024 elements,
/// or of equal ones. Any pass that folds may remove them.
///
/// Changes the IR meanwhile: to see what folds, it puts copies of operations
/// into their blocks for a moment. REQUIRES: no other thread reads or changes
/// `root`.
llvm::DenseSet<mlir::Operation *> findDead(mlir::Operation *root);

} // namespace pmb

#endif // PMB_PASSMANAGER_MARKS_H
