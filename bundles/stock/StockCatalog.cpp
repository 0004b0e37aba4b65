//===- StockCatalog.cpp - What is known about the passes of MLIR ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/stock/StockCatalog.h"
#include "builder/diagnostics/Suggestions.h"
#include "bundles/catalog/StockPasses.inc"
#include "bundles/contracts/PassJson.h"
#include "bundles/stock/StockBundles.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include <atomic>
#include <map>
#include <mutex>

using namespace pmb;
using namespace llvm;

static JsonDocument parseStock(StringRef text, const StockRelease &release) {
  Expected<JsonDocument> document =
      JsonDocument::parse(SourceText::refer(text, release.folder));
  // The text was written by a script of this project and is read by its tests.
  return cantFail(std::move(document), "the stock catalog is not JSON");
}

/// FNV-1a over words of four bytes and the bytes left, as in catalog/embed.py.
static uint32_t hashName(StringRef name) {
  uint32_t hash = 2166136261u;
  for (; name.size() >= 4; name = name.drop_front(4))
    hash = (hash ^ support::endian::read32le(name.data())) * 16777619u;
  for (unsigned char c : name)
    hash = (hash ^ c) * 16777619u;
  return hash ^ hash >> 16;
}

namespace {
/// The table of a release, with what was parsed so far. A pass that two threads
/// parse at the same time is kept once.
class StockSource : public CatalogSource {
public:
  StockSource(const StockRelease &release, CatalogVersion version)
      : release(release), version(version), parsed(release.passes.size()) {}

  const PassDescriptor *lookupPass(StringRef name) const override {
    size_t size = release.buckets.size();
    for (size_t at = hashName(name) % size;; at = (at + 1) % size) {
      size_t index = release.buckets[at];
      if (index == release.passes.size())
        return nullptr;
      if (release.passes[index].name != name)
        continue;
      const PassDescriptor *known =
          parsed[index].load(std::memory_order_acquire);
      return known ? known : parse(index);
    }
  }

  void getPassNames(std::vector<StringRef> &names) const override {
    for (const StockPass &pass : release.passes)
      names.push_back(pass.name);
  }

  std::optional<Operations> lookupDialect(StringRef name) const override {
    const StockDialect *it = lower_bound(
        release.dialects, name,
        [](const StockDialect &d, StringRef n) { return d.name < n; });
    if (it == release.dialects.end() || it->name != name)
      return std::nullopt;
    return Operations{it->usual, it->others};
  }

  void getDialectNames(std::vector<StringRef> &names) const override {
    for (const StockDialect &dialect : release.dialects)
      names.push_back(dialect.name);
  }

  StringRef getItems() const override { return release.items; }

  const PassBundle *lookupBundle(StringRef name) const override {
    return bundles::lookupStockBundle(name, version.release);
  }
  void getBundleNames(std::vector<StringRef> &names) const override {
    append_range(names, bundles::getStockBundleNames(version.release));
  }

  size_t countParsed() const {
    return count_if(parsed, [](const auto &entry) { return entry.load(); });
  }

private:
  const PassDescriptor *parse(size_t index) const {
    JsonDocument document = parseStock(release.passes[index].text, release);
    auto pass = std::make_unique<PassDescriptor>(release.passes[index].name);
    JsonReader reader(document);
    readPassDescriptor(reader.getRoot(), *pass, version);
    cantFail(reader.takeError(), "the stock catalog has an error");
    const PassDescriptor *expected = nullptr;
    // Lives as long as the process: others point to it.
    return parsed[index].compare_exchange_strong(expected, pass.get())
               ? pass.release()
               : expected;
  }

  const StockRelease &release;
  const CatalogVersion version;
  mutable std::vector<std::atomic<const PassDescriptor *>> parsed;
};
} // namespace

/// The release of LLVM that this is built with, as a host that checks its own
/// pipelines is.
static const StockRelease &getDefaultRelease() {
  const auto *found = find_if(stockReleases, [](const StockRelease &release) {
    return release.version.release == PMB_CATALOG_RELEASE;
  });
  assert(found != std::end(stockReleases) && "one is built for");
  return *found;
}

namespace {
/// A version of the catalog. Never destroyed: others point to what is in it.
struct StockVersion {
  StockVersion(const StockRelease &release, CatalogVersion version);
  StockSource source;
  Catalog catalog;
};
} // namespace

StockVersion::StockVersion(const StockRelease &release, CatalogVersion version)
    : source(release, version) {
  JsonDocument header = parseStock(release.header, release);
  cantFail(readContracts(header, catalog), "the stock catalog has an error");
  catalog.setSource(&source);
  catalog.setVersions(version, release.versions.vec());
}

static const StockVersion &getDefaultVersion() {
  static const auto *stock =
      new StockVersion(getDefaultRelease(), getDefaultRelease().version);
  return *stock;
}

const Catalog &pmb::getStockCatalog() { return getDefaultVersion().catalog; }

/// Names the versions that there are.
static Error makeNoVersion(StringRef text) {
  std::vector<std::string> known;
  for (const StockRelease &release : reverse(stockReleases))
    for (CatalogVersion version : release.versions)
      known.push_back(version.str());
  return makeError(Diagnostic(DiagnosticCode::BadValue,
                              "the catalog has no version " + quote(text))
                       .help("these are there: " + join(known, ", ")));
}

Expected<const Catalog &> pmb::getStockCatalog(StringRef version) {
  std::optional<CatalogVersion> wanted = CatalogVersion::parse(version);
  // A release alone is what is known of it by default.
  for (const StockRelease &each : stockReleases)
    if (std::to_string(each.version.release) == version)
      wanted = each.version;
  const auto *release = find_if(stockReleases, [&](const StockRelease &each) {
    return wanted && is_contained(each.versions, *wanted);
  });
  if (release == std::end(stockReleases))
    return makeNoVersion(version);
  if (*wanted == getDefaultRelease().version)
    return getStockCatalog();
  static std::mutex mutex;
  static auto *pinned = new std::map<CatalogVersion, StockVersion>();
  std::lock_guard<std::mutex> lock(mutex);
  return pinned->try_emplace(*wanted, *release, *wanted).first->second.catalog;
}

size_t pmb::countParsedStockPasses() {
  return getDefaultVersion().source.countParsed();
}
