//===- Recipe.h - What is added to a pipeline -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C++ bundles, textual pipelines, files, plugins, registered pipelines and
// pass managers that are adopted all become recipes, and recipes become nodes.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_RECIPE_H
#define PMB_BUILDER_PASSES_RECIPE_H

#include "builder/diagnostics/SourceText.h"
#include "builder/passes/PassInstance.h"
#include "llvm/ADT/StringSet.h"
#include <vector>

namespace pmb {

/// What others may do with the options of what is pinned. Reaches JSON by name:
/// append only.
enum class PinnedOptions { Fixed, Open };

/// Options that get a value from elsewhere: the option of the pass or bundle,
/// and that of the bundle around it, or of the pipeline.
using OptionsFrom = std::vector<std::pair<std::string, std::string>>;

/// What can be said of an element of a recipe beside its name and options.
struct RecipeDetails {
  /// An include stands for the elements of another file.
  enum class Kind : uint8_t { Pass, Nest, Bundle, Slot, Include };
  Kind kind = Kind::Pass;
  /// Of a bundle: its elements stand here. Else it goes by its name.
  bool isDefinition = false;
  /// Of a bundle: as in `PassBundle`.
  bool isContiguous = false, isPipeline = false;
  /// Of a nest: not merged with the nest before it; or, as in a text, not where
  /// that is its neighbour when it is added.
  bool isSeparate = false, isAsWritten = false;
  /// Of an include: the index of that file.
  unsigned file = 0;

  /// When the element is there, as in Condition.h; empty: always.
  std::string when;
  OptionsFrom optionsFrom;
  /// Why the element is there.
  std::string reason;
  /// Why others may not edit it, and whether they may set options; empty if
  /// they may.
  std::string pinned;
  PinnedOptions pinnedOptions = PinnedOptions::Fixed;

  /// Of a bundle that is defined here: its elements stand once in a nest for
  /// each of these operations. Empty: once, in no nest of their own.
  std::vector<std::string> nests;
  /// Of a bundle: as in `PassBundle`.
  std::string noCleanup;
  std::vector<std::string> kinds;
  std::vector<OptionDescriptor> declaredOptions;
  Contract contract;

  /// The text in which it stands; null if it stands in none, and its origin is
  /// that of the edit that adds it.
  const SourceText *source = nullptr;
  TextPlace place = {0, 0}, whenPlace = {0, 0};
  /// Where `options` begin in the text; 0 if they do not stand there as such.
  size_t optionsOffset = 0;
};

/// What is added to a pipeline: a tree of passes, slots, nests and bundles.
/// `name` is the argument of a pass, the operation of a nest, the name of a
/// bundle or slot, or the file to include as it is written. `options` are those
/// of a pass, or given to a bundle.
struct Recipe : PassSpec, RecipeDetails {
  Recipe() = default;
  Recipe(PassSpec &&pass) : PassSpec(std::move(pass)) {}
  Recipe(Kind kind, llvm::StringRef name) : PassSpec(name) {
    this->kind = kind;
  }
  /// A bundle that goes by its name, with these options.
  static Recipe makeNamed(llvm::StringRef bundle, llvm::StringRef options) {
    Recipe named(Kind::Bundle, bundle);
    named.options = options.str();
    return named;
  }
  Recipe(Recipe &&) = default;
  Recipe &operator=(Recipe &&) = default;
  ~Recipe();

  /// What is in a nest, or in a bundle that is defined here.
  std::vector<Recipe> body;

  bool isPass() const { return kind == Kind::Pass; }
  bool isBundle() const { return kind == Kind::Bundle; }

  /// The element without what is in it.
  Recipe cloneFrame() const;
  /// A deep copy. Instances that cannot be copied are empty in it.
  Recipe clone() const;
  /// The same. Fails with `not-copyable` if there are such instances.
  llvm::Expected<Recipe> copy() const;
};

/// Deep copies.
std::vector<Recipe> cloneAll(llvm::ArrayRef<Recipe> elements);

/// Adds all names that conditions and options of the elements ask for, also
/// inside of elements in them.
void collectAskedNames(llvm::ArrayRef<Recipe> elements,
                       llvm::StringSet<> &names);

} // namespace pmb

#endif // PMB_BUILDER_PASSES_RECIPE_H
