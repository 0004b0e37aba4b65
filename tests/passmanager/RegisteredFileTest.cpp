//===- RegisteredFileTest.cpp - Pipelines that C++ was made of ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "mlir/Pass/PassRegistry.h"
#include "registered.pipeline.h"

using namespace pmb;
using namespace pmb::test;

namespace {

using Options = made::RegisteredPipelineOptions;

/// A pipeline without the options of canonicalize that nobody has given.
std::string shorten(std::string pipeline) {
  for (llvm::StringRef part :
       {"  ", " max-num-rewrites=-1 region-simplify=normal "
              "test-convergence=false top-down=true"})
    if (size_t at = pipeline.find(part.str()); at != std::string::npos)
      pipeline.erase(at, part.size());
  return pipeline;
}

/// What the pipeline is for these options.
std::string compose(const Options &options) {
  mlir::OpPassManager manager("builtin.module");
  PassManagerBuilder builder(manager);
  std::string failure = text(made::appendRegisteredPipeline(builder, options));
  std::string made = shorten(builder.str());
  builder.discard();
  return failure + made;
}

/// What MLIR makes of the pipeline's name; the message if it refuses it.
std::string parse(llvm::StringRef named) {
  static bool isRegistered = !made::registerRegisteredPipeline();
  EXPECT_TRUE(isRegistered);
  std::string message;
  llvm::raw_string_ostream os(message);
  mlir::FailureOr<mlir::OpPassManager> parsed =
      mlir::parsePassPipeline(("builtin.module(" + named + ")").str(), os);
  if (failed(parsed))
    return message;
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  parsed->printAsTextualPipeline(stream);
  return shorten(printed);
}

bool has(llvm::StringRef text, llvm::StringRef part) {
  return text.contains(part);
}

TEST(RegisteredFile, MembersAreWhatTheFileDeclares) {
  Options options;
  static_assert(std::is_same_v<decltype(options.rounds.getValue()), int64_t &>);
  EXPECT_EQ(options.rounds, 4);
  EXPECT_FALSE(options.late);
  EXPECT_EQ(options.mode, "fast");
  EXPECT_EQ(compose(options),
            "builtin.module(func.func(cse),canonicalize{max-iterations=4})");
}

TEST(RegisteredFile, WhatIsSetCounts) {
  Options options;
  options.rounds = 2;
  options.late = true;
  options.mode = "slow";
  EXPECT_EQ(compose(options), "builtin.module(func.func(cse),canonicalize{max-"
                              "iterations=2},symbol-dce,sccp)");
}

TEST(RegisteredFile, NamesOfTheCodeAreFree) {
  Options options;
  options.late = true;
  EXPECT_TRUE(has(compose(options), "symbol-dce"));
  options.choice = true;
  EXPECT_FALSE(has(compose(options), "symbol-dce"));
  Options other;
  other.late = other.linux_ = true;
  EXPECT_FALSE(has(compose(other), "symbol-dce"));
}

/// An option that was not given is that of the variant.
TEST(RegisteredFile, TakesVariants) {
  Options options;
  options.variant = "often,late";
  EXPECT_EQ(compose(options), "builtin.module(func.func(cse),canonicalize{max-"
                              "iterations=9},symbol-dce)");
  options.rounds = 1;
  EXPECT_TRUE(has(compose(options), "max-iterations=1"));
}

TEST(RegisteredFile, RefusesWhatTheFileDoes) {
  Options options;
  options.mode = "fats";
  EXPECT_TRUE(
      has(compose(options), "'fats' is not a value of the option 'mode'"))
      << compose(options);
  // Nothing was appended.
  EXPECT_TRUE(has(compose(options), "\nbuiltin.module()")) << compose(options);
  Options other;
  other.variant = "oftn";
  EXPECT_TRUE(has(compose(other), "did you mean 'often'?")) << compose(other);
  Options clash;
  clash.rounds = 3;
  clash.variant = "rounds=5";
  EXPECT_TRUE(has(compose(clash), "'rounds'")) << compose(clash);
  mlir::OpPassManager manager("func.func");
  PassManagerBuilder builder(manager);
  EXPECT_TRUE(has(text(made::appendRegisteredPipeline(builder)),
                  "[PMB004 wrong-anchor-op]"));
  builder.discard();
}

namespace acme {
using CpuPipelineOptions = Options;
constexpr auto registerCpuPipeline = made::registerRegisteredPipeline;
llvm::Error appendCpuPipeline(PassManagerBuilder &builder,
                              const Options &options) {
  return made::appendRegisteredPipeline(builder, options);
}
} // namespace acme

TEST(RegisteredFile, IsUsedAsTheHeaderSays) {
  mlir::OpPassManager manager("builtin.module");
  PassManagerBuilder builder(manager);
  auto use = [&]() -> llvm::Error {
    // docs: passmanager/RegisteredFile.h
    acme::CpuPipelineOptions options;
    options.rounds = 8;
    if (llvm::Error error = acme::appendCpuPipeline(builder, options))
      return error;
    // docs: end
    return builder.build();
  };
  EXPECT_EQ(text(use()), "");
}

TEST(RegisteredFile, MLIRKnowsIt) {
  EXPECT_TRUE(has(parse("registered"), "canonicalize{max-iterations=4"))
      << parse("registered");
  EXPECT_TRUE(has(parse("registered{rounds=7 mode=slow}"), "sccp"));
  EXPECT_TRUE(
      has(parse("registered{variant='often,mode=slow'}"), "max-iterations=9"));
  EXPECT_TRUE(has(parse("registered{round=7}"), "no such option round"))
      << parse("registered{round=7}");
  EXPECT_TRUE(has(parse("registered{mode=fats}"), "'fats'"));
  EXPECT_TRUE(has(text(acme::registerCpuPipeline()),
                  "MLIR knows a pipeline 'registered' already"));
}

} // namespace
