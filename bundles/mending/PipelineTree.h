//===- PipelineTree.h - The elements of a pipeline in a text --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_MENDING_PIPELINETREE_H
#define PMB_BUNDLES_MENDING_PIPELINETREE_H

#include "builder/edit/TextualPipeline.h"
#include "bundles/json/JsonEdit.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/iterator.h"

namespace pmb {

struct TreeList;

/// A pass, a nest or something else in a list, and where it stands.
struct TreeElement {
  enum class Kind { Pass, Nest, Other };
  Kind kind = Kind::Other;
  /// That of a pass, or of the operation of a nest.
  llvm::StringRef name;
  TextRange range;
  /// The characters of the name; empty if they are written otherwise.
  TextRange nameRange;
  TreeList *list = nullptr;
  size_t index = 0;
  /// What is in a nest or in a bundle that is defined here; null if nothing is.
  TreeList *nested = nullptr;
  /// One of these.
  const JsonValue *json = nullptr;
  const TextualElement *textual = nullptr;

  bool isNest() const { return kind == Kind::Nest; }
};

struct TreeList {
  enum class Sort {
    /// The pipeline, or a part of it.
    Passes,
    /// The passes of a bundle that is used elsewhere.
    Definition,
    /// Edits: `insert`, `move`, `setOptions`, `remove`.
    Edits,
  };
  Sort sort;
  /// Null at the outermost list.
  TreeElement *owner = nullptr;
  std::vector<TreeElement *> elements;
  /// Where they stand.
  TextList ranges;

  bool isEdits() const { return sort == Sort::Edits; }
};

/// What stands where in a textual pipeline or in a pipeline file.
class PipelineTree {
public:
  /// Fails as the readers of these do.
  static llvm::Expected<PipelineTree> read(llvm::StringRef text, bool isJson,
                                           const PassManagerRules &rules = {});

  const SourceText &getSource() const { return source; }
  llvm::StringRef getText() const { return source.getText(); }
  bool isJson() const { return document.has_value(); }
  const JsonValue &getJson() const { return document->getRoot(); }
  /// Where a part of the text stands, such as a name in it.
  TextRange getRangeOf(llvm::StringRef part) const {
    size_t begin = part.data() - getText().data();
    return {begin, begin + part.size()};
  }

  /// The element at a place; null if there is none.
  const TreeElement *lookup(TextPlace place) const;
  /// All elements, each before those that are in it.
  auto getElements() const { return llvm::make_pointee_range(elements); }
  /// The operation of a textual pipeline.
  llvm::StringRef getRootOp() const { return textual->getRootOp(); }
  /// The pipeline's own list; null in a file without one.
  const TreeList *getMain() const { return main; }
  /// The nests that a list is in, from the outermost, without that of the root;
  /// std::nullopt for what is used elsewhere.
  std::optional<std::vector<std::string>> getNests(const TreeList &list) const;
  /// Where nests of that name have it.
  std::vector<TextRange> findNests(llvm::StringRef name) const;

  /// The text of a pass.
  std::string writePass(llvm::StringRef name, llvm::StringRef options) const;
  /// What stands before and behind the elements of a nest.
  std::string openNest(llvm::StringRef op) const;
  llvm::StringRef closeNest() const { return isJson() ? "]}" : ")"; }
  /// The text of an element in nests.
  std::string writeNests(llvm::ArrayRef<std::string> nests,
                         llvm::StringRef element) const;
  /// What stands between elements where no neighbour shows it.
  llvm::StringRef getBlank() const {
    return isJson() || getText().contains(", ") ? " " : "";
  }
  /// The options that an element is given, as a textual pipeline has them.
  std::string getOptions(const TreeElement &element) const;

private:
  explicit PipelineTree(SourceText source) : source(std::move(source)) {}

  TreeList &addList(TreeList::Sort sort, TextRange inside, TreeElement *owner);
  TreeElement &addElement(TreeList &list, TextRange range);
  void addTextual(TreeList &list, llvm::ArrayRef<TextualElement> elements);
  TreeList &addJson(TreeList::Sort sort, const JsonValue &array,
                    TreeElement *owner);
  void addJsonElement(TreeList &list, const JsonValue &value);
  void addFile(const JsonValue &root);

  SourceText source;
  std::optional<JsonDocument> document;
  std::optional<TextualPipeline> textual;
  std::vector<std::unique_ptr<TreeList>> lists;
  std::vector<std::unique_ptr<TreeElement>> elements;
  TreeList *main = nullptr;
  llvm::DenseMap<size_t, const TreeElement *> byOffset;
  /// The names in `nest` of what is inserted.
  std::vector<const JsonValue *> insertedNests;
};

} // namespace pmb

#endif // PMB_BUNDLES_MENDING_PIPELINETREE_H
