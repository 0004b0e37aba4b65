//===- GuessedContracts.h - Contracts to begin with -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A project with passes of its own begins by writing a contracts file. This
// writes one for passes that no contract describes, from what their names,
// their Passes.td and the check of their pipelines tell:
//
//   GuessedContracts guesses(catalog);
//   guesses.add(pipeline, pipeline.check());
//   guesses.print(llvm::outs());
//
// All that it writes is `guessed`.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_CONTRACTS_GUESSEDCONTRACTS_H
#define PMB_BUNDLES_CONTRACTS_GUESSEDCONTRACTS_H

#include "builder/Pipeline.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

namespace pmb {

class JsonDocument;

/// Collects passes without a contract, and guesses what they do.
class GuessedContracts {
public:
  /// What `catalog` knows is not guessed. It must outlive this.
  explicit GuessedContracts(const Catalog &catalog) : catalog(catalog) {}
  explicit GuessedContracts(const Catalog &&catalog) = delete;

  /// Takes the passes of `pipeline` that have neither contract nor guess.
  /// `findings` are those of its check.
  void add(const Pipeline &pipeline, llvm::ArrayRef<Diagnostic> findings);
  /// Takes summaries and dependent dialects of passes from what `llvm-tblgen
  /// --dump-json` makes of a Passes.td, whether it has contracts or not. Fails
  /// with `missing-key` if that has no passes.
  llvm::Error addPasses(const JsonDocument &dump);

  /// Writes a contracts file, which is read on top of the catalog. What decides
  /// most comes first; comments say why.
  void print(llvm::raw_ostream &os) const;

private:
  using Tokens = llvm::ArrayRef<llvm::StringRef>;
  /// A pass of which something is to be guessed.
  struct Pass {
    /// What nothing that is described lowers, if not this pass.
    std::vector<std::string> left;
    /// What the check has to say of the name.
    std::string remark;
  };
  /// What a Passes.td says of a pass.
  struct Facts {
    std::string summary;
    std::vector<std::string> dialects;
  };

  void collectNames();
  void addDialect(llvm::StringRef name);
  std::string findDialect(Tokens tokens, bool isPrefix) const;
  std::pair<std::string, std::string> findEnds(Tokens words) const;
  PassDescriptor guess(llvm::StringRef name, const Pass &pass) const;
  void print(llvm::raw_ostream &os, llvm::StringRef name, const Pass &pass,
             const PassDescriptor &guessed) const;

  const Catalog &catalog;
  llvm::MapVector<std::string, Pass, llvm::StringMap<unsigned>> passes;
  llvm::StringMap<Facts> facts;
  /// The dialects of the project, as far as they are known.
  llvm::StringSet<> dialects;
  /// By what they are in names of passes: how the IR spells dialects.
  llvm::StringMap<std::string> spellings;
  /// Dialects that may remain.
  llvm::StringSet<> outputs;
  /// Dialects that passes lower in pieces only.
  llvm::StringSet<> pieces;
  /// How many passes convert a dialect.
  llvm::StringMap<unsigned> sources;
  /// Passes of the pipelines that are described.
  llvm::StringSet<> described;
};

} // namespace pmb

#endif // PMB_BUNDLES_CONTRACTS_GUESSEDCONTRACTS_H
