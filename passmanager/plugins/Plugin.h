//===- Plugin.h - Loading plugins -----------------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   auto plugin = pmb::Plugin::load("libAcme.so");      // any number of them
//   if (!plugin)
//     return plugin.takeError();
//   if (llvm::Error err = (*plugin)->registerWith(registry)) ...
//
//   auto catalog = pmb::Plugin::makeCatalog();          // what all know
//   if (!catalog)
//     return catalog.takeError();
//   pmb::PassManagerBuilder builder(pm, *catalog);
//   ...                                                 // compose as always
//   for (const pmb::Plugin *plugin : pmb::Plugin::getLoaded())
//     if (plugin->isDefaultActivated())
//       if (llvm::Error err = plugin->addTo(builder)) ...
//   if (llvm::Error err = builder.build()) ...
//
// A plugin that is data is one of two files. A pipeline file with an `insert`
// list, and no passes of its own (bundles/pipelines/PipelineFile.h), edits
// pipelines. A
// `*.contracts.json` file (bundles/contracts/ContractsFile.h) adds to catalogs.
// The id is the name of the file without folder and extension, the rank 0.
//
// README.md in this folder explains what a plugin is and does.
//
// A program that loads libraries must be one that plugins can use: it links
// this library with `pmb_host_plugins` (cmake/PMBPlugin.cmake).
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_PLUGINS_PLUGIN_H
#define PMB_PASSMANAGER_PLUGINS_PLUGIN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir {
class DialectRegistry;
struct DialectPluginLibraryInfo;
struct PassPluginLibraryInfo;
} // namespace mlir

struct pmbPipelinePluginInfo;

namespace pmb {

class Catalog;
struct Diagnostic;
class PassManagerBuilder;
class Pipeline;

/// The entry points of a plugin that is compiled into the program: what a
/// library would have as `pmbGetPipelinePluginInfo`, `mlirGetPassPluginInfo`
/// and `mlirGetDialectPluginInfo` (PluginInfo.h). The last two may be null.
struct PluginEntryPoints {
  PluginEntryPoints(const pmbPipelinePluginInfo *(*getInfo)(),
                    mlir::PassPluginLibraryInfo (*getPasses)() = nullptr,
                    mlir::DialectPluginLibraryInfo (*getDialects)() = nullptr)
      : getInfo(getInfo), getPasses(getPasses), getDialects(getDialects) {}

  const pmbPipelinePluginInfo *(*getInfo)();
  mlir::PassPluginLibraryInfo (*getPasses)();
  mlir::DialectPluginLibraryInfo (*getDialects)();
};

/// A plugin that was loaded. Lives as long as the process; plugins are not
/// unloaded, because MLIR keeps what they have registered.
class Plugin {
public:
  /// Loads a library, or reads a JSON file (a path that ends in `.json`). The
  /// same file gives the same plugin each time. Fails with `bad-plugin` if the
  /// library cannot be loaded, has no entry point, or was built for another
  /// API, LLVM or compiler; with `duplicate-name` if another file has a plugin
  /// of the same id; and with the errors of a JSON file. `plugin-failed` means
  /// that it threw or made LLVM fail while it was being loaded: then the loader
  /// of the C library stays locked, and pipelines are no longer built for a
  /// context with threads, which would wait for ever.
  ///
  /// Not for use from several threads at once.
  static llvm::Expected<const Plugin *> load(llvm::StringRef path);
  /// Makes a plugin known that is compiled into the program, which is how one
  /// takes part where MLIR is linked in parts (`PMB_LINKAGE=components`): a
  /// library would bring a second copy of MLIR. Its entry points have names of
  /// their own. Where those for MLIR are not given, the program registers the
  /// passes and dialects itself, as all others that it links. From then on it
  /// is a plugin like any other; the same function gives the same plugin each
  /// time. Fails as `load`. `pmb_link_plugins` (cmake/PMBPlugin.cmake) makes
  /// the calls of the plugins that a program is configured with.
  ///
  ///   auto acme = pmb::Plugin::loadCompiledIn(getAcmePluginInfo);
  static llvm::Expected<const Plugin *>
  loadCompiledIn(const PluginEntryPoints &entry);
  /// The same for several. Goes on after a failure, and fails with all errors.
  static llvm::Error loadCompiledIn(llvm::ArrayRef<PluginEntryPoints> entries);
  /// All that were loaded, by rank and id.
  static std::vector<const Plugin *> getLoaded();
  /// The plugin with that id, or null.
  static const Plugin *lookup(llvm::StringRef id);

  virtual ~Plugin();
  Plugin(const Plugin &) = delete;

  llvm::StringRef getId() const { return id; }
  llvm::StringRef getVersion() const { return version; }
  /// What the linker has given a library (`--build-id`), as hexadecimal digits:
  /// that of the file when it was loaded. Empty if it has none.
  llvm::StringRef getBuildID() const { return buildID; }
  /// The file; `<compiled in>` if there is none.
  llvm::StringRef getPath() const { return path; }
  int getRank() const { return rank; }
  bool isDefaultActivated() const { return defaultActivated; }
  llvm::ArrayRef<std::string> getExtends() const { return extends; }
  llvm::ArrayRef<std::string> getVariants() const { return variants; }

  /// The variants and options that the plugin looks at; std::nullopt for a
  /// library, which may look at any.
  virtual std::optional<llvm::StringSet<>> getAskedNames() const {
    return std::nullopt;
  }
  /// Declares the options of a plugin that is a file, so that they can be
  /// chosen before it takes part. Fails as
  /// `PipelineFile::declareOptionsAsPlugin`.
  virtual llvm::Error declareOptions(Pipeline &) const {
    return llvm::Error::success();
  }
  /// Whether the pipeline has something that the plugin extends, and is for one
  /// of its variants: otherwise it takes no part.
  bool fits(const PassManagerBuilder &builder) const;

  /// Registers the plugin's dialects with `registry`, and its passes with MLIR
  /// unless that was done before. Fails with `plugin-failed`; if that is about
  /// a pass, such as one whose name is taken, the plugin is refused as a whole:
  /// `extendCatalog` and `addTo` fail as well, and `makeCatalog` leaves it out.
  virtual llvm::Error registerWith(mlir::DialectRegistry &) const {
    return llvm::Error::success();
  }

  /// Adds to `catalog` what the plugin knows of passes, and its bundles. Fails,
  /// and leaves the catalog as it was, with the errors of what cannot be added
  /// or with `plugin-failed`. Pointers into the catalog do not stay valid.
  /// What contracts files replace is added to `warnings`.
  llvm::Error extendCatalog(Catalog &catalog,
                            std::vector<Diagnostic> *warnings = nullptr) const;
  /// A copy of `base`, extended by all plugins that were loaded, in the order
  /// of rank and id, whether they are activated by default or not: knowing more
  /// changes no pipeline. Fails as `extendCatalog`.
  static llvm::Expected<Catalog>
  makeCatalog(const Catalog &base, std::vector<Diagnostic> *warnings = nullptr);
  /// The same for the registered catalog (contracts/RegisteredContracts.h).
  static llvm::Expected<Catalog>
  makeCatalog(std::vector<Diagnostic> *warnings = nullptr);

  /// Lets the plugin take part in the pipeline of `builder`, whether it is
  /// activated by default or not. It edits the pipeline when parties are
  /// applied (`Pipeline::applyParties`), after plugins of lower rank, whatever
  /// the order of the calls; and not at all if the pipeline has nothing that it
  /// extends or is for another variant. Does nothing if it takes part already.
  /// Fails with `already-built`, or `plugin-failed` if the plugin was refused
  /// when its passes were registered.
  llvm::Error addTo(PassManagerBuilder &builder) const;

  /// Looks for names that are likely to be misspelled in what a JSON file adds
  /// to `builder`, which it was added to: those of passes and of operations
  /// that they run on, which may also be of another party. Returns a warning
  /// for each, with its place. What a library adds is checked with the
  /// pipeline; of one that takes no part, what it extends, and the variants
  /// that it is for.
  virtual std::vector<Diagnostic>
  checkNames(const PassManagerBuilder &builder) const;

protected:
  friend llvm::Expected<std::unique_ptr<Plugin>>
  loadPluginFile(llvm::StringRef path);
  Plugin() = default;
  static llvm::Expected<const Plugin *>
  remember(llvm::StringRef key, llvm::StringRef path,
           llvm::Expected<std::unique_ptr<Plugin>> loaded);
  /// Edits the pipeline. The caller undoes what was done if it fails.
  virtual llvm::Error extend(PassManagerBuilder &) const {
    return llvm::Error::success();
  }
  /// The same for a catalog.
  virtual llvm::Error extendCopy(Catalog &, std::vector<Diagnostic> &) const {
    return llvm::Error::success();
  }

  /// Fails if the plugin was refused when its passes were registered.
  llvm::Error verifyAccepted() const;
  /// Says of an error about what the plugin declares and `known` does not have
  /// that the builder was made without it.
  void explainCatalog(Diagnostic &failure, const Catalog &known) const;

  std::string id, version, path, buildID;
  /// Why its passes could not be registered: then it takes no part.
  mutable std::string refusal;
  int rank = 0;
  bool defaultActivated = true;
  std::vector<std::string> extends, variants;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_PLUGINS_PLUGIN_H
