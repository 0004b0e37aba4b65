//===- Revision.h - Texts of revisions ----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_CHECK_REVISION_H
#define PMB_TOOLS_PMB_CHECK_REVISION_H

#include "builder/diagnostics/SourceText.h"

namespace pmb {

/// Reads a file of a revision, by the name that git has for it:
/// `HEAD:pipelines/cpu.pipeline.json`, counted from the top of the repository,
/// or `HEAD:./cpu.pipeline.json`, from the current folder. Files that its text
/// names are read from the same revision. Runs `git cat-file`, without a shell.
/// Fails with `unreadable-file`: there is no git, no such revision or no such
/// file in it; or with `too-large`.
llvm::Expected<SourceText> readRevision(llvm::StringRef name);

} // namespace pmb

#endif // PMB_TOOLS_PMB_CHECK_REVISION_H
