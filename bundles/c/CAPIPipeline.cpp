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

static HandleTable<OpenPipeline> &getPipelines() {
  static auto &table =
      makeTable<OpenPipeline>(HandleKind::Pipeline, "pipeline");
  return table;
}

/// Runs a command on a pipeline, and lets `use` have what it makes.
template <typename Fn>
static PmbLogicalResult runOn(PmbPipeline pipeline, Command command,
                              ArrayRef<StringRef> given,
                              PmbDiagnostics *diagnostics, Fn use) {
  return wrap(guarded(diagnostics, [&]() -> Error {
    std::optional<CommandResult> made;
    {
      auto lease = getPipelines().lease(pipeline.ptr);
      if (!lease)
        return lease.takeError();
      Expected<CommandResult> result =
          runCommand(**lease, getCommandInfo(command), given);
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
      auto shared = getCatalogs().share(catalog.ptr);
      if (!shared)
        return shared.takeError();
      known = (*shared)->get();
    }
    Expected<std::unique_ptr<OpenPipeline>> made = make(std::move(known));
    if (!made)
      return made.takeError();
    pipeline.ptr = getPipelines().add(std::move(*made));
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
      diagnostics,
      [&](OpenPipeline::CatalogPtr known)
          -> Expected<std::unique_ptr<OpenPipeline>> {
        Expected<SourceText> text = SourceText::read(unwrap(path));
        if (!text)
          return text.takeError();
        return OpenPipeline::parse(std::move(known), std::move(*text),
                                   unwrap(variants));
      });
}

void pmbPipelineDestroy(PmbPipeline pipeline) {
  guarded(nullptr, [&] {
    getPipelines().remove(pipeline.ptr);
    return Error::success();
  });
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

PmbLogicalResult pmbPipelineAppend(PmbPipeline pipeline, PmbStringRef what,
                                   PmbDiagnostics *diagnostics) {
  return edit(pipeline, Command::Append, {unwrap(what)}, diagnostics);
}

PmbLogicalResult pmbPipelineInsert(PmbPipeline pipeline, PmbStringRef what,
                                   PmbStringRef position,
                                   PmbDiagnostics *diagnostics) {
  return edit(pipeline, Command::Insert, {unwrap(what), unwrap(position)},
              diagnostics);
}

PmbLogicalResult pmbPipelineMove(PmbPipeline pipeline, PmbStringRef target,
                                 PmbStringRef position,
                                 PmbDiagnostics *diagnostics) {
  return edit(pipeline, Command::Move, {unwrap(target), unwrap(position)},
              diagnostics);
}

PmbLogicalResult pmbPipelineRemove(PmbPipeline pipeline, PmbStringRef target,
                                   PmbDiagnostics *diagnostics) {
  return edit(pipeline, Command::Remove, {unwrap(target)}, diagnostics);
}

PmbLogicalResult pmbPipelineReplace(PmbPipeline pipeline, PmbStringRef target,
                                    PmbStringRef by,
                                    PmbDiagnostics *diagnostics) {
  return edit(pipeline, Command::Replace, {unwrap(target), unwrap(by)},
              diagnostics);
}

PmbLogicalResult pmbPipelineSetOptions(PmbPipeline pipeline,
                                       PmbStringRef target,
                                       PmbStringRef options,
                                       PmbDiagnostics *diagnostics) {
  return edit(pipeline, Command::SetOptions, {unwrap(target), unwrap(options)},
              diagnostics);
}

PmbLogicalResult pmbPipelinePin(PmbPipeline pipeline, PmbStringRef target,
                                PmbStringRef reason, PmbStringRef mode,
                                PmbDiagnostics *diagnostics) {
  return edit(pipeline, Command::Pin,
              {unwrap(target), unwrap(reason), unwrap(mode)}, diagnostics);
}

PmbLogicalResult pmbPipelineConfigure(PmbPipeline pipeline, PmbStringRef text,
                                      PmbDiagnostics *diagnostics) {
  return edit(pipeline, Command::Configure, {unwrap(text)}, diagnostics);
}

PmbLogicalResult pmbPipelineApplyPlugin(PmbPipeline pipeline, PmbStringRef text,
                                        PmbStringRef name,
                                        PmbDiagnostics *diagnostics) {
  return edit(pipeline, Command::ApplyPlugin, {unwrap(text), unwrap(name)},
              diagnostics);
}

PmbLogicalResult pmbPipelineReadPlugin(PmbPipeline pipeline, PmbStringRef path,
                                       PmbDiagnostics *diagnostics) {
  return edit(pipeline, Command::ReadPlugin, {unwrap(path)}, diagnostics);
}

PmbLogicalResult pmbPipelineChooseVariants(PmbPipeline pipeline,
                                           PmbStringRef variants,
                                           PmbDiagnostics *diagnostics) {
  return edit(pipeline, Command::ChooseVariants, {unwrap(variants)},
              diagnostics);
}

PmbLogicalResult pmbPipelineSetOwner(PmbPipeline pipeline, PmbStringRef name,
                                     PmbDiagnostics *diagnostics) {
  return edit(pipeline, Command::SetOwner, {unwrap(name)}, diagnostics);
}

PmbLogicalResult pmbPipelineBeginParty(PmbPipeline pipeline, PmbStringRef name,
                                       int32_t rank,
                                       PmbDiagnostics *diagnostics) {
  return edit(pipeline, Command::BeginParty,
              {unwrap(name), std::to_string(rank)}, diagnostics);
}

PmbLogicalResult pmbPipelineCommitParty(PmbPipeline pipeline,
                                        PmbDiagnostics *diagnostics) {
  return edit(pipeline, Command::CommitParty, {}, diagnostics);
}

PmbLogicalResult pmbPipelineRollbackParty(PmbPipeline pipeline,
                                          PmbDiagnostics *diagnostics) {
  return edit(pipeline, Command::RollbackParty, {}, diagnostics);
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

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
        auto shared = getFindings().share(found.ptr);
        if (!shared)
          return shared.takeError();
        // What was not found by a check is of no check.
        serial = std::to_string((*shared)->serial ? int64_t((*shared)->serial)
                                                  : int64_t(-1));
        return Error::success();
      }))
    return wrap(guarded(diagnostics, [&] {
      return getFindings().share(found.ptr).takeError();
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
    auto lease = getPipelines().lease(pipeline.ptr);
    if (!lease)
      return lease.takeError();
    number = (*lease)->get().size();
    return Error::success();
  });
  return number;
}

PmbLogicalResult pmbPipelinePrint(PmbPipeline pipeline, PmbStringRef format,
                                  PmbStringCallback callback, void *userData,
                                  PmbDiagnostics *diagnostics) {
  return print(pipeline, Command::Print, {unwrap(format)}, callback, userData,
               diagnostics);
}

PmbLogicalResult pmbPipelineReport(PmbPipeline pipeline, PmbStringRef format,
                                   PmbStringCallback callback, void *userData,
                                   PmbDiagnostics *diagnostics) {
  return print(pipeline, Command::Report, {unwrap(format)}, callback, userData,
               diagnostics);
}

PmbLogicalResult pmbPipelineDraw(PmbPipeline pipeline, PmbStringRef format,
                                 PmbStringCallback callback, void *userData,
                                 PmbDiagnostics *diagnostics) {
  return print(pipeline, Command::Draw, {unwrap(format)}, callback, userData,
               diagnostics);
}

PmbLogicalResult pmbPipelineAsk(PmbPipeline pipeline, PmbStringRef questions,
                                PmbStringRef format, PmbStringCallback callback,
                                void *userData, PmbDiagnostics *diagnostics) {
  return print(pipeline, Command::Ask, {unwrap(questions), unwrap(format)},
               callback, userData, diagnostics);
}
