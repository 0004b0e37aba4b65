//===- Diff.cpp - What differs between two pipelines --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/Diff.h"
#include "bundles/report/Baseline.h"
#include "bundles/report/DiffSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <array>
#include <map>

using namespace pmb;
using namespace llvm;
using Class = PipelineDiff::Class;
using Kind = PassChange::Kind;

StringRef pmb::stringify(PipelineDiff::ChangedConstraint::Kind kind) {
  static constexpr StringLiteral names[] = {"new", "gone", "violated", "kept"};
  return names[size_t(kind)];
}

StringRef pmb::stringify(PipelineDiff::ChangedContents::State state) {
  static constexpr StringLiteral names[] = {"absent", "possible", "certain"};
  return names[size_t(state)];
}

ArrayRef<NamedChoice<PipelineDiff::Class>> pmb::getDiffClasses() {
  static constexpr NamedChoice<PipelineDiff::Class> classes[] = {
#define PMB_DIFF_CLASS(ENUM, NAME, WHAT) {Class::ENUM, NAME, WHAT},
#include "bundles/report/DiffClasses.def"
#undef PMB_DIFF_CLASS
  };
  return classes;
}

StringRef pmb::stringify(Class changeClass) {
  return getDiffClasses()[size_t(changeClass)].name;
}

unsigned PipelineDiff::count(Class changeClass) const {
  switch (changeClass) {
  case Class::Contents:
    return contents.size();
  case Class::Findings:
    return count_if(findings,
                    [](const ChangedFinding &one) { return one.isCounted(); });
  default:
    return count_if(passes, [&](const ChangedPass &one) {
      return one.changeClass == changeClass;
    });
  }
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

static PipelineDiff::Side makeSide(const Report &report) {
  PipelineDiff::Side side;
  side.input = report.input;
  side.variant = report.variant;
  for (const Report::Pass &pass : report.passes)
    side.passes.push_back({pass.str(), pass.node.origin});
  side.wasChecked = report.wasChecked;
  side.errors = report.count(Severity::Error);
  side.warnings = report.count(Severity::Warning);
  side.isInputKnown = report.isInputKnown;
  return side;
}

namespace {
/// Says of changes of passes of which class they are, and whose.
class ChangeClassifier {
public:
  ChangeClassifier(const Report &before, const Report &after)
      : before(before), after(after), names{collect(before), collect(after)},
        isUsed(after.changes.size()) {}
  PipelineDiff::ChangedPass classify(const PassChange &change);

private:
  static StringSet<> collect(const Report &report) {
    StringSet<> names;
    for (const Report::Pass &pass : report.passes)
      if (pass.runs())
        names.insert(pass.node.name);
    return names;
  }
  Class findClass(const PassChange &change) const;
  std::optional<Origin> findEditor(const PassChange &change,
                                   const NodeRef &node);

  const Report &before, &after;
  /// Of the passes that run before, and after.
  StringSet<> names[2];
  /// An edit of a pass that is gone belongs to one pass.
  std::vector<bool> isUsed;
};
} // namespace

Class ChangeClassifier::findClass(const PassChange &change) const {
  switch (change.kind) {
  case Kind::Moved:
    return Class::Order;
  case Kind::OptionsChanged:
    return Class::Options;
  case Kind::NestChanged:
    return Class::Set;
  case Kind::Added:
  case Kind::Removed:
    break;
  }
  bool isAdded = change.kind == Kind::Added;
  const Report::Pass &pass =
      isAdded ? after.passes[change.after] : before.passes[change.before];
  bool isInBoth = names[isAdded ? 0 : 1].contains(pass.node.name);
  return isInBoth || is_contained(pass.kinds, "cleanup") ? Class::Cost
                                                         : Class::Set;
}

/// The party that has edited what another had put there.
std::optional<Origin> ChangeClassifier::findEditor(const PassChange &change,
                                                   const NodeRef &node) {
  using Edit = EditTrace::Kind;
  for (auto [index, edit] : enumerate(after.changes)) {
    bool isGone = edit.kind == Edit::Removed || edit.kind == Edit::Replaced;
    if (change.kind == Kind::Removed
            ? isGone && !isUsed[index] && edit.node.name == node.name
            : (change.kind == Kind::Moved && edit.kind == Edit::Moved) ||
                  (change.kind == Kind::OptionsChanged &&
                   edit.kind == Edit::OptionsSet)) {
      if (!isGone && edit.node.position != change.after)
        continue;
      isUsed[index] = isGone;
      return edit.origin;
    }
  }
  return std::nullopt;
}

PipelineDiff::ChangedPass ChangeClassifier::classify(const PassChange &change) {
  const Report &report = change.after < 0 ? before : after;
  const Report::Pass &pass =
      report.passes[change.after < 0 ? change.before : change.after];
  PipelineDiff::ChangedPass changed{change, findClass(change),
                                    pass.node.origin};
  changed.editor = findEditor(change, pass.node);
  if (pass.bundle >= 0)
    changed.bundle = report.bundles[pass.bundle].node.name;
  return changed;
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

/// What is the same about a finding wherever it stands.
static std::string getFindingKey(const Diagnostic &finding) {
  return getFingerprint("", finding) + stringify(finding.severity).str();
}

static void countKeys(ArrayRef<Diagnostic> findings,
                      StringMap<unsigned> &counts) {
  for (const Diagnostic &finding : findings) {
    ++counts[getFindingKey(finding)];
    countKeys(finding.follows, counts);
  }
}

/// Adds what is not among `counts`. Findings that follow from a new one are
/// added with it.
static void addMissing(ArrayRef<Diagnostic> findings,
                       StringMap<unsigned> &counts, bool isNew,
                       std::vector<PipelineDiff::ChangedFinding> &into) {
  for (const Diagnostic &finding : findings) {
    unsigned &count = counts[getFindingKey(finding)];
    if (count == 0) {
      into.push_back({isNew, finding});
      continue;
    }
    --count;
    addMissing(finding.follows, counts, isNew, into);
  }
}

static std::vector<PipelineDiff::ChangedFinding>
compareFindings(const Report &before, const Report &after) {
  std::vector<PipelineDiff::ChangedFinding> changed;
  for (bool isNew : {true, false}) {
    StringMap<unsigned> counts;
    countKeys((isNew ? before : after).findings, counts);
    addMissing((isNew ? after : before).findings, counts, isNew, changed);
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

using ChangedConstraint = PipelineDiff::ChangedConstraint;

static std::vector<ChangedConstraint> compareConstraints(const Report &before,
                                                         const Report &after) {
  using Kind = ChangedConstraint::Kind;
  using State = Report::Constraint::State;
  // What contracts ask for of what is in one pipeline or the other, each entry
  // once: whether it is there before and after, and how many passes violate it.
  struct Row {
    ChangedConstraint what;
    bool isThere[2] = {};
    unsigned broken[2] = {};
  };
  std::vector<Row> rows;
  StringMap<size_t> numbers;
  auto add = [&](const Report::Constraint &entry, bool isAfter) {
    if (entry.state == State::Vacuous)
      return;
    std::string text = ("'" + entry.owner.name + "' " + stringify(entry.word) +
                        " " + entry.target)
                           .str();
    auto [it, isNew] = numbers.try_emplace(text, rows.size());
    if (isNew)
      rows.push_back(
          {{Kind::New, text, entry.strength, entry.reason, entry.source}});
    Row &row = rows[it->second];
    row.isThere[isAfter] = true;
    row.broken[isAfter] += entry.state == State::Broken;
  };
  for (bool isAfter : {true, false}) {
    const Report &report = isAfter ? after : before;
    for (const Report::Constraint &one : report.constraints)
      if (!one.isAdvice)
        add(one, isAfter);
    for (const Report::Requirement &one : report.requirements)
      add(one, isAfter);
  }
  std::vector<ChangedConstraint> changed;
  for (Row &row : rows) {
    auto [wasThere, isThere] = row.isThere;
    auto [wasBroken, isBroken] = row.broken;
    if (wasThere && isThere && wasBroken == isBroken)
      continue;
    row.what.kind = !isThere               ? Kind::Gone
                    : isBroken > wasBroken ? Kind::Violated
                    : !wasThere            ? Kind::New
                                           : Kind::Kept;
    changed.push_back(std::move(row.what));
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

static std::vector<PipelineDiff::ChangedContents>
compareContents(const Report &before, const Report &after) {
  using State = PipelineDiff::ChangedContents::State;
  // Contents first, each by name.
  std::map<std::pair<bool, StringRef>, std::array<State, 2>> ends;
  for (bool isAfter : {false, true}) {
    const Report &report = isAfter ? after : before;
    for (bool isProperty : {false, true})
      for (const Report::Timeline &line :
           isProperty ? report.properties : report.contents) {
        const Report::Timeline::Span &last = line.spans.back();
        if (last.end <= report.passes.size())
          continue;
        ends[{isProperty, line.name}][isAfter] =
            last.isCertain ? State::Certain : State::Possible;
      }
  }
  std::vector<PipelineDiff::ChangedContents> changed;
  for (const auto &[key, states] : ends)
    if (states[0] != states[1])
      changed.push_back({key.second.str(), key.first, states[0], states[1]});
  return changed;
}

PipelineDiff pmb::makeDiff(const Report &before, const Report &after) {
  PipelineDiff diff;
  diff.before = makeSide(before);
  diff.after = makeSide(after);
  diff::Comparison comparison = diff::compare(before, after);
  diff.rows = std::move(comparison.rows);
  ChangeClassifier classifier(before, after);
  for (const PassChange &change : comparison.changes)
    diff.passes.push_back(classifier.classify(change));
  diff.findings = compareFindings(before, after);
  if (before.isExplained && after.isExplained) {
    diff.constraints = compareConstraints(before, after);
    diff.contents = compareContents(before, after);
  }
  return diff;
}

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

/// All that is said of a difference but the names of the variants.
static std::string describeWithoutNames(PipelineDiff diff) {
  diff.before.variant.clear();
  diff.after.variant.clear();
  std::string text;
  raw_string_ostream os(text);
  printDiff(os, diff, DiffFormat::Json);
  return text;
}

/// The report of a variant; null if there is none.
static const Report *findVariant(ArrayRef<Report> reports, StringRef name) {
  const auto *it =
      find_if(reports, [&](const Report &one) { return one.variant == name; });
  return it == reports.end() ? nullptr : &*it;
}

std::vector<PipelineDiff> pmb::diffVariants(ArrayRef<Report> before,
                                            ArrayRef<Report> after) {
  std::vector<PipelineDiff> diffs;
  StringMap<size_t> known;
  auto add = [&](PipelineDiff diff) {
    auto [it, isNew] =
        known.try_emplace(describeWithoutNames(diff), diffs.size());
    if (isNew)
      diffs.push_back(std::move(diff));
    else
      diffs[it->second].sameIn.push_back(diff.after.variant);
  };
  // In the place of what is not there.
  auto makeNone = [](ArrayRef<Report> others, const Report &report) {
    Report none;
    none.input = others.empty() ? report.input : others.front().input;
    none.variant = report.variant;
    none.root = report.root;
    none.isExplained = report.isExplained;
    none.isInputKnown = report.isInputKnown;
    return none;
  };
  for (const Report &report : after)
    if (const Report *old = findVariant(before, report.variant))
      add(makeDiff(*old, report));
    else
      add(makeDiff(makeNone(before, report), report));
  for (const Report &report : before)
    if (!findVariant(after, report.variant))
      add(makeDiff(report, makeNone(after, report)));
  return diffs;
}
