//===- Comparing.h - What has changed, and what must not ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_CHECK_COMPARING_H
#define PMB_TOOLS_PMB_CHECK_COMPARING_H

#include "tools/pmb-check/ExitCode.h"
#include "tools/pmb-check/Options.h"

namespace pmb {

class Catalog;

/// `--diff`: writes to `text` what differs between the two inputs, and adds the
/// files that were read to `files`. Returns std::nullopt, after having said why
/// to the standard error, if they cannot be compared.
std::optional<ExitCode> diffInputs(const Catalog &catalog,
                                   const CheckOptions &options,
                                   std::string &text,
                                   std::vector<std::string> &files);

/// `--lock`: holds the input against the lock, or writes it. The same for
/// `text` and `files`.
std::optional<ExitCode> lockInput(const Catalog &catalog,
                                  const CheckOptions &options,
                                  std::string &text,
                                  std::vector<std::string> &files);

/// `--fingerprint`: writes that of each input, in all variants unless one is
/// chosen. The same for `text` and `files`.
std::optional<ExitCode> fingerprintInputs(const Catalog &catalog,
                                          const CheckOptions &options,
                                          std::string &text,
                                          std::vector<std::string> &files);

} // namespace pmb

#endif // PMB_TOOLS_PMB_CHECK_COMPARING_H
