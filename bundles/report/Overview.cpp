//===- Overview.cpp - A pipeline in lines ---------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Escaping.h"
#include "builder/passes/Item.h"
#include "bundles/report/Report.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include <array>

using namespace pmb;
using namespace llvm;

/// What terminals usually have room for.
static constexpr size_t lineWidth = 120;

/// As many of `items` as fit, at least one, and how many more there are.
static std::string listWithin(ArrayRef<std::string> items, size_t width) {
  std::string text;
  size_t shown = 0;
  for (const std::string &item : items) {
    std::string next = (shown ? ", " : "") + escape(item);
    size_t left = items.size() - shown - 1;
    std::string more =
        left ? ", ... (" + std::to_string(left) + " more)" : std::string();
    if (shown && text.size() + next.size() + more.size() > width)
      break;
    text += next;
    ++shown;
  }
  if (size_t left = items.size() - shown)
    text += ", ... (" + std::to_string(left) + " more)";
  return text;
}

namespace {
/// Items of one dialect, or kind of type.
struct ItemGroup {
  std::vector<std::string> items;
  size_t certain = 0;
  bool hasDialect = false;
};
} // namespace

/// Items for a line: what is certain first, and several of one dialect as one,
/// `arith.* (22)`, with a question mark if none of them is certain.
static std::vector<std::string> summarize(ArrayRef<std::string> certain,
                                          ArrayRef<std::string> possible) {
  MapVector<StringRef, ItemGroup> groups;
  auto add = [&](StringRef text, bool isCertain) {
    Item item(text);
    ItemGroup &group = groups[item.isCast() ? text : item.getRoot()];
    group.hasDialect |= item.isDialect();
    group.certain += isCertain;
    group.items.push_back(text.str() + (isCertain ? "" : "?"));
  };
  for (const std::string &item : certain)
    add(item, /*isCertain=*/true);
  for (const std::string &item : possible)
    add(item, /*isCertain=*/false);
  constexpr size_t many = 3;
  auto sorted = groups.takeVector();
  llvm::stable_sort(sorted, [](const auto &a, const auto &b) {
    auto key = [](const auto &entry) {
      return std::make_pair(Item(entry.first).isCast(), !entry.second.certain);
    };
    return key(a) < key(b);
  });
  std::vector<std::string> texts;
  for (auto &[root, group] : sorted)
    if (group.items.size() < many && !group.hasDialect)
      append_range(texts, group.items);
    else
      texts.push_back(
          (root +
           (group.hasDialect ? "" : ".* (" + Twine(group.items.size()) + ")") +
           (group.certain ? "" : "?"))
              .str());
  return texts;
}

namespace {
/// The cells of one line.
struct OverviewLine {
  std::string name, origin;
  std::vector<std::string> goes, comes, holds;
};
} // namespace

static OverviewLine makeOverviewLine(const Report &report,
                                     const Report::Pass &pass) {
  OverviewLine line;
  line.name = std::string(2 * pass.nests.size(), ' ') + escape(pass.node.name);
  const Origin &origin = pass.node.origin;
  line.origin = origin.str();
  // Most are from the input itself.
  StringRef place = line.origin;
  if (origin.kind == Origin::Kind::File && origin.name == report.input &&
      place.consume_front(escape(origin.name)) && !place.empty())
    line.origin = place.str();
  const Report::Work &work = pass.work;
  line.goes = summarize(work.goes, work.goesInPart);
  line.comes = summarize(work.comes, work.mayCome);
  for (const std::string &property : work.begins)
    line.holds.push_back("+" + property);
  for (const std::string &property : work.ends)
    line.holds.push_back("-" + property);
  std::vector<std::string> left;
  for (const Report::Work::Left &one : work.leaves)
    if (one.isCertain)
      append_range(left, one.items);
  for (const std::string &item : summarize(left, {}))
    line.goes.push_back("(leaves " + item + ")");
  if (!pass.hasContract)
    line.goes.push_back("(no contract)");
  return line;
}

/// What is there at a point: 0 for the start, the number of passes for the end.
static std::vector<std::string> listThere(const Report &report, size_t point) {
  std::vector<std::string> certain, possible;
  for (const Report::Timeline &line : report.contents)
    if (const auto *span = Report::Timeline::find(line.spans, point))
      (span->isCertain ? certain : possible).push_back(line.name);
  return summarize(certain, possible);
}

/// The columns of a line; lists of what goes and comes are cut to these widths.
static std::array<std::string, 5>
makeColumns(const OverviewLine &line, size_t goesRoom, size_t comesRoom) {
  return {line.name, line.origin, listWithin(line.goes, goesRoom),
          listWithin(line.comes, comesRoom), listWithin(line.holds, lineWidth)};
}

void pmb::printOverview(raw_ostream &os, const Report &report) {
  std::vector<OverviewLine> lines;
  lines.reserve(report.passes.size());
  for (const Report::Pass &pass : report.passes)
    lines.push_back(makeOverviewLine(report, pass));
  constexpr size_t numbers = 5, gaps = 8;
  constexpr size_t widest[] = {40, 30, lineWidth, lineWidth, lineWidth};
  const std::array<std::string, 5> titles{"pass", "added by", "goes", "comes",
                                          "holds"};
  std::array<size_t, 5> widths;
  for (auto [width, title] : zip(widths, titles))
    width = title.size();
  for (const OverviewLine &line : lines)
    for (auto [width, text, most] :
         zip(widths, makeColumns(line, lineWidth, lineWidth), widest))
      width = std::max(width, std::min(text.size(), most));
  auto &[name, origin, goes, comes, holds] = widths;
  // What goes and what comes share the room that is left, at least some.
  size_t used = numbers + name + origin + holds + gaps;
  size_t room = std::max<size_t>(40, lineWidth - std::min(used, lineWidth));
  size_t goesRoom = std::max(room / 2, room - std::min(room, comes));
  size_t comesRoom = std::max(room / 2, room - std::min(room, goes));
  goes = std::min(goes, goesRoom);
  comes = std::min(comes, comesRoom);

  os << escape(report.root) << ", with " << (report.isInputKnown ? "" : "un")
     << "known contents\n";
  auto printThere = [&](StringRef where, size_t point) {
    std::string items = listWithin(listThere(report, point), lineWidth - 12);
    if (!items.empty())
      os << where << ": " << items << '\n';
  };
  printThere("at the start", 0);
  auto printLine = [&](StringRef number,
                       const std::array<std::string, 5> &columns) {
    std::string text;
    raw_string_ostream stream(text);
    stream << right_justify(number, 3);
    for (auto [column, width] : zip(columns, widths))
      stream << "  " << left_justify(column, width);
    os << StringRef(text).rtrim(' ') << '\n';
  };
  if (!lines.empty())
    printLine("", titles);
  for (auto [position, line] : enumerate(lines))
    printLine(std::to_string(position), makeColumns(line, goesRoom, comesRoom));
  printThere("in the end", report.passes.size());
  size_t possible = count_if(report.possible, [](const Diagnostic &finding) {
    return finding.code != DiagnosticCode::Advice;
  });
  if (possible)
    os << possible << (possible == 1 ? " thing is" : " things are")
       << " possible and no finding; --explain=full shows more\n";
  os << '\n';
}
