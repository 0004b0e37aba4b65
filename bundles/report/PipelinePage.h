//===- PipelinePage.h - A page about a pipeline ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_PIPELINEPAGE_H
#define PMB_BUNDLES_REPORT_PIPELINEPAGE_H

#include "bundles/pipelines/PipelineSources.h"

namespace pmb {

/// A page in Markdown about a pipeline file: what goes in and comes out,
/// options, variants and what differs in each, and of the default variant the
/// passes and slots with nests, options, kinds and reasons, the kinds by which
/// others find their places, and a picture in Mermaid. Fails as
/// `PipelineSources::composeVariants`; findings of the check do not keep it
/// from being made.
llvm::Expected<std::string> makePipelinePage(const PipelineSources &sources,
                                             const Catalog &catalog);

} // namespace pmb

#endif // PMB_BUNDLES_REPORT_PIPELINEPAGE_H
