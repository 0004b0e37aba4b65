//===- ModelEditPlaces.cpp - Random passes, put where the model puts them -===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelEditSession.h"

using namespace pmb;
using model::EditSession;
using model::Listing;
using model::Step;

static std::set<DiagnosticCode>
getCodes(llvm::ArrayRef<Diagnostic> diagnostics) {
  std::set<DiagnosticCode> codes;
  for (const Diagnostic &diagnostic : diagnostics)
    codes.insert(diagnostic.code);
  return codes;
}

bool EditSession::insert() {
  PassSpec spec(pickPass(), model::pickOptions(random));
  std::string name = spec.name, options = spec.options;
  std::string where = pickPass();
  bool isBefore = random.chance(50), isFirst = random.chance(50);
  // Otherwise it goes to the start or the end.
  bool isBeside = random.chance(80);
  Listing listing = read();
  std::optional<size_t> index;
  for (size_t i = 0; i < listing.steps.size(); ++i)
    if (listing.steps[i].kind == Step::Kind::Pass &&
        listing.steps[i].name == where && (!index || !isFirst))
      index = i;
  Selector selector(pass(where), isFirst ? Instance::First : Instance::Last);
  // What was put after the pass before comes first (InsertionOrderTest). A
  // slot finds the place.
  std::optional<size_t> behind;
  if (isBeside && !isBefore &&
      finish(built.insertSlot("probe", Position::after(selector)))) {
    std::vector<Step> steps = read().steps;
    for (behind = 0; steps[*behind].name != "probe"; ++*behind)
      ;
    EXPECT_TRUE(finish(built.remove(slot("probe"))));
  }
  if (!isBeside)
    index = isBefore ? 0 : listing.steps.size();
  bool isDone = finish(built.insert(
      std::move(spec), isBeside   ? isBefore ? Position::before(selector)
                                             : Position::after(selector)
                         : isBefore ? Position::atStart()
                                  : Position::atEnd()));
  std::set<DiagnosticCode> codes = getCodes(failures);
  if (!index) {
    EXPECT_EQ(codes, std::set{DiagnosticCode::UnknownPosition});
    return isDone;
  }
  bool isContiguous = false;
  for (const model::Bundle &bundle : listing.bundles)
    isContiguous |= bundle.isContiguous;
  if (isContiguous || codes.count(DiagnosticCode::WrongAnchorOp))
    return isDone;
  Step step;
  step.name = name;
  step.options = options;
  if (!listing.passes.count(name))
    listing.passes[name] = world.passes.at(name);
  if (isBeside && !isBefore) {
    EXPECT_TRUE(behind && *behind > *index);
    index = behind;
  }
  listing.steps.insert(listing.steps.begin() + long(*index), step);
  std::set<DiagnosticCode> expected = model::checkInserted(listing, *index);
  EXPECT_EQ(codes, expected)
      << "inserting " << name << " at step " << *index << " of\n"
      << model::dump(listing) << text(failures);
  refusedByOrder += !expected.empty();
  if (isDone) {
    EXPECT_EQ(read().steps[*index].name, name);
  }
  return isDone;
}

bool EditSession::placeByContract() {
  Step step;
  step.name = pickPass();
  step.options = model::pickOptions(random);
  Listing listing = read();
  for (const auto &[name, pass] : world.passes)
    listing.passes.insert({name, pass});
  bool isDone = finish(
      built.insert(PassSpec(step.name, step.options), Position::byContract()));
  step.nest = getNest(step);
  std::optional<size_t> expected = model::findPlace(listing, step);
  std::optional<size_t> actual;
  if (isDone) {
    // The first step that differs is the new one; if it is equal to its
    // neighbours it does not matter which of them is.
    std::vector<Step> steps = read().steps;
    size_t i = 0;
    while (i < listing.steps.size() && isSame(steps[i], listing.steps[i]))
      ++i;
    actual = i;
    while (expected && *expected < listing.steps.size() &&
           *expected < *actual && isSame(listing.steps[*expected], step))
      ++*expected;
  }
  EXPECT_EQ(actual.has_value(), expected.has_value())
      << "placing " << step.name << '{' << step.options << "} in\n"
      << model::dump(listing) << text(failures)
      << (expected ? "model: " + std::to_string(*expected) : "");
  if (actual && expected) {
    EXPECT_EQ(*actual, *expected)
        << "placing " << step.name << '{' << step.options << "} in\n"
        << model::dump(listing);
  }
  ++(isDone ? placed : unplaceable);
  return isDone;
}

bool EditSession::placeLate() {
  Step step;
  step.name = pickPass();
  step.options = model::pickOptions(random);
  Listing listing = read();
  for (const auto &[name, pass] : world.passes)
    listing.passes.insert({name, pass});
  InsertResult added =
      built.insert(PassSpec(step.name, step.options),
                   Position::byContract(Position::Choice::Latest));
  const Node *node = added.failed() ? nullptr : added.getNode();
  bool isDone = finish(std::move(added));
  step.nest = getNest(step);
  std::vector<size_t> allowed = model::findPlaces(listing, step);
  EXPECT_EQ(isDone, !allowed.empty())
      << "placing " << step.name << '{' << step.options << "} late in\n"
      << model::dump(listing) << text(failures);
  if (isDone && !allowed.empty()) {
    size_t index = 0;
    for (const Node &other : built.getNodes()) {
      if (&other == node)
        break;
      ++index;
    }
    const Contract &contract = listing.passes.at(step.name).contract;
    bool worksAnywhere =
        step.nest.empty() &&
        llvm::none_of(contract.getContents(), [](const auto &entry) {
          return entry.word == ContentsEntry::Word::Lowers ||
                 entry.word == ContentsEntry::Word::Requires;
        });
    EXPECT_TRUE(llvm::is_contained(allowed, index) &&
                (!worksAnywhere || index == allowed.back()))
        << "placing " << step.name << '{' << step.options << "} late at "
        << index << " in\n"
        << model::dump(listing);
  }
  ++(isDone ? placed : unplaceable);
  return isDone;
}
