//===- ContractsFile.h - Contracts as JSON --------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `*.contracts.json` file says what is known of passes one does not own:
//
//   {
//     "llvm": "22",
//     "kinds": {"tiling": "Splits loops or structured operations into tiles"},
//     "variants": {"gpu": "Kernels run on a GPU"},
//     "properties": {"tiled": {"summary": "Every loop fits the cache"}},
//     "passes": {
//       "acme-tile": {
//         "summary": "Tiles for the cache",
//         "anchor": "func.func",
//         "kinds": ["tiling"],
//         "options": {"size": 32},
//         "after": ["linalg-generalize-named-ops"],
//         "requires": [{"property": "canonical", "weak": true,
//                       "reason": "matches folded maps only"}],
//         "provides": ["tiled"],
//         "lowers": [{"from": "linalg.generic", "to": "scf.for"}]
//       }
//     }
//   }
//
// Keys of a pass; all may be absent:
//
//   summary, group   text
//   anchor           the operation that the pass is restricted to
//   anchors          for a pass on several operations, such as functions: which
//   kinds            names; a kind that is not declared is declared by use
//   options          names and default values; null for no default. Instead of
//                    the default also {"type": "text", "bool", "int32",
//                    "int64", "uint32", "uint64" or "enum", "values": list,
//                    "default"}: other values are then errors. With "values" it
//                    is an enum; an "int64-list" has commas between numbers.
//                    "passes", "function-passes" and "pipelines" have passes in
//                    them, which are checked, too: to run on what the pass runs
//                    on, on functions, or on what they name
//                    (`func.func(cse)`). "items" are dialects and operations
//                    with commas between them: misspelled, they are a warning.
//                    "testOnly" says why only tests,
//                    debugging and analyses set it: then no fix does
//   dependentDialects  the dialects that the pass may add operations of
//   pipeline         for the name of a registered pipeline: what it expands to,
//                    see below, or a textual pipeline if options change nothing
//   like             the pass whose kinds and contract this one takes over, of
//                    the catalog or of the file; what is said here is added.
//                    Where this pass does not have an option that an entry asks
//                    for, the default of the other one counts
//   guessed          true: the entries are guesses. What follows from them is a
//                    warning at most, and the pass may do anything else. They
//                    count until something is said without `guessed`
//   since            the version of the catalog, 22.2, with which all that the
//                    file says of the pass is new. Until that is the version
//                    that counts, what follows is a remark, and the pass is
//                    taken to be what it was before. bundles/STABILITY.md
//   until            the last release of LLVM, 19, that has the pass, or of
//                    which all that is said here is true. With a catalog about
//                    a later one it is left out, and so is what is `since` a
//                    version about a later release than the catalog's
//   override         true: forget kinds and contract that were known before
//   exceptions       what the pass does beside what its entries say, in cases
//                    that are not worth entries; for readers, not kept
//   observed         what the pass was seen to do, in counts: for the tool that
//                    has written them (SuggestedContracts.h), not kept
//   idempotent       running twice does the same as running once, with options
//                    that let it provide what it provides without `exceptions`
//   greedy           rewrites greedily, and so folds casts in passing
//   removesDead      removes what has no effect and no use, as greedy passes do
//   after, before and the other words of order (builder/passes/Words.def)
//                    {"pass" or "kind" or "provider": name, "present": bool}
//   requires, provides, invalidates, preserves
//                    {"property": name}
//   lowers           {"from", "except", "unless", "given", "to", "sometimes",
//                     "converts": items, "nest": operation,
//                     "partial", "speculative": bool}
//   introduces       {"to", "sometimes", "given": items}
//   leavesDead       {"items", "except", "given", "unless": items}
//   rejects, requires  {"items", "except", "given", "unless": items}
//                    A property that is rejected is {"property": name}, too
//   writesOutside    changes what stands outside of the operation that it runs
//                    on: {"reason": text, "given": items, "weak": bool}
//   unknownEffect    what the pass does cannot be told from its name and
//                    options: {"reason": text, "given", "except", "keeps":
//                    items}; with `given`, only while one of these may be there
//                    that `except` does not name; `keeps` is what it leaves
//                    alone whatever it does
//
// An entry is also given by its main field alone: `"after": ["cse"]` names a
// pass, `"lowers": ["scf"]` what is lowered, `"unknownEffect": "runs a script"`
// the reason, which messages print. Every entry may have `reason`,
// `source` (where the fact is from), `exceptions` (when it does not hold after
// all, in contrived cases: then it is no claim about real IR) and `when`: a
// text about options of the pass and what the pipeline is built for, `"loops &
// !gpu"`, `"file != ''"` (Condition.h has the grammar). The objects of earlier
// releases, {"option": name, "is": value, "not": bool} and {"variant": text,
// "not": bool}, are still read.
// `since` is the version of the catalog with which an entry is new, and `until`
// the last release of LLVM of which it is true, as above.
// One that a pipeline can violate may be `weak`: then it should hold, and not
// must. One of order may be `advice`: weak, and told on request only. One of
// `lowers` may be `speculative`: the pass stands in pipelines just in case, and
// says nothing of what is there.
// Where a list stands, its only element may stand instead.
//
// A pipeline is a list of passes, each a name or one of
//
//   {"pass": name, "options": object or text,
//    "optionsFrom": {option of the pass: option of the pipeline},
//    "when": condition}
//   {"passes": list, "nest": operation, "when": condition}
//
// where `nest` and `when` may be absent, and a condition is about options of
// this pipeline. An option of a pass that is listed under
// `optionsFrom` gets the value that the pipeline's has, given or by default;
// without either, that under `options`, if it is there:
//
//   "acme-pipeline": {
//     "options": {"size": {"type": "uint32", "default": 32},
//                 "fast": {"type": "bool", "default": false}},
//     "pipeline": [
//       {"nest": "func.func", "passes": [
//         {"pass": "acme-tile", "optionsFrom": {"size": "size"}}]},
//       {"pass": "canonicalize", "when": "!fast"}
//     ]
//   }
//
// Where `acme-pipeline` stands in a pipeline, these passes stand, in a bundle
// of that name. A pass of a pipeline may itself be a pipeline.
//
// As soon as a variant is declared, conditions on others, and pipelines for
// others, are errors.
//
// Besides passes, kinds and properties, a file may describe `types`: by name
// (`!memref`), the items that involve the type {"carriers", "likely",
// "possible", "except": items}, which of these only use values of the type and
// which only make some, {"onlyUsers", "onlySources": items}, which may have it
// in an attribute alone, {"inAttributes": items}, what it is lowered to,
// {"becomes": type}, and the option by which passes say what it becomes, with
// the value that its default stands for, {"agreeOn": "index-bitwidth=64"};
// with {"extend": true} these are more, and what was known stays. And `marks`:
// by name, with a summary, what may be told of an operation that its name does
// not tell, `allocated` for `func.return(allocated)`.
//
// And `operations`: what passes run on, by name. {"parent": operation} is what
// it usually stands in, "only" true if it stands nowhere else; "top" is what
// holds a whole program, "function" what holds code, "symbol" what has a name
// and so stands in no function; all "program" operations together are the
// program; "usual" ones are tried for passes that say of themselves what they
// can run on; what a pass will move out, as a gpu.launch, "becomes" the
// operation that it is moved into. `*.func` is what is called so in dialects
// that are not described.
//
// And `dialects`: by name, the operations of the dialect that passes can run
// on, those that are isolated from above; nests for others are then errors, and
// a misspelled name of a dialect is noticed.
//
// And `barrier`: the name of a pass on any operation that does nothing, which
// between two nests keeps a pass manager from merging them. Nothing more need
// be said of it: it preserves every property.
//
// And `renamed`: by the name that it had in earlier releases, the pass that
// does the work of one that is gone, or {"pass": ..., "options": ...} if it
// needs options for that. Messages about the old name say so. "then" lists the
// passes that do the rest; "until" is the last release that has the old pass,
// "reason" and "source" say what happened to it. Without "pass" nothing does
// its work. Behind one of "needlessAfter" the old pass has nothing to do. If
// it was a registered pipeline, "wasPipeline" is true: its passes ran then.
// None leads to itself (`contradictory-contract`).
//
// And `changes`: by name of a pass, what means something else since a release:
// {"until": 19, "reason": ..., "source": ..., "options": {...}}. Under an
// option, "option" is what it is called now, "values" has by old value (`*` for
// any other) the options that say the same, and "oldDefault" is the default
// that it had. Used to port pipelines (repair/Porting.h).
//
// `llvm` is the release that all this is about. The first file to say it
// settles it for the catalog, and a later one for another release is warned of.
//
// A pass that no catalog knows, and of which the file says what it is (a
// summary, an anchor, kinds, options), is declared thereby. One of which it
// says only what it does is taken for a misspelled one if its name is nearly
// that of a known pass.
//
// What is said of a pass that is known adds to it, and what is said twice
// counts once. Entries of contents that are added come first: they take items
// from those that were there before. In a file that is a plugin, what it says
// of a pass that another plugin describes must be the same, unless it has
// `override`.
//
// A pass with at least one of the contract's words is known; `"lowers": []`
// says that it changes nothing, and may say with a `reason` and a `source`
// beside it why (for readers of the file, not kept). Of a pass without any
// nothing is known: it is taken to leave the IR as it is, and reports count it.
// `unknownEffect` is for passes whose effect is known to depend on more than
// name and options: the check says so (`unknown-effect`) and is no longer
// certain of what follows. An option may decide (`when`), or a script in the IR
// (`given`); other words beside it say what is known nonetheless.
//
// What `llvm-tblgen --dump-json` makes of a Passes.td is read as well: the
// records with the class PassContract, see PassContract.td. Errors then name
// the file, line and name of the record.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_CONTRACTS_CONTRACTSFILE_H
#define PMB_BUNDLES_CONTRACTS_CONTRACTSFILE_H

#include "builder/diagnostics/SourceText.h"
#include "builder/passes/Catalog.h"
#include "bundles/contracts/ContractsText.h"

namespace pmb {

/// Adds what a text says to `catalog`: new passes, or more about known
/// ones. Entries of contracts, kinds and options are added; a summary or an
/// anchor that was known otherwise is replaced. Returns a warning
/// (`overridden`) for each thing that was replaced, one (`unknown-pass`,
/// `unknown-kind`, `no-effect`) for each name of a pass, a kind or an operation
/// that is most likely misspelled, and one (`other-release`) if the text is for
/// another release of LLVM. Fails with all that is wrong, and leaves the
/// catalog as it was.
llvm::Expected<std::vector<Diagnostic>>
readContracts(llvm::Expected<SourceText> text, Catalog &catalog);
/// The same for a file.
inline llvm::Expected<std::vector<Diagnostic>>
readContractsFile(llvm::StringRef path, Catalog &catalog) {
  return readContracts(SourceText::read(path), catalog);
}

/// The same for a file that is part of a program, without warnings. Leaves out
/// the passes for which `take` returns false; it is given what the text alone
/// says of them.
llvm::Error
readContracts(const ContractsText &text, Catalog &catalog,
              llvm::function_ref<bool(const PassDescriptor &said)> take);

/// Writes a whole file with these passes, and with all else of `catalog` but
/// its bundles. Of what is the same in `known`, on top of which the file is to
/// be read, it writes nothing, and of passes that are known what was added.
/// What it writes reads back as the same, but for entries of contracts that
/// never take effect, which are left out, and for anchors, options and
/// summaries that `known` has and `catalog` does not.
void writeContracts(llvm::raw_ostream &os, const Catalog &catalog,
                    llvm::ArrayRef<const PassDescriptor *> passes,
                    const Catalog *known = nullptr);

} // namespace pmb

#endif // PMB_BUNDLES_CONTRACTS_CONTRACTSFILE_H
