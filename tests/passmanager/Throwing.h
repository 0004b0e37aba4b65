//===- Throwing.h - Exceptions of those that are called -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tests are compiled without exceptions, as MLIR is. Where a pass, a set of
// patterns or a verifier is to throw, it calls this.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_PASSMANAGER_THROWING_H
#define PMB_TESTS_PASSMANAGER_THROWING_H

namespace pmb::test {

/// Throws std::runtime_error.
[[noreturn]] void throwError(const char *message);

} // namespace pmb::test

#endif // PMB_TESTS_PASSMANAGER_THROWING_H
