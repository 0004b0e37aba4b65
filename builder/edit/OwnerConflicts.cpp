//===- OwnerConflicts.cpp - What others may do, and what they did ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pipeline belongs to one party and is edited by several. Here is what they
// need to get along: options that are set in a pass of another party, pins that
// forbid edits, traces of the edits that were made, and passes of two of them
// of which only a tie-break says which comes first.
//
//===----------------------------------------------------------------------===//

#include "builder/check/Between.h"
#include "builder/edit/Editor.h"
#include "builder/list/PatternSlot.h"
#include "builder/repair/Placement.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"

using namespace pmb;
using namespace llvm;

Selector pmb::exactly(const Node &node) {
  Selector selector(Target{node.getSymbol()->kind, node.getName().str()});
  // Of a bundle the begin stands for all of it.
  selector.node =
      node.getKind() == Node::Kind::BundleEnd ? node.getBundle()->begin : &node;
  return selector;
}

//===----------------------------------------------------------------------===//
// Traces
//===----------------------------------------------------------------------===//

/// By kind.
static constexpr std::pair<StringLiteral, StringLiteral> editKinds[] = {
    {"removed", "remove"},
    {"replaced", "replace"},
    {"moved", "move"},
    {"options-set", "set options of"},
};

StringRef pmb::stringify(EditTrace::Kind kind) {
  static_assert(std::size(editKinds) ==
                unsigned(EditTrace::Kind::OptionsSet) + 1);
  return editKinds[unsigned(kind)].first;
}
StringRef pmb::getVerb(EditTrace::Kind kind) {
  return editKinds[unsigned(kind)].second;
}

/// Whether a position could have named a node so.
static bool isNamedBy(const PassList &list, const Node &node,
                      const Target &target) {
  if (node.getKind() == Node::Kind::Slot)
    return target == slot(node.getName());
  return target.kind != Target::Kind::Invalidator &&
         (node.isPass() || target.kind != Target::Kind::Provider) &&
         matchesWithOptions(list, target, node);
}

bool PipelineImpl::explainRemoval(Diagnostic &diagnostic,
                                  const Selector &selector) const {
  // The last that was removed is the one that was there until then. A party
  // needs no word about its own removal.
  for (const EditTrace &edit : reverse(list.getEdits())) {
    auto gone = find_if(edit.gone, [&](const Node *node) {
      return selector.node ? node == selector.node
                           : isNamedBy(list, *node, selector.target);
    });
    if (gone == edit.gone.end())
      continue;
    if (edit.origin->isSameParty(*currentOrigin))
      return false;
    std::string text = "'" + (*gone)->getName().str() + "' was ";
    if (edit.successor)
      text += "replaced with '" + edit.successor->getName().str() + "' by ";
    else
      text += "removed by ";
    text += edit.origin->str();
    if (*gone != edit.node)
      text += ", with '" + edit.node->getName().str() + "', which it was in";
    if (!edit.origin->why.empty())
      text += ": " + edit.origin->why;
    diagnostic.note(std::move(text));
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Pins
//===----------------------------------------------------------------------===//

Error Editor::pin(Node &node, StringRef reason, PinnedOptions options) {
  if (pipeline.foreignOrigin && !isOwn(node.getOrigin()))
    return Diagnostic(DiagnosticCode::InsideTransaction,
                      "{0} cannot pin '{1}': that is up to who has put it "
                      "there, and to the owner of the pipeline",
                      getParty().str(), node.getName())
        .at(list.getRef(node))
        .help("say with a contract what must come before or after it");
  list.pinWhole(node, Pin{pipeline.currentOrigin, reason.str(), options});
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Patterns of all parties run with the options of their slot.
static constexpr StringLiteral optionsOfSlot =
    "the options of a slot for patterns are set where it is declared";

Error Editor::setOptions(Node &node, StringRef options) {
  if (node.isPass() && getPatternSlot(node))
    return Diagnostic(DiagnosticCode::BadOptions,
                      "the patterns '{0}' have no options", node.getName())
        .about(node.getName())
        .note("they are here", list.getRef(node))
        .help(optionsOfSlot.str());
  if (!node.isPass()) {
    Diagnostic diagnostic(
        DiagnosticCode::UnknownPosition,
        "'{0}' has no options that can be set: it is not a pass",
        node.getName());
    // The message stands where the options are set.
    diagnostic.about(node.getName()).note("it stands here", list.getRef(node));
    if (isPatternSlot(node.getBundle()))
      diagnostic.help(optionsOfSlot.str());
    else if (node.getKind() == Node::Kind::BundleBegin)
      diagnostic.help("name a pass that is in it");
    return diagnostic;
  }
  if (Error error = checkEditable(node, EditTrace::Kind::OptionsSet))
    return error;
  std::vector<std::pair<StringRef, std::string>> values;
  for (auto [name, value] : splitOptions(options)) {
    // As in a textual pipeline, the last one counts.
    erase_if(values,
             [name = name](const auto &other) { return other.first == name; });
    values.push_back({name, value.str()});
  }
  // An instance has more than its options; a pass that was made from a name is
  // made again.
  bool isInstance = node.getInstance() && !node.isMadeFromName();
  Recipe pass{PassSpec(node.getName(), options)};
  if (Error error =
          Linker(pipeline).verifyPassesInOptions(pass, &node.getAnchorPath()))
    return error;
  StringRef none = list.getCatalog().getRules().hasParameters ? "<>" : "";
  StringRef old = node.getGivenOptions();
  std::string given = addOptions(old.empty() ? none : old, values);
  Expected<PassInstance> changed =
      isInstance ? pipeline.provider.copyWithOptions(node.getInstance(),
                                                     node.getName(), options)
                 : pipeline.provider.instantiate(node.getName(), given);
  if (!changed)
    return changed.takeError();
  EditTrace trace = makeTrace(EditTrace::Kind::OptionsSet, node);
  trace.options = addOptions(none, values);
  list.changeOptions(node, std::move(*changed), given);
  list.remember(std::move(trace));
  return Error::success();
}

/// Says why each of two parties wants what it does, and who could settle it.
static Diagnostic explain(Diagnostic diagnostic, const Origin &other,
                          const Origin &last, StringRef does) {
  for (const Origin *origin : {&other, &last})
    if (!origin->why.empty())
      diagnostic.note("{0}: {1}", origin->str(), origin->why);
  return std::move(diagnostic.help(
      "let the owner of the pipeline {0} it, after the parties", does));
}

void PipelineImpl::reportConflictingOptions(
    std::vector<Diagnostic> &diagnostics) const {
  struct Value {
    StringRef option, text;
    const EditTrace *edit;
    /// The last party before that wanted something else, and what it wanted.
    const EditTrace *other = nullptr;
    StringRef otherText = "";
  };
  MapVector<const Node *, SmallVector<Value, 2>> values;
  for (const EditTrace &edit : list.getEdits()) {
    if (edit.kind != EditTrace::Kind::OptionsSet || !edit.node->isLinked())
      continue;
    SmallVector<Value, 2> &known = values[edit.node];
    for (auto [name, text] : splitOptions(edit.options)) {
      Value now{name, text, &edit};
      auto *before = find_if(known, [name = name](const Value &value) {
        return value.option == name;
      });
      if (before == known.end()) {
        known.push_back(now);
        continue;
      }
      const OptionDescriptor *option =
          edit.node->getDescriptor().lookupOption(name);
      bool isEqual = normalizeOptionValue(option, before->text) ==
                     normalizeOptionValue(option, text);
      // What the owner of the pipeline says settles it, until a party says
      // something else.
      if (isEqual && !edit.isByOwner) {
        now.other = before->other;
        now.otherText = before->otherText;
      } else if (!edit.isByOwner && !before->edit->isByOwner &&
                 !before->edit->origin->isSameParty(*edit.origin)) {
        now.other = before->edit;
        now.otherText = before->text;
      }
      *before = now;
    }
  }
  for (const auto &[node, known] : values)
    for (const Value &value : known) {
      if (!value.other)
        continue;
      const Origin &last = *value.edit->origin, &other = *value.other->origin;
      Diagnostic diagnostic(DiagnosticCode::ConflictingOptions,
                            "{0} sets '{1}' of '{2}' to '{3}', and {4} to "
                            "'{5}': the last one counts",
                            last.str(), value.option, node->getName(),
                            value.text, other.str(), value.otherText);
      diagnostic.at(list.getRef(*node)).about(value.option);
      diagnostics.push_back(explain(std::move(diagnostic), other, last, "set"));
    }
}

void PipelineImpl::reportConflictingMoves(
    std::vector<Diagnostic> &diagnostics) const {
  // The last move of each pass, and that of another party before it.
  MapVector<const Node *, std::pair<const EditTrace *, const EditTrace *>>
      moves;
  for (const EditTrace &edit : list.getEdits()) {
    if (edit.kind != EditTrace::Kind::Moved || !edit.node->isLinked())
      continue;
    auto &[last, other] = moves[edit.node];
    // Where the owner of the pipeline puts it is settled.
    if (edit.isByOwner || (last && last->isByOwner))
      other = nullptr;
    else if (last && !last->origin->isSameParty(*edit.origin))
      other = last;
    last = &edit;
  }
  for (const auto &[node, move] : moves) {
    const auto &[last, other] = move;
    if (!other)
      continue;
    Diagnostic diagnostic(DiagnosticCode::AmbiguousOrder,
                          "{0} moves '{1}', and so does {2}: the last one "
                          "counts",
                          last->origin->str(), node->getName(),
                          other->origin->str());
    diagnostic.at(list.getRef(*node));
    diagnostics.push_back(
        explain(std::move(diagnostic), *other->origin, *last->origin, "move"));
  }
}

//===----------------------------------------------------------------------===//
// Where only the name of a party decides
//===----------------------------------------------------------------------===//

/// True if both are the same pass with the same options in the same nest: then
/// it makes no difference which of them comes first.
static bool isEqual(const Node &a, const Node &b) {
  return a.getSymbol() == b.getSymbol() &&
         &a.getAnchorPath() == &b.getAnchorPath() && a.isMadeFromName() &&
         b.isMadeFromName() &&
         splitOptions(a.getGivenOptions()) == splitOptions(b.getGivenOptions());
}

/// What the contract of a pass is about, besides other passes: the dialects of
/// items, and properties.
static StringSet<> getSubjects(const Node &node) {
  const Contract &contract = node.getDescriptor().contract;
  StringSet<> subjects;
  for (const ContentsEntry &entry : contract.getContents())
    entry.forEachItem(
        [&](StringRef item) { subjects.insert(Item(item).getRoot()); });
  for (const PropertyEntry &entry : contract.getProperties())
    subjects.insert(entry.property);
  return subjects;
}

/// True if one of two passes that were put where their contracts allow may
/// stand where it does because of the other.
static bool mayDependOnEachOther(const Node &a, const Node &b) {
  StringSet<> subjects = getSubjects(a);
  StringSet<> others = getSubjects(b);
  return subjects.contains("*") || others.contains("*") ||
         any_of(others.keys(),
                [&](StringRef name) { return subjects.contains(name); });
}

/// The pass that a party has put beside what is not its own, for one that it
/// has put beside that. Passes that were moved may be beside each other: then
/// none of them leads.
static const Node &findLeader(const Node &node) {
  const Node *leader = &node;
  SmallPtrSet<const Node *, 4> followers;
  while (followers.insert(leader).second) {
    const Node *beside = leader->getInsertion().reference;
    if (!beside || !beside->getInsertion().rank ||
        !beside->getOrigin().isSameParty(node.getOrigin()))
      return *leader;
    leader = beside;
  }
  return node;
}

/// How both of two passes came to one place.
static Note describePlace(const PassList &list, const InsertionRecord &place) {
  if (const Node *reference = place.reference)
    return {"both were put " + std::string(place.isAfter ? "after" : "before") +
                " '" + reference->getName().str() + "'",
            list.getRef(*reference)};
  return {place.relation == Position::Relation::Start
              ? "both were put at the start"
          : place.relation == Position::Relation::End
              ? "both were put at the end"
              : "both were put where their contracts allow",
          {}};
}

void PipelineImpl::reportAmbiguities(
    std::vector<Diagnostic> &diagnostics) const {
  if (getSeverity(DiagnosticCode::AmbiguousOrder) == Severity::Off)
    return;
  Placement placement(list);
  const Node *previous = nullptr;
  for (const Node &second : getPasses()) {
    const Node *first = std::exchange(previous, &second);
    if (!first)
      continue;
    const Node &pass = findLeader(*first), &node = findLeader(second);
    const InsertionRecord &place = pass.getInsertion();
    const InsertionRecord &other = node.getInsertion();
    if (!place.rank || place.reference != other.reference ||
        place.isAfter != other.isAfter || place.rank != other.rank ||
        place.relation != other.relation ||
        pass.getOrigin().isSameParty(node.getOrigin()) ||
        getPatternSlot(node) || isEqual(pass, node) ||
        placement.isOrdered(pass, node) ||
        placement.isOrdered(*first, second) ||
        (place.relation == Position::Relation::ByContract &&
         mayDependOnEachOther(pass, node)))
      continue;
    Note both = describePlace(list, place);
    diagnostics.push_back(
        Diagnostic(
            DiagnosticCode::AmbiguousOrder,
            "nothing but the tie-break decides that '{0}' comes before '{1}'",
            pass.getName(), node.getName())
            .at(getRef(pass))
            .note(std::move(both.message), std::move(both.node))
            .note("the other pass", getRef(node))
            .help("give one of them an 'after' or 'before' entry, or the "
                  "parties different ranks"));
  }
}
