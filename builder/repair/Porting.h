//===- Porting.h - Pipelines of earlier releases --------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_REPAIR_PORTING_H
#define PMB_BUILDER_REPAIR_PORTING_H

#include "builder/diagnostics/Diagnostic.h"

namespace pmb {

class Pipeline;

/// `findings` are those about the names of `pipeline`, which is of the release
/// `from`. Adds what became of its passes and options, by the catalog of the
/// pipeline (builder/passes/PassHistory.h):
///
/// * to findings about passes that are gone, since when and where that is said,
///   and to their fixes the rest of a pass that was split. The fix removes a
///   pass that has nothing left to do;
/// * errors (`gone-since-release`) for passes that nothing replaces, and for
///   options that are gone, with a fix where others say the same;
/// * remarks (`changed-since-release`) for passes and defaults that mean
///   something else in this release, once for each name.
///
/// The catalog must take former options (`addFormerOptions`), or a pipeline
/// with them cannot be composed.
void portPipeline(const Pipeline &pipeline, unsigned from,
                  std::vector<Diagnostic> &findings);

} // namespace pmb

#endif // PMB_BUILDER_REPAIR_PORTING_H
