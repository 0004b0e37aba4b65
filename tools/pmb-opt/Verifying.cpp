//===- Verifying.cpp - Contracts held against the IR of a run -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Verifying.h"
#include "passmanager/runtime/PassOwners.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ManagedStatic.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace pmb;
using namespace llvm;

namespace {
enum class VerifyChoice { Off, Error, Warn, Record };

struct Flags {
  cl::OptionCategory category{"Contracts held against IR"};

  cl::opt<VerifyChoice> verify{
      "verify-contracts",
      cl::desc("Hold the contracts of passes, and --expect, against the IR "
               "before and after each pass"),
      cl::values(
          clEnumValN(VerifyChoice::Error, "error",
                     "The first claim that is false fails the run"),
          clEnumValN(VerifyChoice::Warn, "warn", "Each is a warning, once"),
          clEnumValN(VerifyChoice::Record, "record",
                     "List them when all is done")),
      cl::init(VerifyChoice::Off), cl::cat(category)};
  cl::opt<std::string> suggest{
      "suggest-contracts", cl::value_desc("file"),
      cl::desc(
          "Write what each pass is seen to do as a contracts file; adds to "
          "what earlier runs have written there"),
      cl::cat(category)};
};
} // namespace

static ManagedStatic<Flags> flags;

void pmb::registerVerifyOptions() { *flags; }

Expected<VerifyOptions> pmb::getVerifyOptions() {
  VerifyOptions options;
  options.suggestionsFile = flags->suggest;
  if (flags->suggest.getNumOccurrences() && options.suggestionsFile.empty())
    return makeError(
        Diagnostic(DiagnosticCode::Syntax,
                   "--suggest-contracts needs the name of a file")
            .help("write --suggest-contracts=seen.contracts.json"));
  switch (flags->verify) {
  case VerifyChoice::Off:
    if (!options.suggestionsFile.empty())
      options.mode = ContractVerifier::Mode::Record;
    break;
  case VerifyChoice::Error:
    options.mode = ContractVerifier::Mode::Error;
    break;
  case VerifyChoice::Warn:
    options.mode = ContractVerifier::Mode::Warn;
    break;
  case VerifyChoice::Record:
    options.mode = ContractVerifier::Mode::Record;
    break;
  }
  return options;
}

Verifying::Verifying(const VerifyOptions &options)
    : options(options), verifier(*options.mode) {
  if (!options.suggestionsFile.empty())
    verifier.suggestTo(suggested);
}

Error Verifying::readSuggestions() {
  StringRef file = options.suggestionsFile;
  if (file.empty() || !sys::fs::exists(file))
    return Error::success();
  ErrorOr<std::unique_ptr<MemoryBuffer>> text =
      MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!text)
    return makeError(Diagnostic(DiagnosticCode::UnreadableFile,
                                "cannot read '" + file.str() +
                                    "': " + text.getError().message()));
  return suggested.read((*text)->getBuffer(), file);
}

Error Verifying::attachTo(mlir::PassManager &pm,
                          std::shared_ptr<PassOwners> owners) {
  if (!owners->isAttachedTo(pm))
    if (Error error = owners->attachTo(pm))
      return error;
  return verifier.attachTo(pm, std::move(owners));
}

mlir::LogicalResult Verifying::finish() {
  if (*options.mode == ContractVerifier::Mode::Record) {
    for (const ContractVerifier::Finding &finding : verifier.getFindings()) {
      Diagnostic diagnostic = finding.diagnostic;
      diagnostic.severity = std::min(diagnostic.severity, Severity::Warning);
      diagnostic.note(
          "first at " + finding.location +
          (finding.count == 1
               ? std::string()
               : "; seen " + std::to_string(finding.count) + " times"));
      diagnostic.print(errs());
    }
  }
  if (options.suggestionsFile.empty())
    return mlir::success();
  // Written whole or not at all, whatever happens to the process.
  Error error =
      writeToOutput(options.suggestionsFile, [&](raw_ostream &os) -> Error {
        suggested.print(os);
        return Error::success();
      });
  if (!error)
    return mlir::success();
  errs() << "cannot write '" << options.suggestionsFile
         << "': " << toString(std::move(error)) << '\n';
  return mlir::failure();
}
