//===- Witnessing.cpp - Programs on which the pipeline leaves something ---===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Witnessing.h"
#include "bundles/report/Report.h"
#include "bundles/stock/Witnesses.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "passmanager/Contents.h"
#include "passmanager/plugins/Plugin.h"
#include "tools/CommandLine.h"
#include "tools/pmb-opt/Editing.h"
#include "tools/pmb-opt/FixRuns.h"
#include "tools/pmb-opt/NamedPipeline.h"
#include "tools/pmb-opt/Plugins.h"
#include "tools/pmb-opt/Preflight.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

namespace {
class WitnessRuns {
public:
  /// So many programs are run for one finding.
  static constexpr unsigned mostRuns = 8;

  WitnessRuns(const mlir::DialectRegistry &registry,
              const CommandLine &commandLine, NamedPipeline &named,
              raw_ostream &os)
      : registry(registry), commandLine(commandLine), named(named),
        finder(*named.pipeline), os(os) {}

  /// Whether a program shows it. Fails if nothing can be run.
  Expected<bool> show(const Diagnostic &finding);

private:
  Expected<std::vector<std::string>>
  runOn(const Witness &witness, const Diagnostic &finding, std::string &why);
  void print(const Witness &witness, const Diagnostic &finding,
             ArrayRef<std::string> left);

  const mlir::DialectRegistry &registry;
  const CommandLine &commandLine;
  NamedPipeline &named;
  WitnessFinder finder;
  raw_ostream &os;
  bool isFirst = true;
};
} // namespace

/// What the pipeline leaves of a program, of what a finding is about; nothing,
/// with a reason, if it does not run to its end.
Expected<std::vector<std::string>> WitnessRuns::runOn(const Witness &witness,
                                                      const Diagnostic &finding,
                                                      std::string &why) {
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  // A program of several functions is in no module of its own.
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(witness.program,
                                              mlir::ParserConfig(&context));
  if (!module)
    return createStringError("a program of the catalog does not parse");
  auto after = runText(commandLine, *module, named.pipeline->str(), why);
  if (!after)
    return after.takeError();
  std::vector<std::string> left;
  if (!*after)
    return left;
  std::vector<std::string> contents = collectContents(after->get());
  for (StringRef item :
       finding.items.empty() ? finding.shownBy : finding.items) {
    StringRef name = Item(item).getName();
    if (!is_contained(left, name) && any_of(contents, [&](StringRef there) {
          return Item(name).covers(Item(there));
        }))
      left.push_back(name.str());
  }
  return left;
}

/// Writes a program so that the whole is a file of MLIR.
void WitnessRuns::print(const Witness &witness, const Diagnostic &finding,
                        ArrayRef<std::string> left) {
  if (!std::exchange(isFirst, false))
    os << "\n// -----\n\n";
  os << "// " << report::toUTF8(named.name) << ": "
     << stringify(finding.severity) << ": " << report::toUTF8(finding.message)
     << " [" << finding.getTitle() << "]\n// The pipeline leaves '"
     << join(left, "', '") << "' of this program.\n"
     << witness.program;
}

Expected<bool> WitnessRuns::show(const Diagnostic &finding) {
  unsigned ran = 0, failed = 0;
  std::string firstWhy;
  for (const WitnessFinder::Found &found : finder.find(finding, mostRuns)) {
    std::string why;
    auto left = runOn(*found.witness, finding, why);
    if (!left)
      return left.takeError();
    ++ran;
    failed += !why.empty();
    if (firstWhy.empty())
      firstWhy = why;
    if (left->empty())
      continue;
    print(*found.witness, finding, *left);
    return true;
  }
  errs() << report::toUTF8(named.name)
         << ": not shown: " << report::toUTF8(finding.message) << '\n'
         << "  ";
  if (!ran)
    errs() << "the catalog has no program for it";
  else
    errs() << "the pipeline leaves nothing of it in " << ran - failed << " of "
           << ran << (ran == 1 ? " program" : " programs");
  if (failed)
    errs() << ", and fails on " << failed << ": " << report::toUTF8(firstWhy);
  errs() << '\n';
  return false;
}

mlir::FailureOr<bool> pmb::showWitnesses(const mlir::DialectRegistry &registry,
                                         const mlir::MlirOptMainConfig &config,
                                         const OptOptions &options,
                                         const CommandLine &commandLine,
                                         raw_ostream &os) {
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  mlir::FailureOr<std::string> passes =
      readPasses(config, context, "builtin.module");
  if (mlir::failed(passes))
    return mlir::failure();
  auto giveUp = [](Error error) {
    return mlir::failure(printErrors(std::move(error)));
  };
  Expected<Catalog> catalog = makeCatalog(options);
  if (!catalog)
    return giveUp(catalog.takeError());
  NameChecker names(*catalog);
  Expected<NamedPipeline> named =
      readNamedPipeline(options, *passes, *catalog, names);
  if (!named)
    return giveUp(named.takeError());
  if (Error error = verifyNotEmpty(*named->pipeline))
    return giveUp(std::move(error));
  // Only with passes that are there does it run on anything.
  ComposedPipeline composed(&context, named->pipeline->getRoot().getOp());
  composed.makeBuilder(*catalog);
  if (Error error = named->appendTo(*composed.builder, options.variant))
    return giveUp(
        makeError(takeForCommandLine(std::move(error), "--load-pass-plugin")));
  std::vector<Diagnostic> findings = named->pipeline->check();
  WitnessRuns runs(registry, commandLine, *named, os);
  unsigned shown = 0, count = 0;
  for (const Diagnostic &finding : findings) {
    if (!WitnessFinder::dependsOnInput(finding))
      continue;
    ++count;
    Expected<bool> isShown = runs.show(finding);
    if (!isShown)
      return giveUp(isShown.takeError());
    shown += *isShown;
  }
  errs() << report::toUTF8(named->name) << ": " << shown << " of " << count
         << (count == 1 ? " finding that depends" : " findings that depend")
         << " on the input " << (shown == 1 ? "is" : "are") << " shown\n";
  return shown != 0;
}
