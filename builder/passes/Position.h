//===- Position.h - Where in a pipeline -----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Position::before(pass("one-shot-bufferize"))         the only one
//   Position::after(last(pass("canonicalize")))          the last of many
//   Position::before(kind("llvm-lowering"))              the first of it
//   Position::before(every(pass("cse")))                 each of them
//   Position::after(on(pass("cse"), "func.func"))        that of one nest
//   Position::immediatelyBefore(pass("cse"))             nothing comes between
//   Position::byContract(Position::Choice::Latest)       as late as allowed
//   Position::before(slot("pre-bufferize")).orElse(Position::atStart())
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_POSITION_H
#define PMB_BUILDER_PASSES_POSITION_H

#include "builder/passes/Contract.h"
#include <memory>

namespace pmb {

class Node;

/// Which instance is meant when a target is in the pipeline several times.
/// Reaches JSON by name: append only.
enum class Instance {
  /// There must be exactly one.
  Unique,
  First,
  Last,
  /// The n-th, counted from 0.
  Nth,
  Every,
};

/// What to address, and which instance of it. A target alone means the unique
/// one, except for kinds in a position: the first when before, the last when
/// after.
struct Selector {
  Target target;
  std::optional<Instance> instance;
  unsigned index = 0;
  /// Set if that one node is meant (`exactly` in Pipeline.h), and no other of
  /// the name.
  const Node *node = nullptr;
  /// If not empty, only what runs on this operation is meant: the last one of
  /// the anchor path.
  std::string op = {};

  Selector(Target target) : target(std::move(target)) {}
  Selector(Target target, Instance instance, unsigned index = 0)
      : target(std::move(target)), instance(instance), index(index) {}

  /// Reads a pass and which instance of it is meant, as command lines have it:
  /// `cse`, `cse,1` (counted from 0), `cse,first`, `cse,last` or `cse,every`.
  /// std::nullopt for anything else.
  static std::optional<Selector> parse(llvm::StringRef text);

  Instance getInstance() const { return instance.value_or(Instance::Unique); }
  /// `'cse'`, `the last 'cse'`, `every 'cse'`, `'cse' number 2`, each with `on
  /// 'func.func'` if an operation is named.
  std::string str() const;
};

inline Selector first(Target target) {
  return {std::move(target), Instance::First};
}
inline Selector last(Target target) {
  return {std::move(target), Instance::Last};
}
/// The `n`-th of several, counted from 0 in list order.
inline Selector nth(Target target, unsigned n) {
  return {std::move(target), Instance::Nth, n};
}
/// Each of them; a new pass is copied as often as needed.
inline Selector every(Target target) {
  return {std::move(target), Instance::Every};
}
/// The only one; more than one match is an error.
inline Selector unique(Target target) {
  return {std::move(target), Instance::Unique};
}

/// Of these, only what runs on `op`: one of the nests that `nestEach` makes.
/// What it counts, it counts there: `on(last(pass("cse")), "func.func")`.
inline Selector on(Selector selector, llvm::StringRef op) {
  selector.op = op.str();
  return selector;
}

/// A place in a pipeline: before or after something, or at an end. A value.
///
/// Several insertions at one place keep the order in which they were made: A
/// and then B before X is A, B, X, and after X it is X, A, B. What was put
/// after A follows A, so it stays before B; what was put before a neighbour of
/// X has no part in this, and comes behind B. `after` counts by the node that
/// the position means (for a bundle its end), in any name; what has been
/// removed or taken back no longer counts, and what replaces X has what
/// followed it. With `every`, each copy stays before the next match. At the
/// start the latest comes first.
///
/// What is put immediately before or after X stays there: no pass comes between
/// the two, but for one that does nothing. A later insertion before X comes
/// before both, and one after X behind both. Any other edit that would part
/// them is refused (`broken-sequence`): an insertion after what stands before
/// X, a move of X, a move by another party. The party that put it there, and
/// the owner of the pipeline, may move it away; removing one of the two sets
/// the other free. What replaces one takes its part.
class Position {
public:
  ~Position();
  Position(const Position &) = default;
  Position(Position &&) = default;
  Position &operator=(const Position &) = default;
  Position &operator=(Position &&) = default;

  enum class Relation {
    Before,
    After,
    Start,
    End,
    /// A place that satisfies the pass's contract.
    ByContract,
  };
  /// Of the places that a contract allows: the first, or the last at which the
  /// pass still has something to work on (if there is one).
  enum class Choice { Earliest, Latest };

  static Position before(Selector selector) {
    return Position(Relation::Before, std::move(selector));
  }
  static Position after(Selector selector) {
    return Position(Relation::After, std::move(selector));
  }
  /// Next to it, whatever is inserted later. REQUIRES: not a slot, which is a
  /// place and no neighbour; that is an `unknown-position`.
  static Position immediatelyBefore(Selector selector) {
    return Position(Relation::Before, std::move(selector), true);
  }
  static Position immediatelyAfter(Selector selector) {
    return Position(Relation::After, std::move(selector), true);
  }
  static Position atStart() { return Position(Relation::Start); }
  static Position atEnd() { return Position(Relation::End); }
  static Position byContract(Choice choice = Choice::Earliest) {
    Position position(Relation::ByContract);
    position.choice = choice;
    return position;
  }

  /// Where to go when the target is not in the pipeline. Only for that: a
  /// target that is there but ambiguous stays an error. Appends to the chain
  /// of fallbacks; REQUIRES: this position is Before or After.
  Position &orElse(Position other);

  Relation getRelation() const { return relation; }
  bool isRelative() const {
    return relation == Relation::Before || relation == Relation::After;
  }
  /// Nothing may come between the place and what is selected.
  bool isImmediate() const { return immediate; }
  /// Of ByContract.
  Choice getChoice() const { return choice; }
  const Selector &getSelector() const { return selector; }
  /// Null if there is none.
  const Position *getFallback() const { return fallback.get(); }

  /// `before the first 'canonicalize'`, fallbacks appended with `, or else`.
  std::string str() const;

private:
  Position(Relation relation, Selector target, bool immediate = false);
  explicit Position(Relation relation)
      : relation(relation), selector(Target{Target::Kind::Pass, ""}) {}

  Relation relation;
  Choice choice = Choice::Earliest;
  bool immediate = false;
  Selector selector;
  std::shared_ptr<const Position> fallback;
};

} // namespace pmb

#endif // PMB_BUILDER_PASSES_POSITION_H
