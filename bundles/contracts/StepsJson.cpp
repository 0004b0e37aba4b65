//===- StepsJson.cpp - What registered pipelines stand for, as JSON -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/contracts/StepsJson.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/contracts/ContractJson.h"
#include "bundles/contracts/OptionsJson.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static void readType(const JsonInput &value, OptionDescriptor &into) {
  std::string name;
  if (!value.read(name))
    return;
  if (std::optional<OptionDescriptor::Type> type = parseOptionType(name))
    into.type = *type;
  else
    value.reportUnknown(DiagnosticCode::BadValue,
                        "there is no type '" + name + "' of options", name,
                        getOptionTypeNames());
}

static void readDefault(const JsonInput &value, OptionDescriptor &into) {
  if (value.getKind() != JsonValue::Kind::Null)
    value.readScalar(into.defaultValue);
}

static constexpr JsonField<OptionDescriptor> optionFields[] = {
    {"type", readType,
     [](JsonOutput &os, StringRef key, const OptionDescriptor &from) {
       if (from.type != OptionDescriptor::Type::Enum && from.values.empty())
         writeMember(os, key, stringify(from.type));
     }},
    jsonField<&OptionDescriptor::values>("values"),
    {"default", readDefault,
     [](JsonOutput &os, StringRef key, const OptionDescriptor &from) {
       writeMember(os, key, from.defaultValue);
     }},
    jsonField<&OptionDescriptor::summary>("summary"),
    jsonField<&OptionDescriptor::testOnly>("testOnly"),
};

bool pmb::readOption(const JsonInput &value, OptionDescriptor &into) {
  if (!value.isObject()) {
    if (value.getKind() == JsonValue::Kind::Null)
      return true;
    return value.readScalar(into.defaultValue);
  }
  if (!value.readObject("an option", optionFields, into))
    return false;
  std::optional<JsonInput> type = value.find("type");
  std::optional<JsonInput> values = value.find("values");
  bool isEnum =
      type ? into.type == OptionDescriptor::Type::Enum : values.has_value();
  if (isEnum && into.values.empty()) {
    value.reportMissing("an option of type 'enum' needs 'values'");
    return false;
  }
  if (!isEnum && values) {
    values->reject("only an option of type 'enum' has 'values'");
    return false;
  }
  if (isEnum)
    into.type = OptionDescriptor::Type::Enum;
  return true;
}

void pmb::writeOptionFields(JsonOutput &os, const OptionDescriptor &option) {
  writeFields(os, optionFields, option);
}

void pmb::writeOption(JsonOutput &os, const OptionDescriptor &option) {
  if (option.type != OptionDescriptor::Type::Text || !option.values.empty() ||
      !option.summary.empty() || !option.testOnly.empty())
    os.object([&] { writeOptionFields(os, option); });
  else if (option.defaultValue.empty())
    os.value(nullptr);
  else
    os.value(option.defaultValue);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

namespace {
/// An element of the list, before it is known what it is.
struct StepElement : PipelineStep {
  std::string op;
  std::optional<JsonInput> passes = {};
  Condition condition;
};

/// Reads elements into one flat list.
class StepsReader {
public:
  explicit StepsReader(std::vector<PipelineStep> &steps) : steps(steps) {}

  void readList(const JsonInput &list) {
    list.forEach([&](const JsonInput &element) { readElement(element); });
  }
  void readText(const JsonInput &value);

private:
  void readElement(const JsonInput &value);
  void readText(ArrayRef<TextualElement> elements);
  void add(PipelineStep step) {
    step.nest = nest;
    step.conditions.insert(step.conditions.begin(), conditions.begin(),
                           conditions.end());
    steps.push_back(std::move(step));
  }

  std::vector<PipelineStep> &steps;
  /// What is around the element that is read.
  std::vector<std::string> nest;
  std::vector<Condition> conditions;
};
} // namespace

static constexpr JsonField<StepElement> elementFields[] = {
    jsonNameField<&StepElement::pass, StepElement>("pass"),
    optionsField<&StepElement::options, StepElement>,
    optionsFromField<&StepElement::optionsFrom, StepElement>,
    jsonNameField<&StepElement::op>("nest"),
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
       readCondition(value, into.condition);
     },
     nullptr},
};

void StepsReader::readElement(const JsonInput &value) {
  StepElement element;
  if (value.isString()) {
    if (value.readName(element.pass))
      add(std::move(element));
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
  if (!element.condition.isAlways())
    conditions.push_back(element.condition);
  if (!element.op.empty())
    nest.push_back(element.op);
  if (isPass)
    add(std::move(element));
  else
    readList(*element.passes);
  if (!element.op.empty())
    nest.pop_back();
  if (!element.condition.isAlways())
    conditions.pop_back();
}

void StepsReader::readText(ArrayRef<TextualElement> elements) {
  for (const TextualElement &element : elements) {
    if (!element.isNest()) {
      PipelineStep step;
      step.pass = element.name.str();
      step.options = element.options.str();
      add(std::move(step));
      continue;
    }
    nest.push_back(element.name.str());
    readText(element.nested);
    nest.pop_back();
  }
}

void StepsReader::readText(const JsonInput &value) {
  Expected<TextualPipeline> parsed = parseTextualPipeline(
      value.getText(), value.getReader().getSource().getName());
  if (parsed)
    return readText(parsed->getElements());
  // A place in the text is none in the file.
  for (Diagnostic &diagnostic : takeDiagnostics(parsed.takeError()))
    value.reject("the textual pipeline cannot be read: " + diagnostic.message);
}

void pmb::readSteps(const JsonInput &value, std::vector<PipelineStep> &into) {
  std::vector<PipelineStep> steps;
  StepsReader list(steps);
  if (value.isString())
    list.readText(value);
  else if (value.isArray())
    list.readList(value);
  else
    return value.reportType("a list or a textual pipeline");
  if (steps.empty() && !value.getReader().hasErrors())
    value.reject("a registered pipeline has at least one pass");
  if (!steps.empty())
    into = std::move(steps);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void writeStep(JsonOutput &os, const PipelineStep &step) {
  if (step.options.empty() && step.optionsFrom.empty())
    return os.value(step.pass);
  os.object([&] {
    StepElement element;
    static_cast<PipelineStep &>(element) = step;
    writeFields(os, elementFields, element);
  });
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

void pmb::writeSteps(JsonOutput &os, ArrayRef<PipelineStep> steps) {
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
