//===- CompletionTest.cpp - What is offered at a place --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/language/Completion.h"
#include "Support.h"
#include "bundles/json/TextEdits.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace pmb::language;
using llvm::StringRef;
using test::Opened;

namespace {

std::vector<std::string> labels(StringRef name, StringRef marked) {
  Opened opened(name, marked);
  std::vector<std::string> names;
  for (const Completion &item :
       complete(opened.workspace, opened.path, opened.offset).items)
    names.push_back(item.label);
  return names;
}

bool offers(StringRef name, StringRef marked, StringRef label) {
  return llvm::is_contained(labels(name, marked), label);
}

/// The document once the completion `label` is chosen.
std::string chosen(StringRef name, StringRef marked, StringRef label) {
  Opened opened(name, marked);
  for (const Completion &item :
       complete(opened.workspace, opened.path, opened.offset).items)
    if (item.label == label)
      return *applyChanges(opened.getText(), {{item.range, item.text}});
  return "not offered";
}

TEST(LanguageCompletion, OfTexts) {
  EXPECT_TRUE(offers("a.pipeline", "^", "builtin.module"));
  EXPECT_FALSE(offers("a.pipeline", "^", "cse"));
  EXPECT_EQ(chosen("a.pipeline", "builtin.module(canon^", "canonicalize"),
            "builtin.module(canonicalize");
  EXPECT_EQ(chosen("a.pipeline", "builtin.module(cse,^)", "func.func"),
            "builtin.module(cse,func.func)");
  EXPECT_EQ(chosen("a.pipeline", "builtin.module(canonicalize{top^-down=true})",
                   "max-iterations"),
            "builtin.module(canonicalize{max-iterations=true})");
  EXPECT_EQ(labels("a.pipeline", "builtin.module(canonicalize{top-down=^})"),
            (std::vector<std::string>{"true", "false"}));
  EXPECT_EQ(chosen("a.pipeline",
                   "builtin.module(canonicalize{region-simplify=n^})",
                   "normal"),
            "builtin.module(canonicalize{region-simplify=normal})");
}

TEST(LanguageCompletion, OfPipelinesInOtherFiles) {
  EXPECT_EQ(chosen("a.mlir", "// RUN: mlir-opt %s -canon^ | FileCheck",
                   "canonicalize"),
            "// RUN: mlir-opt %s -canonicalize | FileCheck");
  EXPECT_EQ(chosen("a.mlir", "// RUN: mlir-opt %s -^ | FileCheck", "cse"),
            "// RUN: mlir-opt %s -cse | FileCheck");
  EXPECT_EQ(chosen("a.mlir", "// RUN: mlir-opt %s -cse --^", "sccp"),
            "// RUN: mlir-opt %s -cse --sccp");
  EXPECT_EQ(
      chosen("a.mlir", "// RUN: mlir-opt %s --canonicalize=\"^\"", "top-down"),
      "// RUN: mlir-opt %s --canonicalize=\"top-down\"");
  EXPECT_FALSE(offers("a.mlir", "// RUN: mlir-opt %s -^", "func.func"));
  EXPECT_TRUE(labels("a.mlir", "// RUN: mlir-opt ^ -cse").empty());
  EXPECT_EQ(chosen("a.mlir",
                   "// RUN: mlir-opt --pass-pipeline=\"builtin.module(c^)\"",
                   "cse"),
            "// RUN: mlir-opt --pass-pipeline=\"builtin.module(cse)\"");
  EXPECT_EQ(chosen("a.py",
                   "PassManager.parse('builtin.module('\n"
                   "  'sy^)')",
                   "symbol-dce"),
            "PassManager.parse('builtin.module('\n"
            "  'symbol-dce)')");
  EXPECT_TRUE(labels("a.mlir", "// no ^pipeline").empty());
}

TEST(LanguageCompletion, BehindPmb) {
  EXPECT_EQ(labels("a.mlir", "// PMB: ^\n"),
            (std::vector<std::string>{"contents", "expect"}));
  EXPECT_EQ(chosen("a.mlir", "// PMB: contents=linalg ex^\n", "expect"),
            "// PMB: contents=linalg expect=\n");
  EXPECT_EQ(chosen("a.mlir", "// PMB: expect=llvm^ contents=x", "llvm-ir"),
            "// PMB: expect=llvm-ir contents=x");
  EXPECT_EQ(
      chosen("a.mlir", "// PMB: contents=func,linalg.mat^", "linalg.matmul"),
      "// PMB: contents=func,linalg.matmul");
}

TEST(LanguageCompletion, OfKeys) {
  EXPECT_EQ(chosen("a.pipeline.json", "{^}", "passes"), "{\"passes\": }");
  EXPECT_EQ(chosen("a.pipeline.json", "{\"pa^\"}", "passes"), "{\"passes\"}");
  EXPECT_FALSE(offers("a.pipeline.json", "{\"passes\": [], ^}", "passes"));
  // Only those of the sort that the object is of.
  EXPECT_TRUE(offers("a.pipeline.json",
                     "{\"passes\": [{\"pass\": \"cse\", ^}]}", "keep"));
  EXPECT_FALSE(offers("a.pipeline.json",
                      "{\"passes\": [{\"pass\": \"cse\", ^}]}", "separate"));
  EXPECT_TRUE(offers("a.pipeline.json",
                     "{\"passes\": [{\"pass\": \"canonicalize\", "
                     "\"options\": {^}}]}",
                     "top-down"));
  EXPECT_TRUE(
      offers("a.contracts.json", "{\"passes\": {\"mine\": {^}}}", "lowers"));
  EXPECT_TRUE(offers("a.contracts.json", "{\"passes\": {^}}", "cse"));
}

TEST(LanguageCompletion, OfNames) {
  StringRef file = "a.pipeline.json";
  EXPECT_EQ(chosen(file, "{\"passes\": [^]}", "cse"),
            "{\"passes\": [\"cse\"]}");
  EXPECT_EQ(chosen(file, "{\"passes\": [{\"pass\": \"^\"}]}", "cse"),
            "{\"passes\": [{\"pass\": \"cse\"}]}");
  EXPECT_TRUE(
      offers(file, "{\"passes\": [{\"bundle\": \"^\"}]}", "lower-to-llvm"));
  EXPECT_EQ(labels(file,
                   "{\"passes\": [{\"slot\": \"late\"}], \"insert\": "
                   "[{\"pass\": \"cse\", \"before\": {\"slot\": \"^\"}}]}"),
            std::vector<std::string>{"late"});
  EXPECT_TRUE(offers(file, "{\"insert\": [{\"before\": {\"kind\": \"^\"}}]}",
                     "bufferization"));
  EXPECT_TRUE(offers(file, "{\"output\": {\"contents\": [\"^\"]}}", "llvm-ir"));
  EXPECT_TRUE(offers(file, "{\"output\": {\"contents\": [\"^\"]}}", "!tensor"));
  EXPECT_TRUE(offers(file, "{\"input\": {\"contents\": \"linalg.^\"}}",
                     "linalg.matmul"));
  EXPECT_FALSE(
      offers(file, "{\"input\": {\"contents\": \"linalg.^\"}}", "tensor.pad"));
  EXPECT_TRUE(
      offers(file, "{\"output\": {\"properties\": [\"^\"]}}", "canonical"));
  EXPECT_TRUE(offers(file, "{\"severity\": {\"^\"}}", "too-early"));
  EXPECT_TRUE(
      offers(file, "{\"severity\": {\"too-early\": \"^\"}}", "warning"));
  EXPECT_EQ(labels(file,
                   "{\"variants\": {\"gpu\": {}}, \"options\": {\"size\": {}}, "
                   "\"passes\": [{\"pass\": \"cse\", \"when\": \"^\"}]}"),
            (std::vector<std::string>{"size", "gpu"}));
  EXPECT_EQ(labels(file,
                   "{\"options\": {\"size\": {}}, \"passes\": [{\"pass\": "
                   "\"cse\", \"optionsFrom\": {\"a\": \"^\"}}]}"),
            std::vector<std::string>{"size"});
  EXPECT_EQ(labels(file, "{\"cleanups\": {\"dedupe\": ^}}"),
            (std::vector<std::string>{"true", "false"}));
  EXPECT_EQ(chosen(file,
                   "{\"passes\": [{\"pass\": \"canonicalize\", \"options\": "
                   "{\"top-down\": ^}}]}",
                   "false"),
            "{\"passes\": [{\"pass\": \"canonicalize\", \"options\": "
            "{\"top-down\": false}}]}");
  EXPECT_TRUE(offers("a.contracts.json",
                     "{\"passes\": {\"a\": {\"requires\": [\"^\"]}}}",
                     "canonical"));
}

using Labels = std::vector<std::string>;

/// The declarations that conditions ask for.
std::string withOptions(StringRef rest) {
  return R"({"options":{"target":{"values":["cpu","gpu"]},"lanes":{"type":)"
         R"("int64"},"fast":{"type":"bool"}},"variants":{"avx":{"lanes":8}},)" +
         rest.str();
}
std::string inCondition(StringRef marked) {
  return withOptions(R"("passes":[{"pass":"cse","when":")" + marked.str() +
                     R"("}]})");
}

TEST(LanguageCompletion, OfTheWordInACondition) {
  StringRef file = "a.pipeline.json";
  for (auto [typed, label, after] :
       {std::tuple("target == cpu & l^", "lanes", "target == cpu & lanes"),
        std::tuple("!a^", "avx", "!avx"), std::tuple("(a^)", "avx", "(avx)"),
        std::tuple("^ & avx", "fast", "fast & avx"),
        std::tuple("target == ^", "gpu", "target == gpu"),
        std::tuple("target != g^pu | fast", "cpu", "target != cpu | fast"),
        std::tuple("target=='g^'&avx", "gpu", "target=='gpu'&avx"),
        std::tuple("fast == ^", "true", "fast == true")})
    EXPECT_EQ(chosen(file, inCondition(typed), label), inCondition(after))
        << typed;
  EXPECT_EQ(labels(file, inCondition("target == ^")), (Labels{"cpu", "gpu"}));
  EXPECT_EQ(labels(file, inCondition("lanes > ^")), Labels());
  EXPECT_EQ(labels(file, inCondition("target contains ^")),
            (Labels{"cpu", "gpu"}));
  EXPECT_EQ(labels(file, inCondition("target == cpu & ^")),
            (Labels{"target", "lanes", "fast", "avx"}));
}

/// In a bundle its own options come first, in a contract those of its pass.
TEST(LanguageCompletion, OfWhatIsDeclaredAround) {
  EXPECT_EQ(
      labels("a.pipeline.json",
             withOptions(R"("bundles":{"m":{"options":{"s":{}},"passes":[)"
                         R"({"pass":"cse","when":"^"}]}}})")),
      (Labels{"s", "target", "lanes", "fast", "avx"}));
  EXPECT_EQ(labels("a.pipeline.json",
                   R"({"bundles":{"m":{"options":{"s":{}},"passes":[{"pass":)"
                   R"("canonicalize","optionsFrom":{"top-down":"^"}}]}}})"),
            Labels{"s"});
  EXPECT_EQ(labels("a.contracts.json",
                   R"({"passes":{"acme":{"options":{"size":{}},"lowers":)"
                   R"([{"from":"linalg","when":"^"}]}}})"),
            Labels{"size"});
  EXPECT_TRUE(offers("a.contracts.json",
                     R"({"passes":{"canonicalize":{"lowers":)"
                     R"([{"from":"linalg","when":"^"}]}}})",
                     "top-down"));
}

TEST(LanguageCompletion, OfOptionsThatAreDeclaredHere) {
  StringRef file = "a.pipeline.json",
            bundle = R"({"bundles":{"m":{"options":{"s":{"values":["a","b"]}},)"
                     R"("passes":["cse"]}},"passes":[{"bundle":"m","options":)";
  EXPECT_EQ(labels(file, bundle.str() + "{\"^\":1}}]}"), Labels{"s"});
  EXPECT_EQ(labels(file, bundle.str() + "{\"s\":\"^\"}}]}"),
            (Labels{"a", "b"}));
  EXPECT_EQ(labels(file, R"({"options":{"s":{"values":["a","b"]}},)"
                         R"("variants":{"v":{"^":1}}})"),
            Labels{"s"});
  EXPECT_EQ(labels(file, R"({"options":{"s":{"values":["a","b"]}},)"
                         R"("variants":{"v":{"s":"^"}}})"),
            (Labels{"a", "b"}));
  EXPECT_EQ(labels(file, R"({"options":{"s":{"values":["a"],"default":"^"}}})"),
            Labels{"a"});
}

TEST(LanguageCompletion, OfKeysWithoutQuotes) {
  StringRef file = "a.pipeline.json";
  EXPECT_EQ(chosen(file, "{pas^}", "passes"), "{\"passes\": }");
  EXPECT_EQ(chosen(file, "{pas^s: []}", "passes"), "{\"passes\": []}");
  EXPECT_EQ(chosen(file, "{\"passes\": [{ke^}]}", "keep"),
            "{\"passes\": [{\"keep\": }]}");
}

TEST(LanguageCompletion, NotInComments) {
  StringRef file = "a.pipeline.json";
  for (StringRef text : {"{ // \"pa^\"\n \"passes\": []}", "{ // pa^",
                         "{ /* \"^\" */ \"passes\": []}", "{ /* \"^"})
    EXPECT_EQ(labels(file, text), Labels()) << text.str();
  EXPECT_TRUE(offers(file, "{ // why\n^}", "passes"));
  EXPECT_TRUE(offers(file, "{ /* why */^}", "passes"));
}

TEST(LanguageCompletion, BehindAnAtOnlyOfFiles) {
  EXPECT_FALSE(offers("a.pipeline.json",
                      R"({"input":{"contents":"@^"},"passes":["cse"]})",
                      "acc"));
}

/// A contracts file names itself what it declares.
TEST(LanguageCompletion, OfWhatAContractsFileDeclares) {
  StringRef file = "a.contracts.json";
  EXPECT_TRUE(offers(
      file, R"({"kinds":{"k":"x"},"passes":{"a":{"kinds":["^"]}}})", "k"));
  EXPECT_TRUE(offers(
      file, R"({"properties":{"p":{}},"passes":{"a":{"provides":["^"]}}})",
      "p"));
  EXPECT_TRUE(offers(file, R"({"passes":{"b":{},"a":{"after":["^"]}}})", "b"));
  StringRef dialects = R"({"dialects":{"acme":["acme.mm"]},"types":{"!acme":)"
                       R"({}},"marks":{"m":"x"},"passes":{"a":{"lowers":[)";
  auto item = [&](StringRef typed) {
    return labels(file, dialects.str() + "{\"from\":\"" + typed.str());
  };
  EXPECT_TRUE(llvm::is_contained(item("^"), "acme"));
  EXPECT_TRUE(llvm::is_contained(item("^"), "!acme"));
  EXPECT_EQ(item("acme.^"), Labels{"acme.mm"});
  EXPECT_TRUE(llvm::is_contained(item("acme.mm(^"), "acme.mm(m)"));
  EXPECT_TRUE(llvm::is_contained(item("acme.mm(^"), "acme.mm(allocated)"));
}

TEST(LanguageCompletion, WhatIsInThePipelineComesFirst) {
  for (StringRef where : {R"("insert":[{"pass":"sccp","before":"^"}])",
                          R"("insert":[{"pass":"sccp","after":{"pass":"^"}}])",
                          R"("remove":[{"of":"^"}])"}) {
    Opened opened(
        "a.pipeline.json",
        {(R"({"passes":["cse","canonicalize"],)" + where + "}").str()});
    Labels first;
    for (const Completion &item :
         complete(opened.workspace, opened.path, opened.offset).items)
      if (item.isLikely)
        first.push_back(item.label);
    EXPECT_EQ(first, (Labels{"cse", "canonicalize"})) << where.str();
  }
}

TEST(LanguageCompletion, OnlyOfWhatCanRunThere) {
  EXPECT_FALSE(offers("a.pipeline", "builtin.module(gpu.module(^))",
                      "one-shot-bufferize"));
  EXPECT_TRUE(offers("a.pipeline", "builtin.module(gpu.module(^))",
                     "convert-gpu-to-nvvm"));
  EXPECT_FALSE(offers("a.pipeline", "builtin.module(^)", "affine-loop-tile"));
  // Where nests are chosen, what is in it will do.
  EXPECT_TRUE(
      offers("a.pipeline.json", "{\"passes\":[\"^\"]}", "affine-loop-tile"));
  EXPECT_TRUE(offers("a.mlir", "// RUN: mlir-opt %s -a^", "affine-loop-tile"));
  StringRef file = "a.pipeline.json",
            nest = R"({"passes":[{"nest":"gpu.module","passes":["^"]}]})";
  EXPECT_FALSE(offers(file, nest, "one-shot-bufferize"));
  EXPECT_TRUE(offers(file, nest, "convert-gpu-to-nvvm"));
  EXPECT_TRUE(offers(file, nest, "cse"));
  EXPECT_TRUE(offers(file, R"({"passes":[{"nest":"^"}]})", "func.func"));
  EXPECT_FALSE(offers(file, R"({"passes":[{"nest":"^"}]})", "gpu.barrier"));
}

} // namespace
