//===- PassManagerRules.h - What sets pass managers apart -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_PASSMANAGERRULES_H
#define PMB_BUILDER_PASSES_PASSMANAGERRULES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace pmb {

/// How a pass manager writes its pipelines, and what it makes of nests. Part of
/// a catalog (`Catalog::setRules`). The defaults are MLIR's; those of LLVM's
/// own pass manager are in `getLLVMCatalog()`.
struct PassManagerRules {
  /// The operation of a pipeline that names none.
  std::string root = "builtin.module";
  /// A text begins with the operation and stands in its parentheses. Otherwise
  /// it is a list of passes and nests for `root`; if the first of them runs
  /// deeper, the nests for it are implied around all of them.
  bool textNamesRoot = true;
  /// Options are parameters, `sroa<modify-cfg>` and `early-cse<>`; so are those
  /// of nests, which are part of the nest's name: `function<eager-inv>`. Only
  /// declared operations are nests, and nothing is white space. Otherwise
  /// options are written `{a=1 b=2}`.
  bool hasParameters = false;
  /// A pass that cannot run where it is put gets a nest. Otherwise that is an
  /// error.
  bool choosesNests = true;
  /// Neighbouring nests for different operations run as one, so passes of the
  /// second may run before those of the first.
  bool mergesNests = true;
  /// Options that say how much is optimized, `O0` to `Oz`. A pass that takes
  /// the last of them is a pipeline that needs one.
  std::vector<std::string> levels;
  /// The pipeline that most people mean, `default<O2>`. Empty if there are no
  /// levels.
  std::string usualPipeline;
};

/// Splits `sroa<modify-cfg>` into `sroa` and `<modify-cfg>`. The first angle
/// brackets behind `require`, `invalidate`, `print` and `verify` are part of
/// the name: `print<da><normalized-results>`. The second is empty if there is
/// none.
std::pair<llvm::StringRef, llvm::StringRef>
splitParameters(llvm::StringRef text);

/// Options as they stand behind a name in a text: `{a=1}`, or as they are if
/// they are parameters, `<a;b=1>`. Empty for none.
std::string wrapOptions(llvm::StringRef options);

/// True for options that are parameters: they keep their brackets everywhere.
inline bool areParameters(llvm::StringRef options) {
  return options.starts_with("<");
}

} // namespace pmb

#endif // PMB_BUILDER_PASSES_PASSMANAGERRULES_H
