//===- FuzzSupport.cpp - What the fuzz targets share ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzSupport.h"
#include "bundles/contracts/PassJson.h"

using namespace pmb;

static constexpr llvm::StringLiteral contracts = R"json({
  "kinds": {"cleanup": "", "lowering": "", "patterns": ""},
  "variants": {"gpu": ""},
  "properties": {"tidy": {"fleeting": true}, "done": {}},
  "types": {"!tensor": {"carriers": ["x.tensor"], "becomes": "!memref"},
            "!memref": {"carriers": ["x.memref"]}},
  "passes": {
    "a": {"lowers": [{"from": "x", "to": ["y.one"], "sometimes": "y.two"}]},
    "b": {"after": "a", "lowers": [{"from": "y", "to": "llvm"}]},
    "c": {"before": {"pass": "b", "present": true}, "rejects": {"items": "x"},
          "requires": "tidy"},
    "d": {"provides": "done", "invalidates": "tidy", "idempotent": true,
          "conflictsWith": {"pass": "g", "weak": true}},
    "e": {"kinds": "cleanup", "provides": "tidy", "idempotent": true,
          "lowers": [{"from": "z.dead", "partial": true}]},
    "f": {"anchor": "func.func", "kinds": "lowering",
          "lowers": [{"from": "x.tensor", "to": "x.memref",
                      "converts": "!tensor", "unless": "z"}]},
    "g": {"anchors": ["func.func", "gpu.module"],
          "followedBy": {"kind": "cleanup", "weak": true},
          "introduces": {"to": "z.dead", "when": {"variant": "gpu"}}},
    "h": {"options": {"size": {"type": "uint32", "default": 32},
                      "fast": {"type": "bool", "default": false}},
          "after": {"pass": "a", "when": {"option": "fast"}}},
    "s": {"unknownEffect": {"reason": "runs a script", "keeps": "x"}},
    "m": {"kinds": "patterns", "lowers": [{"from": "x", "to": "y.one"}]},
    "n": {"kinds": "patterns", "rejects": {"items": "z"}},
    "p": {"options": {"fast": {"type": "bool", "default": false}},
          "pipeline": ["a", {"nest": "func.func", "passes": ["f", "g"]},
                       {"pass": "e", "when": {"option": "fast", "not": true}}]},
    "q": {"pipeline": "any(p,q2,func.func(f))"},
    "q2": {"pipeline": ["b", "p"]}
  }
})json";

const Catalog &fuzz::getCatalog() {
  static const Catalog catalog = [] {
    Catalog made;
    JsonDocument document = llvm::cantFail(
        JsonDocument::parse(SourceText::refer(contracts, "fuzz")));
    llvm::cantFail(readContracts(document, made).takeError());
    return made;
  }();
  return catalog;
}
