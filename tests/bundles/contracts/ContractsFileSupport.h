//===- ContractsFileSupport.h - What tests of contracts as JSON share -----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUNDLES_CONTRACTS_CONTRACTSFILESUPPORT_H
#define PMB_TESTS_BUNDLES_CONTRACTS_CONTRACTSFILESUPPORT_H

#include "../Require.h"
#include "ErrorText.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/contracts/PassJson.h"
#include "bundles/json/JsonDocument.h"
#include "gtest/gtest.h"

namespace pmb::test {

/// A catalog with the property `canonical`, the kind `cleanup` and `cse`.
inline Catalog makeSmallCatalog() {
  Catalog catalog;
  catalog.addKind("cleanup");
  test::require(catalog.addProperty({"canonical", "", true}));
  PassDescriptor cse("cse");
  cse.summary = "Eliminate common sub-expressions";
  cse.anchor = "builtin.module";
  cse.options = {{"limit", "3"}};
  cse.hasOptionList = true;
  cse.addKind("cleanup");
  cse.contract.idempotent();
  cse.contract.after(pass("inline"));
  cse.hasContract = true;
  test::require(catalog.addPass(std::move(cse)));
  return catalog;
}

inline llvm::Expected<std::vector<Diagnostic>> readInto(llvm::StringRef text,
                                                        Catalog &catalog) {
  auto document = JsonDocument::parse(SourceText::copy(text, "c.json"));
  if (!document)
    return document.takeError();
  return readContracts(*document, catalog);
}

/// What is wrong with a file, as `line:column name message; ...`.
inline std::string readErrors(llvm::StringRef text) {
  Catalog catalog = makeSmallCatalog();
  auto warnings = readInto(text, catalog);
  if (warnings)
    return "no error";
  std::string result = test::errors(warnings.takeError());
  // A file with a mistake leaves no trace.
  EXPECT_EQ(catalog.getPassNames(), std::vector<llvm::StringRef>{"cse"});
  EXPECT_EQ(catalog.getKindNames(), std::vector<llvm::StringRef>{"cleanup"});
  EXPECT_EQ(catalog.getPropertyNames(),
            std::vector<llvm::StringRef>{"canonical"});
  return result;
}

} // namespace pmb::test

#endif // PMB_TESTS_BUNDLES_CONTRACTS_CONTRACTSFILESUPPORT_H
