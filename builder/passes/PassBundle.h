//===- PassBundle.h - A named group of passes -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_PASSBUNDLE_H
#define PMB_BUILDER_PASSES_PASSBUNDLE_H

#include "builder/passes/PassVerbs.h"
#include "builder/passes/Recipe.h"

namespace pmb {

/// A named group of passes that go together. Data: adding a bundle to a
/// pipeline copies its passes in, where they are ordinary nodes that can be
/// addressed, moved and removed, and among which others may be inserted, unless
/// the bundle is contiguous.
///
///   PassBundle bundle("bufferization");
///   bundle.addKind("bufferization")
///       .addPass("one-shot-bufferize", "bufferize-function-boundaries=true")
///       .addSlot("post-bufferize")
///       .nest("func.func").addPass("canonicalize");
class PassBundle : Recipe, public PassVerbs<PassBundle> {
public:
  explicit PassBundle(llvm::StringRef name)
      : PassBundle(Recipe(Kind::Bundle, name)) {}
  /// REQUIRES: `recipe` is a bundle.
  explicit PassBundle(Recipe recipe) : Recipe(std::move(recipe)) {
    isDefinition = true;
  }

  llvm::StringRef getName() const { return name; }

  PassBundle &addKind(llvm::StringRef kind) {
    kinds.push_back(kind.str());
    return *this;
  }
  llvm::ArrayRef<std::string> getKinds() const { return kinds; }

  /// A contiguous bundle's passes stay next to each other: edits between them
  /// are errors. Default: false.
  PassBundle &setContiguous(bool value = true) {
    Recipe::isContiguous = value;
    return *this;
  }
  bool isContiguous() const { return Recipe::isContiguous; }

  /// All that is in the bundle stands once in a nest for each of these
  /// operations. Default: none, it stands there once.
  PassBundle &setNests(std::vector<std::string> ops) {
    nests = std::move(ops);
    return *this;
  }
  llvm::ArrayRef<std::string> getNests() const { return nests; }

  /// The builder puts no cleanup between the passes of the bundle, for this
  /// reason: what one of them requires is established before the bundle, or it
  /// is an error. Everyone else may. Default: empty, it may.
  PassBundle &setNoCleanup(llvm::StringRef reason) {
    noCleanup = reason.str();
    return *this;
  }
  llvm::StringRef getNoCleanup() const { return noCleanup; }

  /// Declares an option: conditions and passes in the bundle can ask for it
  /// before they ask for those of the pipeline. Adding the bundle fails with
  /// `unused-option` if none does, with `bad-options` if a value does not fit,
  /// and as `OptionScope::addOption` does.
  PassBundle &addOption(OptionDescriptor option) {
    declaredOptions.push_back(std::move(option));
    return *this;
  }
  llvm::ArrayRef<OptionDescriptor> getOptions() const {
    return declaredOptions;
  }
  /// Gives an option a value. Adding the bundle fails with `bad-options` if it
  /// has no such option.
  PassBundle &setOption(llvm::StringRef option, llvm::StringRef value);

  /// The contract of the bundle as a whole: holds for each of its instances,
  /// at its first pass (what it needs) and at its last (what it does).
  using Recipe::contract;

  /// Adds an element: a pass, or anything else that stands in recipes. The
  /// place of the call is that of the edit that adds the bundle.
  PassBundle &add(Recipe element, SourceLocation = SourceLocation()) {
    body.push_back(std::move(element));
    return *this;
  }
  PassBundle &addSlot(llvm::StringRef slot) {
    return add(Recipe(Kind::Slot, slot));
  }
  /// A pipeline refuses bundles that are deeper in each other than
  /// `Pipeline::maxDepth`.
  PassBundle &addBundle(PassBundle &&bundle) { return add(std::move(bundle)); }
  /// The same with a copy: `outer.addBundle(PassBundle("inner").addPass("a"))`
  /// is one, too, as verbs return references. An instance that cannot be copied
  /// is missing in it, and adding `outer` to a pipeline fails with
  /// `no-instance`.
  PassBundle &addBundle(const PassBundle &bundle) {
    return add(bundle.Recipe::clone());
  }

  /// Adds passes to a nest, as `OpPassManager::nest` does, or under a
  /// condition, or with options from elsewhere:
  ///
  ///   bundle.nest("func.func").addPass("cse");
  ///   bundle.when("target == gpu").addPass("gpu-kernel-outlining");
  ///   bundle.optionsFrom({{"virtual-vector-size", "lanes"}})
  ///       .addPass("affine-super-vectorize");
  class Part : public PassVerbs<Part> {
  public:
    Part &add(Recipe element, SourceLocation = SourceLocation());
    Part &addSlot(llvm::StringRef slot) {
      return add(Recipe(Kind::Slot, slot));
    }
    Part &addBundle(PassBundle &&bundle) { return add(std::move(bundle)); }
    Part &addBundle(const PassBundle &bundle) {
      return add(bundle.Recipe::clone());
    }
    Part nest(llvm::StringRef op) const;
    /// The same where the condition holds, too.
    Part when(llvm::StringRef condition) const;
    /// The same with these options: of the pass or bundle that is added, and of
    /// the bundle or what is around it.
    Part optionsFrom(OptionsFrom options) const;

  private:
    friend class PassBundle;
    explicit Part(PassBundle &bundle) : bundle(bundle) {}

    PassBundle &bundle;
    /// The nests, the outermost first.
    std::vector<std::string> path;
    std::string condition;
    OptionsFrom options;
  };
  using Nest = Part;
  Part nest(llvm::StringRef op) { return Part(*this).nest(op); }
  Part when(llvm::StringRef condition) { return Part(*this).when(condition); }
  Part optionsFrom(OptionsFrom options) {
    return Part(*this).optionsFrom(std::move(options));
  }

  /// What is in it.
  llvm::ArrayRef<Recipe> getEntries() const { return body; }
  const Recipe &getRecipe() const { return *this; }
  Recipe takeRecipe() { return std::move(*this); }

  /// A deep copy.
  PassBundle clone() const { return PassBundle(Recipe::clone()); }
};

} // namespace pmb

#endif // PMB_BUILDER_PASSES_PASSBUNDLE_H
