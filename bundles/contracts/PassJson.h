//===- PassJson.h - What is known of passes, as JSON ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_CONTRACTS_PASSJSON_H
#define PMB_BUNDLES_CONTRACTS_PASSJSON_H

#include "builder/passes/Catalog.h"
#include "bundles/json/JsonFields.h"

namespace pmb {

/// Reads the object of one pass on top of what `into` says already, but for its
/// contract, which must be empty. What is new since a later version of the
/// catalog than `version` comes to `PassDescriptor::newest` only.
void readPassDescriptor(const JsonInput &value, PassDescriptor &into,
                        std::optional<CatalogVersion> version = std::nullopt);
/// True if the whole description is.
bool isNewer(const JsonValue &value, std::optional<CatalogVersion> version);
/// False if the whole description is about another release of LLVM than the
/// catalog: `since` a later one, or `until` an earlier one.
bool isAboutRelease(const JsonValue &value,
                    std::optional<CatalogVersion> version);
/// Writes the object of one pass.
void writePassDescriptor(JsonOutput &os, const PassDescriptor &pass);

/// Adds to `catalog` what a document says; see ContractsFile.h, which has the
/// same for its text.
llvm::Expected<std::vector<Diagnostic>>
readContracts(const JsonDocument &document, Catalog &catalog);

} // namespace pmb

#endif // PMB_BUNDLES_CONTRACTS_PASSJSON_H
