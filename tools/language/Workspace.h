//===- Workspace.h - The documents of an editor ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an editor asks about documents that people are writing, without a
// protocol:
//
//   Workspace workspace;
//   workspace.open("/project/cpu.pipeline", "builtin.module(cse)", 1);
//   for (const Finding &finding : workspace.check("/project/cpu.pipeline"))
//     ...
//
// Documents are called by their absolute paths. Messages name them from the
// current folder, as those of pmb-check do. The text of an editor counts, also
// of what others include; what is not open is read from disk.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_LANGUAGE_WORKSPACE_H
#define PMB_TOOLS_LANGUAGE_WORKSPACE_H

#include "bundles/report/Report.h"
#include "tools/language/Document.h"
#include "tools/pmb-check/Options.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace pmb {
struct FoundPipeline;
} // namespace pmb

namespace pmb::language {

/// What a document is taken for.
enum class DocumentSort {
  /// Nothing that is known here: nothing is said about it.
  Other,
  /// `*.pipeline`
  Text,
  /// `*.pipeline.json`, and other JSON that has passes, insertions or bundles.
  PipelineFile,
  /// `*.contracts.json`
  Contracts,
  /// Tests, scripts and programs that run pipelines (PipelineFinder.h).
  Inside,
};

/// A place in a file, which need not be open.
struct FilePlace {
  std::string path;
  TextRange range;
};

/// A finding, where it stands in its document.
struct Finding {
  struct Line {
    /// Escaped: `note: 'cse': ...`.
    std::string text;
    /// What it is about, if that stands in a file.
    std::optional<FilePlace> place;
  };
  TextRange range;
  Severity severity;
  /// `PMB029` and `too-early`; empty for a pass that no contract describes.
  std::string id, name;
  /// Escaped.
  std::string message;
  /// Notes, helps, what follows, and the fix, as reports have them.
  std::vector<Line> lines;
  /// Of a fix: it, and the number of the report that the finding is in.
  std::optional<Fix> fix;
  size_t report = 0;
  /// All of it if a correction of the text may cure it.
  std::optional<Diagnostic> mistake;
  /// What the pipeline was built for; `default` if nothing was chosen.
  std::string variant;
};

/// All documents, and what is known about passes.
class Workspace {
public:
  Workspace();
  Workspace(const Workspace &) = delete;
  Workspace &operator=(const Workspace &) = delete;

  /// Takes what a project says about all of its documents, as the options of
  /// pmb-check say it, instead of what was taken before: contracts files (of
  /// one that is open the text in the editor counts), contents of both ends,
  /// severities, and variants, all of them unless one is chosen. Returns what
  /// is wrong with it: files that cannot be read, and what is wrong in them.
  /// The rest counts.
  std::vector<Diagnostic> configure(CheckOptions given);

  // A document is opened before it is changed; what is not open is ignored.
  void open(llvm::StringRef path, std::string text, int64_t version);
  /// Puts text in the place of a range, of several one after the other. A
  /// change without a range is of the whole text.
  struct Change {
    std::optional<std::pair<EditorPosition, EditorPosition>> range;
    std::string text;
  };
  void change(llvm::StringRef path, llvm::ArrayRef<Change> changes,
              int64_t version);
  void close(llvm::StringRef path);
  bool isOpen(llvm::StringRef path) const { return documents.count(path); }
  /// The open documents whose findings may have changed by the last change of
  /// `path`, itself among them; sorted.
  std::vector<std::string> getAffected(llvm::StringRef path);
  std::vector<std::string> getOpen() const;
  /// Something on disk may have changed: all is read again.
  void forgetAll();

  /// What is in the editor, or else on disk; null if there is no such file. The
  /// result stays valid until the next change.
  const Document *getDocument(llvm::StringRef path);
  DocumentSort getSort(llvm::StringRef path);
  /// What is in a pipeline or contracts file; null for documents of other
  /// sorts. The result stays valid until the next change.
  const LooseJson *getJson(llvm::StringRef path);

  /// What pmb-check finds in a document. None for what is not open.
  llvm::ArrayRef<Finding> check(llvm::StringRef path);
  /// What is misspelled in `text`, or keeps its pipelines from being composed,
  /// as if the document had it.
  std::vector<Diagnostic> findMistakes(llvm::StringRef path,
                                       const SourceText &text);
  /// The reports about the pipelines of a document, with what holds where.
  llvm::ArrayRef<Report> explain(llvm::StringRef path);
  /// The paths of the files that a document includes, and of those that they
  /// include, as far as they could be read; sorted.
  std::vector<std::string> getIncluded(llvm::StringRef path);

  const Catalog &getCatalog() const { return catalog; }
  const CheckOptions &getOptions() const { return options; }
  /// What reads the texts of documents by the names in messages.
  const std::shared_ptr<const TextStore> &getStore() const { return store; }

  // Names in messages, and absolute paths.
  static std::string getName(llvm::StringRef path);
  static std::string getPath(llvm::StringRef name);
  /// The path of a file that the document `path` names.
  static std::string getPath(llvm::StringRef name, llvm::StringRef path);
  /// The place of what a message is about; std::nullopt if it is in no file.
  std::optional<FilePlace> getPlace(const Origin &origin);

private:
  struct Entry {
    Entry(std::string text, int64_t version)
        : document(std::move(text), version) {}
    Document document;
    /// What was made of it, until it or what it includes changes.
    bool isChecked = false, isExplained = false;
    std::vector<Finding> findings;
    std::vector<Report> explained;
    /// The paths of what was read for that.
    llvm::StringSet<> files;

    void forget() { isChecked = isExplained = false; }
  };
  /// Reads the stock catalog and contracts files, up to the one at `end`.
  /// Returns what is wrong with them.
  std::vector<Diagnostic> loadCatalog(Catalog &into,
                                      llvm::StringRef end = "") const;
  void forgetResults() {
    for (auto &entry : documents)
      entry.getValue()->forget();
  }
  bool isContracts(llvm::StringRef path) const;
  /// Null for what is not open.
  Entry *lookup(llvm::StringRef path) const {
    auto found = documents.find(path);
    return found == documents.end() ? nullptr : found->second.get();
  }
  llvm::Expected<std::string> readText(llvm::StringRef name) const;
  std::vector<Report> makeReports(llvm::StringRef path, Entry &entry,
                                  bool explains);
  std::vector<Report> makeReports(llvm::StringRef path, SourceText text,
                                  bool explains);
  Report checkContracts(llvm::StringRef path, SourceText text);

  llvm::StringMap<std::unique_ptr<Entry>> documents;
  /// What was read from disk for places in it.
  llvm::StringMap<std::unique_ptr<Document>> files;
  std::shared_ptr<const TextStore> store;
  CheckOptions options;
  Catalog catalog;
  /// Those of the documents that are being checked.
  llvm::StringSet<> *log = nullptr;
};

/// The pass, or whatever else begins at a byte: a string, the first line of an
/// object, or a name.
TextRange findToken(llvm::StringRef text, size_t offset);

} // namespace pmb::language

#endif // PMB_TOOLS_LANGUAGE_WORKSPACE_H
