//===- Schema.h - What a schema allows at a place -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The schemas of pipeline and contracts files say which keys and words may
// stand where. What names mean (passes, slots, items) is said by Names.h.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_LANGUAGE_SCHEMA_H
#define PMB_TOOLS_LANGUAGE_SCHEMA_H

#include "tools/language/Workspace.h"

namespace pmb {
class JsonValue;
} // namespace pmb

namespace pmb::language {

/// A word that may stand somewhere, and what the schema says about it.
struct SchemaWord {
  std::string word, summary;
};

/// One of the schemas that are built in.
class Schema {
public:
  /// That of pipeline files or of contracts files.
  static const Schema &get(DocumentSort sort);

  /// The keys that `object` may have, whether or not it has them already. Of
  /// several sorts of objects, only those count that may have all keys which
  /// are there, but for `ignored`.
  std::vector<SchemaWord> getKeys(const LooseValue &object,
                                  const LooseValue *ignored) const;
  /// The words that may stand for a value: of an enum, or truth values. `value`
  /// is a member, or an array for its elements.
  std::vector<SchemaWord> getValues(const LooseValue &value) const;
  /// What the schema says about a member; empty if it says nothing.
  llvm::StringRef getSummary(const LooseValue &member) const;

private:
  explicit Schema(const JsonValue &root) : root(root) {}
  using Nodes = std::vector<const JsonValue *>;

  Nodes findNodes(const LooseValue &value, const LooseValue *ignored) const;
  void expand(const JsonValue &node, Nodes &into) const;

  const JsonValue &root;
};

} // namespace pmb::language

#endif // PMB_TOOLS_LANGUAGE_SCHEMA_H
