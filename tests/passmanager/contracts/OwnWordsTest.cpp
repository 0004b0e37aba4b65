//===- OwnWordsTest.cpp - Properties and marks of a project ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a project says of the IR in words of its own: declared in the program,
// promised by a pass class, and held against IR.
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "passmanager/contracts/EmbeddedContracts.h"
#include "passmanager/runtime/ContractVerifier.h"

using namespace pmb;
using namespace pmb::test;

namespace {

// docs: passmanager/README.md
static const pmb::EmbeddedContracts words("acme-words.contracts.json", R"({
  "properties": {"deallocated": {"summary": "Each buffer is freed"}},
  "marks": {"sparse": "Has a sparse encoding"}
})");
// docs: end

/// Says that it frees, and does not.
struct FreePass
    : mlir::PassWrapper<FreePass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FreePass)
  llvm::StringRef getArgument() const override { return "test-words-free"; }
  static void describe(PassDescriptor &pass) {
    pass.contract.providesProperty("deallocated").because("it frees");
  }
  void runOnOperation() override {}
};

TEST(OwnWords, AreDeclaredInTheProgramAndHeldAgainstTheIR) {
  mlir::MLIRContext context;
  mlir::PassManager pm(&context, "builtin.module");
  PassManagerBuilder builder(pm);
  builder.addPass<FreePass>();
  ContractVerifier verifier(ContractVerifier::Mode::Record);
  require(verifier.addPropertyVerifier(
      "deallocated", [](mlir::Operation *root) { return root; }));
  require(verifier.addMarkReader("sparse",
                                 [](mlir::Operation *) { return false; }));
  require(verifier.attachTo(builder));
  require(builder.build());
  auto module = mlir::parseSourceString<mlir::ModuleOp>("", &context);
  ASSERT_TRUE(succeeded(pm.run(*module)));
  ASSERT_EQ(verifier.getFindings().size(), 1u);
  EXPECT_EQ(verifier.getFindings().front().diagnostic.message,
            "'test-words-free' ran, and 'deallocated' does not hold, which its "
            "contract says that it provides");
}

TEST(OwnWords, ThatNobodyDeclaresAreRefusedWithTheWayToDoSo) {
  mlir::MLIRContext context;
  mlir::PassManager pm(&context, "builtin.module");
  PassManagerBuilder builder(pm);
  Contract contract;
  contract.providesProperty("all-zero");
  builder.addPass<FreePass>();
  std::string said = text(builder.addContract("test-words-free", contract));
  EXPECT_TRUE(
      contains(said, "names the property 'all-zero', which does not exist"));
  EXPECT_TRUE(
      contains(said, "declare it under 'properties' of a contracts file"));
  builder.discard();
}

} // namespace
