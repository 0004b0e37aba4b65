//===- PluginRules.h - What holds for plugins that are pipeline files -----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_PLUGINRULES_H
#define PMB_BUNDLES_PIPELINES_PLUGINRULES_H

#include "bundles/pipelines/PipelineDescription.h"

namespace pmb {

/// An error that says why a file is not a plugin that can be used.
llvm::Error makeBadPlugin(llvm::StringRef path, const llvm::Twine &message,
                          const llvm::Twine &help);

/// The id of a plugin that is a file: its name without folder and extension.
/// Fails with `bad-plugin` if that is no name.
llvm::Expected<std::string> getPluginID(llvm::StringRef path);

/// Fails with `bad-plugin` if a file says what only the owner of a pipeline
/// can say, or edits nothing.
llvm::Error verifyPlugin(const PipelineDescription &file, llvm::StringRef path);

/// Whether a pipeline is built for one of `variants`; without any it is.
bool isBuiltForOneOf(llvm::ArrayRef<std::string> variants,
                     const Pipeline &pipeline);

/// Adds a warning for each of `variants`, which the plugin `id` is for, that
/// the pipeline does not know and that is almost called as one that it does; or
/// else a remark if the pipeline declares what it can be built for, and none of
/// them.
void checkVariants(llvm::StringRef id, llvm::ArrayRef<std::string> variants,
                   const Pipeline &pipeline, std::vector<Diagnostic> &warnings);

/// A warning that `id` has named something that is not known: `what` is as in
/// `extends`. std::nullopt if none of `known` is almost called so.
std::optional<Diagnostic>
makeMisspelled(DiagnosticCode code, llvm::StringRef id, llvm::StringRef what,
               llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> known);

/// Makes the edits of a plugin. REQUIRES: the pipeline is built for it.
llvm::Error appendPlugin(const PipelineDescriptions &files, Pipeline &pipeline);

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_PLUGINRULES_H
