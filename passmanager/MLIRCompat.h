//===- MLIRCompat.h - What differs between releases of MLIR ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What this floor uses of MLIR 22 and MLIR 19 has not, or has by another name.
// Where there is nothing in its place, `needsMLIR22` is the error. It goes when
// LLVM 19 does.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_MLIRCOMPAT_H
#define PMB_PASSMANAGER_MLIRCOMPAT_H

#include "builder/diagnostics/Diagnostic.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/Timing.h"
#include "mlir/Support/ToolUtilities.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "passmanager/MLIRPass.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"

namespace pmb {

/// Whether instrumentations can make a pass fail that is through, and drivers
/// of patterns let one choose when they fold.
inline constexpr bool isMLIR22 = LLVM_VERSION_MAJOR >= 22;

#if LLVM_VERSION_MAJOR >= 22

using mlir::applyPatternsGreedily;
using mlir::ConversionConfig;
using mlir::createOutputStrategy;
using mlir::DialectConversionFoldingMode;
using mlir::GreedyRewriteConfig;

template <typename OpT, typename... Args>
OpT createOp(mlir::OpBuilder &builder, mlir::Location location,
             Args &&...args) {
  return OpT::create(builder, location, std::forward<Args>(args)...);
}

inline bool isStrided(mlir::MemRefType type) { return type.isStrided(); }
inline bool isLastMemrefDimUnitStride(mlir::MemRefType type) {
  return type.isLastDimUnitStride();
}
inline mlir::LogicalResult
getStridesAndOffset(mlir::MemRefType type,
                    llvm::SmallVectorImpl<int64_t> &strides, int64_t &offset) {
  return type.getStridesAndOffset(strides, offset);
}

/// How many lines of `source` are before a part of it.
inline size_t countLinesBefore(const llvm::MemoryBuffer &part,
                               const llvm::MemoryBufferRef &source) {
  return source.getBuffer()
      .take_front(part.getBufferStart() - source.getBufferStart())
      .count('\n');
}
using mlir::splitAndProcessBuffer;
template <typename ConfigT> bool shouldVerifyOnParsing(const ConfigT &config) {
  return config.shouldVerifyOnParsing();
}
template <typename ConfigT> bool shouldListPasses(const ConfigT &config) {
  return config.shouldListPasses();
}

/// What goes with a diagnostic and is not printed.
inline llvm::ArrayRef<mlir::DiagnosticArgument>
getMetadata(mlir::Diagnostic &diagnostic) {
  return diagnostic.getMetadata();
}
/// The text is empty: where it is tells one from another.
inline void addMetadata(mlir::Diagnostic &diagnostic, llvm::StringRef text) {
  diagnostic.getMetadata().emplace_back(text);
}

#else

using mlir::getStridesAndOffset;
using mlir::isLastMemrefDimUnitStride;
using mlir::isStrided;

template <typename OpT, typename... Args>
OpT createOp(mlir::OpBuilder &builder, mlir::Location location,
             Args &&...args) {
  return builder.create<OpT>(location, std::forward<Args>(args)...);
}

/// Parts are copies: `within split at <file>:<line> offset `.
inline size_t countLinesBefore(const llvm::MemoryBuffer &part,
                               const llvm::MemoryBufferRef &) {
  llvm::StringRef name = part.getBufferIdentifier();
  size_t line = 1;
  if (name.consume_back(" offset "))
    (void)name.rsplit(':').second.getAsInteger(10, line);
  return line - 1;
}
/// A part is its own source.
inline mlir::LogicalResult splitAndProcessBuffer(
    std::unique_ptr<llvm::MemoryBuffer> buffer,
    llvm::function_ref<mlir::LogicalResult(std::unique_ptr<llvm::MemoryBuffer>,
                                           const llvm::MemoryBufferRef &,
                                           llvm::raw_ostream &)>
        process,
    llvm::raw_ostream &os, llvm::StringRef marker,
    llvm::StringRef outputMarker) {
  auto processPart = [&](std::unique_ptr<llvm::MemoryBuffer> part,
                         llvm::raw_ostream &partOS) {
    llvm::MemoryBufferRef source = part->getMemBufferRef();
    return process(std::move(part), source, partOS);
  };
  return mlir::splitAndProcessBuffer(std::move(buffer), processPart, os, marker,
                                     outputMarker);
}
/// Without the options that say otherwise.
template <typename ConfigT> bool shouldVerifyOnParsing(const ConfigT &) {
  return true;
}
template <typename ConfigT> bool shouldListPasses(const ConfigT &) {
  return false;
}

inline llvm::ArrayRef<mlir::DiagnosticArgument>
getMetadata(mlir::Diagnostic &diagnostic) {
  return diagnostic.getArguments();
}
inline void addMetadata(mlir::Diagnostic &diagnostic, llvm::StringRef text) {
  diagnostic << text;
}

/// Too late for MLIR 19, which has looked at the result already: what relies on
/// it is refused before the run, with `needsMLIR22`.
inline void signalPassFailure(mlir::Pass *pass) {
  getExecutionState(*pass).irAndPassFailed.setInt(true);
}

class GreedyRewriteConfig : public mlir::GreedyRewriteConfig {
public:
  int64_t getMaxIterations() const { return maxIterations; }
  int64_t getMaxNumRewrites() const { return maxNumRewrites; }
  GreedyRewriteConfig &setUseTopDownTraversal(bool use = true) {
    useTopDownTraversal = use;
    return *this;
  }
  GreedyRewriteConfig &
  setRegionSimplificationLevel(mlir::GreedySimplifyRegionLevel level) {
    enableRegionSimplification = level;
    return *this;
  }
  GreedyRewriteConfig &setStrictness(mlir::GreedyRewriteStrictness mode) {
    strictMode = mode;
    return *this;
  }
  GreedyRewriteConfig &setMaxIterations(int64_t iterations) {
    maxIterations = iterations;
    return *this;
  }
  GreedyRewriteConfig &setMaxNumRewrites(int64_t limit) {
    maxNumRewrites = limit;
    return *this;
  }
  GreedyRewriteConfig &setListener(mlir::RewriterBase::Listener *heard) {
    listener = heard;
    return *this;
  }
  /// REQUIRES: it is true, as it always folds, and merges constants.
  GreedyRewriteConfig &enableFolding([[maybe_unused]] bool enable = true) {
    assert(enable && "it always folds");
    return *this;
  }
  GreedyRewriteConfig &enableConstantCSE([[maybe_unused]] bool enable = true) {
    assert(enable && "it always merges constants");
    return *this;
  }
};

inline mlir::LogicalResult
applyPatternsGreedily(mlir::Operation *op,
                      const mlir::FrozenRewritePatternSet &patterns,
                      GreedyRewriteConfig config = {}) {
  return applyPatternsAndFoldGreedily(op, patterns, std::move(config));
}

enum class DialectConversionFoldingMode {
  Never,
  BeforePatterns,
  AfterPatterns,
};

/// It has only the values that both have by default.
struct ConversionConfig : mlir::ConversionConfig {
  bool buildMaterializations = true;
  DialectConversionFoldingMode foldingMode =
      DialectConversionFoldingMode::BeforePatterns;
};

/// What MLIR's own tables of times look like, whose classes MLIR 19 hides.
class TimesAsText : public mlir::OutputStrategy {
public:
  using OutputStrategy::OutputStrategy;

  void printHeader(const mlir::TimeRecord &total) override {
    std::string line = "===" + std::string(73, '-') + "===\n";
    os << line;
    os.indent(25) << "... Execution time report ...\n" << line;
    os << llvm::format("  Total Execution Time: %.4f seconds\n\n", total.wall);
    if (total.user != total.wall)
      os << "  ----User Time----";
    os << "  ----Wall Time----  ----Name----\n";
  }
  void printFooter() override { os.flush(); }
  void printTime(const mlir::TimeRecord &time,
                 const mlir::TimeRecord &total) override {
    if (total.user != total.wall)
      os << llvm::format("  %8.4f (%5.1f%%)", time.user,
                         100.0 * time.user / total.user);
    os << llvm::format("  %8.4f (%5.1f%%)  ", time.wall,
                       100.0 * time.wall / total.wall);
  }
  void printListEntry(llvm::StringRef name, const mlir::TimeRecord &time,
                      const mlir::TimeRecord &total, bool) override {
    printTreeEntry(0, name, time, total);
  }
  void printTreeEntry(unsigned indent, llvm::StringRef name,
                      const mlir::TimeRecord &time,
                      const mlir::TimeRecord &total) override {
    printTime(time, total);
    os.indent(indent) << name << "\n";
  }
  void printTreeEntryEnd(unsigned, bool) override {}
};

class TimesAsJson : public mlir::OutputStrategy {
public:
  using OutputStrategy::OutputStrategy;

  void printHeader(const mlir::TimeRecord &) override { os << "[\n"; }
  void printFooter() override {
    os << "]\n";
    os.flush();
  }
  void printTime(const mlir::TimeRecord &time,
                 const mlir::TimeRecord &total) override {
    auto print = [&](const char *name, double part, double all) {
      os << llvm::format("\"%s\": {\"duration\": %8.4f, \"percentage\": %5.1f}",
                         name, part, 100.0 * part / all);
    };
    if (total.user != total.wall) {
      print("user", time.user, total.user);
      os << ", ";
    }
    print("wall", time.wall, total.wall);
  }
  void printListEntry(llvm::StringRef name, const mlir::TimeRecord &time,
                      const mlir::TimeRecord &total, bool isLast) override {
    os << '{';
    printTime(time, total);
    os << ", \"name\": \"" << name << (isLast ? "\"}\n" : "\"},\n");
  }
  void printTreeEntry(unsigned indent, llvm::StringRef name,
                      const mlir::TimeRecord &time,
                      const mlir::TimeRecord &total) override {
    os.indent(indent) << '{';
    printTime(time, total);
    os << ", \"name\": \"" << name << "\", \"passes\": [\n";
  }
  void printTreeEntryEnd(unsigned indent, bool isLast) override {
    os.indent(indent) << (isLast ? "{}]}\n" : "{}]},\n");
  }
};

inline std::unique_ptr<mlir::OutputStrategy>
createOutputStrategy(mlir::DefaultTimingManager::OutputFormat format,
                     llvm::raw_ostream &os) {
  if (format == mlir::DefaultTimingManager::OutputFormat::Json)
    return std::make_unique<TimesAsJson>(os);
  return std::make_unique<TimesAsText>(os);
}

#endif

/// That `what` is not possible with MLIR 19, and what is instead.
inline llvm::Error needsMLIR22(DiagnosticCode code, const llvm::Twine &what,
                               llvm::StringRef instead) {
  return Diagnostic(
             code,
             (what + " needs MLIR 22, and this is MLIR " LLVM_VERSION_STRING)
                 .str())
      .help(instead.str());
}

} // namespace pmb

#endif // PMB_PASSMANAGER_MLIRCOMPAT_H
