//===- SuggestedContracts.h - Contracts from what passes were seen to do --===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tests of a pass give it a first contract:
//
//   pmb::SuggestedContracts suggested;
//   verifier.suggestTo(suggested);
//   ...                                         // many runs
//   suggested.print(llvm::outs());
//
// What is printed is a contracts file. For each pass that has no contract it
// suggests one; of each contract that is known it says which entries were kept,
// contradicted or never exercised, and what the pass did that none of them
// names. It also has, as `observed`, the counts that all this was made from, so
// that a later run can go on from there.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_SUGGESTEDCONTRACTS_H
#define PMB_PASSMANAGER_RUNTIME_SUGGESTEDCONTRACTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <set>
#include <string>

namespace llvm {
class raw_ostream;
namespace json {
class Object;
class OStream;
} // namespace json
} // namespace llvm

namespace pmb {

class SuggestedContracts {
public:
  /// How often each operation and kind of type is in a piece of IR.
  using Counts = std::map<std::string, unsigned>;

  /// Takes in what `print` has printed after earlier runs. `name` is what
  /// messages call the text. Fails, and takes in nothing, with `json-syntax` if
  /// the text is no JSON, and with `bad-value` if `print` would have written
  /// anything else: a file that was written or edited by hand is not to be
  /// replaced.
  llvm::Error read(llvm::StringRef text, llvm::StringRef name);

  /// Adds all that another one has seen.
  void add(const SuggestedContracts &other);
  /// Adds that a pass has run and what was there before and after it.
  void addExecution(llvm::StringRef pass, const Counts &before,
                    const Counts &after);
  /// Adds to what is known of an entry of the contract of a pass: also 0 times
  /// makes it known.
  void addEntry(llvm::StringRef pass, llvm::StringRef entry, unsigned kept,
                unsigned contradicted);

  /// Adds to how often a pass that has a contract has taken away all
  /// operations of a name, or added the first, although no entry of its
  /// contract names them.
  void addUnnamed(llvm::StringRef pass, llvm::StringRef operation,
                  unsigned gone, unsigned added);

  /// Adds that a pass which says that it invalidates a property has ended it,
  /// or left it in place, where it held before.
  void addInvalidation(llvm::StringRef pass, llvm::StringRef property,
                       bool hasEnded);

  /// Says that a pass has a contract: then none is suggested.
  void setHasContract(llvm::StringRef pass);

  /// Writes all as a contracts file, sorted by name; `isLine`: in one line.
  void print(llvm::raw_ostream &os, bool isLine = false) const;

private:
  /// A number, or numbers by name: all that `observed` has of a pass.
  struct Tally {
    unsigned count = 0;
    std::map<std::string, Tally> parts;

    Tally &operator[](llvm::StringRef name) { return parts[name.str()]; }
    /// Empty if there is none.
    const Tally &get(llvm::StringRef name) const;
    void add(const Tally &other);
    void add(llvm::StringRef name, unsigned times) {
      if (times)
        parts[name.str()].count += times;
    }
    void print(llvm::json::OStream &json, llvm::StringRef key) const;
    static Tally read(const llvm::json::Object &object);
  };
  struct Pass {
    bool hasContract = false;
    /// The entries of its contract.
    std::set<std::string> entries;
    Tally seen;
  };

  static void printSuggestion(llvm::json::OStream &json, const Tally &seen);
  static void printObserved(llvm::json::OStream &json, const Pass &pass);
  static bool readPass(const llvm::json::Object &observed, Pass &into);

  std::map<std::string, Pass> passes;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_SUGGESTEDCONTRACTS_H
