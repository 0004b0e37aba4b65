//===- RunSupport.h - What the tests of runs share ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUNDLES_RUNS_RUNSUPPORT_H
#define PMB_TESTS_BUNDLES_RUNS_RUNSUPPORT_H

#include "bundles/report/Graph.h"
#include "bundles/report/Run.h"
#include "llvm/Support/raw_ostream.h"

namespace pmb::test {

/// Passes `p0`, `p1`... on the module, of which the last runs on functions.
inline Report makePasses(size_t count) {
  Report report;
  report.input = "p";
  report.root = "builtin.module";
  report.isExplained = report.isInputKnown = true;
  for (size_t i = 0; i < count; ++i) {
    Report::Pass pass;
    pass.node.name = "p" + std::to_string(i);
    pass.node.position = i;
    pass.node.anchor =
        i + 1 == count ? "builtin.module/func.func" : "builtin.module";
    pass.kinds = {"cleanup"};
    report.passes.push_back(std::move(pass));
  }
  return report;
}

inline PassExecution execute(size_t pass, uint64_t time, bool hasChanged,
                             PassExecution::Counts operations = {}) {
  PassExecution execution;
  execution.pass = pass;
  execution.on = "func.func @f";
  execution.time = time;
  execution.hasChanged = hasChanged;
  execution.operations = std::move(operations);
  return execution;
}

/// The report with a run of all its passes but the last.
inline Report withRun(Report report, llvm::ArrayRef<PassExecution> executions) {
  auto run = std::make_shared<PipelineRun>();
  run->hasEnded = true;
  run->threads = 1;
  run->passes.resize(report.passes.size());
  for (const PassExecution &execution : executions)
    run->passes[execution.pass].add(execution);
  report.run = std::move(run);
  return report;
}

inline std::string drawRun(const Report &report, GraphFormat format) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printGraph(os, report, format);
  return text;
}

/// The report of a run that has something of everything.
inline Report makeRunReport() {
  Report report = makePasses(4);
  report.bundles.push_back({report.passes[0].node, -1, false, 0, 2, {}});
  report.bundles[0].node.name = "outer";
  report.bundles.push_back({report.passes[1].node, 0, false, 1, 2, {}});
  report.bundles[1].node.name = "inner";
  report.passes[0].bundle = 0;
  report.passes[1].bundle = 1;
  report.passes[2].node.origin = Origin::thirdParty("acme");
  report.contents = {{"linalg", {{0, 1, true}}},
                     {"scf.for", {{1, 5, true}}},
                     {"arith.addi", {{2, 5, false}}}};
  report = withRun(
      std::move(report),
      {execute(0, 3000000, true,
               {{"linalg.fill", {5, 0}}, {"scf.for", {0, 5}}}),
       execute(1, 1000, false, {{"scf.for", {5, 5}}}),
       execute(2, 2000000, true, {{"scf.for", {5, 0}}, {"cf.br", {0, 2}}}),
       execute(2, 1000000, false, {{"arith.addi", {1, 1}}})});
  auto run = std::make_shared<PipelineRun>(*report.run);
  run->keepsIR = true;
  run->maxIRBytes = 100;
  run->withoutRoom = 2;
  run->passes[0].inside["cse"] = {2, 500};
  run->passes[0].kinds = {"!memref"};
  run->passes[0].texts.push_back({"builtin.module", "a\nb %1\nc\n",
                                  "a\nb %2\nc\n",
                                  "mlir-opt before.mlir --pass-pipeline='p0'"});
  report.run = std::move(run);
  return report;
}

} // namespace pmb::test

#endif // PMB_TESTS_BUNDLES_RUNS_RUNSUPPORT_H
