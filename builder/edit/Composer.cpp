//===- Composer.cpp - Adding what texts and files say ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/edit/Composer.h"
#include "builder/edit/Entry.h"

using namespace pmb;
using namespace llvm;

Error Composer::compose(Pipeline &facade,
                        function_ref<Error(Composer &)> edits) {
  PipelineImpl &pipeline = facade.getImpl();
  const Origin *previous = pipeline.currentOrigin;
  Error error = pipeline.atomically([&] {
    Composer composer(pipeline);
    return edits(composer);
  });
  pipeline.currentOrigin = previous;
  return error;
}

void Composer::setOrigin(Origin origin) {
  // Each stands at a place of its own, so there is nothing to share.
  pipeline.currentOrigin =
      new (pipeline.placedOrigins.Allocate()) Origin(std::move(origin));
}

Error Composer::addPass(PassSpec &&pass, const Place &place) {
  return pipeline
      .link(pipeline.open(std::move(pass), place.isNest ? place.path : nullptr),
            place.path, place.before)
      .takeError();
}

Error Composer::addSlot(StringRef name, const Place &place) {
  return pipeline.linkSlot(name, place.path, place.before).takeError();
}

Error Composer::addBundle(const PassBundle &bundle, const Place &place) {
  if (bundle.isConditional())
    return pipeline.link(pipeline.open(bundle), place.path, place.before)
        .takeError();
  return pipeline.linkBundle(bundle, place.path, place.before).takeError();
}

Expected<Composer::Place> Composer::openBundle(const PassBundle &frame,
                                               const Place &place) {
  Expected<Node *> begin = pipeline.linkBundle(frame, place.path, place.before);
  if (!begin)
    return begin.takeError();
  return Place{place.path, (*begin)->getEnd(), place.isNest};
}

InsertResult Composer::insertBundle(const PassBundle &frame,
                                    const Position &position,
                                    function_ref<void(const Place &)> fill) {
  InsertResult added = pipeline.insert(frame, position);
  if (added.failed())
    return added;
  for (const Node *begin : added.getNodes()) {
    Node *end = const_cast<Node *>(begin->getEnd());
    fill({&end->getAnchorPath(), end});
    if (position.isRelative())
      if (Error error = pipeline.checkAdded(begin))
        return InsertResult(pipeline, std::move(error));
  }
  return added;
}

Expected<Composer::Place> Composer::openNest(StringRef op, const Place &place) {
  if (Error error = PipelineImpl::checkNestDepth(place.path->getDepth() + 1))
    return error;
  return Place{place.path->getNested(op), place.before, /*isNest=*/true};
}

const Node *Composer::getLast(const Place &place) const {
  return place.before ? place.before->getPrevious() : pipeline.list.back();
}

const Node *Composer::getNext(const Node *last, const Place &place) const {
  const Node *next = last ? last->getNext() : pipeline.list.front();
  return next == place.before ? nullptr : next;
}

void Composer::pin(const Node *node, StringRef reason, PinnedOptions options) {
  if (node)
    pipeline.list.pinWhole(const_cast<Node &>(*node),
                           {pipeline.currentOrigin, reason.str(), options});
}

void Composer::keepApart(const Node *last, const Place &place, bool always) {
  Node *first =
      last ? const_cast<Node *>(last)->getNext() : pipeline.list.front();
  while (first && first != place.before && !first->isPass())
    first = first->getNext();
  if (!first || first == place.before)
    return;
  while (last && !last->isPass())
    last = last->getPrevious();
  unsigned depth = place.path->getDepth();
  if (always || (last && AnchorPath::getCommonPrefix(&last->getAnchorPath(),
                                                     &first->getAnchorPath())
                                 ->getDepth() > depth))
    pipeline.list.limitSharedDepth(*first,
                                   std::min(depth, first->getSharedDepth()));
}
