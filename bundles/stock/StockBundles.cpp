//===- StockBundles.cpp - Bundles that many pipelines are made of ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/stock/StockBundles.h"
#include "builder/edit/Expansion.h"
#include "bundles/contracts/PassJson.h"
#include "bundles/stock/StockBundles.inc"
#include "bundles/stock/StockCatalog.h"
#include <array>
#include <mutex>

using namespace pmb;
using namespace llvm;

static constexpr size_t bundleCount = std::size(stockBundles);

namespace {
/// A bundle that has been asked for: read once, and made once with its options
/// at their defaults.
struct KnownBundle {
  std::once_flag isRead, isMade;
  PassDescriptor descriptor;
  std::optional<PassBundle> made;
};
} // namespace

static KnownBundle *getKnownBundle(StringRef name) {
  // Lives as long as the process: others point into it.
  static auto &known = *new std::array<KnownBundle, bundleCount>;
  const StockBundle *it =
      lower_bound(stockBundles, name,
                  [](const StockBundle &b, StringRef n) { return b.name < n; });
  if (it == std::end(stockBundles) || it->name != name)
    return nullptr;
  KnownBundle &bundle = known[it - stockBundles];
  std::call_once(bundle.isRead, [&] {
    // The text was embedded by a script of this project and is read by its
    // tests.
    JsonDocument document = cantFail(
        JsonDocument::parse(SourceText::refer(it->text, "bundles/stock")),
        "a stock bundle is not JSON");
    JsonReader reader(document);
    bundle.descriptor.name = name.str();
    readPassDescriptor(reader, document.getRoot(), bundle.descriptor);
    bundle.descriptor.hasOptionList = true;
    cantFail(reader.takeError(), "a stock bundle has an error");
  });
  return &bundle;
}

static Expected<PassBundle> makeBundle(const PassDescriptor &descriptor,
                                       StringRef options) {
  Expected<PassBundle> bundle = expandSteps(
      descriptor, options, /*outer=*/std::nullopt, getStockCatalog());
  if (!bundle)
    return bundle;
  for (const std::string &kind : descriptor.kinds)
    bundle->addKind(kind);
  bundle->contract = descriptor.contract;
  return bundle;
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

const PassDescriptor *bundles::lookupStockBundle(StringRef name) {
  const KnownBundle *bundle = getKnownBundle(name);
  return bundle ? &bundle->descriptor : nullptr;
}

const PassBundle *bundles::lookupDefaultStockBundle(StringRef name) {
  KnownBundle *bundle = getKnownBundle(name);
  if (!bundle)
    return nullptr;
  std::call_once(bundle->isMade, [&] {
    bundle->made = cantFail(makeBundle(bundle->descriptor, ""),
                            "a stock bundle has an error");
  });
  return &*bundle->made;
}

Expected<PassBundle> bundles::createStockBundle(StringRef name,
                                                StringRef options) {
  if (const PassDescriptor *descriptor = lookupStockBundle(name))
    return makeBundle(*descriptor, options);
  return getStockCatalog().makeBundle(name); // Says what there is.
}

static PassBundle getDefault(StringRef name) {
  return bundles::lookupDefaultStockBundle(name)->clone();
}

PassBundle bundles::createCleanup() { return getDefault("cleanup"); }
PassBundle bundles::createBufferization() {
  return getDefault("bufferization");
}
PassBundle bundles::createBufferDeallocation() {
  return getDefault("buffer-deallocation");
}
PassBundle bundles::createLinalgToLoops() {
  return getDefault("linalg-to-loops");
}
PassBundle bundles::createLowerToLLVM() { return getDefault("lower-to-llvm"); }
