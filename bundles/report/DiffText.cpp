//===- DiffText.cpp - Differences of pipelines as text ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/DiffSupport.h"
#include "bundles/report/MarkdownText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;
using pmb::report::countOf;
using pmb::report::toUTF8;
using Class = PipelineDiff::Class;

ArrayRef<NamedChoice<DiffFormat>> pmb::getDiffFormats() {
  static constexpr NamedChoice<DiffFormat> formats[] = {
#define PMB_DIFF_FORMAT(ENUM, NAME, WHAT) {DiffFormat::ENUM, NAME, WHAT},
#include "bundles/report/DiffFormats.def"
#undef PMB_DIFF_FORMAT
  };
  return formats;
}

void pmb::printDiff(raw_ostream &os, ArrayRef<PipelineDiff> diffs,
                    DiffFormat format) {
  switch (format) {
#define PMB_DIFF_FORMAT(ENUM, NAME, WHAT)                                      \
  case DiffFormat::ENUM:                                                       \
    return diff::print##ENUM(os, diffs);
#include "bundles/report/DiffFormats.def"
#undef PMB_DIFF_FORMAT
  }
}

//===----------------------------------------------------------------------===//
// In words
//===----------------------------------------------------------------------===//

std::string diff::summarize(const PipelineDiff::Side &side) {
  std::string passes = countOf(side.passes.size(), "pass");
  return side.wasChecked ? passes + ", " + countOf(side.errors, "error") +
                               ", " + countOf(side.warnings, "warning")
                         : passes;
}

std::string diff::summarize(const PipelineDiff &diff) {
  std::string text;
  unsigned all = 0;
  for (const NamedChoice<PipelineDiff::Class> &info : getDiffClasses())
    if (unsigned count = diff.count(info.value)) {
      text += (text.empty() ? "" : ", ") + std::to_string(count) + " " +
              info.name.str();
      all += count;
    }
  return all            ? countOf(all, "change") + ": " + text
         : diff.empty() ? "no changes"
                        : "no changes that are counted";
}

std::vector<std::string> diff::getRemarks(const PipelineDiff &diff) {
  std::vector<std::string> remarks;
  if (diff.before.isInputKnown != diff.after.isInputKnown)
    remarks.push_back("the contents of the input are known of one of the two "
                      "only, so what is there at the end differs");
  if (!diff.sameIn.empty())
    remarks.push_back("it is the same in " +
                      report::listNames(diff.sameIn, "'", ", "));
  return remarks;
}

std::string diff::describe(ArrayRef<PassChange::Option> options) {
  auto describeOne = [](const PassChange::Option &option) {
    return option.name + ": " + option.before.value_or("(none)") + " -> " +
           option.after.value_or("(none)");
  };
  return toUTF8(join(map_range(options, describeOne), "; "));
}

std::string diff::describe(const PassChange &change) {
  using Kind = PassChange::Kind;
  bool isOld = change.kind == Kind::Removed || change.kind == Kind::Moved;
  std::string text = toUTF8(change.pass) + ", pass " +
                     std::to_string(isOld ? change.before : change.after);
  if (change.kind == Kind::Moved)
    text += " -> " + std::to_string(change.after);
  if (change.kind == Kind::OptionsChanged)
    text += ": " + describe(change.options);
  if (change.kind == Kind::NestChanged)
    text += ": " + toUTF8(change.nestBefore + " -> " + change.nestAfter);
  return text;
}

/// The owner of a pass, and the parties that have changed it.
static std::vector<std::string>
listParties(const PipelineDiff::ChangedPass &changed) {
  using Kind = PassChange::Kind;
  auto describe = [](const Origin &origin) {
    return toUTF8(report::describeOrigin(origin));
  };
  std::vector<std::string> lines;
  if (changed.editor) {
    StringRef what = changed.change.kind == Kind::Removed ? "removed by "
                     : changed.change.kind == Kind::Moved ? "moved by "
                                                          : "set by ";
    lines.push_back(what.str() + describe(*changed.editor));
  }
  lines.push_back("from " + describe(changed.origin));
  if (!changed.bundle.empty())
    lines.back() += ", in bundle '" + toUTF8(changed.bundle) + "'";
  return lines;
}

static diff::Entry makeEntry(const PipelineDiff::ChangedPass &changed) {
  static constexpr char marks[] = {'+', '-', '>', '~', '~'};
  return {marks[size_t(changed.change.kind)], diff::describe(changed.change),
          listParties(changed), changed.changeClass};
}

static diff::Entry makeEntry(const PipelineDiff::ChangedContents &changed) {
  using State = PipelineDiff::ChangedContents::State;
  std::string text =
      (changed.isProperty ? "property '" : "") + toUTF8(changed.name);
  if (changed.isProperty)
    text += "'";
  bool isNew = changed.before == State::Absent;
  bool isGone = changed.after == State::Absent;
  if (!isNew && !isGone)
    text +=
        (": " + stringify(changed.before) + " -> " + stringify(changed.after))
            .str();
  else if (!changed.isProperty)
    text += (", " + stringify(isNew ? changed.after : changed.before)).str();
  return {isNew    ? '+'
          : isGone ? '-'
                   : '~',
          std::move(text),
          {},
          Class::Contents};
}

static diff::Entry makeEntry(const PipelineDiff::ChangedFinding &changed) {
  const Diagnostic &finding = changed.finding;
  diff::Entry entry{changed.isNew ? '+' : '-',
                    report::describeFinding(finding)};
  if (!changed.isNew)
    return entry;
  if (changed.isCounted())
    entry.changeClass = Class::Findings;
  for (const DiagnosticLine &line : report::getLines(finding))
    if (line.kind != DiagnosticLine::Kind::Source)
      entry.details.push_back((line.getLabel() + line.text).str());
  return entry;
}

static diff::Entry makeEntry(const PipelineDiff::ChangedConstraint &changed) {
  using Kind = PipelineDiff::ChangedConstraint::Kind;
  static constexpr char marks[] = {'+', '-', '!', '='};
  diff::Entry entry{marks[size_t(changed.kind)],
                    toUTF8(changed.text) +
                        (changed.strength == Strength::Weak ? ", weak" : "")};
  if (changed.kind == Kind::Violated)
    entry.text += ": is violated";
  if (changed.kind == Kind::Kept)
    entry.text += ": is not violated any more";
  std::string reason = toUTF8(changed.reason);
  if (!changed.source.empty())
    reason += (reason.empty() ? "[" : " [") + toUTF8(changed.source) + "]";
  if (!reason.empty() && changed.kind != Kind::Gone)
    entry.details.push_back(std::move(reason));
  return entry;
}

std::vector<diff::Section> diff::makeSections(const PipelineDiff &diff) {
  std::vector<Section> sections;
  auto add = [&](StringLiteral title, const auto &changes) {
    if (changes.empty())
      return;
    sections.push_back({title, {}});
    for (const auto &change : changes)
      sections.back().entries.push_back(makeEntry(change));
  };
  add("passes", diff.passes);
  add("at the end", diff.contents);
  add("findings", diff.findings);
  add("constraints", diff.constraints);
  return sections;
}

//===----------------------------------------------------------------------===//
// Text and Markdown
//===----------------------------------------------------------------------===//

/// Marks stand at the begin of lines, where a `diff` in Markdown has them.
static void printSections(raw_ostream &os, const PipelineDiff &diff) {
  for (const diff::Section &section : diff::makeSections(diff)) {
    os << section.title << ":\n";
    for (const diff::Entry &entry : section.entries) {
      os << entry.mark << ' ' << entry.text;
      if (entry.changeClass)
        os << " [" << stringify(*entry.changeClass) << "]";
      os << '\n';
      for (const std::string &line : entry.details)
        os << "      " << line << '\n';
    }
  }
}

void diff::printText(raw_ostream &os, ArrayRef<PipelineDiff> diffs) {
  for (const PipelineDiff &diff : diffs) {
    os << report::getTitle(diff.before) << ": " << summarize(diff.before)
       << '\n'
       << report::getTitle(diff.after) << ": " << summarize(diff.after) << '\n';
    printSections(os, diff);
    for (const std::string &remark : getRemarks(diff))
      os << "note: " << remark << '\n';
    os << summarize(diff) << '\n';
    if (&diff != &diffs.back())
      os << '\n';
  }
}

void diff::printMarkdown(raw_ostream &os, ArrayRef<PipelineDiff> diffs) {
  for (const PipelineDiff &diff : diffs) {
    os << "### " << quoteCode(report::getTitle(diff.before)) << " -> "
       << quoteCode(report::getTitle(diff.after)) << "\n\n**" << summarize(diff)
       << "** (" << summarize(diff.before) << " -> " << summarize(diff.after)
       << ")\n\n";
    for (const std::string &remark : getRemarks(diff))
      os << "Note: " << quoteCode(remark) << ".\n\n";
    if (diff.empty())
      continue;
    // No line begins with backticks: a mark, a blank or a title does.
    os << "```diff\n";
    printSections(os, diff);
    os << "```\n\n";
  }
}
