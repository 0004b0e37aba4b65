//===- Refusal.cpp - What is said of an edit that is refused --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/repair/Refusal.h"
#include "builder/check/Findings.h"
#include "builder/repair/Placement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace pmb;
using namespace llvm;

namespace {
class Refusal {
public:
  Refusal(const PassList &list, const Node *put) : list(list), put(put) {
    isNew = put && none_of(list.getEdits(), [&](const EditTrace &edit) {
              return edit.kind == EditTrace::Kind::Moved && edit.node == put;
            });
  }

  /// Why the pass that was put somewhere can be put nowhere; empty if it can.
  std::string explainNowhere(ArrayRef<Diagnostic> found) const;
  /// `nowhere`: why the pass can be put nowhere.
  void replaceFixes(Diagnostic &finding, StringRef nowhere) const;

private:
  bool isPut(StringRef name, int position) const {
    return put && put->getName() == name &&
           (position < 0 || list.countPassesBefore(*put) == position);
  }
  bool isInPlace(const Fix &move) const;
  bool isPossible(const Fix &fix) const;
  const Node *find(StringRef name, int position) const {
    const Node *pass = list.getPass(position);
    return pass && pass->getName() == name ? pass : nullptr;
  }
  void blameEdits(Diagnostic &finding, ArrayRef<Fix> fixes) const;

  const PassList &list;
  const Node *put;
  /// It has not been moved there.
  bool isNew;
};
} // namespace

/// True if `move` puts a pass where it stands without the edit.
bool Refusal::isInPlace(const Fix &move) const {
  const Node *pass = find(move.pass, move.passPosition);
  const Node *other = find(move.reference, move.referencePosition);
  if (!pass || !other)
    return false;
  const Node *next = pass;
  do
    next = move.before ? next->getNext() : next->getPrevious();
  while (next && (!next->isPass() || (put && getRange(*put).contains(*next))));
  return next == other;
}

/// True if `fix` can be made without the edit, and may be by its party.
bool Refusal::isPossible(const Fix &fix) const {
  if (!isNew || fix.kind != Fix::Kind::Move || !fix.then.empty() ||
      isPut(fix.reference, fix.referencePosition))
    return false;
  const Node *pass = find(fix.pass, fix.passPosition);
  return pass && !isPut(fix.pass, fix.passPosition) && !isInPlace(fix) &&
         pass->getOrigin().isSameParty(put->getOrigin());
}

std::string Refusal::explainNowhere(ArrayRef<Diagnostic> found) const {
  bool isAboutPlace = any_of(found, [&](const Diagnostic &finding) {
    return finding.code == DiagnosticCode::WrongOrder && finding.fix &&
           isPut(finding.fix->pass, finding.fix->passPosition);
  });
  if (!put || !put->isPass() || !isAboutPlace)
    return "";
  // Without the pass: it may part what has to stand together.
  PassList without(list);
  Node *copy = without.getTwin(put);
  Symbol *symbol = without.getPassSymbol(put->getName());
  without.unlink(copy);
  without.buildIndex();
  std::vector<Diagnostic> why = takeDiagnostics(
      findPlace(without, *symbol, put->getGivenOptions(), copy->getAnchorPath(),
                Position::Choice::Earliest)
          .takeError());
  return why.empty() ? "" : why.front().message;
}

/// Says which parties have moved or removed what the finding is about.
void Refusal::blameEdits(Diagnostic &finding, ArrayRef<Fix> fixes) const {
  auto isNamed = [&](const Node &node) {
    NodeRef ref = list.getRef(node);
    auto isSame = [&](const std::optional<NodeRef> &other) {
      return other && other->name == ref.name &&
             other->position == ref.position;
    };
    return isSame(finding.node) || any_of(finding.notes, [&](const Note &note) {
             return isSame(note.node);
           });
  };
  StringSet<> said;
  auto say = [&](const Node &node, StringRef how, const EditTrace &edit) {
    std::string text =
        quote(node) + " was " + how.str() + " by " + edit.origin->str();
    if (said.insert(text).second)
      finding.note(std::move(text));
  };
  for (const EditTrace &edit : list.getEdits()) {
    if (edit.isByOwner)
      continue;
    if (edit.kind == EditTrace::Kind::Moved && edit.isOfAnother() &&
        edit.node->isLinked() && isNamed(*edit.node))
      say(*edit.node, "moved there", edit);
    for (const Node *gone : edit.gone)
      if (any_of(fixes, [&](const Fix &fix) {
            return fix.kind == Fix::Kind::Insert && fix.pass == gone->getName();
          }))
        say(*gone, stringify(edit.kind), edit);
  }
}

void Refusal::replaceFixes(Diagnostic &finding, StringRef nowhere) const {
  std::vector<Fix> fixes = std::move(finding.alternatives);
  finding.alternatives.clear();
  if (finding.fix)
    fixes.insert(fixes.begin(), std::move(*finding.fix));
  finding.fix.reset();
  blameEdits(finding, fixes);
  if (!put)
    return;
  if (!nowhere.empty()) {
    finding.note(nowhere.str());
    return;
  }
  int first = list.countPassesBefore(*put),
      count = range_size(getRange(*put).getPasses());
  // Positions in the pipeline without what was put there.
  auto renumber = [&](int position) {
    return isNew && position > first ? position - count : position;
  };
  std::vector<std::string> places;
  SmallVector<std::pair<StringRef, int>> references;
  for (const Fix &fix : fixes) {
    std::pair<StringRef, int> reference = {fix.reference,
                                           fix.referencePosition};
    if (fix.kind != Fix::Kind::Move || !isPut(fix.pass, fix.passPosition) ||
        fix.reference.empty() || isInPlace(fix) ||
        is_contained(references, reference))
      continue;
    references.push_back(reference);
    places.push_back((fix.before ? "before '" : "after '") + fix.reference +
                     "'");
    if (fix.reference == put->getName() && fix.referencePosition >= 0)
      places.back() +=
          " (pass " + std::to_string(renumber(fix.referencePosition)) + ")";
  }
  if (!places.empty()) {
    constexpr size_t most = 2;
    if (places.size() > most)
      places.resize(most);
    finding.help("put {0} {1}", quote(*put),
                 enumerateSome(places, most, " or "));
    return;
  }
  for (Fix &fix : fixes)
    if (isPossible(fix)) {
      for (int *position : {&fix.passPosition, &fix.referencePosition})
        *position = renumber(*position);
      finding.fix = std::move(fix);
      return;
    }
  for (const Fix &fix : fixes)
    if (fix.kind == Fix::Kind::Insert &&
        isPut(fix.reference, fix.referencePosition)) {
      finding.help(fix.message);
      return;
    }
}

Error pmb::makeRefusal(const PassList &list, std::vector<Diagnostic> found,
                       const Node *put) {
  Refusal refusal(list, put);
  std::string nowhere = refusal.explainNowhere(found);
  for (Diagnostic &finding : found)
    refusal.replaceFixes(finding, nowhere);
  return makeError(std::move(found));
}
