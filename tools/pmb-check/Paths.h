//===- Paths.h - Names of files in reports ------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_CHECK_PATHS_H
#define PMB_TOOLS_PMB_CHECK_PATHS_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace pmb {

/// The path from the current folder, so that reports are the same on any
/// machine. Left as it is if there is none.
std::string makeRelative(llvm::StringRef path);
/// The path from the folder of the report to the current one, if that is above
/// it. Any other would have names of this machine in it.
std::string getReportFolder(llvm::StringRef output);

/// The path from a folder to the current one; std::nullopt unless that is the
/// same or stands in it.
std::optional<std::string> getPathFrom(llvm::StringRef folder);

} // namespace pmb

#endif // PMB_TOOLS_PMB_CHECK_PATHS_H
