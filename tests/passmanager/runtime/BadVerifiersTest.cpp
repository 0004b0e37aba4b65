//===- BadVerifiersTest.cpp - Verifiers that cannot be added or that fail -===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Throwing.h"
#include "VerifierSupport.h"

using namespace pmb;
using namespace pmb::test;
using mlir::Operation;

namespace {

/// PMB100: verifier.addPropertyVerifier("canonicl", isCanonical)
TEST_F(ContractVerifierTest, AVerifierForWhatNobodyDeclaresIsAnError) {
  build();
  addPass("test-any");
  ContractVerifier verifier;
  require(verifier.addPropertyVerifier("tidi", findX));
  std::string error = text(verifier.attachTo(*builder));
  EXPECT_TRUE(contains(error,
                       "error: there is a verifier for the property 'tidi', "
                       "which is not declared [PMB100 bad-verifier]"));
  EXPECT_TRUE(contains(error, "did you mean 'tidy'?"));
  EXPECT_TRUE(contains(error, "declare it with Catalog::addProperty"));
  // Nothing was installed.
  EXPECT_EQ(builder->getOwners(), nullptr);
  ContractVerifier marks;
  require(marks.addMarkReader("smal", [](Operation *) { return true; }));
  error = text(marks.attachTo(*builder));
  EXPECT_TRUE(contains(error, "the mark 'smal'"));
  builder->discard();
}

TEST_F(ContractVerifierTest, AVerifierIsAddedOnceAndIsNotNull) {
  ContractVerifier verifier;
  require(verifier.addPropertyVerifier("tidy", findX));
  EXPECT_TRUE(contains(text(verifier.addPropertyVerifier("tidy", findX)),
                       "the property 'tidy' has a verifier already"));
  EXPECT_TRUE(contains(text(verifier.addPropertyVerifier("other", nullptr)),
                       "the verifier of the property 'other' is null"));
  EXPECT_TRUE(contains(text(verifier.addPropertyVerifier("", findX)),
                       "needs the name of a property [PMB100 bad-verifier]"));
  auto always = [](Operation *) { return true; };
  require(verifier.addMarkReader("small", always));
  EXPECT_TRUE(
      contains(text(verifier.addMarkReader("small", always)), "already"));
  EXPECT_TRUE(contains(text(verifier.addMarkReader("static", always)),
                       "'static' is one that is always read"));
  EXPECT_TRUE(
      contains(text(verifier.addMarkReader("large", nullptr)), "is null"));
}

TEST_F(ContractVerifierTest, AsManyMarksHaveReadersAsCanBeToldApart) {
  auto isNamed = [](llvm::StringRef name) {
    return [name](Operation *op) { return op->hasAttr(name); };
  };
  std::vector<std::string> marks;
  for (int i = 0; i < 49; ++i)
    marks.push_back("mark" + std::to_string(i));
  Contract rejects;
  rejects.rejects({"a.x(mark47)"});
  for (const std::string &mark : marks)
    catalog.addMark(mark, "has an attribute of that name");
  add("test-picky", rejects);
  build();
  addPass("test-picky");
  ContractVerifier verifier;
  for (const std::string &mark : llvm::ArrayRef(marks).drop_back())
    require(verifier.addMarkReader(mark, isNamed(mark)));
  EXPECT_TRUE(
      contains(text(verifier.addMarkReader(marks.back(), isNamed("any"))),
               "the mark 'mark48' is one too many: 48 can have readers "
               "[PMB100 bad-verifier]"));
  EXPECT_EQ(run(verifier), "");
  // The last one is read.
  EXPECT_TRUE(contains(runAgain("\"a.x\"() {mark47} : () -> ()"),
                       "'a.x(mark47)' is there, which it rejects"));
}

TEST_F(ContractVerifierTest, AttachesOnceAndBeforeThePipelineIsBuilt) {
  build();
  addPass("test-any");
  ContractVerifier verifier, late;
  require(verifier.attachTo(*builder));
  for (ContractVerifier *second : {&verifier, &late})
    EXPECT_TRUE(contains(text(second->attachTo(*builder)),
                         "verified already [PMB100 bad-verifier]"));
  EXPECT_TRUE(contains(text(verifier.addPropertyVerifier("tidy", findX)),
                       "comes after attachTo() [PMB100 bad-verifier]"));
  EXPECT_TRUE(contains(
      text(verifier.addMarkReader("small", [](Operation *) { return true; })),
      "comes after attachTo() [PMB100 bad-verifier]"));
  require(builder->build());
  EXPECT_TRUE(contains(text(late.attachTo(*builder)),
                       "after the pipeline was built [PMB100 bad-verifier]"));
  EXPECT_EQ(runAgain(), "");
}

TEST_F(ContractVerifierTest, APipelineThatIsRunInAPassHasNothingToAttachTo) {
  mlir::OpPassManager dynamic("builtin.module");
  PassManagerBuilder inner(dynamic, &context, catalog);
  ContractVerifier verifier;
  EXPECT_TRUE(
      contains(text(verifier.attachTo(inner)), "[PMB100 bad-verifier]"));
}

/// PMB101: a verifier that throws, run with verified contracts
TEST_F(ContractVerifierTest, AVerifierThatThrowsFailsThePass) {
  Contract provides;
  provides.providesProperty("tidy");
  provides.lowers({"a.y"});
  add("test-tidy", provides);
  build();
  addPass("test-tidy");
  ContractVerifier verifier;
  require(verifier.addPropertyVerifier(
      "tidy", [](Operation *) -> Operation * { throwError("out of luck"); }));
  std::string said = run(verifier);
  EXPECT_TRUE(contains(said,
                       "the verifier of the property 'tidy' has thrown: out of "
                       "luck; asked where 'test-tidy' (pass 0 of 1, on "
                       "builtin.module, added by framework) runs [PMB101 "
                       "failed-verifier]\n"));
  EXPECT_EQ(said.front(), '*');
}

TEST_F(ContractVerifierTest, OfAMarkThatCannotBeReadNothingElseIsSaid) {
  Contract rejects;
  rejects.rejects({"a.x"}).except({"a.x(small)"});
  add("test-picky", rejects);
  build();
  addPass("test-picky");
  ContractVerifier verifier;
  require(verifier.addMarkReader(
      "small", [](Operation *) -> bool { throwError("out of luck"); }));
  std::string said = run(verifier);
  EXPECT_TRUE(contains(said,
                       "the verifier of the mark 'small' has thrown: out of "
                       "luck; asked where 'test-picky' (pass 0 of 1"));
  EXPECT_FALSE(contains(said, "which it rejects"));
}

} // namespace
