//===- Hover.cpp - What is known about what is at a place -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/language/Hover.h"
#include "builder/Pipeline.h"
#include "builder/diagnostics/Escaping.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/report/ReportSupport.h"
#include "tools/language/Declarations.h"
#include "tools/language/Names.h"
#include "tools/language/Schema.h"
#include "tools/language/Texts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

static void addLine(HoverText &hover, StringRef word, const Twine &text) {
  hover.lines.push_back(
      formatv("{0,-10} {1}", word, escape(shorten(text.str()))).str());
}

static void addList(HoverText &hover, StringRef word,
                    ArrayRef<std::string> items) {
  if (!items.empty())
    addLine(hover, word, report::listNames(items, "", ", "));
}

/// What a pass does where it stands.
static void addWork(HoverText &hover, const Report::Work &work) {
  addList(hover, "removes", work.goes);
  addList(hover, "in part", work.goesInPart);
  addList(hover, "adds", work.comes);
  addList(hover, "may add", work.mayCome);
  addList(hover, "adds more", work.addsMore);
  addList(hover, "begins", work.begins);
  addList(hover, "ends", work.ends);
  for (const Report::Work::Left &left : work.leaves)
    addLine(hover, left.isCertain ? "leaves" : "may leave",
            report::listNames(left.items, "", ", ") + ", as there is " +
                report::listNames(left.blockers, "", ", "));
}

static std::string str(const Report::Fact &fact) {
  return fact.text + (fact.reason.empty() ? "" : ": " + fact.reason) +
         (fact.source.empty() ? "" : " [" + fact.source + "]");
}

/// The contract, and all else that is known: as much of it as a window of an
/// editor shows.
static void addFacts(HoverText &hover, ArrayRef<Report::Fact> facts) {
  constexpr size_t most = 12, width = 240;
  size_t shown = 0;
  for (const Report::Fact &fact : facts) {
    // What it does says that already.
    if (is_contained({"removes", "adds", "no longer", "holds", "contains"},
                     fact.word))
      continue;
    if (++shown > most)
      continue;
    std::string text = str(fact);
    StringRef part = takeCharacters(text, width);
    addLine(hover, fact.word,
            part + Twine(part.size() < text.size() ? " ..." : ""));
  }
  if (shown > most)
    addLine(hover, "...",
            formatv("{0} more: pmb-check --explain=full", shown - most).str());
}

static void addOptions(HoverText &hover, const Report::Pass &pass) {
  std::vector<std::string> given;
  for (const Report::Pass::Value &value : pass.values)
    if (!value.isDefault)
      given.push_back(value.name + "=" + value.value);
  addList(hover, "options", given);
}

/// What may be there before a pass.
static void addContents(HoverText &hover, const Report &report,
                        size_t position) {
  std::vector<std::string> there;
  for (const Report::Timeline &line : report.contents)
    for (const Report::Timeline::Span &span : line.spans)
      if (span.begin <= position && position < span.end)
        there.push_back(line.name + (span.isCertain ? "" : "?"));
  addList(hover, "in the IR", there);
}

static void addPass(HoverText &hover, const Report &report, size_t position) {
  const Report::Pass &pass = report.passes[position];
  addLine(hover, "pass",
          formatv("{0} of {1}, on {2}", position, report.passes.size(),
                  pass.node.anchor)
              .str());
  if (!pass.insertedAt.empty())
    addLine(hover, "inserted", pass.insertedAt);
  addOptions(hover, pass);
  addList(hover, "kinds", pass.kinds);
  addContents(hover, report, position);
  addWork(hover, pass.work);
  if (!pass.hasContract)
    addLine(hover, "contract", "none: nothing is assumed of what it does");
  addFacts(hover, pass.facts);
}

/// Several passes stand where one name does: those of a bundle.
static void addPasses(HoverText &hover, const Report &report,
                      ArrayRef<size_t> positions) {
  for (size_t position : positions) {
    const Report::Pass &pass = report.passes[position];
    std::string text = pass.str();
    if (!pass.work.goes.empty())
      text += ": removes " + report::listNames(pass.work.goes, "", ", ");
    addLine(hover, formatv("pass {0}", position).str(), text);
  }
}

namespace {
/// A pass of a list, as the document has it.
struct WrittenPass {
  std::string options, reason;
};
} // namespace

/// A pass that stands in no pipeline that could be composed, or, if nothing is
/// `written`, only its name.
static void addUnplaced(HoverText &hover, Workspace &workspace,
                        const PassDescriptor &pass, Origin origin,
                        const std::optional<WrittenPass> &written) {
  if (written) {
    bool isComposed =
        all_of(workspace.explain(Workspace::getPath(origin.name)),
               [](const Report &report) { return report.wasChecked; });
    addLine(hover, "pass",
            isComposed ? "of none of the pipelines that are checked"
                       : "of a pipeline that cannot be composed");
    if (!written->options.empty())
      addLine(hover, "options", written->options);
    origin.why = written->reason;
  }
  if (!pass.anchor.empty())
    addLine(hover, "on", pass.anchor);
  addList(hover, "kinds", pass.kinds);
  Expected<TextualPipeline> text =
      parseTextualPipeline("builtin.module(" + pass.name + ")", "");
  if (!text)
    return consumeError(text.takeError());
  Pipeline pipeline(text->getRootOp(), workspace.getCatalog());
  if (Error error = text->appendTo(pipeline, text->getElements(),
                                   /*choosesNests=*/true))
    return consumeError(std::move(error));
  Report report = makeReport(pipeline, "", /*explains=*/true);
  if (report.passes.size() != 1)
    return;
  // It stands in the text that was made for it.
  std::vector<Report::Fact> &facts = report.passes.front().facts;
  erase_if(facts,
           [](const Report::Fact &fact) { return fact.word == "added by"; });
  if (written)
    facts.insert(facts.begin(),
                 {"added by", report::describeOrigin(origin, ", "), "", ""});
  addFacts(hover, facts);
}

/// What stands at a place, by what the reports say of its passes.
static void addPassesAt(HoverText &hover, Workspace &workspace, StringRef path,
                        size_t begin, const PassDescriptor *pass,
                        const std::optional<WrittenPass> &written) {
  TextPlace place = workspace.getDocument(path)->getPlace(begin);
  std::string name = Workspace::getName(path);
  for (const Report &report : workspace.explain(path)) {
    SmallVector<size_t> positions;
    for (auto [position, other] : enumerate(report.passes)) {
      const Origin &origin = other.node.origin;
      if (origin.kind == Origin::Kind::File && origin.name == name &&
          origin.line == place.line && origin.column == place.column)
        positions.push_back(position);
    }
    if (positions.empty())
      continue;
    if (!report.variant.empty())
      addLine(hover, "variant", report.variant);
    if (positions.size() == 1)
      return addPass(hover, report, positions.front());
    return addPasses(hover, report, positions);
  }
  if (pass)
    addUnplaced(hover, workspace, *pass,
                Origin::file(name, place.line, place.column), written);
}

static HoverText makeHover(TextRange range, StringRef title,
                           StringRef summary) {
  return {range, escape(title), escape(shorten(summary)), {}};
}

static HoverText explainOption(TextRange range, StringRef name,
                               const OptionDescriptor &option) {
  HoverText hover = makeHover(range, name, option.summary);
  addLine(hover, "takes", option.describeValues());
  if (!option.defaultValue.empty())
    addLine(hover, "default", option.defaultValue);
  if (!option.testOnly.empty())
    addLine(hover, "for tests", option.testOnly);
  return hover;
}

static std::optional<HoverText> explainText(Workspace &workspace,
                                            StringRef path, size_t offset) {
  auto at =
      findSpot(workspace, path, workspace.getDocument(path)->getText(), offset);
  const LooseElement *element = at ? at->spot.element : nullptr;
  if (!element)
    return std::nullopt;
  const PassDescriptor *pass = workspace.getCatalog().lookupPass(element->name);
  TextRange range = at->placed.getRange(at->spot.inside);
  if (at->spot.kind == TextSpot::Kind::Option && pass) {
    StringRef name = at->spot.inside.of(at->placed.text);
    if (const OptionDescriptor *option = pass->lookupOption(name))
      return explainOption(range, name, *option);
  }
  if (!at->getNamed() || element->name.empty())
    return std::nullopt;
  HoverText hover =
      makeHover(range, element->name, pass ? StringRef(pass->summary) : "");
  if (element->isNest)
    hover.summary = "a nest: its passes run on each of these operations";
  else
    addPassesAt(hover, workspace, path, range.begin, pass,
                WrittenPass{element->options.of(at->placed.text).str(), ""});
  return hover;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// The element of a list that has a name, as pipelines have it for its origin.
static const LooseValue &getElementOf(const NamedPlace &name) {
  const LooseValue &value = *name.value;
  bool isMember = value.parent && value.parent->isObject();
  return !value.isObject() && isMember ? *value.parent : value;
}

/// The options of an element, as a text has them.
static std::string getWrittenOptions(StringRef text,
                                     const LooseValue &element) {
  const LooseValue &options = element.at("options");
  if (options.isString())
    return options.text;
  std::vector<std::string> all;
  for (const auto &option : options.children)
    all.push_back(
        option->key + "=" +
        (option->isString() ? option->text : option->range.of(text).str()));
  return join(all, " ");
}

/// The pass that stands in a list under this name; std::nullopt if it is only
/// named there.
static std::optional<WrittenPass>
findWritten(Workspace &workspace, StringRef path, const NamedPlace &name) {
  if (name.sort != NameSort::Pass || !name.isDefinition ||
      workspace.getSort(path) != DocumentSort::PipelineFile)
    return std::nullopt;
  StringRef text = workspace.getDocument(path)->getText();
  const LooseValue &element = getElementOf(name);
  return WrittenPass{getWrittenOptions(text, element),
                     element.at("reason").text};
}

static std::string getSummary(const Catalog &catalog, const NamedPlace &name) {
  switch (name.sort) {
  case NameSort::Kind:
    return catalog.getKindSummary(name.name).str();
  case NameSort::Property: {
    const PropertyDescriptor *property = catalog.lookupProperty(name.name);
    return property ? property->summary +
                          (property->isFleeting ? " (fleeting)" : " (lasting)")
                    : "";
  }
  case NameSort::Contents: {
    const ContentsDescriptor *contents = catalog.lookupContents(name.name);
    return contents ? contents->summary : "";
  }
  case NameSort::Operation:
    return "a nest: its passes run on each of these operations";
  case NameSort::Slot:
    return "a slot: a named empty place, for others to fill";
  case NameSort::Diagnostic: {
    const DiagnosticInfo *info = lookupDiagnostic(name.name);
    return info ? info->summary.str() : "";
  }
  default:
    return "";
  }
}

static std::optional<HoverText>
explainName(Workspace &workspace, StringRef path, const NamedPlace &name) {
  const Catalog &catalog = workspace.getCatalog();
  if (name.sort == NameSort::Pass || name.sort == NameSort::Bundle) {
    const PassDescriptor *pass =
        name.sort == NameSort::Pass ? catalog.lookupPass(name.name) : nullptr;
    HoverText hover = makeHover(name.range, name.name,
                                pass ? StringRef(pass->summary)
                                : name.sort == NameSort::Bundle ? "a bundle"
                                                                : "");
    addPassesAt(hover, workspace, path, getElementOf(name).range.begin, pass,
                findWritten(workspace, path, name));
    return hover;
  }
  if (name.sort == NameSort::Option && name.value->parent) {
    auto [owner, sort] = getOwnerOfOptions(*name.value->parent);
    const PassDescriptor *pass =
        sort == NameSort::Pass ? catalog.lookupPass(owner) : nullptr;
    if (const OptionDescriptor *option =
            pass ? pass->lookupOption(name.name) : nullptr)
      return explainOption(name.range, name.name, *option);
  }
  std::string summary = getSummary(catalog, name);
  if (summary.empty())
    return std::nullopt;
  HoverText hover = makeHover(name.range, name.name, summary);
  if (const ContentsDescriptor *contents =
          name.sort == NameSort::Contents ? catalog.lookupContents(name.name)
                                          : nullptr)
    addList(hover, "stands for", contents->items);
  return hover;
}

/// What the document declares of an option, or of a variant.
static std::optional<HoverText> explainDeclared(const LooseJson &json,
                                                size_t offset) {
  const LooseValue *declared = findDeclaration(json, offset);
  if (!declared)
    return std::nullopt;
  StringRef text = json.getText();
  size_t begin = offset;
  while (begin && text[begin - 1] != '!' && isNameCharacter(text[begin - 1]))
    --begin;
  TextRange range = {
      begin,
      offset + text.drop_front(offset).take_while(isNameCharacter).size()};
  const LooseValue *section = declared->parent;
  for (OptionDescriptor &option : readDeclaredOptions(section->parent))
    if (section->key == "options" && option.name == declared->key) {
      if (const LooseValue *value = declared->lookup("default"))
        option.defaultValue =
            value->isString() ? value->text : value->range.of(text).str();
      return explainOption(range, option.name, option);
    }
  return makeHover(range, declared->key,
                   "a variant, which the pipeline may be built for");
}

static std::optional<HoverText> explainJson(Workspace &workspace,
                                            StringRef path,
                                            const LooseJson &json,
                                            size_t offset) {
  if (std::optional<NamedPlace> name = findName(json, offset))
    if (std::optional<HoverText> hover = explainName(workspace, path, *name))
      return hover;
  if (std::optional<HoverText> hover = explainDeclared(json, offset))
    return hover;
  JsonSpot spot = json.find(offset);
  if (!spot.isKey || !spot.child)
    return std::nullopt;
  StringRef summary =
      Schema::get(workspace.getSort(path)).getSummary(*spot.child);
  if (summary.empty())
    return std::nullopt;
  return makeHover(json.getInside(spot.child->keyRange), spot.child->key,
                   summary);
}

std::optional<HoverText>
pmb::language::explainAt(Workspace &workspace, StringRef path, size_t offset) {
  if (!workspace.isOpen(path))
    return std::nullopt;
  if (const LooseJson *json = workspace.getJson(path))
    return explainJson(workspace, path, *json, offset);
  return explainText(workspace, path, offset);
}
