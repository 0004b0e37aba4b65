//===- Ask.h - Questions about a pipeline and their answers ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers what a reader of a pipeline asks: why an operation is in the IR at
// the end, why a pass stands where it does, where a pass could stand, and what
// a third party can address. An answer is a value; it is printed as text or as
// JSON (schema/answers.schema.json):
//
//   Questions questions;
//   questions.why = {"cf", "canonicalize,1"};
//   questions.where = {"sccp"};
//   Expected<Answers> answers = ask(pipeline, "cpu", questions);
//   if (!answers)
//     return answers.takeError();
//   printAnswers(llvm::outs(), *answers, AnswerFormat::Text);
//
// The answers rest on what the check knows from contracts. An edit is tried on
// a copy, so the pipeline stays as it is. The number of edits that are tried
// goes down with the length of the pipeline, to keep the time linear: about 900
// for 300 passes of MLIR, and at least 16 for each question. What was not tried
// says so.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_ASK_H
#define PMB_BUNDLES_REPORT_ASK_H

#include "bundles/report/Report.h"
#include <variant>

namespace pmb {

/// Something beside a place in a pipeline.
struct Landmark {
  enum class Kind { Pass, Slot, BundleBegin, BundleEnd };
  Kind kind = Kind::Pass;
  std::string name;
  /// Of a pass: its number, from 0; -1 of others.
  int position = -1;

  /// `pass 3 'cse'`, `slot 'early'`, `the begin of bundle 'pair'`.
  std::string str() const;
};

/// A stretch of the pipeline: one place, or several that follow each other.
struct Stretch {
  /// What stands before the first place and behind the last one. Absent at the
  /// ends of the pipeline.
  std::optional<Landmark> after, before;
  /// The anchor path in which a pass would stand there.
  std::string nest;
  /// How many places there are: gaps between neighbours of the list, of which
  /// slots and the ends of bundles are some.
  size_t count = 1;

  /// `after pass 1 'cse', before pass 2 'sccp'`; `anywhere` for all places.
  std::string str() const;
};

/// What an edit leads to, by a trial on a copy.
struct Consequence {
  /// False if the pipeline is too long to try it.
  bool isTried = false;
  /// The edit itself is refused; `findings` say why.
  bool isRefused = false;
  /// What the check finds with the edit and not without it; errors first.
  /// Passes are counted as they are then.
  std::vector<Diagnostic> findings;
};

/// Why an operation, a dialect or a kind of type is in the IR at the end.
struct ItemAnswer {
  enum class End {
    Absent,
    /// The input is open, and no pass brings it or lowers all of it.
    Unknown,
    Possible,
    Certain,
  };
  /// What happens to it at one pass, or that the input has it.
  struct Step {
    enum class Kind {
      Given,
      /// It was not there before the pass, for all inputs or for some.
      Brings,
      MayBring,
      /// It may have been there already.
      AddsMore,
      Lowers,
      LowersInPart,
      /// The pass would lower it, and leaves it while `blockers` are there.
      Leaves,
    };
    Kind kind;
    /// Absent for what is given.
    std::optional<NodeRef> pass;
    /// What it is about: the item itself or what it covers, or the dialect of
    /// the item.
    std::vector<std::string> items, blockers;
  };
  /// A pass of the catalog that lowers it.
  struct Remover {
    std::string pass, options;
    /// The last place where nothing of it stays and the check finds nothing
    /// new; absent if there is none, or it was not tried.
    std::optional<Stretch> place;
  };
  std::string item;
  End end = End::Absent;
  /// What of it is there in the end; what is only possible has a `?` behind it.
  std::vector<std::string> left;
  /// In the order of the pipeline.
  std::vector<Step> steps;
  /// At most four. Empty for what is not there.
  std::vector<Remover> removers;
};

/// Why a pass, a bundle or a slot stands where it does.
struct PassAnswer {
  /// What a contract says about it and another. `other` is the owner, if the
  /// entry is not its own.
  struct Tie : Report::Constraint {
    /// The entry is one of its own contract, not of the other's.
    bool isOwn;
  };
  /// How far it can be moved in one direction.
  struct Reach {
    /// What it cannot be moved past; absent if it can be moved to the end of
    /// the pipeline. At most 64 places are tried.
    std::optional<Landmark> limit;
    /// What would be wrong beyond it.
    Consequence beyond;
  };
  /// Its name, and what it is if it stands in the pipeline.
  std::string name;
  /// Absent if it is not in the pipeline; then the catalog has it, and
  /// nothing else is known. `kind` tells slots and bundles.
  std::optional<NodeRef> node;
  Landmark::Kind kind = Landmark::Kind::Pass;
  std::string options;
  std::vector<std::string> kinds;
  /// The bundles around it, the outermost first.
  std::vector<std::string> bundles;
  /// Where a party has put it, as in `Report::Pass`.
  std::string insertedAt;
  /// What others changed about it, a line for each.
  std::vector<std::string> changes;
  std::optional<Report::Pinned> pin;
  Report::Work work;
  std::vector<Tie> ties;
  Consequence removal;
  Reach earlier, later;
  /// How many more stand in the pipeline that are not explained, as there are
  /// very many: `name,16` and so on. Only of the last that is explained.
  size_t omitted = 0;
};

/// Where a pass of the pipeline could be moved, or another could be added.
struct WhereAnswer {
  enum class Verdict {
    /// Where it stands.
    Here,
    Fits,
    /// Nothing is wrong there, and it has nothing to do, which it has
    /// elsewhere.
    Idle,
    /// `reason` says why not.
    Refused,
    NotTried,
  };
  struct Run {
    Verdict verdict;
    Stretch places;
    std::optional<Diagnostic> reason = {};
  };
  std::string pass, options;
  /// Absent if it would be added.
  std::optional<NodeRef> node;
  /// Where the contract of a pass that would be added puts it: the first and
  /// the last place. Absent if that is nowhere.
  std::optional<Stretch> earliest, latest;
  /// By nest, in the order of the pipeline. Neighbours with the same answer are
  /// one.
  std::vector<Run> runs;
};

/// What a third party can address.
struct PlacesAnswer {
  /// A name with all that has it.
  struct Named {
    std::string name;
    std::vector<Landmark> places;
  };
  /// Sorted by name. `passes` that stand several times are addressed with a
  /// number, `cse,1`, or as first, last or every.
  std::vector<Named> passes, kinds, bundles;
  std::vector<Landmark> slots, patternSlots;
  /// What others cannot edit.
  std::vector<Report::Pinned> pins;
  /// The anchor paths, with the passes that stand there.
  std::vector<Named> nests;
};

using Answer = std::variant<ItemAnswer, PassAnswer, WhereAnswer, PlacesAnswer>;

enum class Explanation {
  No,
  /// A line for each pass (`printOverview`).
  Overview,
  /// All that is known (`printExplanation`).
  Full,
};

struct Questions {
  Explanation explain = Explanation::No;
  /// Operations, dialects, kinds of types, passes, bundles or slots. Of several
  /// passes of a name all are meant, or those that `cse,1` and the like mean
  /// (`Selector::parse`).
  std::vector<std::string> why;
  /// Passes, in the same way. One that is not in the pipeline may have options:
  /// `canonicalize{top-down=false}`.
  std::vector<std::string> where;
  bool places = false;

  bool empty() const {
    return explain == Explanation::No && why.empty() && where.empty() &&
           !places;
  }
};

/// What was answered about one pipeline.
struct Answers {
  /// Explains.
  Report report;
  Explanation explain = Explanation::No;
  std::vector<Answer> answers;
};

/// Answers questions about `pipeline`, which messages call `input`. Check it
/// before, as for `makeReport`. Fails for names that neither the pipeline nor
/// the catalog has: `unknown-item`, `unknown-pass`, `unknown-position`, with
/// suggestions.
llvm::Expected<Answers> ask(const Pipeline &pipeline, llvm::StringRef input,
                            const Questions &questions);

/// Reaches command lines by name.
enum class AnswerFormat { Text, Json };

/// Writes answers, those about one pipeline after those about another. Names
/// and reasons are escaped.
void printAnswers(llvm::raw_ostream &os, llvm::ArrayRef<Answers> answers,
                  AnswerFormat format);

} // namespace pmb

#endif // PMB_BUNDLES_REPORT_ASK_H
