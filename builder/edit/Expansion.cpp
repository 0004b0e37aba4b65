//===- Expansion.cpp - Names of registered pipelines ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `buffer-deallocation-pipeline` is one name in a textual pipeline and eight
// passes when it runs. In a pipeline under construction it is a bundle of that
// name with these passes, which are found, checked and edited like any others.
//
//===----------------------------------------------------------------------===//

#include "builder/check/CompiledContract.h"
#include "builder/edit/Pipeline.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

/// The options that a step has when the pipeline is given `options`.
static std::string getStepOptions(const PipelineStep &step,
                                  const PassDescriptor &descriptor,
                                  StringRef options) {
  std::string text;
  auto add = [&](StringRef name, StringRef value) {
    text += ((text.empty() ? "" : " ") + name + "=" + value).str();
  };
  StringMap<std::string> values;
  for (const auto &[name, from] : step.optionsFrom)
    if (auto value = getOptionValue(descriptor, options, from))
      values[name] = std::move(*value);
  for (auto [name, value] : splitOptions(step.options))
    if (!values.count(name))
      add(name, value);
  for (const auto &[name, from] : step.optionsFrom)
    if (auto it = values.find(name); it != values.end())
      add(name, it->second);
  return text;
}

/// `options` decide conditions on them; a bundle has none.
static bool isConditionOnOption(const ContractEntry &entry) {
  return entry.condition.kind == Condition::Kind::Option;
}

static bool holdsWith(const Condition &condition,
                      const PassDescriptor &descriptor, StringRef options) {
  OptionValues values(descriptor, options);
  return holds(condition, values, [](StringRef) { return false; });
}

/// The entries of `contract` that apply with these options, no longer asking
/// for them.
static Contract decideConditions(const Contract &contract,
                                 const PassDescriptor &descriptor,
                                 StringRef options) {
  Contract decided;
  auto decide = [&](auto entries) {
    for (auto entry : entries) {
      if (isConditionOnOption(entry)) {
        if (!holdsWith(entry.condition, descriptor, options))
          continue;
        entry.condition = Condition();
      }
      decided.add(std::move(entry));
    }
  };
  decide(contract.getOrder());
  decide(contract.getProperties());
  decide(contract.getContents());
  return decided;
}

Expected<std::optional<PassBundle>>
Pipeline::openPipeline(StringRef name, StringRef options,
                       const AnchorPath &path) {
  const PassDescriptor *descriptor = catalog.lookupPass(name);
  if (!descriptor || !descriptor->isPipeline())
    return std::nullopt;
  if (Error error = verifyOptions(*descriptor, options))
    return error;
  std::vector<std::string> outer;
  for (const AnchorPath *step = &path; step->getDepth();
       step = step->getParent())
    outer.insert(outer.begin(), step->getOp().str());
  PassBundle bundle(name);
  for (const PipelineStep &step : descriptor->pipeline) {
    if (!all_of(step.conditions, [&](const Condition &condition) {
          return holdsWith(condition, *descriptor, options);
        }))
      continue;
    PassSpec pass(step.pass, getStepOptions(step, *descriptor, options));
    pass.nest = outer;
    append_range(*pass.nest, step.nest);
    bundle.add(std::move(pass));
  }
  return std::optional<PassBundle>(std::move(bundle));
}

Expected<std::optional<PassBundle>>
Pipeline::openIfPipeline(const PassSpec &pass, const AnchorPath &path) {
  if (pass.isInstance)
    return std::nullopt;
  Expected<std::optional<PassBundle>> opened =
      openPipeline(pass.name, pass.options, path);
  if (!opened || !*opened)
    return opened;
  PassBundle &bundle = **opened;
  StringRef options = stripBraces(pass.options);
  bundle.setPipeline(options);
  const Symbol *symbol = lookupSymbol(Target::Kind::Pass, pass.name);
  const PassDescriptor *descriptor =
      symbol ? symbol->descriptor : catalog.lookupPass(pass.name);
  if (!descriptor)
    return opened;
  bundle.contract =
      decideConditions(descriptor->contract, *descriptor, options);
  // A kind that passes of it have is theirs: before and after it are then
  // places in the pipeline.
  for (const std::string &kind : descriptor->kinds)
    if (none_of(bundle.getEntries(), [&](const PassBundle::Entry &entry) {
          const PassDescriptor *known = catalog.lookupPass(entry.pass.name);
          return known && known->hasKind(kind);
        }))
      bundle.addKind(kind);
  return opened;
}

Error Pipeline::checkNotInItself(const BundleInstance &instance) {
  std::vector<StringRef> through;
  for (const BundleInstance *outer = instance.parent; outer;
       outer = outer->parent) {
    if (outer->isPipeline && outer->symbol == instance.symbol) {
      Diagnostic diagnostic(DiagnosticCode::IncludeCycle,
                            "the pipeline '" + instance.getName().str() +
                                "' contains itself");
      for (StringRef name : reverse(through))
        diagnostic.note("through '" + name.str() + "'");
      return makeError(std::move(diagnostic));
    }
    if (outer->isPipeline)
      through.push_back(outer->getName());
  }
  return Error::success();
}

void Pipeline::addToOpened(StringRef name, const Contract &contract) {
  const PassDescriptor *descriptor = catalog.lookupPass(name);
  for (const auto &instance : bundleInstances) {
    if (!instance->isPipeline || instance->getName() != name)
      continue;
    const Contract *previous = instance->contract;
    auto own = std::make_unique<Contract>(
        decideConditions(contract, descriptor ? *descriptor : PassDescriptor(),
                         instance->pipelineOptions));
    if (previous) {
      Contract merged = *previous;
      merged.append(*own);
      *own = std::move(merged);
    }
    instance->contract = own.get();
    bundleContracts.push_back(std::move(own));
    onRollback(
        [bundle = instance.get(), previous] { bundle->contract = previous; });
  }
}

//===----------------------------------------------------------------------===//
// What the catalog says
//===----------------------------------------------------------------------===//

Error Catalog::verifyPipeline(const PassDescriptor &descriptor) const {
  for (const OptionDescriptor &option : descriptor.options)
    if (!option.defaultValue.empty() && !option.accepts(option.defaultValue))
      return makeError(Diagnostic(DiagnosticCode::BadOptions,
                                  "'" + option.defaultValue +
                                      "' is not a value of '" + option.name +
                                      "', whose default it is")
                           .note("it takes " + option.describeValues()));
  auto verifyOption = [&](StringRef step, StringRef option) -> Error {
    if (!descriptor.hasOptionList || descriptor.lookupOption(option))
      return Error::success();
    Diagnostic diagnostic(DiagnosticCode::BadOptions,
                          "'" + step.str() + "' in '" + descriptor.name +
                              "' depends on the option '" + option.str() +
                              "', which '" + descriptor.name +
                              "' does not have");
    SmallVector<StringRef> names;
    for (const OptionDescriptor &known : descriptor.options)
      names.push_back(known.name);
    std::string near = suggestNames(option, names);
    if (!near.empty())
      diagnostic.help("did you mean " + near + "?");
    return makeError(std::move(diagnostic));
  };
  for (const PipelineStep &step : descriptor.pipeline) {
    if (step.pass == descriptor.name)
      return makeError(
          Diagnostic(DiagnosticCode::IncludeCycle,
                     "the pipeline '" + descriptor.name + "' contains itself"));
    for (const Condition &condition : step.conditions)
      if (Error error = verifyOption(step.pass, condition.name))
        return error;
    std::string options = step.options;
    for (const auto &[name, from] : step.optionsFrom) {
      if (Error error = verifyOption(step.pass, from))
        return error;
      // Of the value only the type is known.
      std::optional<std::string> value = getOptionValue(descriptor, "", from);
      const PassDescriptor *pass = lookupPass(step.pass);
      const OptionDescriptor *option =
          pass ? pass->lookupOption(name) : nullptr;
      if (value)
        options += " " + name + "=" + *value;
      else if (!option)
        options += " " + name;
    }
    if (const PassDescriptor *pass = lookupPass(step.pass))
      if (Error error = verifyOptions(*pass, options))
        return error;
  }
  return Error::success();
}
