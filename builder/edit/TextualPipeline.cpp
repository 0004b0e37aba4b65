//===- TextualPipeline.cpp - MLIR's pipelines as text ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/edit/TextualPipeline.h"
#include "builder/edit/Linker.h"
#include "builder/edit/PassesInOptions.h"
#include "builder/passes/NameChecker.h"
#include "builder/repair/NameFixes.h"
#include "builder/repair/NodesByOrigin.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printElements(raw_ostream &os, ArrayRef<TextualElement> elements) {
  interleave(
      elements, os,
      [&](const TextualElement &element) {
        os << element.name;
        if (element.isNest()) {
          os << '(';
          printElements(os, element.nested);
          os << ')';
        } else {
          os << wrapOptions(element.options);
        }
      },
      ",");
}

void TextualPipeline::print(raw_ostream &os) const {
  if (namesRoot)
    os << root.name << '(';
  printElements(os, root.nested);
  if (namesRoot)
    os << ')';
}

std::string TextualPipeline::str() const {
  std::string printed;
  raw_string_ostream os(printed);
  print(os);
  return printed;
}

//===----------------------------------------------------------------------===//
// Appending
//===----------------------------------------------------------------------===//

Origin TextualPipeline::getOrigin(const TextualElement &element) const {
  return source.getOrigin(element.getPlace());
}

/// Gives a diagnostic about an element at `place` that place, or that of the
/// option that is its subject. The source has `options` at `offset`.
static void locateIn(const SourceText &source, Diagnostic &diagnostic,
                     TextPlace place, StringRef options, size_t offset,
                     bool isFirst = true) {
  for (const auto &option : splitOptions(options))
    if (!diagnostic.subject.empty() && option.first == diagnostic.subject)
      place = source.getPlace(offset + (option.first.data() - options.data()));
  if (!diagnostic.node)
    diagnostic.at(NodeRef(source.getOrigin(place)));
  diagnostic.notes.push_back(source.showText(place, isFirst));
}

void TextualPipeline::locate(Diagnostic &diagnostic,
                             const TextualElement &element) const {
  locateIn(source, diagnostic, element.getPlace(), element.options,
           element.options.data() - source.getText().data());
}

static_assert(TextualPipeline::maxDepth == Pipeline::maxNestDepth,
              "what can be printed can be read");

namespace {
/// Gives what fails its place in a text.
class TextNames : public RecipeNames {
public:
  TextNames(const SourceText &source, const Catalog &catalog)
      : RecipeNames(catalog), source(source) {}

  void locate(Diagnostic &diagnostic, const Recipe &element,
              bool isFirst) override {
    // What stands in options has its place already.
    if (any_of(diagnostic.notes, [](const Note &note) {
          return note.kind == Note::Kind::Source;
        }))
      return;
    locateIn(source, diagnostic, element.place, element.options,
             element.optionsOffset, isFirst);
  }

private:
  const SourceText &source;
};
} // namespace

/// True for a nest for what is around it, `module(...)` in `module`. LLVM runs
/// what is in it as if it stood outside, and does not print it.
static bool isDissolved(const TextualElement &element, StringRef around,
                        bool namesRoot) {
  return !namesRoot && element.isNest() && element.name == around &&
         !around.contains('<');
}

/// Adds recipes for elements; without a `source` they stand nowhere.
static void addRecipes(std::vector<Recipe> &recipes, StringRef around,
                       ArrayRef<TextualElement> elements,
                       const SourceText *source, bool namesRoot) {
  for (const TextualElement &element : elements) {
    if (isDissolved(element, around, namesRoot)) {
      addRecipes(recipes, around, element.nested, source, namesRoot);
      continue;
    }
    Recipe &recipe = recipes.emplace_back(element.isNest() ? Recipe::Kind::Nest
                                                           : Recipe::Kind::Pass,
                                          element.name);
    // Of what is already there, a nest shares only the nests around it.
    recipe.isAsWritten = element.isNest();
    recipe.body.reserve(element.nested.size());
    addRecipes(recipe.body, element.name, element.nested, source, namesRoot);
    recipe.options = element.options.str();
    recipe.source = source;
    if (!source)
      continue;
    recipe.place = element.getPlace();
    if (element.options.empty())
      continue;
    recipe.optionsOffset = element.options.data() - source->getText().data();
    // Braces around options as a whole are not part of them elsewhere.
    if (element.options.starts_with("{")) {
      recipe.options = "{" + recipe.options + "}";
      --recipe.optionsOffset;
    }
  }
}

std::vector<Recipe> pmb::makeRecipes(ArrayRef<TextualElement> elements) {
  std::vector<Recipe> recipes;
  addRecipes(recipes, "", elements, /*source=*/nullptr, /*namesRoot=*/true);
  return recipes;
}

Error TextualPipeline::appendTo(Pipeline &pipeline) const {
  if (pipeline.getRoot().getOp() != getRootOp()) {
    Diagnostic diagnostic(
        DiagnosticCode::WrongAnchorOp,
        "a pipeline on '{0}' cannot be appended to one on '{1}'",
        getRootOp().str(), pipeline.getRoot().getOp());
    diagnostic.at(NodeRef(getOrigin(root)));
    diagnostic.notes.push_back(source.showText(root.getPlace()));
    return diagnostic;
  }
  return appendTo(pipeline, root.nested);
}

/// The nests that are implied around a text by what its first element runs on,
/// outermost first: `function` and `loop` for a pass on loops.
static SmallVector<StringRef, 2> findImplied(const Catalog &catalog,
                                             const TextualElement &first) {
  StringRef op;
  if (const PassDescriptor *pass =
          first.isNest() ? nullptr : catalog.lookupPass(first.name)) {
    ArrayRef<std::string> choices = pass->anchorChoices;
    op = pass->anchor;
    if (op.empty() && !choices.empty() &&
        !is_contained(choices, catalog.getRules().root))
      op = choices.front();
  } else if (const OperationDescriptor *nest =
                 first.isNest() ? catalog.lookupOperation(first.name)
                                : nullptr) {
    op = nest->parent;
  }
  SmallVector<StringRef, 2> nests;
  while (!op.empty() && op != catalog.getRules().root) {
    nests.insert(nests.begin(), op);
    const OperationDescriptor *known = catalog.lookupOperation(op);
    op = known ? StringRef(known->parent) : StringRef();
  }
  return nests;
}

Error TextualPipeline::appendTo(Pipeline &pipeline,
                                ArrayRef<TextualElement> elements,
                                bool choosesNests) const {
  TextNames names(source, pipeline.getCatalog());
  return Linker::compose(pipeline, names, [&](Linker &linker) {
    // A pass stands in the nest in which it is written.
    Linker::Place end = linker.getEnd();
    end.isNest = !choosesNests;
    // One after the other: the recipes of a long text would take much room.
    if (!namesRoot && elements.data() == root.nested.data() &&
        !elements.empty())
      for (StringRef nest : findImplied(pipeline.getCatalog(), root.nested[0]))
        end.path = end.path->getNested(nest);
    for (const TextualElement &element : elements) {
      std::vector<Recipe> recipes;
      addRecipes(recipes, end.path->getOp(), element, &source, namesRoot);
      linker.add(std::move(recipes), end);
    }
    return Error::success();
  });
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::vector<Diagnostic>
TextualPipeline::checkNames(NameChecker &checker,
                            const Pipeline *pipeline) const {
  std::vector<Diagnostic> findings;
  int position = 0;
  StringSet<> passes;
  NodesByOrigin nodes(pipeline);
  root.walk([&](const TextualElement &element) {
    NodeRef ref(element.name);
    ref.origin = getOrigin(element);
    // The root may be empty, but is no pass.
    bool isNest = element.isNest() || &element == &root;
    if (!isNest) {
      ref.position = position++;
      passes.insert(element.name);
    }
    std::optional<Diagnostic> finding =
        isNest ? checker.checkAnchor(std::move(ref))
               : checker.checkPass(std::move(ref), element.options);
    if (finding) {
      if (!isNest)
        nodes.attach(*finding, element.name, getOrigin(element));
      finding->noteFirst(source.showText(element.getPlace(), findings.empty()));
      findings.push_back(std::move(*finding));
    }
    checkNamesInOptions(
        checker, element.name, element.options, &source,
        [&](Diagnostic inside) { findings.push_back(std::move(inside)); });
  });
  checker.excuseOwnPasses(findings, passes);
  tryNameFixes(findings, pipeline);
  return findings;
}
