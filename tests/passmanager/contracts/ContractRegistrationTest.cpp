//===- ContractRegistrationTest.cpp - Tests of registered contracts -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "TestPasses.contracts.inc"
#include "bundles/contracts/ContractsFile.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <thread>

using namespace pmb;
using namespace pmb::test;

namespace {

template <typename T>
struct OnModule : MarkPass<T, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(OnModule)
};

/// A builder with the catalog that builders have by default.
struct Default {
  mlir::MLIRContext context;
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PassManagerBuilder pmb{pm};
};

/// What is found in a pipeline of `cse` and what `add` adds.
template <typename AddFn> std::string buildBehindCSE(AddFn add) {
  Default d;
  d.pmb.addPass("cse");
  add(d.pmb);
  return text(d.pmb.build());
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// It has no argument, so nothing but its class tells what it is.
struct Unnamed : OnModule<Unnamed> {};
void describeUnnamed(PassDescriptor &pass) {
  pass.contract.before(pmb::pass("cse")).because("it has no name");
}
ContractRegistration<Unnamed> unnamed(describeUnnamed);

struct Named : OnModule<Named> {
  llvm::StringRef getArgument() const override { return "test-registered"; }
};
ContractRegistration<Named> named([](PassDescriptor &pass) {
  pass.addKind("test-registered-kind");
  pass.contract.before(pmb::pass("cse")).because("it is registered");
});

/// It cannot be made without arguments.
struct Made : OnModule<Made> {
  explicit Made(int) {}
  llvm::StringRef getArgument() const override { return "test-made"; }
};
ContractRegistration<Made> made([](PassDescriptor &pass) {
  pass.contract.before(pmb::pass("cse")).because("it was made");
});

TEST(ContractRegistration, InstanceOfAClassWithoutArgument) {
  std::string error = buildBehindCSE([](PassManagerBuilder &pmb) {
    pmb.addPass(std::unique_ptr<mlir::Pass>(std::make_unique<Unnamed>()));
  });
  EXPECT_TRUE(contains(error, "Unnamed' must come before 'cse'"));
  EXPECT_TRUE(contains(error, "it has no name"));
}

TEST(ContractRegistration, InstanceThatOnlyAConstructorCanMake) {
  std::string error = buildBehindCSE([](PassManagerBuilder &pmb) {
    pmb.addPass(std::unique_ptr<mlir::Pass>(std::make_unique<Made>(1)));
  });
  EXPECT_TRUE(contains(error, "'test-made' must come before 'cse'"));
  EXPECT_TRUE(contains(error, "it was made"));
}

TEST(ContractRegistration, EveryWayIntoAPipeline) {
  static bool isDone = [] {
    mlir::PassRegistration<Named>();
    return true;
  }();
  (void)isDone;
  std::string byClass =
      buildBehindCSE([](PassManagerBuilder &pmb) { pmb.addPass<Named>(); });
  EXPECT_TRUE(contains(byClass, "it is registered"));
  auto expectSame = [&](std::string error) { EXPECT_EQ(error, byClass); };
  expectSame(buildBehindCSE([](PassManagerBuilder &pmb) {
    pmb.addPass(std::unique_ptr<mlir::Pass>(std::make_unique<Named>()));
  }));
  expectSame(buildBehindCSE(
      [](PassManagerBuilder &pmb) { pmb.addPass("test-registered"); }));
  expectSame(buildBehindCSE([](PassManagerBuilder &pmb) {
    mlir::OpPassManager other("builtin.module");
    other.addPass(std::make_unique<Named>());
    require(pmb.adopt(other));
  }));
  // Without instances, by name alone.
  PipelineBuilder names("builtin.module", getRegisteredCatalog());
  names.addPass("cse");
  names.addPass("test-registered");
  std::vector<Diagnostic> findings = names.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_TRUE(contains(findings.front().str(), "it is registered"));
}

TEST(ContractRegistration, ByNameWhereTheCatalogKnowsNothing) {
  Build<> b;
  b.pmb.addPass("cse");
  b.pmb.addPass(std::unique_ptr<mlir::Pass>(std::make_unique<Named>()));
  EXPECT_TRUE(contains(text(b.pmb.build()), "it is registered"));
}

/// A class of which another library has another identity.
struct Twin : OnModule<Twin> {
  llvm::StringRef getArgument() const override { return "test-registered"; }
};

TEST(ContractRegistration, AnotherIdentityIsKnownByTheArgument) {
  Build<> b;
  b.pmb.addPass("cse");
  b.pmb.addPass(std::unique_ptr<mlir::Pass>(std::make_unique<Twin>()));
  EXPECT_TRUE(contains(text(b.pmb.build()), "it is registered"));
}

//===----------------------------------------------------------------------===//
// Registrations that differ
//===----------------------------------------------------------------------===//

struct Same : OnModule<Same> {};
ContractRegistration<Same> same(describeUnnamed, "a/One.cpp", 1);
ContractRegistration<Same> sameAgain(describeUnnamed, "a/Other.cpp", 2);

struct Different : OnModule<Different> {};
ContractRegistration<Different> different(describeUnnamed, "a/One.cpp", 3);
ContractRegistration<Different> otherwise(
    [](PassDescriptor &pass) { pass.contract.after(pmb::pass("cse")); },
    "a/Other.cpp", 4);

struct Torn : OnModule<Torn> {
  static void describe(PassDescriptor &pass) { pass.contract.greedy(); }
};
ContractRegistration<Torn> torn(describeUnnamed, "a/One.cpp", 5);

TEST(ContractRegistration, TwoThatSayTheSame) {
  std::string error =
      buildBehindCSE([](PassManagerBuilder &pmb) { pmb.addPass<Same>(); });
  EXPECT_TRUE(contains(error, "it has no name"));
  EXPECT_FALSE(contains(error, "duplicate-name")) << error;
}

/// Contracts of classes go by the class, so both count.
struct BeforeCSE : OnModule<BeforeCSE> {
  llvm::StringRef getArgument() const override { return "test-two-classes"; }
  static void describe(PassDescriptor &pass) {
    pass.contract.before(pmb::pass("cse")).because("says the first");
  }
};
struct AfterCSE : OnModule<AfterCSE> {
  llvm::StringRef getArgument() const override { return "test-two-classes"; }
  static void describe(PassDescriptor &pass) {
    pass.contract.after(pmb::pass("cse")).because("says the second");
  }
};

TEST(ContractRegistration, TwoClassesOfOneNameHaveEachItsOwnContract) {
  Default right;
  right.pmb.addPass<BeforeCSE>();
  right.pmb.addPass("cse");
  right.pmb.addPass<AfterCSE>();
  EXPECT_EQ(text(right.pmb.build()), "");
  Default wrong;
  wrong.pmb.addPass<AfterCSE>();
  wrong.pmb.addPass("cse");
  wrong.pmb.addPass<BeforeCSE>();
  std::string error = text(wrong.pmb.build());
  EXPECT_TRUE(contains(error, "says the first"));
  EXPECT_TRUE(contains(error, "says the second"));
  wrong.pmb.discard();
}

TEST(ContractRegistration, TwoThatDifferAreAnErrorThatNamesBoth) {
  std::string error = buildBehindCSE([](PassManagerBuilder &pmb) {
    pmb.addPass(std::unique_ptr<mlir::Pass>(std::make_unique<Different>()));
  });
  EXPECT_TRUE(contains(error, "error: One.cpp:3 and Other.cpp:4 describe '"));
  EXPECT_TRUE(contains(
      error, "Different', and say different things of its contract [PMB014 "
             "duplicate-name]"));
  Default d;
  d.pmb.addPass("cse");
  EXPECT_NE(text(d.pmb.insert<Different>(Position::before(pass("cse")))), "");
  EXPECT_EQ(d.pmb.str(), "builtin.module(cse)");
  // Who does not use it is not bothered.
  EXPECT_EQ(text(d.pmb.build()), "");
}

TEST(ContractRegistration, WhatTheClassSaysMustBeTheSame) {
  // Compilers call unnamed namespaces differently.
  std::string error =
      buildBehindCSE([](PassManagerBuilder &pmb) { pmb.addPass<Torn>(); });
  EXPECT_TRUE(contains(error, "error: One.cpp:5 and "));
  EXPECT_TRUE(contains(error, "::Torn::describe describe '"));
}

//===----------------------------------------------------------------------===//
// Passes.td
//===----------------------------------------------------------------------===//

template <typename T> struct Prepare : OnModule<T> {
  llvm::StringRef getArgument() const override { return "test-prepare"; }
};
struct TestPrepare : Prepare<TestPrepare> {};
struct TestUse : OnModule<TestUse> {
  llvm::StringRef getArgument() const override { return "test-use"; }
};

TEST(EmbeddedContracts, OfAPassesFileReachInstances) {
  Default d;
  d.pmb.addPass<TestUse>();
  EXPECT_TRUE(contains(text(d.pmb.build()), "it uses what that makes"));
  Default ordered;
  ordered.pmb.addPass<TestPrepare>();
  ordered.pmb.addPass<TestUse>();
  EXPECT_EQ(text(ordered.pmb.build()), "");
}

TEST(EmbeddedContracts, DeclareProperties) {
  const Catalog &catalog = getRegisteredCatalog();
  const PropertyDescriptor *ready = catalog.lookupProperty("test-ready");
  ASSERT_TRUE(ready);
  EXPECT_EQ(ready->summary, "What the tests use is there");
  EXPECT_FALSE(getStockCatalog().lookupProperty("test-ready"));
  const PassDescriptor *use = catalog.lookupPass("test-use");
  ASSERT_TRUE(use);
  EXPECT_EQ(use->summary, "Use what is ready");
  EXPECT_EQ(use->anchor, "builtin.module");
  EXPECT_EQ(use->describedIn, "TestPasses.td:12");
}

struct TestTwice : OnModule<TestTwice> {
  llvm::StringRef getArgument() const override { return "test-twice"; }
};
const EmbeddedContracts
    twice("zeta.contracts.json",
          R"({"passes": {"test-twice": {"after": "cse"}}})");

TEST(EmbeddedContracts, TwoThatDifferAreAnErrorThatNamesBoth) {
  EXPECT_EQ(buildBehindCSE([](PassManagerBuilder &pmb) {
              pmb.addPass(
                  std::unique_ptr<mlir::Pass>(std::make_unique<TestTwice>()));
            }),
            "error: TestPasses.td:18 and zeta.contracts.json:1:13 describe "
            "'test-twice', and say different things of its contract [PMB014 "
            "duplicate-name]\n"
            "  help: leave one of the descriptions out, or extend or override "
            "the other\n");
}

/// Lets a text be registered for as long as the scope lasts.
struct Scope {
  pmb::detail::RegistrationMark mark = pmb::detail::getRegistrationMark();
  explicit Scope(const char *text, const char *name = "scope.contracts.json") {
    // Registered objects live for ever.
    static std::vector<std::unique_ptr<EmbeddedContracts>> all;
    all.push_back(std::make_unique<EmbeddedContracts>(name, text));
  }
  ~Scope() { pmb::detail::forgetRegistrationsSince(mark); }
};

TEST(EmbeddedContracts, ComeBeforeWhatTheCatalogSays) {
  Scope scope(R"({"passes": {"convert-linalg-to-loops": {
                   "lowers": {"from": "linalg.matmul", "to": "acme.mm"}}}})");
  const PassDescriptor *loops =
      getRegisteredCatalog().lookupPass("convert-linalg-to-loops");
  ASSERT_TRUE(loops);
  ASSERT_GT(loops->contract.getContents().size(), 1u);
  EXPECT_EQ(loops->contract.getContents().front().to,
            std::vector<std::string>{"acme.mm"});
}

TEST(EmbeddedContracts, MistakesAreReportedByPipelines) {
  Scope scope(R"({"passes": {"acme-x": {"requires": "cannonical"}}})");
  Default d;
  d.pmb.addPass("cse");
  std::string error = text(d.pmb.build());
  EXPECT_TRUE(contains(error, "'cannonical', which does not exist"));
  EXPECT_TRUE(contains(error, "scope.contracts.json:1:"));
}

TEST(EmbeddedContracts, MayNeedWhatIsDeclaredElsewhere) {
  // Read in the order of their names, whatever the order of linking.
  Scope scope(R"({"passes": {"acme-x": {"requires": "acme-declared"}}})");
  Scope other(R"({"properties": {"acme-declared": "Is there"}})",
              "zz.contracts.json");
  EXPECT_TRUE(getRegisteredCatalog().getMistakes().empty());
  EXPECT_TRUE(getRegisteredCatalog().lookupPass("acme-x"));
}

//===----------------------------------------------------------------------===//
// Other catalogs, files, threads
//===----------------------------------------------------------------------===//

TEST(RegisteredContracts, OneNameThatIsTornIsAnErrorForOtherCatalogs) {
  Catalog catalog;
  std::string error = text(addRegisteredContracts(catalog));
  EXPECT_TRUE(contains(error, "'test-twice', and say different things"));
  EXPECT_FALSE(catalog.lookupPass("test-use"));
}

TEST(RegisteredContracts, AreWrittenToAFileThatSaysTheSame) {
  const Catalog &catalog = getRegisteredCatalog();
  std::string written;
  llvm::raw_string_ostream os(written);
  writeContracts(
      os, catalog,
      {catalog.lookupPass("test-use"), catalog.lookupPass("test-registered")});
  Catalog read;
  ASSERT_EQ(
      text(readContracts(SourceText::copy(written, "x"), read).takeError()),
      "");
  for (const char *name : {"test-use", "test-registered"}) {
    ASSERT_TRUE(read.lookupPass(name));
    EXPECT_TRUE(read.lookupPass(name)->contract.isEquivalentTo(
        catalog.lookupPass(name)->contract));
  }
}

template <int number> struct Numbered : OnModule<Numbered<number>> {
  static void describe(PassDescriptor &pass) {
    pass.contract.before(pmb::pass("cse")).because("it is numbered");
  }
};

TEST(RegisteredContracts, InSeveralThreads) {
  std::atomic<unsigned> found = 0;
  auto use = [&](auto pass) {
    using PassT = decltype(pass);
    for (int i = 0; i < 20; ++i) {
      std::string error = buildBehindCSE([](PassManagerBuilder &pmb) {
        pmb.addPass<PassT>();
        pmb.addPass<Named>();
      });
      found += contains(error, "it is numbered") &&
               contains(error, "it is registered");
    }
  };
  std::vector<std::thread> threads;
  threads.emplace_back([&] { use(Numbered<0>()); });
  threads.emplace_back([&] { use(Numbered<1>()); });
  threads.emplace_back([&] { use(Numbered<2>()); });
  threads.emplace_back([&] { use(Numbered<0>()); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(found, 80u);
}

} // namespace
