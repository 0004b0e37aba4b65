//===- EmissionWatch.h - Which pass emits a diagnostic --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_EMISSIONWATCH_H
#define PMB_PASSMANAGER_RUNTIME_EMISSIONWATCH_H

#include "mlir/IR/Diagnostics.h"
#include "passmanager/runtime/PassOwners.h"
#include "llvm/ADT/MapVector.h"
#include <map>

namespace pmb {

/// The pass that a diagnostic is of, in words that go around what it did.
struct Emitter {
  std::string subject, where;
  /// Once it has failed, it has been named.
  std::atomic<bool> hasFailed = false;
};

/// The emitters of one pass manager. Safe to use from several threads.
class Emitters {
public:
  Emitter &get(const mlir::Pass &pass, const RunningPass &running);

private:
  std::mutex mutex;
  std::map<std::string, Emitter> all;
};

/// How many errors and warnings were emitted.
struct EmissionCounts {
  unsigned errors = 0, warnings = 0;

  explicit operator bool() const { return errors || warnings; }
};

/// Counts the errors and warnings that a pass emits. One that a handler keeps,
/// which was registered while passes run, does not count.
///
/// Handlers are called latest first, on the thread that emits. On one thread
/// passes run in each other; what reaches the handler of the outermost of them
/// is kept by none, and is of the innermost. Below a nest with threads MLIR's
/// own handler keeps all until the nest ends, and emits it again on the thread
/// of the pass that runs the nest. So a pass there leaves its mark on what it
/// emits, and the pass that runs the nest counts it.
class EmissionWatch {
public:
  using Nested = llvm::SmallMapVector<Emitter *, EmissionCounts, 1>;
  /// What was emitted while a pass ran.
  struct Result {
    EmissionCounts own;
    /// Of passes below it, on other threads.
    Nested nested;
    /// Whether a pass that it runs has emitted an error.
    bool hasErrorInside = false;
  };

  /// A pass begins to run on this thread. `emitters` must outlive it.
  static void begin(Emitters &emitters, const mlir::Pass &pass,
                    const RunningPass &running, mlir::MLIRContext &context);
  /// It has run; nothing for one that has not begun.
  static Result end(const Emitters &emitters, const mlir::Pass &pass);
  /// What was emitted again in the pass that runs on this thread.
  static Nested takeNested();

  /// Marks a report, which counts as no emission of a pass, before it is
  /// emitted.
  static void markReport(mlir::Diagnostic &diagnostic);
  /// Emits one.
  static void report(mlir::Location location, mlir::DiagnosticSeverity severity,
                     const llvm::Twine &text);

private:
  bool isOutermost() const;
  void see(mlir::Diagnostic &diagnostic);

  Emitters *emitters = nullptr;
  const mlir::Pass *pass = nullptr;
  RunningPass running;
  mlir::DiagnosticEngine *engine = nullptr;
  mlir::DiagnosticEngine::HandlerID handler = 0;
  /// Where the stack ended when it began.
  const void *frame = nullptr;
  Result result;

  /// Of this thread, innermost last. A pass that crashes under a crash recovery
  /// context never ends: what watches it is not deleted, as the context may be
  /// gone, and leaves the list when the stack has come back behind it.
  static thread_local llvm::SmallVector<EmissionWatch *, 4> all;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_EMISSIONWATCH_H
