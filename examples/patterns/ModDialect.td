//===- ModDialect.td - Arithmetic modulo a number ----------*- tablegen -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MOD_MODDIALECT_TD
#define MOD_MODDIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Mod_Dialect : Dialect {
  let name = "mod";
  let cppNamespace = "::mod";
  let summary = "Arithmetic on residues: from 0 up to a modulus";
  let hasConstantMaterializer = 1;
}

class Mod_Op<string mnemonic, list<Trait> traits = []>
    : Op<Mod_Dialect, mnemonic, traits # [Pure]>;

def Mod_ConstantOp : Mod_Op<"constant", [ConstantLike]> {
  let summary = "A residue";
  let arguments = (ins I64Attr:$value);
  let results = (outs I64:$result);
  let assemblyFormat = "$value attr-dict";
  let hasFolder = 1;
}

class Mod_BinaryOp<string mnemonic> : Mod_Op<mnemonic, [Commutative]> {
  let arguments = (ins I64:$lhs, I64:$rhs, I64Attr:$modulus);
  let results = (outs I64:$result);
  let assemblyFormat = "$lhs `,` $rhs `modulo` $modulus attr-dict";
  let hasFolder = 1;
}

def Mod_AddOp : Mod_BinaryOp<"add"> {
  let summary = "The residue of a sum";
  let hasCanonicalizer = 1;
}

def Mod_MulOp : Mod_BinaryOp<"mul"> {
  let summary = "The residue of a product";
}

#endif // MOD_MODDIALECT_TD
