//===- PassJson.cpp - What is known of passes, as JSON -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/contracts/PassJson.h"
#include "bundles/contracts/ContractJson.h"
#include "bundles/contracts/StepsJson.h"

using namespace pmb;
using namespace llvm;

/// A list that replaces what was there.
template <auto member>
static constexpr JsonField<PassDescriptor> newListField(StringLiteral key) {
  return {key,
          [](JsonReader &reader, const JsonValue &value, PassDescriptor &into) {
            std::vector<std::string> list;
            if (reader.read(value, list))
              into.*member = std::move(list);
          },
          jsonField<PassDescriptor, member>(key).write};
}

static void readKinds(JsonReader &reader, const JsonValue &value,
                      PassDescriptor &into) {
  reader.forEach(value, [&](const JsonValue &element) {
    std::string kind;
    if (reader.readName(element, kind))
      into.addKind(kind);
  });
}

static void readOptions(JsonReader &reader, const JsonValue &value,
                        PassDescriptor &into) {
  into.hasOptionList |= value.isObject();
  reader.forEachMember(value, [&](const JsonMember &member) {
    OptionDescriptor option;
    option.name = member.key.str();
    if (!reader.checkName(member.key, member.place) ||
        !readOption(reader, member.value, option))
      return;
    for (OptionDescriptor &known : into.options)
      if (known.name == option.name) {
        known = std::move(option);
        return;
      }
    into.options.push_back(std::move(option));
  });
}

static void writeOptions(JsonOutput &os, StringRef key,
                         const PassDescriptor &from) {
  if (!from.hasOptionList)
    return;
  os.attributeObject(key, [&] {
    for (const OptionDescriptor &option : from.options) {
      os.attributeBegin(option.name);
      writeOption(os, option);
      os.attributeEnd();
    }
  });
}

/// What it means is looked at where the rest is read.
static void checkTruth(JsonReader &reader, const JsonValue &value,
                       PassDescriptor &) {
  bool ignored;
  reader.read(value, ignored);
}

static bool isGuessed(const JsonValue &value) {
  const JsonMember *guessed = value.lookup("guessed");
  return guessed && guessed->value.getBool();
}

static constexpr JsonField<PassDescriptor> passFields[] = {
    jsonField<PassDescriptor, &PassDescriptor::summary>("summary"),
    jsonField<PassDescriptor, &PassDescriptor::group>("group"),
    jsonField<PassDescriptor, &PassDescriptor::anchor>("anchor"),
    newListField<&PassDescriptor::anchorChoices>("anchors"),
    {"kinds", readKinds,
     jsonField<PassDescriptor, &PassDescriptor::kinds>("kinds").write},
    {"options", readOptions, writeOptions},
    newListField<&PassDescriptor::dependentDialects>("dependentDialects"),
    {"pipeline",
     [](JsonReader &reader, const JsonValue &value, PassDescriptor &into) {
       readSteps(reader, value, into.pipeline);
     },
     [](JsonOutput &os, StringRef key, const PassDescriptor &from) {
       if (!from.isPipeline())
         return;
       os.attributeBegin(key);
       writeSteps(os, from.pipeline);
       os.attributeEnd();
     }},
    jsonNameField<PassDescriptor, &PassDescriptor::like>("like"),
    {"guessed", checkTruth,
     [](JsonOutput &os, StringRef key, const PassDescriptor &from) {
       writeMember(os, key, from.isGuessed());
     }},
    {"override", checkTruth,
     jsonField<PassDescriptor, &PassDescriptor::isOverride>("override").write},
    jsonRemark<PassDescriptor>("exceptions"),
    // Counts of a tool (SuggestedContracts.h).
    {"observed", [](JsonReader &, const JsonValue &, PassDescriptor &) {},
     nullptr},
    jsonRemark<PassDescriptor>("reason"),
    jsonRemark<PassDescriptor>("source"),
};

void pmb::readPassDescriptor(JsonReader &reader, const JsonValue &value,
                             PassDescriptor &into) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    for (const JsonField<PassDescriptor> &field : passFields)
      if (member.key == field.key)
        field.read(reader, member.value, into);
  });
  if (!value.isObject())
    return;
  bool isGuess = isGuessed(value);
  bool hasWords =
      readContractWords(reader, value, isGuess ? into.guess : into.contract);
  into.hasContract |= (hasWords && !isGuess) || !into.pipeline.empty();
  SmallVector<StringRef, 24> known;
  for (const JsonField<PassDescriptor> &field : passFields)
    known.push_back(field.key);
  append_range(known, getContractWords());
  reader.checkKeys(value, "a pass", known);
}

void pmb::writePassDescriptor(JsonOutput &os, const PassDescriptor &pass) {
  os.object([&] {
    writeFields(os, passFields, pass);
    // Of a guess beside an order that is known, one entry is a guess, too.
    Contract said = pass.isGuessed() ? pass.guess : Contract();
    said.extend(pass.contract);
    writeContractWords(os, said);
    // What is known to do nothing is not unknown.
    const Contract &contract = pass.contract;
    if (pass.hasContract && (contract.empty() || contract.isOrderOnly()) &&
        pass.pipeline.empty() && !contract.isIdempotent() && pass.like.empty())
      os.attributeArray("lowers", [] {});
  });
}
