//===- Editing.cpp - Quick edits of a pipeline ----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Editing.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/Plugin.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ManagedStatic.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

namespace {
enum class CheckMode { Default, Error, Warn, Off };
enum class PrintMode { None, Before, After, Flattened };

struct Options {
  cl::OptionCategory category{"Editing and checking the pipeline"};
  cl::list<std::string> plugins{
      "load-pipeline-plugin", cl::value_desc("library or JSON file"),
      cl::desc("Load a plugin and let it take part in the pipeline"),
      cl::cat(category)};
  cl::list<std::string> activated{
      "use-pipeline-plugin", cl::value_desc("id"),
      cl::desc("Also use a loaded plugin that is not activated by default"),
      cl::cat(category)};
  cl::opt<bool> list{"list-pipeline-plugins",
                     cl::desc("List the plugins that were loaded, and exit"),
                     cl::cat(category)};
  cl::list<std::string> insertBefore{
      "insert-before", cl::value_desc("pass:new{options}"),
      cl::desc("Insert a pass before another"), cl::cat(category)};
  cl::list<std::string> insertAfter{
      "insert-after", cl::value_desc("pass:new{options}"),
      cl::desc("Insert a pass after another"), cl::cat(category)};
  cl::list<std::string> replace{"replace", cl::value_desc("pass:new{options}"),
                                cl::desc("Put a pass in the place of another"),
                                cl::cat(category)};
  cl::list<std::string> remove{"remove", cl::value_desc("pass"),
                               cl::desc("Remove a pass"), cl::cat(category)};
  cl::list<std::string> disabledKinds{"disable-kind", cl::value_desc("kind"),
                                      cl::desc("Remove all passes of a kind"),
                                      cl::cat(category)};
  cl::opt<CheckMode> check{
      "check", cl::desc("What to do if the order of passes is wrong"),
      cl::values(clEnumValN(CheckMode::Error, "error", "Run nothing (default)"),
                 clEnumValN(CheckMode::Warn, "warn", "Say so, and run"),
                 clEnumValN(CheckMode::Off, "off", "Do not check")),
      cl::init(CheckMode::Default), cl::cat(category)};
  cl::opt<PrintMode> print{
      "print-pipeline", cl::desc("Print the pipeline to the standard error"),
      cl::values(clEnumValN(PrintMode::Before, "before", "As it was given"),
                 clEnumValN(PrintMode::After, "after",
                            "Edited, with who put each pass there"),
                 clEnumValN(PrintMode::Flattened, "flattened",
                            "As it runs, as text for mlir-opt")),
      cl::init(PrintMode::None), cl::cat(category)};
};
} // namespace

static ManagedStatic<Options> options;

void pmb::registerEditingOptions() { *options; }

bool pmb::isEditing() {
  return !options->plugins.empty() || !options->activated.empty() ||
         !options->insertBefore.empty() || !options->insertAfter.empty() ||
         !options->replace.empty() || !options->remove.empty() ||
         !options->disabledKinds.empty() ||
         options->check != CheckMode::Default ||
         options->print != PrintMode::None;
}

bool pmb::isListing() { return options->list; }

/// Prints what an error says. Returns false if there is none.
static bool report(Error error) {
  std::vector<Diagnostic> diagnostics = takeDiagnostics(std::move(error));
  for (const Diagnostic &diagnostic : diagnostics)
    diagnostic.print(errs());
  return !diagnostics.empty();
}

//===----------------------------------------------------------------------===//
// Plugins
//===----------------------------------------------------------------------===//

bool pmb::loadPlugins(int argc, char **argv, mlir::DialectRegistry &registry) {
  for (int i = 1; i < argc; ++i) {
    StringRef argument = argv[i], path;
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
    if (!plugin ? report(plugin.takeError())
                : report((*plugin)->registerWith(registry)))
      return false;
  }
  return true;
}

void pmb::listPlugins(raw_ostream &os) {
  for (const Plugin *plugin : Plugin::getLoaded()) {
    os << plugin->getId();
    if (!plugin->getVersion().empty())
      os << ' ' << plugin->getVersion();
    os << ", rank " << plugin->getRank() << ", "
       << (plugin->isDefaultActivated() ? "default-activated" : "explicit");
    if (!plugin->getExtends().empty())
      os << ", extends " << join(plugin->getExtends(), ", ");
    if (!plugin->getVariants().empty())
      os << ", for " << join(plugin->getVariants(), ", ");
    os << ": " << plugin->getPath() << '\n';
  }
}

static Error addPlugins(PassManagerBuilder &builder) {
  for (const std::string &id : options->activated)
    if (!Plugin::lookup(id))
      return makeError(Diagnostic(DiagnosticCode::BadPlugin,
                                  "no plugin '" + id + "' has been loaded")
                           .help("load it with --load-pipeline-plugin"));
  for (const Plugin *plugin : Plugin::getLoaded())
    if (plugin->isDefaultActivated() ||
        is_contained(options->activated, plugin->getId()))
      if (Error error = plugin->addTo(builder))
        return error;
  return builder.applyParties();
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

/// Splits `cse:canonicalize{top-down=false}`.
static Error splitEdit(StringRef option, StringRef text, StringRef &old,
                       PassSpec &added) {
  StringRef rest;
  std::tie(old, rest) = text.split(':');
  auto [name, inner] = rest.split('{');
  if (old.empty() || name.empty() ||
      (name.size() != rest.size() && !inner.consume_back("}")))
    return makeError(Diagnostic(DiagnosticCode::Syntax,
                                "'" + text.str() + "' is not what --" +
                                    option.str() + " takes")
                         .help("write pass:new or pass:new{options}"));
  added = PassSpec(name, inner);
  return Error::success();
}

static Error applyEdits(PassManagerBuilder &builder) {
  auto forEach = [](StringRef option, ArrayRef<std::string> texts,
                    function_ref<Error(Target, PassSpec)> edit) -> Error {
    for (const std::string &text : texts) {
      StringRef old;
      PassSpec added;
      if (Error error = splitEdit(option, text, old, added))
        return error;
      if (Error error = edit(pass(old), std::move(added)))
        return error;
    }
    return Error::success();
  };
  if (Error error = forEach("insert-before", options->insertBefore,
                            [&](Target old, PassSpec added) {
                              return builder.insert(std::move(added),
                                                    Position::before(old));
                            }))
    return error;
  if (Error error = forEach("insert-after", options->insertAfter,
                            [&](Target old, PassSpec added) {
                              return builder.insert(std::move(added),
                                                    Position::after(old));
                            }))
    return error;
  if (Error error =
          forEach("replace", options->replace, [&](Target old, PassSpec added) {
            return builder.replace(old, std::move(added));
          }))
    return error;
  for (const std::string &name : options->remove)
    if (Error error = builder.removePass(name))
      return error;
  for (const std::string &name : options->disabledKinds)
    if (Error error = builder.remove(every(kind(name))))
      return error;
  return Error::success();
}

/// Lets `build` say what is wrong with the order without failing.
static void turnIntoWarnings(PassManagerBuilder &builder, Severity severity) {
  for (const DiagnosticInfo &info : getDiagnosticTable())
    if (info.code >= DiagnosticCode::WrongOrder &&
        info.code <= DiagnosticCode::MissingOutput &&
        info.defaultSeverity == Severity::Error)
      builder.setSeverity(info.code, severity);
}

mlir::LogicalResult pmb::editPipeline(mlir::PassManager &pm) {
  std::vector<Diagnostic> replaced;
  Expected<Catalog> catalog = Plugin::makeCatalog(&replaced);
  if (!catalog) {
    report(catalog.takeError());
    return mlir::failure();
  }
  for (const Diagnostic &warning : replaced)
    warning.print(errs());
  PassManagerBuilder builder(pm, *catalog);
  builder.setOrigin(Origin::framework("command line"));
  if (report(builder.adopt(pm)))
    return mlir::failure();
  if (options->print == PrintMode::Before)
    builder.printListing(errs());
  if (report(addPlugins(builder)) || report(applyEdits(builder)))
    return mlir::failure();
  if (options->print == PrintMode::After)
    builder.printListing(errs());
  if (options->check == CheckMode::Warn)
    turnIntoWarnings(builder, Severity::Warning);
  else if (options->check == CheckMode::Off)
    turnIntoWarnings(builder, Severity::Off);
  // For mlir-opt no passes are a pipeline like any other.
  if (builder.empty() && builder.check().empty()) {
    pm.clear();
    return mlir::success();
  }
  bool failed = report(builder.build());
  if (options->check != CheckMode::Off)
    for (const Diagnostic &warning : builder.getWarnings())
      warning.print(errs());
  if (failed)
    return mlir::failure();
  if (options->print == PrintMode::Flattened) {
    pm.printAsTextualPipeline(errs());
    errs() << '\n';
  }
  return mlir::success();
}
