//===- ModelEditTest.cpp - Random edits against the model -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random edits of random pipelines. A failed edit leaves everything that can be
// seen of the pipeline as it was; a pass is refused exactly where the model
// refuses it, and placed by its contract where the model places it; a fix that
// is offered can be made, and something is gone with it; what is pinned is
// edited by its owner only; and after each edit the check and the model say the
// same.
//
//===----------------------------------------------------------------------===//

#include "ModelGenerator.h"
#include "Support.h"
#include "builder/edit/TextualPipeline.h"

using namespace pmb;
using model::Listing;
using model::Random;
using model::Step;

namespace {

/// Everything that can be seen of a pipeline.
std::string snapshot(const Pipeline &pipeline) {
  std::string result;
  llvm::raw_string_ostream os(result);
  pipeline.print(os);
  os << '\n';
  pipeline.print(os, PrintStyle::Listing);
  std::map<const Node *, unsigned> numbers;
  std::set<std::pair<Target::Kind, std::string>> targets;
  for (const Node &node : pipeline.getNodes()) {
    unsigned number = unsigned(numbers.size());
    numbers[&node] = number;
    os << number << ' ' << node.getName() << ' '
       << (node.getBundle() ? node.getBundle()->getName() : "-") << ' '
       << node.getAnchorPath().str() << ' ' << node.getOrigin().str() << '\n';
    if (node.isPass())
      os << model::dump(Listing{{{node.getName().str(), node.getDescriptor()}},
                                {},
                                {},
                                {},
                                {},
                                {},
                                {}});
    targets.insert({node.isPass()                        ? Target::Kind::Pass
                    : node.getKind() == Node::Kind::Slot ? Target::Kind::Slot
                                                         : Target::Kind::Bundle,
                    node.getName().str()});
  }
  targets.insert({Target::Kind::PassKind, "k0"});
  targets.insert({Target::Kind::PassKind, "k1"});
  for (const auto &[kind, name] : targets) {
    os << name << ':';
    for (const Node *node : pipeline.lookup(Target{kind, name}))
      os << ' ' << numbers.at(node);
    os << '\n';
  }
  os << pipeline.size() << '\n';
  return result;
}

std::set<DiagnosticCode> getCodes(llvm::ArrayRef<Diagnostic> diagnostics) {
  std::set<DiagnosticCode> codes;
  for (const Diagnostic &diagnostic : diagnostics)
    codes.insert(diagnostic.code);
  return codes;
}

/// One pipeline and the edits that are made to it.
class EditSession {
public:
  explicit EditSession(uint64_t seed)
      : random(seed), world(makeWorld(random)),
        catalog(model::makeCatalog(world)), built("builtin.module", catalog) {
    model::shuffleSteps(random, world);
    for (Step &step : world.steps)
      if (step.kind == Step::Kind::Pass)
        step.nest = getNest(step);
    model::build(world, built);
  }

  void run(unsigned edits) {
    for (unsigned i = 0; i < edits && !testing::Test::HasFailure(); ++i)
      edit();
  }
  unsigned done = 0, refused = 0, refusedByOrder = 0, placed = 0,
           unplaceable = 0, fixed = 0, refusedByRequirement = 0;

private:
  static Listing makeWorld(Random &random) {
    Listing world = model::makeWorld(random);
    // Some passes can only run in one place, which also moves them into nests.
    for (auto &[name, pass] : world.passes)
      if (random.chance(15))
        pass.anchor = random.pick(
            std::vector<std::string>{"builtin.module", "func.func"});
    return world;
  }

  /// Where a pass has to be that can run in one place only.
  std::vector<std::string> getNest(const Step &step) const {
    const std::string &anchor = world.passes.at(step.name).anchor;
    if (anchor.empty())
      return step.nest;
    return anchor == "builtin.module" ? std::vector<std::string>()
                                      : std::vector<std::string>{anchor};
  }

  std::string pickPass() {
    return "p" + std::string(1, char('a' + random.below(7)));
  }

  Selector pickSelector() {
    Target target = pass(pickPass());
    switch (random.below(8)) {
    case 0:
      target = kind(random.chance(50) ? "k0" : "k1");
      break;
    case 1:
      target = bundle(random.chance(50) ? "bundle0" : "new1");
      break;
    case 2:
      target = slot("slot1");
      break;
    default:
      break;
    }
    switch (random.below(6)) {
    case 0:
      return target;
    case 1:
      return last(target);
    case 2:
      return nth(target, random.below(3));
    case 3:
      return every(target);
    default:
      return first(target);
    }
  }
  Position pickPosition() {
    switch (random.below(10)) {
    case 0:
      return Position::atStart();
    case 1:
      return Position::atEnd();
    case 2:
      return Position::before(pickSelector()).orElse(Position::atEnd());
    default:
      return random.chance(50) ? Position::before(pickSelector())
                               : Position::after(pickSelector());
    }
  }

  Listing read() const { return model::read(built, world); }

  void edit() {
    std::string before = snapshot(built);
    std::string found = text(built.check());
    bool isDone = true;
    wasOwner = true;
    switch (random.below(20)) {
    case 0:
      isDone = keepingRequirements([&] { return remove(); });
      break;
    case 13:
      isDone = keepingRequirements([&] {
        return finish(built.setOptions(pickSelector(), pickSetting()));
      });
      break;
    case 18:
    case 19:
      isDone = keepingRequirements([&] { return move(); });
      break;
    case 14:
      isDone = pin();
      break;
    case 15:
      isDone = appendText();
      break;
    case 16:
    case 17:
      isDone = applyFix();
      break;
    case 1:
      isDone = keepingRequirements([&] {
        return finish(built.replace(
            pickSelector(), PassSpec(pickPass(), model::pickOptions(random))));
      });
      break;
    case 2:
    case 12:
      isDone = finish(
          built.insert(model::makeBundle(random, world, int(random.below(3))),
                       pickPosition()));
      break;
    case 3:
      isDone = finish(built.insertSlot("slot" + std::to_string(random.below(3)),
                                       pickPosition()));
      break;
    case 4:
      isDone = finish(addContract());
      break;
    case 5:
      isDone = transaction();
      break;
    case 6:
    case 7:
      isDone = random.chance(25) ? placeLate() : placeByContract();
      break;
    default:
      isDone = insert();
      break;
    }
    ++(isDone ? done : refused);
    expectPinned();
    if (!isDone) {
      EXPECT_EQ(snapshot(built), before);
      EXPECT_EQ(text(built.check()), found);
    } else {
      for (const auto &[name, contract] : added)
        world.passes.at(name).contract.extend(contract);
    }
    added.clear();
    compare();
  }

  bool finish(llvm::Error error) {
    failures = takeDiagnostics(std::move(error));
    return failures.empty();
  }

  llvm::Error addContract() {
    std::string name = pickPass();
    Contract contract = model::makeContract(random, /*isForBundle=*/false);
    added.push_back({name, contract});
    return built.addContract(name, contract);
  }

  bool remove() {
    // A pipeline of some length has more to say.
    return built.size() > 4 ? finish(built.remove(pickSelector())) : true;
  }

  /// Moves a pass, or what else a selector names. What is moved before a pass
  /// then stands right before it.
  bool move() {
    Selector what = pickSelector();
    std::vector<const Node *> passes = findPasses(what);
    Selector where(pass(pickPass()), Instance::First);
    std::vector<const Node *> references = findPasses(where);
    bool isBefore = random.chance(60);
    bool isDone = finish(
        built.move(what, isBefore ? Position::before(where) : pickPosition()));
    bool isContiguous = false;
    for (const model::Bundle &bundle : read().bundles)
      isContiguous |= bundle.isContiguous;
    if (isDone && isBefore && !isContiguous && passes.size() == 1 &&
        references.front() != passes.front() &&
        what.target.kind == Target::Kind::Pass) {
      EXPECT_EQ(passes.front()->getNext(), references.front());
    }
    return isDone;
  }

  /// Whether all requirements of at least that severity are met. What comes
  /// behind one that is not met is not told, whatever its strength.
  bool isAllMet(Severity least) {
    return llvm::none_of(model::findAll(built), [&](const Diagnostic &finding) {
      return finding.code == DiagnosticCode::MissingProperty &&
             finding.severity >= least;
    });
  }
  /// Whether some pass has nothing to run on. Edits do not look at contents:
  /// for them such a pass ends what others end.
  bool hasIdlePass() {
    return llvm::any_of(model::findAll(built), [](const Diagnostic &finding) {
      return finding.code == DiagnosticCode::NoEffect;
    });
  }
  /// No edit of what is there takes away what others require.
  bool keepingRequirements(llvm::function_ref<bool()> change) {
    bool wasAllMet = isAllMet(Severity::Warning) && !hasIdlePass();
    std::string before = model::dump(read());
    bool isDone = change();
    EXPECT_TRUE(!wasAllMet || isAllMet(Severity::Error))
        << "a requirement is lost in\n"
        << before << "and then\n"
        << model::dump(read()) << text(built.check());
    for (const Diagnostic &failure : failures)
      refusedByRequirement += failure.code == DiagnosticCode::MissingProperty;
    return isDone;
  }

  /// Several edits of somebody else, of which one may fail.
  bool transaction() {
    wasOwner = false;
    return finish(built.transaction(Origin::plugin("acme"),
                                    [&] { return editAsParty(/*depth=*/0); }));
  }
  llvm::Error editAsParty(unsigned depth) {
    for (unsigned i = 1 + random.below(3); i > 0; --i)
      if (llvm::Error error = editOnceAsParty(depth))
        return error;
    return llvm::Error::success();
  }
  llvm::Error editOnceAsParty(unsigned depth) {
    switch (random.below(depth < 2 ? 8 : 7)) {
    case 0:
      built.addPass(pickPass());
      return llvm::Error::success();
    case 1:
      return built.remove(pickSelector());
    case 2:
      return addContract();
    case 3:
      return built.setOptions(pickSelector(), pickSetting());
    case 4:
      return built.replace(pickSelector(), PassSpec(pickPass()));
    case 7: {
      // What fails within is taken back, and the rest may go on.
      size_t known = added.size();
      llvm::Error error = built.transaction(
          Origin::plugin("inner"), [&] { return editAsParty(depth + 1); });
      if (!error || random.chance(50))
        return error;
      llvm::consumeError(std::move(error));
      added.erase(added.begin() + long(known), added.end());
      return llvm::Error::success();
    }
    default:
      return built.insert(PassSpec(pickPass()), pickPosition());
    }
  }

  std::string pickSetting() {
    return random.pick(std::vector<std::string>{"o=true", "q=2", "o=0 q=1"});
  }

  /// The passes that a selector names, those in bundles among them.
  std::vector<const Node *> findPasses(const Selector &selector) const {
    std::vector<const Node *> result;
    llvm::Expected<std::vector<const Node *>> found = built.findNodes(selector);
    if (!found) {
      llvm::consumeError(found.takeError());
      return result;
    }
    for (const Node *node : *found)
      if (node->getKind() == Node::Kind::BundleBegin) {
        const BundleInstance *whole = node->getBundle();
        for (; node != whole->end; node = node->getNext())
          if (node->isPass())
            result.push_back(node);
      } else if (node->isPass()) {
        result.push_back(node);
      }
    return result;
  }

  bool pin() {
    Selector selector = pickSelector();
    std::vector<const Node *> passes = findPasses(selector);
    bool isDone = finish(built.pin(selector, "somebody counts on it"));
    if (isDone)
      for (const Node *pass : passes)
        pinned[pass] = pass->getOptions();
    return isDone;
  }
  /// What is pinned is still there and has its options, unless its owner has
  /// edited it.
  void expectPinned() {
    std::set<const Node *> there;
    for (const Node &node : built.getPasses())
      there.insert(&node);
    for (auto it = pinned.begin(); it != pinned.end();) {
      bool isThere = there.count(it->first);
      EXPECT_TRUE(isThere || wasOwner) << "a pinned pass was removed";
      if (!isThere) {
        it = pinned.erase(it);
        continue;
      }
      if (wasOwner)
        it->second = it->first->getOptions();
      EXPECT_EQ(it->first->getOptions(), it->second);
      ++it;
    }
  }

  bool appendText() {
    static const std::vector<std::string> texts = {
        "builtin.module(pa,func.func(pb{o=1},pc))",
        "builtin.module(gpu.module(gpu.func(pd)),pe)",
        "builtin.module(any(pf),no-such-pass)", "func.func(pg)"};
    llvm::Expected<TextualPipeline> parsed =
        parseTextualPipeline(random.pick(texts), "test");
    if (!parsed) {
      ADD_FAILURE() << llvm::toString(parsed.takeError());
      return false;
    }
    return finish(parsed->appendTo(built));
  }

  /// Makes the edit that a finding offers: it can be made, and with it the
  /// pipeline has no longer all that was found.
  bool applyFix() {
    std::vector<Diagnostic> found = built.check();
    std::vector<const Diagnostic *> fixable;
    for (const Diagnostic &finding : found)
      if (finding.fix)
        fixable.push_back(&finding);
    if (fixable.empty())
      return true;
    const Diagnostic &chosen = *random.pick(fixable);
    bool isDone = finish(built.apply(*chosen.fix));
    EXPECT_TRUE(isDone) << chosen.str() << text(failures);
    ++fixed;
    // Without positions, which any edit changes.
    std::multiset<std::tuple<DiagnosticCode, Severity, std::string>> before,
        after;
    for (const Diagnostic &finding : found)
      before.emplace(finding.code, finding.severity, finding.message);
    for (const Diagnostic &finding : built.check())
      after.emplace(finding.code, finding.severity, finding.message);
    EXPECT_FALSE(
        std::includes(after.begin(), after.end(), before.begin(), before.end()))
        << "no finding has gone with the fix of\n"
        << chosen.str() << model::dump(read());
    return isDone;
  }

  /// Next to the first or last instance of a pass, where the model knows the
  /// place without further thought.
  bool insert() {
    PassSpec spec(pickPass(), model::pickOptions(random));
    std::string name = spec.name, options = spec.options;
    std::string where = pickPass();
    bool isBefore = random.chance(50), isFirst = random.chance(50);
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
    if (!isBefore &&
        finish(built.insertSlot("probe", Position::after(selector)))) {
      std::vector<Step> steps = read().steps;
      for (behind = 0; steps[*behind].name != "probe"; ++*behind)
        ;
      EXPECT_TRUE(finish(built.remove(slot("probe"))));
    }
    bool isDone = finish(
        built.insert(std::move(spec), isBefore ? Position::before(selector)
                                               : Position::after(selector)));
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
    if (!isBefore) {
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

  bool placeByContract() {
    Step step;
    step.name = pickPass();
    step.options = model::pickOptions(random);
    Listing listing = read();
    for (const auto &[name, pass] : world.passes)
      listing.passes.insert({name, pass});
    bool isDone = finish(built.insert(PassSpec(step.name, step.options),
                                      Position::byContract()));
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
  /// The last place that is allowed, unless the pass has nothing to do there.
  bool placeLate() {
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
  static bool isSame(const Step &a, const Step &b) {
    return a.kind == b.kind && a.name == b.name && a.options == b.options &&
           a.nest == b.nest && a.bundle == b.bundle;
  }
  static std::string text(llvm::ArrayRef<Diagnostic> diagnostics) {
    std::string result;
    for (const Diagnostic &diagnostic : diagnostics)
      result += diagnostic.str();
    return result;
  }

  void compare() {
    Listing listing = read();
    std::vector<Diagnostic> diagnostics = model::findAll(built);
    llvm::erase_if(diagnostics, [](const Diagnostic &diagnostic) {
      return diagnostic.code == DiagnosticCode::AmbiguousOrder ||
             diagnostic.code == DiagnosticCode::ConflictingOptions;
    });
    model::Findings expected = model::check(listing);
    if (model::convert(diagnostics, expected) != expected)
      ADD_FAILURE() << model::explain(listing) << "the check said:\n"
                    << text(diagnostics);
    if (built.empty())
      return;
    // What is printed is read as what it was, and printed the same.
    llvm::Expected<TextualPipeline> parsed =
        parseTextualPipeline(built.str(), "test");
    ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
    EXPECT_EQ(parsed->str(), built.str());
    PipelineBuilder again("builtin.module", catalog);
    EXPECT_EQ(pmb::test::text(parsed->appendTo(again)), "");
    EXPECT_EQ(again.str(), built.str());
  }

  Random random;
  Listing world;
  Catalog catalog;
  PipelineBuilder built;
  std::vector<Diagnostic> failures;
  /// What nobody but the owner may edit, with its options.
  std::map<const Node *, std::string> pinned;
  bool wasOwner = true;
  /// Contracts that the edit adds.
  std::vector<std::pair<std::string, Contract>> added;
};

TEST(ModelEditTest, EditsAgree) {
  unsigned runs = model::getRuns(5000) / 2;
  unsigned done = 0, refused = 0, refusedByOrder = 0, placed = 0,
           unplaceable = 0, fixed = 0, refusedByRequirement = 0;
  for (unsigned run = 0; run < runs / 5; ++run) {
    EditSession session(model::getSeed() * 1000003 + run);
    session.run(5);
    ASSERT_FALSE(HasFailure()) << "run " << run;
    done += session.done;
    refused += session.refused;
    refusedByOrder += session.refusedByOrder;
    placed += session.placed;
    unplaceable += session.unplaceable;
    fixed += session.fixed;
    refusedByRequirement += session.refusedByRequirement;
  }
  EXPECT_GT(done, runs / 4);
  EXPECT_GT(refused, runs / 10);
  EXPECT_GT(refusedByOrder, runs / 50);
  EXPECT_GT(placed, runs / 50);
  EXPECT_GT(unplaceable, runs / 100);
  EXPECT_GT(fixed, runs / 100);
  EXPECT_GT(refusedByRequirement, runs / 1000);
}

} // namespace
