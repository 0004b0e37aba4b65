//===- Graph.cpp - A pipeline as a picture --------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/Graph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <queue>

using namespace pmb;
using namespace llvm;

using Row = Graph::Row;
using Arc = Graph::Arc;
using Span = Report::Timeline::Span;

namespace {
class GraphMaker {
public:
  explicit GraphMaker(const Report &report) : report(report) {}
  Graph make();

private:
  /// What stands in a bundle, or in none: to be sorted by where it begins.
  struct Element {
    size_t point;
    Row::Kind kind;
    size_t index;
  };

  bool hasPasses(const Element &element) const {
    return element.kind == Row::Kind::Pass ||
           (element.kind == Row::Kind::Bundle &&
            report.bundles[element.index].begin <
                report.bundles[element.index].end);
  }
  void collectElements();
  void addRows(int bundle, unsigned depth);
  void addLanes();
  void addArcs();
  void tie(int first, int second, Graph::Tie by, bool isViolated);
  void tieFinding(size_t index);
  int getRow(const NodeRef &node, int bundle = -1) const;
  void reduceArcs();
  void colorArcs();
  void addBars();

  const Report &report;
  Graph graph;
  /// By bundle, shifted by one: what is in none comes first.
  std::vector<std::vector<Element>> elements;
  std::map<std::pair<size_t, size_t>, size_t> arcNumbers;
};
} // namespace

//===----------------------------------------------------------------------===//
// Rows, frames and lanes
//===----------------------------------------------------------------------===//

void GraphMaker::collectElements() {
  elements.resize(report.bundles.size() + 1);
  auto add = [&](int bundle, Element element) {
    elements[bundle + 1].push_back(element);
  };
  for (auto [i, change] : enumerate(report.changes))
    if (change.kind == EditTrace::Kind::Removed ||
        change.kind == EditTrace::Kind::Replaced)
      add(change.bundle, {change.position, Row::Kind::Gone, i});
  for (auto [i, slot] : enumerate(report.slots))
    add(slot.bundle, {slot.position, Row::Kind::Slot, i});
  for (auto [i, bundle] : enumerate(report.bundles))
    add(bundle.parent, {bundle.begin, Row::Kind::Bundle, i});
  for (auto [i, pass] : enumerate(report.passes))
    add(pass.bundle, {i, Row::Kind::Pass, i});
  // At one place: what is gone, slots, empty bundles, and then what has passes.
  for (std::vector<Element> &list : elements)
    llvm::stable_sort(list, [&](const Element &a, const Element &b) {
      return std::tuple(a.point, hasPasses(a)) <
             std::tuple(b.point, hasPasses(b));
    });
}

void GraphMaker::addRows(int bundle, unsigned depth) {
  for (const Element &element : elements[bundle + 1]) {
    size_t at = graph.rows.size();
    graph.rows.push_back(
        {element.kind, element.index, element.point, 0, bundle});
    if (element.kind == Row::Kind::Pass)
      graph.passRows[element.index] = at;
    if (element.kind != Row::Kind::Bundle)
      continue;
    addRows(element.index, depth + 1);
    graph.frames[element.index] = {at, graph.rows.size(), depth};
  }
}

const NodeRef &Row::getNode(const Report &report) const {
  switch (kind) {
  case Kind::Pass:
    return report.passes[index].node;
  case Kind::Slot:
    return report.slots[index].node;
  case Kind::Bundle:
    return report.bundles[index].node;
  case Kind::Gone:
    return report.changes[index].node;
  }
  llvm_unreachable("unknown kind of row");
}

void GraphMaker::addLanes() {
  // Every path, and those around it, in the order of their first rows.
  StringMap<unsigned> order;
  std::vector<std::string> paths;
  auto note = [&](StringRef path) {
    if (order.try_emplace(path, paths.size()).second)
      paths.push_back(path.str());
  };
  note(report.root);
  for (const Row &row : graph.rows) {
    StringRef path = row.getNode(report).anchor;
    for (size_t end = path.find('/'); end != StringRef::npos;
         end = path.find('/', end + 1))
      note(path.take_front(end));
    if (!path.empty())
      note(path);
  }
  // Then each behind the one around it.
  std::vector<std::vector<unsigned>> inner(paths.size());
  for (unsigned i = 1; i < paths.size(); ++i) {
    auto around = order.find(StringRef(paths[i]).rsplit('/').first);
    bool hasOne = around != order.end() && around->second != i;
    inner[hasOne ? around->second : 0].push_back(i);
  }
  std::vector<unsigned> lanes(paths.size());
  auto add = [&](auto &&self, unsigned path, int parent,
                 unsigned depth) -> void {
    int lane = lanes[path] = graph.lanes.size();
    graph.lanes.push_back({paths[path], depth, parent});
    for (unsigned next : inner[path])
      self(self, next, lane, depth + 1);
  };
  add(add, 0, -1, 0);
  for (Row &row : graph.rows)
    if (auto it = order.find(row.getNode(report).anchor); it != order.end())
      row.lane = lanes[it->second];
}

//===----------------------------------------------------------------------===//
// Arcs
//===----------------------------------------------------------------------===//

int GraphMaker::getRow(const NodeRef &node, int bundle) const {
  if (bundle >= 0)
    return graph.frames[bundle].begin;
  bool isPass =
      node.position >= 0 && size_t(node.position) < graph.passRows.size();
  return isPass ? int(graph.passRows[node.position]) : -1;
}

void GraphMaker::tie(int first, int second, Graph::Tie by, bool isViolated) {
  if (first < 0 || second < 0 || first == second)
    return;
  auto [it, isNew] = arcNumbers.try_emplace(
      {std::min(first, second), std::max(first, second)}, graph.arcs.size());
  if (isNew)
    graph.arcs.emplace_back();
  Arc &arc = graph.arcs[it->second];
  // A finding may also refer to what is in order.
  bool isFinding = by.kind == Graph::Tie::Kind::Finding;
  if (isFinding && !isNew && !arc.isViolated)
    return;
  // What is wrong tells where it should be.
  if (isNew || (isViolated && !arc.isViolated)) {
    arc.first = first;
    arc.second = second;
  }
  arc.isViolated |= isViolated;
  arc.ties.push_back(by);
}

/// A finding is about its node and what its notes refer to.
void GraphMaker::tieFinding(size_t index) {
  const Diagnostic &finding = report.findings[index];
  int row = finding.node ? getRow(*finding.node) : -1;
  if (row < 0) {
    graph.otherFindings.push_back(index);
    return;
  }
  graph.rows[row].findings.push_back(index);
  if (finding.severity < Severity::Warning)
    return;
  SmallVector<int, 4> seen;
  for (const Note &note : finding.notes) {
    int other = note.node ? getRow(*note.node) : -1;
    if (is_contained(seen, other))
      continue;
    seen.push_back(other);
    tie(other, row, {Graph::Tie::Kind::Finding, index}, /*isViolated=*/true);
  }
}

void GraphMaker::addArcs() {
  using Word = ContractEntry::Word;
  auto add = [&](const auto &constraints, Graph::Tie::Kind kind) {
    for (size_t i = 0; i < constraints.size(); ++i) {
      const Report::Constraint &one = constraints[i];
      if (!one.other)
        continue;
      int owner = getRow(one.owner, one.ownerBundle);
      int other = getRow(*one.other, one.otherBundle);
      if (one.word == Word::After || one.word == Word::Requires)
        std::swap(owner, other);
      tie(owner, other, {kind, i},
          one.state == Report::Constraint::State::Broken && !one.isAdvice);
    }
  };
  add(report.constraints, Graph::Tie::Kind::Order);
  add(report.requirements, Graph::Tie::Kind::Requirement);
  for (size_t i = 0; i < report.findings.size(); ++i)
    tieFinding(i);
  llvm::stable_sort(graph.arcs, [](const Arc &a, const Arc &b) {
    return std::tuple(a.top(), a.bottom()) < std::tuple(b.top(), b.bottom());
  });
}

/// Marks the kept ones that others imply. All of these lead downwards, so a
/// search from the top of one need not go below its bottom.
void GraphMaker::reduceArcs() {
  std::vector<std::vector<size_t>> arcsFrom(graph.rows.size());
  for (size_t i = 0; i < graph.arcs.size(); ++i)
    if (!graph.arcs[i].isViolated)
      arcsFrom[graph.arcs[i].top()].push_back(i);
  // The top that the search which came by last began at, shifted by one.
  std::vector<size_t> reached(graph.rows.size());
  std::vector<size_t> stack;
  for (size_t top = 0; top < arcsFrom.size(); ++top) {
    if (arcsFrom[top].size() < 2)
      continue;
    size_t limit = graph.arcs[arcsFrom[top].back()].bottom();
    // The nearest first: whatever implies an arc begins with a nearer one.
    for (size_t index : arcsFrom[top]) {
      Arc &arc = graph.arcs[index];
      if (reached[arc.bottom()] == top + 1) {
        arc.isImplied = true;
        continue;
      }
      for (stack = {arc.bottom()}; !stack.empty();) {
        size_t row = stack.back();
        stack.pop_back();
        for (size_t next : arcsFrom[row]) {
          size_t bottom = graph.arcs[next].bottom();
          if (bottom > limit)
            break;
          if (std::exchange(reached[bottom], top + 1) != top + 1)
            stack.push_back(bottom);
        }
      }
    }
  }
}

/// Greedy interval colouring: from the top downwards, each gets the first
/// column that is free.
void GraphMaker::colorArcs() {
  int firstColumn = 0;
  for (bool isViolated : {true, false}) {
    using Columns =
        std::priority_queue<int, std::vector<int>, std::greater<int>>;
    using Ends = std::priority_queue<std::pair<size_t, int>,
                                     std::vector<std::pair<size_t, int>>,
                                     std::greater<std::pair<size_t, int>>>;
    Columns freeColumns;
    Ends ends;
    int next = firstColumn;
    for (Arc &arc : graph.arcs) {
      if (arc.isViolated != isViolated || arc.isImplied)
        continue;
      for (; !ends.empty() && ends.top().first <= arc.top(); ends.pop())
        freeColumns.push(ends.top().second);
      if (freeColumns.empty())
        freeColumns.push(next++);
      arc.column = freeColumns.top();
      freeColumns.pop();
      ends.push({arc.bottom(), arc.column});
    }
    firstColumn = next;
  }
  graph.columnCount = firstColumn;
}

//===----------------------------------------------------------------------===//
// Bars
//===----------------------------------------------------------------------===//

void GraphMaker::addBars() {
  for (bool isProperty : {true, false}) {
    // Those that begin first, and of these those that end last.
    using Key = std::vector<std::tuple<size_t, size_t, bool>>;
    std::map<Key, Graph::Bar> bars;
    for (const Report::Timeline &line :
         isProperty ? report.properties : report.contents) {
      Key key;
      for (const Span &span : line.spans)
        key.push_back({span.begin, ~span.end, !span.isCertain});
      Graph::Bar &bar = bars[std::move(key)];
      bar.isProperty = isProperty;
      bar.spans = line.spans;
      bar.names.push_back(line.name);
    }
    for (auto &entry : bars)
      graph.bars.push_back(std::move(entry.second));
  }
}

Graph GraphMaker::make() {
  collectElements();
  graph.passRows.resize(report.passes.size());
  graph.frames.resize(report.bundles.size());
  addRows(-1, 0);
  addLanes();
  addArcs();
  reduceArcs();
  colorArcs();
  addBars();
  return std::move(graph);
}

Graph pmb::makeGraph(const Report &report) { return GraphMaker(report).make(); }
