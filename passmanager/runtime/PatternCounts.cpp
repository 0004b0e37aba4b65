//===- PatternCounts.cpp - How often patterns were applied ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes of this library have a listener while patterns are counted. MLIR's own
// take no listener. They ask dialects for patterns, so there is one that puts
// what the others have given into patterns that count.
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/PassManager.h"
#include "passmanager/runtime/PatternRecording.h"
#include "passmanager/runtime/ReportSupport.h"
#include "llvm/Support/JSON.h"

using namespace pmb;
using namespace llvm;

namespace {
/// What `convert-to-llvm` asks for patterns behind all others.
class CountingConversion : public mlir::ConvertToLLVMPatternInterface {
public:
  using ConvertToLLVMPatternInterface::ConvertToLLVMPatternInterface;

  void populateConvertToLLVMConversionPatterns(
      mlir::ConversionTarget &target, mlir::LLVMTypeConverter &converter,
      mlir::RewritePatternSet &patterns) const override {
    auto &all = patterns.getNativePatterns();
    size_t next = 0;
    for (mlir::Dialect *dialect : getContext()->getLoadedDialects()) {
      auto *asked =
          dialect->getRegisteredInterface<ConvertToLLVMPatternInterface>();
      if (!asked || asked == this)
        continue;
      // Which of them are its own shows when it is asked once more, for what it
      // has told the target and the converter already.
      mlir::RewritePatternSet own(getContext());
      asked->populateConvertToLLVMConversionPatterns(target, converter, own);
      size_t end = std::min(all.size(), next + own.getNativePatterns().size());
      PatternSource source{"", "", dialect->getNamespace().str()};
      for (; next < end; ++next)
        all[next] = makeCounting(std::move(all[next]), source);
    }
  }
};

class CountingDialect : public mlir::Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CountingDialect)
  static constexpr StringLiteral getDialectNamespace() {
    return countingDialect;
  }

  explicit CountingDialect(mlir::MLIRContext *context)
      : Dialect(getDialectNamespace(), context,
                mlir::TypeID::get<CountingDialect>()) {
    addInterface<CountingConversion>();
  }

  /// Asked behind other dialects, and before operations. Their patterns are
  /// tried once more when they have failed here, which changes nothing.
  void getCanonicalizationPatterns(
      mlir::RewritePatternSet &patterns) const override {
    for (mlir::RegisteredOperationName name :
         getContext()->getRegisteredOperations()) {
      mlir::RewritePatternSet own(getContext());
      name.getCanonicalizationPatterns(own, getContext());
      for (auto &pattern : own.getNativePatterns())
        patterns.add(makeCounting(std::move(pattern),
                                  {"", "", name.getDialectNamespace().str()}));
    }
  }

  /// Remembers that the patterns of `pm` are counted. Returns false if that was
  /// so.
  bool insert(const mlir::PassManager &pm) {
    std::lock_guard<std::mutex> lock(mutex);
    return counted.insert(&pm).second;
  }
  void erase(const mlir::PassManager &pm) {
    std::lock_guard<std::mutex> lock(mutex);
    counted.erase(&pm);
  }

private:
  std::mutex mutex;
  SmallPtrSet<const mlir::PassManager *, 4> counted;
};

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

class PatternCounts : public PatternRecording<PatternTally> {
public:
  using OutputFormat = mlir::DefaultTimingManager::OutputFormat;
  PatternCounts(const mlir::PassManager &pm, CountingDialect &dialect,
                OutputFormat format, raw_ostream &os)
      : pm(pm), dialect(dialect), format(format), os(os) {}
  ~PatternCounts() override {
    dialect.erase(pm);
    if (format == OutputFormat::Json)
      printJson();
    else
      printText();
  }

private:
  void printText() const {
    printTitle(os, "Patterns that were applied");
    for (const auto &[place, record] : records) {
      print(os, place);
      for (const auto &[source, patterns] : record.counts) {
        uint64_t sum = 0;
        for (const auto &[pattern, times] : patterns)
          sum += times;
        os.indent(2) << source.str() << ": " << sum << '\n';
        for (const auto &[pattern, times] : patterns)
          os.indent(4) << times << ' ' << pattern << '\n';
      }
    }
    os << '\n';
  }

  void printJson() const {
    json::OStream json(os, 2);
    auto printEntry = [&](const Place &place, const PatternSource &source,
                          StringRef pattern, uint64_t times) {
      auto add = [&](StringRef key, StringRef value) {
        if (!value.empty())
          json.attribute(key, json::fixUTF8(value));
      };
      json.object([&] {
        add("pass", place.first);
        add("slot", place.second);
        add("dialect", source.dialect);
        add("set", source.set);
        add("origin", source.origin);
        add("pattern", pattern);
        json.attribute("times", times);
      });
    };
    json.array([&] {
      for (const auto &[place, record] : records)
        for (const auto &[source, patterns] : record.counts) {
          for (const auto &[pattern, times] : patterns)
            printEntry(place, source, pattern, times);
          if (patterns.empty())
            printEntry(place, source, "", 0);
        }
    });
    json.flush();
    os << '\n';
  }

  const mlir::PassManager &pm;
  CountingDialect &dialect;
  OutputFormat format;
  raw_ostream &os;
};
} // namespace

Error pmb::enablePatternCounts(mlir::PassManager &pm,
                               mlir::DefaultTimingManager::OutputFormat format,
                               raw_ostream &os) {
  auto *dialect = pm.getContext()->getOrLoadDialect<CountingDialect>();
  if (!dialect->insert(pm))
    return Diagnostic(DiagnosticCode::CannotReport,
                      "the patterns of this pass manager are counted already")
        .help("call enablePatternCounts() once");
  pm.addInstrumentation(
      std::make_unique<PatternCounts>(pm, *dialect, format, os));
  return Error::success();
}
