//===- PipelineAppender.cpp - From descriptions to pipelines --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Suggestions.h"
#include "bundles/pipelines/PipelineDescription.h"
#include "bundles/pipelines/PipelineFile.h"
#include "bundles/stock/StockBundles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"

using namespace pmb;
using namespace llvm;

namespace pmb {

/// Adds what descriptions say to a pipeline, goes on after a failure, and keeps
/// all of them.
class PipelineAppender {
public:
  using File = const PipelineDescription &;

  PipelineAppender(const PipelineDescriptions &files, Pipeline &pipeline)
      : files(files), pipeline(pipeline) {}

  static Error append(const PipelineDescriptions &files, StringRef anchor,
                      Pipeline &pipeline);

private:
  /// REQUIRES: what is done is undone if this fails.
  Error run();

  /// Where entries go: into which nest, and before which node (null: the end).
  struct Place {
    AnchorPath *path;
    Node *before;
    /// In an explicit nest. Elsewhere a pass finds its own nest near the path.
    bool isNest = false;
    /// In a bundle that goes by its name, and so does not know where it is put:
    /// a nest that is around it already is not opened again.
    bool isShared = false;
  };
  /// A bundle that a file defines.
  struct Definition {
    const PipelineDescription *file;
    const PipelineEntry *entry;
  };

  void collectBundles(File file);
  void addEntries(File file, ArrayRef<PipelineEntry> entries, Place place);
  Error addEntry(File file, const PipelineEntry &entry, Place place);
  Error link(Expected<Pipeline::Entry> entry, Place place);
  Error addPass(const PipelineEntry &entry, Place place);
  Error addNest(File file, const PipelineEntry &entry, Place place);
  Error addInclude(const PipelineEntry &entry, Place place);
  Error addBundle(File file, const PipelineEntry &entry, Place place);
  /// Calls `stock` with a bundle of the catalog or a stock bundle, or `own`
  /// with a definition.
  Error withBundle(File file, const PipelineEntry &entry,
                   function_ref<Error(const PassBundle &)> stock,
                   function_ref<Error(File, const PipelineEntry &)> own);
  /// The bundle without its passes, after a look at its contract.
  Expected<PassBundle> makeFrame(File file, const PipelineEntry &bundle);
  void insert(File file, const PipelineInsertion &insertion);
  Error insertBundle(File file, const PipelineInsertion &insertion);
  void applyInterface(File file);

  void setOrigin(File file, const PipelineEntry &entry);
  /// Keeps an error about what stands at `place`, where it may name `name`.
  void fail(File file, TextPlace place, Error error, StringRef name = "");

  const PipelineDescriptions &files;
  Pipeline &pipeline;
  StringMap<Definition> bundles;
  /// The definitions that are being added.
  std::vector<const PipelineEntry *> open;
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

} // namespace pmb

void PipelineAppender::setOrigin(File file, const PipelineEntry &entry) {
  if (!file.source)
    return;
  Origin origin = file.source->getOrigin(entry.place);
  origin.why = entry.reason;
  pipeline.setOrigin(std::move(origin));
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

void PipelineAppender::addEntries(File file, ArrayRef<PipelineEntry> entries,
                                  Place place) {
  ++depth;
  scope_exit leave([&] { --depth; });
  for (const PipelineEntry &entry : entries) {
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
    fail(file, entry.place, addEntry(file, entry, place), entry.name);
  }
}

Error PipelineAppender::addEntry(File file, const PipelineEntry &entry,
                                 Place place) {
  switch (entry.kind) {
  case PipelineEntry::Kind::Pass:
    return addPass(entry, place);
  case PipelineEntry::Kind::Nest:
    return addNest(file, entry, place);
  case PipelineEntry::Kind::Slot:
    return link(Pipeline::Entry::makeSlot(entry.name), place);
  case PipelineEntry::Kind::Include:
    return addInclude(entry, place);
  case PipelineEntry::Kind::Bundle:
    return addBundle(file, entry, place);
  }
  llvm_unreachable("unknown kind of entry");
}

Error PipelineAppender::link(Expected<Pipeline::Entry> entry, Place place) {
  return pipeline.link(std::move(entry), place.path, place.before).takeError();
}

static PassSpec makePass(const PipelineEntry &entry) {
  PassSpec pass(entry.name, entry.options);
  pass.isKept = entry.isKept;
  pass.canBeEstablished = entry.canBeEstablished;
  return pass;
}

Error PipelineAppender::addPass(const PipelineEntry &entry, Place place) {
  PassSpec pass = makePass(entry);
  if (place.isNest)
    pass.nest = place.path->getOps();
  return link(pipeline.open(std::move(pass)), place);
}

Error PipelineAppender::addNest(File file, const PipelineEntry &entry,
                                Place place) {
  auto getLast = [&]() -> Node * {
    return place.before ? place.before->getPrevious() : pipeline.list.back();
  };
  Node *last = getLast();
  AnchorPath *path =
      place.isShared ? place.path->findUpwards(entry.name) : nullptr;
  if (!path) {
    if (Error error = Pipeline::checkNestDepth(place.path->getDepth() + 1))
      return error;
    path = place.path->getNested(entry.name);
  }
  addEntries(file, entry.entries, {path, place.before, /*isNest=*/true});
  if (!entry.isSeparate)
    return Error::success();
  Node *first = last ? last->getNext() : pipeline.list.front();
  while (first && first != place.before && !first->isPass())
    first = first->getNext();
  if (first && first != place.before)
    pipeline.list.limitSharedDepth(
        *first, std::min(place.path->getDepth(), first->getSharedDepth()));
  return Error::success();
}

Error PipelineAppender::addInclude(const PipelineEntry &entry, Place place) {
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
  addEntries(included, included.entries, place);
  if (!is_contained(used, &included))
    used.push_back(&included);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Bundles
//===----------------------------------------------------------------------===//

void PipelineAppender::collectBundles(File file) {
  for (const PipelineEntry &bundle : file.bundles) {
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
    File file, const PipelineEntry &entry,
    function_ref<Error(const PassBundle &)> stock,
    function_ref<Error(File, const PipelineEntry &)> own) {
  if (entry.isDefinition)
    return own(file, entry);
  auto it = bundles.find(entry.name);
  if (it == bundles.end()) {
    if (const PassBundle *known =
            pipeline.getCatalog().lookupBundle(entry.name))
      return stock(*known);
    if (std::optional<PassBundle> bundle =
            bundles::createStockBundle(entry.name))
      return stock(*bundle);
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
  const PipelineEntry *definition = it->second.entry;
  if (is_contained(open, definition)) {
    Diagnostic diagnostic(DiagnosticCode::IncludeCycle, "the bundle " +
                                                            quote(entry.name) +
                                                            " contains itself");
    diagnostic.about(entry.name);
    for (const PipelineEntry *step : open)
      diagnostic.note("through " + quote(step->name));
    return makeError(std::move(diagnostic));
  }
  open.push_back(definition);
  scope_exit close([&] { open.pop_back(); });
  return own(*it->second.file, *definition);
}

Expected<PassBundle> PipelineAppender::makeFrame(File file,
                                                 const PipelineEntry &bundle) {
  PassBundle frame(bundle.name);
  for (const std::string &kind : bundle.kinds)
    frame.addKind(kind);
  frame.setContiguous(bundle.isContiguous);
  frame.setNoCleanup(bundle.noCleanup);
  frame.contract = bundle.contract;
  if (Error error = pipeline.checkBundleNames(frame))
    return error;
  // The catalog looks at contracts of passes; a bundle has none of a pass's
  // options.
  PassDescriptor descriptor(bundle.name);
  descriptor.kinds = bundle.kinds;
  descriptor.contract = bundle.contract;
  descriptor.hasOptionList = true;
  if (Error error = pipeline.getCatalog().verify(descriptor)) {
    fail(file, bundle.place, std::move(error));
    frame.contract = Contract();
  }
  return frame;
}

Error PipelineAppender::addBundle(File file, const PipelineEntry &entry,
                                  Place place) {
  return withBundle(
      file, entry,
      [&](const PassBundle &bundle) {
        return link(Pipeline::Entry::makeBundle(bundle), place);
      },
      [&](File home, const PipelineEntry &bundle) -> Error {
        Expected<PassBundle> frame = makeFrame(home, bundle);
        if (!frame)
          return frame.takeError();
        Expected<Node *> begin =
            pipeline.linkBundle(*frame, place.path, place.before);
        if (!begin)
          return begin.takeError();
        addEntries(home, bundle.entries,
                   {place.path, (*begin)->getEnd(), place.isNest,
                    place.isShared || !entry.isDefinition});
        return Error::success();
      });
}

//===----------------------------------------------------------------------===//
// Insertions
//===----------------------------------------------------------------------===//

Error PipelineAppender::insertBundle(File file,
                                     const PipelineInsertion &insertion) {
  return withBundle(
      file, insertion.entry,
      [&](const PassBundle &bundle) {
        return pipeline.insert(bundle, *insertion.position);
      },
      [&](File home, const PipelineEntry &bundle) -> Error {
        Expected<PassBundle> frame = makeFrame(home, bundle);
        if (!frame)
          return frame.takeError();
        size_t known = range_size(pipeline.list.getBundles());
        if (Error error = pipeline.insert(*frame, *insertion.position))
          return error;
        // What is in it comes now, as the builder's bundles know no places of
        // their passes.
        SmallVector<BundleInstance *> added(
            drop_begin(pipeline.list.getBundles(), known));
        for (BundleInstance *instance : added) {
          addEntries(home, bundle.entries,
                     {&instance->begin->getAnchorPath(), instance->end,
                      /*isNest=*/false, !insertion.entry.isDefinition});
          if (insertion.position->isRelative())
            if (Error error = pipeline.checkAdded(instance->begin))
              return error;
        }
        return Error::success();
      });
}

void PipelineAppender::insert(File file, const PipelineInsertion &insertion) {
  const PipelineEntry &entry = insertion.entry;
  setOrigin(file, entry);
  Error error = [&]() -> Error {
    switch (entry.kind) {
    case PipelineEntry::Kind::Pass: {
      PassSpec pass = makePass(entry);
      pass.nest = insertion.nest;
      return pipeline.insert(std::move(pass), *insertion.position);
    }
    case PipelineEntry::Kind::Slot:
      return pipeline.insertSlot(entry.name, *insertion.position);
    default:
      return insertBundle(file, insertion);
    }
  }();
  for (Diagnostic &diagnostic : takeDiagnostics(std::move(error))) {
    bool isAboutPosition = diagnostic.code == DiagnosticCode::UnknownAnchor ||
                           diagnostic.code == DiagnosticCode::AmbiguousAnchor ||
                           diagnostic.code == DiagnosticCode::UnknownKind;
    if (diagnostic.code == DiagnosticCode::AmbiguousAnchor)
      diagnostic.help("in a file that is \"instance\": \"first\", \"last\", "
                      "\"every\" or a number from 0");
    fail(file, isAboutPosition ? insertion.positionPlace : entry.place,
         makeError(std::move(diagnostic)), entry.name);
  }
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

void PipelineAppender::applyInterface(File file) {
  PipelineInterface &interface = pipeline.getInterface();
  if (file.interface.inputContents)
    interface.inputContents = file.interface.inputContents;
  if (file.interface.outputContents)
    interface.outputContents = file.interface.outputContents;
  append_range(interface.inputProperties, file.interface.inputProperties);
  append_range(interface.outputProperties, file.interface.outputProperties);
  for (auto [code, severity] : file.severities)
    pipeline.setSeverity(code, severity);
  if (!file.cleanups)
    return;
  pipeline.setDedupe(file.cleanups->dedupe);
  pipeline.setShare(file.cleanups->share);
  pipeline.setEstablish(file.cleanups->establish);
}

Error PipelineAppender::run() {
  for (const auto &file : files)
    collectBundles(*file);
  File main = *files.front();
  addEntries(main, main.entries, {&pipeline.list.getRoot(), nullptr});
  used.push_back(&main);

  // Conditions of contracts ask for variants, and insertions for contracts.
  for (const PipelineDescription *file : used)
    for (const std::string &variant : file->variants) {
      fail(*file, file->variantsPlace,
           pipeline.getCatalog().verifyVariant(variant));
      pipeline.setVariant(variant);
    }
  for (const PipelineDescription *file : used)
    for (const PipelineConstraint &constraint : file->constraints)
      fail(*file, constraint.place,
           pipeline.addContract(constraint.pass, constraint.contract));
  auto verifyProperties = [&](ArrayRef<std::string> properties,
                              TextPlace place) {
    for (const std::string &property : properties) {
      if (pipeline.getCatalog().lookupProperty(property))
        continue;
      Diagnostic diagnostic(DiagnosticCode::UnknownProperty,
                            "there is no property " + quote(property));
      suggest(diagnostic.about(property), property,
              pipeline.getCatalog().getPropertyNames());
      fail(main, place, makeError(std::move(diagnostic)));
    }
  };
  verifyProperties(main.interface.inputProperties, main.inputPlace);
  verifyProperties(main.interface.outputProperties, main.outputPlace);
  // A position that does not exist is no news where a pass could not be added.
  if (failures.empty())
    for (const PipelineDescription *file : used)
      for (const PipelineInsertion &insertion : file->insertions)
        if (!isFull)
          insert(*file, insertion);
  if (failures.empty()) {
    applyInterface(main);
    return Error::success();
  }
  return makeError(std::move(failures));
}

Error PipelineAppender::append(const PipelineDescriptions &files,
                               StringRef anchor, Pipeline &pipeline) {
  File main = *files.front();
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
  const Origin *previous = pipeline.currentOrigin;
  Error error = pipeline.atomically(
      [&] { return PipelineAppender(files, pipeline).run(); });
  pipeline.currentOrigin = previous;
  return error;
}

Error pmb::appendDescriptions(const PipelineDescriptions &files,
                              StringRef anchor, Pipeline &pipeline) {
  return PipelineAppender::append(files, anchor, pipeline);
}
