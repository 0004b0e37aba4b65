//===- FixWriter.cpp - Ways to write a fix into a text --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/mending/FixWriter.h"
#include "bundles/contracts/OptionsJson.h"
#include "bundles/pipelines/EditJson.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

namespace {
using Nests = ArrayRef<std::string>;

/// Goes through the ways to write one step. Each function returns true once one
/// of them was right.
class FixWriter {
public:
  FixWriter(const PipelineTree &tree, const FixStep &step,
            function_ref<bool(const TextChanges &)> attempt)
      : tree(tree), step(step), fix(step.fix), attempt(attempt) {}

  bool run();

private:
  bool insert();
  bool insertBesideNeighbor();
  bool move();
  bool remove();
  bool replace();
  bool setOption();
  bool renameNests();

  // At the place of the step's reference, or another one. In JSON, only what is
  // `replaced` parts nests: what is new is an insertion of its own.
  bool insertBeside(const TreeElement &reference, bool before,
                    const NamedNode &node,
                    const TreeElement *replaced = nullptr);
  bool insertAt(const TreeList &list, size_t index, Nests nests);
  bool split(const TreeElement &at, bool before, size_t depth, Nests nests,
             bool isReplaced);
  /// The text of what is put somewhere, in these nests of the place.
  std::string write(Nests nests) const;
  bool replaceInPlace(const TreeElement &element);
  bool replaceInsertion(const TreeElement &element);
  bool setOptionOf(const TreeElement &element, StringRef name, StringRef value);
  void setOptions(const TreeElement &element);

  /// As an edit of a pipeline file, with each of the names of what it names.
  bool appendEdit(PipelineEdit::Kind kind);
  bool appendEdit(PipelineEdit::Kind kind,
                  const std::optional<NamedNode> &reference, bool before);
  bool appendEdit(const PipelineEdit &edit);

  const TreeElement *lookup(const std::optional<NamedNode> &node) const {
    return node && node->place ? tree.lookup(*node->place) : nullptr;
  }

  const PipelineTree &tree;
  const FixStep &step;
  const Fix &fix;
  function_ref<bool(const TextChanges &)> attempt;
  /// What goes with each way, and behind the element that is written.
  TextChanges changes;
  StringRef comment;
};
} // namespace

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static bool isPrefix(Nests part, Nests whole) {
  return part.size() <= whole.size() && part == whole.take_front(part.size());
}

/// Into a neighbouring nest, or one of its own.
bool FixWriter::insertAt(const TreeList &list, size_t index, Nests nests) {
  auto isSame = [&](size_t neighbour) {
    return neighbour < list.elements.size() && !nests.empty() &&
           list.elements[neighbour]->isNest() &&
           list.elements[neighbour]->nested &&
           list.elements[neighbour]->name == nests.front();
  };
  if (index && isSame(index - 1)) {
    const TreeList &nest = *list.elements[index - 1]->nested;
    if (insertAt(nest, nest.elements.size(), nests.drop_front()))
      return true;
  }
  if (isSame(index) &&
      insertAt(*list.elements[index]->nested, 0, nests.drop_front()))
    return true;
  TextChanges all = changes;
  insertElement(tree.getText(), list.ranges, index, write(nests),
                tree.getBlank(), all, comment);
  return attempt(all);
}

/// Parts the nests around `at`, `depth` of them. The halves are laid out as the
/// nest was. `isReplaced`: `at` itself makes room.
bool FixWriter::split(const TreeElement &at, bool before, size_t depth,
                      Nests nests, bool isReplaced) {
  StringRef text = tree.getText();
  const TreeList &list = *at.list;
  if (!comment.empty() ||
      (isReplaced && (!at.index || at.index + 1 == list.elements.size())))
    return false;
  TextRange between = {
      list.elements[at.index - (isReplaced || before)]->range.end,
      list.elements[at.index + (isReplaced || !before)]->range.begin};
  std::string open, close;
  const TreeElement *nest = nullptr;
  for (const TreeList *inner = &list; depth--; inner = nest->list) {
    nest = inner->owner;
    // Other keys, and comments, would stand there twice.
    if (nest->json && nest->json->getMembers().size() > 2)
      return false;
    size_t first = inner->elements.front()->range.begin,
           end = inner->elements.back()->range.end;
    open = (text.slice(nest->range.begin, first) + open).str();
    close += text.slice(end, nest->range.end);
  }
  for (StringRef kept :
       {StringRef(open), StringRef(close), isReplaced ? between.of(text) : ""})
    if (kept.contains("//") || kept.contains("/*"))
      return false;
  StringRef blank = getBlankBefore(text, nest->range.begin);
  if (!blank.contains('\n'))
    blank = between.of(text).ltrim().drop_front().take_while(
        [](char c) { return c == ' ' || c == '\t'; });
  TextChanges all = isReplaced ? TextChanges() : changes;
  all.push_back(
      {between,
       (close + "," + blank + write(nests) + "," + blank + open).str()});
  return attempt(all);
}

/// Beside `reference`, or beside what that is the first or the last of. `node`
/// is what the reference stands for.
bool FixWriter::insertBeside(const TreeElement &reference, bool before,
                             const NamedNode &node,
                             const TreeElement *replaced) {
  Nests wanted = step.nests;
  std::vector<std::string> here =
      tree.getNests(*reference.list).value_or(node.nests);
  for (const TreeElement *at = &reference; at; at = at->list->owner) {
    const TreeList &list = *at->list;
    if (list.isEdits())
      return false;
    if (at != &reference && at->isNest())
      here.pop_back();
    size_t index = at->index + !before;
    if (isPrefix(here, wanted) &&
        insertAt(list, index, wanted.drop_front(here.size())))
      return true;
    if (index == (before ? 0 : list.elements.size()))
      continue;
    // An element of the middle.
    if (tree.isJson() && !replaced)
      return false;
    size_t parted = 0;
    while (!isPrefix(here, wanted) && !here.empty()) {
      here.pop_back();
      ++parted;
    }
    return parted && split(*at, before, parted, wanted.drop_front(here.size()),
                           at == replaced);
  }
  return false;
}

/// The element, or the nests that have nothing else in them.
static const TreeElement &getWhole(const TreeElement &element) {
  const TreeElement *at = &element;
  while (at->list->elements.size() == 1 && at->list->owner &&
         at->list->owner->isNest())
    at = at->list->owner;
  return *at;
}

std::string FixWriter::write(Nests nests) const {
  if (fix.kind != Fix::Kind::Move)
    return tree.writeNests(nests, tree.writePass(fix.kind == Fix::Kind::Replace
                                                     ? fix.reference
                                                     : fix.pass,
                                                 fix.options));
  // A nest that has nothing else in it goes with what is moved.
  const TreeElement *moved = lookup(step.pass), *at = moved;
  Nests left = nests;
  while (!left.empty() && at != &getWhole(*moved) &&
         at->list->owner->name == left.back()) {
    at = at->list->owner;
    left = left.drop_back();
  }
  if (!left.empty())
    return tree.writeNests(nests, moved->range.of(tree.getText()));
  return at->range.of(tree.getText()).str();
}

static void removeWhole(const PipelineTree &tree, const TreeElement &element,
                        TextChanges &changes, bool withComment = false) {
  const TreeElement &whole = getWhole(element);
  removeElement(tree.getText(), whole.list->ranges, whole.index, changes,
                withComment);
}

//===----------------------------------------------------------------------===//
// Edits of a pipeline file
//===----------------------------------------------------------------------===//

bool FixWriter::appendEdit(const PipelineEdit &edit) {
  // They are made in this order, and stand in it.
  SmallVector<StringRef> before = {"passes"};
  StringRef key;
  for (auto [kind, name] : editKeys) {
    if (kind <= edit.kind)
      before.push_back(name);
    if (kind == edit.kind)
      key = name;
  }
  TextChanges all;
  return appendToMember(
             tree.getSource(), tree.getJson(), key,
             writeJsonLine([&](JsonOutput &os) { writeEdit(os, edit); }),
             before, all) &&
         attempt(all);
}

bool FixWriter::appendEdit(PipelineEdit::Kind kind) {
  return appendEdit(kind, step.reference, fix.before);
}

bool FixWriter::appendEdit(PipelineEdit::Kind kind,
                           const std::optional<NamedNode> &reference,
                           bool before) {
  if (!tree.isJson())
    return false;
  PipelineEdit edit;
  edit.kind = kind;
  edit.entry = Recipe(PassSpec(fix.pass, fix.options));
  const std::vector<std::optional<Selector>> none(1);
  for (const auto &beside : reference ? reference->selectors : none)
    for (const auto &of : step.pass ? step.pass->selectors : none) {
      edit.of = of;
      if (beside)
        edit.position =
            before ? Position::before(*beside) : Position::after(*beside);
      edit.entry.nest.reset();
      if (appendEdit(edit))
        return true;
      // What is inserted may ask for its nest.
      edit.entry.nest = step.nests;
      if (kind == PipelineEdit::Kind::Insert && appendEdit(edit))
        return true;
    }
  return false;
}

//===----------------------------------------------------------------------===//
// Kinds of fixes
//===----------------------------------------------------------------------===//

bool FixWriter::insert() {
  if (fix.reference.empty()) {
    const TreeList *list = tree.getMain();
    return list && insertAt(*list, list->elements.size(), step.nests);
  }
  if (const TreeElement *reference = lookup(step.reference))
    if (insertBeside(*reference, fix.before, *step.reference))
      return true;
  return appendEdit(PipelineEdit::Kind::Insert) || insertBesideNeighbor();
}

/// Moves are made behind insertions, so what is moved cannot say where
/// something goes that stands beside it then.
bool FixWriter::insertBesideNeighbor() {
  for (bool before : {false, true}) {
    const std::optional<NamedNode> &neighbor =
        before ? step.next : step.previous;
    if (const TreeElement *element = lookup(neighbor))
      if (insertBeside(*element, before, *neighbor))
        return true;
    if (neighbor && appendEdit(PipelineEdit::Kind::Insert, neighbor, before))
      return true;
  }
  return false;
}

bool FixWriter::move() {
  const TreeElement *element = lookup(step.pass);
  const TreeElement *reference = lookup(step.reference);
  if (element && reference && !element->list->isEdits()) {
    StringRef text = tree.getText();
    const TreeElement &whole = getWhole(*element);
    comment = findCommentBehind(text, whole.list->ranges, whole.index).of(text);
    do {
      changes.clear();
      removeWhole(tree, *element, changes, !comment.empty());
      if (insertBeside(*reference, fix.before, *step.reference))
        return true;
      // Where it cannot go with the pass, it stays.
    } while (!std::exchange(comment, "").empty());
  }
  return appendEdit(PipelineEdit::Kind::Move);
}

bool FixWriter::remove() {
  if (const TreeElement *element = lookup(step.pass)) {
    removeWhole(tree, *element, changes);
    if (attempt(changes))
      return true;
  }
  return appendEdit(PipelineEdit::Kind::Remove);
}

/// The same options, in whatever order and with whatever blanks.
static bool areSame(StringRef a, StringRef b) {
  auto first = splitOptions(a), second = splitOptions(b);
  llvm::sort(first);
  llvm::sort(second);
  return first == second;
}

bool FixWriter::replaceInPlace(const TreeElement &element) {
  TextRange name = element.nameRange;
  if (areSame(tree.getOptions(element), fix.options) && name.end)
    return attempt({{name, fix.reference}});
  TextChanges whole = {
      {element.range, tree.writePass(fix.reference, fix.options)}};
  if (!element.json || element.json->isString())
    return attempt(whole);
  // Other keys stay.
  changes = {{name, fix.reference}};
  setOptions(element);
  return attempt(changes);
}

bool FixWriter::replace() {
  const TreeElement *element = lookup(step.pass);
  if (!element)
    return false;
  if (step.nests == step.pass->nests && replaceInPlace(*element))
    return true;
  if (element->list->isEdits())
    return replaceInsertion(*element);
  // With the nests that have nothing else in them, if it leaves these.
  const TreeElement &whole = getWhole(*element);
  if (auto here = tree.getNests(*whole.list);
      here && isPrefix(*here, step.nests) &&
      attempt(
          {{whole.range, write(Nests(step.nests).drop_front(here->size()))}}))
    return true;
  for (bool before : {true, false}) {
    changes.clear();
    removeWhole(tree, *element, changes);
    if (insertBeside(*element, before, *step.pass, &whole))
      return true;
  }
  return false;
}

bool FixWriter::replaceInsertion(const TreeElement &element) {
  if (!element.json || !element.json->isObject() || !element.nameRange.end ||
      !areSame(tree.getOptions(element), fix.options))
    return false;
  changes = {{element.nameRange, fix.reference}};
  setMember(tree.getSource(), *element.json, "nest",
            writeJsonLine([&](JsonOutput &os) { os.value(step.nests); }),
            {"pass", "options"}, changes);
  return attempt(changes);
}

/// Gives an element of a pipeline file all options of the fix.
void FixWriter::setOptions(const TreeElement &element) {
  setMember(
      tree.getSource(), *element.json, "options",
      writeJsonLine([&](JsonOutput &os) { writeOptions(os, fix.options); }),
      {"pass"}, changes);
}

/// Gives an element one option. False if that cannot be.
bool FixWriter::setOptionOf(const TreeElement &element, StringRef name,
                            StringRef value) {
  std::string text = (name + "=" + value).str();
  if (element.textual) {
    StringRef given = element.textual->options;
    for (auto [other, old] : splitOptions(given))
      if (other == name) {
        TextRange range = tree.getRangeOf(other);
        if (old.data() == other.end() + 1)
          range.end = tree.getRangeOf(old).end;
        changes.push_back({range, text});
        return true;
      }
    bool hasBraces = element.textual->bodyBegin;
    size_t end = hasBraces ? tree.getRangeOf(given).end : element.range.end;
    changes.push_back({{end, end},
                       !hasBraces      ? "{" + text + "}"
                       : given.empty() ? text
                                       : " " + text});
    return true;
  }
  const JsonValue &options = element.json->at("options");
  if (!options.isObject())
    return false;
  std::string object =
      writeJsonLine([&](JsonOutput &os) { writeOptions(os, text); });
  std::optional<JsonDocument> document = expectedToOptional(
      JsonDocument::parse(SourceText::refer(object, "<option>")));
  if (!document || !document->getRoot().isObject())
    return false;
  const JsonValue &written = document->getRoot().getMembers().front().value;
  setMember(tree.getSource(), options, name, getRange(written).of(object), {},
            changes);
  return true;
}

bool FixWriter::setOption() {
  const TreeElement *element = lookup(step.pass);
  if (element && element->kind == TreeElement::Kind::Pass) {
    std::string given = tree.getOptions(*element);
    auto old = splitOptions(given);
    bool isWritten = all_of(splitOptions(fix.options), [&](const auto &option) {
      return is_contained(old, option) ||
             setOptionOf(*element, option.first, option.second);
    });
    if (isWritten && attempt(changes))
      return true;
    if (element->json && element->json->isString() &&
        attempt({{element->range, tree.writePass(fix.pass, fix.options)}}))
      return true;
    if (element->json && element->json->isObject()) {
      changes.clear();
      setOptions(*element);
      if (attempt(changes))
        return true;
    }
  }
  return appendEdit(PipelineEdit::Kind::SetOptions);
}

bool FixWriter::renameNests() {
  for (TextRange range : tree.findNests(fix.pass)) {
    if (!range.end)
      return false;
    changes.push_back({range, fix.reference});
  }
  return !changes.empty() && attempt(changes);
}

bool FixWriter::run() {
  switch (fix.kind) {
  case Fix::Kind::Insert:
    return insert();
  case Fix::Kind::Move:
    return move();
  case Fix::Kind::Remove:
    return remove();
  case Fix::Kind::Replace:
    return replace();
  case Fix::Kind::SetOption:
    return setOption();
  case Fix::Kind::RenameNest:
    return renameNests();
  }
  llvm_unreachable("unknown kind of fix");
}

bool pmb::writeStep(const PipelineTree &tree, const FixStep &step,
                    function_ref<bool(const TextChanges &)> attempt) {
  return FixWriter(tree, step, attempt).run();
}
