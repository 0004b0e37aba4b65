//===- SpellingsTest.cpp - Three spellings, one pipeline ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "mlir/Transforms/Passes.h"

using namespace pmb;
using namespace pmb::test;
using llvm::Error;

namespace {

/// What is edited: canonicalize, a nest with cse and test-func, a slot, and a
/// bundle of the kind `marking`.
void compose(PassManagerBuilder &pmb) {
  pmb.addPass<Canonicalizer>();
  pmb.nest<mlir::func::FuncOp>().addPass("cse").addPass<FuncPass>();
  pmb.addSlot("slot");
  PassBundle bundle("bundle");
  bundle.addKind("marking").addPass<ModulePass>();
  pmb.addBundle(bundle);
}

/// The text of the pass manager that is built after an edit, or of the error.
std::string flattened(llvm::function_ref<Error(PassManagerBuilder &)> edit) {
  Build<> b;
  compose(b.pmb);
  if (Error error = edit(b.pmb))
    return text(std::move(error));
  if (Error error = b.pmb.build())
    return text(std::move(error));
  return text(b.pm);
}

/// All edits give the same pass manager, with this text. MLIR prints options
/// that were not given, too, so passes without any are used.
void expectSame(
    llvm::StringRef expected,
    std::initializer_list<llvm::function_ref<Error(PassManagerBuilder &)>>
        edits) {
  static const std::string canonicalize = text(*[] {
    static mlir::OpPassManager pm;
    pm.addPass(mlir::createCanonicalizerPass());
    return &pm;
  }());
  // `any(canonicalize{...})` without what is around.
  llvm::StringRef pass = canonicalize;
  pass.consume_front("any(");
  pass.consume_back(")");
  std::string text = expected.str();
  size_t at = text.find("canonicalize");
  if (at != std::string::npos)
    text.replace(at, strlen("canonicalize"), pass.str());
  size_t index = 0;
  for (llvm::function_ref<Error(PassManagerBuilder &)> edit : edits)
    EXPECT_EQ(flattened(edit), text) << "spelling " << index++;
}

TEST(Spellings, AddPass) {
  expectSame(
      "builtin.module(canonicalize,func.func(cse,test-func),test-module,"
      "func.func(test-func),test-options{count=4 names={a,b}})",
      {[](auto &pmb) {
         pmb.template addPass<FuncPass>();
         pmb.template addPass<OptionsPass>(PassOptions("count=4 names=a,b"));
         return Error::success();
       },
       [](auto &pmb) {
         pmb.addPass("test-func");
         pmb.addPass("test-options", "{count=4 names=a,b}");
         return Error::success();
       },
       [](auto &pmb) {
         pmb.addPass(std::make_unique<FuncPass>());
         auto pass = std::make_unique<OptionsPass>(4);
         pass->names = {"a", "b"};
         pmb.addPass(std::unique_ptr<mlir::Pass>(std::move(pass)));
         return Error::success();
       },
       [](auto &pmb) -> Error {
         if (Error error = pmb.insert(PassSpec("test-func"), Position::atEnd()))
           return error;
         return pmb.insert(PassSpec("test-options", "count=4 names=a,b"),
                           Position::atEnd());
       }});
}

TEST(Spellings, NestedPass) {
  expectSame(
      "builtin.module(canonicalize,func.func(cse,test-func),test-module,"
      "func.func(cse,test-func))",
      {[](auto &pmb) {
         pmb.template nest<mlir::func::FuncOp>()
             .template addPass<upstream::CSE>()
             .template addPass<FuncPass>();
         return Error::success();
       },
       [](auto &pmb) {
         pmb.nest("func.func").addPass("cse").addPass("test-func");
         return Error::success();
       },
       [](auto &pmb) {
         pmb.template addNestedPass<mlir::func::FuncOp>(mlir::createCSEPass());
         pmb.template addNestedPass<mlir::func::FuncOp>(
             std::make_unique<FuncPass>());
         return Error::success();
       },
       [](auto &pmb) -> Error {
         PassSpec spec("cse");
         spec.nest = std::vector<std::string>{"func.func"};
         if (Error error = pmb.insert(std::move(spec), Position::atEnd()))
           return error;
         return pmb.insert(PassSpec("test-func"), Position::atEnd());
       }});
}

TEST(Spellings, AddPassBefore) {
  expectSame("builtin.module(canonicalize,func.func(cse,"
             "test-options{count=7 },test-func),test-module)",
             {[](auto &pmb) {
                return pmb.template addPassBefore<OptionsPass, FuncPass>(7);
              },
              [](auto &pmb) {
                return pmb.template addPassBefore<OptionsPass, FuncPass>(
                    PassOptions("count=7"));
              },
              [](auto &pmb) {
                return pmb.addPassBefore("test-options", "test-func",
                                         PassOptions("count=7"));
              },
              [](auto &pmb) {
                return pmb.template insert<OptionsPass>(
                    Position::before(pass<FuncPass>()), 7);
              },
              [](auto &pmb) {
                return pmb.insert(PassSpec("test-options", "count=7"),
                                  Position::before(unique(pass("test-func"))));
              },
              [](auto &pmb) {
                return pmb.insert(std::make_unique<OptionsPass>(7),
                                  Position::before(last(pass("test-func"))));
              }});
}

TEST(Spellings, AddPassAfter) {
  expectSame("builtin.module(canonicalize,func.func(cse),test-module,"
             "func.func(test-func),test-module)",
             {[](auto &pmb) {
                return pmb.template addPassAfter<ModulePass, upstream::CSE>();
              },
              [](auto &pmb) { return pmb.addPassAfter("test-module", "cse"); },
              [](auto &pmb) {
                return pmb.template insert<ModulePass>(
                    Position::after(pass("cse")));
              },
              [](auto &pmb) {
                return pmb.insert(PassSpec("test-module"),
                                  Position::after(first(pass("cse"))));
              }});
}

TEST(Spellings, AddPassBeforeType) {
  expectSame(
      "builtin.module(canonicalize,func.func(cse,cse,test-func),test-module)",
      {[](auto &pmb) {
         return pmb.template addPassBeforeType<upstream::CSE, Marking>();
       },
       [](auto &pmb) { return pmb.addPassBeforeType("cse", "marking"); },
       [](auto &pmb) {
         return pmb.template insert<upstream::CSE>(
             Position::before(kind<Marking>()));
       },
       [](auto &pmb) {
         return pmb.insert(PassSpec("cse"),
                           Position::before(first(kind("marking"))));
       }});
}

TEST(Spellings, AddPassAfterType) {
  expectSame(
      "builtin.module(canonicalize,func.func(cse,test-func),test-module,cse)",
      {[](auto &pmb) {
         return pmb.template addPassAfterType<upstream::CSE, Marking>();
       },
       [](auto &pmb) { return pmb.addPassAfterType("cse", "marking"); },
       [](auto &pmb) {
         return pmb.insert(PassSpec("cse"), Position::after(kind<Marking>()));
       },
       [](auto &pmb) {
         return pmb.insert(mlir::createCSEPass(),
                           Position::after(bundle("bundle")));
       }});
}

TEST(Spellings, AddPassToSlot) {
  expectSame("builtin.module(canonicalize,func.func(cse,test-func),"
             "test-options{count=2 },test-module)",
             {[](auto &pmb) {
                return pmb.template addPassToSlot<OptionsPass>("slot", 2);
              },
              [](auto &pmb) {
                return pmb.addPassToSlot("test-options", "slot",
                                         PassOptions("count=2"));
              },
              [](auto &pmb) {
                return pmb.template insert<OptionsPass>(
                    Position::before(slot("slot")), 2);
              },
              [](auto &pmb) {
                return pmb.insert(PassSpec("test-options", "count=2"),
                                  Position::after(slot("slot")));
              }});
}

TEST(Spellings, ReplacePass) {
  expectSame("builtin.module(canonicalize,func.func(test-options{count=5 },"
             "test-func),test-module)",
             {[](auto &pmb) {
                return pmb.template replacePass<upstream::CSE, OptionsPass>(5);
              },
              [](auto &pmb) {
                return pmb.replacePass("cse", "test-options",
                                       PassOptions("count=5"));
              },
              [](auto &pmb) {
                return pmb.replace(pass<upstream::CSE>(),
                                   PassSpec("test-options", "count=5"));
              },
              [](auto &pmb) {
                return pmb.replace(every(pass("cse")),
                                   PassTraits<OptionsPass>::create(5));
              }});
}

TEST(Spellings, RemovePass) {
  expectSame(
      "builtin.module(func.func(cse,test-func),test-module)",
      {[](auto &pmb) { return pmb.template removePass<Canonicalizer>(); },
       [](auto &pmb) { return pmb.removePass("canonicalize"); },
       [](auto &pmb) { return pmb.remove(pass<Canonicalizer>()); },
       [](auto &pmb) { return pmb.remove(first(pass("canonicalize"))); }});
}

// Each spelling of composing can be followed by another.
TEST(Spellings, ComposingInOneExpression) {
  Build<> b;
  b.pmb.addPass(mlir::createCSEPass())
      .addPass<ModulePass>()
      .addPipeline("buffer-deallocation-pipeline")
      .addSlot("late");
  EXPECT_EQ(b.pmb.lookup(bundle("buffer-deallocation-pipeline")).size(), 1u);
  EXPECT_EQ(b.pmb.lookup(slot("late")).size(), 1u);
  b.pmb.discard();
}

// A class and a tag for the same pass are the same pass.
TEST(Spellings, TagsStandForNames) {
  EXPECT_EQ(pass<upstream::CSE>(), pass("cse"));
  EXPECT_EQ(pass<FuncPass>(), pass("test-func"));
  EXPECT_EQ(kind<Marking>(), kind("marking"));
  EXPECT_EQ(kind<LLVMLowering>(), kind("llvm-lowering"));
}

// A pass without an argument is addressed by its class.
TEST(Spellings, ClassWithoutArgument) {
  Build<> b;
  compose(b.pmb);
  EXPECT_EQ(text((b.pmb.addPassAfter<NamelessPass, FuncPass>())), "");
  EXPECT_EQ(text((b.pmb.addPassBefore<ModulePass, NamelessPass>())), "");
  EXPECT_EQ(text((b.pmb.replacePass<upstream::CSE, NamelessPass>())), "");
  EXPECT_EQ(text((b.pmb.addPassAfter<ModulePass, NamelessPass>())),
            "error: '" + pass<NamelessPass>().name +
                "' is in the pipeline 2 times [PMB003 ambiguous-position]\n"
                "  note: this one matches: '" +
                pass<NamelessPass>().name +
                "' (pass 1, on builtin.module/func.func, added by framework)\n"
                "  note: this one matches: '" +
                pass<NamelessPass>().name +
                "' (pass 4, on builtin.module/func.func, added by framework)\n"
                "  help: say which: first(), last(), nth() or every()\n");
  EXPECT_EQ(text(b.pmb.remove(first(pass<NamelessPass>()))), "");
  std::string mine = b.pmb.str();
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(mine, text(b.pm));
  EXPECT_TRUE(contains(mine, "unknown<"));
}

} // namespace
