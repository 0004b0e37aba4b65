//===- Require.h - What a test cannot do without --------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In place of llvm::cantFail, which goes on as if nothing had happened where
// assertions are off, and ends the process where they are on. And what a
// failure should show, said once.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_REQUIRE_H
#define PMB_TESTS_REQUIRE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <string>
#include <utility>

namespace pmb::test {

/// Fails the test if there is an error.
inline void require(llvm::Error error) {
  if (error)
    ADD_FAILURE() << llvm::toString(std::move(error));
}

/// The value. Without one there is nothing that the test could go on with.
template <typename T> T require(llvm::Expected<T> value) {
  if (!value) {
    require(value.takeError());
    std::abort();
  }
  return std::move(*value);
}

/// Whether a text has a part. Shows both where that is not what is expected:
/// EXPECT_TRUE(contains(text, "part")) needs no text behind it.
inline testing::AssertionResult contains(llvm::StringRef text,
                                         llvm::StringRef part) {
  return testing::AssertionResult(text.contains(part))
         << "looked for:\n"
         << part.str() << "\nin:\n"
         << text.str();
}

/// What a value prints.
template <typename T, typename... Args>
std::string toText(T &&value, Args &&...args) {
  std::string text;
  llvm::raw_string_ostream os(text);
  value.print(os, std::forward<Args>(args)...);
  return text;
}

/// How often to try what chance makes up: `often` before a release, when
/// `PMB_MODEL_RUNS` says how long the models run, else `seldom`.
inline unsigned getTries(unsigned often, unsigned seldom) {
  return std::getenv("PMB_MODEL_RUNS") ? often : seldom;
}

} // namespace pmb::test

#endif // PMB_TESTS_REQUIRE_H
