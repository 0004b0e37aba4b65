//===- WrittenFiles.h - What may be written where -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_CHECK_WRITTENFILES_H
#define PMB_TOOLS_PMB_CHECK_WRITTENFILES_H

#include "tools/pmb-check/Options.h"

namespace pmb {

/// The files that the inputs name, as far as it can be said before the check:
/// with plugins, and for `--fix`, which writes during the check, with what
/// pipeline files include.
std::vector<std::string> findGivenFiles(const CheckOptions &options);

/// Whether the files that options say to write are different ones, and none of
/// `read`. Returns false after having said to the standard error which are not.
bool verifyWrittenFiles(const CheckOptions &options,
                        llvm::ArrayRef<std::string> read);

} // namespace pmb

#endif // PMB_TOOLS_PMB_CHECK_WRITTENFILES_H
