//===- WorkspaceTest.cpp - Documents, settings and findings ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace pmb::language;
using llvm::StringRef;
using test::Opened;

namespace {

/// The findings of a document: codes, and the texts that they are about.
std::string findings(Opened &opened, StringRef name = "") {
  std::string path = name.empty() ? opened.path : Workspace::getPath(name);
  StringRef document = opened.workspace.getDocument(path)->getText();
  std::string text;
  for (const Finding &finding : opened.workspace.check(path))
    text += (finding.name.empty() ? "hint" : finding.name) + " <" +
            finding.range.of(document).str() + ">;";
  return text;
}

TEST(LanguageWorkspace, FindsWhatPmbCheckFinds) {
  Opened text("a.pipeline",
              {"builtin.module(convert-linalg-to-loops,one-shot-bufferize)"});
  EXPECT_EQ(findings(text), "too-early <convert-linalg-to-loops>;");
  const Finding &finding = text.workspace.check(text.path).front();
  EXPECT_EQ(finding.id, "PMB029");
  EXPECT_EQ(finding.severity, Severity::Error);
  auto related = llvm::find_if(finding.lines, [](const Finding::Line &line) {
    return StringRef(line.text).contains("added by a.pipeline:1:40");
  });
  ASSERT_NE(related, finding.lines.end());
  ASSERT_TRUE(related->place);
  EXPECT_EQ(related->place->range.of(text.getText()), "one-shot-bufferize");
  Opened json("a.pipeline.json", {"{\"passes\": [\"cse\"], \"pases\": []}"});
  EXPECT_EQ(findings(json), "unknown-key <\"pases\">;");
  Opened contracts("a.contracts.json",
                   {"{\"passes\": {\"a\": {\"lower\": []}}}"});
  EXPECT_EQ(findings(contracts), "unknown-key <\"lower\">;");
  Opened unknown("a.pipeline", {"builtin.module(acme-tile)"});
  EXPECT_EQ(findings(unknown), "hint <acme-tile>;");
}

TEST(LanguageWorkspace, FilesOfOtherSorts) {
  Opened test("a.mlir", {"// PMB: expect=llvm-ir\n"
                         "// RUN: mlir-opt -lower-affine %s"});
  EXPECT_TRUE(StringRef(findings(test)).contains("<lower-affine>"));
  // Nothing is said about files that are about something else.
  Opened program("a.py", {"print('hello')"});
  EXPECT_EQ(findings(program), "");
  Opened package("package.json", {"{\"name\": 1,"});
  EXPECT_EQ(findings(package), "");
  EXPECT_EQ(package.workspace.getSort(package.path), DocumentSort::Other);
  Opened plugin("acme.json", {"{\"insert\": [{}]}"});
  EXPECT_EQ(plugin.workspace.getSort(plugin.path), DocumentSort::PipelineFile);
}

TEST(LanguageWorkspace, TextThatCannotBeRead) {
  for (StringRef text : {"", "{", "[1", "\"", "{\"passes\": [\"a\", ]}",
                         "\xFF\xFE", "{\"passes\": {}}"}) {
    Opened json("a.pipeline.json", {text});
    EXPECT_NE(findings(json), "") << text.str();
    Opened plain("a.pipeline", {text});
    EXPECT_NE(findings(plain), "") << text.str();
  }
}

TEST(LanguageWorkspace, TheEditorsTextOfIncludedFilesCounts) {
  Opened opened("a.pipeline.json",
                {"{\"passes\": [{\"include\": \"b.pipeline.json\"}]}"});
  EXPECT_EQ(findings(opened), "unreadable-file <\"b.pipeline.json\">;");
  opened.add("b.pipeline.json", "{\"passes\": [\"canonicalise\"]}");
  EXPECT_EQ(findings(opened), "unknown-pass <b.pipeline.json>;");
  const Finding &finding = opened.workspace.check(opened.path).front();
  ASSERT_FALSE(finding.lines.empty());
  EXPECT_EQ(finding.lines.front().text, "found at b.pipeline.json:1:13");
  EXPECT_EQ(findings(opened, "b.pipeline.json"),
            "unknown-pass <\"canonicalise\">;");
  std::string path = Workspace::getPath("b.pipeline.json");
  opened.workspace.change(
      path, {{std::nullopt, "{\"passes\": [\"canonicalize\"]}"}}, 2);
  EXPECT_EQ(opened.workspace.getAffected(path),
            (std::vector<std::string>{opened.path, path}));
  EXPECT_EQ(findings(opened), "");
  opened.workspace.close(path);
  opened.workspace.getAffected(path);
  EXPECT_EQ(findings(opened), "unreadable-file <\"b.pipeline.json\">;");
}

TEST(LanguageWorkspace, IncludesMayBeCalledByAbsolutePaths) {
  std::string path = Workspace::getPath("c.pipeline.json");
  Opened opened("a.pipeline.json",
                {"{\"passes\": [{\"include\": \"b.pipeline.json\"}, "
                 "{\"include\": \"" +
                 path + "\"}]}"});
  opened.add("b.pipeline.json", "{\"passes\": [\"cse\"]}");
  opened.add(path, "{\"passes\": [\"canonicalise\"]}");
  // The finding stands at the include of its file, and not at the first one.
  EXPECT_EQ(findings(opened), "unknown-pass <" + path + ">;");
}

TEST(LanguageWorkspace, ChangesAreMadeOneAfterTheOther) {
  Opened opened("a.pipeline", {"builtin.module(cse)"});
  auto at = [](unsigned character) { return EditorPosition{0, character}; };
  opened.workspace.change(opened.path,
                          {{std::pair(at(15), at(18)), "sccp"},
                           {std::pair(at(19), at(19)), ",cs"},
                           {std::pair(at(22), at(22)), "e"}},
                          7);
  EXPECT_EQ(opened.getText(), "builtin.module(sccp,cse)");
  EXPECT_EQ(opened.workspace.getDocument(opened.path)->getVersion(), 7);
  // What is not open is ignored, and so is a range that is the wrong way round.
  opened.workspace.change("/not/open", {{std::nullopt, "x"}}, 1);
  opened.workspace.change(opened.path, {{std::pair(at(9), at(3)), "x"}}, 8);
  EXPECT_EQ(opened.workspace.getDocument(opened.path)->getVersion(), 8);
}

TEST(LanguageWorkspace, Settings) {
  Opened opened("a.pipeline", {"builtin.module(acme-tile,lower-affine)"});
  opened.add("acme.contracts.json",
             "{\"passes\": {\"acme-tile\": {\"lowers\": [\"linalg\"]}}}");
  EXPECT_EQ(findings(opened), "hint <acme-tile>;");
  CheckOptions settings;
  settings.contractsFiles = {"acme.contracts.json"};
  settings.expect = {{"llvm-ir"}};
  EXPECT_TRUE(opened.workspace.configure(settings).empty());
  EXPECT_TRUE(StringRef(findings(opened)).contains("<lower-affine>"));
  EXPECT_FALSE(StringRef(findings(opened)).contains("hint"));
  // As it stands in the editor.
  std::string path = Workspace::getPath("acme.contracts.json");
  opened.workspace.change(path, {{std::nullopt, "{\"passes\": {}}"}}, 2);
  EXPECT_EQ(opened.workspace.getAffected(path).size(), 2u);
  EXPECT_TRUE(StringRef(findings(opened)).contains("hint <acme-tile>"));
  // What is wrong is said, and the rest counts.
  settings.contractsFiles = {"none.contracts.json"};
  settings.contents = {{"@none.contents.json"}};
  EXPECT_EQ(opened.workspace.configure(settings).size(), 2u);
  EXPECT_TRUE(StringRef(findings(opened)).contains("<lower-affine>"));
}

TEST(LanguageWorkspace, AllVariants) {
  Opened opened(
      "a.pipeline.json",
      {"{\"variants\": {\"gpu\": \"for GPUs\"}, \"passes\": [\"cse\", "
       "{\"pass\": \"canonicalise\", \"when\": \"gpu\"}]}"});
  CheckOptions settings;
  settings.allVariants = true;
  settings.severities = {{DiagnosticCode::UnknownPass, Severity::Warning}};
  opened.workspace.configure(settings);
  ASSERT_EQ(findings(opened), "unknown-pass <\"canonicalise\">;unknown-pass "
                              "<\"canonicalise\">;");
  EXPECT_EQ(opened.workspace.check(opened.path).front().severity,
            Severity::Warning);
}

} // namespace
