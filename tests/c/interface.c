/*===- interface.c - The C interface, used from C
--------------------------===*\
|*                                                                            *|
|* Part of PassManagerBuilder, under the Apache License v2.0 with LLVM        *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Compiled as C11, with all warnings. Calls every function of the library.   *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "pmb-c/pmb-c.h"
#include <stdio.h>

static int failures = 0;

#define CHECK(CONDITION)                                                       \
  do {                                                                         \
    if (!(CONDITION)) {                                                        \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #CONDITION);          \
      ++failures;                                                              \
    }                                                                          \
  } while (0)

static PmbStringRef text(const char *string) {
  return pmbStringRefCreateFromCString(string);
}

struct Buffer {
  char data[1 << 16];
  size_t length;
};

/* Keeps what fits, with a NUL behind it. */
static void append(PmbStringRef part, void *userData) {
  struct Buffer *buffer = userData;
  size_t room = sizeof(buffer->data) - 1 - buffer->length;
  size_t length = part.length < room ? part.length : room;
  memcpy(buffer->data + buffer->length, part.data, length);
  buffer->length += length;
  buffer->data[buffer->length] = 0;
}

static struct Buffer buffer;

static struct Buffer *empty(void) {
  buffer.length = 0;
  buffer.data[0] = 0;
  return &buffer;
}

/* True if it succeeded and had nothing to say; prints what it said. */
static bool succeeded(PmbLogicalResult result, PmbDiagnostics diagnostics) {
  bool isQuiet = pmbDiagnosticsIsNull(diagnostics);
  if (!isQuiet) {
    pmbDiagnosticsPrint(diagnostics, text("text"), append, empty());
    fputs(buffer.data, stderr);
    pmbDiagnosticsDestroy(diagnostics);
  }
  return pmbLogicalResultIsSuccess(result) && isQuiet;
}

static bool prints(PmbPipeline pipeline, const char *format,
                   const char *expected) {
  return pmbLogicalResultIsSuccess(
             pmbPipelinePrint(pipeline, text(format), append, empty(), NULL)) &&
         strstr(buffer.data, expected);
}

static void testEdits(PmbPipeline p) {
  PmbDiagnostics d = {NULL};
  CHECK(succeeded(pmbPipelineSetOwner(p, text("toycc"), &d), d));
  CHECK(succeeded(pmbPipelineAppend(p, text("canonicalize,cse"), &d), d));
  CHECK(succeeded(
      pmbPipelineInsert(p, text("{\"slot\": \"early\"}"), text("start"), &d),
      d));
  CHECK(succeeded(pmbPipelineInsert(p, text("acme-tile{size=8}"),
                                    text("{\"after\": {\"slot\": \"early\"}}"),
                                    &d),
                  d));
  CHECK(succeeded(pmbPipelineMove(p, text("cse"), text("start"), &d), d));
  CHECK(succeeded(pmbPipelineReplace(p, text("cse"), text("sccp"), &d), d));
  CHECK(succeeded(
      pmbPipelineSetOptions(p, text("acme-tile"), text("size=16"), &d), d));
  CHECK(succeeded(
      pmbPipelinePin(p, text("sccp"), text("ours"), text("open"), &d), d));
  CHECK(succeeded(
      pmbPipelineConfigure(p,
                           text("{\"contracts\": {\"acme-tile\": {\"before\": "
                                "\"canonicalize\"}}}"),
                           &d),
      d));
  CHECK(succeeded(
      pmbPipelineApplyPlugin(
          p,
          text("{\"insert\": [{\"pass\": \"cse\", \"after\": \"acme-tile\"}]}"),
          text("acme.json"), &d),
      d));
  CHECK(prints(p, "text",
               "builtin.module(sccp,acme-tile{size=16},cse,canonicalize)"));
  CHECK(pmbLogicalResultIsFailure(
      pmbPipelineReadPlugin(p, text("no.json"), NULL)));
  CHECK(
      pmbLogicalResultIsFailure(pmbPipelineChooseVariants(p, text("="), NULL)));
  CHECK(succeeded(pmbPipelineRemove(p, text("canonicalize"), &d), d));
  CHECK(pmbPipelineGetNumPasses(p) == 3);
}

static void testParties(PmbPipeline p) {
  PmbDiagnostics d = {NULL};
  CHECK(succeeded(pmbPipelineBeginParty(p, text("acme"), 1, &d), d));
  CHECK(pmbLogicalResultIsFailure(pmbPipelineRemove(p, text("sccp"), &d)));
  CHECK(pmbDiagnosticsGetNumDiagnostics(d) == 1);
  CHECK(pmbDiagnosticsGetNumErrors(d) == 1);
  CHECK(pmbLogicalResultIsSuccess(
      pmbDiagnosticsPrint(d, text("json"), append, empty())));
  CHECK(strstr(buffer.data, "\"PMB085\"") != NULL);
  pmbDiagnosticsDestroy(d);
  CHECK(succeeded(pmbPipelineRollbackParty(p, &d), d));
  CHECK(succeeded(pmbPipelineBeginParty(p, text("acme"), 1, &d), d));
  CHECK(succeeded(pmbPipelineCommitParty(p, &d), d));
}

static void testLooking(PmbPipeline p) {
  PmbDiagnostics d = {NULL};
  CHECK(prints(p, "fingerprint", "sha256:"));
  CHECK(pmbLogicalResultIsSuccess(
      pmbPipelineReport(p, text("json"), append, empty(), &d)));
  CHECK(strstr(buffer.data, "\"results\"") != NULL);
  CHECK(pmbLogicalResultIsSuccess(
      pmbPipelineDraw(p, text("svg"), append, empty(), &d)));
  CHECK(strstr(buffer.data, "<svg") != NULL);
  CHECK(pmbLogicalResultIsSuccess(pmbPipelineAsk(
      p, text("{\"places\": true}"), text("json"), append, empty(), &d)));
  CHECK(strstr(buffer.data, "early") != NULL);
  CHECK(pmbDiagnosticsIsNull(d));
}

static void testChecks(PmbCatalog catalog) {
  PmbDiagnostics found = {NULL}, d = {NULL};
  bool isChecked = false;
  PmbPipeline p = pmbPipelineParse(
      catalog,
      text("builtin.module(convert-linalg-to-loops,one-shot-bufferize)"),
      text("cpu"), text(""), &d);
  CHECK(!pmbPipelineIsNull(p));
  CHECK(pmbLogicalResultIsFailure(
      pmbPipelineCheck(p, text(""), &isChecked, &found)));
  CHECK(isChecked);
  CHECK(succeeded(pmbPipelineApplyFix(p, found, 0, &d), d));
  pmbDiagnosticsDestroy(found);
  CHECK(succeeded(pmbPipelineCheck(p, text(""), NULL, &found), found));
  pmbPipelineDestroy(p);
  CHECK(pmbPipelineIsNull(
      pmbPipelineRead(catalog, text("none.pipeline.json"), text(""), NULL)));
}

static void testRequests(void) {
  PmbServer server = pmbServerCreate();
  CHECK(!pmbServerIsNull(server));
  CHECK(pmbLogicalResultIsSuccess(pmbServerHandle(
      server, text("{\"id\": 1, \"method\": \"create\"}"), append, empty())));
  CHECK(strstr(buffer.data, "\"pipeline\":1") != NULL);
  pmbServerDestroy(server);
  CHECK(pmbLogicalResultIsFailure(
      pmbServerHandle(server, text("{}"), append, empty())));
}

int main(void) {
  PmbDiagnostics d = {NULL};
  PmbCatalog catalog = pmbCatalogCreate();
  PmbPipeline pipeline = pmbPipelineCreate(catalog, text("builtin.module"), &d);
  CHECK(!pmbCatalogIsNull(catalog));
  CHECK(pmbGetABIVersion() >= PMB_C_ABI_VERSION);
  CHECK(pmbGetVersion().length > 0);
  CHECK(succeeded(pmbCatalogAddContracts(
                      catalog,
                      text("{\"passes\": {\"acme-tile\": {\"lowers\": []}}}"),
                      text("acme"), &d),
                  d));
  CHECK(pmbLogicalResultIsFailure(
      pmbCatalogReadContracts(catalog, text("none.json"), NULL)));
  testEdits(pipeline);
  testParties(pipeline);
  testLooking(pipeline);
  testChecks(catalog);
  testRequests();
  pmbPipelineDestroy(pipeline);
  pmbCatalogDestroy(catalog);
  if (!failures)
    puts("all is well");
  return failures != 0;
}
