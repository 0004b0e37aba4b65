//===- PipelineText.cpp - A pipeline that is mended in its text -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/mending/PipelineText.h"
#include "builder/edit/PipelineImpl.h"
#include "builder/list/NestWalk.h"
#include "builder/repair/Mending.h"
#include "bundles/mending/FixWriter.h"
#include "bundles/pipelines/WrittenPipeline.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

/// The options of a pass, in an order that does not depend on how they are
/// written.
static std::string getSortedOptions(StringRef options) {
  auto all = splitOptions(options);
  llvm::stable_sort(
      all, [](const auto &a, const auto &b) { return a.first < b.first; });
  std::string text;
  for (auto [name, value] : all)
    text += (" " + name + "=" + value).str();
  return text;
}

std::string pmb::getStructure(const Pipeline &pipeline) {
  std::string text;
  raw_string_ostream os(text);
  NestWalk walk(pipeline.getRoot());
  for (const Node &node : pipeline.getNodes()) {
    if (node.getOrigin().kind == Origin::Kind::Builder)
      continue;
    switch (node.getKind()) {
    case Node::Kind::Pass:
      walk.enter(
          node, [&](StringRef op) { os << op << "(\n"; }, [&] { os << ")\n"; });
      os << node.getName() << getSortedOptions(node.getGivenOptions()) << '\n';
      break;
    case Node::Kind::Slot:
      os << "slot " << node.getName() << " on " << node.getAnchorPath().str()
         << '\n';
      break;
    case Node::Kind::BundleBegin:
      os << "bundle " << node.getName()
         << getSortedOptions(node.getBundle()->pipelineOptions) << '\n';
      break;
    case Node::Kind::BundleEnd:
      os << "end\n";
      break;
    }
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Composing
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<Pipeline>>
PipelineText::compose(StringRef from, const VariantChoice &built) const {
  Expected<WrittenPipeline> written = WrittenPipeline::parse(
      SourceText::copy(from, name, store), isJson, catalog->getRules());
  if (!written)
    return written.takeError();
  auto pipeline =
      std::make_unique<Pipeline>(written->getRoot(*catalog), *catalog);
  if (Error error = written->appendTo(*pipeline, built))
    return error;
  prepare(*pipeline);
  settle(*pipeline);
  return pipeline;
}

//===----------------------------------------------------------------------===//
// Naming
//===----------------------------------------------------------------------===//

/// How the text that is called `text`, which does not have `added` yet, can
/// name a node.
static NamedNode nameNode(const Pipeline &pipeline, const Node &node,
                          StringRef text, const Node *added = nullptr) {
  StringRef name = node.getName();
  Target target = exactly(node).target;
  unsigned count = 0, index = 0;
  for (const Node &other : pipeline.getNodes()) {
    if (other.getKind() != node.getKind() || other.getName() != name ||
        other.getOrigin().kind == Origin::Kind::Builder || &other == added)
      continue;
    if (&other == &node)
      index = count;
    ++count;
  }
  NamedNode named;
  if (count == 1)
    named.selectors.emplace_back(target);
  named.selectors.emplace_back(nth(target, index));
  const Origin &origin = node.getOrigin();
  if (origin.kind == Origin::Kind::File && origin.name == text)
    named.place = TextPlace{origin.line, origin.column};
  named.nests = node.getAnchorPath().getOps();
  return named;
}

/// Why the text cannot say what a step does to `node`, which may be null.
static std::string explain(const Node *node, StringRef text) {
  if (node) {
    std::string name = "'" + node->getName().str() + "' ";
    const Origin &origin = node->getOrigin();
    if (origin.kind == Origin::Kind::File && origin.name != text)
      return name + "stands in another file, at " + origin.str() +
             "; give that file to --fix";
    if (const BundleInstance *bundle = node->getBundle())
      return name + "is part of the bundle '" + bundle->getName().str() + "'";
  }
  return "no edit of this file does that and nothing else; make it by hand";
}

//===----------------------------------------------------------------------===//
// Mending
//===----------------------------------------------------------------------===//

/// The elements that registered pipelines around `node` have become, to stand
/// in the place of the name of the `outermost`; std::nullopt if there is more
/// than passes among them.
static std::optional<std::string> writeOpened(const PipelineTree &tree,
                                              const BundleInstance &outermost,
                                              const Node &node) {
  std::string text;
  NestWalk walk(outermost.begin->getAnchorPath());
  bool needsComma = false;
  auto write = [&](const Node &at, StringRef options) {
    walk.enter(
        at,
        [&](StringRef op) {
          text += (needsComma ? ", " : "") + tree.openNest(op);
          needsComma = false;
        },
        [&] {
          text += tree.closeNest();
          needsComma = true;
        });
    text += (needsComma ? ", " : "") + tree.writePass(at.getName(), options);
    needsComma = true;
  };
  for (const Node *at = outermost.begin->getNext(); at != outermost.end;
       at = at->getNext()) {
    const BundleInstance *bundle = at->getBundle();
    if (at->isPass()) {
      write(*at, at->getGivenOptions());
    } else if (at->getKind() == Node::Kind::BundleBegin && bundle->isPipeline) {
      if (getRange(*at).contains(node))
        continue;
      write(*at, bundle->pipelineOptions);
      at = bundle->end;
    } else if (at->getKind() != Node::Kind::BundleEnd) {
      return std::nullopt;
    }
  }
  for (unsigned depth =
           walk.getDepth() - outermost.begin->getAnchorPath().getDepth();
       depth--;)
    text += tree.closeNest();
  return text;
}

Error PipelineText::openPipelines(const Fix &step) {
  Expected<std::unique_ptr<Pipeline>> composed = compose();
  if (!composed)
    return composed.takeError();
  PipelineImpl &pipeline = (*composed)->getImpl();
  Expected<Node *> node = pipeline.findNode(step.pass, step.passPosition);
  if (!node)
    return node.takeError();
  Expected<PipelineTree> tree =
      PipelineTree::read(text, isJson, catalog->getRules());
  if (!tree)
    return tree.takeError();
  auto isPipeline = [](const BundleInstance &at) { return at.isPipeline; };
  BundleInstance *outermost =
      findOutermost((*node)->getBundleAround(), isPipeline);
  if (!outermost)
    return Error::success();
  std::string why = explain(*node, name);
  std::optional<TextPlace> place =
      nameNode(**composed, *outermost->begin, name).place;
  const TreeElement *element = place ? tree->lookup(*place) : nullptr;
  std::optional<std::string> opened;
  if (element && element->name == outermost->getName())
    opened = writeOpened(*tree, *outermost, **node);
  while (BundleInstance *at =
             findOutermost((*node)->getBundleAround(), isPipeline))
    pipeline.list.dissolve(*at);
  bool isOpened =
      opened && attempt({{element->range, *opened}}, getStructure(**composed));
  return isOpened ? Error::success() : createStringError(why);
}

bool PipelineText::gives(StringRef changed, StringRef wanted) const {
  auto again = expectedToOptional(compose(changed, choice));
  return again && getStructure(**again) == wanted;
}

bool PipelineText::attempt(ArrayRef<TextChange> changes, StringRef wanted) {
  std::optional<std::string> changed = applyChanges(text, changes);
  if (!changed)
    return false;
  if (gives(*changed, wanted)) {
    text = std::move(*changed);
    return true;
  }
  // Two nests of a text that a pass has parted are one once it is gone; those
  // of a file are one wherever they are side by side.
  if (isJson)
    return false;
  std::optional<PipelineTree> tree = expectedToOptional(
      PipelineTree::read(*changed, isJson, catalog->getRules()));
  if (!tree)
    return false;
  for (const TreeElement &element : tree->getElements()) {
    const TreeElement *last =
        element.index ? element.list->elements[element.index - 1] : nullptr;
    if (!last || !last->isNest() || !element.isNest() ||
        last->name != element.name)
      continue;
    TextRange between = {last->nested->ranges.inside.end,
                         element.nested->ranges.inside.begin};
    std::optional<std::string> merged = applyChanges(
        *changed, TextChange{between, ("," + tree->getBlank()).str()});
    if (!merged || !gives(*merged, wanted))
      continue;
    text = std::move(*merged);
    return true;
  }
  return false;
}

Error PipelineText::applyStep(const Fix &step) {
  Expected<std::unique_ptr<Pipeline>> composed = compose();
  if (!composed)
    return composed.takeError();
  Pipeline &pipeline = **composed;
  FixStep known{step};
  const Node *node = nullptr, *reference = nullptr;
  auto find = [&](StringRef name, int position, const Node *&found,
                  std::optional<NamedNode> &named) -> Error {
    if (Error error =
            pipeline.getImpl().findNode(name, position).moveInto(found))
      return error;
    named = nameNode(pipeline, *found, this->name);
    return Error::success();
  };
  bool hasPass =
      step.kind != Fix::Kind::Insert && step.kind != Fix::Kind::RenameNest;
  bool hasReference =
      (step.kind == Fix::Kind::Insert || step.kind == Fix::Kind::Move) &&
      !step.reference.empty();
  if (hasPass)
    if (Error error = find(step.pass, step.passPosition, node, known.pass))
      return error;
  if (hasReference)
    if (Error error = find(step.reference, step.referencePosition, reference,
                           known.reference))
      return error;
  auto nodes = make_pointer_range(pipeline.getNodes());
  DenseSet<const Node *> before(nodes.begin(), nodes.end());
  // What a removed node is from is gone with it.
  std::string why = explain(node ? node : reference, this->name);
  if (Error error = applyFix(pipeline, step))
    return error;
  const Node *made = step.kind == Fix::Kind::Move ? node : nullptr;
  for (const Node &other : pipeline.getNodes())
    if (!made && !before.contains(&other))
      made = &other;
  if (made)
    known.nests = made->getAnchorPath().getOps();
  if (made && step.kind == Fix::Kind::Insert) {
    auto name = [&](const Node *near, std::optional<NamedNode> &named) {
      if (near && near->isPass())
        named = nameNode(pipeline, *near, this->name, made);
    };
    name(made->getPrevious(), known.previous);
    name(made->getNext(), known.next);
  }
  std::string wanted = getStructure(pipeline);
  Expected<PipelineTree> tree =
      PipelineTree::read(text, isJson, catalog->getRules());
  if (!tree)
    return tree.takeError();
  return writeStep(*tree, known,
                   [&](const TextChanges &changes) {
                     return attempt(changes, wanted);
                   })
             ? Error::success()
             : createStringError(why);
}

Error PipelineText::applySteps(const Fix &fix) {
  std::string before = text;
  std::vector<Fix> steps = {fix};
  append_range(steps, fix.then);
  for (Fix &step : steps) {
    step.then.clear();
    // The passes stand in the place of the name, and then one of them is moved.
    if (std::exchange(step.opensPipeline, false))
      if (Error error = openPipelines(step))
        return error;
    if (Error error = applyStep(step))
      return error;
  }
  return verifyVariants(before);
}

Error PipelineText::apply(ArrayRef<Fix> fixes, size_t *failed) {
  std::string before = text;
  for (const auto &[index, fix] : enumerate(fixes))
    if (Error error = applySteps(fix)) {
      if (failed)
        *failed = index;
      text = std::move(before);
      return error;
    }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

/// The messages of all errors; one for a pipeline that cannot be composed.
static std::vector<std::string>
findErrors(Expected<std::unique_ptr<Pipeline>> pipeline) {
  std::vector<std::string> errors;
  if (!pipeline) {
    for (const Diagnostic &failure : takeDiagnostics(pipeline.takeError()))
      errors.push_back(failure.message);
    return errors;
  }
  for (const Diagnostic &finding : (*pipeline)->check())
    if (finding.severity == Severity::Error)
      errors.push_back(finding.message);
  return errors;
}

/// Fails if there is more wrong with another variant than in the text `before`.
Error PipelineText::verifyVariants(StringRef before) const {
  if (!isJson)
    return Error::success();
  Expected<std::unique_ptr<Pipeline>> here = compose();
  if (!here)
    return here.takeError();
  if ((*here)->getOptions().empty())
    return Error::success();
  Expected<std::vector<VariantChoice>> choices =
      enumerateVariants((*here)->getOptions());
  if (!choices)
    return choices.takeError();
  for (const VariantChoice &other : *choices) {
    if (other.str() == choice.str())
      continue;
    std::vector<std::string> old = findErrors(compose(before, other)),
                             now = findErrors(compose(text, other));
    if (now.size() <= old.size())
      continue;
    auto added = find_if(now, [&](const std::string &message) {
      return !is_contained(old, message);
    });
    return createStringError(
        "the variant '" + other.str() + "' would be worse" +
        (added == now.end() ? std::string() : ": " + *added));
  }
  return Error::success();
}
