//===- Revision.cpp - Texts of revisions --------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-check/Revision.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Program.h"

using namespace pmb;
using namespace llvm;

/// A clone that has not everything may have to fetch it.
static constexpr unsigned maxSeconds = 120;

static Error makeUnreadable(StringRef name, const Twine &why, StringRef help) {
  return makeError(
      Diagnostic(DiagnosticCode::UnreadableFile,
                 ("cannot read " + quotePath(name) + ": " + why).str())
          .help(help.str()));
}

/// What git says first.
static std::string describeFailure(StringRef file) {
  auto text = MemoryBuffer::getFile(file);
  StringRef message = text ? (*text)->getBuffer().ltrim() : StringRef();
  message = message.take_front(message.find('\n'));
  message.consume_front("fatal: ");
  return message.empty() ? "git fails" : "git says: " + message.str();
}

/// What is wrong with the file that git has written, as if it were the
/// revision.
static Error nameRevision(Error error, StringRef name, StringRef file) {
  std::vector<Diagnostic> diagnostics = takeDiagnostics(std::move(error));
  for (Diagnostic &diagnostic : diagnostics)
    if (size_t at = diagnostic.message.find(quotePath(file));
        at != std::string::npos)
      diagnostic.message.replace(at, quotePath(file).size(), quotePath(name));
  return makeError(std::move(diagnostics));
}

/// Runs `git cat-file blob <name>`.
static Expected<std::string> readBlob(StringRef name) {
  constexpr StringLiteral help =
      "a name with ':' that is not that of a file is one of a revision, such "
      "as HEAD:pipelines/cpu.pipeline.json";
  // It would be an option.
  if (name.starts_with("-"))
    return makeUnreadable(name, "no revision begins with '-'", help);
  ErrorOr<std::string> git = sys::findProgramByName("git");
  if (!git)
    return makeUnreadable(name, "there is no git on the PATH", help);
  SmallString<128> output, errors;
  FileRemover removeOutput, removeErrors;
  for (auto [file, remover] :
       {std::pair(&output, &removeOutput), std::pair(&errors, &removeErrors)}) {
    if (std::error_code error =
            sys::fs::createTemporaryFile("pmb-check", "txt", *file))
      return makeUnreadable(name, error.message(), help);
    remover->setFile(*file);
  }
  std::string message;
  int code = sys::ExecuteAndWait(
      *git, {"git", "cat-file", "blob", name}, /*Env=*/std::nullopt,
      {StringRef(""), StringRef(output), StringRef(errors)}, maxSeconds,
      /*MemoryLimit=*/0, &message);
  if (code < 0)
    return makeUnreadable(name, "git: " + message, help);
  if (code != 0)
    return makeUnreadable(name, describeFailure(errors), help);
  Expected<SourceText> text = SourceText::read(output);
  if (!text)
    return nameRevision(text.takeError(), name, output);
  return text->getText().str();
}

Expected<SourceText> pmb::readRevision(StringRef name) {
  auto [revision, path] = name.split(':');
  auto store = std::make_shared<TextStore>();
  store->prefix = revision.str() + ":";
  store->read = [prefix = store->prefix](StringRef path) {
    return readBlob(prefix + path.str());
  };
  return SourceText::read(path, std::move(store));
}
