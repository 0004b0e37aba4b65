//===- ReportSupport.h - What formats of reports share --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_REPORTSUPPORT_H
#define PMB_BUNDLES_REPORT_REPORTSUPPORT_H

#include "bundles/report/Report.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

namespace pmb::report {

#define PMB_REPORT_FORMAT(ENUM, NAME, WHAT)                                    \
  void print##ENUM(llvm::raw_ostream &os, llvm::ArrayRef<Report> reports,      \
                   const ReportOptions &options);
#include "bundles/report/ReportFormats.def"
#undef PMB_REPORT_FORMAT

/// Writes findings as JSON: a list of objects.
void writeDiagnostics(llvm::json::OStream &os,
                      llvm::ArrayRef<Diagnostic> diagnostics);
/// A relative path of the current folder, from a folder above it; what is no
/// file keeps its name.
std::string getPathFrom(llvm::StringRef fromRoot, llvm::StringRef path);
/// The place in a file that a node came from; null if it is from elsewhere.
const Origin *getLocation(const std::optional<NodeRef> &node);
/// Replaces each character by what `replace` returns; an empty result keeps it.
std::string replaceEach(llvm::StringRef text,
                        llvm::function_ref<std::string(char)> replace);
/// `%0A`: a character as URIs have it.
std::string encodePercent(char c);
/// At most ten of the names, each between `quote`s, and how many more there
/// are.
std::string listNames(llvm::ArrayRef<std::string> names, llvm::StringRef quote,
                      llvm::StringRef separator);
/// What stands below the message of a finding in all formats: the place in a
/// file stands before it.
std::vector<DiagnosticLine> getLines(const Diagnostic &finding);
/// The same as text, each line behind a line end.
std::string getDetails(const Diagnostic &finding);
/// `1 error`, `2 passes`.
std::string countOf(size_t count, llvm::StringRef what);
/// An origin and why something was put there, behind `separator`.
std::string describeOrigin(const Origin &origin,
                           llvm::StringRef separator = ": ");
/// `: works on buffers [Passes.td]`: why something is so, and where that is
/// from, as far as it is known.
std::string describeReason(llvm::StringRef reason, llvm::StringRef source);
/// `error: 'a' must come after 'b' [PMB020 wrong-order]`.
std::string describeFinding(const Diagnostic &finding);
/// The input, with the variant in brackets behind it if there is one.
std::string getTitle(llvm::StringRef input, llvm::StringRef variant);
/// The title of a report, or of one side of a difference.
template <typename T> std::string getTitle(const T &of) {
  return getTitle(of.input, of.variant);
}
/// What parties changed, a line for each, at most ten; empty if nothing was.
std::vector<std::string> listChanges(const Report &report);

} // namespace pmb::report

#endif // PMB_BUNDLES_REPORT_REPORTSUPPORT_H
