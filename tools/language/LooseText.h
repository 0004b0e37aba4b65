//===- LooseText.h - Textual pipelines that are being written -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `parseTextualPipeline` reads, as far as it is there: brackets may be
// open, and names missing.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_LANGUAGE_LOOSETEXT_H
#define PMB_TOOLS_LANGUAGE_LOOSETEXT_H

#include "bundles/json/TextEdits.h"
#include <memory>

namespace pmb::language {

/// A pass or a nest.
struct LooseElement {
  llvm::StringRef name;
  TextRange nameRange;
  /// With its options, or what is nested in it.
  TextRange range;
  /// Between the braces; empty if there are none.
  TextRange options;
  bool hasOptions = false, isNest = false, isClosed = false;
  /// Null for the outermost.
  LooseElement *parent = nullptr;
  std::vector<std::unique_ptr<LooseElement>> nested;
};

/// What is at a byte of a text.
struct TextSpot {
  enum class Kind {
    /// A pass or an operation, or where one may begin.
    Name,
    /// An option of `element`, or where one may begin.
    Option,
    /// The value of `option`.
    Value,
    Nothing,
  };
  Kind kind = Kind::Nothing;
  /// The characters of the name or the value so far; empty, and at the byte, if
  /// there are none.
  TextRange inside;
  /// The element that has the name or the options; null where one may begin.
  const LooseElement *element = nullptr;
  /// The nest around; null outside of all.
  const LooseElement *nest = nullptr;
  llvm::StringRef option;
};

/// A textual pipeline. Refers to its text.
class LooseText {
public:
  /// What is deeper is left out.
  static constexpr unsigned maxDepth = 64;

  explicit LooseText(llvm::StringRef text);

  llvm::ArrayRef<std::unique_ptr<LooseElement>> getElements() const {
    return elements;
  }
  TextSpot find(size_t offset) const;

private:
  void readOptions(LooseElement &element, size_t &at);
  void setOption(TextSpot &spot, size_t offset) const;

  llvm::StringRef text;
  std::vector<std::unique_ptr<LooseElement>> elements;
};

} // namespace pmb::language

#endif // PMB_TOOLS_LANGUAGE_LOOSETEXT_H
