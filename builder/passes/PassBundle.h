//===- PassBundle.h - A named group of passes -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_PASSBUNDLE_H
#define PMB_BUILDER_PASSES_PASSBUNDLE_H

#include "builder/passes/PassInstance.h"
#include <vector>

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
class PassBundle {
public:
  /// An entry is a pass, a slot, or a bundle in the bundle.
  struct Entry {
    enum class Kind { Pass, Slot, Bundle };
    Kind kind;
    PassSpec pass;
    std::string slot;
    std::unique_ptr<PassBundle> bundle;
    /// When the entry is there, as in Condition.h; empty: always.
    std::string when = "";
    /// Options that get the value of an option of the bundle, or of what is
    /// around it: that of the pass or bundle, and where its value is from.
    std::vector<std::pair<std::string, std::string>> optionsFrom = {};
  };

  explicit PassBundle(llvm::StringRef name) : name(name.str()) {}
  ~PassBundle();
  PassBundle(PassBundle &&) = default;
  PassBundle &operator=(PassBundle &&) = default;

  llvm::StringRef getName() const { return name; }

  PassBundle &addKind(llvm::StringRef kind) {
    kinds.push_back(kind.str());
    return *this;
  }
  llvm::ArrayRef<std::string> getKinds() const { return kinds; }

  /// A contiguous bundle's passes stay next to each other: edits between them
  /// are errors. Default: false.
  PassBundle &setContiguous(bool value = true) {
    contiguousBundle = value;
    return *this;
  }
  bool isContiguous() const { return contiguousBundle; }

  /// The builder puts no cleanup between the passes of the bundle, for this
  /// reason: what one of them requires is established before the bundle, or it
  /// is an error. Everyone else may. Default: empty, it may.
  PassBundle &setNoCleanup(llvm::StringRef reason) {
    noCleanupReason = reason.str();
    return *this;
  }
  llvm::StringRef getNoCleanup() const { return noCleanupReason; }

  /// True if the bundle is what the name of a registered pipeline stands for,
  /// with these options. Such a bundle can also be found as a pass of its name,
  /// and messages say what is part of it. Default: false.
  PassBundle &setPipeline(llvm::StringRef options) {
    pipelineBundle = true;
    pipelineOptions = options.str();
    return *this;
  }
  bool isPipeline() const { return pipelineBundle; }
  llvm::StringRef getPipelineOptions() const { return pipelineOptions; }

  /// Declares an option: conditions and passes in the bundle can ask for it
  /// before they ask for those of the pipeline. Adding the bundle fails with
  /// `unused-option` if none does, with `bad-options` if a value does not fit,
  /// and as `OptionScope::addOption` does.
  PassBundle &addOption(OptionDescriptor option) {
    options.push_back(std::move(option));
    conditional = true;
    return *this;
  }
  llvm::ArrayRef<OptionDescriptor> getOptions() const { return options; }
  /// Gives an option a value. Adding the bundle fails with `bad-options` if it
  /// has no such option.
  PassBundle &setOption(llvm::StringRef option, llvm::StringRef value) {
    givenOptions.push_back({option.str(), value.str()});
    conditional = true;
    return *this;
  }
  llvm::ArrayRef<std::pair<std::string, std::string>> getGivenOptions() const {
    return givenOptions;
  }
  /// True if there are options, or something in the bundle has a condition or
  /// takes options from somewhere: what is in it is then decided where it is
  /// added.
  bool isConditional() const { return conditional; }

  /// The contract of the bundle as a whole: holds for each of its instances,
  /// at its first pass (what it needs) and at its last (what it does).
  Contract contract;

  PassBundle &addPass(llvm::StringRef pass, llvm::StringRef options = "") {
    return add(PassSpec(pass, options));
  }
  template <typename PassT, typename... Args>
  PassBundle &addPass(Args &&...args) {
    return add(PassTraits<PassT>::create(std::forward<Args>(args)...));
  }
  PassBundle &addSlot(llvm::StringRef slot);
  /// A pipeline refuses bundles that are deeper in each other than
  /// `Pipeline::maxDepth`.
  PassBundle &addBundle(PassBundle bundle);
  PassBundle &add(PassSpec pass);

  /// Adds passes to a nest, as `OpPassManager::nest` does, or under a
  /// condition, or with options from elsewhere:
  ///
  ///   bundle.nest("func.func").addPass("cse");
  ///   bundle.when("target == gpu").addPass("gpu-kernel-outlining");
  ///   bundle.optionsFrom({{"virtual-vector-size", "lanes"}})
  ///       .addPass("affine-super-vectorize");
  class Nest {
  public:
    Nest &addPass(llvm::StringRef pass, llvm::StringRef options = "") {
      return add(PassSpec(pass, options));
    }
    template <typename PassT, typename... Args> Nest &addPass(Args &&...args) {
      return add(PassTraits<PassT>::create(std::forward<Args>(args)...));
    }
    Nest &add(PassSpec pass);
    Nest nest(llvm::StringRef op) const;
    /// The same where the condition holds, too.
    Nest when(llvm::StringRef condition) const;
    /// The same with these options: of the pass or bundle that is added, and of
    /// the bundle or what is around it.
    Nest
    optionsFrom(std::vector<std::pair<std::string, std::string>> options) const;

  protected:
    friend class PassBundle;
    explicit Nest(PassBundle &bundle) : bundle(bundle) {}
    Nest &finish();
    PassBundle &bundle;
    /// Not set: not in a nest.
    std::optional<std::vector<std::string>> path;
    std::string condition;
    std::vector<std::pair<std::string, std::string>> options;
  };
  /// The same outside of nests, also for slots and bundles.
  class Part : public Nest {
  public:
    Part &add(PassSpec pass) {
      Nest::add(std::move(pass));
      return *this;
    }
    Part &addPass(llvm::StringRef pass, llvm::StringRef options = "") {
      return add(PassSpec(pass, options));
    }
    template <typename PassT, typename... Args> Part &addPass(Args &&...args) {
      return add(PassTraits<PassT>::create(std::forward<Args>(args)...));
    }
    Part &addSlot(llvm::StringRef slot);
    Part &addBundle(PassBundle bundle);
    Part when(llvm::StringRef text) const { return Part(Nest::when(text)); }
    Part
    optionsFrom(std::vector<std::pair<std::string, std::string>> from) const {
      return Part(Nest::optionsFrom(std::move(from)));
    }

  private:
    friend class PassBundle;
    explicit Part(Nest nest) : Nest(std::move(nest)) {}
  };
  Nest nest(llvm::StringRef op) { return Nest(*this).nest(op); }
  Part when(llvm::StringRef condition) {
    return Part(Nest(*this).when(condition));
  }
  Part optionsFrom(std::vector<std::pair<std::string, std::string>> options) {
    return Part(Nest(*this).optionsFrom(std::move(options)));
  }

  /// Adds an entry as it is.
  PassBundle &add(Entry entry);
  llvm::ArrayRef<Entry> getEntries() const { return entries; }
  llvm::MutableArrayRef<Entry> getEntries() { return entries; }

  /// A deep copy.
  PassBundle clone() const;

private:
  std::string name;
  std::vector<std::string> kinds;
  std::vector<Entry> entries;
  bool contiguousBundle = false;
  std::string noCleanupReason;
  bool pipelineBundle = false;
  std::string pipelineOptions;
  std::vector<OptionDescriptor> options;
  std::vector<std::pair<std::string, std::string>> givenOptions;
  bool conditional = false;
};

} // namespace pmb

#endif // PMB_BUILDER_PASSES_PASSBUNDLE_H
