//===- Trial.h - Trying edits ---------------------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "Make this edit on a copy: is it better?" Fixes, other orders and cleanups
// that could be left out all ask that.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_TRIAL_H
#define PMB_BUILDER_CHECK_TRIAL_H

#include "builder/list/PassList.h"
#include <map>

namespace pmb {

/// What a check has found, however the messages put it. Positions and wording
/// change with an edit, so they do not count.
struct Tally {
  /// How often something was found, and how often of that as an error, and on
  /// inputs only that are not expected.
  struct Count {
    unsigned times = 0, errors = 0, possible = 0;

    void add(const Diagnostic &finding);
    unsigned getExpected() const { return times - possible; }
  };
  /// By the keys of findings. Remarks do not count.
  std::map<std::string, Count> counts;
  unsigned errors = 0, warnings = 0;

  explicit Tally(llvm::ArrayRef<Diagnostic> findings);
  /// What the check finds of `list` as it is.
  explicit Tally(const PassList &list);
  /// And of its nests, which only a fix that renames one changes.
  static Tally withNests(const PassList &list);

  /// What a finding is about: the items that stay, or else its code and its
  /// pass.
  static std::vector<std::string> getKeys(const Diagnostic &finding);
  /// What is found more often than `before`, or more often as an error. Only
  /// the latter if `least` is Error; without what is found on inputs only that
  /// are not expected if it is Warning.
  std::vector<std::string> getWorse(const Tally &before,
                                    Severity least = Severity::Remark) const;
};

/// Makes edits on a list, and keeps those that do no harm.
class Trial {
public:
  /// `list` is the copy that is edited.
  explicit Trial(PassList &list);

  /// False if the check can find nothing, whatever the order is.
  bool hasWork() const { return isChecked; }

  /// Makes `edit`. Takes it back if the check then finds something that it did
  /// not find at first, and returns whether it was kept.
  bool make(llvm::function_ref<void()> edit);

  /// How many trials of a list take so much work in all, whatever its length
  /// and its contracts; at least `fewest`. `more` is what each takes beside.
  static unsigned countAffordable(const PassList &list, size_t work,
                                  size_t fewest, size_t more = 0);

private:
  PassList &list;
  const bool isChecked;
  const Tally before;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_TRIAL_H
