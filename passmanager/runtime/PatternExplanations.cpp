//===- PatternExplanations.cpp - Why patterns did not apply ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/PassManager.h"
#include "passmanager/MLIRPass.h"
#include "passmanager/NestRead.h"
#include "passmanager/patterns/PatternReasons.h"
#include "passmanager/patterns/RewritePass.h"
#include "passmanager/runtime/ReportSupport.h"

using namespace pmb;
using namespace llvm;

namespace {
class PatternExplanations : public mlir::PassInstrumentation {
public:
  explicit PatternExplanations(raw_ostream &os) : os(os) {}
  ~PatternExplanations() override {
    printTitle(os, "Patterns that did not apply");
    for (const auto &[place, sources] : reasons) {
      os << place.first;
      if (!place.second.empty())
        os << " in slot '" << place.second << '\'';
      os << '\n';
      for (const auto &[source, patterns] : sources)
        print(source, patterns);
    }
    os << '\n';
  }

  void runBeforePass(mlir::Pass *pass, mlir::Operation *) override {
    if (!isNest(*pass))
      PatternReasons::enter();
  }
  void runAfterPass(mlir::Pass *pass, mlir::Operation *) override {
    if (isNest(*pass))
      return;
    PatternReasons::Reasons seen = PatternReasons::leave();
    if (!seen.empty())
      PatternReasons::merge(reasons[{getPassName(*pass).str(),
                                     getRewriteSlot(*pass).value_or("")}],
                            seen);
  }
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) override {
    runAfterPass(pass, op);
  }

private:
  void print(const PatternSource &source,
             const PatternReasons::Patterns &patterns) const {
    os.indent(2) << source.str() << '\n';
    for (const auto &[pattern, ofPattern] : patterns) {
      os.indent(4) << pattern << '\n';
      for (const auto &[key, seen] : ofPattern)
        os.indent(6) << seen.times << " on '" << key.first << "': "
                     << (key.second.empty() ? "no reason was given"
                                            : key.second)
                     << ", first at " << *seen.first << '\n';
    }
  }

  raw_ostream &os;
  /// By pass and slot.
  std::map<std::pair<std::string, std::string>, PatternReasons::Reasons>
      reasons;
};
} // namespace

void pmb::enablePatternExplanations(mlir::PassManager &pm, raw_ostream &os) {
  pm.addInstrumentation(std::make_unique<PatternExplanations>(os));
}
