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

  /// Adds passes to a nest, as `OpPassManager::nest` does:
  ///   bundle.nest("func.func").addPass("cse");
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

  private:
    friend class PassBundle;
    Nest(PassBundle &bundle, std::vector<std::string> path)
        : bundle(bundle), path(std::move(path)) {}
    PassBundle &bundle;
    std::vector<std::string> path;
  };
  Nest nest(llvm::StringRef op) { return Nest(*this, {op.str()}); }

  llvm::ArrayRef<Entry> getEntries() const { return entries; }
  llvm::MutableArrayRef<Entry> getEntries() { return entries; }

  /// A deep copy.
  PassBundle clone() const;

private:
  std::string name;
  std::vector<std::string> kinds;
  std::vector<Entry> entries;
  bool contiguousBundle = false;
  bool pipelineBundle = false;
  std::string pipelineOptions;
};

} // namespace pmb

#endif // PMB_BUILDER_PASSES_PASSBUNDLE_H
