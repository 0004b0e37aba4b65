//===- OwnerStatistics.cpp - Statistics by owner --------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/Pass.h"
#include "passmanager/runtime/ReportSupport.h"
#include "passmanager/runtime/Reports.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace pmb;
using namespace llvm;

#if LLVM_ENABLE_STATS
/// Whether MLIR keeps statistics. Its headers say so of the program that
/// includes them, which can have assertions where the library has none; what
/// the library leaves of a statistic then is not to be read.
static bool hasStatistics() {
  struct Probe : mlir::PassWrapper<Probe, mlir::OperationPass<>> {
    MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Probe)
    void runOnOperation() override {}
  };
  using Statistic = mlir::Pass::Statistic;
  Probe probe;
  const char *const name = "probe";
  alignas(Statistic) char storage[sizeof(Statistic)] = {};
  auto *statistic = new (storage) Statistic(&probe, name, "");
  return statistic->getName() == name;
}

namespace {
/// Adds up by how much each run of a pass has changed its statistics, so that
/// it does not matter which copy has run, nor what MLIR does with their sums.
class OwnerStatistics : public mlir::PassInstrumentation {
public:
  using OutputFormat = mlir::DefaultTimingManager::OutputFormat;

  OwnerStatistics(std::shared_ptr<const PassOwners> owners,
                  ArrayRef<OwnerKey> keys, OutputFormat format, raw_ostream &os)
      : owners(std::move(owners)), keys(keys), format(format), os(os) {}
  ~OwnerStatistics() override {
    if (format == OutputFormat::Json)
      printJson();
    else
      for (OwnerKey key : keys)
        printText(key);
  }

  void runBeforePass(mlir::Pass *pass, mlir::Operation *) override {
    if (!pass->getStatistics().empty())
      before[pass] = read(*pass);
  }
  void runAfterPass(mlir::Pass *pass, mlir::Operation *) override {
    auto it = before.find(pass);
    if (it == before.end())
      return;
    const PassOwner *owner = owners->find(*pass).owner;
    SmallVector<uint64_t, 4> now = read(*pass);
    for (auto [statistic, was, is] :
         zip(pass->getStatistics(), it->second, now))
      sums[owner][{pass->getName().str(), statistic->getName(),
                   statistic->getDesc()}] += is - was;
    before.erase(it);
  }
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) override {
    runAfterPass(pass, op);
  }

private:
  /// By the class of a pass, the name of a statistic of it, and its
  /// description.
  using Sums =
      std::map<std::tuple<std::string, std::string, std::string>, uint64_t>;

  static SmallVector<uint64_t, 4> read(mlir::Pass &pass) {
    SmallVector<uint64_t, 4> values;
    for (const mlir::Pass::Statistic *statistic : pass.getStatistics())
      values.push_back(statistic->getValue());
    return values;
  }
  /// The sums for the parts of a key.
  std::map<std::string, Sums> sumParts(OwnerKey key) const {
    std::map<std::string, Sums> parts;
    for (const auto &[owner, ofOwner] : sums)
      for (const auto &[statistic, sum] : ofOwner)
        parts[owner ? getPart(*owner, key) : otherPart.str()][statistic] += sum;
    return parts;
  }

  void printText(OwnerKey key) const {
    printTitle(os, "Pass statistics by " + stringify(key));
    for (const auto &[part, ofPart] : sumParts(key)) {
      os << part << '\n';
      StringRef lastPass;
      for (const auto &[statistic, sum] : ofPart) {
        const auto &[pass, name, description] = statistic;
        if (pass != lastPass)
          os.indent(2) << pass << '\n';
        lastPass = pass;
        os.indent(4) << "(S) " << sum << ' ' << name << " - " << description
                     << '\n';
      }
    }
    os << '\n';
  }

  void printJson() const {
    json::OStream json(os, 2);
    json.array([&] {
      for (OwnerKey key : keys)
        for (const auto &[part, ofPart] : sumParts(key))
          for (const auto &[statistic, sum] : ofPart)
            json.value(json::Object{{"by", stringify(key)},
                                    {"name", part},
                                    {"pass", std::get<0>(statistic)},
                                    {"statistic", std::get<1>(statistic)},
                                    {"value", sum}});
    });
    json.flush();
    os << '\n';
  }

  std::shared_ptr<const PassOwners> owners;
  std::vector<OwnerKey> keys;
  OutputFormat format;
  raw_ostream &os;
  DenseMap<const mlir::Pass *, SmallVector<uint64_t, 4>> before;
  std::map<const PassOwner *, Sums> sums;
};
} // namespace

void pmb::addStatisticsBy(mlir::PassManager &pm,
                          std::shared_ptr<const PassOwners> owners,
                          ArrayRef<OwnerKey> keys,
                          mlir::DefaultTimingManager::OutputFormat format,
                          raw_ostream &os) {
  pm.addInstrumentation(
      std::make_unique<OwnerStatistics>(std::move(owners), keys, format, os));
}
#endif

Error pmb::enableStatisticsBy(
    mlir::PassManager &pm, std::shared_ptr<const PassOwners> owners,
    ArrayRef<OwnerKey> keys,
    [[maybe_unused]] mlir::DefaultTimingManager::OutputFormat format,
    [[maybe_unused]] raw_ostream &os) {
  if (Error error = verifyAttached(pm, owners))
    return error;
  if (Error error = verifySome(keys))
    return error;
#if LLVM_ENABLE_STATS
  if (hasStatistics()) {
    addStatisticsBy(pm, std::move(owners), keys, format, os);
    return Error::success();
  }
#endif
  return Diagnostic(DiagnosticCode::CannotReport,
                    "this LLVM was built without statistics")
      .help("use one with assertions, or that was built with "
            "LLVM_FORCE_ENABLE_STATS");
}
