//===- PatternSlot.h - Patterns of several parties in one pass ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pattern slot is a slot for sets of rewrite patterns. In the list it is what
// the name `pmb-rewrite` stands for: a contiguous bundle of the sets and the
// slot. Each set is an ordinary pass of the list, with the name of the set, its
// origin and its contract. Handed over and printed they are one pass, or none:
//
//   pmb-rewrite{slot=pre-bufferize-patterns patterns=acme:acme-fold,other}
//
// `acme:acme-fold` are the patterns `acme-fold`, which the party `acme` has
// put there. That text, or name and options in a file, makes the same slot
// again.
//
// A slot for conversion patterns is the same under the name `pmb-convert`.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PIPELINE_PATTERNSLOT_H
#define PMB_BUILDER_PIPELINE_PATTERNSLOT_H

#include "builder/list/NodeList.h"
#include "builder/passes/PassBundle.h"
#include "llvm/Support/Error.h"

namespace pmb {

/// The pass that a pattern slot becomes.
inline constexpr llvm::StringLiteral rewritePass = "pmb-rewrite";
/// The pass that a slot for conversion patterns becomes.
inline constexpr llvm::StringLiteral convertPass = "pmb-convert";
/// The kind of passes that are sets of patterns.
inline constexpr llvm::StringLiteral patternsKind = "patterns";
/// The kind of those that only a dialect conversion can apply.
inline constexpr llvm::StringLiteral conversionKind = "conversion-patterns";

/// True for the names of the passes that pattern slots become.
inline bool isPatternSlotName(llvm::StringRef name) {
  return name == rewritePass || name == convertPass;
}

/// The pass `name`, which is one of the two.
const PassDescriptor &getSlotPass(llvm::StringRef name);

/// What `pmb-rewrite` or `pmb-convert` stands for, with these options. Fails
/// with `bad-options` if they are not those of the pass, or name neither a slot
/// nor sets, and with `bad-name` if the name of a set cannot be one.
/// REQUIRES: `name` is one of the two.
llvm::Expected<PassBundle> openPatternSlot(llvm::StringRef name,
                                           llvm::StringRef options);
/// A `bad-options` for options that name neither a slot nor sets.
llvm::Error makeNoPatterns(llvm::StringRef name);

/// A `wrong-slot` for patterns that only a conversion can apply: `'acme-lower'
/// of plugin 'acme'` in `the slot 'early'`. `name` is that of the set.
llvm::Error makeNotConverting(llvm::StringRef name, const llvm::Twine &patterns,
                              const llvm::Twine &user);

/// True for a bundle that is a pattern slot; false for others, and for null.
inline bool isPatternSlot(const BundleInstance *bundle) {
  return bundle && bundle->isPipeline && isPatternSlotName(bundle->getName());
}
/// True for a pattern slot that takes conversion patterns.
inline bool isConversionSlot(const BundleInstance &slot) {
  return slot.getName() == convertPass;
}
/// The pattern slot that a node is in; null if it is in none. The marks of the
/// slot are in it.
inline const BundleInstance *getPatternSlot(const Node &node) {
  return isPatternSlot(node.getBundle()) ? node.getBundle() : nullptr;
}

/// The name of a pattern slot; empty if others cannot add to it.
llvm::StringRef getSlotName(const BundleInstance &slot);

/// The party by which a set of patterns in a slot is called: the one that the
/// options of the slot give to it, or else that of its origin. Empty for the
/// framework, and if the name of the party cannot be part of a text.
std::string getParty(const Node &patterns);
/// The same for an origin.
std::string getParty(const Origin &origin);

/// The options of the pass that a pattern slot becomes: those that it was
/// declared with, and what is in it now.
std::string getRewriteOptions(const BundleInstance &slot);
/// The same with some of the sets that are in it.
std::string getRewriteOptions(const BundleInstance &slot,
                              llvm::ArrayRef<const Node *> sets);

} // namespace pmb

#endif // PMB_BUILDER_PIPELINE_PATTERNSLOT_H
