//===- AnswersTest.cpp - Hovers, definitions, fixes -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "tools/language/Actions.h"
#include "tools/language/Definitions.h"
#include "tools/language/Hover.h"
#include "tools/language/Symbols.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace pmb::language;
using llvm::StringRef;
using test::Opened;

namespace {

//===----------------------------------------------------------------------===//
// Hovers
//===----------------------------------------------------------------------===//

std::string hover(StringRef name, StringRef marked) {
  Opened opened(name, marked);
  auto found = explainAt(opened.workspace, opened.path, opened.offset);
  if (!found)
    return "";
  return found->range.of(opened.getText()).str() + "|" + found->title + ": " +
         found->summary + "\n" + llvm::join(found->lines, "\n");
}

TEST(LanguageHover, SaysWhatAPassDoesWhereItStands) {
  std::string text = hover("a.pipeline.json",
                           "{\"passes\": [{\"pass\": \"one-shot-buf^ferize\", "
                           "\"reason\": \"wants buffers\", "
                           "\"options\": {\"bufferize-function-boundaries\": "
                           "true}}], "
                           "\"input\": {\"contents\": [\"!tensor\"]}}");
  for (StringRef part :
       {"one-shot-bufferize|one-shot-bufferize: One-Shot Bufferize",
        "pass       0 of 1, on builtin.module",
        "options    bufferize-function-boundaries=true", "wants buffers",
        "in the IR  !tensor", "removes    !tensor", "adds       !memref"})
    EXPECT_TRUE(StringRef(text).contains(part)) << part.str() << " in\n"
                                                << text;
}

TEST(LanguageHover, OfTexts) {
  EXPECT_TRUE(StringRef(hover("a.pipeline", "builtin.module(c^se)"))
                  .starts_with("cse|cse: "));
  EXPECT_TRUE(StringRef(hover("a.mlir", "// RUN: mlir-opt %s -c^se"))
                  .contains("pass       0 of 1"));
  // One that cannot be composed is known all the same.
  EXPECT_TRUE(StringRef(hover("a.pipeline", "builtin.module(c^se"))
                  .contains("removesDead"));
  EXPECT_TRUE(StringRef(hover("a.pipeline",
                              "builtin.module(canonicalize{top-^down=0})"))
                  .contains("takes      'true' or 'false'"));
  EXPECT_TRUE(StringRef(hover("a.pipeline", "builtin.mod^ule(cse)"))
                  .contains("a nest"));
  EXPECT_EQ(hover("a.pipeline", "builtin.module(cse) ^ "), "");
}

/// Something else in the document may be wrong.
TEST(LanguageHover, OfPipelinesThatCannotBeComposed) {
  std::string text = hover(
      "a.pipeline.json",
      "{\"passes\": [\"cse\",\n {\"pass\": \"canon^icalize\", \"reason\": "
      "\"tidy\", \"options\": {\"top-down\": false, \"region-simplify\": "
      "\"normal\"}},\n {\"bundle\": \"nosuch\"}]}");
  for (StringRef part : {"pass       of a pipeline that cannot be composed\n",
                         "options    top-down=false region-simplify=normal\n",
                         "added by   a.pipeline.json:2:2, tidy\n"})
    EXPECT_TRUE(StringRef(text).contains(part)) << part.str() << " in\n"
                                                << text;
  text = hover("a.pipeline", "builtin.module(canon^icalize{top-down=false}, ");
  for (StringRef part :
       {"options    top-down=false\n", "added by   a.pipeline:1:16\n"})
    EXPECT_TRUE(StringRef(text).contains(part)) << part.str() << " in\n"
                                                << text;
  // What only names a pass has put none there.
  text = hover("a.pipeline.json",
               "{\"passes\": [\"cse\", {\"bundle\": \"nosuch\"}], \"remove\": "
               "[{\"of\": \"c^se\"}]}");
  EXPECT_FALSE(StringRef(text).contains("added by")) << text;
  EXPECT_TRUE(StringRef(text).contains("removesDead")) << text;
}

TEST(LanguageHover, OfNamesAndKeys) {
  StringRef file = "a.pipeline.json";
  EXPECT_TRUE(StringRef(hover(file, "{\"pas^ses\": []}")).contains("passes: "));
  EXPECT_TRUE(StringRef(hover(file, "{\"output\": {\"properties\": "
                                    "[\"canon^ical\"]}}"))
                  .contains("(fleeting)"));
  EXPECT_TRUE(StringRef(hover(file, "{\"output\": {\"contents\": "
                                    "\"llvm^-ir\"}}"))
                  .contains("stands for"));
  EXPECT_TRUE(StringRef(hover(file, "{\"passes\": [{\"bundle\": "
                                    "\"lower-to-^llvm\"}]}"))
                  .contains("convert-scf-to-cf"));
}

TEST(LanguageHover, OfWhatTheDocumentDeclares) {
  std::string rest = "\"}], \"options\": {\"lanes\": {\"type\": \"int32\", "
                     "\"default\": 8, \"summary\": \"how wide\"}}, "
                     "\"variants\": {\"fast\": {\"lan^es\": 16}}}";
  std::string plain = rest;
  plain.erase(plain.find('^'), 1);
  std::string begin = "{\"passes\": [{\"pass\": \"cse\", \"when\": \"";
  StringRef file = "a.pipeline.json";
  for (const std::string &text :
       {begin + "!la^nes & fast" + plain, begin + "lanes" + rest}) {
    std::string shown = hover(file, text);
    EXPECT_TRUE(StringRef(shown).starts_with("lanes|lanes: how wide")) << shown;
    EXPECT_TRUE(StringRef(shown).contains("default    8")) << shown;
  }
  EXPECT_TRUE(StringRef(hover(file, begin + "lanes & fa^st" + plain))
                  .starts_with("fast|fast: a variant"));
  EXPECT_TRUE(StringRef(hover(file, "{\"passes\": [{\"nest\": "
                                    "\"func.f^unc\", \"passes\": []}]}"))
                  .contains("a nest"));
}

TEST(LanguageHover, TextOfOthersIsEscaped) {
  std::string text =
      hover("a.pipeline.json", "{\"passes\": [{\"pass\": \"c^se\", \"reason\": "
                               "\"\\u001b[31m\\u202e\"}]}");
  EXPECT_FALSE(StringRef(text).contains('\x1b')) << text;
  EXPECT_TRUE(StringRef(text).contains("\\x1b")) << text;
  EXPECT_TRUE(StringRef(text).contains("\\u202e")) << text;
}

//===----------------------------------------------------------------------===//
// Definitions and renaming
//===----------------------------------------------------------------------===//

std::string definitions(Opened &opened) {
  std::string text;
  for (const FilePlace &place :
       findDefinitions(opened.workspace, opened.path, opened.offset)) {
    const Document *document = opened.workspace.getDocument(place.path);
    text += Workspace::getName(place.path) + ":" +
            std::to_string(document->getPlace(place.range.begin).column) + " " +
            place.range.of(document->getText()).str() + ";";
  }
  return text;
}

TEST(LanguageDefinitions, OfBundlesAndSlots) {
  Opened bundle("a.pipeline.json",
                {"{\"bundles\": {\"b\": {\"passes\": [\"cse\"]}}, \"passes\": "
                 "[{\"bundle\": \"^b\"}]}"});
  EXPECT_EQ(definitions(bundle), "a.pipeline.json:15 b;");
  Opened slot("a.pipeline.json",
              {"{\"passes\": [{\"slot\": \"s\"}], \"insert\": [{\"pass\": "
               "\"cse\", \"after\": {\"slot\": \"s^\"}}]}"});
  EXPECT_EQ(definitions(slot), "a.pipeline.json:23 s;");
  Opened stock("a.pipeline.json",
               {"{\"passes\": [{\"bundle\": \"lower-to-^llvm\"}]}"});
  EXPECT_EQ(definitions(stock), "");
}

TEST(LanguageDefinitions, OfOptionsAndVariants) {
  StringRef declared = "{\"options\": {\"o\": {}}, \"variants\": {\"v\": ";
  Opened variant("a.pipeline.json",
                 {(declared + "{}}, \"passes\": [{\"pass\": \"cse\", "
                              "\"when\": \"o == v & !^v\"}]}")
                      .str()});
  EXPECT_EQ(definitions(variant), "a.pipeline.json:38 v;");
  variant.offset -= 9;
  EXPECT_EQ(definitions(variant), "a.pipeline.json:15 o;");
  variant.offset += 5;
  EXPECT_EQ(definitions(variant), "");
  Opened key("a.pipeline.json", {(declared + "{\"^o\": 1}}}").str()});
  EXPECT_EQ(definitions(key), "a.pipeline.json:15 o;");
}

TEST(LanguageDefinitions, LeadToOtherFiles) {
  Opened opened("a.pipeline.json",
                {"{\"passes\": [{\"include\": \"b.pipeline.json^\"}, "
                 "{\"bundle\": \"b\"}]}"});
  opened.add("b.pipeline.json",
             "{\"bundles\": {\"b\": {\"passes\": [\"cse\"]}}}");
  opened.workspace.getAffected(opened.path);
  EXPECT_EQ(definitions(opened), "b.pipeline.json:1 ;");
  opened.offset = opened.getText().find("\"b\"") + 1;
  EXPECT_EQ(definitions(opened), "b.pipeline.json:15 b;");
}

TEST(LanguageDefinitions, OfPassesThatAContractsFileDescribes) {
  Opened opened("a.pipeline", {"builtin.module(acme^-tile)"});
  opened.add("acme.contracts.json", "{\"passes\": {\"acme-tile\": "
                                    "{\"lowers\": [\"linalg\"]}}}");
  CheckOptions settings;
  settings.contractsFiles = {"acme.contracts.json"};
  EXPECT_TRUE(opened.workspace.configure(settings).empty());
  EXPECT_EQ(definitions(opened), "acme.contracts.json:13 \"acme-tile\";");
}

std::string renamed(Opened &opened, StringRef name) {
  auto changes =
      language::rename(opened.workspace, opened.path, opened.offset, name);
  if (!changes)
    return toString(changes.takeError());
  std::string text;
  for (const auto &[path, all] : *changes)
    text +=
        *applyChanges(opened.workspace.getDocument(path)->getText(), all) + ";";
  return text;
}

TEST(LanguageRename, ChangesAllThatNamesIt) {
  Opened opened("a.pipeline.json",
                {"{\"passes\": [{\"include\": \"b.pipeline.json\"}, "
                 "{\"slot\": \"b\"}, {\"bundle\": \"^b\"}]}"});
  opened.add("b.pipeline.json",
             "{\"bundles\": {\"b\": {\"passes\": [\"cse\"]}}}");
  opened.workspace.getAffected(opened.path);
  EXPECT_EQ(renamed(opened, "c"),
            "{\"passes\": [{\"include\": \"b.pipeline.json\"}, {\"slot\": "
            "\"b\"}, {\"bundle\": \"c\"}]};"
            "{\"bundles\": {\"c\": {\"passes\": [\"cse\"]}}};");
  EXPECT_EQ(renamed(opened, "b"), "");
  // From the file that is included.
  opened.path = Workspace::getPath("b.pipeline.json");
  opened.offset = 14;
  EXPECT_TRUE(StringRef(renamed(opened, "c")).contains("{\"bundle\": \"c\"}"));
}

TEST(LanguageRename, RefusesWhatCannotBe) {
  Opened opened(
      "a.pipeline.json",
      {"{\"bundles\": {\"b\": {\"passes\": [\"cse\"]}, \"c\": "
       "{\"passes\": [\"sccp\"]}}, \"passes\": [{\"bundle\": \"^b\"}, "
       "{\"bundle\": \"lower-to-llvm\"}]}"});
  EXPECT_TRUE(StringRef(renamed(opened, "c")).contains("already"));
  EXPECT_TRUE(StringRef(renamed(opened, "")).contains("cannot be a name"));
  EXPECT_TRUE(StringRef(renamed(opened, "a b")).contains("cannot be a name"));
  EXPECT_EQ(renamed(opened, "b\xC3\xBC"),
            "'b\xC3\xBC' cannot be a name: " + nameRule.str());
  EXPECT_TRUE(StringRef(renamed(opened, "lower-to-llvm")).contains("stock"));
  opened.offset = opened.getText().find("lower-to");
  EXPECT_TRUE(StringRef(renamed(opened, "d")).contains("defined neither here"));
  opened.offset = opened.getText().find("cse");
  EXPECT_TRUE(StringRef(renamed(opened, "d")).contains("only bundles"));
}

//===----------------------------------------------------------------------===//
// Fixes and symbols
//===----------------------------------------------------------------------===//

/// What the fixes of a document make of it.
std::vector<std::string> fixed(Opened &&opened) {
  std::vector<std::string> texts;
  for (const Action &action :
       findActions(opened.workspace, opened.path, {0, opened.getText().size()}))
    texts.push_back(*applyChanges(opened.getText(), {action.change}));
  return texts;
}

using Texts = std::vector<std::string>;

TEST(LanguageActions, AreWrittenIntoTheDocument) {
  EXPECT_EQ(fixed({"a.pipeline",
                   {"builtin.module(convert-linalg-to-loops, "
                    "one-shot-bufferize)"}}),
            Texts{"builtin.module(one-shot-bufferize, "
                  "convert-linalg-to-loops)"});
  EXPECT_EQ(fixed({"a.pipeline.json",
                   {"\xEF\xBB\xBF{\"passes\": [\"convert-linalg-to-loops\", "
                    "\"one-shot-bufferize\"]} // \xC3\xA9"}}),
            Texts{"\xEF\xBB\xBF{\"passes\": [\"one-shot-bufferize\", "
                  "\"convert-linalg-to-loops\"]} // \xC3\xA9"});
  EXPECT_EQ(fixed({"a.mlir",
                   {"// \xF0\x9F\x98\x80\n// RUN: mlir-opt --pass-pipeline=\""
                    "builtin.module(canonicalise)\" | FileCheck"}}),
            Texts{"// \xF0\x9F\x98\x80\n// RUN: mlir-opt --pass-pipeline=\""
                  "builtin.module(canonicalize)\" | FileCheck"});
}

TEST(LanguageActions, AreWrittenAmongTheOptionsOfCommands) {
  EXPECT_EQ(fixed({"a.mlir", {"// RUN: mlir-opt %s -cse -canonicalise"}}),
            Texts{"// RUN: mlir-opt %s -cse -canonicalize"});
  EXPECT_EQ(fixed({"a.mlir",
                   {"// RUN: mlir-opt %s -cse\n"
                    "// RUN: mlir-opt %s -convert-linalg-to-loops "
                    "-one-shot-bufferize | FileCheck %s"}}),
            Texts{"// RUN: mlir-opt %s -cse\n"
                  "// RUN: mlir-opt %s -one-shot-bufferize "
                  "-convert-linalg-to-loops | FileCheck %s"});
}

TEST(LanguageActions, PutRightWhatIsMisspelled) {
  EXPECT_EQ(fixed({"a.pipeline", {"builtin.module(canonicalize{topdown=0})"}}),
            Texts{"builtin.module(canonicalize{top-down=0})"});
  EXPECT_EQ(
      fixed({"a.pipeline", {"builtin.module(canonicalize{top-down=flase})"}}),
      Texts{"builtin.module(canonicalize{top-down=false})"});
  EXPECT_EQ(fixed({"a.pipeline", {"builtin.module(affine-loop-tile, cse)"}}),
            Texts{"builtin.module(func.func(affine-loop-tile), cse)"});
  EXPECT_EQ(fixed({"a.pipeline",
                   {"builtin.module(func.func(cse, convert-to-llvm))"}}),
            Texts{"builtin.module(func.func(cse), convert-to-llvm)"});
  EXPECT_EQ(
      fixed({"a.pipeline.json", {"{\"passes\": [\"cse\"], \"inserts\": []}"}}),
      Texts{"{\"passes\": [\"cse\"], \"insert\": []}"});
  EXPECT_EQ(fixed({"a.mlir", {"// RUN: mlir-opt %s -canonicalize=topdown=0"}}),
            Texts{"// RUN: mlir-opt %s -canonicalize=top-down=0"});
  EXPECT_EQ(fixed({"a.contracts.json",
                   {"{\"passes\": {\"acme\": {\"lowers\": [{\"form\": "
                    "\"memref\", \"to\": \"llvm\"}]}}}"}}),
            Texts{"{\"passes\": {\"acme\": {\"lowers\": [{\"from\": "
                  "\"memref\", \"to\": \"llvm\"}]}}}"});
  // Nothing is near enough to what is written, and what may be right is not
  // another name.
  EXPECT_EQ(fixed({"a.pipeline", {"builtin.module(cse{fast})"}}), Texts());
  EXPECT_EQ(fixed({"a.pipeline",
                   {"builtin.module(acme-stage-2,cse{x},acme-stage-1)"}}),
            Texts());
}

TEST(LanguageActions, SayThatTheyAreUnsafe) {
  Opened opened("a.pipeline", {"builtin.module(ownership-based-buffer-"
                               "deallocation,ownership-based-buffer-"
                               "deallocation)"});
  CheckOptions settings;
  settings.contents = {{"memref", "func", "scf", "arith"}};
  opened.workspace.configure(settings);
  std::vector<Action> actions =
      findActions(opened.workspace, opened.path, {0, 999});
  ASSERT_EQ(actions.size(), 1u);
  EXPECT_TRUE(actions.front().isUnsafe);
  EXPECT_TRUE(StringRef(actions.front().title).ends_with(" (unsafe)"));
}

TEST(LanguageActions, AreNotOfferedWhereTheyCannotBeWritten) {
  // What is wrong stands in another file.
  Opened opened("a.pipeline.json",
                {"{\"passes\": [{\"include\": \"b.pipeline.json\"}, "
                 "\"one-shot-bufferize\"]}"});
  opened.add("b.pipeline.json", "{\"passes\": [\"canonicalise\"]}");
  opened.workspace.getAffected(opened.path);
  EXPECT_FALSE(opened.workspace.check(opened.path).empty());
  EXPECT_EQ(fixed(std::move(opened)), Texts());
}

std::string outline(llvm::ArrayRef<OutlineNode> nodes) {
  std::string text;
  for (const OutlineNode &node : nodes)
    text += (text.empty() ? "" : ",") + node.name +
            (node.children.empty() ? "" : "(" + outline(node.children) + ")");
  return text;
}

std::string symbols(Opened &&opened) {
  return outline(findSymbols(opened.workspace, opened.path));
}

TEST(LanguageSymbols, AreWhatIsThere) {
  EXPECT_EQ(symbols({"a.pipeline", {"builtin.module(cse,func.func(sccp{a"}}),
            "builtin.module(cse,func.func(sccp))");
  EXPECT_EQ(symbols({"a.pipeline.json",
                     {"{\"passes\": [\"cse\", {\"nest\": \"f\", \"passes\": "
                      "[{\"slot\": \"s\"}]}], \"bundles\": {\"b\": "
                      "{\"passes\": [\"sccp\"]}}}"}}),
            "cse,f(s),b(sccp)");
  EXPECT_EQ(symbols({"a.contracts.json", {"{\"passes\": {\"p\": {}}}"}}), "p");
  EXPECT_EQ(symbols({"a.py", {"PassManager.parse('builtin.module(cse)')"}}),
            "builtin.module(cse)");
}

} // namespace
