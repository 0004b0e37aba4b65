//===- ReadersTest.cpp - Several threads read one pipeline ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include <atomic>
#include <thread>

using namespace pmb;
using namespace pmb::test;

namespace {

/// What one reader sees of a pipeline.
struct Seen {
  size_t passes, kind;
  int position;
  bool operator==(const Seen &other) const {
    return passes == other.passes && kind == other.kind &&
           position == other.position;
  }
};

Seen read(const Pipeline &pipeline) {
  size_t passes = pipeline.lookup(pass("a")).size();
  size_t ofKind = pipeline.lookup(kind("cleanup")).size();
  return {passes, ofKind, pipeline.getRef(*pipeline.getList().back()).position};
}

/// The first to look something up fills indexes, which all others read.
TEST(Readers, SeveralThreadsSeeTheSameOfAConstantPipeline) {
  constexpr unsigned rounds = 50, readers = 4, length = 500;
  for (unsigned round = 0; round < rounds; ++round) {
    TestPipeline pipeline;
    for (unsigned i = 0; i < length; ++i)
      pipeline.addPass(i % 2 ? "a" : "clean");
    const Pipeline &constant = pipeline;
    std::atomic<unsigned> waiting = readers;
    std::vector<Seen> seen(readers);
    std::vector<std::thread> threads;
    for (unsigned reader = 0; reader < readers; ++reader)
      threads.emplace_back([&, reader] {
        for (--waiting; waiting;)
          std::this_thread::yield();
        seen[reader] = read(constant);
      });
    for (std::thread &thread : threads)
      thread.join();
    for (const Seen &one : seen)
      ASSERT_TRUE(one == (Seen{length / 2, length / 2, int(length) - 1}))
          << one.passes << " " << one.kind << " " << one.position;
  }
}

} // namespace
