//===- Printing.h - What is made of a file for people and compilers -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_CHECK_PRINTING_H
#define PMB_TOOLS_PMB_CHECK_PRINTING_H

#include "tools/pmb-check/ExitCode.h"
#include "tools/pmb-check/Options.h"

namespace pmb {

class Catalog;

/// `--print-page`, `--print-registration` and `--print-text`: writes to `text`
/// what is made of the file, and adds the files that were read to `files`.
/// Returns anything but `NoErrors`, after a report, if that cannot be.
ExitCode printFile(Catalog &catalog, const CheckOptions &options,
                   std::string &text, std::vector<std::string> &files);

} // namespace pmb

#endif // PMB_TOOLS_PMB_CHECK_PRINTING_H
