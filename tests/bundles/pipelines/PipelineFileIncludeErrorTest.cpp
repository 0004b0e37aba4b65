//===- PipelineFileIncludeErrorTest.cpp - Tests of wrong includes ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipelineFileSupport.h"
#include "llvm/Support/FormatVariadic.h"

using namespace pmb;
using namespace pmb::test;

namespace {

TEST(PipelineFileErrors, IncludesThatCannotBeRead) {
  TemporaryFolder folder;
  folder.write("main.json", R"({"passes": [
    {"include": "absent.json"}, {"include": "sub"}, {"include": 1},
    {"include": "wrong.json"}, {"include": "broken.json"}]})");
  folder.write("sub/x", "");
  folder.write("wrong.json", R"({"pases": []})");
  folder.write("broken.json", "{");
  TestPipeline pipeline;
  EXPECT_EQ(
      folder.append("main.json", pipeline),
      R"(error: cannot read 'absent.json': No such file or directory [PMB050 unreadable-file]
  at: main.json:2:17
  note: the line is
     2 |     {"include": "absent.json"}, {"include": "sub"}, {"include": 1},
       |                 ^
error: cannot read 'sub': Is a directory [PMB050 unreadable-file]
  at: main.json:2:45
  note: the line is
     2 |     {"include": "absent.json"}, {"include": "sub"}, {"include": 1},
       |                                             ^
error: a pipeline file has no key 'pases' [PMB053 unknown-key]
  at: wrong.json:1:2
  note: the line is
     1 | {"pases": []}
       |  ^
  help: did you mean 'passes'?
  note: the file is included at main.json:3:17
error: the text ends in the middle of a value [PMB052 json-syntax]
  at: broken.json:1:2
  note: the line is
     1 | {
       |  ^
  note: the object that it is in begins at broken.json:1:1
  note: the file is included at main.json:3:44
error: 'include' takes a string, not a number [PMB056 bad-value]
  at: main.json:2:65
  note: the line is
     2 |     {"include": "absent.json"}, {"include": "sub"}, {"include": 1},
       |                                                                 ^
)");
  EXPECT_TRUE(pipeline.empty());
}

TEST(PipelineFileErrors, IncludesInACircle) {
  TemporaryFolder folder;
  folder.write("a.json", R"({"passes": [{"include": "sub/b.json"}]})");
  folder.write("sub/b.json", R"({"passes": [{"include": "../c.json"}]})");
  folder.write("c.json", R"({"passes": [{"include": "./sub/../a.json"}]})");
  folder.write("self.json", R"({"passes": [{"include": "self.json"}]})");
  TestPipeline pipeline;
  EXPECT_EQ(
      folder.append("a.json", pipeline),
      R"(error: 'sub/.././sub/../a.json' includes itself [PMB058 include-cycle]
  at: sub/../c.json:1:25
  note: the line is
     1 | {"passes": [{"include": "./sub/../a.json"}]}
       |                         ^
  note: a.json includes the next at a.json:1:25
  note: sub/b.json includes the next at sub/b.json:1:25
  note: sub/../c.json includes the next at sub/../c.json:1:25
)");
  EXPECT_EQ(folder.append("self.json", pipeline),
            R"(error: 'self.json' includes itself [PMB058 include-cycle]
  at: self.json:1:25
  note: the line is
     1 | {"passes": [{"include": "self.json"}]}
       |                         ^
  note: self.json includes the next at self.json:1:25
)");
}

TEST(PipelineFileErrors, IncludesThatAreTooDeep) {
  TemporaryFolder folder;
  auto chain = [&](unsigned depth) {
    for (unsigned i = 0; i < depth; ++i)
      folder.write(
          llvm::formatv("{0}.json", i).str(),
          llvm::formatv("{{\"passes\": [{{\"include\": \"{0}.json\"}]}", i + 1)
              .str());
    folder.write(llvm::formatv("{0}.json", depth).str(),
                 R"({"passes": ["a"]})");
  };
  chain(PipelineFile::maxIncludeDepth);
  TestPipeline pipeline;
  EXPECT_EQ(folder.append("0.json", pipeline), "");
  EXPECT_EQ(pipeline.size(), 1u);
  chain(PipelineFile::maxIncludeDepth + 1);
  std::string result = folder.append("0.json", pipeline);
  EXPECT_TRUE(contains(result,
                       "error: files include each other more than 16 deep "
                       "[PMB051 too-large]\n  at: 16.json:1:25\n"));
}

TEST(PipelineFileErrors, IncludesForAnotherOperation) {
  TemporaryFolder folder;
  folder.write("part.json", "{\n  \"anchor\": \"func.func\",\n"
                            "  \"passes\": [\"a\"]}");
  folder.write("main.json", R"({"passes": [{"include": "part.json"}]})");
  TestPipeline pipeline;
  EXPECT_EQ(
      folder.append("main.json", pipeline),
      R"(error: 'part.json' is for 'func.func' and cannot be included on 'builtin.module' [PMB004 wrong-anchor-op]
  at: main.json:1:25
  note: the line is
     1 | {"passes": [{"include": "part.json"}]}
       |                         ^
  note: its anchor is at part.json:2:13
  help: include it in a nest for 'func.func'
)");
}

TEST(PipelineFileErrors, BundlesThatTwoFilesDefine) {
  TemporaryFolder folder;
  folder.write("part.json", R"({"bundles": {"b": {"passes": ["a"]}}})");
  folder.write("main.json", R"({"passes": [{"include": "part.json"}],
                                "bundles": {"b": {"passes": ["c"]}}})");
  TestPipeline pipeline;
  std::string result = folder.append("main.json", pipeline);
  EXPECT_TRUE(contains(result,
                       "error: the bundle 'b' is defined already [PMB014 "
                       "duplicate-name]\n  at: part.json:1:14\n"));
  EXPECT_TRUE(contains(result, "  note: the other is at main.json:2:45\n"));
}

} // namespace
