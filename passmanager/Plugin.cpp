//===- Plugin.cpp - Loading plugins ---------------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/Plugin.h"
#include "bundles/PipelineFile.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/PluginCall.h"
#include "passmanager/PluginInfo.h"
#include "llvm/Object/ELF.h"
#include "llvm/Object/ELFTypes.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace llvm;

static Error makeBadPlugin(StringRef path, const Twine &message,
                           const Twine &help) {
  return makeError(
      Diagnostic(DiagnosticCode::BadPlugin,
                 "'" + path.str() + "' cannot be used: " + message.str())
          .help(help.str()));
}

//===----------------------------------------------------------------------===//
// Libraries
//===----------------------------------------------------------------------===//

namespace {
class LibraryPlugin : public Plugin {
public:
  static Expected<std::unique_ptr<Plugin>> load(StringRef path);

  Error registerWith(mlir::DialectRegistry &registry) const override;

protected:
  Error extend(PassManagerBuilder &builder) const override;

private:
  explicit LibraryPlugin(sys::DynamicLibrary library) : library(library) {}
  Error check(const pmbPipelinePluginInfo &info, StringRef path);

  mutable sys::DynamicLibrary library;
  const pmbPipelinePluginInfo *info = nullptr;
  mutable bool hasRegisteredPasses = false;
};
} // namespace

static std::vector<std::string> readNames(const char *const *names) {
  std::vector<std::string> result;
  for (; names && *names; ++names)
    result.push_back(*names);
  return result;
}

Error LibraryPlugin::check(const pmbPipelinePluginInfo &info, StringRef path) {
  if (info.apiVersion != PMB_PLUGIN_API_VERSION)
    return makeBadPlugin(
        path,
        "it was built for version " + Twine(info.apiVersion) +
            " of the plugin API, and this program has version " +
            Twine(PMB_PLUGIN_API_VERSION),
        "build it with the PassManagerBuilder of this program");
  auto orUnknown = [](const char *text) {
    return StringRef(text ? text : "(not given)");
  };
  if (StringRef version = orUnknown(info.llvmVersion);
      version != LLVM_VERSION_STRING)
    return makeBadPlugin(
        path,
        "it was built for LLVM " + version +
            ", and this program for LLVM " LLVM_VERSION_STRING,
        "build it with the LLVM of this program; LLVM keeps no ABI from one "
        "version to the next");
  if (StringRef fingerprint = orUnknown(info.fingerprint);
      fingerprint != PMB_PLUGIN_FINGERPRINT)
    return makeBadPlugin(
        path,
        "it was built as [" + fingerprint +
            "], and this program as [" PMB_PLUGIN_FINGERPRINT "]",
        "build both with the same LLVM, compiler and standard library");
  if (!info.id || !isValidName(info.id))
    return makeBadPlugin(path, "its id is not a name",
                         "give it an id of letters, digits, '-', '_' and '.'");
  return Error::success();
}

/// Fails if a library ends before its last segment does: the loader maps what
/// is not there, and the process dies of a bus error.
static Error checkWhole(StringRef path) {
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  // What cannot be read, or is for other machines, the loader refuses itself.
  if (!buffer || !(*buffer)->getBuffer().starts_with("\177ELF\2\1"))
    return Error::success();
  StringRef data = (*buffer)->getBuffer();
  auto fail = [&](const Twine &message) {
    return makeBadPlugin(path, "it is truncated: " + message,
                         "copy or build the library again");
  };
  auto file = object::ELFFile<object::ELF64LE>::create(data);
  if (!file)
    return fail(toString(file.takeError()));
  auto segments = file->program_headers();
  if (!segments)
    return fail(toString(segments.takeError()));
  for (const auto &segment : *segments)
    if (segment.p_type == ELF::PT_LOAD &&
        segment.p_offset + segment.p_filesz > data.size())
      return fail("a segment ends at byte " +
                  Twine(segment.p_offset + segment.p_filesz) + " of " +
                  Twine(data.size()));
  return Error::success();
}

Expected<std::unique_ptr<Plugin>> LibraryPlugin::load(StringRef path) {
  // The loader reads the magic number only; a folder or an empty file get the
  // same words from it, but a missing one should not be searched for elsewhere.
  if (!sys::fs::exists(path))
    return makeBadPlugin(path, "there is no such file",
                         "correct the path of the plugin");
  SmallString<128> absolute(path);
  if (std::error_code error = sys::fs::make_absolute(absolute))
    return makeBadPlugin(path, error.message(), "use an absolute path");
  if (Error error = checkWhole(path))
    return error;
  std::string message;
  sys::DynamicLibrary library =
      sys::DynamicLibrary::getPermanentLibrary(absolute.c_str(), &message);
  if (!library.isValid()) {
    bool isUnresolved = StringRef(message).contains("undefined symbol");
    return makeBadPlugin(
        path, message,
        isUnresolved
            ? "build the plugin with pmb_add_plugin(), and the program with "
              "pmb_host_plugins()"
            : "build it as a shared library for this machine");
  }
  auto getInfo = reinterpret_cast<pmbGetPipelinePluginInfoFn>(
      library.getAddressOfSymbol("pmbGetPipelinePluginInfo"));
  if (!getInfo)
    return makeBadPlugin(
        path, "it has no function 'pmbGetPipelinePluginInfo'",
        library.getAddressOfSymbol("mlirGetPassPluginInfo")
            ? "it is a pass plugin of MLIR: load it with --load-pass-plugin, "
              "and insert its passes by name"
            : "see passmanager/PluginInfo.h for what a plugin consists of");

  std::unique_ptr<LibraryPlugin> plugin(new LibraryPlugin(library));
  if (Error error = callPlugin(sys::path::filename(path),
                               [&] { plugin->info = getInfo(); }))
    return error;
  if (!plugin->info)
    return makeBadPlugin(path, "it says nothing of itself",
                         "return the struct from pmbGetPipelinePluginInfo");
  const pmbPipelinePluginInfo &info = *plugin->info;
  if (Error error = plugin->check(info, path))
    return error;
  plugin->id = info.id;
  plugin->version = info.version ? info.version : "";
  plugin->rank = info.rank;
  plugin->defaultActivated = info.activation == PMB_PLUGIN_DEFAULT_ACTIVATED;
  plugin->extends = readNames(info.extends);
  plugin->variants = readNames(info.variants);
  return plugin;
}

Error LibraryPlugin::registerWith(mlir::DialectRegistry &registry) const {
  using GetDialectsFn = mlir::DialectPluginLibraryInfo (*)();
  using GetPassesFn = mlir::PassPluginLibraryInfo (*)();
  if (auto getDialects = reinterpret_cast<GetDialectsFn>(
          library.getAddressOfSymbol("mlirGetDialectPluginInfo")))
    if (Error error = callPlugin(id, [&] {
          getDialects().registerDialectRegistryCallbacks(&registry);
        }))
      return error;
  if (hasRegisteredPasses)
    return Error::success();
  // MLIR's own passes first: whoever takes one of their names is at fault, not
  // they.
  lookupPassInfo("");
  if (auto getPasses = reinterpret_cast<GetPassesFn>(
          library.getAddressOfSymbol("mlirGetPassPluginInfo")))
    if (Error error = callPlugin(
            id, [&] { getPasses().registerPassRegistryCallbacks(); }))
      return error;
  hasRegisteredPasses = true;
  return Error::success();
}

Error LibraryPlugin::extend(PassManagerBuilder &builder) const {
  if (!info->extendPipeline)
    return Error::success();
  size_t failureCount = builder.getFailureCount();
  bool succeeded = false;
  if (Error error =
          callPlugin(id, [&] { succeeded = info->extendPipeline(&builder); }))
    return error;
  if (succeeded || builder.getFailureCount() != failureCount)
    return Error::success();
  return makeError(
      Diagnostic(DiagnosticCode::PluginFailed,
                 "the plugin '" + id + "' failed and did not say why"));
}

bool pmb::detail::finishExtending(PassManagerBuilder &builder, Error error) {
  if (!error)
    return true;
  builder.fail(std::move(error));
  return false;
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

namespace {
class FilePlugin : public Plugin {
public:
  static Expected<std::unique_ptr<Plugin>> load(StringRef path) {
    Expected<PipelineFile> file = PipelineFile::read(path);
    if (!file)
      return file.takeError();
    std::unique_ptr<FilePlugin> plugin(new FilePlugin(std::move(*file)));
    StringRef name = sys::path::filename(path);
    plugin->id = name.take_front(name.find('.')).str();
    if (!isValidName(plugin->id))
      return makeBadPlugin(path, "the file's name cannot be that of a plugin",
                           "use letters, digits, '-' and '_'");
    return plugin;
  }

  Error registerWith(mlir::DialectRegistry &) const override {
    return Error::success();
  }

protected:
  Error extend(PassManagerBuilder &builder) const override {
    return file.appendTo(builder);
  }

private:
  explicit FilePlugin(PipelineFile file) : file(std::move(file)) {}
  PipelineFile file;
};
} // namespace

//===----------------------------------------------------------------------===//
// Plugins
//===----------------------------------------------------------------------===//

Plugin::~Plugin() = default;

/// What was loaded, by the real path of the file.
static StringMap<std::unique_ptr<Plugin>> &getPlugins() {
  // Never destroyed, as MLIR's registries refer to what the libraries have.
  static auto *plugins = new StringMap<std::unique_ptr<Plugin>>();
  return *plugins;
}

Expected<const Plugin *> Plugin::load(StringRef path) {
  SmallString<128> real;
  if (sys::fs::real_path(path, real))
    real = path;
  auto it = getPlugins().find(real);
  if (it != getPlugins().end())
    return it->second.get();
  Expected<std::unique_ptr<Plugin>> plugin = path.ends_with(".json")
                                                 ? FilePlugin::load(path)
                                                 : LibraryPlugin::load(path);
  if (!plugin)
    return plugin.takeError();
  (*plugin)->path = path.str();
  if (const Plugin *other = lookup((*plugin)->id))
    return makeError(Diagnostic(DiagnosticCode::DuplicateName,
                                "'" + path.str() + "' and '" + other->path +
                                    "' are both plugins with the id '" +
                                    other->id + "'")
                         .help("load one of them only"));
  return (getPlugins()[real] = std::move(*plugin)).get();
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

bool Plugin::fits(const PassManagerBuilder &builder) const {
  auto has = [&](StringRef name) {
    for (Target target : {pass(name), bundle(name), slot(name), kind(name)})
      if (!builder.lookup(target).empty())
        return true;
    return false;
  };
  auto isVariant = [&](StringRef name) { return builder.hasVariant(name); };
  return (extends.empty() || any_of(extends, has)) &&
         (variants.empty() || any_of(variants, isVariant));
}

bool PassManagerBuilder::rememberPlugin(const Plugin &plugin) {
  if (is_contained(plugins, &plugin))
    return false;
  plugins.push_back(&plugin);
  onRollback([this, &plugin] { llvm::erase(plugins, &plugin); });
  return true;
}

Error Plugin::addTo(PassManagerBuilder &builder) const {
  if (!builder.rememberPlugin(*this))
    return Error::success();
  Party party;
  party.origin = Origin::plugin(id);
  party.rank = rank;
  party.registration = [this, &builder]() -> Error {
    return fits(builder) ? extend(builder) : Error::success();
  };
  return builder.addParty(std::move(party));
}
