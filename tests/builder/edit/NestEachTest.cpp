//===- NestEachTest.cpp - One bundle, a nest for each of several ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;
using pmb::test::require;
using pmb::test::text;

namespace {

struct FuncOp {
  static llvm::StringRef getOperationName() { return "func.func"; }
};
struct GPUModuleOp {
  static llvm::StringRef getOperationName() { return "gpu.module"; }
};

class NestEachTest : public pmb::test::RulesTest {
protected:
  std::unique_ptr<PipelineBuilder> composeEach() const {
    auto pipeline = compose({"a"});
    pipeline->nestEach<FuncOp, GPUModuleOp>(
        PassBundle("tidy").addPass("b").addPass("c"));
    pipeline->addPass("z");
    return pipeline;
  }
};

TEST_F(NestEachTest, OneBundleANestForEach) {
  auto pipeline = composeEach();
  EXPECT_EQ(check(*pipeline), "");
  EXPECT_EQ(pipeline->str(),
            "builtin.module(a,func.func(b,c),gpu.module(b,c),z)");
  EXPECT_EQ(pipeline->lookup(bundle("tidy")).size(), 1u);
  require(pipeline->remove(bundle("tidy")));
  EXPECT_EQ(pipeline->str(), "builtin.module(a,z)");
}

TEST_F(NestEachTest, EditsAddressOneOrAll) {
  auto pipeline = composeEach();
  require(pipeline->insert(PassSpec("d"), Position::after(every(pass("b")))));
  require(pipeline->insert(PassSpec("e"),
                           Position::before(on(pass("b"), "gpu.module"))));
  require(pipeline->remove(on(pass("c"), "func.func")));
  require(pipeline->setOptions(on(last(pass("b")), "func.func"), "n=1"));
  EXPECT_EQ(pipeline->str(), "builtin.module(a,func.func(b{n=1},d),"
                             "gpu.module(e,b,d,c),z)");
  // Neither alone is what a name without a nest means.
  EXPECT_EQ(
      llvm::StringRef(text(pipeline->remove(pass("b")))).split('\n').first,
      "error: 'b' is in the pipeline 2 times [PMB003 ambiguous-position]");
}

TEST_F(NestEachTest, AMoveOfOneLeavesTheOthers) {
  auto pipeline = composeEach();
  require(
      pipeline->move(on(pass("b"), "func.func"), Position::before(pass("z"))));
  EXPECT_EQ(pipeline->str(),
            "builtin.module(a,func.func(c),gpu.module(b,c),func.func(b),z)");
  require(pipeline->move(bundle("tidy"), Position::atStart()));
  EXPECT_EQ(pipeline->str(),
            "builtin.module(func.func(c),gpu.module(b,c),a,func.func(b),z)");
}

TEST_F(NestEachTest, AnOperationWithoutThePass) {
  auto pipeline = composeEach();
  EXPECT_EQ(
      text(pipeline->remove(on(pass("b"), "gpu.modul"))),
      R"(error: 'b' does not run on 'gpu.modul' here [PMB002 unknown-position]
  help: did you mean 'gpu.module'?
)");
  EXPECT_EQ(
      text(pipeline->remove(on(pass("a"), "func.func"))),
      R"(error: 'a' does not run on 'func.func' here [PMB002 unknown-position]
  note: it runs on 'builtin.module'
)");
  EXPECT_EQ(on(every(pass("b")), "func.func").str(),
            "every 'b' on 'func.func'");
}

TEST_F(NestEachTest, InsertedAsABundle) {
  auto pipeline = compose({"a", "z"});
  PassBundle each("tidy");
  each.setNests({"func.func", "gpu.module"}).addPass("b");
  require(pipeline->insert(each, Position::after(pass("a"))));
  EXPECT_EQ(pipeline->str(), "builtin.module(a,func.func(b),gpu.module(b),z)");
}

TEST_F(NestEachTest, ANameThatIsNone) {
  auto pipeline = compose({});
  pipeline->nestEach({"func func"}, PassBundle("tidy").addPass("b"));
  EXPECT_EQ(
      llvm::StringRef(check(*pipeline)).split(" [").second.split(']').first,
      "PMB016 bad-name");
}

/// MLIR merges the nests: nothing orders what stands in one before what stands
/// in the other.
TEST_F(NestEachTest, EachOperationOnceAndAtLeastOne) {
  auto pipeline = compose({"a"});
  PassBundle bundle = std::move(PassBundle("tidy").addPass("b"));
  pipeline->nestEach({"func.func", "gpu.module", "func.func"}, bundle);
  pipeline->nestEach({}, bundle);
  EXPECT_EQ(text(llvm::Error(makeError(pipeline->check()))),
            "error: there is a nest for 'func.func' already [PMB056 "
            "bad-value]\n"
            "  help: name each operation once\n"
            "error: nestEach() is given no operation for a nest with 'tidy' "
            "[PMB056 bad-value]\n"
            "  help: name one, or add the bundle with addBundle()\n");
  EXPECT_EQ(pipeline->str(), "builtin.module(a)");
}

TEST_F(NestEachTest, NestsAreNotOrdered) {
  define("late", [](Contract &contract) {
    contract.after(pass("early")).all().because("counts what early leaves");
  });
  auto pipeline = compose({});
  pipeline->nestEach<FuncOp, GPUModuleOp>(
      PassBundle("both").addPass("early").addPass("late"));
  EXPECT_EQ(
      check(*pipeline),
      R"(error: 'late' must come after all of 'early', and stands before some of it [PMB020 wrong-order]
  at: 'late' (pass 1, on builtin.module/func.func, added by framework)
  note: 'late': counts what early leaves
  note: what it must follow: 'early' (pass 2, on builtin.module/gpu.module, added by framework)
error: 'late' must run after 'early', but nothing makes it so: their nests are merged, and operations are visited in the order of the IR [PMB032 unordered-nests]
  at: 'late' (pass 3, on builtin.module/gpu.module, added by framework)
  note: 'late': counts what early leaves
  note: the other pass: 'early' (pass 0, on builtin.module/func.func, added by framework)
  help: put a pass on builtin.module between them
)");
  // Each in its own nest is enough for who asks for one.
  define("late", Contract().after(pass("early")));
  pipeline = compose({});
  pipeline->nestEach<FuncOp, GPUModuleOp>(
      PassBundle("both").addPass("early").addPass("late"));
  EXPECT_EQ(check(*pipeline), "");
}

} // namespace
