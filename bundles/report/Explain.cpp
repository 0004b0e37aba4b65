//===- Explain.cpp - What holds where, and why ----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   builtin.module: before the first pass
//     holds      canonical
//     contains   linalg.matmul, tensor.empty?
//
//   pass 0: one-shot-bufferize{...}
//     added by   cpu.pipeline:1:16
//     requires   canonical: matches folded maps only
//     lowers     linalg (tensors to buffers): ...
//     removes    tensor.empty
//     adds       memref.alloc, bufferization.to_buffer?
//     holds      ...
//     contains   ...
//
// A question mark is behind what is only possible. In the end stands what may
// go wrong and is no finding, as nothing speaks for it:
//
//   possible   'affine.apply' may stay in the IR: ...
//
//===----------------------------------------------------------------------===//

#include "bundles/report/Explain.h"
#include "builder/Pipeline.h"
#include "builder/check/OrderCheck.h"
#include "builder/diagnostics/Escaping.h"
#include "bundles/report/EntryText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace pmb;
using namespace llvm;

namespace {

/// What is known at one point of the pipeline, as names.
struct Point {
  const Node *node = nullptr;
  std::vector<StringRef> properties, certain, possible, gone;

  bool contains(StringRef item) const {
    return is_contained(certain, item) || is_contained(possible, item);
  }
};

class Explanation {
public:
  Explanation(raw_ostream &os, Pipeline &pipeline)
      : os(os), pipeline(pipeline), check(pipeline.getList()) {
    for (const EditTrace &edit : pipeline.getList().getEdits())
      if (edit.isOfAnother())
        edits[edit.successor ? edit.successor : edit.node].push_back(&edit);
  }

  void print();

private:
  std::vector<Point> collect();
  void printLine(StringRef word, const Twine &text) {
    std::string shown = escape(text.str());
    if (!shown.empty())
      os << formatv("  {0,-10} {1}\n", word, shown);
  }
  void printPoint(const Point &point);
  void printEdits(const Node &node);
  void printGone();
  void printContract(const Node &node, const Point &before);
  void printEntry(StringRef word, const Twine &text,
                  const ContractEntry &entry);
  void printChanges(const Point &before, const Point &after);
  bool isClosed() const { return pipeline.getInterface().isClosed(); }

  raw_ostream &os;
  Pipeline &pipeline;
  /// Owns the names that points refer to.
  OrderCheck check;
  /// What others did, by what it was done to or what came of it.
  DenseMap<const Node *, SmallVector<const EditTrace *, 1>> edits;
};

} // namespace

static std::string listItems(ArrayRef<StringRef> certain,
                             ArrayRef<StringRef> possible) {
  std::vector<std::string> items;
  for (StringRef item : certain)
    items.push_back(item.str());
  for (StringRef item : possible)
    items.push_back(item.str() + "?");
  llvm::sort(items);
  return join(items, ", ");
}

std::vector<Point> Explanation::collect() {
  std::vector<Point> points;
  std::move(check).explain([&](const Node *node, const ContentsState &state,
                               const ItemSet &properties) {
    if (node && !node->isPass())
      return;
    Point point;
    point.node = node;
    const NameTables &names = check.getNames();
    for (unsigned id = 0; id < names.countProperties(); ++id)
      if (properties.contains(id))
        point.properties.push_back(names.getPropertyName(id));
    llvm::sort(point.properties);
    const ItemTable &items = names.items;
    for (unsigned id = 0; id < items.size(); ++id) {
      StringRef name = items.getName(id);
      if (state.getCertain().contains(id))
        point.certain.push_back(name);
      else if (isClosed() && state.getMayBe().contains(id) &&
               !state.getPromise(id))
        point.possible.push_back(name);
      if (state.isGone(id))
        point.gone.push_back(name);
    }
    points.push_back(std::move(point));
  });
  return points;
}

void Explanation::printPoint(const Point &point) {
  printLine("holds", join(point.properties, ", "));
  if (isClosed()) {
    printLine("contains", listItems(point.certain, point.possible));
    return;
  }
  // With an open input anything may be there that was not removed.
  printLine("contains", listItems(point.certain, {}));
  printLine("no longer", listItems(point.gone, {}));
}

void Explanation::printEntry(StringRef word, const Twine &text,
                             const ContractEntry &entry) {
  std::string shown = text.str();
  if (entry.strength == Strength::Weak)
    shown += " (weak)";
  if (entry.condition.kind != Condition::Kind::Always)
    shown += " if " + entry.condition.str();
  if (!entry.reason.empty())
    shown += ": " + entry.reason;
  if (!entry.source.empty())
    shown += " [" + entry.source + "]";
  printLine(word, shown);
}

/// Whether an item that contracts name stands for one that is there.
static bool covers(StringRef item, StringRef present) {
  return item == "*" || item == present ||
         item == ItemTable::getDialect(present) ||
         item == ItemTable::getBase(present);
}

void Explanation::printContract(const Node &node, const Point &before) {
  const PassDescriptor &descriptor = node.getDescriptor();
  if (!descriptor.hasContract) {
    printLine("effect", "no contract tells it; it may do anything, and ends "
                        "fleeting properties");
    return;
  }
  const Contract &contract = descriptor.contract;
  const EntryStyle style{/*maxItems=*/8};
  for (const OrderEntry &entry : contract.getOrder())
    printEntry(stringify(entry.word),
               entry.target.str() + (entry.isAdvice ? ", as advice" : ""),
               entry);
  for (const PropertyEntry &entry : contract.getProperties())
    printEntry(stringify(entry.word), entry.property, entry);
  for (const ContentsEntry &entry : contract.getContents()) {
    if (entry.word == ContentsEntry::Word::UnknownEffect) {
      printEntry("effect", "unknown" + describeEntry(entry, style), entry);
      continue;
    }
    // A pass like convert-to-llvm has more entries than anybody reads: only
    // those that have something to do here.
    bool applies = entry.items.empty() || !isClosed();
    for (const std::string &item : entry.items)
      for (const auto *list : {&before.certain, &before.possible})
        applies |= any_of(
            *list, [&](StringRef present) { return covers(item, present); });
    if (!applies)
      continue;
    printEntry(stringify(entry.word), describeEntry(entry, style), entry);
  }
  if (contract.isGreedy())
    printLine("greedy", "folds casts in passing");
}

void Explanation::printChanges(const Point &before, const Point &after) {
  std::vector<StringRef> removed, added, perhaps;
  for (const auto *list : {&before.certain, &before.possible})
    for (StringRef item : *list)
      if (!after.contains(item) &&
          // With an open input it may just not be certain any more.
          (isClosed() || is_contained(after.gone, item)))
        removed.push_back(item);
  for (StringRef item : after.certain)
    if (!before.contains(item))
      added.push_back(item);
  for (StringRef item : after.possible)
    if (!before.contains(item))
      perhaps.push_back(item);
  printLine("removes", listItems(removed, {}));
  printLine("adds", listItems(added, perhaps));
}

/// Who it is, and why.
static std::string describe(const Origin &origin) {
  return origin.str() + (origin.why.empty() ? "" : ", " + origin.why);
}

/// What others have done to a pass that is there.
void Explanation::printEdits(const Node &node) {
  for (const EditTrace *edit : edits.lookup(&node)) {
    if (edit->successor == &node)
      printLine("replaces", "'" + edit->node->getName() + "', added by " +
                                describe(edit->node->getOrigin()));
    else if (edit->kind == EditTrace::Kind::OptionsSet)
      printLine("options",
                edit->options + ", set by " + describe(*edit->origin));
    else if (edit->kind == EditTrace::Kind::Moved)
      printLine("moved by", describe(*edit->origin));
  }
  if (const Pin *pin = node.getPin())
    printLine("pinned by", pin->origin->str() + ", " + pin->reason);
}

/// What others have removed.
void Explanation::printGone() {
  bool isFirst = true;
  for (const EditTrace &edit : pipeline.getList().getEdits()) {
    if (edit.kind != EditTrace::Kind::Removed || !edit.isOfAnother())
      continue;
    if (std::exchange(isFirst, false))
      os << "\nnot in the pipeline any more\n";
    printLine("removed", "'" + edit.node->getName() + "', added by " +
                             edit.node->getOrigin().str() + ": by " +
                             describe(*edit.origin));
  }
}

void Explanation::print() {
  std::vector<Point> points = collect();
  if (points.empty())
    return;
  std::vector<CleanupAction> cleanups = pipeline.findCleanups();
  auto cleanup = cleanups.begin();
  os << escape(pipeline.getRoot().getOp()) << ": before the first pass, with "
     << (isClosed() ? "known" : "unknown") << " contents\n";
  printPoint(points.front());
  unsigned position = 0;
  for (size_t i = 0; i + 1 < points.size(); ++i) {
    const Node &node = *points[i].node;
    std::string title = node.getName().str(), options = node.getOptions();
    if (!options.empty())
      title += "{" + options + "}";
    if (node.getAnchorPath().getDepth())
      title += " on " + node.getAnchorPath().str();
    os << formatv("\npass {0}: {1}\n", position++, escape(title));
    const Origin &origin = node.getOrigin();
    printLine("added by", describe(origin));
    printEdits(node);
    printLine("part of", pipeline.getRef(node).pipeline);
    if (cleanup != cleanups.end() && cleanup->pass == &node)
      printLine("cleanups", pipeline.getCleanups().summarize(*cleanup++));
    printContract(node, points[i]);
    printChanges(points[i], points[i + 1]);
    printPoint(points[i + 1]);
  }
  printGone();
  std::vector<Diagnostic> possible = pipeline.findPossible();
  auto advice = std::stable_partition(
      possible.begin(), possible.end(), [](const Diagnostic &finding) {
        return finding.code != DiagnosticCode::Advice;
      });
  if (advice != possible.begin())
    os << "\nafter the last pass: no findings, as nothing speaks for them\n";
  for (const Diagnostic &finding : make_range(possible.begin(), advice))
    printLine("possible", finding.message);
  if (advice != possible.end())
    os << "\nadvice: nothing is wrong without it\n";
  for (const Diagnostic &finding : make_range(advice, possible.end()))
    printLine("advice", finding.message);
  os << '\n';
}

void pmb::explainPipeline(raw_ostream &os, Pipeline &pipeline) {
  Explanation(os, pipeline).print();
}
