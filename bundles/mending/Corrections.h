//===- Corrections.h - Correcting what cannot be composed -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fix is made in a pipeline. Where a text gives none, as an option or a name
// in it is misspelled, or a pass stands in a wrong nest, the text itself is
// corrected: in files of all sorts.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_MENDING_CORRECTIONS_H
#define PMB_BUNDLES_MENDING_CORRECTIONS_H

#include "builder/diagnostics/SourceText.h"
#include "bundles/json/TextEdits.h"

namespace pmb {

class Catalog;

/// Corrects texts. Finding out what is wrong with one is left to the user.
class Corrector {
public:
  /// What is wrong with a text: each finding with its place in it.
  using FindMistakes =
      llvm::function_ref<std::vector<Diagnostic>(const SourceText &text)>;

  /// Both must outlive the corrector.
  Corrector(const Catalog &catalog, FindMistakes find)
      : catalog(catalog), find(find) {}

  struct Correction {
    /// `write 'top-down' for 'topdown'`.
    std::string message;
    /// The whole text.
    std::string text;
  };
  /// The correction of `finding`, one of `mistakes`, which are those of `file`.
  /// It has been tried: the finding goes with it, nothing else comes in its
  /// place, and all other words of commands stay. std::nullopt if there is
  /// none.
  std::optional<Correction> correct(const SourceText &file,
                                    const Diagnostic &finding,
                                    llvm::ArrayRef<Diagnostic> mistakes) const;

  /// The text of `file` with one correction after the other; says in `made`
  /// which.
  std::string correctAll(const SourceText &file,
                         std::vector<std::string> &made) const;

private:
  const Catalog &catalog;
  FindMistakes find;
};

} // namespace pmb

#endif // PMB_BUNDLES_MENDING_CORRECTIONS_H
