//===- PassHistory.h - What became of passes and options ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a catalog knows of earlier releases: which passes are gone, which
// options, and which passes do something else by default. Releases are whole
// numbers, as in LLVM 22.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_PASSHISTORY_H
#define PMB_BUILDER_PASSES_PASSHISTORY_H

#include "builder/passes/Registry.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <vector>

namespace pmb {

class Catalog;

/// When something changed, and where that is said.
struct ChangeRecord {
  /// The last release in which it was as before; 0 if that is not known.
  unsigned until = 0;
  /// What became of it, as a sentence without a full stop. May be empty.
  std::string reason = {};
  /// The change, or the release note: an address, or a file of a release.
  std::string source = {};

  /// For a message, with `what` as `that has it`:
  /// `MLIR 19 is the last release that has it: <source>`.
  std::string describe(llvm::StringRef what) const;

  bool operator==(const ChangeRecord &other) const {
    return until == other.until && reason == other.reason &&
           source == other.source;
  }
};

/// What became of a pass of earlier releases.
struct PassSuccessor : ChangeRecord {
  /// A pass or a registered pipeline that does its work. Empty if none does.
  std::string pass = {};
  /// The options that it needs for that, as a textual pipeline has them.
  std::string options = {};
  /// The passes that do the rest of the work, behind `pass`, for a pass that
  /// was split.
  std::vector<std::string> then = {};
  /// Passes behind each of which there is nothing left to do, so that the old
  /// one can be left out.
  std::vector<std::string> needlessAfter = {};
  /// Whether it was the name of a registered pipeline: then passes that `pass`
  /// stands for have run before, too.
  bool wasPipeline = false;

  bool operator==(const PassSuccessor &other) const {
    return ChangeRecord::operator==(other) && pass == other.pass &&
           options == other.options && then == other.then &&
           needlessAfter == other.needlessAfter &&
           wasPipeline == other.wasPipeline;
  }
};

/// What became of an option of earlier releases.
struct OptionSuccessor : ChangeRecord {
  /// The option that takes its values now. Empty if none takes them all.
  std::string option = {};
  /// By value, as a textual pipeline has it: the options that say the same now,
  /// perhaps none. `*` stands for all other values.
  Registry<std::string> values = {};
  /// Its default until then, if another one took its place.
  std::string oldDefault = {};

  bool operator==(const OptionSuccessor &other) const {
    return ChangeRecord::operator==(other) && option == other.option &&
           values == other.values && oldDefault == other.oldDefault;
  }
  /// True if only the default is another one.
  bool isDefaultOnly() const {
    return !oldDefault.empty() && option.empty() && values.empty();
  }
  /// What to write in the place of `name=value`, perhaps nothing; std::nullopt
  /// if nothing says the same.
  std::optional<std::string> port(llvm::StringRef name,
                                  llvm::StringRef value) const;
};

/// What has changed for users of a pass.
struct PassHistory : ChangeRecord {
  /// Options that are gone, take other values or have another default.
  Registry<OptionSuccessor> options = {};

  bool operator==(const PassHistory &other) const {
    return ChangeRecord::operator==(other) && options == other.options;
  }
};

/// The options of a pass as an earlier release has them, for this one.
struct PortedOptions {
  struct Change {
    std::string name, value;
    /// What is written now; std::nullopt if nothing says the same.
    std::optional<std::string> now;
  };
  /// With those that have no counterpart, as they were.
  std::string options;
  std::vector<Change> changed;
};
PortedOptions portOptions(const PassHistory &history, llvm::StringRef options);

/// Lets passes of the catalog take the options of earlier releases, with any
/// value, so that a pipeline with them can be composed and ported. Fails if a
/// pass cannot be added, as `Catalog::overridePass` does.
llvm::Error addFormerOptions(Catalog &catalog);

} // namespace pmb

#endif // PMB_BUILDER_PASSES_PASSHISTORY_H
