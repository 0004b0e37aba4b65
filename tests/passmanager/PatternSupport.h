//===- PatternSupport.h - Patterns for tests ------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_PASSMANAGER_PATTERNSUPPORT_H
#define PMB_TESTS_PASSMANAGER_PATTERNSUPPORT_H

#include "Support.h"
#include "mlir/IR/PatternMatch.h"
#include <list>

namespace pmb::test {

/// Replaces one value of the attribute `tag` by another.
struct Retag : mlir::RewritePattern {
  Retag(mlir::MLIRContext *context, llvm::StringRef from, llvm::StringRef to,
        mlir::PatternBenefit benefit = 1)
      : RewritePattern(MatchAnyOpTypeTag(), benefit, context), from(from),
        to(to) {
    setDebugName(names.emplace_back((from + "-to-" + to).str()));
  }
  mlir::LogicalResult
  matchAndRewrite(mlir::Operation *op,
                  mlir::PatternRewriter &rewriter) const override {
    auto tag = op->getAttrOfType<mlir::StringAttr>("tag");
    if (!tag || tag.getValue() != from)
      return mlir::failure();
    rewriter.modifyOpInPlace(
        op, [&] { op->setAttr("tag", rewriter.getStringAttr(to)); });
    return mlir::success();
  }

private:
  std::string from, to;
  std::list<std::string> names;
};

/// A set with one `Retag`.
inline std::function<void(mlir::RewritePatternSet &)>
retag(llvm::StringRef from, llvm::StringRef to,
      mlir::PatternBenefit benefit = 1) {
  return [from = from.str(), to = to.str(),
          benefit](mlir::RewritePatternSet &patterns) {
    patterns.add<Retag>(patterns.getContext(), from, to, benefit);
  };
}

/// Registers sets that several tests use, once.
inline void registerTestPatterns() {
  static bool isDone = [] {
    require(registerPatterns("test-a-to-b", retag("a", "b")));
    require(registerPatterns("test-b-to-c", retag("b", "c")));
    PatternSet described{"test-described", retag("x", "y")};
    described.describe = [](PassDescriptor &pass) {
      pass.contract.after(pmb::pass("test-module"))
          .present()
          .because("it looks for marks");
    };
    require(registerPatterns(std::move(described)));
    return true;
  }();
  (void)isDone;
}

/// A function with a tag, and what its tag is after a pass manager has run.
template <typename OpT>
std::string runOnTag(Build<OpT> &build, llvm::StringRef tag) {
  std::string program =
      ("module { func.func private @f() attributes {tag = \"" + tag + "\"} }")
          .str();
  std::string result = runOn(program, build.pm, build.context);
  llvm::StringRef rest = llvm::StringRef(result).split("tag = \"").second;
  return rest.take_until([](char c) { return c == '"'; }).str();
}

/// Adds a set in the name of a party.
template <typename GivenT>
llvm::Error addAs(PassManagerBuilder &builder, llvm::StringRef party,
                  GivenT given, llvm::StringRef slot = "early") {
  return builder.transaction(Origin::thirdParty(party), [&] {
    return builder.addPatterns(slot, std::move(given));
  });
}

/// What was said while a pass manager ran.
inline std::string sayWhile(mlir::MLIRContext &context,
                            llvm::function_ref<void()> run) {
  std::string said;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        llvm::raw_string_ostream os(said);
        os << diagnostic << '\n';
        for (mlir::Diagnostic &note : diagnostic.getNotes())
          os << "  " << note << '\n';
        return mlir::success();
      });
  run();
  return said;
}

} // namespace pmb::test

#endif // PMB_TESTS_PASSMANAGER_PATTERNSUPPORT_H
