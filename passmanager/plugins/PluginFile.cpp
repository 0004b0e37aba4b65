//===- PluginFile.cpp - Plugins that are data ----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/NameChecker.h"
#include "bundles/contracts/PassJson.h"
#include "bundles/pipelines/PipelineDescription.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/plugins/PluginLoad.h"
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace llvm;

namespace {
/// Inserts what a pipeline file says.
class InsertionsPlugin : public Plugin {
public:
  static Expected<std::unique_ptr<Plugin>> load(StringRef path);

  std::optional<StringSet<>> getAskedNames() const override {
    StringSet<> names = collectAskedNames(files);
    for (const std::string &variant : variants)
      names.insert(variant);
    return names;
  }

  std::vector<Diagnostic>
  checkNames(const PassManagerBuilder &builder) const override {
    if (!fits(builder))
      return {};
    NameChecker names(builder.getCatalog());
    return pmb::checkNames(files, names, &builder);
  }

protected:
  Error extend(PassManagerBuilder &builder) const override {
    StringRef anchor = files.front()->anchor;
    return appendDescriptions(
        files, anchor.empty() ? builder.getRoot().getOp() : anchor, builder);
  }

private:
  explicit InsertionsPlugin(PipelineDescriptions files)
      : files(std::move(files)) {}
  Error checkKeys(StringRef path) const;

  PipelineDescriptions files;
};

/// Adds what a contracts file says.
class ContractsPlugin : public Plugin {
public:
  explicit ContractsPlugin(JsonDocument document)
      : document(std::move(document)) {}

  /// What contracts ask for is in the catalog.
  std::optional<StringSet<>> getAskedNames() const override {
    return StringSet<>();
  }

protected:
  Error extendCopy(Catalog &catalog,
                   std::vector<Diagnostic> &warnings) const override {
    Expected<std::vector<Diagnostic>> replaced =
        readContracts(document, catalog);
    if (!replaced)
      return replaced.takeError();
    append_range(warnings, std::move(*replaced));
    return Error::success();
  }

private:
  JsonDocument document;
};
} // namespace

/// What only the owner of a pipeline can say.
Error InsertionsPlugin::checkKeys(StringRef path) const {
  const PipelineDescription &file = *files.front();
  const struct {
    bool isThere;
    StringRef key, help;
  } refused[] = {
      {!file.entries.empty(), "passes",
       "put the passes under 'insert', with a position"},
      {!file.inputs.empty(), "input",
       "leave it to the pipeline to say what it is given"},
      {!file.outputs.empty(), "output",
       "leave it to the pipeline to say what it makes"},
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
                         "edits under 'move', 'setOptions' or 'contracts'");
  return Error::success();
}

Expected<std::unique_ptr<Plugin>> InsertionsPlugin::load(StringRef path) {
  Expected<SourceText> text = SourceText::read(path);
  if (!text)
    return text.takeError();
  Expected<PipelineDescriptions> files =
      readPipelineDescriptions(std::move(*text));
  if (!files)
    return files.takeError();
  std::unique_ptr<InsertionsPlugin> plugin(
      new InsertionsPlugin(std::move(*files)));
  if (Error error = plugin->checkKeys(path))
    return error;
  // For a pipeline they are what it is built for, for a plugin what it wants.
  plugin->variants = std::exchange(plugin->files.front()->variants, {});
  return plugin;
}

static Expected<std::unique_ptr<Plugin>> loadContracts(StringRef path) {
  Expected<JsonDocument> document = JsonDocument::read(path);
  if (!document)
    return document.takeError();
  return std::make_unique<ContractsPlugin>(std::move(*document));
}

Expected<std::unique_ptr<Plugin>> pmb::loadPluginFile(StringRef path) {
  StringRef name = sys::path::filename(path);
  name = name.take_front(name.find('.'));
  if (!isValidName(name))
    return makeBadPlugin(path, "the file's name cannot be that of a plugin",
                         nameRule);
  Expected<std::unique_ptr<Plugin>> plugin = path.ends_with(".contracts.json")
                                                 ? loadContracts(path)
                                                 : InsertionsPlugin::load(path);
  if (plugin)
    (*plugin)->id = name.str();
  return plugin;
}
