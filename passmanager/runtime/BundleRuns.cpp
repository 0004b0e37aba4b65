//===- BundleRuns.cpp - Where bundles begin and end in a run --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/BundleRuns.h"
#include "mlir/IR/Operation.h"

using namespace pmb;
using namespace llvm;

/// `a/b` of `a/b/c` and `a/b/d`.
static StringRef getCommonAnchor(StringRef a, StringRef b) {
  size_t common = 0;
  for (size_t i = 0; i <= std::min(a.size(), b.size()); ++i) {
    bool isEndOfA = i == a.size() || a[i] == '/';
    bool isEndOfB = i == b.size() || b[i] == '/';
    if (isEndOfA && isEndOfB)
      common = i;
    if (i == a.size() || i == b.size() || a[i] != b[i])
      break;
  }
  return a.take_front(common);
}

void BundleRuns::add(ArrayRef<const PassOwner *> owners,
                     SignatureTable &table) {
  for (const PassOwner *owner : owners)
    for (const auto &facts : owner->bundlesWithContracts) {
      std::unique_ptr<Bundle> &known = bundles[facts.get()];
      if (!known)
        known = std::make_unique<Bundle>();
      Bundle &bundle = *known;
      if (!bundle.first) {
        bundle.first = owner;
        bundle.anchor = owner->node.anchor;
      }
      bundle.last = owner;
      bundle.passes.insert(owner);
      bundle.anchor = getCommonAnchor(bundle.anchor, owner->node.anchor).str();
    }
  for (auto &[facts, bundle] : bundles) {
    if (bundle->claims)
      continue;
    auto asPass = std::make_shared<PassDescriptor>(StringRef(facts->node.name));
    asPass->contract = facts->contract;
    auto asOwner = std::make_shared<PassOwner>();
    asOwner->node = facts->node;
    asOwner->node.anchor = bundle->anchor;
    asOwner->pipeline = bundle->first->pipeline;
    asOwner->descriptor = std::move(asPass);
    bundle->claims = std::make_unique<PassClaims>(std::move(asOwner), "", table,
                                                  PassClaims::Subject::Bundle);
    // Contracts are suggested for passes only.
    bundle->claims->contents.setTallied(false);
  }
}

unsigned BundleRuns::getDepth(mlir::Operation *op) const {
  unsigned depth = 0;
  for (mlir::Operation *at = op; at && at != root; at = at->getParentOp())
    ++depth;
  return depth;
}

std::vector<Diagnostic> BundleRuns::describeMerged(Passes passes,
                                                   mlir::Operation *op) {
  std::vector<Diagnostic> merged;
  for (auto &[facts, bundle] : bundles) {
    auto isOwn = [&bundle = bundle](const PassOwner *pass) {
      return bundle->passes.contains(pass);
    };
    auto other = find_if_not(passes, isOwn);
    bool hasEdge = is_contained(passes, bundle->first) ||
                   is_contained(passes, bundle->last);
    if (!hasEdge || other == passes.end() ||
        StringRef(bundle->anchor).count('/') != getDepth(op))
      continue;
    std::string name =
        *other ? "'" + (*other)->node.name + "'" : "a pass of others";
    merged.push_back(
        Diagnostic(DiagnosticCode::NotHeld,
                   "the contract of bundle '{0}' is not held: MLIR runs passes "
                   "of it in one nest with {1}",
                   facts->node.name, name)
            .at(facts->node)
            .help("pmb-barrier between the two keeps their nests apart"));
  }
  return merged;
}

SmallVector<PassClaims *> BundleRuns::find(Edge edge, Passes passes,
                                           mlir::Operation *op) {
  SmallVector<PassClaims *> found;
  size_t depth = getDepth(op);
  for (auto &[facts, bundle] : bundles) {
    bool isAtEdge = !passes.empty() &&
                    (edge == Edge::Begin ? bundle->first == passes.front()
                                         : bundle->last == passes.back());
    if (isAtEdge && StringRef(bundle->anchor).count('/') == depth &&
        all_of(passes, [&bundle = bundle](const PassOwner *pass) {
          return bundle->passes.contains(pass);
        }))
      found.push_back(bundle->claims.get());
  }
  if (edge == Edge::End)
    std::reverse(found.begin(), found.end());
  return found;
}
