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
#include <array>

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Catalog
//===----------------------------------------------------------------------===//

static Error makeUnknown(DiagnosticCode code, std::string message,
                         StringRef name, ArrayRef<StringRef> candidates) {
  Diagnostic diagnostic(code, std::move(message));
  if (!suggest(diagnostic.about(name), name, candidates) &&
      !candidates.empty() && candidates.size() < 20)
    diagnostic.note("the known ones are '" + join(candidates, "', '") + "'");
  return makeError(std::move(diagnostic));
}

Error Catalog::verifyVariant(StringRef name) const {
  if (variants.empty() || variants.count(name))
    return Error::success();
  return makeUnknown(DiagnosticCode::UnknownCondition,
                     "there is no variant '" + name.str() + "'", name,
                     getVariantNames());
}

Error Catalog::verifyMark(StringRef item) const {
  auto [base, mark] = item.split('(');
  mark.consume_back(")");
  if (mark.empty() || marks.count(mark))
    return Error::success();
  if (!mark.starts_with("!"))
    return makeUnknown(DiagnosticCode::UnknownItem,
                       "there is no mark '" + mark.str() + "'", mark,
                       getMarkNames());
  if (types.count(mark) || !marks.count(mark.drop_front()))
    return Error::success();
  std::string name = mark.drop_front().str();
  return makeError(
      Diagnostic(DiagnosticCode::UnknownItem,
                 "'" + name + "' is a mark and no type")
          .help("did you mean '" + base.str() + "(" + name + ")'?"));
}

static Diagnostic makeBadKind(StringRef name) {
  return Diagnostic(DiagnosticCode::BadName,
                    "'" + name.str() + "' cannot be the name of a kind")
      .about(name)
      .help("use letters, digits, '-', '_' and '.'");
}

Error Catalog::verify(const PassDescriptor &descriptor,
                      bool kindsMayCome) const {
  if (!descriptor.otherName.empty())
    return makeError(Diagnostic(DiagnosticCode::BadName,
                                "the description of '" + descriptor.name +
                                    "' calls it '" + descriptor.otherName + "'")
                         .help("leave the name alone in 'describe'"));
  for (StringRef kind : descriptor.kinds)
    if (!isValidName(kind))
      return makeError(makeBadKind(kind));
  if (Error error = descriptor.contract.verify(descriptor.name))
    return error;
  if (Error error = verifyPipeline(descriptor))
    return error;
  auto unknown = [&](DiagnosticCode code, const std::string &what,
                     StringRef name, ArrayRef<StringRef> candidates) {
    return makeUnknown(code,
                       "the contract of '" + descriptor.name + "' names the " +
                           what + " '" + name.str() + "', which does not exist",
                       name, candidates);
  };
  auto verifyCondition = [&](const ContractEntry &entry) -> Error {
    if (entry.condition.kind == Condition::Kind::Variant && !variants.empty() &&
        !variants.count(entry.condition.name))
      return unknown(DiagnosticCode::UnknownCondition, "variant",
                     entry.condition.name, getVariantNames());
    if (entry.condition.kind != Condition::Kind::Option ||
        !descriptor.hasOptionList ||
        descriptor.lookupOption(entry.condition.name))
      return Error::success();
    SmallVector<StringRef> names;
    for (const OptionDescriptor &option : descriptor.options)
      names.push_back(option.name);
    return unknown(DiagnosticCode::UnknownCondition, "option",
                   entry.condition.name, names);
  };
  for (const PropertyEntry &entry : descriptor.contract.getProperties()) {
    if (!lookupProperty(entry.property))
      return unknown(DiagnosticCode::UnknownProperty, "property",
                     entry.property, getPropertyNames());
    // A pass that nobody knows may still come, unless its name is misspelled.
    const std::string &provider = entry.establishedBy;
    if (!provider.empty() && !lookupPass(provider) &&
        !suggestNames(provider, getPassNames()).empty())
      return unknown(DiagnosticCode::UnknownPass, "pass", provider,
                     getPassNames());
    if (Error error = verifyCondition(entry))
      return error;
  }
  for (const OrderEntry &entry : descriptor.contract.getOrder()) {
    if (entry.target.kind == Target::Kind::PassKind &&
        !hasKind(entry.target.name) && !descriptor.hasKind(entry.target.name) &&
        !(kindsMayCome &&
          suggestNames(entry.target.name, getKindNames()).empty()))
      return unknown(DiagnosticCode::UnknownKind, "kind", entry.target.name,
                     getKindNames());
    if (entry.target.kind == Target::Kind::Provider &&
        !lookupProperty(entry.target.name))
      return unknown(DiagnosticCode::UnknownProperty, "property",
                     entry.target.name, getPropertyNames());
    if (Error error = verifyCondition(entry))
      return error;
  }
  for (const ContentsEntry &entry : descriptor.contract.getContents()) {
    if (Error error = verifyCondition(entry))
      return error;
    std::vector<Diagnostic> wrong;
    entry.forEachItem([&](StringRef item) {
      if (Error error = verifyMark(item)) {
        wrong = takeDiagnostics(std::move(error));
        wrong[0].message = "the contract of '" + descriptor.name + "' names '" +
                           item.str() + "': " + wrong[0].message;
        wrong[0].subject = item.str();
      }
    });
    if (!wrong.empty())
      return makeError(std::move(wrong));
  }
  return Error::success();
}

CatalogSource::~CatalogSource() = default;

std::optional<CatalogSource::Operations>
CatalogSource::lookupDialect(StringRef) const {
  return std::nullopt;
}
void CatalogSource::getDialectNames(std::vector<StringRef> &) const {}
StringRef CatalogSource::getItems() const { return ""; }

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
  copy.marks = marks;
  copy.dialectAnchors = dialectAnchors;
  copy.namedOperations = namedOperations;
  copy.mistakes = mistakes;
  copy.describedIn = describedIn;
  for (const auto &entry : bundles)
    copy.bundles[entry.first()] =
        std::make_unique<PassBundle>(entry.second->clone());
  copy.source = source;
  copy.memo = memo;
  return copy;
}

Error Catalog::verifySame(const PassDescriptor &known,
                          const PassDescriptor &other) {
  auto fail = [&](StringRef what) {
    return makeError(
        Diagnostic(
            DiagnosticCode::DuplicateName,
            known.describedIn + " and " +
                (other.describedIn.empty() ? "its owner" : other.describedIn) +
                " describe '" + other.name +
                "', and say different things of its " + what.str())
            .help("leave one of the descriptions out, or extend or override "
                  "the other"));
  };
  auto differ = [](const auto &a, const auto &b) {
    return !a.empty() && !b.empty() && a != b;
  };
  if (differ(known.anchor, other.anchor) ||
      differ(known.anchorChoices, other.anchorChoices))
    return fail("anchor");
  auto sorted = [](std::vector<std::string> kinds) {
    llvm::sort(kinds);
    return kinds;
  };
  if (differ(sorted(known.kinds), sorted(other.kinds)))
    return fail("kinds");
  if (known.hasContract && other.hasContract &&
      !known.contract.isEquivalentTo(other.contract))
    return fail("contract");
  if (known.hasOptionList && other.hasOptionList)
    for (const OptionDescriptor &option : known.options) {
      const OptionDescriptor *same = other.lookupOption(option.name);
      if (!same || differ(same->defaultValue, option.defaultValue))
        return fail("options");
    }
  return Error::success();
}

void Catalog::noteDialects(const PassDescriptor &descriptor) {
  for (const std::string &dialect : descriptor.dependentDialects)
    namedOperations.try_emplace(dialect);
  for (const ContentsEntry &entry : descriptor.contract.getContents())
    entry.forEachItem([&](StringRef item) {
      // Types of a dialect may be named by its name.
      if (item == "*" || lookupProperty(item))
        return;
      StringRef base = item.take_front(item.find('('));
      base.consume_front("!");
      auto [dialect, operation] = base.split('.');
      StringSet<> &operations = namedOperations[dialect];
      if (!operation.empty())
        operations.insert(operation);
    });
}

Catalog::Dialect Catalog::lookupDialect(StringRef name) const {
  std::optional<CatalogSource::Operations> listed;
  if (source)
    listed = source->lookupDialect(name);
  if (listed && !(listed->usual.empty() && listed->others.empty()))
    return Dialect::Listed;
  return listed || namedOperations.count(name) ? Dialect::Named
                                               : Dialect::Unknown;
}

void Catalog::forEachOperation(
    StringRef dialect, function_ref<void(StringRef, bool)> visit) const {
  auto visitAll = [&](StringRef names, bool isUsual) {
    while (!names.empty()) {
      auto [name, others] = names.split(' ');
      visit(name, isUsual);
      names = others;
    }
  };
  bool isListed = lookupDialect(dialect) == Dialect::Listed;
  SmallVector<StringRef> usual;
  if (isListed) {
    CatalogSource::Operations listed = *source->lookupDialect(dialect);
    listed.usual.split(usual, ' ');
    visitAll(listed.usual, true);
    visitAll(listed.others, false);
  }
  auto it = namedOperations.find(dialect);
  if (it == namedOperations.end())
    return;
  // In an order that does not depend on hashes.
  std::vector<StringRef> named(it->second.keys().begin(),
                               it->second.keys().end());
  llvm::sort(named);
  for (StringRef name : named)
    if (!is_contained(usual, name))
      visit(name, !isListed);
}

std::vector<StringRef> Catalog::getDialectNames() const {
  std::vector<StringRef> names(namedOperations.keys().begin(),
                               namedOperations.keys().end());
  if (source)
    source->getDialectNames(names);
  llvm::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

Error Catalog::addPass(PassDescriptor descriptor) {
  if (descriptor.describedIn.empty())
    descriptor.describedIn = describedIn;
  if (Error error = descriptor.contract.verifyReach(descriptor.name))
    return error;
  const PassDescriptor *known = lookupPass(descriptor.name);
  if (!known)
    return overridePass(std::move(descriptor));
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
    mistakes.push_back(makeBadKind(name));
    return;
  }
  std::string &text = kinds[name];
  if (text.empty())
    text = summary.str();
}

void Catalog::addVariant(StringRef name, StringRef summary) {
  std::string &text = variants[name];
  if (text.empty())
    text = summary.str();
}

void Catalog::addMark(StringRef name, StringRef summary) {
  if (!isValidName(name) || name.starts_with("!")) {
    mistakes.push_back(
        Diagnostic(DiagnosticCode::BadName,
                   "'" + name.str() + "' cannot be the name of a mark")
            .help("use letters, digits, '-', '_' and '.'"));
    return;
  }
  std::string &text = marks[name];
  if (text.empty())
    text = summary.str();
}

bool Catalog::canBeAnchor(StringRef op) const {
  auto it = dialectAnchors.find(op.take_front(op.find('.')));
  return it == dialectAnchors.end() || is_contained(it->second, op);
}

ArrayRef<std::string> Catalog::getAnchors(StringRef dialect) const {
  auto it = dialectAnchors.find(dialect);
  return it == dialectAnchors.end() ? ArrayRef<std::string>()
                                    : ArrayRef<std::string>(it->second);
}

Error Catalog::addProperty(PropertyDescriptor property) {
  std::string name = property.name;
  auto [it, isNew] = properties.try_emplace(name, property);
  if (!isNew && it->second.isFleeting != property.isFleeting)
    return makeError(
        Diagnostic(DiagnosticCode::DuplicateName,
                   "the property '" + name + "' is declared already, as " +
                       (it->second.isFleeting ? "fleeting" : "lasting")));
  if (isNew)
    memo = std::make_shared<CatalogMemo>();
  return Error::success();
}

void Catalog::addType(TypeDescriptor type) {
  std::string name = type.name;
  types[name] = std::move(type);
  memo = std::make_shared<CatalogMemo>();
}

Error Catalog::addOperation(OperationDescriptor operation) {
  // A longer way up ends nowhere either: no nest is that deep.
  constexpr unsigned longest = 64;
  unsigned steps = 0;
  for (const OperationDescriptor *at = &operation; at && !at->parent.empty();
       at = lookupOperation(at->parent)) {
    bool isInItself = at->parent == operation.name;
    if (isInItself || ++steps > longest)
      return makeError(
          Diagnostic(DiagnosticCode::BadValue,
                     "the operation '" + operation.name + "' would stand in " +
                         (isInItself ? "itself" : "more than 64 others"))
              .about(operation.parent));
  }
  std::string name = operation.name;
  operations[name] = std::move(operation);
  return Error::success();
}

bool Catalog::isFunction(StringRef name) const {
  const OperationDescriptor *known = lookupOperation(name);
  if (!known)
    known = lookupOperation(("*." + name.split('.').second).str());
  return known && known->isFunction;
}

void Catalog::extendType(TypeDescriptor extension) {
  TypeDescriptor &type = types[extension.name];
  type.name = std::move(extension.name);
  auto add = [](std::vector<std::string> &into,
                const std::vector<std::string> &items) {
    for (const std::string &item : items)
      if (!is_contained(into, item))
        into.push_back(item);
  };
  add(type.carriers, extension.carriers);
  add(type.likelyCarriers, extension.likelyCarriers);
  add(type.possibleCarriers, extension.possibleCarriers);
  add(type.except, extension.except);
  if (type.becomes.empty())
    type.becomes = std::move(extension.becomes);
  memo = std::make_shared<CatalogMemo>();
}

Error Catalog::addBundle(PassBundle bundle) {
  std::string name = bundle.getName().str();
  if (!isValidName(name))
    return makeError(Diagnostic(DiagnosticCode::BadName,
                                "'" + name + "' cannot be the name of a bundle")
                         .about(name)
                         .help("use letters, digits, '-', '_' and '.'"));
  auto [it, isNew] = bundles.try_emplace(name);
  if (!isNew)
    return makeError(
        Diagnostic(DiagnosticCode::DuplicateName,
                   "the catalog has a bundle '" + name + "' already")
            .help("give the bundle another name"));
  it->second = std::make_unique<PassBundle>(std::move(bundle));
  return Error::success();
}

const PassBundle *Catalog::lookupBundle(StringRef name) const {
  auto it = bundles.find(name);
  return it == bundles.end() ? nullptr : it->second.get();
}

std::vector<const TypeDescriptor *> Catalog::getTypes() const {
  std::vector<const TypeDescriptor *> result;
  for (const auto &entry : types)
    result.push_back(&entry.second);
  llvm::sort(result, [](const TypeDescriptor *a, const TypeDescriptor *b) {
    return a->name < b->name;
  });
  return result;
}

std::vector<const OperationDescriptor *> Catalog::getOperations() const {
  std::vector<const OperationDescriptor *> result;
  for (const auto &entry : operations)
    result.push_back(&entry.second);
  llvm::sort(result,
             [](const OperationDescriptor *a, const OperationDescriptor *b) {
               return a->name < b->name;
             });
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
std::vector<StringRef> Catalog::getMarkNames() const {
  return getSortedKeys(marks);
}
std::vector<StringRef> Catalog::getBundleNames() const {
  return getSortedKeys(bundles);
}
std::vector<StringRef> Catalog::getDeclaredDialects() const {
  return getSortedKeys(dialectAnchors);
}
std::vector<StringRef> Catalog::getPropertyNames() const {
  return getSortedKeys(properties);
}

//===----------------------------------------------------------------------===//
// Registered pipelines
//===----------------------------------------------------------------------===//

Error Catalog::verifyPipeline(const PassDescriptor &descriptor) const {
  for (const OptionDescriptor &option : descriptor.options)
    if (!option.defaultValue.empty() && !option.accepts(option.defaultValue))
      return makeError(Diagnostic(DiagnosticCode::BadOptions,
                                  "'" + option.defaultValue +
                                      "' is not a value of '" + option.name +
                                      "', whose default it is")
                           .about(option.name)
                           .note("it takes " + option.describeValues()));
  auto verifyOption = [&](StringRef step, StringRef option) -> Error {
    if (!descriptor.hasOptionList || descriptor.lookupOption(option))
      return Error::success();
    Diagnostic diagnostic(DiagnosticCode::BadOptions,
                          "'" + step.str() + "' in '" + descriptor.name +
                              "' depends on the option '" + option.str() +
                              "', which '" + descriptor.name +
                              "' does not have");
    SmallVector<StringRef> names;
    for (const OptionDescriptor &known : descriptor.options)
      names.push_back(known.name);
    suggest(diagnostic.about(option), option, names);
    return makeError(std::move(diagnostic));
  };
  for (const PipelineStep &step : descriptor.pipeline) {
    if (step.pass == descriptor.name)
      return makeError(
          Diagnostic(DiagnosticCode::IncludeCycle,
                     "the pipeline '" + descriptor.name + "' contains itself")
              .about(descriptor.name));
    for (const Condition &condition : step.conditions)
      if (Error error = verifyOption(step.pass, condition.name))
        return error;
    std::string options = step.options;
    for (const auto &[name, from] : step.optionsFrom) {
      if (Error error = verifyOption(step.pass, from))
        return error;
      // Of the value only the type is known.
      std::optional<std::string> value = getOptionValue(descriptor, "", from);
      const PassDescriptor *pass = lookupPass(step.pass);
      const OptionDescriptor *option =
          pass ? pass->lookupOption(name) : nullptr;
      if (value)
        options += " " + name + "=" + *value;
      else if (!option)
        options += " " + name;
    }
    if (const PassDescriptor *pass = lookupPass(step.pass))
      if (Error error = verifyOptions(*pass, options))
        return error;
  }
  return Error::success();
}
