//===- ContentsFileTest.cpp - Tests of contents in files ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/ContentsFile.h"
#include "ErrorText.h"
#include "PipelineFileSupport.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

using Items = std::vector<std::string>;

/// What `x.contents.json` has.
llvm::Expected<Items> readItems(TemporaryFolder &folder) {
  llvm::StringMap<Origin> origins;
  return readContentsFile(SourceText::read(folder.getPath("x.contents.json")),
                          origins);
}

std::string readErrors(StringRef text) {
  TemporaryFolder folder;
  folder.write("x.contents.json", text);
  auto items = readItems(folder);
  return items ? "no error" : errors(items.takeError());
}

TEST(ContentsFile, WhatIsWrittenReadsBackAsTheSame) {
  TemporaryFolder folder;
  for (const Items &items :
       {Items{}, Items{"!tensor"},
        Items{"!tensor", "func.return(allocated)", "linalg.matmul"}}) {
    std::string text;
    llvm::raw_string_ostream os(text);
    printContentsFile(os, items);
    folder.write("x.contents.json", text);
    EXPECT_EQ(require(readItems(folder)), items);
  }
}

TEST(ContentsFile, HasALineForEachItem) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printContentsFile(os, {"!tensor", "linalg.matmul"});
  EXPECT_EQ(text, "{\n  \"contents\": [\n    \"!tensor\",\n"
                  "    \"linalg.matmul\"\n  ]\n}\n");
}

TEST(ContentsFile, SaysWhereItIsWrong) {
  EXPECT_EQ(readErrors(R"({"contents": ["linalg"]})"), "no error");
  EXPECT_EQ(readErrors("{}"),
            "1:1 missing-key a contents file has a key 'contents' (write "
            "{\"contents\": [\"linalg.matmul\", \"!tensor\"]}, or let pmb-opt "
            "--print-contents write it)");
  EXPECT_EQ(readErrors(R"({"content": []})"),
            "1:2 unknown-key a contents file has no key 'content' (did you "
            "mean 'contents'?)");
  EXPECT_EQ(readErrors(R"({"contents": ["a b", 3]})"),
            "1:15 bad-value 'a b' is no dialect, operation or type (items are "
            "written as 'linalg', 'memref.subview', '!tensor' or '*'); 1:22 "
            "bad-value 'contents' takes names of dialects, operations and "
            "types, not a number");
  // Files do not name each other.
  EXPECT_EQ(readErrors(R"({"contents": ["@other.json"]})"),
            "1:15 bad-value '@other.json' is no dialect, operation or type "
            "(items are written as 'linalg', 'memref.subview', '!tensor' or "
            "'*')");
  EXPECT_EQ(StringRef(readErrors("")).take_front(15), "1:1 json-syntax");
}

TEST(ContentsFile, StandsForItsItemsWhereItIsNamed) {
  TemporaryFolder folder;
  folder.write("x.contents.json", R"({"contents": ["linalg", "!tensor"]})");
  GivenContents given;
  given = Items{"scf", "@" + folder.getPath("x.contents.json"), "cf"};
  Items files;
  require(given.expand(files));
  EXPECT_EQ(*given, (Items{"scf", "linalg", "!tensor", "cf"}));
  EXPECT_EQ(files, Items{folder.getPath("x.contents.json")});
}

TEST(ContentsFile, WhatCannotBeReadChangesNothingAndIsToldAtOnce) {
  TemporaryFolder folder;
  folder.write("x.contents.json", R"({"contents": ["linalg"]})");
  GivenContents given;
  given = Items{"@" + folder.getPath("x.contents.json"),
                "@" + folder.getPath("a"), "@" + folder.getPath("b")};
  Items before = *given, files;
  std::vector<Diagnostic> found = takeDiagnostics(given.expand(files));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].code, DiagnosticCode::UnreadableFile);
  EXPECT_EQ(*given, before);
}

TEST(ContentsFile, PipelineFilesNameThemRelativeToTheirFolder) {
  TemporaryFolder folder;
  folder.write("in/x.contents.json", R"({"contents": ["linalg", "!tensor"]})");
  folder.write("p.json", R"({"passes": ["a"],
    "input": {"contents": ["scf", "@in/x.contents.json"]}})");
  TestPipeline pipeline;
  EXPECT_EQ(folder.append("p.json", pipeline), "");
  EXPECT_EQ(pipeline.getInterface().inputContents,
            (Items{"scf", "linalg", "!tensor"}));
  // Whoever writes a report must not write it there.
  auto file = require(PipelineFile::read(folder.getPath("p.json")));
  EXPECT_EQ(file.getIncludedFiles(),
            Items{folder.getPath("in/x.contents.json")});
}

TEST(ContentsFile, PipelineFilesSayWhereTheyNameWhatCannotBeRead) {
  TemporaryFolder folder;
  folder.write("secret", "password");
  folder.write("p.json", R"({"passes": ["a"],
    "input": {"contents": ["@secret", "@", "@missing.json"]}})");
  auto file = PipelineFile::read(folder.getPath("p.json"));
  ASSERT_FALSE(file);
  std::vector<Diagnostic> found = takeDiagnostics(file.takeError());
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].code, DiagnosticCode::JsonSyntax);
  EXPECT_EQ(found[1].code, DiagnosticCode::BadName);
  EXPECT_EQ(found[2].code, DiagnosticCode::UnreadableFile);
  unsigned columns[] = {28, 39, 44};
  for (auto [diagnostic, column] : llvm::zip(found, columns)) {
    ASSERT_TRUE(diagnostic.node);
    EXPECT_EQ(diagnostic.node->origin.line, 2u);
    EXPECT_EQ(diagnostic.node->origin.column, column);
    EXPECT_FALSE(contains(diagnostic.str(), "password"));
  }
}

/// PMB106: --contents=tosa for a file whose input is linalg
TEST(Undeclared, WhatTheFileDoesNotListIsAWarning) {
  TestPipeline pipeline;
  pipeline.getInterface().inputContents = {"linalg", "x.op", "!tensor"};
  pipeline.getInterface().inputOrigins["x.op"] = Origin::file("p.json", 3, 4);
  llvm::StringMap<Origin> origins;
  auto say = [&](const Items &items) {
    auto warning = findUndeclared(pipeline, items, origins, "--contents");
    return warning ? warning->str() : "";
  };
  EXPECT_EQ(
      say({"tosa"}),
      "warning: the input has 'tosa', and the pipeline does not say so "
      "[PMB106 undeclared-input]\n"
      "  at: p.json:3:4\n"
      "  note: what the input has is given by --contents, and that counts "
      "here\n"
      "  help: add it to the input that the pipeline declares, or check "
      "the pipeline with the input that it is for\n");
  origins["y.op"] = Origin::file("in.json", 1, 2);
  EXPECT_TRUE(contains(say({"tosa", "y.op", "x.other"}),
                       "'tosa', 'y.op' and 'x.other', and the pipeline"));
  EXPECT_TRUE(contains(say({"y.op"}), "given by in.json:1:2,"));
  // The pipeline decides how bad that is.
  pipeline.setSeverity(DiagnosticCode::UndeclaredInput, Severity::Error);
  EXPECT_EQ(say({"tosa"}).find("error: the input has 'tosa'"), 0u);
  pipeline.setSeverity(DiagnosticCode::UndeclaredInput, Severity::Off);
  EXPECT_EQ(say({"tosa"}), "");
}

TEST(Undeclared, WhatTheFileListsIsNot) {
  TestPipeline pipeline;
  pipeline.getInterface().inputContents = {"linalg", "x.op", "!tensor"};
  // Also marked, dead, or what the pipeline runs on.
  Items items = {"linalg.matmul", "x.op(m)", "!tensor(m)", "y.op(dead)",
                 "builtin.module"};
  EXPECT_FALSE(findUndeclared(pipeline, items, {}, "--contents"));
  // An open input contradicts nothing.
  pipeline.getInterface().inputContents.reset();
  EXPECT_FALSE(findUndeclared(pipeline, {"tosa"}, {}, "--contents"));
}

} // namespace
