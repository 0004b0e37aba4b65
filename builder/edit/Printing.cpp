//===- Printing.cpp - Pipelines as text -----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/Pipeline.h"
#include "builder/diagnostics/Escaping.h"
#include "builder/list/NestWalk.h"
#include "builder/list/PatternSlot.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

namespace {
/// Writes elements of a text one after the other, each in its nest.
class TextPrinter {
public:
  TextPrinter(raw_ostream &os, const PassList &list)
      : os(os), walk(list.getRoot()),
        namesRoot(list.getCatalog().getRules().textNamesRoot) {
    if (namesRoot)
      os << list.getRoot().getOp() << '(';
  }
  void print(const AnchorPath &path, unsigned sharedDepth, StringRef name,
             StringRef options) {
    walk.enter(
        path, sharedDepth,
        [&](StringRef op) {
          os << (needsComma ? "," : "") << op << '(';
          needsComma = false;
        },
        [&] {
          os << ')';
          needsComma = true;
        });
    os << (needsComma ? "," : "") << name << wrapOptions(options);
    needsComma = true;
  }
  void finish() {
    for (unsigned depth = walk.getDepth(); depth > 0; --depth)
      os << ')';
    if (namesRoot)
      os << ')';
  }

private:
  raw_ostream &os;
  NestWalk walk;
  bool namesRoot;
  bool needsComma = false;
};
} // namespace

static void printText(raw_ostream &os, const PassList &list, bool keepsNames) {
  TextPrinter printer(os, list);
  for (const Node *node = list.front(); node; node = node->getNext()) {
    if (node->getKind() == Node::Kind::BundleBegin) {
      const BundleInstance &bundle = *node->getBundle();
      bool isOnePass = isPatternSlot(&bundle);
      if (!isOnePass && !(keepsNames && list.isAsOpened(bundle)))
        continue;
      const Node *first = getRange(*node).findPass();
      // All that is in a pattern slot is one pass, or none.
      if (isOnePass && first)
        printer.print(first->getAnchorPath(), first->getSharedDepth(),
                      bundle.getName(), getRewriteOptions(bundle));
      else if (!isOnePass)
        printer.print(node->getAnchorPath(),
                      (first ? first : node)->getSharedDepth(),
                      bundle.getName(), bundle.pipelineOptions);
      node = bundle.end;
    } else if (node->isPass()) {
      // What has no name in texts stands there as in those of MLIR.
      std::string name = node->hasTextualName()
                             ? node->getName().str()
                             : ("unknown<" + node->getName() + ">").str();
      printer.print(node->getAnchorPath(), node->getSharedDepth(), name,
                    node->getOptions());
    }
  }
  printer.finish();
}

namespace {
/// What a listing shows of the edits of others.
struct Traces {
  explicit Traces(ArrayRef<EditTrace> edits) {
    for (const EditTrace &edit : edits)
      if (edit.isOfAnother())
        (edit.kind == EditTrace::Kind::Removed ? removed[findPlace(edit.node)]
         : edit.successor                      ? changed[edit.successor]
                                               : changed[edit.node])
            .push_back(&edit);
  }

  /// What stands before the place now; null at the start.
  static const Node *findPlace(const Node *node) {
    while (node && !node->isLinked())
      node = node->getPrevious();
    return node;
  }

  /// `options by plugin 'acme'`, for the line of a node.
  std::string describe(const Node &node) const {
    std::string text;
    for (const EditTrace *edit : changed.lookup(&node)) {
      text += text.empty() ? "" : ", ";
      if (edit->kind == EditTrace::Kind::Replaced)
        text += "replaces '" + edit->node->getName().str() + "'";
      else
        text += (edit->kind == EditTrace::Kind::Moved ? "moved by "
                                                      : "options by ") +
                edit->origin->str();
    }
    return text;
  }

  DenseMap<const Node *, SmallVector<const EditTrace *, 1>> removed, changed;
};
} // namespace

/// A line, with its origin behind it.
static void printWithOrigin(raw_ostream &os, const std::string &text,
                            const Origin &origin) {
  os << formatv("{0,-58} <- {1}", escape(text), origin.str()) << '\n';
}

/// The options that a pass was given. Of an instance, which prints all that it
/// has, those that are no defaults, as far as these are known.
static std::string getShownOptions(const Node &node) {
  if (node.isMadeFromName())
    return node.getGivenOptions().str();
  std::string all = node.getOptions(), shown;
  for (auto [name, value] : splitOptions(all)) {
    const OptionDescriptor *option = node.getDescriptor().lookupOption(name);
    if (!option || normalizeOptionValue(option, value) !=
                       normalizeOptionValue(option, option->defaultValue))
      shown += (" " + name + "=" + value).str();
  }
  return StringRef(shown).ltrim().str();
}

static void printListing(raw_ostream &os, const Pipeline &pipeline) {
  const PassList &list = pipeline.getList();
  unsigned position = 0;
  size_t indent = 0;
  Traces traces(list.getEdits());
  auto printRemoved = [&](const Node *place) {
    for (const EditTrace *edit : traces.removed.lookup(place)) {
      std::string text =
          formatv("   -  {0}removed: {1}", std::string(2 * indent, ' '),
                  exactly(*edit->node).str());
      printWithOrigin(os, text, *edit->origin);
    }
  };
  DenseMap<const Node *, CleanupAction> leftOut;
  for (CleanupAction &cleanup : pipeline.getCleanups().find())
    if (cleanup.kind != CleanupAction::Kind::Established)
      leftOut.try_emplace(cleanup.pass, std::move(cleanup));
  os << escape(list.getRoot().getOp()) << '\n';
  printRemoved(nullptr);
  for (const Node &node : list.getNodes()) {
    std::string line;
    switch (node.getKind()) {
    case Node::Kind::BundleBegin:
      line = (isPatternSlot(node.getBundle())  ? "one pass '"
              : node.getBundle()->isContiguous ? "contiguous bundle '"
                                               : "bundle '") +
             node.getName().str() + "' {";
      break;
    case Node::Kind::BundleEnd:
      --indent;
      os << formatv("      {0}}\n", std::string(2 * indent, ' '));
      printRemoved(&node);
      continue;
    case Node::Kind::Slot:
      line = exactly(node).str();
      break;
    case Node::Kind::Pass:
      line = node.getName().str() + wrapOptions(getShownOptions(node));
    }
    // Where it runs, below the pipeline's operation.
    if (node.getAnchorPath().getDepth() &&
        node.getKind() != Node::Kind::BundleBegin)
      line += " on " + node.getAnchorPath().str().substr(
                           list.getRoot().getOp().size() + 1);
    if (auto it = leftOut.find(&node); it != leftOut.end())
      line += " (" + pipeline.getCleanups().summarize(it->second) + ")";
    if (std::string edits = traces.describe(node); !edits.empty())
      line += " (" + edits + ")";
    std::string number = node.isPass() ? std::to_string(position++) : "";
    std::string text =
        formatv("{0,4}  {1}{2}", number, std::string(2 * indent, ' '), line)
            .str();
    const Origin &origin = node.getOrigin();
    // The framework's own passes are the rule; only exceptions show their
    // origin.
    if (origin.kind != Origin::Kind::Framework)
      printWithOrigin(os, text, origin);
    else
      os << escape(text) << '\n';
    if (node.getKind() == Node::Kind::BundleBegin)
      ++indent;
    printRemoved(&node);
  }
}

void Pipeline::print(raw_ostream &os, PrintStyle style) const {
  if (style == PrintStyle::Listing)
    printListing(os, *this);
  else
    printText(os, getList(), style == PrintStyle::WithNames);
}

std::string Pipeline::str() const {
  std::string text;
  raw_string_ostream os(text);
  print(os);
  return text;
}
