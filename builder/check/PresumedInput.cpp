//===- PresumedInput.cpp - What an unknown input usually has --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/PresumedInput.h"
#include "builder/check/OrderCheck.h"
#include "builder/check/Rules.h"
#include "builder/check/Trial.h"

using namespace pmb;
using namespace llvm;

namespace {
class InputPresumption {
public:
  explicit InputPresumption(const Trace &trace)
      : trace(trace), catalog(trace.getContracts().getCatalog()),
        lowered(trace.getNames().items.size()) {}

  std::vector<std::string> find();

private:
  void presume(StringRef item, const ContentsEntry &entry);
  bool comesWithValues(Item item) const;
  bool isAboutPart() const;
  bool isBorneOut(const CompiledContract::Lowering &lowering) const;
  void collectLowered();
  void presumeAlong(bool fromSpeculative);
  void presumeLowered(const CompiledContract &contract, bool fromSpeculative);
  void presumeRequired(const CompiledContract &contract);
  void noteAdded(const Trace::Step &step);
  void addTypes();
  /// True if the operation always has a value of the type.
  bool hasType(Item operation, StringRef type) const;
  void add(StringRef item) {
    if (!trace.getInterface().lookupExclusion(item) &&
        known.insert(item).second)
      items.push_back(item.str());
  }

  const Trace &trace;
  const Catalog &catalog;
  ArrayRef<std::string> usual;
  std::vector<std::string> items;
  /// What comes with values in spite of a pass that may have added it.
  std::vector<StringRef> withValues;
  StringSet<> known;
  /// The dialects and types of what passes may have added so far.
  StringSet<> added;
  /// What some pass lowers that not every program has.
  ItemSet lowered;
  /// Whether some pass removes casts.
  bool removesCasts = false;
};
} // namespace

void InputPresumption::collectLowered() {
  for (const Trace::Step &step : trace.getSteps()) {
    if (!step.node->isPass() || !step.contract)
      continue;
    for (const CompiledContract::Lowering &lowering :
         step.contract->lowerings) {
      removesCasts |= lowering.lowersCasts && !lowering.isInPassing;
      if (lowering.lowersAll() && !step.node->getPipeline())
        lowered.insert(lowering.gone);
    }
  }
  lowered.erase(trace.getNames().everywhere);
}

/// Where passes run on parts of the program, such as its kernels, and no other
/// is for functions, or for what becomes a part, the pipeline tells nothing of
/// the rest.
bool InputPresumption::isAboutPart() const {
  const ItemTable &items = trace.getNames().items;
  ItemMask program = trace.getNames().openParts;
  for (StringRef item : getNamedItems(catalog, "usual-program"))
    if (catalog.isFunction(item))
      for (StringRef name : {item, Item(item).getDialect()})
        if (std::optional<unsigned> id = items.lookup(name))
          program.insert(*id);
  bool isSomePart = false, isAllInParts = true;
  for (const Trace::Step &step : trace.getSteps()) {
    if (!step.node->isPass())
      continue;
    const NestFacts::Nest &nest = trace.getNest(*step.node);
    isSomePart |= nest.view == View::Parts;
    isAllInParts &= !nest.seesWholeProgram;
    if (nest.seesWholeProgram &&
        (trace.getContracts().isUndescribed(*step.node) ||
         (step.contract && step.contract->intended.intersects(program))))
      return false;
  }
  return isSomePart || (isAllInParts && !trace.getList().getPasses().empty());
}

/// A lowering just in case is one on purpose if the pipeline also lowers what
/// comes of it. Where nothing removes casts, no values of a converted type are
/// expected, and so no loops.
bool InputPresumption::isBorneOut(
    const CompiledContract::Lowering &lowering) const {
  return removesCasts && lowered.intersects(lowering.to);
}

/// If no earlier pass makes values of the type that a dialect is named after,
/// they are in the input, and so is what programs do with them. Where values of
/// a type are presumed, so is what usually has it.
bool InputPresumption::comesWithValues(Item item) const {
  std::string type = ("!" + item.getRoot()).str();
  if (trace.getNames().lookupCarriers(type) && !added.contains(type))
    return true;
  return any_of(trace.getNames().carriers, [&](const Carriers *carriers) {
    return known.contains(carriers->descriptor->name) &&
           is_contained(carriers->descriptor->likelyCarriers, item.getRoot());
  });
}

void InputPresumption::presume(StringRef text, const ContentsEntry &entry) {
  Item item(text);
  if (item.isQualified() || item.isAll() || item.isCast())
    return;
  bool isAdded = added.contains(item.getRoot());
  if (isAdded && !comesWithValues(item))
    return;
  bool isUsualKnown = false;
  for (StringRef operation : usual) {
    Item candidate(operation);
    if (item.isType()) {
      if (candidate.getQualifier() == text ||
          candidate.getRoot() == text.drop_front())
        add(operation);
      continue;
    }
    isUsualKnown |= candidate.getRoot() == item.getRoot();
    if (!candidate.isQualified() && item.covers(candidate) &&
        none_of(entry.except, [&](StringRef except) {
          return Item(except).covers(candidate);
        })) {
      if (isAdded)
        withValues.push_back(operation);
      else
        add(operation);
    }
  }
  // Of a dialect that the catalog does not know, the contract knows most.
  bool isForeign = !isUsualKnown;
  catalog.forEachOperation(item.getRoot(),
                           [&](StringRef, bool) { isForeign = false; });
  if (!isAdded && (item.isType() || isForeign))
    add(text);
}

void InputPresumption::presumeLowered(const CompiledContract &contract,
                                      bool fromSpeculative) {
  for (const CompiledContract::Lowering &lowering : contract.lowerings) {
    const ContentsEntry &entry = *lowering.entry;
    bool counts = entry.isSpeculative == fromSpeculative ||
                  (entry.isSpeculative && isBorneOut(lowering));
    if (lowering.lowersAll() && counts && entry.given.empty())
      for (StringRef item : entry.items)
        presume(item, entry);
  }
}

void InputPresumption::presumeRequired(const CompiledContract &contract) {
  for (const CompiledContract::ContentsRequirement &demand : contract.demands) {
    const ContentsEntry &entry = *demand.entry;
    auto isThere = [&](StringRef item) {
      return added.contains(Item(item).getRoot()) || known.contains(item);
    };
    if (entry.word == ContentsEntry::Word::Requires && !entry.items.empty() &&
        entry.given.empty() && none_of(entry.unless, isThere) &&
        none_of(entry.items, isThere)) {
      // Of a dialect there is what programs usually have of it.
      Item first(entry.items.front());
      if (first.isType() || first.isOperation())
        add(entry.items.front());
      else
        presume(entry.items.front(), entry);
    }
  }
}

void InputPresumption::noteAdded(const Trace::Step &step) {
  step.contract->forEachAdded([&](const ItemMask &mask) {
    mask.forEach([&](unsigned id) {
      added.insert(Item(trace.getNames().items.getName(id)).getRoot());
    });
  });
}

bool InputPresumption::hasType(Item operation, StringRef type) const {
  const Carriers *carriers = trace.getNames().lookupCarriers(type);
  return carriers &&
         any_of(carriers->descriptor->carriers, [&](StringRef carrier) {
           return Item(carrier).covers(operation);
         });
}

/// What always has a value of a type brings the type with it.
void InputPresumption::addTypes() {
  for (const Carriers *carriers : trace.getNames().carriers)
    if (any_of(items, [&](StringRef item) {
          return hasType(Item(item), carriers->descriptor->name);
        }))
      add(carriers->descriptor->name);
}

void InputPresumption::presumeAlong(bool fromSpeculative) {
  added.clear();
  size_t count = items.size();
  for (const Trace::Step &step : trace.getSteps()) {
    if (!step.node->isPass() || !step.contract || step.isIdle())
      continue;
    if (trace.getContracts().isUndescribed(*step.node))
      break;
    // What one on a part of the program lowers stands there.
    if (!step.node->getPipeline() &&
        trace.getNest(*step.node).seesWholeProgram) {
      presumeLowered(*step.contract, fromSpeculative);
      presumeRequired(*step.contract);
    }
    if (fromSpeculative && items.size() != count)
      break;
    noteAdded(step);
  }
}

std::vector<std::string> InputPresumption::find() {
  usual = getNamedItems(catalog, "usual-operations");
  ArrayRef<std::string> program = getNamedItems(catalog, "usual-program");
  if (usual.empty() || program.empty() || isAboutPart())
    return {};
  for (StringRef item : program)
    add(item);
  collectLowered();
  size_t count = items.size();
  presumeAlong(/*fromSpeculative=*/false);
  if (all_of(drop_begin(items, count),
             [](StringRef item) { return Item(item).isType(); }))
    presumeAlong(/*fromSpeculative=*/true);
  for (StringRef operation : withValues)
    add(operation);
  addTypes();
  return std::move(items);
}

const std::vector<std::string> &pmb::presumeInput(const Trace &trace) {
  if (!trace.presumed)
    trace.presumed = InputPresumption(trace).find();
  return *trace.presumed;
}

std::vector<std::string> pmb::presumeInput(const PassList &list) {
  ListContracts contracts(list);
  return presumeInput(Trace(contracts, Trace::Input::Unknown));
}

//===----------------------------------------------------------------------===//
// The rule
//===----------------------------------------------------------------------===//

/// `'func.func', 'linalg' and 3 more`.
template <typename RangeT> static std::string sayItems(const RangeT &items) {
  return enumerateSome(map_to_vector(items, quoteText), /*limit=*/8);
}

constexpr StringLiteral presumedWords = "the input is presumed to have ",
                        presumedHelp = "say what it has, with --contents or "
                                       "in a pipeline file";

static std::string sayInput(ArrayRef<std::string> items,
                            ArrayRef<InputExclusion> never) {
  std::string text = presumedWords.str() + sayItems(items);
  if (!never.empty())
    text += "; it never has " +
            sayItems(map_range(never, [](const InputExclusion &exclusion) {
              return StringRef(exclusion.item);
            }));
  return text;
}

/// A dead end of casts says that values of a type go from one conversion to
/// another. Where the presumed input has none, that is no more than possible;
/// but a pass that is there to remove casts stands in front of a conversion by
/// mistake.
static void weighCasts(std::vector<Diagnostic> &findings, const Trace &trace,
                       const ContentsState &end, const ItemTable &items) {
  bool isTooEarly = any_of(trace.getList().getPasses(), [](const Node &node) {
    return removesCasts(node.getDescriptor().contract);
  });
  auto isExpected = [&](StringRef item) {
    std::optional<unsigned> id = items.lookup(item);
    return id && end.remains(*id) >= Certainty::Presumed;
  };
  for (Diagnostic &finding : findings)
    if (finding.code == DiagnosticCode::DeadEnd && !finding.items.empty() &&
        all_of(finding.items, [&](StringRef item) {
          return Item(item).isCast() && !isExpected(item);
        }))
      finding.severity = std::min(
          finding.severity, isTooEarly ? Severity::Warning : Severity::Remark);
}

void pmb::checkPresumedInput(const Trace &trace, RuleFindings &findings) {
  const PipelineInterface &interface = trace.getInterface();
  if (interface.isClosed() || !interface.outputContents)
    return;
  const Assumptions &known = trace.getContracts().getAssumptions();
  std::vector<std::string> items =
      known.presumed ? *known.presumed : presumeInput(trace);
  if (items.empty())
    return;
  std::vector<Diagnostic> found;
  auto weigh = [&](ArrayRef<Diagnostic>, const ContentsState &end,
                   const ItemTable &table) {
    if (!end.mayHaveMore())
      weighCasts(findings.all, trace, end, table);
    return true;
  };
  OrderCheck(trace.getList(), known.withInput(items))
      .run(found, weigh, findings.isTrial);
  const Tally reported(findings.all);
  auto isReported = [&](const std::string &key) {
    return reported.counts.count(key) != 0;
  };
  for (Diagnostic &finding : found) {
    // Dead ends do not ask what the input has.
    if (finding.severity < Severity::Warning ||
        is_contained({DiagnosticCode::DeadEnd, DiagnosticCode::OnPossibleInput,
                      DiagnosticCode::MissingInput, DiagnosticCode::NoEffect,
                      DiagnosticCode::TooEarly},
                     finding.code) ||
        all_of(Tally::getKeys(finding), isReported))
      continue;
    if (!finding.shownBy.empty() &&
        !is_contained(finding.items, finding.shownBy.front()))
      finding.note("for example on an input with '" + finding.shownBy.front() +
                   "'");
    finding.code = DiagnosticCode::OnPresumedInput;
    finding.severity = Severity::Warning;
    finding.note(sayInput(items, interface.inputNever))
        .help(presumedHelp.str());
    findings.add(std::move(finding));
  }
}

void pmb::sayPresumedInputOnce(std::vector<Diagnostic> &findings) {
  bool isSaid = false;
  auto saysIt = [](const Note &note) {
    return StringRef(note.message).starts_with(presumedWords) ||
           note.message == presumedHelp;
  };
  for (Diagnostic &finding : findings) {
    if (!is_contained(
            {DiagnosticCode::OnPresumedInput, DiagnosticCode::OnPossibleInput},
            finding.code) ||
        none_of(finding.notes, saysIt))
      continue;
    if (std::exchange(isSaid, true))
      erase_if(finding.notes, saysIt);
  }
}
