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
#include "builder/diagnostics/Suggestions.h"
#include "builder/edit/PipelineImpl.h"
#include "builder/list/PatternSlot.h"
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
  std::vector<std::pair<StringRef, std::string>> values;
  for (const auto &[name, from] : step.optionsFrom)
    if (auto value = getOptionValue(descriptor, options, from))
      values.push_back({name, std::move(*value)});
  return addOptions(step.options, values);
}

/// `options` decide conditions on them; a bundle has none.
static bool isConditionOnOption(const ContractEntry &entry) {
  return entry.condition.kind == Condition::Kind::Option;
}

static bool holdsWith(const Condition &condition,
                      const PassDescriptor &descriptor, StringRef options) {
  OptionValues values(descriptor, options);
  // Of an element of a pipeline, the text is about the pipeline's options.
  return holds(condition, values, [&](StringRef text) {
    return OptionScope(descriptor, options).holds(text);
  });
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
  decided.greedy(contract.isGreedy());
  return decided;
}

Expected<std::optional<PassBundle>>
PassProvider::openPipeline(StringRef name, StringRef options,
                           const AnchorPath &path) {
  const PassDescriptor *descriptor = catalog.lookupPass(name);
  if (!descriptor || !descriptor->isPipeline())
    return std::nullopt;
  if (Error error = verifyOptions(*descriptor, options))
    return error;
  std::vector<std::string> outer = path.getOps();
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
PipelineImpl::openIfPipeline(const PassSpec &pass, const AnchorPath &path) {
  Expected<std::optional<PassBundle>> opened =
      pass.name == rewritePass
          ? openRewrite(pass)
          : provider.openPipeline(pass.name, pass.options, path);
  if (!opened || !*opened)
    return opened;
  PassBundle &bundle = **opened;
  StringRef options = stripBraces(pass.options);
  bundle.setPipeline(options);
  const Symbol *symbol = list.lookupSymbol(Target::Kind::Pass, pass.name);
  const PassDescriptor *descriptor =
      symbol ? symbol->descriptor : getCatalog().lookupPass(pass.name);
  if (!descriptor)
    return opened;
  bundle.contract =
      decideConditions(descriptor->contract, *descriptor, options);
  // A kind that passes of it have is theirs: before and after it are then
  // places in the pipeline.
  for (const std::string &kind : descriptor->kinds)
    if (none_of(bundle.getEntries(), [&](const PassBundle::Entry &entry) {
          const PassDescriptor *known =
              getCatalog().lookupPass(entry.pass.name);
          return known && known->hasKind(kind);
        }))
      bundle.addKind(kind);
  return opened;
}

Error PipelineImpl::checkNotInItself(StringRef pipeline,
                                     const BundleInstance *around) {
  std::vector<StringRef> through;
  for (const BundleInstance *outer = around; outer; outer = outer->parent) {
    if (outer->isPipeline && outer->getName() == pipeline) {
      Diagnostic diagnostic(DiagnosticCode::IncludeCycle,
                            "the pipeline '" + pipeline.str() +
                                "' contains itself");
      diagnostic.about(pipeline);
      for (StringRef name : reverse(through))
        diagnostic.note("through '" + name.str() + "'");
      return makeError(std::move(diagnostic));
    }
    if (outer->isPipeline)
      through.push_back(outer->getName());
  }
  return Error::success();
}

void PipelineImpl::addToOpened(StringRef name, const Contract &contract) {
  const PassDescriptor *descriptor = getCatalog().lookupPass(name);
  for (BundleInstance *instance : list.getBundles()) {
    if (!instance->isPipeline || instance->getName() != name)
      continue;
    const Contract *previous = instance->contract;
    Contract own = previous ? *previous : Contract();
    own.extend(decideConditions(contract,
                                descriptor ? *descriptor : PassDescriptor(),
                                instance->pipelineOptions));
    list.setContract(*instance, list.keep(std::move(own)));
  }
}
