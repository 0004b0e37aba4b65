//===- LLVMCatalog.cpp - The passes of LLVM's own pass manager ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/stock/LLVMCatalog.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/catalog/LLVMTexts.h"
#include "bundles/contracts/PassJson.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

static PassManagerRules getRules() {
  PassManagerRules rules;
  rules.root = "module";
  rules.textNamesRoot = rules.choosesNests = rules.mergesNests = false;
  rules.hasParameters = true;
  rules.levels = {"O0", "O1", "O2", "O3", "Os", "Oz"};
  rules.usualPipeline = "default<O2>";
  return rules;
}

/// The nests of PassBuilder.cpp. Of `coro-cond` and `devirt`, the passes run on
/// what these stand in.
static std::vector<OperationDescriptor> getNests() {
  auto nest = [](StringRef name, StringRef parent,
                 std::vector<std::string> standsIn, StringRef runsOn = "",
                 std::vector<std::string> parameters = {}) {
    OperationDescriptor made;
    made.name = name.str();
    made.parent = parent.str();
    made.isTop = parent.empty();
    made.standsIn = std::move(standsIn);
    made.runsOn = runsOn.str();
    made.parameters = std::move(parameters);
    return made;
  };
  return {
      nest("module", "", {"module"}),
      nest("coro-cond", "module", {"module"}, "module"),
      nest("cgscc", "module", {"module", "cgscc"}),
      nest("devirt", "cgscc", {"cgscc"}, "cgscc", {"N"}),
      nest("function", "module", {"module", "cgscc", "function"}, "",
           {"eager-inv", "no-rerun"}),
      nest("loop", "function", {"function", "loop"}),
      nest("loop-mssa", "function", {"function"}, "loop"),
      nest("machine-function", "function", {"function", "machine-function"})};
}

static void findSlots(std::vector<Recipe> &recipes) {
  for (Recipe &recipe : recipes) {
    findSlots(recipe.body);
    if (StringRef name = recipe.name; name.consume_front("@")) {
      recipe.kind = Recipe::Kind::Slot;
      recipe.name = name.str();
    }
  }
}

/// The files were written by a script of this project, and are read by its
/// tests.
static Catalog makeCatalog() {
  Catalog catalog;
  catalog.setRules(getRules());
  for (OperationDescriptor &nest : getNests())
    cantFail(catalog.addOperation(std::move(nest)));
  JsonDocument passes = cantFail(JsonDocument::parse(
      SourceText::refer(texts::llvmPasses, "bundles/catalog/llvm-22")));
  cantFail(readContracts(passes, catalog));
  // Lines of a name and a pipeline, in which `@Name` is an entry point.
  for (StringRef line : split(StringRef(texts::llvmPipelines).trim(), '\n')) {
    auto [name, text] = line.split(' ');
    TextualPipeline pipeline =
        cantFail(parseTextualPipeline(text, name, catalog.getRules()));
    PassBundle bundle(name);
    std::vector<Recipe> recipes = makeRecipes(pipeline.getElements());
    findSlots(recipes);
    for (Recipe &recipe : recipes)
      bundle.add(std::move(recipe));
    cantFail(catalog.addBundle(std::move(bundle)));
  }
  return catalog;
}

const Catalog &pmb::getLLVMCatalog() {
  static const Catalog catalog = makeCatalog();
  return catalog;
}
