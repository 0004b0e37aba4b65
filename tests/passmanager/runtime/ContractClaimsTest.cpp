//===- ContractClaimsTest.cpp - A contract held against IR ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/ContractClaims.h"
#include "Support.h"

using namespace pmb;
using namespace pmb::test;

namespace {

class ContractClaimsTest : public testing::Test {
protected:
  ContractClaimsTest() {
    context.allowUnregisteredDialects();
    context.loadDialect<mlir::func::FuncDialect>();
  }

  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text.str();
    return module;
  }

  static std::string str(const std::vector<FalseClaim> &claims) {
    std::string text;
    for (const FalseClaim &claim : claims) {
      static constexpr const char *kinds[] = {
          "rejected", "missing", "kept", "not added", "used", "unnamed"};
      text += std::string(kinds[unsigned(claim.kind)]) + " " + claim.item;
      auto at = mlir::dyn_cast<mlir::FileLineColLoc>(claim.location);
      // The module around all begins nowhere.
      if (at && at.getLine())
        text += " in line " + std::to_string(at.getLine());
      text += "; ";
    }
    return text;
  }

  /// What is false of a pass that leaves `after` of `before`.
  std::string after(const Contract &contract, llvm::StringRef beforeText,
                    llvm::StringRef afterText) {
    auto before = parse(beforeText), after = parse(afterText);
    SignatureTable table;
    ContractClaims claims(contract, table);
    return str(claims.checkAfter(ContentsScan(*before, table),
                                 ContentsScan(*after, table), *after));
  }
  std::string before(const Contract &contract, llvm::StringRef text,
                     bool isWholeProgram = true) {
    auto module = parse(text);
    SignatureTable table;
    ContractClaims claims(contract, table);
    return str(claims.checkBefore(ContentsScan(*module, table), *module,
                                  isWholeProgram));
  }

  mlir::MLIRContext context;
};

// One operation a line.
constexpr const char *x = "\"a.x\"() : () -> ()\n";
constexpr const char *y = "\"a.y\"() : () -> ()\n";
constexpr const char *xy = "\"a.x\"() : () -> ()\n\"a.y\"() : () -> ()\n";
constexpr const char *z = "\"b.z\"() : () -> ()\n";
constexpr const char *noProgram = "";

TEST_F(ContractClaimsTest, WhatIsLoweredMustBeGone) {
  Contract contract;
  contract.lowers({"a.x"}).to({"b.z"});
  EXPECT_EQ(after(contract, x, z), "");
  EXPECT_EQ(after(contract, xy, "\"a.y\"() : () -> ()\n\"b.z\"() : () -> ()"),
            "");
  // The first operation that is left says where.
  EXPECT_EQ(after(contract, x,
                  "\"b.z\"() : () -> ()\n\"a.x\"() : () -> ()\n"
                  "\"a.x\"() : () -> ()"),
            "kept a.x in line 2; ");
}

TEST_F(ContractClaimsTest, ADialectStandsForItsOperationsButForExceptions) {
  Contract contract;
  contract.lowers({"a"}).except({"a.y"}).sometimes({"b"});
  EXPECT_EQ(after(contract, xy, y), "");
  EXPECT_EQ(after(contract, xy, xy), "kept a.x in line 1; ");
  // A dialect is no prefix of another one's name.
  EXPECT_EQ(after(contract, "\"ab.x\"() : () -> ()", "\"ab.x\"() : () -> ()"),
            "");
}

TEST_F(ContractClaimsTest,
       APartialOrBlockedOrUntriggeredLoweringClaimsNothing) {
  Contract partial, blocked, given;
  partial.lowers({"a.x"}).partially();
  blocked.lowers({"a.x"}).unless({"a.y"});
  given.lowers({"a.x"}).given({"a.y"});
  EXPECT_EQ(after(partial, x, x), "");
  EXPECT_EQ(after(blocked, xy, xy), "");
  EXPECT_EQ(after(blocked, x, x), "kept a.x in line 1; ");
  EXPECT_EQ(after(given, x, x), "");
  EXPECT_EQ(after(given, xy, xy), "kept a.x in line 1; ");
}

TEST_F(ContractClaimsTest, OfSeveralEntriesTheFirstCounts) {
  Contract contract;
  contract.lowers({"a.x"}).partially();
  contract.lowers({"a"});
  EXPECT_EQ(after(contract, xy, xy), "kept a.y in line 2; ");
}

TEST_F(ContractClaimsTest, WhatIsLeftDeadHasNoUse) {
  constexpr llvm::StringLiteral used = "%0 = \"a.make\"() : () -> i64\n"
                                       "\"a.use\"(%0) : (i64) -> ()\n";
  constexpr llvm::StringLiteral other = "\"a.use\"() : () -> ()\n";
  Contract contract;
  contract.leavesDead({"a.make"});
  EXPECT_EQ(after(contract, used, other), "");
  EXPECT_EQ(after(contract, used, used), "used a.make in line 1; ");
  Contract unless, given, exceptional;
  unless.leavesDead({"a.make"}).unless({"a.use"});
  given.leavesDead({"a.make"}).given({"a.x"});
  exceptional.leavesDead({"a.make"}).exceptions("one that is exported");
  for (const Contract *weaker : {&unless, &given, &exceptional})
    EXPECT_EQ(after(*weaker, used, used), "");
}

/// Folding leaves no two casts that take each other back; others stay in use.
TEST_F(ContractClaimsTest, CastsThatAreLeftDeadTookEachOtherBack) {
  constexpr llvm::StringLiteral cast = "builtin.unrealized_conversion_cast";
  constexpr llvm::StringLiteral one =
      "%0 = builtin.unrealized_conversion_cast to i64\n"
      "\"a.use\"(%0) : (i64) -> ()\n";
  constexpr llvm::StringLiteral pair =
      "%0 = \"a.make\"() : () -> i64\n"
      "%1 = builtin.unrealized_conversion_cast %0 : i64 to memref<f32>\n"
      "%2 = builtin.unrealized_conversion_cast %1 : memref<f32> to i64\n"
      "\"a.use\"(%2) : (i64) -> ()\n";
  Contract contract;
  contract.leavesDead({cast});
  EXPECT_EQ(after(contract, pair, pair),
            ("used " + cast + " in line 3; ").str());
  EXPECT_EQ(after(contract, pair, one), "");
  EXPECT_EQ(after(contract, one, one), "");
  // A pair may come of what the pass has folded between them.
  EXPECT_EQ(after(contract, one, pair), "");
}

TEST_F(ContractClaimsTest, WhatAnEntryAddsAgainMayBeThere) {
  Contract contract;
  contract.lowers({"a.x"}).sometimes({"a.x", "b.z"});
  EXPECT_EQ(after(contract, x, x), "");
}

TEST_F(ContractClaimsTest, AnEntryWithExceptionsIsNotContradictedByThem) {
  Contract contract;
  contract.lowers({"a.x"}).exceptions("one that is small stays");
  EXPECT_EQ(after(contract, x, x), "");
  // What becomes of it is then the exception, and not that it stays.
  Contract adds;
  adds.lowers({"a.x"}).to({"b.z"}).exceptions("a small one leaves nothing");
  EXPECT_EQ(after(adds, x, noProgram), "");
  EXPECT_EQ(after(adds, x, x), "kept a.x in line 1; ");
}

TEST_F(ContractClaimsTest, WhatAlwaysAppearsMustBeThere) {
  Contract contract;
  contract.lowers({"a.x"}).to({"b.z"}).sometimes({"b.w"});
  EXPECT_EQ(after(contract, x, noProgram), "not added b.z; ");
  EXPECT_EQ(after(contract, y, y), "");
  Contract introduces;
  introduces.introduces({"b.z"});
  EXPECT_EQ(after(introduces, x, x), "not added b.z; ");
  EXPECT_EQ(after(introduces, noProgram, z), "");
}

TEST_F(ContractClaimsTest, OfDeadOperationsNothingNeedsToAppear) {
  Contract contract;
  contract.lowers({"builtin.unrealized_conversion_cast"}).to({"b.z"});
  const char *live = "%a = \"c.d\"() : () -> i32\n"
                     "%b = builtin.unrealized_conversion_cast %a : i32 to i64\n"
                     "\"c.e\"(%b) : (i64) -> ()";
  const char *dead = "%a = \"c.d\"() : () -> i32\n"
                     "%b = builtin.unrealized_conversion_cast %a : i32 to i64";
  const char *left = "%a = \"c.d\"() : () -> i32";
  EXPECT_EQ(after(contract, live, left), "not added b.z; ");
  EXPECT_EQ(after(contract, dead, left), "");
}

TEST_F(ContractClaimsTest, NothingAppearsThatNoEntryNames) {
  Contract contract, unknown;
  contract.lowers({"a.x"}).to({"b.z"});
  EXPECT_EQ(after(contract, x, "\"b.z\"() : () -> ()\n\"b.w\"() : () -> ()"),
            "unnamed b.w in line 2; ");
  unknown.lowers({"a.x"}).to({"b.z"});
  unknown.unknownEffect();
  EXPECT_EQ(after(unknown, x, "\"b.z\"() : () -> ()\n\"b.w\"() : () -> ()"),
            "");
}

/// `"lowers": []`, but what a greedy pass does in passing.
TEST_F(ContractClaimsTest, NothingAppearsIfTheContractSaysThatItIsAll) {
  Contract silent, complete, greedy;
  EXPECT_EQ(after(silent, x, "\"b.w\"() : () -> ()"), "");
  complete.complete();
  EXPECT_EQ(after(complete, x, "\"b.w\"() : () -> ()"),
            "unnamed b.w in line 1; ");
  greedy.complete();
  greedy.greedy();
  EXPECT_EQ(after(greedy, x, "\"b.w\"() : () -> ()"), "");
}

TEST_F(ContractClaimsTest, AConstantMayStandForWhatHasFolded) {
  Contract contract;
  contract.lowers({"a.x"}).to({"b.z"});
  const char *constant = "\"b.z\"() : () -> ()\n"
                         "%f = func.constant @f : () -> ()\n"
                         "func.func private @f()";
  std::string folds = std::string(x) + "\nfunc.func private @f()";
  EXPECT_EQ(after(contract, folds, constant),
            "unnamed func.constant in line 2; ");
  folds += "\n%y = \"c.y\"() : () -> i32";
  EXPECT_EQ(after(contract, folds, constant), "");
}

TEST_F(ContractClaimsTest, CastsAppearWhereTypesAreConverted) {
  const char *cast = "%a = \"b.z\"() : () -> i64\n"
                     "%b = builtin.unrealized_conversion_cast %a : i64 to i32";
  Contract converts, others;
  converts.lowers({"a.x"}).to({"b.z"}).converts({"!index"});
  EXPECT_EQ(after(converts, x, cast), "");
  others.lowers({"a.x"}).to({"b.z"});
  EXPECT_EQ(after(others, x, cast),
            "unnamed builtin.unrealized_conversion_cast in line 2; ");
}

TEST_F(ContractClaimsTest, AConversionMayLeaveWhatHasATypeThatItDoesNotKnow) {
  Contract converts, others;
  converts.lowers({"a.x"}).converts({"!index", "!memref"});
  others.lowers({"a.x"});
  auto make = [](llvm::StringRef type) {
    return ("%a = \"a.x\"() : () -> " + type + "\n").str();
  };
  for (const char *type : {"f8E4M3FN", "tensor<4xf32>", "vector<[4]x[4]xf32>",
                           "memref<4xf4E2M1FN>", "memref<4xf32, \"space\">",
                           "memref<4xf32, affine_map<(d) -> (d mod 2)>>"}) {
    EXPECT_EQ(after(converts, make(type), make(type)), "") << type;
    EXPECT_EQ(after(others, make(type), make(type)), "kept a.x in line 1; ");
  }
  for (const char *type : {"f32", "index", "memref<4xf32, 3>", "complex<f32>",
                           "memref<4xf32, strided<[2]>>", "vector<2x[4]xf32>"})
    EXPECT_EQ(after(converts, make(type), make(type)), "kept a.x in line 1; ")
        << type;
  std::string function = "func.func @f(%a: f8E4M3FN) {\n\"a.x\"() : () -> ()\n"
                         "return\n}\n";
  EXPECT_EQ(after(converts, function, function), "");
  function += "\"a.x\"() : () -> ()";
  EXPECT_EQ(after(converts, function, function), "kept a.x in line 5; ");
}

TEST_F(ContractClaimsTest, AKindOfTypeIsGoneWhenNoValueHasIt) {
  Contract contract;
  contract.lowers({"!tensor"}).sometimes({"a", "!memref"});
  const char *tensor = "%a = \"a.x\"() : () -> tensor<4xf32>";
  EXPECT_EQ(after(contract, tensor, "%a = \"a.x\"() : () -> memref<4xf32>"),
            "");
  EXPECT_EQ(after(contract, tensor, tensor), "kept !tensor in line 1; ");
  // Nobody computes with the types of attributes.
  EXPECT_EQ(after(contract, tensor,
                  "\"a.x\"() {v = dense<1> : tensor<4xi32>} : () -> ()"),
            "");
}

TEST_F(ContractClaimsTest, CastsAreHadByThoseThatUseThem) {
  Contract contract;
  contract.lowers({"builtin.unrealized_conversion_cast"}).unless({"!memref"});
  std::string cast = "%a = \"a.x\"() : () -> i64\n"
                     "%b = builtin.unrealized_conversion_cast %a : i64 to "
                     "memref<4xf32>\n";
  EXPECT_EQ(after(contract, cast, cast),
            "kept builtin.unrealized_conversion_cast in line 2; ");
  cast += "\"a.y\"(%b) : (memref<4xf32>) -> ()";
  EXPECT_EQ(after(contract, cast, cast), "");
}

TEST_F(ContractClaimsTest, OperationsAreToldApartByTheTypesThatTheyInvolve) {
  Contract contract;
  contract.lowers({"a"}).except({"a(!tensor)"});
  const char *both = "%a = \"a.x\"() : () -> tensor<4xf32>\n"
                     "%b = \"a.x\"() : () -> f32";
  EXPECT_EQ(after(contract, both, "%a = \"a.x\"() : () -> tensor<4xf32>"), "");
  EXPECT_EQ(after(contract, both, both), "kept a.x in line 2; ");
}

TEST_F(ContractClaimsTest, AMarkThatNobodySeesDecidesNothing) {
  Contract only, except, unless, given;
  only.lowers({"a.x(small)"});
  except.lowers({"a.x"}).except({"a.x(small)"});
  unless.lowers({"a.x"}).unless({"a.y(small)"});
  given.lowers({"a.x"}).given({"a.y(small)"});
  for (const Contract &contract : {only, except, unless, given})
    EXPECT_EQ(after(contract, xy, xy), "");
}

TEST_F(ContractClaimsTest, AMarkThatIsReadTellsOperationsApart) {
  Contract contract;
  contract.lowers({"a.x(small)"});
  SignatureTable table;
  ASSERT_TRUE(table.addMark(
      "small", [](mlir::Operation *op) { return op->hasAttr("small"); }));
  ContractClaims claims(contract, table);
  auto check = [&](const char *text) {
    auto module = parse(text);
    ContentsScan scan(*module, table);
    return str(claims.checkAfter(scan, scan, *module));
  };
  EXPECT_EQ(check(x), "");
  EXPECT_EQ(check("\"a.x\"() {small} : () -> ()"),
            "kept a.x(small) in line 1; ");
}

TEST_F(ContractClaimsTest, WhatIsRejectedIsNotThereBefore) {
  Contract contract, only;
  contract.rejects({"a"}).except({"a.x"});
  EXPECT_EQ(before(contract, x), "");
  EXPECT_EQ(before(contract, xy), "rejected a.y in line 2; ");
  only.rejects({"a.x"}).given({"a.y"});
  EXPECT_EQ(before(only, x), "");
  EXPECT_EQ(before(only, xy), "rejected a.x in line 1; ");
}

TEST_F(ContractClaimsTest, WhatIsWorstComesFirstAndThenWhatStandsFirst) {
  Contract contract;
  contract.rejects({"a.x"}).weak();
  contract.rejects({"a.y", "b.z"});
  EXPECT_EQ(before(contract, "\"a.x\"() : () -> ()\n\"b.z\"() ({\n"
                             "\"a.y\"() : () -> ()\n}) : () -> ()"),
            "rejected b.z in line 2; rejected a.y in line 3; "
            "rejected a.x in line 1; ");
}

TEST_F(ContractClaimsTest, WhatIsRequiredIsThereBeforeInAProgramAsAWhole) {
  Contract contract;
  contract.requiresContents({"a.y", "b"});
  EXPECT_EQ(before(contract, z), "");
  EXPECT_EQ(before(contract, x), "missing a.y; ");
  // One of many functions may have noProgram for the pass to do.
  EXPECT_EQ(before(contract, x, /*isWholeProgram=*/false), "");
}

TEST_F(ContractClaimsTest, CountsHowOftenAnEntryWasKeptAndContradicted) {
  Contract contract;
  contract.lowers({"a.x"});
  contract.lowers({"a.y"});
  SignatureTable table;
  ContractClaims claims(contract, table);
  auto run = [&](const char *beforeText, const char *afterText) {
    auto before = parse(beforeText), after = parse(afterText);
    claims.checkAfter(ContentsScan(*before, table), ContentsScan(*after, table),
                      *after);
  };
  run(x, noProgram);
  run(x, x);
  run(x, noProgram);
  EXPECT_EQ(claims.getTallies()[0].kept, 2u);
  EXPECT_EQ(claims.getTallies()[0].contradicted, 1u);
  EXPECT_EQ(claims.getTallies()[1].kept, 0u);
}

TEST_F(ContractClaimsTest, CountsAnEntryOncePerExecutionThatTriesIt) {
  Contract contract;
  contract.lowers({"a.x"}).partially();
  contract.introduces({"a.y"});
  contract.lowers({"b.z"}).to({"a.w"});
  SignatureTable table;
  ContractClaims claims(contract, table);
  auto run = [&](const char *beforeText, const char *afterText) {
    auto before = parse(beforeText), after = parse(afterText);
    claims.checkAfter(ContentsScan(*before, table), ContentsScan(*after, table),
                      *after);
  };
  // What may stay has been lowered once.
  run(xy, y);
  run(xy, xy);
  EXPECT_EQ(claims.getTallies()[0].kept, 1u);
  EXPECT_EQ(claims.getTallies()[1].kept, 2u);
  // Gone, and without what should have come.
  run(z, noProgram);
  EXPECT_EQ(claims.getTallies()[2].kept, 0u);
  EXPECT_EQ(claims.getTallies()[2].contradicted, 1u);
}

/// More kinds of types than can be told apart.
TEST_F(ContractClaimsTest, ManyKindsOfTypesContradictNothing) {
  std::vector<std::string> kinds;
  for (unsigned i = 0; i < 100; ++i)
    kinds.push_back("!k" + std::to_string(i));
  Contract contract;
  contract.lowers({"a.y"}).to({"b.z"}).sometimes(
      std::vector<llvm::StringRef>(kinds.begin(), kinds.end()));
  contract.lowers({"a.x"}).to({"!index"});
  contract.lowers({"a.w"}).to({"b.z(!index)"});
  EXPECT_EQ(after(contract, "\"a.x\"() : () -> ()\n\"a.w\"() : () -> ()",
                  "\"b.z\"() : () -> index"),
            "");
}

TEST_F(ContractClaimsTest, EachOfManyItemsIsLookedFor) {
  Contract contract;
  std::vector<std::string> to;
  for (unsigned i = 0; i < 200; ++i)
    to.push_back("b.z" + std::to_string(i));
  contract.lowers({"a.x"}).to(
      std::vector<llvm::StringRef>(to.begin(), to.end()));
  std::string all;
  for (const std::string &name : to)
    if (name != "b.z70" && name != "b.z199")
      all += "\"" + name + "\"() : () -> ()\n";
  EXPECT_EQ(after(contract, "\"a.x\"() : () -> ()", all),
            "not added b.z70; not added b.z199; ");
}

} // namespace
