//===- WitnessesTest.cpp - What the programs of the catalog show ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The programs are data. Here MLIR reads each of them, and runs the passes that
// are said to show something.
//
//===----------------------------------------------------------------------===//

#include "bundles/stock/Witnesses.h"
#include "../Dialects.h"
#include "Support.h"
#include "builder/check/OptionValues.h"
#include "bundles/stock/StockCatalog.h"
#include "mlir/Pass/PassRegistry.h"
#include "passmanager/Contents.h"
#include "passmanager/MLIRPass.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

class Witnesses : public ::testing::Test {
protected:
  Witnesses()
      : context(test::getAllDialects(),
                mlir::MLIRContext::Threading::DISABLED) {
    lookupPassInfo("no-such-pass"); // registers all
  }

  mlir::OwningOpRef<mlir::ModuleOp> parse(const Witness &witness) {
    return mlir::parseSourceString<mlir::ModuleOp>(witness.program, &context);
  }

  /// How often an item is there: each operation that it covers by its name; of
  /// a type the type itself.
  static std::map<std::string, unsigned> count(mlir::ModuleOp module,
                                               StringRef item) {
    std::map<std::string, unsigned> counts;
    StringRef name = Item(item).getName();
    if (Item(item).isType() &&
        llvm::is_contained(collectContents(module), name))
      ++counts[name.str()];
    module->walk([&](mlir::Operation *op) {
      if (Item(name).covers(Item(op->getName().getStringRef())))
        ++counts[op->getName().getStringRef().str()];
    });
    return counts;
  }

  /// Whether a pass has added an item: there is more of it, or of a part.
  static bool isAdded(mlir::ModuleOp before, mlir::ModuleOp after,
                      StringRef item) {
    std::map<std::string, unsigned> had = count(before, item);
    return llvm::any_of(count(after, item), [&](const auto &entry) {
      return entry.second > had[entry.first];
    });
  }

  /// Whether a pass that `shown` names adds an item to a program.
  bool adds(const Witness &witness, const Witness::Shown &shown,
            StringRef item) {
    mlir::OwningOpRef<mlir::ModuleOp> before = parse(witness),
                                      after = parse(witness);
    mlir::PassManager pm(&context);
    StringRef passes = shown.pipeline;
    passes = passes.drop_front(strlen("builtin.module(")).drop_back();
    bool runs = before && after &&
                succeeded(mlir::parsePassPipeline(passes, pm)) &&
                succeeded(pm.run(*after));
    EXPECT_TRUE(runs) << shown.pipeline.str() << '\n' << witness.program.str();
    return runs && isAdded(*before, *after, item);
  }

  mlir::MLIRContext context;
};

TEST_F(Witnesses, HaveWhatTheySay) {
  for (const Witness &witness : getWitnesses()) {
    mlir::OwningOpRef<mlir::ModuleOp> module = parse(witness);
    ASSERT_TRUE(module) << witness.program.str();
    EXPECT_EQ(llvm::join(collectContents(*module), " "),
              llvm::join(witness.contents, " "))
        << witness.program.str();
  }
}

TEST_F(Witnesses, ShowWhatTheySay) {
  unsigned count = 0, hidden = 0;
  for (const Witness &witness : getWitnesses()) {
    for (const Witness::Shown &shown : witness.shown)
      for (StringRef item : shown.items) {
        ++count;
        EXPECT_TRUE(adds(witness, shown, item))
            << item.str() << " by " << shown.pipeline.str() << '\n'
            << witness.program.str();
      }
    for (const Witness::Shown &other : witness.hidden)
      for (StringRef item : other.items) {
        ++hidden;
        EXPECT_FALSE(adds(witness, other, item))
            << item.str() << " by " << other.pipeline.str() << '\n'
            << witness.program.str();
      }
  }
  EXPECT_GT(count, 900u);
  EXPECT_GT(hidden, 4u);
}

/// Whether `shown` is about an entry of the contract of its pass, on a program
/// that has what the entry is for.
bool shows(const Witness &witness, const Witness::Shown &shown,
           const PassDescriptor &pass, const ContentsEntry &entry) {
  if (!OptionValues(pass, shown.getOptions())
           .holds(entry.condition, /*around=*/nullptr))
    return false;
  const std::vector<std::string> &given =
      entry.word == ContentsEntry::Word::Lowers ? entry.items : entry.given;
  return (given.empty() ||
          llvm::any_of(given,
                       [&](StringRef item) {
                         return witness.contains(Item(item).getName());
                       })) &&
         llvm::any_of(shown.items, [&](StringRef item) {
           return llvm::is_contained(entry.sometimes, item);
         });
}

bool isShown(const PassDescriptor &pass, const ContentsEntry &entry) {
  for (const Witness &witness : getWitnesses())
    for (const Witness::Shown &shown : witness.shown)
      if (shown.getPass() == pass.name && shows(witness, shown, pass, entry))
        return true;
  return false;
}

/// What has no program: `pass: what it works on` and the reason.
std::set<std::string> readExceptions() {
  auto text =
      llvm::MemoryBuffer::getFile(PMB_TEST_INPUTS "/without-witness.txt");
  EXPECT_TRUE(bool(text));
  std::set<std::string> lines;
  for (llvm::line_iterator line(**text, /*SkipBlanks=*/true, '#');
       !line.is_at_eof(); ++line) {
    auto [entry, reason] = line->split(" -- ");
    EXPECT_FALSE(reason.empty()) << line->str() << ": no reason";
    EXPECT_TRUE(lines.insert(entry.str()).second) << line->str();
  }
  return lines;
}

TEST_F(Witnesses, EveryEntryWithSometimesHasOne) {
  std::set<std::string> exceptions = readExceptions();
  unsigned count = 0;
  const Catalog &catalog = getStockCatalog();
  for (StringRef name : catalog.getPassNames()) {
    // The passes of MLIR's own tests are registered in mlir-opt only.
    if (!lookupPassInfo(name))
      continue;
    const PassDescriptor &pass = *catalog.lookupPass(name);
    for (const ContentsEntry &entry : pass.contract.getContents()) {
      if (entry.sometimes.empty())
        continue;
      ++count;
      bool isLowering = entry.word == ContentsEntry::Word::Lowers;
      std::string title =
          name.str() + ": " + (isLowering ? "lowers " : "introduces ") +
          llvm::join(isLowering ? entry.items : entry.sometimes, " ");
      if (isShown(pass, entry))
        EXPECT_EQ(exceptions.count(title), 0u)
            << title << ": has a program; take it out of without-witness.txt";
      else
        EXPECT_EQ(exceptions.count(title), 1u)
            << title << ": no program shows it";
    }
  }
  EXPECT_GT(count, 400u);
}

TEST_F(Witnesses, HaveWhatProgramsUsuallyHave) {
  for (StringRef list : {"usual-program", "usual-operations"})
    for (StringRef item : getStockCatalog().lookupContents(list)->items)
      EXPECT_TRUE(llvm::any_of(getWitnesses(), [&](const Witness &witness) {
        return witness.contains(item);
      })) << item.str();
}

} // namespace
