//===- Shuffle.h - Other orders that contracts allow ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What does a pipeline depend on that no contract says? Running it in other
// orders that the contracts allow shows it:
//
//   std::vector<unsigned> swaps = pmb::shuffle(pipeline, /*seed=*/1);
//
// Every order on the way there is allowed, too. So if the last one does
// something else than the first, two neighbours can be found that change places
// in one step and change what the pipeline does.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_SHUFFLE_H
#define PMB_BUILDER_EDIT_SHUFFLE_H

#include "builder/Pipeline.h"

namespace pmb {

/// The pass before which `position` passes stand; null if there are not so
/// many.
const Node *getPass(const Pipeline &pipeline, unsigned position);

/// Lets the pass at `position` and the next one change places. Each keeps its
/// nest. Fails, and changes nothing, if there are no two, they are not in the
/// same bundle, or the bundle is contiguous.
llvm::Error swapWithNext(Pipeline &pipeline, unsigned position);

/// Brings the passes into another order. Each draws a number, and neighbours
/// change places if that brings the numbers into order and the check then finds
/// nothing that it did not find before. Passes of a pipeline with contracts and
/// more than 60 passes move some places only: time is quadratic in the number
/// of passes. The same seed makes the same order on all machines. Returns the
/// positions at which neighbours changed places, in order: `swapWithNext` at
/// each of them does the same to an equal pipeline.
std::vector<unsigned> shuffle(Pipeline &pipeline, uint64_t seed);

/// Takes out the pass at `position`. Fails, and changes nothing, if there is
/// none, or it is in a contiguous bundle.
llvm::Error removeAt(Pipeline &pipeline, unsigned position);

/// Takes out the passes of a kind, from the first to the last, but for those
/// that the check then misses. Returns their positions, each as it was when the
/// pass was taken out: `removeAt` at each of them does the same to an equal
/// pipeline.
std::vector<unsigned> removeKind(Pipeline &pipeline, llvm::StringRef kind);

/// The finding that `later` does something else unless `earlier` has run before
/// it, or without `later` that what comes out in the end depends on `earlier`.
Diagnostic describeUnstated(const Pipeline &pipeline, const Node &earlier,
                            const Node *later);

} // namespace pmb

#endif // PMB_BUILDER_EDIT_SHUFFLE_H
