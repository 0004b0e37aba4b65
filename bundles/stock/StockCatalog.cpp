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

static constexpr StringLiteral catalogName = "bundles/catalog/mlir-22";

static JsonDocument parseStock(StringRef text) {
  Expected<JsonDocument> document =
      JsonDocument::parse(SourceText::refer(text, catalogName));
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
/// The table, with what was parsed so far. A pass that two threads parse at the
/// same time is kept once.
class StockSource : public CatalogSource {
public:
  explicit StockSource(CatalogVersion version) : version(version) {}

  const PassDescriptor *lookupPass(StringRef name) const override {
    constexpr size_t size = std::size(stockBuckets);
    for (size_t at = hashName(name) % size;; at = (at + 1) % size) {
      size_t index = stockBuckets[at];
      if (index == std::size(stockPasses))
        return nullptr;
      if (stockPasses[index].name != name)
        continue;
      const PassDescriptor *known =
          parsed[index].load(std::memory_order_acquire);
      return known ? known : parse(index);
    }
  }

  void getPassNames(std::vector<StringRef> &names) const override {
    for (const StockPass &pass : stockPasses)
      names.push_back(pass.name);
  }

  std::optional<Operations> lookupDialect(StringRef name) const override {
    const StockDialect *it = lower_bound(
        stockDialects, name,
        [](const StockDialect &d, StringRef n) { return d.name < n; });
    if (it == std::end(stockDialects) || it->name != name)
      return std::nullopt;
    return Operations{it->usual, it->others};
  }

  void getDialectNames(std::vector<StringRef> &names) const override {
    for (const StockDialect &dialect : stockDialects)
      names.push_back(dialect.name);
  }

  StringRef getItems() const override { return stockItems; }

  const PassBundle *lookupBundle(StringRef name) const override {
    return bundles::lookupStockBundle(name);
  }
  void getBundleNames(std::vector<StringRef> &names) const override {
    append_range(names, bundles::getStockBundleNames());
  }

  size_t countParsed() const {
    return count_if(parsed, [](const auto &entry) { return entry.load(); });
  }

private:
  const PassDescriptor *parse(size_t index) const {
    JsonDocument document = parseStock(stockPasses[index].text);
    auto pass = std::make_unique<PassDescriptor>(stockPasses[index].name);
    JsonReader reader(document);
    readPassDescriptor(reader, document.getRoot(), *pass, version);
    cantFail(reader.takeError(), "the stock catalog has an error");
    const PassDescriptor *expected = nullptr;
    // Lives as long as the process: others point to it.
    return parsed[index].compare_exchange_strong(expected, pass.get())
               ? pass.release()
               : expected;
  }

  const CatalogVersion version;
  mutable std::atomic<const PassDescriptor *> parsed[std::size(stockPasses)] =
      {};
};
} // namespace

static const StockSource &getStockSource() {
  static const StockSource source(stockVersion);
  return source;
}

static Catalog makeStockCatalog(CatalogVersion version,
                                const StockSource &source) {
  Catalog result;
  JsonDocument header = parseStock(stockHeader);
  cantFail(readContracts(header, result), "the stock catalog has an error");
  result.setSource(&source);
  result.setVersions(version,
                     std::vector<CatalogVersion>(std::begin(stockVersions),
                                                 std::end(stockVersions)));
  return result;
}

const Catalog &pmb::getStockCatalog() {
  static const Catalog catalog =
      makeStockCatalog(stockVersion, getStockSource());
  return catalog;
}

/// Names the versions that there are.
static Error makeNoVersion(StringRef text) {
  std::vector<std::string> known;
  for (CatalogVersion version : stockVersions)
    known.push_back(version.str());
  return makeError(
      Diagnostic(DiagnosticCode::BadValue,
                 "the catalog has no version " + quote(text))
          .help((known.size() > 1 ? "these are there: " : "the only one is ") +
                join(known, ", ")));
}

Expected<const Catalog &> pmb::getStockCatalog(StringRef version) {
  std::optional<CatalogVersion> wanted = CatalogVersion::parse(version);
  if (!wanted || !is_contained(stockVersions, *wanted))
    return makeNoVersion(version);
  if (*wanted == stockVersion)
    return getStockCatalog();
  struct Pinned {
    explicit Pinned(CatalogVersion version)
        : source(version), catalog(makeStockCatalog(version, source)) {}
    StockSource source;
    Catalog catalog;
  };
  static std::mutex mutex;
  static std::map<CatalogVersion, Pinned> pinned;
  std::lock_guard<std::mutex> lock(mutex);
  return pinned.try_emplace(*wanted, *wanted).first->second.catalog;
}

size_t pmb::countParsedStockPasses() { return getStockSource().countParsed(); }
