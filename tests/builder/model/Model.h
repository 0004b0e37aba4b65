//===- Model.h - The rules of order, written to be read -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules that the order check decides by, once more, from their description:
// with sets of strings and nested loops, no numbers, no caches, and nothing
// shared with the check but the types that hold the data. The tests compare the
// two on random pipelines.
//
// ModelContracts.cpp has the entries that apply, ModelOrder.cpp order, and
// Model.cpp properties and what passes demand. Contents are in
// ModelContents.cpp, what passes do to them in ModelEffects.cpp, and left-overs
// in ModelLeftOvers.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUILDER_MODEL_H
#define PMB_TESTS_BUILDER_MODEL_H

#include "builder/Pipeline.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace pmb::model {

using Names = std::set<std::string>;

/// One line of a listing.
struct Step {
  enum class Kind { Pass, Slot, BundleBegin, BundleEnd };
  Kind kind = Kind::Pass;
  std::string name;
  std::string options;
  /// The operations of the nests around the pass, from the outside; without
  /// the pipeline's own.
  std::vector<std::string> nest;
  /// For the marks of a bundle: its index in `Listing::bundles`.
  int bundle = -1;
};

struct Bundle {
  std::vector<std::string> kinds;
  bool isContiguous = false;
  Contract contract;
};

/// A pipeline as plain data.
struct Listing {
  /// What is known of the passes, by name.
  std::map<std::string, PassDescriptor> passes;
  std::vector<PropertyDescriptor> properties;
  std::vector<TypeDescriptor> types;
  std::vector<Bundle> bundles;
  std::vector<Step> steps;
  PipelineInterface interface;
  Names variants;
  /// The pipeline's own operation.
  std::string anchor = "builtin.module";
  /// All operations of `listedDialect` are known.
  bool isListed = false;
};

/// A dialect, its operations that programs usually have, and the others, each
/// with spaces between them.
constexpr const char *listedDialect = "b", *listedUsual = "x",
                     *listedOthers = "y z";

/// What a check has to say, without the words.
struct Finding {
  DiagnosticCode code;
  Severity severity;
  /// The step that the finding is about, as messages name it: the name, and
  /// for passes the number. Not compared for left-overs, which have an item
  /// instead, cycles, and properties of the output.
  std::string name;
  int position = -1;
  std::string item;

  bool operator<(const Finding &o) const {
    return std::tie(code, severity, name, position, item) <
           std::tie(o.code, o.severity, o.name, o.position, o.item);
  }
  bool operator==(const Finding &o) const { return !(*this < o || o < *this); }
  std::string str() const;
};
using Findings = std::multiset<Finding>;

/// All findings about the listing, and with the severity Off what is only
/// possible.
Findings check(const Listing &listing);

/// Whether a pass that was just put at `index` is refused there: the codes of
/// what speaks against it.
std::set<DiagnosticCode> checkInserted(const Listing &listing, size_t index);

/// The index at which a pass is put by its contract alone; std::nullopt if
/// there is none. `pass` is not in the listing.
std::optional<size_t> findPlace(const Listing &listing, const Step &pass);
/// All at which it could be.
std::vector<size_t> findPlaces(const Listing &listing, const Step &pass);

/// The passes that change nothing because an equal one has run before: indices
/// of steps.
std::set<size_t> findRepeats(const Listing &listing);
/// The listing without some of its passes.
Listing leaveOut(const Listing &listing, const std::set<size_t> &leftOut);
/// True if each two of the passes that stay are sure to run in the order in
/// which they were sure to run with all passes.
bool keepsOrder(const Listing &listing, const std::set<size_t> &leftOut);

//===----------------------------------------------------------------------===//
// Parts that several files use
//===----------------------------------------------------------------------===//

/// The casts between converted and unconverted types.
constexpr const char *cast = "builtin.unrealized_conversion_cast";
/// The source of entries that stand for what a greedy pass does.
constexpr const char *inPassing = "in passing";

/// The entries of the contract of a step that apply: those of the pass with its
/// options, or of the bundle that the mark belongs to.
Contract getContract(const Listing &listing, const Step &step);

/// True for a pass without a contract, unless that of a bundle around it says
/// something of contents: it may do anything.
bool isUndescribed(const Listing &listing, size_t index);

/// The entries of one word of a contract.
std::vector<ContentsEntry> select(const Contract &contract,
                                  ContentsEntry::Word word);

enum class Certainty {
  No,
  Maybe,
  /// Possible in the end, and something speaks for it.
  Presumed,
  Likely,
  Yes
};
/// How it is told that something stays: not at all if it is merely possible.
Severity getSeverity(Certainty certainty);

/// What the IR may contain, step by step.
class Contents {
public:
  /// `candidate`: a step that is only tried, so that no other counts on it.
  explicit Contents(const Listing &listing,
                    std::optional<size_t> candidate = std::nullopt);

  /// How likely one of `items` is there. Items cover others, as in contracts.
  Certainty contains(const std::vector<std::string> &items,
                     const std::vector<std::string> &except = {}) const;
  /// True if a dialect may be there of which the entry names an operation: it
  /// may be any of its operations.
  bool mayHaveDialectOf(const ContentsEntry &entry) const;
  /// True if an operation around a nest has been lowered away.
  bool isGone(const std::vector<std::string> &nest) const;
  /// True if a closed input does not have an operation around a nest, and no
  /// step has made one.
  bool isAbsent(const std::vector<std::string> &nest) const;
  /// Does what the contract says of the step at `index`.
  void apply(const Step &step, size_t index);
  bool isClosed() const { return closed; }
  /// True if it is told of all of these that they stay, with at least this
  /// severity.
  bool isToldToStay(const Names &items, Severity severity) const;
  /// True if a pass with an unknown effect may have added anything.
  bool mayHaveMore() const { return hasUnknown; }
  /// How likely something is there that a pass rejects: what a pass without a
  /// contract may have lowered is only possible.
  Certainty isRejected(const ContentsEntry &entry) const;
  /// Those of the items that certainly are there, or if none is, that probably
  /// are, or else that may be.
  Names getRejected(const ContentsEntry &entry) const;
  /// True if `items` certainly are there, whatever passes without a contract
  /// have done.
  bool isUndoubted(const std::vector<std::string> &items) const;
  /// True if there may be functions among `items` that no pass without a
  /// contract may have lowered.
  bool mayHaveFunctions(const std::vector<std::string> &items) const;
  /// True if something that the entry names was there and has been lowered.
  bool wasThere(const ContentsEntry &entry) const;
  /// Notes that a step works on what one of its entries names.
  void await(const Step &step, size_t index,
             llvm::ArrayRef<ContentsEntry> entries, size_t which);
  /// Notes that a step works on what it is nested in.
  void awaitNest(const Step &step, size_t index);
  /// Notes that a pass without a contract may have added anything.
  void addAnything() { hasAnything = true; }
  bool mayHaveAnything() const { return hasAnything; }
  /// Adds what may not remain, and what came too early.
  void report(Findings &findings) const;

  /// True if something that surely is there keeps an entry from doing what it
  /// says, although there is something to do.
  bool isBlocked(const Step &step) const;
  /// What a contract lowers, entry by entry, and does not put back.
  std::vector<Names> getLowered(const Contract &contract,
                                bool withPutBack) const;
  /// What a contract may add, casts among it.
  Names getAdded(const Contract &contract) const;

private:
  /// The operations that involve a kind of type.
  struct Carriers {
    Names certain, likely, any, inAttributes;
    std::string cast, becomes;
    bool isDescribed = false;
  };
  /// What one `lowers` entry is about to do.
  struct Lowering {
    ContentsEntry entry;
    Names from, unless, unlessMaybe;
    Certainty triggered = Certainty::No, blocked = Certainty::No;
    bool isPartial = false;
    /// Of what it takes, or entries before it take, some may stay.
    bool mayLeave = false;
    /// It takes all that it names where it applies.
    bool takesAll = true;
    /// Some of it stays, and not because of something that is only possible.
    bool leavesSome = false;
    /// With an open input: whether the pass is taken to have something to do.
    bool isPresumed = false;
    /// What is probably there was lowered in part before.
    bool isOfRest = false;
    bool removes() const {
      return triggered != Certainty::No && blocked == Certainty::No &&
             takesAll && !mayLeave;
    }
    bool happens() const {
      return triggered != Certainty::No && blocked != Certainty::Yes;
    }
  };
  /// The last time that a pass left an item alone, and because of what; nothing
  /// has happened to the item since.
  struct LeftAlone {
    size_t index;
    Names blockers;
  };
  /// A lowering that something may have kept from working.
  struct Early {
    size_t index;
    std::string name;
    int position;
    Names from, blockers;
    bool isCast = false;
    /// The last step that removed something that stood in its way.
    std::optional<size_t> clearedBy;
    /// The step does nothing else either.
    bool isInVain = false;
    /// A later step may have done the same, for all that is known.
    bool isDoubtful = false;
  };

  /// A step that works on what is made behind it.
  struct Waiting {
    size_t index;
    Step step;
    int position;
    /// Nothing for what the step is nested in.
    std::optional<ContentsEntry> entry;
    /// How many entries of the step before this one say the same.
    size_t number;
    /// What it works on, and all that has the types among it.
    Names items, same;
    std::optional<size_t> madeBy;
  };
  /// What an entry works on: a dialect may be any of its operations.
  Names getWork(const ContentsEntry &entry) const;
  void await(Waiting added);
  void observeMade(const std::vector<Lowering> &lowerings,
                   const Names &introduced, size_t index);

  Names select(const ContentsEntry &entry) const;
  int getPosition(const Step &step, size_t index) const;
  Names cover(const std::vector<std::string> &items) const;
  void addCarriers();
  void startClosed(const std::vector<std::string> &contents);
  /// What may be there, what probably is, what certainly is.
  struct Sets {
    Names mayBe, likely, certain;
  };
  Certainty contains(const Names &items) const;
  static Certainty contains(const Names &items, const Sets &sets);
  /// How sure it is that an item is there in the end.
  Certainty remains(const std::string &item) const;
  void add(const std::vector<std::string> &items, Certainty certainty);
  std::vector<Lowering> plan(const std::vector<ContentsEntry> &entries,
                             bool seesAll, const Names &inside = {}) const;
  bool convertsTypes(const Lowering &lowering) const;
  /// Whether one pass alone converts what has such casts: it leaves none.
  bool isConvertedOnce(const Early &candidate) const;
  void observeEarly(const std::vector<Lowering> &lowerings, const Step &step,
                    size_t index);
  bool doesNothing(const std::vector<Lowering> &lowerings,
                   const Step &step) const;
  void presume(const std::vector<Lowering> &lowerings, const Contract &contract,
               bool seesAll, bool seesOld);
  void addCasts(const Lowering &lowering, const Sets &before,
                Names &introduced);
  /// What a step sees: all of the IR, and what was there before.
  struct View {
    bool seesAll = true, seesOld = true;
  };
  View look(const Step &step) const;
  /// What cannot be known of a step. Returns what it leaves, if it may have
  /// dealt with the rest.
  std::optional<Names> applyUnknown(const Step &step, size_t index,
                                    const Contract &contract,
                                    const std::vector<Lowering> &lowerings);
  /// Which of several things a pass does with an open input is not known: what
  /// they all add.
  Names getCommon(const Contract &contract) const;
  void noteLeftAlone(const Lowering &lowering, const Sets &before,
                     size_t index);
  /// Takes away what is lowered. `added`: by the pass itself.
  void lower(const Lowering &lowering, const Sets &before, const Names &added,
             size_t index);
  void addLowered(const Lowering &lowering, const Names &common);
  void addIntroduced(const ContentsEntry &entry, const Sets &before, View view,
                     Names &introduced, Names &always);
  /// Where the effect of a step is unknown: what it keeps nonetheless.
  std::optional<Names> getKept(const Contract &contract) const;
  /// What the steps behind `index` lower for good.
  Names getExpected(size_t index) const;
  Names findLeftOvers() const;
  /// The item itself, or the dialect of the input that stands for it.
  std::string getToldOf(const std::string &item) const;
  Names findConsequences(const Names &leftOvers) const;

  const Listing &listing;
  std::optional<size_t> candidate;
  void promise(const std::vector<std::string> &contents);
  void keepPromises();
  /// What a dialect of the input stands for. Gone when nothing more is to be
  /// said about the dialect.
  std::map<std::string, Names> promises;
  Names promised;
  /// Of the input, what greedy passes remove.
  Names dead;
  /// Types that the input does not name, and has operations of.
  Names implied;
  /// Types of the input that nothing in it always has.
  Names unexplained;
  /// What a step would have lowered, had it been there.
  Names missed;

  Names universe, mayBe, likely, certain, lowered, partlyLowered, presumed,
      mayBeBack, doubted;
  bool closed, hasUnknown = false, hasUndescribed = false;
  /// The steps with an unknown effect, each name with its first place.
  std::map<std::string, int> unknown;
  std::map<std::string, Carriers> carriers;
  std::map<std::string, LeftAlone> leftAlone;
  /// Where an item was removed last.
  std::map<std::string, size_t> removed;
  std::vector<Early> early;
  /// By which passes each kind of casts is made, in the program itself.
  std::map<std::string, Names> convertedBy;
  std::vector<Waiting> waiting;
  /// What steps may have added.
  Names everAdded;
  bool hasAnything = false;
};

/// True if the entry `item` of a contract stands for `member`, too.
bool covers(const std::string &item, const std::string &member);

/// True for the name of a kind of type.
bool isType(const std::string &item);

/// True for what nobody runs a pass for: it folds casts where it finds some.
bool isInPassing(const ContentsEntry &entry);

} // namespace pmb::model

#endif // PMB_TESTS_BUILDER_MODEL_H
