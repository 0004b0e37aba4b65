//===- OwnerMatrixTest.cpp - All reports, wherever a pass runs ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each report names the owner of a pass with threads and without, in a nest, in
// a nest of a nest, of which MLIR runs copies of copies, in a pipeline that a
// pass runs, and in a copy of the whole pass manager.
//
//===----------------------------------------------------------------------===//

#include "RuntimeSupport.h"
#include "mlir/IR/Diagnostics.h"
#include "passmanager/runtime/ReportSupport.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <csignal>
#include <map>

using namespace pmb;
using namespace pmb::test;
using DisplayMode = mlir::DefaultTimingManager::DisplayMode;
using OutputFormat = mlir::DefaultTimingManager::OutputFormat;

namespace {

enum class Place { Nest, InnerNest, Dynamic, Copy };

/// `test-fail` at a place, by third party `acme`; or at `Dynamic` what runs it.
class OwnerMatrix : public testing::TestWithParam<std::tuple<bool, Place>> {
protected:
  OwnerMatrix() : pm(makePassManager()), builder(*pm, getTestCatalog()) {
    registerTestPasses();
    registerRuntimePasses();
    context.loadDialect<mlir::func::FuncDialect>();
    context.disableMultithreading(!hasThreads());
  }

  static bool hasThreads() { return std::get<0>(GetParam()); }
  static Place getPlace() { return std::get<1>(GetParam()); }
  bool isInside() const { return getPlace() == Place::Dynamic; }

  /// Lets `test-fail` do this to some functions; by default nothing.
  void compose(const std::string &how = "") {
    bool isInner = getPlace() == Place::InnerNest;
    std::string options;
    if (!how.empty())
      options = std::string("on=") + (isInner ? "h" : "f13") + " how=" + how;
    builder.addPass(std::make_unique<ModulePass>());
    builder.setOrigin(Origin::thirdParty("acme"));
    if (isInside())
      builder.addPass(
          std::make_unique<RunPass>("func.func(test-fail{" + options + "})"));
    else if (isInner)
      builder.nest("builtin.module")
          .nest("func.func")
          .addPass("test-fail", options);
    else
      builder.nest("func.func").addPass("test-fail", options);
    require(builder.enableAttribution());
    require(builder.build());
    if (getPlace() != Place::Copy)
      return;
    auto copy = makePassManager();
    require(builder.getOwners()->attachTo(*copy));
    static_cast<mlir::OpPassManager &>(*copy) =
        static_cast<const mlir::OpPassManager &>(*pm);
    pm = std::move(copy);
  }

  /// Runs it, until whatever is printed in the end is printed; the errors,
  /// without places.
  std::string run() {
    std::string errors;
    mlir::ScopedDiagnosticHandler handler(&context,
                                          [&](mlir::Diagnostic &diagnostic) {
                                            errors += diagnostic.str() + "\n";
                                          });
    runOn(makeNests(20), *pm, context);
    pm.reset();
    return errors;
  }

  std::string getOwner() const {
    return std::string(isInside() ? "'test-run' (pass 1 of 2, on builtin.module"
                       : getPlace() == Place::InnerNest
                           ? "'test-fail' (pass 1 of 2, on "
                             "builtin.module/builtin.module/func.func"
                           : "'test-fail' (pass 1 of 2, on "
                             "builtin.module/func.func") +
           ", added by third party 'acme')";
  }
  std::string getFailure() const {
    return isInside() ? "'test-fail' failed, in a pipeline that " + getOwner() +
                            " runs\n" + getOwner() + " failed\n"
                      : getOwner() + " failed\n";
  }
  /// As a regular expression, in which parentheses and brackets are any
  /// character.
  std::string getEnd() const {
    std::string text =
        "error: the process ends in " +
        (isInside() ? "a pipeline that " + getOwner() + " runs" : getOwner());
    std::replace(text.begin(), text.end(), '(', '.');
    std::replace(text.begin(), text.end(), ')', '.');
    return text;
  }

  std::unique_ptr<mlir::PassManager> makePassManager() {
    return std::make_unique<mlir::PassManager>(&context, "builtin.module");
  }

  mlir::MLIRContext context;
  std::unique_ptr<mlir::PassManager> pm;
  PassManagerBuilder builder;
};

/// These fork.
class OwnerMatrixDeathTest : public OwnerMatrix {};
/// Without threads: with them MLIR 22 may wait for itself (Reports.h).
class OwnerReproducers : public OwnerMatrix {};

std::string
getName(const testing::TestParamInfo<std::tuple<bool, Place>> &info) {
  const char *const places[] = {"InANest", "InANestOfANest",
                                "InAPipelineThatAPassRuns", "InACopy"};
  return std::string(places[int(std::get<1>(info.param))]) +
         (std::get<0>(info.param) ? "WithThreads" : "WithoutThreads");
}
const auto places =
    testing::Values(Place::Nest, Place::InnerNest, Place::Dynamic, Place::Copy);
const auto all = testing::Combine(testing::Bool(), places);
INSTANTIATE_TEST_SUITE_P(Everywhere, OwnerMatrix, all, getName);
INSTANTIATE_TEST_SUITE_P(Everywhere, OwnerMatrixDeathTest, all, getName);
INSTANTIATE_TEST_SUITE_P(Everywhere, OwnerReproducers,
                         testing::Combine(testing::Values(false), places),
                         getName);

TEST_P(OwnerMatrix, APassThatFailsIsNamed) {
  compose("error");
  std::string errors = run();
  // What runs in other nests at the same time may fail, too.
  EXPECT_EQ(errors.substr(0, 3 + getFailure().size()), "no\n" + getFailure());
}

TEST_P(OwnerMatrix, APassAfterWhichTheVerifierFailsIsNamed) {
  compose("verifier");
  std::string expected =
      "'func.func' op requires attribute 'sym_name'\n" + getFailure();
  EXPECT_EQ(run().substr(0, expected.size()), expected);
}

TEST_P(OwnerReproducers, NameThePass) {
  compose("silent");
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("pmb", "mlir", path));
  llvm::FileRemover remover(path);
  require(enableCrashReproducerBy(*pm, builder.getOwners(), path));
  run();
  auto file = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(bool(file));
  std::string expected =
      (isInside() ? "// in a pipeline run by: " : "// running: ") + getOwner() +
      "\n";
  EXPECT_EQ((*file)->getBuffer().take_front(expected.size()).str(), expected);
}

/// The wall time of the entries at the outermost level of a report in JSON, by
/// the name that they have in a text.
std::map<std::string, double> readJson(llvm::StringRef text) {
  std::map<std::string, double> times;
  llvm::json::Value json = require(llvm::json::parse(text));
  for (const llvm::json::Value &value : *json.getAsArray()) {
    const llvm::json::Object &entry = *value.getAsObject();
    std::string name = entry.getString("name")->str();
    if (std::optional<llvm::StringRef> key = entry.getString("by"))
      name = ("(" + *key + ") " + name).str();
    times[name] += *entry.getObject("wall")->getNumber("duration");
  }
  return times;
}

/// The same of a report as text, of which a line is `0.0012 ( 60.0%)  name`.
std::map<std::string, double> readText(llvm::StringRef text) {
  std::map<std::string, double> times;
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  for (llvm::StringRef line : lines) {
    auto [numbers, name] = line.rsplit("%)  ");
    llvm::StringRef wall = numbers.rsplit('(').first.rtrim();
    double time = 0;
    if (!name.empty() &&
        !wall.drop_front(wall.rfind(' ') + 1).getAsDouble(time))
      times[name.str()] += time;
  }
  return times;
}

TEST_P(OwnerMatrix, ItsTimeIsCountedInTextAndInJson) {
  compose();
  for (OutputFormat format : {OutputFormat::Text, OutputFormat::Json}) {
    std::string text;
    llvm::raw_string_ostream os(text);
    {
      // Prints when it is gone.
      mlir::PassManager timed(&context, "builtin.module");
      require(builder.getOwners()->attachTo(timed));
      static_cast<mlir::OpPassManager &>(timed) =
          static_cast<const mlir::OpPassManager &>(*pm);
      require(enableTimingBy(timed, builder.getOwners(), {OwnerKey::Origin},
                             DisplayMode::Tree, format, os));
      runOn(makeNests(20), timed, context);
    }
    bool isJson = format == OutputFormat::Json;
    std::map<std::string, double> times =
        isJson ? readJson(text) : readText(text);
    EXPECT_EQ(times.count("(origin) third party 'acme'"), 1u) << text;
    double sum = 0;
    int parts = 0;
    for (const auto &[name, time] : times)
      if (llvm::StringRef(name).starts_with("(origin)")) {
        sum += time;
        ++parts;
      }
    EXPECT_EQ(parts, 3) << text;
    // Each is rounded to four digits.
    EXPECT_NEAR(sum, times["Total"], 5e-5 * (parts + 1)) << text;
  }
}

TEST_P(OwnerMatrix, ItsStatisticsAreCounted) {
  compose();
  std::string report;
  llvm::raw_string_ostream os(report);
#if LLVM_ENABLE_STATS
  addStatisticsBy(*pm, builder.getOwners(), {OwnerKey::Origin},
                  OutputFormat::Text, os);
#else
  GTEST_SKIP() << "the program has no statistics";
#endif
  run();
  int count = getPlace() == Place::InnerNest ? 40 : 20;
  EXPECT_TRUE(
      contains(report, "third party 'acme'\n  pmb::test::FailPass\n    (S) " +
                           std::to_string(count) + " functions"));
}

TEST_P(OwnerMatrix, ItsIRIsPrintedWithItsName) {
  compose();
  std::string printed;
  llvm::raw_string_ostream os(printed);
  require(enableIRPrintingBy(*pm, builder.getOwners(), {},
                             {{OwnerKey::Origin, "acme"}}, {}, os));
  run();
  std::string header =
      (isInside() ? "// run by " : "// ") + getOwner() +
      "\n// -----// IR Dump After pmb::test::FailPass (test-fail) //----- //\n";
  size_t count = getPlace() == Place::InnerNest ? 40 : 20;
  EXPECT_EQ(llvm::StringRef(printed).count(header), count) << printed;
}

TEST_P(OwnerMatrixDeathTest, APassThatCrashesIsNamed) {
  auto crash = [&] {
    compose("crash");
    require(enableCrashMessagesBy(*pm, builder.getOwners()));
    run();
  };
  EXPECT_EXIT(crash(), testing::KilledBySignal(SIGILL), getEnd());
}

TEST_P(OwnerMatrixDeathTest, APassThatEndsTheProcessIsNamed) {
  auto end = [&] {
    compose("exit");
    require(enableCrashMessagesBy(*pm, builder.getOwners()));
    run();
  };
  // Other threads may still run passes while `exit` takes away what they use.
  auto hasEnded = [](int status) {
    return testing::ExitedWithCode(3)(status) ||
           (std::get<0>(GetParam()) &&
            testing::KilledBySignal(SIGSEGV)(status));
  };
  EXPECT_EXIT(end(), hasEnded, getEnd());
}

} // namespace
