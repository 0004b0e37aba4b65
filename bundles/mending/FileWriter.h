//===- FileWriter.h - Files that are written as a whole -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_MENDING_FILEWRITER_H
#define PMB_BUNDLES_MENDING_FILEWRITER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace pmb {

/// Writes everything to an open file and closes it. Returns what went wrong.
std::error_code writeAll(llvm::raw_fd_ostream &os, llvm::StringRef text);

/// Writes `text` to a file as a whole or not at all: it takes the place of the
/// old one once it is complete. A device or a pipe is written to.
llvm::Error writeFile(llvm::StringRef path, llvm::StringRef text);

/// Gives a file that has the text `before` the text `after`, as a whole or not
/// at all. The file that a link leads to is written, and keeps its permissions;
/// other names of it (hard links) keep the old text. A mark at the beginning
/// stays. Fails, and changes nothing, if the file has another text by now, is
/// write-protected, or cannot be written.
llvm::Error replaceText(llvm::StringRef path, llvm::StringRef before,
                        llvm::StringRef after);

/// Fails with what will keep `replaceText` from writing, which is worth knowing
/// before much is run.
llvm::Error verifyReplaceable(llvm::StringRef path);

} // namespace pmb

#endif // PMB_BUNDLES_MENDING_FILEWRITER_H
