//===- ModelEditSession.cpp - Random edits of one pipeline ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelEditSession.h"
#include "Support.h"
#include "builder/edit/TextualPipeline.h"

using namespace pmb;
using model::EditSession;
using model::Listing;
using model::Random;
using model::Step;

/// Everything that can be seen of a pipeline.
static std::string snapshot(const Pipeline &pipeline) {
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

EditSession::EditSession(uint64_t seed)
    : random(seed), world(makeWorld(random)),
      catalog(model::makeCatalog(world)), built("builtin.module", catalog) {
  model::shuffleSteps(random, world);
  for (Step &step : world.steps)
    if (step.kind == Step::Kind::Pass)
      step.nest = getNest(step);
  model::build(world, built);
}

Listing EditSession::makeWorld(Random &random) {
  Listing world = model::makeWorld(random);
  // Some passes can only run in one place, which also moves them into nests.
  for (auto &[name, pass] : world.passes)
    if (random.chance(15))
      pass.anchor =
          random.pick(std::vector<std::string>{"builtin.module", "func.func"});
  return world;
}

std::vector<std::string> EditSession::getNest(const Step &step) const {
  const std::string &anchor = world.passes.at(step.name).anchor;
  if (anchor.empty())
    return step.nest;
  return anchor == "builtin.module" ? std::vector<std::string>()
                                    : std::vector<std::string>{anchor};
}

Selector EditSession::pickSelector() {
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

Position EditSession::pickPosition() {
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

void EditSession::edit() {
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

llvm::Error EditSession::addContract() {
  std::string name = pickPass();
  Contract contract = model::makeContract(random, /*isForBundle=*/false);
  added.push_back({name, contract});
  return built.addContract(name, contract);
}

bool EditSession::move() {
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

bool EditSession::isAllMet(Severity least) {
  return llvm::none_of(model::findAll(built), [&](const Diagnostic &finding) {
    return finding.code == DiagnosticCode::MissingProperty &&
           finding.severity >= least;
  });
}

bool EditSession::hasIdlePass() {
  return llvm::any_of(model::findAll(built), [](const Diagnostic &finding) {
    return finding.code == DiagnosticCode::NoEffect;
  });
}

bool EditSession::keepingRequirements(llvm::function_ref<bool()> change) {
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

bool EditSession::transaction() {
  wasOwner = false;
  return finish(built.transaction(Origin::plugin("acme"),
                                  [&] { return editAsParty(/*depth=*/0); }));
}

llvm::Error EditSession::editAsParty(unsigned depth) {
  for (unsigned i = 1 + random.below(3); i > 0; --i)
    if (llvm::Error error = editOnceAsParty(depth))
      return error;
  return llvm::Error::success();
}

llvm::Error EditSession::editOnceAsParty(unsigned depth) {
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

std::vector<const Node *>
EditSession::findPasses(const Selector &selector) const {
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

bool EditSession::pin() {
  Selector selector = pickSelector();
  std::vector<const Node *> passes = findPasses(selector);
  bool isDone = finish(built.pin(selector, "somebody counts on it"));
  if (isDone)
    for (const Node *pass : passes)
      pinned[pass] = pass->getOptions();
  return isDone;
}

void EditSession::expectPinned() {
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

bool EditSession::appendText() {
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

bool EditSession::applyFix() {
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

std::string EditSession::text(llvm::ArrayRef<Diagnostic> diagnostics) {
  std::string result;
  for (const Diagnostic &diagnostic : diagnostics)
    result += diagnostic.str();
  return result;
}

void EditSession::compare() {
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
