//===- PatternSet.cpp - Sets of rewrite patterns with a name --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/patterns/PatternSet.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/list/PatternSlot.h"
#include "mlir/Pass/PassRegistry.h"
#include "passmanager/MLIRPass.h"
#include "passmanager/ThirdPartyCall.h"
#include "passmanager/patterns/NamedRegistry.h"
#include "passmanager/patterns/RewritePass.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

using SetRegistry = NamedRegistry<KnownPatterns>;

Diagnostic pmb::makeFailedPatterns(StringRef what, StringRef name,
                                   StringRef why) {
  return Diagnostic(DiagnosticCode::FailedPatterns,
                    "{0} of the patterns {1} has thrown: {2}", what, name, why)
      .help("take the set out until its owner has mended it");
}

Expected<std::shared_ptr<KnownPatterns>> pmb::makePatterns(PatternSet set) {
  if (!isValidName(set.name) ||
      StringRef(set.name).find_first_of(":=") != StringRef::npos)
    return makeError(
        makeBadName("set of patterns", set.name, ", and no ':' and '='"));
  if (!set.populate && !set.convert)
    return Diagnostic(DiagnosticCode::NoInstance,
                      "the patterns '{0}' have no function to be called",
                      set.name)
        .help("give a function that adds the patterns");
  auto patterns = std::make_shared<KnownPatterns>();
  PassDescriptor &descriptor = patterns->descriptor;
  descriptor.name = set.name;
  descriptor.summary = set.summary;
  descriptor.addKind(patternsKind);
  if (set.convert)
    descriptor.addKind(conversionKind);
  descriptor.hasOptionList = true;
  auto call = [&](StringRef what, function_ref<void()> function) -> Error {
    std::optional<std::string> thrown = callThirdParty(function);
    return thrown ? makeError(
                        makeFailedPatterns(what, "'" + set.name + "'", *thrown)
                            .about(set.name))
                  : Error::success();
  };
  // MLIR asks for them before it initialises the pass, and cannot fail there.
  if (set.getDependentDialects)
    if (Error error = call("getDependentDialects", [&] {
          set.getDependentDialects(patterns->dialects);
        }))
      return error;
  if (set.describe) {
    descriptor.hasContract = true;
    descriptor.contract.greedy(!set.convert);
    if (Error error = call("describe", [&] { set.describe(descriptor); }))
      return error;
    if (descriptor.name != set.name)
      descriptor.otherName = std::exchange(descriptor.name, set.name);
  }
  patterns->set = std::move(set);
  return patterns;
}

Error pmb::detail::registerPatterns(PatternSet set) {
  Expected<std::shared_ptr<KnownPatterns>> patterns =
      makePatterns(std::move(set));
  if (!patterns)
    return patterns.takeError();
  StringRef name = (*patterns)->set.name;
  // MLIR ends the process when a name is given twice.
  bool isPass = lookupPassInfo(name);
  if (isPass || lookupPipelineInfo(name))
    return Diagnostic(DiagnosticCode::DuplicateName,
                      (lookupPatterns(name) ? "there is a set of patterns '"
                       : isPass             ? "MLIR knows a pass '"
                                            : "MLIR knows a pipeline '") +
                          name.str() + "' already")
        .help("give the patterns another name");
  (*patterns)->isRegistered = true;
  SetRegistry::get().add(name, *patterns);
  mlir::registerPass([known = std::shared_ptr<const KnownPatterns>(*patterns)] {
    return createPatternsPass(known);
  });
  return Error::success();
}

std::shared_ptr<const KnownPatterns> pmb::lookupPatterns(StringRef name) {
  return SetRegistry::get().lookup(name);
}

std::vector<StringRef> pmb::getPatternNames() {
  return SetRegistry::get().getNames();
}

Error pmb::makeUnregistered(StringRef what, StringRef name,
                            ArrayRef<StringRef> known, StringRef help) {
  Diagnostic diagnostic(DiagnosticCode::UnknownPatterns,
                        "there is no {0} '{1}'", what, name);
  if (!suggestOrList(diagnostic.about(name), name, known))
    diagnostic.help(help.str());
  return makeError(std::move(diagnostic));
}

Error pmb::makeUnknownPatterns(StringRef name) {
  return makeUnregistered(
      "set of patterns", name, getPatternNames(),
      "load the plugin that has it, or register it with "
      "pmb::registerPatterns before the pipeline is composed (in "
      "a plugin, in the callback of mlirGetPassPluginInfo)");
}

Error pmb::describePatterns(Catalog &catalog, ArrayRef<StringRef> names) {
  for (StringRef name : names) {
    std::shared_ptr<const KnownPatterns> known = lookupPatterns(name);
    if (!known)
      return makeUnknownPatterns(name);
    if (Error error = catalog.addPass(known->descriptor))
      return error;
  }
  return Error::success();
}
