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

static void readType(JsonReader &reader, const JsonValue &value,
                     OptionDescriptor &into) {
  std::string name;
  if (!reader.read(value, name))
    return;
  if (std::optional<OptionDescriptor::Type> type = parseOptionType(name))
    into.type = *type;
  else
    reader.reportUnknown(DiagnosticCode::BadValue, value.getPlace(),
                         "there is no type '" + name + "' of options", name,
                         getOptionTypeNames());
}

static void readDefault(JsonReader &reader, const JsonValue &value,
                        OptionDescriptor &into) {
  if (value.getKind() != JsonValue::Kind::Null)
    reader.readScalar(value, into.defaultValue);
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

bool pmb::readOption(JsonReader &reader, const JsonValue &value,
                     OptionDescriptor &into) {
  if (!value.isObject()) {
    if (value.getKind() == JsonValue::Kind::Null)
      return true;
    return reader.readScalar(value, into.defaultValue);
  }
  if (!reader.readObject(value, "an option", optionFields, into))
    return false;
  const JsonMember *type = value.lookup("type");
  const JsonMember *values = value.lookup("values");
  bool isEnum =
      type ? into.type == OptionDescriptor::Type::Enum : values != nullptr;
  if (isEnum && into.values.empty()) {
    reader.report(DiagnosticCode::MissingKey, value.getPlace(),
                  "an option of type 'enum' needs 'values'");
    return false;
  }
  if (!isEnum && values) {
    reader.report(DiagnosticCode::BadValue, values->value.getPlace(),
                  "only an option of type 'enum' has 'values'");
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
  const JsonValue *passes = nullptr;
  Condition condition;
};

/// Reads elements into one flat list.
class StepsReader {
public:
  StepsReader(JsonReader &reader, std::vector<PipelineStep> &steps)
      : reader(reader), steps(steps) {}

  void readList(const JsonValue &list);
  void readText(const JsonValue &value);

private:
  void readElement(const JsonValue &value);
  void readText(ArrayRef<TextualElement> elements);
  void add(PipelineStep step) {
    step.nest = nest;
    step.conditions.insert(step.conditions.begin(), conditions.begin(),
                           conditions.end());
    steps.push_back(std::move(step));
  }

  JsonReader &reader;
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
     [](JsonReader &reader, const JsonValue &value, StepElement &into) {
       if (value.isArray())
         into.passes = &value;
       else
         reader.reportType(value, "a list");
     },
     nullptr},
    {"when",
     [](JsonReader &reader, const JsonValue &value, StepElement &into) {
       readCondition(reader, value, into.condition);
     },
     nullptr},
};

void StepsReader::readElement(const JsonValue &value) {
  StepElement element;
  if (value.isString()) {
    if (reader.readName(value, element.pass))
      add(std::move(element));
    return;
  }
  if (!reader.readObject(value, "an element of a pipeline", elementFields,
                         element))
    return;
  bool isPass = value.lookup("pass");
  if (isPass == (element.passes != nullptr)) {
    if (isPass)
      reader.report(DiagnosticCode::BadValue, value.getPlace(),
                    "an element has 'pass' or 'passes', not both");
    else
      reader.report(DiagnosticCode::MissingKey, value.getPlace(),
                    "an element of a pipeline needs 'pass' or 'passes'");
    return;
  }
  for (StringRef key : {"options", "optionsFrom", "nest"})
    if (const JsonMember *member = value.lookup(key);
        member && isPass == (key == "nest")) {
      reader.report(DiagnosticCode::BadValue, member->place,
                    "'" + key.str() + "' goes with '" +
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

void StepsReader::readList(const JsonValue &list) {
  for (const JsonValue &element : list.getElements())
    readElement(element);
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

void StepsReader::readText(const JsonValue &value) {
  Expected<TextualPipeline> parsed =
      parseTextualPipeline(value.getText(), reader.getSource().getName());
  if (parsed)
    return readText(parsed->getElements());
  // A place in the text is none in the file.
  for (Diagnostic &diagnostic : takeDiagnostics(parsed.takeError()))
    reader.report(DiagnosticCode::BadValue, value.getPlace(),
                  "the textual pipeline cannot be read: " + diagnostic.message);
}

void pmb::readSteps(JsonReader &reader, const JsonValue &value,
                    std::vector<PipelineStep> &into) {
  std::vector<PipelineStep> steps;
  StepsReader list(reader, steps);
  if (value.isString())
    list.readText(value);
  else if (value.isArray())
    list.readList(value);
  else
    return reader.reportType(value, "a list or a textual pipeline");
  if (steps.empty() && !reader.hasErrors())
    reader.report(DiagnosticCode::BadValue, value.getPlace(),
                  "a registered pipeline has at least one pass");
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
