//===- CodeText.h - Texts in C++ that is generated ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_CONTRACTS_CODETEXT_H
#define PMB_BUNDLES_CONTRACTS_CODETEXT_H

#include "llvm/Support/raw_ostream.h"

namespace pmb {

/// The name of a file as the end of a name of C++.
std::string makeFileIdentifier(llvm::StringRef path);
/// A string literal in one line.
void printLiteral(llvm::raw_ostream &os, llvm::StringRef text);
/// A raw literal, so that people can read it, too.
void printRawLiteral(llvm::raw_ostream &os, llvm::StringRef text);

} // namespace pmb

#endif // PMB_BUNDLES_CONTRACTS_CODETEXT_H
