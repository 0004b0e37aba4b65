//===- Findings.h - What findings say and offer ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_FINDINGS_H
#define PMB_BUILDER_CHECK_FINDINGS_H

#include "builder/list/PassList.h"
#include "llvm/ADT/SmallVectorExtras.h"

namespace pmb {

/// How a sentence names `node`: `'cse'`, or `'cse' of pipeline 'sparsifier'`;
/// of the pipeline that `named` is part of nothing is said again.
std::string quote(const Node &node, const Node *named = nullptr);

/// `'memref.subview'`.
inline std::string quoteText(llvm::StringRef text) {
  return "'" + text.str() + "'";
}

/// `'a', 'b' and 2 more`, of names that are quoted already: at most `limit` of
/// them. `last` is what comes before the last one.
std::string enumerateSome(llvm::ArrayRef<std::string> quoted, size_t limit,
                          llvm::StringRef last = " and ");

/// The same for the names of passes, at most three.
std::string enumerateSome(llvm::ArrayRef<const Node *> passes,
                          llvm::StringRef last = " and ");

/// True for a finding about what stays, or leads to that.
inline bool isAboutStaying(const Diagnostic &finding) {
  return finding.severity >= Severity::Warning && !finding.items.empty();
}

/// `must` or `should`, as strong as `entry` is.
std::string getModal(const ContractEntry &entry);

/// A finding about an entry that should be kept is a warning at most.
Diagnostic weigh(Diagnostic diagnostic, const ContractEntry &entry);

/// Adds why an entry of `node`'s contract is there, if it says so.
Diagnostic &explainWith(Diagnostic &diagnostic, const Node &node,
                        const ContractEntry &entry);

/// A finding about an entry of `node`'s contract: all of that, at the node.
Diagnostic aboutEntry(Diagnostic diagnostic, const PassList &list,
                      const Node &node, const ContractEntry &entry);

} // namespace pmb

#endif // PMB_BUILDER_CHECK_FINDINGS_H
