//===- PassDescriptor.h - What is known about one pass -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_PASSDESCRIPTOR_H
#define PMB_BUILDER_PASSES_PASSDESCRIPTOR_H

#include "builder/passes/Contract.h"
#include <optional>

namespace pmb {

struct PassHistory;

/// An option that a pass or a registered pipeline declares.
struct OptionDescriptor {
  /// What values it takes. Reaches JSON by name: append only.
  enum class Type {
    /// Any text.
    Text,
    /// As MLIR reads truth values: true, false, 1, 0; alone it means true.
    Bool,
    Int32,
    Int64,
    UInt32,
    UInt64,
    /// One of `values`.
    Enum,
    /// Passes as between the parentheses of a textual pipeline, to run on what
    /// the pass runs on.
    Passes,
    /// The same, to run on functions.
    FunctionPasses,
    /// Textual pipelines, each with its operation.
    Pipelines,
    /// Numbers with commas between them, or none at all.
    Int32List,
    Int64List,
    UInt32List,
    UInt64List,
    /// Dialects and operations with commas between them.
    Items,
  };

  std::string name;
  /// Empty when the pass gives none.
  std::string defaultValue;
  Type type = Type::Text;
  /// What it may be; with any of them the option is an Enum, whatever `type`
  /// says. An Enum without values takes nothing.
  std::vector<std::string> values = {};
  std::string summary = "";
  /// Why only tests, debugging and analyses set the option; empty for all
  /// others. No fix gives it another value than its default.
  std::string testOnly = "";

  bool operator==(const OptionDescriptor &other) const {
    return name == other.name && defaultValue == other.defaultValue &&
           type == other.type && values == other.values;
  }
  /// True if the option can have `value`, as it stands in a textual pipeline.
  /// The passes in it are left to the pipeline that the pass is added to.
  bool accepts(llvm::StringRef value) const;
  /// True if the value has passes in it.
  bool hasPasses() const {
    return type == Type::Passes || type == Type::FunctionPasses ||
           type == Type::Pipelines;
  }
  /// What the option takes, for messages: `an integer of 32 bits`, `'none' or
  /// 'all'`.
  std::string describeValues() const;
};

/// `bool`, `int32`, `enum`.
llvm::StringRef stringify(OptionDescriptor::Type type);
/// std::nullopt if no type is called so.
std::optional<OptionDescriptor::Type> parseOptionType(llvm::StringRef name);
std::vector<llvm::StringRef> getOptionTypeNames();

/// Null if there is none.
const OptionDescriptor *lookupOption(llvm::ArrayRef<OptionDescriptor> options,
                                     llvm::StringRef name);
std::vector<llvm::StringRef> getNames(llvm::ArrayRef<OptionDescriptor> options);

/// One of the passes that the name of a registered pipeline stands for.
struct PipelineStep {
  /// The pass's argument, or the name of another registered pipeline.
  std::string pass;
  /// Options that it always has, as in a textual pipeline without outer braces.
  std::string options;
  /// Options that get the value of an option of the pipeline: the option of the
  /// pass, and that of the pipeline. Where that is not given and has no
  /// default, what `options` says counts, if it says something.
  std::vector<std::pair<std::string, std::string>> optionsFrom;
  /// The nest in which it stands, below the operation that the pipeline runs
  /// on.
  std::vector<std::string> nest;
  /// Conditions on options of the pipeline. The step is there if all hold.
  std::vector<Condition> conditions;
};

/// What is known about one pass.
struct PassDescriptor {
  PassDescriptor() = default;
  explicit PassDescriptor(llvm::StringRef name) : name(name.str()) {}

  /// The pass's argument, `one-shot-bufferize`; for a C++ pass that has none,
  /// its class name.
  std::string name;
  std::string summary;
  /// The part of the project that the pass belongs to: `Linalg`. May be empty.
  std::string group;
  /// The operation that the pass is restricted to; empty if it runs on any.
  std::string anchor;
  /// For a pass that runs on several operations, such as all functions: those
  /// it can run on, most usual first (`func.func`); all of them in the dialects
  /// that the catalog declares. Empty: no restriction.
  std::vector<std::string> anchorChoices;
  std::vector<std::string> kinds;
  std::vector<OptionDescriptor> options;
  /// True once `options` is complete, so that other names are errors.
  bool hasOptionList = false;
  /// The dialects that the pass may add operations of.
  std::vector<std::string> dependentDialects;
  Contract contract;
  /// Of a pass without a contract: what is only guessed of it. The check takes
  /// the pass to do anything all the same, and warns of what the guess leads
  /// to; nothing else looks at it.
  Contract guess;
  /// The contract with what is newer than the version of the catalog; empty if
  /// nothing is. What only this leads to is a remark, and nothing but the check
  /// looks at it.
  Contract newest;
  /// The pass whose contract was taken over, if one was: what it says is part
  /// of `contract`. For writing it again.
  std::string like;
  /// For a name that stands for a registered pipeline: what it expands to, as
  /// its options say. A pipeline to which the name is added gets these passes,
  /// in a bundle of that name. Empty for a pass.
  std::vector<PipelineStep> pipeline;
  /// Where the description is from, if not from the catalog's owner; messages
  /// name it: `plugin 'acme'`, `acme.contracts.json:3:5`.
  std::string describedIn;
  /// True if the description replaces others, in any order of loading.
  bool isOverride = false;
  /// What `describe` wrote over the name, which is not its own. An error.
  std::string otherName;
  /// False for a pass without a description of its effect: there is a name, and
  /// perhaps where it stands (Contract::isOrderOnly). Such a pass ends fleeting
  /// properties, and may do anything to the contents.
  bool hasContract = false;

  bool hasKind(llvm::StringRef kind) const;
  /// Adds the kind unless the pass has it.
  PassDescriptor &addKind(llvm::StringRef kind);
  /// The contract, newer entries included.
  const Contract &getNewest() const {
    return newest.empty() ? contract : newest;
  }
  /// Adds the contract of `other`, and what is newer there.
  void extendContract(const PassDescriptor &other);
  /// Adds kinds and contract of `other`.
  void extend(const PassDescriptor &other);
  /// The same, and of what only `other` says all else.
  void complete(const PassDescriptor &other);
  const OptionDescriptor *lookupOption(llvm::StringRef option) const {
    return pmb::lookupOption(options, option);
  }
  bool isPipeline() const { return !pipeline.empty(); }
  /// True if all that is known of what the pass does is guessed.
  bool isGuessed() const { return !hasContract && !guess.empty(); }
};

/// What `by` takes over of `said`, the contract or the guess of `from`, which
/// it is like. Conditions on options that `by` does not have count as for the
/// defaults of `from`.
Contract takeContract(const PassDescriptor &from, const Contract &said,
                      const PassDescriptor &by);

/// What `describe` says of a pass of that name.
PassDescriptor describePass(llvm::StringRef name,
                            void (*describe)(PassDescriptor &));

/// Fails with `bad-options` if `options` name an option that the pass does not
/// have, once all of its options are known, or give one a value that it cannot
/// have. `history`, if there is one, says what became of options of earlier
/// releases.
llvm::Error verifyOptions(const PassDescriptor &pass, llvm::StringRef options,
                          const PassHistory *history = nullptr);

/// What is in the quotes or braces around a value, as MLIR removes them, and
/// white space with them. The result is part of `value`.
llvm::StringRef unwrapOptionValue(llvm::StringRef value);

/// One spelling for each value, to compare two of them: without the quotes or
/// braces around it, and `true` or `false` for a truth value. `option` is
/// nullptr if nothing is known of the option. The result is part of `value` or
/// a literal.
llvm::StringRef normalizeOptionValue(const OptionDescriptor *option,
                                     llvm::StringRef value);

/// The value that an option has when `options` are given: the last one given,
/// or else its default; std::nullopt if there is neither. The values of a truth
/// value are `true` and `false`.
std::optional<std::string> getOptionValue(const PassDescriptor &pass,
                                          llvm::StringRef options,
                                          llvm::StringRef option);

/// Splits pass options as MLIR does: `a=1 b={x y} c` gives pairs of name and
/// value; an option without a value has the value `true`. Outer braces are
/// ignored. Of parameters, `<a;b=1>`, each is one. Malformed text (unbalanced
/// braces) ends the list early.
std::vector<std::pair<llvm::StringRef, llvm::StringRef>>
splitOptions(llvm::StringRef options);

/// The elements of a value that is a list, which braces and quotes hold
/// together. They point into `value`.
llvm::SmallVector<llvm::StringRef> splitList(llvm::StringRef value);

/// Options without the outer braces, if they have any, and without white space
/// around. Parameters (PassManagerRules.h) keep their brackets.
llvm::StringRef stripBraces(llvm::StringRef options);

/// How many braces are open at the end of a text; less than 0 if one closes
/// nothing.
int countOpenBraces(llvm::StringRef text);

/// True if `name` can be a name: `nameRule` says so, too.
bool isValidName(llvm::StringRef name);
/// True if `name` can stand in a textual pipeline: more strict, as it is found
/// by its name. `<`, `>` and `:` are those of a C++ class.
bool isPassName(llvm::StringRef name);
/// What the name of a pass is made of, for messages.
constexpr llvm::StringLiteral passNameRule =
    "use letters, digits, '-', '_' and '.'";
/// What a name is made of, for messages.
inline constexpr llvm::StringLiteral nameRule =
    "use ASCII letters, digits and signs other than brackets, commas, quotes "
    "and '/'";
/// That `name` cannot be one of a `what` (`kind`): a `bad-name`. `more`: what
/// else the rule is for these.
Diagnostic makeBadName(llvm::StringRef what, llvm::StringRef name,
                       llvm::StringRef more = "");
/// Fails in this way if that is so.
llvm::Error checkName(llvm::StringRef what, llvm::StringRef name);
/// True if `c` may stand in a name.
inline bool isNameCharacter(char c) {
  return c > ' ' && c <= '~' &&
         llvm::StringRef("{}()[],\"'/").find(c) == llvm::StringRef::npos;
}
/// True if `c` may stand in a name in a textual pipeline.
inline bool isPassNameCharacter(char c) {
  // A table, as it is asked of each character of a pipeline.
  static constexpr auto table = [] {
    struct {
      bool isIn[256] = {};
    } result;
    for (int c = 0; c < 26; ++c)
      result.isIn['a' + c] = result.isIn['A' + c] = true;
    for (int c = 0; c < 10; ++c)
      result.isIn['0' + c] = true;
    for (uint8_t c : {'-', '_', '.', ':', '<', '>', '$'})
      result.isIn[c] = true;
    return result;
  }();
  return table.isIn[uint8_t(c)];
}

} // namespace pmb

#endif // PMB_BUILDER_PASSES_PASSDESCRIPTOR_H
