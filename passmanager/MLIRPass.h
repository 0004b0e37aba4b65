//===- MLIRPass.h - mlir::Pass as a pass of a pipeline --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_MLIRPASS_H
#define PMB_PASSMANAGER_MLIRPASS_H

#include "builder/passes/Catalog.h"
#include "builder/passes/PassInstance.h"
#include "mlir/Pass/Pass.h"
#include "passmanager/contracts/ContractRegistration.h"
#include "passmanager/contracts/RegisteredContracts.h"
#include "llvm/ADT/SmallString.h"
#include <memory>
#include <type_traits>

namespace pmb {

/// What pipelines can do with an `mlir::Pass`.
const PassInstance::Operations &getMLIRPassOperations();

/// Wraps a pass; null gives an empty instance.
inline PassInstance makeInstance(std::unique_ptr<mlir::Pass> pass) {
  return pass ? PassInstance(pass.release(), getMLIRPassOperations())
              : PassInstance();
}
/// The pass in an instance. REQUIRES: `makeInstance` made it.
inline mlir::Pass *getPass(const PassInstance &instance) {
  return static_cast<mlir::Pass *>(const_cast<void *>(instance.get()));
}
/// The name by which a pipeline knows a pass: its argument, or its class if it
/// has none. Such a pass can be addressed, but its pipeline has no text that
/// MLIR could parse.
llvm::StringRef getPassName(const mlir::Pass &pass);

/// What MLIR knows of a pass that runs, or has just run. REQUIRES: it does, or
/// has.
mlir::detail::PassExecutionState &getExecutionState(mlir::Pass &pass);

/// Whether MLIR would schedule `pass` on operations of that name.
bool canScheduleOn(const mlir::Pass &pass, mlir::RegisteredOperationName op);

/// A copy with the same options; null if the pass cannot be copied, or if its
/// copies are of another class.
std::unique_ptr<mlir::Pass> clonePass(const mlir::Pass &pass);

/// A copy that has the options in a text and the default values for all others,
/// and is like `pass` in what is not an option. Null if the pass cannot be
/// copied, or does not accept the text; `messages` then says why.
std::unique_ptr<mlir::Pass> clonePass(const mlir::Pass &pass,
                                      llvm::StringRef options,
                                      std::string &messages);

/// True if `clonePass` makes a copy. `info` is how the pass is registered, or
/// null.
bool canBeCopied(const mlir::Pass &pass, const mlir::PassInfo *info);

/// The pass as it is printed in a textual pipeline: `name{options}`.
llvm::SmallString<256> printPass(const mlir::Pass &pass);
/// Its options, as there: without the braces.
std::string printOptions(const mlir::Pass &pass);

/// What MLIR's registry knows of a pass; null if it knows none. Passes of
/// upstream MLIR are registered when a name is asked for that is not
/// registered. May be called from several threads at once, as long as nothing
/// else is registered.
const mlir::PassInfo *lookupPassInfo(llvm::StringRef argument);
/// The same for pipelines. Those of upstream MLIR come with its passes, so ask
/// for a pass of that name first.
const mlir::PassPipelineInfo *lookupPipelineInfo(llvm::StringRef name);

/// The names of registered passes and pipelines that are `name` but for one
/// letter, or for two that are swapped. MLIR can be asked for no list of all.
std::vector<std::string> findNamesLike(llvm::StringRef name);

/// An instance of a registered pass. Returns null if the pass does not accept
/// `options`, and says why in `messages`. MLIR says to the error stream which
/// value of an option cannot be parsed; `messages` has nothing about it.
std::unique_ptr<mlir::Pass> createPass(const mlir::PassInfo &info,
                                       llvm::StringRef options,
                                       std::string &messages);
/// Sets options of a pass. Returns false if it does not accept them, and says
/// why in `messages`.
bool setPassOptions(mlir::Pass &pass, llvm::StringRef options,
                    std::string &messages);

/// The error for options that `what` refuses, `'cse'`: with what MLIR says of
/// them, and the names that are near where all that are `known` are not empty.
llvm::Error makeBadOptions(const llvm::Twine &what, llvm::StringRef options,
                           llvm::StringRef message,
                           llvm::ArrayRef<llvm::StringRef> known);

/// True for the upstream pass that MLIR cannot print as long as its options
/// have their default values: of an enum it prints the name that the value has
/// on the command line, also when it has none, which is undefined behaviour.
/// With options that are given as text the pass is like any other.
bool hasUnprintableDefault(llvm::StringRef argument);
/// What messages say about that.
inline constexpr llvm::StringLiteral unprintableDefault =
    "MLIR cannot print this pass with the default values of its options; give "
    "them as text";

/// A pass on any operation that does nothing. Between two nests it keeps MLIR
/// from merging them, so that what is listed first also runs first. Registered
/// as `pmb-barrier`.
std::unique_ptr<mlir::Pass> createBarrierPass();
/// Registers `pmb-barrier`; does nothing if that was done before.
void registerBarrierPass();

/// Pass classes. The argument is that of `getArgumentName()`, which classes
/// generated from a Passes.td have, or else of a default-constructed instance.
template <typename T>
struct PassTraits<T, std::enable_if_t<std::is_base_of_v<mlir::Pass, T>>> {
  static llvm::StringRef getArgument() {
    detail::registerDescription<T>();
    if constexpr (llvm::is_detected<detail::has_argument_name_t, T>::value) {
      return T::getArgumentName();
    } else {
      static_assert(std::is_default_constructible_v<T>,
                    "a pass class that is addressed by type needs a default "
                    "constructor or a static getArgumentName()");
      static const std::string argument = [] {
        T instance;
        return getPassName(instance).str();
      }();
      return argument;
    }
  }

  /// An instance made with constructor arguments, or a default one with an
  /// options string (`pmb::PassOptions`).
  template <typename... Args> static PassSpec create(Args &&...args) {
    static_assert(sizeof...(Args) != 1 || !std::is_constructible_v<T, bool> ||
                      !(std::is_convertible_v<Args, const char *> && ...),
                  "a text would be the 'true' of the constructor: write "
                  "pmb::PassOptions(\"...\") for options of the pass");
    return wrap(std::make_unique<T>(std::forward<Args>(args)...));
  }
  static PassSpec create(PassOptions options) {
    PassSpec spec = wrap(std::make_unique<T>());
    spec.options = std::move(options.text);
    return spec;
  }

  static PassSpec wrap(std::unique_ptr<T> pass) {
    PassSpec spec;
    spec.isInstance = true;
    if (!pass)
      return spec;
    detail::registerDescription<T>();
    spec.name = getPassName(*pass).str();
    spec.instance = makeInstance(std::move(pass));
    return spec;
  }
};

/// Adds to `catalog` what is known of pass classes: name, summary, anchor, and
/// what they say of themselves (`describe`) or what was registered
/// (`ContractRegistration`). Pipelines that name these passes are then checked
/// like those that have instances. Fails with `duplicate-name` if the catalog
/// or another registration says something else about one of them, and as
/// `Catalog::addPass`.
template <typename... PassT> llvm::Error describePasses(Catalog &catalog) {
  llvm::Error result = llvm::Error::success();
  auto add = [&](const mlir::Pass &pass) {
    if (result)
      return;
    llvm::Expected<const PassDescriptor *> known = lookupContract(pass);
    if (!known) {
      result = known.takeError();
      return;
    }
    PassDescriptor descriptor =
        *known ? **known : PassDescriptor(getPassName(pass));
    // The catalog that it is added to says it.
    descriptor.describedIn.clear();
    if (descriptor.summary.empty())
      descriptor.summary = pass.getDescription().str();
    if (descriptor.anchor.empty())
      descriptor.anchor = pass.getOpName().value_or("").str();
    result = catalog.addPass(std::move(descriptor));
  };
  (detail::registerDescription<PassT>(), ...);
  (add(PassT()), ...);
  return result;
}

} // namespace pmb

#endif // PMB_PASSMANAGER_MLIRPASS_H
