//===- AnswersJson.cpp - Answers about a pipeline as JSON -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// schema/answers.schema.json says what the keys mean. Each element of a list
// has a line of its own. What a key would say of nothing is left out.
//
//===----------------------------------------------------------------------===//

#include "bundles/report/AskSupport.h"
#include "bundles/report/JsonSupport.h"

using namespace llvm;

// Keys are sorted.
namespace pmb {

using report::Members;

static StringRef stringify(Landmark::Kind kind) {
  static constexpr StringLiteral kinds[] = {"pass", "slot", "bundle-begin",
                                            "bundle-end"};
  return kinds[size_t(kind)];
}

static void writeMembers(Members &to, const Landmark &place) {
  to.add("kind", place.kind);
  to.add("name", place.name);
  to.addGiven("position", place.position);
}

static void writeMembers(Members &to, const Stretch &places) {
  to.addGiven("after", places.after);
  to.addGiven("before", places.before);
  to.add("count", places.count);
  to.add("nest", places.nest);
}

static void writeMembers(Members &to, const NodeRef &node) {
  to.add("name", node.name);
  to.add("nest", node.anchor);
  to.addGiven("pipeline", node.pipeline);
  to.addGiven("position", node.position);
}

static void writeMembers(Members &to, const Consequence &found) {
  to.addGiven("findings", found.findings);
  to.addGiven("refused", found.isRefused);
  to.add("tried", found.isTried);
}

static void writeMembers(Members &to, const Report::Work::Left &left) {
  to.add("blockers", left.blockers);
  to.add("certain", left.isCertain);
  to.add("items", left.items);
}

static void writeMembers(Members &to, const Report::Work &work) {
  to.addGiven("addsMore", work.addsMore);
  to.addGiven("begins", work.begins);
  to.addGiven("comes", work.comes);
  to.addGiven("ends", work.ends);
  to.addGiven("goes", work.goes);
  to.addGiven("goesInPart", work.goesInPart);
  to.addGiven("leaves", work.leaves);
  to.addGiven("mayCome", work.mayCome);
}

static void writeMembers(Members &to, const Report::Pinned &pin) {
  to.add("by", pin.origin);
  to.add("node", pin.node);
  to.add("options", pin.options == PinnedOptions::Open ? "open" : "fixed");
  to.add("reason", pin.reason);
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

static void writeMembers(Members &to, const ItemAnswer::Step &step) {
  static constexpr StringLiteral kinds[] = {
      "given",  "brings",         "may-bring", "adds-more",
      "lowers", "lowers-in-part", "leaves"};
  to.addGiven("blockers", step.blockers);
  to.add("items", step.items);
  to.add("kind", kinds[size_t(step.kind)]);
  to.addGiven("pass", step.pass);
}

static void writeMembers(Members &to, const ItemAnswer::Remover &remover) {
  to.addGiven("options", remover.options);
  to.add("pass", remover.pass);
  to.addGiven("place", remover.place);
}

static void writeMembers(Members &to, const ItemAnswer &answer) {
  static constexpr StringLiteral ends[] = {"absent", "unknown", "possible",
                                           "certain"};
  to.add("end", ends[size_t(answer.end)]);
  to.add("item", answer.item);
  to.add("kind", "item");
  to.addGiven("left", answer.left);
  to.addGiven("removers", answer.removers);
  to.addGiven("steps", answer.steps);
}

static void writeMembers(Members &to, const PassAnswer::Tie &tie) {
  to.addGiven("other", tie.other);
  to.add("own", tie.isOwn);
  to.addGiven("reason", tie.reason);
  to.addGiven("source", tie.source);
  to.add("state", tie.state);
  to.add("strength", tie.describeStrength());
  to.add("target", tie.target);
  to.add("word", tie.word);
}

static void writeMembers(Members &to, const PassAnswer::Reach &reach) {
  if (!reach.limit)
    return;
  to.add("beyond", reach.beyond);
  to.add("limit", reach.limit);
}

static void writeMembers(Members &to, const PassAnswer &answer) {
  static constexpr StringLiteral kinds[] = {"pass", "slot", "bundle", "bundle"};
  bool isPresent = answer.node.has_value();
  if (isPresent) {
    to.add("addedBy", answer.node->origin);
    to.addGiven("bundles", answer.bundles);
    to.addGiven("changes", answer.changes);
    to.add("earlier", answer.earlier);
    to.addGiven("insertedAt", answer.insertedAt);
  }
  to.add("kind", kinds[size_t(answer.kind)]);
  to.addGiven("kinds", answer.kinds);
  if (isPresent)
    to.add("later", answer.later);
  to.add("name", answer.name);
  if (isPresent) {
    to.add("node", answer.node);
    to.addGiven("omitted", answer.omitted);
    to.addGiven("options", answer.options);
    to.addGiven("pinned", answer.pin);
  }
  to.add("present", isPresent);
  if (!isPresent)
    return;
  to.add("removal", answer.removal);
  to.addGiven("ties", answer.ties);
  to.addGiven("work", answer.work);
}

static void writeMembers(Members &to, const WhereAnswer::Run &run) {
  static constexpr StringLiteral verdicts[] = {"here", "fits", "idle",
                                               "refused", "not-tried"};
  to.add("places", run.places);
  to.addGiven("reason", run.reason);
  to.add("verdict", verdicts[size_t(run.verdict)]);
}

static void writeMembers(Members &to, const WhereAnswer &answer) {
  to.addGiven("earliest", answer.earliest);
  to.add("kind", "where");
  to.addGiven("latest", answer.latest);
  to.addGiven("node", answer.node);
  to.addGiven("options", answer.options);
  to.add("pass", answer.pass);
  to.add("runs", answer.runs);
}

static void writeMembers(Members &to, const PlacesAnswer::Named &named) {
  to.add("name", named.name);
  to.addGiven("places", named.places);
}

static void writeMembers(Members &to, const PlacesAnswer &answer) {
  auto getName = [](const Landmark &slot) { return slot.name; };
  to.addGiven("bundles", answer.bundles);
  to.add("kind", "places");
  to.addGiven("kinds", answer.kinds);
  to.addGiven("nests", answer.nests);
  to.addGiven("passes", answer.passes);
  to.addGiven("patternSlots", map_range(answer.patternSlots, getName));
  to.addGiven("pinned", answer.pins);
  to.addGiven("slots", map_range(answer.slots, getName));
}

//===----------------------------------------------------------------------===//
// Explanations
//===----------------------------------------------------------------------===//

static void writeMembers(Members &to, const Report::Fact &fact) {
  to.addGiven("reason", fact.reason);
  to.addGiven("source", fact.source);
  to.add("text", fact.text);
  to.add("word", fact.word);
}

static void writeMembers(Members &to, const Report::Timeline &line) {
  to.add("name", line.name);
  to.addGiven("spans", line.spans);
}

static void writePass(Members &to, const Report::Pass &pass, bool isFull) {
  to.add("addedBy", pass.node.origin);
  to.add("contract", pass.hasContract);
  if (isFull)
    to.addGiven("facts", pass.facts);
  to.add("name", pass.node.name);
  to.add("nest", pass.node.anchor);
  to.addGiven("options", pass.options);
  to.addGiven("pipeline", pass.node.pipeline);
  to.addGiven("position", pass.node.position);
  to.addGiven("work", pass.work);
}

} // namespace pmb

using namespace pmb;

static void writeExplanation(report::LineMembers &to, const Report &report,
                             bool isFull) {
  to.add("inputKnown", report.isInputKnown);
  to.addObjects("passes", report.passes,
                [&](report::Members &members, const Report::Pass &pass) {
                  writePass(members, pass, isFull);
                });
  to.addLines("contents", report.contents);
  to.addLines("properties", report.properties);
  to.addLines("possible", report.possible);
}

void report::printAnswersJson(raw_ostream &os, ArrayRef<Answers> all) {
  printPipelines(os, all, [](LineMembers &to, const Answers &answers) {
    const Report &report = answers.report;
    to.add("input", report.input);
    if (!report.variant.empty())
      to.add("variant", report.variant);
    to.add("root", report.root);
    if (answers.explain != Explanation::No)
      writeExplanation(to, report, answers.explain == Explanation::Full);
    to.addObjects(
        "answers", answers.answers, [](Members &members, const Answer &answer) {
          std::visit([&](const auto &one) { writeMembers(members, one); },
                     answer);
        });
  });
}
