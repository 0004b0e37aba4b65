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

bool pmb::isNest(const mlir::Pass &pass) {
  return pass.getName() == "mlir::detail::OpToOpPassAdaptor";
}

using Managers = llvm::SmallVector<mlir::OpPassManager, 1>;

static Managers &getManagers(mlir::Pass &nest, size_t offset) {
  return *reinterpret_cast<Managers *>(reinterpret_cast<char *>(&nest) +
                                       offset);
}

/// Where a nest has its managers; 0 if they are not where they are expected.
static size_t measureOffset() {
  mlir::OpPassManager outer;
  mlir::OpPassManager &inner = outer.nestAny();
  mlir::Pass &nest = *outer.begin();
  if (!isNest(nest))
    return 0;
  // A single manager stands in the vector itself.
  Managers vector;
  ptrdiff_t inVector = reinterpret_cast<char *>(vector.data()) -
                       reinterpret_cast<char *>(&vector);
  ptrdiff_t offset = reinterpret_cast<char *>(&inner) -
                     reinterpret_cast<char *>(&nest) - inVector;
  // Not before the end of what every pass has, nor anywhere else in memory.
  if (offset < ptrdiff_t(sizeof(mlir::Pass)) ||
      offset > ptrdiff_t(2 * sizeof(mlir::Pass)))
    return 0;
  const Managers &managers = getManagers(nest, offset);
  return managers.data() == &inner && managers.size() == 1 ? offset : 0;
}

llvm::MutableArrayRef<mlir::OpPassManager>
pmb::getNestedManagers(mlir::Pass &nest) {
  static const size_t offset = measureOffset();
  if (!offset)
    return {};
  return getManagers(nest, offset);
}
