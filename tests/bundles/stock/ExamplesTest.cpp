//===- ExamplesTest.cpp - Small pipelines, and all that is said of them ---===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A golden file has a pipeline file in a line, and below it the findings with
// their notes and fixes. The passes of examples.txt are those of
// Inputs/examples.contracts.json, those of upstream.txt are MLIR's. Most
// pipelines were random, and were made smaller while a finding of that form
// remained: each form stands there about twice, of MLIR's passes once. Why, the
// catalog says: reasons are left out there. A new one is a line `{...}`
// anywhere, and then tests/accept-goldens.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "../builder/Support.h"
#include "Goldens.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/pipelines/PipelineFile.h"
#include "bundles/stock/StockCatalog.h"

using namespace pmb;
using namespace llvm;

namespace {

Catalog readCatalog() {
  Catalog catalog;
  auto warnings =
      readContractsFile(PMB_TEST_INPUTS "/examples.contracts.json", catalog);
  EXPECT_EQ(warnings ? "" : test::text(warnings.takeError()), "");
  return catalog;
}

/// All that users get to see of the pipeline that `json` describes.
std::string describe(StringRef json, const Catalog &catalog, bool withReasons) {
  auto file = PipelineFile::parse(SourceText::copy(json, "e.json"));
  if (!file)
    return test::text(file.takeError());
  Pipeline pipeline(file->getAnchor(), catalog);
  if (Error error = file->appendTo(pipeline))
    return test::text(std::move(error));
  std::string text;
  raw_string_ostream os(text);
  std::vector<Diagnostic> findings = pipeline.check();
  for (Diagnostic finding : findings) {
    if (!withReasons)
      erase_if(finding.notes, [](const Note &note) {
        return note.kind == Note::Kind::Fact && !note.node;
      });
    os << finding.str();
  }
  for (const Diagnostic &finding : pipeline.findPossible())
    os << "possible: " << finding.message << '\n';
  for (const CleanupAction &action : pipeline.getCleanups().find())
    os << stringify(action.kind) << ": " << action.pass->getName() << '\n';
  if (!pipeline.getList().getEdits().empty())
    pipeline.print(os, PrintStyle::Listing);
  auto fixed = find_if(
      findings, [](const Diagnostic &finding) { return bool(finding.fix); });
  if (fixed != findings.end()) {
    os << test::text(pipeline.apply(*fixed->fix)) << "fixed: ";
    pipeline.print(os, PrintStyle::WithNames);
    os << '\n';
  }
  return text;
}

/// Writes the lines that describe pipelines, and what is said of each.
std::string describeAll(StringRef examples, const Catalog &catalog,
                        bool withReasons) {
  std::string text;
  SmallVector<StringRef> lines;
  examples.split(lines, '\n');
  for (StringRef line : lines)
    if (line.starts_with("{"))
      text += line.str() + "\n" + describe(line, catalog, withReasons) + "\n";
  return text;
}

/// Describes the pipelines of a golden file again.
void checkExamples(StringRef name, const Catalog &catalog, bool withReasons) {
  SmallString<128> path = sys::path::parent_path(PMB_TEST_INPUTS);
  sys::path::append(path, "goldens", name);
  auto examples = MemoryBuffer::getFile(path);
  ASSERT_TRUE(examples);
  test::compareWithGolden(
      name, describeAll((*examples)->getBuffer(), catalog, withReasons));
}

TEST(Examples, Goldens) {
  checkExamples("examples.txt", readCatalog(), /*withReasons=*/true);
}

TEST(UpstreamExamples, Goldens) {
  checkExamples("upstream.txt", getStockCatalog(), /*withReasons=*/false);
}

} // namespace
