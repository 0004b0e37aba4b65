//===- CAPIPipeline.cpp - Pipelines of the C interface --------------------===//
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

using namespace pmb;
using namespace pmb::c;
using namespace llvm;

/// Runs a command on a pipeline, and lets `use` have what it makes.
template <typename Fn>
static PmbLogicalResult runOn(PmbPipeline pipeline, Command command,
                              ArrayRef<StringRef> given,
                              PmbDiagnostics *diagnostics, Fn use) {
  return wrap(guarded(diagnostics, [&]() -> Error {
    std::optional<CommandResult> made;
    {
      auto lease = getTable<OpenPipeline>().lease(pipeline.ptr);
      if (!lease)
        return lease.takeError();
      Expected<CommandResult> result =
          runCommand(**lease, getCommands()[size_t(command)], given);
      if (!result)
        return result.takeError();
      made = std::move(*result);
    }
    use(*made);
    return Error::success();
  }));
}

static PmbLogicalResult edit(PmbPipeline pipeline, Command command,
                             ArrayRef<StringRef> given,
                             PmbDiagnostics *diagnostics) {
  return runOn(pipeline, command, given, diagnostics,
               [](const CommandResult &) {});
}

/// What is called may call back: the pipeline is free by then.
static PmbLogicalResult print(PmbPipeline pipeline, Command command,
                              ArrayRef<StringRef> given,
                              PmbStringCallback callback, void *userData,
                              PmbDiagnostics *diagnostics) {
  return runOn(pipeline, command, given, diagnostics,
               [&](const CommandResult &result) {
                 if (callback)
                   callback(wrap(StringRef(result.text)), userData);
               });
}

//===----------------------------------------------------------------------===//
// Making pipelines
//===----------------------------------------------------------------------===//

/// A handle of what `make` makes with the catalog, or null.
static PmbPipeline makePipeline(
    PmbCatalog catalog, ArrayRef<std::pair<StringRef, StringRef>> texts,
    PmbDiagnostics *diagnostics,
    function_ref<
        Expected<std::unique_ptr<OpenPipeline>>(OpenPipeline::CatalogPtr)>
        make) {
  PmbPipeline pipeline = {nullptr};
  guarded(diagnostics, [&]() -> Error {
    if (Error error = verifyTexts(texts))
      return error;
    OpenPipeline::CatalogPtr known;
    {
      auto shared = getTable<OpenCatalog>().share(catalog.ptr);
      if (!shared)
        return shared.takeError();
      known = (*shared)->get();
    }
    Expected<std::unique_ptr<OpenPipeline>> made = make(std::move(known));
    if (!made)
      return made.takeError();
    pipeline.ptr = getTable<OpenPipeline>().add(std::move(*made));
    if (!pipeline.ptr)
      return makeError(Diagnostic(DiagnosticCode::TooLarge,
                                  "there are too many pipelines already"));
    return Error::success();
  });
  return pipeline;
}

PmbPipeline pmbPipelineCreate(PmbCatalog catalog, PmbStringRef anchor,
                              PmbDiagnostics *diagnostics) {
  return makePipeline(catalog, {{"anchor", unwrap(anchor)}}, diagnostics,
                      [&](OpenPipeline::CatalogPtr known) {
                        return OpenPipeline::create(std::move(known),
                                                    unwrap(anchor));
                      });
}

PmbPipeline pmbPipelineParse(PmbCatalog catalog, PmbStringRef text,
                             PmbStringRef name, PmbStringRef variants,
                             PmbDiagnostics *diagnostics) {
  return makePipeline(catalog,
                      {{"text", unwrap(text)},
                       {"name", unwrap(name)},
                       {"variants", unwrap(variants)}},
                      diagnostics, [&](OpenPipeline::CatalogPtr known) {
                        return OpenPipeline::parse(
                            std::move(known),
                            SourceText::copy(unwrap(text), unwrap(name)),
                            unwrap(variants));
                      });
}

PmbPipeline pmbPipelineRead(PmbCatalog catalog, PmbStringRef path,
                            PmbStringRef variants,
                            PmbDiagnostics *diagnostics) {
  return makePipeline(
      catalog, {{"path", unwrap(path)}, {"variants", unwrap(variants)}},
      diagnostics, [&](OpenPipeline::CatalogPtr known) {
        return OpenPipeline::parse(
            std::move(known), SourceText::read(unwrap(path)), unwrap(variants));
      });
}

void pmbPipelineDestroy(PmbPipeline pipeline) {
  destroy<OpenPipeline>(pipeline.ptr);
}

//===----------------------------------------------------------------------===//
// Commands whose arguments are texts
//===----------------------------------------------------------------------===//

// The parameters of a number of texts, and the texts.
#define PMB_TEXTS_0
#define PMB_TEXTS_1 PmbStringRef first,
#define PMB_TEXTS_2 PMB_TEXTS_1 PmbStringRef second,
#define PMB_TEXTS_3 PMB_TEXTS_2 PmbStringRef third,
#define PMB_GIVEN_0
#define PMB_GIVEN_1 unwrap(first)
#define PMB_GIVEN_2 PMB_GIVEN_1, unwrap(second)
#define PMB_GIVEN_3 PMB_GIVEN_2, unwrap(third)

#define PMB_FUNCTION_Edit(ENUM, COUNT)                                         \
  PmbLogicalResult pmbPipeline##ENUM(                                          \
      PmbPipeline pipeline, PMB_TEXTS_##COUNT PmbDiagnostics *diagnostics) {   \
    return edit(pipeline, Command::ENUM, {PMB_GIVEN_##COUNT}, diagnostics);    \
  }
#define PMB_FUNCTION_Print(ENUM, COUNT)                                        \
  PmbLogicalResult pmbPipeline##ENUM(                                          \
      PmbPipeline pipeline, PMB_TEXTS_##COUNT PmbStringCallback callback,      \
      void *userData, PmbDiagnostics *diagnostics) {                           \
    return print(pipeline, Command::ENUM, {PMB_GIVEN_##COUNT}, callback,       \
                 userData, diagnostics);                                       \
  }
#define PMB_FUNCTION_Other(ENUM, COUNT)
#define PMB_COMMAND(ENUM, NAME, FUNCTION, COUNT, ARGUMENTS)                    \
  PMB_FUNCTION_##FUNCTION(ENUM, COUNT)
#include "bundles/c/Commands.def"

//===----------------------------------------------------------------------===//
// Other commands
//===----------------------------------------------------------------------===//

PmbLogicalResult pmbPipelineBeginParty(PmbPipeline pipeline, PmbStringRef name,
                                       int32_t rank,
                                       PmbDiagnostics *diagnostics) {
  return edit(pipeline, Command::BeginParty,
              {unwrap(name), std::to_string(rank)}, diagnostics);
}

PmbLogicalResult pmbPipelineCheck(PmbPipeline pipeline, PmbStringRef question,
                                  bool *isChecked,
                                  PmbDiagnostics *diagnostics) {
  bool hasErrors = false;
  PmbLogicalResult result =
      runOn(pipeline, Command::Check, {unwrap(question)}, diagnostics,
            [&](CommandResult &made) {
              hasErrors = any_of(made.findings.diagnostics, isError);
              set(diagnostics, std::move(made.findings));
            });
  if (isChecked)
    *isChecked = pmbLogicalResultIsSuccess(result);
  return wrap(pmbLogicalResultIsSuccess(result) && !hasErrors);
}

PmbLogicalResult pmbPipelineApplyFix(PmbPipeline pipeline, PmbDiagnostics found,
                                     intptr_t index,
                                     PmbDiagnostics *diagnostics) {
  std::string serial;
  // The handle may be what the result goes to.
  if (!guarded(nullptr, [&]() -> Error {
        auto shared = getTable<Findings>().share(found.ptr);
        if (!shared)
          return shared.takeError();
        // What was not found by a check is of no check.
        serial = std::to_string((*shared)->serial ? int64_t((*shared)->serial)
                                                  : int64_t(-1));
        return Error::success();
      }))
    return wrap(guarded(diagnostics, [&] {
      return getTable<Findings>().share(found.ptr).takeError();
    }));
  return edit(pipeline, Command::ApplyFix, {std::to_string(index), serial},
              diagnostics);
}

//===----------------------------------------------------------------------===//
// Looking
//===----------------------------------------------------------------------===//

intptr_t pmbPipelineGetNumPasses(PmbPipeline pipeline) {
  intptr_t number = -1;
  guarded(nullptr, [&]() -> Error {
    auto lease = getTable<OpenPipeline>().lease(pipeline.ptr);
    if (!lease)
      return lease.takeError();
    number = (*lease)->get().size();
    return Error::success();
  });
  return number;
}
