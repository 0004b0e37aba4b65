//===- OwnerTiming.cpp - Time by owner ------------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/MLIRCompat.h"
#include "passmanager/runtime/ReportSupport.h"
#include "passmanager/runtime/Reports.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace pmb;
using namespace llvm;

// MLIR keeps its timers to itself until it prints them, so that is when their
// times are read. A timer of which the owner is another than that of the timer
// around it has both in its name, behind this character. What is printed does
// not show it.
static constexpr char nameEnd = '\x01';

static std::string writeOwner(const PassOwner *owner) {
  return utohexstr(reinterpret_cast<uintptr_t>(owner));
}

static const PassOwner *readOwner(StringRef text) {
  uintptr_t owner = 0;
  text.getAsInteger(16, owner);
  return reinterpret_cast<const PassOwner *>(owner);
}

/// Hands on what is printed, and adds up what timers with owners have measured.
class OwnerTimingManager::Output : public mlir::OutputStrategy {
public:
  Output(std::unique_ptr<mlir::OutputStrategy> inner, ArrayRef<OwnerKey> keys,
         bool isJson)
      : OutputStrategy(inner->os), inner(std::move(inner)), keys(keys),
        isJson(isJson) {}

  void printHeader(const mlir::TimeRecord &total) override {
    times.clear();
    times[nullptr] = total;
    list.clear();
    last.reset();
    inner->printHeader(total);
  }
  void printFooter() override { inner->printFooter(); }
  void printTime(const mlir::TimeRecord &time,
                 const mlir::TimeRecord &total) override {
    inner->printTime(time, total);
  }
  void printTreeEntry(unsigned indent, StringRef name,
                      const mlir::TimeRecord &time,
                      const mlir::TimeRecord &total) override {
    inner->printTreeEntry(indent, take(name, time), time, total);
  }
  void printTreeEntryEnd(unsigned indent, bool lastEntry) override {
    inner->printTreeEntryEnd(indent, lastEntry);
  }
  /// In a list MLIR has one entry for each name, sorted by time: that is to be
  /// done again without the owners. The last two entries are what remains and
  /// the total.
  void printListEntry(StringRef name, const mlir::TimeRecord &time,
                      const mlir::TimeRecord &total, bool lastEntry) override {
    if (!lastEntry) {
      if (last)
        list[last->first] += last->second;
      last.emplace(take(name, time).str(), time);
      return;
    }
    for (const auto &[listed, sum] : sortByTime(list))
      inner->printListEntry(listed, sum, total);
    if (last)
      inner->printListEntry(last->first, last->second, total);
    printParts(total);
    inner->printListEntry(name, time, total, lastEntry);
  }

private:
  using Times = std::map<std::string, mlir::TimeRecord>;

  static std::vector<std::pair<std::string, mlir::TimeRecord>>
  sortByTime(const Times &entries) {
    std::vector<std::pair<std::string, mlir::TimeRecord>> sorted(
        entries.begin(), entries.end());
    stable_sort(sorted, [](const auto &a, const auto &b) {
      return a.second.wall > b.second.wall;
    });
    return sorted;
  }

  /// Counts the time for the owner of the timer, and not for that of the timer
  /// around it. Returns the name without the owners.
  StringRef take(StringRef name, const mlir::TimeRecord &time) {
    auto [shown, owners] = name.split(nameEnd);
    auto [owner, around] = owners.split(',');
    if (!owners.empty()) {
      times[readOwner(owner)] += time;
      times[readOwner(around)] -= time;
    }
    return shown;
  }

  void printParts(const mlir::TimeRecord &total) {
    for (OwnerKey key : keys) {
      Times parts;
      for (const auto &[owner, time] : times)
        parts[owner ? getPart(*owner, key) : otherPart.str()] += time;
      for (const auto &[part, time] : sortByTime(parts))
        printPart(stringify(key), part, time, total);
    }
  }

  void printPart(StringRef key, StringRef part, const mlir::TimeRecord &time,
                 const mlir::TimeRecord &total) {
    if (!isJson) {
      inner->printListEntry(("(" + key + ") " + part).str(), time, total);
      return;
    }
    // MLIR's entries have no field for the key, and it escapes no names.
    os << '{';
    inner->printTime(time, total);
    os << ", \"by\": " << json::Value(key)
       << ", \"name\": " << json::Value(json::fixUTF8(part)) << "},\n";
  }

  std::unique_ptr<mlir::OutputStrategy> inner;
  std::vector<OwnerKey> keys;
  bool isJson;
  /// Null is for what has no owner.
  std::map<const PassOwner *, mlir::TimeRecord> times;
  /// The entries of a list by name, but for the last one so far.
  Times list;
  std::optional<std::pair<std::string, mlir::TimeRecord>> last;
};

OwnerTimingManager::OwnerTimingManager(
    std::shared_ptr<const PassOwners> owners, ArrayRef<OwnerKey> keys,
    std::unique_ptr<mlir::OutputStrategy> output, bool isJson)
    : owners(std::move(owners)) {
  setOutput(std::make_unique<Output>(std::move(output), keys, isJson));
  setEnabled(true);
}

OwnerTimingManager::OwnerTimingManager(
    std::shared_ptr<const PassOwners> owners, ArrayRef<OwnerKey> keys,
    std::unique_ptr<mlir::OutputStrategy> output)
    : OwnerTimingManager(std::move(owners), keys, std::move(output),
                         /*isJson=*/false) {}

OwnerTimingManager::OwnerTimingManager(std::shared_ptr<const PassOwners> owners,
                                       ArrayRef<OwnerKey> keys,
                                       OutputFormat format, raw_ostream &os)
    : OwnerTimingManager(std::move(owners), keys,
                         createOutputStrategy(format, os),
                         format == OutputFormat::Json) {}

OwnerTimingManager::~OwnerTimingManager() {
  // As long as the output has what it asks for.
  print();
  setEnabled(false);
}

void *OwnerTimingManager::nestTimer(void *handle, const void *id,
                                    function_ref<std::string()> nameBuilder) {
  // MLIR nests a timer for what is about to run, which is known already.
  std::lock_guard<std::mutex> lock(mutex);
  RunningPass running = owners->findRunning();
  const PassOwner *owner = running.owner;
  // The time of a pipeline that a pass runs is in that of the pass, though MLIR
  // nests the timer somewhere else.
  const PassOwner *around = running.isInside ? owner : timers.lookup(handle);
  void *timer = DefaultTimingManager::nestTimer(handle, id, [&] {
    std::string name = nameBuilder();
    if (owner != around)
      name += nameEnd + writeOwner(owner) + "," + writeOwner(around);
    return name;
  });
  timers[timer] = owner;
  return timer;
}

Error pmb::enableTimingBy(mlir::PassManager &pm,
                          std::shared_ptr<const PassOwners> owners,
                          ArrayRef<OwnerKey> keys,
                          mlir::DefaultTimingManager::DisplayMode displayMode,
                          mlir::DefaultTimingManager::OutputFormat format,
                          raw_ostream &os) {
  if (Error error = verifyAttached(pm, owners))
    return error;
  if (Error error = verifySome(keys))
    return error;
  if (!owners->setWatched(pm, PassOwners::Watcher::Timing))
    return Diagnostic(DiagnosticCode::CannotReport,
                      "the time of this pass manager is reported already")
        .help("give enableTimingBy() all keys at once");
  auto manager =
      std::make_unique<OwnerTimingManager>(std::move(owners), keys, format, os);
  manager->setDisplayMode(displayMode);
  pm.enableTiming(std::move(manager));
  return Error::success();
}
