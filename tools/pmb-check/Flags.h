//===- Flags.h - The options of pmb-check as LLVM knows them --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_CHECK_FLAGS_H
#define PMB_TOOLS_PMB_CHECK_FLAGS_H

#include "tools/AskOptions.h"
#include "tools/CommandLine.h"
#include "tools/pmb-check/Options.h"

namespace pmb {

namespace cl = llvm::cl;

using Simplify = CheckOptions::Simplify;
using Dialect = CheckOptions::Dialect;
using DiffClass = PipelineDiff::Class;
enum class ColorChoice { Auto, Always, Never };
enum class DiagnosticList { None, Text, Markdown };

/// The options. Made after those of LLVM's library are gone: it has its own
/// `--color`, and hundreds more that have nothing to do with this tool.
struct Flags {
  CheckOptions &options;
  cl::OptionCategory category{"pmb-check options"};

  cl::list<std::string, std::vector<std::string>> inputs{
      cl::Positional, cl::desc("<input>..."), cl::location(options.inputs),
      cl::cat(category)};
  cl::opt<std::optional<std::string>, true, cl::parser<std::string>>
      passPipeline{"pass-pipeline", cl::location(options.passPipeline),
                   cl::desc("Check this textual pipeline, and no other input"),
                   cl::value_desc("text")};
  cl::opt<Dialect, true, WordParser<Dialect>> dialect{
      "dialect", cl::location(options.dialect),
      cl::desc("The pass manager that the inputs are for"),
      cl::values(clEnumValN(Dialect::MLIR, "mlir", "MLIR's (default)"),
                 clEnumValN(Dialect::LLVM, "llvm",
                            "LLVM's own: texts as for opt -passes=, with all "
                            "nests written out"))};
  cl::list<std::string> contents{
      "contents", cl::CommaSeparated,
      cl::desc("What the input of the pipeline contains, and nothing else: "
               "dialects (linalg), operations (memref.subview), kinds of types "
               "(!tensor), @<file> for those of a file. Without it the input "
               "is open"),
      cl::value_desc("item,...")};
  cl::list<std::string> expect{
      "expect", cl::CommaSeparated,
      cl::desc("What may remain after the pipeline (llvm)"),
      cl::value_desc("item,...")};
  cl::list<std::string> variants{
      "variant", cl::CommaSeparated,
      cl::desc("What the pipeline is built for: a variant or an option that is "
               "true (gpu), or an option with its value (vector-size=8)"),
      cl::value_desc("name[=value],...")};
  cl::opt<bool, true> allVariants{
      "all-variants", cl::location(options.allVariants),
      cl::desc("Check a pipeline file in all variants that its options "
               "allow")};
  cl::list<std::string, std::vector<std::string>> contracts{
      "contracts", cl::desc("Read contracts of passes from this file"),
      cl::location(options.contractsFiles), cl::value_desc("file")};
  cl::opt<std::string, true> catalog{
      "catalog",
      cl::desc("Take what is known about the passes of MLIR from this version "
               "of the catalog (22.1): what is newer leads to remarks only"),
      cl::location(options.catalog), cl::value_desc("version")};
  cl::opt<bool, true> noDefaultContracts{
      "no-default-contracts", cl::location(options.noDefaultContracts),
      cl::desc("Forget what is known about the passes of MLIR")};
  cl::opt<ReportFormat, true, WordParser<ReportFormat>> format{
      "format", cl::location(options.report.format),
      cl::desc("Format of the report")};
  cl::opt<std::string, true> output{"output", cl::location(options.output),
                                    cl::desc("Write the report to this file"),
                                    cl::value_desc("file")};
  cl::alias shortOutput{"o", cl::desc("Alias for --output"),
                        cl::aliasopt(output)};
  cl::opt<ColorChoice, false, WordParser<ColorChoice>> color{
      "color", cl::desc("Colors in text"),
      cl::values(
          clEnumValN(ColorChoice::Auto, "auto", "on a terminal (default)"),
          clEnumValN(ColorChoice::Always, "always", "always"),
          clEnumValN(ColorChoice::Never, "never", "never")),
      cl::init(ColorChoice::Auto)};
  cl::opt<bool, true> warningsAsErrors{
      "warnings-as-errors", cl::location(options.warningsAsErrors),
      cl::desc("Report warnings as errors, except for codes that have a "
               "--severity")};
  cl::list<std::string> severity{
      "severity",
      cl::desc("Severity of one code (PMB026 or may-be-left-over): error, "
               "warning, remark or off"),
      cl::value_desc("code=severity")};
  cl::opt<Severity, false, WordParser<Severity>> presume{
      "presume",
      cl::desc("How to report what is wrong on the usual input, where only "
               "the output is known"),
      cl::values(
          clEnumValN(Severity::Error, "error", "as errors"),
          clEnumValN(Severity::Warning, "warning", "as warnings (default)"),
          clEnumValN(Severity::Off, "off", "not at all")),
      cl::init(Severity::Warning)};
  cl::opt<std::string> root{
      "root",
      cl::desc("For --format=sarif and =github: the folder that paths are "
               "relative to, above the current one"),
      cl::value_desc("folder")};
  cl::opt<std::string, true> baseline{
      "baseline", cl::location(options.baseline),
      cl::desc("Leave out the findings of an earlier report, written with "
               "--format=json"),
      cl::value_desc("file")};
  AskFlags ask{category};
  cl::opt<bool, true> witness{
      "witness", cl::location(options.witness),
      cl::desc(
          "Also print, for each finding that depends on the input, a small "
          "program of MLIR that shows it")};
  cl::opt<std::optional<GraphFormat>, true, WordParser<GraphFormat>> graph{
      "graph", cl::location(options.graph),
      cl::desc("Draw the pipelines as they will run, with what ties passes and "
               "what holds where; the report goes to the standard error")};
  cl::opt<Simplify, true, WordParser<Simplify>> simplify{
      "simplify", cl::location(options.simplify), cl::ValueOptional,
      cl::desc(
          "Also say which passes would be left out or put in, and how many "
          "run"),
      cl::values(clEnumValN(Simplify::Dedupe, "", ""),
                 clEnumValN(Simplify::Dedupe, "dedupe",
                            "what an equal pass has done, and what the file "
                            "asks for (default)"),
                 clEnumValN(Simplify::Share, "share",
                            "also cleanups that a later one serves"))};
  cl::opt<std::string> from{
      "from",
      cl::desc("The release of LLVM that the inputs are written for: also say "
               "what became of their passes, options and defaults. With --fix "
               "they are ported"),
      cl::value_desc("release")};
  cl::opt<std::optional<Severity>, true, WordParser<Severity>> fix{
      "fix", cl::location(options.fix), cl::ValueOptional,
      cl::desc("Make the fixes that are offered while the check likes the "
               "pipeline better with them: in the files; what is given as a "
               "text or on the standard input is printed"),
      cl::values(
          clEnumValN(Severity::Error, "", ""),
          clEnumValN(Severity::Error, "errors", "those of errors (default)"),
          clEnumValN(Severity::Warning, "all",
                     "those of errors, of warnings, and of what goes wrong on "
                     "possible inputs (on-possible-input)"))};
  cl::opt<std::optional<DiffFormat>, true, WordParser<DiffFormat>> diff{
      "diff", cl::location(options.diff), cl::ValueOptional,
      cl::desc("Say what has changed from the first input to the second. Each "
               "is a textual pipeline or a file, perhaps of a revision "
               "(HEAD:cpu.pipeline.json), with plugins (+acme.json) and a "
               "variant ([lanes=8]); or both are reports of runs (pmb-opt "
               "--report=run.json)"),
      cl::values(clEnumValN(DiffFormat::Text, "", ""))};
  cl::list<DiffClass, std::vector<DiffClass>, WordParser<DiffClass>> failOn{
      "fail-on", cl::location(options.failOn), cl::CommaSeparated,
      cl::desc("For --diff: exit with 1 if there is a change of such a class")};
  cl::opt<unsigned, true> timeThreshold{
      "time-threshold", cl::location(options.timeThreshold),
      cl::value_desc("percent"),
      cl::desc("For --diff of runs: from where on a pass counts as slower or "
               "faster (default: 20)")};
  cl::opt<std::string, true> lock{
      "lock", cl::location(options.lock),
      cl::desc("Hold what the input runs, in all variants, against this file; "
               "write the file if there is none"),
      cl::value_desc("file")};
  cl::opt<bool, true> update{"update", cl::location(options.update),
                             cl::desc("For --lock: write the file again")};
  cl::opt<bool> fingerprint{
      "fingerprint",
      cl::desc("Print the fingerprint of what each input runs, a line for each "
               "variant; inputs as for --diff")};
  cl::opt<bool> serve{
      "serve",
      cl::desc("Answer requests on the standard input, each a line of JSON, "
               "until that ends")};
  cl::opt<bool, true> unsafeFixes{
      "unsafe-fixes", cl::location(options.unsafeFixes),
      cl::desc("For --fix: also the unsafe ones, which remove a pass, or give "
               "an option another value than the one that is written, unless "
               "that is its default")};
  cl::opt<bool, true> dryRun{
      "dry-run", cl::location(options.dryRun),
      cl::desc("For --fix: print how files would change, and leave them as "
               "they are; exit with 1 if one would")};
  cl::opt<DiagnosticList, false, WordParser<DiagnosticList>> listDiagnostics{
      "list-diagnostics", cl::ValueOptional,
      cl::desc("Print all codes and what they mean"),
      cl::values(clEnumValN(DiagnosticList::Text, "", ""),
                 clEnumValN(DiagnosticList::Text, "text", "one line for each"),
                 clEnumValN(DiagnosticList::Markdown, "markdown",
                            "a page with causes, examples and cures")),
      cl::init(DiagnosticList::None)};
  cl::opt<std::string, true> printSchema{
      "print-schema", cl::location(options.schema),
      cl::desc("Print the JSON Schema of a format of files"),
      cl::value_desc("name")};
  cl::opt<bool> catalogStats{
      "catalog-stats",
      cl::desc(
          "Print how many passes are known, by group, and of which nobody can "
          "tell what they do")};
  cl::opt<std::string, true> printPage{
      "print-page", cl::location(options.passesFile),
      cl::desc("Print a page in Markdown about a pipeline file, or about the "
               "passes of a file and their contracts: of what llvm-tblgen "
               "--dump-json makes of a Passes.td, or of a contracts file"),
      cl::value_desc("file")};
  cl::opt<std::string> printRegistration{
      "print-registration",
      cl::desc("Print C++ that registers the pipeline, or the contracts, of "
               "such a file with a program; a pipeline is checked in all "
               "variants before"),
      cl::value_desc("file")};
  cl::opt<std::string> printText{
      "print-text",
      cl::desc("Print the textual pipeline of each variant of a pipeline file"),
      cl::value_desc("file")};
  cl::opt<std::string, true> space{
      "namespace", cl::location(options.space),
      cl::desc("For --print-registration of a pipeline: the namespace of the "
               "C++"),
      cl::value_desc("acme::pipelines")};
  cl::opt<std::string, true> depfile{
      "depfile", cl::location(options.depfile),
      cl::desc("Write the names of all files that were read to this file, as "
               "Make and Ninja read them; for --output"),
      cl::value_desc("file")};
  cl::opt<bool> initContracts{
      "init-contracts",
      cl::desc("Print a contracts file to begin with, for the passes of the "
               "pipelines that no contract describes: what is guessed of them, "
               "and what to fill in first")};
  cl::opt<std::string, true> initFrom{
      "init-from", cl::location(options.recordsFile),
      cl::desc("For --init-contracts: what llvm-tblgen --dump-json makes of "
               "the Passes.td of these passes"),
      cl::value_desc("file")};
  cl::opt<bool> help{"help", cl::desc("Print this text")};
  cl::alias shortHelp{"h", cl::desc("Alias for --help"), cl::aliasopt(help)};
  cl::opt<bool> version{"version", cl::desc("Print the version")};

  explicit Flags(CheckOptions &options) : options(options) {
    addWords(format, getReportFormats());
    addWords(graph, getGraphFormats());
    addWords(diff, getDiffFormats());
    addWords(failOn, getDiffClasses());
    for (const auto &entry : cl::getRegisteredOptions())
      entry.second->addCategory(category);
  }
};

} // namespace pmb

#endif // PMB_TOOLS_PMB_CHECK_FLAGS_H
