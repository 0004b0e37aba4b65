//===- CleanupFileTest.cpp - Cleanups in pipeline files -------------------===//
//
// Part of the PassManagerBuilder project.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "PipelineFileSupport.h"
#include "bundles/stock/StockCatalog.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

/// The passes that run, with `-` for what is left out.
std::string run(StringRef json) {
  Pipeline pipeline("builtin.module", getStockCatalog());
  llvm::Expected<PipelineFile> file =
      PipelineFile::parse(SourceText::copy(json, "p.json"));
  std::string text;
  auto take = [&](llvm::Error error) {
    for (const Diagnostic &diagnostic : takeDiagnostics(std::move(error)))
      text += diagnostic.str();
  };
  if (!file)
    take(file.takeError());
  else
    take(file->appendTo(pipeline));
  if (!text.empty())
    return text;
  for (const Diagnostic &diagnostic : pipeline.check())
    if (diagnostic.severity == Severity::Error)
      text += diagnostic.str();
  std::vector<CleanupAction> cleanups = pipeline.getCleanups().find();
  for (const Node &node : pipeline.getPasses()) {
    bool isLeftOut = llvm::any_of(cleanups, [&](const CleanupAction &cleanup) {
      return cleanup.kind != CleanupAction::Kind::Established &&
             cleanup.pass == &node;
    });
    text +=
        (text.empty() ? "" : " ") + (isLeftOut ? "-" : node.getName().str());
  }
  return text;
}

/// A pass that changes nothing when it runs again.
const std::string settled =
    R"({"pass": "canonicalize", "options": "max-iterations=-1"})";

TEST(CleanupFileTest, WhatIsWrittenRunsUnlessTheFileAsksForDedupe) {
  const std::string twice = R"("passes": [)" + settled + ", " + settled + "]}";
  for (const char *cleanups :
       {"", R"("cleanups": {"dedupe": false}, )",
        R"("cleanups": {"share": true, "establish": true}, )"})
    EXPECT_EQ(run("{" + std::string(cleanups) + twice),
              "canonicalize canonicalize");
  EXPECT_EQ(run(R"({"cleanups": {"dedupe": true}, )" + twice),
            "canonicalize -");
}

TEST(CleanupFileTest, CanonicalizeRunsAgainUnlessItGoesOnToTheEnd) {
  auto runTwice = [](const std::string &options) {
    std::string pass =
        R"({"pass": "canonicalize", "options": ")" + options + "\"}";
    return run(R"({"cleanups": {"dedupe": true}, "passes": [)" + pass + ", " +
               pass + "]}");
  };
  for (const char *options : {"", "max-iterations=10", "max-iterations=1000",
                              "max-iterations=-1 max-num-rewrites=3",
                              "max-iterations=-1 region-simplify=disabled"})
    EXPECT_EQ(runTwice(options), "canonicalize canonicalize") << options;
  for (const char *options :
       {"max-iterations=-1", "test-convergence", "test-convergence=true"})
    EXPECT_EQ(runTwice(options), "canonicalize -") << options;
}

TEST(CleanupFileTest, APassCanBeKept) {
  std::string kept = settled;
  kept.insert(1, R"("keep": true, )");
  EXPECT_EQ(run(R"({"cleanups": {"dedupe": true}, "passes": [)" + settled +
                ", " + kept + ", " + settled + "]}"),
            "canonicalize canonicalize -");
  std::string inserted = kept;
  inserted.insert(1, R"("after": "canonicalize", )");
  EXPECT_EQ(run(R"({"cleanups": {"dedupe": true}, "passes": [)" + settled +
                R"(], "insert": [)" + inserted + "]}"),
            "canonicalize canonicalize");
}

TEST(CleanupFileTest, CleanupsAreSharedIfTheFileSaysSo) {
  const char *passes = R"("passes": [
      {"bundle": "x", "passes": ["convert-scf-to-cf", {"bundle": "cleanup"}]},
      {"bundle": "y", "passes": ["convert-cf-to-llvm", {"bundle": "cleanup"}]}]})";
  EXPECT_EQ(run("{" + std::string(passes)),
            "convert-scf-to-cf cse canonicalize convert-cf-to-llvm cse "
            "canonicalize");
  EXPECT_EQ(run(R"({"cleanups": {"share": true}, )" + std::string(passes)),
            "convert-scf-to-cf - - convert-cf-to-llvm cse canonicalize");
}

TEST(CleanupFileTest, WhatIsRequiredIsEstablishedIfTheFileSaysSo) {
  const char *rest = R"("contracts": {"sccp": {"requires": "canonical"}},
                        "passes": ["lower-affine", "sccp"]})";
  EXPECT_TRUE(contains(run("{" + std::string(rest)),
                       "fix: insert 'canonicalize' before 'sccp'\n "
                       "lower-affine sccp"));
  EXPECT_EQ(run(R"({"cleanups": {"establish": true}, )" + std::string(rest)),
            "lower-affine canonicalize sccp");
  EXPECT_EQ(run(R"({"cleanups": {"establish": true},
                    "contracts": {"sccp": {"requires": {"property": "canonical",
                                  "establishedBy": "canonicalize"}}},
                    "passes": [{"pass": "sccp", "establish": false}]})"),
            "sccp");
}

TEST(CleanupFileTest, ABundleCanForbidCleanups) {
  EXPECT_TRUE(contains(run(R"({"cleanups": {"establish": true},
              "contracts": {"sccp": {"requires": "canonical"}},
              "passes": [{"bundle": "b", "noCleanup": "fusion comes next",
                          "passes": ["lower-affine", "sccp"]}]})"),
                       "no cleanup in 'b': fusion comes next"));
}

TEST(CleanupFileTest, MistakesHaveTheirPlace) {
  EXPECT_TRUE(
      contains(run(R"({"cleanups": {"dedup": true}, "passes": ["cse"]})"),
               "did you mean 'dedupe'"));
  EXPECT_TRUE(
      contains(run(R"({"cleanups": true, "passes": ["cse"]})"), "1:14"));
  EXPECT_TRUE(
      contains(run(R"({"passes": [{"pass": "cse", "keep": 1}]})"), "1:37"));
  EXPECT_TRUE(
      contains(run(R"({"passes": ["cse"], "contracts": {"cse": {"provides":
                    {"property": "canonical", "establishedBy": "cse"}}}})"),
               "only what is required has 'establishedBy'"));
  EXPECT_TRUE(
      contains(run(R"({"passes": ["cse"], "contracts": {"cse": {"requires":
                    {"property": "canonical",
                     "establishedBy": "canonicalise"}}}})"),
               "did you mean 'canonicalize'"));
}

TEST(CleanupFileTest, MessagesAreAboutWhatIsWrong) {
  EXPECT_EQ(StringRef(run(R"({"cleanups": {"all": true}, "passes": ["cse"]})"))
                .split(" [")
                .first,
            "error: 'cleanups' has no key 'all'");
  // A bundle knows 23 keys, and has nothing to do with it.
  std::string kept =
      run(R"({"passes": [{"bundle": "cleanup", "keep": true}]})");
  EXPECT_TRUE(contains(kept, "1:35"));
  EXPECT_TRUE(contains(kept, "help: give it to the passes in the bundle"));
  EXPECT_FALSE(contains(kept, "the known ones"));
  EXPECT_TRUE(contains(run(R"({"passes": ["cse"], "insert": [
                    {"bundle": "cleanup", "establish": false, "at": "end"}]})"),
                       "a bundle has no key 'establish'"));
  EXPECT_TRUE(contains(run(R"({"passes": [
                    {"bundle": "b", "noCleanup": "", "passes": ["cse"]}]})"),
                       "'noCleanup' needs the reason"));
}

TEST(CleanupFileTest, AProviderThatCannotBeIsOneFinding) {
  std::string told = run(R"({"cleanups": {"establish": true},
      "contracts": {"sccp": {"requires": {"property": "canonical",
                    "establishedBy": "canonicalize{max-iterations=0}"}}},
      "passes": ["lower-affine", "sccp"]})");
  EXPECT_TRUE(contains(told, "p.json:3:38"));
  EXPECT_EQ(StringRef(told).count("error:"), 1u) << told;
  told = run(R"({"cleanups": {"establish": true},
      "contracts": {"sccp": {"requires": {"property": "canonical",
                    "establishedBy": "linalg-generalize-named-ops"}}},
      "passes": ["lower-affine", "sccp"]})");
  EXPECT_EQ(StringRef(told).count("error:"), 1u) << told;
  EXPECT_TRUE(
      contains(told, "behind 'linalg-generalize-named-ops' it does not hold"));
}

TEST(CleanupFileTest, WhatIsWrittenIsReadAgain) {
  const char *text = R"({
    "cleanups": {"dedupe": false, "share": true, "establish": true},
    "passes": [
      {"pass": "cse", "keep": true}, {"pass": "sccp", "establish": false},
      {"bundle": "b", "noCleanup": "why not", "passes": ["cse"]}]})";
  auto write = [](StringRef json) {
    Pipeline pipeline("builtin.module", getStockCatalog());
    PipelineFile file =
        test::require(PipelineFile::parse(SourceText::copy(json, "p.json")));
    test::require(file.appendTo(pipeline));
    return toText(PipelineFile::describe(pipeline));
  };
  std::string once = write(text);
  for (const char *part :
       {"\"keep\": true", "\"establish\": false", "\"noCleanup\": \"why not\"",
        "\"dedupe\": false", "\"share\": true", "\"establish\": true"})
    EXPECT_TRUE(contains(once, part));
  EXPECT_EQ(write(once), once);
}

} // namespace
