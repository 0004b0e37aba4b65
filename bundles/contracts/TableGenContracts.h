//===- TableGenContracts.h - Contracts from Passes.td ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `llvm-tblgen --dump-json` writes all records of a Passes.td. Those with the
// class PassContract (PassContract.td) are translated to a contracts file,
// which is then read like any other, so that there is one reader of contracts.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_CONTRACTS_TABLEGENCONTRACTS_H
#define PMB_BUNDLES_CONTRACTS_TABLEGENCONTRACTS_H

#include "bundles/json/JsonDocument.h"
#include <vector>

namespace pmb {

/// Whether a document was written by `llvm-tblgen --dump-json`.
bool isTableGenDump(const JsonDocument &document);

/// What the C++ class of an operation, `func::FuncOp`, is called in the IR;
/// empty if it is none of MLIR's.
llvm::StringRef getOperationName(llvm::StringRef cppClass);

/// A dump as a contracts file.
class TableGenContracts {
public:
  /// Fails if a record has no contracts file that says the same.
  static llvm::Expected<TableGenContracts> read(const JsonDocument &dump);

  /// The contracts file. Its places mean nothing.
  const JsonDocument &getDocument() const { return *document; }

  /// Where a line of the contracts file is from, `AcmePasses.td:12`; empty if
  /// from nowhere.
  std::string getPlace(unsigned line) const;

  /// Makes a diagnostic about the document one about the record that it comes
  /// from: with the file and line of the record.
  void locate(Diagnostic &diagnostic) const;

private:
  friend class DumpTranslator;

  /// Each line of the document comes from one record.
  struct Record {
    std::string name;
    Origin origin;
  };
  std::vector<Record> records;
  std::optional<JsonDocument> document;
};

} // namespace pmb

#endif // PMB_BUNDLES_CONTRACTS_TABLEGENCONTRACTS_H
