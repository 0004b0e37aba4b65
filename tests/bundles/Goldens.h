//===- Goldens.h - What formats are compared with -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUNDLES_GOLDENS_H
#define PMB_TESTS_BUNDLES_GOLDENS_H

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace pmb::test {

/// Compares `text` with a file in goldens/, or writes it for
/// tests/accept-goldens.
inline void compareWithGolden(llvm::StringRef name, llvm::StringRef text) {
  std::string path =
      (llvm::sys::path::parent_path(PMB_TEST_INPUTS) + "/goldens/" + name)
          .str();
  if (llvm::sys::Process::GetEnv("PMB_ACCEPT_GOLDENS")) {
    std::error_code error;
    llvm::raw_fd_ostream os(path, error);
    ASSERT_FALSE(error) << path << ": " << error.message();
    os << text;
    return;
  }
  auto golden = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(golden) << path << ": " << golden.getError().message();
  EXPECT_EQ(text.str(), (*golden)->getBuffer().str())
      << "run tests/accept-goldens if this change is meant";
}

} // namespace pmb::test

#endif // PMB_TESTS_BUNDLES_GOLDENS_H
