//===- Editing.h - Quick edits of a pipeline ------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_EDITING_H
#define PMB_TOOLS_PMB_OPT_EDITING_H

#include "tools/pmb-opt/Options.h"

namespace pmb {

class Node;
class PassManagerBuilder;

/// All edits in the order of the command line. Fails with all that are no
/// edits.
llvm::Expected<std::vector<Edit>>
readEdits(llvm::ArrayRef<std::unique_ptr<ListFlag>> flags);
/// Reads what an option for a cut was given: `cse` or `cse,1`.
llvm::Expected<Cut> readCut(llvm::StringRef option, llvm::StringRef value);

/// Makes the edits, one after the other. Fails at the first that cannot be
/// made.
llvm::Error applyEdits(PassManagerBuilder &builder, llvm::ArrayRef<Edit> edits);

/// What is wrong, with what helps on the command line where a diagnostic says
/// what helps in C++. `loaders` are the options that load passes.
std::vector<Diagnostic> takeForCommandLine(
    llvm::Error error,
    llvm::StringRef loaders = "--load-pass-plugin or --load-pipeline-plugin");

/// What `--start-before` and the like leave of the pipeline, as `setPart` takes
/// it. Fails if there is no such pass, or it would end before it begins.
llvm::Expected<std::pair<const Node *, const Node *>>
findPart(const PassManagerBuilder &builder, const OptOptions &options);
/// The passes of that part, in the order of the list.
llvm::Expected<std::vector<const Node *>>
findPasses(const PassManagerBuilder &builder, const OptOptions &options);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_EDITING_H
