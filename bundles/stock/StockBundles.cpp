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
  // There is one in each file.
  reader.getRoot().find("bundles")->forEachMember([&](const JsonInput &member) {
    RecipeReader(/*source=*/nullptr, nullptr).readDefinition(member, bundle);
  });
  cantFail(reader.takeError(), "a stock bundle has an error");
  return bundle;
}

/// Puts stock bundles in the place of their names.
static void openNames(std::vector<Recipe> &elements, unsigned release) {
  for (Recipe &element : elements) {
    openNames(element.body, release);
    if (!element.isBundle() || element.isDefinition)
      continue;
    Recipe named =
        bundles::lookupStockBundle(element.name, release)->getRecipe().clone();
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

/// A bundle has a row for the newest release, and one for each earlier one of
/// which it is not what it is in the release after that.
static const StockBundle *findRow(StringRef name, unsigned release) {
  if (!release)
    release = PMB_CATALOG_RELEASE;
  const StockBundle *found = nullptr;
  for (const StockBundle &row : stockBundles)
    if (row.name == name && row.release >= release)
      found = &row;
  return found && !found->text.empty() ? found : nullptr;
}

const PassBundle *bundles::lookupStockBundle(StringRef name, unsigned release) {
  // Live as long as the process: others point to them.
  static auto &known = *new std::array<KnownBundle, std::size(stockBundles)>;
  const StockBundle *row = findRow(name, release);
  if (!row)
    return nullptr;
  KnownBundle &found = known[row - stockBundles];
  std::call_once(found.isMade, [&] {
    Recipe bundle = readDefinition(row->text);
    openNames(bundle.body, row->release);
    found.bundle.emplace(std::move(bundle));
  });
  return &*found.bundle;
}

std::vector<StringRef> bundles::getStockBundleNames(unsigned release) {
  std::vector<StringRef> names;
  for (const StockBundle &row : stockBundles)
    if ((names.empty() || names.back() != row.name) &&
        findRow(row.name, release))
      names.push_back(row.name);
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
