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
  EXPECT_NE(error.find("error: there is a verifier for the property 'tidi', "
                       "which is not declared [PMB100 bad-verifier]"),
            std::string::npos)
      << error;
  EXPECT_NE(error.find("did you mean 'tidy'?"), std::string::npos) << error;
  EXPECT_NE(error.find("declare it with Catalog::addProperty"),
            std::string::npos)
      << error;
  // Nothing was installed.
  EXPECT_EQ(builder->getOwners(), nullptr);
  ContractVerifier marks;
  require(marks.addMarkReader("smal", [](Operation *) { return true; }));
  error = text(marks.attachTo(*builder));
  EXPECT_NE(error.find("the mark 'smal'"), std::string::npos) << error;
  builder->discard();
}

TEST_F(ContractVerifierTest, AVerifierIsAddedOnceAndIsNotNull) {
  ContractVerifier verifier;
  require(verifier.addPropertyVerifier("tidy", findX));
  EXPECT_NE(text(verifier.addPropertyVerifier("tidy", findX))
                .find("the property 'tidy' has a verifier already"),
            std::string::npos);
  EXPECT_NE(text(verifier.addPropertyVerifier("other", nullptr))
                .find("the verifier of the property 'other' is null"),
            std::string::npos);
  EXPECT_NE(text(verifier.addPropertyVerifier("", findX))
                .find("needs the name of a property [PMB100 bad-verifier]"),
            std::string::npos);
  auto always = [](Operation *) { return true; };
  require(verifier.addMarkReader("small", always));
  EXPECT_NE(text(verifier.addMarkReader("small", always)).find("already"),
            std::string::npos);
  EXPECT_NE(text(verifier.addMarkReader("static", always))
                .find("'static' is one that is always read"),
            std::string::npos);
  EXPECT_NE(text(verifier.addMarkReader("large", nullptr)).find("is null"),
            std::string::npos);
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
  EXPECT_NE(text(verifier.addMarkReader(marks.back(), isNamed("any")))
                .find("the mark 'mark48' is one too many: 48 can have readers "
                      "[PMB100 bad-verifier]"),
            std::string::npos);
  EXPECT_EQ(run(verifier), "");
  // The last one is read.
  EXPECT_NE(runAgain("\"a.x\"() {mark47} : () -> ()")
                .find("'a.x(mark47)' is there, which it rejects"),
            std::string::npos);
}

TEST_F(ContractVerifierTest, AttachesOnceAndBeforeThePipelineIsBuilt) {
  build();
  addPass("test-any");
  ContractVerifier verifier, late;
  require(verifier.attachTo(*builder));
  for (ContractVerifier *second : {&verifier, &late})
    EXPECT_NE(text(second->attachTo(*builder))
                  .find("verified already [PMB100 bad-verifier]"),
              std::string::npos);
  EXPECT_NE(text(verifier.addPropertyVerifier("tidy", findX))
                .find("comes after attachTo() [PMB100 bad-verifier]"),
            std::string::npos);
  EXPECT_NE(
      text(verifier.addMarkReader("small", [](Operation *) { return true; }))
          .find("comes after attachTo() [PMB100 bad-verifier]"),
      std::string::npos);
  require(builder->build());
  EXPECT_NE(text(late.attachTo(*builder))
                .find("after the pipeline was built [PMB100 bad-verifier]"),
            std::string::npos);
  EXPECT_EQ(runAgain(), "");
}

TEST_F(ContractVerifierTest, APipelineThatIsRunInAPassHasNothingToAttachTo) {
  mlir::OpPassManager dynamic("builtin.module");
  PassManagerBuilder inner(dynamic, &context, catalog);
  ContractVerifier verifier;
  EXPECT_NE(text(verifier.attachTo(inner)).find("[PMB100 bad-verifier]"),
            std::string::npos);
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
  EXPECT_NE(said.find("the verifier of the property 'tidy' has thrown: out of "
                      "luck; asked where 'test-tidy' (pass 0 of 1, on "
                      "builtin.module, added by framework) runs [PMB101 "
                      "failed-verifier]\n"),
            std::string::npos)
      << said;
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
  EXPECT_NE(said.find("the verifier of the mark 'small' has thrown: out of "
                      "luck; asked where 'test-picky' (pass 0 of 1"),
            std::string::npos)
      << said;
  EXPECT_EQ(said.find("which it rejects"), std::string::npos) << said;
}

} // namespace
