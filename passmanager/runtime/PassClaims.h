//===- PassClaims.h - What one pass claims, with its options --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_PASSCLAIMS_H
#define PMB_PASSMANAGER_RUNTIME_PASSCLAIMS_H

#include "builder/diagnostics/Diagnostic.h"
#include "passmanager/runtime/ContractClaims.h"
#include "passmanager/runtime/PassOwners.h"
#include "passmanager/runtime/SuggestedContracts.h"

namespace pmb {

/// A claim that was false, as it is reported.
struct ClaimFinding {
  Diagnostic diagnostic;
  mlir::Location location;
};

/// The entries of a pass's contract that apply to it as it was handed over; or
/// of a bundle's contract.
class PassClaims {
public:
  enum class Subject {
    /// A pass that was handed over.
    Pass,
    /// A bundle. What its passes do is not all in its contract.
    Bundle,
    /// A pass of a pipeline that a pass runs.
    PassInside,
  };
  /// Of a pass that was handed over, with these options, as in a textual
  /// pipeline. `owner` must outlive this.
  PassClaims(const PassOwner &owner, llvm::StringRef options,
             SignatureTable &table)
      : PassClaims({std::shared_ptr<const PassOwner>(), &owner}, options, table,
                   Subject::Pass) {}
  /// `owner` stands for what was not handed over. `runner`: of a pass inside,
  /// what runs it.
  PassClaims(std::shared_ptr<const PassOwner> owner, llvm::StringRef options,
             SignatureTable &table, Subject subject,
             const PassOwner *runner = nullptr);

private:
  std::shared_ptr<const PassOwner> keptOwner;

public:
  const Subject subject;
  const PassOwner &owner;
  const PassOwner *const runner;
  /// As they were given.
  const std::string options;
  /// Where the entries about contents stand in the whole contract.
  std::vector<unsigned> numbers;
  /// All that applies.
  const Contract contract;
  ContractClaims contents;
  /// What the contract claims of a property, by what is said if it is false.
  struct Property {
    FalseClaim::Kind kind;
    std::string name;
    const ContractEntry *entry;
  };
  std::vector<Property> properties;

  /// What the entries about contents are called in lists: `lowers (scf.for,
  /// scf.if, scf.while, ...)`, and all that they say where that is not enough
  /// to tell them apart. Where they stand in the contract is not said: others
  /// come and go.
  static std::vector<std::string> getEntryNames(const Contract &contract);
  /// Adds to `seen` which entries were put to the test since this was last
  /// called, and what has become of them; the first time also that all others
  /// are there.
  void takeTallies(SuggestedContracts &seen);

  /// What is to be said of claims that the same execution has contradicted: of
  /// the first, which names the others. `provider` of a property that has
  /// ended.
  ClaimFinding describe(llvm::ArrayRef<FalseClaim> claims,
                        const PassOwner *provider = nullptr) const;
  /// Adds the owner of the pass, and the reason of the entry.
  void addNotes(Diagnostic &diagnostic, const ContractEntry *entry) const;

private:
  /// Of the whole contract; made when first asked for.
  std::vector<std::string> entryNames;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_PASSCLAIMS_H
