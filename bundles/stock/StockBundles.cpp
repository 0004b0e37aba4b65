//===- StockBundles.cpp - Bundles that many pipelines are made of ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/stock/StockBundles.h"
#include "bundles/pipelines/PipelineDescription.h"
#include "bundles/stock/StockBundles.inc"
#include <array>
#include <mutex>

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// From definitions in files to bundles
//===----------------------------------------------------------------------===//

static PassBundle makeBundle(const PipelineEntry &definition);

/// Adds what stands in `nest` under the condition `when`.
static void addEntries(ArrayRef<PipelineEntry> entries,
                       const std::vector<std::string> &nest, StringRef when,
                       PassBundle &into) {
  for (const PipelineEntry &entry : entries) {
    PassBundle::Entry added;
    added.when = joinConditions(when, entry.when);
    added.optionsFrom = entry.optionsFrom;
    switch (entry.kind) {
    case PipelineEntry::Kind::Nest: {
      std::vector<std::string> inner = nest;
      inner.push_back(entry.name);
      addEntries(entry.entries, inner, added.when, into);
      continue;
    }
    case PipelineEntry::Kind::Pass:
      added.kind = PassBundle::Entry::Kind::Pass;
      added.pass = PassSpec(entry.name, entry.options);
      if (!nest.empty())
        added.pass.nest = nest;
      break;
    case PipelineEntry::Kind::Slot:
      added.kind = PassBundle::Entry::Kind::Slot;
      added.slot = entry.name;
      break;
    case PipelineEntry::Kind::Bundle: {
      added.kind = PassBundle::Entry::Kind::Bundle;
      PassBundle inner = entry.isDefinition
                             ? makeBundle(entry)
                             : bundles::lookupStockBundle(entry.name)->clone();
      for (auto [option, value] : splitOptions(entry.options))
        inner.setOption(option, value);
      added.bundle = std::make_unique<PassBundle>(std::move(inner));
      break;
    }
    case PipelineEntry::Kind::Include:
      llvm_unreachable("a stock bundle is one file");
    }
    into.add(std::move(added));
  }
}

static PassBundle makeBundle(const PipelineEntry &definition) {
  PassBundle bundle(definition.name);
  for (const std::string &kind : definition.kinds)
    bundle.addKind(kind);
  bundle.setContiguous(definition.isContiguous);
  bundle.contract = definition.contract;
  for (const OptionDescriptor &option : definition.declaredOptions)
    bundle.addOption(option);
  addEntries(definition.entries, {}, "", bundle);
  return bundle;
}

//===----------------------------------------------------------------------===//
// Those that are built in
//===----------------------------------------------------------------------===//

namespace {
/// A bundle that is made once it is asked for.
struct KnownBundle {
  std::once_flag isMade;
  std::optional<PassBundle> bundle;
};
} // namespace

const PassBundle *bundles::lookupStockBundle(StringRef name) {
  // Live as long as the process: others point to them.
  static auto &known = *new std::array<KnownBundle, std::size(stockBundles)>;
  const StockBundle *it =
      lower_bound(stockBundles, name,
                  [](const StockBundle &b, StringRef n) { return b.name < n; });
  if (it == std::end(stockBundles) || it->name != name)
    return nullptr;
  KnownBundle &found = known[it - stockBundles];
  std::call_once(found.isMade, [&] {
    // The text was embedded by a script of this project and is read by its
    // tests.
    PipelineDescriptions files = cantFail(
        readPipelineDescriptions(SourceText::refer(it->text, "bundles/stock")),
        "a stock bundle has an error");
    found.bundle = makeBundle(files.front()->bundles.front());
  });
  return &*found.bundle;
}

ArrayRef<StringLiteral> bundles::getStockBundleNames() {
  static const std::vector<StringLiteral> names = [] {
    std::vector<StringLiteral> result;
    for (const StockBundle &bundle : stockBundles)
      result.push_back(bundle.name);
    return result;
  }();
  return names;
}

PassBundle bundles::createCleanup() {
  return lookupStockBundle("cleanup")->clone();
}
PassBundle bundles::createBufferization() {
  return lookupStockBundle("bufferization")->clone();
}
PassBundle bundles::createBufferDeallocation() {
  return lookupStockBundle("buffer-deallocation")->clone();
}
PassBundle bundles::createLinalgToLoops() {
  return lookupStockBundle("linalg-to-loops")->clone();
}
PassBundle bundles::createLowerToLLVM() {
  return lookupStockBundle("lower-to-llvm")->clone();
}
