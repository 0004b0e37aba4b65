//===- DiffHtml.cpp - Differences of pipelines as a page ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both pipelines side by side, in a table with the rows of the difference, and
// below it what that does. It has the style of the page of pictures, and no
// script.
//
//===----------------------------------------------------------------------===//

#include "bundles/report/DiffSupport.h"
#include "bundles/report/HtmlPage.h"
#include "bundles/report/PageTexts.h"
#include "llvm/ADT/DenseMap.h"

using namespace pmb;
using namespace llvm;
using pmb::report::html;
using pmb::report::toUTF8;
using Kind = PassChange::Kind;

/// `moved to` or `moved from` with a number, and the others in a word.
static std::string describeMark(const PassChange &change, bool isAfter) {
  switch (change.kind) {
  case Kind::Moved:
    return isAfter ? "moved from " + std::to_string(change.before)
                   : "moved to " + std::to_string(change.after);
  case Kind::OptionsChanged:
    return "options";
  case Kind::NestChanged:
    return "nest";
  default:
    return stringify(change.kind).str();
  }
}

/// The two pipelines of one difference.
static void printSideBySide(raw_ostream &os, const PipelineDiff &diff) {
  // What has become of a pass before, and where a pass after is from.
  using Changes = SmallVector<const PipelineDiff::ChangedPass *, 2>;
  DenseMap<int, Changes> before, after;
  for (const PipelineDiff::ChangedPass &changed : diff.passes) {
    if (changed.change.before >= 0)
      before[changed.change.before].push_back(&changed);
    if (changed.change.after >= 0)
      after[changed.change.after].push_back(&changed);
  }
  auto printCell = [&](int position, bool isAfter) {
    if (position < 0) {
      os << "<td class=i></td><td class=none></td>";
      return;
    }
    const Changes &changes = (isAfter ? after : before)[position];
    const PipelineDiff::Side::Pass &pass =
        (isAfter ? diff.after : diff.before).passes[position];
    os << "<td class=i>" << position << "</td><td class=\"x"
       << (changes.empty() ? ""
           : isAfter       ? " is"
                           : " was")
       << "\"><span class=n>" << html(toUTF8(pass.text)) << "</span>";
    for (const PipelineDiff::ChangedPass *changed : changes) {
      os << " <span class=k>" << html(describeMark(changed->change, isAfter))
         << "</span>";
      if (isAfter && !changed->change.options.empty())
        os << "<div class=e>" << html(diff::describe(changed->change.options))
           << "</div>";
    }
    if (!changes.empty())
      os << "<div class=o>" << html(toUTF8(pass.origin.str())) << "</div>";
    os << "</td>";
  };
  os << "<div class=w role=region tabindex=0 aria-label=\"The passes of both, "
        "side by side\"><table class=diff><thead><tr><th scope=col><span "
        "class=vh>number</span></th><th scope=col>"
     << html(report::getTitle(diff.before))
     << "</th><th scope=col><span class=vh>number</span></th><th scope=col>"
     << html(report::getTitle(diff.after)) << "</th></tr></thead><tbody>\n";
  for (const PipelineDiff::Row &row : diff.rows) {
    os << "<tr>";
    printCell(row.before, /*isAfter=*/false);
    printCell(row.after, /*isAfter=*/true);
    os << "</tr>\n";
  }
  os << "</tbody></table></div>\n";
}

static void printEntry(raw_ostream &os, const diff::Entry &entry) {
  StringRef word = entry.mark == '+'   ? "new"
                   : entry.mark == '-' ? "gone"
                   : entry.mark == '>' ? "moved"
                   : entry.mark == '!' ? "violated"
                   : entry.mark == '=' ? "kept"
                                       : "changed";
  bool isBad = entry.changeClass == PipelineDiff::Class::Findings;
  os << "<li class=" << (isBad ? "violated" : word) << "><b>" << word
     << "</b> <code>" << html(entry.text) << "</code>";
  if (entry.changeClass)
    os << " <span class=k>" << stringify(*entry.changeClass) << "</span>";
  for (const std::string &line : entry.details)
    os << "<div class=e>" << html(line) << "</div>";
  os << "</li>\n";
}

void diff::printHtml(raw_ostream &os, ArrayRef<PipelineDiff> diffs) {
  StringRef title = "Pass pipelines compared";
  report::printPageHead(os, title, title, texts::diffStyle, /*script=*/"");
  os << "<main>\n";
  for (const PipelineDiff &diff : diffs) {
    os << "<section><div class=intro><h2>"
       << html(report::getTitle(diff.before) + " \xe2\x86\x92 " +
               report::getTitle(diff.after))
       << "</h2>\n<p><b>" << summarize(diff)
       << "</b></p><p>Before: " << summarize(diff.before)
       << ". After: " << summarize(diff.after) << ".</p>\n";
    for (const std::string &remark : getRemarks(diff))
      os << "<p>Note: " << html(remark) << ".</p>\n";
    os << "</div>\n";
    printSideBySide(os, diff);
    for (const Section &section : makeSections(diff)) {
      os << "<div class=intro><h3>" << section.title << "</h3><ul class=c>\n";
      for (const Entry &entry : section.entries)
        printEntry(os, entry);
      os << "</ul></div>\n";
    }
    os << "</section>\n";
  }
  os << "</main>\n</body></html>\n";
}
