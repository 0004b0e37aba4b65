//===- FileWriter.cpp - Files that are written as a whole -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/mending/FileWriter.h"
#include "builder/diagnostics/Escaping.h"
#include "builder/diagnostics/LLVMCompat.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

static Error makeWriteError(StringRef path, const Twine &why) {
  return createStringError(inconvertibleErrorCode(),
                           "cannot write " + quotePath(path) + ": " + why);
}

static Error makeWriteError(StringRef path, std::error_code error) {
  return makeWriteError(path, error.message());
}

std::error_code pmb::writeAll(raw_fd_ostream &os, StringRef text) {
  os << text;
  os.close();
  std::error_code error = os.error();
  // Or the destructor would end the program.
  os.clear_error();
  return error;
}

/// Writes a file beside `path`, and lets it take its place unless `verify`
/// fails. Messages call the file `name`. Where a file cannot be renamed it is
/// not copied either, as half a copy may be all that there is room for.
static Error replaceFile(StringRef name, StringRef path, StringRef text,
                         std::optional<sys::fs::perms> permissions,
                         function_ref<Error()> verify) {
  int descriptor;
  SmallString<128> beside;
  if (std::error_code error =
          sys::fs::createUniqueFile(path + ".%%%%%%.tmp", descriptor, beside))
    return makeWriteError(name, error);
  sys::RemoveFileOnSignal(beside);
  scope_exit remove([&] {
    consumeError(errorCodeToError(sys::fs::remove(beside)));
    sys::DontRemoveFileOnSignal(beside);
  });
  raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  std::error_code error;
  if (permissions)
    error = sys::fs::setPermissions(descriptor, *permissions);
  if (std::error_code failure = writeAll(os, text))
    error = failure;
  if (error)
    return makeWriteError(name, error);
  if (Error failure = verify())
    return failure;
  if (std::error_code failure = sys::fs::rename(beside, path))
    return makeWriteError(name, failure);
  remove.release();
  sys::DontRemoveFileOnSignal(beside);
  return Error::success();
}

Error pmb::writeFile(StringRef path, StringRef text) {
  sys::fs::file_status status;
  std::error_code error = sys::fs::status(path, status);
  if (error == std::errc::no_such_file_or_directory ||
      (!error && sys::fs::is_regular_file(status)))
    return replaceFile(path, path, text, std::nullopt,
                       [] { return Error::success(); });
  if (error)
    return makeWriteError(path, error);
  raw_fd_ostream os(path, error);
  if (!error)
    error = writeAll(os, text);
  return error ? makeWriteError(path, error) : Error::success();
}

/// The permissions of a file that may be written. A file without write
/// permissions is protected, also from root.
static Expected<sys::fs::perms> getPermissions(StringRef path) {
  sys::fs::file_status status;
  if (std::error_code error = sys::fs::status(path, status))
    return makeWriteError(path, error);
  if (!sys::fs::is_regular_file(status))
    return makeWriteError(path, "it is no regular file");
  if (!(status.permissions() & sys::fs::perms::all_write))
    return makeWriteError(path, "it is write-protected");
  if (std::error_code error = sys::fs::access(path, sys::fs::AccessMode::Write))
    return makeWriteError(path, error);
  return status.permissions();
}

Error pmb::verifyReplaceable(StringRef path) {
  return getPermissions(path).takeError();
}

Error pmb::replaceText(StringRef path, StringRef before, StringRef after) {
  SmallString<128> target;
  if (std::error_code error = sys::fs::real_path(path, target))
    return makeWriteError(path, error);
  Expected<sys::fs::perms> permissions = getPermissions(path);
  if (!permissions)
    return permissions.takeError();
  constexpr StringLiteral mark = "\xEF\xBB\xBF";
  std::string text = after.str();
  auto verify = [&]() -> Error {
    auto now = MemoryBuffer::getFile(target, /*IsText=*/false,
                                     /*RequiresNullTerminator=*/false);
    if (!now)
      return makeWriteError(path, now.getError());
    StringRef found = (*now)->getBuffer();
    bool hasMark = found.consume_front(mark);
    if (found == before && hasMark == StringRef(text).starts_with(mark))
      return Error::success();
    return makeWriteError(path, "it has changed since it was read");
  };
  // What a text begins with was dropped when it was read.
  auto old = MemoryBuffer::getFile(target);
  if (!old)
    return makeWriteError(path, old.getError());
  if ((*old)->getBuffer().starts_with(mark))
    text = mark.str() + text;
  return replaceFile(path, target, text, *permissions, verify);
}
