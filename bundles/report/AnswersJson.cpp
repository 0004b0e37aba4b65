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

#include "bundles/report/AnswersSupport.h"
#include "bundles/report/JsonSupport.h"

using namespace pmb;
using namespace llvm;
using json::Array;
using json::Object;
using report::set;
using report::toUTF8;
using report::writeList;

/// Sets a key to a list, unless that is empty.
template <typename RangeT, typename MakeFn>
static void setList(Object &object, StringRef key, const RangeT &range,
                    MakeFn make) {
  Array array;
  for (const auto &element : range)
    array.push_back(make(element));
  if (!array.empty())
    object[key] = std::move(array);
}

static void setNames(Object &object, StringRef key,
                     ArrayRef<std::string> names) {
  if (!names.empty())
    object[key] = report::makeNames(names);
}

static Object makeLandmarkJson(const Landmark &place) {
  static constexpr StringLiteral kinds[] = {"pass", "slot", "bundle-begin",
                                            "bundle-end"};
  Object object{{"kind", kinds[size_t(place.kind)]},
                {"name", toUTF8(place.name)}};
  if (place.position >= 0)
    object["position"] = place.position;
  return object;
}

static Object makeStretch(const Stretch &places) {
  Object object{{"nest", toUTF8(places.nest)}, {"count", places.count}};
  if (places.after)
    object["after"] = makeLandmarkJson(*places.after);
  if (places.before)
    object["before"] = makeLandmarkJson(*places.before);
  return object;
}

static Object makeNode(const NodeRef &node) {
  Object object{{"name", toUTF8(node.name)}, {"nest", toUTF8(node.anchor)}};
  if (node.position >= 0)
    object["position"] = node.position;
  set(object, "pipeline", toUTF8(node.pipeline));
  return object;
}

static Object makeConsequenceJson(const Consequence &found) {
  Object object{{"tried", found.isTried}};
  if (found.isRefused)
    object["refused"] = true;
  setList(object, "findings", found.findings, report::makeFinding);
  return object;
}

static Object makeWork(const Report::Work &work) {
  Object object;
  setNames(object, "goes", work.goes);
  setNames(object, "goesInPart", work.goesInPart);
  setNames(object, "comes", work.comes);
  setNames(object, "mayCome", work.mayCome);
  setNames(object, "addsMore", work.addsMore);
  setNames(object, "begins", work.begins);
  setNames(object, "ends", work.ends);
  setList(object, "leaves", work.leaves, [](const Report::Work::Left &left) {
    return Object{{"items", report::makeNames(left.items)},
                  {"blockers", report::makeNames(left.blockers)},
                  {"certain", left.isCertain}};
  });
  return object;
}

static Object makePinned(const Report::Pinned &pin) {
  return Object{
      {"node", makeNode(pin.node)},
      {"by", report::makeOrigin(pin.origin)},
      {"reason", toUTF8(pin.reason)},
      {"options", pin.options == PinnedOptions::Open ? "open" : "fixed"}};
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

static Object makeStep(const ItemAnswer::Step &step) {
  static constexpr StringLiteral kinds[] = {
      "given",  "brings",         "may-bring", "adds-more",
      "lowers", "lowers-in-part", "leaves"};
  Object object{{"kind", kinds[size_t(step.kind)]},
                {"items", report::makeNames(step.items)}};
  if (step.pass)
    object["pass"] = makeNode(*step.pass);
  setNames(object, "blockers", step.blockers);
  return object;
}

static Object makeAnswer(const ItemAnswer &answer) {
  static constexpr StringLiteral ends[] = {"absent", "unknown", "possible",
                                           "certain"};
  Object object{{"kind", "item"},
                {"item", toUTF8(answer.item)},
                {"end", ends[size_t(answer.end)]}};
  setNames(object, "left", answer.left);
  setList(object, "steps", answer.steps, makeStep);
  setList(object, "removers", answer.removers,
          [](const ItemAnswer::Remover &remover) {
            Object object{{"pass", toUTF8(remover.pass)}};
            set(object, "options", toUTF8(remover.options));
            if (remover.place)
              object["place"] = makeStretch(*remover.place);
            return object;
          });
  return object;
}

static Object makeTie(const PassAnswer::Tie &tie) {
  static constexpr StringLiteral states[] = {"kept", "vacuous", "violated"};
  Object object{{"own", tie.isOwn},
                {"word", tie.word},
                {"target", toUTF8(tie.target)},
                {"strength", tie.isAdvice                     ? "advice"
                             : tie.strength == Strength::Weak ? "weak"
                                                              : "strong"},
                {"state", states[size_t(tie.state)]}};
  if (tie.other)
    object["other"] = makeNode(*tie.other);
  set(object, "reason", toUTF8(tie.reason));
  set(object, "source", toUTF8(tie.source));
  return object;
}

static Object makeReach(const PassAnswer::Reach &reach) {
  Object object;
  if (reach.limit) {
    object["limit"] = makeLandmarkJson(*reach.limit);
    object["beyond"] = makeConsequenceJson(reach.beyond);
  }
  return object;
}

static Object makeAnswer(const PassAnswer &answer) {
  static constexpr StringLiteral kinds[] = {"pass", "slot", "bundle", "bundle"};
  Object object{{"kind", kinds[size_t(answer.kind)]},
                {"name", toUTF8(answer.name)},
                {"present", answer.node.has_value()}};
  if (!answer.node)
    return object;
  object["node"] = makeNode(*answer.node);
  object["addedBy"] = report::makeOrigin(answer.node->origin);
  set(object, "options", toUTF8(answer.options));
  set(object, "insertedAt", toUTF8(answer.insertedAt));
  setNames(object, "kinds", answer.kinds);
  setNames(object, "bundles", answer.bundles);
  setNames(object, "changes", answer.changes);
  if (answer.pin)
    object["pinned"] = makePinned(*answer.pin);
  if (Object work = makeWork(answer.work); !work.empty())
    object["work"] = std::move(work);
  setList(object, "ties", answer.ties, makeTie);
  object["removal"] = makeConsequenceJson(answer.removal);
  object["earlier"] = makeReach(answer.earlier);
  object["later"] = makeReach(answer.later);
  if (answer.omitted)
    object["omitted"] = answer.omitted;
  return object;
}

static Object makeAnswer(const WhereAnswer &answer) {
  static constexpr StringLiteral verdicts[] = {"here", "fits", "idle",
                                               "refused", "not-tried"};
  Object object{{"kind", "where"}, {"pass", toUTF8(answer.pass)}};
  set(object, "options", toUTF8(answer.options));
  if (answer.node)
    object["node"] = makeNode(*answer.node);
  if (answer.earliest)
    object["earliest"] = makeStretch(*answer.earliest);
  if (answer.latest)
    object["latest"] = makeStretch(*answer.latest);
  Array runs;
  for (const WhereAnswer::Run &run : answer.runs) {
    Object one{{"verdict", verdicts[size_t(run.verdict)]},
               {"places", makeStretch(run.places)}};
    if (run.reason)
      one["reason"] = report::makeFinding(*run.reason);
    runs.push_back(std::move(one));
  }
  object["runs"] = std::move(runs);
  return object;
}

static Object makeNamed(const PlacesAnswer::Named &named) {
  Object object{{"name", toUTF8(named.name)}};
  setList(object, "places", named.places, makeLandmarkJson);
  return object;
}

static Object makeAnswer(const PlacesAnswer &answer) {
  Object object{{"kind", "places"}};
  auto setSlots = [&](StringRef key, ArrayRef<Landmark> slots) {
    setList(object, key, slots,
            [](const Landmark &slot) { return toUTF8(slot.name); });
  };
  setSlots("slots", answer.slots);
  setSlots("patternSlots", answer.patternSlots);
  setList(object, "kinds", answer.kinds, makeNamed);
  setList(object, "passes", answer.passes, makeNamed);
  setList(object, "bundles", answer.bundles, makeNamed);
  setList(object, "nests", answer.nests, makeNamed);
  setList(object, "pinned", answer.pins, makePinned);
  return object;
}

//===----------------------------------------------------------------------===//
// Explanations
//===----------------------------------------------------------------------===//

static Object makeFact(const Report::Fact &fact) {
  Object object{{"word", toUTF8(fact.word)}, {"text", toUTF8(fact.text)}};
  set(object, "reason", toUTF8(fact.reason));
  set(object, "source", toUTF8(fact.source));
  return object;
}

static Object makeExplainedPass(const Report::Pass &pass, bool isFull) {
  Object object = makeNode(pass.node);
  set(object, "options", toUTF8(pass.options));
  object["addedBy"] = report::makeOrigin(pass.node.origin);
  object["contract"] = pass.hasContract;
  if (Object work = makeWork(pass.work); !work.empty())
    object["work"] = std::move(work);
  if (isFull)
    setList(object, "facts", pass.facts, makeFact);
  return object;
}

static Object makeTimeline(const Report::Timeline &line) {
  Object object{{"name", toUTF8(line.name)}};
  setList(object, "spans", line.spans, [](const Report::Timeline::Span &span) {
    return Object{
        {"begin", span.begin}, {"end", span.end}, {"certain", span.isCertain}};
  });
  return object;
}

static void writeExplanation(raw_ostream &os, const Report &report,
                             bool isFull) {
  os << ",\n \"inputKnown\":" << (report.isInputKnown ? "true" : "false");
  writeList(os, "passes", report.passes, [&](const Report::Pass &pass) {
    return makeExplainedPass(pass, isFull);
  });
  writeList(os, "contents", report.contents, makeTimeline);
  writeList(os, "properties", report.properties, makeTimeline);
  writeList(os, "possible", report.possible, report::makeFinding);
}

void report::printAnswersJson(raw_ostream &os, ArrayRef<Answers> all) {
  os << "{\"version\":1,\n\"pipelines\":[";
  auto text = [](StringRef value) {
    return formatv("{0}", json::Value(toUTF8(value))).str();
  };
  for (const Answers &answers : all) {
    const Report &report = answers.report;
    os << (&answers == all.begin() ? "\n" : ",\n")
       << "{\"input\":" << text(report.input);
    if (!report.variant.empty())
      os << ",\n \"variant\":" << text(report.variant);
    os << ",\n \"root\":" << text(report.root);
    if (answers.explain != Explanation::No)
      writeExplanation(os, report, answers.explain == Explanation::Full);
    writeList(os, "answers", answers.answers, [](const Answer &answer) {
      return std::visit([](const auto &one) { return makeAnswer(one); },
                        answer);
    });
    os << "}";
  }
  os << "]}\n";
}
