//===- GraphHtml.cpp - A page about pipelines -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The page has a table for each pipeline. page/graph.js adds search, filters
// and keys; all text is there without it.
//
//===----------------------------------------------------------------------===//

#include "bundles/report/GraphRun.h"
#include "bundles/report/PageTexts.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;
using graph::Drawing;
using graph::Parties;
using report::html;

static void printLegend(raw_ostream &os, const Parties &parties, bool hasRun) {
  os << "<details class=legend><summary>Legend and keys</summary><ul>";
  for (unsigned party = 0; party < parties.size(); ++party)
    os << "<li><span class=o><i style=\"--c:var(--o"
       << party % Parties::colorCount << ")\"></i>"
       << html(parties.getName(party)) << "</span></li>";
  os << "</ul>"
        "<p>Left: constraints as arcs, from what comes first to what comes "
        "later. Thick and red is violated, dashed is weak; what follows from "
        "other constraints is shown with a pass that is selected. Then the "
        "nests as lanes, the pipeline's operation first.</p>"
        "<p>Middle: the passes, with bundles as frames.</p>"
        "<p>Right: properties (green) and contents (blue) from where they "
        "begin to where they end; dashed is possible. A tick is where that "
        "changes. <q>+2</q> behind a name: two more have the same bar.</p>"
     << (hasRun
             ? "<p>A run: the time of a pass, how much that is of the whole, "
               "and what it changed. Passes that changed nothing are "
               "folded.</p>"
             : "")
     << "<p><kbd>j</kbd> next pass, <kbd>k</kbd> previous pass, <kbd>n</kbd> "
        "next finding, <kbd>/</kbd> search, <kbd>Esc</kbd> clear. The address "
        "has the filters and the selected pass.</p></details>\n";
}

void graph::printHtml(raw_ostream &os, ArrayRef<Drawing> drawings) {
  Parties parties(drawings);
  std::string title = drawings.empty()
                          ? std::string("nothing")
                          : report::getTitle(drawings.front().report);
  report::printPageHead(os, "Pass pipeline: " + html(title),
                        drawings.size() == 1 ? "Pass pipeline"
                                             : "Pass pipelines",
                        /*style=*/"", texts::graphScript);
  os << texts::pageFilter;
  printLegend(os, parties, any_of(drawings, [](const Drawing &drawing) {
                return drawing.report.run != nullptr;
              }));
  os << "<main>\n";
  for (size_t i = 0; i < drawings.size(); ++i)
    printTable(os, drawings[i], i, parties);
  os << "</main>\n<script type=application/json id=data>\n"
     << makeJson(drawings, /*withIR=*/false) << "</script>\n<script>"
     << texts::graphScript << "</script>\n";
  if (!printLogHead(os, drawings))
    os << "</body></html>\n";
}
