//===- PipelineFile.h - Pipelines as JSON ---------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `*.pipeline.json` file describes a pipeline as a list, top to bottom:
//
//   {
//     "anchor": "builtin.module",
//     "passes": [
//       "canonicalize",
//       {"pass": "one-shot-bufferize",
//        "options": {"bufferize-function-boundaries": true}},
//       {"slot": "post-bufferize"},
//       {"nest": "func.func", "passes": ["convert-linalg-to-loops"]},
//       {"bundle": "lower-to-llvm"}
//     ],
//     "insert": [
//       {"pass": "acme-pad", "before": {"kind": "bufferization"},
//        "orElse": {"at": "start"}, "reason": "pads tensors only"}
//     ],
//     "input": {"contents": ["linalg", "!tensor"]},
//     "output": {"contents": ["llvm"]}
//   }
//
// Keys of a file; all may be absent:
//
//   $schema, description   text
//   anchor     the operation that the pipeline runs on; builtin.module
//   passes     the list
//   bundles    name: {"passes", "kinds", "contiguous", "noCleanup", "options",
//              and words of a contract}
//   insert     what to put at positions once the list stands
//   move       what to move then: {"of": what}, a position as in `insert` (but
//              for those by contract), "when" and "reason"; a pass stays in its
//              nest
//   setOptions what to set of passes that are there: {"of": what, "options",
//              "optionsFrom"}, with "when" and "reason"; other options stay
//   remove     what to take out at last: {"of": what}, with "when" and "reason"
//   contracts  pass: {words of a contract}, as in `*.contracts.json`
//   input, output   {"contents": items, "properties": names}, or a list of
//              these with "when", of which the first counts that holds;
//              `@<file>` among the items stands for those of a contents file
//              (ContentsFile.h), by its name relative to this one
//   inputNever what the input never has: items, or {"item", "reason"}
//   threads    false if the pass manager runs without threads
//   options    name: {"type" or "values", "default", "summary"}: what differs
//              from variant to variant
//   variants   name: {option: value}, named choices of options, or a summary;
//              a list of names instead says what the pipeline is built for
//   cleanups   {"dedupe": bool, "share": bool, "establish": bool}: what the
//              builder leaves out and puts in (builder/README.md); nothing
//              unless the file says so
//   severity   code or name of a diagnostic: "error", "warning",
//              "remark" or "off"
//
// An element of a list is a pass's name, or an object with one of
//
//   {"pass": name, "options": object or text, "optionsFrom": {option of the
//              pass: option of the pipeline, or of the bundle around}}
//              ("keep": true: runs whatever ran before it; "establish": false:
//              nothing is put in for what it requires)
//   {"nest": operation, "passes": list}   ("separate": true: not merged with a
//              nest before it that is for the same operation)
//   {"nest": [operations], "passes": list}   a bundle with a nest for each of
//              them; "bundle": its name, or it is called as they are, with `+`
//              between. Bundles under `bundles` can have "nest", too
//   {"bundle": name}                      from `bundles`, the catalog or a
//              stock bundle; a nest in it that is around it already is not
//              opened again. Those that declare `options`, as a pipeline does,
//              are given them by "options" and "optionsFrom"
//   {"bundle": name, "passes": list, ...} defined in its place
//   {"slot": name}                        (one for sets of patterns is {"pass":
//              "pmb-rewrite", "options": {"slot": name}}, and what is inserted
//              there is named as a pass is)
//   {"include": file}                     the passes of another file, by its
//              name relative to this one; its edits, `contracts`,
//              `options` and `variants` count too, as if they stood here: edits
//              are those of the owner, not of a party. Its `input`, `output`,
//              `cleanups` and `severity` do not count
//
// and "when", the condition on options and variants under which it is there
// (Condition.h has the grammar), and "reason", why it is there. An element of
// `insert` has the same, and "pass" (with
// "options"), "bundle" (or a definition, but without a contract, as
// `before` and `after` are positions here) or "slot"; "nest", the nest that it
// goes to, from the outside in, unless it is a definition; and one of
//
//   "before": what, "after": what
//   "immediatelyBefore": what, "immediatelyAfter": what   (and nothing comes
//         between later; what is no slot)
//   "at": "start", "end", or "contract" or "contract-latest" (the first or the
//         last place that the contract of the pass allows)
//
// with "orElse": another position, or a list of them, for when the first does
// not exist. A pass, bundle or slot may be "pinned": the reason why others can
// neither remove, replace nor move it; nor set options of a pass, unless there
// is "pinnedOptions": "open". What is a pass's name, or {"pass", "kind", "slot"
// or "bundle": name, "instance": "unique", "first", "last", "every" or a number
// from 0, "nest": operation that it runs on}.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_PIPELINEFILE_H
#define PMB_BUNDLES_PIPELINES_PIPELINEFILE_H

#include "builder/Pipeline.h"
#include "builder/diagnostics/SourceText.h"
#include "llvm/ADT/StringSet.h"

namespace pmb {

class NameChecker;
class VariantChoice;
struct PipelineDescription;

/// A pipeline that was read from JSON, with all that it includes.
///
///   Expected<PipelineFile> file = PipelineFile::read("cpu.pipeline.json");
///   if (!file)
///     return file.takeError();
///   Pipeline pipeline(file->getAnchor(), getStockCatalog());
///   return file->appendTo(pipeline);
///
/// A PassManagerBuilder is a Pipeline, too.
class PipelineFile {
public:
  /// Files that include each other: deeper ones are refused.
  static constexpr unsigned maxIncludeDepth = 16;
  /// Passes, slots and bundles that a file may add; files and bundles that use
  /// each other twice can make very many.
  static constexpr size_t maxEntries = size_t(1) << 17;

  /// Reads a file and those that it includes. Fails with all that is wrong:
  /// wrong JSON, unknown keys, wrong types, circular or missing includes.
  static llvm::Expected<PipelineFile> read(llvm::StringRef path) {
    return parse(SourceText::read(path));
  }
  /// The same for a text, if that could be read. Includes are relative to the
  /// folder in its name.
  static llvm::Expected<PipelineFile> parse(llvm::Expected<SourceText> text);
  /// Describes `pipeline` as it stands: nests, bundles, slots, options, input
  /// and output, contracts that were added, variants that were chosen, and
  /// severities. Conditions on passes are decided, so of what the pipeline
  /// declares only what contracts ask for is there, with its value. Passes
  /// that are instances are described by name and options. A registered
  /// pipeline without edits goes by its name, or with `opensPipelines` is a
  /// bundle of that name with all of its passes, so that the file can be read
  /// without knowing it.
  static PipelineFile describe(const Pipeline &pipeline,
                               bool opensPipelines = false);
  /// The same for a pipeline that this was appended to and that was edited
  /// since: what the file says of itself, of its input and output and of
  /// severities stays, whatever was set in `pipeline`.
  PipelineFile describeEdited(const Pipeline &pipeline) const;

  PipelineFile(PipelineFile &&);
  PipelineFile &operator=(PipelineFile &&);
  ~PipelineFile();

  /// The name by which the file was read; empty if it was not.
  llvm::StringRef getName() const;
  /// The text that was read; empty if none was.
  llvm::StringRef getText() const;
  /// The operation that the pipeline is for, in MLIR.
  llvm::StringRef getAnchor() const;
  /// The same for the pass manager that a catalog is about: one that the file
  /// does not name is that of its rules.
  llvm::StringRef getAnchor(const Catalog &catalog) const;
  /// What the file says of itself; may be empty.
  llvm::StringRef getDescription() const;
  /// Gives a diagnostic about an option that the file, or one that it includes,
  /// declares the place of that.
  void locateOption(Diagnostic &diagnostic, llvm::StringRef option) const;

  /// The names of the files that it includes, directly or through others, by
  /// which they were read, and of those that it has contents from.
  std::vector<std::string> getIncludedFiles() const;

  /// What the file says about the severity of a code, if it does.
  std::optional<Severity> getSeverity(DiagnosticCode code) const;

  /// Declares the options and variants of the file and of those that it
  /// includes. `appendTo` does so itself, and `appendAsPluginTo`; call this to
  /// choose among them before. Fails as `Variants::addOption` and `addVariant`
  /// do.
  llvm::Error declareOptions(Pipeline &pipeline) const;
  /// The same for a plugin. Where the pipeline declares what it can be built
  /// for, the plugin adds no variants to that.
  llvm::Error declareOptionsAsPlugin(Pipeline &pipeline) const;

  /// The names of options and variants that conditions of the file ask for, or
  /// that it says it is built for.
  llvm::StringSet<> getAskedNames() const;

  /// Appends everything to `pipeline`, as a whole or not at all: what is there
  /// in the variant that was chosen. The origin of
  /// each pass is its place in the file. Fails with `wrong-anchor-op` if the
  /// pipeline is for another operation, and with the errors of all that cannot
  /// be added.
  llvm::Error appendTo(Pipeline &pipeline) const;

  /// The same for an empty pipeline that is to be built for `choice`: declares
  /// what there is to choose from first. Fails as `VariantChoice::applyTo`,
  /// too; what was declared is then left behind.
  llvm::Error appendTo(Pipeline &pipeline, const VariantChoice &choice) const;

  /// Makes the edits of the file to the pipeline of another party, as a plugin
  /// does: in its name, whatever the pipeline is for, once however often it is
  /// called, and only if that is built for one of those that the file has under
  /// `variants`. Fails as `appendTo`, with `bad-plugin` if the file is none (it
  /// has `passes`, or no edits), and with `duplicate-name` if a file with
  /// another text has done so under that name.
  llvm::Error appendAsPluginTo(Pipeline &pipeline) const;

  /// Looks for names that are likely to be misspelled: of passes, of operations
  /// of nests, and of what contracts are about and name; and for options that
  /// nothing asks for. Returns a warning for
  /// each, which shows the place. `pipeline`, if given, is one that this was
  /// appended to; the warnings then know the positions of its passes.
  std::vector<Diagnostic> checkNames(NameChecker &checker,
                                     const Pipeline *pipeline = nullptr) const;

  /// The same for a plugin, and for the variants that it is for.
  std::vector<Diagnostic> checkNamesAsPlugin(NameChecker &checker,
                                             const Pipeline *pipeline) const;

  /// Writes the file as JSON, includes as includes. What it writes reads back
  /// as the same.
  void print(llvm::raw_ostream &os) const;

private:
  PipelineFile();

  std::vector<std::unique_ptr<PipelineDescription>> files;
};

/// Takes out what is said of options that nothing asks for, where these names
/// are asked for all the same, as by a plugin.
void dropUsedOptions(std::vector<Diagnostic> &findings,
                     const llvm::StringSet<> &asked);

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_PIPELINEFILE_H
