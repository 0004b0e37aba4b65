/*===- pmb-c.h - The C interface of PassManagerBuilder ------------*- C -*-===*\
|*                                                                            *|
|* Part of PassManagerBuilder, under the Apache License v2.0 with LLVM        *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Composes, edits and checks pass pipelines of MLIR, without MLIR. The       *|
|* library has no symbol of LLVM and needs none, so that it can be loaded     *|
|* beside any compiler and any LLVM.                                          *|
|*                                                                            *|
|*   PmbDiagnostics why = {0};                                                *|
|*   PmbPipeline p = pmbPipelineParse(catalog,                                *|
|*       pmbStringRefCreateFromCString("builtin.module(one-shot-bufferize)"), *|
|*       name, none, &why);                                                   *|
|*   if (pmbPipelineIsNull(p))                                                *|
|*     return fail(why);                                                      *|
|*   pmbPipelineInsert(p, pmbStringRefCreateFromCString("acme-tile{size=8}"), *|
|*       pmbStringRefCreateFromCString("before one-shot-bufferize"), &why);   *|
|*                                                                            *|
|* Conventions, those of mlir-c:                                              *|
|*                                                                            *|
|* * Handles are structures that are passed by value. Who calls a function    *|
|*   with `Create`, `Parse` or `Read` in its name, or gets diagnostics,       *|
|*   destroys what it got. A handle that was destroyed, or is none, is an     *|
|*   error and never a crash; so is one that another thread is using.         *|
|* * Strings are UTF-8 with a length, without NUL characters, and are copied. *|
|*   A text that goes out is valid during the call of the callback.           *|
|* * What can fail takes `diagnostics`, which may be null. It is set to what  *|
|*   was wrong, or to warnings; to the null handle if there is nothing to     *|
|*   say. What fails changes nothing.                                         *|
|* * Threads: different handles may be used by different threads at once, and *|
|*   so may one catalog. Of a pipeline or a server, one call at a time; which *|
|*   thread makes it does not matter.                                         *|
|* * No exception leaves the library, and no input ends the process. One that *|
|*   a callback throws makes the call fail.                                   *|
|*                                                                            *|
|* Texts of edits, as bundles/c/README.md describes them:                     *|
|*                                                                            *|
|*   what      a pass, `cse` or `acme-tile{size=32}`, or an element of a      *|
|*             `*.pipeline.json`: `{"bundle": "lower-to-llvm"}`               *|
|*   position  `start`, `end`, `contract`, `contract-latest`, `before cse`,   *|
|*             `after cse,last`, `immediately-before cse`, or                 *|
|*             `{"before": {"slot": "early"}, "orElse": {"at": "start"}}`     *|
|*   target    `cse`, `cse,1` (from 0), `cse,first`, `cse,last`, `cse,every`, *|
|*             or `{"kind": "bufferization", "instance": "last"}`             *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef PMB_C_PMB_C_H
#define PMB_C_PMB_C_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(_WIN32)
#define PMB_CAPI_EXPORTED
#else
#define PMB_CAPI_EXPORTED __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
|* Types
\*===----------------------------------------------------------------------===*/

/** The version of this interface. It grows when something is added; what is
 *  there stays as it is, or gets another version of its symbols. */
#define PMB_C_ABI_VERSION 1

/** A text that the caller owns, or that is valid during a call. */
typedef struct PmbStringRef {
  const char *data;
  size_t length;
} PmbStringRef;

/** Gets a text, or a part of one: it may be called several times. */
typedef void (*PmbStringCallback)(PmbStringRef text, void *userData);

/** Success, or failure for a value of 0. */
typedef struct PmbLogicalResult {
  int8_t value;
} PmbLogicalResult;

#define PMB_DEFINE_C_API_STRUCT(NAME)                                          \
  typedef struct NAME {                                                        \
    void *ptr;                                                                 \
  } NAME

/** What is known about passes. */
PMB_DEFINE_C_API_STRUCT(PmbCatalog);
/** A pipeline under construction. */
PMB_DEFINE_C_API_STRUCT(PmbPipeline);
/** Errors, warnings and remarks; unchangeable. */
PMB_DEFINE_C_API_STRUCT(PmbDiagnostics);
/** Answers requests that are JSON. */
PMB_DEFINE_C_API_STRUCT(PmbServer);

#undef PMB_DEFINE_C_API_STRUCT

static inline PmbStringRef pmbStringRefCreate(const char *data, size_t length) {
  PmbStringRef text;
  text.data = data;
  text.length = length;
  return text;
}

/** Refers to a string that ends with NUL; null is the empty text. */
static inline PmbStringRef pmbStringRefCreateFromCString(const char *string) {
  return pmbStringRefCreate(string, string ? strlen(string) : 0);
}

static inline bool pmbLogicalResultIsSuccess(PmbLogicalResult result) {
  return result.value != 0;
}
static inline bool pmbLogicalResultIsFailure(PmbLogicalResult result) {
  return result.value == 0;
}
static inline bool pmbCatalogIsNull(PmbCatalog catalog) { return !catalog.ptr; }
static inline bool pmbPipelineIsNull(PmbPipeline pipeline) {
  return !pipeline.ptr;
}
static inline bool pmbDiagnosticsIsNull(PmbDiagnostics diagnostics) {
  return !diagnostics.ptr;
}
static inline bool pmbServerIsNull(PmbServer server) { return !server.ptr; }

/** The PMB_C_ABI_VERSION that the library was built with: at least that of the
 *  header for everything in the header to be there. */
PMB_CAPI_EXPORTED uint32_t pmbGetABIVersion(void);
/** The release of the library, `0.1.0`. Lives as long as the library. */
PMB_CAPI_EXPORTED PmbStringRef pmbGetVersion(void);

/*===----------------------------------------------------------------------===*\
|* Diagnostics
\*===----------------------------------------------------------------------===*/

/** Does nothing for a null handle. */
PMB_CAPI_EXPORTED void pmbDiagnosticsDestroy(PmbDiagnostics diagnostics);
/** How many there are; 0 for a null handle. */
PMB_CAPI_EXPORTED intptr_t
pmbDiagnosticsGetNumDiagnostics(PmbDiagnostics diagnostics);
/** How many of them are errors. */
PMB_CAPI_EXPORTED intptr_t
pmbDiagnosticsGetNumErrors(PmbDiagnostics diagnostics);
/** Prints them in a format: `text`, as compilers write, or `json`, a list of
 *  objects as `pmb-check --format=json` has them under `diagnostics`. Fails for
 *  another format, and for a handle that was destroyed. */
PMB_CAPI_EXPORTED PmbLogicalResult
pmbDiagnosticsPrint(PmbDiagnostics diagnostics, PmbStringRef format,
                    PmbStringCallback callback, void *userData);

/*===----------------------------------------------------------------------===*\
|* Catalogs
\*===----------------------------------------------------------------------===*/

/** A catalog of the passes of MLIR, of the release of LLVM that the library was
 *  built with, to be added to. */
PMB_CAPI_EXPORTED PmbCatalog pmbCatalogCreate(void);
/** Pipelines that were made with it keep what they need. */
PMB_CAPI_EXPORTED void pmbCatalogDestroy(PmbCatalog catalog);
/** Adds the text of a `*.contracts.json`; messages call it `name`. Pipelines
 *  that were made before do not change. Fails with all that is wrong. */
PMB_CAPI_EXPORTED PmbLogicalResult
pmbCatalogAddContracts(PmbCatalog catalog, PmbStringRef text, PmbStringRef name,
                       PmbDiagnostics *diagnostics);
/** The same for a file. */
PMB_CAPI_EXPORTED PmbLogicalResult pmbCatalogReadContracts(
    PmbCatalog catalog, PmbStringRef path, PmbDiagnostics *diagnostics);

/*===----------------------------------------------------------------------===*\
|* Making pipelines
\*===----------------------------------------------------------------------===*/

/** An empty pipeline on an operation, `builtin.module`. A null handle if it
 *  fails. */
PMB_CAPI_EXPORTED PmbPipeline pmbPipelineCreate(PmbCatalog catalog,
                                                PmbStringRef anchor,
                                                PmbDiagnostics *diagnostics);
/** Makes a pipeline of what `mlir-opt --pass-pipeline=` takes, or of the text
 *  of a `*.pipeline.json`; messages call it `name`, and includes are relative
 *  to its folder. `variants` is what it is built for, `avx,lanes=16`, or
 *  empty. A null handle if it fails. */
PMB_CAPI_EXPORTED PmbPipeline pmbPipelineParse(PmbCatalog catalog,
                                               PmbStringRef text,
                                               PmbStringRef name,
                                               PmbStringRef variants,
                                               PmbDiagnostics *diagnostics);
/** The same for a file. */
PMB_CAPI_EXPORTED PmbPipeline pmbPipelineRead(PmbCatalog catalog,
                                              PmbStringRef path,
                                              PmbStringRef variants,
                                              PmbDiagnostics *diagnostics);
/** Does nothing for a null handle, or for one that was destroyed. */
PMB_CAPI_EXPORTED void pmbPipelineDestroy(PmbPipeline pipeline);

/*===----------------------------------------------------------------------===*\
|* Edits
\*===----------------------------------------------------------------------===*/

/** Appends passes, slots, nests and bundles; `what` may be a list. */
PMB_CAPI_EXPORTED PmbLogicalResult pmbPipelineAppend(
    PmbPipeline pipeline, PmbStringRef what, PmbDiagnostics *diagnostics);
/** Inserts a pass, a slot or a bundle. */
PMB_CAPI_EXPORTED PmbLogicalResult
pmbPipelineInsert(PmbPipeline pipeline, PmbStringRef what,
                  PmbStringRef position, PmbDiagnostics *diagnostics);
/** Moves what is there to a position. */
PMB_CAPI_EXPORTED PmbLogicalResult pmbPipelineMove(PmbPipeline pipeline,
                                                   PmbStringRef target,
                                                   PmbStringRef position,
                                                   PmbDiagnostics *diagnostics);
/** Removes a pass, a slot, or a bundle with all that is in it. */
PMB_CAPI_EXPORTED PmbLogicalResult pmbPipelineRemove(
    PmbPipeline pipeline, PmbStringRef target, PmbDiagnostics *diagnostics);
/** Puts a pass or a bundle in the place of what is there. */
PMB_CAPI_EXPORTED PmbLogicalResult
pmbPipelineReplace(PmbPipeline pipeline, PmbStringRef target, PmbStringRef by,
                   PmbDiagnostics *diagnostics);
/** Sets options, `size=32` or `{"size": 32}`; others stay as they are. */
PMB_CAPI_EXPORTED PmbLogicalResult
pmbPipelineSetOptions(PmbPipeline pipeline, PmbStringRef target,
                      PmbStringRef options, PmbDiagnostics *diagnostics);
/** Keeps others from editing what is there; `reason` tells them why. `mode` is
 *  `fixed`, or `open` if they may set options; empty is `fixed`. */
PMB_CAPI_EXPORTED PmbLogicalResult pmbPipelinePin(PmbPipeline pipeline,
                                                  PmbStringRef target,
                                                  PmbStringRef reason,
                                                  PmbStringRef mode,
                                                  PmbDiagnostics *diagnostics);
/** Adds what the text of a `*.pipeline.json` says, of which every key may be
 *  absent: `contracts`, `bundles`, `options`, `variants`, `input`, `output`,
 *  `severity`, `cleanups`, `passes`. */
PMB_CAPI_EXPORTED PmbLogicalResult pmbPipelineConfigure(
    PmbPipeline pipeline, PmbStringRef text, PmbDiagnostics *diagnostics);
/** Makes the edits of the text of a `*.pipeline.json` in the name of the
 *  plugin `name`, as a whole or not at all: once, however often it is called,
 *  and only in a pipeline that is built for one of its `variants`. It cannot
 *  have what is up to the owner, such as `passes` and `input`. */
PMB_CAPI_EXPORTED PmbLogicalResult
pmbPipelineApplyPlugin(PmbPipeline pipeline, PmbStringRef text,
                       PmbStringRef name, PmbDiagnostics *diagnostics);
/** The same for a file. */
PMB_CAPI_EXPORTED PmbLogicalResult pmbPipelineReadPlugin(
    PmbPipeline pipeline, PmbStringRef path, PmbDiagnostics *diagnostics);
/** Says what the pipeline is built for, `avx,lanes=16`, before anything is
 *  added that depends on it. */
PMB_CAPI_EXPORTED PmbLogicalResult pmbPipelineChooseVariants(
    PmbPipeline pipeline, PmbStringRef variants, PmbDiagnostics *diagnostics);

/*===----------------------------------------------------------------------===*\
|* Parties
\*===----------------------------------------------------------------------===*/

/** Sets the owner of the pipeline, for messages. Fails inside of a party. */
PMB_CAPI_EXPORTED PmbLogicalResult pmbPipelineSetOwner(
    PmbPipeline pipeline, PmbStringRef name, PmbDiagnostics *diagnostics);
/** Lets the following edits be those of a party, up to a commit or a rollback.
 *  What is pinned is pinned for it. Parties that are committed one after the
 *  other, without an edit or a check of the owner between them, stand in the
 *  order of rank, then name, lower ranks first. Fails if a party is open, or if
 *  one of that name was committed. */
PMB_CAPI_EXPORTED PmbLogicalResult
pmbPipelineBeginParty(PmbPipeline pipeline, PmbStringRef name, int32_t rank,
                      PmbDiagnostics *diagnostics);
/** Keeps what the party did. If that fails, as it may where ranks put the
 *  edits of another party before it, nothing of the party is kept. */
PMB_CAPI_EXPORTED PmbLogicalResult
pmbPipelineCommitParty(PmbPipeline pipeline, PmbDiagnostics *diagnostics);
/** Undoes all that the party did. */
PMB_CAPI_EXPORTED PmbLogicalResult
pmbPipelineRollbackParty(PmbPipeline pipeline, PmbDiagnostics *diagnostics);

/*===----------------------------------------------------------------------===*\
|* Checking
\*===----------------------------------------------------------------------===*/

/** Checks the order. `question` is empty, or says what is known of both ends:
 *  `{"expect": ["llvm-ir"], "contents": ["linalg", "!tensor"]}`; that stays
 *  said. Succeeds if no errors are among what was found, which `diagnostics` is
 *  set to. `isChecked`, which may be null, is false if the check could not be
 *  made: `diagnostics` then says why. */
PMB_CAPI_EXPORTED PmbLogicalResult
pmbPipelineCheck(PmbPipeline pipeline, PmbStringRef question, bool *isChecked,
                 PmbDiagnostics *diagnostics);
/** Makes the fix of the finding number `index`, counted from 0, of what the
 *  last check has found. Fails if no fix is offered, and if the pipeline was
 *  edited, or checked again, since: fixes count passes. */
PMB_CAPI_EXPORTED PmbLogicalResult
pmbPipelineApplyFix(PmbPipeline pipeline, PmbDiagnostics found, intptr_t index,
                    PmbDiagnostics *diagnostics);

/*===----------------------------------------------------------------------===*\
|* Looking
\*===----------------------------------------------------------------------===*/

/** The number of passes; -1 for no pipeline, or one that is in use. */
PMB_CAPI_EXPORTED intptr_t pmbPipelineGetNumPasses(PmbPipeline pipeline);
/** Prints the pipeline in a format:
 *
 *    text         what `mlir-opt --pass-pipeline=` takes; also for an empty one
 *    names        the same, with registered pipelines by their names
 *    listing      a line for each pass, slot and bundle, for people
 *    file         a `*.pipeline.json` that reads back as the same
 *    passes       a JSON list of objects: pass, position, options, nests, text,
 *                 addedBy, described, bundles, and reason if there is one
 *    elements     a JSON list of what stands between the parentheses of `text`
 *    fingerprint  `sha256:...` of what runs, as in a lock file
 */
PMB_CAPI_EXPORTED PmbLogicalResult pmbPipelinePrint(
    PmbPipeline pipeline, PmbStringRef format, PmbStringCallback callback,
    void *userData, PmbDiagnostics *diagnostics);
/** Prints what a check finds, in a format of `pmb-check --format=`, such as
 *  `json`. */
PMB_CAPI_EXPORTED PmbLogicalResult pmbPipelineReport(
    PmbPipeline pipeline, PmbStringRef format, PmbStringCallback callback,
    void *userData, PmbDiagnostics *diagnostics);
/** Draws the pipeline, in a format of `pmb-check --graph=`, such as `svg`. */
PMB_CAPI_EXPORTED PmbLogicalResult pmbPipelineDraw(PmbPipeline pipeline,
                                                   PmbStringRef format,
                                                   PmbStringCallback callback,
                                                   void *userData,
                                                   PmbDiagnostics *diagnostics);
/** Answers `{"why": names, "where": names, "places": true, "explain":
 *  "overview" or "full"}`, as `json` or as `text`. */
PMB_CAPI_EXPORTED PmbLogicalResult pmbPipelineAsk(
    PmbPipeline pipeline, PmbStringRef questions, PmbStringRef format,
    PmbStringCallback callback, void *userData, PmbDiagnostics *diagnostics);

/*===----------------------------------------------------------------------===*\
|* Requests
\*===----------------------------------------------------------------------===*/

/** A server with a catalog and pipelines of its own: what `pmb-check --serve`
 *  talks to. */
PMB_CAPI_EXPORTED PmbServer pmbServerCreate(void);
PMB_CAPI_EXPORTED void pmbServerDestroy(PmbServer server);
/** Answers one request of JSON-RPC 2.0 with one line; with nothing for a
 *  notification. bundles/c/README.md lists the methods. Fails only for a bad
 *  handle: what is wrong with the request is in the answer. */
PMB_CAPI_EXPORTED PmbLogicalResult pmbServerHandle(PmbServer server,
                                                   PmbStringRef request,
                                                   PmbStringCallback callback,
                                                   void *userData);

#ifdef __cplusplus
}
#endif

#endif /* PMB_C_PMB_C_H */
