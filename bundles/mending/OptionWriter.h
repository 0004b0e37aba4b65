//===- OptionWriter.h - Passes that are options of a command --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_MENDING_OPTIONWRITER_H
#define PMB_BUNDLES_MENDING_OPTIONWRITER_H

#include "builder/edit/TextualPipeline.h"
#include "bundles/json/TextEdits.h"
#include "llvm/Support/Error.h"

namespace pmb {

/// Passes of a text, in nests or not, in their order.
using TextualPasses = std::vector<const TextualElement *>;

/// The text of each pass: the same ones have the same.
std::vector<std::string> writePasses(const TextualPasses &passes);

/// The changes of a file that turn the passes `from`, which are options at
/// `places`, into those of `to`. One option a line stays so. Fails with the
/// reason, as a part of a sentence, if an option stands in several places.
/// REQUIRES: there is a pass before and after.
llvm::Expected<TextChanges> writeOptions(llvm::StringRef file,
                                         llvm::ArrayRef<TextRange> places,
                                         const TextualPasses &from,
                                         const TextualPasses &to);

} // namespace pmb

#endif // PMB_BUNDLES_MENDING_OPTIONWRITER_H
