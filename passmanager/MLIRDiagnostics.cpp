//===- MLIRDiagnostics.cpp - Diagnostics where MLIR reports its own ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Escaping.h"
#include "mlir/IR/Diagnostics.h"
#include "passmanager/PassManagerBuilder.h"

using namespace pmb;
using namespace llvm;

static mlir::DiagnosticSeverity getSeverity(Severity severity) {
  return severity == Severity::Error     ? mlir::DiagnosticSeverity::Error
         : severity == Severity::Warning ? mlir::DiagnosticSeverity::Warning
                                         : mlir::DiagnosticSeverity::Remark;
}

void pmb::emitDiagnostics(mlir::Location location,
                          ArrayRef<Diagnostic> diagnostics) {
  emitDiagnostics(location, diagnostics, [](mlir::Diagnostic &) {});
}

void pmb::emitDiagnostics(mlir::Location location,
                          ArrayRef<Diagnostic> diagnostics,
                          function_ref<void(mlir::Diagnostic &)> prepare) {
  mlir::DiagnosticEngine &engine = location.getContext()->getDiagEngine();
  for (const Diagnostic &diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::Off)
      continue;
    mlir::InFlightDiagnostic emitted =
        engine.emit(location, getSeverity(diagnostic.severity));
    prepare(*emitted.getUnderlyingDiagnostic());
    emitted << shorten(escape(diagnostic.message)) << " ["
            << diagnostic.getTitle() << "]";
    for (const DiagnosticLine &line : diagnostic.getLines()) {
      bool isNote = line.kind == DiagnosticLine::Kind::Note;
      emitted.attachNote() << (isNote ? "" : line.getLabel())
                           << StringRef(line.text).ltrim();
    }
  }
}

mlir::LogicalResult pmb::emitErrors(mlir::Location location, Error error) {
  if (!error)
    return mlir::success();
  emitDiagnostics(location, takeDiagnostics(std::move(error)));
  return mlir::failure();
}
