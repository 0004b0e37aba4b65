//===- Completer.h - What one request for completions is answered ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_LANGUAGE_COMPLETER_H
#define PMB_TOOLS_LANGUAGE_COMPLETER_H

#include "tools/language/Completion.h"
#include "tools/language/Schema.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"

namespace pmb::language {

struct PlacedSpot;

/// Collects what one request is answered with.
class Completer {
public:
  Completer(Workspace &workspace, llvm::StringRef path, size_t offset)
      : workspace(workspace), catalog(workspace.getCatalog()), path(path),
        text(workspace.getDocument(path)->getText()), offset(offset) {}

  Completions result;

  void completeText();
  void completeJson(const LooseJson &document);

private:
  void completeAt(const PlacedSpot &at);
  bool completeSettings();

  void add(NameSort sort, llvm::StringRef label, llvm::StringRef summary = "");
  /// Those that can run on `nest`, or, if `choosesNests`, on something in it.
  void addPasses(llvm::StringRef nest = "", bool choosesNests = false);
  void addAnchors();
  void addItems(bool isInterface);
  void addMarks(llvm::StringRef item);
  void addFiles(llvm::StringRef ending);
  void addOptions(llvm::ArrayRef<OptionDescriptor> options);
  void addValues(const OptionDescriptor *option);

  void addNames(NameSort sort, const LooseValue &place);
  void addDefined(NameSort sort);
  void addDeclared(NameSort sort);
  void addDeclaredItems(llvm::StringRef dialect);
  void addKeys(const JsonSpot &spot);
  void addJsonValue(const JsonSpot &spot);
  void addCondition(const JsonSpot &spot, const LooseValue &place);
  void addScopes(const LooseValue &place, bool hasVariants);
  /// The option that a value is of; std::nullopt if there is none.
  std::optional<OptionDescriptor> findOption(const LooseValue &place) const;
  std::optional<OptionDescriptor> findOption(const LooseValue &place,
                                             llvm::StringRef name) const;
  std::vector<OptionDescriptor> getOptionsOf(const LooseValue &options) const;
  std::vector<OptionDescriptor> getOptions(llvm::StringRef name,
                                           NameSort sort) const;
  std::vector<OptionDescriptor>
  getOptionsOfScope(const LooseValue &scope) const;
  /// The document, then what it includes.
  void forEachFile(
      llvm::function_ref<void(llvm::StringRef, const LooseJson &)> visit) const;

  Workspace &workspace;
  const Catalog &catalog;
  llvm::StringRef path, text;
  size_t offset;
  /// What is replaced, and what stands around it.
  TextRange range;
  bool isQuoted = false, isLikely = false;
  std::string before, after;
  llvm::StringSet<> labels;
  const LooseJson *json = nullptr;
  const Schema *schema = nullptr;
};

} // namespace pmb::language

#endif // PMB_TOOLS_LANGUAGE_COMPLETER_H
