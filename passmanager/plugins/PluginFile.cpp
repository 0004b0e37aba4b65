//===- PluginFile.cpp - Plugins that are data ----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/NameChecker.h"
#include "bundles/contracts/PassJson.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/plugins/PluginLoad.h"

using namespace pmb;
using namespace llvm;

namespace {
/// Inserts what a pipeline file says.
class InsertionsPlugin : public Plugin {
public:
  static Expected<std::unique_ptr<Plugin>> load(StringRef path);

  std::optional<StringSet<>> getAskedNames() const override {
    return collectAskedNames(files);
  }

  Error declareOptions(Pipeline &pipeline) const override {
    return pmb::declareOptions(files, pipeline, /*isPlugin=*/true);
  }

  std::vector<Diagnostic>
  checkNames(const PassManagerBuilder &builder) const override {
    if (!fits(builder))
      return Plugin::checkNames(builder);
    NameChecker names(builder.getCatalog());
    return pmb::checkNames(files, names, &builder);
  }

protected:
  Error extend(PassManagerBuilder &builder) const override {
    return appendPlugin(files, builder);
  }

private:
  explicit InsertionsPlugin(PipelineDescriptions files)
      : files(std::move(files)) {}

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

Expected<std::unique_ptr<Plugin>> InsertionsPlugin::load(StringRef path) {
  Expected<PipelineDescriptions> files =
      readPipelineDescriptions(SourceText::read(path));
  if (!files)
    return files.takeError();
  if (Error error = verifyPlugin(*files->front(), path))
    return error;
  std::unique_ptr<InsertionsPlugin> plugin(
      new InsertionsPlugin(std::move(*files)));
  plugin->variants = plugin->files.front()->variants;
  return plugin;
}

static Expected<std::unique_ptr<Plugin>> loadContracts(StringRef path) {
  Expected<JsonDocument> document = JsonDocument::read(path);
  if (!document)
    return document.takeError();
  return std::make_unique<ContractsPlugin>(std::move(*document));
}

Expected<std::unique_ptr<Plugin>> pmb::loadPluginFile(StringRef path) {
  Expected<std::string> id = getPluginID(path);
  if (!id)
    return id.takeError();
  Expected<std::unique_ptr<Plugin>> plugin = path.ends_with(".contracts.json")
                                                 ? loadContracts(path)
                                                 : InsertionsPlugin::load(path);
  if (plugin)
    (*plugin)->id = std::move(*id);
  return plugin;
}
