//===- Condition.h - When something applies -------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A condition is a text, the same in C++, JSON and TableGen:
//
//   gpu & !debug
//   file != ''
//   bufferize-function-boundaries & (target == gpu | vector-size > 1)
//   filter-dialects contains arith
//
//   condition  ::= all ('|' all)*
//   all        ::= one ('&' one)*
//   one        ::= '!' one | '(' condition ')' | name (comparison value)?
//   comparison ::= '==' | '!=' | '<' | '<=' | '>' | '>=' | 'contains'
//   value      ::= letters, digits and `.`, `_`, `+`, `-`; or 'any text'
//
// A name is looked up in the innermost scope first. In the contract of a pass
// these are the pass's own options, then what the pipeline is built for; what
// is in a bundle asks for the bundle's options, then for those around it.
// OptionScope.h says what the names mean.
//
// A name alone is that of an option that is true or false, or of a variant. All
// other options are compared; one that is not given and has no default is ''.
// `contains` asks for one part of a text with commas.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_CONDITION_H
#define PMB_BUILDER_PASSES_CONDITION_H

#include "builder/diagnostics/Diagnostic.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <optional>
#include <string>

namespace pmb {

class SourceText;
struct ConditionTree;
struct TextPlace;

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
    Contains,
  };
  llvm::StringRef name;
  Comparison comparison = Comparison::None;
  llvm::StringRef value;
  /// Where name and value stand in the text.
  size_t nameOffset = 0, valueOffset = 0;

  bool isCompared() const { return comparison != Comparison::None; }
  bool isEquality() const {
    return comparison == Comparison::Equal ||
           comparison == Comparison::NotEqual;
  }
};

/// When something applies: always, or as a text says. Immutable; the text is
/// parsed once, and copies share it. One that is not of the grammar never
/// holds; the catalog refuses it.
class Condition {
public:
  /// Holds always.
  Condition() = default;
  /// Holds as the text says; always, if that is empty.
  explicit Condition(llvm::StringRef text);

  bool isAlways() const { return !tree; }
  /// Empty if the condition always holds.
  llvm::StringRef getText() const;
  /// What it asks for, in the order of the text.
  llvm::ArrayRef<ConditionTerm> getTerms() const;

  /// Whether it holds, if `holds` says which of its terms do.
  bool evaluate(llvm::function_ref<bool(const ConditionTerm &)> holds) const;
  /// What is left of the condition if `decide` says of some of its terms
  /// whether they hold; std::nullopt if it never holds.
  std::optional<Condition> simplify(
      llvm::function_ref<std::optional<bool>(const ConditionTerm &)> decide)
      const;

  /// The same option with another value. REQUIRES: it is about one option.
  Condition is(llvm::StringRef value) const;
  /// Holds when this does not. REQUIRES: it does not always hold.
  Condition operator!() const;
  /// True if both ask for the same in the same order; `x` is `x == true`.
  bool operator==(const Condition &other) const;
  bool operator!=(const Condition &other) const { return !(*this == other); }

private:
  std::shared_ptr<const ConditionTree> tree;
};

/// That the option has the value `true`, as the text `name == true` says;
/// `option(name).is(value)`: that it has this one.
Condition option(llvm::StringRef name);
/// The same as the text; for what the pipeline is built for.
inline Condition variant(llvm::StringRef text) { return Condition(text); }

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
