//===- ModelEditSession.h - Random edits of one pipeline ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUILDER_MODELEDITSESSION_H
#define PMB_TESTS_BUILDER_MODELEDITSESSION_H

#include "ModelGenerator.h"
#include "gtest/gtest.h"

namespace pmb::model {

/// One pipeline and the edits that are made to it. Those that put a pass
/// somewhere are in ModelEditPlaces.cpp.
class EditSession {
public:
  explicit EditSession(uint64_t seed);

  void run(unsigned edits) {
    for (unsigned i = 0; i < edits && !testing::Test::HasFailure(); ++i)
      edit();
  }
  unsigned done = 0, refused = 0, refusedByOrder = 0, placed = 0,
           unplaceable = 0, fixed = 0, refusedByRequirement = 0;

private:
  static Listing makeWorld(Random &random);

  /// Where a pass has to be that can run in one place only.
  std::vector<std::string> getNest(const Step &step) const;

  std::string pickPass() {
    return "p" + std::string(1, char('a' + random.below(7)));
  }

  Selector pickSelector();
  Position pickPosition();

  Listing read() const { return model::read(built, world); }

  void edit();

  bool finish(llvm::Error error) {
    failures = takeDiagnostics(std::move(error));
    return failures.empty();
  }

  llvm::Error addContract();

  bool remove() {
    // A pipeline of some length has more to say.
    return built.size() > 4 ? finish(built.remove(pickSelector())) : true;
  }

  /// Moves a pass, or what else a selector names. What is moved before a pass
  /// then stands right before it.
  bool move();

  /// Whether all requirements of at least that severity are met. What comes
  /// behind one that is not met is not told, whatever its strength.
  bool isAllMet(Severity least);
  /// Whether some pass has nothing to run on. Edits do not look at contents:
  /// for them such a pass ends what others end.
  bool hasIdlePass();
  /// No edit of what is there takes away what others require.
  bool keepingRequirements(llvm::function_ref<bool()> change);

  /// Several edits of somebody else, of which one may fail.
  bool transaction();
  llvm::Error editAsParty(unsigned depth);
  llvm::Error editOnceAsParty(unsigned depth);

  std::string pickSetting() {
    return random.pick(std::vector<std::string>{"o=true", "q=2", "o=0 q=1"});
  }

  /// The passes that a selector names, those in bundles among them.
  std::vector<const Node *> findPasses(const Selector &selector) const;

  bool pin();
  /// What is pinned is still there and has its options, unless its owner has
  /// edited it.
  void expectPinned();

  bool appendText();

  /// Makes the edit that a finding offers: it can be made, and with it the
  /// pipeline has no longer all that was found.
  bool applyFix();

  /// Next to the first or last instance of a pass, where the model knows the
  /// place without further thought.
  bool insert();

  bool placeByContract();
  /// The last place that is allowed, unless the pass has nothing to do there.
  bool placeLate();
  static bool isSame(const Step &a, const Step &b) {
    return a.kind == b.kind && a.name == b.name && a.options == b.options &&
           a.nest == b.nest && a.bundle == b.bundle;
  }
  static std::string text(llvm::ArrayRef<Diagnostic> diagnostics);

  void compare();

  Random random;
  Listing world;
  Catalog catalog;
  PipelineBuilder built;
  std::vector<Diagnostic> failures;
  /// What nobody but the owner may edit, with its options.
  std::map<const Node *, std::string> pinned;
  bool wasOwner = true;
  /// Contracts that the edit adds.
  std::vector<std::pair<std::string, Contract>> added;
};

} // namespace pmb::model

#endif // PMB_TESTS_BUILDER_MODELEDITSESSION_H
