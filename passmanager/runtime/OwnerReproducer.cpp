//===- OwnerReproducer.cpp - Reproducers that name owners -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/FileUtilities.h"
#include "passmanager/runtime/ReportSupport.h"
#include "passmanager/runtime/Reports.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace pmb;
using namespace llvm;

namespace {
struct ReproducerFile : mlir::ReproducerStream {
  explicit ReproducerFile(std::unique_ptr<ToolOutputFile> file)
      : file(std::move(file)) {}
  ~ReproducerFile() override { file->keep(); }
  StringRef description() override { return file->getFilename(); }
  raw_ostream &os() override { return file->os(); }

  std::unique_ptr<ToolOutputFile> file;
};
} // namespace

Error pmb::enableCrashReproducerBy(mlir::PassManager &pm,
                                   std::shared_ptr<const PassOwners> owners,
                                   StringRef outputFile,
                                   bool genLocalReproducer) {
  if (Error error = verifyAttached(pm, owners))
    return error;
  // MLIR would end the process.
  if (genLocalReproducer && pm.getContext()->isMultithreadingEnabled())
    return makeError(
        Diagnostic(DiagnosticCode::CannotReport,
                   "a local reproducer cannot be made while several threads "
                   "run passes")
            .help("disable threads, or make one of the whole pipeline"));
  auto open = [owners = std::move(owners), name = outputFile.str()](
                  std::string &error) -> std::unique_ptr<ReproducerFile> {
    std::unique_ptr<ToolOutputFile> file = mlir::openOutputFile(name, &error);
    if (!file)
      return nullptr;
    for (const RunningPass &running : owners->getAllRunning())
      file->os() << (running.isInside ? "// in a pipeline run by: "
                                      : "// running: ")
                 << running.owner->str() << '\n';
    return std::make_unique<ReproducerFile>(std::move(file));
  };
  pm.enableCrashReproducerGeneration(
      mlir::ReproducerStreamFactory(std::move(open)), genLocalReproducer);
  return Error::success();
}
