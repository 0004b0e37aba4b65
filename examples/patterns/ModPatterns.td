//===- ModPatterns.td - Patterns that others may want ------*- tablegen -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MOD_MODPATTERNS_TD
#define MOD_MODPATTERNS_TD

include "ModDialect.td"
include "mlir/IR/PatternBase.td"

// A division by the modulus is dear for a product, and one comparison for a sum.
def MulByTwo
    : Pat<(Mod_MulOp $x, (Mod_ConstantOp ConstantAttr<I64Attr, "2">), $modulus),
          (Mod_AddOp $x, $x, $modulus)>;

#endif // MOD_MODPATTERNS_TD
