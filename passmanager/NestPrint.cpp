//===- NestPrint.cpp - The text of a nest ---------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled with exceptions, which do not leave this file.
//
//===----------------------------------------------------------------------===//

#include "passmanager/MLIRPass.h"
#include "passmanager/NestVisit.h"

using namespace pmb;

namespace {
/// Says that what comes next must not be printed.
struct Stop {};

/// Keeps what is printed, and leaves as soon as that is a name after which MLIR
/// may run into undefined behaviour. MLIR gives no other way to learn which
/// passes a nest has before it prints their options.
class WatchingStream : public llvm::raw_ostream {
public:
  explicit WatchingStream(std::string &text)
      : raw_ostream(/*unbuffered=*/true), text(text) {}

private:
  void write_impl(const char *data, size_t size) override {
    text.append(data, size);
    llvm::StringRef written = text;
    if (!written.consume_back("{"))
      return;
    size_t begin = written.find_last_of("(,") + 1; // npos + 1 is 0.
    if (hasUnprintableDefault(written.drop_front(begin)))
      throw Stop();
  }
  uint64_t current_pos() const override { return text.size(); }

  std::string &text;
};
} // namespace

bool pmb::printNest(const mlir::Pass &nest, std::string &text) {
  WatchingStream os(text);
  try {
    // Passes are not const about being printed.
    const_cast<mlir::Pass &>(nest).printAsTextualPipeline(os);
  } catch (const Stop &) {
    return false;
  }
  return true;
}
