//===- VerifierAt.h - The verifier where it matters -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's verifier runs after each pass, or never. Here it runs where it
// matters, and still names the pass:
//
//   if (llvm::Error err = builder.enableAttribution()) ...
//   if (llvm::Error err = builder.build()) ...
//   if (llvm::Error err = pmb::enableVerifierAt(
//           pm, builder.getOwners(),
//           pmb::Verification::atBundleEnds() |
//               pmb::Verification::afterThirdParties())) ...
//   if (failed(pm.run(module))) ...
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_VERIFIERAT_H
#define PMB_PASSMANAGER_RUNTIME_VERIFIERAT_H

#include "llvm/Support/Error.h"
#include <algorithm>
#include <memory>
#include <optional>

namespace mlir {
class PassManager;
} // namespace mlir

namespace pmb {

class PassOwners;

/// After which passes the verifier runs. A value; `a | b` is after those of
/// both. What the pipeline leaves in the end is always verified.
class Verification {
public:
  /// Nowhere but at the end.
  static Verification atEnd() { return Verification(); }
  /// After the last pass of each bundle.
  static Verification atBundleEnds() { return Verification(BundleEnds); }
  /// After each pass of a third party or a plugin, and of another pipeline
  /// file than that of most passes.
  static Verification afterThirdParties() { return Verification(ThirdParties); }
  /// Before each pass that requires something by its contract, and that is
  /// after the pass before it. A `ContractVerifier` of the same pass manager
  /// then asks verifiers of properties after what provides a property and
  /// before what requires it, and not after each pass that keeps it.
  static Verification whereRequired() { return Verification(Required); }
  /// After each `passes`-th pass. REQUIRES: at least 1, or `enableVerifierAt`
  /// fails.
  static Verification every(unsigned passes) {
    Verification made;
    made.distance = passes;
    return made;
  }

  /// Of two distances the shorter one counts.
  friend Verification operator|(Verification a, const Verification &b) {
    a.points |= b.points;
    if (b.distance)
      a.distance = a.distance ? std::min(*a.distance, *b.distance) : b.distance;
    return a;
  }

  bool isAtBundleEnds() const { return points & BundleEnds; }
  bool isAfterThirdParties() const { return points & ThirdParties; }
  bool isWhereRequired() const { return points & Required; }
  /// Not set: not by counting.
  std::optional<unsigned> getDistance() const { return distance; }

private:
  enum Point : unsigned { BundleEnds = 1, ThirdParties = 2, Required = 4 };
  explicit Verification(unsigned points = 0) : points(points) {}

  unsigned points;
  std::optional<unsigned> distance;
};

/// Lets `pm`, which runs passes of `owners`, verify at these points, and turns
/// `pm.enableVerifier` off. A pass in a nest is followed by a look at what it
/// ran on; the last one of a nest by a look at all that the nest ran on, when
/// the nest ends. Nothing is verified that no pass has touched since.
///
/// `pm` keeps a copy of its input while it runs. If something does not verify,
/// or a pass fails where the IR was not verified since the pass before, copies
/// of the passes run again on that copy with the verifier after each, and
/// quietly: told are the errors of the verifier, and the owner of the pass that
/// has left such IR. They are those of a run with `pm.enableVerifier(true)`.
/// What passes write elsewhere is written twice. If a pass cannot be copied, or
/// the second run finds nothing, the error names the point. A crash cannot be
/// run again: its message (`enableCrashMessagesBy`) says since which pass the
/// IR was not verified, and which pass has changed it first since.
///
/// Call it after `build`. Fails with `not-attributed` if the owners are not
/// attached, and with `bad-verifier` the second time, and for `every(0)`.
llvm::Error enableVerifierAt(mlir::PassManager &pm,
                             std::shared_ptr<const PassOwners> owners,
                             Verification verification);

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_VERIFIERAT_H
