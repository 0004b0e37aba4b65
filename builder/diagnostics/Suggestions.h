//===- Suggestions.h - Names that were meant -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_DIAGNOSTICS_SUGGESTIONS_H
#define PMB_BUILDER_DIAGNOSTICS_SUGGESTIONS_H

#include "builder/diagnostics/Diagnostic.h"

namespace pmb {

/// The names among `candidates` nearest to `name`, at most `limit`, nearest
/// first; empty when nothing is near. Ties keep the order of the alphabet. Uses
/// `StringRef::edit_distance`, but two letters that have changed places count
/// as one slip, and so do capitals, and `_` for `-`; a candidate of which
/// `name` is a part counts as near.
llvm::SmallVector<llvm::StringRef>
findNear(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> candidates,
         unsigned limit = 3);

/// The same as a text: `'a', 'b' or 'c'`.
std::string suggestNames(llvm::StringRef name,
                         llvm::ArrayRef<llvm::StringRef> candidates,
                         unsigned limit = 3);

/// `did you mean 'a' or 'b'?` for names in quotes, as `suggestNames` gives
/// them.
std::string didYouMean(llvm::StringRef names);

/// Adds as help the names that are near; false if there are none. If one is so
/// near that it was most likely meant, the diagnostic holds it as a
/// correction of the text.
bool suggest(Diagnostic &diagnostic, llvm::StringRef name,
             llvm::ArrayRef<llvm::StringRef> candidates);

/// The same; if there are none near, notes all that are `known`, unless these
/// are many. Returns whether some are near.
bool suggestOrList(Diagnostic &diagnostic, llvm::StringRef name,
                   llvm::ArrayRef<llvm::StringRef> known);

/// An error about a name that is none of `known`: with the names that are near,
/// or else with all of them if they are not many.
llvm::Error makeUnknown(DiagnosticCode code, std::string message,
                        llvm::StringRef name,
                        llvm::ArrayRef<llvm::StringRef> known);

/// True for names that differ in digits only, as stages of one work do: no slip
/// of a finger makes one of the other.
bool isOtherNumber(llvm::StringRef a, llvm::StringRef b);

/// The one candidate that `name` was most likely meant to be: one letter is
/// different, or two in names of at least `shortest` letters. Empty if `name`
/// is one of them, if none is that near, or more than one equally near, and for
/// another number, as in `stage-2` for `stage-1`. More strict than
/// `suggestNames`, for names that may well be right.
llvm::StringRef findIntended(llvm::StringRef name,
                             llvm::ArrayRef<llvm::StringRef> candidates,
                             unsigned shortest = 8);

/// The one candidate of the same words: one may be abbreviated, as in
/// `convert-shape-to-standard` for `convert-shape-to-std`, or `2` stand for
/// `to`. Words at the end may be missing. A name of less than three words must
/// have all of them, and the first three letters are the same. Empty if there
/// is none, or more than one.
llvm::StringRef findSameWords(llvm::StringRef name,
                              llvm::ArrayRef<llvm::StringRef> candidates);

} // namespace pmb

#endif // PMB_BUILDER_DIAGNOSTICS_SUGGESTIONS_H
