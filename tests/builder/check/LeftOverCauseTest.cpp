//===- LeftOverCauseTest.cpp - What stays, and what only follows ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;

namespace {

class LeftOverCauseTest : public pmb::test::RulesTest {
protected:
  using Items = std::vector<std::string>;
};

TEST_F(LeftOverCauseTest, WhatIsLeftAloneWhileATypeIsUsedFollowsFromWhoUsesIt) {
  define("reconcile", [](Contract &contract) {
    contract.lowers({"x.cast"}).unless({"cf(!size)"});
  });
  EXPECT_EQ(
      checkClosed({"cf.br", "cf(!size)", "x.cast"}, {"reconcile"}, Items{}),
      R"(error: 'cf.br' stays in the IR: nothing in the pipeline lowers it [PMB025 predicted-left-over]
  note: it is in the input
)");
}

/// Running behind it would not help.
TEST_F(LeftOverCauseTest, WhatAPassPutsBackItDoesNotClearOutOfTheWay) {
  define("lower-a",
         [](Contract &contract) { contract.lowers({"a"}).unless({"b.x"}); });
  define("rewrite-b",
         [](Contract &contract) { contract.lowers({"b"}).to({"b.x"}); });
  define("refresh-b", [](Contract &contract) {
    contract.lowers({"b.x"});
    contract.introduces({"b.x"});
  });
  for (llvm::StringRef rewrite : {"rewrite-b", "refresh-b"})
    EXPECT_NE(checkClosed({"a.x", "b.x"}, {"lower-a", rewrite}, Items{"b"})
                  .find("'lower-a' leaves it alone while 'b.x' is there, and "
                        "nothing removes that"),
              std::string::npos)
        << rewrite.str();
}

/// Whatever was in its way, it ran before there was what is left.
TEST_F(LeftOverCauseTest, APassThatWasBlockedRanTooEarlyForWhatComesLater) {
  define("func-to-llvm", [](Contract &contract) {
    contract.lowers({"func.func"}).unless({"tensor.x"});
  });
  define("lower-tensor",
         [](Contract &contract) { contract.lowers({"tensor.x"}); });
  define("outline",
         [](Contract &contract) { contract.introduces({"func.func"}); });
  std::string text =
      checkClosed({"tensor.x", "func.func"},
                  {"func-to-llvm", "lower-tensor", "outline"}, Items{});
  EXPECT_NE(text.find("'func-to-llvm' runs too early, before 'outline' "
                      "introduces it"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("fix: move 'func-to-llvm' after 'outline'"),
            std::string::npos)
      << text;
}

/// One that may add more of it does not change that.
TEST_F(LeftOverCauseTest, WhatStaysIsThereBecauseOfThePassThatAlwaysAddsIt) {
  define("lower-x", [](Contract &contract) { contract.lowers({"x"}); });
  define("make-x",
         [](Contract &contract) { contract.lowers({"y"}).to({"x.a"}); });
  define("fold", [](Contract &contract) {
    contract.lowers({"z"}).sometimes({"x.a"}).partially();
  });
  EXPECT_NE(checkClosed({"x.a", "y.a", "z.a"}, {"lower-x", "make-x", "fold"},
                        Items{"z"})
                .find("'lower-x' runs too early, before 'make-x' introduces"),
            std::string::npos);
}

TEST_F(LeftOverCauseTest, WhatIsInTheInputIsNotThereBecauseOfWhatMayAddMore) {
  define("fold", [](Contract &contract) {
    contract.lowers({"z"}).sometimes({"x.a"}).partially();
  });
  EXPECT_EQ(
      checkClosed({"x.a", "z.a"}, {"fold"}, Items{"z"}),
      R"(error: 'x.a' stays in the IR: nothing in the pipeline lowers it [PMB025 predicted-left-over]
  note: it is in the input
)");
}

/// What a pass lowers and may put back is there because of that pass.
TEST_F(LeftOverCauseTest, WhatAPassMayPutBackItIntroduces) {
  define("rewrite", [](Contract &contract) {
    contract.lowers({"x"}).sometimes({"x.a"}).to({"y.b"});
  });
  EXPECT_EQ(
      checkClosed({"x"}, {"rewrite"}, Items{"y"}),
      R"(warning: 'x.a' may stay in the IR: 'rewrite' does not lower all of it [PMB026 may-be-left-over]
  at: 'rewrite' (pass 0, on builtin.module, added by framework)
  note: introduced by: 'rewrite' (pass 0, on builtin.module, added by framework)
)");
}

/// That it stays still follows from what stays.
TEST_F(LeftOverCauseTest, WhatIsBlockedStaysBlockedByAPassThatMayAddMore) {
  define("make-x", [](Contract &contract) { contract.introduces({"x.a"}); });
  define("lower-x", [](Contract &contract) {
    contract.lowers({"x"}).unless({"y"});
    contract.introduces({}).sometimes({"x.a"});
  });
  EXPECT_EQ(
      checkClosed({"y.a"}, {"make-x", "lower-x"}, Items{}),
      R"(error: 'y.a' stays in the IR: nothing in the pipeline lowers it [PMB025 predicted-left-over]
  note: it is in the input
)");
}

/// It is the one that needs to be moved least.
TEST_F(LeftOverCauseTest, OfPassesThatComeTooEarlyTheLastIsNamed) {
  define("lower-x", [](Contract &contract) { contract.lowers({"x"}); });
  define("lower-all", [](Contract &contract) { contract.lowers({"x", "w"}); });
  define("lower-some",
         [](Contract &contract) { contract.lowers({"x"}).partially(); });
  define("make-x",
         [](Contract &contract) { contract.lowers({"y"}).to({"x.a"}); });
  for (const Items &input : {Items{"y.a"}, Items{"x.a", "y.a"}}) {
    EXPECT_NE(checkClosed(input, {"lower-all", "lower-x", "make-x"}, Items{})
                  .find("'lower-x' runs too early, before 'make-x'"),
              std::string::npos);
    EXPECT_NE(checkClosed(input, {"lower-x", "lower-all", "make-x"}, Items{})
                  .find("'lower-all' runs too early, before 'make-x'"),
              std::string::npos);
    EXPECT_NE(checkClosed(input, {"lower-x", "lower-some", "make-x"}, Items{})
                  .find("'lower-x' runs too early, before 'make-x'"),
              std::string::npos);
  }
}

/// Neither is the cause of the other.
TEST_F(LeftOverCauseTest, WhatIsInTheWayOfEachOtherIsAllTold) {
  define("lower-a",
         [](Contract &contract) { contract.lowers({"a"}).unless({"b"}); });
  define("lower-b",
         [](Contract &contract) { contract.lowers({"b"}).unless({"a"}); });
  define("rewrite-b",
         [](Contract &contract) { contract.lowers({"b"}).to({"b.x"}); });
  std::string text =
      checkClosed({"a.x", "b.x"}, {"lower-a", "rewrite-b", "lower-b"}, Items{});
  EXPECT_NE(text.find("'a.x' stays in the IR"), std::string::npos);
  EXPECT_NE(text.find("'b.x' stays in the IR"), std::string::npos);
}

/// Whatever else is in its way, too.
TEST_F(LeftOverCauseTest, WhatIsLeftByAPassThatComesTooEarlyIsNoConsequence) {
  define("lower-a",
         [](Contract &contract) { contract.lowers({"a"}).unless({"b"}); });
  define("lower-b-y", [](Contract &contract) { contract.lowers({"b.y"}); });
  define("lower-b-x",
         [](Contract &contract) { contract.lowers({"b.x"}).unless({"a"}); });
  std::string text = checkClosed(
      {"a.x", "b.x", "b.y"}, {"lower-a", "lower-b-y", "lower-b-x"}, Items{});
  EXPECT_NE(text.find("'a.x' stays in the IR: 'lower-a' runs too early, while "
                      "'b.y' is in its way"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("'b.x' stays in the IR"), std::string::npos) << text;
}

TEST_F(LeftOverCauseTest, WhatOnePassLowersIsLoweredBehindAllWhoAddIt) {
  define("to-cf", [](Contract &contract) {
    contract.lowers({"scf.for"}).to({"cf.br", "arith.addi"});
  });
  define("cf-to-llvm",
         [](Contract &contract) { contract.lowers({"cf"}).to({"llvm.br"}); });
  define("arith-to-llvm", [](Contract &contract) {
    contract.lowers({"arith"}).to({"llvm.add"});
  });
  EXPECT_EQ(
      checkClosed({"scf.for", "arith.addf"}, {"to-cf", "cf-to-llvm"},
                  Items{"llvm"}),
      R"(error: 'arith.addf' and 'arith.addi' stay in the IR: nothing in the pipeline lowers them [PMB025 predicted-left-over]
  note: some are in the input, others are introduced by: 'to-cf' (pass 0, on builtin.module, added by framework)
  help: add a pass that lowers 'arith.addf': 'arith-to-llvm'
  fix: insert 'arith-to-llvm' after 'cf-to-llvm'
)");
}

TEST_F(LeftOverCauseTest, EachTypeThatNothingRemovesIsOneMistake) {
  for (std::string name : {"a", "b"})
    for (std::string number : {"1", "2"})
      define("lower-" + name + number, [&](Contract &contract) {
        contract.lowers({name + number}).unless({"!" + name});
      });
  std::string text = checkClosed({"a1.x", "a2.x", "b1.x", "!a", "!b"},
                                 {"lower-a1", "lower-a2", "lower-b1"}, Items{});
  EXPECT_EQ(llvm::StringRef(text).count("error: "), 2u) << text;
  EXPECT_NE(text.find("'a1.x' and 'a2.x' stay in the IR: '!a' is in the way of "
                      "'lower-a1' and 'lower-a2'"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("'b1.x' stays in the IR: 'lower-b1' leaves it alone "
                      "while '!b' is there"),
            std::string::npos)
      << text;
}

TEST_F(LeftOverCauseTest, CastsOfAllTypesComeTooLateForOnePass) {
  for (std::string name : {"a", "b"}) {
    TypeDescriptor type;
    type.name = "!" + name;
    type.carriers = {name, "use." + name};
    catalog.addType(type);
    define("convert-" + name, [&](Contract &contract) {
      contract.lowers({name}).converts({"!" + name});
    });
  }
  define("reconcile", [](Contract &contract) {
    contract.lowers({"builtin.unrealized_conversion_cast"});
  });
  EXPECT_EQ(
      checkClosed({"a.x", "b.x", "use.a", "use.b"},
                  {"reconcile", "convert-a", "convert-b"}, Items{"use"}),
      R"(error: 'builtin.unrealized_conversion_cast' stays in the IR: 'reconcile' runs too early, before 'convert-b' introduces it [PMB025 predicted-left-over]
  at: 'reconcile' (pass 0, on builtin.module, added by framework)
  note: introduced by: 'convert-b' (pass 2, on builtin.module, added by framework)
  help: or run 'reconcile' once more after it
  fix: move 'reconcile' after 'convert-b'
)");
}

/// `dense<1> : tensor<2xi64>` is an attribute of an operation on buffers.
class AttributeTypeTest : public LeftOverCauseTest {
protected:
  AttributeTypeTest() {
    TypeDescriptor buffer;
    buffer.name = "!buffer";
    buffer.carriers = {"buffer"};
    buffer.likelyCarriers = {"func"};
    catalog.addType(buffer);
    TypeDescriptor value;
    value.name = "!value";
    value.carriers = {"value"};
    value.likelyCarriers = {"math", "func"};
    value.becomes = "!buffer";
    value.inAttributes = {"math.conv"};
    catalog.addType(value);
    define("to-loops", [](Contract &contract) {
      contract.lowers({"math"}).unless({"!value"}).to({"llvm.loop"});
    });
  }
};

TEST_F(AttributeTypeTest, ATypeThatNothingNeedsIsNotCertainlyInTheWay) {
  // All may work on buffers.
  EXPECT_EQ(checkClosed({"math.conv", "!value", "!buffer"}, {"to-loops"},
                        Items{"llvm", "!value", "!buffer"}),
            "");
  // There are no buffers.
  EXPECT_NE(checkClosed({"math.conv", "!value"}, {"to-loops"},
                        Items{"llvm", "!value"}),
            "");
  // Something certainly works on values.
  EXPECT_NE(checkClosed({"math.conv", "value.slice", "!value", "!buffer"},
                        {"to-loops"}, Items{"llvm", "!value", "!buffer"}),
            "");
}

/// A list that somebody has written need not name the types of its operations.
TEST_F(AttributeTypeTest, WhatAlwaysHasATypeBringsIt) {
  std::string blocked = checkClosed({"math.conv", "value.slice", "!value"},
                                    {"to-loops"}, Items{"llvm", "!value"});
  EXPECT_EQ(
      blocked,
      R"(error: 'math.conv' and 'value.slice' stay in the IR: '!value' is in the way of 'to-loops', and nothing removes that [PMB025 predicted-left-over]
  at: 'to-loops' (pass 0, on builtin.module, added by framework)
)");
  EXPECT_EQ(checkClosed({"math.conv", "value.slice"}, {"to-loops"},
                        Items{"llvm", "!value"}),
            blocked);
  // What only may have it does not.
  EXPECT_EQ(checkClosed({"math.conv", "func.func"}, {"to-loops"},
                        Items{"llvm", "!value", "func"}),
            "");
  // Where it is read off IR, the list has the types.
  EXPECT_EQ(checkClosed({"math.conv", "value.slice", "builtin.module"},
                        {"to-loops"}, Items{"llvm", "!value", "value"}),
            "");
}

TEST_F(AttributeTypeTest, ATypeThatIsNotNamedGoesWithWhatHasIt) {
  define("lower-value", [](Contract &contract) { contract.lowers({"value"}); });
  define("value-to-math", [](Contract &contract) {
    contract.lowers({"value"}).to({"math.conv"});
  });
  auto checkBehind = [&](llvm::StringRef pass) {
    return checkClosed({"value.slice", "other.x"}, {pass, "to-loops"},
                       Items{"llvm", "other", "!value"});
  };
  EXPECT_EQ(checkBehind("lower-value"), "");
  EXPECT_EQ(
      checkBehind("value-to-math"),
      R"(error: 'math.conv' stays in the IR: 'to-loops' leaves it alone while '!value' is there, and nothing removes that [PMB025 predicted-left-over]
  at: 'to-loops' (pass 1, on builtin.module, added by framework)
)");
  define("to-loops", [](Contract &contract) {
    contract.lowers({"other"}).unless({"!value"}).to({"llvm.loop"});
  });
  EXPECT_EQ(checkClosed({"value.slice", "other.x"}, {"lower-value", "to-loops"},
                        Items{"llvm", "!value"}),
            "");
  define("idle", [](Contract &contract) { contract.lowers({"z"}); });
  std::string blocked =
      R"(error: 'other.x' stays in the IR: 'to-loops' leaves it alone while '!value' is there, and nothing removes that [PMB025 predicted-left-over]
  at: 'to-loops' (pass 1, on builtin.module, added by framework)
)";
  EXPECT_EQ(checkClosed({"value.slice", "other.x"}, {"idle", "to-loops"},
                        Items{"llvm", "value", "!value"}),
            blocked);
  // One that is named may be of what the list does not tell.
  EXPECT_EQ(checkClosed({"value.slice", "other.x", "!value"},
                        {"lower-value", "to-loops"}, Items{"llvm", "!value"}),
            blocked);
}

/// Findings of a cycle are folded, too, which leaves others where they are.
TEST_F(LeftOverCauseTest, ARejectionFollowsFromWhatStaysBesideACycle) {
  define("first", [](Contract &contract) { contract.after(pass("second")); });
  define("second", [](Contract &contract) { contract.after(pass("first")); });
  define("picky", [](Contract &contract) { contract.rejects({"x.a"}); });
  std::string text =
      checkClosed({"x.a"}, {"first", "second", "picky"}, Items{});
  EXPECT_NE(text.find("cycle"), std::string::npos) << text;
  EXPECT_NE(text.find("'x.a' stays in the IR"), std::string::npos) << text;
  EXPECT_EQ(text.find("cannot accept"), std::string::npos) << text;
}

/// Passes that another variant has, of which a few are named.
TEST_F(LeftOverCauseTest, WhatStaysNamesPassesOfOtherVariants) {
  for (llvm::StringRef name : {"lower-1", "lower-2", "lower-3", "lower-4"})
    define(name, [](Contract &contract) { contract.lowers({"a"}); });
  define("idle");
  auto pipeline = compose({});
  test::require(pipeline->getVariants().addOption(
      {"gpu", "", OptionDescriptor::Type::Bool}));
  for (llvm::StringRef name :
       {"idle", "nowhere", "lower-1", "lower-2", "lower-3", "lower-4"})
    pipeline->when("gpu").addPass(name);
  pipeline->getInterface().inputContents = Items{"a.x"};
  pipeline->getInterface().outputContents = Items{};
  std::string text = check(*pipeline);
  for (llvm::StringRef name : {"lower-1", "lower-2", "lower-3"})
    EXPECT_NE(text.find("'" + name.str() +
                        "' lowers it, and is there only when 'gpu'"),
              std::string::npos)
        << text;
  for (llvm::StringRef name : {"idle", "nowhere", "lower-4"})
    EXPECT_EQ(text.find("'" + name.str() + "' lowers it, and is there"),
              std::string::npos)
        << text;
}

/// It takes what it finds, and is not there to lower the rest.
TEST_F(LeftOverCauseTest, WhatACleanupTakesInPartNothingLowers) {
  define("make",
         [](Contract &contract) { contract.lowers({"a"}).to({"b.x"}); });
  auto partly = [](Contract &contract) { contract.lowers({"b"}).partially(); };
  define("cleanup-some", partly, {"cleanup"});
  define("cleanup-all", [](Contract &contract) { contract.lowers({"b"}); },
         {"cleanup"});
  define("lower-some", partly);
  auto findCause = [&](std::initializer_list<llvm::StringRef> passes) {
    std::string found = checkClosed({"a.x", "b.x"}, passes, Items{});
    return llvm::StringRef(found).split("IR: ").second.split(" [").first.str();
  };
  EXPECT_EQ(findCause({"make", "cleanup-some"}),
            "nothing in the pipeline lowers it");
  EXPECT_EQ(findCause({"make", "lower-some"}),
            "'lower-some' does not lower all of it");
  EXPECT_EQ(findCause({"cleanup-all", "make"}),
            "'cleanup-all' runs too early, before 'make' introduces it");
}

} // namespace
