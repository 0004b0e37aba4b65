//===- Contents.h - What the IR contains ------------------------*- C++ -*-===//
//
// Part of the PassManagerBuilder project.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts what is in a piece of IR: operations by name, kinds of types, and the
// conversions that `builtin.unrealized_conversion_cast` stands for.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_MEASURE_CONTENTS_H
#define PMB_TOOLS_PMB_MEASURE_CONTENTS_H

#include "llvm/Support/JSON.h"
#include <map>
#include <string>

namespace mlir {
class Operation;
class Type;
} // namespace mlir

namespace pmb::measure {

/// What an operation and everything nested under it contains. The maps are
/// ordered, so that two runs print the same text.
struct Contents {
  using Counts = std::map<std::string, unsigned>;

  /// Operations by name (`memref.subview`), kinds of types by the number of
  /// operations that mention them (`!memref`, `!tensor`, `!index`), and
  /// operations by the kinds that they mention (`memref.subview(!index)`).
  Counts items;

  /// Unrealized casts by what they convert: `!index -> i64`.
  Counts casts;

  /// Counts `root` and all operations nested under it.
  static Contents of(mlir::Operation *root);

  bool operator==(const Contents &other) const {
    return items == other.items && casts == other.casts;
  }
};

/// Returns the kind of `type`: `!memref`, `!tensor`, `!vector`, `!index`,
/// `!complex`, `!<dialect>` for the types of other dialects, and the empty
/// string for plain integers, floats and function types.
std::string kindOf(mlir::Type type);

llvm::json::Object toJSON(const Contents::Counts &counts);

} // namespace pmb::measure

#endif // PMB_TOOLS_PMB_MEASURE_CONTENTS_H
