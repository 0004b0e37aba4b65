//===- Definitions.cpp - Where names are defined, and renaming them -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/language/Definitions.h"
#include "builder/diagnostics/Escaping.h"
#include "builder/passes/PassDescriptor.h"
#include "bundles/json/JsonFields.h"
#include "tools/language/Declarations.h"
#include "tools/language/Names.h"
#include "tools/language/Texts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

static Error refuse(const Twine &why) {
  return createStringError(inconvertibleErrorCode(), why);
}

/// The names of a document that are of a sort.
static std::vector<NamedPlace> findSame(Workspace &workspace, StringRef path,
                                        const NamedPlace &wanted) {
  std::vector<NamedPlace> same;
  const Document *document = workspace.getDocument(path);
  if (document)
    same = findNames(document->getJson());
  erase_if(same, [&](const NamedPlace &name) {
    return name.sort != wanted.sort || name.name != wanted.name;
  });
  return same;
}

/// The document, what it includes, and open documents that include it.
static std::vector<std::string> getFamily(Workspace &workspace,
                                          StringRef path) {
  std::vector<std::string> family = {path.str()};
  append_range(family, workspace.getIncluded(path));
  for (const std::string &other : workspace.getOpen()) {
    std::vector<std::string> included = workspace.getIncluded(other);
    if (!is_contained(included, path))
      continue;
    family.push_back(other);
    append_range(family, included);
  }
  llvm::sort(family);
  family.erase(llvm::unique(family), family.end());
  return family;
}

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

static void addPlace(Workspace &workspace, const Origin &origin,
                     std::vector<FilePlace> &places) {
  if (std::optional<FilePlace> place = workspace.getPlace(origin))
    places.push_back(std::move(*place));
}

/// `acme.contracts.json:3:5`, where a pass is described.
static std::vector<FilePlace> findDescribed(Workspace &workspace,
                                            StringRef pass) {
  std::vector<FilePlace> places;
  const PassDescriptor *known = workspace.getCatalog().lookupPass(pass);
  if (!known)
    return places;
  auto [rest, column] = StringRef(known->describedIn).rsplit(':');
  auto [file, line] = rest.rsplit(':');
  Origin origin = Origin::file(file, 0, 0);
  if (!line.getAsInteger(10, origin.line) &&
      !column.getAsInteger(10, origin.column))
    addPlace(workspace, origin, places);
  return places;
}

/// The passes of the pipeline that a position may mean.
static std::vector<FilePlace> findPasses(Workspace &workspace, StringRef path,
                                         const NamedPlace &name) {
  std::vector<FilePlace> places;
  for (const Report &report : workspace.explain(path))
    for (const Report::Pass &pass : report.passes)
      if (pass.node.name == name.name)
        addPlace(workspace, pass.node.origin, places);
  return places;
}

static std::vector<FilePlace> findDefinitionsOfName(Workspace &workspace,
                                                    StringRef path,
                                                    const NamedPlace &name) {
  std::vector<FilePlace> places;
  StringRef file = name.name;
  if (name.sort == NameSort::File ||
      (name.sort == NameSort::Contents && file.consume_front("@"))) {
    std::string whole = Workspace::getPath(file, path);
    if (workspace.getDocument(whole))
      places.push_back({whole, {0, 0}});
    return places;
  }
  if (name.sort == NameSort::Pass) {
    places = findDescribed(workspace, name.name);
    return name.isDefinition || !places.empty()
               ? places
               : findPasses(workspace, path, name);
  }
  if (name.sort != NameSort::Bundle && name.sort != NameSort::Slot)
    return places;
  for (const std::string &member : getFamily(workspace, path))
    for (const NamedPlace &same : findSame(workspace, member, name))
      if (same.isDefinition)
        places.push_back({member, same.range});
  return places;
}

std::vector<FilePlace> pmb::language::findDefinitions(Workspace &workspace,
                                                      StringRef path,
                                                      size_t offset) {
  const Document *document = workspace.getDocument(path);
  if (!document)
    return {};
  if (const LooseJson *json = workspace.getJson(path)) {
    if (std::optional<NamedPlace> name = findName(*json, offset))
      return findDefinitionsOfName(workspace, path, *name);
    if (const LooseValue *declared = findDeclaration(*json, offset))
      return {{path.str(), json->getInside(declared->keyRange)}};
    return {};
  }
  auto at = findSpot(workspace, path, document->getText(), offset);
  const LooseElement *element = at ? at->getNamed() : nullptr;
  return element ? findDescribed(workspace, element->name)
                 : std::vector<FilePlace>();
}

//===----------------------------------------------------------------------===//
// Renaming
//===----------------------------------------------------------------------===//

static Expected<NamedPlace> findRenamedName(Workspace &workspace,
                                            StringRef path, size_t offset) {
  const LooseJson *json = workspace.getJson(path);
  std::optional<NamedPlace> name =
      json ? findName(*json, offset) : std::nullopt;
  if (!name || (name->sort != NameSort::Bundle && name->sort != NameSort::Slot))
    return refuse("only bundles and slots of pipeline files can be renamed");
  bool isDefined = any_of(getFamily(workspace, path), [&](StringRef member) {
    return any_of(findSame(workspace, member, *name),
                  [](const NamedPlace &same) { return same.isDefinition; });
  });
  if (!isDefined)
    return refuse(quote(name->name) +
                  " is defined neither here nor in a file that is included");
  return std::move(*name);
}

Expected<TextRange> pmb::language::findRenamed(Workspace &workspace,
                                               StringRef path, size_t offset) {
  Expected<NamedPlace> name = findRenamedName(workspace, path, offset);
  if (!name)
    return name.takeError();
  return name->range;
}

static Error verifyNewName(Workspace &workspace, ArrayRef<std::string> family,
                           const NamedPlace &name) {
  if (!isValidName(name.name))
    return refuse(quote(name.name) + " cannot be a name: " + nameRule.str());
  if (name.sort == NameSort::Bundle &&
      workspace.getCatalog().lookupBundle(name.name))
    return refuse("there is a stock bundle " + quote(name.name));
  for (const std::string &member : family)
    if (!findSame(workspace, member, name).empty())
      return refuse(quote(name.name) + " is named in " +
                    quotePath(Workspace::getName(member)) + " already");
  return Error::success();
}

Expected<FileChanges> pmb::language::rename(Workspace &workspace,
                                            StringRef path, size_t offset,
                                            StringRef newName) {
  Expected<NamedPlace> name = findRenamedName(workspace, path, offset);
  if (!name)
    return name.takeError();
  FileChanges changes;
  if (name->name == newName)
    return changes;
  NamedPlace renamed = *name;
  renamed.name = newName.str();
  std::vector<std::string> family = getFamily(workspace, path);
  if (Error error = verifyNewName(workspace, family, renamed))
    return error;
  std::string written =
      writeJsonLine([&](JsonOutput &os) { os.value(newName); });
  for (const std::string &member : family)
    for (const NamedPlace &same : findSame(workspace, member, *name)) {
      if (!workspace.isOpen(member) &&
          sys::fs::access(member, sys::fs::AccessMode::Write))
        return refuse(quotePath(Workspace::getName(member)) +
                      " names it, and cannot be written");
      changes[member].push_back(
          {same.range, StringRef(written).drop_front().drop_back().str()});
    }
  return changes;
}
