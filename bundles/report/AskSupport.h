//===- AskSupport.h - How questions about a pipeline are answered ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_ASKSUPPORT_H
#define PMB_BUNDLES_REPORT_ASKSUPPORT_H

#include "builder/repair/EditTrial.h"
#include "bundles/report/Ask.h"

namespace pmb::report {

/// Answers questions about one pipeline from its report, and by trials.
class Inquiry {
public:
  /// `report` explains. Both must outlive this.
  Inquiry(const Pipeline &pipeline, const Report &report)
      : pipeline(pipeline), report(report) {}

  llvm::Error why(llvm::StringRef text, std::vector<Answer> &answers);
  llvm::Error where(llvm::StringRef text, std::vector<Answer> &answers);

private:
  using Nodes = std::vector<const Node *>;

  /// Passes, or else bundles or slots of that name; `selector`, if it says
  /// which, must match.
  llvm::Expected<Nodes> findNamed(llvm::StringRef text) const;
  llvm::Error makeUnknownName(llvm::StringRef text, bool isPass) const;

  /// Whether any pass has to do with an item; fails for one that is misspelled.
  llvm::Expected<bool> isKnownItem(llvm::StringRef text) const;
  ItemAnswer explainItem(llvm::StringRef item);
  void findEnd(ItemAnswer &answer) const;
  void addRemovers(ItemAnswer &answer);
  std::optional<Stretch> findRemovingPlace(llvm::StringRef pass,
                                           llvm::StringRef options);

  PassAnswer explainPass(const Node &node);
  void addTies(PassAnswer &answer) const;
  PassAnswer::Reach findReach(const Node &node, bool isLater);

  llvm::Expected<WhereAnswer> findPlaces(llvm::StringRef pass,
                                         llvm::StringRef options);
  WhereAnswer findPlaces(const Node &node);

  /// The trials, with enough left for a further question.
  EditTrial &getTrial();

  const Pipeline &pipeline;
  const Report &report;
  std::optional<EditTrial> trial;
};

Landmark makeLandmark(const Pipeline &pipeline, const Node &node);
/// The place before a node, or at the end for null.
Stretch makePlace(const Pipeline &pipeline, const Node *before,
                  const AnchorPath &nest);
PlacesAnswer listPlaces(const Report &report);

/// Implements `printAnswers` for JSON.
void printAnswersJson(llvm::raw_ostream &os, llvm::ArrayRef<Answers> answers);

} // namespace pmb::report

#endif // PMB_BUNDLES_REPORT_ASKSUPPORT_H
