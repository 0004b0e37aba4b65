//===- GraphRun.cpp - A run in the picture of its pipeline ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/GraphRun.h"
#include "builder/diagnostics/Escaping.h"
#include "bundles/report/JsonSupport.h"
#include "bundles/report/TextAlignment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;
using graph::Drawing;
using graph::RunPage;
using report::countOf;
using report::describeChange;
using report::formatTime;
using report::html;
using report::printTerm;
using report::toUTF8;
using Row = Graph::Row;

/// Several lines, all as they are but what is not ASCII, which MLIR prints in
/// no place where it matters.
static std::string showText(StringRef text) {
  auto isPlain = [](char c) { return isPrint(c) || c == '\n' || c == '\t'; };
  std::string shown;
  while (!text.empty()) {
    StringRef plain = text.take_while(isPlain);
    StringRef other = text.drop_front(plain.size()).take_until(isPlain);
    shown += plain;
    shown += escape(other);
    text = text.drop_front(plain.size() + other.size());
  }
  return shown;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

RunPage::RunPage(const Drawing &drawing)
    : drawing(drawing), report(drawing.report), run(report.run.get()) {
  if (!run)
    return;
  differences = report::findDifferences(report);
  total = run->getTime();
}

const PassRun *RunPage::getPass(const Row &row) const {
  return run && row.kind == Row::Kind::Pass ? &run->passes[row.index] : nullptr;
}

StringRef RunPage::getClass(const Row &row) const {
  const PassRun *pass = getPass(row);
  if (!pass || !run->hasEnded)
    return "";
  return pass->isIdle() ? " idle" : pass->executions ? "" : " unrun";
}

/// What has a finding, or differs from what was predicted, is to be seen.
bool RunPage::isFolded(size_t at) const {
  const Row &row = drawing.graph.rows[at];
  const PassRun *pass = getPass(row);
  return pass && run->hasEnded && pass->isIdle() && row.findings.empty() &&
         differences[row.index].empty();
}

size_t RunPage::countFolded(size_t at) const {
  if (!isFolded(at) || (at && isFolded(at - 1)))
    return 0;
  size_t end = at;
  while (end < drawing.graph.rows.size() && isFolded(end))
    ++end;
  return end - at;
}

void RunPage::printFold(raw_ostream &os, size_t at, size_t count) const {
  ArrayRef<Row> rows = ArrayRef(drawing.graph.rows).slice(at, count);
  uint64_t time = 0;
  for (const Row &row : rows)
    time += getPass(row)->time;
  auto getName = [&](const Row &row) { return drawing.getName(row); };
  std::string names = join(map_range(rows.take_front(6), getName), ", ");
  if (count > 6)
    names += ", \xe2\x80\xa6";
  os << "<tr class=fold hidden data-n=" << count
     << "><td class=g></td><th class=i></th><td class=x><button type=button "
        "aria-expanded=false>"
     << html(countOf(count, "pass") + " changed nothing: " + names + " (" +
             formatTime(time) + ")")
     << "</button></td></tr>\n";
}

void RunPage::printSpans(raw_ostream &os, const Row &row) const {
  if (!run || !run->hasEnded)
    return;
  auto print = [&](StringRef style, const std::string &text) {
    os << " <span class=\"r" << style << "\">" << html(text) << "</span>";
  };
  auto printTime = [&](uint64_t time) {
    print("", formatTime(time));
    os << " <meter max=" << std::max<uint64_t>(total, 1) << " value=" << time
       << " aria-hidden=true></meter>";
  };
  if (row.kind == Row::Kind::Bundle) {
    const Report::Bundle &bundle = report.bundles[row.index];
    uint64_t time = 0;
    for (size_t i = bundle.begin; i < bundle.end; ++i)
      time += run->passes[i].time;
    if (bundle.begin < bundle.end)
      printTime(time);
  }
  const PassRun *pass = getPass(row);
  if (!pass)
    return;
  if (!pass->executions)
    return print("", "did not run");
  printTime(pass->time);
  if (pass->executions > 1)
    print("", "on " + std::to_string(pass->executions) + " operations");
  if (pass->failed)
    print(" bad", "failed");
  std::string change = describeChange(pass->operations);
  print("", !pass->changed   ? "changed nothing"
            : change.empty() ? "changed something"
                             : change);
  if (!differences[row.index].empty())
    print(" bad", "differs from what was predicted");
}

//===----------------------------------------------------------------------===//
// Details
//===----------------------------------------------------------------------===//

/// A piece of both texts; the middle of a long one is folded.
static void printSame(raw_ostream &os, ArrayRef<StringRef> lines, bool isFirst,
                      bool isLast) {
  constexpr size_t around = 3, shortest = 5;
  size_t before = isFirst ? 0 : around, after = isLast ? 0 : around;
  auto print = [&](ArrayRef<StringRef> part) {
    if (!part.empty())
      os << "<div class=s>" << html(showText(join(part, ""))) << "</div>";
  };
  if (lines.size() < before + after + shortest)
    return print(lines);
  print(lines.take_front(before));
  ArrayRef<StringRef> folded = lines.drop_front(before).drop_back(after);
  os << "<details class=u><summary>" << folded.size()
     << " lines that are the same</summary>";
  print(folded);
  os << "</details>";
  print(lines.take_back(after));
}

/// What only one of the two has; what the other does not have of a line is
/// marked.
static void printChanged(raw_ostream &os, StringRef removed, StringRef added) {
  constexpr size_t longest = 1 << 16;
  bool isCompared = !removed.empty() && !added.empty() &&
                    removed.size() + added.size() < longest;
  std::vector<TextPiece> words;
  if (isCompared)
    words = alignWords(removed, added);
  for (auto [sign, tag, text] :
       {std::tuple('-', "del", removed), std::tuple('+', "ins", added)}) {
    if (text.empty())
      continue;
    os << "<" << tag << ">";
    if (!isCompared)
      os << html(showText(text));
    char last = ' ';
    std::string piece;
    auto flush = [&] {
      if (!piece.empty())
        os << (last == ' ' ? "" : "<b>") << html(showText(piece))
           << (last == ' ' ? "" : "</b>");
      piece.clear();
    };
    for (const TextPiece &word : words) {
      if (word.sign != ' ' && word.sign != sign)
        continue;
      if (word.sign != last)
        flush();
      last = word.sign;
      piece += word.text;
    }
    flush();
    os << "</" << tag << ">";
  }
}

/// The two texts in one: the first is all but what is inserted.
static void printDifference(raw_ostream &os, const PassRun::Text &text) {
  // Where very much differs, it is enough to see that.
  std::vector<TextPiece> lines =
      alignLines(text.before, text.after, /*maxDifferences=*/1 << 11);
  os << "<div class=ir tabindex=0 role=region aria-label=\"The IR before and "
        "after\">";
  for (size_t at = 0; at < lines.size();) {
    size_t begin = at;
    std::string removed, added;
    std::vector<StringRef> same;
    for (; at < lines.size() && lines[at].sign == ' '; ++at)
      same.push_back(lines[at].text);
    if (!same.empty())
      printSame(os, same, begin == 0, at == lines.size());
    for (; at < lines.size() && lines[at].sign != ' '; ++at)
      (lines[at].sign == '-' ? removed : added) += lines[at].text;
    printChanged(os, removed, added);
  }
  os << "</div>";
}

static void printTexts(raw_ostream &os, ArrayRef<PassRun::Text> texts) {
  for (const PassRun::Text &text : texts) {
    os << "<dt>IR</dt><dd><details class=t><summary>" << html(toUTF8(text.on))
       << ", before and after</summary><p>This pass alone, on the IR before it "
          "in before.mlir: <code>"
       << html(showText(text.command)) << "</code></p>";
    printDifference(os, text);
    os << "</details></dd>\n";
  }
}

static std::string joinNames(ArrayRef<std::string> names) {
  return join(map_range(names, toUTF8), ", ");
}

void RunPage::printTerms(raw_ostream &os, const Row &row) const {
  const PassRun *pass = getPass(row);
  if (!pass || !pass->executions)
    return;
  std::string counts, there;
  for (const auto &[name, count] : pass->operations) {
    if (count.before != count.after)
      counts += (counts.empty() ? "" : ", ") + toUTF8(name) + " " +
                std::to_string(count.before) + " \xe2\x86\x92 " +
                std::to_string(count.after);
    if (count.after)
      there += (there.empty() ? "" : ", ") + toUTF8(name) + " " +
               std::to_string(count.after);
  }
  auto describeInside = [](const auto &entry) {
    return toUTF8(entry.first) + " " + std::to_string(entry.second.executions) +
           " \xc3\x97, " + formatTime(entry.second.time);
  };
  if (pass->executions > 1)
    printTerm(os, "ran",
              "on " + std::to_string(pass->executions) +
                  " operations, of which it changed " +
                  std::to_string(pass->changed));
  printTerm(os, "runs itself",
            join(map_range(pass->inside, describeInside), ", "));
  printTerm(os, "operations", counts);
  printTerm(os, "measured", there);
  const report::Difference &difference = differences[row.index];
  printTerm(os, "not predicted", joinNames(difference.unpredicted));
  printTerm(os, "predicted, not there", joinNames(difference.missing));
  printTexts(os, pass->texts);
}

//===----------------------------------------------------------------------===//
// Around the table
//===----------------------------------------------------------------------===//

static void printParts(raw_ostream &os, StringRef title, uint64_t total,
                       ArrayRef<report::TimePart> parts) {
  os << "<table class=sum><caption>" << title << "</caption><tbody>";
  for (const report::TimePart &part : parts)
    os << "<tr><th scope=row>" << html(part.name) << "</th><td>"
       << formatTime(part.time) << "</td><td>"
       << (total ? part.time * 100 / total : 0) << "%</td><td>"
       << countOf(part.passes, "pass") << "</td></tr>\n";
  os << "</tbody></table>";
}

void RunPage::printSummary(raw_ostream &os) const {
  if (!run)
    return;
  if (!run->hasEnded) {
    os << "<p><strong>This run has not ended, or the process was ended in it. "
          "What ran up to then stands at the end of the page.</strong></p>\n";
    return;
  }
  size_t ran = 0, idle = 0, differ = 0;
  for (auto [pass, difference] : zip(run->passes, differences)) {
    ran += pass.executions != 0;
    idle += pass.isIdle();
    differ += !difference.empty();
  }
  os << "<p>Run: " << formatTime(total) << " in passes on "
     << countOf(run->threads, "thread") << "; " << countOf(ran, "pass")
     << " ran, " << idle << " changed nothing";
  if (differ)
    os << ", behind " << differ << " the IR differs from what was predicted";
  os << ".</p>\n";
  if (run->withoutRoom)
    os << "<p>The IR of " << countOf(run->withoutRoom, "execution")
       << " is left out, as " << run->maxIRBytes
       << " bytes are the limit (<code>--report-ir-limit</code>).</p>\n";
  if (!ran)
    return;
  os << "<div class=sums>";
  printParts(os, "Time by bundle", total, report::sumByBundle(report));
  printParts(os, "Time by who put the passes there", total,
             report::sumByOwner(report));
  os << "</div>\n";
}

bool graph::printLogHead(raw_ostream &os, ArrayRef<Drawing> drawings) {
  if (all_of(drawings, [](const Drawing &drawing) {
        return !drawing.report.run || drawing.report.run->hasEnded;
      }))
    return false;
  os << "<section class=log><h2>What ran</h2><p>A line for each pass that "
        "began. The time is that of a pass that has ended.</p><table><thead>"
        "<tr><th scope=col>#<th scope=col>Pass<th scope=col>On<th "
        "scope=col>Time<th scope=col>What it did<tbody>\n";
  return true;
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

// Keys are sorted.

void graph::addOperations(report::Members &to,
                          const PassExecution::Counts &counts) {
  to.addEach("operations", counts, [](report::Members &one, const auto &entry) {
    one.add("after", entry.second.after);
    one.add("before", entry.second.before);
    one.add("name", entry.first);
  });
}

static void addParts(report::Members &to, StringRef key,
                     ArrayRef<report::TimePart> parts) {
  to.addEach(key, parts, [](report::Members &one, const auto &part) {
    one.add("name", part.name);
    one.add("passes", part.passes);
    one.add("time", part.time);
  });
}

void graph::writeRun(report::Members &to, const Report &report) {
  const PipelineRun &run = *report.run;
  if (!run.hasEnded)
    return to.add("ended", false);
  addParts(to, "bundles", report::sumByBundle(report));
  to.add("ended", true);
  if (run.keepsIR) {
    to.add("irLeftOut", run.withoutRoom);
    to.add("irLimit", run.maxIRBytes);
  }
  to.add("otherTime", run.otherTime);
  addParts(to, "owners", report::sumByOwner(report));
  to.add("threads", run.threads);
  to.add("time", run.getTime());
}

void graph::writePassRun(report::Members &to, const PassRun &run,
                         const report::Difference &difference, bool withIR) {
  to.add("changed", run.changed);
  to.add("executions", run.executions);
  to.addGiven("failed", run.failed);
  if (!run.inside.empty())
    to.addEach("inside", run.inside, [](auto &one, const auto &entry) {
      one.add("executions", entry.second.executions);
      one.add("name", entry.first);
      one.add("time", entry.second.time);
    });
  if (withIR && !run.texts.empty())
    to.addEach("ir", run.texts, [](auto &one, const PassRun::Text &text) {
      one.add("after", json::Value(showText(text.after)));
      one.add("before", json::Value(showText(text.before)));
      one.add("command", json::Value(showText(text.command)));
      one.add("on", text.on);
    });
  to.addGiven("missing", difference.missing);
  if (!run.operations.empty())
    addOperations(to, run.operations);
  to.add("time", run.time);
  to.addGiven("types", run.kinds);
  to.addGiven("unpredicted", difference.unpredicted);
}
