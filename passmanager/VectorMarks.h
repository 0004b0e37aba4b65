//===- VectorMarks.h - What names of operations on vectors do not tell ----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of passmanager/Marks.h that is about vectors. Operations must be
// valid; what is returned is empty if there is nothing to say.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_VECTORMARKS_H
#define PMB_PASSMANAGER_VECTORMARKS_H

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace pmb {

/// Whether an operand or a result has such a type.
bool hasType(mlir::Operation *op, llvm::function_ref<bool(mlir::Type)> matches);

/// Whether values of this type fill a tile of SME: as many of the elements as a
/// vector of 128 bits has, times vscale, in both dimensions.
bool isTile(mlir::Type type);

/// Whether one vector load or store does what a transfer does, at most with a
/// mask; or loops are needed. Over a scalable dimension there may be none. Of
/// tiles there are loads and stores in bounds only.
llvm::StringRef readMark(mlir::VectorTransferOpInterface op);
llvm::StringRef readMark(mlir::vector::PrintOp op);
llvm::StringRef readMark(mlir::vector::BroadcastOp op);

/// What `getFurtherMarks` says of a transfer and of a print. A vector of
/// several dimensions is put in a row to be printed, unless that folds.
llvm::SmallVector<llvm::StringRef, 2>
readFurtherMarks(mlir::VectorTransferOpInterface op);
llvm::SmallVector<llvm::StringRef, 2>
readFurtherMarks(mlir::vector::PrintOp op);

/// Of those of which one instruction does it if they have one dimension.
llvm::StringRef readMarkOfVectors(mlir::Operation *op);
/// What SME does on tiles, and on nothing else.
llvm::StringRef readMarkOfTiles(mlir::Operation *op);

} // namespace pmb

#endif // PMB_PASSMANAGER_VECTORMARKS_H
