//===- CleanupSupport.h - What the tests of cleanups share ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUILDER_CLEANUP_CLEANUPSUPPORT_H
#define PMB_TESTS_BUILDER_CLEANUP_CLEANUPSUPPORT_H

#include "Support.h"

namespace pmb::test {

/// A catalog of passes that stand for sorts of cleanups and of what they serve.
///
/// clean        idempotent, provides `canonical` unless `limit` is given
/// tidy         idempotent, provides nothing; another cleanup
/// mark         preserves `canonical`
/// rewrite      has a contract that preserves nothing
/// unknown      has no contract
/// settle       idempotent, provides `canonical`, but surely only with
///              `rounds=-1`
/// touch        preserves `canonical`, with exceptions
/// lower        lowers functions and kernels, preserves `canonical`
/// outline      makes kernels, preserves `canonical`
/// needs        requires `canonical`, established by `clean` (the property)
/// wants        requires `canonical`, weakly, established by `clean-all`
/// gpu, host    on nests of their own
inline Catalog makeCleanupCatalog() {
  Catalog catalog;
  addOperations(catalog);
  PropertyDescriptor canonical;
  canonical.name = "canonical";
  canonical.isFleeting = true;
  canonical.establishedBy = "clean";
  require(catalog.addProperty(canonical));
  auto add = [&](llvm::StringRef name, auto fill) {
    PassDescriptor pass(name);
    pass.hasContract = true;
    fill(pass);
    require(catalog.addPass(std::move(pass)));
  };
  for (const char *name : {"clean", "clean-all"})
    add(name, [](PassDescriptor &pass) {
      pass.addKind("cleanup");
      pass.options = {{"limit", "0"}, {"deep", "false"}};
      pass.options[1].type = OptionDescriptor::Type::Bool;
      pass.hasOptionList = true;
      pass.contract.idempotent();
      pass.contract.providesProperty("canonical");
      pass.contract.invalidatesProperty("canonical")
          .when(!option("limit").is("0"));
    });
  add("tidy", [](PassDescriptor &pass) {
    pass.addKind("cleanup");
    pass.contract.idempotent();
  });
  add("sweep", [](PassDescriptor &pass) { pass.addKind("cleanup"); });
  add("mark", [](PassDescriptor &pass) {
    pass.contract.preservesProperty("canonical");
  });
  add("settle", [](PassDescriptor &pass) {
    pass.options = {{"rounds", "10"}};
    pass.hasOptionList = true;
    pass.contract.idempotent();
    pass.contract.providesProperty("canonical").exceptions("it may stop early");
    pass.contract.providesProperty("canonical").when(option("rounds").is("-1"));
  });
  add("touch", [](PassDescriptor &pass) {
    pass.contract.preservesProperty("canonical").exceptions("but for loops");
  });
  add("lower", [](PassDescriptor &pass) {
    pass.contract.lowers({"func.func", "gpu"}).to({"llvm.func"});
    pass.contract.preservesProperty("canonical");
  });
  add("outline", [](PassDescriptor &pass) {
    pass.contract.introduces({"gpu.module", "gpu.func"});
    pass.contract.preservesProperty("canonical");
  });
  add("rewrite", [](PassDescriptor &) {});
  add("needs", [](PassDescriptor &pass) {
    pass.contract.requiresProperty("canonical").because("matches forms");
    pass.contract.preservesProperty("canonical");
  });
  add("wants", [](PassDescriptor &pass) {
    pass.contract.requiresProperty("canonical")
        .establishedBy("clean-all")
        .weak();
  });
  PassDescriptor unknown("unknown");
  require(catalog.addPass(std::move(unknown)));
  return catalog;
}

/// A pipeline on a module, with the catalog above, that leaves out what need
/// not run.
class CleanupPipeline : public PipelineBuilder {
public:
  CleanupPipeline(std::initializer_list<const char *> passes = {})
      : PipelineBuilder("builtin.module", getCatalogOfTest()) {
    getCleanups().setDedupe(true);
    for (llvm::StringRef name : passes) {
      auto [pass, options] = name.split('{');
      addPass(pass, options.drop_back(options.empty() ? 0 : 1));
    }
  }
  static const Catalog &getCatalogOfTest() {
    static const Catalog catalog = makeCleanupCatalog();
    return catalog;
  }
  /// What runs: positions of passes that are left out are replaced by `-`.
  std::string getRest() const {
    std::string text;
    std::vector<CleanupAction> cleanups = getCleanups().find();
    for (const Node &node : getPasses()) {
      bool isLeftOut =
          llvm::any_of(cleanups, [&](const CleanupAction &cleanup) {
            return cleanup.kind != CleanupAction::Kind::Established &&
                   cleanup.pass == &node;
          });
      text +=
          (text.empty() ? "" : " ") + (isLeftOut ? "-" : node.getName().str());
    }
    return text;
  }
  std::string findings() {
    std::string result;
    for (const Diagnostic &finding : check())
      result += finding.str();
    return result;
  }
};

} // namespace pmb::test

#endif // PMB_TESTS_BUILDER_CLEANUP_CLEANUPSUPPORT_H
