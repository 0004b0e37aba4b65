//===- OwnerTest.cpp - What belongs to the owner of a pipeline ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Severities, variants and the interface of a pipeline, and what becomes of
// them when a party fails.
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "builder/edit/PipelineImpl.h"

using namespace pmb;
using namespace pmb::test;
using llvm::Error;

namespace {

std::string join(llvm::ArrayRef<Diagnostic> findings) {
  std::string result;
  for (const Diagnostic &finding : findings)
    result += finding.str();
  return result;
}

//===----------------------------------------------------------------------===//
// Severities
//===----------------------------------------------------------------------===//

TEST(Severities, DoNotHideWhatCouldNotBeComposed) {
  TestPipeline pipeline({"a"});
  for (const DiagnosticInfo &info : getDiagnosticTable())
    pipeline.setSeverity(info.code, Severity::Off);
  pipeline.addPass("optional", "cuont=1");
  pipeline.addPass("a b");
  pipeline.addSlot("s");
  pipeline.addSlot("s");
  Party party;
  party.origin = Origin::thirdParty("acme");
  party.registration = fail;
  ASSERT_EQ(text(pipeline.addParty(std::move(party))), "");
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 4u) << join(findings);
  for (const Diagnostic &finding : findings)
    EXPECT_EQ(finding.severity, Severity::Error);
}

TEST(Severities, BelongToTheOwner) {
  TestPipeline pipeline({"a"});
  EXPECT_REFUSED(
      pipeline,
      pipeline.transaction(Origin::plugin("acme"),
                           [&] {
                             pipeline.setSeverity(DiagnosticCode::WrongOrder,
                                                  Severity::Off);
                             return Error::success();
                           }),
      "error: plugin 'acme' cannot set the severity of 'wrong-order': that is "
      "up to the owner of the pipeline [PMB019 inside-transaction]\n"
      "  help: leave it to the framework, or set it outside of the "
      "transaction\n"
      "  note: nothing of what plugin 'acme' did was kept\n");
  EXPECT_EQ(pipeline.getSeverity(DiagnosticCode::WrongOrder), Severity::Error);
  // Neither in the name of somebody else.
  EXPECT_NE(text(pipeline.transaction(
                Origin::plugin("acme"),
                [&] {
                  pipeline.setOrigin(Origin::framework());
                  return pipeline.transaction(Origin::framework(), [&] {
                    pipeline.setSeverity(DiagnosticCode::WrongOrder,
                                         Severity::Off);
                    return Error::success();
                  });
                })),
            "");
  EXPECT_EQ(pipeline.getSeverity(DiagnosticCode::WrongOrder), Severity::Error);
  EXPECT_EQ(join(pipeline.check()), "");
  // The owner's own transaction.
  EXPECT_DONE(pipeline, pipeline.transaction(Origin::framework(), [&] {
    pipeline.setSeverity(DiagnosticCode::WrongOrder, Severity::Warning);
    return Error::success();
  }));
  EXPECT_EQ(pipeline.getSeverity(DiagnosticCode::WrongOrder),
            Severity::Warning);
}

// What is given and expected decides what the check says, as severities do.
TEST(Owner, OthersCannotSayWhatIsInTheInputAndOutput) {
  TestPipeline pipeline({"a"});
  pipeline.getInterface().inputContents = {"linalg"};
  const PipelineInterface before = pipeline.getInterface();
  const std::pair<std::function<void(PipelineInterface &)>, llvm::StringRef>
      settings[] = {{[](auto &ends) { ends.inputContents.reset(); },
                     "what is in the input"},
                    {[](auto &ends) { ends.isInputMeasured = true; },
                     "what is in the input"},
                    {[](auto &ends) {
                       ends.inputNever.push_back({"linalg", ""});
                     },
                     "what is never in the input"},
                    {[](auto &ends) { ends.outputContents = {"llvm"}; },
                     "what may be in the output"},
                    {[](auto &ends) { ends.inputProperties = {"small"}; },
                     "which properties hold at the start"},
                    {[](auto &ends) { ends.outputProperties = {"small"}; },
                     "which properties hold at the end"},
                    {[](auto &ends) { ends.isThreaded = false; },
                     "whether there are threads"}};
  for (const auto &[set, what] : settings) {
    auto edit = [&, &set = set]() -> llvm::Error {
      set(pipeline.getInterface());
      return llvm::Error::success();
    };
    EXPECT_EQ(text(pipeline.transaction(Origin::plugin("acme"), edit)),
              "error: plugin 'acme' cannot set " + what.str() +
                  ": that is up to the owner of the pipeline [PMB019 "
                  "inside-transaction]\n"
                  "  help: leave it to the framework, or set it outside of the "
                  "transaction\n"
                  "  note: nothing of what plugin 'acme' did was kept\n");
    EXPECT_TRUE(pipeline.getInterface() == before) << what.str();
  }
  EXPECT_DONE(pipeline, pipeline.transaction(Origin::framework(), [&] {
    pipeline.getInterface().outputContents = {"llvm"};
    return llvm::Error::success();
  }));
  EXPECT_EQ(pipeline.getInterface().outputContents,
            std::vector<std::string>{"llvm"});
}

// So does what the pipeline is built for: other parties take part or not by it.
TEST(Owner, OthersCannotSayWhatThePipelineIsBuiltFor) {
  TestPipeline pipeline({"a"});
  OptionDescriptor option;
  option.name = "size";
  test::require(pipeline.getVariants().addOption(option));
  pipeline.setVariant("cpu");
  auto expectRefused = [&](std::function<void()> choose, std::string what) {
    EXPECT_REFUSED(
        pipeline,
        pipeline.transaction(Origin::thirdParty("acme"),
                             [&] {
                               choose();
                               return Error::success();
                             }),
        "error: third party 'acme' cannot set " + what +
            ": that is up to the owner of the pipeline [PMB019 "
            "inside-transaction]\n"
            "  help: leave it to the framework, or set it outside of the "
            "transaction\n"
            "  note: nothing of what third party 'acme' did was kept\n");
  };
  expectRefused([&] { pipeline.setVariant("gpu"); }, "the variant 'gpu'");
  expectRefused([&] { pipeline.setOption("size", "3"); }, "the option 'size'");
  expectRefused([&] { pipeline.setOption("sizes", "3"); },
                "the option 'sizes'");
  EXPECT_EQ(pipeline.getOptions().str(), "cpu");
  // What is chosen already changes nothing.
  EXPECT_DONE(pipeline, pipeline.transaction(Origin::thirdParty("acme"), [&] {
    pipeline.setVariant("cpu");
    return Error::success();
  }));
  EXPECT_DONE(pipeline, pipeline.transaction(Origin::framework(), [&] {
    pipeline.setOption("size", "3");
    return Error::success();
  }));
  EXPECT_EQ(pipeline.getOptions().str(), "cpu,size=3");
}

TEST(Owner, OthersCannotDiscardThePipeline) {
  TestPipeline pipeline({"a"});
  EXPECT_EQ(text(pipeline.transaction(Origin::thirdParty("acme"),
                                      [&] {
                                        pipeline.getImpl().discard();
                                        return Error::success();
                                      })),
            "error: third party 'acme' cannot discard the pipeline: what it "
            "edits can still be undone [PMB019 inside-transaction]\n"
            "  help: let the owner of the pipeline discard it, outside of the "
            "transaction\n"
            "  note: nothing of what third party 'acme' did was kept\n");
  pipeline.addPass("c");
  pipeline.getImpl().discard();
  EXPECT_FALSE(pipeline.getImpl().hasUncheckedEdits);
}

//===----------------------------------------------------------------------===//
// A transaction that fails
//===----------------------------------------------------------------------===//

TEST(FailedTransaction, KeepsNothingOfWhatThePipelineIsFor) {
  TestPipeline pipeline({"a"});
  pipeline.setVariant("gpu");
  pipeline.setSeverity(DiagnosticCode::WrongOrder, Severity::Remark);
  pipeline.getInterface().outputContents = {"llvm"};
  auto edit = [&] {
    pipeline.setVariant("cpu");
    pipeline.setVariant("gpu");
    pipeline.setSeverity(DiagnosticCode::WrongOrder, Severity::Off);
    pipeline.setSeverity(DiagnosticCode::Conflict, Severity::Off);
    pipeline.getInterface().inputContents = {"linalg"};
    pipeline.getInterface().outputContents.reset();
    pipeline.getInterface().inputProperties.push_back("small");
    return fail();
  };
  EXPECT_NE(text(pipeline.transaction(Origin::framework(), edit)), "");
  EXPECT_FALSE(pipeline.getList().hasVariant("cpu"));
  EXPECT_TRUE(pipeline.getList().hasVariant("gpu"));
  EXPECT_EQ(pipeline.getSeverity(DiagnosticCode::WrongOrder), Severity::Remark);
  EXPECT_EQ(pipeline.getSeverity(DiagnosticCode::Conflict), Severity::Error);
  EXPECT_FALSE(pipeline.getInterface().isClosed());
  EXPECT_EQ(pipeline.getInterface().outputContents,
            std::vector<std::string>{"llvm"});
  EXPECT_TRUE(pipeline.getInterface().inputProperties.empty());
}

TEST(FailedTransaction, WithoutAFunction) {
  TestPipeline pipeline({"a"});
  Party party;
  party.origin = Origin::thirdParty("acme");
  EXPECT_REFUSED(pipeline, pipeline.addParty(std::move(party)),
                 "error: third party 'acme' has no function to be called "
                 "[PMB009 no-instance]\n"
                 "  help: set 'registration'\n");
  EXPECT_EQ(join(pipeline.check()), "");
  EXPECT_REFUSED(pipeline, pipeline.transaction(Origin::thirdParty("acme"), {}),
                 "error: third party 'acme' has no function to be called "
                 "[PMB009 no-instance]\n");
}

//===----------------------------------------------------------------------===//
// Refused edits
//===----------------------------------------------------------------------===//

TEST(RefusedEdit, BundleInItselfLeavesNothing) {
  Catalog catalog = getTestCatalog().clone();
  PassDescriptor whole("whole-pipeline");
  whole.pipeline.resize(1);
  whole.pipeline[0].pass = "a";
  test::require(catalog.addPass(std::move(whole)));
  PipelineBuilder pipeline("builtin.module", catalog);
  pipeline.addPass("whole-pipeline");
  std::string before = pipeline.str();
  EXPECT_TRUE(
      contains(text(pipeline.addPassBefore("whole-pipeline", "a")), "PMB058"));
  EXPECT_EQ(pipeline.str(), before);
  EXPECT_EQ(join(pipeline.check()), "");
  EXPECT_TRUE(contains(text(pipeline.addPassBefore("b", "nothing")),
                       "unknown-position"));
  Contract contract;
  contract.after(pass("b"));
  EXPECT_EQ(text(pipeline.addContract("whole-pipeline", contract)), "");
  EXPECT_EQ(join(pipeline.check()), "");
}

TEST(RefusedEdit, LeavesNoKind) {
  TestPipeline pipeline({"a"});
  static const PassDescriptor described = [] {
    PassDescriptor result("mine");
    result.addKind("my-kind");
    result.contract.before(pass("a"));
    return result;
  }();
  auto find = [&] {
    return text(pipeline.addPassBefore("b", "x")) +
           text(pipeline.addPassBeforeType("b", "my-kind"));
  };
  std::string before = find();
  PassSpec spec("mine");
  spec.described = &described;
  EXPECT_NE(text(pipeline.insert(std::move(spec), Position::after(pass("a")))),
            "");
  EXPECT_EQ(find(), before);
  PassBundle bundle("group");
  bundle.addKind("my-kind").addPass("a b");
  EXPECT_NE(text(pipeline.insert(bundle, Position::after(pass("a")))), "");
  EXPECT_EQ(find(), before);
}

//===----------------------------------------------------------------------===//
// A pipeline that nobody asks
//===----------------------------------------------------------------------===//

TEST(NobodyAsks, WhatWasComposedInVainIsSaidInTheEnd) {
  testing::internal::CaptureStderr();
  {
    TestPipeline pipeline({"a"});
    pipeline.addPass("a b");
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "error: 'a b' cannot be the name of a pass [PMB016 bad-name]\n"
            "  help: use ASCII letters, digits and signs other than brackets, "
            "commas, quotes and '/'\n"
            "  note: the pipeline was not checked since\n");
  testing::internal::CaptureStderr();
  {
    TestPipeline pipeline({"a"});
    pipeline.addPass("a b");
    EXPECT_EQ(pipeline.check().size(), 1u);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

} // namespace
