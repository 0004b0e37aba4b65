//===- PipelineAppender.cpp - From descriptions to pipelines --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Suggestions.h"
#include "builder/edit/Composer.h"
#include "bundles/pipelines/EntryDecider.h"
#include "bundles/pipelines/PipelineFile.h"
#include "bundles/stock/StockBundles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace llvm;

namespace {
/// Adds what descriptions say to a pipeline, goes on after a failure, and keeps
/// all of them.
class PipelineAppender {
public:
  using File = const PipelineDescription &;

  PipelineAppender(const PipelineDescriptions &files, Pipeline &pipeline,
                   Composer &composer)
      : files(files), pipeline(pipeline), composer(composer),
        decider(files, bundles, pipeline) {}

  /// REQUIRES: what is done is undone if this fails.
  Error run();

private:
  struct Place : Composer::Place {
    Place(const Composer::Place &place, bool isShared = false)
        : Composer::Place(place), isShared(isShared) {}
    /// In a bundle that goes by its name, and so does not know where it is put:
    /// a nest that is around it already is not opened again.
    bool isShared;
  };
  using Definition = EntryDecider::Definition;

  void collectBundles(File file);
  /// Declares what the pipeline can be built for, and says what it is. False if
  /// something is wrong with that, or with a condition.
  bool declare(File main);
  /// What the file is built for, in the name of the file.
  void choose(File file);
  void addEntries(File file, ArrayRef<Recipe> entries, Place place);
  Error addEntry(File file, const Recipe &entry, Place place);
  Expected<PassSpec> makePass(const Recipe &entry);
  Error addNest(File file, const Recipe &entry, Place place);
  Error addInclude(const Recipe &entry, Place place);
  Error addBundle(File file, const Recipe &entry, Place place);
  /// Calls `stock` with a bundle of the catalog or a stock bundle, or `own`
  /// with a definition, in whose scope it is called.
  Error withBundle(File file, const Recipe &entry,
                   function_ref<Error(const PassBundle &)> stock,
                   function_ref<Error(File, const Recipe &)> own);
  /// The bundle without its passes, after a look at its contract.
  Expected<PassBundle> makeFrame(File file, const Recipe &bundle);
  void insert(File file, const PipelineInsertion &insertion);
  Error insertBundle(File file, const PipelineInsertion &insertion);
  /// Pins what an entry has become, if it asks for that.
  Error pin(InsertResult added, const Recipe &entry);
  void setOptions(File file, const PipelineOptionSetting &setting);
  void applyEnds(File file);
  void applySettings(File file);

  void setOrigin(File file, const Recipe &entry);
  /// Keeps an error about what stands at `place`, where it may name `name`.
  void fail(File file, TextPlace place, Error error, StringRef name = "");
  /// The same for an entry that names what is in the pipeline at `target`.
  void failAt(File file, const Recipe &entry, TextPlace target, Error error);

  const PipelineDescriptions &files;
  Pipeline &pipeline;
  Composer &composer;
  EntryDecider::Definitions bundles;
  EntryDecider decider;
  /// The definitions that are being added.
  std::vector<const Recipe *> open;
  /// The files whose entries were added, each once.
  std::vector<const PipelineDescription *> used;
  std::vector<Diagnostic> failures;
  size_t entryCount = 0;
  /// How deep bundles, nests and includes are in each other now.
  unsigned depth = 0;
  /// The pipeline is too large: what comes next would fail as well, and could
  /// take long to do so.
  bool isFull = false;
};
} // namespace

void PipelineAppender::setOrigin(File file, const Recipe &entry) {
  if (!file.source)
    return;
  Origin origin = file.source->getOrigin(entry.place);
  origin.why = entry.reason;
  composer.setOrigin(std::move(origin));
}

void PipelineAppender::fail(File file, TextPlace place, Error error,
                            StringRef name) {
  for (Diagnostic &diagnostic : takeDiagnostics(std::move(error))) {
    if (file.source)
      file.source->locate(diagnostic,
                          file.findPlace(place, {diagnostic.subject, name}));
    isFull |= diagnostic.code == DiagnosticCode::TooLarge;
    failures.push_back(std::move(diagnostic));
  }
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

void PipelineAppender::addEntries(File file, ArrayRef<Recipe> entries,
                                  Place place) {
  ++depth;
  scope_exit leave([&] { --depth; });
  for (const Recipe &entry : entries) {
    if (isFull)
      return;
    if (depth > Pipeline::maxDepth)
      return fail(file, entry.place,
                  makeError(Diagnostic(
                      DiagnosticCode::TooLarge,
                      formatv("bundles, nests and includes are more than {0} "
                              "deep in each other",
                              Pipeline::maxDepth))));
    if (++entryCount > PipelineFile::maxEntries)
      return fail(file, entry.place,
                  makeError(Diagnostic(
                      DiagnosticCode::TooLarge,
                      formatv("the pipeline has more than {0} elements",
                              PipelineFile::maxEntries))));
    setOrigin(file, entry);
    const Node *last = entry.pinned.empty() ? nullptr : composer.getLast(place);
    fail(file, entry.place, addEntry(file, entry, place), entry.name);
    if (entry.pinned.empty())
      continue;
    setOrigin(file, entry);
    composer.pin(composer.getNext(last, place), entry.pinned,
                 entry.pinnedOptions);
  }
}

Error PipelineAppender::addEntry(File file, const Recipe &entry, Place place) {
  Expected<bool> isThere = decider.decide(file, entry);
  if (!isThere)
    return isThere.takeError();
  if (!*isThere)
    return Error::success();
  switch (entry.kind) {
  case Recipe::Kind::Pass: {
    Expected<PassSpec> pass = makePass(entry);
    if (!pass)
      return pass.takeError();
    return composer.addPass(std::move(*pass), place);
  }
  case Recipe::Kind::Nest:
    return addNest(file, entry, place);
  case Recipe::Kind::Slot:
    return composer.addSlot(entry.name, place);
  case Recipe::Kind::Include:
    return addInclude(entry, place);
  case Recipe::Kind::Bundle:
    return addBundle(file, entry, place);
  }
  llvm_unreachable("unknown kind of entry");
}

Expected<PassSpec> PipelineAppender::makePass(const Recipe &entry) {
  Expected<std::string> options = decider.getOptions(entry);
  if (!options)
    return options.takeError();
  PassSpec pass(entry.name, *options);
  pass.isKept = entry.isKept;
  pass.canBeEstablished = entry.canBeEstablished;
  return pass;
}

Error PipelineAppender::addNest(File file, const Recipe &entry, Place place) {
  const Node *last = composer.getLast(place);
  AnchorPath *known =
      place.isShared ? place.path->findUpwards(entry.name) : nullptr;
  Expected<Composer::Place> nest =
      known ? Composer::Place{known, place.before, /*isNest=*/true}
            : composer.openNest(entry.name, place);
  if (!nest)
    return nest.takeError();
  addEntries(file, entry.body, *nest);
  if (entry.isSeparate)
    composer.keepApart(last, place, /*always=*/true);
  return Error::success();
}

Error PipelineAppender::addInclude(const Recipe &entry, Place place) {
  File included = *files[entry.file];
  StringRef op = place.path->getOp();
  if (!included.anchor.empty() && included.anchor != op) {
    Diagnostic diagnostic(
        DiagnosticCode::WrongAnchorOp,
        formatv("{0} is for {1} and cannot be included on {2}",
                quotePath(entry.name), quote(included.anchor), quote(op)));
    if (included.source)
      diagnostic.note("its anchor is at " +
                      included.source->getOrigin(included.anchorPlace).str());
    return makeError(std::move(
        diagnostic.help("include it in a nest for " + quote(included.anchor))));
  }
  if (!is_contained(used, &included))
    choose(included);
  addEntries(included, included.entries, place);
  if (!is_contained(used, &included))
    used.push_back(&included);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Bundles
//===----------------------------------------------------------------------===//

void PipelineAppender::collectBundles(File file) {
  for (const Recipe &bundle : file.bundles) {
    auto [it, isNew] =
        bundles.try_emplace(bundle.name, Definition{&file, &bundle});
    if (isNew)
      continue;
    Diagnostic diagnostic(DiagnosticCode::DuplicateName,
                          "the bundle " + quote(bundle.name) +
                              " is defined already");
    diagnostic.about(bundle.name);
    const Definition &other = it->second;
    if (other.file->source)
      diagnostic.note("the other is at " +
                      other.file->source->getOrigin(other.entry->place).str());
    fail(file, bundle.place, makeError(std::move(diagnostic)));
  }
}

Error PipelineAppender::withBundle(
    File file, const Recipe &entry,
    function_ref<Error(const PassBundle &)> stock,
    function_ref<Error(File, const Recipe &)> own) {
  if (entry.isDefinition)
    return own(file, entry);
  Expected<std::string> given = decider.getOptions(entry);
  if (!given)
    return given.takeError();
  auto it = bundles.find(entry.name);
  if (it == bundles.end()) {
    std::optional<PassBundle> found;
    if (const PassBundle *known =
            pipeline.getCatalog().lookupBundle(entry.name)) {
      if (given->empty())
        return stock(*known);
      found = known->clone();
    } else if (const PassBundle *known =
                   bundles::lookupStockBundle(entry.name)) {
      found = known->clone();
    }
    if (found) {
      for (auto [option, value] : splitOptions(*given))
        found->setOption(option, value);
      return stock(*found);
    }
    Diagnostic diagnostic(DiagnosticCode::UnknownBundle,
                          "there is no bundle " + quote(entry.name));
    std::vector<StringRef> names = pipeline.getCatalog().getBundleNames();
    append_range(names, bundles.keys());
    append_range(names, bundles::getStockBundleNames());
    llvm::sort(names);
    names.erase(llvm::unique(names), names.end());
    if (!suggest(diagnostic.about(entry.name), entry.name, names))
      diagnostic.note("the known ones are '" + join(names, "', '") + "'");
    return makeError(std::move(diagnostic));
  }
  const Recipe *definition = it->second.entry;
  if (is_contained(open, definition)) {
    Diagnostic diagnostic(DiagnosticCode::IncludeCycle, "the bundle " +
                                                            quote(entry.name) +
                                                            " contains itself");
    diagnostic.about(entry.name);
    for (const Recipe *step : open)
      diagnostic.note("through " + quote(step->name));
    return makeError(std::move(diagnostic));
  }
  open.push_back(definition);
  scope_exit close([&] { open.pop_back(); });
  return decider.inDefinition(
      *definition, *given, [&] { return own(*it->second.file, *definition); });
}

Expected<PassBundle> PipelineAppender::makeFrame(File file,
                                                 const Recipe &bundle) {
  PassBundle frame(bundle.name);
  for (const std::string &kind : bundle.kinds)
    frame.addKind(kind);
  frame.setContiguous(bundle.isContiguous);
  frame.setNoCleanup(bundle.noCleanup);
  frame.contract = bundle.contract;
  if (Error error = composer.verifyFrame(frame))
    return error;
  // The catalog looks at contracts of passes; a bundle has none of a pass's
  // options.
  PassDescriptor descriptor(bundle.name);
  descriptor.kinds = bundle.kinds;
  descriptor.contract = bundle.contract;
  descriptor.hasOptionList = true;
  if (Error error = pipeline.getCatalog().verify(
          descriptor, /*kindsMayCome=*/false, &pipeline.getOptions())) {
    fail(file, bundle.place, std::move(error));
    frame.contract = Contract();
  }
  return frame;
}

Error PipelineAppender::addBundle(File file, const Recipe &entry, Place place) {
  return withBundle(
      file, entry,
      [&](const PassBundle &bundle) {
        return composer.addBundle(bundle, place);
      },
      [&](File home, const Recipe &bundle) -> Error {
        Expected<PassBundle> frame = makeFrame(home, bundle);
        if (!frame)
          return frame.takeError();
        Expected<Composer::Place> inside = composer.openBundle(*frame, place);
        if (!inside)
          return inside.takeError();
        addEntries(home, bundle.body,
                   {*inside, place.isShared || !entry.isDefinition});
        return Error::success();
      });
}

//===----------------------------------------------------------------------===//
// Insertions
//===----------------------------------------------------------------------===//

Error PipelineAppender::pin(InsertResult added, const Recipe &entry) {
  if (!added.failed() && !entry.pinned.empty())
    for (const Node *node : added.getNodes())
      composer.pin(node, entry.pinned, entry.pinnedOptions);
  return added;
}

Error PipelineAppender::insertBundle(File file,
                                     const PipelineInsertion &insertion) {
  return withBundle(
      file, insertion.entry,
      [&](const PassBundle &bundle) {
        return pin(pipeline.insert(bundle, *insertion.position),
                   insertion.entry);
      },
      [&](File home, const Recipe &bundle) -> Error {
        Expected<PassBundle> frame = makeFrame(home, bundle);
        if (!frame)
          return frame.takeError();
        // What is in it comes now, as the builder's bundles know no places of
        // their passes.
        InsertResult added = composer.insertBundle(
            *frame, *insertion.position, [&](const Composer::Place &inside) {
              addEntries(home, bundle.body,
                         {inside, !insertion.entry.isDefinition});
            });
        setOrigin(file, insertion.entry);
        return pin(std::move(added), insertion.entry);
      });
}

void PipelineAppender::insert(File file, const PipelineInsertion &insertion) {
  const Recipe &entry = insertion.entry;
  setOrigin(file, entry);
  Error error = [&]() -> Error {
    Expected<bool> isThere = decider.decide(file, entry);
    if (!isThere)
      return isThere.takeError();
    if (!*isThere)
      return Error::success();
    switch (entry.kind) {
    case Recipe::Kind::Pass: {
      Expected<PassSpec> pass = makePass(entry);
      if (!pass)
        return pass.takeError();
      pass->nest = entry.nest;
      return pin(pipeline.insert(std::move(*pass), *insertion.position), entry);
    }
    case Recipe::Kind::Slot:
      return pin(pipeline.insertSlot(entry.name, *insertion.position), entry);
    default:
      return insertBundle(file, insertion);
    }
  }();
  failAt(file, entry, insertion.positionPlace, std::move(error));
}

void PipelineAppender::failAt(File file, const Recipe &entry, TextPlace target,
                              Error error) {
  for (Diagnostic &diagnostic : takeDiagnostics(std::move(error))) {
    bool isAboutTarget = diagnostic.code == DiagnosticCode::UnknownPosition ||
                         diagnostic.code == DiagnosticCode::AmbiguousPosition ||
                         diagnostic.code == DiagnosticCode::UnknownKind;
    if (diagnostic.code == DiagnosticCode::AmbiguousPosition)
      diagnostic.help("in a file that is \"instance\": \"first\", \"last\", "
                      "\"every\" or a number from 0");
    fail(file, isAboutTarget ? target : entry.place,
         makeError(std::move(diagnostic)), entry.name);
  }
}

void PipelineAppender::setOptions(File file,
                                  const PipelineOptionSetting &setting) {
  const Recipe &entry = setting.entry;
  setOrigin(file, entry);
  failAt(file, entry, setting.ofPlace, [&]() -> Error {
    if (!entry.when.empty()) {
      Expected<bool> holds =
          pipeline.getVariants().decide(ConditionText(entry.when));
      if (!holds || !*holds)
        return holds.takeError();
    }
    Expected<std::string> options = decider.getOptions(entry);
    if (!options)
      return options.takeError();
    return pipeline.setOptions(*setting.of, *options);
  }());
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

void PipelineAppender::applyEnds(File file) {
  PipelineInterface &interface = pipeline.getInterface();
  auto apply = [&](ArrayRef<PipelineEnd> ends, auto &contents, auto &origins,
                   auto &properties) {
    Expected<const PipelineEnd *> end = decider.choose(ends);
    if (!end)
      return fail(file, ends.front().place, end.takeError());
    if (*end && (*end)->contents) {
      contents = (*end)->contents;
      origins = (*end)->origins;
    }
    if (*end)
      append_range(properties, (*end)->properties);
  };
  apply(file.inputs, interface.inputContents, interface.inputOrigins,
        interface.inputProperties);
  apply(file.outputs, interface.outputContents, interface.outputOrigins,
        interface.outputProperties);
}

void PipelineAppender::applySettings(File file) {
  for (auto [code, severity] : file.severities)
    pipeline.setSeverity(code, severity);
  if (!file.cleanups)
    return;
  pipeline.setDedupe(file.cleanups->dedupe);
  pipeline.setShare(file.cleanups->share);
  pipeline.setEstablish(file.cleanups->establish);
}

void PipelineAppender::choose(File file) {
  for (const std::string &variant : file.variants)
    pipeline.setVariant(variant);
}

bool PipelineAppender::declare(File main) {
  size_t count = failures.size();
  append_range(failures, takeDiagnostics(declareOptions(files, pipeline)));
  choose(main);
  for (Diagnostic &failure : takeDiagnostics(pipeline.getVariants().verify()))
    if (main.variants.empty())
      failures.push_back(std::move(failure));
    else
      fail(main, main.variantsPlace, makeError(std::move(failure)));
  // What is not declared has been reported.
  if (failures.size() == count)
    append_range(failures, takeDiagnostics(verifyConditions(files, pipeline)));
  return failures.size() == count;
}

/// A file that edits the pipeline of others is checked together with one.
static void helpPlugin(Diagnostic &failure, const PipelineDescription &file) {
  StringRef name =
      file.source ? sys::path::filename(file.source->getName()) : StringRef();
  failure.help(
      formatv("this file has no passes of its own, so it is a plugin: check it "
              "with a pipeline that it is for, {{\"passes\": [{{\"include\": "
              "\"cpu.pipeline.json\"}, {{\"include\": \"{0}\"}]}",
              name.ends_with(".json") ? name : StringRef("acme.json"))
          .str());
}

Error PipelineAppender::run() {
  for (const auto &file : files)
    collectBundles(*file);
  File main = *files.front();
  if (!declare(main))
    return makeError(std::move(failures));
  addEntries(main, main.entries, composer.getEnd());
  used.push_back(&main);

  for (const PipelineDescription *file : used)
    if (file != &main && !file->variants.empty())
      fail(*file, file->variantsPlace, pipeline.getVariants().verify());
  for (const PipelineDescription *file : used)
    for (const PipelineConstraint &constraint : file->constraints)
      fail(*file, constraint.place,
           pipeline.addContract(constraint.pass, constraint.contract));
  for (const auto *ends : {&main.inputs, &main.outputs})
    for (const PipelineEnd &end : *ends)
      for (const std::string &property : end.properties) {
        if (pipeline.getCatalog().lookupProperty(property))
          continue;
        Diagnostic diagnostic(DiagnosticCode::UnknownProperty,
                              "there is no property " + quote(property));
        suggest(diagnostic.about(property), property,
                pipeline.getCatalog().getPropertyNames());
        fail(main, end.place, makeError(std::move(diagnostic)));
      }
  // A place that a contract gives depends on what is there at both ends.
  PipelineInterface before = pipeline.getInterface();
  if (failures.empty())
    applyEnds(main);
  // A position that does not exist is no news where a pass could not be added.
  if (failures.empty())
    for (const PipelineDescription *file : used)
      for (const PipelineInsertion &insertion : file->insertions)
        if (!isFull)
          insert(*file, insertion);
  // Options may be those of what was inserted.
  if (failures.empty())
    for (const PipelineDescription *file : used)
      for (const PipelineOptionSetting &setting : file->optionSettings)
        setOptions(*file, setting);
  if (failures.empty())
    applySettings(main);
  else
    pipeline.getInterface() = std::move(before);
  if (!failures.empty() && pipeline.empty() && main.entries.empty() &&
      !(main.insertions.empty() && main.optionSettings.empty()))
    helpPlugin(failures.back(), main);
  return makeError(std::move(failures));
}

Error pmb::appendDescriptions(const PipelineDescriptions &files,
                              StringRef anchor, Pipeline &pipeline) {
  PipelineAppender::File main = *files.front();
  StringRef op = pipeline.getRoot().getOp();
  if (op != anchor) {
    Diagnostic diagnostic(
        DiagnosticCode::WrongAnchorOp,
        formatv("a pipeline on {0} cannot be appended to one on {1}",
                quote(anchor), quote(op)));
    if (main.source)
      main.source->locate(diagnostic, main.anchorPlace);
    return makeError(std::move(diagnostic));
  }
  return Composer::compose(pipeline, [&](Composer &composer) {
    return PipelineAppender(files, pipeline, composer).run();
  });
}
