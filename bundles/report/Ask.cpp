//===- Ask.cpp - Questions about a pipeline -------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/Ask.h"
#include "builder/Pipeline.h"
#include "builder/diagnostics/Escaping.h"
#include "builder/diagnostics/Suggestions.h"
#include "bundles/report/AskSupport.h"

using namespace pmb;
using namespace llvm;
using report::Inquiry;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

std::string Landmark::str() const {
  static constexpr StringLiteral words[] = {
      "pass ", "slot ", "the begin of bundle ", "the end of bundle "};
  return words[size_t(kind)].str() +
         (kind == Kind::Pass ? std::to_string(position) + " " : "") +
         quote(name);
}

std::string Stretch::str() const {
  if (!after && !before)
    return "anywhere";
  std::string text;
  if (count > 1)
    text = "anywhere ";
  else if (!after)
    text = "at the start, ";
  else if (!before)
    text = "at the end, ";
  if (after && before)
    return text + "between " + after->str() + " and " + before->str();
  return text + (after ? "after " + after->str() : "before " + before->str());
}

Landmark report::makeLandmark(const Pipeline &pipeline, const Node &node) {
  auto kind = node.isPass()                        ? Landmark::Kind::Pass
              : node.getKind() == Node::Kind::Slot ? Landmark::Kind::Slot
              : node.getKind() == Node::Kind::BundleEnd
                  ? Landmark::Kind::BundleEnd
                  : Landmark::Kind::BundleBegin;
  return {kind, node.getName().str(),
          node.isPass() ? pipeline.getList().countPassesBefore(node) : -1};
}

Stretch report::makePlace(const Pipeline &pipeline, const Node *before,
                          const AnchorPath &nest) {
  Stretch place;
  place.nest = nest.str();
  const PassList &list = pipeline.getList();
  if (const Node *after = before ? before->getPrevious() : list.back())
    place.after = makeLandmark(pipeline, *after);
  if (before)
    place.before = makeLandmark(pipeline, *before);
  return place;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

EditTrial &Inquiry::getTrial() {
  constexpr unsigned enough = 16;
  if (!trial)
    trial.emplace(pipeline);
  else if (trial->getTrialsLeft() < enough)
    trial->allowMore(enough - trial->getTrialsLeft());
  return *trial;
}

Expected<Inquiry::Nodes> Inquiry::findNamed(StringRef text) const {
  std::optional<Selector> selector = Selector::parse(text);
  if (!selector)
    return Nodes();
  // A choice of instance means one that is there.
  if (selector->instance)
    return pipeline.findNodes(*selector);
  for (const Target &target : {pass(text), bundle(text), slot(text)})
    if (Nodes nodes = pipeline.lookup(target); !nodes.empty())
      return nodes;
  return Nodes();
}

Error Inquiry::makeUnknownName(StringRef text, bool isPass) const {
  std::vector<StringRef> known = pipeline.getCatalog().getPassNames();
  for (const Node &node : pipeline.getNodes())
    if (node.isPass() || !isPass)
      known.push_back(node.getName());
  if (!isPass)
    append_range(known, pipeline.getCatalog().getDialectNames());
  llvm::sort(known);
  known.erase(llvm::unique(known), known.end());
  std::string what =
      isPass ? "neither the pipeline nor the catalog has a pass "
             : "there is no pass, bundle, slot, operation, dialect or type ";
  return makeUnknown(isPass ? DiagnosticCode::UnknownPass
                            : DiagnosticCode::UnknownItem,
                     what + quote(text), text, known);
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

/// How many passes of one name are explained, each by trials.
static constexpr size_t mostOfOneName = 16;

Error Inquiry::why(StringRef text, std::vector<Answer> &answers) {
  Expected<Nodes> nodes = findNamed(text);
  if (!nodes)
    return nodes.takeError();
  for (const Node *node : ArrayRef(*nodes).take_front(mostOfOneName))
    answers.push_back(explainPass(*node));
  if (nodes->size() > mostOfOneName)
    std::get<PassAnswer>(answers.back()).omitted =
        nodes->size() - mostOfOneName;
  bool isItem = false;
  Error misspelled = isKnownItem(text).moveInto(isItem);
  if (isItem)
    answers.push_back(explainItem(text));
  if (isItem || !nodes->empty()) {
    consumeError(std::move(misspelled));
    return Error::success();
  }
  bool isPass = pipeline.getCatalog().lookupPass(text);
  // What looks like a dialect may be a pass.
  if (misspelled && !isPass && !Item(text).isDialect())
    return misspelled;
  consumeError(std::move(misspelled));
  if (!isPass)
    return makeUnknownName(text, /*isPass=*/false);
  PassAnswer absent;
  absent.name = text.str();
  answers.push_back(std::move(absent));
  return Error::success();
}

Error Inquiry::where(StringRef text, std::vector<Answer> &answers) {
  auto [name, options] = text.split('{');
  bool hasOptions = name.size() != text.size();
  Expected<Nodes> nodes = hasOptions ? Nodes() : findNamed(name);
  if (!nodes)
    return nodes.takeError();
  for (const Node *node : ArrayRef(*nodes).take_front(mostOfOneName))
    answers.push_back(findPlaces(*node));
  if (!nodes->empty())
    return Error::success();
  if (hasOptions && !options.consume_back("}"))
    return makeError(Diagnostic(DiagnosticCode::Syntax,
                                quote(text) + " is not a pass with options")
                         .about(text)
                         .help("write 'canonicalize{top-down=false}'"));
  if (!pipeline.getCatalog().lookupPass(name))
    return makeUnknownName(name, /*isPass=*/true);
  Expected<WhereAnswer> answer = findPlaces(name, options);
  if (!answer)
    return answer.takeError();
  answers.push_back(std::move(*answer));
  return Error::success();
}

Expected<Answers> pmb::ask(const Pipeline &pipeline, StringRef input,
                           const Questions &questions) {
  Answers result;
  result.report = makeReport(pipeline, input, /*explains=*/true);
  result.explain = questions.explain;
  Inquiry inquiry(pipeline, result.report);
  Errors errors;
  for (const std::string &text : questions.why)
    errors.add(inquiry.why(text, result.answers));
  for (const std::string &text : questions.where)
    errors.add(inquiry.where(text, result.answers));
  if (!errors.empty())
    return errors.take();
  if (questions.places)
    result.answers.push_back(report::listPlaces(result.report));
  return result;
}
