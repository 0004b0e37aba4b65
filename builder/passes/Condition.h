//===- Condition.h - When something applies -------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A condition is about an option of the pass itself, or about what the pipeline
// is built for. The second is a text, the same in C++, JSON and TableGen:
//
//   gpu & !debug
//   target == gpu | (vector-size > 1 & !debug)
//
//   condition  ::= all ('|' all)*
//   all        ::= one ('&' one)*
//   one        ::= '!' one | '(' condition ')' | name (comparison value)?
//   comparison ::= '==' | '!=' | '<' | '<=' | '>' | '>='
//   value      ::= letters, digits and `.`, `_`, `+`, `-`; or 'any text'
//
// A name alone is that of a variant, or of an option that is true or false. All
// other options are compared. OptionScope.h says what names mean.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_CONDITION_H
#define PMB_BUILDER_PASSES_CONDITION_H

#include "builder/diagnostics/Diagnostic.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace pmb {

class SourceText;
struct TextPlace;

/// When an entry applies: always, if the pass has an option with a value, or
/// if the pipeline is built for something.
struct Condition {
  enum class Kind { Always, Option, Variant };
  Kind kind = Kind::Always;
  /// The option's name; of a condition on the pipeline the text, `gpu` or
  /// `gpu & !debug`.
  std::string name;
  /// The value that the option must have. An option that is not given has the
  /// default of its declaration; one given without a value has `true`.
  std::string value;
  /// Applies when the above does not hold.
  bool negated = false;

  Condition is(llvm::StringRef expected) const {
    Condition result = *this;
    result.value = expected.str();
    return result;
  }
  Condition operator!() const {
    Condition result = *this;
    result.negated = !result.negated;
    return result;
  }
  bool operator==(const Condition &other) const {
    return kind == other.kind && name == other.name && value == other.value &&
           negated == other.negated;
  }
  std::string str() const;
};

/// A condition on an option of the pass itself; `is("true")` unless said
/// otherwise.
inline Condition option(llvm::StringRef name) {
  return {Condition::Kind::Option, name.str(), "true", false};
}
/// A condition on what the pipeline is built for: a name, or a text as above.
inline Condition variant(llvm::StringRef text) {
  return {Condition::Kind::Variant, text.str(), "", false};
}

/// The text of a condition, and where it is from.
struct ConditionText {
  explicit ConditionText(llvm::StringRef text) : text(text) {}
  /// `place` is that of the quote before the text.
  ConditionText(llvm::StringRef text, const SourceText *file, TextPlace place);

  llvm::StringRef text;
  /// Null for a text that is from no file.
  const SourceText *file = nullptr;
  unsigned line = 0, column = 0;

  /// A diagnostic about what stands at `offset` of the text, which it shows.
  Diagnostic diagnose(DiagnosticCode code, size_t offset,
                      std::string message) const;
};

/// A name in a condition, and what it is compared with.
struct ConditionTerm {
  enum class Comparison {
    None,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
  };
  llvm::StringRef name;
  Comparison comparison = Comparison::None;
  llvm::StringRef value;
  /// Where name and value stand in the text.
  size_t nameOffset = 0, valueOffset = 0;
};

/// Parentheses and negations may be so deep in each other.
constexpr unsigned maxConditionDepth = 64;

/// Whether the condition holds, if `decide` says which of its terms do.
/// `decide` is asked about all terms, in the order of the text, also about
/// those that make no difference. Fails with `bad-condition` if the text is not
/// of the grammar above, and with all that `decide` fails with.
llvm::Expected<bool> evaluateCondition(
    const ConditionText &condition,
    llvm::function_ref<llvm::Expected<bool>(const ConditionTerm &)> decide);

/// Calls `visit` for the names in a text; for none if it cannot be read.
void forEachName(llvm::StringRef condition,
                 llvm::function_ref<void(llvm::StringRef)> visit);

/// A condition that holds where both do; either may be empty.
std::string joinConditions(llvm::StringRef first, llvm::StringRef second);

/// True if conditions can ask for `name`: letters, digits, dots, underscores
/// and hyphens, the first a letter or an underscore.
bool isConditionName(llvm::StringRef name);

} // namespace pmb

#endif // PMB_BUILDER_PASSES_CONDITION_H
