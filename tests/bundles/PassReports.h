//===- PassReports.h - Reports that are made of names of passes ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUNDLES_PASSREPORTS_H
#define PMB_TESTS_BUNDLES_PASSREPORTS_H

#include "bundles/report/Report.h"

namespace pmb::test {

/// A report of passes that are written `nest/name{options}`.
inline Report makeReportOf(llvm::ArrayRef<std::string> passes) {
  Report report;
  report.input = "p";
  report.root = "builtin.module";
  for (llvm::StringRef text : passes) {
    Report::Pass pass;
    llvm::StringRef nest;
    if (text.contains('/'))
      std::tie(nest, text) = text.split('/');
    auto [name, options] = text.split('{');
    pass.node.name = name.str();
    pass.node.position = report.passes.size();
    pass.options = options.drop_back(!options.empty()).str();
    if (!nest.empty())
      pass.nests = {nest.str()};
    report.passes.push_back(std::move(pass));
  }
  return report;
}

} // namespace pmb::test

#endif // PMB_TESTS_BUNDLES_PASSREPORTS_H
