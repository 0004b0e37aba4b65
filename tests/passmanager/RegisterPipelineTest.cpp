//===- RegisterPipelineTest.cpp - Pipelines that are registered with MLIR -===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdoptSupport.h"
#include "Throwing.h"
#include "mlir/Pass/PassRegistry.h"
#include "passmanager/Adopt.h"
#include "passmanager/PassManagerBuilder.h"

using namespace pmb;
using namespace pmb::test;

namespace {

TEST(Adopt, RegisteredPipelineIsOpened) {
  mlir::OpPassManager target("builtin.module");
  PassManagerBuilder builder(target);
  builder.addPass("one-shot-bufferize");
  builder.addPipeline("buffer-deallocation-pipeline",
                      "private-function-dynamic-ownership=true");
  ASSERT_FALSE(bool(
      builder.addPassBefore("cse", "ownership-based-buffer-deallocation")));
  EXPECT_EQ(builder.lookup(pass("cse")).front()->getBundle()->getName(),
            "buffer-deallocation-pipeline");
  EXPECT_TRUE(
      contains(builder.str(), "private-function-dynamic-ownership=true"));

  // In text, in a nest, and at a position.
  PassManagerBuilder other(target);
  ASSERT_FALSE(bool(other.adopt("builtin.module(tosa-to-linalg-pipeline)")));
  EXPECT_GT(other.size(), 3u);
  ASSERT_FALSE(bool(other.insert(PassSpec("buffer-deallocation-pipeline"),
                                 Position::atStart())));
  EXPECT_EQ((*other.getNodes().begin()).getName(),
            "buffer-deallocation-pipeline");

  PassManagerBuilder wrong(target);
  wrong.addPipeline("buffer-deallocation-pipeline", "no-such-option=1");
  wrong.addPipeline("no-such-pipeline");
  wrong.nest("func.func").addPass("sparsifier");
  std::vector<Diagnostic> findings = wrong.check();
  ASSERT_EQ(findings.size(), 3u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::BadOptions);
  EXPECT_EQ(findings[1].code, DiagnosticCode::UnknownPass);
  EXPECT_EQ(findings[2].code, DiagnosticCode::WrongAnchorOp);
}

TEST(Adopt, RegisterPipeline) {
  ASSERT_FALSE(bool(registerPipeline(
      "test-ours", "a pipeline of ours", [](PassManagerBuilder &builder) {
        builder.addPass("cse");
        builder.nest("func.func").addPass("mem2reg");
        return builder.addPassBefore("sccp", "cse");
      })));
  std::string message;
  llvm::raw_string_ostream os(message);
  mlir::FailureOr<mlir::OpPassManager> parsed =
      mlir::parsePassPipeline("builtin.module(test-ours)", os);
  ASSERT_TRUE(succeeded(parsed)) << message;
  EXPECT_TRUE(contains(print(*parsed), "builtin.module(sccp,cse,func.func("));
  EXPECT_TRUE(failed(
      mlir::parsePassPipeline("builtin.module(test-ours{option=1})", os)));
  EXPECT_TRUE(
      contains(message, "the pipeline 'test-ours' has no option 'option'"));
  EXPECT_TRUE(contains(message, "none are declared"));

  ASSERT_FALSE(
      bool(registerPipeline("test-broken", "", [](PassManagerBuilder &builder) {
        return builder.addPassBefore("cse", "no-such-pass");
      })));
  message.clear();
  EXPECT_TRUE(
      failed(mlir::parsePassPipeline("builtin.module(test-broken)", os)));
  EXPECT_TRUE(contains(message, "has no pass 'no-such-pass'"));

  auto nothing = [](PassManagerBuilder &) { return llvm::Error::success(); };
  for (llvm::StringRef taken : {"test-ours", "cse", "sparsifier"})
    EXPECT_EQ(getCodes(registerPipeline(taken, "", nothing)),
              std::vector{DiagnosticCode::DuplicateName});
  EXPECT_EQ(getCodes(registerPipeline("a b", "", nothing)),
            std::vector{DiagnosticCode::BadName});
}

/// MLIR knows no exceptions.
TEST(Adopt, RegisteredFunctionThatThrows) {
  ASSERT_FALSE(bool(registerPipeline(
      "test-throws", "", [](PassManagerBuilder &builder) -> llvm::Error {
        builder.addPass("cse");
        throwError("no luck");
      })));
  std::string message;
  llvm::raw_string_ostream os(message);
  EXPECT_TRUE(
      failed(mlir::parsePassPipeline("builtin.module(test-throws)", os)));
  EXPECT_TRUE(contains(
      message, "the function of the pipeline 'test-throws' threw: no luck"));
  mlir::OpPassManager target("builtin.module");
  PassManagerBuilder builder(target);
  builder.addPipeline("test-throws");
  EXPECT_EQ(getCodes(builder.build()),
            std::vector{DiagnosticCode::PluginFailed});
}

TEST(Adopt, RegisteredFunctionThatBuilds) {
  ASSERT_FALSE(
      bool(registerPipeline("test-builds", "", [](PassManagerBuilder &builder) {
        builder.addPass("cse");
        return builder.build();
      })));
  mlir::OpPassManager target("builtin.module");
  PassManagerBuilder builder(target);
  builder.addPipeline("test-builds");
  ASSERT_FALSE(bool(builder.build()));
  EXPECT_EQ(print(target), "builtin.module(cse)");
}

TEST(Adopt, RegisterPipelineWithOptions) {
  ASSERT_FALSE(bool(registerPipeline(
      "test-with-options", "",
      {{"top-down", "true"}, {"rounds", "10"}, {"clean", "false"}},
      [](PassManagerBuilder &builder, const PipelineOptions &options) {
        builder.addPass("canonicalize",
                        "top-down=" + options.lookup("top-down") +
                            " max-iterations=" + options.lookup("rounds"));
        if (options.lookup("clean") == "true")
          builder.addPass("cse");
        return llvm::Error::success();
      })));
  auto parse = [](llvm::StringRef text) {
    std::string message;
    llvm::raw_string_ostream os(message);
    mlir::FailureOr<mlir::OpPassManager> parsed =
        mlir::parsePassPipeline(text, os);
    return succeeded(parsed) ? print(*parsed) : message;
  };
  std::string plain = parse("builtin.module(test-with-options)");
  EXPECT_TRUE(contains(plain, "max-iterations=10 "));
  EXPECT_TRUE(contains(plain, "top-down=true"));
  EXPECT_FALSE(contains(plain, "cse"));
  std::string given =
      parse("builtin.module(test-with-options{rounds=3 clean})");
  EXPECT_TRUE(contains(given, "max-iterations=3 "));
  EXPECT_TRUE(contains(given, "top-down=true},cse)"));
  std::string wrong = parse("builtin.module(test-with-options{round=3})");
  EXPECT_TRUE(contains(
      wrong, "the pipeline 'test-with-options' has no option 'round'"));
  EXPECT_TRUE(contains(wrong, "did you mean 'rounds'?"));
}

/// As passes get theirs: without quotes, and one spelling for truth values.
TEST(Adopt, RegisterPipelineGetsValuesAndNotTheirSpelling) {
  static std::string seen;
  auto make = [](llvm::StringRef name, OptionDescriptor::Type type,
                 llvm::StringRef value = "") {
    OptionDescriptor option{name.str(), value.str()};
    option.type = type;
    return option;
  };
  using Type = OptionDescriptor::Type;
  OptionDescriptor mode = make("mode", Type::Enum, "fast");
  mode.values = {"fast", "slow"};
  ASSERT_FALSE(bool(registerPipeline(
      "test-with-values", "",
      {mode, make("lanes", Type::Int32, "4"), make("debug", Type::Bool),
       make("label", Type::Text)},
      [](PassManagerBuilder &builder, const PipelineOptions &options) {
        seen = "";
        for (llvm::StringRef name : {"mode", "lanes", "debug", "label"})
          seen += options.lookup(name) + ";";
        builder.addPass("cse");
        return llvm::Error::success();
      })));
  auto get = [](llvm::StringRef options) {
    mlir::OpPassManager target("builtin.module");
    PassManagerBuilder builder(target);
    builder.addPipeline("test-with-values", options);
    EXPECT_EQ(text(builder.build()), "");
    return seen;
  };
  EXPECT_EQ(get(""), "fast;4;false;;");
  EXPECT_EQ(get("mode='slow' lanes={9} debug=1 label='a b'"),
            "slow;9;true;a b;");
  EXPECT_EQ(get("mode=\"slow\" debug='FALSE' label=1"), "slow;4;false;1;");
}

/// The text of what is wrong with a pipeline that has `name` in it.
std::string compose(mlir::MLIRContext &context, llvm::StringRef name) {
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PassManagerBuilder builder(pm);
  builder.addPass(name);
  std::string text;
  for (const Diagnostic &finding : builder.check())
    text += finding.str();
  return text;
}

// What only the program knows is suggested, too.
TEST(Adopt, RegisteredNamesAreSuggested) {
  ASSERT_FALSE(
      bool(registerPipeline("test-suggested", "", [](PassManagerBuilder &) {
        return llvm::Error::success();
      })));
  mlir::MLIRContext context;
  for (llvm::StringRef misspelled :
       {"test-sugested", "test-suggestedd", "test-sugegsted", "test-suggestad"})
    EXPECT_TRUE(contains(compose(context, misspelled),
                         "did you mean 'test-suggested'?"));
  EXPECT_TRUE(
      contains(compose(context, "pmb-barier"), "did you mean 'pmb-barrier'?"));
}

TEST(Adopt, ErrorsOfAPipelineAreItsOwn) {
  ASSERT_FALSE(
      bool(registerPipeline("test-my-bad", "", [](PassManagerBuilder &builder) {
        return builder.addPassBefore("cse", "no-such-pass");
      })));
  mlir::MLIRContext context;
  EXPECT_EQ(compose(context, "test-my-bad"),
            "error: the pipeline has no pass 'no-such-pass' [PMB002 "
            "unknown-position]\n"
            "  note: it has no passes at all\n"
            "  note: the pipeline 'test-my-bad' cannot be built\n");
}

TEST(Adopt, OptionsThatNobodyGaveAreNotBlamed) {
  mlir::OpPassManager target("builtin.module");
  auto say = [&](llvm::StringRef name, llvm::StringRef options) {
    PassManagerBuilder builder(target);
    builder.addPipeline(name, options);
    std::string text;
    for (const Diagnostic &finding : builder.check())
      text += finding.str();
    builder.discard();
    return text;
  };
  std::string unknown = say("sparsifier", "v=8");
  EXPECT_FALSE(contains(unknown, "'8' is not a value"));
  std::string missing = say("print-ir", "label");
  EXPECT_FALSE(contains(missing, "'true'"));
  EXPECT_TRUE(contains(missing, "'label' is given no value"));
}

TEST(Adopt, PipelinesThatNameEachOtherAreRefused) {
  auto add = [](const char *name, const char *other) {
    ASSERT_FALSE(
        bool(registerPipeline(name, "", [other](PassManagerBuilder &builder) {
          builder.addPass(other);
          return llvm::Error::success();
        })));
  };
  add("test-itself", "test-itself");
  add("test-ping", "test-pong");
  add("test-pong", "test-ping");
  mlir::MLIRContext context;
  EXPECT_TRUE(contains(compose(context, "test-itself"),
                       "the pipeline 'test-itself' contains itself"));
  std::string mutual = compose(context, "test-ping");
  EXPECT_TRUE(contains(mutual, "the pipeline 'test-ping' contains itself"));
  EXPECT_TRUE(contains(mutual, "through 'test-pong'"));
  // From MLIR's own parser, too, and as often as it is asked.
  for (unsigned i = 0; i < 2; ++i) {
    std::string message;
    llvm::raw_string_ostream os(message);
    EXPECT_TRUE(
        failed(mlir::parsePassPipeline("builtin.module(test-pong)", os)));
    EXPECT_TRUE(contains(message, "the pipeline 'test-pong' contains itself"));
  }
}

TEST(Adopt, PipelinesInEachOtherHaveALimit) {
  for (unsigned i = 0; i < 300; ++i)
    ASSERT_FALSE(bool(registerPipeline(
        "test-deep" + std::to_string(i), "", [i](PassManagerBuilder &builder) {
          builder.addPass(i + 1 == 300 ? std::string("cse")
                                       : "test-deep" + std::to_string(i + 1));
          return llvm::Error::success();
        })));
  mlir::MLIRContext context;
  EXPECT_TRUE(contains(compose(context, "test-deep0"),
                       "pipelines are more than 256 deep in each other"));
  EXPECT_EQ(compose(context, "test-deep200"), "");
}

} // namespace
