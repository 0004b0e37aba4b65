//===- PipelineFileTest.cpp - Tests of pipelines as JSON ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What files say and what becomes of it. Mistakes are in
// PipelineFileErrorTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "PipelineFileSupport.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;
using Strings = std::vector<std::string>;

namespace {

/// The pipeline as text after reading a list of passes.
std::string readList(StringRef list) {
  return readText(("{\"passes\": " + list + "}").str());
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

TEST(PipelineFile, PassesAndOptions) {
  EXPECT_EQ(readList(R"(["a", {"pass": "b"}])"), "builtin.module(a,b)");
  EXPECT_EQ(readList(R"([{"pass": "optional", "options": "count=2 mode=x"}])"),
            "builtin.module(optional{count=2 mode=x})");
  EXPECT_EQ(readList(R"([{"pass": "optional", "options": "{count=2}"}])"),
            "builtin.module(optional{count=2})");
  EXPECT_EQ(readList(R"([{"pass": "optional",
                          "options": {"count": 2, "mode": "x"}}])"),
            "builtin.module(optional{count=2 mode=x})");
}

TEST(PipelineFile, ValuesOfOptions) {
  auto read = [](StringRef value) {
    std::string text = readList(
        ("[{\"pass\": \"a\", \"options\": {\"o\": " + value + "}}]").str());
    return StringRef(text)
        .drop_front(strlen("builtin.module(a{o="))
        .drop_back(2)
        .str();
  };
  EXPECT_EQ(read("true"), "true");
  EXPECT_EQ(read("-7"), "-7");
  EXPECT_EQ(read("0.50"), "0.50");
  EXPECT_EQ(read("\"x\""), "x");
  EXPECT_EQ(read("\"\""), "");
  EXPECT_EQ(read("[8, 16]"), "8,16");
  EXPECT_EQ(read("[\"a\", \"b\"]"), "a,b");
  // Elements, alone and among others, read back as they are.
  EXPECT_EQ(read("[\"func.func(canonicalize,cse)\"]"),
            "func.func(canonicalize,cse)");
  EXPECT_EQ(read("[\"f(a,b)\", \"g{x=1}\"]"), "f(a,b),{g{x=1}}");
  EXPECT_EQ(read("[\"x y\", \"{z}\"]"), "{x y},{z}");
  EXPECT_EQ(read("[\"a,b\"]"), "{{a,b}}");
  EXPECT_EQ(read("[\"a,b\", \"c\"]"), "{a,b},c");
  // What has blanks or braces is protected, unless it is already.
  EXPECT_EQ(read("\"x y\""), "{x y}");
  EXPECT_EQ(read("\"{x y}\""), "{x y}");
  EXPECT_EQ(read("\"f{a=1},g{b}\""), "{f{a=1},g{b}}");
  EXPECT_EQ(read("\"it's\""), "\"it's\"");
  EXPECT_EQ(read("{\"a\": 1, \"b\": {\"c\": \"d e\"}}"), "{a=1 b={c={d e}}}");
}

TEST(PipelineFile, NestsAndWherePassesGo) {
  EXPECT_EQ(readList(R"([{"nest": "func.func", "passes": ["a", "b"]}, "c"])"),
            "builtin.module(func.func(a,b),c)");
  EXPECT_EQ(readList(R"([{"nest": "gpu.module", "passes": [
                           "a", {"nest": "gpu.func", "passes": ["b"]}]}])"),
            "builtin.module(gpu.module(a,gpu.func(b)))");
  // As in C++, a pass that needs a nest gets it, and neighbours share one.
  EXPECT_EQ(readList(R"(["func-pass", "a",
                         {"nest": "func.func", "passes": ["b"]},
                         {"nest": "func.func", "passes": ["c"]}])"),
            "builtin.module(func.func(func-pass),a,func.func(b,c))");
  EXPECT_EQ(readList(R"([{"nest": "func.func", "passes": ["b"]},
                         {"nest": "func.func", "separate": true,
                          "passes": ["c"]}])"),
            "builtin.module(func.func(b),func.func(c))");
  EXPECT_EQ(readText(R"({"anchor": "func.func", "passes": ["func-pass"]})"),
            "func.func(func-pass)");
  EXPECT_EQ(readText("{}"), "builtin.module()");
}

TEST(PipelineFile, SlotsAndBundles) {
  TestPipeline pipeline;
  EXPECT_EQ(append(R"({"passes": [
    {"slot": "s"},
    {"nest": "func.func", "passes": ["a", {"slot": "t"}]},
    {"bundle": "outer", "kinds": ["lowering", "mine"], "contiguous": true,
     "passes": ["b", {"bundle": "inner", "passes": ["func-pass"]}],
     "after": ["a"]}]})",
                   pipeline),
            "");
  EXPECT_EQ(pipeline.str(), "builtin.module(func.func(a),b,func.func("
                            "func-pass))");
  const Node *slotNode = pipeline.lookup(slot("t")).at(0);
  EXPECT_EQ(slotNode->getAnchorPath().str(), "builtin.module/func.func");
  EXPECT_EQ(pipeline.lookup(slot("s")).at(0)->getAnchorPath().getDepth(), 0u);
  const BundleInstance *outer =
      pipeline.lookup(bundle("outer")).at(0)->getBundle();
  EXPECT_TRUE(outer->isContiguous);
  EXPECT_TRUE(outer->hasKind("lowering") && outer->hasKind("mine"));
  ASSERT_TRUE(outer->contract);
  EXPECT_EQ(outer->contract->getOrder().size(), 1u);
  EXPECT_EQ(pipeline.lookup(bundle("inner")).at(0)->getBundle()->parent, outer);
  EXPECT_EQ(pipeline.lookup(kind("mine")).size(), 1u);
  pipeline.verifyList();
}

TEST(PipelineFile, BundlesByName) {
  EXPECT_EQ(readText(R"({
    "bundles": {"mine": {"passes": ["a", {"nest": "func.func",
                                          "passes": ["b"]}]},
                "more": {"passes": [{"bundle": "mine"}, "c"]}},
    "passes": [{"bundle": "more"}, {"bundle": "cleanup"}]})"),
            "builtin.module(a,func.func(b),c,cse,canonicalize)");
  // A nest in a bundle that is around it already is not opened again.
  EXPECT_EQ(readText(R"({
    "bundles": {"mine": {"passes": ["a", {"nest": "func.func",
                                          "passes": ["b"]}]}},
    "passes": [{"nest": "func.func", "passes": [{"bundle": "mine"}]}]})"),
            "builtin.module(func.func(a,b))");
  // An own bundle wins over a stock bundle of that name.
  EXPECT_EQ(readText(R"({"bundles": {"cleanup": {"passes": ["tidy"]}},
                         "passes": [{"bundle": "cleanup"}]})"),
            "builtin.module(tidy)");
}

TEST(PipelineFile, OriginsAreThePlacesInTheFile) {
  TestPipeline pipeline{"c"};
  EXPECT_EQ(append("{\"passes\": [\n"
                   "  \"a\",\n"
                   "  {\"pass\": \"b\", \"reason\": \"needs a\"},\n"
                   "  {\"bundle\": \"x\", \"passes\": [\n"
                   "    \"d\"]}],\n"
                   "  \"insert\": [{\"pass\": \"tidy\", \"before\": \"a\"}]}",
                   pipeline),
            "");
  std::string origins;
  for (const Node &node : pipeline.getPasses())
    origins += node.getName().str() + " " + node.getOrigin().str() + "\n";
  EXPECT_EQ(origins, "c framework\n"
                     "tidy p.json:6:14\n"
                     "a p.json:2:3\n"
                     "b p.json:3:3\n"
                     "d p.json:5:5\n");
  EXPECT_EQ(pipeline.lookup(pass("b")).at(0)->getOrigin().why, "needs a");
  // The file is done; what comes next is somebody else's.
  EXPECT_EQ(pipeline.getOrigin().str(), "framework");
}

//===----------------------------------------------------------------------===//
// Insertions
//===----------------------------------------------------------------------===//

std::string insert(StringRef insertion) {
  return readText((R"({"passes": [{"slot": "s"}, "a", "clean", "a", "tidy",
                     {"bundle": "x", "kinds": ["lowering"], "passes": ["b"]},
                     {"nest": "func.func", "passes": ["c"]}],
          "insert": [)" +
                   insertion + "]}")
                      .str());
}

TEST(PipelineFile, PositionsOfInsertions) {
  StringRef rest = "a,clean,a,tidy,b,func.func(c)";
  auto text = [](const std::string &passes) {
    return "builtin.module(" + passes + ")";
  };
  EXPECT_EQ(insert(R"({"pass": "d", "before": "clean"})"),
            text("a,d,clean,a,tidy,b,func.func(c)"));
  EXPECT_EQ(insert(R"({"pass": "d", "after": "clean"})"),
            text("a,clean,d,a,tidy,b,func.func(c)"));
  EXPECT_EQ(insert(R"({"pass": "d", "after": {"pass": "clean"}})"),
            text("a,clean,d,a,tidy,b,func.func(c)"));
  EXPECT_EQ(insert(R"({"pass": "d", "after": {"pass": "clean",
                                              "instance": "unique"}})"),
            text("a,clean,d,a,tidy,b,func.func(c)"));
  EXPECT_EQ(
      insert(R"({"pass": "d", "after": {"pass": "a", "instance": "first"}})"),
      text("a,d,clean,a,tidy,b,func.func(c)"));
  EXPECT_EQ(
      insert(R"({"pass": "d", "before": {"pass": "a", "instance": "last"}})"),
      text("a,clean,d,a,tidy,b,func.func(c)"));
  EXPECT_EQ(insert(R"({"pass": "d", "after": {"pass": "a", "instance": 1}})"),
            text("a,clean,a,d,tidy,b,func.func(c)"));
  EXPECT_EQ(
      insert(R"({"pass": "d", "before": {"pass": "a", "instance": "every"}})"),
      text("d,a,clean,d,a,tidy,b,func.func(c)"));
  EXPECT_EQ(insert(R"({"pass": "d", "before": {"kind": "cleanup"}})"),
            text("a,d,clean,a,tidy,b,func.func(c)"));
  EXPECT_EQ(insert(R"({"pass": "d", "after": {"kind": "cleanup"}})"),
            text("a,clean,a,tidy,d,b,func.func(c)"));
  EXPECT_EQ(insert(R"({"pass": "d", "after": {"bundle": "x"}})"),
            text("a,clean,a,tidy,b,d,func.func(c)"));
  EXPECT_EQ(insert(R"({"pass": "d", "before": {"slot": "s"}})"),
            text("d," + rest.str()));
  EXPECT_EQ(insert(R"({"pass": "d", "at": "start"})"), text("d," + rest.str()));
  EXPECT_EQ(insert(R"({"pass": "d", "at": "end"})"), text(rest.str() + ",d"));
  EXPECT_EQ(insert(R"({"pass": "d", "after": "c"})"),
            text("a,clean,a,tidy,b,func.func(c,d)"));
  EXPECT_EQ(insert(R"({"pass": "d", "nest": ["gpu.module", "gpu.func"],
                       "options": {"n": 1}, "at": "start"})"),
            text("gpu.module(gpu.func(d{n=1}))," + rest.str()));
  EXPECT_EQ(insert(R"({"pass": "d", "nest": "func.func", "at": "end"})"),
            text("a,clean,a,tidy,b,func.func(c,d)"));
}

TEST(PipelineFile, FallbacksOfInsertions) {
  StringRef atStart = "builtin.module(d,a,clean,a,tidy,b,func.func(c))";
  EXPECT_EQ(insert(R"({"pass": "d", "before": "absent",
                       "orElse": {"at": "start"}})"),
            atStart);
  EXPECT_EQ(insert(R"({"pass": "d", "before": "absent",
                       "orElse": [{"after": {"slot": "absent"}},
                                  {"before": {"slot": "s"}}]})"),
            atStart);
  EXPECT_EQ(insert(R"({"pass": "d", "before": "absent",
                       "orElse": {"before": {"kind": "lowering"},
                                  "orElse": {"at": "end"}}})"),
            "builtin.module(a,clean,a,tidy,d,b,func.func(c))");
}

TEST(PipelineFile, BundlesAndSlotsAreInserted) {
  EXPECT_EQ(insert(R"({"bundle": "cleanup", "before": "tidy"})"),
            "builtin.module(a,clean,a,cse,canonicalize,tidy,b,func.func(c))");
  EXPECT_EQ(insert(R"({"bundle": "new", "contiguous": true,
                       "passes": ["d", {"nest": "func.func",
                                        "passes": ["d"]}],
                       "before": {"pass": "a", "instance": "every"}})"),
            "builtin.module(d,func.func(d),a,clean,d,func.func(d),a,tidy,b,"
            "func.func(c))");
  TestPipeline pipeline;
  EXPECT_EQ(append(R"({
    "bundles": {"mine": {"kinds": ["lowering"], "passes": ["b", {"slot": "t"}],
                         "before": [{"kind": "whole"}]}},
    "passes": ["a", "func-pass"],
    "insert": [{"bundle": "mine", "after": "a"},
               {"slot": "s", "after": {"bundle": "mine"}},
               {"pass": "c", "before": {"slot": "t"}},
               {"pass": "d", "before": {"slot": "s"}}]})",
                   pipeline),
            "");
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b,c,d,func.func(func-pass))");
  EXPECT_EQ(pipeline.lookup(pass("c")).at(0)->getBundle()->getName(), "mine");
  EXPECT_EQ(pipeline.lookup(pass("d")).at(0)->getBundle(), nullptr);
  EXPECT_TRUE(pipeline.lookup(bundle("mine")).at(0)->getBundle()->contract);
  pipeline.verifyList();
}

TEST(PipelineFile, InsertionAsLateAsPossible) {
  EXPECT_EQ(readText(R"({
    "passes": ["a", "b", "c"],
    "contracts": {"d": {"after": ["a"], "before": ["c"]}},
    "insert": [{"pass": "d", "at": "contract-latest"}]})"),
            "builtin.module(a,b,d,c)");
}

TEST(PipelineFile, InsertionNextToAPass) {
  EXPECT_EQ(readText(R"({
    "passes": ["a", "b"],
    "insert": [{"pass": "c", "immediatelyBefore": "b"},
               {"pass": "d", "before": "b"},
               {"pass": "d", "after": "a"},
               {"pass": "c", "immediatelyAfter": "a"}]})"),
            "builtin.module(a,c,d,d,c,b)");
  EXPECT_EQ(
      readText(R"({
    "passes": ["a", "b"],
    "insert": [{"pass": "c", "immediatelyBefore": "b"}],
    "move": [{"of": "b", "at": "start"}]})"),
      R"(error: 'c' must come immediately before 'b', and does not stand there [PMB109 broken-sequence]
  at: 'c' (pass 2, on builtin.module, added by p.json:3:16)
  note: 'c': put there by p.json:3:16
  note: what it precedes: 'b' (pass 0, on builtin.module, added by p.json:2:21)
  help: put 'b' after 'c'
)");
}

TEST(PipelineFile, ANestForEachOfSeveral) {
  EXPECT_EQ(readText(R"({
    "passes": ["a", {"nest": ["func.func", "gpu.module"], "passes": ["b", "c"]}],
    "insert": [{"pass": "d", "after": {"pass": "b", "instance": "every"}},
               {"pass": "d", "before": {"bundle": "func.func+gpu.module"}}],
    "setOptions": [{"of": {"pass": "c", "nest": "gpu.module"},
                    "options": {"n": 1}}]})"),
            "builtin.module(a,d,func.func(b,d,c),gpu.module(b,d,c{n=1}))");
  EXPECT_EQ(readText(R"({
    "bundles": {"tidy": {"nest": ["func.func", "gpu.module"],
                         "passes": ["b"]}},
    "passes": [{"bundle": "tidy"}]})"),
            "builtin.module(func.func(b),gpu.module(b))");
}

TEST(PipelineFile, WithoutThreadsNothingRaces) {
  const char *text = R"({%s
    "passes": [{"nest": "func.func", "passes": ["a"]}],
    "contracts": {"a": {"writesOutside": "adds functions"}}})";
  auto check = [&](StringRef threads) {
    std::string json = text;
    json.replace(json.find("%s"), 2, threads.str());
    Pipeline pipeline("builtin.module", withProperties());
    std::string found = append(json, pipeline);
    for (const Diagnostic &diagnostic : pipeline.check())
      found += diagnostic.getInfo().name.str() + " ";
    return found;
  };
  EXPECT_EQ(check(""), "race-in-nest ");
  EXPECT_EQ(check("\"threads\": false,"), "");
}

TEST(PipelineFile, InsertionByContract) {
  EXPECT_EQ(readText(R"({
    "passes": ["a", "b", "c"],
    "contracts": {"d": {"after": ["a"], "before": ["b"]}},
    "insert": [{"pass": "d", "at": "contract"}]})"),
            "builtin.module(a,d,b,c)");
  // What is in the input is known, and in the way of the pass.
  EXPECT_EQ(readText(R"({
    "input": {"contents": ["linalg", "!tensor"]},
    "passes": ["a", "b", "c"],
    "contracts": {"b": {"lowers": [{"from": "!tensor", "to": "!memref"}]},
                  "d": {"lowers": [{"from": "linalg", "unless": "!tensor",
                                    "to": "scf"}]}},
    "insert": [{"pass": "d", "at": "contract"}]})"),
            "builtin.module(a,b,d,c)");
  // What holds at the start need not be provided.
  EXPECT_EQ(readText(R"({
    "input": {"properties": ["clean-ir"]},
    "passes": ["a"],
    "contracts": {"d": {"requires": ["clean-ir"]}},
    "insert": [{"pass": "d", "before": "a"}]})"),
            "builtin.module(d,a)");
}

//===----------------------------------------------------------------------===//
// What the pipeline is for
//===----------------------------------------------------------------------===//

TEST(PipelineFile, InterfaceVariantsSeveritiesAndContracts) {
  Pipeline pipeline("builtin.module", withProperties());
  EXPECT_EQ(append(R"({
    "passes": ["a", "b"],
    "input": {"contents": ["linalg", "!tensor"], "properties": ["clean-ir"]},
    "inputNever": ["tosa", {"item": "linalg.matmul", "reason": "r"}],
    "output": {"contents": [], "properties": "clean-ir"},
    "variants": ["gpu"],
    "severity": {"predicted-left-over": "warning", "PMB020": "off"},
    "contracts": {"b": {"before": [{"pass": "a", "reason": "says the file"}]}}
    })",
                   pipeline),
            "");
  const PipelineInterface &interface = pipeline.getInterface();
  EXPECT_EQ(interface.inputContents, (Strings{"linalg", "!tensor"}));
  EXPECT_EQ(interface.inputProperties, Strings{"clean-ir"});
  ASSERT_EQ(interface.inputNever.size(), 2u);
  EXPECT_EQ(interface.inputNever[0].item, "tosa");
  EXPECT_EQ(interface.inputNever[0].reason, "");
  EXPECT_EQ(interface.inputNever[1].item, "linalg.matmul");
  EXPECT_EQ(interface.inputNever[1].reason, "r");
  EXPECT_EQ(interface.neverOrigins.count("tosa"), 1u);
  ASSERT_TRUE(interface.outputContents);
  EXPECT_TRUE(interface.outputContents->empty());
  EXPECT_EQ(interface.outputProperties, Strings{"clean-ir"});
  EXPECT_TRUE(pipeline.getList().hasVariant("gpu"));
  EXPECT_EQ(pipeline.getSeverity(DiagnosticCode::PredictedLeftOver),
            Severity::Warning);
  EXPECT_EQ(pipeline.getSeverity(DiagnosticCode::WrongOrder), Severity::Off);
  pipeline.setSeverity(DiagnosticCode::WrongOrder, Severity::Error);
  bool found = false;
  for (const Diagnostic &d : pipeline.check())
    found |= d.code == DiagnosticCode::WrongOrder &&
             d.str().find("says the file") != std::string::npos;
  EXPECT_TRUE(found);
}

TEST(PipelineFile, OpenInputStaysOpen) {
  TestPipeline pipeline;
  EXPECT_EQ(append(R"({"passes": ["a"], "input": {}})", pipeline), "");
  EXPECT_FALSE(pipeline.getInterface().isClosed());
  EXPECT_FALSE(pipeline.getInterface().outputContents);
}

//===----------------------------------------------------------------------===//
// Includes
//===----------------------------------------------------------------------===//

TEST(PipelineFile, Includes) {
  TemporaryFolder folder;
  folder.write("sub/part.json", R"({
    "anchor": "func.func", "passes": ["b", {"include": "../deep.json"}],
    "bundles": {"theirs": {"passes": ["d"]}},
    "insert": [{"pass": "clean", "before": "b"}],
    "contracts": {"c": {"before": ["b"]}},
    "variants": ["sub"], "severity": {"predicted-left-over": "off"},
    "input": {"contents": ["ignored"]}})");
  folder.write("deep.json", R"({"passes": ["c"]})");
  folder.write("main.json", R"({
    "passes": ["a",
               {"nest": "func.func", "passes": [{"include": "sub/part.json"}]},
               {"bundle": "theirs"}],
    "insert": [{"pass": "tidy", "after": "clean"}]})");
  TestPipeline pipeline;
  EXPECT_EQ(folder.append("main.json", pipeline), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(a,func.func(clean,tidy,b,c),d)");
  EXPECT_TRUE(pipeline.getList().hasVariant("sub"));
  EXPECT_EQ(pipeline.getSeverity(DiagnosticCode::PredictedLeftOver),
            Severity::Error);
  EXPECT_FALSE(pipeline.getInterface().isClosed());
  EXPECT_EQ(pipeline.lookup(pass("c")).at(0)->getOrigin().str(),
            folder.getPath("sub/../deep.json") + ":1:13");
  bool found = false;
  for (const Diagnostic &d : pipeline.check())
    found |= d.code == DiagnosticCode::WrongOrder;
  EXPECT_TRUE(found);
}

TEST(PipelineFile, IncludedTwice) {
  TemporaryFolder folder;
  folder.write("part.json", R"({
    "passes": ["b"],
    "insert": [{"pass": "c", "before": {"pass": "b", "instance": "every"}}]})");
  folder.write("main.json", R"({"passes": [
    {"include": "part.json"}, "a", {"include": "./part.json"}]})");
  // Its passes come twice, its insertions are made once.
  TestPipeline pipeline;
  EXPECT_EQ(folder.append("main.json", pipeline), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(c,b,a,c,b)");
}

} // namespace
