//===- SourceText.cpp - The text of a file, and places in it --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/SourceText.h"
#include "builder/diagnostics/LLVMCompat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <variant>

using namespace pmb;
using namespace llvm;

static Error makeUnreadable(StringRef name, std::error_code error) {
  return Diagnostic(DiagnosticCode::UnreadableFile, "cannot read {0}: {1}",
                    quotePath(name), error.message());
}

/// Opening a pipe waits for its writer, and a device may have no end.
static Error checkIsRegular(StringRef path) {
  sys::fs::file_status status;
  if (std::error_code error = sys::fs::status(path, status))
    return makeUnreadable(path, error);
  if (sys::fs::is_directory(status))
    return makeUnreadable(path,
                          std::make_error_code(std::errc::is_a_directory));
  if (sys::fs::is_regular_file(status))
    return Error::success();
  return Diagnostic(DiagnosticCode::UnreadableFile,
                    "cannot read {0}: it is a device, a pipe or a socket",
                    quotePath(path))
      .help("name a regular file");
}

static Error makeTooLarge(StringRef name) {
  return Diagnostic(DiagnosticCode::TooLarge,
                    formatv("{0} is larger than {1} MiB", quotePath(name),
                            SourceText::maxSize >> 20));
}

Expected<SourceText> SourceText::read(StringRef path) {
  bool isStdin = path == "-";
  StringRef name = isStdin ? "<stdin>" : path;
  sys::fs::file_t file = sys::fs::getStdinHandle();
  if (!isStdin) {
    if (Error error = checkIsRegular(path))
      return error;
    Expected<sys::fs::file_t> opened = sys::fs::openNativeFileForRead(path);
    if (!opened)
      return makeUnreadable(name, errorToErrorCode(opened.takeError()));
    file = *opened;
  }
  scope_exit close([&] {
    if (!isStdin)
      consumeError(errorCodeToError(sys::fs::closeFile(file)));
  });
  // In pieces, so that a standard input that never ends is refused as well.
  constexpr size_t pieceSize = 1 << 14;
  SmallString<pieceSize> text;
  while (true) {
    size_t size = text.size();
    text.resize_for_overwrite(size + pieceSize);
    Expected<size_t> count = sys::fs::readNativeFile(
        file, MutableArrayRef<char>(text.data() + size, pieceSize));
    if (!count)
      return makeUnreadable(name, errorToErrorCode(count.takeError()));
    text.truncate(size + *count);
    if (*count == 0)
      return copy(text, name);
    if (text.size() > maxSize)
      return makeTooLarge(name);
  }
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

std::shared_ptr<TextStore> TextStore::makeUnchanging() {
  using Result = std::variant<std::string, std::vector<Diagnostic>>;
  auto store = std::make_shared<TextStore>();
  store->hasPaths = true;
  store->read = [known = StringMap<Result>()](
                    StringRef name) mutable -> Expected<std::string> {
    auto [it, isNew] = known.try_emplace(name);
    Result &result = it->second;
    if (isNew) {
      if (Expected<SourceText> text = SourceText::read(name))
        result = text->getText().str();
      else
        result = takeDiagnostics(text.takeError());
    }
    if (auto *failures = std::get_if<std::vector<Diagnostic>>(&result))
      return makeError(*failures);
    return std::get<std::string>(result);
  };
  return store;
}

Expected<SourceText> SourceText::read(StringRef name,
                                      std::shared_ptr<const TextStore> store) {
  std::string full = store->prefix + name.str();
  Expected<std::string> text = store->read(name);
  if (!text)
    return text.takeError();
  if (text->size() > maxSize)
    return makeTooLarge(full);
  return copy(*text, full, std::move(store));
}

SourceText SourceText::clone() const {
  SourceText source = copy(getText(), getName(), store);
  source.whole = whole;
  source.offsets = offsets;
  return source;
}

std::string SourceText::getPathOf(StringRef name) const {
  if (sys::path::is_absolute(name))
    return name.str();
  StringRef prefix = store ? StringRef(store->prefix) : StringRef();
  StringRef own = getName().drop_front(prefix.size());
  SmallString<128> path = sys::path::parent_path(own);
  sys::path::append(path, name);
  if (!store)
    return path.str().str();
  // One name for each text. What begins with a dot counts from elsewhere.
  sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  bool keepsDot = own.starts_with(".") && !path.starts_with(".");
  return (prefix + (keepsDot ? "./" : "") + path).str();
}

Expected<SourceText> SourceText::readOther(StringRef path) const {
  StringRef name = path;
  return store && name.consume_front(store->prefix) ? read(name, store)
                                                    : read(path);
}

/// Some editors begin a file with a mark that stands for no character.
static StringRef dropMark(StringRef text) {
  text.consume_front("\xEF\xBB\xBF");
  return text;
}

SourceText SourceText::copy(StringRef text, StringRef name,
                            std::shared_ptr<const TextStore> store) {
  SourceText source(MemoryBuffer::getMemBufferCopy(dropMark(text), name));
  source.store = std::move(store);
  return source;
}

SourceText SourceText::refer(StringRef text, StringRef name) {
  return SourceText(MemoryBuffer::getMemBuffer(
      dropMark(text), name, /*RequiresNullTerminator=*/false));
}

SourceText SourceText::derive(StringRef text, std::vector<size_t> offsets,
                              std::shared_ptr<const SourceText> whole) {
  SourceText result(MemoryBuffer::getMemBufferCopy(text, whole->getName()));
  assert(offsets.size() == text.size() && "each byte stands for one");
  result.offsets = std::move(offsets);
  result.whole = std::move(whole);
  return result;
}

SourceText::SourceText(std::unique_ptr<MemoryBuffer> contents)
    : buffer(std::move(contents)), lines({0}) {
  StringRef text = getText();
  for (size_t end; (end = text.find('\n', lines.back())) != StringRef::npos;)
    lines.push_back(end + 1);
}

TextPlace SourceText::getPlace(size_t offset) const {
  size_t number = llvm::upper_bound(lines, offset) - lines.begin();
  return {unsigned(number), unsigned(offset - lines[number - 1] + 1)};
}

std::optional<size_t> SourceText::getOffset(TextPlace place) const {
  if (place.line == 0 || place.line > lines.size())
    return std::nullopt;
  size_t offset = lines[place.line - 1] + place.column - 1;
  return offset < getText().size() ? std::optional(offset) : std::nullopt;
}

TextPlace SourceText::findInWhole(TextPlace place) const {
  if (!whole || offsets.empty())
    return place;
  size_t offset =
      lines[std::min<size_t>(place.line, lines.size()) - 1] + place.column - 1;
  // The end stands behind what is last.
  return whole->getPlace(offset < offsets.size() ? offsets[offset]
                                                 : offsets.back() + 1);
}

StringRef SourceText::getLine(unsigned number) const {
  if (number == 0 || number > lines.size())
    return "";
  size_t end = number < lines.size() ? lines[number] - 1 : getText().size();
  return getText().slice(lines[number - 1], end).rtrim('\r');
}

//===----------------------------------------------------------------------===//
// Showing a place
//===----------------------------------------------------------------------===//

/// Adds a line and, if the place is in it, a caret below. Of a line that is
/// longer than what a terminal shows in one, what stands around the caret.
static void addLine(std::vector<std::string> &lines, StringRef number,
                    StringRef line, std::optional<size_t> caret) {
  constexpr size_t width = 100, before = 60;
  size_t at = std::min(caret.value_or(0), line.size()), begin = 0;
  if (line.size() > width && at > before)
    begin = takeCharacters(line, at - before).size();
  StringRef shown = line.drop_front(begin);
  if (line.size() > width)
    shown = takeCharacters(shown, width);
  std::string start = formatv("{0,6} | ", number).str();
  auto show = [&](StringRef part) {
    std::string text = start + (begin ? "..." : "");
    // Tabs become one blank, so that the caret is right whatever they mean.
    for (char c : part)
      text += (static_cast<unsigned char>(c) < ' ' || c == '\x7f') ? ' ' : c;
    return escape(text);
  };
  bool isCut = begin + shown.size() < line.size();
  lines.push_back(show(shown) + (isCut ? "..." : ""));
  if (!caret)
    return;
  // One mark for each character, not for each of its bytes.
  size_t marks = count_if(show(line.slice(begin, at)),
                          [](char c) { return (c & 0xC0) != 0x80; });
  lines.push_back("       | " + std::string(marks - start.size(), ' ') + "^");
}

std::vector<std::string> SourceText::getSnippet(TextPlace place,
                                                bool hasNumber) const {
  if (whole)
    return whole->getSnippet(findInWhole(place), hasNumber);
  std::vector<std::string> snippet;
  addLine(snippet, hasNumber ? std::to_string(place.line) : "",
          getLine(place.line), place.column - 1);
  return snippet;
}

Note SourceText::showLine(TextPlace place) const {
  return {"the line is", {}, Note::Kind::Source, getSnippet(place)};
}

Note SourceText::showText(TextPlace place, bool isFirst) const {
  // Of a file with other things in it, the line.
  if (whole || (!isFirst && lines.size() > 1))
    return showLine(place);
  constexpr unsigned around = 2;
  unsigned last = getPlace(getText().rtrim("\r\n").size()).line;
  last = std::min(std::max(last, place.line), place.line + around);
  Note note = {"the text is", {}, Note::Kind::Source, {}};
  for (unsigned number = place.line > around ? place.line - around : 1;
       number <= last; ++number)
    addLine(note.source, std::to_string(number), getLine(number),
            number == place.line ? std::optional<size_t>(place.column - 1)
                                 : std::nullopt);
  return note;
}

Diagnostic SourceText::diagnose(DiagnosticCode code, TextPlace place,
                                std::string message) const {
  Diagnostic diagnostic(code, std::move(message));
  locate(diagnostic, place);
  return diagnostic;
}

void SourceText::locate(Diagnostic &diagnostic, TextPlace place) const {
  if (diagnostic.node)
    return;
  diagnostic.at(NodeRef(getOrigin(place))).noteFirst(showLine(place));
}
