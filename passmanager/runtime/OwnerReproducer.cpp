//===- OwnerReproducer.cpp - Reproducers that name owners -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Support/FileUtilities.h"
#include "passmanager/runtime/ReportSupport.h"
#include "passmanager/runtime/Reports.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/ToolOutputFile.h"
#include <atomic>

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

/// Notes the thread on which a pass has failed, before MLIR writes a reproducer
/// there because of that.
struct FailureNotes : mlir::PassInstrumentation {
  using Thread = std::atomic<uint64_t>;
  static constexpr uint64_t none = ~uint64_t(0);

  explicit FailureNotes(std::shared_ptr<Thread> failed)
      : failed(std::move(failed)) {}
  void runBeforePass(mlir::Pass *, mlir::Operation *) override {
    uint64_t thread = get_threadid();
    failed->compare_exchange_strong(thread, none);
  }
  void runAfterPassFailed(mlir::Pass *, mlir::Operation *) override {
    *failed = get_threadid();
  }

  std::shared_ptr<Thread> failed;
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
    return Diagnostic(DiagnosticCode::CannotReport,
                      "a local reproducer cannot be made while several threads "
                      "run passes")
        .help("disable threads, or make one of the whole pipeline");
  auto failed = std::make_shared<FailureNotes::Thread>(FailureNotes::none);
  auto open = [owners = std::move(owners), name = outputFile.str(), failed,
               context = pm.getContext()](
                  std::string &error) -> std::unique_ptr<ReproducerFile> {
    std::unique_ptr<ToolOutputFile> file = mlir::openOutputFile(name, &error);
    if (!file)
      return nullptr;
    auto addComment = [&](StringRef what, const RunningPass &pass) {
      file->os() << "// " << (pass.isInside ? "in a pipeline run by" : what)
                 << ": " << pass.owner->str() << '\n';
    };
    std::vector<RunningPass> all = owners->getAllRunning();
    // MLIR takes what was made to fail for one that has succeeded, and writes
    // the reproducer when nothing runs any more.
    if (RunningPass pass = owners->getMadeToFail(); all.empty() && pass.owner)
      addComment("failed", pass);
    for (const RunningPass &running : all) {
      addComment("running", running);
      // Of a pass that failed it is said where it did.
      if (*failed == get_threadid())
        continue;
      std::string owner = running.owner->str();
      mlir::emitError(mlir::UnknownLoc::get(context))
          << (running.isInside ? "a pipeline that " + owner + " runs" : owner)
          << " crashed";
    }
    return std::make_unique<ReproducerFile>(std::move(file));
  };
  pm.enableCrashReproducerGeneration(
      mlir::ReproducerStreamFactory(std::move(open)), genLocalReproducer);
  // MLIR calls what was added last first.
  pm.addInstrumentation(std::make_unique<FailureNotes>(std::move(failed)));
  return Error::success();
}
