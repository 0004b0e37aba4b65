//===- Operations.h - What passes of tests run on ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_OPERATIONS_H
#define PMB_TESTS_OPERATIONS_H

#include "Require.h"
#include "builder/passes/Catalog.h"

namespace pmb::test {

/// Declares operations of MLIR in a catalog that is made by hand, as the stock
/// catalog does.
inline void addOperations(Catalog &catalog) {
  auto add = [&](llvm::StringRef name, llvm::StringRef parent,
                 bool isFunction) -> OperationDescriptor {
    OperationDescriptor operation;
    operation.name = name.str();
    operation.parent = parent.str();
    operation.isFunction = isFunction;
    operation.isSymbol = isFunction || name == "gpu.module";
    operation.isTop = name == "builtin.module";
    operation.isOnlyThere = name == "gpu.func";
    operation.holdsProgram = name == "func.func" || name == "llvm.func";
    operation.isUsual = name == "func.func" || name == "gpu.module";
    return operation;
  };
  for (const OperationDescriptor &operation :
       {add("builtin.module", "", false),
        add("func.func", "builtin.module", true),
        add("llvm.func", "builtin.module", true),
        add("gpu.module", "builtin.module", false),
        add("gpu.func", "gpu.module", true),
        add("spirv.module", "builtin.module", false),
        add("spirv.func", "spirv.module", true)})
    require(catalog.addOperation(operation));
  OperationDescriptor function;
  function.name = "*.func";
  function.isFunction = true;
  require(catalog.addOperation(function));
}

} // namespace pmb::test

#endif // PMB_TESTS_OPERATIONS_H
