//===- FileWriterTest.cpp - Files that are written as a whole -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/mending/FileWriter.h"
#include "PipelineFileSupport.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace pmb;
using namespace llvm;

namespace {

class FileWriterTest : public testing::Test {
protected:
  std::string write(StringRef name, StringRef text) const {
    folder.write(name, text);
    return folder.getPath(name);
  }
  static std::string read(StringRef path) {
    auto buffer = MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : "unreadable";
  }
  static std::string replaced(StringRef path, StringRef before,
                              StringRef after) {
    return toString(replaceText(path, before, after));
  }
  size_t countFiles() const {
    size_t count = 0;
    std::error_code error;
    for (sys::fs::directory_iterator it(folder.getPath(""), error), end;
         it != end && !error; it.increment(error))
      ++count;
    return count;
  }

  test::TemporaryFolder folder;
};

TEST_F(FileWriterTest, AFileIsWritten) {
  test::require(writeFile(folder.getPath("a"), "text"));
  EXPECT_EQ(read(folder.getPath("a")), "text");
}

TEST_F(FileWriterTest, TheTextIsReplaced) {
  std::string path = write("a", "old\n");
  EXPECT_EQ(replaced(path, "old\n", "new"), "");
  EXPECT_EQ(read(path), "new");
  EXPECT_EQ(countFiles(), 1u);
}

TEST_F(FileWriterTest, WhatOthersHaveWrittenStays) {
  std::string path = write("a", "theirs");
  EXPECT_TRUE(test::contains(replaced(path, "old", "new"),
                             "it has changed since it was read"));
  EXPECT_EQ(read(path), "theirs");
  EXPECT_EQ(countFiles(), 1u);
}

TEST_F(FileWriterTest, PermissionsStay) {
  std::string path = write("a", "old");
  auto mode = sys::fs::perms(0751);
  ASSERT_FALSE(sys::fs::setPermissions(path, mode));
  EXPECT_EQ(replaced(path, "old", "new"), "");
  EXPECT_EQ(*sys::fs::getPermissions(path), mode);
}

TEST_F(FileWriterTest, ALinkStaysALink) {
  std::string path = write("a", "old"), link = folder.getPath("link");
  ASSERT_FALSE(sys::fs::create_link(path, link));
  EXPECT_EQ(replaced(link, "old", "new"), "");
  EXPECT_EQ(read(path), "new");
  EXPECT_TRUE(sys::fs::is_symlink_file(link));
}

TEST_F(FileWriterTest, OtherNamesOfAFileKeepTheOldText) {
  std::string path = write("a", "old"), other = folder.getPath("b");
  ASSERT_FALSE(sys::fs::create_hard_link(path, other));
  EXPECT_EQ(replaced(path, "old", "new"), "");
  EXPECT_EQ(read(path), "new");
  EXPECT_EQ(read(other), "old");
}

TEST_F(FileWriterTest, AMarkStays) {
  std::string path = write("a", "\xEF\xBB\xBFold");
  EXPECT_EQ(replaced(path, "old", "new"), "");
  EXPECT_EQ(read(path), "\xEF\xBB\xBFnew");
}

TEST_F(FileWriterTest, AProtectedFileStays) {
  std::string path = write("a", "old");
  ASSERT_FALSE(sys::fs::setPermissions(path, sys::fs::perms(0444)));
  EXPECT_TRUE(
      test::contains(replaced(path, "old", "new"), "it is write-protected"));
  EXPECT_NE(toString(verifyReplaceable(path)), "");
  EXPECT_EQ(read(path), "old");
}

/// The file beside it would have a name that is too long.
TEST_F(FileWriterTest, WithoutRoomForAFileBesideItTheOldOneStays) {
  std::string path = write(std::string(250, 'a'), "old");
  EXPECT_TRUE(test::contains(replaced(path, "old", "new"), "cannot write"));
  EXPECT_EQ(read(path), "old");
  EXPECT_EQ(countFiles(), 1u);
}

TEST_F(FileWriterTest, WhatIsNoFileIsReported) {
  EXPECT_NE(replaced(folder.getPath("none"), "old", "new"), "");
  EXPECT_NE(replaced(folder.getPath(""), "old", "new"), "");
  EXPECT_EQ(countFiles(), 0u);
}

} // namespace
