//===- Support.h - Documents with a cursor --------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_LANGUAGE_SUPPORT_H
#define PMB_TESTS_LANGUAGE_SUPPORT_H

#include "tools/language/Workspace.h"
#include "gtest/gtest.h"

namespace pmb::test {

/// A text in which `^` has shown a byte.
struct Marked {
  std::string text;
  size_t offset;

  Marked(llvm::StringRef marked)
      : text((marked.split('^').first + marked.split('^').second).str()),
        offset(marked.split('^').first.size()) {}
};

/// One document that is open under a name in the current folder.
struct Opened {
  language::Workspace workspace;
  std::string path;
  size_t offset;

  Opened(llvm::StringRef name, const Marked &marked)
      : path(language::Workspace::getPath(name)), offset(marked.offset) {
    add(name, marked.text);
  }
  void add(llvm::StringRef name, llvm::StringRef text) {
    std::string other = language::Workspace::getPath(name);
    workspace.open(other, text.str(), 1);
    workspace.getAffected(other);
  }
  llvm::StringRef getText() { return workspace.getDocument(path)->getText(); }
};

} // namespace pmb::test

#endif // PMB_TESTS_LANGUAGE_SUPPORT_H
