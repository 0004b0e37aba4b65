//===- OpenPipeline.h - A pipeline for callers of other languages ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the C interface and the server do to a pipeline, with texts for
// arguments (TextArguments.h).
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_C_OPENPIPELINE_H
#define PMB_BUNDLES_C_OPENPIPELINE_H

#include "builder/edit/PipelineImpl.h"
#include "builder/edit/VariantChoice.h"
#include "bundles/pipelines/PipelineFile.h"
#include "bundles/report/Report.h"
#include <mutex>

namespace pmb {

/// What is known about passes, to be added to while pipelines use it: each of
/// these has what was known when it was made. Safe from several threads.
class OpenCatalog {
public:
  OpenCatalog();

  /// Adds what a contracts file says. Returns its warnings. Fails as
  /// `readContracts`, and leaves the catalog as it was.
  llvm::Expected<std::vector<Diagnostic>>
  addContracts(llvm::Expected<SourceText> text);
  std::shared_ptr<const Catalog> get() const {
    std::lock_guard<std::mutex> lock(mutex);
    return catalog;
  }

private:
  mutable std::mutex mutex;
  std::shared_ptr<const Catalog> catalog;
};

/// What a check has found, and of which state of which pipeline.
struct Findings {
  std::vector<Diagnostic> diagnostics;
  /// Differs for each check of the process; 0 for none.
  uint64_t serial = 0;
};

/// A pipeline that is edited call by call. Every edit happens as a whole, or
/// fails and changes nothing.
///
/// Parties that come one after the other, without an edit or a check of the
/// owner between them, stand in the order of rank, then name, whatever the
/// order of the calls was.
class OpenPipeline {
public:
  using CatalogPtr = std::shared_ptr<const Catalog>;

  /// An empty pipeline on `op`. Fails for what is no name.
  static llvm::Expected<std::unique_ptr<OpenPipeline>>
  create(CatalogPtr catalog, llvm::StringRef op);
  /// Makes one of a textual pipeline or of the text of a pipeline file.
  /// `variants` is what it is built for, `avx,lanes=16`; may be empty.
  static llvm::Expected<std::unique_ptr<OpenPipeline>>
  parse(CatalogPtr catalog, llvm::Expected<SourceText> text,
        llvm::StringRef variants);
  ~OpenPipeline();

  //===--------------------------------------------------------------------===//
  // Edits
  //===--------------------------------------------------------------------===//

  using Edit = std::function<llvm::Error(Pipeline &)>;

  /// Makes an edit in the name of the party that is open, or else of the
  /// owner.
  llvm::Error perform(Edit edit);
  /// Appends the text of a pipeline file, which may have contracts, options,
  /// input and output only; or makes its edits as a plugin does.
  llvm::Error addFile(llvm::Expected<SourceText> text, bool isPlugin);

  /// Sets the owner: the origin of the following edits outside of parties.
  llvm::Error setOwner(llvm::StringRef name);
  llvm::Error beginParty(llvm::StringRef name, int rank);
  /// Keeps what the party did. If it fails, nothing of the party is kept, and
  /// the party is over.
  llvm::Error commitParty();
  llvm::Error rollbackParty();

  //===--------------------------------------------------------------------===//
  // Checking
  //===--------------------------------------------------------------------===//

  /// Checks the pipeline. What `question` says of its ends stays said.
  llvm::Expected<Findings> check(llvm::StringRef question);
  /// Makes the fix of a finding of the last check; `serial`, unless it is 0,
  /// says of which. Fails if there is no such fix, or something was edited
  /// since that check.
  llvm::Error applyFix(int64_t finding, uint64_t serial);

  //===--------------------------------------------------------------------===//
  // Looking
  //===--------------------------------------------------------------------===//

  const Pipeline &get() const { return *pipeline; }
  llvm::StringRef getName() const { return name; }
  /// The pipeline as a file that reads back as the same.
  PipelineFile describe() const;
  /// A report with what a check finds now.
  llvm::Expected<Report> makeReport(bool explains);

private:
  struct PartyEdits {
    std::string name;
    int rank;
    std::vector<Edit> edits;
    bool comesBefore(const PartyEdits &other) const {
      return std::tie(rank, name) < std::tie(other.rank, other.name);
    }
  };

  OpenPipeline(CatalogPtr catalog, llvm::StringRef op, llvm::StringRef name);

  /// Ends the round of parties: what comes next does not mix with them.
  llvm::Error closeRound();
  /// Takes the round back and makes the edits of `parties` instead.
  llvm::Error redoRound(llvm::ArrayRef<PartyEdits> parties);
  llvm::Error verifyParty(bool isOpen) const;
  llvm::Error setEnds(llvm::StringRef question);
  /// Names that are likely to be misspelled.
  std::vector<Diagnostic> checkNames();
  /// Those of passes and nests, but for what is `reported` already.
  std::vector<Diagnostic> checkNodes(llvm::StringSet<> reported);

  CatalogPtr catalog;
  std::string name;
  std::unique_ptr<Pipeline> pipeline;
  NameChecker names;
  /// All that were read into it, to check the names there.
  std::vector<std::shared_ptr<const PipelineFile>> files;

  std::vector<PartyEdits> round;
  std::optional<PartyEdits> party;
  llvm::StringSet<> partyNames;
  /// How many files there were when the party began.
  size_t filesBefore = 0;
  std::unique_ptr<PipelineImpl::OpenTransaction> openRound, openParty;
  /// Grows with every edit.
  uint64_t revision = 0, checkedRevision = 0;
  std::optional<Findings> last;
};

} // namespace pmb

#endif // PMB_BUNDLES_C_OPENPIPELINE_H
