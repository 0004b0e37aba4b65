//===- Opening.cpp - What a name in a recipe stands for -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass gets its instance. `buffer-deallocation-pipeline` is one name in a
// textual pipeline and eight passes when it runs. In a pipeline under
// construction it is a bundle of that name with these passes, which are found,
// checked and edited like any others.
//
//===----------------------------------------------------------------------===//

#include "builder/check/CompiledContract.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/edit/Linker.h"
#include "builder/list/PatternSlot.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

Expected<const Recipe *> RecipeNames::lookupBundle(StringRef name) {
  if (const PassBundle *known = catalog.lookupBundle(name))
    return &known->getRecipe();
  return catalog.makeBundle(name, "").takeError();
}

Error RecipeNames::include(const Recipe &, StringRef, function_ref<void()>) {
  return Error::success();
}

void RecipeNames::locate(Diagnostic &diagnostic, const Recipe &element, bool) {
  element.source->locate(diagnostic, element.place);
}

Error PipelineImpl::checkLimit(size_t count, size_t limit,
                               const char *message) {
  if (count <= limit)
    return Error::success();
  return Diagnostic(DiagnosticCode::TooLarge, message, limit);
}

Error PipelineImpl::checkBraces(StringRef name, StringRef options) {
  if (options.empty())
    return Error::success();
  int depth = countOpenBraces(stripBraces(options));
  if (depth == 0)
    return Error::success();
  return Diagnostic(DiagnosticCode::BadOptions,
                    "the options '{0}' of '{1}' have a '{2}", options.str(),
                    name, depth < 0 ? "}' without a '{'" : "{' without a '}'")
      .about(options);
}

Error Linker::verifyDescription(PassSpec &pass) {
  if (!pass.described)
    if (Error error = pass.instance.getDescription().moveInto(pass.described))
      return error;
  if (!pass.described)
    return Error::success();
  // It is verified when it is new here.
  const Symbol *known =
      pipeline.list.lookupSymbol(Target::Kind::Pass, pass.name);
  if (known && known->described == pass.described)
    return Error::success();
  const OptionScope &scope = pipeline.getOptions();
  auto verify = [&](const PassDescriptor &own) -> Error {
    if (Error error =
            pipeline.getCatalog().verify(own, /*kindsMayCome=*/true, &scope))
      return error;
    return own.contract.verifyReach(pass.name);
  };
  if (!pass.described->contract.isConditional() ||
      pass.described->hasOptionList)
    return verify(*pass.described);
  PassDescriptor own = *pass.described;
  std::string printed = pass.instance.getOptions();
  for (auto [name, value] : splitOptions(printed))
    if (!own.lookupOption(name))
      own.options.push_back({name.str(), value.str()});
  if (Error error = verify(own))
    return error;
  // The options that `describe` asks for are those of the instance. Not all of
  // them can be seen, so only what looks like another is an error, unless the
  // catalog lists them.
  const PassDescriptor *listed = pipeline.getCatalog().lookupPass(pass.name);
  if (listed && listed->hasOptionList)
    own.options = listed->options;
  std::vector<StringRef> names = getNames(own.options);
  own.hasOptionList =
      (listed && listed->hasOptionList) ||
      any_of(own.contract.getEntries(), [&](const ContractEntry &entry) {
        return any_of(entry.condition.getTerms(), [&](const auto &term) {
          return isOwnOption(own, term, &scope) &&
                 !is_contained(names, term.name) &&
                 !suggestNames(term.name, names).empty();
        });
      });
  return own.hasOptionList ? verify(own) : Error::success();
}

/// Fails for a name that no pass can have, and for that of an operation.
Error Linker::verifyPassName(StringRef name) const {
  const Catalog &catalog = pipeline.getCatalog();
  if (catalog.lookupPass(name))
    return Error::success();
  auto makeText = [&](std::string help) {
    return Diagnostic(DiagnosticCode::BadName,
                      "'{0}' cannot be the name of a pass", name)
        .about(name)
        .help(std::move(help));
  };
  if (name.find_first_of("(,") != StringRef::npos)
    return makeText("it is the text of a pipeline: add it as such, or its "
                    "passes one by one");
  if (size_t brace = name.find('{');
      brace != StringRef::npos && name.ends_with("}"))
    return makeText("name '" + name.take_front(brace).str() +
                    "', and give the options apart");
  StringRef dialect = name.take_front(name.find('.'));
  bool isKnownDialect = name != dialect && catalog.hasDialect(dialect);
  if (isKnownDialect || catalog.lookupOperation(name)) {
    StringRef what =
        catalog.getRules().hasParameters ? "a nest" : "an operation";
    Diagnostic diagnostic(DiagnosticCode::UnknownPass,
                          "'{0}' is {1}, not a pass", name, what);
    diagnostic.about(name);
    if (catalog.canBeAnchor(name))
      diagnostic.help("passes for it stand in parentheses: '{0}(...)'", name);
    return diagnostic;
  }
  return catalog.canNamePass(name) ? Error::success()
                                   : makeError(makeBadName("pass", name));
}

Error Linker::prepare(Recipe &pass, const AnchorPath *nest) {
  if (pass.isInstance) {
    if (!pass.instance)
      return Diagnostic(DiagnosticCode::NoInstance,
                        pass.name.empty()
                            ? "the pass to be added is null"
                            : "the instance of '" + pass.name + "' is null")
          .help("an instance can be added once; create a new one for each "
                "place");
    if (Error error = verifyDescription(pass))
      return error;
    if (pass.options.empty())
      return Error::success();
    if (Error error = verifyPassesInOptions(pass, nest))
      return error;
    return pipeline.provider.applyOptions(pass.instance, pass.name,
                                          pass.options);
  }
  if (Error error = verifyPassName(pass.name))
    return error;
  if (Error error = verifyPassesInOptions(pass, nest))
    return error;
  if (Error error = pipeline.provider.instantiate(pass.name, pass.options)
                        .moveInto(pass.instance))
    return error;
  if (Error error = verifyDescription(pass))
    return error;
  return PipelineImpl::checkBraces(pass.name, pass.options);
}

/// Fails for a pipeline without the level that it needs, `default`, and for a
/// level without a pipeline, `O2`.
static Error verifyLevel(const Catalog &catalog, const Recipe &pass) {
  const PassManagerRules &rules = catalog.getRules();
  auto [pipeline, usual] = splitParameters(rules.usualPipeline);
  auto fail = [&](DiagnosticCode code, StringRef what, const Twine &meant) {
    return Diagnostic(code, "'{0}' {1}", pass.name, what)
        .about(pass.name)
        .help("write '{0}'", meant);
  };
  StringRef level = StringRef(pass.name).ltrim('-');
  if (is_contained(rules.levels, level))
    return fail(DiagnosticCode::UnknownPass,
                "is a level of optimization, not a pass",
                pipeline + "<" + level + ">");
  const PassDescriptor *known = catalog.lookupPass(pass.name);
  if (!known || rules.levels.empty() ||
      !known->lookupOption(rules.levels.back()) ||
      any_of(splitOptions(pass.options), [&](const auto &option) {
        return is_contained(rules.levels, option.first) ||
               !known->lookupOption(option.first);
      }))
    return Error::success();
  return fail(DiagnosticCode::BadOptions, "needs a level of optimization",
              pass.name + usual);
}

Error Linker::readParameters(Recipe &pass) {
  if (pass.options.empty()) {
    auto [name, parameters] = splitParameters(pass.name);
    pass.options = parameters.str();
    pass.name.resize(name.size());
  } else if (!areParameters(pass.options)) {
    pass.options = addOptions("<>", pass.options);
  }
  if (!pass.options.empty() && !StringRef(pass.options).ends_with(">"))
    return Diagnostic(DiagnosticCode::BadOptions,
                      "the parameters '{0}' of '{1}' do not end with '>'",
                      pass.options, pass.name)
        .about(pass.name);
  return verifyLevel(pipeline.getCatalog(), pass);
}

Expected<Linker::Opened> Linker::open(Recipe &element, AnchorPath *nest,
                                      const AnchorPath *around) {
  Opened opened{&element, nullptr, nest};
  if (!nest && element.nest) {
    if (Error error = PipelineImpl::checkNestDepth(element.nest->size()))
      return error;
    opened.nest = &pipeline.list.getRoot();
    for (const std::string &op : *element.nest)
      opened.nest = opened.nest->getNested(op);
  }
  if (!element.isPass())
    return opened;
  if (pipeline.getCatalog().getRules().hasParameters)
    if (Error error = readParameters(element))
      return error;
  if (!element.isInstance) {
    if (opened.nest)
      around = opened.nest;
    Expected<bool> isPipeline =
        openPipeline(element, around ? *around : pipeline.getRoot());
    if (!isPipeline)
      return isPipeline.takeError();
    if (*isPipeline)
      return opened;
  }
  if (Error error = prepare(element, opened.nest))
    return error;
  // Of several classes of one name the first describes the name.
  const Symbol *known =
      pipeline.list.lookupSymbol(Target::Kind::Pass, element.name);
  bool isOther = known && known->count && known->described;
  opened.symbol = pipeline.getPassSymbol(element.name,
                                         isOther ? nullptr : element.described);
  return opened;
}

//===----------------------------------------------------------------------===//
// Registered pipelines
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

/// The entries of `contract` that may apply with these options, no longer
/// asking for them: a bundle has none.
static Contract decideConditions(const Contract &contract,
                                 const PassDescriptor &descriptor,
                                 StringRef options, const OptionScope &around) {
  OptionValues values(descriptor, options);
  Contract decided;
  for (ContractEntry entry : contract.getEntries()) {
    auto left = entry.condition.simplify(
        [&](const ConditionTerm &term) -> std::optional<bool> {
          if (isOwnOption(descriptor, term, &around))
            return values.holds(term);
          return std::nullopt;
        });
    if (!left)
      continue;
    entry.condition = std::move(*left);
    decided.add(std::move(entry));
  }
  decided.greedy(contract.isGreedy());
  decided.removesDead(contract.isRemovingDead());
  return decided;
}

Expected<std::optional<PassBundle>>
PassProvider::openPipeline(StringRef name, StringRef options,
                           const AnchorPath &path) {
  const PassDescriptor *descriptor = catalog.lookupPass(name);
  if (areParameters(options))
    if (const PassBundle *known = catalog.lookupBundle((name + options).str()))
      return std::optional<PassBundle>(known->clone());
  if (!descriptor || !descriptor->isPipeline())
    return std::nullopt;
  if (Error error = verifyOptions(*descriptor, options,
                                  catalog.getHistories().lookup(name)))
    return error;
  std::vector<std::string> outer = path.getOps();
  PassBundle bundle(name);
  OptionValues values(*descriptor, options);
  for (const PipelineStep &step : descriptor->pipeline) {
    if (!all_of(step.conditions, [&](const Condition &condition) {
          return values.holds(condition, /*around=*/nullptr);
        }))
      continue;
    PassSpec pass(step.pass, getStepOptions(step, *descriptor, options));
    pass.nest = outer;
    append_range(*pass.nest, step.nest);
    bundle.add(std::move(pass));
  }
  return std::optional<PassBundle>(std::move(bundle));
}

/// What the name of a pattern slot stands for, with the sets that there are.
static Expected<std::optional<PassBundle>> openSlot(PassSpec &pass,
                                                    PassProvider &provider) {
  Expected<PassBundle> bundle = openPatternSlot(pass.name, pass.options);
  if (!bundle)
    return bundle.takeError();
  Recipe recipe = bundle->takeRecipe();
  if (pass.name == convertPass)
    if (Error error = provider.openConversion(pass))
      return error;
  for (Recipe &element : recipe.body)
    if (element.isPass())
      if (Error error = provider.findPatterns(element, pass.instance))
        return error;
  // What was written as two nests stays two.
  recipe.body.front().sharedDepth = pass.sharedDepth;
  return std::optional<PassBundle>(std::move(recipe));
}

Expected<bool> Linker::openPipeline(Recipe &pass, const AnchorPath &path) {
  PassProvider &provider = pipeline.provider;
  Expected<std::optional<PassBundle>> opened =
      isPatternSlotName(pass.name)
          ? openSlot(pass, provider)
          : provider.openPipeline(pass.name, pass.options, path);
  if (!opened)
    return opened.takeError();
  if (!*opened)
    return false;
  Recipe bundle = (*opened)->takeRecipe();
  pass.kind = Recipe::Kind::Bundle;
  pass.isDefinition = pass.isPipeline = true;
  pass.isContiguous = bundle.isContiguous;
  pass.options = stripBraces(pass.options).str();
  pass.body = std::move(bundle.body);
  const Catalog &catalog = pipeline.getCatalog();
  const Symbol *symbol =
      pipeline.list.lookupSymbol(Target::Kind::Pass, pass.name);
  const PassDescriptor *descriptor =
      symbol ? symbol->descriptor : catalog.lookupPass(pass.name);
  if (!descriptor)
    return true;
  pass.contract = decideConditions(descriptor->contract, *descriptor,
                                   pass.options, pipeline.getOptions());
  // A kind that passes of it have is theirs: before and after it are then
  // places in the pipeline.
  for (const std::string &kind : descriptor->kinds)
    if (none_of(pass.body, [&](const Recipe &element) {
          const PassDescriptor *known = catalog.lookupPass(element.name);
          return known && known->hasKind(kind);
        }))
      pass.kinds.push_back(kind);
  return true;
}

Error Linker::checkNotInItself(StringRef pipeline,
                               const BundleInstance *around) {
  std::vector<StringRef> through;
  for (const BundleInstance *outer = around; outer; outer = outer->parent) {
    if (outer->isPipeline && outer->getName() == pipeline) {
      Diagnostic diagnostic(DiagnosticCode::IncludeCycle,
                            "the pipeline '{0}' contains itself", pipeline);
      diagnostic.about(pipeline);
      for (StringRef name : reverse(through))
        diagnostic.note("through '{0}'", name);
      return diagnostic;
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
                                instance->pipelineOptions, getOptions()));
    list.setContract(*instance, list.keep(std::move(own)));
  }
}
