//===- Variants.h - What a pipeline is built for --------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conditions on passes, bundles and slots are decided when these are added: the
// list only ever has what is there. A value that a decision has asked for can
// no longer change; what was left out is remembered by name, for messages.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_VARIANTS_H
#define PMB_BUILDER_EDIT_VARIANTS_H

#include "builder/diagnostics/Diagnostic.h"
#include "builder/passes/OptionScope.h"
#include "builder/passes/PassBundle.h"
#include "builder/passes/Position.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace pmb {

class PipelineImpl;

/// What a pipeline is built for, and what was decided by it. A pipeline has one
/// (`Pipeline::getVariants`), which lives as long as it does. The values are
/// those of `Pipeline::getOptions`.
class Variants {
public:
  Variants(const Variants &) = delete;
  Variants &operator=(const Variants &) = delete;

  /// Declares an option, or a variant that sets options, before conditions ask
  /// for it. Fails as `OptionScope::addOption` and `addVariant` do.
  llvm::Error addOption(OptionDescriptor option);
  llvm::Error addVariant(VariantDescriptor variant);
  /// Says what the pipeline is built for: a variant, or an option of type
  /// `bool`. Conditions ask. One that is not declared, where others are, here
  /// or by the catalog, is reported by `check` (unknown-condition); so is one
  /// that comes after a condition has asked for it (late-choice), unless it
  /// changes nothing. What a pipeline is built for is up to its owner: in a
  /// transaction of another party this sets nothing, and the transaction fails
  /// with `inside-transaction`. `place` is that of the call, for messages.
  void setVariant(llvm::StringRef variant,
                  SourceLocation place = SourceLocation::here());
  /// Sets an option of the pipeline, in the same way.
  void setOption(llvm::StringRef option, llvm::StringRef value,
                 SourceLocation place = SourceLocation::here());
  /// Fails with all that is wrong with what was chosen so far.
  llvm::Error verify() const;

  /// Decides whether something is added. From now on the names that the
  /// condition asks for are settled. `scope` is that of a bundle, if it is in
  /// one. Fails as `OptionScope::evaluate` does.
  llvm::Expected<bool> decide(const ConditionText &condition,
                              const OptionScope *scope = nullptr);
  /// The value that an option of the pipeline, or of `scope`, has; it is then
  /// settled. std::nullopt if it has none. Fails with `unknown-condition` if
  /// there is no such option.
  llvm::Expected<std::optional<std::string>>
  takeValue(llvm::StringRef option, const OptionScope *scope = nullptr);

  /// Remembers in the name of the current origin that something is there only
  /// under a condition that does not hold; positions that name it say so. False
  /// if that was known.
  bool noteAbsent(const Target &target, llvm::StringRef condition);

private:
  friend class PipelineImpl;

  explicit Variants(PipelineImpl &pipeline) : pipeline(pipeline) {}

  /// Whether an option has this value already, so that nothing changes if it is
  /// set to it.
  bool hasValue(llvm::StringRef option, llvm::StringRef value) const;
  /// Fails with `late-choice` if a condition has asked for `name`.
  void verifyUnsettled(llvm::StringRef name);
  void settle(llvm::StringRef name, const OptionScope &scope);
  /// Remembers where a name is chosen.
  void noteChoice(llvm::StringRef name);
  /// The party that asks now.
  Origin getAsker() const;
  /// Adds what is known of a target that is not there.
  bool explainAbsence(Diagnostic &diagnostic, const Target &target) const;
  /// Adds to a finding about what stays in the IR which passes lower it under
  /// conditions that do not hold.
  void explainLeftOver(Diagnostic &diagnostic) const;

  PipelineImpl &pipeline;
  /// The options and variants that conditions depend on, and the origin of the
  /// first such condition.
  llvm::StringMap<Origin> settled;
  /// Where each name was chosen last, as far as the place of the call is known.
  llvm::StringMap<std::optional<Origin>> choices;
  /// What is there only under conditions that do not hold, by kind and name.
  struct Absence {
    std::string condition;
    Origin origin;
  };
  std::map<std::pair<Target::Kind, std::string>, Absence> absent;
};

} // namespace pmb

#endif // PMB_BUILDER_EDIT_VARIANTS_H
