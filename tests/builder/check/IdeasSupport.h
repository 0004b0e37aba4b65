//===- IdeasSupport.h - Which edits are tried -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of what the rules propose, users see the first that helps. Here stands all of
// it, before anything is tried.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUILDER_CHECK_IDEASSUPPORT_H
#define PMB_TESTS_BUILDER_CHECK_IDEASSUPPORT_H

#include "OrderSupport.h"
#include "builder/check/OrderCheck.h"
#include "llvm/ADT/StringExtras.h"

namespace pmb::test {

class IdeasTest : public RulesTest {
protected:
  using Items = std::vector<std::string>;

  /// A line for each finding: what would be tried against it, in this order.
  static std::string ideas(const PipelineBuilder &pipeline) {
    std::vector<Diagnostic> findings;
    OrderCheck(pipeline.getList()).run(findings);
    std::string text;
    for (const Diagnostic &finding : findings) {
      std::vector<std::string> edits;
      if (finding.fix)
        edits.push_back(finding.fix->message);
      for (const Fix &fix : finding.alternatives)
        edits.push_back(fix.message);
      if (!edits.empty())
        text += llvm::join(edits, "; ") + "\n";
    }
    return text;
  }
  std::string ideas(std::initializer_list<llvm::StringRef> passes) const {
    return ideas(*compose(passes));
  }
  std::string ideasOf(std::optional<Items> input,
                      std::initializer_list<llvm::StringRef> passes,
                      std::optional<Items> output = {}) const {
    auto pipeline = compose(passes);
    pipeline->getInterface().inputContents = std::move(input);
    pipeline->getInterface().outputContents = std::move(output);
    return ideas(*pipeline);
  }
};

} // namespace pmb::test

#endif // PMB_TESTS_BUILDER_CHECK_IDEASSUPPORT_H
