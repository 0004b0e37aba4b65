//===- ReportsTest.cpp - Time, statistics and IR by owner -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reproducers are in ReproducersTest.cpp, bad input is in ReportErrorsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/Reports.h"
#include "ReportsSupport.h"
#include "passmanager/runtime/ReportSupport.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <set>

using namespace pmb;
using namespace pmb::test;
using DisplayMode = mlir::DefaultTimingManager::DisplayMode;
using OutputFormat = mlir::DefaultTimingManager::OutputFormat;

namespace {

class Reports : public testing::TestWithParam<bool> {};

INSTANTIATE_TEST_SUITE_P(Threads, Reports, testing::Bool(),
                         [](const auto &info) {
                           return info.param ? "With" : "Without";
                         });

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

/// What MLIR has measured, as it hands it to what prints it.
struct Measured {
  /// The tree or the list, in its order.
  std::vector<std::pair<std::string, mlir::TimeRecord>> entries;
  /// The parts: `(bundle) a`.
  std::map<std::string, mlir::TimeRecord> parts;
  mlir::TimeRecord total;

  /// All entries of a name.
  std::vector<mlir::TimeRecord> find(llvm::StringRef name) const {
    std::vector<mlir::TimeRecord> found;
    for (const auto &[entry, time] : entries)
      if (llvm::StringRef(entry).ends_with(name))
        found.push_back(time);
    return found;
  }
  mlir::TimeRecord sumUp(llvm::StringRef key) const {
    mlir::TimeRecord sum;
    for (const auto &[part, time] : parts)
      if (llvm::StringRef(part).starts_with(("(" + key + ")").str()))
        sum += time;
    return sum;
  }
};

struct Capture : mlir::OutputStrategy {
  explicit Capture(Measured &measured)
      : OutputStrategy(llvm::nulls()), measured(measured) {}
  void printHeader(const mlir::TimeRecord &total) override {
    measured.total = total;
  }
  void printFooter() override {}
  void printTime(const mlir::TimeRecord &, const mlir::TimeRecord &) override {}
  void printListEntry(llvm::StringRef name, const mlir::TimeRecord &time,
                      const mlir::TimeRecord &, bool) override {
    if (name.starts_with("("))
      measured.parts[name.str()] = time;
    else
      measured.entries.emplace_back(name.str(), time);
  }
  void printTreeEntry(unsigned, llvm::StringRef name,
                      const mlir::TimeRecord &time,
                      const mlir::TimeRecord &) override {
    measured.entries.emplace_back(name.str(), time);
  }
  void printTreeEntryEnd(unsigned, bool) override {}
  Measured &measured;
};

void expectEqual(mlir::TimeRecord a, const mlir::TimeRecord &b) {
  EXPECT_NEAR(a.wall, b.wall, 1e-9);
  EXPECT_NEAR(a.user, b.user, 1e-9);
}

Measured measure(bool withThreads, DisplayMode mode) {
  Composed run(withThreads);
  Measured measured;
  auto manager = std::make_unique<OwnerTimingManager>(
      run.getOwners(), allKeys, std::make_unique<Capture>(measured));
  manager->setDisplayMode(mode);
  run.pm->enableTiming(std::move(manager));
  EXPECT_NE(run.run(), "");
  return measured;
}

TEST_P(Reports, PartsAddUpToTheTotalTimeOfMLIR) {
  for (DisplayMode mode : {DisplayMode::Tree, DisplayMode::List}) {
    Measured measured = measure(GetParam(), mode);
    EXPECT_GT(measured.total.wall, 0);
    for (OwnerKey key : allKeys)
      expectEqual(measured.sumUp(stringify(key)), measured.total);
  }
}

TEST_P(Reports, PartsAreSumsOfTheTimersOfMLIR) {
  Measured measured = measure(GetParam(), DisplayMode::Tree);
  std::vector<mlir::TimeRecord> modules = measured.find("ModulePass"),
                                fails = measured.find("FailPass"),
                                runs = measured.find("RunPass");
  ASSERT_EQ(modules.size(), 1u);
  ASSERT_EQ(fails.size(), 3u);
  ASSERT_EQ(runs.size(), 1u);
  mlir::TimeRecord a = modules[0];
  a += fails[0];
  expectEqual(measured.parts["(bundle) a"], a);
  expectEqual(measured.parts["(bundle) b/c"], fails[1]);
  expectEqual(measured.parts["(slot) s"], fails[1]);
  // What it runs is in its own time.
  expectEqual(measured.parts["(bundle) <none>"], runs[0]);
  expectEqual(measured.parts["(origin) x.json"], runs[0]);
  expectEqual(measured.parts["(origin) third party 'acme'"], fails[1]);
  expectEqual(measured.parts["(kind) marking"], modules[0]);
  expectEqual(measured.parts["(origin) framework"], a);
  EXPECT_EQ(measured.parts.count("(origin) <other>"), 1u);
}

TEST(ReportsOfTime, APassOfSeveralBundlesOrKindsIsInOnePart) {
  PassDescriptor descriptor("p");
  descriptor.addKind("first").addKind("second");
  PassOwner owner;
  owner.bundles = {"outer", "inner"};
  owner.descriptor = std::make_shared<const PassDescriptor>(descriptor);
  EXPECT_EQ(getPart(owner, OwnerKey::Bundle), "outer/inner");
  EXPECT_EQ(getPart(owner, OwnerKey::Kind), "first, second");
  EXPECT_EQ(getPart(owner, OwnerKey::Slot), nonePart);
}

TEST_P(Reports, TheListAndTheTreeOfMLIRStayAsTheyAre) {
  for (DisplayMode mode : {DisplayMode::Tree, DisplayMode::List}) {
    Composed plain(GetParam());
    Measured expected;
    auto manager = std::make_unique<mlir::DefaultTimingManager>();
    manager->setEnabled(true);
    manager->setDisplayMode(mode);
    manager->setOutput(std::make_unique<Capture>(expected));
    plain.pm->enableTiming(std::move(manager));
    EXPECT_NE(plain.run(), "");

    Measured measured = measure(GetParam(), mode);
    std::vector<std::string> names, expectedNames;
    for (const auto &[name, time] : measured.entries)
      names.push_back(name);
    for (const auto &[name, time] : expected.entries)
      expectedNames.push_back(name);
    if (mode == DisplayMode::List) {
      // By time, but for the last two.
      EXPECT_TRUE(std::is_sorted(
          measured.entries.begin(), measured.entries.end() - 2,
          [](auto &a, auto &b) { return a.second.wall > b.second.wall; }));
      EXPECT_EQ(names[names.size() - 2], "Rest");
      EXPECT_EQ(names.back(), "Total");
      std::sort(names.begin(), names.end());
      std::sort(expectedNames.begin(), expectedNames.end());
    }
    EXPECT_EQ(names, expectedNames);
  }
}

TEST_P(Reports, TimeIsWrittenAsTextAndAsJson) {
  for (OutputFormat format : {OutputFormat::Text, OutputFormat::Json}) {
    Composed run(GetParam());
    std::string text;
    llvm::raw_string_ostream os(text);
    require(enableTimingBy(*run.pm, run.getOwners(),
                           {OwnerKey::Origin, OwnerKey::Bundle},
                           DisplayMode::Tree, format, os));
    EXPECT_NE(run.run(), "");
    if (format == OutputFormat::Text) {
      EXPECT_TRUE(contains(text, "(origin) third party 'acme'\n"));
      continue;
    }
    llvm::json::Value json = require(llvm::json::parse(text));
    std::vector<std::string> names;
    for (const llvm::json::Value &value : *json.getAsArray()) {
      const llvm::json::Object &entry = *value.getAsObject();
      EXPECT_TRUE(entry.getObject("wall")->getNumber("duration")) << text;
      names.push_back(
          (entry.getString("by").value_or("") + ":" + *entry.getString("name"))
              .str());
    }
    EXPECT_EQ(names.back(), ":Total");
    EXPECT_TRUE(llvm::is_contained(names, "origin:third party 'acme'"));
    EXPECT_TRUE(llvm::is_contained(names, "bundle:b/c"));
  }
}

/// A file may have any name.
TEST(ReportsOfTime, NamesAreEscapedInJson) {
  std::string text;
  llvm::raw_string_ostream os(text);
  mlir::MLIRContext context;
  {
    mlir::PassManager pm(&context, "builtin.module");
    PassManagerBuilder builder(pm, getTestCatalog());
    registerTestPasses();
    builder.setOrigin(Origin::file("a\\b\"c.json", 3, 4));
    builder.addPass("test-module");
    require(builder.enableAttribution());
    require(builder.build());
    require(enableTimingBy(pm, builder.getOwners(), {OwnerKey::Origin},
                           DisplayMode::List, OutputFormat::Json, os));
    EXPECT_NE(runOn("module {}", pm, context), "");
  }
  llvm::json::Value json = require(llvm::json::parse(text));
  EXPECT_TRUE(llvm::any_of(*json.getAsArray(), [](auto &entry) {
    return entry.getAsObject()->getString("name") == "a\\b\"c.json";
  })) << text;
}

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

/// The report; empty if the program has no statistics. If it is MLIR that has
/// none, the passes of this test have them all the same.
std::string getStatistics(bool withThreads, llvm::ArrayRef<OwnerKey> keys,
                          OutputFormat format) {
  Composed run(withThreads);
  std::string report;
  llvm::raw_string_ostream os(report);
  std::string error =
      text(enableStatisticsBy(*run.pm, run.getOwners(), keys, format, os));
  if (!error.empty()) {
    EXPECT_EQ(error, "error: this LLVM was built without statistics [PMB096 "
                     "cannot-report]\n"
                     "  help: use one with assertions, or that was built with "
                     "LLVM_FORCE_ENABLE_STATS\n");
#if LLVM_ENABLE_STATS
    addStatisticsBy(*run.pm, run.getOwners(), keys, format, os);
#endif
  }
  EXPECT_NE(run.run(), "");
  return report;
}

TEST_P(Reports, StatisticsAreAddedUpForEachPart) {
  std::string report = getStatistics(
      GetParam(), {OwnerKey::Bundle, OwnerKey::Origin}, OutputFormat::Text);
  if (report.empty())
    GTEST_SKIP() << "LLVM has no statistics";
  EXPECT_EQ(
      report,
      R"(===-------------------------------------------------------------------------===
                       ... Pass statistics by bundle ...
===-------------------------------------------------------------------------===
<none>
  pmb::test::FailPass
    (S) 20 functions - Functions that it has run on
a
  pmb::test::FailPass
    (S) 20 functions - Functions that it has run on
b/c
  pmb::test::FailPass
    (S) 20 functions - Functions that it has run on

===-------------------------------------------------------------------------===
                       ... Pass statistics by origin ...
===-------------------------------------------------------------------------===
framework
  pmb::test::FailPass
    (S) 20 functions - Functions that it has run on
third party 'acme'
  pmb::test::FailPass
    (S) 20 functions - Functions that it has run on
x.json
  pmb::test::FailPass
    (S) 20 functions - Functions that it has run on

)");
}

TEST_P(Reports, StatisticsAreWrittenAsJson) {
  std::string report =
      getStatistics(GetParam(), {OwnerKey::Slot}, OutputFormat::Json);
  if (report.empty())
    GTEST_SKIP() << "LLVM has no statistics";
  EXPECT_EQ(report,
            R"([
  {
    "by": "slot",
    "name": "<none>",
    "pass": "pmb::test::FailPass",
    "statistic": "functions",
    "value": 40
  },
  {
    "by": "slot",
    "name": "s",
    "pass": "pmb::test::FailPass",
    "statistic": "functions",
    "value": 20
  }
]
)");
}

//===----------------------------------------------------------------------===//
// IR
//===----------------------------------------------------------------------===//

/// The first lines of what is printed before and after passes, each once.
std::string getPrinted(bool withThreads, std::vector<OwnerFilter> before,
                       std::vector<OwnerFilter> after) {
  Composed run(withThreads);
  std::string text;
  llvm::raw_string_ostream os(text);
  require(enableIRPrintingBy(*run.pm, run.getOwners(), before, after, {}, os));
  EXPECT_NE(run.run(), "");
  std::set<std::string> headers;
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).split(lines, '\n');
  for (size_t i = 1; i < lines.size(); ++i)
    if (lines[i].starts_with("// -----//"))
      headers.insert((lines[i - 1] + "\n" + lines[i] + "\n").str());
  std::string result;
  for (const std::string &header : headers)
    result += header;
  return result;
}

TEST_P(Reports, IRIsPrintedByBundleSlotKindAndParty) {
  const char *const inSlot =
      "// 'test-fail' (pass 2 of 4, on builtin.module/func.func, in bundle "
      "'b/c', in slot 's', added by third party 'acme')\n"
      "// -----// IR Dump After pmb::test::FailPass (test-fail) "
      "//----- //\n";
  for (OwnerFilter filter :
       {OwnerFilter{OwnerKey::Bundle, "c"}, OwnerFilter{OwnerKey::Bundle, "b"},
        OwnerFilter{OwnerKey::Bundle, "b/c"}, OwnerFilter{OwnerKey::Slot, "s"},
        OwnerFilter{OwnerKey::Origin, "acme"},
        OwnerFilter{OwnerKey::Origin, "third party 'acme'"}})
    EXPECT_EQ(getPrinted(GetParam(), {}, {filter}), inSlot) << filter.name;
  EXPECT_EQ(getPrinted(GetParam(), {{OwnerKey::Kind, "marking"}}, {}),
            "// 'test-module' (pass 0 of 4, on builtin.module, in bundle 'a', "
            "added by framework)\n"
            "// -----// IR Dump Before pmb::test::ModulePass (test-module) "
            "//----- //\n");
}

TEST_P(Reports, IROfAnyNameIsPrinted) {
  auto count = [&](OwnerKey key) {
    return llvm::StringRef(getPrinted(GetParam(), {{key, "*"}}, {}))
        .count("IR Dump");
  };
  EXPECT_EQ(count(OwnerKey::Slot), 1u);
  EXPECT_EQ(count(OwnerKey::Bundle), 3u);
  // With the one that `test-run` runs.
  EXPECT_EQ(count(OwnerKey::Origin), 5u);
}

TEST_P(Reports, IROfPassesInDynamicPipelinesIsPrinted) {
  EXPECT_EQ(
      getPrinted(GetParam(), {{OwnerKey::Origin, "x.json"}}, {}),
      "// 'test-run' (pass 3 of 4, on builtin.module, added by "
      "x.json:3:4)\n"
      "// -----// IR Dump Before pmb::test::RunPass (test-run) //----- //\n"
      "// run by 'test-run' (pass 3 of 4, on builtin.module, added by "
      "x.json:3:4)\n"
      "// -----// IR Dump Before pmb::test::FailPass (test-fail) "
      "//----- //\n");
}

TEST(ReportsOfIR, AreAsThoseOfMLIRButForTheOwner) {
  std::string expected, text;
  llvm::raw_string_ostream expectedStream(expected), os(text);
  Composed plain(false), run(false);
  plain.pm->enableIRPrinting(
      nullptr,
      [](mlir::Pass *pass, mlir::Operation *) {
        return pass->getArgument() == "test-module";
      },
      /*printModuleScope=*/true, /*printAfterOnlyOnChange=*/true,
      /*printAfterOnlyOnFailure=*/false, expectedStream);
  IRPrintingOptions options;
  options.printModuleScope = options.printAfterOnlyOnChange = true;
  require(enableIRPrintingBy(*run.pm, run.getOwners(), {},
                             {{OwnerKey::Kind, "marking"}}, options, os));
  EXPECT_EQ(plain.run(), run.run());
  llvm::StringRef rest = text;
  EXPECT_TRUE(rest.consume_front("// 'test-module' (pass 0 of 4, on "
                                 "builtin.module, in bundle 'a', added by "
                                 "framework)\n"))
      << text;
  EXPECT_EQ(rest, expected);
  EXPECT_NE(expected, "");
}

} // namespace
