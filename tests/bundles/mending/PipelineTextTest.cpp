//===- PipelineTextTest.cpp - Fixes that are made in a text ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/mending/PipelineText.h"
#include "PipelineFileSupport.h"
#include "builder/edit/TextualPipeline.h"
#include "builder/repair/Mending.h"
#include <random>

using namespace pmb;
using llvm::StringRef;

namespace {

Fix make(Fix::Kind kind, StringRef pass, int position) {
  Fix fix;
  fix.kind = kind;
  fix.pass = pass.str();
  fix.passPosition = position;
  return fix;
}

Fix beside(Fix fix, bool before, StringRef reference, int position) {
  fix.before = before;
  fix.reference = reference.str();
  fix.referencePosition = position;
  return fix;
}

Fix insertAfter(StringRef pass, StringRef reference, int position) {
  return beside(make(Fix::Kind::Insert, pass, -1), false, reference, position);
}

Fix moveAfter(StringRef pass, int from, StringRef reference, int to) {
  return beside(make(Fix::Kind::Move, pass, from), false, reference, to);
}

Fix moveBefore(StringRef pass, int from, StringRef reference, int to) {
  return beside(make(Fix::Kind::Move, pass, from), true, reference, to);
}

Fix setOption(StringRef pass, int position, StringRef options) {
  Fix fix = make(Fix::Kind::SetOption, pass, position);
  fix.options = options.str();
  return fix;
}

/// A catalog with the registered pipeline `both`.
const Catalog &getCatalog() {
  static const Catalog catalog = [] {
    Catalog result;
    PassDescriptor both("both");
    both.pipeline = {{"p", "o=1", {}, {}, {}}, {"q", "", {}, {}, {}}};
    test::require(result.addPass(std::move(both)));
    return result;
  }();
  return catalog;
}

PipelineText makeText(StringRef text, StringRef name = "test") {
  return PipelineText(text, name,
                      text.ltrim().starts_with("{") ||
                          text.ltrim().starts_with("//"),
                      getCatalog(), VariantChoice(), [](Pipeline &) {});
}

/// The text with the fix, or why it is not made.
std::string fixed(StringRef before, const Fix &fix, StringRef name = "test") {
  PipelineText text = makeText(before, name);
  if (llvm::Error error = text.apply(fix)) {
    EXPECT_EQ(text.getText(), before);
    return "not made: " + toString(std::move(error));
  }
  return text.getText().str();
}

//===----------------------------------------------------------------------===//
// Textual pipelines
//===----------------------------------------------------------------------===//

TEST(PipelineText, InsertsIntoTexts) {
  EXPECT_EQ(fixed("builtin.module(a, b)\n", insertAfter("x", "a", 0)),
            "builtin.module(a, x, b)\n");
  EXPECT_EQ(fixed("builtin.module(\r\n\ta\r\n)", insertAfter("x", "a", 0)),
            "builtin.module(\r\n\ta,\r\n\tx\r\n)");
  Fix fix = insertAfter("x", "b", 1);
  fix.options = "o=1";
  EXPECT_EQ(fixed("builtin.module(a,func.func(b),c)", fix),
            "builtin.module(a,func.func(b,x{o=1}),c)");
  fix.anchor = "builtin.module";
  EXPECT_EQ(fixed("builtin.module(a,func.func(b),c)", fix),
            "builtin.module(a,func.func(b),x{o=1},c)");
  fix.anchor = "builtin.module/func.func";
  EXPECT_EQ(fixed("builtin.module(a,b,c)", fix),
            "builtin.module(a,b,func.func(x{o=1}),c)");
}

/// What runs elsewhere parts the nest.
TEST(PipelineText, PartsNestsOfTexts) {
  Fix fix = insertAfter("x", "a", 0);
  fix.anchor = "builtin.module";
  EXPECT_EQ(fixed("builtin.module(func.func(a,b))", fix),
            "builtin.module(func.func(a),x,func.func(b))");
  EXPECT_EQ(
      fixed("builtin.module(\n  func.func(\n    a,\n    b\n  )\n)\n", fix),
      "builtin.module(\n  func.func(\n    a\n  ),\n  x,\n  func.func(\n"
      "    b\n  )\n)\n");
  EXPECT_EQ(fixed("builtin.module(gpu.module(gpu.func(a, b), c))", fix),
            "builtin.module(gpu.module(gpu.func(a)), x, "
            "gpu.module(gpu.func(b), c))");
}

TEST(PipelineText, MovesInTexts) {
  EXPECT_EQ(fixed("builtin.module(a, b{o=1 p}, c)", moveAfter("a", 0, "c", 2)),
            "builtin.module(b{o=1 p}, c, a)");
  EXPECT_EQ(fixed("builtin.module(a,b{o=1},c)", moveBefore("c", 2, "a", 0)),
            "builtin.module(c,a,b{o=1})");
  // A pass keeps its nest, and a nest that has nothing else goes with it.
  EXPECT_EQ(
      fixed("builtin.module(func.func( a ),b)", moveAfter("a", 0, "b", 1)),
      "builtin.module(b,func.func( a ))");
  EXPECT_EQ(
      fixed("builtin.module(func.func(a,c),b)", moveAfter("a", 0, "b", 2)),
      "builtin.module(func.func(c),b,func.func(a))");
  EXPECT_EQ(
      fixed("builtin.module(a,b,func.func(c))", moveAfter("a", 0, "c", 2)),
      "builtin.module(b,func.func(c),a)");
}

/// Two nests that were one but for the pass between them are one then.
TEST(PipelineText, JoinsNestsThatNothingPartsAnyMore) {
  EXPECT_EQ(fixed("builtin.module(func.func(a),b,func.func(c))",
                  make(Fix::Kind::Remove, "b", 1)),
            "builtin.module(func.func(a,c))");
  EXPECT_EQ(fixed("builtin.module(x,func.func( a ),b,func.func(c))",
                  moveBefore("b", 2, "x", 0)),
            "builtin.module(b,x,func.func( a ,c))");
  // In a file they are, and stay written as two.
  EXPECT_EQ(
      fixed(R"({"passes": ["x", {"nest": "func.func", "passes": ["a"]}, "b",
  {"nest": "func.func", "passes": ["c"]}]})",
            moveBefore("b", 2, "x", 0)),
      R"({"passes": ["b", "x", {"nest": "func.func", "passes": ["a"]},
  {"nest": "func.func", "passes": ["c"]}]})");
}

TEST(PipelineText, RemovesReplacesAndSetsOptionsOfTexts) {
  EXPECT_EQ(fixed("builtin.module(a,b{x},c)", make(Fix::Kind::Remove, "b", 1)),
            "builtin.module(a,c)");
  EXPECT_EQ(
      fixed("builtin.module(func.func(a),c)", make(Fix::Kind::Remove, "a", 0)),
      "builtin.module(c)");
  Fix replace = beside(make(Fix::Kind::Replace, "b", 1), false, "new", -1);
  EXPECT_EQ(fixed("builtin.module(a, b, c)", replace),
            "builtin.module(a, new, c)");
  replace.options = "x=1";
  EXPECT_EQ(fixed("builtin.module(a, b{ x=1 }, c)", replace),
            "builtin.module(a, new{ x=1 }, c)");
  EXPECT_EQ(fixed("builtin.module(a, b{y}, c)", replace),
            "builtin.module(a, new{x=1}, c)");
  EXPECT_EQ(fixed("builtin.module(a)", setOption("a", 0, "o=1")),
            "builtin.module(a{o=1})");
  EXPECT_EQ(fixed("builtin.module(a{ p  q=2 })", setOption("a", 0, "q=2 o=1")),
            "builtin.module(a{ p  q=2 o=1 })");
  EXPECT_EQ(fixed("builtin.module(a{ p=1  q=2 })", setOption("a", 0, "p=3")),
            "builtin.module(a{ p=3  q=2 })");
  EXPECT_EQ(fixed("builtin.module(a{p q})", setOption("a", 0, "p=false")),
            "builtin.module(a{p=false q})");
  Fix rename = beside(make(Fix::Kind::RenameNest, "f", -1), false, "g", -1);
  EXPECT_EQ(fixed("builtin.module(f(a), h(f(b)))", rename),
            "builtin.module(g(a), h(g(b)))");
}

/// All steps of a fix are made, or none.
TEST(PipelineText, StepsGoTogether) {
  Fix fix = insertAfter("x", "a", 0);
  fix.then.push_back(insertAfter("y", "x", 1));
  EXPECT_EQ(fixed("builtin.module(a)", fix), "builtin.module(a,x,y)");
  fix.then.push_back(insertAfter("z", "none", 7));
  EXPECT_TRUE(
      StringRef(fixed("builtin.module(a)", fix)).starts_with("not made"));
}

/// Then its passes stand in the place of the name.
TEST(PipelineText, OpensRegisteredPipelines) {
  Fix fix = moveAfter("p", 1, "q", 2);
  fix.opensPipeline = true;
  EXPECT_EQ(fixed("builtin.module(a, both, b)", fix),
            "builtin.module(a, q, p{o=1}, b)");
  EXPECT_EQ(fixed("builtin.module(a, func.func(both), b)", fix),
            "builtin.module(a, func.func(q, p{o=1}), b)");
  EXPECT_EQ(
      fixed(R"({"passes": ["a", {"pass": "both"}, "b"]})", fix),
      R"({"passes": ["a", "q", {"pass": "p", "options": {"o": 1}}, "b"]})");
  // A pipeline is moved as a whole, under its name.
  EXPECT_EQ(fixed("builtin.module(a, both, b)", moveAfter("a", 0, "both", 1)),
            "builtin.module(both, a, b)");
  EXPECT_EQ(fixed("builtin.module(a, both, b)", moveAfter("both", 1, "b", 3)),
            "builtin.module(a, b, both)");
}

//===----------------------------------------------------------------------===//
// Pipeline files
//===----------------------------------------------------------------------===//

TEST(PipelineText, EditsListsOfFiles) {
  StringRef text = R"(// A comment
{
  "passes": [
    "a", // first
    {"nest": "func.func",
     "passes": ["b", "c"]},
    {"options": {"o": 1}, "pass": "d"} /* last */
  ],
  "description" : "stays"
}
)";
  auto with = [&](StringRef from, StringRef to) {
    std::string result = text.str();
    result.replace(result.find(from.str()), from.size(), to.str());
    return result;
  };
  EXPECT_EQ(fixed(text, insertAfter("x", "a", 0)),
            with("// first\n", "// first\n    \"x\",\n"));
  EXPECT_EQ(fixed(text, insertAfter("x", "b", 1)),
            with("\"b\", ", "\"b\", \"x\", "));
  EXPECT_EQ(fixed(text, moveAfter("c", 2, "d", 3)),
            with("\"c\"]},\n    {\"options\": {\"o\": 1}, \"pass\": \"d\"} /* "
                 "last */\n",
                 "]},\n    {\"options\": {\"o\": 1}, \"pass\": \"d\"}, /* last "
                 "*/\n    {\"nest\": \"func.func\", \"passes\": [\"c\"]}\n")
                .replace(with("", "").find("\"b\", "), 5, "\"b\""));
  EXPECT_EQ(fixed(text, make(Fix::Kind::Remove, "a", 0)),
            with("    \"a\", // first\n", "    // first\n"));
  EXPECT_EQ(fixed(text, setOption("a", 0, "o=true")),
            with("\"a\"", "{\"pass\": \"a\", \"options\": {\"o\": true}}"));
  EXPECT_EQ(fixed(text, setOption("d", 3, "o=2")),
            with("{\"o\": 1}", "{\"o\": 2}"));
  EXPECT_EQ(fixed(text, setOption("d", 3, "o=1 p=false")),
            with("{\"o\": 1}", "{\"o\": 1, \"p\": false}"));
  EXPECT_EQ(fixed(text, beside(make(Fix::Kind::RenameNest, "func.func", -1),
                               false, "gpu.func", -1)),
            with("func.func", "gpu.func"));
  Fix replace = beside(make(Fix::Kind::Replace, "d", 3), false, "new", -1);
  replace.options = "o=1";
  EXPECT_EQ(fixed(text, replace), with("\"d\"", "\"new\""));
}

/// What the lists cannot say, the edits of the file do.
TEST(PipelineText, AddsEditsToFiles) {
  StringRef text =
      R"({"passes": [{"nest": "func.func", "passes": ["a", "b"]}]})";
  Fix fix = insertAfter("x", "a", 0);
  fix.anchor = "builtin.module";
  EXPECT_EQ(fixed(text, fix),
            R"({"passes": [{"nest": "func.func", "passes": ["a", "b"]}], )"
            R"("insert": [{"pass": "x", "nest": [], "after": "a"}]})");
}

/// A bundle that is used twice has its passes twice, and a fix is about one.
TEST(PipelineText, AddsEditsToBundlesThatAreUsedTwice) {
  StringRef text = R"({
  "bundles": {"b": {"passes": ["p", "q"]}},
  "passes": [{"bundle": "b"}, {"bundle": "b"}]
})";
  auto withEdit = [&](StringRef edit) {
    return text.drop_back(2).str() + ",\n  " + edit.str() + "\n}";
  };
  EXPECT_EQ(
      fixed(text, insertAfter("x", "p", 2)),
      withEdit("\"insert\": [\n    {\"pass\": \"x\", \"after\": {\"pass\": "
               "\"p\", \"instance\": 1}}\n  ]"));
  EXPECT_EQ(
      fixed(text, moveAfter("p", 2, "q", 3)),
      withEdit("\"move\": [\n    {\"of\": {\"pass\": \"p\", \"instance\": "
               "1}, \"after\": {\"pass\": \"q\", \"instance\": 1}}\n  ]"));
  EXPECT_EQ(fixed(text, setOption("q", 1, "o=1")),
            withEdit("\"setOptions\": [\n    {\"of\": {\"pass\": \"q\", "
                     "\"instance\": 0}, \"options\": {\"o\": 1}}\n  ]"));
  EXPECT_EQ(fixed(text, make(Fix::Kind::Remove, "q", 1)),
            withEdit("\"remove\": [\n    {\"of\": {\"pass\": \"q\", "
                     "\"instance\": 0}}\n  ]"));
  // A name is wrong wherever the bundle is used.
  Fix replace = beside(make(Fix::Kind::Replace, "p", 0), false, "new", -1);
  EXPECT_EQ(fixed(text, replace),
            text.take_front(text.find("\"p\"")).str() + "\"new\"" +
                text.drop_front(text.find("\"p\"") + 3).str());
}

/// Another file is not edited.
TEST(PipelineText, AnIncludedFileStays) {
  test::TemporaryFolder folder;
  folder.write("other.json", R"({"passes": ["p", "q"]})");
  std::string name = folder.getPath("main.json");
  StringRef text = R"({"passes": [{"include": "other.json"}]})";
  EXPECT_EQ(fixed(text, moveAfter("p", 0, "q", 1), name),
            R"({"passes": [{"include": "other.json"}], )"
            R"("move": [{"of": "p", "after": "q"}]})");
  EXPECT_EQ(fixed(text, make(Fix::Kind::Remove, "p", 0), name),
            R"({"passes": [{"include": "other.json"}], )"
            R"("remove": [{"of": "p"}]})");
  Fix replace = beside(make(Fix::Kind::Replace, "p", 0), false, "new", -1);
  std::string why = fixed(text, replace, name);
  EXPECT_TRUE(
      StringRef(why).starts_with("not made: 'p' stands in another file, at "))
      << why;
  EXPECT_TRUE(
      StringRef(why).ends_with("other.json:1:13; give that file to --fix"))
      << why;
}

TEST(PipelineText, OtherVariantsGetNoErrors) {
  StringRef text = R"({
  "options": {"gpu": {"type": "bool"}},
  "passes": ["a", {"pass": "b", "when": "gpu"}, "c"],
  "contracts": {"b": {"after": {"pass": "a", "reason": "r"}}}
})";
  EXPECT_EQ(fixed(text, moveAfter("a", 0, "c", 1)),
            "not made: the variant 'gpu' would be worse: 'b' must come after "
            "'a', and stands before it");
}

//===----------------------------------------------------------------------===//
// Files as nobody writes them
//===----------------------------------------------------------------------===//

class OddFiles {
public:
  explicit OddFiles(unsigned seed) : random(seed) {}

  unsigned pick(unsigned count) { return random() % count; }
  std::string makeBlank() {
    static const char *const blanks[] = {
        "", "", " ", "\t", "\n  ", "\r\n\t", " /* , ] */ ", " // } \"\n "};
    return blanks[pick(std::size(blanks))];
  }
  std::string makePass() {
    std::string name = "\"" + std::string(1, char('a' + pick(4))) + "\"";
    switch (pick(4)) {
    case 0:
      return "{ \"pass\":" + name + "\n}";
    case 1:
      return "{\"pass\": " + name + ", \"options\"\t: {\"o\": 1}}";
    default:
      return name;
    }
  }
  std::string makeList(unsigned depth) {
    std::string list = "[" + makeBlank();
    for (unsigned i = 0, count = 1 + pick(4); i < count; ++i) {
      list += i ? "," + makeBlank() : "";
      list += depth && pick(3) == 0
                  ? "{\"nest\": \"func.func\"," + makeBlank() +
                        "\"passes\":" + makeList(depth - 1) + "}"
                  : makePass();
      list += makeBlank();
    }
    return list + "]";
  }
  std::string makeFile() {
    return "{" + makeBlank() + "\"description\": \"d\"," + makeBlank() +
           "\"passes\":" + makeBlank() + makeList(2) + makeBlank() + "}" +
           makeBlank();
  }

private:
  std::mt19937 random;
};

/// All but blanks and what stands between elements, in order.
std::string getSorted(StringRef text) {
  std::string rest;
  for (char c : text)
    if (!StringRef(" \t\r\n,").contains(c))
      rest += c;
  llvm::sort(rest);
  return rest;
}

Fix makeRandomFix(OddFiles &files, const Pipeline &pipeline) {
  std::vector<NodeRef> passes;
  for (const Node &node : pipeline.getPasses())
    passes.push_back(pipeline.getRef(node));
  const NodeRef &pass = passes[files.pick(passes.size())],
                &other = passes[files.pick(passes.size())];
  switch (files.pick(5)) {
  case 0:
    return beside(make(Fix::Kind::Insert, "x", -1), files.pick(2), other.name,
                  other.position);
  case 1:
    return make(Fix::Kind::Remove, pass.name, pass.position);
  case 2:
    return setOption(pass.name, pass.position, "o=2");
  case 3:
    return beside(make(Fix::Kind::Replace, pass.name, pass.position), false,
                  "new", -1);
  default:
    return beside(make(Fix::Kind::Move, pass.name, pass.position),
                  files.pick(2), other.name, other.position);
  }
}

/// Whatever is done, the text gives what the fix makes, and comments stay.
TEST(PipelineText, OddFilesKeepTheirComments) {
  unsigned made = 0, all = 0;
  for (unsigned seed = 0; seed < 600; ++seed) {
    OddFiles files(seed);
    std::string before = files.makeFile();
    PipelineText text = makeText(before);
    std::unique_ptr<Pipeline> pipeline = test::require(text.compose());
    Fix fix = makeRandomFix(files, *pipeline);
    if (fix.passPosition >= 0 && fix.passPosition == fix.referencePosition)
      continue;
    ++all;
    SCOPED_TRACE(before + "\n" + stringify(fix.kind).str() + " " + fix.pass +
                 " " + std::to_string(fix.passPosition) +
                 (fix.before ? " before " : " after ") + fix.reference + " " +
                 std::to_string(fix.referencePosition));
    if (llvm::Error error = text.apply(fix)) {
      ADD_FAILURE() << toString(std::move(error));
      continue;
    }
    ++made;
    test::require(applyFix(*pipeline, fix));
    ASSERT_EQ(getStructure(*test::require(text.compose())),
              getStructure(*pipeline));
    // A nest that has nothing else in it goes with the pass.
    if (text.getText().count("nest") < StringRef(before).count("nest"))
      continue;
    for (StringRef comment : {"/* , ] */", "// } \""})
      ASSERT_EQ(text.getText().count(comment), StringRef(before).count(comment))
          << text.getText().str();
    if (fix.kind == Fix::Kind::Insert && !text.getText().contains("insert") &&
        text.getText().count("nest") == StringRef(before).count("nest")) {
      ASSERT_EQ(getSorted(text.getText()), getSorted(before + "\"x\""));
    }
  }
  EXPECT_EQ(made, all);
}

} // namespace
