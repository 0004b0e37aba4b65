//===- EditJson.cpp - Edits of pipeline files -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/EditJson.h"
#include "bundles/pipelines/PositionJson.h"

using namespace pmb;
using namespace llvm;

namespace {
/// What an element has beside what all have.
enum class EditPart { Alone, Place, Given };

struct EditForm {
  StringLiteral what;
  EditPart part;
};
} // namespace

static constexpr EditForm editForms[] = {
#define PMB_EDIT(KIND, KEY, WHAT, PART, MAKE) {WHAT, EditPart::PART},
#include "bundles/pipelines/Edits.def"
#undef PMB_EDIT
};

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// `noContract` says why the place does not follow from a contract, if so.
static void readPlace(const JsonInput &element, PipelineEdit &edit,
                      const Twine &noContract) {
  edit.position = readPosition(element);
  edit.positionPlace = element.getPlace();
  for (StringRef key : getPlaceKeys())
    if (std::optional<JsonInput> member = element.find(key))
      edit.positionPlace = member->getPlace();
  std::string why = noContract.str();
  for (const Position *place = edit.position ? &*edit.position : nullptr;
       place && !why.empty(); place = place->getFallback())
    if (place->getRelation() == Position::Relation::ByContract)
      element.getReader().report(DiagnosticCode::BadValue, edit.positionPlace,
                                 why);
}

/// False if it is not known what is inserted.
static bool readInserted(RecipeReader &recipes, const JsonInput &element,
                         PipelineEdit &edit) {
  if (!recipes.readInsertion(element, edit.entry, getPositionKeys()))
    return false;
  readPlace(element, edit,
            edit.entry.isPass()
                ? ""
                : "only a pass has a contract that says where to "
                  "put it");
  return true;
}

static void readEdited(RecipeReader &recipes, const JsonInput &element,
                       PipelineEdit &edit) {
  const EditForm &form = editForms[size_t(edit.kind)];
  bool isPlaced = form.part == EditPart::Place;
  bool isGiven = form.part == EditPart::Given;
  SmallVector<StringRef> keys = {"of", "when", "reason"};
  if (isPlaced)
    append_range(keys, getPositionKeys());
  else if (isGiven)
    keys.append({"options", "optionsFrom"});
  recipes.readMembers(element, edit.entry);
  element.checkKeys(form.what, keys);
  element.forEachMember([&](const JsonInput &member) {
    if (member.getKey() != "of")
      return;
    edit.of = readSelector(member);
    edit.ofPlace = member.getPlace();
    if (edit.of)
      edit.entry.name = edit.of->target.name;
  });
  bool hasOptions = element.lookup("options") || element.lookup("optionsFrom");
  if (element.lacks({"of"}) || (isGiven && !hasOptions))
    element.reportMissing(
        (form.what + " needs 'of'" + (isGiven ? " and 'options'" : "")).str());
  if (isPlaced)
    readPlace(element, edit,
              form.what + " goes to the 'start', the 'end' or what is there");
}

/// What an element looks like, of a name if `element` is one.
static std::string makeExample(PipelineEdit::Kind kind,
                               const JsonInput &element) {
  EditPart part = editForms[size_t(kind)].part;
  StringRef key = kind == PipelineEdit::Kind::Insert ? "pass" : "of";
  StringRef name = element.isString() ? element.getWritten() : R"("cse")";
  return ("{\"" + key + "\": " + name).str() +
         (part == EditPart::Place   ? R"(, "at": "end")"
          : part == EditPart::Given ? R"(, "options": {"name": "value"})"
                                    : "") +
         "}";
}

void pmb::readEdits(RecipeReader &recipes, const JsonInput &value,
                    PipelineEdit::Kind kind, std::vector<PipelineEdit> &into) {
  if (!value.isArray())
    return value.reportType("a list");
  value.forEach([&](const JsonInput &element) {
    if (!element.isObject()) {
      element
          .reject((quote(value.getKey()) + " takes objects, not " +
                   element.getKindName())
                      .str())
          .help("write " + makeExample(kind, element));
      return;
    }
    PipelineEdit edit;
    edit.kind = kind;
    if (kind != PipelineEdit::Kind::Insert)
      readEdited(recipes, element, edit);
    else if (!readInserted(recipes, element, edit))
      return;
    into.push_back(std::move(edit));
  });
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

void pmb::writeEdit(JsonOutput &os, const PipelineEdit &edit) {
  const Recipe &entry = edit.entry;
  os.object([&] {
    if (edit.of) {
      writeSelector(os, "of", *edit.of);
      writeGivenOptions(os, entry);
      // One that sets none is read as well.
      if (editForms[size_t(edit.kind)].part == EditPart::Given &&
          entry.options.empty() && entry.optionsFrom.empty())
        os.attributeObject("options", [] {});
      writeMember(os, "when", entry.when);
      writeMember(os, "reason", entry.reason);
    } else {
      writeElement(os, entry);
      writeMember(os, "nest", entry.nest);
    }
    if (edit.position)
      writePosition(os, *edit.position);
  });
}

void pmb::writeEdits(JsonOutput &os, StringRef key, PipelineEdit::Kind kind,
                     ArrayRef<PipelineEdit> edits) {
  auto isOfKind = [&](const PipelineEdit &edit) { return edit.kind == kind; };
  if (any_of(edits, isOfKind))
    os.attributeArray(key, [&] {
      for (const PipelineEdit &edit : make_filter_range(edits, isOfKind))
        writeEdit(os, edit);
    });
}
