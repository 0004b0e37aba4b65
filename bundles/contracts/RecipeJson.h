//===- RecipeJson.h - Lists of passes as JSON -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements of `passes`, and the definitions under `bundles`; PipelineFile.h
// says what they look like.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_CONTRACTS_RECIPEJSON_H
#define PMB_BUNDLES_CONTRACTS_RECIPEJSON_H

#include "builder/passes/Recipe.h"
#include "bundles/json/JsonFields.h"
#include <functional>

namespace pmb {

/// Reads recipes.
class RecipeReader {
public:
  /// Reads the file that an include names, and returns its index; std::nullopt
  /// after a report.
  using Include = std::function<std::optional<unsigned>(const JsonInput &name)>;

  /// `source` is the text that elements are said to stand in, or null.
  RecipeReader(const SourceText *source, Include include)
      : source(source), include(std::move(include)) {}

  // Each reports what is wrong.
  void readList(const JsonInput &value, std::vector<Recipe> &into);
  void readElement(const JsonInput &value, Recipe &into);
  /// An element that is put at a position, and has `others` among its keys; it
  /// may have the nest that it gets, unless it defines a bundle. A bundle that
  /// is defined in it has no contract. False if it is not known what the
  /// element is.
  bool readInsertion(const JsonInput &object, Recipe &into,
                     llvm::ArrayRef<llvm::StringRef> others);
  /// What is under the name of a bundle.
  void readDefinition(const JsonInput &member, Recipe &into);
  /// The keys of `object` that elements have; others are skipped.
  void readMembers(const JsonInput &object, Recipe &into);

private:
  struct Sort;
  static const Sort sorts[];

  const Sort *findSort(const JsonInput &value);
  const Sort *findInsertedSort(const JsonInput &object);
  void read(const JsonInput &object, const Sort &sort,
            std::optional<llvm::ArrayRef<llvm::StringRef>> others,
            Recipe &into);
  void readMember(const JsonInput &member, Recipe &into);

  const SourceText *source;
  Include include;
};

/// Reads declarations of options: an object of objects. Appends.
void readOptionDeclarations(const JsonInput &value,
                            std::vector<OptionDescriptor> &into);
/// Writes them as a member of the current object, or nothing.
void writeOptionDeclarations(JsonOutput &os,
                             llvm::ArrayRef<OptionDescriptor> options);

/// Writes the options that a pass or bundle is given.
void writeGivenOptions(JsonOutput &os, const Recipe &element);
/// Writes the members of an element's object.
void writeElement(JsonOutput &os, const Recipe &element);
/// Writes what a definition has besides its name.
void writeDefinition(JsonOutput &os, const Recipe &bundle);
/// Writes `passes`.
void writePasses(JsonOutput &os, llvm::ArrayRef<Recipe> elements);

} // namespace pmb

#endif // PMB_BUNDLES_CONTRACTS_RECIPEJSON_H
