//===- PipelineAppender.cpp - From descriptions to pipelines --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Suggestions.h"
#include "builder/edit/Linker.h"
#include "bundles/pipelines/PipelineDescription.h"
#include "bundles/pipelines/PipelineFile.h"
#include "bundles/stock/StockBundles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace llvm;

using File = const PipelineDescription &;

namespace {
/// Adds what the files of a pipeline say to it, goes on after a failure, and
/// keeps all of them in the linker. Knows what the names in the files stand
/// for.
class PipelineAppender : public RecipeNames {
public:
  PipelineAppender(const PipelineDescriptions &files, Pipeline &pipeline,
                   bool isPlugin)
      : RecipeNames(pipeline.getCatalog()), files(files), pipeline(pipeline),
        isPlugin(isPlugin) {
    maxElements = PipelineFile::maxEntries;
  }

  /// REQUIRES: what is done is undone if this fails.
  void run(Linker &with);

  Expected<const Recipe *> lookupBundle(StringRef name) override;
  ArrayRef<Recipe> getIncluded(const Recipe &element) override {
    return files[element.file]->entries;
  }
  Error include(const Recipe &element, StringRef op,
                function_ref<void()> add) override;
  void locate(Diagnostic &diagnostic, const Recipe &element, bool) override;

private:
  /// Fails if a bundle of that name is defined already.
  Error define(const Recipe &bundle);
  /// Declares what the file is built for, in the name of the file.
  void choose(File file) {
    for (const std::string &variant : file.variants)
      pipeline.setVariant(variant);
  }
  /// Declares what the pipeline can be built for, and says what it is. False if
  /// something is wrong with that, or with a condition.
  bool declare(File main);
  void edit(File file, const PipelineEdit &edit);
  void addContract(File file, const PipelineConstraint &constraint);
  void verifyEnds(File file);
  void applyEnds(File file);
  void applySettings(File file);

  /// Keeps an error about what stands at `place`, where it may name `name`.
  void fail(File file, TextPlace place, Error error, StringRef name = "");
  /// The same for an edit, which names what is in the pipeline.
  void failAt(File file, const PipelineEdit &edit, Error error);
  bool hasFailed() const { return !linker->failures.empty(); }

  const PipelineDescriptions &files;
  Pipeline &pipeline;
  bool isPlugin;
  /// Set while `run` runs.
  Linker *linker = nullptr;
  StringMap<const Recipe *> bundles;
  /// The files whose elements were added, each once.
  std::vector<const PipelineDescription *> used;
};
} // namespace

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

Error PipelineAppender::define(const Recipe &bundle) {
  auto [it, isNew] = bundles.try_emplace(bundle.name, &bundle);
  if (isNew)
    return Error::success();
  Diagnostic diagnostic(DiagnosticCode::DuplicateName,
                        "the bundle " + quote(bundle.name) +
                            " is defined already");
  const Recipe &other = *it->second;
  if (other.source)
    diagnostic.note("the other is at " +
                    other.source->getOrigin(other.place).str());
  return makeError(std::move(diagnostic.about(bundle.name)));
}

Expected<const Recipe *> PipelineAppender::lookupBundle(StringRef name) {
  if (const Recipe *own = bundles.lookup(name))
    return own;
  const PassBundle *known = catalog.lookupBundle(name);
  unsigned release = catalog.getVersion() ? catalog.getVersion()->release : 0;
  if (!known)
    known = bundles::lookupStockBundle(name, release);
  if (known)
    return &known->getRecipe();
  std::vector<StringRef> names = catalog.getBundleNames();
  append_range(names, bundles.keys());
  append_range(names, bundles::getStockBundleNames(release));
  llvm::sort(names);
  names.erase(llvm::unique(names), names.end());
  return makeUnknown(DiagnosticCode::UnknownBundle,
                     "there is no bundle " + quote(name), name, names);
}

Error PipelineAppender::include(const Recipe &element, StringRef op,
                                function_ref<void()> add) {
  File included = *files[element.file];
  if (!included.anchor.empty() && included.anchor != op) {
    Diagnostic diagnostic(
        DiagnosticCode::WrongAnchorOp,
        formatv("{0} is for {1} and cannot be included on {2}",
                quotePath(element.name), quote(included.anchor), quote(op)));
    if (included.source)
      diagnostic.note("its anchor is at " +
                      included.source->getOrigin(included.anchorPlace).str());
    return makeError(std::move(
        diagnostic.help("include it in a nest for " + quote(included.anchor))));
  }
  bool isNew = !is_contained(used, &included);
  if (isNew)
    choose(included);
  add();
  if (isNew)
    used.push_back(&included);
  return Error::success();
}

void PipelineAppender::locate(Diagnostic &diagnostic, const Recipe &element,
                              bool) {
  for (const auto &file : files)
    if (file->source && &*file->source == element.source)
      file->locate(diagnostic, element.place,
                   {diagnostic.subject, element.name});
}

//===----------------------------------------------------------------------===//
// Appending
//===----------------------------------------------------------------------===//

void PipelineAppender::fail(File file, TextPlace place, Error error,
                            StringRef name) {
  size_t count = linker->failures.size();
  addFailures(linker->failures, file, place, std::move(error), name);
  for (const Diagnostic &added : ArrayRef(linker->failures).drop_front(count))
    linker->isFull |= added.code == DiagnosticCode::TooLarge;
}

void PipelineAppender::failAt(File file, const PipelineEdit &edit,
                              Error error) {
  for (Diagnostic &diagnostic : takeDiagnostics(std::move(error))) {
    bool isAboutTarget = diagnostic.code == DiagnosticCode::UnknownPosition ||
                         diagnostic.code == DiagnosticCode::AmbiguousPosition ||
                         diagnostic.code == DiagnosticCode::UnknownKind;
    if (diagnostic.code == DiagnosticCode::AmbiguousPosition)
      diagnostic.help("in a file that is \"instance\": \"first\", \"last\", "
                      "\"every\" or a number from 0");
    bool isAboutPlace = edit.position && (!edit.of || diagnostic.subject !=
                                                          edit.of->target.name);
    fail(file,
         !isAboutTarget ? edit.entry.place
         : isAboutPlace ? edit.positionPlace
                        : edit.ofPlace,
         makeError(std::move(diagnostic)), edit.entry.name);
  }
}

static Error make(const PipelineEdit &edit, Recipe &entry, Pipeline &pipeline,
                  Linker &linker) {
  switch (edit.kind) {
#define PMB_EDIT(KIND, KEY, WHAT, PART, MAKE)                                  \
  case PipelineEdit::Kind::KIND:                                               \
    return MAKE;
#include "bundles/pipelines/Edits.def"
#undef PMB_EDIT
  }
  llvm_unreachable("unknown kind of edit");
}

void PipelineAppender::edit(File file, const PipelineEdit &edit) {
  Recipe entry = edit.entry.clone();
  auto makeIt = [&] {
    failAt(file, edit, make(edit, entry, pipeline, *linker));
  };
  // An insertion decides by itself whether it is made.
  if (edit.kind == PipelineEdit::Kind::Insert)
    return makeIt();
  Linker::SourceScope here(*linker, entry);
  Expected<bool> isThere = linker->decide(entry);
  if (!isThere)
    failAt(file, edit, isThere.takeError());
  else if (*isThere)
    makeIt();
}

void PipelineAppender::addContract(File file,
                                   const PipelineConstraint &constraint) {
  Recipe pass;
  pass.source = file.source ? &*file.source : nullptr;
  pass.place = constraint.place;
  Linker::SourceScope here(*linker, pass);
  fail(file, constraint.place,
       pipeline.addContract(constraint.pass, constraint.contract));
}

/// The end that counts; null if none does.
static Expected<const PipelineEnd *> chooseEnd(ArrayRef<PipelineEnd> ends,
                                               Variants &variants) {
  for (const PipelineEnd &end : ends) {
    if (end.when.empty())
      return &end;
    Expected<bool> holds = variants.decide(ConditionText(end.when));
    if (!holds)
      return holds.takeError();
    if (*holds)
      return &end;
  }
  return nullptr;
}

void PipelineAppender::applyEnds(File file) {
  PipelineInterface &interface = pipeline.getInterface();
  GivenEnds said;
  auto apply = [&](ArrayRef<PipelineEnd> ends, GivenContents &contents,
                   std::vector<std::string> &properties) {
    Expected<const PipelineEnd *> end = chooseEnd(ends, pipeline.getVariants());
    if (!end)
      return fail(file, ends.front().place, end.takeError());
    if (!*end)
      return;
    contents = (*end)->contents;
    append_range(properties, (*end)->properties);
  };
  apply(file.inputs, said.contents, interface.inputProperties);
  apply(file.outputs, said.expect, interface.outputProperties);
  said.applyTo(interface);
  append_range(interface.inputNever, file.inputNever);
  interface.isThreaded &= file.isThreaded;
  for (const auto &[item, origin] : file.neverOrigins)
    interface.neverOrigins.try_emplace(item, origin);
}

void PipelineAppender::applySettings(File file) {
  for (auto [code, severity] : file.severities)
    pipeline.setSeverity(code, severity);
  if (!file.cleanups)
    return;
  pipeline.getCleanups().setDedupe(file.cleanups->dedupe);
  pipeline.getCleanups().setShare(file.cleanups->share);
  pipeline.getCleanups().setEstablish(file.cleanups->establish);
}

bool PipelineAppender::declare(File main) {
  size_t count = linker->failures.size();
  append_range(linker->failures,
               takeDiagnostics(declareOptions(files, pipeline, isPlugin)));
  if (!isPlugin)
    choose(main);
  for (Diagnostic &failure : takeDiagnostics(pipeline.getVariants().verify()))
    if (main.variants.empty())
      linker->failures.push_back(std::move(failure));
    else
      fail(main, main.variantsPlace, makeError(std::move(failure)));
  // What is not declared has been reported.
  if (linker->failures.size() == count)
    append_range(linker->failures,
                 takeDiagnostics(verifyConditions(files, pipeline)));
  return linker->failures.size() == count;
}

/// A file that edits the pipeline of others is checked together with one.
static void helpPlugin(Diagnostic &failure, const PipelineDescription &file) {
  StringRef name =
      file.source ? sys::path::filename(file.source->getName()) : StringRef();
  failure.help(("this file has no passes of its own, so it is a plugin: check "
                "it with a pipeline that it is for, pmb-check "
                "cpu.pipeline.json+" +
                (name.ends_with(".json") ? name : StringRef("acme.json")))
                   .str());
}

void PipelineAppender::verifyEnds(File file) {
  for (const PipelineEnd &end : file.getEnds())
    for (const std::string &property : end.properties)
      if (!pipeline.getCatalog().lookupProperty(property))
        fail(file, end.place,
             makeUnknown(DiagnosticCode::UnknownProperty,
                         "there is no property " + quote(property), property,
                         pipeline.getCatalog().getPropertyNames()));
}

void PipelineAppender::run(Linker &with) {
  linker = &with;
  for (const auto &file : files)
    for (const Recipe &bundle : file->bundles)
      fail(*file, bundle.place, define(bundle));
  File main = *files.front();
  if (!declare(main))
    return;
  linker->add(cloneAll(main.entries), linker->getEnd());
  used.push_back(&main);

  for (const PipelineDescription *file : used)
    if (file != &main && !file->variants.empty())
      fail(*file, file->variantsPlace, pipeline.getVariants().verify());
  for (const PipelineDescription *file : used)
    for (const PipelineConstraint &constraint : file->constraints)
      addContract(*file, constraint);
  verifyEnds(main);
  // A place that a contract gives depends on what is there at both ends.
  PipelineInterface before = pipeline.getInterface();
  if (!hasFailed())
    applyEnds(main);
  // A position that does not exist is no news where a pass could not be added,
  // and what is edited may have been inserted.
  for (auto [kind, key] : editKeys)
    if (!hasFailed())
      for (const PipelineDescription *file : used)
        for (const PipelineEdit &edit : file->edits)
          if (edit.kind == kind && !linker->isFull)
            this->edit(*file, edit);
  if (!hasFailed())
    return applySettings(main);
  pipeline.getInterface() = std::move(before);
  if (pipeline.empty() && main.entries.empty() && !main.edits.empty())
    helpPlugin(linker->failures.back(), main);
}

Error pmb::appendDescriptions(const PipelineDescriptions &files,
                              StringRef anchor, Pipeline &pipeline,
                              bool isPlugin) {
  File main = *files.front();
  StringRef op = pipeline.getRoot().getOp();
  if (op != anchor) {
    Diagnostic diagnostic(
        DiagnosticCode::WrongAnchorOp,
        formatv("a pipeline on {0} cannot be appended to one on {1}",
                quote(anchor), quote(op)));
    main.locate(diagnostic, main.anchorPlace);
    return makeError(std::move(diagnostic));
  }
  PipelineAppender appender(files, pipeline, isPlugin);
  return Linker::compose(pipeline, appender, [&](Linker &linker) {
    appender.run(linker);
    return Error::success();
  });
}
