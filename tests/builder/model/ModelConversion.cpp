//===- ModelConversion.cpp - Random pipelines, built and read -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelGenerator.h"

using namespace pmb;
using namespace pmb::model;

static PassSpec makeSpec(const Step &step) {
  PassSpec spec(step.name, step.options);
  spec.nest = step.nest;
  return spec;
}

static PassBundle copyBundle(const Listing &listing, size_t &index) {
  const Step &begin = listing.steps[index];
  PassBundle bundle(begin.name);
  for (const std::string &kind : listing.bundles[begin.bundle].kinds)
    bundle.addKind(kind);
  bundle.setContiguous(listing.bundles[begin.bundle].isContiguous);
  bundle.contract = listing.bundles[begin.bundle].contract;
  for (++index; listing.steps[index].kind != Step::Kind::BundleEnd; ++index)
    if (listing.steps[index].kind == Step::Kind::BundleBegin)
      bundle.addBundle(copyBundle(listing, index));
    else if (listing.steps[index].kind == Step::Kind::Slot)
      bundle.addSlot(listing.steps[index].name);
    else
      bundle.add(makeSpec(listing.steps[index]));
  return bundle;
}

void model::build(const Listing &listing, PipelineBuilder &built) {
  built.getInterface() = listing.interface;
  for (const std::string &name : listing.variants)
    built.setVariant(name);
  for (size_t i = 0; i < listing.steps.size(); ++i)
    if (listing.steps[i].kind == Step::Kind::BundleBegin)
      built.append(copyBundle(listing, i));
    else if (listing.steps[i].kind == Step::Kind::Slot)
      built.addSlot(listing.steps[i].name);
    else
      built.append(makeSpec(listing.steps[i]));
}

Listing model::read(const PipelineBuilder &built, const Listing &world) {
  Listing result = world;
  result.steps.clear();
  result.bundles.clear();
  std::map<const BundleInstance *, int> numbers;
  for (const Node &node : built.getNodes()) {
    Step step;
    step.name = node.getName().str();
    step.options = node.getOptions();
    for (const AnchorPath *path = &node.getAnchorPath(); path->getDepth();
         path = path->getParent())
      step.nest.insert(step.nest.begin(), path->getOp().str());
    switch (node.getKind()) {
    case Node::Kind::Pass:
      step.kind = Step::Kind::Pass;
      result.passes[step.name] = node.getDescriptor();
      break;
    case Node::Kind::Slot:
      step.kind = Step::Kind::Slot;
      break;
    case Node::Kind::BundleBegin:
    case Node::Kind::BundleEnd: {
      const BundleInstance *instance = node.getBundle();
      bool isBegin = node.getKind() == Node::Kind::BundleBegin;
      step.kind = isBegin ? Step::Kind::BundleBegin : Step::Kind::BundleEnd;
      if (isBegin) {
        numbers[instance] = int(result.bundles.size());
        Bundle bundle;
        bundle.kinds.assign(instance->kinds.begin(), instance->kinds.end());
        bundle.isContiguous = instance->isContiguous;
        if (instance->contract)
          bundle.contract = *instance->contract;
        result.bundles.push_back(bundle);
      }
      step.bundle = numbers[instance];
      break;
    }
    }
    if (step.kind != Step::Kind::Pass)
      step.nest.clear();
    result.steps.push_back(step);
  }
  result.interface = built.getInterface();
  return result;
}

/// What the model says of an item that is folded into a finding about what
/// certainly stays: that it may.
static const model::Finding *findFolded(const Findings &expected,
                                        const model::Finding &told) {
  auto mayBe = [](DiagnosticCode code) {
    return code == DiagnosticCode::PredictedLeftOver
               ? DiagnosticCode::MayBeLeftOver
           : code == DiagnosticCode::Reintroduced
               ? DiagnosticCode::MayBeReintroduced
               : code;
  };
  for (const model::Finding &finding : expected)
    if (finding.item == told.item && finding.severity < told.severity &&
        (finding.code == told.code || finding.code == mayBe(told.code)))
      return &finding;
  return nullptr;
}

std::vector<Diagnostic> model::findAll(PipelineBuilder &built) {
  std::vector<Diagnostic> all;
  for (Diagnostic &finding : built.check()) {
    std::vector<Diagnostic> follows = std::move(finding.follows);
    all.push_back(std::move(finding));
    llvm::append_range(all, std::move(follows));
  }
  llvm::append_range(all, built.findPossible());
  return all;
}

static bool isDeadEnd(const Diagnostic &diagnostic) {
  return diagnostic.code == DiagnosticCode::DeadEnd ||
         diagnostic.code == DiagnosticCode::OnPossibleInput;
}

Findings model::convert(llvm::ArrayRef<Diagnostic> diagnostics,
                        const Findings &expected) {
  Findings result;
  bool hasCycle = false;
  for (const Diagnostic &diagnostic : diagnostics) {
    // The model knows nothing of dead ends; DeadEndTest.cpp puts them to the
    // test. One of them is a pass that has nothing to run on.
    // Nor does it know what passes without a contract are needed for, or who is
    // to blame: UndescribedTest.cpp and RemovalTest.cpp do.
    if (isDeadEnd(diagnostic) ||
        diagnostic.code == DiagnosticCode::LeftToUndescribed ||
        diagnostic.code == DiagnosticCode::RemovedByOther)
      continue;
    Finding finding;
    finding.code = diagnostic.code;
    finding.severity = diagnostic.code == DiagnosticCode::NoEffect
                           ? Severity::Warning
                           : diagnostic.severity;
    if (diagnostic.code == DiagnosticCode::Cycle) {
      if (!hasCycle)
        result.insert(finding);
      hasCycle = true;
      continue;
    }
    // Where the property was ended is for the message.
    if (diagnostic.code == DiagnosticCode::MissingOutput) {
      result.insert(finding);
      continue;
    }
    if (!diagnostic.items.empty()) {
      // One of them is as certain as the finding says; the others share its
      // cause.
      bool isLed = llvm::any_of(diagnostic.items, [&](const auto &item) {
        finding.item = item;
        return expected.count(finding);
      });
      for (const std::string &item : diagnostic.items) {
        finding.item = item;
        const Finding *folded = isLed && !expected.count(finding)
                                    ? findFolded(expected, finding)
                                    : nullptr;
        result.insert(folded ? *folded : finding);
      }
      continue;
    }
    if (diagnostic.node) {
      finding.name = diagnostic.node->name;
      finding.position = diagnostic.node->position;
    }
    result.insert(finding);
  }
  // Where several passes are told to come too early together, it is not told
  // once more that they reject what later passes remove.
  if (llvm::any_of(diagnostics, [](const Diagnostic &diagnostic) {
        return llvm::StringRef(diagnostic.message)
            .contains(" run too early, before ");
      }))
    for (const Finding &finding : expected)
      if (finding.code == DiagnosticCode::Rejected && !result.count(finding))
        result.insert(finding);
  // What may come back is not told where it is a dead end.
  for (const Diagnostic &diagnostic : diagnostics)
    if (isDeadEnd(diagnostic))
      for (const std::string &item : diagnostic.items) {
        Finding same{DiagnosticCode::MayBeReintroduced, Severity::Warning, "",
                     -1, item};
        if (expected.count(same) && !result.count(same))
          result.insert(same);
      }
  return result;
}
