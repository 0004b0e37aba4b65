//===- UpstreamPassesTest.cpp - The generated tags say what MLIR does -----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/UpstreamPasses.h"
#include "mlir/InitAllPasses.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace pmb;

namespace {

static_assert(OneShotBufferize::getArgument().size() == 18,
              "a tag is usable at compile time");

const mlir::PassInfo *lookup(llvm::StringRef argument) {
  static bool registered = (mlir::registerAllPasses(), true);
  (void)registered;
  return mlir::PassInfo::lookup(argument);
}

TEST(UpstreamPasses, TagSaysWhatTheTableSays) {
  EXPECT_EQ(OneShotBufferize::getArgument(), "one-shot-bufferize");
  EXPECT_EQ(OneShotBufferize::getAnchor(), "builtin.module");
  EXPECT_EQ(OneShotBufferize::getInterface(), "");
  EXPECT_EQ(upstream::CSE::getAnchor(), "");
  EXPECT_EQ(upstream::CSE::getSummary(), "Eliminate common sub-expressions");
  EXPECT_EQ(AffineLoopUnroll::getInterface(), "FunctionOpInterface");
  const upstream::PassTag *row = llvm::find_if(
      upstream::allPasses, [](const auto &tag) { return tag.name == "CSE"; });
  ASSERT_NE(row, std::end(upstream::allPasses));
  EXPECT_EQ(row->argument, "cse");
  EXPECT_EQ(row->definedIn, "mlir/Transforms/Passes.td");
}

TEST(UpstreamPasses, TagsAreUnique) {
  llvm::StringSet<> names, arguments;
  for (const upstream::PassTag &tag : upstream::allPasses) {
    EXPECT_TRUE(names.insert(tag.name).second) << tag.name.str();
    EXPECT_TRUE(arguments.insert(tag.argument).second) << tag.argument.str();
  }
  EXPECT_GT(names.size(), 250u);
}

// The anchors come from a table in the generator. MLIR's own passes are the
// judge.
TEST(UpstreamPasses, AnchorsAreThoseOfTheRegisteredPasses) {
  unsigned compared = 0;
  for (const upstream::PassTag &tag : upstream::allPasses) {
    const mlir::PassInfo *info = lookup(tag.argument);
    // Some passes are declared upstream but registered nowhere.
    if (!info)
      continue;
    mlir::OpPassManager manager;
    ASSERT_TRUE(mlir::succeeded(info->addToPipeline(
        manager, "", [](const llvm::Twine &) { return mlir::failure(); })))
        << tag.argument.str();
    ASSERT_EQ(manager.size(), 1u) << tag.argument.str();
    std::optional<llvm::StringRef> anchor = manager.begin()->getOpName();
    EXPECT_EQ(anchor.value_or("").str(), tag.anchor.str())
        << tag.argument.str();
    if (!tag.interfaceName.empty()) {
      EXPECT_EQ(anchor, std::nullopt) << tag.argument.str();
    }
    ++compared;
  }
  EXPECT_GT(compared, 250u);
}

} // namespace
