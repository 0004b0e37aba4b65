//===- Verifying.cpp - Contracts held against the IR of a run -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Verifying.h"
#include "builder/diagnostics/LLVMCompat.h"
#include "builder/diagnostics/SourceText.h"
#include "passmanager/runtime/PassOwners.h"
#include "tools/pmb-opt/Preflight.h"
#include "tools/pmb-opt/Running.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace pmb;
using namespace llvm;

Error VerifyOptions::verify() const {
  StringRef file = suggestionsFile;
  if (Error error = verifyGivenOnce({&mode, &suggestionsFile}))
    return error;
  // LLVM takes the next option for the value of one that has none.
  if (suggestionsFile.getNumOccurrences() &&
      (file.empty() || file.starts_with("-")))
    return makeUsageError("--suggest-contracts needs the name of a file" +
                              (file.empty()
                                   ? std::string()
                                   : ", and '" + file.str() + "' is none"),
                          "write --suggest-contracts=seen.contracts.json");
  return Error::success();
}

Verifying::Verifying(const VerifyOptions &options)
    : options(options), verifier(options.mode) {
  verifier.addRegisteredVerifiers();
  if (!options.suggestionsFile.empty())
    verifier.suggestTo(suggested);
  if (options.journal.empty())
    return;
  std::error_code error;
  journal = std::make_unique<raw_fd_ostream>(options.journal, error);
  if (error)
    journal.reset();
  else
    verifier.keepJournal(*journal);
}

Error Verifying::readSuggestions(SuggestedContracts &into) const {
  StringRef file = options.suggestionsFile;
  if (!sys::fs::exists(file))
    return Error::success();
  Expected<SourceText> text = SourceText::read(file);
  if (!text)
    return text.takeError();
  // What mktemp has made is to be filled.
  if (text->getText().trim().empty())
    return Error::success();
  return into.read(text->getText(), file);
}

Error Verifying::checkSuggestionsFile(
    function_ref<bool(StringRef)> isUsed) const {
  StringRef file = options.suggestionsFile;
  if (file.empty())
    return Error::success();
  if (isUsed(file))
    return makeUsageError("--suggest-contracts writes '" + file +
                              "', and the run reads or writes that for "
                              "another purpose",
                          "name another file");
  if (Error error = verifyWritable("--suggest-contracts", file))
    return error;
  SuggestedContracts tried;
  return readSuggestions(tried);
}

/// Tests of a project run side by side, and may add to one file: it is read and
/// replaced by one of them at a time.
Error Verifying::writeSuggestions() {
  StringRef file = options.suggestionsFile;
  while (true) {
    pmb::LockFileManager lock(file);
    Expected<bool> isLocked = lock.tryLock();
    if (!isLocked)
      return isLocked.takeError();
    if (*isLocked) {
      if (Error error = readSuggestions(suggested))
        return error;
      // Written whole or not at all, whatever happens to the process.
      return writeToOutput(file, [&](raw_ostream &os) -> Error {
        suggested.print(os);
        return Error::success();
      });
    }
    if (lock.waitForUnlockFor(std::chrono::minutes(1)) ==
        pmb::WaitForUnlockResult::Timeout)
      return createStringError("'" + file + "': another run keeps it locked");
  }
}

Error Verifying::attachTo(mlir::PassManager &pm,
                          std::shared_ptr<PassOwners> owners) {
  if (!owners->isAttachedTo(pm))
    if (Error error = owners->attachTo(pm))
      return error;
  return verifier.attachTo(pm, std::move(owners));
}

mlir::LogicalResult Verifying::finish() {
  if (options.isRecorded()) {
    for (const ContractVerifier::Finding &finding : verifier.getFindings()) {
      Diagnostic diagnostic = finding.diagnostic;
      diagnostic.severity = std::min(diagnostic.severity, Severity::Warning);
      std::string seen =
          finding.count == 1
              ? std::string()
              : "seen " + std::to_string(finding.count) + " times";
      if (finding.location != "loc(unknown)")
        seen = "first at " + finding.location +
               (seen.empty() ? seen : "; " + seen);
      if (!seen.empty())
        diagnostic.note(seen);
      diagnostic.print(errs());
    }
  }
  // Whatever the process does now, this was all.
  if (journal) {
    *journal << "null\n";
    journal->flush();
  }
  return finishSuggestions();
}

mlir::LogicalResult Verifying::finishSuggestions() {
  if (options.suggestionsFile.empty())
    return mlir::success();
  std::vector<Diagnostic> errors = takeDiagnostics(writeSuggestions());
  for (Diagnostic &error : errors) {
    // What the system says begins with the name of the file.
    if (error.code == DiagnosticCode::Foreign)
      error.message = "cannot write " + error.message;
    error.print(errs());
  }
  return mlir::success(errors.empty());
}

mlir::LogicalResult Verifying::finish(StringRef journal) {
  SmallVector<StringRef> lines;
  journal.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    // The last one may be cut off.
    Expected<json::Value> value = json::parse(line);
    if (!value) {
      consumeError(value.takeError());
      break;
    }
    const json::Object *object = value->getAsObject();
    if (std::optional<StringRef> finding =
            object ? object->getString("finding") : std::nullopt)
      errs() << *finding;
    else if (printErrors(suggested.read(line, "the journal")))
      return mlir::failure();
  }
  return finishSuggestions();
}

int pmb::runWatched(const VerifyOptions &options, ArrayRef<char *> arguments) {
  TemporaryFile journal;
  if (printErrors(journal.write("")))
    return EXIT_FAILURE;
  Expected<ProcessEnd> end =
      runAgain(arguments, ("--contracts-journal=" + journal.getPath()).str());
  if (!end) {
    printErrors(end.takeError());
    return EXIT_FAILURE;
  }
  auto kept = MemoryBuffer::getFile(journal.getPath());
  StringRef text = kept ? (*kept)->getBuffer() : "";
  // Nothing was run, or all was written.
  bool isAll = text.empty() || text.ends_with("null\n");
  if (end->exitCode >= 0 && isAll)
    return end->exitCode;
  errs() << "error: the process " << end->describe();
  if (isAll) {
    errs() << '\n';
    return EXIT_FAILURE;
  }
  errs() << "; what was recorded up to then is kept\n";
  (void)Verifying(options).finish(text);
  return EXIT_FAILURE;
}
