//===- Diagnostic.h - Findings with stable codes --------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything the builder has to say is a `Diagnostic`: data first, text last.
// Failing calls return an `llvm::Error` that carries diagnostics:
//
//   if (llvm::Error err = builder.build()) {
//     for (const pmb::Diagnostic &d : pmb::takeDiagnostics(std::move(err)))
//       d.print(llvm::errs());
//     return failure();
//   }
//
// The codes, their causes and cures stand in one table, `Diagnostics.def`.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_DIAGNOSTICS_DIAGNOSTIC_H
#define PMB_BUILDER_DIAGNOSTICS_DIAGNOSTIC_H

#include "builder/diagnostics/Origin.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace pmb {

/// How much a diagnostic matters, from less to more. Reaches JSON by name: a
/// name is never given another meaning.
enum class Severity {
  /// Not reported at all; only ever set by the user, for one code.
  Off,
  /// Informational: nothing is wrong with the pipeline.
  Remark,
  /// Reported; the pipeline is built all the same.
  Warning,
  /// Reported; the edit is not made, or the pipeline is not built.
  Error,
};

/// `off`, `remark`, `warning` or `error`.
llvm::StringRef stringify(Severity severity);
/// The reverse of `stringify`; std::nullopt for any other text.
std::optional<Severity> parseSeverity(llvm::StringRef text);

/// What a diagnostic is about. The numbers are stable: a code that is no longer
/// used is never given to something else.
enum class DiagnosticCode : unsigned {
#define PMB_DIAGNOSTIC(ENUM, NUMBER, NAME, SEVERITY, SUMMARY, CAUSE, EXAMPLE,  \
                       CURE)                                                   \
  ENUM = NUMBER,
#include "builder/diagnostics/Diagnostics.def"
#undef PMB_DIAGNOSTIC
};

struct Diagnostic;

/// One row of the table of diagnostics.
struct DiagnosticInfo {
  DiagnosticCode code;
  /// `PMB020`.
  std::string getID() const;
  /// `wrong-order`.
  llvm::StringLiteral name;
  Severity defaultSeverity;
  llvm::StringLiteral summary;
  llvm::StringLiteral cause;
  llvm::StringLiteral example;
  llvm::StringLiteral cure;
};

/// All rows, in the order of their numbers.
llvm::ArrayRef<DiagnosticInfo> getDiagnosticTable();
/// The row of `code`. Every code has one.
const DiagnosticInfo &getDiagnosticInfo(DiagnosticCode code);
/// True for what the check finds wrong with the order of passes, and with what
/// they find and leave in the IR.
bool isAboutOrder(DiagnosticCode code);
/// The row whose id or name is `text`, or was in an earlier release
/// (RenamedDiagnostics.def); null if there is none.
const DiagnosticInfo *lookupDiagnostic(llvm::StringRef text);
/// A remark that a code is called otherwise now; std::nullopt unless `text` is
/// a name that it had in an earlier release.
std::optional<Diagnostic> findRenamedCode(llvm::StringRef text);
/// Writes the table as a Markdown page: code, cause, example, cure.
void printDiagnosticTable(llvm::raw_ostream &os);

/// A node of a pipeline as a diagnostic remembers it. Holds copies, so a
/// diagnostic outlives the pipeline it is about.
struct NodeRef {
  /// The pass's argument, or the slot's or bundle's name. Empty for a place in
  /// a file, which `origin` names.
  std::string name = "";
  /// Counted over the passes of the pipeline, from 0; that of its first pass
  /// for the name of a registered pipeline. -1 when it is not (or not yet) a
  /// pass of the pipeline, and for a registered pipeline that has no passes.
  int position = -1;
  /// Whether it is a registered pipeline as a whole.
  bool isPipeline = false;
  /// The registered pipeline that the pass is part of, by the name that stands
  /// for it; empty if it is in none.
  std::string pipeline;
  /// The position of the first pass of that pipeline; -1 if there is none.
  int pipelinePosition = -1;
  /// Whether the name alone does not tell which one is meant: of the pass, and
  /// of that pipeline.
  bool hasTwin = false, pipelineHasTwin = false;
  /// The anchor path, `builtin.module/func.func`.
  std::string anchor;
  /// The party that put it there.
  Origin origin;

  NodeRef() = default;
  /// What is called so, and need not be in a pipeline.
  explicit NodeRef(llvm::StringRef name) : name(name.str()) {}
  /// A place in a file.
  explicit NodeRef(Origin place) : origin(std::move(place)) {}

  /// `'cse' (pass 3, of pipeline 'sparsifier', on func.func, added by plugin
  /// 'acme')`.
  std::string str() const;
};

/// A further fact that belongs to a diagnostic: where the provider stands, what
/// destroyed the property, what else matched.
struct Note {
  enum class Kind {
    /// A fact.
    Fact,
    /// What to do, in words.
    Help,
    /// The text that the diagnostic is about, in `source`.
    Source,
  };
  std::string message;
  std::optional<NodeRef> node = std::nullopt;
  Kind kind = Kind::Fact;
  /// Lines of the text, with a caret below the one that is meant.
  std::vector<std::string> source = {};
  /// Whether it is about what to write in C++: a tool that reads something else
  /// says something else.
  bool isForCode = false;

  /// All lines of the note as reports show it, without its node: help says that
  /// it is.
  std::string str() const;
};

/// An edit that would cure the diagnostic. Names are those of `Position`;
/// `message` is the same as a sentence.
struct Fix {
  /// Reaches JSON by name: append only.
  enum class Kind { Move, Insert, Remove, Replace, SetOption, RenameNest };
  Kind kind = Kind::Move;
  /// The pass to move, insert, remove or change; a registered pipeline is moved
  /// as a whole, under its name. For RenameNest: the operation of the nests.
  std::string pass;
  /// 0-based position of the pass, or of the first of the pipeline, to move,
  /// remove or change; -1 for Insert, and for what has no position, as NodeRef
  /// says.
  int passPosition = -1;
  /// Where it should be instead: before or after `reference`. Empty for
  /// Remove and SetOption.
  bool before = false;
  std::string reference;
  /// Counted as `passPosition` is.
  int referencePosition = -1;
  /// New options for SetOption, Insert and Replace.
  std::string options;
  /// For Insert and Replace: the anchor path to run on. Empty: as for any pass
  /// that is inserted there, or that of the pass that is replaced.
  std::string anchor;
  /// `move 'convert-linalg-to-loops' after 'one-shot-bufferize'`; of several
  /// steps, all of them.
  std::string message;
  /// For Move: `pass` and `reference` are parts of one registered pipeline,
  /// whose passes then stand in the place of its name.
  bool opensPipeline = false;
  /// Set where the fix is offered: it may change what a program computes, so
  /// it is only made on request. The rule stands at `isSafe`
  /// (repair/Mending.h).
  bool isUnsafe = false;
  /// Further steps where one alone does not help. Each is about the pipeline as
  /// the step before it has left it, and has no further ones itself. All are
  /// made, or none.
  std::vector<Fix> then = {};

  Fix() = default;
  Fix(Kind kind, llvm::StringRef pass, int position = -1)
      : kind(kind), pass(pass.str()), passPosition(position) {}
  /// Says where the pass goes: before or after another.
  Fix &beside(bool isBefore, llvm::StringRef other, int position) {
    before = isBefore;
    reference = other.str();
    referencePosition = position;
    return *this;
  }

  /// The message, and that the fix is unsafe if it is.
  std::string str() const { return message + (isUnsafe ? " (unsafe)" : ""); }
};

/// `move`, `insert`, `remove`, `replace`, `set-option`, `rename-nest`.
llvm::StringRef stringify(Fix::Kind kind);

/// A line of a diagnostic below its message. Every report shows these, in this
/// order.
struct DiagnosticLine {
  enum class Kind { At, Note, Help, Source, Follows, Fix };
  Kind kind;
  /// One line, escaped and shortened: fit for any format.
  std::string text;
  /// What At, Note and Help are about; null if that is no node.
  const NodeRef *node = nullptr;

  /// What stands before the text: `note: `; nothing for Source.
  llvm::StringRef getLabel() const;
  /// The line as `Diagnostic::print` has it below the message.
  std::string getIndented() const;
};

/// One finding.
struct Diagnostic {
  DiagnosticCode code;
  Severity severity;
  /// It follows from what is newer than the version of the catalog: a remark at
  /// most, whatever severity is chosen for its code.
  bool isNewer = false;
  /// What is wrong, as one sentence that starts in lower case and has no full
  /// stop, as compilers write.
  std::string message;
  /// What it is about; absent when it is about the pipeline as a whole.
  std::optional<NodeRef> node;
  std::vector<Note> notes;
  std::optional<Fix> fix;
  /// Further edits that may help, for `check` to try: it keeps in `fix` the one
  /// that does, and empties the list. An insertion without a reference stands
  /// for all places.
  std::vector<Fix> alternatives;
  /// Findings that go with this one when its fix is made, as all come of one
  /// mistake. None of them is worse than this one, or has any itself.
  std::vector<Diagnostic> follows;
  /// For what stays in the IR: all items that the finding is about, of which
  /// the message names only some.
  std::vector<std::string> items;
  /// What an input must have for the finding to be true of it: the commonest
  /// operations that show it. Empty for what is true of every input.
  std::vector<std::string> shownBy;
  /// A program of MLIR on which it is so, for reports; empty unless one was
  /// looked for and found (bundles/stock/Witnesses.h).
  std::string witness;
  /// The name that is wrong, as its author has written it: of an option, a
  /// kind, an item. A reader of the text of the pipeline finds it there.
  /// Empty if it is what `node` names, or nothing that stands in a text.
  std::string subject;
  /// What is written at the place of the finding, or a little behind it, and
  /// what was probably meant, to correct the text.
  struct Misspelling {
    /// Empty if that is not known.
    std::string written;
    /// Empty for what is to be left out.
    std::string meant;

    explicit operator bool() const { return !written.empty(); }
  } misspelling;
  /// For a pass in a wrong nest: the anchor path of one that it can run in, as
  /// far as that is known.
  std::string betterNest;
  /// Whether what is wrong is a word or a nest of a text, which a tool can
  /// correct there.
  bool isAboutText() const { return misspelling || !betterNest.empty(); }

  Diagnostic(DiagnosticCode code, std::string message)
      : code(code), severity(getDiagnosticInfo(code).defaultSeverity),
        message(std::move(message)) {}

  /// The same with a message that has `{0}`, `{1}` in the places of arguments,
  /// as for `llvm::formatv`.
  template <typename Arg, typename... Args>
  Diagnostic(DiagnosticCode code, const char *message, const Arg &arg,
             const Args &...args)
      : Diagnostic(code, llvm::formatv(message, arg, args...).str()) {}

  /// A diagnostic turns into what the function around it returns: an error that
  /// carries it. Not so where the value may be made of a diagnostic, as in
  /// `Expected<std::optional<Diagnostic>>`: there it is the value.
  operator llvm::Error() const;
  template <typename T> operator llvm::Expected<T>() const {
    return llvm::Error(*this);
  }

  Diagnostic &at(NodeRef ref) {
    node = std::move(ref);
    return *this;
  }
  Diagnostic &note(std::string text, std::optional<NodeRef> ref = {}) {
    notes.push_back(Note{std::move(text), std::move(ref)});
    return *this;
  }
  template <typename Arg, typename... Args>
  std::enable_if_t<!std::is_convertible_v<Arg, std::optional<NodeRef>>,
                   Diagnostic &>
  note(const char *text, const Arg &arg, const Args &...args) {
    return note(llvm::formatv(text, arg, args...).str());
  }
  /// A suggestion in words; becomes the last note.
  Diagnostic &help(std::string text) {
    notes.push_back(Note{std::move(text), {}, Note::Kind::Help});
    return *this;
  }
  template <typename Arg, typename... Args>
  Diagnostic &help(const char *text, const Arg &arg, const Args &...args) {
    return help(llvm::formatv(text, arg, args...).str());
  }
  /// A fact that comes before all others, as the help comes last.
  Diagnostic &noteFirst(Note note) {
    notes.insert(notes.begin(), std::move(note));
    return *this;
  }
  /// The same for pipelines composed in C++.
  Diagnostic &helpInCode(std::string text) {
    help(std::move(text)).notes.back().isForCode = true;
    return *this;
  }
  Diagnostic &about(llvm::StringRef name) {
    subject = name.str();
    return *this;
  }
  /// One name was meant by another that is written.
  Diagnostic &misspells(llvm::StringRef meant, llvm::StringRef written) {
    misspelling = {written.str(), meant.str()};
    return *this;
  }
  Diagnostic &fixedBy(Fix edit) {
    fix = std::move(edit);
    return *this;
  }
  /// The name may well be right.
  void withdrawFix() {
    fix.reset();
    misspelling = {};
  }
  Diagnostic &orBy(Fix edit) {
    alternatives.push_back(std::move(edit));
    return *this;
  }

  /// Gives it the severity that was chosen for its code.
  void chooseSeverity(Severity chosen) {
    severity = isNewer ? std::min(chosen, Severity::Remark) : chosen;
  }

  const DiagnosticInfo &getInfo() const { return getDiagnosticInfo(code); }

  /// `PMB020 wrong-order`.
  std::string getTitle() const;
  /// All that is to be said below the message; of what follows, the first few.
  /// Refers to the nodes of the diagnostic.
  std::vector<DiagnosticLine> getLines() const;

  /// Prints the diagnostic as text, one line for the message and one for each
  /// note and the fix:
  ///
  ///   error: 'a' must come after 'b' [PMB020 wrong-order]
  ///     at: 'a' (pass 0, on builtin.module, added by framework)
  ///     note: 'a': works on buffers
  ///     note: the other pass: 'b' (pass 1, on builtin.module, added by bundle)
  ///     follows: 'c' requires 'canonical', which does not hold where it starts
  ///     fix: move 'a' after 'b'
  void print(llvm::raw_ostream &os) const;
  std::string str() const;
};

/// Carries one or more diagnostics through `llvm::Error`.
class DiagnosticError : public llvm::ErrorInfo<DiagnosticError> {
public:
  static char ID;

  explicit DiagnosticError(std::vector<Diagnostic> diagnostics)
      : diagnostics(std::move(diagnostics)) {}

  llvm::ArrayRef<Diagnostic> getDiagnostics() const { return diagnostics; }
  std::vector<Diagnostic> takeDiagnostics() { return std::move(diagnostics); }

  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::vector<Diagnostic> diagnostics;
};

/// An error that carries `diagnostic`.
llvm::Error makeError(Diagnostic diagnostic);
inline Diagnostic::operator llvm::Error() const { return makeError(*this); }
/// An error that carries `diagnostics`, success when there are none.
llvm::Error makeError(std::vector<Diagnostic> diagnostics);
/// The diagnostics that `error` carries; an error of another class becomes one
/// diagnostic with its text. Empty for success. Consumes the error.
std::vector<Diagnostic> takeDiagnostics(llvm::Error error);

/// Collects errors, so that one run shows all:
///
///     Errors errors;
///     for (StringRef name : {"cse", "csee"})
///       errors.add(verifyName(name));
///     return errors.take();
class Errors {
public:
  /// Adds what takeDiagnostics() makes of `error`: nothing, if it is success.
  void add(llvm::Error error) {
    for (Diagnostic &diagnostic : takeDiagnostics(std::move(error)))
      all.push_back(std::move(diagnostic));
  }
  void add(Diagnostic diagnostic) { all.push_back(std::move(diagnostic)); }
  size_t size() const { return all.size(); }
  bool empty() const { return all.empty(); }
  /// All that were added, in their order, or success if there were none. None
  /// are left.
  llvm::Error take() { return makeError(std::exchange(all, {})); }

private:
  std::vector<Diagnostic> all;
};

} // namespace pmb

#endif // PMB_BUILDER_DIAGNOSTICS_DIAGNOSTIC_H
