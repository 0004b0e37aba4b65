//===- AnswersText.cpp - Answers about a pipeline as text -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Escaping.h"
#include "builder/passes/PassManagerRules.h"
#include "bundles/report/AskSupport.h"
#include "bundles/report/ReportSupport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace pmb;
using namespace llvm;

namespace {
/// Writes the answers about one pipeline.
class AnswerPrinter {
public:
  explicit AnswerPrinter(raw_ostream &os) : os(os) {}

  void operator()(const ItemAnswer &answer);
  void operator()(const PassAnswer &answer);
  void operator()(const WhereAnswer &answer);
  void operator()(const PlacesAnswer &answer);

private:
  /// A line below a title; nothing if there is no text.
  void line(StringRef word, const Twine &text) {
    std::string shown = escape(text.str());
    if (!shown.empty())
      os << formatv("  {0,-12} {1}\n", word, shown);
  }
  void title(const Twine &text) { os << escape(text.str()) << '\n'; }
  void lists(StringRef word, ArrayRef<PlacesAnswer::Named> names);
  void work(const Report::Work &work);
  void tie(const PassAnswer::Tie &tie);
  void consequence(StringRef word, const Consequence &found, StringRef where);
  void reach(StringRef word, const PassAnswer::Reach &reach, bool isLater);

  raw_ostream &os;
};
} // namespace

/// The first few of them.
static std::string listShort(ArrayRef<std::string> names) {
  constexpr size_t most = 6;
  std::string text = join(names.take_front(most), ", ");
  if (names.size() > most)
    text += ", ... (" + std::to_string(names.size() - most) + " more)";
  return text;
}

static std::string describePass(const NodeRef &node) {
  return node.position < 0 || node.isPipeline
             ? "'" + node.name + "'"
             : "pass " + std::to_string(node.position) + " '" + node.name + "'";
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

static StringRef describeEnd(ItemAnswer::End end) {
  static constexpr StringLiteral texts[] = {
      "it is not in the IR at the end",
      "it may be in the IR at the end, as the input may have it",
      "it may be in the IR at the end", "it is in the IR at the end"};
  return texts[size_t(end)];
}

static StringRef describeStep(ItemAnswer::Step::Kind kind) {
  static constexpr StringLiteral words[] = {
      "given",      "brought by", "perhaps by", "more by",
      "lowered by", "partly by",  "left by"};
  return words[size_t(kind)];
}

void AnswerPrinter::operator()(const ItemAnswer &answer) {
  title("why " + quote(answer.item) + ": " + describeEnd(answer.end) +
        (answer.left.empty() ? "" : ": " + listShort(answer.left)));
  for (const ItemAnswer::Step &step : answer.steps) {
    std::string text = step.pass ? describePass(*step.pass) : "the input";
    text += ": " + listShort(step.items);
    if (!step.blockers.empty())
      text += ", while there is " + listShort(step.blockers);
    line(describeStep(step.kind), text);
  }
  bool isBrought = any_of(answer.steps, [](const ItemAnswer::Step &step) {
    return step.kind != ItemAnswer::Step::Kind::Lowers &&
           step.kind != ItemAnswer::Step::Kind::LowersInPart;
  });
  if (!isBrought && answer.end == ItemAnswer::End::Absent)
    line("brought by", "no pass, and the input does not have it");
  for (const ItemAnswer::Remover &remover : answer.removers) {
    std::string pass = remover.pass + wrapOptions(remover.options);
    line("to remove it", remover.place
                             ? "'" + pass + "' " + remover.place->str() +
                                   ", on " + remover.place->nest
                             : "'" + pass +
                                   "' lowers it; no place was found "
                                   "where that alone helps");
  }
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

void AnswerPrinter::work(const Report::Work &work) {
  line("lowers", listShort(work.goes));
  line("in part", listShort(work.goesInPart));
  for (const Report::Work::Left &left : work.leaves)
    line("leaves", listShort(left.items) + ", while there is " +
                       listShort(left.blockers) +
                       (left.isCertain ? "" : " (perhaps)"));
  line("adds", listShort(work.comes));
  line("may add", listShort(work.mayCome));
  line("adds more", listShort(work.addsMore));
  line("begins", listShort(work.begins));
  line("ends", listShort(work.ends));
}

void AnswerPrinter::tie(const PassAnswer::Tie &tie) {
  bool isViolated = tie.state == Report::Constraint::State::Broken;
  std::string text = stringify(tie.word).str() + " " + tie.target;
  if (!tie.isOwn && tie.other)
    text = describePass(*tie.other) + " says " + text;
  text += tie.isAdvice                     ? ", as advice"
          : tie.strength == Strength::Weak ? ", weak"
                                           : "";
  text += isViolated ? ", violated" : "";
  if (tie.isOwn && tie.other)
    text += (isViolated ? " by " : ", kept by ") + describePass(*tie.other);
  line("tie", text + report::describeReason(tie.reason, tie.source));
}

void AnswerPrinter::consequence(StringRef word, const Consequence &found,
                                StringRef where) {
  if (!found.isTried)
    return line(word, where + "further was not tried");
  if (found.findings.empty())
    return line(word, where + "the check finds nothing new");
  constexpr size_t most = 3;
  for (const Diagnostic &finding : ArrayRef(found.findings).take_front(most))
    line(word,
         where +
             (found.isRefused ? "refused" : stringify(finding.severity).str()) +
             ": " + finding.message);
  if (found.findings.size() > most)
    line(word, where + Twine(found.findings.size() - most) + " more findings");
}

void AnswerPrinter::reach(StringRef word, const PassAnswer::Reach &reach,
                          bool isLater) {
  if (!reach.limit)
    return line(word, isLater ? "to the end" : "to the start");
  std::string where = (!reach.beyond.isTried ? isLater ? "up to " : "back to "
                       : isLater             ? "not behind "
                                             : "not before ") +
                      reach.limit->str() + ": ";
  consequence(word, reach.beyond, where);
}

void AnswerPrinter::operator()(const PassAnswer &answer) {
  using Kind = Landmark::Kind;
  if (!answer.node) {
    title("why " + quote(answer.name) +
          ": it is not in the pipeline; --where shows where it could be added");
    return;
  }
  StringRef sort = answer.kind == Kind::Slot   ? "slot "
                   : answer.kind == Kind::Pass ? ""
                                               : "bundle ";
  title("why " + sort +
        (answer.kind == Kind::Pass ? describePass(*answer.node)
                                   : quote(answer.name)) +
        " on " + answer.node->anchor);
  line("added by", report::describeOrigin(answer.node->origin));
  line("put", answer.insertedAt);
  line("part of", join(answer.bundles, " / "));
  line("kinds", listShort(answer.kinds));
  for (const std::string &change : answer.changes)
    line("changed", change);
  if (answer.pin)
    line("pinned by", answer.pin->origin.str() + ": " + answer.pin->reason);
  work(answer.work);
  for (const PassAnswer::Tie &entry : answer.ties)
    tie(entry);
  consequence("without it", answer.removal, "");
  reach("earlier", answer.earlier, /*isLater=*/false);
  reach("later", answer.later, /*isLater=*/true);
  if (answer.omitted)
    title("and " + Twine(answer.omitted) + " more of that name; ask for '" +
          answer.name + ",last' and the like");
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

void AnswerPrinter::operator()(const WhereAnswer &answer) {
  using Verdict = WhereAnswer::Verdict;
  size_t fit = 0, all = 0;
  for (const WhereAnswer::Run &run : answer.runs) {
    all += run.places.count;
    if (run.verdict == Verdict::Fits || run.verdict == Verdict::Here)
      fit += run.places.count;
  }
  title("where " +
        (answer.node ? describePass(*answer.node) + " can stand: "
                     : quote(answer.pass) + " could be added: ") +
        Twine(fit) + " of " + Twine(all) + " places");
  if (answer.earliest && answer.latest) {
    std::string first = answer.earliest->str(), last = answer.latest->str();
    line("by contract",
         first == last ? first : first + "; at the latest " + last);
  }
  StringRef nest;
  for (const WhereAnswer::Run &run : answer.runs) {
    if (nest != run.places.nest)
      os << "  on " << escape(nest = run.places.nest) << '\n';
    static constexpr StringLiteral words[] = {"  here", "  yes", "  idle",
                                              "  no", "  not tried"};
    std::string why =
        run.verdict == Verdict::Idle       ? ": it has nothing to do there"
        : run.verdict == Verdict::NotTried ? ": the pipeline is very long"
        : run.verdict == Verdict::Refused  ? ": " + run.reason->message
                                           : "";
    line(words[size_t(run.verdict)], run.places.str() + why);
  }
}

/// `pass 1, 4 'cse'`: what a name stands for.
static std::string describePlaces(const PlacesAnswer::Named &named) {
  std::vector<std::string> texts;
  texts.reserve(named.places.size());
  for (const Landmark &place : named.places)
    texts.push_back(place.name == named.name && place.position >= 0
                        ? std::to_string(place.position)
                    : place.name == named.name ? std::string()
                                               : place.str());
  std::string text = listShort(texts);
  return named.name + (text.empty() ? "" : ": " + text);
}

void AnswerPrinter::lists(StringRef word, ArrayRef<PlacesAnswer::Named> names) {
  for (const PlacesAnswer::Named &named : names)
    line(word, describePlaces(named));
}

void AnswerPrinter::operator()(const PlacesAnswer &answer) {
  title("what can be addressed");
  auto slots = [&](StringRef word, ArrayRef<Landmark> places) {
    for (const Landmark &place : places)
      line(word, place.name);
  };
  slots("slot", answer.slots);
  slots("pattern slot", answer.patternSlots);
  lists("kind", answer.kinds);
  lists("pass", answer.passes);
  lists("bundle", answer.bundles);
  lists("nest", answer.nests);
  for (const Report::Pinned &pin : answer.pins)
    line(
        "pinned",
        describePass(pin.node) + ", by " + pin.origin.str() + ": " +
            pin.reason +
            (pin.options == PinnedOptions::Open ? "; options can be set" : ""));
}

void pmb::printAnswers(raw_ostream &os, ArrayRef<Answers> all,
                       AnswerFormat format) {
  if (format == AnswerFormat::Json)
    return report::printAnswersJson(os, all);
  for (const Answers &answers : all) {
    if (all.size() > 1)
      os << report::getTitle(answers.report) << ":\n";
    if (answers.explain == Explanation::Overview)
      printOverview(os, answers.report);
    else if (answers.explain == Explanation::Full)
      printExplanation(os, answers.report);
    for (const Answer &answer : answers.answers) {
      std::visit(AnswerPrinter(os), answer);
      os << '\n';
    }
  }
}
