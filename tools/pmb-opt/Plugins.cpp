//===- Plugins.cpp - Plugins that the command line names ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Plugins.h"
#include "builder/diagnostics/Escaping.h"
#include "builder/diagnostics/Suggestions.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/pipelines/PipelineFile.h"
#include "bundles/stock/StockCatalog.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/contracts/RegisteredContracts.h"
#include "passmanager/plugins/Plugin.h"
#include "tools/pmb-opt/Options.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

Error pmb::loadPlugins(int argc, char **argv, mlir::DialectRegistry &registry) {
  for (int i = 1; i < argc; ++i) {
    StringRef argument = argv[i], path;
    // What comes after is no option any more.
    if (argument == "--")
      break;
    if (!argument.consume_front("--") && !argument.consume_front("-"))
      continue;
    if (!argument.consume_front("load-pipeline-plugin"))
      continue;
    if (argument.consume_front("="))
      path = argument;
    else if (argument.empty() && i + 1 < argc)
      path = argv[++i];
    else
      continue;
    Expected<const Plugin *> plugin = Plugin::load(path);
    if (!plugin)
      return plugin.takeError();
    if (Error error = (*plugin)->registerWith(registry))
      return error;
  }
  return Error::success();
}

void pmb::listPlugins(raw_ostream &os) {
  for (const Plugin *plugin : Plugin::getLoaded()) {
    os << escape(plugin->getId());
    if (!plugin->getVersion().empty())
      os << ' ' << escape(plugin->getVersion());
    os << ", rank " << plugin->getRank() << ", "
       << (plugin->isDefaultActivated() ? "default-activated" : "explicit");
    if (!plugin->getExtends().empty())
      os << ", extends " << escape(join(plugin->getExtends(), ", "));
    if (!plugin->getVariants().empty())
      os << ", for " << escape(join(plugin->getVariants(), ", "));
    os << ": " << escape(plugin->getPath()) << '\n';
  }
}

Error pmb::printContracts(raw_ostream &os) {
  const Catalog &stock = getStockCatalog();
  // The catalog of plugins has of two that differ the first.
  Catalog registered = stock.clone();
  if (Error error = addRegisteredContracts(registered))
    return error;
  Expected<Catalog> catalog = Plugin::makeCatalog();
  if (!catalog)
    return catalog.takeError();
  std::vector<const PassDescriptor *> passes;
  for (StringRef name : catalog->getPassNames())
    // Of a barrier its name says everything.
    if (const PassDescriptor *pass = catalog->lookupPass(name);
        pass != stock.lookupPass(name) && !pass->contract.isInert())
      passes.push_back(pass);
  writeContracts(os, *catalog, passes, &stock);
  return Error::success();
}

/// What is known without plugins.
static Expected<Catalog> makeBase(const OptOptions &options) {
  if (options.catalog.empty())
    return getRegisteredCatalog().clone();
  Expected<const Catalog &> pinned = getStockCatalog(options.catalog);
  if (!pinned)
    return pinned.takeError();
  Catalog base = pinned->clone();
  if (Error error = addRegisteredContracts(base))
    return error;
  return base;
}

Expected<Catalog> pmb::makeCatalog(const OptOptions &options) {
  std::vector<Diagnostic> replaced;
  Expected<Catalog> made = makeBase(options);
  if (made)
    made = Plugin::makeCatalog(*made, &replaced);
  if (!made)
    return made.takeError();
  for (const std::string &file : options.contractsFiles) {
    Expected<std::vector<Diagnostic>> warnings = readContractsFile(file, *made);
    if (!warnings)
      return warnings.takeError();
    append_range(replaced, *warnings);
  }
  for (const Diagnostic &warning : replaced)
    warning.print(errs());
  return made;
}

static Error makeNotLoaded(StringRef id) {
  Diagnostic diagnostic(
      DiagnosticCode::BadPlugin,
      "--use-pipeline-plugin: no plugin '{0}' has been loaded", id);
  std::vector<StringRef> ids;
  for (const Plugin *plugin : Plugin::getLoaded())
    ids.push_back(plugin->getId());
  if (!suggest(diagnostic, id, ids))
    diagnostic.help(ids.empty() ? "load it with --load-pipeline-plugin"
                                : "loaded are '" + join(ids, "', '") + "'");
  return makeError(std::move(diagnostic));
}

/// What is said of a plugin that was asked for and takes no part.
static Diagnostic makeLeftOut(const Plugin &plugin,
                              const PassManagerBuilder &builder) {
  bool fitsVariant = plugin.getVariants().empty() ||
                     any_of(plugin.getVariants(), [&](StringRef variant) {
                       return builder.getList().hasVariant(variant);
                     });
  ArrayRef<std::string> wanted =
      fitsVariant ? plugin.getExtends() : plugin.getVariants();
  std::string names = "'" + join(wanted, "', '") + "'";
  Diagnostic diagnostic(
      fitsVariant ? DiagnosticCode::UnknownPosition
                  : DiagnosticCode::UnknownCondition,
      "--use-pipeline-plugin: the plugin '{0}' takes no part: {1}{2}",
      plugin.getId().str(),
      fitsVariant ? "the pipeline has nothing of what it extends, "
                  : "the pipeline is for none of its variants, ",
      names);
  diagnostic.severity = Severity::Warning;
  if (!fitsVariant)
    diagnostic.help("choose one with --variant={0}", wanted.front());
  return diagnostic;
}

Error pmb::addPlugins(PassManagerBuilder &builder,
                      ArrayRef<std::string> activated, bool withDefaults,
                      std::vector<Diagnostic> &nameFindings) {
  for (const std::string &id : activated)
    if (!Plugin::lookup(id))
      return makeNotLoaded(id);
  std::vector<const Plugin *> added;
  for (const Plugin *plugin : Plugin::getLoaded())
    if ((withDefaults && plugin->isDefaultActivated()) ||
        is_contained(activated, plugin->getId()))
      added.push_back(plugin);
  for (const Plugin *plugin : added)
    if (Error error = plugin->addTo(builder))
      return error;
  if (Error error = builder.applyParties())
    return error;
  for (const Plugin *plugin : added) {
    dropUsedOptions(nameFindings,
                    plugin->getAskedNames().value_or(StringSet<>()));
    append_range(nameFindings, plugin->checkNames(builder));
    if (is_contained(activated, plugin->getId()) && !plugin->fits(builder))
      nameFindings.push_back(makeLeftOut(*plugin, builder));
  }
  return Error::success();
}
