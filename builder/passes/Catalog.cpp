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

/// True if nothing is said of the pass but that it does nothing.
static bool saysNothing(const PassDescriptor &pass) {
  return pass.kinds.empty() && pass.anchor.empty() && pass.options.empty() &&
         !pass.contract.hasEntries();
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
  // A description of the catalog itself is never a second one.
  if (known->describedIn.empty())
    return Diagnostic(DiagnosticCode::DuplicateName,
                      "the catalog describes '{0}' already", descriptor.name)
        .help("extend or override the description instead");
  if (known->isOverride)
    return Error::success();
  if (Error error = verify(descriptor))
    return error;
  if (Error error = verifySame(*known, descriptor))
    return error;
  // What only one of them says is known, too.
  PassDescriptor merged = *known;
  merged.complete(descriptor);
  return overridePass(std::move(merged));
}

Error Catalog::extendPass(const PassDescriptor &extension) {
  if (Error error = extension.contract.verifyReach(extension.name))
    return error;
  const PassDescriptor *known = lookupPass(extension.name);
  if (!known)
    return overridePass(extension);
  PassDescriptor merged = *known;
  merged.extend(extension);
  return overridePass(std::move(merged));
}

Error Catalog::overridePass(PassDescriptor descriptor) {
  if (!canNamePass(descriptor.name))
    return makeBadName("pass", descriptor.name);
  if (Error error = verify(descriptor))
    return error;
  for (auto said : {&PassDescriptor::guess, &PassDescriptor::newest}) {
    if ((descriptor.*said).empty())
      continue;
    PassDescriptor other = descriptor;
    other.contract = std::exchange(other.*said, Contract());
    if (Error error = verify(other))
      return error;
  }
  for (const std::string &kind : descriptor.kinds)
    addKind(kind);
  noteDialects(descriptor);
  // Pipelines may point to what was known.
  passes[descriptor.name] = std::move(descriptor);
  return Error::success();
}

void Catalog::setVersions(CatalogVersion chosen,
                          std::vector<CatalogVersion> known) {
  if (!is_contained(known, chosen))
    known.push_back(chosen);
  llvm::sort(known);
  version = chosen;
  versions = std::move(known);
}

/// Of what is there already the summary stays.
void Catalog::declare(Registry<std::string> &names, StringRef what,
                      StringRef name, StringRef summary) {
  if (!isValidName(name) || name.starts_with("!")) {
    addMistake(makeBadName(what, name));
    return;
  }
  std::string &text = names[name];
  if (text.empty())
    text = summary.str();
}

void Catalog::addKind(StringRef name, StringRef summary) {
  declare(kinds, "kind", name, summary);
}
void Catalog::addVariant(StringRef name, StringRef summary) {
  declare(variants, "variant", name, summary);
}
void Catalog::addMark(StringRef name, StringRef summary) {
  declare(marks, "mark", name, summary);
}

void Catalog::setBarrier(StringRef pass) {
  if (!isValidName(pass)) {
    addMistake(makeBadName("pass", pass));
    return;
  }
  barrier = pass.str();
  const PassDescriptor *known = lookupPass(pass);
  PassDescriptor descriptor = known ? *known : PassDescriptor(pass);
  if (!known)
    descriptor.summary = "Does nothing, but stands between two nests";
  descriptor.contract.inert();
  descriptor.hasContract = true;
  passes[pass] = std::move(descriptor);
}

Error Catalog::addProperty(PropertyDescriptor property) {
  std::string name = property.name;
  bool isNew = !lookupProperty(name);
  PropertyDescriptor &known = properties[name];
  if (isNew)
    known = property;
  if (known.isFleeting != property.isFleeting)
    return Diagnostic(DiagnosticCode::DuplicateName,
                      "the property '{0}' is declared already, as {1}", name,
                      known.isFleeting ? "fleeting" : "lasting");
  if (known.summary.empty())
    known.summary = std::move(property.summary);
  if (!property.establishedBy.empty())
    known.establishedBy = std::move(property.establishedBy);
  // Clones that declare again what there is keep what was worked out, which
  // does not depend on what establishes it.
  if (isNew)
    forgetMemo();
  return Error::success();
}

Error Catalog::addBundle(PassBundle bundle) {
  std::string name = bundle.getName().str();
  if (Error error = checkName("bundle", name))
    return error;
  if (lookupBundle(name))
    return Diagnostic(DiagnosticCode::DuplicateName,
                      "the catalog has a bundle '{0}' already", name)
        .help("give the bundle another name");
  bundles[name] = std::make_shared<const PassBundle>(std::move(bundle));
  return Error::success();
}

const PassBundle *Catalog::lookupBundle(StringRef name) const {
  if (const auto *own = bundles.lookup(name))
    return own->get();
  return source ? source->lookupBundle(name) : nullptr;
}

Expected<PassBundle> Catalog::makeBundle(StringRef name,
                                         StringRef options) const {
  const PassBundle *bundle = lookupBundle(name);
  if (!bundle) {
    Diagnostic diagnostic(DiagnosticCode::UnknownBundle,
                          "there is no bundle '{0}'", name);
    std::vector<StringRef> names = getBundleNames();
    diagnostic.about(name);
    if (const PassDescriptor *pass = lookupPass(name))
      diagnostic.help("'{0}' is a {1}: add it as one", name,
                      pass->isPipeline() ? "registered pipeline" : "pass");
    else if (names.empty())
      diagnostic.note("the catalog has no bundles at all");
    else
      suggestOrList(diagnostic, name, names);
    return diagnostic;
  }
  PassBundle result = bundle->clone();
  for (auto [option, value] : splitOptions(options))
    result.setOption(option, value);
  return result;
}

/// The names of a registry, and those of a source.
static std::vector<StringRef>
mergeNames(std::vector<StringRef> names, const CatalogSource *source,
           void (CatalogSource::*add)(std::vector<StringRef> &) const) {
  if (source)
    (source->*add)(names);
  llvm::sort(names);
  names.erase(llvm::unique(names), names.end());
  return names;
}

std::vector<StringRef> Catalog::getPassNames() const {
  return mergeNames(passes.getNames(), source, &CatalogSource::getPassNames);
}
std::vector<StringRef> Catalog::getBundleNames() const {
  return mergeNames(bundles.getNames(), source, &CatalogSource::getBundleNames);
}
std::vector<StringRef> Catalog::getDialectNames() const {
  return mergeNames(namedOperations.getNames(), source,
                    &CatalogSource::getDialectNames);
}
