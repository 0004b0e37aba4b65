//===- PassProvider.h - Where a pipeline gets its passes from -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_PASSPROVIDER_H
#define PMB_BUILDER_EDIT_PASSPROVIDER_H

#include "builder/list/AnchorPath.h"
#include "builder/passes/Catalog.h"
#include "builder/passes/PassBundle.h"
#include "builder/passes/Position.h"

namespace pmb {

/// Makes the passes of a pipeline, and answers what only the pass manager
/// knows of them. This one has no pass manager: it makes no instances, and
/// knows what the catalog knows.
class PassProvider {
public:
  /// `catalog` must outlive the provider.
  explicit PassProvider(const Catalog &catalog) : catalog(catalog) {}
  explicit PassProvider(const Catalog &&catalog) = delete;
  virtual ~PassProvider();

  /// Makes an instance of a pass by name. This one makes none: the pipeline is
  /// then only checked. Fails with `unknown-pass` or `bad-options`.
  virtual llvm::Expected<PassInstance> instantiate(llvm::StringRef name,
                                                   llvm::StringRef options);
  /// The bundle that a name stands for if it is not that of a pass but of a
  /// registered pipeline; std::nullopt if it is not. `path` is where the
  /// pipeline would run. This one knows those of the catalog; a pass manager
  /// has its own. Fails with `bad-options`, and as adding its passes does.
  virtual llvm::Expected<std::optional<PassBundle>>
  openPipeline(llvm::StringRef name, llvm::StringRef options,
               const AnchorPath &path);
  /// Sets options of an instance that was made from a C++ type. This one fails
  /// with `bad-options`.
  virtual llvm::Error applyOptions(PassInstance &instance, llvm::StringRef name,
                                   llvm::StringRef options);
  /// A copy of an instance that has other values for some of its options, and
  /// is as it was in all else. This one fails with `bad-options`.
  virtual llvm::Expected<PassInstance>
  copyWithOptions(const PassInstance &instance, llvm::StringRef name,
                  llvm::StringRef options);
  /// Whether an instance can run on `path`; std::nullopt if that is not known,
  /// as here.
  virtual std::optional<bool> canRunOn(const PassInstance &,
                                       const AnchorPath &) {
    return std::nullopt;
  }
  /// Whether an instance is a set of patterns, which pattern slots take;
  /// std::nullopt if that is not known, as here.
  virtual std::optional<bool> isPatterns(const PassInstance &) const {
    return std::nullopt;
  }
  /// Makes sure that there is a set of patterns of that name, for a pattern
  /// slot which has or gets it, and gives `set` what is known of it there, and
  /// an instance if one is at hand. `slot` is an instance of the pass that the
  /// slot becomes, or empty; it may have been adopted with the set in it. Fails
  /// with `unknown-patterns`, and with `wrong-slot` if the slot cannot apply
  /// the set; names of passes are refused elsewhere. This one knows of no sets,
  /// and succeeds.
  virtual llvm::Error findPatterns(PassSpec & /*set*/,
                                   const PassInstance & /*slot*/) {
    return llvm::Error::success();
  }
  /// Gives a slot for conversion patterns an instance. Fails with
  /// `unknown-patterns` if its target is not registered. The default knows no
  /// targets, and succeeds.
  virtual llvm::Error openConversion(PassSpec &) {
    return llvm::Error::success();
  }
  /// False if the pass manager runs nests on one operation after the other, as
  /// a context without multithreading lets it. Here it is not known: true.
  virtual bool runsThreads() const { return true; }
  /// Adds to the diagnostic that what the pipeline does not have is somewhere
  /// else. Returns false, and adds nothing, if it is not, or as here.
  virtual bool explainElsewhere(Diagnostic &, const Target &) const {
    return false;
  }

protected:
  const Catalog &catalog;
};

} // namespace pmb

#endif // PMB_BUILDER_EDIT_PASSPROVIDER_H
