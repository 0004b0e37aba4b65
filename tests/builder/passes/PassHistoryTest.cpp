//===- PassHistoryTest.cpp - What passes were called, and took, before ----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

using namespace pmb;
using namespace pmb::test;

namespace {

using Type = OptionDescriptor::Type;

TEST(OptionSuccessor, TakesTruthValuesInAllTheirSpellings) {
  OptionSuccessor option;
  option.values["true"] = "mode=fast";
  option.values["false"] = "mode=exact";
  for (const char *value : {"1", "True", "TRUE", "true"})
    EXPECT_EQ(option.port("o", value), "mode=fast") << value;
  for (const char *value : {"0", "False", "FALSE", "false"})
    EXPECT_EQ(option.port("o", value), "mode=exact") << value;
  EXPECT_EQ(option.port("o", "2"), std::nullopt);
  option.values["*"] = "";
  EXPECT_EQ(option.port("o", "2"), "");
  // What is said of a spelling itself comes first.
  option.values["1"] = "level=1";
  EXPECT_EQ(option.port("o", "1"), "level=1");
}

struct FormerOptions : testing::Test {
  FormerOptions() {
    PassDescriptor pass("old");
    pass.hasOptionList = true;
    pass.options = {{"depth", "2", Type::Int32}, {"width", "4", Type::Int32}};
    require(catalog.addPass(std::move(pass)));
    PassHistory history;
    history.options["depth"].oldDefault = "1";
    history.options["width"].option = "breadth";
    history.options["gone"].reason = "nothing read it";
    catalog.addHistory("old", history);
    catalog.addHistory("not-there", history);
    require(addFormerOptions(catalog));
  }
  const OptionDescriptor *lookup(llvm::StringRef name) const {
    return catalog.lookupPass("old")->lookupOption(name);
  }
  Catalog catalog;
};

TEST_F(FormerOptions, TakeAnyValue) {
  for (const char *name : {"width", "gone"}) {
    ASSERT_NE(lookup(name), nullptr) << name;
    EXPECT_TRUE(lookup(name)->accepts("x")) << name;
  }
  EXPECT_EQ(catalog.lookupPass("not-there"), nullptr);
}

/// It takes what it took before.
TEST_F(FormerOptions, AnOptionWithAnotherDefaultIsNoFormerOne) {
  ASSERT_NE(lookup("depth"), nullptr);
  EXPECT_FALSE(lookup("depth")->accepts("x"));
  EXPECT_TRUE(lookup("depth")->accepts("3"));
}

TEST(PassDescriptor, IsExtendedByWhatIsGuessed) {
  PassDescriptor pass("p"), more("p");
  more.guess.lowers({"a"});
  pass.extend(more);
  EXPECT_EQ(pass.guess.getContents().size(), 1u);
}

} // namespace
