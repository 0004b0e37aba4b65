//===- PipelineIncludes.cpp - Files that include files --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Suggestions.h"
#include "bundles/pipelines/PipelineFile.h"
#include "bundles/pipelines/PipelineReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

using namespace pmb;
using namespace llvm;

std::string FilesReader::getPath(const Open &open) const {
  return files[open.index]->source->getName().str();
}

Diagnostic &FilesReader::fail(unsigned file, TextPlace place,
                              Diagnostic diagnostic) {
  files[file]->source->locate(diagnostic, place);
  failures.push_back(std::move(diagnostic));
  return failures.back();
}

/// Whether a file that another one names is meant to be a pipeline. Any file
/// can be named, and its contents may be private.
static bool isMeantAsPipeline(const SourceText &source,
                              const std::optional<JsonDocument> &document) {
  // Not by the name of a link to it.
  SmallString<128> path = source.getName();
  bool isUnknown =
      source.hasPaths() && sys::fs::real_path(source.getName(), path);
  if (isUnknown || !path.ends_with(".json"))
    return false;
  if (!document)
    return true;
  static const StringRef keys[] = {"passes", "insert", "bundles", "anchor"};
  return document->getRoot().isObject() &&
         any_of(document->getRoot().getMembers(), [](const JsonMember &member) {
           return is_contained(keys, member.key) ||
                  !suggestNames(member.key, keys).empty();
         });
}

/// What is the same for all names of one file; nothing if there is none.
static std::optional<sys::fs::UniqueID> identify(const SourceText &by,
                                                 StringRef path) {
  if (!by.hasPaths() && path.starts_with(by.getStore()->prefix))
    return sys::fs::UniqueID(~uint64_t(0), xxh3_64bits(path));
  sys::fs::UniqueID id;
  return sys::fs::getUniqueID(path, id) ? std::nullopt : std::make_optional(id);
}

unsigned FilesReader::read(SourceText text,
                           std::optional<sys::fs::UniqueID> id) {
  unsigned index = files.size();
  files.push_back(std::make_unique<PipelineDescription>());
  if (id)
    known.push_back({*id, index});
  open.push_back({index, id, {}});
  Expected<JsonDocument> document = JsonDocument::parse(text.clone());
  files[index]->source = std::move(text);
  std::vector<Diagnostic> own;
  if (document) {
    own = readDescription(*document, *this, index);
    files[index]->document = std::move(*document);
  } else {
    own = takeDiagnostics(document.takeError());
  }
  open.pop_back();
  bool isShown =
      open.empty() || own.empty() ||
      isMeantAsPipeline(*files[index]->source, files[index]->document);
  for (Diagnostic &diagnostic : own) {
    if (!isShown)
      erase_if(diagnostic.notes, [](const Note &note) {
        return note.kind == Note::Kind::Source;
      });
    if (!open.empty())
      diagnostic.note(
          "the file is included at " +
          files[open.back().index]->source->getOrigin(open.back().place).str());
    if (!isShown)
      diagnostic.help("an included file is a pipeline, as pmb-check "
                      "--print-schema=pipeline describes it");
    failures.push_back(std::move(diagnostic));
  }
  return index;
}

std::optional<unsigned> FilesReader::include(StringRef name, unsigned includer,
                                             TextPlace place) {
  const SourceText &from = *files[includer]->source;
  std::string path = from.getPathOf(name);
  // Not the standard input.
  if (path == "-")
    path = "./-";
  open.back().place = place;

  std::optional<sys::fs::UniqueID> id = identify(from, path);
  for (const Open &outer : open)
    if (id && outer.id == id) {
      Diagnostic &failure =
          fail(includer, place,
               Diagnostic(DiagnosticCode::IncludeCycle,
                          quotePath(path) + " includes itself"));
      for (const Open &step : ArrayRef(open).drop_front(&outer - open.data()))
        failure.note(getPath(step) + " includes the next at " +
                     files[step.index]->source->getOrigin(step.place).str());
      return std::nullopt;
    }
  for (auto [other, index] : known)
    if (id && other == *id)
      return index;
  if (open.size() > PipelineFile::maxIncludeDepth) {
    fail(includer, place,
         Diagnostic(DiagnosticCode::TooLarge,
                    formatv("files include each other more than {0} deep",
                            PipelineFile::maxIncludeDepth)));
    return std::nullopt;
  }
  Expected<SourceText> text = from.readOther(path);
  if (!text) {
    for (Diagnostic &diagnostic : takeDiagnostics(text.takeError()))
      fail(includer, place, std::move(diagnostic));
    return std::nullopt;
  }
  return read(std::move(*text), id);
}

Expected<PipelineDescriptions>
pmb::readPipelineDescriptions(Expected<SourceText> text) {
  if (!text)
    return text.takeError();
  FilesReader files;
  std::optional<sys::fs::UniqueID> id = identify(*text, text->getName());
  files.read(std::move(*text), id);
  if (!files.failures.empty())
    return makeError(std::move(files.failures));
  return std::move(files.files);
}
