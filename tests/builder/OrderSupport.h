//===- OrderSupport.h - What the tests of order and contents share --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUILDER_ORDERSUPPORT_H
#define PMB_TESTS_BUILDER_ORDERSUPPORT_H

#include "../Require.h"
#include "Support.h"

namespace pmb::test {

/// A test that says what its passes need and do, then composes pipelines of
/// them. Messages are compared as a whole: they are what users get.
///
/// The catalog declares the kinds `cleanup`, `bufferization` and `lowering`,
/// the lasting property `deallocated` and the fleeting one `canonical`.
class RulesTest : public testing::Test {
protected:
  RulesTest() {
    addOperations(catalog);
    for (const char *kind : {"cleanup", "bufferization", "lowering"})
      catalog.addKind(kind);
    test::require(catalog.addProperty({"deallocated", "", false}));
    test::require(catalog.addProperty({"canonical", "", true}));
  }

  using Fill = llvm::function_ref<void(Contract &)>;

  /// Adds a pass to the catalog.
  void define(llvm::StringRef name, Fill fill,
              std::vector<std::string> kinds = {}) {
    PassDescriptor pass(name);
    pass.kinds = std::move(kinds);
    pass.hasContract = true;
    fill(pass.contract);
    test::require(catalog.overridePass(std::move(pass)));
  }
  /// One whose contract is one entry: `Contract().after(pass("x"))`.
  template <typename DerivedT>
  void define(llvm::StringRef name, const Contract::EntryRef<DerivedT> &said,
              std::vector<std::string> kinds = {}) {
    define(
        name, [&](Contract &contract) { contract.add(said.entry); },
        std::move(kinds));
  }
  void define(llvm::StringRef name, std::vector<std::string> kinds = {}) {
    define(
        name, [](Contract &) {}, std::move(kinds));
  }

  /// A pipeline on a module, of these passes, each one a name or an operation
  /// and a name: `func.func(cse)`.
  std::unique_ptr<PipelineBuilder>
  compose(std::initializer_list<llvm::StringRef> passes) const {
    auto pipeline =
        std::make_unique<PipelineBuilder>("builtin.module", catalog);
    for (llvm::StringRef name : passes) {
      auto [op, nested] = name.split('(');
      if (nested.empty())
        add(*pipeline, name);
      else
        pipeline->nest(op).addPass(nested.drop_back());
    }
    return pipeline;
  }
  /// `name` or `name{options}`.
  static void add(PipelineBuilder &pipeline, llvm::StringRef name) {
    auto [argument, options] = name.split('{');
    pipeline.addPass(argument, options.rtrim('}'));
  }

  /// What the check says about a pipeline.
  static std::string check(PipelineBuilder &pipeline) {
    std::string text;
    for (const Diagnostic &diagnostic : pipeline.check())
      text += diagnostic.str();
    return text;
  }
  std::string check(std::initializer_list<llvm::StringRef> passes) const {
    return check(*compose(passes));
  }
  /// The same with known contents at the start, and what may remain.
  std::string
  checkClosed(std::vector<std::string> input,
              std::initializer_list<llvm::StringRef> passes,
              std::optional<std::vector<std::string>> output = {}) const {
    auto pipeline = compose(passes);
    pipeline->getInterface().inputContents = std::move(input);
    pipeline->getInterface().outputContents = std::move(output);
    return check(*pipeline);
  }
  /// The same of what is merely possible, for those who name its severity. All
  /// others are not told.
  std::string
  checkPossible(std::optional<std::vector<std::string>> input,
                std::initializer_list<llvm::StringRef> passes,
                std::optional<std::vector<std::string>> output = {}) const {
    auto pipeline = compose(passes);
    pipeline->getInterface().inputContents = std::move(input);
    pipeline->getInterface().outputContents = std::move(output);
    EXPECT_EQ(check(*pipeline), "");
    for (DiagnosticCode code :
         {DiagnosticCode::MayBeLeftOver, DiagnosticCode::MayBeReintroduced,
          DiagnosticCode::Rejected})
      pipeline->setSeverity(code, Severity::Warning);
    return check(*pipeline);
  }

  Catalog catalog;
};

/// One example for each word of order, of properties and of wishes, in a file
/// for each of the three and for nests.
class OrderTest : public RulesTest {};

} // namespace pmb::test

#endif // PMB_TESTS_BUILDER_ORDERSUPPORT_H
