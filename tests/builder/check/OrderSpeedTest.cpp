//===- OrderSpeedTest.cpp - Order entries of long pipelines ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pipelines of a length at which anything that is not about linear would take
// minutes: the limit on processor time then ends the process.
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"
#include <algorithm>
#include <ctime>
#ifdef __unix__
#include <sys/resource.h>
#endif

using namespace pmb;
using namespace pmb::test;

namespace {

class OrderSpeedTest : public testing::Test {
protected:
#ifdef __unix__
  /// A hundred times what the longest one needs, of the processor: a busy
  /// machine changes nothing.
  static void SetUpTestSuite() {
    ASSERT_EQ(getrlimit(RLIMIT_CPU, &usualLimit), 0);
    rlimit limit = usualLimit;
    limit.rlim_cur =
        std::min<rlim_t>(limit.rlim_cur, std::clock() / CLOCKS_PER_SEC + 120);
    ASSERT_EQ(setrlimit(RLIMIT_CPU, &limit), 0);
  }
  /// The tests behind these have the usual limit.
  static void TearDownTestSuite() {
    ASSERT_EQ(setrlimit(RLIMIT_CPU, &usualLimit), 0);
  }
  static inline rlimit usualLimit;
#endif

  static std::string name(unsigned i) { return "p" + std::to_string(i); }

  /// Adds a pass to the catalog, and to the end of the pipeline.
  void add(unsigned i, llvm::function_ref<void(Contract &)> describe) {
    PassDescriptor descriptor(name(i));
    descriptor.hasContract = true;
    describe(descriptor.contract);
    test::require(catalog.addPass(descriptor));
    pipeline.append(PassSpec(name(i)));
  }

  Catalog catalog;
  PipelineBuilder pipeline{"builtin.module", catalog};
};

TEST_F(OrderSpeedTest, WhatIsInsertedAtEveryPlaceGetsWhatItRequires) {
  constexpr unsigned count = 50000;
  PropertyDescriptor tidy;
  tidy.name = "tidy";
  tidy.isFleeting = true;
  tidy.establishedBy = "p1";
  test::require(catalog.addProperty(tidy));
  add(0, [](Contract &) {});
  add(1, [](Contract &contract) { contract.providesProperty("tidy"); });
  add(2, [](Contract &contract) { contract.requiresProperty("tidy"); });
  for (unsigned i = 0; i < count; ++i)
    pipeline.append(PassSpec(name(0)));
  pipeline.getCleanups().setEstablish(true);
  test::require(pipeline.insert(PassSpec(name(2)),
                                Position::after(every(pass(name(0))))));
  EXPECT_EQ(pipeline.size(), 3 + count + 2 * (count + 1));
}

TEST_F(OrderSpeedTest, ALongChainThatIsKept) {
  constexpr unsigned count = 100000;
  for (unsigned i = 0; i < count; ++i)
    add(i, [&](Contract &contract) {
      if (i)
        contract.after(pass(name(i - 1)));
    });
  EXPECT_EQ(pipeline.check().size(), 0u);
}

/// An insertion asks only those passes that say something of the new one.
TEST_F(OrderSpeedTest, ManySlotsThatAreFilled) {
  constexpr unsigned count = 300000;
  for (unsigned i = 0; i < count; ++i)
    pipeline.addSlot(name(i));
  for (unsigned i = 0; i < count; ++i)
    test::require(
        pipeline.insert(PassSpec("x"), Position::before(slot(name(i)))));
  EXPECT_EQ(pipeline.size(), count);
  EXPECT_EQ(pipeline.check().size(), 0u);
}

/// A place follows from the entries, where nothing else is said of any pass.
TEST_F(OrderSpeedTest, ManyThatArePlacedByTheirContracts) {
  constexpr unsigned count = 30000;
  for (unsigned i = 0; i < count; ++i) {
    PassDescriptor descriptor(name(i));
    descriptor.hasContract = true;
    if (i)
      descriptor.contract.before(pass(name(i - 1)));
    test::require(catalog.addPass(descriptor));
    test::require(pipeline.insert(PassSpec(name(i)), Position::byContract()));
  }
  EXPECT_EQ(pipeline.check().size(), 0u);
}

/// So it does where properties are required and ended.
TEST_F(OrderSpeedTest, ManyThatArePlacedByTheirProperties) {
  constexpr unsigned count = 20000;
  auto define = [&](llvm::StringRef name,
                    llvm::function_ref<void(Contract &)> describe) {
    PassDescriptor descriptor(name);
    descriptor.hasContract = true;
    describe(descriptor.contract);
    test::require(catalog.addPass(descriptor));
  };
  test::require(catalog.addProperty({"tidy", "", false}));
  define("tidies", [](Contract &contract) {
    contract.providesProperty("tidy");
    contract.before(pass("needs"));
  });
  define("needs",
         [](Contract &contract) { contract.requiresProperty("tidy"); });
  define("ends",
         [](Contract &contract) { contract.invalidatesProperty("tidy"); });
  for (llvm::StringRef name : {"needs", "tidies"})
    test::require(pipeline.insert(PassSpec(name), Position::byContract()));
  for (unsigned i = 0; i < count; ++i)
    test::require(pipeline.insert(PassSpec(i % 2 ? "needs" : "ends"),
                                  Position::byContract()));
  EXPECT_EQ(pipeline.size(), count + 2);
  EXPECT_EQ(pipeline.check().size(), 0u);
}

/// Each pass leads to what only an earlier one lowers.
TEST_F(OrderSpeedTest, ALongChainOfLoweringsBackwards) {
  constexpr unsigned count = 12000;
  for (unsigned i = 0; i < count; ++i)
    add(i, [&](Contract &contract) {
      contract.lowers({"d" + std::to_string(count - i) + ".op"})
          .to({"d" + std::to_string(count - i + 1) + ".op"});
    });
  pipeline.getInterface().outputContents = {"d" + std::to_string(count + 1)};
  EXPECT_EQ(pipeline.check().size(), count - 1);
}

/// Each must come before a kind that many bundles in one nest have.
TEST_F(OrderSpeedTest, ManyBeforeTheBundlesOfAKind) {
  constexpr unsigned count = 100000;
  catalog.addKind("kind");
  for (unsigned i = 0; i < count; ++i) {
    PassDescriptor descriptor(name(i));
    descriptor.hasContract = true;
    descriptor.contract.before(kind("kind"));
    test::require(catalog.addPass(descriptor));
    PassSpec spec(name(i));
    spec.nest = {"func.func"};
    pipeline.append(std::move(spec));
  }
  for (unsigned i = 0; i < count; ++i) {
    PassBundle bundle("b" + std::to_string(i));
    bundle.addKind("kind");
    PassSpec spec("x");
    spec.nest = {"func.func"};
    bundle.add(std::move(spec));
    pipeline.append(bundle);
  }
  EXPECT_EQ(pipeline.check().size(), 0u);
}

TEST_F(OrderSpeedTest, ManyEntriesThatAreViolated) {
  constexpr unsigned count = 20000;
  for (unsigned i = 0; i < count; ++i)
    add(i, [&](Contract &contract) {
      if (i + 1 < count)
        contract.after(pass(name(i + 1)));
    });
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), count - 1);
  EXPECT_EQ(findings.back().code, DiagnosticCode::WrongOrder);
  EXPECT_EQ(findings.back().node->position, int(count) - 2);
}

TEST_F(OrderSpeedTest, ManyRequirementsThatAreNotMet) {
  constexpr unsigned count = 20000;
  test::require(catalog.addProperty({"q", "", false}));
  add(0, [](Contract &contract) { contract.providesProperty("q"); });
  for (unsigned i = 1; i < count; ++i)
    add(i, [&](Contract &contract) {
      contract.requiresProperty("q");
      contract.invalidatesProperty("q");
    });
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), count - 2);
  EXPECT_EQ(findings.back().code, DiagnosticCode::MissingProperty);
}

TEST_F(OrderSpeedTest, OneLongCycle) {
  constexpr unsigned count = 20000;
  for (unsigned i = 0; i < count; ++i)
    add(i, [&](Contract &contract) {
      contract.after(pass(name((i + 1) % count)));
    });
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::Cycle);
  EXPECT_EQ(findings[0].notes.size(), count + 1);
}

/// A hundred cycles would be one mistake told a hundred times.
TEST_F(OrderSpeedTest, PassesThatAllNameEachOther) {
  constexpr unsigned count = 300;
  for (unsigned i = 0; i < count; ++i)
    add(i, [&](Contract &contract) {
      for (unsigned j = 0; j < count; ++j)
        if (i != j)
          contract.after(pass(name(j)));
    });
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 16u);
  for (const Diagnostic &finding : findings)
    EXPECT_EQ(finding.code, DiagnosticCode::Cycle);
  EXPECT_EQ(findings.back().notes.back().message,
            "there are further cycles with these passes");
}

/// Passes that are in no common cycle have one each.
TEST_F(OrderSpeedTest, ManyShortCycles) {
  constexpr unsigned count = 20000;
  for (unsigned i = 0; i < count; ++i)
    add(i, [&](Contract &contract) { contract.after(pass(name(i ^ 1))); });
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), count / 2);
  EXPECT_EQ(findings[0].message,
            "no order satisfies the contracts: 'p1' -> 'p0' -> 'p1'");
}

/// Each insertion looks at what stands around it.
TEST_F(OrderSpeedTest, ManyImmediateNeighbors) {
  constexpr unsigned count = 30000;
  for (unsigned i = 0; i < count; ++i)
    pipeline.append(PassSpec("x"));
  Selector each = every(pass("x"));
  require(pipeline.insert(PassSpec("b"), Position::immediatelyBefore(each)));
  require(pipeline.insert(PassSpec("a"), Position::before(each)));
  require(pipeline.insert(PassSpec("c"), Position::immediatelyAfter(each)));
  EXPECT_EQ(pipeline.size(), 4 * count);
  EXPECT_TRUE(pipeline.check().empty());
}

} // namespace
