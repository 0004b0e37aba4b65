//===- PluginRules.cpp - What holds for plugins that are pipeline files ---===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// However a plugin comes to a pipeline (loaded by a tool, or by a call in
// another language), these are the rules for it.
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/PluginRules.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/edit/PipelineImpl.h"
#include "bundles/pipelines/PipelineFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace llvm;

Error pmb::makeBadPlugin(StringRef path, const Twine &message,
                         const Twine &help) {
  return makeError(
      Diagnostic(DiagnosticCode::BadPlugin,
                 "'" + path.str() + "' cannot be used: " + message.str())
          .help(help.str()));
}

Expected<std::string> pmb::getPluginID(StringRef path) {
  StringRef name = sys::path::filename(path);
  name = name.take_front(name.find('.'));
  if (!isValidName(name))
    return makeBadPlugin(path, "the file's name cannot be that of a plugin",
                         nameRule);
  return name.str();
}

Error pmb::verifyPlugin(const PipelineDescription &file, StringRef path) {
  const struct {
    bool isThere;
    StringRef key, help;
  } refused[] = {
      {!file.entries.empty(), "passes",
       "put the passes under 'insert', with a position"},
      {!file.inputs.empty(), "input",
       "leave it to the pipeline to say what it is given"},
      {!file.inputNever.empty(), "inputNever",
       "leave it to the pipeline to say what it is never given"},
      {!file.outputs.empty(), "output",
       "leave it to the pipeline to say what it makes"},
      {!file.isThreaded, "threads",
       "leave it to the pipeline whether it runs without threads"},
      {file.cleanups.has_value(), "cleanups",
       "leave it to the pipeline what is left out"},
      {!file.severities.empty(), "severity",
       "leave it to the pipeline what is an error"},
  };
  for (const auto &[isThere, key, help] : refused)
    if (isThere)
      return makeBadPlugin(path,
                           "it has '" + key +
                               "', and a plugin only adds to "
                               "the pipelines of others",
                           help);
  if (file.edits.empty() && file.constraints.empty())
    return makeBadPlugin(path, "it edits nothing",
                         "list passes under 'insert', each with a position, or "
                         "edits under 'move', 'setOptions', 'remove' or "
                         "'contracts'");
  return Error::success();
}

bool pmb::isBuiltForOneOf(ArrayRef<std::string> variants,
                          const Pipeline &pipeline) {
  return variants.empty() || any_of(variants, [&](const std::string &variant) {
           return pipeline.getList().hasVariant(variant);
         });
}

std::optional<Diagnostic> pmb::makeMisspelled(DiagnosticCode code, StringRef id,
                                              StringRef what, StringRef name,
                                              ArrayRef<StringRef> known) {
  StringRef intended = findIntended(name, known);
  if (intended.empty())
    return std::nullopt;
  Diagnostic warning(
      code, "the plugin '{0}' {1} '{2}', which is not known, and takes no part",
      id, what, name);
  warning.severity = Severity::Warning;
  return warning.help("did you mean '{0}'?", intended);
}

void pmb::checkVariants(StringRef id, ArrayRef<std::string> variants,
                        const Pipeline &pipeline,
                        std::vector<Diagnostic> &warnings) {
  // One that takes part has found what it is for.
  if (isBuiltForOneOf(variants, pipeline))
    return;
  std::vector<StringRef> declared;
  pipeline.getOptions().getNames(declared);
  size_t count = warnings.size();
  for (StringRef name : variants)
    if (auto warning = makeMisspelled(DiagnosticCode::UnknownCondition, id,
                                      "is for the variant", name, declared))
      warnings.push_back(std::move(*warning));
  // Without declarations, a pipeline may be built for anything.
  if (warnings.size() > count || pipeline.getOptions().empty() ||
      any_of(variants, [&](StringRef name) {
        return is_contained(declared, name) ||
               pipeline.getCatalog().hasDeclaredVariant(name);
      }))
    return;
  // What is chosen is among them twice.
  llvm::sort(declared);
  declared.erase(llvm::unique(declared), declared.end());
  Diagnostic remark(
      DiagnosticCode::UnknownCondition,
      "the plugin '{0}' is for '{1}', which the pipeline does not declare: it "
      "takes part in no variant",
      id, join(variants, "' or '"));
  remark.severity = Severity::Remark;
  warnings.push_back(std::move(
      remark.help("the pipeline declares '" + join(declared, "', '") + "'")));
}

Error pmb::appendPlugin(const PipelineDescriptions &files, Pipeline &pipeline) {
  StringRef anchor = files.front()->anchor;
  return appendDescriptions(
      files, anchor.empty() ? pipeline.getRoot().getOp() : anchor, pipeline,
      /*isPlugin=*/true);
}

std::vector<Diagnostic>
PipelineFile::checkNamesAsPlugin(NameChecker &checker,
                                 const Pipeline *pipeline) const {
  std::vector<Diagnostic> findings = checkNames(checker, pipeline);
  if (Expected<std::string> id = getPluginID(getName()); !id)
    consumeError(id.takeError());
  else if (pipeline)
    checkVariants(*id, files.front()->variants, *pipeline, findings);
  return findings;
}

Error PipelineFile::appendAsPluginTo(Pipeline &pipeline) const {
  const PipelineDescription &file = *files.front();
  Expected<std::string> id = getPluginID(getName());
  if (!id)
    return id.takeError();
  if (Error error = verifyPlugin(file, getName()))
    return error;
  if (!isBuiltForOneOf(file.variants, pipeline))
    return Error::success();
  return pipeline.transaction(Origin::plugin(*id), [&]() -> Error {
    auto [known, isNew] =
        pipeline.getImpl().filePlugins.try_emplace(*id, getText());
    // Taking part twice is taking part once.
    if (!isNew && known->second == getText())
      return Error::success();
    if (!isNew)
      return makeError(Diagnostic(DiagnosticCode::DuplicateName,
                                  "another plugin with the id '" + *id +
                                      "' has edited the pipeline already")
                           .help("give each plugin a name of its own"));
    pipeline.getImpl().onRollback(
        [&pipeline, id = *id] { pipeline.getImpl().filePlugins.erase(id); });
    return appendPlugin(files, pipeline);
  });
}
