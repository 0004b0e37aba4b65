//===- NestAskedTest.cpp - Nests that instances accept or refuse ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "builder/edit/PassProvider.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// A pipeline whose instances run on what their options name, and on nothing
/// else.
struct AskedPipeline : private PassProvider, Pipeline {
  explicit AskedPipeline(const Catalog &catalog)
      : PassProvider(catalog), Pipeline("builtin.module", catalog, this) {}
  std::optional<bool> canRunOn(const PassInstance &instance,
                               const AnchorPath &path) override {
    std::string accepted = instance.getOptions();
    llvm::SmallVector<llvm::StringRef> ops;
    llvm::StringRef(accepted).split(ops, ' ');
    return llvm::is_contained(ops, path.getOp());
  }
  /// Adds `name` at the end, in a nest if one is given.
  std::string put(llvm::StringRef name, llvm::StringRef accepts,
                  std::vector<std::string> nest = {}) {
    PassSpec spec = makeInstance(name, /*isCopyable=*/true, accepts);
    if (!nest.empty())
      spec.nest = std::move(nest);
    return text(insert(std::move(spec), Position::atEnd()));
  }
};

/// The catalog of the tests with a dialect of a third party.
Catalog makeAcmeCatalog() {
  Catalog catalog = getTestCatalog().clone();
  catalog.addDialect("acme", {"acme.func"});
  return catalog;
}

TEST(NestAsked, AnInstanceThatRefusesTheModuleGetsAnUsualNest) {
  AskedPipeline pipeline(getTestCatalog());
  ASSERT_EQ(pipeline.put("a", "gpu.module"), "");
  ASSERT_EQ(pipeline.put("b", "builtin.module"), "");
  EXPECT_EQ(pipeline.lookup(pass("a"))[0]->getAnchorPath().getOp(),
            "gpu.module");
  EXPECT_EQ(pipeline.lookup(pass("b"))[0]->getAnchorPath().getOp(),
            "builtin.module");
}

TEST(NestAsked, AnInstanceThatCanSayNoIsBelievedOfAnotherDialect) {
  Catalog catalog = makeAcmeCatalog();
  AskedPipeline pipeline(catalog);
  ASSERT_EQ(pipeline.put("function-like", "acme.func", {"acme.func"}), "");
  EXPECT_EQ(pipeline.lookup(pass("function-like"))[0]->getAnchorPath().getOp(),
            "acme.func");
}

TEST(NestAsked, AnInstanceThatAcceptsAllIsNotBelieved) {
  Catalog catalog = makeAcmeCatalog();
  AskedPipeline pipeline(catalog);
  std::string refused =
      pipeline.put("function-like", "acme.func builtin.module", {"acme.func"});
  EXPECT_TRUE(contains(refused,
                       "'function-like' cannot run on 'acme.func': it runs "
                       "on 'func.func', 'llvm.func' only"));
}

} // namespace
