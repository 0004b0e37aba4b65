//===- PatternPluginTest.cpp - Patterns from shared libraries -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PluginSupport.h"
#include "Support.h"

using namespace pmb;
using namespace pmb::test;

namespace {

TEST(PatternPlugins, TheirSetsGoIntoASlotInTheOrderOfIds) {
  std::vector<llvm::StringRef> names = {"patterns-a", "patterns-b"};
  do {
    Build<> b;
    mlir::DialectRegistry registry;
    b.pmb.addPatternSlot("early");
    for (llvm::StringRef name : names)
      if (const Plugin *plugin = load(name)) {
        ASSERT_EQ(say(plugin->registerWith(registry)), "");
        ASSERT_EQ(say(plugin->addTo(b.pmb)), "");
      }
    ASSERT_EQ(say(b.pmb.applyParties()), "");
    EXPECT_EQ(b.pmb.str(),
              "builtin.module(pmb-rewrite{slot=early "
              "patterns=patterns-a:patterns-a-set,patterns-b:patterns-b-set})");
    ASSERT_EQ(say(b.pmb.build()), "");
    EXPECT_TRUE(
        contains(runOn("module { func.func private @f() }", b.pm, b.context),
                 "signed = \"patterns-a\""));
  } while (std::next_permutation(names.begin(), names.end()));
}

TEST(PatternPlugins, StayAwayFromPipelinesWithoutTheSlot) {
  Build<> b;
  b.pmb.addPass("test-module");
  if (const Plugin *plugin = load("patterns-a")) {
    ASSERT_EQ(say(plugin->addTo(b.pmb)), "");
  }
  ASSERT_EQ(say(b.pmb.build()), "");
  EXPECT_EQ(text(b.pm), "builtin.module(test-module)");
}

TEST(PatternPlugins, AFileNamesASetThatALibraryHasRegistered) {
  Folder folder;
  Build<> b;
  mlir::DialectRegistry registry;
  b.pmb.addPatternSlot("early");
  const Plugin *library = load("patterns-b");
  ASSERT_TRUE(library);
  ASSERT_EQ(say(library->registerWith(registry)), "");
  const Plugin *file = loadPath(folder.write(
      "acme-patterns.json",
      R"({"insert": [{"pass": "patterns-b-set", "before": {"slot": "early"}}]})"));
  ASSERT_TRUE(file);
  ASSERT_EQ(say(file->addTo(b.pmb)), "");
  ASSERT_EQ(say(b.pmb.applyParties()), "");
  EXPECT_EQ(b.pmb.str(), "builtin.module(pmb-rewrite{slot=early "
                         "patterns=acme-patterns:patterns-b-set})");
  b.pmb.discard();
}

} // namespace
