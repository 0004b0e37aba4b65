//===- DiffJson.cpp - Differences of pipelines as JSON ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// schema/diff.schema.json says what the keys mean. What a key would say of
// nothing is left out.
//
//===----------------------------------------------------------------------===//

#include "bundles/report/DiffSupport.h"
#include "bundles/report/GraphSupport.h"
#include "bundles/report/JsonSupport.h"

using namespace pmb;
using namespace llvm;
using pmb::report::toUTF8;
using Class = PipelineDiff::Class;

/// A list with an object for each element; nothing for none.
template <typename ElementT, typename WriteFn>
static void writeObjects(json::OStream &os, StringRef key,
                         const std::vector<ElementT> &elements, WriteFn write) {
  if (elements.empty())
    return;
  os.attributeArray(key, [&] {
    for (const ElementT &element : elements)
      os.object([&] { write(element); });
  });
}

static void writeText(json::OStream &os, StringRef key, StringRef text) {
  if (!text.empty())
    os.attribute(key, toUTF8(text));
}

void diff::writeChange(json::OStream &os, const PassChange &change) {
  os.attribute("change", stringify(change.kind));
  os.attribute("pass", toUTF8(change.pass));
  if (change.before >= 0)
    os.attribute("before", change.before);
  if (change.after >= 0)
    os.attribute("after", change.after);
  writeObjects(os, "options", change.options,
               [&](const PassChange::Option &option) {
                 os.attribute("name", toUTF8(option.name));
                 if (option.before)
                   os.attribute("before", toUTF8(*option.before));
                 if (option.after)
                   os.attribute("after", toUTF8(*option.after));
               });
  writeText(os, "nestBefore", change.nestBefore);
  writeText(os, "nestAfter", change.nestAfter);
}

static void writeSide(json::OStream &os, StringRef key,
                      const PipelineDiff::Side &side) {
  os.attributeObject(key, [&] {
    os.attribute("input", toUTF8(side.input));
    writeText(os, "variant", side.variant);
    os.attribute("passes", side.passes.size());
    os.attribute("checked", side.wasChecked);
    if (!side.wasChecked)
      return;
    os.attribute("errors", side.errors);
    os.attribute("warnings", side.warnings);
    os.attribute("inputKnown", side.isInputKnown);
  });
}

static void writeDiff(json::OStream &os, const PipelineDiff &diff) {
  writeSide(os, "before", diff.before);
  writeSide(os, "after", diff.after);
  if (!diff.sameIn.empty())
    os.attributeArray("sameIn", [&] {
      for (const std::string &variant : diff.sameIn)
        os.value(toUTF8(variant));
    });
  os.attributeObject("count", [&] {
    for (const DiffClassInfo &info : getDiffClasses())
      os.attribute(info.name, diff.count(info.changeClass));
  });
  writeObjects(os, "passes", diff.passes,
               [&](const PipelineDiff::ChangedPass &one) {
                 os.attribute("class", stringify(one.changeClass));
                 diff::writeChange(os, one.change);
                 writeText(os, "bundle", one.bundle);
                 os.attribute("origin", report::makeOrigin(one.origin));
                 if (one.editor)
                   os.attribute("by", report::makeOrigin(*one.editor));
               });
  writeObjects(os, "contents", diff.contents,
               [&](const PipelineDiff::ChangedContents &one) {
                 os.attribute("class", stringify(Class::Contents));
                 os.attribute("kind", one.isProperty ? "property" : "contents");
                 os.attribute("name", toUTF8(one.name));
                 os.attribute("before", stringify(one.before));
                 os.attribute("after", stringify(one.after));
               });
  writeObjects(os, "findings", diff.findings,
               [&](const PipelineDiff::ChangedFinding &one) {
                 if (one.isNew)
                   os.attribute("class", stringify(Class::Findings));
                 os.attribute("change", one.isNew ? "new" : "gone");
                 os.attribute("finding", report::makeFinding(one.finding));
               });
  writeObjects(os, "constraints", diff.constraints,
               [&](const PipelineDiff::ChangedConstraint &one) {
                 os.attribute("change", stringify(one.kind));
                 os.attribute("text", toUTF8(one.text));
                 os.attribute("strength", one.strength == Strength::Strong
                                              ? "strong"
                                              : "weak");
                 writeText(os, "reason", one.reason);
                 writeText(os, "source", one.source);
               });
}

void diff::printJson(raw_ostream &stream, ArrayRef<PipelineDiff> diffs) {
  json::OStream os(stream, /*IndentSize=*/2);
  os.object([&] {
    os.attribute("version", 1);
    os.attributeArray("diffs", [&] {
      for (const PipelineDiff &diff : diffs)
        os.object([&] { writeDiff(os, diff); });
    });
  });
  stream << '\n';
}
