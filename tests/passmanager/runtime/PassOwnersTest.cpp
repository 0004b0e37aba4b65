//===- PassOwnersTest.cpp - Whose pass is running -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeSupport.h"
#include "passmanager/NestRead.h"
#include <set>

using namespace pmb;
using namespace pmb::test;
using mlir::func::FuncOp;

namespace {

/// Writes down, once for each, what the owners say of the passes that run.
struct Listener : mlir::PassInstrumentation {
  Listener(std::shared_ptr<PassOwners> owners, std::set<std::string> &found)
      : owners(std::move(owners)), found(found) {}
  void runBeforePass(mlir::Pass *pass, mlir::Operation *) override {
    note("before", *pass);
  }
  void runAfterPass(mlir::Pass *pass, mlir::Operation *) override {
    note("after", *pass);
  }
  void note(llvm::StringRef when, mlir::Pass &pass) {
    if (isNest(pass))
      return;
    std::string name = printPass(pass).str().str();
    RunningPass running = owners->find(pass);
    EXPECT_EQ(running.owner, owners->findRunning().owner);
    found.insert((when + " " + name + ": " +
                  (running.isInside ? "inside of " : "") +
                  (running.owner ? running.owner->str() : "nobody's"))
                     .str());
  }
  std::shared_ptr<PassOwners> owners;
  std::set<std::string> &found;
};

std::string lines(const std::set<std::string> &texts) {
  std::string result;
  for (const std::string &text : texts)
    result += text + "\n";
  return result;
}

/// Composes with `compose`, runs on a program of many nests, and returns what
/// the owners say.
std::string listen(bool withThreads,
                   llvm::function_ref<void(PassManagerBuilder &)> compose) {
  Build<> test;
  test.context.disableMultithreading(!withThreads);
  require(test.pmb.enableAttribution());
  std::set<std::string> found;
  test.pm.addInstrumentation(
      std::make_unique<Listener>(test.pmb.getOwners(), found));
  compose(test.pmb);
  require(test.pmb.build());
  EXPECT_NE(runOn(makeNests(20), test.pm, test.context), "");
  return lines(found);
}

//===----------------------------------------------------------------------===//
// What is remembered
//===----------------------------------------------------------------------===//

TEST(PassOwners, KnowPlacePartyBundleSlotKindAndContract) {
  Build<> test;
  require(test.pmb.enableAttribution());
  PassBundle inner("inner"), outer("outer");
  inner.addPass("test-func");
  outer.addBundle(std::move(inner));
  outer.addSlot("late");
  test.pmb.addPass(std::make_unique<ModulePass>());
  test.pmb.addBundle(outer);
  Contract contract;
  contract.after(pass("test-module")).because("it says so");
  require(test.pmb.addContract("test-func", contract));
  require(test.pmb.transaction(Origin::thirdParty("acme"), [&] {
    return test.pmb.addPassToSlot("test-options", "late");
  }));
  require(test.pmb.build());

  std::vector<const PassOwner *> all = test.pmb.getOwners()->getAll();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0]->str(),
            "'test-module' (pass 0 of 3, on builtin.module, added by "
            "framework)");
  EXPECT_EQ(all[1]->str(), "'test-func' (pass 1 of 3, on "
                           "builtin.module/func.func, in bundle 'outer/inner', "
                           "added by framework)");
  EXPECT_EQ(all[2]->str(),
            "'test-options' (pass 2 of 3, on builtin.module, in bundle "
            "'outer', in slot 'late', added by third party 'acme')");
  EXPECT_TRUE(all[1]->descriptor->hasKind("marking"));
  EXPECT_EQ(all[1]->descriptor->contract.getOrder().size(), 1u);
  const mlir::Pass &first = *test.pm.begin();
  EXPECT_EQ(test.pmb.getOwners()->lookup(first), all[0]);
}

TEST(PassOwners, OutliveTheBuilder) {
  mlir::MLIRContext context;
  context.loadDialect<mlir::func::FuncDialect>();
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  std::shared_ptr<PassOwners> owners;
  {
    PassManagerBuilder builder(pm, getTestCatalog());
    builder.addPass(std::make_unique<ModulePass>());
    require(builder.enableAttribution());
    require(builder.build());
    owners = builder.getOwners();
  }
  EXPECT_EQ(owners->lookup(*pm.begin())->node.name, "test-module");
}

TEST(PassOwners, ArePutTogetherOnceForWhatIsFlattenedAgain) {
  Build<> test;
  require(test.pmb.enableAttribution());
  test.pmb.addPass(std::make_unique<ModulePass>());
  for (int i = 0; i < 3; ++i) {
    mlir::OpPassManager target("builtin.module");
    require(test.pmb.flattenInto(target));
    EXPECT_EQ(test.pmb.getOwners()->lookup(*target.begin())->node.name,
              "test-module");
  }
  EXPECT_EQ(test.pmb.getOwners()->getAll().size(), 1u);

  Contract contract;
  contract.after(pass("test-func")).because("it says so");
  require(test.pmb.addContract("test-module", contract));
  mlir::OpPassManager target("builtin.module");
  require(test.pmb.flattenInto(target));
  const PassOwner *owner = test.pmb.getOwners()->lookup(*target.begin());
  EXPECT_EQ(owner->descriptor->contract.getOrder().size(), 1u);
}

TEST(PassOwners, AreNotThereUnlessAskedFor) {
  Build<> test;
  bool hasInstrumentor = true;
  auto pass = std::make_unique<AskPass>();
  pass->hasInstrumentor = &hasInstrumentor;
  test.pmb.addPass(std::move(pass));
  EXPECT_EQ(test.pmb.getOwners(), nullptr);
  require(test.pmb.build());
  EXPECT_NE(runOn("", test.pm, test.context), "");
  EXPECT_FALSE(hasInstrumentor);
}

TEST(PassOwners, ChangeNothingOfWhatIsBuilt) {
  Build<> plain, asked;
  require(asked.pmb.enableAttribution());
  for (PassManagerBuilder *builder : {&plain.pmb, &asked.pmb}) {
    builder->addPass(std::make_unique<ModulePass>());
    builder->nest("func.func").addPass(std::make_unique<FuncPass>());
    require(builder->build());
  }
  EXPECT_EQ(text(plain.pm), text(asked.pm));
  EXPECT_EQ(runOn(makeNests(2), plain.pm, plain.context),
            runOn(makeNests(2), asked.pm, asked.context));
}

//===----------------------------------------------------------------------===//
// What runs
//===----------------------------------------------------------------------===//

class Threads : public testing::TestWithParam<bool> {};

TEST_P(Threads, CopiesInNestsOfNestsHaveTheOwnersOfTheOriginals) {
  std::string found = listen(GetParam(), [](PassManagerBuilder &builder) {
    builder.addPass(std::make_unique<ModulePass>());
    builder.nest("func.func").addPass(std::make_unique<FuncPass>());
    NestBuilder inner = builder.nest("builtin.module");
    inner.addPass(std::make_unique<OptionsPass>(7));
    inner.nest("func.func").addPass(std::make_unique<FuncPass>());
  });
  EXPECT_EQ(
      found,
      R"(after test-func: 'test-func' (pass 1 of 4, on builtin.module/func.func, added by framework)
after test-func: 'test-func' (pass 3 of 4, on builtin.module/builtin.module/func.func, added by framework)
after test-module: 'test-module' (pass 0 of 4, on builtin.module, added by framework)
after test-options{count=7 }: 'test-options' (pass 2 of 4, on builtin.module/builtin.module, added by framework)
before test-func: 'test-func' (pass 1 of 4, on builtin.module/func.func, added by framework)
before test-func: 'test-func' (pass 3 of 4, on builtin.module/builtin.module/func.func, added by framework)
before test-module: 'test-module' (pass 0 of 4, on builtin.module, added by framework)
before test-options{count=7 }: 'test-options' (pass 2 of 4, on builtin.module/builtin.module, added by framework)
)");
}

TEST_P(Threads, PassesOfOthersHaveNoOwner) {
  Build<> test;
  test.context.disableMultithreading(!GetParam());
  test.pm.addNestedPass<FuncOp>(std::make_unique<FuncPass>());
  require(test.pmb.enableAttribution());
  std::set<std::string> found;
  test.pm.addInstrumentation(
      std::make_unique<Listener>(test.pmb.getOwners(), found));
  test.pmb.addPass(std::make_unique<ModulePass>());
  require(test.pmb.build());
  EXPECT_NE(runOn(makeNests(20), test.pm, test.context), "");
  EXPECT_EQ(found.count("before test-func: nobody's"), 1u) << lines(found);
  EXPECT_EQ(found.size(), 4u) << lines(found);
}

TEST_P(Threads, ACopyOfThePassManagerHasTheOwnersOfTheOriginal) {
  Build<> test;
  test.context.disableMultithreading(!GetParam());
  require(test.pmb.enableAttribution());
  NestBuilder functions = test.pmb.nest("builtin.module").nest("func.func");
  for (int i = 0; i < 8; ++i)
    functions.addPass(std::make_unique<OptionsPass>(i));
  {
    // The passes of the copy get the places of these.
    mlir::OpPassManager gone("builtin.module");
    require(test.pmb.flattenInto(gone));
  }
  require(test.pmb.build());
  mlir::PassManager copy = mlir::PassManager::on<mlir::ModuleOp>(&test.context);
  require(test.pmb.getOwners()->attachTo(copy));
  std::set<std::string> found;
  copy.addInstrumentation(
      std::make_unique<Listener>(test.pmb.getOwners(), found));
  static_cast<mlir::OpPassManager &>(copy) =
      static_cast<const mlir::OpPassManager &>(test.pm);
  EXPECT_NE(runOn(makeNests(20), copy, test.context), "");
  for (int i = 0; i < 8; ++i) {
    std::string number = std::to_string(i);
    EXPECT_EQ(found.count("before test-options{count=" + number +
                          " }: 'test-options' (pass " + number +
                          " of 8, on builtin.module/builtin.module/func.func, "
                          "added by framework)"),
              1u)
        << lines(found);
  }
  EXPECT_EQ(found.size(), 16u) << lines(found);
}

TEST_P(Threads, PassesThatWereAdoptedHaveTheirOwners) {
  Build<> test;
  test.context.disableMultithreading(!GetParam());
  mlir::OpPassManager &functions =
      test.pm.nest("builtin.module").nest("func.func");
  for (int i = 0; i < 4; ++i)
    functions.addPass(std::make_unique<OptionsPass>(i));
  require(test.pmb.adopt(test.pm));
  test.pmb.setOrigin(Origin::thirdParty("acme"));
  require(test.pmb.insert(PassSpec("test-options", "count=4"),
                          Position::after(last(pass("test-options")))));
  require(test.pmb.enableAttribution());
  std::set<std::string> found;
  test.pm.addInstrumentation(
      std::make_unique<Listener>(test.pmb.getOwners(), found));
  require(test.pmb.build());
  EXPECT_NE(runOn(makeNests(20), test.pm, test.context), "");
  for (int i = 0; i < 5; ++i) {
    std::string number = std::to_string(i);
    EXPECT_EQ(found.count("before test-options{count=" + number +
                          " }: 'test-options' (pass " + number +
                          " of 5, on builtin.module/builtin.module/func.func, "
                          "added by " +
                          (i == 4 ? "third party 'acme')" : "framework)")),
              1u)
        << lines(found);
  }
  EXPECT_EQ(found.size(), 10u) << lines(found);
}

TEST_P(Threads, APassOfADynamicPipelineIsInsideOfWhatRunsIt) {
  std::string found = listen(GetParam(), [](PassManagerBuilder &builder) {
    builder.addPass(std::make_unique<ModulePass>());
    builder.addPass(std::make_unique<RunPass>("func.func(test-func)"));
  });
  EXPECT_EQ(
      found,
      R"(after test-func: inside of 'test-run' (pass 1 of 2, on builtin.module, added by framework)
after test-module: 'test-module' (pass 0 of 2, on builtin.module, added by framework)
after test-run: 'test-run' (pass 1 of 2, on builtin.module, added by framework)
before test-func: inside of 'test-run' (pass 1 of 2, on builtin.module, added by framework)
before test-module: 'test-module' (pass 0 of 2, on builtin.module, added by framework)
before test-run: 'test-run' (pass 1 of 2, on builtin.module, added by framework)
)");
}

/// A pipeline of copies knows what they are copies of, also when that is gone
/// and another pass has got its place in memory.
TEST_P(Threads, PassesAreNotTakenForOthersThatHaveGotThePlaceOfTheOriginal) {
  std::string found = listen(GetParam(), [](PassManagerBuilder &builder) {
    for (int i = 0; i < 8; ++i)
      builder.addPass(std::make_unique<RunCopyPass>());
    for (int i = 0; i < 8; ++i)
      builder.addPass(std::make_unique<OptionsPass>(i));
  });
  for (int i = 0; i < 8; ++i)
    EXPECT_TRUE(contains(found, "before test-options{count=100 }: inside of "
                                "'test-run-copy' (pass " +
                                    std::to_string(i)));
}

TEST_P(Threads, ABuilderOfADynamicPipelineCanShareOwners) {
  std::string found = listen(GetParam(), [](PassManagerBuilder &builder) {
    auto run = std::make_unique<RunPass>("test-func");
    run->owners = builder.getOwners();
    builder.addPass(std::move(run));
  });
  EXPECT_EQ(
      found,
      R"(after test-func: 'test-func' (pass 0 of 1, on builtin.module/func.func, added by third party 'inner')
after test-run: 'test-run' (pass 0 of 1, on builtin.module, added by framework)
before test-func: 'test-func' (pass 0 of 1, on builtin.module/func.func, added by third party 'inner')
before test-run: 'test-run' (pass 0 of 1, on builtin.module, added by framework)
)");
}

INSTANTIATE_TEST_SUITE_P(PassOwners, Threads, testing::Bool(),
                         [](const auto &info) {
                           return info.param ? "With" : "Without";
                         });

//===----------------------------------------------------------------------===//
// Bad input
//===----------------------------------------------------------------------===//

/// PMB094: calling builder.enableAttribution() twice
TEST(PassOwners, AreEnabledOnce) {
  Build<> test;
  test.pmb.addPass(std::make_unique<ModulePass>());
  require(test.pmb.enableAttribution());
  std::shared_ptr<PassOwners> owners = test.pmb.getOwners();
  EXPECT_EQ(text(test.pmb.enableAttribution()),
            "error: attribution is enabled for this pipeline already [PMB094 "
            "already-attributed]\n"
            "  help: enable it once; getOwners() has what it remembers\n");
  EXPECT_EQ(test.pmb.getOwners(), owners);
  EXPECT_EQ(text(owners->attachTo(test.pm)),
            "error: the pass manager tells these owners already what runs "
            "[PMB094 already-attributed]\n"
            "  help: attach them once\n");
  require(test.pmb.build());
}

TEST(PassOwners, AreNotEnabledAfterBuild) {
  Build<> test;
  test.pmb.addPass(std::make_unique<ModulePass>());
  require(test.pmb.build());
  EXPECT_TRUE(contains(text(test.pmb.enableAttribution()), "already-built"));
  EXPECT_EQ(test.pmb.getOwners(), nullptr);
}

TEST(PassOwners, AreNotEnabledByAParty) {
  Build<> test;
  test.pmb.addPass(std::make_unique<ModulePass>());
  std::string error =
      text(test.pmb.transaction(Origin::thirdParty("acme"),
                                [&] { return test.pmb.enableAttribution(); }));
  EXPECT_EQ(error,
            "error: third party 'acme' cannot enable attribution: what it "
            "edits can still be undone [PMB019 inside-transaction]\n"
            "  help: let the owner of the pipeline enable it, outside of the "
            "transaction\n"
            "  note: nothing of what third party 'acme' did was kept\n");
  EXPECT_EQ(test.pmb.getOwners(), nullptr);
  require(test.pmb.build());
}

/// PMB095: enableAttribution() on a builder for an OpPassManager
TEST(PassOwners, OfADynamicPipelineNeedThoseOfThePassManager) {
  mlir::OpPassManager dynamic("func.func");
  PassManagerBuilder builder(dynamic, nullptr, getTestCatalog());
  builder.addPass(std::make_unique<FuncPass>());
  EXPECT_EQ(
      text(builder.enableAttribution()),
      "error: a pipeline that is run inside a pass has no pass manager that "
      "could report who owns its passes [PMB095 not-attributed]\n"
      "  help: give enableAttribution() the owners of the builder whose pass "
      "manager runs the pass\n");
  EXPECT_EQ(builder.getOwners(), nullptr);
  require(builder.build());
}

TEST(PassOwners, ThatNobodyAsksAreNotShared) {
  mlir::OpPassManager dynamic("func.func");
  PassManagerBuilder builder(dynamic, nullptr, getTestCatalog());
  builder.addPass(std::make_unique<FuncPass>());
  EXPECT_EQ(text(builder.enableAttribution(std::make_shared<PassOwners>())),
            "error: the owners to be shared are attached to no pass manager, "
            "so they would report nothing [PMB095 not-attributed]\n"
            "  help: take those of the builder whose pass manager runs the "
            "pass, or call attachTo()\n");
  EXPECT_EQ(builder.getOwners(), nullptr);
  require(builder.build());
}

TEST(PassOwners, AreSharedByBuildersOfOnePassManager) {
  Build<> test;
  PassManagerBuilder second(test.pm, getTestCatalog());
  require(test.pmb.enableAttribution());
  require(second.enableAttribution(test.pmb.getOwners()));
  test.pmb.addPass(std::make_unique<ModulePass>());
  second.setOrigin(Origin::thirdParty("second"));
  second.addPass(std::make_unique<OptionsPass>());
  require(test.pmb.build());
  require(second.build());
  std::set<std::string> found;
  test.pm.addInstrumentation(
      std::make_unique<Listener>(second.getOwners(), found));
  EXPECT_NE(runOn("", test.pm, test.context), "");
  EXPECT_EQ(found.size(), 4u) << lines(found);
  EXPECT_EQ(found.count("before test-options{count=1 }: 'test-options' (pass 0 "
                        "of 1, on builtin.module, added by third party "
                        "'second')"),
            1u)
      << lines(found);
}

TEST(PassOwners, AreLetGoWithThePassManager) {
  auto owners = std::make_shared<PassOwners>();
  mlir::MLIRContext context;
  {
    mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
    require(owners->attachTo(pm));
    EXPECT_TRUE(owners->isAttachedTo(pm));
  }
  EXPECT_EQ(owners.use_count(), 1);
}

} // namespace
