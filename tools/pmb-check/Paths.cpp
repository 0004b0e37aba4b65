//===- Paths.cpp - Names of files in reports ----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-check/Paths.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

/// The path from one absolute path to another; empty if they are the same.
static std::string getPathBetween(StringRef from, StringRef to) {
  auto fromStep = sys::path::begin(from), fromEnd = sys::path::end(from);
  auto toStep = sys::path::begin(to), toEnd = sys::path::end(to);
  while (fromStep != fromEnd && toStep != toEnd && *fromStep == *toStep)
    ++fromStep, ++toStep;
  SmallString<128> report;
  for (; fromStep != fromEnd; ++fromStep)
    sys::path::append(report, "..");
  for (; toStep != toEnd; ++toStep)
    sys::path::append(report, *toStep);
  return report.str().str();
}

std::string pmb::makeRelative(StringRef path) {
  SmallString<128> folder;
  if (!sys::path::is_absolute(path) || sys::fs::current_path(folder))
    return path.str();
  SmallString<128> wanted(path);
  sys::path::remove_dots(wanted, /*remove_dot_dot=*/true);
  std::string report = getPathBetween(folder, wanted);
  return report.empty() ? path.str() : report;
}

/// The path from a folder to the current one; std::nullopt if there is none.
static std::optional<std::string> getPathToHere(StringRef folder) {
  SmallString<128> here, there(folder);
  if (sys::fs::current_path(here) || sys::fs::make_absolute(there))
    return std::nullopt;
  sys::path::remove_dots(there, /*remove_dot_dot=*/true);
  return getPathBetween(there, here);
}

std::string pmb::getReportFolder(StringRef output) {
  std::optional<std::string> path =
      output == "-" ? std::nullopt
                    : getPathToHere(sys::path::parent_path(output));
  return path && StringRef(*path).ends_with("..") ? *path : "";
}

std::optional<std::string> pmb::getPathFrom(StringRef folder) {
  std::optional<std::string> path = getPathToHere(folder);
  if (path && StringRef(*path).starts_with(".."))
    path.reset();
  return path;
}
