//===- Origin.h - Where a pass comes from ---------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_DIAGNOSTICS_ORIGIN_H
#define PMB_BUILDER_DIAGNOSTICS_ORIGIN_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <utility>

namespace pmb {

/// The party that put something into a pipeline. Every node of a pipeline
/// points to one; messages print it, so that a wrong order is reported to the
/// right people.
///
/// A value: cheap enough to copy when a party starts, never copied per pass.
struct Origin {
  /// What sort of party it is. Reaches JSON: append only.
  enum class Kind {
    /// The owner of the pipeline.
    Framework,
    /// A library or function that adds to pipelines it does not own.
    ThirdParty,
    /// A plugin that was loaded from a shared library.
    Plugin,
    /// A pipeline or contracts file; `line` and `column` say where.
    File,
    /// Added by the builder itself, to repair the pipeline.
    Builder,
  };

  Kind kind = Kind::Framework;
  /// The party's name, or the file's. May be empty for the framework.
  std::string name;
  /// 1-based; 0 means unknown. A framework without a name has the place of its
  /// call in C++ (`toycc.cpp:88`), without a column.
  unsigned line = 0;
  unsigned column = 0;
  /// Why it was put there, in the party's own words. May be empty.
  std::string why;

  static Origin framework(llvm::StringRef name = "") {
    return make(Kind::Framework, name);
  }
  static Origin thirdParty(llvm::StringRef name) {
    return make(Kind::ThirdParty, name);
  }
  static Origin plugin(llvm::StringRef name) {
    return make(Kind::Plugin, name);
  }
  static Origin file(llvm::StringRef name, unsigned line, unsigned column) {
    Origin origin = make(Kind::File, name);
    origin.line = line;
    origin.column = column;
    return origin;
  }
  static Origin builder(llvm::StringRef why) {
    Origin origin = make(Kind::Builder, "");
    origin.why = why.str();
    return origin;
  }

  /// The party as messages show it: `framework`, `plugin 'acme'`,
  /// `cpu.pipeline.json:12:7`. Never empty.
  std::string str() const;

  /// Two origins are one party when they have the same kind and name; the
  /// place in a file does not matter.
  bool isSameParty(const Origin &other) const {
    return kind == other.kind && name == other.name;
  }

private:
  static Origin make(Kind kind, llvm::StringRef name) {
    Origin origin;
    origin.kind = kind;
    origin.name = name.str();
    return origin;
  }
};

/// Where a function is called in C++: it has a parameter of this type whose
/// default is `here()`.
struct SourceLocation {
  /// Null if it is not known.
  const char *file = nullptr;
  unsigned line = 0;

  /// With PMB_NO_SOURCE_PLACES defined, no place is known: for messages that
  /// stay the same when lines are added.
#ifndef PMB_NO_SOURCE_PLACES
  static constexpr SourceLocation here(const char *file = __builtin_FILE(),
                                       unsigned line = __builtin_LINE()) {
    return {file, line};
  }
#else
  static constexpr SourceLocation here() { return {}; }
#endif
};

} // namespace pmb

#endif // PMB_BUILDER_DIAGNOSTICS_ORIGIN_H
