//===- Witnesses.cpp - Small programs on which findings are true ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/stock/Witnesses.h"
#include "builder/Pipeline.h"
#include "builder/check/Trace.h"
#include "bundles/catalog/StockWitnesses.inc"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// The programs
//===----------------------------------------------------------------------===//

StringRef Witness::Shown::getPass() const {
  StringRef name = pipeline.rtrim(')').split('{').first;
  return name.substr(name.rfind('(') + 1);
}

StringRef Witness::Shown::getOptions() const {
  return pipeline.rtrim(')').split('{').second.drop_back(
      pipeline.contains('{'));
}

bool Witness::contains(StringRef item) const {
  auto isIn = [&](StringRef item) {
    return any_of(contents, [&](StringRef other) {
      return Item(item).covers(Item(other));
    });
  };
  StringRef mark = Item(item).getQualifier();
  return isIn(item) ||
         (mark.starts_with("!") && isIn(Item(item).getName()) && isIn(mark));
}

/// Lines of items, ` by ` and a pipeline.
static std::vector<Witness::Shown> readShown(StringRef lines) {
  std::vector<Witness::Shown> read;
  for (StringRef line : split(lines, '\n')) {
    if (line.empty())
      continue;
    auto [items, pipeline] = line.split(" by ");
    Witness::Shown &shown = read.emplace_back();
    shown.pipeline = pipeline;
    SplitString(items, shown.items);
  }
  return read;
}

static std::vector<Witness> readStock() {
  std::vector<Witness> programs;
  for (const StockWitness &stock : stockWitnesses) {
    Witness &witness = programs.emplace_back();
    witness.program = stock.program;
    for (StringRef item : split(stock.has, ' '))
      witness.contents.push_back(item.str());
    witness.shown = readShown(stock.shows);
    witness.hidden = readShown(stock.hides);
  }
  return programs;
}

ArrayRef<Witness> pmb::getWitnesses() {
  static const std::vector<Witness> programs = readStock();
  return programs;
}

//===----------------------------------------------------------------------===//
// Which of them shows a finding
//===----------------------------------------------------------------------===//

struct WitnessFinder::Impl {
  /// What a pipeline leaves of an input with `contents`.
  class Prediction {
  public:
    Prediction(const PassList &list, const Assumptions &assumed)
        : contracts(list, assumed), trace(contracts) {}

    Certainty remains(ArrayRef<std::string> items) const {
      const ItemTable &table = trace.getNames().items;
      Certainty most = Certainty::No;
      for (StringRef item : items)
        table.getMembers(item).forEach([&](unsigned id) {
          if (table.isKnown(id))
            most = std::max(most, trace.getEnd().remains(id));
        });
      return most;
    }

  private:
    ListContracts contracts;
    Trace trace;
  };

  explicit Impl(const Pipeline &pipeline) : list(pipeline.getList()) {
    for (const Node &pass : pipeline.getPasses())
      passes.insert(pass.getName());
  }

  bool mayBeInput(const Witness &witness) const;
  Certainty weigh(const Witness &witness, const Diagnostic &finding);
  /// What happens to a program that has the items in `more`, too.
  std::unique_ptr<Prediction> predict(const Witness &witness,
                                      ArrayRef<StringRef> more = {}) const;

  const PassList &list;
  StringSet<> passes;
  /// By the number of the program; made when one is asked for.
  DenseMap<const Witness *, std::unique_ptr<Prediction>> predictions;
};

WitnessFinder::WitnessFinder(const Pipeline &pipeline)
    : impl(std::make_unique<Impl>(pipeline)) {}
WitnessFinder::~WitnessFinder() = default;

/// What a finding says that is left.
static ArrayRef<std::string> getLeft(const Diagnostic &finding) {
  return finding.items.empty() ? finding.shownBy : finding.items;
}

bool WitnessFinder::dependsOnInput(const Diagnostic &finding) {
  return !finding.shownBy.empty() && finding.severity != Severity::Off;
}

/// Whether the pipeline may be given a program, as far as its input is known.
bool WitnessFinder::Impl::mayBeInput(const Witness &witness) const {
  const PipelineInterface &interface = list.getInterface();
  if (any_of(witness.contents,
             [&](StringRef item) { return interface.lookupExclusion(item); }))
    return false;
  if (!interface.inputContents)
    return true;
  const Catalog &catalog = list.getCatalog();
  std::vector<std::string> known =
      catalog.expandContents(*interface.inputContents);
  if (const ContentsDescriptor *usual = catalog.lookupContents("usual-program"))
    append_range(known, usual->items);
  // What the pipeline runs on is in every input.
  known.push_back(list.getRoot().getOp().str());
  return all_of(witness.contents, [&](StringRef item) {
    return Item(item).isType() || Item(item).isDead() ||
           any_of(known, [&](StringRef given) {
             return Item(given).covers(Item(item)) ||
                    Item(given).getName() == Item(item).str();
           });
  });
}

std::unique_ptr<WitnessFinder::Impl::Prediction>
WitnessFinder::Impl::predict(const Witness &witness,
                             ArrayRef<StringRef> more) const {
  Assumptions assumed;
  assumed.input = witness.contents;
  for (StringRef item : more)
    assumed.input->push_back(item.str());
  return std::make_unique<Prediction>(list, assumed);
}

/// How surely the pipeline leaves of a program what a finding is about.
Certainty WitnessFinder::Impl::weigh(const Witness &witness,
                                     const Diagnostic &finding) {
  std::vector<std::string> left = getLeft(finding).vec();
  for (const Witness::Shown &hidden : witness.hidden)
    if (passes.contains(hidden.getPass()))
      erase_if(left, [&](StringRef item) {
        return is_contained(hidden.items, item);
      });
  std::unique_ptr<Prediction> &known = predictions[&witness];
  if (!known)
    known = predict(witness);
  Certainty certainty = known->remains(left);
  if (certainty == Certainty::No || certainty >= Certainty::Likely)
    return certainty;
  // What a pass adds to this very program is there behind it.
  for (const Witness::Shown &shown : witness.shown)
    if (passes.contains(shown.getPass()))
      certainty =
          std::max(certainty, predict(witness, shown.items)->remains(left));
  return certainty;
}

std::vector<WitnessFinder::Found> WitnessFinder::find(const Diagnostic &finding,
                                                      size_t limit) {
  if (!dependsOnInput(finding))
    return {};
  ArrayRef<std::string> left = getLeft(finding);
  // Where a pass adds what is left, a program that has it already shows less.
  bool isOfInput = any_of(left, [&](const std::string &item) {
    return is_contained(finding.shownBy, item);
  });
  std::vector<Found> sure, others;
  // What has all that the finding names comes first.
  for (bool hasAll : {true, false}) {
    if (!hasAll && isOfInput)
      break;
    for (const Witness &witness : getWitnesses()) {
      auto isIn = [&](StringRef item) { return witness.contains(item); };
      if (all_of(finding.shownBy, isIn) != hasAll ||
          (!isOfInput && any_of(left, isIn)) || !impl->mayBeInput(witness))
        continue;
      Certainty certainty = impl->weigh(witness, finding);
      if (certainty >= Certainty::Likely)
        sure.push_back({&witness, true});
      else if (certainty != Certainty::No)
        others.push_back({&witness, false});
      if (sure.size() == limit)
        return sure;
    }
  }
  append_range(sure, others);
  sure.resize(std::min(sure.size(), limit));
  return sure;
}

void pmb::addWitnesses(const Pipeline &pipeline,
                       std::vector<Diagnostic> &findings) {
  WitnessFinder finder(pipeline);
  for (Diagnostic &finding : findings) {
    if (!WitnessFinder::dependsOnInput(finding))
      continue;
    std::vector<WitnessFinder::Found> found = finder.find(finding, 1);
    if (found.empty() || !found.front().isSure) {
      finding.note("no program of the catalog shows it; pmb-opt "
                   "--print-contents tells what a program of yours has, for "
                   "--contents=@<file>");
      continue;
    }
    finding.witness = found.front().witness->program.str();
    finding.note("a program on which it is so, which pmb-opt --witness runs");
    for (StringRef line : split(StringRef(finding.witness).rtrim(), '\n'))
      finding.notes.back().source.push_back("    " + line.str());
  }
}
