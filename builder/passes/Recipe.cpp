//===- Recipe.cpp - What is added to a pipeline ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/Recipe.h"
#include "builder/passes/OptionScope.h"
#include "builder/passes/PassBundle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace pmb;
using namespace llvm;

// One after the other, here and below: recipes can be deeper than the stack.

Recipe::~Recipe() {
  if (body.empty())
    return;
  std::vector<std::vector<Recipe>> bodies;
  bodies.push_back(std::move(body));
  while (!bodies.empty()) {
    std::vector<Recipe> last = std::move(bodies.back());
    bodies.pop_back();
    for (Recipe &element : last)
      if (!element.body.empty())
        bodies.push_back(std::move(element.body));
  }
}

PassSpec PassSpec::clone() const {
  PassSpec copy;
  static_cast<PassRequest &>(copy) = *this;
  copy.instance = instance.clone();
  return copy;
}

Recipe Recipe::cloneFrame() const {
  Recipe copy(PassSpec::clone());
  static_cast<RecipeDetails &>(copy) = *this;
  return copy;
}

/// A deep copy. Calls `failed` for each element whose instance cannot be
/// copied, with what it is in.
template <typename Fn>
static Recipe cloneTree(const Recipe &original, Fn failed) {
  Recipe result = original.cloneFrame();
  SmallVector<std::pair<const Recipe *, Recipe *>> waiting = {
      {&original, &result}};
  while (!waiting.empty()) {
    auto [from, to] = waiting.pop_back_val();
    to->body.reserve(from->body.size());
    for (const Recipe &element : from->body) {
      to->body.push_back(element.cloneFrame());
      if (element.instance && !to->body.back().instance)
        failed(element, *from);
      if (!element.body.empty())
        waiting.push_back({&element, &to->body.back()});
    }
  }
  return result;
}

Recipe Recipe::clone() const {
  return cloneTree(*this, [](const Recipe &, const Recipe &) {});
}

Expected<Recipe> Recipe::copy() const {
  std::optional<Diagnostic> failure;
  Recipe result = cloneTree(*this, [&](const Recipe &one, const Recipe &in) {
    if (!failure)
      failure.emplace(
          DiagnosticCode::NotCopyable,
          "the instance of '{0}' in the bundle '{1}' cannot be copied",
          one.name, in.name);
  });
  if (failure)
    return failure->help("give the bundle a type or a name instead of an "
                         "instance");
  return result;
}

std::vector<Recipe> pmb::cloneAll(ArrayRef<Recipe> elements) {
  std::vector<Recipe> copies;
  copies.reserve(elements.size());
  for (const Recipe &element : elements)
    copies.push_back(element.clone());
  return copies;
}

void pmb::collectAskedNames(ArrayRef<Recipe> elements, StringSet<> &names) {
  SmallVector<ArrayRef<Recipe>> waiting = {elements};
  while (!waiting.empty())
    for (const Recipe &element : waiting.pop_back_val()) {
      forEachName(element.when, [&](StringRef name) { names.insert(name); });
      for (const auto &[option, from] : element.optionsFrom)
        names.insert(from);
      if (!element.body.empty())
        waiting.push_back(element.body);
    }
}

//===----------------------------------------------------------------------===//
// Bundles
//===----------------------------------------------------------------------===//

PassBundle &PassBundle::setOption(StringRef option, StringRef value) {
  options = addOptions(options, {{option, value.str()}});
  return *this;
}

PassBundle::Part &PassBundle::Part::add(Recipe element, SourceLocation) {
  element.when = condition;
  element.optionsFrom = options;
  for (const std::string &op : reverse(path)) {
    Recipe nest(Recipe::Kind::Nest, op);
    nest.body.push_back(std::move(element));
    element = std::move(nest);
  }
  bundle.add(std::move(element));
  return *this;
}

PassBundle::Part PassBundle::Part::nest(StringRef op) const {
  Part nested = *this;
  nested.path.push_back(op.str());
  return nested;
}

PassBundle::Part PassBundle::Part::when(StringRef text) const {
  Part part = *this;
  part.condition = joinConditions(condition, text);
  return part;
}

PassBundle::Part PassBundle::Part::optionsFrom(OptionsFrom from) const {
  Part part = *this;
  part.options = std::move(from);
  return part;
}
