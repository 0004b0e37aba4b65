//===- PassInstance.h - An opaque pass, and the traits that make one ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_PASSINSTANCE_H
#define PMB_BUILDER_PASSES_PASSINSTANCE_H

#include "builder/passes/PassDescriptor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace pmb {

/// Owns a pass of some pass manager without knowing what a pass is. What it
/// can do with the pass stands in a table that the pass manager's layer
/// provides, one for all its passes; so an instance is two pointers, and a node
/// of a pipeline needs no allocation of its own for it.
///
/// May be empty: a pipeline that is only checked has names and no instances.
class PassInstance {
public:
  /// What a layer must be able to do with its passes. All entries are set but
  /// where it says otherwise.
  struct Operations {
    void (*destroy)(void *pass);
    /// A copy with the same options, or null if the pass cannot be copied.
    void *(*clone)(const void *pass);
    /// The options as in a textual pipeline, without the outer braces.
    void (*printOptions)(const void *pass, llvm::raw_ostream &os);
    /// The operation the pass is restricted to; empty if to none.
    llvm::StringRef (*getAnchor)(const void *pass);
    /// True if the name under which the pass is added stands for it in textual
    /// pipelines.
    bool (*hasTextualName)(const void *pass);
    /// What is known of the pass beside what catalogs say of its name: null if
    /// nothing, an error if it cannot be told. What it returns lives for ever.
    /// May be null, for layers that know nothing of the kind.
    llvm::Expected<const PassDescriptor *> (*getDescription)(const void *pass) =
        nullptr;
    /// What `printOptions` prints for the pass that a name and options make.
    /// May be null, for layers that make no passes from names.
    void (*printNamed)(llvm::StringRef name, llvm::StringRef options,
                       llvm::raw_ostream &os) = nullptr;
  };

  PassInstance() = default;
  /// Takes ownership of `pass`. REQUIRES: `operations` lives for ever.
  PassInstance(void *pass, const Operations &operations)
      : pass(pass), operations(&operations) {}
  PassInstance(PassInstance &&other) noexcept
      : pass(std::exchange(other.pass, nullptr)), operations(other.operations) {
  }
  PassInstance &operator=(PassInstance &&other) noexcept {
    std::swap(pass, other.pass);
    std::swap(operations, other.operations);
    return *this;
  }
  ~PassInstance() {
    if (pass)
      operations->destroy(pass);
  }

  explicit operator bool() const { return pass; }
  const void *get() const { return pass; }
  void *get() { return pass; }
  /// Gives up ownership; the instance is empty afterwards.
  void *release() { return std::exchange(pass, nullptr); }
  /// The table that the instance was made with; tells layers apart.
  const Operations *getOperations() const { return operations; }

  /// A copy; empty if this is empty or the pass cannot be copied.
  PassInstance clone() const {
    void *copy = pass ? operations->clone(pass) : nullptr;
    return copy ? PassInstance(copy, *operations) : PassInstance();
  }
  /// Empty for an empty instance.
  std::string getOptions() const {
    std::string text;
    if (pass) {
      llvm::raw_string_ostream os(text);
      operations->printOptions(pass, os);
    }
    return text;
  }
  llvm::StringRef getAnchor() const {
    return pass ? operations->getAnchor(pass) : llvm::StringRef();
  }
  bool hasTextualName() const {
    return !pass || operations->hasTextualName(pass);
  }
  /// Null for an empty instance.
  llvm::Expected<const PassDescriptor *> getDescription() const {
    return pass && operations->getDescription
               ? operations->getDescription(pass)
               : llvm::Expected<const PassDescriptor *>(nullptr);
  }

private:
  void *pass = nullptr;
  const Operations *operations = nullptr;
};

/// What is said of a pass to be added, beside its instance.
struct PassRequest {
  std::string name;
  std::string options;
  /// True when an instance was handed over, so that an empty one is an error.
  bool isInstance = false;
  /// What the pass's C++ type says of itself; lives for ever. Null for what the
  /// instance says (`PassInstance::getDescription`).
  const PassDescriptor *described = nullptr;
  /// The nest in which to put the pass, below the pipeline's operation
  /// (`{"func.func"}`). Not set: the nest follows from the pass and the place.
  std::optional<std::vector<std::string>> nest;
  /// How many steps of the nest can be shared with the pass before it. Only
  /// limited where two neighbouring nests for one operation shall stay two.
  static constexpr uint32_t unlimitedDepth = UINT32_MAX;
  uint32_t sharedDepth = unlimitedDepth;
  /// The pass runs, however little it may have to do: no cleanup is saved
  /// (`Cleanups::keep`).
  bool isKept = false;
  /// False: what the pass requires is not established for it.
  bool canBeEstablished = true;
};

/// A pass to be added: a name with options, or an instance. Made from C++ types
/// by `PassTraits`, from names by `PassSpec(name, options)`.
struct PassSpec : PassRequest {
  PassSpec() = default;
  /// A pass by its argument. `options` as in a textual pipeline, with or
  /// without the outer braces.
  explicit PassSpec(llvm::StringRef name, llvm::StringRef options = "") {
    this->name = name.str();
    this->options = options.str();
  }
  PassSpec(PassSpec &&) = default;
  PassSpec &operator=(PassSpec &&) = default;

  /// When set, `options` are applied to it if there are any.
  PassInstance instance;

  /// A copy with a copied instance. If the instance cannot be copied, the
  /// copy's is empty and `isInstance` stays true.
  PassSpec clone() const;
};

/// An options string where constructor arguments, or a name, could also stand:
///
///   builder.addPass<MyPass>(pmb::PassOptions("size=4"));
///   return builder.addPassBefore("mine", "cse", pmb::PassOptions("size=4"));
struct PassOptions {
  PassOptions() = default;
  explicit PassOptions(llvm::StringRef text) : text(text.str()) {}
  std::string text;
};

/// What makes a C++ type usable as a pass. A layer specialises this for its
/// passes (`passmanager/` does for subclasses of `mlir::Pass`); users may for
/// their own. A specialisation has
///
///   static llvm::StringRef getArgument();
///   template <typename... Args> static PassSpec create(Args &&...args);
///   static PassSpec wrap(std::unique_ptr<T> instance);   // for classes only
///
/// The primary template serves *tags*: types that stand for a pass by name,
/// with `static constexpr llvm::StringLiteral getArgument()`. Their only
/// argument is an options string.
template <typename T, typename Enable = void> struct PassTraits {
  static llvm::StringRef getArgument() { return T::getArgument(); }
  static PassSpec create(llvm::StringRef options = "") {
    return PassSpec(T::getArgument(), options);
  }
  static PassSpec create(const PassOptions &options) {
    return PassSpec(T::getArgument(), options.text);
  }
};

namespace detail {
template <typename T>
using has_describe_t = decltype(T::describe(std::declval<PassDescriptor &>()));
} // namespace detail

/// What `T::describe(PassDescriptor &)` says of the pass, or null if `T` has no
/// such member:
///
///   struct MyPass : mlir::PassWrapper<MyPass, mlir::OperationPass<>> {
///     static void describe(pmb::PassDescriptor &pass) {
///       pass.addKind("bufferization");
///       pass.contract.after(pmb::pass("one-shot-bufferize"))
///           .because("works on buffers");
///     }
///   };
template <typename T>
const PassDescriptor *getDescription(llvm::StringRef argument) {
  if constexpr (llvm::is_detected<detail::has_describe_t, T>::value) {
    static const PassDescriptor descriptor =
        describePass(argument, T::describe);
    return &descriptor;
  } else {
    (void)argument;
    return nullptr;
  }
}

} // namespace pmb

#endif // PMB_BUILDER_PASSES_PASSINSTANCE_H
