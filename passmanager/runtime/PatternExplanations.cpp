//===- PatternExplanations.cpp - Why patterns did not apply ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/PassManager.h"
#include "passmanager/patterns/PatternReasons.h"
#include "passmanager/runtime/PatternRecording.h"
#include "passmanager/runtime/ReportSupport.h"

using namespace pmb;
using namespace llvm;

namespace {
class PatternExplanations : public PatternRecording<PatternReasons> {
public:
  explicit PatternExplanations(raw_ostream &os) : os(os) {}
  ~PatternExplanations() override {
    printTitle(os, "Patterns that did not apply");
    for (const auto &[place, record] : records) {
      print(os, place);
      for (const auto &[source, patterns] : record.reasons)
        printSource(source, patterns);
    }
    os << '\n';
  }

private:
  void printSource(const PatternSource &source,
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
};
} // namespace

void pmb::enablePatternExplanations(mlir::PassManager &pm, raw_ostream &os) {
  pm.addInstrumentation(std::make_unique<PatternExplanations>(os));
}
