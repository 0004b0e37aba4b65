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
#include "llvm/Support/FormatVariadic.h"
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
  for (SmallString<128> *file : {&output, &errors})
    if (std::error_code error =
            sys::fs::createTemporaryFile("pmb-check", "txt", *file))
      return makeUnreadable(name, error.message(), help);
  FileRemover removeOutput(output), removeErrors(errors);
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
  if (!text) {
    consumeError(text.takeError());
    return makeUnreadable(
        name, formatv("it is larger than {0} MiB", SourceText::maxSize >> 20),
        help);
  }
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
