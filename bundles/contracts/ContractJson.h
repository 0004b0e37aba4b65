//===- ContractJson.h - The parts of a contracts file --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_CONTRACTS_CONTRACTJSON_H
#define PMB_BUNDLES_CONTRACTS_CONTRACTJSON_H

#include "builder/passes/Contract.h"
#include "bundles/json/JsonFields.h"

namespace pmb {

/// What entries have the same keys.
enum class EntryForm {
#define PMB_FORM(FORM, NAMES, DEFINITION) FORM,
#include "builder/passes/Words.def"
};
/// The keys of such entries.
std::vector<llvm::StringRef> getEntryKeys(EntryForm form);

/// Reads the words of a contract among the members of `object`, and ignores the
/// others. Adds to `into`; true if one of them says what the pass does, not
/// only where it stands. `counts(value, entry)` is asked of each entry: a word
/// all of whose entries do not count says nothing, and they are added all the
/// same, but for those of which it says nothing. Without it, an entry with
/// `since` or `until` is an error.
bool readContractWords(const JsonInput &object, Contract &into,
                       llvm::function_ref<std::optional<bool>(
                           const JsonInput &value, ContractEntry &entry)>
                           counts = nullptr);
/// Writes the words of a contract as members of the current object.
void writeContractWords(JsonOutput &os, const Contract &contract);
/// A word without entries says that the contract is known: one that `contract`
/// does not have.
void writeEmptyWord(JsonOutput &os, const Contract &contract);
/// Reads the text of a condition, and reports what is wrong with its grammar.
/// False, and leaves `into` alone, if something was.
bool readWhen(const JsonInput &value, std::string &into);
/// Reads `when`, the condition of an entry: a text, or an object as in earlier
/// releases. Leaves `into` alone if something was reported.
void readCondition(const JsonInput &value, Condition &into);
/// The keys that `readContractWords` reads.
llvm::ArrayRef<llvm::StringRef> getContractWords();

} // namespace pmb

#endif // PMB_BUNDLES_CONTRACTS_CONTRACTJSON_H
