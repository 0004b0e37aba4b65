//===- PresumedInput.h - What an unknown input usually has ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most pipelines come without a word about their input. What stays in the IR
// when a pass is missing can then be told of the usual input only. That is
// presumed:
//
//   * what every program has: the contents that the catalog names
//     `usual-program`;
//   * what a pass is there to lower, and no pass before it may have added: of a
//     dialect, the operations that the catalog names in `usual-operations`;
//   * what a pass requires, if nothing before it may have added that, or what
//     makes it needless.
//
// Entries that are speculative, partial or bound to a condition of the input
// presume nothing. If the rest presumes no more than every program has, the
// first speculative entry that can is taken, too: a pipeline is there for
// something. The passes of a registered pipeline presume nothing, nor does
// anything behind a pass without a contract, which may have added it. Marks and
// rare operations are not presumed, nor is what the interface says that the
// input never has.
//
// What is found on the presumed input and not otherwise is a warning.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_PRESUMEDINPUT_H
#define PMB_BUILDER_CHECK_PRESUMEDINPUT_H

#include "builder/check/Trace.h"

namespace pmb {

/// The items that the input of a list is presumed to have. `trace` is that of
/// an open input. Empty if the catalog does not say what programs usually have.
const std::vector<std::string> &presumeInput(const Trace &trace);
/// The same, whatever the list says of its input.
std::vector<std::string> presumeInput(const PassList &list);

/// What is presumed is a note of each finding that rests on it, as any of them
/// may come to follow from another one. Of those in `findings` the first keeps
/// it.
void sayPresumedInputOnce(std::vector<Diagnostic> &findings);

} // namespace pmb

#endif // PMB_BUILDER_CHECK_PRESUMEDINPUT_H
