//===- PassesInOptions.h - Options that are made of passes ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `inline{op-pipelines=func.func(canonicalize,cse)}`: which options have passes
// in them, the catalog says (`OptionDescriptor::Type`). They are read as any
// textual pipeline is, and the places in them are those in the text around.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_PASSESINOPTIONS_H
#define PMB_BUILDER_EDIT_PASSESINOPTIONS_H

#include "builder/edit/TextualPipeline.h"
#include "builder/passes/PassDescriptor.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pmb {

class Catalog;

/// One option that was given, and the passes in its value.
struct PassesInOption {
  /// REQUIRES: `source`, if not null, has the value at `offset`.
  PassesInOption(const OptionDescriptor &option, llvm::StringRef value,
                 const SourceText *source, size_t offset);

  /// Gives what was found in `passes` its place in the source. Without a
  /// source, the diagnostic has none, and its notes show the value.
  void locate(Diagnostic &diagnostic, llvm::StringRef pass) const;

  const OptionDescriptor &option;
  llvm::Expected<TextualPipeline> passes;

private:
  const SourceText *source;
  /// Where the value begins in the source.
  TextPlace begin;
};

/// Calls `found` for each of `options` that has passes in it, as `pass`
/// describes them. `source`, if given, is the text that has `options` at
/// `offset`.
void forEachPassesInOptions(const PassDescriptor &pass, llvm::StringRef options,
                            llvm::function_ref<void(PassesInOption)> found,
                            const SourceText *source = nullptr,
                            size_t offset = 0);

/// Calls `found` with the name of each pass in `options`, and in the options of
/// these. What cannot be read has none. `depth`: how deep they are in options
/// of others.
void forEachPassInOptions(const Catalog &catalog, const PassDescriptor &pass,
                          llvm::StringRef options,
                          llvm::function_ref<void(llvm::StringRef)> found,
                          unsigned depth = 0);

/// Looks for misspelled names among these passes, as
/// `TextualPipeline::checkNames` does. `depth` counts options in options.
void checkNamesInOptions(NameChecker &checker, llvm::StringRef pass,
                         llvm::StringRef options, const SourceText *source,
                         llvm::function_ref<void(Diagnostic)> found,
                         unsigned depth = 0);

} // namespace pmb

#endif // PMB_BUILDER_EDIT_PASSESINOPTIONS_H
