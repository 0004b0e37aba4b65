//===- Plugin.cpp - Plugins that were loaded -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/plugins/Plugin.h"
#include "builder/diagnostics/LLVMCompat.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/edit/PipelineImpl.h"
#include "bundles/report/Fingerprint.h"
#include "bundles/stock/StockCatalog.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/plugins/PluginLoad.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"

using namespace pmb;
using namespace llvm;

Plugin::~Plugin() = default;

std::vector<Diagnostic>
Plugin::checkNames(const PassManagerBuilder &builder) const {
  std::vector<Diagnostic> warnings;
  // One that takes part has found what it extends.
  if (fits(builder))
    return warnings;
  checkVariants(id, variants, builder, warnings);
  const Catalog &catalog = builder.getCatalog();
  std::vector<StringRef> known = catalog.getPassNames();
  append_range(known, catalog.getKindNames());
  append_range(known, catalog.getBundleNames());
  for (const Node &node : builder.getNodes())
    known.push_back(node.getName());
  llvm::sort(known);
  known.erase(llvm::unique(known), known.end());
  for (StringRef name : extends)
    if (auto warning = makeMisspelled(DiagnosticCode::UnknownPosition, id,
                                      "extends", name, known))
      warnings.push_back(std::move(*warning));
  return warnings;
}

/// What was loaded, by the real path of the file, or by its function.
static StringMap<std::unique_ptr<Plugin>> &getPlugins() {
  // Never destroyed, as MLIR's registries refer to what the libraries have.
  static auto *plugins = new StringMap<std::unique_ptr<Plugin>>();
  return *plugins;
}

/// Fails for what would be read for ever, such as a pipe. The loader has words
/// for a folder.
static Error checkFile(StringRef path) {
  sys::fs::file_status status;
  if (sys::fs::status(path, status) ||
      status.type() == sys::fs::file_type::regular_file ||
      status.type() == sys::fs::file_type::directory_file)
    return Error::success();
  return makeBadPlugin(path, "it is a device, a pipe or a socket",
                       "give the path of a shared library or a JSON file");
}

Expected<const Plugin *>
Plugin::remember(StringRef key, StringRef path,
                 Expected<std::unique_ptr<Plugin>> loaded) {
  if (!loaded)
    return loaded.takeError();
  std::unique_ptr<Plugin> plugin = std::move(*loaded);
  plugin->path = path.str();
  if (const Plugin *other = lookup(plugin->id))
    return Diagnostic(DiagnosticCode::DuplicateName,
                      "'{0}' and '{1}' are both plugins with the id '{2}'",
                      path, other->path, other->id)
        .help("load one of them only");
  return (getPlugins()[key] = std::move(plugin)).get();
}

Expected<const Plugin *> Plugin::load(StringRef path) {
  SmallString<128> real;
  if (sys::fs::real_path(path, real))
    real = path;
  auto it = getPlugins().find(real);
  if (it != getPlugins().end())
    return it->second.get();
  if (Error error = checkFile(path))
    return error;
  // A library may try this itself, when it is called for the first time.
  static StringSet<> filesBeingLoaded;
  if (!filesBeingLoaded.insert(real).second)
    return makeBadPlugin(path, "it is being loaded already",
                         "do not load a plugin from its own functions");
  scope_exit atEnd([&] { filesBeingLoaded.erase(real); });
  return remember(real, path,
                  path.ends_with(".json") ? loadPluginFile(path)
                                          : loadPluginLibrary(path));
}

Expected<const Plugin *>
Plugin::loadCompiledIn(const PluginEntryPoints &entry) {
  std::string key =
      "<" + utohexstr(reinterpret_cast<uintptr_t>(entry.getInfo)) + ">";
  auto it = getPlugins().find(key);
  if (it != getPlugins().end())
    return it->second.get();
  return remember(key, "<compiled in>", loadPluginCompiledIn(entry));
}

Error Plugin::loadCompiledIn(ArrayRef<PluginEntryPoints> entries) {
  Errors errors;
  for (const PluginEntryPoints &entry : entries)
    errors.add(loadCompiledIn(entry).takeError());
  return errors.take();
}

std::vector<const Plugin *> Plugin::getLoaded() {
  std::vector<const Plugin *> loaded;
  for (const auto &entry : getPlugins())
    loaded.push_back(entry.second.get());
  llvm::sort(loaded, [](const Plugin *a, const Plugin *b) {
    return std::make_pair(a->rank, a->getId()) <
           std::make_pair(b->rank, b->getId());
  });
  return loaded;
}

const Plugin *Plugin::lookup(StringRef id) {
  for (const auto &entry : getPlugins())
    if (entry.second->id == id)
      return entry.second.get();
  return nullptr;
}

Error Plugin::verifyAccepted() const {
  if (refusal.empty())
    return Error::success();
  return Diagnostic(DiagnosticCode::PluginFailed,
                    "the plugin '{0}' takes no part, as its passes could not "
                    "be registered",
                    id)
      .note(refusal)
      .help("give its passes other names, or do not load it");
}

Error Plugin::extendCatalog(Catalog &catalog,
                            std::vector<Diagnostic> *warnings) const {
  if (Error error = verifyAccepted())
    return error;
  Catalog copy = catalog.clone();
  std::vector<Diagnostic> found;
  // What two plugins say of one pass is compared, whichever comes first.
  std::string previous = copy.setDescribedIn(Origin::plugin(id).str());
  std::vector<Diagnostic> failures = takeDiagnostics(extendCopy(copy, found));
  if (failures.empty() &&
      copy.getPassNames().size() < catalog.getPassNames().size())
    failures.push_back(
        Diagnostic(DiagnosticCode::PluginFailed,
                   "the plugin '{0}' took passes out of the catalog", id)
            .help("tell the owner of the plugin; it may only add to it"));
  copy.setDescribedIn(previous);
  for (Diagnostic &failure : failures)
    failure.note("nothing of what {0} knows was kept",
                 Origin::plugin(id).str());
  if (!failures.empty())
    return makeError(std::move(failures));
  catalog = std::move(copy);
  if (warnings)
    append_range(*warnings, std::move(found));
  return Error::success();
}

Expected<Catalog> Plugin::makeCatalog(const Catalog &base,
                                      std::vector<Diagnostic> *warnings) {
  Catalog catalog = base.clone();
  for (const Plugin *plugin : getLoaded())
    if (plugin->refusal.empty())
      if (Error error = plugin->extendCatalog(catalog, warnings))
        return error;
  return catalog;
}

Expected<Catalog> Plugin::makeCatalog(std::vector<Diagnostic> *warnings) {
  return makeCatalog(getRegisteredCatalog(), warnings);
}

bool Plugin::fits(const PassManagerBuilder &builder) const {
  auto has = [&](StringRef name) {
    for (Target target : {pass(name), bundle(name), slot(name), kind(name)})
      if (!builder.lookup(target).empty())
        return true;
    return false;
  };
  return (extends.empty() || any_of(extends, has)) &&
         isBuiltForOneOf(variants, builder);
}

bool PassManagerBuilder::remember(const Plugin &plugin,
                                  std::vector<const Plugin *> &among) {
  if (is_contained(among, &plugin))
    return false;
  among.push_back(&plugin);
  getImpl().onRollback([&among, &plugin] { llvm::erase(among, &plugin); });
  return true;
}

std::string PassManagerBuilder::getFingerprint() const {
  Report report = makeReport(*this, "", /*explains=*/true);
  for (const Plugin *plugin : taking)
    // A file is data, all of which is in the passes.
    if (!plugin->getVersion().empty() || !plugin->getBuildID().empty())
      report.libraries.push_back({plugin->getId().str(),
                                  plugin->getVersion().str(),
                                  plugin->getBuildID().str()});
  return pmb::getFingerprint(report);
}

void Plugin::explainCatalog(Diagnostic &failure, const Catalog &known) const {
  bool isProperty = failure.code == DiagnosticCode::UnknownProperty;
  if (!isProperty && failure.code != DiagnosticCode::UnknownKind)
    return;
  Catalog own = known.clone();
  consumeError(extendCatalog(own));
  if (isProperty ? !own.lookupProperty(failure.subject)
                 : !own.hasKind(failure.subject))
    return;
  llvm::erase_if(failure.notes, [](const Note &note) {
    return note.kind == Note::Kind::Help;
  });
  failure.help(
      "the plugin declares it: make the builder with Plugin::makeCatalog()");
}

Error Plugin::addTo(PassManagerBuilder &builder) const {
  if (Error error = verifyAccepted())
    return error;
  if (!builder.remember(*this, builder.plugins))
    return Error::success();
  Party party;
  party.origin = Origin::plugin(id);
  party.rank = rank;
  party.fits = [this, &builder] { return fits(builder); };
  party.registration = [this, &builder]() -> Error {
    builder.remember(*this, builder.taking);
    // Errors of a library are kept by the builder.
    std::vector<Diagnostic> &kept = builder.getImpl().deferred;
    size_t count = kept.size();
    std::vector<Diagnostic> failures = takeDiagnostics(extend(builder));
    for (Diagnostic &failure : failures)
      explainCatalog(failure, builder.getCatalog());
    for (Diagnostic &failure : drop_begin(kept, count))
      explainCatalog(failure, builder.getCatalog());
    return makeError(std::move(failures));
  };
  return builder.addParty(std::move(party));
}
