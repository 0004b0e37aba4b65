//===- VectorMarks.cpp - What names of operations on vectors do not tell --===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/VectorMarks.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "passmanager/MLIRCompat.h"

using namespace pmb;
using namespace mlir;

bool pmb::hasType(Operation *op, llvm::function_ref<bool(Type)> matches) {
  return llvm::any_of(op->getOperandTypes(), matches) ||
         llvm::any_of(op->getResultTypes(), matches);
}

bool pmb::isTile(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || vector.getRank() != 2 || !vector.allDimsScalable() ||
      !vector.getElementType().isIntOrFloat())
    return false;
  int64_t width = vector.getElementTypeBitWidth();
  return width >= 8 && llvm::all_of(vector.getShape(), [&](int64_t size) {
           return size * width == 128;
         });
}

/// Whether it reads whole rows that lie one behind the other, as many as vscale
/// says, of a memref whose number of rows is known only at run time. SVE can
/// load them as one row.
static bool isBlockOfRows(VectorTransferOpInterface op) {
  auto memref = dyn_cast<MemRefType>(op.getShapedType());
  VectorType vector = op.getVectorType();
  if (!isa<vector::TransferReadOp>(op) || !memref || op.getMask() ||
      op->getParentOfType<vector::MaskOp>() ||
      !op.getPermutationMap().isMinorIdentity() ||
      vector.getNumScalableDims() != 1)
    return false;
  // The scalable dimension, and those behind it.
  ArrayRef<bool> scalable = vector.getScalableDims();
  auto last =
      static_cast<unsigned>(scalable.end() - llvm::find(scalable, true) - 1);
  ArrayRef<int64_t> row = vector.getShape().take_back(last);
  return last > 0 && row == memref.getShape().take_back(last) &&
         memref.isDynamicDim(memref.getRank() - last - 1) &&
         llvm::any_of(row, [](int64_t size) { return size != 1; }) &&
         memref.areTrailingDimsContiguous(last + 1) && !op.hasOutOfBoundsDim();
}

/// Whether the elements of the last dimension lie next to each other.
static bool isContiguous(VectorTransferOpInterface op) {
  AffineMap map = op.getPermutationMap();
  auto memref = dyn_cast<MemRefType>(op.getShapedType());
  return (isa<vector::TransferReadOp>(op)
              ? map.isMinorIdentityWithBroadcasting()
              : map.isMinorIdentity()) &&
         (!memref || pmb::isLastMemrefDimUnitStride(memref));
}

StringRef pmb::readMark(VectorTransferOpInterface op) {
  if (isTile(op.getVectorType()))
    return op.hasOutOfBoundsDim() ? "" : "tile";
  if (isBlockOfRows(op))
    return "leading";
  if (op.getVectorType().getRank() > 1)
    return op.getVectorType().isScalable() ? "" : "nested";
  return !isContiguous(op)        ? "nested"
         : op.hasOutOfBoundsDim() ? "clipped"
                                  : "flat";
}

StringRef pmb::readMark(vector::PrintOp op) {
  if (!op.getSource() || !isa<VectorType>(op.getPrintType()))
    return "scalar";
  return isTile(op.getPrintType()) ? "tile" : "!vector";
}

SmallVector<StringRef, 2> pmb::readFurtherMarks(vector::PrintOp op) {
  SmallVector<StringRef, 2> marks;
  if (!op.getSource())
    return marks;
  Type element = getElementTypeOrSelf(op.getPrintType());
  if (element.isInteger(1))
    marks.push_back("boolean");
  else if (element.isInteger() && element.getIntOrFloatBitWidth() < 64)
    marks.push_back("narrow");
  else if (element.isIndex())
    marks.push_back("!index");
  auto vector = dyn_cast<VectorType>(op.getPrintType());
  Operation *maker = op.getSource().getDefiningOp();
  if (vector && vector.getRank() > 1 && !vector.isScalable() &&
      !(maker && isPure(maker)))
    marks.push_back("nested");
  return marks;
}

/// True if the buffer comes from outside, and only a run tells where it ends:
/// its size is asked for, as that of a buffer that the function makes itself
/// need not be.
static bool asksForSize(VectorTransferOpInterface op) {
  auto dim = dyn_cast<AffineDimExpr>(op.getPermutationMap().getResult(0));
  return isa<BlockArgument>(op.getBase()) && dim &&
         op.getShapedType().isDynamicDim(dim.getPosition());
}

/// True if an index that loops start from is known only at run time. There is
/// none over the last dimension if a load or store does that.
static bool startsAnywhere(VectorTransferOpInterface op) {
  ArrayRef<AffineExpr> looped = op.getPermutationMap().getResults();
  if (isContiguous(op))
    looped = looped.drop_back();
  return llvm::any_of(looped, [&](AffineExpr expr) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    return dim && !getConstantIntValue(op.getIndices()[dim.getPosition()]);
  });
}

SmallVector<StringRef, 2> pmb::readFurtherMarks(VectorTransferOpInterface op) {
  if (!isa<MemRefType>(op.getShapedType()))
    return {};
  StringRef mark = readMark(op);
  if (mark == "clipped" && asksForSize(op))
    return {"dynamic"};
  if (mark == "nested" && startsAnywhere(op))
    return {"computed"};
  return {};
}

StringRef pmb::readMarkOfVectors(Operation *op) {
  if (hasType(op, isTile))
    return "tile";
  bool isNested = hasType(op, [](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector && vector.getRank() > 1;
  });
  return isNested ? "" : "flat";
}

StringRef pmb::readMark(vector::BroadcastOp op) {
  return isTile(op.getType())                  ? "tile"
         : isa<VectorType>(op.getSourceType()) ? ""
                                               : "scalar";
}

StringRef pmb::readMarkOfTiles(Operation *op) {
  return hasType(op, isTile) ? "tile" : "";
}
