//===- DeadEndInputsTest.cpp - What is so on some inputs ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeadEndSupport.h"

using namespace pmb;

namespace {

class DeadEndInputsTest : public pmb::test::DeadEndTest {};

TEST_F(DeadEndInputsTest, WhatAPassOnlySometimesAddsIsAWarning) {
  define(
      "vector-to-llvm",
      Contract().lowers({"vector.print"}).sometimes({"scf.for", "llvm.fadd"}));
  EXPECT_EQ(
      checkOpen({"vector-to-llvm"}),
      R"(warning: 'vector-to-llvm' is a dead end: it may lead to 'scf.for', which nothing behind it lowers [PMB043 dead-end]
  at: 'vector-to-llvm' (pass 0, on builtin.module, added by framework)
  note: for example on an input with 'vector.print'
  help: add a pass that lowers it: 'scf-to-cf'
)");
}

/// A bundle is there for many inputs, and what is rare may never come.
TEST_F(DeadEndInputsTest, WhatCameAlongIsToldOfUsualOperationsOnly) {
  PassBundle bundle("lower-loops");
  bundle.addPass("scf-to-cf");
  test::require(catalog.addBundle(std::move(bundle)));
  auto checkBundle = [&] {
    auto pipeline = composeOpen({});
    pipeline->addBundle("lower-loops");
    return check(*pipeline);
  };
  test::require(catalog.addContents({"usual-operations", "", {"scf.for"}}));
  EXPECT_EQ(checkBundle().find("warning: 'scf-to-cf' is a dead end"), 0u);
  test::require(catalog.addContents({"usual-operations", "", {"memref.load"}}));
  EXPECT_EQ(checkBundle(), "");
  // The pipeline's own pass is there for what it lowers.
  EXPECT_TRUE(test::contains(checkOpen({"scf-to-cf"}), "error: 'scf-to-cf'"));
}

/// Two doubts are no warning: it may be left as it is, and nothing may come of
/// it. What must be lowered and what is added for certain are one doubt each.
TEST_F(DeadEndInputsTest,
       WhatMayStayAndOnlySometimesBecomesSomethingIsNotTold) {
  define("pad-to-loops",
         Contract().lowers({"tensor.pad"}).sometimes({"scf.for"}).partially());
  EXPECT_EQ(checkOpen({"pad-to-loops"}), "");
  define(
      "add-loops",
      Contract().introduces({}).sometimes({"scf.for"}).given({"tensor.pad"}));
  EXPECT_EQ(checkOpen({"add-loops"}), "");
  define("always-loops",
         Contract().introduces({"scf.for"}).given({"tensor.pad"}));
  EXPECT_TRUE(test::contains(checkOpen({"always-loops"}),
                             "'always-loops' is a dead end"));
}

/// What a pass makes of rare operations is not told of one that is there for
/// what programs usually have, unless it does so on all of them.
TEST_F(DeadEndInputsTest, WhatIsRareIsToldOfPassesThatAreThereForIt) {
  test::require(
      catalog.addContents({"usual-operations", "", {"vector.transfer_read"}}));
  auto vectorToLLVM = [&](bool isThereForReads) {
    define("vector-to-llvm", [&](Contract &contract) {
      contract.lowers({"vector.create_mask"}).sometimes({"scf.for", "llvm"});
      if (isThereForReads)
        contract.lowers({"vector.transfer_read"}).to({"llvm.load"});
    });
    return checkOpen({"vector-to-llvm"});
  };
  EXPECT_TRUE(test::contains(vectorToLLVM(false),
                             "an input with 'vector.create_mask'"));
  EXPECT_EQ(vectorToLLVM(true), "");
}

/// Where every example is rare or has a mark, the pipeline does not look made
/// for it.
TEST_F(DeadEndInputsTest, WhatHappensOnRareInputsOnlyIsARemark) {
  catalog.addMark("dynamic", "known at run time");
  test::require(catalog.addContents({"usual-operations", "", {"memref.load"}}));
  auto checkLate = [&](llvm::StringRef from, bool isSometimes) {
    define("expand-views", [&](Contract &contract) {
      if (isSometimes)
        contract.lowers({from.str()}).sometimes({"affine.apply"});
      else
        contract.lowers({from.str()}).to({"affine.apply"});
    });
    return checkOpen({"lower-affine", "expand-views", "memref-to-llvm",
                      "arith-to-llvm", "scf-to-cf", "cf-to-llvm"});
  };
  auto has = [](const std::string &found, llvm::StringRef start,
                llvm::StringRef code) {
    return llvm::StringRef(found).starts_with(start) &&
           llvm::StringRef(found).contains(code);
  };
  EXPECT_TRUE(has(checkLate("memref.subview", true),
                  "remark: 'expand-views' is a dead end: it may lead to",
                  "[PMB135 on-possible-input]"));
  EXPECT_TRUE(has(checkLate("memref.load", true), "warning: ", "PMB043"));
  // What a pass always makes of what it is there for is an error, rare or not.
  EXPECT_TRUE(has(checkLate("memref.subview", false), "error: ", "PMB027"));
  // Unless somebody wants to know.
  define("expand-views", Contract()
                             .lowers({"memref.subview(dynamic)"})
                             .sometimes({"affine.apply"}));
  auto pipeline = composeOpen({"lower-affine", "expand-views", "memref-to-llvm",
                               "arith-to-llvm", "scf-to-cf", "cf-to-llvm"});
  EXPECT_TRUE(has(check(*pipeline), "remark: ", "PMB135"));
  pipeline->setSeverity(DiagnosticCode::OnPossibleInput, Severity::Error);
  EXPECT_TRUE(has(check(*pipeline), "error: ", "PMB135"));
  pipeline->setSeverity(DiagnosticCode::OnPossibleInput, Severity::Off);
  EXPECT_EQ(check(*pipeline), "");
}

/// What stands in pipelines just in case has to do its work when the case
/// comes.
TEST_F(DeadEndInputsTest, APassOfWhichAllWorkLeadsThereIsNoRemark) {
  catalog.addMark("nested", "of several dimensions");
  test::require(catalog.addContents({"usual-operations", "", {"memref.load"}}));
  auto checkTransfers = [&](llvm::StringRef others) {
    define("transfers-to-loops", [&](Contract &contract) {
      contract.lowers({"vector.transfer_read(nested)"})
          .to({"scf.for", "memref.load"})
          .speculative();
      contract.lowers({"vector.transfer_read"})
          .sometimes({others.str()})
          .partially()
          .speculative();
    });
    return checkOpen({"scf-to-cf", "transfers-to-loops", "memref-to-llvm",
                      "arith-to-llvm", "cf-to-llvm"});
  };
  EXPECT_EQ(llvm::StringRef(checkTransfers("scf.for")).split('\n').first,
            "warning: 'transfers-to-loops' is a dead end: it may lead to "
            "'scf.for', which 'scf-to-cf' lowers only before it [PMB043 "
            "dead-end]");
  EXPECT_EQ(llvm::StringRef(checkTransfers("memref.load")).split('\n').first,
            "remark: 'transfers-to-loops' is a dead end: it may lead to "
            "'scf.for', which 'scf-to-cf' lowers only before it [PMB135 "
            "on-possible-input]");
}

/// A pass that is speculative stands in pipelines just in case: for nothing, if
/// no pass makes what it lowers, and nothing says that the input has it.
TEST_F(DeadEndInputsTest, WhatIsThereJustInCaseIsAWarning) {
  test::require(catalog.addContents({"usual-program", "", {"func.func"}}));
  test::require(catalog.addContents(
      {"usual-operations", "", {"linalg.matmul", "scf.for"}}));
  define("scf-to-cf",
         Contract().lowers({"scf.for"}).to({"cf.br"}).speculative());
  define("linalg-to-llvm",
         Contract().lowers({"linalg.matmul"}).to({"llvm.load"}));
  auto start = [&](std::initializer_list<llvm::StringRef> passes) {
    std::string found = checkOpen(passes);
    return found.substr(0, found.find(':'));
  };
  EXPECT_EQ(start({"linalg-to-llvm", "scf-to-cf"}), "warning");
  // A pass before makes it; or the pipeline is there for nothing else.
  EXPECT_EQ(start({"linalg-to-loops", "scf-to-cf", "memref-to-llvm"}), "error");
  EXPECT_EQ(start({"scf-to-cf"}), "error");
}

/// An operation with a mark is what the pass is for, where the pipeline goes on
/// with what comes of it. Where it has another purpose, not every input has
/// such an operation.
TEST_F(DeadEndInputsTest, WhatAPassMakesOfAMarkIsARemarkIfItHasAnotherPurpose) {
  catalog.addMark("dynamic", "known at run time");
  define("expand-views", [](Contract &contract) {
    contract.lowers({"memref.subview(dynamic)"}).to({"affine.apply"});
    contract.lowers({"memref.subview"}).to({"memref.cast"});
  });
  auto checkLate = [&](llvm::StringRef expand) {
    return checkOpen({"lower-affine", expand, "memref-to-llvm", "arith-to-llvm",
                      "scf-to-cf", "cf-to-llvm"});
  };
  std::string found = checkLate("expand-views");
  EXPECT_TRUE(test::contains(found, "note: for example on an input with "
                                    "'memref.subview(dynamic)'"));
  EXPECT_EQ(found.find("remark: 'expand-views' is a dead end"), 0u) << found;
  // Also where nothing lowers what it makes of the mark.
  found = checkOpen({"expand-views", "memref-to-llvm"});
  EXPECT_EQ(found.find("remark: 'expand-views' is a dead end: it may lead to "
                       "'affine.apply', which nothing behind it lowers"),
            0u)
      << found;
}

/// What a pass only sometimes makes beside its purpose says that another, which
/// lowers that, stands in the wrong place; where there is none, nothing.
TEST_F(DeadEndInputsTest, WhatIsMadeOnSomeInputsBehindWhatLowersItIsARemark) {
  define("to-loops", Contract()
                         .lowers({"linalg.generic"})
                         .to({"scf.for"})
                         .sometimes({"affine.apply"}));
  auto check = [&](llvm::StringRef first) {
    return checkOpen({first, "to-loops", "scf-to-cf", "cf-to-llvm",
                      "memref-to-llvm", "arith-to-llvm"});
  };
  EXPECT_EQ(
      check("lower-affine")
          .find("remark: 'to-loops' is a dead end: it may lead to "
                "'affine.apply', which 'lower-affine' lowers only before it"),
      0u)
      << check("lower-affine");
  EXPECT_EQ(check("fold-casts"), "");
}

/// A pass before leads there, too; it is the last step that counts.
TEST_F(DeadEndInputsTest, WhatOnlySomePassesBeforeGiveAMarkIsARemark) {
  catalog.addMark("dynamic", "known at run time");
  define("expand-views", [](Contract &contract) {
    contract.lowers({"memref.subview(dynamic)"}).to({"affine.apply"});
    contract.lowers({"memref.subview"}).to({"memref.cast"});
  });
  define("bufferize", [](Contract &contract) {
    contract.lowers({"tensor.empty"}).to({"memref.alloc"});
    contract.lowers({"tensor.slice(dynamic)"}).to({"memref.subview(dynamic)"});
    contract.lowers({"tensor.slice"})
        .given({"scf.for"})
        .to({"memref.subview(dynamic)"});
    contract.lowers({"tensor.slice"}).to({"memref.subview"});
  });
  auto start = [&](std::initializer_list<llvm::StringRef> passes) {
    std::string found = checkOpen(passes);
    return found.substr(0, found.find(" is a dead end"));
  };
  EXPECT_EQ(start({"bufferize", "expand-views", "memref-to-llvm"}),
            "remark: 'expand-views'");
  // Of what a pass makes of some inputs, only some has the mark.
  define("pad-to-slices", [](Contract &contract) {
    contract.lowers({"tensor.pad"}).sometimes({"tensor.slice"}).partially();
  });
  EXPECT_EQ(
      start({"pad-to-slices", "bufferize", "expand-views", "memref-to-llvm"}),
      "remark: 'expand-views'");
}

/// Of all that a pass may add, some stood in the wrong place.
TEST_F(DeadEndInputsTest, WhatComesTooLateNeedNotBeNamedFirst) {
  define(
      "memref-to-llvm",
      Contract().lowers({"memref.load"}).unless({"aa.op"}).to({"llvm.load"}));
  define("expand-views", Contract()
                             .lowers({"memref.subview"})
                             .sometimes({"aa.op", "affine.apply"})
                             .partially());
  EXPECT_EQ(
      checkOpen({"memref-to-llvm", "lower-affine", "expand-views",
                 "arith-to-llvm", "scf-to-cf", "cf-to-llvm"}),
      R"(remark: 'expand-views' is a dead end: it may lead to 'affine.apply', which 'lower-affine' lowers only before it [PMB135 on-possible-input]
  at: 'expand-views' (pass 2, on builtin.module, added by framework)
  note: for example on an input with 'memref.subview'
  note: it stands here: 'lower-affine' (pass 1, on builtin.module, added by framework)
  fix: move 'lower-affine' after 'expand-views'
)");
}

/// What always has a type is not there without it.
TEST_F(DeadEndInputsTest, OperationsOfATypeThatTheInputNeverHasLeadNowhere) {
  addTensors({"tensor"});
  define("to-loops", Contract().lowers({"tensor.pad"}).to({"scf.for"}));
  define("bufferize", Contract().lowers({"!tensor"}).speculative());
  auto pipeline = composeOpen({"bufferize", "to-loops"});
  EXPECT_NE(check(*pipeline), "");
  pipeline->getInterface().inputNever = {{"!tensor", ""}};
  EXPECT_EQ(check(*pipeline), "");
  pipeline->getInterface().inputNever = {{"!memref", ""}};
  EXPECT_NE(check(*pipeline), "");
}

/// Also where nothing else speaks of the type.
TEST_F(DeadEndInputsTest, NothingWithATypeThatIsNeverThereIsAnExample) {
  addTensors({"tensor"});
  define("to-loops", Contract().lowers({"tensor.pad"}).to({"scf.for"}));
  auto pipeline = composeOpen({"to-loops"});
  EXPECT_NE(check(*pipeline), "");
  pipeline->getInterface().inputNever = {{"!tensor", ""}};
  EXPECT_EQ(check(*pipeline), "");
}

/// Of some of it the input has none, so the rest may be what is lowered.
TEST_F(DeadEndInputsTest, WhatIsRareAndNeverThereInPartIsNotTold) {
  catalog.addMark("dynamic", "known at run time");
  test::require(catalog.addContents({"usual-operations", "", {"memref.load"}}));
  define("expand-views", [&](Contract &contract) {
    contract.lowers({"memref.subview"}).sometimes({"affine.apply"}).partially();
  });
  auto pipeline = composeOpen({"lower-affine", "expand-views", "memref-to-llvm",
                               "arith-to-llvm", "scf-to-cf", "cf-to-llvm"});
  EXPECT_NE(check(*pipeline), "");
  pipeline->getInterface().inputNever = {{"memref.subview(dynamic)", ""}};
  EXPECT_EQ(check(*pipeline), "");
}

/// What a pass lowers is what it is there for. What it adds for an operation
/// with a mark, beside that, not every input shows.
TEST_F(DeadEndInputsTest, WhatIsAddedForAMarkIsNoDeadEndOfAPassThatLowers) {
  catalog.addMark("far", "");
  define("vector-to-scf", [](Contract &contract) {
    contract.lowers({"vector.read(far)"}).to({"scf.for"});
    contract.introduces({"affine.apply"}).given({"vector.read(far)"});
  });
  test::require(catalog.addContents({"usual-operations", "", {"vector.read"}}));
  auto tells = [&](llvm::StringRef pass) {
    return llvm::StringRef(checkOpen({pass, "scf-to-cf", "cf-to-llvm"}))
        .contains("'" + pass.str() +
                  "' is a dead end: it leads to "
                  "'affine.apply'");
  };
  EXPECT_EQ(checkOpen({"vector-to-scf", "scf-to-cf", "cf-to-llvm"}), "");
  // What a pass always adds, and one that lowers nothing, is another matter.
  define("always", [](Contract &contract) {
    contract.lowers({"vector.read(far)"}).to({"scf.for"});
    contract.introduces({"affine.apply"});
  });
  EXPECT_TRUE(tells("always"));
  define("adds",
         Contract().introduces({"affine.apply"}).given({"vector.read(far)"}));
  EXPECT_TRUE(tells("adds"));
  // What programs usually have, they show.
  test::require(
      catalog.addContents({"usual-operations", "", {"vector.read(far)"}}));
  EXPECT_TRUE(tells("vector-to-scf"));
}

} // namespace
