//===- Expansion.h - What the steps of a pipeline stand for ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_EXPANSION_H
#define PMB_BUILDER_EDIT_EXPANSION_H

#include "builder/passes/Catalog.h"

namespace pmb {

/// The passes that `pipeline` stands for with these options, in a bundle of its
/// name, without its kinds and its contract. A nest of a step is opened in
/// `outer`; without that, where the bundle is put. Bundles among the steps are
/// those of `catalog`. Fails with `bad-options`, and as `Catalog::makeBundle`.
llvm::Expected<PassBundle>
expandSteps(const PassDescriptor &pipeline, llvm::StringRef options,
            const std::optional<std::vector<std::string>> &outer,
            const Catalog &catalog);

} // namespace pmb

#endif // PMB_BUILDER_EDIT_EXPANSION_H
