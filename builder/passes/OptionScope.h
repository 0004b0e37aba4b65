//===- OptionScope.h - What a pipeline is built for -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One description of a pipeline serves many targets. What differs are *options*
// of the pipeline, which have types, and *variants*, which are named sets of
// their values:
//
//   option  target       'cpu' or 'gpu', default 'cpu'
//   option  vector-size  an integer, default 8
//   option  debug        true or false
//   variant cuda         target=gpu
//
// The conditions of Condition.h ask for both. A variant that was chosen is
// true; others are false, as are those that only a catalog declares.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_OPTIONSCOPE_H
#define PMB_BUILDER_PASSES_OPTIONSCOPE_H

#include "builder/passes/PassDescriptor.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace pmb {

/// Something that pipelines are built for, which sets options.
struct VariantDescriptor {
  std::string name;
  std::string summary;
  /// Options and their values.
  std::vector<std::pair<std::string, std::string>> values;
};

/// Options with their values, and variants: of a pipeline, or of a bundle in
/// it. What a bundle does not declare is asked of the scope around it. A value.
class OptionScope {
public:
  explicit OptionScope(const OptionScope *outer = nullptr) : outer(outer) {}
  /// The options of a pass or of a registered pipeline, which are not given.
  OptionScope(const PassDescriptor &pass, const OptionScope *outer)
      : outer(outer), options(pass.options) {}

  //===--------------------------------------------------------------------===//
  // Declaring
  //===--------------------------------------------------------------------===//

  /// Fails with `bad-name` if conditions could not ask for the name, with
  /// `duplicate-name` if the scope has an option or a variant of that name,
  /// unless it is the same, and with `bad-options` if the default is none of
  /// the option's values.
  llvm::Error addOption(OptionDescriptor option);
  /// Fails in the same way, and if the variant sets an option that is not
  /// declared, or to a value that it cannot have.
  llvm::Error addVariant(VariantDescriptor variant);

  llvm::ArrayRef<OptionDescriptor> getOptions() const { return options; }
  llvm::ArrayRef<VariantDescriptor> getDeclaredVariants() const {
    return variants;
  }
  /// The option as this scope, or one around it, declares it; null if none
  /// does.
  const OptionDescriptor *lookupOption(llvm::StringRef name) const;
  const VariantDescriptor *lookupVariant(llvm::StringRef name) const;
  /// The names of options and variants of this scope and of those around it.
  void getNames(std::vector<llvm::StringRef> &names) const;
  bool empty() const { return options.empty() && variants.empty(); }

  //===--------------------------------------------------------------------===//
  // Choosing: checked by `verify`, as declarations may come later
  //===--------------------------------------------------------------------===//

  /// Chooses a variant, or sets an option of type `bool`.
  void setVariant(llvm::StringRef name) { chosen.insert(name); }
  /// Sets an option, whatever variants say of it.
  void setOption(llvm::StringRef name, llvm::StringRef value) {
    given[name] = value.str();
  }
  /// The same declarations, and nothing chosen.
  OptionScope withoutChoices() const {
    OptionScope copy = *this;
    copy.chosen.clear();
    copy.given.clear();
    return copy;
  }
  /// What was chosen.
  const llvm::StringSet<> &getVariants() const { return chosen; }
  const llvm::StringMap<std::string> &getGivenOptions() const { return given; }

  /// Fails with all that is wrong with what was chosen: undeclared options
  /// (`unknown-condition`), values that they cannot have
  /// (`bad-options`), variants that set an option to different values
  /// (`variant-clash`). Callers that know the catalog check that there are
  /// such variants. `locate` gives each diagnostic the place where that name
  /// was chosen.
  using LocateFn = llvm::function_ref<void(llvm::StringRef name, Diagnostic &)>;
  llvm::Error verify(LocateFn locate = nullptr) const;

  //===--------------------------------------------------------------------===//
  // Asking
  //===--------------------------------------------------------------------===//

  /// The value of an option: the one that was set, that of a chosen variant, or
  /// the default; a truth value is `true` or `false`. std::nullopt if it has
  /// none of these, or is not declared.
  std::optional<std::string> getValue(llvm::StringRef name) const;
  /// True for a variant that was chosen, and for an option that is `true`.
  bool hasVariant(llvm::StringRef name) const;

  /// Whether a condition holds. Fails with `bad-condition` if it is not of the
  /// grammar, or compares what cannot be compared, and with
  /// `unknown-condition` if it names what no scope declares, is not in
  /// `others`, and was not chosen.
  llvm::Expected<bool>
  evaluate(const ConditionText &condition,
           llvm::ArrayRef<llvm::StringRef> others = {}) const;
  /// The same of one of its terms.
  llvm::Expected<bool> evaluate(const ConditionText &condition,
                                const ConditionTerm &term,
                                llvm::ArrayRef<llvm::StringRef> others) const;
  /// The same of what others have checked. What is unknown does not hold.
  bool holds(llvm::StringRef condition) const;
  bool holds(const ConditionTerm &term) const;

  /// What was chosen, as on a command line: `cuda,debug,vector-size=8`. Empty
  /// if nothing was.
  std::string str() const;

private:
  llvm::Error verifyValue(llvm::StringRef name, llvm::StringRef value) const;
  llvm::Error verifyNew(llvm::StringRef name) const;

  const OptionScope *outer;
  std::vector<OptionDescriptor> options;
  std::vector<VariantDescriptor> variants;
  llvm::StringSet<> chosen;
  llvm::StringMap<std::string> given;
};

/// Fails with `bad-options` for each option that `scope` is given and does not
/// declare, or that cannot have its value. `owner` begins the message: `the
/// bundle 'tuned'`.
llvm::Error verifyGivenOptions(const OptionScope &scope,
                               const std::string &owner);
/// Fails with `unused-option` for each option that `scope` declares and that is
/// not among the names that are `used`. `bundle` is the name of the bundle.
llvm::Error makeUnusedOptions(const OptionScope &scope,
                              const llvm::StringSet<> &used,
                              llvm::StringRef bundle);
/// The options of a pass, where `values` come instead of what they say of the
/// same options.
std::string
addOptions(llvm::StringRef options,
           llvm::ArrayRef<std::pair<llvm::StringRef, std::string>> values);

/// The same with those of `others`.
std::string addOptions(llvm::StringRef options, llvm::StringRef others);

/// Whether an option with this value, std::nullopt if it has none, is what
/// `term` says. `option` is null if nothing is known of it.
bool holdsOf(const OptionDescriptor *option,
             std::optional<llvm::StringRef> value, const ConditionTerm &term);

/// True if `term` is about an option of the pass itself: of one that it
/// declares; or, as long as its options are not all known, of one that is
/// compared by `==` or `!=` and that `around`, what the pipeline is built for,
/// does not declare. `around` may be null.
bool isOwnOption(const PassDescriptor &pass, const ConditionTerm &term,
                 const OptionScope *around);

/// Verifies a condition of an element of a registered pipeline: it is about the
/// options of that.
llvm::Error verifyStepCondition(const PassDescriptor &pipeline,
                                const Condition &condition);

} // namespace pmb

#endif // PMB_BUILDER_PASSES_OPTIONSCOPE_H
