//===- ContractRegistration.h - The contract of a pass class --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contract is registered for a class, by its `mlir::TypeID`. So every
// instance has it, however it comes into a pipeline: by class, made by
// `createMyPass()`, by name, adopted from a pass manager; also one that has no
// argument. The passes of a class that has an argument have it by name, too,
// where there are no instances (`getRegisteredCatalog`).
//
// What that rests on is MLIR's: two libraries of one process have the same
// TypeID for a class if it is visible in both, or declares its TypeID in one
// (MLIR_DECLARE_EXPLICIT_TYPE_ID, MLIR_DEFINE_EXPLICIT_TYPE_ID). With
// MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID and hidden symbols, as
// pmb_add_plugin makes them, or in an anonymous namespace, each library has its
// own: the instances of others are then known by their argument. Without any of
// these macros MLIR tells classes apart by name, so two in anonymous namespaces
// of one name are one to it. Of classes with one TypeID, those whose passes are
// called differently have contracts of their own; the others' must not differ.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_CONTRACTS_CONTRACTREGISTRATION_H
#define PMB_PASSMANAGER_CONTRACTS_CONTRACTREGISTRATION_H

#include "builder/passes/PassInstance.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/TypeName.h"
#include <type_traits>

namespace pmb {

namespace detail {
template <typename T>
using has_argument_name_t = decltype(T::getArgumentName());

/// What a class tells of its passes without being asked for one.
struct PassIdentity {
  mlir::TypeID type;
  std::string className;
  /// The name by which pipelines know its passes; empty if only an instance
  /// can tell.
  std::string name;
  bool hasArgument = false;
  std::string summary, anchor;

  void read(const mlir::Pass &pass) {
    type = pass.getTypeID();
    hasArgument = !pass.getArgument().empty();
    name = (hasArgument ? pass.getArgument() : pass.getName()).str();
    summary = pass.getDescription().str();
    anchor = pass.getOpName().value_or("").str();
  }
};

template <typename T> void identify(PassIdentity &into) {
  into.className = llvm::getTypeName<T>().str();
  if constexpr (std::is_default_constructible_v<T>) {
    T pass;
    into.read(pass);
  } else {
    into.type = mlir::TypeID::get<T>();
    if constexpr (llvm::is_detected<has_argument_name_t, T>::value) {
      into.name = T::getArgumentName().str();
      into.hasArgument = true;
    }
  }
}

/// What was registered for one class. Plain data: it may be of a plugin that
/// was built with another version of the project, and is refused later. The
/// functions are called when the first pass is looked up, as passes are not
/// made before `main`.
struct ClassContract {
  void (*describe)(PassDescriptor &);
  void (*identify)(PassIdentity &);
  /// Where it was registered; a null pointer if a class was merely used.
  const char *file = nullptr;
  unsigned line = 0;
  /// The one that was registered before.
  const ClassContract *previous = nullptr;
};
/// Null in a program that does not use the builder, such as `mlir-opt` with a
/// plugin.
LLVM_ATTRIBUTE_WEAK void addClassContract(ClassContract &contract);

/// Makes what the class says of itself known, once. Not by a global object:
/// those of a plugin run before it is known whether it can be used.
/// Each library has its own: another may have a class of the same name.
template <typename T> LLVM_LIBRARY_VISIBILITY void registerDescription() {
  if constexpr (llvm::is_detected<has_describe_t, T>::value) {
    static ClassContract contract = {T::describe, identify<T>};
    static const bool isDone = [] {
      addClassContract(contract);
      return true;
    }();
    (void)isDone;
  }
}
} // namespace detail

/// Registers the contract of a pass class. A global object, beside MLIR's own
/// registration, in a source file that is linked for other reasons:
///
///   std::unique_ptr<mlir::Pass> createMyPass() {
///     return std::make_unique<MyPass>();
///   }
///   static pmb::ContractRegistration<MyPass>
///       contract([](pmb::PassDescriptor &pass) {
///         pass.contract.lowers({"acme"}).to({"memref"}).because("it is old");
///       });
///
/// Without an argument it registers what the class says of itself, for classes
/// that others only get instances of:
///
///   static pmb::ContractRegistration<MyOtherPass> otherContract;
///
/// What a class says of itself need not be registered if pipelines name the
/// class (`addPass<MyOtherPass>`, `pass<MyOtherPass>()`).
///
/// Several may say the same. Two that differ are an error (`duplicate-name`)
/// that names both, where a pass of the class is added. The contract comes on
/// top of what catalogs say of the name. Properties and marks that it names
/// must be declared: in the pipeline's catalog, or by `EmbeddedContracts`.
template <typename PassT> class ContractRegistration {
public:
  /// `describe` is called once, when the first pass is looked up.
  explicit ContractRegistration(void (*describe)(PassDescriptor &),
                                const char *file = __builtin_FILE(),
                                unsigned line = __builtin_LINE())
      : contract{describe, detail::identify<PassT>, file, line} {
    if (detail::addClassContract)
      detail::addClassContract(contract);
  }
  explicit ContractRegistration(const char *file = __builtin_FILE(),
                                unsigned line = __builtin_LINE())
      : ContractRegistration(PassT::describe, file, line) {}
  ContractRegistration(const ContractRegistration &) = delete;

private:
  detail::ClassContract contract;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_CONTRACTS_CONTRACTREGISTRATION_H
