//===- CatalogTypesTest.cpp - Who uses values of a type, and makes them ---===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether casts have a use in the end depends on which operations only use
// values of a type, and which only make some. All operations of the measured
// inputs are asked.
//
//===----------------------------------------------------------------------===//

#include "Dialects.h"
#include "bundles/stock/StockCatalog.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "passmanager/Contents.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <set>

using namespace pmb;
using llvm::StringRef;

namespace {

struct Listed {
  const TypeDescriptor *type;
  bool isUser;
  StringRef item;
};

std::vector<Listed> getListed() {
  std::vector<Listed> result;
  for (const TypeDescriptor *type : getStockCatalog().getTypes()) {
    for (StringRef item : type->onlyUsers)
      result.push_back({type, true, item});
    for (StringRef item : type->onlySources)
      result.push_back({type, false, item});
  }
  return result;
}

/// Whether an operation uses values of a type, and whether it makes some.
std::pair<bool, bool> getRoles(mlir::Operation *op, StringRef type) {
  auto isIt = [&](mlir::Value value) {
    return getKindOf(value.getType()) == type;
  };
  bool makes = llvm::any_of(op->getResults(), isIt);
  for (mlir::Region &region : op->getRegions())
    for (mlir::Block &block : region)
      makes |= llvm::any_of(block.getArguments(), isIt);
  return {llvm::any_of(op->getOperands(), isIt), makes};
}

/// The parts of all inputs that are measured.
void forEachInput(mlir::MLIRContext &context,
                  llvm::function_ref<void(mlir::ModuleOp)> visit) {
  // tests/passmanager/Inputs
  StringRef tests = llvm::sys::path::parent_path(
      llvm::sys::path::parent_path(PMB_TEST_INPUTS));
  llvm::SmallString<128> folder(tests);
  llvm::sys::path::append(folder, "measure", "inputs");
  mlir::ScopedDiagnosticHandler quiet(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(folder, error), end;
       !error && it != end; it.increment(error)) {
    auto file = llvm::MemoryBuffer::getFile(it->path());
    ASSERT_TRUE(bool(file)) << it->path();
    llvm::SmallVector<StringRef> parts;
    (*file)->getBuffer().split(parts, "\n// -----");
    for (StringRef part : parts)
      if (auto module = mlir::parseSourceString<mlir::ModuleOp>(part, &context))
        visit(*module);
  }
  ASSERT_FALSE(error) << error.message();
  // What no input has.
  constexpr const char *more = R"(
    func.func @f(%m: memref<?xf32>, %i: index, %k: vector<4xi1>,
                 %v: vector<4xf32>, %t: !async.token, %g: !async.group) {
      %0 = vector.expandload %m[%i], %k, %v
        : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
      vector.compressstore %m[%i], %k, %0
        : memref<?xf32>, vector<4xi1>, vector<4xf32>
      %1 = async.runtime.add_to_group %t, %g : !async.token
      return
    })";
  auto module = mlir::parseSourceString<mlir::ModuleOp>(more, &context);
  ASSERT_TRUE(module);
  visit(*module);
}

TEST(CatalogTypes, UsersAndSourcesAreWhatTheyAreCalled) {
  mlir::MLIRContext context(test::getAllDialects());
  std::vector<Listed> listed = getListed();
  std::set<std::string> wrong, seen;
  forEachInput(context, [&](mlir::ModuleOp module) {
    module.walk([&](mlir::Operation *op) {
      for (const auto &[type, isUser, item] : listed) {
        if (!Item(item).covers(Item(op->getName().getStringRef())))
          continue;
        auto [uses, makes] = getRoles(op, type->name);
        std::string what = item.str() + " of " + type->name;
        // An element may be an index, too.
        if (isUser ? makes : uses)
          wrong.insert(what);
        if (isUser ? uses : makes)
          seen.insert(what);
      }
    });
  });
  for (const std::string &what : wrong)
    ADD_FAILURE() << what << " is in the wrong list";
  for (const auto &[type, isUser, item] : listed)
    EXPECT_TRUE(seen.count(item.str() + " of " + type->name))
        << item.str() << " of " << type->name << " was never seen";
}

} // namespace
