//===- TextualPipeline.h - MLIR's pipelines as text -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what `mlir-opt --pass-pipeline=` takes, without MLIR:
//
//   builtin.module(func.func(cse,canonicalize{top-down=false}),symbol-dce)
//
//   pipeline := operation '(' [elements] ')'
//   elements := element (',' element)*
//   element  := pass ['{' options '}'] | [operation] '(' elements ')'
//
// White space may stand around every name, bracket and comma. Options end at
// the brace that closes them; quotes do not protect braces, as in MLIR. A nest
// without an operation is one for `any`. What MLIR finds out later, by looking
// names up, is not decided here: an unknown pass is read like any other.
//
// And what `opt -passes=` of LLVM takes, if a catalog has the rules for it:
//
//   function<eager-inv>(sroa<modify-cfg>,loop-mssa(licm)),globaldce
//
//   pipeline := element (',' element)*
//   element  := pass ['<' parameters '>'] | nest ['<' parameters '>'] '('
//   pipeline ')'
//
// There is no white space in it, except at the end.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_TEXTUALPIPELINE_H
#define PMB_BUILDER_EDIT_TEXTUALPIPELINE_H

#include "builder/diagnostics/SourceText.h"
#include "builder/passes/PassManagerRules.h"
#include <vector>

namespace pmb {

class AnchorPath;
class NameChecker;
class Pipeline;
struct Recipe;

/// A pass or a nest in a text. Refers to the text.
struct TextualElement {
  /// The pass's argument, or the operation of a nest.
  llvm::StringRef name;
  /// What stands between the braces, without white space at the ends; or the
  /// parameters with their brackets. Empty for a nest, whose name has them.
  llvm::StringRef options;
  /// The passes of a nest. Empty for a pass, never empty for a nest.
  std::vector<TextualElement> nested;
  /// Where the name begins: counted in bytes, `line` and `column` from 1.
  size_t offset = 0;
  /// Behind its last character: of the name, of '}' or of ')'.
  size_t end = 0;
  /// Behind '{', '<' or '('; 0 if there is none.
  size_t bodyBegin = 0;
  /// Before the ')' of a nest.
  size_t bodyEnd = 0;
  unsigned line = 1;
  unsigned column = 1;
  TextPlace getPlace() const { return {line, column}; }

  bool isNest() const { return !nested.empty(); }
  /// Calls `visit` for this, and for all that is in it, in the order of the
  /// text.
  template <typename Fn> void walk(Fn &&visit) const {
    visit(*this);
    for (const TextualElement &element : nested)
      element.walk(visit);
  }
};

/// The elements as recipes that stand nowhere: for what messages do not show.
std::vector<Recipe> makeRecipes(llvm::ArrayRef<TextualElement> elements);

/// A pipeline that was read from text. Owns the text.
class TextualPipeline {
public:
  /// Limits, so that a wrong or hostile text does not take all memory: nests in
  /// nests, and elements altogether. Exceeding one is `too-large`.
  static constexpr unsigned maxDepth = 64;
  static constexpr size_t maxElements = size_t(1) << 18;

  /// The name by which the user called the text: a file, as a rule.
  llvm::StringRef getName() const { return source.getName(); }
  llvm::StringRef getText() const { return source.getText(); }
  /// The operation that the pipeline is anchored on; `any` for any.
  llvm::StringRef getRootOp() const { return root.name; }
  llvm::ArrayRef<TextualElement> getElements() const { return root.nested; }
  const TextualElement &getRoot() const { return root; }
  /// The number of passes.
  size_t size() const { return passCount; }

  /// Appends the passes to `pipeline`, as a whole or not at all. Nests stay as
  /// they are written: two neighbouring nests for one operation remain two. The
  /// origin of each pass is its place in the text. Fails with `wrong-anchor-op`
  /// if the pipeline is for another operation, and with the errors of all
  /// passes that cannot be appended.
  llvm::Error appendTo(Pipeline &pipeline) const;
  /// The same for some of the elements, on whatever they are to run. With
  /// `choosesNests` a pass that cannot run on that gets a nest, as with
  /// Pipeline::addPass and with the options of mlir-opt that name passes.
  llvm::Error appendTo(Pipeline &pipeline,
                       llvm::ArrayRef<TextualElement> elements,
                       bool choosesNests = false) const;

  /// Looks for names that are likely to be misspelled. Returns a warning for
  /// each, which shows the place. `pipeline`, if given, is one that this was
  /// appended to; the warnings then know the positions of its passes.
  std::vector<Diagnostic> checkNames(NameChecker &checker,
                                     const Pipeline *pipeline = nullptr) const;

  /// Gives a diagnostic about an element the place of that, or of the option
  /// that it is about, and shows it.
  void locate(Diagnostic &diagnostic, const TextualElement &element) const;

  /// Prints the pipeline in one form: no empty braces, and white space only
  /// in options. Reading
  /// that and printing it again gives the same text.
  void print(llvm::raw_ostream &os) const;
  std::string str() const;

private:
  friend class TextualParser;
  friend llvm::Expected<TextualPipeline>
  parseTextualPipeline(SourceText text, const PassManagerRules &rules);
  friend llvm::Expected<TextualPipeline> parsePasses(llvm::StringRef text,
                                                     llvm::StringRef name);
  explicit TextualPipeline(SourceText source) : source(std::move(source)) {}

  Origin getOrigin(const TextualElement &element) const;
  SourceText source;
  TextualElement root;
  size_t passCount = 0;
  bool namesRoot = true;
};

/// Reads a textual pipeline. `name` is what messages call the text. Fails with
/// `syntax` or `too-large`; the diagnostic names line and column, and its first
/// note shows the text with a caret.
llvm::Expected<TextualPipeline>
parseTextualPipeline(llvm::StringRef text, llvm::StringRef name,
                     const PassManagerRules &rules = {});

/// The same for a text that is known; the result owns it.
llvm::Expected<TextualPipeline>
parseTextualPipeline(SourceText text, const PassManagerRules &rules = {});

/// The same for what stands between the parentheses of a pipeline: the elements
/// of the result, which has no operation. REQUIRES: more than white space.
llvm::Expected<TextualPipeline> parsePasses(llvm::StringRef text,
                                            llvm::StringRef name);

} // namespace pmb

#endif // PMB_BUILDER_EDIT_TEXTUALPIPELINE_H
