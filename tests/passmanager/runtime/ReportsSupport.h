//===- ReportsSupport.h - A pipeline to make reports of -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_PASSMANAGER_RUNTIME_REPORTSSUPPORT_H
#define PMB_TESTS_PASSMANAGER_RUNTIME_REPORTSSUPPORT_H

#include "RuntimeSupport.h"
#include "passmanager/runtime/Reports.h"

namespace pmb::test {

/// A pipeline of three parties: `test-module` and `test-fail` in bundle `a`,
/// `test-fail` in bundle `b/c` and slot `s`, and `test-run`, which runs
/// `test-fail`, in none.
struct Composed {
  explicit Composed(bool withThreads, const std::string &inner = "test-fail")
      : pm(std::make_unique<mlir::PassManager>(loadDialects(context),
                                               "builtin.module")),
        builder(*pm, getTestCatalog()) {
    registerTestPasses();
    registerRuntimePasses();
    context.disableMultithreading(!withThreads);
    PassBundle a("a"), b("b"), c("c");
    a.addPass("test-module").addPass("test-fail");
    c.addPass("test-fail");
    b.addBundle(std::move(c));
    builder.addBundle(a);
    builder.addSlot("s");
    require(builder.transaction(Origin::thirdParty("acme"), [&] {
      return builder.insert(b, Position::before(slot("s")));
    }));
    builder.setOrigin(Origin::file("x.json", 3, 4));
    builder.addPass(std::make_unique<RunPass>("func.func(" + inner + ")"));
    require(builder.enableAttribution());
    require(builder.build());
  }

  std::string run() {
    std::string result = runOn(makeNests(20), *pm, context);
    pm.reset(); // prints
    return result;
  }
  std::shared_ptr<PassOwners> getOwners() { return builder.getOwners(); }

  mlir::MLIRContext context;
  std::unique_ptr<mlir::PassManager> pm;
  PassManagerBuilder builder;

private:
  static mlir::MLIRContext *loadDialects(mlir::MLIRContext &context) {
    context.loadDialect<mlir::func::FuncDialect>();
    return &context;
  }
};

inline const OwnerKey allKeys[] = {OwnerKey::Bundle, OwnerKey::Slot,
                                   OwnerKey::Kind, OwnerKey::Origin};

} // namespace pmb::test

#endif // PMB_TESTS_PASSMANAGER_RUNTIME_REPORTSSUPPORT_H
