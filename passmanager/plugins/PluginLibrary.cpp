//===- PluginLibrary.cpp - Plugins that are shared libraries -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Escaping.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/ThirdPartyCall.h"
#include "passmanager/plugins/PluginInfo.h"
#include "passmanager/plugins/PluginLoad.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <optional>
#ifdef LLVM_ON_UNIX
#include <dlfcn.h>
#endif

using namespace pmb;
using namespace llvm;

namespace {
class LibraryPlugin : public Plugin {
public:
  /// Asks an entry point; `library` is not valid if the program has it.
  static Expected<std::unique_ptr<Plugin>> load(StringRef path,
                                                sys::DynamicLibrary library,
                                                const PluginEntryPoints &entry);

  Error registerWith(mlir::DialectRegistry &registry) const override;

protected:
  Error extend(PassManagerBuilder &builder) const override;
  Error extendCopy(Catalog &catalog,
                   std::vector<Diagnostic> &warnings) const override;

private:
  LibraryPlugin(sys::DynamicLibrary library, const pmbPipelinePluginInfo &info)
      : library(library), info(info) {}
  Error readMLIRInfo(StringRef path, const PluginEntryPoints &entry);
  Error registerPasses() const;

  sys::DynamicLibrary library;
  /// A copy, which the library cannot change any more.
  pmbPipelinePluginInfo info;
  /// What the entry points for MLIR say, if there are any.
  std::optional<mlir::DialectPluginLibraryInfo> dialects;
  std::optional<mlir::PassPluginLibraryInfo> passes;
  mutable bool hasRegisteredPasses = false;
  /// Why its passes could not be registered.
  mutable std::vector<Diagnostic> failures;
};
} // namespace

static std::vector<std::string> readNames(const char *const *names) {
  std::vector<std::string> result;
  for (; names && *names; ++names)
    result.push_back(*names);
  return result;
}

/// The first parts in which two lists differ.
static std::pair<StringRef, StringRef> findDifference(StringRef a,
                                                      StringRef b) {
  std::pair<StringRef, StringRef> first;
  do {
    std::tie(first.first, a) = a.split(';');
    std::tie(first.second, b) = b.split(';');
  } while (first.first == first.second && !(a.empty() && b.empty()));
  return {first.first.trim(), first.second.trim()};
}

static Error check(const pmbPipelinePluginInfo &info, StringRef path) {
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
      fingerprint != PMB_PLUGIN_FINGERPRINT) {
    auto [own, ours] = findDifference(fingerprint, PMB_PLUGIN_FINGERPRINT);
    return makeBadPlugin(
        path,
        "it was built as [" + fingerprint +
            "], and this program as [" PMB_PLUGIN_FINGERPRINT "]",
        "build both with the same PassManagerBuilder, LLVM, compiler and "
        "standard library; the first difference is '" +
            own + "' in the plugin, and '" + ours + "' in this program");
  }
  if (!info.id || !isValidName(info.id))
    return makeBadPlugin(path,
                         "its id " +
                             Twine(info.id ? "'" + escape(info.id) + "'"
                                           : std::string("(not given)")) +
                             " is not a name",
                         nameRule);
  return Error::success();
}

/// Loads a library for good, with all that it needs: a function that the
/// program does not have would end it when it is called. Symbols stay with the
/// library, so that plugins do not get functions of each other.
static sys::DynamicLibrary openLibrary(const char *path, std::string &message) {
#ifdef LLVM_ON_UNIX
  void *handle = ::dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!handle) {
    const char *text = ::dlerror();
    message = text ? text : "the loader does not say why";
    return sys::DynamicLibrary();
  }
  // It says so if the library was loaded before, which is no matter.
  std::string ignored;
  return sys::DynamicLibrary::addPermanentLibrary(handle, &ignored);
#else
  return sys::DynamicLibrary::getPermanentLibrary(path, &message);
#endif
}

/// Looks at the entry points for MLIR, as MLIR does before it uses them.
Error LibraryPlugin::readMLIRInfo(StringRef path,
                                  const PluginEntryPoints &entries) {
  StringRef name = sys::path::filename(path);
  auto read = [&](StringRef entry, auto getInfo, auto &into,
                  auto callback) -> Error {
    if (!getInfo)
      return Error::success();
    if (Error error = callPlugin(name, [&] { into = getInfo(); }))
      return error;
    if (into->apiVersion != MLIR_PLUGIN_API_VERSION)
      return makeBadPlugin(path,
                           "its '" + entry + "' is for version " +
                               Twine(into->apiVersion) +
                               " of MLIR's plugin API, and this program has "
                               "version " +
                               Twine(MLIR_PLUGIN_API_VERSION),
                           "build it with the MLIR of this program");
    if (!((*into).*callback))
      return makeBadPlugin(path, "its '" + entry + "' has no callback",
                           "set the callback, or leave the function out");
    return Error::success();
  };
  using Dialects = mlir::DialectPluginLibraryInfo;
  using Passes = mlir::PassPluginLibraryInfo;
  if (Error error = read("mlirGetDialectPluginInfo", entries.getDialects,
                         dialects, &Dialects::registerDialectRegistryCallbacks))
    return error;
  return read("mlirGetPassPluginInfo", entries.getPasses, passes,
              &Passes::registerPassRegistryCallbacks);
}

static Expected<std::unique_ptr<Plugin>> loadLibrary(StringRef path) {
  // The loader reads the magic number only; a folder or an empty file get the
  // same words from it, but a missing one should not be searched for elsewhere.
  if (!sys::fs::exists(path))
    return makeBadPlugin(path, "there is no such file",
                         "correct the path of the plugin");
  SmallString<128> absolute(path);
  if (std::error_code error = sys::fs::make_absolute(absolute))
    return makeBadPlugin(path, error.message(), "use an absolute path");
  if (Error error = checkPluginLibrary(path))
    return error;
  std::string message;
  sys::DynamicLibrary library;
  // Loading runs the initialisers of the library's global objects.
  StringRef file = sys::path::filename(path);
  if (Error error = callPlugin(
          file, [&] { library = openLibrary(absolute.c_str(), message); })) {
    noteBrokenLoad(file);
    return error;
  }
  if (!library.isValid())
    return makeBadPlugin(path, message, adviseOnLoading(path, message));
  auto lookup = [&](auto &into, const char *symbol) {
    into = reinterpret_cast<std::remove_reference_t<decltype(into)>>(
        library.getAddressOfSymbol(symbol));
  };
  PluginEntryPoints entry(nullptr);
  lookup(entry.getInfo, "pmbGetPipelinePluginInfo");
  lookup(entry.getPasses, "mlirGetPassPluginInfo");
  lookup(entry.getDialects, "mlirGetDialectPluginInfo");
  if (!entry.getInfo)
    return makeBadPlugin(
        path, "it has no function 'pmbGetPipelinePluginInfo'",
        entry.getPasses
            ? "it is a pass plugin of MLIR: load it with --load-pass-plugin, "
              "and insert its passes by name"
            : "see passmanager/plugins/PluginInfo.h for what a plugin consists "
              "of");
  return LibraryPlugin::load(path, library, entry);
}

Expected<std::unique_ptr<Plugin>>
LibraryPlugin::load(StringRef path, sys::DynamicLibrary library,
                    const PluginEntryPoints &entry) {
  const pmbPipelinePluginInfo *given = nullptr;
  if (Error error = callPlugin(sys::path::filename(path),
                               [&] { given = entry.getInfo(); }))
    return error;
  if (!given)
    return makeBadPlugin(path, "it says nothing of itself",
                         "return the struct from pmbGetPipelinePluginInfo");
  if (Error error = check(*given, path))
    return error;
  std::unique_ptr<LibraryPlugin> plugin(new LibraryPlugin(library, *given));
  if (Error error = plugin->readMLIRInfo(path, entry))
    return error;
  const pmbPipelinePluginInfo &info = plugin->info;
  plugin->id = info.id;
  plugin->version = info.version ? info.version : "";
  if (library.isValid())
    plugin->buildID = readBuildID(path);
  plugin->rank = info.rank;
  plugin->defaultActivated = info.activation == PMB_PLUGIN_DEFAULT_ACTIVATED;
  plugin->extends = readNames(info.extends);
  plugin->variants = readNames(info.variants);
  return plugin;
}

/// MLIR's words for two passes of one name need an explanation.
static Error explainTakenName(Error error) {
  std::vector<Diagnostic> diagnostics = takeDiagnostics(std::move(error));
  for (Diagnostic &diagnostic : diagnostics)
    if (StringRef(diagnostic.message).contains("previously registered")) {
      diagnostic.notes.clear();
      diagnostic.note("there is a pass of that name already, of MLIR, of "
                      "another plugin or of this one");
      diagnostic.help("give the pass of the plugin another name, such as one "
                      "that begins with the plugin's id");
    }
  return makeError(std::move(diagnostics));
}

Error LibraryPlugin::registerPasses() const {
  if (hasRegisteredPasses || !passes)
    return Error::success();
  // Registering again would find the passes that were registered before the
  // one that could not be.
  if (!failures.empty())
    return makeError(failures);
  // MLIR's own passes first: a plugin that takes one of their names is at
  // fault.
  lookupPassInfo("");
  failures = takeDiagnostics(explainTakenName(
      callPlugin(id, [&] { passes->registerPassRegistryCallbacks(); })));
  hasRegisteredPasses = failures.empty();
  if (!failures.empty())
    refusal = failures.front().message;
  return makeError(failures);
}

Error LibraryPlugin::registerWith(mlir::DialectRegistry &registry) const {
  if (Error error = registerPasses())
    return error;
  if (!dialects)
    return Error::success();
  return callPlugin(
      id, [&] { dialects->registerDialectRegistryCallbacks(&registry); });
}

static Error makeSilentFailure(StringRef id) {
  return Diagnostic(DiagnosticCode::PluginFailed,
                    "the plugin '{0}' failed and did not say why", id)
      .help("let it return an error: pmb::extendWith and "
            "pmb::extendCatalogWith hand it over");
}

Error LibraryPlugin::extend(PassManagerBuilder &builder) const {
  if (!info.extendPipeline)
    return Error::success();
  size_t failureCount = builder.getFailureCount();
  bool succeeded = false;
  if (Error error =
          callPlugin(id, [&] { succeeded = info.extendPipeline(&builder); }))
    return error;
  if (succeeded || builder.getFailureCount() != failureCount)
    return Error::success();
  return makeSilentFailure(id);
}

struct pmb::PluginFailure {
  std::vector<Diagnostic> diagnostics;
};

Error LibraryPlugin::extendCopy(Catalog &catalog,
                                std::vector<Diagnostic> &) const {
  if (!info.extendCatalog)
    return Error::success();
  PluginFailure failure;
  bool succeeded = false;
  if (Error error = callPlugin(
          id, [&] { succeeded = info.extendCatalog(&catalog, &failure); }))
    return error;
  if (succeeded || !failure.diagnostics.empty())
    return makeError(std::move(failure.diagnostics));
  return makeSilentFailure(id);
}

bool pmb::detail::finishExtending(PluginFailure &failure, Error error) {
  failure.diagnostics = takeDiagnostics(std::move(error));
  return failure.diagnostics.empty();
}

bool pmb::detail::finishExtending(PassManagerBuilder &builder, Error error) {
  if (!error)
    return true;
  builder.fail(std::move(error));
  return false;
}

Expected<std::unique_ptr<Plugin>> pmb::loadPluginLibrary(StringRef path) {
  // What a library registers is not used if the library is not.
  pmb::detail::RegistrationMark mark = pmb::detail::getRegistrationMark();
  auto loaded = loadLibrary(path);
  if (!loaded)
    pmb::detail::forgetRegistrationsSince(mark);
  return loaded;
}

Expected<std::unique_ptr<Plugin>>
pmb::loadPluginCompiledIn(const PluginEntryPoints &entry) {
  StringRef path = "<compiled in>";
  if (!entry.getInfo)
    return makeBadPlugin(path, "its function is null",
                         "give the function that returns what the plugin says "
                         "of itself");
  return LibraryPlugin::load(path, sys::DynamicLibrary(), entry);
}
