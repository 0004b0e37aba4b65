//===- EmbeddedContracts.h - Contracts that a library brings along --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `pmb_add_pass_contracts(... REGISTRATION)` makes of a Passes.td includes
// this header and nothing else of the project. The library that includes it
// links nothing of the project either: in a program without the builder the
// contracts are some bytes without a reader.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_CONTRACTS_EMBEDDEDCONTRACTS_H
#define PMB_PASSMANAGER_CONTRACTS_EMBEDDEDCONTRACTS_H

#include "bundles/contracts/ContractsText.h"
#include "llvm/Support/Compiler.h"

namespace pmb {
class ContractRegistry;
class EmbeddedContracts;

namespace detail {
/// Null in a program that does not use the builder.
LLVM_ATTRIBUTE_WEAK void addEmbeddedContracts(EmbeddedContracts &contracts);
} // namespace detail

/// A contracts file that is registered for as long as the program runs, under
/// the arguments of the passes. A global object, in a source file that is
/// linked for other reasons, such as the one that has the passes:
///
///   static const pmb::EmbeddedContracts contracts(
///       "acme.contracts.json",
///       R"({"passes": {"acme-tile": {"after": ["canonicalize"]}}})");
///
/// It is read when the first pipeline is composed. What is wrong with it then
/// comes out of `build` (`getRegisteredCatalog`).
class EmbeddedContracts {
public:
  explicit EmbeddedContracts(const ContractsText &text) : text(text) {
    if (detail::addEmbeddedContracts)
      detail::addEmbeddedContracts(*this);
  }
  EmbeddedContracts(const char *name, const char *text)
      : EmbeddedContracts(ContractsText{name, text}) {}
  EmbeddedContracts(const EmbeddedContracts &) = delete;

  const ContractsText &getText() const { return text; }

private:
  friend void detail::addEmbeddedContracts(EmbeddedContracts &contracts);
  friend class ContractRegistry;

  const ContractsText text;
  /// The one that was registered before.
  const EmbeddedContracts *previous = nullptr;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_CONTRACTS_EMBEDDEDCONTRACTS_H
