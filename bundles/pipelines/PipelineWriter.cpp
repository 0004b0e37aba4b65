//===- PipelineWriter.cpp - From pipelines to JSON ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/Between.h"
#include "builder/edit/PipelineImpl.h"
#include "builder/list/PatternSlot.h"
#include "bundles/contracts/ContractJson.h"
#include "bundles/pipelines/EditJson.h"
#include "bundles/pipelines/PipelineFile.h"
#include "bundles/pipelines/VariantsJson.h"
#include "llvm/ADT/DenseSet.h"
#include <queue>

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Pipelines to descriptions
//===----------------------------------------------------------------------===//

namespace {
/// Turns the flat list back into lists in lists.
class PipelineDescriber {
public:
  PipelineDescriber(const Pipeline &pipeline, bool opensPipelines)
      : pipeline(pipeline), opensPipelines(opensPipelines) {}

  PipelineDescription run();

private:
  /// Adds entries for the nodes from `node` up to `end`, all of them in the
  /// nest `path` or below.
  void describe(const Node *node, const Node *end, const AnchorPath *path,
                std::vector<Recipe> &list);
  Recipe describePass(const Node &node);
  Recipe describeBundle(const Node *begin, const AnchorPath *path);
  void collectNeighbors();
  std::vector<PipelineEdit> describeNeighbors();
  void describePin(const Node &node, Recipe &entry);
  void describeOptions(PipelineDescription &into);
  const AnchorPath *getPath(const Node *node) const;
  /// True for the begin of a registered pipeline that goes by its name.
  bool isByName(const Node &node) const {
    return node.getKind() == Node::Kind::BundleBegin && !opensPipelines &&
           !isPatternSlot(node.getBundle()) &&
           pipeline.getList().isAsOpened(*node.getBundle());
  }
  static const Node *getNext(const Node *node);
  static const AnchorPath *getStep(const AnchorPath *path, unsigned depth);

  const Pipeline &pipeline;
  bool opensPipelines;
  /// Passes that were put next to something for good. They are insertions, and
  /// not in the lists; those that have been described are none any more.
  std::vector<const Neighbor *> neighbors;
  DenseSet<const Node *> inserted;
};
} // namespace

/// The nest in which a node can be written; of a bundle, one around all of it.
const AnchorPath *PipelineDescriber::getPath(const Node *node) const {
  const AnchorPath *path = &node->getAnchorPath();
  if (node->getKind() == Node::Kind::BundleBegin && !isByName(*node))
    for (const Node *inner = node; inner != node->getBundle()->end;
         inner = inner->getNext())
      path = AnchorPath::getCommonPrefix(path, &inner->getAnchorPath());
  return path;
}

/// What comes after the node, or after the bundle that it begins.
const Node *PipelineDescriber::getNext(const Node *node) {
  return node->getKind() == Node::Kind::BundleBegin
             ? node->getBundle()->end->getNext()
             : node->getNext();
}

const AnchorPath *PipelineDescriber::getStep(const AnchorPath *path,
                                             unsigned depth) {
  while (path->getDepth() > depth)
    path = path->getParent();
  return path;
}

/// The first pass from `node` on and before `end`, or null.
static const Node *findPass(const Node *node, const Node *end) {
  for (; node != end; node = node->getNext())
    if (node->isPass())
      return node;
  return nullptr;
}

/// The options as they were given; of an instance, those that are not defaults.
static std::string getOptions(const Node &node) {
  StringRef given = stripBraces(node.getGivenOptions());
  if (!given.empty())
    return given.str();
  std::string all = node.getOptions();
  std::string text;
  for (auto [name, value] : splitOptions(all)) {
    const OptionDescriptor *option = node.getDescriptor().lookupOption(name);
    if (option && option->defaultValue == value)
      continue;
    if (!text.empty())
      text += ' ';
    text += (name + "=" + value).str();
  }
  return text;
}

void PipelineDescriber::describe(const Node *node, const Node *end,
                                 const AnchorPath *path,
                                 std::vector<Recipe> &list) {
  unsigned depth = path->getDepth();
  while (node != end) {
    const AnchorPath *own = getPath(node);
    const Node *next = getNext(node);
    if (inserted.contains(node)) {
      node = next;
      continue;
    }
    if (own != path) {
      // As much as fits into one nest, unless it was written as two.
      const AnchorPath *nested = getStep(own, depth + 1);
      auto fits = [&](const Node *other) {
        const AnchorPath *otherPath = getPath(other);
        if (otherPath->getDepth() <= depth ||
            getStep(otherPath, depth + 1) != nested)
          return false;
        const Node *first = findPass(other, getNext(other));
        return !first || first->getSharedDepth() > depth;
      };
      while (next != end && fits(next))
        next = getNext(next);
      Recipe &entry = list.emplace_back();
      entry.kind = Recipe::Kind::Nest;
      entry.name = nested->getOp().str();
      const Node *first = findPass(node, next);
      entry.isSeparate = first && first->getSharedDepth() <= depth;
      describe(node, next, nested, entry.body);
    } else if (const BundleInstance *patterns = getPatternSlot(*node)) {
      Recipe &entry = list.emplace_back();
      entry.name = patterns->getName().str();
      entry.options = getRewriteOptions(*patterns);
    } else if (isByName(*node)) {
      Recipe &entry = list.emplace_back();
      entry.name = node->getName().str();
      entry.options = node->getBundle()->pipelineOptions;
      entry.reason = node->getOrigin().why;
      describePin(*node, entry);
    } else if (node->getKind() == Node::Kind::BundleBegin) {
      list.push_back(describeBundle(node, path));
    } else {
      list.push_back(describePass(*node));
    }
    node = next;
  }
}

/// The same for a slot.
Recipe PipelineDescriber::describePass(const Node &node) {
  Recipe entry;
  entry.kind = node.isPass() ? Recipe::Kind::Pass : Recipe::Kind::Slot;
  entry.name = node.getName().str();
  entry.reason = node.getOrigin().why;
  if (node.isPass())
    entry.options = getOptions(node);
  entry.isKept = node.isKept();
  entry.canBeEstablished = node.canBeEstablished();
  describePin(node, entry);
  return entry;
}

//===----------------------------------------------------------------------===//
// What stands next to something for good
//===----------------------------------------------------------------------===//

/// Finds the passes that an insertion puts back to where they stand.
void PipelineDescriber::collectNeighbors() {
  for (const Neighbor &neighbor : pipeline.getList().getNeighbors()) {
    const Node &node = *neighbor.node, &other = *neighbor.other;
    bool isInOne = node.getPipeline() || node.getContiguousAround() ||
                   other.getPipeline() || other.getContiguousAround();
    if (node.isPass() && !isInOne &&
        node.getBundle() == other.getBundleAround() &&
        &node.getAnchorPath() == &other.getAnchorPath() &&
        !findInterruption(neighbor)) {
      neighbors.push_back(&neighbor);
      inserted.insert(&node);
    }
  }
}

namespace {
/// The nodes of one name, of which some are not there yet. Answers how many are
/// there in logarithmic time (Fenwick: A new data structure for cumulative
/// frequency tables, 1994).
class NumberedNodes {
public:
  NumberedNodes() = default;
  NumberedNodes(ArrayRef<const Node *> nodes,
                const DenseSet<const Node *> &absent)
      : counts(nodes.size() + 1) {
    for (auto [i, node] : enumerate(nodes)) {
      numbers[node] = i;
      if (!absent.contains(node))
        add(node);
    }
  }

  bool contains(const Node *node) const { return numbers.contains(node); }
  void add(const Node *node) {
    ++total;
    for (size_t i = numbers.lookup(node) + 1; i < counts.size(); i += i & -i)
      ++counts[i];
  }
  unsigned getTotal() const { return total; }
  unsigned countBefore(const Node *node) const {
    unsigned count = 0;
    for (size_t i = numbers.lookup(node); i; i -= i & -i)
      count += counts[i];
    return count;
  }

private:
  DenseMap<const Node *, size_t> numbers;
  std::vector<unsigned> counts;
  unsigned total = 0;
};
} // namespace

static Target getTarget(const Node &node) {
  return node.isPass() ? pass(node.getName()) : bundle(node.getName());
}

std::vector<PipelineEdit> PipelineDescriber::describeNeighbors() {
  DenseMap<const Symbol *, NumberedNodes> byName;
  auto getNamed = [&](const Node &node) -> NumberedNodes & {
    auto [it, isNew] = byName.try_emplace(node.getSymbol());
    if (isNew)
      it->second = NumberedNodes(pipeline.lookup(getTarget(node)), inserted);
    return it->second;
  };
  // One may be next to another that is put next to something, and is described
  // once that is there; of those that can be, the first comes first.
  DenseMap<const Node *, SmallVector<size_t, 1>> waiting;
  std::priority_queue<size_t, std::vector<size_t>, std::greater<size_t>> ready;
  for (auto [i, neighbor] : enumerate(neighbors))
    if (inserted.contains(neighbor->other))
      waiting[neighbor->other].push_back(i);
    else
      ready.push(i);
  std::vector<PipelineEdit> edits;
  for (; !ready.empty();) {
    const Neighbor &neighbor = *neighbors[ready.top()];
    ready.pop();
    NumberedNodes &named = getNamed(*neighbor.other);
    if (!named.contains(neighbor.other))
      continue;
    Target target = getTarget(*neighbor.other);
    Selector other = named.getTotal() == 1
                         ? Selector(target)
                         : nth(target, named.countBefore(neighbor.other));
    PipelineEdit &edit = edits.emplace_back();
    edit.kind = PipelineEdit::Kind::Insert;
    edit.entry = describePass(*neighbor.node);
    edit.position = neighbor.isAfter() ? Position::immediatelyAfter(other)
                                       : Position::immediatelyBefore(other);
    if (auto it = byName.find(neighbor.node->getSymbol()); it != byName.end())
      it->second.add(neighbor.node);
    inserted.erase(neighbor.node);
    for (size_t i : waiting.lookup(neighbor.node))
      ready.push(i);
  }
  return edits;
}

void PipelineDescriber::describePin(const Node &node, Recipe &entry) {
  const Pin *pin = node.getPin();
  const BundleInstance *around = node.getKind() == Node::Kind::BundleBegin
                                     ? node.getBundleAround()
                                     : node.getBundle();
  // What is in a bundle is pinned with it.
  if (!pin || (around && around->begin->getPin() == pin))
    return;
  entry.pinned = pin->reason;
  entry.pinnedOptions = pin->options;
}

Recipe PipelineDescriber::describeBundle(const Node *begin,
                                         const AnchorPath *path) {
  const BundleInstance &bundle = *begin->getBundle();
  Recipe entry;
  entry.kind = Recipe::Kind::Bundle;
  entry.name = bundle.getName().str();
  entry.isDefinition = true;
  entry.isContiguous = bundle.isContiguous;
  entry.noCleanup = bundle.noCleanup;
  entry.kinds.assign(bundle.kinds.begin(), bundle.kinds.end());
  if (bundle.contract)
    entry.contract = *bundle.contract;
  describePin(*begin, entry);
  describe(begin->getNext(), bundle.end, path, entry.body);
  return entry;
}

/// Conditions on passes are decided, but those of contracts still ask for
/// options, which have the values that were chosen. So has a variant: it is
/// true or false. An option that nothing here asks for was chosen for others.
void PipelineDescriber::describeOptions(PipelineDescription &into) {
  const OptionScope &options = pipeline.getOptions();
  StringSet<> asked;
  for (const PipelineConstraint &constraint : into.constraints)
    collectNames(constraint.contract, asked);
  for (const BundleInstance *bundle : pipeline.getList().getBundles())
    if (bundle->contract)
      collectNames(*bundle->contract, asked);
  for (OptionDescriptor option : options.getOptions()) {
    if (!asked.contains(option.name))
      continue;
    option.defaultValue = options.getValue(option.name).value_or("");
    into.options.push_back(std::move(option));
  }
  for (const VariantDescriptor &variant : options.getDeclaredVariants()) {
    if (!asked.contains(variant.name))
      continue;
    OptionDescriptor option;
    option.name = variant.name;
    option.type = OptionDescriptor::Type::Bool;
    option.summary = variant.summary;
    if (options.hasVariant(variant.name))
      option.defaultValue = "true";
    into.options.push_back(std::move(option));
  }
  for (StringRef name : options.getVariants().keys())
    if (!lookupOption(into.options, name))
      into.variants.push_back(name.str());
}

PipelineDescription PipelineDescriber::run() {
  PipelineDescription result;
  const AnchorPath &root = pipeline.getRoot();
  result.anchor = root.getOp().str();
  collectNeighbors();
  describe(pipeline.getList().front(), nullptr, &root, result.entries);
  result.edits = describeNeighbors();
  const PipelineInterface &interface = pipeline.getInterface();
  auto addEnd = [](std::vector<PipelineEnd> &ends, const auto &contents,
                   const auto &properties) {
    if (!contents && properties.empty())
      return;
    PipelineEnd &end = ends.emplace_back();
    end.contents = contents;
    end.properties = properties;
  };
  addEnd(result.inputs, interface.inputContents, interface.inputProperties);
  result.inputNever = interface.inputNever;
  result.isThreaded = interface.isThreaded;
  addEnd(result.outputs, interface.outputContents, interface.outputProperties);
  for (auto [pass, contract] : pipeline.getImpl().getAddedContracts())
    result.constraints.push_back({pass.str(), *contract, {}});
  describeOptions(result);
  if (!(pipeline.getCleanups().getSettings() == CleanupSettings()))
    result.cleanups = pipeline.getCleanups().getSettings();
  // The table has no order that a file could rely on.
  llvm::sort(result.variants);
  result.severities = pipeline.getImpl().getSeverities();
  return result;
}

PipelineFile PipelineFile::describe(const Pipeline &pipeline,
                                    bool opensPipelines) {
  PipelineFile result;
  result.files.push_back(std::make_unique<PipelineDescription>(
      PipelineDescriber(pipeline, opensPipelines).run()));
  return result;
}

//===----------------------------------------------------------------------===//
// Descriptions to JSON
//===----------------------------------------------------------------------===//

static void write(JsonOutput &os, const PipelineDescription &file) {
  writeMember(os, "$schema", file.schema);
  writeMember(os, "description", file.description);
  writeMember(os, "anchor", file.anchor);
  writeOptionDeclarations(os, file.options);
  writeVariants(os, file);
  writeEnds(os, "input", file.inputs);
  writeExclusions(os, file.inputNever);
  if (!file.bundles.empty())
    os.attributeObject("bundles", [&] {
      for (const Recipe &bundle : file.bundles)
        os.attributeObject(bundle.name, [&] { writeDefinition(os, bundle); });
    });
  writePasses(os, file.entries);
  for (auto [kind, key] : editKeys)
    writeEdits(os, key, kind, file.edits);
  if (!file.constraints.empty())
    os.attributeObject("contracts", [&] {
      for (const PipelineConstraint &constraint : file.constraints)
        os.attributeObject(constraint.pass, [&] {
          writeContractWords(os, constraint.contract);
        });
    });
  writeEnds(os, "output", file.outputs);
  if (!file.isThreaded)
    os.attribute("threads", false);
  if (file.cleanups)
    os.attributeObject("cleanups", [&] {
      os.attribute("dedupe", file.cleanups->dedupe);
      os.attribute("share", file.cleanups->share);
      os.attribute("establish", file.cleanups->establish);
    });
  if (!file.severities.empty())
    os.attributeObject("severity", [&] {
      for (auto [code, severity] : file.severities)
        os.attribute(getDiagnosticInfo(code).name, stringify(severity));
    });
}

void PipelineFile::print(raw_ostream &os) const {
  writeJson(os, [&](JsonOutput &json) {
    json.object([&] { write(json, *files.front()); });
  });
}
