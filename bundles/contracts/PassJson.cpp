//===- PassJson.cpp - What is known of passes, as JSON -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/contracts/PassJson.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/contracts/ContractJson.h"
#include "bundles/contracts/OptionsJson.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

namespace {
/// An element of the list, in what is around it.
struct StepElement : PipelineStep {
  StepElement() = default;
  explicit StepElement(const PipelineStep &step) : PipelineStep(step) {}
  /// An element in this one.
  StepElement makeInner() const {
    StepElement inner;
    inner.nest = nest;
    inner.conditions = conditions;
    return inner;
  }

  /// What it has, if it is no pass.
  std::optional<JsonInput> passes;
};
} // namespace

static constexpr JsonField<StepElement> elementFields[] = {
    jsonNameField<&StepElement::pass, StepElement>("pass"),
    optionsField<&StepElement::options, StepElement>,
    optionsFromField<&StepElement::optionsFrom, StepElement>,
    {"nest",
     [](const JsonInput &value, StepElement &into) {
       value.readName(into.nest.emplace_back());
     },
     nullptr},
    {"passes",
     [](const JsonInput &value, StepElement &into) {
       if (value.isArray())
         into.passes.emplace(value);
       else
         value.reportType("a list");
     },
     nullptr},
    {"when",
     [](const JsonInput &value, StepElement &into) {
       readCondition(value, into.conditions.emplace_back());
     },
     nullptr},
};

/// Reads an element, and what is in it, into one flat list.
static void readElement(const JsonInput &value, StepElement element,
                        std::vector<PipelineStep> &steps) {
  if (value.isString()) {
    if (value.readName(element.pass))
      steps.push_back(std::move(element));
    return;
  }
  if (!value.readObject("an element of a pipeline", elementFields, element))
    return;
  bool isPass = value.lookup("pass");
  if (isPass == element.passes.has_value()) {
    if (isPass)
      value.reject("an element has 'pass' or 'passes', not both");
    else
      value.reportMissing("an element of a pipeline needs 'pass' or 'passes'");
    return;
  }
  for (StringRef key : {"options", "optionsFrom", "nest"})
    if (std::optional<JsonInput> member = value.find(key);
        member && isPass == (key == "nest")) {
      member->rejectKey("'" + key.str() + "' goes with '" +
                        (isPass ? "passes" : "pass") + "', not with '" +
                        (isPass ? "pass" : "passes") + "'");
      return;
    }
  if (isPass)
    return steps.push_back(std::move(element));
  element.passes->forEach([&](const JsonInput &inner) {
    readElement(inner, element.makeInner(), steps);
  });
}

/// The same for elements of a text.
static void readElements(ArrayRef<TextualElement> elements,
                         const StepElement &around,
                         std::vector<PipelineStep> &steps) {
  for (const TextualElement &element : elements) {
    StepElement step = around.makeInner();
    if (element.isNest()) {
      step.nest.push_back(element.name.str());
      readElements(element.nested, step, steps);
      continue;
    }
    step.pass = element.name.str();
    step.options = element.options.str();
    steps.push_back(std::move(step));
  }
}

static void readText(const JsonInput &value, std::vector<PipelineStep> &steps) {
  Expected<TextualPipeline> parsed = parseTextualPipeline(
      value.getText(), value.getReader().getSource().getName());
  if (parsed)
    return readElements(parsed->getElements(), StepElement(), steps);
  // A place in the text is none in the file.
  for (Diagnostic &diagnostic : takeDiagnostics(parsed.takeError()))
    value.reject("the textual pipeline cannot be read: " + diagnostic.message);
}

/// Reads a list of steps, or a textual pipeline. Replaces `into` unless
/// something was reported.
static void readSteps(const JsonInput &value, std::vector<PipelineStep> &into) {
  std::vector<PipelineStep> steps;
  if (value.isString())
    readText(value, steps);
  else if (value.isArray())
    value.forEach([&](const JsonInput &element) {
      readElement(element, StepElement(), steps);
    });
  else
    return value.reportType("a list or a textual pipeline");
  if (steps.empty() && !value.getReader().hasErrors())
    value.reject("a registered pipeline has at least one pass");
  if (!steps.empty())
    into = std::move(steps);
}

static void writeStep(JsonOutput &os, const PipelineStep &step) {
  if (step.options.empty() && step.optionsFrom.empty())
    return os.value(step.pass);
  os.object([&] { writeFields(os, elementFields, StepElement(step)); });
}

static bool isTogether(const PipelineStep &a, const PipelineStep &b) {
  return a.nest == b.nest && a.conditions == b.conditions;
}

/// Writes the steps inside of the conditions from `condition` on, and of the
/// nests from `nest` on.
static void writeGroup(JsonOutput &os, ArrayRef<PipelineStep> steps,
                       size_t condition, size_t nest) {
  const PipelineStep &first = steps.front();
  bool hasCondition = condition < first.conditions.size();
  bool hasNest = nest < first.nest.size();
  if (!hasCondition && !hasNest) {
    for (const PipelineStep &step : steps)
      writeStep(os, step);
    return;
  }
  os.object([&] {
    if (hasNest)
      os.attribute("nest", first.nest[nest]);
    os.attributeArray("passes", [&] {
      writeGroup(os, steps, condition + hasCondition, nest + hasNest);
    });
    if (!hasCondition)
      return;
    os.attribute("when", first.conditions[condition].getText());
  });
}

/// Writes the list; neighbours in one nest, under one condition, together.
static void writeSteps(JsonOutput &os, ArrayRef<PipelineStep> steps) {
  os.array([&] {
    while (!steps.empty()) {
      size_t count = 1;
      while (count < steps.size() && isTogether(steps[0], steps[count]))
        ++count;
      writeGroup(os, steps.take_front(count), 0, 0);
      steps = steps.drop_front(count);
    }
  });
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

/// A list that replaces what was there.
template <auto member>
static constexpr JsonField<PassDescriptor> newListField(StringLiteral key) {
  return {key,
          [](const JsonInput &value, PassDescriptor &into) {
            std::vector<std::string> list;
            if (value.read(list))
              into.*member = std::move(list);
          },
          jsonField<member>(key).write};
}

static void readKinds(const JsonInput &value, PassDescriptor &into) {
  value.forEach([&](const JsonInput &element) {
    std::string kind;
    if (element.readName(kind))
      into.addKind(kind);
  });
}

static void readOptions(const JsonInput &value, PassDescriptor &into) {
  into.hasOptionList |= value.isObject();
  value.forEachMember([&](const JsonInput &member) {
    OptionDescriptor option;
    option.name = member.getKey().str();
    if (!member.checkKeyName() || !readOption(member, option))
      return;
    for (OptionDescriptor &known : into.options)
      if (known.name == option.name) {
        known = std::move(option);
        return;
      }
    into.options.push_back(std::move(option));
  });
}

/// The default alone if that is all.
static void writeOption(JsonOutput &os, const OptionDescriptor &option) {
  if (option.type != OptionDescriptor::Type::Text || !option.values.empty() ||
      !option.summary.empty() || !option.testOnly.empty())
    os.object([&] { writeOptionFields(os, option); });
  else if (option.defaultValue.empty())
    os.value(nullptr);
  else
    os.value(option.defaultValue);
}

static void writeOptions(JsonOutput &os, StringRef key,
                         const PassDescriptor &from) {
  if (!from.hasOptionList)
    return;
  os.attributeObject(key, [&] {
    for (const OptionDescriptor &option : from.options)
      os.attributeWith(option.name, [&] { writeOption(os, option); });
  });
}

static constexpr JsonField<PassDescriptor> passFields[] = {
    jsonField<&PassDescriptor::summary>("summary"),
    jsonField<&PassDescriptor::group>("group"),
    jsonField<&PassDescriptor::anchor>("anchor"),
    newListField<&PassDescriptor::anchorChoices>("anchors"),
    {"kinds", readKinds, jsonField<&PassDescriptor::kinds>("kinds").write},
    {"options", readOptions, writeOptions},
    newListField<&PassDescriptor::dependentDialects>("dependentDialects"),
    {"pipeline",
     [](const JsonInput &value, PassDescriptor &into) {
       readSteps(value, into.pipeline);
     },
     [](JsonOutput &os, StringRef key, const PassDescriptor &from) {
       if (from.isPipeline())
         os.attributeWith(key, [&] { writeSteps(os, from.pipeline); });
     }},
    jsonNameField<&PassDescriptor::like>("like"),
    // What it means is looked at where the rest is read.
    {"guessed", jsonRemark<PassDescriptor, bool>("").read,
     [](JsonOutput &os, StringRef key, const PassDescriptor &from) {
       writeMember(os, key, from.isGuessed());
     }},
    jsonRemark<PassDescriptor>("since"),
    jsonRemark<PassDescriptor, unsigned>("until"),
    {"override", jsonRemark<PassDescriptor, bool>("").read,
     jsonField<&PassDescriptor::isOverride>("override").write},
    jsonRemark<PassDescriptor>("exceptions"),
    // Counts of a tool (SuggestedContracts.h).
    {"observed", [](const JsonInput &, PassDescriptor &) {}, nullptr},
    jsonRemark<PassDescriptor>("reason"),
    jsonRemark<PassDescriptor>("source"),
};

//===----------------------------------------------------------------------===//
// What is newer than the version of the catalog, or about another release
//===----------------------------------------------------------------------===//

static bool isLater(StringRef since, std::optional<CatalogVersion> version) {
  std::optional<CatalogVersion> read = CatalogVersion::parse(since);
  return read && version && *version < *read;
}

bool pmb::isNewer(const JsonValue &value,
                  std::optional<CatalogVersion> version) {
  return isLater(value.at("since").getText(), version);
}

/// True unless `since` is of a later release, or `until` an earlier one.
static bool isAbout(StringRef since, unsigned until,
                    std::optional<CatalogVersion> version) {
  if (!version)
    return true;
  std::optional<CatalogVersion> read = CatalogVersion::parse(since);
  return (!read || read->release <= version->release) &&
         (!until || version->release <= until);
}

bool pmb::isAboutRelease(const JsonValue &value,
                         std::optional<CatalogVersion> version) {
  unsigned until = 0;
  if (value.at("until").getText().getAsInteger(10, until))
    until = 0; // absent, or reported where it is read
  return isAbout(value.at("since").getText(), until, version);
}

/// Reports a `since` that is no version.
static void checkSince(const JsonInput &value) {
  std::optional<JsonInput> since = value.find("since");
  // Another type is reported where that is read.
  if (since && since->isString() && !CatalogVersion::parse(since->getText()))
    since->reject(quote(since->getText()) +
                  " is no version of a catalog; 22.1 is one");
}

/// Reads the contract, and parts what is newer from what counts. True if what
/// counts says what the pass does.
static bool readSaid(const JsonInput &value, PassDescriptor &into,
                     std::optional<CatalogVersion> version) {
  std::string since = value.at("since").getText().str();
  auto counts = [&](const JsonInput &element,
                    ContractEntry &entry) -> std::optional<bool> {
    checkSince(element);
    if (!isAbout(entry.since, entry.until, version))
      return std::nullopt;
    if (entry.since.empty())
      entry.since = since;
    return !isLater(entry.since, version);
  };
  bool hasWords = readContractWords(value, into.contract, counts);
  bool isAllNewer = isLater(since, version);
  Contract known = into.contract.filter([&](const ContractEntry &entry) {
    return !isLater(entry.since, version);
  });
  if (isAllNewer) {
    // Whether the pass is idempotent has no version of its own.
    known = Contract();
    hasWords = false;
  }
  if (isAllNewer ||
      range_size(known.getEntries()) != range_size(into.contract.getEntries()))
    into.newest = std::exchange(into.contract, std::move(known));
  return hasWords;
}

void pmb::readPassDescriptor(const JsonInput &value, PassDescriptor &into,
                             std::optional<CatalogVersion> version) {
  checkSince(value);
  if (isNewer(value, version)) {
    // Where a pass may run, and of what kind it is, can make others wrong, and
    // so can a complete list of options.
    PassDescriptor read = into;
    value.readObject("a pass", passFields, read, getContractWords());
    into.summary = read.summary;
    into.group = read.group;
    into.options = read.options;
    into.like = read.like;
  } else {
    value.readObject("a pass", passFields, into, getContractWords());
  }
  if (!value.isObject())
    return;
  if (value.at("guessed").getBool())
    readContractWords(value, into.guess,
                      [](const JsonInput &, ContractEntry &) { return true; });
  else
    into.hasContract |= readSaid(value, into, version);
  into.hasContract |= !into.pipeline.empty();
}

void pmb::writePassDescriptor(JsonOutput &os, const PassDescriptor &pass) {
  os.object([&] {
    writeFields(os, passFields, pass);
    // Of a guess beside an order that is known, one entry is a guess, too.
    Contract said = pass.isGuessed() ? pass.guess : Contract();
    said.extend(pass.getNewest());
    said.idempotent(pass.contract.isIdempotent());
    writeContractWords(os, said);
    // What is known to do nothing is not unknown.
    Contract known = said.filter(
        [](const ContractEntry &entry) { return entry.since.empty(); });
    if (pass.hasContract && (known.empty() || known.isOrderOnly()) &&
        pass.pipeline.empty() && !known.isIdempotent() && pass.like.empty())
      writeEmptyWord(os, said);
  });
}
