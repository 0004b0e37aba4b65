//===- StockBundles.cpp - Bundles that many pipelines are made of ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/stock/StockBundles.h"
#include "bundles/contracts/RecipeJson.h"
#include "bundles/stock/StockBundles.inc"
#include <array>
#include <mutex>

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// From definitions in files to bundles
//===----------------------------------------------------------------------===//

/// Reads the definition in the text of a file, which was embedded by a script
/// of this project and is read by its tests.
static Recipe readDefinition(StringRef text) {
  JsonDocument document =
      cantFail(JsonDocument::parse(SourceText::refer(text, "bundles/stock")),
               "a stock bundle is not JSON");
  JsonReader reader(document);
  Recipe bundle;
  const JsonMember *bundles = document.getRoot().lookup("bundles");
  RecipeReader(reader, /*source=*/nullptr, nullptr)
      .readDefinition(bundles->value.getMembers().front(), bundle);
  cantFail(reader.takeError(), "a stock bundle has an error");
  return bundle;
}

/// Puts stock bundles in the place of their names.
static void openNames(std::vector<Recipe> &elements) {
  for (Recipe &element : elements) {
    openNames(element.body);
    if (!element.isBundle() || element.isDefinition)
      continue;
    Recipe named =
        bundles::lookupStockBundle(element.name)->getRecipe().clone();
    named.options = element.options;
    named.optionsFrom = element.optionsFrom;
    named.when = element.when;
    element = std::move(named);
  }
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
    Recipe bundle = readDefinition(it->text);
    openNames(bundle.body);
    found.bundle.emplace(std::move(bundle));
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
