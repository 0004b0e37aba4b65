//===- Catalog.cpp - What is known about passes ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/Catalog.h"
#include "builder/diagnostics/Suggestions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

Catalog::Catalog() = default;
Catalog::Catalog(Catalog &&) = default;
Catalog &Catalog::operator=(Catalog &&) = default;
Catalog::~Catalog() = default;

Catalog Catalog::clone() const {
  Catalog copy;
  for (const auto &entry : passes)
    copy.passes[entry.first()] =
        std::make_unique<PassDescriptor>(*entry.second);
  copy.kinds = kinds;
  copy.variants = variants;
  copy.properties = properties;
  copy.types = types;
  copy.operations = operations;
  for (const OperationDescriptor *operation : sortedOperations)
    copy.sortedOperations.push_back(copy.lookupOperation(operation->name));
  copy.marks = marks;
  copy.namedContents = namedContents;
  copy.dialectAnchors = dialectAnchors;
  copy.namedOperations = namedOperations;
  copy.mistakes = mistakes;
  copy.describedIn = describedIn;
  copy.barrier = barrier;
  copy.release = release;
  copy.renamed = renamed;
  for (const auto &entry : bundles)
    copy.bundles[entry.first()] =
        std::make_unique<PassBundle>(entry.second->clone());
  copy.source = source;
  copy.memo = memo;
  return copy;
}

/// True if nothing is said of the pass but that it does nothing.
static bool saysNothing(const PassDescriptor &pass) {
  return pass.kinds.empty() && pass.anchor.empty() && pass.options.empty() &&
         pass.contract.getOrder().empty() &&
         pass.contract.getProperties().empty() &&
         pass.contract.getContents().empty();
}

Error Catalog::addPass(PassDescriptor descriptor) {
  if (descriptor.describedIn.empty())
    descriptor.describedIn = describedIn;
  if (Error error = descriptor.contract.verifyReach(descriptor.name))
    return error;
  const PassDescriptor *known = lookupPass(descriptor.name);
  if (!known)
    return overridePass(std::move(descriptor));
  // That it is the barrier is no description.
  if (known->name == barrier && saysNothing(*known)) {
    descriptor.contract.inert();
    descriptor.hasContract = true;
    return overridePass(std::move(descriptor));
  }
  // What comes with the catalog is nobody's second description.
  if (known->describedIn.empty())
    return makeError(
        Diagnostic(DiagnosticCode::DuplicateName,
                   "the catalog describes '" + descriptor.name + "' already")
            .help("extend or override the description instead"));
  if (known->isOverride)
    return Error::success();
  if (Error error = verify(descriptor))
    return error;
  if (Error error = verifySame(*known, descriptor))
    return error;
  // What only one of them says is known, too.
  PassDescriptor merged = *known;
  for (const std::string &kind : descriptor.kinds)
    merged.addKind(kind);
  if (merged.summary.empty())
    merged.summary = std::move(descriptor.summary);
  if (merged.anchor.empty())
    merged.anchor = std::move(descriptor.anchor);
  if (merged.anchorChoices.empty())
    merged.anchorChoices = std::move(descriptor.anchorChoices);
  if (!merged.hasOptionList && descriptor.hasOptionList) {
    merged.options = std::move(descriptor.options);
    merged.hasOptionList = true;
  }
  merged.contract.extend(descriptor.contract);
  merged.hasContract |= descriptor.hasContract;
  return overridePass(std::move(merged));
}

Error Catalog::extendPass(const PassDescriptor &extension) {
  if (Error error = extension.contract.verifyReach(extension.name))
    return error;
  const PassDescriptor *known = lookupPass(extension.name);
  if (!known)
    return overridePass(extension);
  PassDescriptor merged = *known;
  for (const std::string &kind : extension.kinds)
    merged.addKind(kind);
  merged.contract.extend(extension.contract);
  merged.hasContract |= extension.hasContract;
  return overridePass(std::move(merged));
}

Error Catalog::overridePass(PassDescriptor descriptor) {
  if (Error error = verify(descriptor))
    return error;
  for (const std::string &kind : descriptor.kinds)
    addKind(kind);
  noteDialects(descriptor);
  std::unique_ptr<PassDescriptor> &entry = passes[descriptor.name];
  if (entry)
    *entry = std::move(descriptor);
  else
    entry = std::make_unique<PassDescriptor>(std::move(descriptor));
  return Error::success();
}

void Catalog::addKind(StringRef name, StringRef summary) {
  if (!isValidName(name)) {
    mistakes.push_back(makeBadName("kind", name));
    return;
  }
  std::string &text = kinds[name];
  if (text.empty())
    text = summary.str();
}

void Catalog::setBarrier(StringRef pass) {
  if (!isValidName(pass)) {
    mistakes.push_back(makeBadName("pass", pass));
    return;
  }
  barrier = pass.str();
  const PassDescriptor *known = lookupPass(pass);
  PassDescriptor descriptor = known ? *known : PassDescriptor(pass);
  if (!known)
    descriptor.summary = "Does nothing, but stands between two nests";
  descriptor.contract.inert();
  descriptor.hasContract = true;
  // Pipelines may point to what was known.
  std::unique_ptr<PassDescriptor> &entry = passes[pass];
  if (entry)
    *entry = std::move(descriptor);
  else
    entry = std::make_unique<PassDescriptor>(std::move(descriptor));
}

void Catalog::addVariant(StringRef name, StringRef summary) {
  std::string &text = variants[name];
  if (text.empty())
    text = summary.str();
}

Error Catalog::addProperty(PropertyDescriptor property) {
  std::string name = property.name;
  auto [it, isNew] = properties.try_emplace(name, property);
  PropertyDescriptor &known = it->second;
  if (known.isFleeting != property.isFleeting)
    return makeError(
        Diagnostic(DiagnosticCode::DuplicateName,
                   "the property '" + name + "' is declared already, as " +
                       (known.isFleeting ? "fleeting" : "lasting")));
  if (known.summary.empty())
    known.summary = std::move(property.summary);
  if (!property.establishedBy.empty())
    known.establishedBy = std::move(property.establishedBy);
  memo = std::make_shared<CatalogMemo>();
  return Error::success();
}

Error Catalog::addBundle(PassBundle bundle) {
  std::string name = bundle.getName().str();
  if (Error error = checkName("bundle", name))
    return error;
  if (lookupBundle(name))
    return makeError(
        Diagnostic(DiagnosticCode::DuplicateName,
                   "the catalog has a bundle '" + name + "' already")
            .help("give the bundle another name"));
  bundles[name] = std::make_unique<PassBundle>(std::move(bundle));
  return Error::success();
}

const PassBundle *Catalog::lookupBundle(StringRef name) const {
  auto it = bundles.find(name);
  if (it != bundles.end())
    return it->second.get();
  return source ? source->lookupBundle(name) : nullptr;
}

Expected<PassBundle> Catalog::makeBundle(StringRef name,
                                         StringRef options) const {
  const PassBundle *bundle = lookupBundle(name);
  if (!bundle) {
    Diagnostic diagnostic(DiagnosticCode::UnknownBundle,
                          "there is no bundle '" + name.str() + "'");
    std::vector<StringRef> names = getBundleNames();
    if (!suggest(diagnostic.about(name), name, names))
      diagnostic.note(names.empty()
                          ? "the catalog has no bundles at all"
                          : "the catalog has '" + join(names, "', '") + "'");
    return makeError(std::move(diagnostic));
  }
  PassBundle result = bundle->clone();
  for (auto [option, value] : splitOptions(options))
    result.setOption(option, value);
  return result;
}

template <typename MapT>
static std::vector<StringRef> getSortedKeys(MapT &map) {
  std::vector<StringRef> names;
  for (const auto &entry : map)
    names.push_back(entry.first());
  llvm::sort(names);
  return names;
}

std::vector<StringRef> Catalog::getPassNames() const {
  std::vector<StringRef> names = getSortedKeys(passes);
  if (source) {
    source->getPassNames(names);
    llvm::sort(names);
    names.erase(llvm::unique(names), names.end());
  }
  return names;
}
std::vector<StringRef> Catalog::getKindNames() const {
  return getSortedKeys(kinds);
}
std::vector<StringRef> Catalog::getVariantNames() const {
  return getSortedKeys(variants);
}
std::vector<StringRef> Catalog::getContentsNames() const {
  return getSortedKeys(namedContents);
}

std::vector<StringRef> Catalog::getMarkNames() const {
  return getSortedKeys(marks);
}
std::vector<StringRef> Catalog::getRenamedNames() const {
  return getSortedKeys(renamed);
}
std::vector<StringRef> Catalog::getBundleNames() const {
  std::vector<StringRef> names;
  if (source)
    source->getBundleNames(names);
  append_range(names, bundles.keys());
  llvm::sort(names);
  names.erase(llvm::unique(names), names.end());
  return names;
}
std::vector<StringRef> Catalog::getDeclaredDialects() const {
  return getSortedKeys(dialectAnchors);
}
std::vector<StringRef> Catalog::getPropertyNames() const {
  return getSortedKeys(properties);
}
