//===- ReportsTest.cpp - Time, statistics and IR by owner -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/Reports.h"
#include "RuntimeSupport.h"
#include "mlir/IR/Diagnostics.h"
#include "passmanager/runtime/ReportSupport.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <csignal>
#include <map>
#include <set>
#include <thread>
#if LLVM_ON_UNIX
#include <fcntl.h>
#include <unistd.h>
#endif

using namespace pmb;
using namespace pmb::test;
using DisplayMode = mlir::DefaultTimingManager::DisplayMode;
using OutputFormat = mlir::DefaultTimingManager::OutputFormat;

namespace {

/// A pipeline of three parties: `test-module` and `test-fail` in bundle `a`,
/// `test-fail` in bundle `b/c` and slot `s`, and `test-run`, which runs
/// `test-fail`, in none.
struct Composed {
  explicit Composed(bool withThreads, const std::string &inner = "test-fail")
      : pm(std::make_unique<mlir::PassManager>(loadDialects(context),
                                               "builtin.module")),
        builder(*pm, getTestCatalog()) {
    registerTestPasses();
    registerRuntimePasses();
    context.disableMultithreading(!withThreads);
    PassBundle a("a"), b("b"), c("c");
    a.addPass("test-module").addPass("test-fail");
    c.addPass("test-fail");
    b.addBundle(std::move(c));
    builder.addBundle(a);
    builder.addSlot("s");
    require(builder.transaction(Origin::thirdParty("acme"), [&] {
      return builder.insert(b, Position::before(slot("s")));
    }));
    builder.setOrigin(Origin::file("x.json", 3, 4));
    builder.addPass(std::make_unique<RunPass>("func.func(" + inner + ")"));
    require(builder.enableAttribution());
    require(builder.build());
  }

  std::string run() {
    std::string result = runOn(makeNests(20), *pm, context);
    pm.reset(); // prints
    return result;
  }
  std::shared_ptr<PassOwners> getOwners() { return builder.getOwners(); }

  mlir::MLIRContext context;
  std::unique_ptr<mlir::PassManager> pm;
  PassManagerBuilder builder;

private:
  static mlir::MLIRContext *loadDialects(mlir::MLIRContext &context) {
    context.loadDialect<mlir::func::FuncDialect>();
    return &context;
  }
};

class Reports : public testing::TestWithParam<bool> {};

INSTANTIATE_TEST_SUITE_P(Threads, Reports, testing::Bool(),
                         [](const auto &info) {
                           return info.param ? "With" : "Without";
                         });

const OwnerKey allKeys[] = {OwnerKey::Bundle, OwnerKey::Slot, OwnerKey::Kind,
                            OwnerKey::Origin};

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
      EXPECT_NE(text.find("(origin) third party 'acme'\n"), std::string::npos)
          << text;
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

//===----------------------------------------------------------------------===//
// Reproducers
//===----------------------------------------------------------------------===//

/// A file, for as long as this is there.
struct TemporaryFile {
  TemporaryFile() {
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("pmb", "mlir", path));
    remover.setFile(path);
  }
  /// What a reproducer has before MLIR's own text.
  std::string readComments() const {
    auto file = llvm::MemoryBuffer::getFile(path);
    EXPECT_TRUE(bool(file));
    if (!file)
      return "";
    llvm::StringRef text = (*file)->getBuffer();
    EXPECT_NE(text.find("mlir_reproducer"), llvm::StringRef::npos);
    mlir::MLIRContext context;
    context.loadDialect<mlir::func::FuncDialect>();
    EXPECT_TRUE(mlir::parseSourceString<mlir::ModuleOp>(text, &context));
    return text.take_front(text.find("\nmodule") + 1).str();
  }

  llvm::SmallString<128> path;
  llvm::FileRemover remover;
};

/// The comments of the reproducer, if `inner` fails in a pipeline that a pass
/// runs. `errors` gets what is said of it.
std::string reproduce(bool withThreads, const char *inner,
                      std::string &errors) {
  Composed run(withThreads, inner);
  TemporaryFile file;
  mlir::ScopedDiagnosticHandler handler(
      &run.context,
      [&](mlir::Diagnostic &diagnostic) { errors += diagnostic.str() + "\n"; });
  require(enableCrashReproducerBy(*run.pm, run.getOwners(), file.path));
  EXPECT_EQ(run.run(), "");
  return file.readComments();
}

const char *const reproduced = "// in a pipeline run by: 'test-run' (pass 3 of "
                               "4, on builtin.module, added by x.json:3:4)\n";

/// Without threads: with them MLIR 22 may wait for itself (Reports.h).
TEST(ReportsOfFailures, AReproducerNamesTheOwnerOfThePassThatFailed) {
  std::string errors;
  EXPECT_EQ(
      reproduce(/*withThreads=*/false, "test-fail{how=silent on=f13}", errors),
      reproduced);
  EXPECT_EQ(errors.find("crashed"), std::string::npos) << errors;
}

TEST(ReportsOfCrashes, AReproducerNamesTheOwnerOfThePassThatCrashed) {
  std::string errors;
  EXPECT_EQ(
      reproduce(/*withThreads=*/false, "test-fail{how=crash on=f13}", errors),
      reproduced);
  EXPECT_NE(errors.find("a pipeline that 'test-run' (pass 3 of 4, on "
                        "builtin.module, added by x.json:3:4) runs crashed\n"),
            std::string::npos)
      << errors;
}

/// MLIR does not survive a crash on another thread.
TEST(ReportsOfCrashesDeathTest, AReproducerIsWrittenBeforeTheProcessDies) {
  TemporaryFile file;
  auto crash = [&] {
    Composed run(/*withThreads=*/true, "test-fail{how=crash on=f13}");
    require(enableCrashReproducerBy(*run.pm, run.getOwners(), file.path));
    run.run();
  };
  EXPECT_EXIT(crash(), testing::KilledBySignal(SIGILL), "");
  EXPECT_EQ(file.readComments(), reproduced);
}

#if LLVM_ON_UNIX
/// Lets messages wait until somebody reads them. Returns where to read.
int blockErrors() {
  int ends[2];
  if (pipe(ends) != 0)
    std::exit(1);
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  std::string much(4096, ' ');
  while (write(ends[1], much.data(), much.size()) > 0)
    ;
  fcntl(ends[1], F_SETFL, 0);
  dup2(ends[1], STDERR_FILENO);
  return ends[0];
}

/// Crashes where nothing may allocate memory any more, as within `malloc`.
struct CrashWithoutMemoryPass
    : mlir::PassWrapper<CrashWithoutMemoryPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CrashWithoutMemoryPass)
  llvm::StringRef getArgument() const override { return "test-crash"; }
  void runOnOperation() override {
    isWithoutMemory = true;
    LLVM_BUILTIN_TRAP;
  }
  static std::atomic<bool> isWithoutMemory;
};
std::atomic<bool> CrashWithoutMemoryPass::isWithoutMemory = false;
} // namespace

void *operator new(size_t size) {
  if (CrashWithoutMemoryPass::isWithoutMemory)
    _exit(42);
  if (void *memory = std::malloc(size ? size : 1))
    return memory;
  std::abort();
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }

namespace {
TEST(ReportsOfCrashesDeathTest, AMessageNeedsNoMemory) {
  auto crash = [] {
    Build<> run;
    require(run.pmb.enableAttribution());
    run.pmb.addBundle("a-bundle-with-a-long-name", [](auto &pm) {
      pm.addPass(std::make_unique<CrashWithoutMemoryPass>());
    });
    require(run.pmb.build());
    require(enableCrashMessagesBy(run.pm, run.pmb.getOwners()));
    runOn("", run.pm, run.context);
  };
  EXPECT_EXIT(crash(), testing::KilledBySignal(SIGILL),
              "error: the process ends in 'test-crash' \\(pass 0 of 1, on "
              "builtin.module, in bundle 'a-bundle-with-a-long-name', "
              "added by framework\\)\n");
}

/// Nobody reads the message.
TEST(ReportsOfCrashesDeathTest, AMessageThatCannotBeSaidEndsTheProcess) {
  auto crash = [] {
    Composed run(/*withThreads=*/false, "test-fail{how=crash on=f13}");
    require(enableCrashMessagesBy(*run.pm, run.getOwners()));
    blockErrors();
    run.run();
  };
  EXPECT_EXIT(crash(), testing::KilledBySignal(SIGILL), "");
}

TEST(ReportsOfCrashesDeathTest, AThreadThatCrashesBesideDoesNotWaitForEver) {
  auto crash = [] {
    llvm::CrashRecoveryContext::Enable();
    Composed run(/*withThreads=*/false, "test-fail{how=crash on=f13}");
    require(enableCrashMessagesBy(*run.pm, run.getOwners()));
    // While the first crash is told about.
    int errors = blockErrors();
    std::thread second([] {
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
      LLVM_BUILTIN_TRAP;
    });
    std::thread reader([errors] {
      std::this_thread::sleep_for(std::chrono::seconds(1));
      std::string read(4096, ' ');
      while (::read(errors, read.data(), read.size()) > 0)
        ;
    });
    llvm::CrashRecoveryContext context;
    context.RunSafely([&] { run.run(); });
    // The first thread goes on.
    second.join();
  };
  EXPECT_EXIT(crash(), testing::KilledBySignal(SIGILL), "");
}
#endif

//===----------------------------------------------------------------------===//
// Bad input
//===----------------------------------------------------------------------===//

TEST(ReportErrors, ReportsNeedAPassManagerThatSaysWhatRuns) {
  mlir::MLIRContext context;
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  Composed run(false);
  for (std::shared_ptr<const PassOwners> owners :
       {std::shared_ptr<const PassOwners>(),
        std::shared_ptr<const PassOwners>(run.getOwners())}) {
    const char *const expected =
        "error: the owners of the passes that the pass manager runs are not "
        "known "
        "[PMB095 not-attributed]\n"
        "  help: call enableAttribution() of its builder, or attachTo() of "
        "the owners\n";
    EXPECT_EQ(text(enableTimingBy(pm, owners, allKeys)), expected);
    EXPECT_EQ(text(enableStatisticsBy(pm, owners, allKeys)), expected);
    EXPECT_EQ(text(enableIRPrintingBy(pm, owners, {}, {})), expected);
    EXPECT_EQ(text(enableCrashReproducerBy(pm, owners, "x.mlir")), expected);
    EXPECT_EQ(text(enableCrashMessagesBy(pm, owners)), expected);
  }
  bool hasInstrumentor = true;
  auto pass = std::make_unique<AskPass>();
  pass->hasInstrumentor = &hasInstrumentor;
  pm.addPass(std::move(pass));
  EXPECT_NE(runOn("", pm, context), "");
  EXPECT_FALSE(hasInstrumentor);
}

TEST(ReportErrors, AFilterThatMatchesNothingIsAnError) {
  Composed run(false);
  auto enable = [&](OwnerKey key, const char *name) {
    return text(
        enableIRPrintingBy(*run.pm, run.getOwners(), {{key, name}}, {}));
  };
  EXPECT_EQ(enable(OwnerKey::Kind, "markin"),
            "error: the pipeline has no pass of kind 'markin' [PMB002 "
            "unknown-position]\n"
            "  help: did you mean 'marking'?\n");
  EXPECT_NE(enable(OwnerKey::Bundle, "x"), "");
  EXPECT_NE(enable(OwnerKey::Slot, "x"), "");
  EXPECT_EQ(enable(OwnerKey::Origin, "acne"),
            "error: the pipeline has no pass of origin 'acne' [PMB002 "
            "unknown-position]\n"
            "  help: did you mean 'acme'?\n");
  Build<> other;
  require(other.pmb.enableAttribution());
  other.pmb.addPass(std::make_unique<ModulePass>());
  require(other.pmb.build());
  EXPECT_EQ(text(enableIRPrintingBy(other.pm, other.pmb.getOwners(),
                                    {{OwnerKey::Bundle, "x"}}, {})),
            "error: no pass of the pipeline has a bundle [PMB002 "
            "unknown-position]\n"
            "  help: leave the filter out, or choose by another one of "
            "'bundle', 'slot', 'kind' and 'origin'\n");
}

TEST(ReportErrors, NothingToReportByIsAnError) {
  Composed run(false);
  const char *const expected =
      "error: there is no key to report by [PMB096 cannot-report]\n"
      "  help: give one of OwnerKey::Bundle, Slot, Kind and Origin\n";
  EXPECT_EQ(text(enableTimingBy(*run.pm, run.getOwners(), {})), expected);
  EXPECT_EQ(text(enableStatisticsBy(*run.pm, run.getOwners(), {})), expected);
  EXPECT_EQ(text(enableIRPrintingBy(*run.pm, run.getOwners(), {}, {})),
            "error: there is no filter, so no IR would be printed [PMB096 "
            "cannot-report]\n"
            "  help: give one: {OwnerKey::Origin, \"*\"} matches all passes of "
            "the pipeline\n");
}

/// MLIR would forget the first.
TEST(ReportErrors, TimeIsReportedOnce) {
  Composed run(false);
  std::string report;
  llvm::raw_string_ostream os(report);
  auto enable = [&](mlir::PassManager &pm, OwnerKey key) {
    return text(enableTimingBy(pm, run.getOwners(), {key}, DisplayMode::List,
                               OutputFormat::Text, os));
  };
  EXPECT_EQ(enable(*run.pm, OwnerKey::Bundle), "");
  EXPECT_EQ(enable(*run.pm, OwnerKey::Kind),
            "error: the time of this pass manager is reported already [PMB096 "
            "cannot-report]\n"
            "  help: give enableTimingBy() all keys at once\n");
  // That of another one that runs the same passes is its own matter.
  {
    mlir::PassManager other(&run.context, "builtin.module");
    require(run.getOwners()->attachTo(other));
    EXPECT_EQ(enable(other, OwnerKey::Kind), "");
  }
  report.clear();
  EXPECT_NE(run.run(), "");
  EXPECT_NE(report.find("(bundle) b/c\n"), std::string::npos) << report;
}

/// PMB096: enableIRPrintingBy() with printModuleScope, and threads
TEST(ReportErrors, IROfTheModuleIsNotPrintedWithThreads) {
  Composed run(true);
  IRPrintingOptions options;
  options.printModuleScope = true;
  EXPECT_EQ(text(enableIRPrintingBy(*run.pm, run.getOwners(), {},
                                    {{OwnerKey::Bundle, "a"}}, options)),
            "error: the IR of the whole module cannot be printed while several "
            "threads change it [PMB096 cannot-report]\n"
            "  help: disable threads, or print what each pass runs on\n");
}

TEST(ReportErrors, ALocalReproducerIsNotMadeWithThreads) {
  Composed run(true);
  EXPECT_EQ(text(enableCrashReproducerBy(*run.pm, run.getOwners(), "x.mlir",
                                         /*genLocalReproducer=*/true)),
            "error: a local reproducer cannot be made while several threads "
            "run passes [PMB096 cannot-report]\n"
            "  help: disable threads, or make one of the whole pipeline\n");
}

TEST(ReportErrors, NamesOfKeysAreRead) {
  for (OwnerKey key : allKeys)
    EXPECT_EQ(parseOwnerKey(stringify(key)), key);
  EXPECT_EQ(parseOwnerKey("bundles"), std::nullopt);
}

} // namespace
