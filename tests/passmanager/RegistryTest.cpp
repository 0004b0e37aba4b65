//===- RegistryTest.cpp - MLIR's registry of passes -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/PassRegistry.h"
#include "passmanager/PassManagerBuilder.h"
#include "gtest/gtest.h"
#include <atomic>
#include <chrono>
#include <thread>

using namespace pmb;

namespace {

/// Lets threads look names up in a process that has looked up none. Ends the
/// process: with 0 if all of them find what is found afterwards.
[[noreturn]] void lookUpInThreads() {
  // They come one after the other, while the first registers the passes.
  constexpr size_t threadCount = 16;
  std::atomic<bool> isStarted{false}, hasPipeline{true};
  std::vector<const mlir::PassInfo *> found[threadCount];
  std::vector<std::thread> threads;
  for (std::vector<const mlir::PassInfo *> &mine : found)
    threads.emplace_back([&] {
      while (!isStarted)
        std::this_thread::yield();
      std::this_thread::sleep_for(std::chrono::microseconds(100) *
                                  (&mine - found));
      for (const upstream::PassTag &tag : upstream::allPasses)
        mine.push_back(lookupPassInfo(tag.argument));
      if (!lookupPipelineInfo("sparsifier"))
        hasPipeline = false;
    });
  isStarted = true;
  for (std::thread &thread : threads)
    thread.join();
  // Some passes are declared upstream but registered nowhere.
  std::vector<const mlir::PassInfo *> expected;
  for (const upstream::PassTag &tag : upstream::allPasses)
    expected.push_back(mlir::PassInfo::lookup(tag.argument));
  bool isRight = hasPipeline && mlir::PassInfo::lookup("cse");
  for (std::vector<const mlir::PassInfo *> &mine : found)
    isRight &= mine == expected;
  std::_Exit(isRight ? 0 : 2);
}

TEST(RegistryDeathTest, ThreadsMayAskWhileUpstreamPassesAreRegistered) {
  // A process of its own, in which nothing is registered yet.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (unsigned i = 0; i < 10; ++i)
    EXPECT_EXIT(lookUpInThreads(), testing::ExitedWithCode(0), "");
}

TEST(Registry, BuildersMayBeUsedInSeveralThreads) {
  std::atomic<unsigned> failures{0};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      mlir::OpPassManager manager("builtin.module");
      PassManagerBuilder builder(manager);
      builder.addPass("canonicalize");
      builder.nest("func.func").addPass("cse");
      builder.addPipeline("buffer-deallocation-pipeline");
      if (llvm::Error error = builder.build()) {
        llvm::consumeError(std::move(error));
        ++failures;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 0u);
}

} // namespace
