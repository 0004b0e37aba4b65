//===- RegisteredContracts.cpp - What this program has registered ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/contracts/RegisteredContracts.h"
#include "builder/diagnostics/LLVMCompat.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/stock/StockCatalog.h"
#include "passmanager/contracts/ContractRegistration.h"
#include "passmanager/contracts/EmbeddedContracts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"
#include <atomic>
#include <mutex>
#include <shared_mutex>

using namespace pmb;
using namespace llvm;

// What was registered last. Set before the first constructor of a global object
// runs, as those register.
static std::atomic<const pmb::detail::ClassContract *> lastClass{nullptr};
static std::atomic<const EmbeddedContracts *> lastTexts{nullptr};

template <typename T>
static void push(std::atomic<const T *> &last, T &added, const T *&previous) {
  previous = last.load();
  while (!last.compare_exchange_weak(previous, &added))
    ;
}

void pmb::detail::addClassContract(ClassContract &contract) {
  push(lastClass, contract, contract.previous);
}
void pmb::detail::addEmbeddedContracts(EmbeddedContracts &contracts) {
  push(lastTexts, contracts, contracts.previous);
}

pmb::detail::RegistrationMark pmb::detail::getRegistrationMark() {
  return {lastClass.load(), lastTexts.load()};
}
void pmb::detail::forgetRegistrationsSince(RegistrationMark mark) {
  lastClass = static_cast<const ClassContract *>(mark.classes);
  lastTexts = static_cast<const EmbeddedContracts *>(mark.texts);
}

//===----------------------------------------------------------------------===//
// The registry
//===----------------------------------------------------------------------===//

namespace pmb {
/// A class that was registered or used.
struct ReadClass {
  pmb::detail::PassIdentity identity;
  PassDescriptor descriptor;
  bool isRegistered = false;

  /// Whether it is the contract of a name, too.
  bool hasName() const { return isRegistered && identity.hasArgument; }
};

/// The contract of one class, or of the passes of one name. An error if two
/// parties say different things.
struct KnownContract {
  const PassDescriptor *descriptor = nullptr;
  std::optional<Diagnostic> conflict;
  /// The name is not known before there is an instance.
  bool isNameless = false;
  /// Of a name: a class was registered that has it.
  bool isOfClass = false;

  Expected<const PassDescriptor *> get() const {
    if (conflict)
      return makeError(*conflict);
    return descriptor;
  }
};
} // namespace pmb

/// Reads what was registered, when it is needed first, and keeps it.
class pmb::ContractRegistry {
public:
  static ContractRegistry &get() {
    // Never destroyed: global objects may build pipelines in their destructors.
    static ContractRegistry *registry = new ContractRegistry();
    return *registry;
  }
  static bool isEmpty() { return !lastClass.load() && !lastTexts.load(); }

  const Catalog &getCatalog();
  Error addTo(Catalog &catalog);
  Expected<const PassDescriptor *> lookup(const mlir::Pass &pass);

private:
  void update();
  void readNewClasses(const pmb::detail::ClassContract *last);
  void makeCatalog();
  static std::vector<PassDescriptor>
  readTexts(const EmbeddedContracts *texts, Catalog &catalog,
            std::vector<Diagnostic> &failures);
  void addToTable(KnownContract &known, const PassDescriptor &said);
  KnownContract &getKnown(const pmb::detail::PassIdentity &identity);

  /// Held while registrations are read: classes make passes, which may build
  /// pipelines.
  std::recursive_mutex readMutex;
  bool isReading = false;
  std::atomic<const pmb::detail::ClassContract *> readClass{nullptr};
  std::atomic<const EmbeddedContracts *> readText{nullptr};
  std::vector<std::unique_ptr<ReadClass>> classes;

  /// Held while the tables are read or changed.
  std::shared_mutex tableMutex;
  DenseMap<mlir::TypeID, KnownContract> byType;
  /// Of classes that MLIR takes for the first of that type, by the names of
  /// their passes: two libraries have one that is called the same.
  DenseMap<std::pair<mlir::TypeID, StringRef>, KnownContract> others;
  /// What was registered for an argument.
  StringMap<KnownContract> byName;

  std::vector<std::unique_ptr<const PassDescriptor>> descriptors;
  std::vector<std::unique_ptr<const Catalog>> catalogs;
  std::atomic<const Catalog *> catalog{nullptr};
};

void ContractRegistry::update() {
  if (readClass.load() == lastClass.load() &&
      readText.load() == lastTexts.load() && catalog.load())
    return;
  std::lock_guard<std::recursive_mutex> lock(readMutex);
  // A description that is read meanwhile sees what was known before.
  if (std::exchange(isReading, true))
    return;
  scope_exit done([&] { isReading = false; });
  size_t countBefore = classes.size();
  const pmb::detail::ClassContract *last = lastClass.load();
  readNewClasses(last);
  bool isCatalogNew = !catalog.load() || readText.load() != lastTexts.load();
  for (size_t i = countBefore; i < classes.size(); ++i)
    isCatalogNew |= classes[i]->hasName();
  if (isCatalogNew)
    makeCatalog();
  std::lock_guard<std::shared_mutex> tables(tableMutex);
  for (size_t i = countBefore; i < classes.size(); ++i) {
    const ReadClass &read = *classes[i];
    KnownContract &known = getKnown(read.identity);
    known.isNameless |= !known.descriptor && read.identity.name.empty();
    addToTable(known, read.descriptor);
    auto named = byName.find(read.identity.name);
    if (read.identity.hasArgument && named != byName.end() &&
        !named->second.conflict)
      addToTable(known, *named->second.descriptor);
  }
  // Not before: a reader that sees it does not wait.
  readClass = last;
}

KnownContract &
ContractRegistry::getKnown(const pmb::detail::PassIdentity &identity) {
  KnownContract &first = byType[identity.type];
  return !first.descriptor || first.isNameless || !identity.hasArgument ||
                 first.descriptor->name == identity.name
             ? first
             : others[{identity.type, identity.name}];
}

void ContractRegistry::readNewClasses(const pmb::detail::ClassContract *last) {
  SmallVector<const pmb::detail::ClassContract *> added;
  for (auto *contract = last; contract && contract != readClass.load();
       contract = contract->previous)
    added.push_back(contract);
  size_t countBefore = classes.size();
  for (const pmb::detail::ClassContract *contract : added) {
    auto read = std::make_unique<ReadClass>();
    contract->identify(read->identity);
    const std::string &name = read->identity.name;
    read->descriptor = describePass(
        name.empty() ? read->identity.className : name, contract->describe);
    read->isRegistered = contract->file;
    // Of the path only what is the same on all machines.
    read->descriptor.describedIn =
        contract->file ? (sys::path::filename(contract->file) + ":" +
                          Twine(contract->line))
                             .str()
                       : read->identity.className + "::describe";
    classes.push_back(std::move(read));
  }
  // The order of registration is that of linking.
  std::stable_sort(classes.begin() + countBefore, classes.end(),
                   [](const auto &a, const auto &b) {
                     return a->descriptor.describedIn <
                            b->descriptor.describedIn;
                   });
}

/// Lets `known` say what `said` says, too.
void ContractRegistry::addToTable(KnownContract &known,
                                  const PassDescriptor &said) {
  if (known.conflict)
    return;
  if (!known.descriptor) {
    descriptors.push_back(std::make_unique<const PassDescriptor>(said));
    known.descriptor = descriptors.back().get();
    return;
  }
  if (known.descriptor->describedIn == said.describedIn)
    return;
  if (Error error = Catalog::verifySame(*known.descriptor, said)) {
    known.conflict = std::move(takeDiagnostics(std::move(error)).front());
    return;
  }
  // What only one of them says is known, too. Pipelines may use what there was.
  auto merged = std::make_unique<PassDescriptor>(*known.descriptor);
  merged->complete(said);
  known.descriptor = merged.get();
  descriptors.push_back(std::move(merged));
}

static bool isSame(const PassDescriptor &known, const PassDescriptor &other) {
  return !errorToBool(Catalog::verifySame(known, other));
}

/// Reads all texts, and returns what they say of passes that the stock catalog
/// does not know; any text may add to those that it knows. One text may need
/// what another declares, so those that cannot be read are tried again as long
/// as others can.
std::vector<PassDescriptor>
ContractRegistry::readTexts(const EmbeddedContracts *texts, Catalog &target,
                            std::vector<Diagnostic> &failures) {
  SmallVector<const ContractsText *> waiting;
  for (; texts; texts = texts->previous)
    waiting.push_back(&texts->text);
  // The order of registration is that of linking.
  auto getKey = [](const ContractsText *text) {
    return std::make_pair(StringRef(text->name), StringRef(text->text));
  };
  llvm::sort(waiting, [&](const ContractsText *a, const ContractsText *b) {
    return getKey(a) < getKey(b);
  });
  // A header may be included twice.
  waiting.erase(
      llvm::unique(waiting,
                   [&](const ContractsText *a, const ContractsText *b) {
                     return getKey(a) == getKey(b);
                   }),
      waiting.end());
  std::vector<PassDescriptor> said;
  StringMap<PassDescriptor> first;
  for (bool isProgress = true; isProgress && !waiting.empty();) {
    failures.clear();
    size_t count = waiting.size();
    llvm::erase_if(waiting, [&](const ContractsText *text) {
      std::vector<PassDescriptor> own;
      // Of two that differ the catalog has one, and adding the pass is an
      // error.
      auto take = [&](const PassDescriptor &pass) {
        own.push_back(pass);
        auto known = first.find(pass.name);
        return known == first.end() || isSame(known->second, pass);
      };
      if (Error error = readContracts(*text, target, take)) {
        append_range(failures, takeDiagnostics(std::move(error)));
        return false;
      }
      for (const PassDescriptor &pass : own)
        if (!getStockCatalog().lookupPass(pass.name)) {
          first.try_emplace(pass.name, pass);
          said.push_back(pass);
        }
      return true;
    });
    isProgress = waiting.size() < count;
  }
  return said;
}

/// Adds a registered class under its name.
static Error addClass(Catalog &catalog, const ReadClass &read) {
  PassDescriptor descriptor = read.descriptor;
  if (descriptor.summary.empty())
    descriptor.summary = read.identity.summary;
  if (descriptor.anchor.empty())
    descriptor.anchor = read.identity.anchor;
  return catalog.lookupPass(descriptor.name)
             ? catalog.extendPass(descriptor)
             : catalog.overridePass(std::move(descriptor));
}

void ContractRegistry::makeCatalog() {
  const EmbeddedContracts *texts = lastTexts.load();
  Catalog made = getStockCatalog().clone();
  std::vector<Diagnostic> failures;
  std::vector<PassDescriptor> said = readTexts(texts, made, failures);
  for (Diagnostic &failure : failures)
    made.addMistake(std::move(failure));
  for (const auto &read : classes)
    if (read->hasName())
      // What is wrong with it is said where the pass is added.
      consumeError(addClass(made, *read));

  std::lock_guard<std::shared_mutex> tables(tableMutex);
  byName.clear();
  for (const PassDescriptor &text : said)
    addToTable(byName[text.name], text);
  for (const auto &read : classes)
    if (read->hasName()) {
      KnownContract &known = byName[read->identity.name];
      known.isOfClass = true;
      addToTable(known, read->descriptor);
    }
  catalogs.push_back(std::make_unique<const Catalog>(std::move(made)));
  catalog = catalogs.back().get();
  readText = texts;
}

//===----------------------------------------------------------------------===//
// Asking it
//===----------------------------------------------------------------------===//

const Catalog &ContractRegistry::getCatalog() {
  update();
  // Null for a pass that is made to be read before there is any.
  const Catalog *known = catalog.load();
  return known ? *known : getStockCatalog();
}

Error ContractRegistry::addTo(Catalog &target) {
  update();
  std::lock_guard<std::recursive_mutex> lock(readMutex);
  std::vector<Diagnostic> failures;
  Catalog copy = target.clone();
  readTexts(readText, copy, failures);
  for (const auto &entry : byName)
    if (entry.second.conflict)
      failures.push_back(*entry.second.conflict);
  for (const auto &read : classes)
    if (read->hasName())
      append_range(failures, takeDiagnostics(addClass(copy, *read)));
  if (!failures.empty())
    return makeError(std::move(failures));
  target = std::move(copy);
  return Error::success();
}

Expected<const PassDescriptor *>
ContractRegistry::lookup(const mlir::Pass &pass) {
  update();
  StringRef argument = pass.getArgument();
  {
    std::shared_lock<std::shared_mutex> lock(tableMutex);
    auto named = argument.empty() ? byName.end() : byName.find(argument);
    if (named != byName.end() && named->second.conflict)
      return named->second.get();
    if (auto other = others.find({pass.getTypeID(), argument});
        other != others.end())
      return other->second.get();
    auto known = byType.find(pass.getTypeID());
    if (known != byType.end() && !known->second.isNameless)
      return known->second.get();
    if (known == byType.end())
      // Another library may have another TypeID for the class.
      return named != byName.end() && named->second.isOfClass
                 ? named->second.get()
                 : Expected<const PassDescriptor *>(nullptr);
  }
  std::lock_guard<std::shared_mutex> lock(tableMutex);
  KnownContract &known = byType[pass.getTypeID()];
  if (std::exchange(known.isNameless, false)) {
    auto renamed = std::make_unique<PassDescriptor>(*known.descriptor);
    renamed->name = (argument.empty() ? pass.getName() : argument).str();
    known.descriptor = renamed.get();
    descriptors.push_back(std::move(renamed));
  }
  return known.get();
}

const Catalog &pmb::getRegisteredCatalog() {
  return ContractRegistry::isEmpty() ? getStockCatalog()
                                     : ContractRegistry::get().getCatalog();
}

Error pmb::addRegisteredContracts(Catalog &catalog) {
  return ContractRegistry::isEmpty() ? Error::success()
                                     : ContractRegistry::get().addTo(catalog);
}

Expected<const PassDescriptor *> pmb::lookupContract(const mlir::Pass &pass) {
  return ContractRegistry::isEmpty() ? Expected<const PassDescriptor *>(nullptr)
                                     : ContractRegistry::get().lookup(pass);
}
