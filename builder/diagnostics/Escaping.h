//===- Escaping.h - Text of others in messages ----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, reasons, options and paths come from files and plugins, and messages
// go to terminals and to the logs of CI systems. Everything that renders a text
// for people escapes it here. What a program reads back (a pipeline, the text
// that a fix inserts) is not escaped.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_DIAGNOSTICS_ESCAPING_H
#define PMB_BUILDER_DIAGNOSTICS_ESCAPING_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace pmb {

/// `text` as one line that only shows itself. Escaped are line ends and other
/// control characters (`\n`, `\x1b`), marks that change the direction of text
/// and code points that are no characters (`\u202e`), and what GitHub takes for
/// a command: `::` at the begin, and `##`. What is not UTF-8 is replaced.
/// Escaping twice is the same as escaping once.
std::string escape(llvm::StringRef text);

/// `text` with a part left out of what is too long to read: of a
/// word of more than 1000 characters, or a line of more than 16000. Whatever is
/// printed about input goes through this, so that a report is not as long as
/// the input.
std::string shorten(llvm::StringRef text);

/// At most `size` bytes of the begin of `text`, and no part of a character.
llvm::StringRef takeCharacters(llvm::StringRef text, size_t size);

/// `text` in single quotes, fit for a message: escaped, and what is longer
/// than `limit` is cut.
std::string quote(llvm::StringRef text, size_t limit = 60);
/// The name of a file in single quotes.
inline std::string quotePath(llvm::StringRef path) { return quote(path, 4096); }

} // namespace pmb

#endif // PMB_BUILDER_DIAGNOSTICS_ESCAPING_H
