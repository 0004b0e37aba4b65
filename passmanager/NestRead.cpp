//===- NestRead.cpp - The pass managers in MLIR's nests -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/NestRead.h"
#include "mlir/Pass/Pass.h"

using namespace pmb;

using Managers = llvm::SmallVector<mlir::OpPassManager, 1>;

static Managers &getManagers(mlir::Pass &nest, size_t offset) {
  return *reinterpret_cast<Managers *>(reinterpret_cast<char *>(&nest) +
                                       offset);
}

namespace {
/// What a nest is, learnt from one that is made for it.
struct NestLayout {
  NestLayout() {
    mlir::OpPassManager outer;
    mlir::OpPassManager &inner = outer.nestAny();
    mlir::Pass &nest = *outer.begin();
    typeID = nest.getTypeID();
    // A single manager stands in the vector itself.
    Managers vector;
    ptrdiff_t inVector = reinterpret_cast<char *>(vector.data()) -
                         reinterpret_cast<char *>(&vector);
    ptrdiff_t distance = reinterpret_cast<char *>(&inner) -
                         reinterpret_cast<char *>(&nest) - inVector;
    // Behind what every pass has, and not somewhere else in memory.
    if (distance < ptrdiff_t(sizeof(mlir::Pass)) ||
        distance > ptrdiff_t(2 * sizeof(mlir::Pass)))
      return;
    const Managers &managers = getManagers(nest, distance);
    if (managers.data() == &inner && managers.size() == 1)
      offset = distance;
  }

  mlir::TypeID typeID;
  /// Where the managers are; 0 if they are not where they are expected.
  size_t offset = 0;
};
} // namespace

static const NestLayout &getLayout() {
  static const NestLayout layout;
  return layout;
}

namespace {
/// Opens a member that MLIR protects: a pass manager only lends its passes.
struct OpenIterator : mlir::OpPassManager::pass_iterator {
  explicit OpenIterator(const mlir::OpPassManager::pass_iterator &it)
      : mlir::OpPassManager::pass_iterator(it) {}
  std::unique_ptr<mlir::Pass> &getPass() const { return *wrapped(); }
};
} // namespace

std::unique_ptr<mlir::Pass>
pmb::takePass(const mlir::OpPassManager::pass_iterator &pass) {
  return std::move(OpenIterator(pass).getPass());
}

bool pmb::isNest(const mlir::Pass &pass) {
  return pass.getTypeID() == getLayout().typeID;
}

llvm::MutableArrayRef<mlir::OpPassManager>
pmb::getNestedManagers(mlir::Pass &nest) {
  if (size_t offset = getLayout().offset)
    return getManagers(nest, offset);
  return {};
}
