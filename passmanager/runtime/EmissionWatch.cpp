//===- EmissionWatch.cpp - Which pass emits a diagnostic ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/EmissionWatch.h"
#include "mlir/Pass/Pass.h"
#include "passmanager/MLIRCompat.h"
#include "passmanager/MLIRPass.h"

using namespace pmb;
using namespace llvm;

thread_local SmallVector<EmissionWatch *, 4> EmissionWatch::all;

Emitter &Emitters::get(const mlir::Pass &pass, const RunningPass &running) {
  std::string subject, where;
  if (running.owner && !running.isInside) {
    subject = running.owner->str();
  } else {
    subject = ("'" + getPassName(pass) + "'").str();
    if (running.owner)
      where = ", in a pipeline that " + running.owner->str() + " runs";
  }
  std::lock_guard<std::mutex> lock(mutex);
  Emitter &emitter = all[subject + where];
  emitter.subject = std::move(subject);
  emitter.where = std::move(where);
  return emitter;
}

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//
//
// MLIR keeps the metadata of a diagnostic with it, and prints none of it. Two
// empty texts: one is where the tag is, the other where the emitter is.

static constexpr StringLiteral markTag = "pmb-emitter";

/// Null marks a report.
static void mark(mlir::Diagnostic &diagnostic, Emitter *emitter) {
  addMetadata(diagnostic, markTag.take_front(0));
  addMetadata(diagnostic,
              StringRef(reinterpret_cast<const char *>(emitter), 0));
}

static std::optional<Emitter *> findMark(mlir::Diagnostic &diagnostic) {
  using Kind = mlir::DiagnosticArgument::DiagnosticArgumentKind;
  ArrayRef<mlir::DiagnosticArgument> metadata = getMetadata(diagnostic);
  for (; metadata.size() > 1; metadata = metadata.drop_front())
    if (metadata[0].getKind() == Kind::String &&
        metadata[0].getAsString().data() == markTag.data())
      return const_cast<Emitter *>(
          reinterpret_cast<const Emitter *>(metadata[1].getAsString().data()));
  return std::nullopt;
}

void EmissionWatch::markReport(mlir::Diagnostic &diagnostic) {
  mark(diagnostic, nullptr);
}

void EmissionWatch::report(mlir::Location location,
                           mlir::DiagnosticSeverity severity,
                           const Twine &text) {
  mlir::InFlightDiagnostic diagnostic =
      severity == mlir::DiagnosticSeverity::Error
          ? mlir::emitError(location, text)
          : mlir::emitWarning(location, text);
  markReport(*diagnostic.getUnderlyingDiagnostic());
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

void EmissionWatch::begin(Emitters &emitters, const mlir::Pass &pass,
                          const RunningPass &running,
                          mlir::MLIRContext &context) {
  auto *made = new EmissionWatch;
  made->emitters = &emitters;
  made->pass = &pass;
  made->running = running;
  made->engine = &context.getDiagEngine();
  made->frame = __builtin_frame_address(0);
  while (!all.empty() && all.back()->frame <= made->frame)
    all.pop_back();
  all.push_back(made);
  made->handler =
      made->engine->registerHandler([made](mlir::Diagnostic &diagnostic) {
        if (made->isOutermost())
          made->see(diagnostic);
        return mlir::failure();
      });
}

/// Whether it is of this thread, and around all others of its context there.
bool EmissionWatch::isOutermost() const {
  auto it = find_if(
      all, [&](const EmissionWatch *watch) { return watch->engine == engine; });
  return it != all.end() && *it == this;
}

/// The outermost of this thread is asked.
void EmissionWatch::see(mlir::Diagnostic &diagnostic) {
  bool isError = diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
  if (!isError && diagnostic.getSeverity() != mlir::DiagnosticSeverity::Warning)
    return;
  std::optional<Emitter *> marked = findMark(diagnostic);
  if (marked && !*marked)
    return;
  EmissionWatch &inner = *all.back();
  if (running.isDynamic) {
    // What runs it may keep it yet.
    if (!marked)
      mark(diagnostic, &inner.emitters->get(*inner.pass, inner.running));
    return;
  }
  EmissionCounts &counts =
      marked ? inner.result.nested[*marked] : inner.result.own;
  ++(isError ? counts.errors : counts.warnings);
  if (!isError)
    return;
  for (EmissionWatch *watch : all)
    watch->result.hasErrorInside |= marked || watch != &inner;
}

EmissionWatch::Result EmissionWatch::end(const Emitters &emitters,
                                         const mlir::Pass &pass) {
  auto isFound = [&](const EmissionWatch *it) {
    return it->emitters == &emitters && it->pass == &pass;
  };
  if (none_of(all, isFound))
    return {};
  while (!isFound(all.back()))
    all.pop_back();
  std::unique_ptr<EmissionWatch> found(all.pop_back_val());
  found->engine->eraseHandler(found->handler);
  return std::move(found->result);
}

EmissionWatch::Nested EmissionWatch::takeNested() {
  return all.empty() ? Nested() : std::exchange(all.back()->result.nested, {});
}
