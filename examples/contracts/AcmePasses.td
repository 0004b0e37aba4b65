//===- AcmePasses.td - Passes with their contracts ---------*- tablegen -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Passes.td as any project has one, from which mlir-tblgen makes the passes'
// base classes. Beside each pass stands what it needs and does.
//
//===----------------------------------------------------------------------===//

#ifndef ACME_PASSES
#define ACME_PASSES

include "mlir/Pass/PassBase.td"
include "bundles/contracts/PassContract.td"

def Tiling : PassKind<"tiling", "Splits structured operations into tiles">;
def Tiled : IRProperty<"acme-tiled", "Every structured operation fits the cache">;
def Padded : IRProperty<"acme-padded", "Rows of buffers begin at cache lines">;

def AcmeTile : Pass<"acme-tile", "func::FuncOp">, PassContract {
  let summary = "Tile structured operations for the cache";
  let options = [
    Option<"size", "size", "int64_t", /*default=*/"32", "Elements in a row">,
    Option<"loops", "loops", "bool", /*default=*/"true", "Make loops of tiles">,
  ];

  let kinds = ["tiling"];
  let after = [PassNamed<"linalg-generalize-named-ops",
                         "it tiles linalg.generic only">];
  let before = [PassNamed<"convert-linalg-to-loops",
                          "loops cannot be tiled any more">];
  let followedBy = [PassOfKind<"cleanup", "it leaves constants behind",
                               isWeak=1>];
  let conflictsWith = [PassNamed<"acme-tile-old">];
  let requires = [Contains<["linalg"]>];
  let provides = [PropertyNamed<"acme-tiled">];
  let introduces = [Addition<["scf.for", "tensor.extract_slice"],
                             ["affine.min"], onlyIf=If<"loops">>];
}

def AcmePad : Pass<"acme-pad", "ModuleOp">, PassContract {
  let summary = "Pad buffers to cache lines";
  let requires = [PropertyNamed<"acme-tiled", "it pads for the size of a tile">];
  let provides = [PropertyNamed<"acme-padded">];
  let invalidates = [PropertyNamed<"canonical">];
  let rejects = [Contains<["!tensor"], "only buffers have addresses">];
  let idempotent = 1;
}

def AcmeLower : Pass<"acme-lower", "ModuleOp">, PassContract {
  let summary = "Lower what is left of acme";
  let after = [ProviderOf<"acme-padded", onlyIf=If<"cpu">>];
  let preserves = [PropertyNamed<"canonical">];
  let greedy = 1;
  let lowers = [Lowering<["acme.prefetch"], ["memref.prefetch"],
                         "the hardware has an instruction for it",
                         isSpeculative=1, sometimesItems=["affine.apply"]>];
}

def AcmeScript : Pass<"acme-script", "ModuleOp">, PassContract {
  let summary = "Run a script of the acme tuner";
  let options = [Option<"file", "file", "std::string", /*default=*/"", "">];
  let unknownEffect = [Unknown<"it does what the script says",
                               If<"file != ''">,
                               keepsItems=["func"]>];
}

#endif // ACME_PASSES
