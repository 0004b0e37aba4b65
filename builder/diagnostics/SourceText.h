//===- SourceText.h - The text of a file, and places in it ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files name passes, so what is wrong in a file is reported as for a pass: with
// a `Diagnostic`. Its node is a place without a name; the origin of that is the
// file, line and column. The first note is the line of the file with a caret.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_DIAGNOSTICS_SOURCETEXT_H
#define PMB_BUILDER_DIAGNOSTICS_SOURCETEXT_H

#include "builder/diagnostics/Diagnostic.h"
#include "builder/diagnostics/Escaping.h"
#include "llvm/Support/MemoryBuffer.h"
#include <functional>
#include <memory>

namespace pmb {

/// A place in a text. Lines and columns count from 1, columns in bytes, as in
/// LLVM's own messages.
struct TextPlace {
  unsigned line = 0;
  unsigned column = 0;
};

/// A place of texts beside the file system, such as a revision.
struct TextStore {
  /// What the names of its texts begin with: `HEAD:`.
  std::string prefix;
  /// Reads the text of a name, which is given without the prefix. Its errors
  /// carry diagnostics.
  std::function<llvm::Expected<std::string>(llvm::StringRef name)> read;
  /// True if a name is the path of a file, and a link may lead there.
  bool hasPaths = false;

  /// The file system as it is when each file is first read: what a file has, or
  /// why it cannot be read, stays so. For reading the same files many times,
  /// from one thread.
  static std::shared_ptr<TextStore> makeUnchanging();
};

/// The text of a file under the name by which the user called it.
class SourceText {
public:
  /// Larger files are refused, in bytes.
  static constexpr size_t maxSize = 8 << 20;

  /// Reads a regular file; `-` is the standard input and is called `<stdin>`.
  /// Fails with `unreadable-file`, also for a device or a pipe, or with
  /// `too-large`. Never reads much more than `maxSize`. Everything that reads
  /// a text for the builder does it here.
  static llvm::Expected<SourceText> read(llvm::StringRef path);
  /// Reads the text of a store; its name is with the prefix. Fails as that, or
  /// with `too-large`.
  static llvm::Expected<SourceText>
  read(llvm::StringRef name, std::shared_ptr<const TextStore> store);
  /// A copy of `text`. With a store, `name` has its prefix, and what the text
  /// names is read from there.
  static SourceText copy(llvm::StringRef text, llvm::StringRef name,
                         std::shared_ptr<const TextStore> store = nullptr);
  /// Refers to `text`, which must outlive the result.
  static SourceText refer(llvm::StringRef text, llvm::StringRef name);
  /// A text that was put together of characters of `whole`: of a command line,
  /// its words without quotes and continuations. `offsets` says of each of its
  /// bytes which one of `whole` it stands for. Places in it lead to those in
  /// `whole`, which are shown: `getOrigin`, and all that makes a note.
  /// REQUIRES: as many offsets as bytes.
  static SourceText derive(llvm::StringRef text, std::vector<size_t> offsets,
                           std::shared_ptr<const SourceText> whole);

  /// Of each byte, which one of the whole it stands for; none for a text that
  /// was not derived.
  llvm::ArrayRef<size_t> getOffsets() const { return offsets; }

  /// A copy of this text, from the same store.
  SourceText clone() const;

  /// The path of what this text calls `name`: relative to its own folder, and
  /// in the same store.
  std::string getPathOf(llvm::StringRef name) const;
  /// Reads what is there. Fails as `read`.
  llvm::Expected<SourceText> readOther(llvm::StringRef path) const;
  /// The store that it is from; null for a file.
  const std::shared_ptr<const TextStore> &getStore() const { return store; }
  /// True if names here are paths of files.
  bool hasPaths() const { return !store || store->hasPaths; }

  /// Never made absolute, so that messages do not depend on the machine.
  llvm::StringRef getName() const { return buffer->getBufferIdentifier(); }
  llvm::StringRef getText() const { return buffer->getBuffer(); }

  /// The place of the byte at `offset`; the end of the text is a place.
  TextPlace getPlace(size_t offset) const;
  /// The reverse; std::nullopt if the text has no such byte.
  std::optional<size_t> getOffset(TextPlace place) const;
  /// The line of that number, without its end.
  llvm::StringRef getLine(unsigned number) const;

  Origin getOrigin(TextPlace place) const {
    place = findInWhole(place);
    return Origin::file(getName(), place.line, place.column);
  }

  /// The line of the place, and a caret below:
  ///
  ///      3 |   "requres": ["canonical"],
  ///        |   ^
  ///
  /// Of a very long line only the surroundings of the place are shown. Without
  /// a `number` the line has none.
  std::vector<std::string> getSnippet(TextPlace place,
                                      bool hasNumber = true) const;
  /// A note with the line of the place, as above.
  Note showLine(TextPlace place) const;
  /// A note with the whole text, of many lines those around the place. Of all
  /// findings about a text only the `isFirst` shows more than its line.
  Note showText(TextPlace place, bool isFirst = true) const;

  /// A diagnostic about a place, with its line as a note.
  Diagnostic diagnose(DiagnosticCode code, TextPlace place,
                      std::string message) const;
  /// Gives a diagnostic that knows no place this one.
  void locate(Diagnostic &diagnostic, TextPlace place) const;

private:
  explicit SourceText(std::unique_ptr<llvm::MemoryBuffer> buffer);
  /// The place in the text that this one was derived from; the same if it was
  /// not.
  TextPlace findInWhole(TextPlace place) const;

  std::unique_ptr<llvm::MemoryBuffer> buffer;
  std::shared_ptr<const TextStore> store;
  /// Null, and none, for a text of its own.
  std::shared_ptr<const SourceText> whole;
  std::vector<size_t> offsets;
  /// Where the lines begin; many places of one text may be asked for.
  std::vector<size_t> lines;
};

} // namespace pmb

#endif // PMB_BUILDER_DIAGNOSTICS_SOURCETEXT_H
