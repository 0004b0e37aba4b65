//===- CAPI.cpp - The C interface -----------------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled with exceptions, so that none leaves the library. Each function
// checks its handle and its texts, and does what a command does.
//
//===----------------------------------------------------------------------===//

#include "bundles/c/CAPISupport.h"
#include "bundles/c/Server.h"

using namespace pmb;
using namespace pmb::c;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Handles, in and out
//===----------------------------------------------------------------------===//

void c::set(PmbDiagnostics *into, Findings findings) {
  if (into && !findings.diagnostics.empty())
    into->ptr = getTable<Findings>().add(
        std::make_unique<Findings>(std::move(findings)));
}

Error c::verifyTexts(ArrayRef<std::pair<StringRef, StringRef>> texts) {
  for (auto [argument, text] : texts)
    if (Error error = verifyText(argument, text))
      return error;
  return Error::success();
}

uint32_t pmbGetABIVersion(void) { return PMB_C_ABI_VERSION; }

PmbStringRef pmbGetVersion(void) { return wrap(StringRef(PMB_VERSION)); }

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

void pmbDiagnosticsDestroy(PmbDiagnostics diagnostics) {
  destroy<Findings>(diagnostics.ptr);
}

static intptr_t countMatching(PmbDiagnostics diagnostics,
                              function_ref<bool(const Diagnostic &)> isMeant) {
  intptr_t number = 0;
  guarded(nullptr, [&]() -> Error {
    auto found = getTable<Findings>().share(diagnostics.ptr);
    if (!found)
      return found.takeError();
    number = count_if((*found)->diagnostics, isMeant);
    return Error::success();
  });
  return number;
}

intptr_t pmbDiagnosticsGetNumDiagnostics(PmbDiagnostics diagnostics) {
  return countMatching(diagnostics, [](const Diagnostic &) { return true; });
}

intptr_t pmbDiagnosticsGetNumErrors(PmbDiagnostics diagnostics) {
  return countMatching(diagnostics, isError);
}

PmbLogicalResult pmbDiagnosticsPrint(PmbDiagnostics diagnostics,
                                     PmbStringRef format,
                                     PmbStringCallback callback,
                                     void *userData) {
  return wrap(guarded(nullptr, [&]() -> Error {
    StringRef name = unwrap(format);
    if (!name.empty() && name != "text" && name != "json")
      return makeError(Diagnostic(DiagnosticCode::BadValue, "no such format"));
    std::string text;
    {
      auto found = getTable<Findings>().share(diagnostics.ptr);
      if (!found)
        return found.takeError();
      if (name == "json")
        text = printJson((*found)->diagnostics);
      else
        for (const Diagnostic &diagnostic : (*found)->diagnostics)
          text += diagnostic.str();
    }
    if (callback)
      callback(wrap(StringRef(text)), userData);
    return Error::success();
  }));
}

//===----------------------------------------------------------------------===//
// Catalogs
//===----------------------------------------------------------------------===//

PmbCatalog pmbCatalogCreate(void) { return {create<OpenCatalog>()}; }

void pmbCatalogDestroy(PmbCatalog catalog) {
  destroy<OpenCatalog>(catalog.ptr);
}

/// Adds a text to a catalog; `read` gets it. Warnings are no failure.
static PmbLogicalResult addContracts(
    PmbCatalog catalog, ArrayRef<std::pair<StringRef, StringRef>> texts,
    PmbDiagnostics *diagnostics, function_ref<Expected<SourceText>()> read) {
  std::vector<Diagnostic> warnings;
  bool isAdded = guarded(diagnostics, [&]() -> Error {
    if (Error error = verifyTexts(texts))
      return error;
    auto shared = getTable<OpenCatalog>().share(catalog.ptr);
    if (!shared)
      return shared.takeError();
    return (*shared)->addContracts(read()).moveInto(warnings);
  });
  if (isAdded)
    guarded(nullptr, [&] {
      set(diagnostics, {std::move(warnings)});
      return Error::success();
    });
  return wrap(isAdded);
}

PmbLogicalResult pmbCatalogAddContracts(PmbCatalog catalog, PmbStringRef text,
                                        PmbStringRef name,
                                        PmbDiagnostics *diagnostics) {
  return addContracts(catalog, {{"text", unwrap(text)}, {"name", unwrap(name)}},
                      diagnostics, [&]() -> Expected<SourceText> {
                        return SourceText::copy(unwrap(text), unwrap(name));
                      });
}

PmbLogicalResult pmbCatalogReadContracts(PmbCatalog catalog, PmbStringRef path,
                                         PmbDiagnostics *diagnostics) {
  return addContracts(catalog, {{"path", unwrap(path)}}, diagnostics,
                      [&] { return SourceText::read(unwrap(path)); });
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

PmbServer pmbServerCreate(void) { return {create<Server>()}; }

void pmbServerDestroy(PmbServer server) { destroy<Server>(server.ptr); }

PmbLogicalResult pmbServerHandle(PmbServer server, PmbStringRef request,
                                 PmbStringCallback callback, void *userData) {
  return wrap(guarded(nullptr, [&]() -> Error {
    std::string answer;
    {
      auto lease = getTable<Server>().lease(server.ptr);
      if (!lease)
        return lease.takeError();
      answer = (*lease)->handle(unwrap(request));
    }
    if (callback && !answer.empty())
      callback(wrap(StringRef(answer)), userData);
    return Error::success();
  }));
}
