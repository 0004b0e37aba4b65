//===- ExitCode.h - What pmb-check says to the shell ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_CHECK_EXITCODE_H
#define PMB_TOOLS_PMB_CHECK_EXITCODE_H

namespace pmb {

/// The exit codes of pmb-check. Scripts depend on the numbers: append only.
/// When several apply, the highest is returned.
enum class ExitCode : int {
  /// All inputs were read, and nothing that is an error was found.
  NoErrors = 0,
  /// All inputs were read, and at least one has an error; or a file would be
  /// changed, if that was asked for.
  ErrorsFound = 1,
  /// Wrong options, an input that cannot be read or is no pipeline, or a report
  /// or a mended file that cannot be written.
  BadUsage = 2,
  /// A failure of pmb-check itself.
  InternalError = 3,
};

} // namespace pmb

#endif // PMB_TOOLS_PMB_CHECK_EXITCODE_H
