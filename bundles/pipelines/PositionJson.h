//===- PositionJson.h - Positions as JSON ---------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_POSITIONJSON_H
#define PMB_BUNDLES_PIPELINES_POSITIONJSON_H

#include "builder/passes/Position.h"
#include "bundles/json/JsonFields.h"

namespace pmb {

/// The keys of a position: `before`, `after`, `immediatelyBefore`,
/// `immediatelyAfter`, `at` and `orElse`.
llvm::ArrayRef<llvm::StringRef> getPositionKeys();
/// Those that say where, of which a position has one.
llvm::ArrayRef<llvm::StringRef> getPlaceKeys();

/// The position that `at` gives by this word: `start`, `end`, `contract` or
/// `contract-latest`; std::nullopt for any other.
std::optional<Position> parsePlace(llvm::StringRef word);

/// Reads the position among the members of `object`. Returns
/// std::nullopt after a report.
std::optional<Position> readPosition(const JsonInput &object);

/// Reads what a position, or an edit, names: the name of a pass, or an object.
/// Returns std::nullopt after a report.
std::optional<Selector> readSelector(const JsonInput &value);

/// Writes what `readSelector` reads, as the value of `key`.
void writeSelector(JsonOutput &os, llvm::StringRef key,
                   const Selector &selector);

/// Writes a position as members of the current object.
void writePosition(JsonOutput &os, const Position &position);

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_POSITIONJSON_H
