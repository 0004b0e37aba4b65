//===- Mending.cpp - Making the fixes that are offered --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/repair/Mending.h"
#include "builder/Pipeline.h"
#include "builder/check/ListContracts.h"
#include "builder/check/NameTables.h"
#include "builder/check/PresumedInput.h"
#include "builder/edit/PipelineImpl.h"
#include "builder/repair/LeavingOut.h"
#include "builder/repair/PassEffects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <tuple>

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// One fix
//===----------------------------------------------------------------------===//

/// Whether a pass that the fix is about was given another value of an option. A
/// default counts as open: tools that print pipelines write all defaults.
static bool overridesOption(const Fix &fix, const PipelineImpl &pipeline,
                            bool hasPosition) {
  auto wanted = splitOptions(fix.options);
  return any_of(pipeline.getPasses(), [&](const Node &node) {
    if (node.getName() != fix.pass ||
        (hasPosition && pipeline.getRef(node).position != fix.passPosition))
      return false;
    return any_of(
        splitOptions(node.getGivenOptions()), [&](const auto &option) {
          const OptionDescriptor *known =
              node.getDescriptor().lookupOption(option.first);
          if (known && normalizeOptionValue(known, option.second) ==
                           normalizeOptionValue(known, known->defaultValue))
            return false;
          return any_of(wanted, [&](const auto &other) {
            return option.first == other.first && option.second != other.second;
          });
        });
  });
}

bool pmb::isSafe(const Fix &fix, const PipelineImpl &pipeline) {
  return all_of(PipelineImpl::getSteps(fix), [&](const Fix *step) {
    switch (step->kind) {
    case Fix::Kind::Insert:
    case Fix::Kind::Move:
    case Fix::Kind::Replace:
    case Fix::Kind::RenameNest:
      return true;
    case Fix::Kind::Remove:
      return pipeline.getCatalog().getRenamed().lookup(step->pass) != nullptr;
    case Fix::Kind::SetOption:
      // A step finds the passes where those before it have left them.
      return !overridesOption(*step, pipeline, /*hasPosition=*/step == &fix);
    }
    llvm_unreachable("unknown kind of fix");
  });
}

/// `fix` for all passes that are from the place of the one that it replaces,
/// if it does. From the end, so that positions stay right.
static std::vector<Fix> repeatForPlace(const Pipeline &pipeline, const Fix &fix,
                                       const Node *replaced) {
  std::vector<Fix> all = {fix};
  if (!replaced || !replaced->getOrigin().line)
    return all;
  const Origin &named = replaced->getOrigin();
  for (const Node &node : pipeline.getPasses()) {
    const Origin &place = node.getOrigin();
    if (&node == replaced || node.getName() != fix.pass ||
        place.name != named.name || place.line != named.line ||
        place.column != named.column)
      continue;
    Fix &other = all.emplace_back(fix);
    other.passPosition = pipeline.getRef(node).position;
    other.then.clear();
  }
  llvm::sort(all, [](const Fix &a, const Fix &b) {
    return a.passPosition > b.passPosition;
  });
  return all;
}

Error pmb::applyFix(Pipeline &pipeline, const Fix &fix) {
  const Node *replaced = fix.kind == Fix::Kind::Replace
                             ? pipeline.getList().getPass(fix.passPosition)
                             : nullptr;
  // A name that is put right is still of the party that has written it.
  Origin party = replaced ? replaced->getOrigin() : pipeline.getOrigin();
  return pipeline.transaction(party, [&]() -> Error {
    for (const Fix &one : repeatForPlace(pipeline, fix, replaced))
      if (Error error = pipeline.apply(one))
        return error;
    return Error::success();
  });
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::vector<Fix> pmb::fixNames(Pipeline &pipeline,
                               std::vector<Diagnostic> &findings,
                               IsWanted isWanted) {
  std::vector<Fix> made;
  std::vector<Diagnostic> failures;
  StringSet<> renamed;
  // From the end of the pipeline, as a name may be replaced by one that stands
  // for several.
  std::vector<size_t> order;
  for (size_t i = 0; i < findings.size(); ++i)
    // What another variant has cannot be mended in this one.
    if (findings[i].fix && isWanted(findings[i]) &&
        (findings[i].fix->kind != Fix::Kind::Replace ||
         findings[i].fix->passPosition >= 0))
      order.push_back(i);
  llvm::stable_sort(order, [&](size_t a, size_t b) {
    return findings[a].fix->passPosition > findings[b].fix->passPosition;
  });
  std::vector<bool> isMade(findings.size());
  for (size_t i : order) {
    Fix fix = *findings[i].fix;
    // One fix renames all nests of a name.
    if (fix.kind != Fix::Kind::RenameNest || renamed.insert(fix.pass).second) {
      if (Error error = applyFix(pipeline, fix)) {
        append_range(failures, takeDiagnostics(std::move(error)));
        continue;
      }
      made.push_back(std::move(fix));
    }
    isMade[i] = true;
  }
  size_t index = 0;
  erase_if(findings, [&](const Diagnostic &) { return isMade[index++]; });
  append_range(findings, std::move(failures));
  return made;
}

//===----------------------------------------------------------------------===//
// Order and contents
//===----------------------------------------------------------------------===//

namespace {
/// How bad what the check finds is. What goes with another finding counts by
/// itself, as which of them comes first depends on the fixes.
struct Badness {
  unsigned errors = 0, warnings = 0, possible = 0;
  StringSet<> stays;

  Badness() = default;
  explicit Badness(ArrayRef<Diagnostic> findings) {
    for (const Diagnostic &finding : findings)
      add(finding);
  }
  void add(const Diagnostic &finding) {
    if (finding.severity == Severity::Error) {
      ++errors;
      for (const std::string &item : finding.items)
        stays.insert(item);
    } else if (finding.severity == Severity::Warning) {
      ++(finding.code == DiagnosticCode::OnPossibleInput ? possible : warnings);
    }
    for (const Diagnostic &other : finding.follows)
      add(other);
  }
  bool isBetterThan(const Badness &other, bool withWarnings) const {
    auto get = [&](const Badness &badness) {
      return std::make_tuple(badness.errors, badness.stays.size(),
                             withWarnings ? badness.warnings : 0,
                             withWarnings ? badness.possible : 0);
    };
    return get(*this) < get(other);
  }
};
} // namespace

/// The first error that has a fix, or else the first finding that is at least
/// that severe; null if there is none.
static const Diagnostic *findFixable(ArrayRef<Diagnostic> findings,
                                     Severity least, IsAllowed isAllowed) {
  const Diagnostic *found = nullptr;
  for (const Diagnostic &finding : findings)
    if (finding.severity >= least && finding.fix && isAllowed(*finding.fix) &&
        (!found || finding.severity > found->severity))
      found = &finding;
  return found;
}

namespace {
/// Looks for fixes that follow those that were found before.
class FixSearch {
public:
  FixSearch(Pipeline &pipeline, IsAllowed isAllowed)
      : pipeline(pipeline), isAllowed(isAllowed) {}

  std::vector<Fix> run(Severity least);

private:
  /// What the pipeline is checked for.
  struct View {
    /// Of the input; empty for what the pipeline says.
    std::vector<std::string> contents;
    /// What may stay is an error.
    bool isStrict = false;
  };

  /// Calls `look` on the pipeline with the fixes `made`, as `view` has it.
  /// `made` is not read once `look` runs, so that may change it.
  void attempt(ArrayRef<Fix> made, const View &view, function_ref<void()> look);
  /// How bad it is with the fixes `made`; in each view.
  Badness measure(ArrayRef<Fix> made);
  std::vector<Badness> measureAll(ArrayRef<Fix> made);
  /// Adds one fix after the other, for findings that are that severe; keeps
  /// those that make it best.
  void extend(View view, Severity worth, IsAllowed mayMake);
  /// Keeps only the first `count` fixes if the others make it worse.
  void dropIfWorse(size_t count, bool withWarnings);
  /// Adds passes for what the others may make of such an input, once there are
  /// no mistakes.
  void complete(std::vector<std::string> contents);
  /// Leaves out what is inserted and makes it no better.
  void dropNeedless();

  Pipeline &pipeline;
  IsAllowed isAllowed;
  std::vector<Fix> fixes;
  /// Those in which fixes were looked for.
  std::vector<View> views;
};
} // namespace

void FixSearch::attempt(ArrayRef<Fix> made, const View &view,
                        function_ref<void()> look) {
  tryEdit(
      pipeline, [&] { return applyFixes(pipeline, made); },
      [&] {
        if (!view.contents.empty())
          pipeline.getInterface().inputContents = view.contents;
        // Errors are mended step by step.
        if (view.isStrict)
          pipeline.setSeverity(DiagnosticCode::MayBeLeftOver, Severity::Error);
        look();
      });
}

Badness FixSearch::measure(ArrayRef<Fix> made) {
  Badness badness;
  attempt(made, View(), [&] { badness = Badness(pipeline.check()); });
  return badness;
}

std::vector<Badness> FixSearch::measureAll(ArrayRef<Fix> made) {
  std::vector<Badness> all;
  for (const View &view : views)
    attempt(made, view, [&] { all.emplace_back(pipeline.check()); });
  return all;
}

void FixSearch::extend(View view, Severity worth, IsAllowed mayMake) {
  // Each fix makes less of what was found; many are many mistakes.
  constexpr unsigned limit = 50;
  bool withWarnings = worth <= Severity::Warning;
  size_t first = fixes.size(), best = first;
  StringSet<> seen;
  Badness fewest;
  attempt(fixes, view, [&] {
    while (fixes.size() < limit) {
      std::vector<Diagnostic> findings = pipeline.check();
      Badness badness(findings);
      if (fixes.size() == first || badness.isBetterThan(fewest, withWarnings)) {
        fewest = std::move(badness);
        best = fixes.size();
      }
      const Diagnostic *next = findFixable(
          findings, withWarnings ? Severity::Warning : Severity::Error,
          mayMake);
      // What comes back would come back again.
      if (!next || !seen.insert(pipeline.str()).second)
        break;
      fixes.push_back(*next->fix);
      if (errorToBool(pipeline.apply(fixes.back())))
        break;
    }
  });
  fixes.resize(best);
  views.push_back(std::move(view));
}

void FixSearch::dropIfWorse(size_t count, bool withWarnings) {
  if (measure(ArrayRef(fixes).take_front(count))
          .isBetterThan(measure(fixes), withWarnings))
    fixes.resize(count);
}

void FixSearch::complete(std::vector<std::string> contents) {
  bool isRight = false;
  attempt(fixes, {contents}, [&] {
    isRight = none_of(pipeline.check(), [](const Diagnostic &finding) {
      return finding.severity == Severity::Error;
    });
    if (!isRight)
      return;
    // What others may have of the operations that the passes are there to
    // lower, and no name tells.
    copy_if(getNamedItems(pipeline.getCatalog(), "usual-marks"),
            std::back_inserter(contents), [&](StringRef mark) {
              return any_of(pipeline.getPasses(), [&](const Node &node) {
                return lowersAll(node.getDescriptor(), Item(mark));
              });
            });
  });
  if (!isRight)
    return;
  size_t count = fixes.size();
  extend({std::move(contents), /*isStrict=*/true}, Severity::Error,
         [&](const Fix &fix) {
           return isAllowed(fix) &&
                  all_of(PipelineImpl::getSteps(fix), [](const Fix *step) {
                    return step->kind == Fix::Kind::Insert;
                  });
         });
  dropIfWorse(count, /*withWarnings=*/true);
}

static bool makesBetter(ArrayRef<Badness> with, ArrayRef<Badness> without) {
  return with.size() != without.size() ||
         any_of(zip(with, without), [](const auto &pair) {
           const auto &[a, b] = pair;
           return a.isBetterThan(b, /*withWarnings=*/true);
         });
}

void FixSearch::dropNeedless() {
  std::vector<Badness> with;
  unsigned trialsLeft = 16;
  for (size_t i = 0; i < fixes.size(); ++i)
    for (size_t step = 0; i < fixes.size() && step <= fixes[i].then.size();) {
      const Fix &fix = step ? fixes[i].then[step - 1] : fixes[i];
      // An insertion becomes needless only by other fixes.
      if (fix.kind != Fix::Kind::Insert || fixes.size() < 2 || !trialsLeft) {
        ++step;
        continue;
      }
      --trialsLeft;
      std::optional<std::vector<Fix>> rest;
      tryEdit(
          pipeline,
          [&] {
            rest = leaveOut(pipeline, fixes, i, step);
            return Error::success();
          },
          [] {});
      if (with.empty())
        with = measureAll(fixes);
      if (!rest || makesBetter(with, measureAll(*rest)))
        ++step;
      else
        fixes = std::move(*rest);
    }
}

std::vector<Fix> FixSearch::run(Severity least) {
  extend({}, least, isAllowed);
  const PipelineInterface &interface = pipeline.getInterface();
  std::vector<std::string> presumed;
  size_t count = fixes.size();
  // What passes do to it that no contract describes is not known.
  const PassList &list = pipeline.getImpl().list;
  if (count && !interface.inputContents && interface.outputContents &&
      !ListContracts(list).hasUndescribed())
    presumed = presumeInput(list);
  if (!presumed.empty()) {
    extend({presumed, /*isStrict=*/false}, least, isAllowed);
    dropIfWorse(count, /*withWarnings=*/least <= Severity::Warning);
    complete(std::move(presumed));
  }
  dropNeedless();
  return std::move(fixes);
}

std::vector<Fix> pmb::findFixes(Pipeline &pipeline, Severity least,
                                IsAllowed isAllowed) {
  constexpr DiagnosticCode possible = DiagnosticCode::OnPossibleInput;
  if (least > Severity::Warning ||
      pipeline.getImpl().severities.count(unsigned(possible)))
    return FixSearch(pipeline, isAllowed).run(least);
  // What is mended with warnings is found as one.
  std::vector<Fix> fixes;
  tryEdit(
      pipeline,
      [&] {
        pipeline.setSeverity(possible, Severity::Warning);
        return Error::success();
      },
      [&] { fixes = FixSearch(pipeline, isAllowed).run(least); });
  return fixes;
}

void pmb::settle(Pipeline &pipeline) {
  if (pipeline.getCleanups().getSettings().establish)
    pipeline.check();
}

Error pmb::applyFixes(Pipeline &pipeline, ArrayRef<Fix> fixes) {
  return pipeline.transaction(pipeline.getOrigin(), [&]() -> Error {
    for (const Fix &fix : fixes) {
      settle(pipeline);
      if (Error error = pipeline.apply(fix))
        return error;
    }
    return Error::success();
  });
}

void pmb::tryEdit(Pipeline &pipeline, function_ref<Error()> edit,
                  function_ref<void()> look) {
  consumeError(pipeline.transaction(pipeline.getOrigin(), [&]() -> Error {
    if (Error error = edit())
      return error;
    look();
    return createStringError("only to see what it does");
  }));
}
