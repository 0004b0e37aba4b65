//===- Usage.h - What is said of options that cannot be meant -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_USAGE_H
#define PMB_TOOLS_PMB_OPT_USAGE_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace pmb {

/// Fails with `syntax`: what is wrong, and what to write.
llvm::Error makeUsageError(const llvm::Twine &message, const llvm::Twine &help);
/// The same of an option, as it was given, that has a value which it does not
/// take.
llvm::Error makeValueError(llvm::StringRef text, const llvm::Twine &expected);

/// Fails if what `option` writes, as `what` says, would go over the input.
llvm::Error verifyIsNotInput(llvm::StringRef option, llvm::StringRef what,
                             llvm::StringRef output, llvm::StringRef input);
/// Fails with what will keep `option` from writing `file`, which is worth
/// knowing before much is run.
llvm::Error verifyWritable(llvm::StringRef option, llvm::StringRef file);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_USAGE_H
