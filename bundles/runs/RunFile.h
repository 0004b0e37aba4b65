//===- RunFile.h - A report of a run, written while it runs ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While passes run a line is added to the file for each that begins or ends, so
// that a process that crashes or is killed leaves what it has done. The file is
// one that can be read at any time:
//
//   html   the page of the pipeline, with a table of what ran behind it
//   json   the data of the pipeline, with a list of what ran: "log"
//   trace  an array of Chrome's trace events, which needs no end
//
// At the end the report of the whole run takes its place.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_RUNS_RUNFILE_H
#define PMB_BUNDLES_RUNS_RUNFILE_H

#include "bundles/report/Run.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace pmb {

/// Not for several threads at once.
class RunFile {
public:
  enum class Format { Html, Json, Trace };
  /// By the end of the name: `.trace.json`, `.json` and `.html`. Fails for any
  /// other, with these.
  static llvm::Expected<Format> parseFormat(llvm::StringRef path);

  /// Makes the file, empty, in the place of one that is there. Fails if it
  /// cannot be written, or has a name of another kind.
  static llvm::Expected<std::unique_ptr<RunFile>> open(llvm::StringRef path);

  Format getFormat() const { return format; }
  /// Writes what is known before anything runs: again when a pipeline joins
  /// while nothing was added. What cannot be written is remembered for
  /// `finish`.
  void begin(llvm::ArrayRef<Report> reports);
  /// Adds that a pass begins: pass number `pass` of report number `report`, on
  /// the operation `on`.
  void addBegin(size_t report, size_t pass, llvm::StringRef name,
                llvm::StringRef on, unsigned thread);
  /// Adds that it has ended.
  void addEnd(size_t report, llvm::StringRef name,
              const PassExecution &execution);

  /// Puts the report of the whole run in the place of all that. Fails if that,
  /// or something before, could not be written.
  llvm::Error finish(llvm::ArrayRef<Report> reports);
  /// The same for a text that is made elsewhere, as a trace is.
  llvm::Error finish(llvm::StringRef text);

private:
  RunFile(llvm::StringRef path, Format format, int descriptor);
  void add(const std::string &text);

  std::string path;
  Format format;
  llvm::raw_fd_ostream os;
  /// False for a pipe, which is given the report at the end only.
  bool isLive;
  /// Where the next line goes, in JSON: what is behind it is written again.
  uint64_t end = 0;
  bool isFirst = true;
  /// The last pass that began, in a line that has no end yet.
  std::string openRow;
};

} // namespace pmb

#endif // PMB_BUNDLES_RUNS_RUNFILE_H
