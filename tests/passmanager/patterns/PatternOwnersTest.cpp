//===- PatternOwnersTest.cpp - Whose pass a slot for patterns is ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PatternSupport.h"
#include "passmanager/runtime/ContractVerifier.h"
#include "passmanager/runtime/PassOwners.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// A set whose contract says that it lowers `test.in`, which it does not.
PatternSet makeFalseSet(llvm::StringRef name) {
  PatternSet set{name.str(), retag("a", "b")};
  set.describe = [](PassDescriptor &pass) {
    pass.contract.lowers({"test.in"}).to({"test.out"}).because("said so");
  };
  return set;
}

/// What owns the one pass of a pipeline, and whether that ran on a `test.in`.
std::string verify(llvm::function_ref<void(PassManagerBuilder &)> addSets,
                   bool &succeeded) {
  Build<> b;
  b.context.allowUnregisteredDialects();
  b.pmb.addPatternSlot("early");
  addSets(b.pmb);
  ContractVerifier verifier(ContractVerifier::Mode::Record);
  require(verifier.attachTo(b.pmb));
  require(b.pmb.build());
  runOn("module { \"test.in\"() : () -> () }", b.pm, b.context);
  succeeded = verifier.getFindings().empty();
  return b.pmb.getOwners()->getAll().front()->str();
}

TEST(PatternOwners, OneSetOwnsThePass) {
  bool succeeded = true;
  EXPECT_EQ(verify(
                [](PassManagerBuilder &builder) {
                  require(addAs(builder, "acme", makeFalseSet("fold")));
                },
                succeeded),
            "'fold' (pass 0 of 1, on builtin.module, "
            "in slot 'early', added by third party 'acme')");
  EXPECT_FALSE(succeeded);
}

TEST(PatternOwners, OfSeveralPartiesNoneIsBlamedForTheOthers) {
  bool succeeded = false;
  EXPECT_EQ(verify(
                [](PassManagerBuilder &builder) {
                  require(addAs(builder, "acme", makeFalseSet("fold")));
                  require(addAs(builder, "beta", makeFalseSet("other")));
                },
                succeeded),
            "'pmb-rewrite' (pass 0 of 2, on builtin.module, "
            "in slot 'early', added by framework)");
  EXPECT_TRUE(succeeded);
}

TEST(PatternOwners, SeveralSetsOfOnePartyAreThatParty) {
  bool succeeded = false;
  EXPECT_EQ(verify(
                [](PassManagerBuilder &builder) {
                  require(addAs(builder, "acme", makeFalseSet("fold")));
                  require(addAs(builder, "acme", makeFalseSet("other")));
                },
                succeeded),
            "'pmb-rewrite' (pass 0 of 2, on builtin.module, "
            "in slot 'early', added by third party 'acme')");
  EXPECT_TRUE(succeeded);
}

} // namespace
