//===- Marks.cpp - What the names of operations do not tell ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/Marks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "passmanager/MLIRCompat.h"
#include "passmanager/VectorMarks.h"
#include <functional>

using namespace pmb;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

namespace {
/// A number that is known, or one that is computed when the program runs.
using Size = std::optional<int64_t>;

/// A sum of products, of which one needs to know whether anything has to be
/// computed for it when the program runs.
class Sum {
public:
  void add(Size a, Size b) {
    if (a && b)
      constant += *a * *b;
    else if (a == 1 || b == 1)
      ++symbols;
    else if (a != 0 && b != 0)
      isComputed = true;
  }
  bool needsCode() const {
    return isComputed || symbols > 1 || (symbols == 1 && constant != 0);
  }

private:
  int64_t constant = 0;
  unsigned symbols = 0;
  bool isComputed = false;
};
} // namespace

static Size getSize(int64_t size) {
  return ShapedType::isDynamic(size) ? Size() : Size(size);
}

static SmallVector<Size> getSizes(ArrayRef<int64_t> sizes) {
  return llvm::map_to_vector(sizes, getSize);
}

/// The strides of a tensor that becomes a buffer of its own, or of a buffer,
/// and its offset. Returns false if there are none.
static bool getStrides(ShapedType type, SmallVectorImpl<Size> &strides,
                       Size &offset) {
  if (auto memref = dyn_cast<MemRefType>(type)) {
    SmallVector<int64_t> values;
    int64_t start;
    if (failed(pmb::getStridesAndOffset(memref, values, start)))
      return false;
    strides = getSizes(values);
    offset = getSize(start);
    return true;
  }
  strides.assign(type.getRank(), Size());
  Size stride = 1;
  for (int64_t i = type.getRank() - 1; i >= 0; --i) {
    strides[i] = stride;
    Size size = getSize(type.getDimSize(i));
    stride = stride && size ? Size(*stride * *size) : Size();
  }
  offset = 0;
  return true;
}

/// The type of a value, or of what was cast to it: casts fold.
static ShapedType getKnownType(Value value) {
  auto type = cast<ShapedType>(value.getType());
  Operation *op = value.getDefiningOp();
  if (!isa_and_present<memref::CastOp, tensor::CastOp>(op))
    return type;
  auto source = cast<ShapedType>(op->getOperand(0).getType());
  bool isMoreExact = source.hasRank() && type.hasRank() &&
                     source.getNumDynamicDims() <= type.getNumDynamicDims();
  return isMoreExact ? source : type;
}

/// Of a slice of `source`. Operands that are constants fold.
static StringRef getMarkOfSlice(ShapedType source,
                                ArrayRef<OpFoldResult> offsets,
                                ArrayRef<OpFoldResult> steps) {
  SmallVector<Size> strides;
  Size start;
  if (!source.hasRank() || !getStrides(source, strides, start))
    return "";
  Sum offset;
  offset.add(start, 1);
  bool needsCode = false;
  for (auto [stride, first, step] : llvm::zip(strides, offsets, steps)) {
    offset.add(getConstantIntValue(first), stride);
    Sum product;
    product.add(getConstantIntValue(step), stride);
    needsCode |= product.needsCode();
  }
  return needsCode || offset.needsCode() ? "dynamic" : "static";
}

/// The padded value is a slice of the result.
static StringRef readMark(tensor::PadOp op) {
  SmallVector<OpFoldResult> low = op.getMixedLowPad(),
                            high = op.getMixedHighPad();
  ShapedType source = getKnownType(op.getSource());
  SmallVector<int64_t> shape;
  for (auto [size, before, after] : llvm::zip(source.getShape(), low, high)) {
    std::optional<int64_t> first = getConstantIntValue(before),
                           last = getConstantIntValue(after);
    shape.push_back(first && last && !ShapedType::isDynamic(size)
                        ? *first + size + *last
                        : ShapedType::kDynamic);
  }
  SmallVector<OpFoldResult> steps(
      low.size(), IntegerAttr::get(IndexType::get(op.getContext()), 1));
  return getMarkOfSlice(op.getResultType().clone(shape), low, steps);
}

/// Whether a size of a group of dimensions is the product, or the quotient, of
/// others that are known only at run time.
static StringRef getMarkOfGroups(ShapedType expanded,
                                 ArrayRef<ReassociationIndices> groups) {
  for (const ReassociationIndices &group : groups) {
    unsigned symbols = 0;
    int64_t constant = 1;
    for (int64_t dim : group)
      if (Size size = getSize(expanded.getDimSize(dim)))
        constant *= *size;
      else
        ++symbols;
    if (symbols > 1 || (symbols == 1 && constant != 1))
      return "dynamic";
  }
  return "";
}

/// Whether nothing is to compute of a view of `source`, if its sizes are known.
static bool isStaticView(ShapedType expanded, MemRefType source) {
  SmallVector<Size> strides;
  Size start;
  return expanded.hasStaticShape() && getStrides(source, strides, start) &&
         start && llvm::all_of(strides, [](Size size) { return bool(size); });
}

static StringRef readMark(memref::CollapseShapeOp op) {
  MemRefType source = op.getSrcType();
  return isStaticView(source, source)
             ? "static"
             : getMarkOfGroups(source, op.getReassociationIndices());
}
static StringRef readMark(memref::ExpandShapeOp op) {
  MemRefType expanded = op.getResultType();
  return isStaticView(expanded, op.getSrcType())
             ? "static"
             : getMarkOfGroups(expanded, op.getReassociationIndices());
}

/// The layout of the buffer is not known yet: sizes are all there is to see.
static StringRef readMark(tensor::CollapseShapeOp op) {
  return getMarkOfGroups(getKnownType(op.getSrc()),
                         op.getReassociationIndices());
}
static StringRef readMark(tensor::ExpandShapeOp op) {
  return getKnownType(op.getSrc()).hasStaticShape()
             ? ""
             : getMarkOfGroups(op.getResultType(),
                               op.getReassociationIndices());
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

static bool hasTensors(Operation *op) {
  return hasType(op, [](Type type) { return isa<TensorType>(type); });
}

static StringRef readMark(OffsetSizeAndStrideOpInterface op) {
  // The second operand is what a slice is inserted into.
  unsigned sliced =
      isa<tensor::InsertSliceOp, tensor::ParallelInsertSliceOp>(*op) ? 1 : 0;
  return getMarkOfSlice(getKnownType(op->getOperand(sliced)),
                        op.getMixedOffsets(), op.getMixedStrides());
}

/// A loop that carries a tile from one slice to the next.
static StringRef readMark(scf::ForOp op) {
  return llvm::any_of(op.getResultTypes(), isTile) ? "tile" : "";
}

/// Whether one of the numbers that are used of it is known, and folds.
static StringRef readMark(memref::ExtractStridedMetadataOp op) {
  SmallVector<Size> strides;
  Size offset;
  if (!getStrides(op.getSource().getType(), strides, offset))
    return "";
  SmallVector<Size> numbers = {offset};
  llvm::append_range(numbers, getSizes(op.getSource().getType().getShape()));
  llvm::append_range(numbers, strides);
  bool isUsed = false, isKnown = false;
  for (auto [value, number] : llvm::zip(op->getResults().drop_front(), numbers))
    if (!value.use_empty()) {
      isUsed = true;
      isKnown |= number.has_value();
    }
  return isKnown ? "static" : isUsed ? "dynamic" : "base";
}

/// Without dimensions, no loop comes of it.
static StringRef readMark(linalg::LinalgOp op) {
  return op.getNumLoops() ? "" : "scalar";
}
/// An index that is one of a loop, or zero, is not computed; nor is a number.
static StringRef readMark(linalg::GenericOp op) {
  auto isProjected = [](AffineMap map) {
    return map.isProjectedPermutation(/*allowZeroInResults=*/true);
  };
  auto isComputed = [](AffineMap map) {
    return llvm::any_of(map.getResults(), llvm::IsaPred<AffineBinaryOpExpr>);
  };
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  return op.getNumLoops() == 0             ? "scalar"
         : llvm::all_of(maps, isProjected) ? "projected"
         : llvm::any_of(maps, isComputed)  ? "computed"
                                           : "";
}

bool pmb::isF8(Type type) {
  auto real = dyn_cast<FloatType>(type);
  return real && real.getWidth() <= 8;
}

/// True for types that LLVM has as they are: no conversion makes casts of them.
static bool isPlain(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getRank() == 1 && isPlain(vector.getElementType());
  return type.isSignlessInteger() || (isa<FloatType>(type) && !isF8(type)) ||
         type.getDialect().getNamespace() == "llvm";
}

static StringRef readMark(FunctionOpInterface op) {
  return llvm::all_of(op.getArgumentTypes(), isPlain) &&
                 llvm::all_of(op.getResultTypes(), isPlain)
             ? "plain"
             : "";
}
static StringRef readMark(func::CallOp op) {
  return hasType(op, std::not_fn(isPlain)) ? "" : "plain";
}

/// Whether a target is attached that it can be compiled for, and whether that
/// is one of those that a backend of LLVM compiles for.
static StringRef readMark(gpu::GPUModuleOp op) {
  ArrayAttr targets = op.getTargetsAttr();
  if (!targets || targets.empty())
    return "untargeted";
  bool isCompiled = llvm::any_of(targets, [](Attribute target) {
    return llvm::is_contained({"nvvm", "rocdl", "xevm"},
                              target.getDialect().getNamespace());
  });
  return isCompiled ? "compiled" : "";
}

/// What a GPU does is put in order by tokens. Memory that the host shares is
/// there at once.
static StringRef readMark(gpu::AsyncOpInterface op) {
  auto alloc = dyn_cast<gpu::AllocOp>(*op);
  return op.getAsyncToken() || (alloc && alloc.getHostShared()) ? "" : "sync";
}

/// What gpu-map-parallel-loops, or the author, says of a loop's dimensions.
static StringRef readMark(scf::ParallelOp op) {
  return op->hasAttr("mapping") ? "mapped" : "";
}

namespace {
/// Operations of which `readMark` reads marks.
template <typename... Ops> struct OpList {
  static bool contains(OperationName name) {
    return ((name.getTypeID() == TypeID::get<Ops>()) || ...);
  }
  static StringRef read(Operation *op) {
    StringRef mark;
    (void)((isa<Ops>(op) && (mark = readMark(cast<Ops>(op)), true)) || ...);
    return mark;
  }
};
using MarkedOps = OpList<
    memref::SubViewOp, tensor::ExtractSliceOp, tensor::InsertSliceOp,
    tensor::ParallelInsertSliceOp, tensor::PadOp, tensor::CollapseShapeOp,
    tensor::ExpandShapeOp, memref::CollapseShapeOp, memref::ExpandShapeOp,
    memref::ExtractStridedMetadataOp, vector::TransferReadOp,
    vector::TransferWriteOp, vector::PrintOp, vector::BroadcastOp,
    linalg::GenericOp, linalg::FillOp, linalg::MapOp, scf::ParallelOp,
    scf::ForOp, func::FuncOp, func::CallOp, gpu::GPUFuncOp, gpu::GPUModuleOp,
    gpu::AllocOp, gpu::DeallocOp, gpu::MemcpyOp, gpu::MemsetOp>;
/// Those of which one dimension is what matters.
using VectorOps =
    OpList<vector::LoadOp, vector::StoreOp, vector::MaskedLoadOp,
           vector::MaskedStoreOp, vector::FMAOp, vector::FromElementsOp>;
/// Those that may be about tiles.
using TileOps = OpList<vector::OuterProductOp, vector::TransposeOp,
                       vector::ExtractOp, vector::InsertOp, arith::ConstantOp>;
} // namespace

/// Whether it computes with floats of at most 8 bits, and not only moves them.
static bool computesWithF8(Operation *op) {
  return isa_and_present<arith::ArithDialect, math::MathDialect>(
             op->getDialect()) &&
         !isa<arith::BitcastOp, arith::SelectOp>(op) &&
         hasType(op,
                 [](Type type) { return isF8(getElementTypeOrSelf(type)); });
}

/// The step of a script that makes vectors, which fill tiles if two dimensions
/// are scalable.
static constexpr StringLiteral vectorizeStep = "transform.structured.vectorize";
static StringRef readMarkOfScript(Operation *op) {
  auto scalable = op->getAttrOfType<DenseBoolArrayAttr>("scalable_sizes");
  return scalable && llvm::count(scalable.asArrayRef(), true) == 2 ? "tile"
                                                                   : "";
}

StringRef pmb::getMark(Operation *op) {
  if (isa<arith::ConstantOp>(op))
    return hasTensors(op) ? "!tensor" : readMarkOfTiles(op);
  if (computesWithF8(op))
    return "!f8";
  if (VectorOps::contains(op->getName()))
    return readMarkOfVectors(op);
  if (TileOps::contains(op->getName()))
    return readMarkOfTiles(op);
  if (op->getName().getStringRef() == vectorizeStep)
    return readMarkOfScript(op);
  return MarkedOps::read(op);
}

bool pmb::mayHaveMark(OperationName name) {
  return MarkedOps::contains(name) || VectorOps::contains(name) ||
         TileOps::contains(name) || name.getStringRef() == vectorizeStep ||
         name.getTypeID() == TypeID::get<cf::AssertOp>();
}

SmallVector<StringRef, 2> pmb::getFurtherMarks(Operation *op) {
  if (auto print = dyn_cast<vector::PrintOp>(op))
    return readFurtherMarks(print);
  if (auto transfer = dyn_cast<VectorTransferOpInterface>(op))
    return readFurtherMarks(transfer);
  // An assertion becomes blocks, and what is around it may have only one.
  if (isa<cf::AssertOp>(op) &&
      op->getParentOp()->hasTrait<OpTrait::SingleBlock>())
    return {"enclosed"};
  return {};
}

bool pmb::isElementwiseOnTensors(Operation *op) {
  return isa_and_present<arith::ArithDialect, math::MathDialect>(
             op->getDialect()) &&
         !isa<arith::ConstantOp>(op) && hasTensors(op);
}
