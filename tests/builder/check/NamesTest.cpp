//===- NamesTest.cpp - Names that come from C++ ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name that comes from C++ is checked as one that comes from a file is.
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "builder/edit/TextualPipeline.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// Passes with longer names, and some of MLIR's operations.
const Catalog &getNamesCatalog() {
  static const Catalog catalog = [] {
    Catalog catalog = getTestCatalog().clone();
    for (const char *name : {"one-shot-bufferize", "lower-affine"})
      test::require(catalog.addPass(PassDescriptor(name)));
    PassDescriptor dce("symbol-dce");
    dce.anchorChoices = {"builtin.module", "gpu.module"};
    test::require(catalog.addPass(std::move(dce)));
    catalog.addDialect("builtin", {"builtin.module"});
    catalog.addDialect("func", {"func.func"});
    catalog.addDialect("gpu", {"gpu.module", "gpu.func"});
    catalog.addDialect("linalg", {});
    catalog.addDialect("scf", {});
    TypeDescriptor tensor;
    tensor.name = "!tensor";
    catalog.addType(std::move(tensor));
    return catalog;
  }();
  return catalog;
}

struct Named : PipelineBuilder {
  Named() : PipelineBuilder("builtin.module", getNamesCatalog()) {
    addPass("a");
  }
  std::string findings() {
    std::string result;
    for (const Diagnostic &finding : check())
      result += finding.str();
    return result;
  }
};

/// What `describe` would say.
template <typename DescribeFn>
PassSpec described(const char *name, DescribeFn describe) {
  static std::vector<std::unique_ptr<PassDescriptor>> kept;
  kept.push_back(std::make_unique<PassDescriptor>(name));
  kept.back()->hasContract = true;
  describe(*kept.back());
  PassSpec spec(name);
  spec.described = kept.back().get();
  return spec;
}

//===----------------------------------------------------------------------===//
// Contracts
//===----------------------------------------------------------------------===//

TEST(NamesInContracts, MisspeltPassOfADescribedPass) {
  Named pipeline;
  pipeline.append(described("mine", [](PassDescriptor &pass) {
    pass.contract.after(pmb::pass("one-shot-bufferise"));
    pass.contract.before(pmb::pass("a-pass-of-another-party"));
  }));
  EXPECT_EQ(pipeline.findings(),
            "warning: nothing is known of a pass 'one-shot-bufferise' [PMB001 "
            "unknown-pass]\n"
            "  at: 'mine' (pass 1, on builtin.module, added by framework)\n"
            "  note: the contract of 'mine' names it\n"
            "  help: did you mean 'one-shot-bufferize'?\n");
}

TEST(NamesInContracts, OfAnAddedContract) {
  Named pipeline;
  Contract contract;
  contract.after(pass("lower-afine"));
  contract.lowers({"linlag.matmul", "acme", "!tensr"}).to({"scf"});
  EXPECT_EQ(test::text(pipeline.addContract("a", contract)), "");
  EXPECT_EQ(pipeline.findings(),
            "warning: nothing is known of a pass 'lower-afine' [PMB001 "
            "unknown-pass]\n"
            "  at: 'a' (pass 0, on builtin.module, added by framework)\n"
            "  note: the contract of 'a' names it\n"
            "  help: did you mean 'lower-affine'?\n"
            "warning: nothing is known of a dialect 'linlag' [PMB038 "
            "unknown-item]\n"
            "  at: 'a' (pass 0, on builtin.module, added by framework)\n"
            "  note: the contract of 'a' names it\n"
            "  help: did you mean 'linalg'?\n"
            "  help: if the name is right, declare it, with "
            "Catalog::addDialect or in a contracts file: \"dialects\": "
            "{\"linlag\": []}\n"
            "warning: nothing is known of a type '!tensr' [PMB038 "
            "unknown-item]\n"
            "  at: 'a' (pass 0, on builtin.module, added by framework)\n"
            "  note: the contract of 'a' names it\n"
            "  help: did you mean '!tensor'?\n");
}

/// What looks like no bundle may come from another party.
TEST(NamesInContracts, MisspeltBundle) {
  auto check = [](llvm::StringRef named, bool hasVariants = false) {
    Named pipeline;
    if (hasVariants)
      test::require(pipeline.getVariants().addVariant({"gpu", "", {}}));
    pipeline.addBundle(PassBundle("tile-and-fuse").addPass("a"));
    Contract contract;
    contract.after(bundle(named));
    test::require(pipeline.addContract("a", contract));
    return pipeline.findings();
  };
  EXPECT_EQ(check("tile-and-fuze"),
            "warning: there is no bundle 'tile-and-fuze' [PMB059 "
            "unknown-bundle]\n"
            "  at: 'a' (pass 0, on builtin.module, added by framework)\n"
            "  note: the contract of 'a' names it\n"
            "  help: did you mean 'tile-and-fuse'?\n");
  EXPECT_EQ(check("vectorize"), "");
  // A bundle that was there until an edit was refused is not there.
  Named pipeline;
  Contract contract;
  contract.after(bundle("tile-and-fuze"));
  test::require(pipeline.addContract("a", contract));
  EXPECT_NE(test::text(pipeline.transaction(
                pipeline.getOrigin(),
                [&]() -> llvm::Error {
                  pipeline.addBundle(PassBundle("tile-and-fuse").addPass("a"));
                  return llvm::createStringError("refused");
                })),
            "");
  EXPECT_EQ(pipeline.findings(), "");
  // It may be one of those that this variant does not have.
  EXPECT_EQ(check("tile-and-fuze", /*hasVariants=*/true), "");
}

TEST(NamesInContracts, APassThatIsCalledAlmostAsABundleIsNone) {
  Named pipeline;
  pipeline.addBundle(PassBundle("tile-and-fuse").addPass("a"));
  Contract contract;
  contract.after(pass("tile-and-fuze"));
  test::require(pipeline.addContract("a", contract));
  EXPECT_EQ(pipeline.findings(), "");
}

TEST(NamesInContracts, OfAMisspeltOwner) {
  Named pipeline;
  Contract contract;
  contract.after(pass("a"));
  EXPECT_EQ(test::text(pipeline.addContract("lower-afine", contract)), "");
  EXPECT_EQ(pipeline.findings(),
            "warning: nothing is known of a pass 'lower-afine' [PMB001 "
            "unknown-pass]\n"
            "  note: a contract was added to it by framework, and the pipeline "
            "has no such pass\n"
            "  help: did you mean 'lower-affine'?\n");
  // One that is there is no mistake.
  pipeline.addPass("lower-afine");
  EXPECT_EQ(pipeline.findings(), "");
}

TEST(NamesInContracts, OptionsInConditions) {
  Named pipeline;
  auto spec = [](const char *option) {
    PassSpec spec = described("mine", [&](PassDescriptor &pass) {
      pass.contract.after(pmb::pass("b")).when(pmb::option(option));
    });
    spec.instance =
        makeInstance("mine", true, "count=1 verbose=false").instance;
    spec.isInstance = true;
    return spec;
  };
  EXPECT_EQ(test::text(pipeline.insert(spec("cuont"), Position::atEnd())),
            "error: a condition of 'mine': there is no option or variant "
            "'cuont' [PMB012 unknown-condition]\n"
            "  note: the line is\n"
            "     1 | cuont == true\n"
            "       | ^\n"
            "  help: did you mean 'count'?\n");
  // A list that is empty is not printed, so there may be more.
  EXPECT_EQ(test::text(pipeline.insert(spec("names"), Position::atEnd())), "");
}

TEST(NamesInContracts, Kinds) {
  Named pipeline;
  pipeline.append(described(
      "mine", [](PassDescriptor &pass) { pass.addKind("brand new kind"); }));
  EXPECT_EQ(pipeline.findings(),
            "error: 'brand new kind' cannot be the name of a kind [PMB016 "
            "bad-name]\n"
            "  help: use ASCII letters, digits and signs other than brackets, "
            "commas, quotes and '/'\n");
  Catalog catalog = getTestCatalog().clone();
  catalog.addKind("brand new kind");
  EXPECT_FALSE(catalog.hasKind("brand new kind"));
  PipelineBuilder other("builtin.module", catalog);
  other.addPass("a");
  std::vector<Diagnostic> findings = other.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].str(),
            "error: 'brand new kind' cannot be the name of a kind [PMB016 "
            "bad-name]\n"
            "  help: use ASCII letters, digits and signs other than brackets, "
            "commas, quotes and '/'\n");
}

TEST(NamesInContracts, PresentIsForAfterAndBefore) {
  Named pipeline;
  Contract contract;
  contract.followedBy(pass("b")).present();
  EXPECT_EQ(test::text(pipeline.addContract("a", contract)),
            "error: the contract of 'a' says followedBy 'b' with "
            "'present': only 'after' and 'before' can say that [PMB013 "
            "contradictory-contract]\n"
            "  help: leave it out; 'followedBy' asks for the pass anyway\n");
  Contract conflict;
  conflict.conflictsWith(pass("b")).present();
  EXPECT_NE(test::text(pipeline.addContract("a", conflict)), "");
}

struct Renamed {
  static constexpr llvm::StringLiteral getArgument() { return "renamed"; }
  static void describe(PassDescriptor &pass) { pass.name = "other"; }
};

TEST(NamesInContracts, APassIsNamedWithoutTheDashesOfACommandLine) {
  Named pipeline;
  pipeline.addPass("--lower-affine").addPass("--");
  EXPECT_EQ(pipeline.findings(),
            "error: '--lower-affine' cannot be the name of a pass [PMB016 "
            "bad-name]\n"
            "  help: write 'lower-affine'\n"
            "error: '--' cannot be the name of a pass [PMB016 bad-name]\n"
            "  help: use letters, digits, '-', '_' and '.'\n");
}

TEST(NamesInContracts, APassInTheCatalogIsCalledAsInTexts) {
  Catalog catalog = getTestCatalog().clone();
  for (llvm::StringRef name : {"", "a b", "a,b", "a{b}", "--a"}) {
    EXPECT_TRUE(contains(test::text(catalog.addPass(PassDescriptor(name))),
                         "cannot be the name of a pass [PMB016 bad-name]"))
        << name.str();
    EXPECT_FALSE(catalog.lookupPass(name));
  }
  EXPECT_EQ(test::text(catalog.addPass(PassDescriptor("acme::Fold<4>"))), "");
}

TEST(NamesInContracts, DescribeCannotRename) {
  PassSpec spec("renamed");
  spec.described = getDescription<Renamed>("renamed");
  Named pipeline;
  EXPECT_EQ(test::text(pipeline.insert(std::move(spec), Position::atEnd())),
            "error: the description of 'renamed' calls it 'other' [PMB016 "
            "bad-name]\n"
            "  help: leave the name alone in 'describe'\n");
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

TEST(NamesOfNests, ThatCannotBeOnes) {
  for (const char *name : {"a(", "a b", ""}) {
    Named pipeline;
    pipeline.nest(name).addPass("b").addSlot("s");
    pipeline.nest(name).nest("func.func").addPass("b");
    EXPECT_EQ(pipeline.str(), "builtin.module(a)");
    std::vector<Diagnostic> findings = pipeline.check();
    ASSERT_EQ(findings.size(), 2u);
    EXPECT_EQ(findings[0].str(),
              "error: '" + std::string(name) +
                  "' cannot be the name of an operation [PMB016 bad-name]\n"
                  "  help: use ASCII letters, digits and signs other than "
                  "brackets, commas, quotes and '/'\n");
    PassBundle bundle("group");
    bundle.nest(name).addPass("b");
    EXPECT_NE(test::text(pipeline.insert(bundle, Position::atEnd())), "");
  }
}

TEST(NamesOfNests, MisspeltAsInAText) {
  Named pipeline;
  pipeline.nest("func.fnc").addPass("b");
  EXPECT_EQ(pipeline.findings(),
            "error: there is no operation 'func.fnc', so nothing runs on it "
            "[PMB004 wrong-anchor-op]\n"
            "  at: 'b' (pass 1, on builtin.module/func.fnc, added by "
            "framework)\n"
            "  help: did you mean 'func.func'?\n"
            "  fix: rename nest 'func.fnc' to 'func.func'\n");
  EXPECT_EQ(test::text(pipeline.removePass("b")), "");
  EXPECT_EQ(pipeline.findings(), "");
}

TEST(NamesOfNests, MisspeltAroundOthers) {
  const char *expected =
      "error: there is no operation 'gpu.modul', so nothing runs on it "
      "[PMB004 wrong-anchor-op]\n"
      "  at: 'b' (pass 1, on builtin.module/gpu.modul/acme.func, added by "
      "framework)\n"
      "  help: did you mean 'gpu.module'?\n"
      "  fix: rename nest 'gpu.modul' to 'gpu.module'\n";
  Named pipeline;
  pipeline.nest("gpu.modul").nest("acme.func").addPass("b");
  EXPECT_EQ(pipeline.findings(), expected);
  // One mistake, however many nests and passes are in it.
  NestBuilder nest = pipeline.nest("gpu.modul");
  nest.nest("acme.func").addPass("b").nest("acme.block").addPass("b");
  EXPECT_EQ(pipeline.findings(), expected);

  Named inserted;
  PassSpec spec("b");
  spec.nest = {"gpu.modul", "acme.func"};
  EXPECT_EQ(test::text(inserted.insert(std::move(spec), Position::atEnd())),
            "");
  EXPECT_EQ(inserted.findings(), expected);
}

TEST(NamesOfNests, MisspeltAroundBundlesAndSlots) {
  const char *expected =
      "error: there is no operation 'func.fnc', so nothing runs on it "
      "[PMB004 wrong-anchor-op]\n"
      "  at: 'b' (pass 1, on builtin.module/func.fnc, added by framework)\n"
      "  help: did you mean 'func.func'?\n"
      "  fix: rename nest 'func.fnc' to 'func.func'\n";
  PassBundle bundle("group");
  bundle.addPass("b");
  Named bundled;
  bundled.nest("func.fnc").addBundle(bundle);
  EXPECT_EQ(bundled.findings(), expected);

  Named slotted;
  slotted.nest("func.fnc").addSlot("s");
  EXPECT_EQ(slotted.findings(), "");
  EXPECT_EQ(test::text(slotted.addPassToSlot("b", "s")), "");
  EXPECT_EQ(slotted.findings(), expected);

  Named impossible;
  impossible.nest("scf.for").addBundle(bundle);
  EXPECT_EQ(impossible.findings(),
            "error: 'group' cannot run on 'scf.for': 'scf' has no operation "
            "of that name that is isolated from above [PMB004 "
            "wrong-anchor-op]\n"
            "  help: add it to another nest\n");
}

TEST(NamesOfNests, OperationsThatCannotHoldPasses) {
  Named pipeline;
  pipeline.nest("func.func").nest("scf.for").addPass("b");
  EXPECT_EQ(pipeline.findings(),
            "error: 'b' cannot run on 'scf.for': 'scf' has no operation of "
            "that name that is isolated from above [PMB004 wrong-anchor-op]\n"
            "  help: add it to another nest\n");
  // Of a dialect that the catalog does not know nothing is known.
  pipeline.nest("acme.func").addPass("b");
  EXPECT_EQ(pipeline.str(), "builtin.module(a,acme.func(b))");
}

TEST(NamesOfNests, DialectsInThePlaceOfOperations) {
  Named pipeline;
  pipeline.nest("gpu").addPass("b");
  pipeline.nest("linalg").addPass("b");
  EXPECT_EQ(pipeline.findings(),
            "error: 'b' cannot run on 'gpu': passes run on operations, and "
            "that is a dialect [PMB004 wrong-anchor-op]\n"
            "  help: did you mean 'gpu.module' or 'gpu.func'?\n"
            "error: 'b' cannot run on 'linalg': 'linalg' has no operation of "
            "that name that is isolated from above [PMB004 wrong-anchor-op]\n"
            "  help: add it to another nest\n");
}

TEST(NamesOfNests, WithoutTheirDialect) {
  Named pipeline;
  pipeline.nest("func").addPass("b");
  EXPECT_EQ(pipeline.findings(),
            "error: there is no operation 'func', so nothing runs on it "
            "[PMB004 wrong-anchor-op]\n"
            "  at: 'b' (pass 1, on builtin.module/func, added by framework)\n"
            "  help: did you mean 'func.func'?\n"
            "  fix: rename nest 'func' to 'func.func'\n");
  // Nor is there one without the dot.
  Named joined;
  joined.nest("funcfunc").addPass("b");
  EXPECT_TRUE(contains(joined.findings(), "fix: rename nest 'funcfunc' to "
                                          "'func.func'"));
  // What nobody knows may well be there.
  Named other;
  other.nest("acme").addPass("b");
  EXPECT_EQ(other.findings(), "");
}

TEST(NamesOfNests, PassThatNeedsASymbolTable) {
  Named pipeline;
  pipeline.nest("func.func").addPass("b");
  EXPECT_EQ(test::text(pipeline.addPassAfter("symbol-dce", "b")), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(a,func.func(b),symbol-dce)");
  pipeline.nest("func.func").addPass("symbol-dce");
  EXPECT_EQ(pipeline.findings(),
            "error: 'symbol-dce' cannot run on 'func.func': it runs on "
            "'builtin.module', 'gpu.module' only [PMB004 wrong-anchor-op]\n"
            "  help: put it beside 'func.func(...)', into 'builtin.module'\n");
}

//===----------------------------------------------------------------------===//
// Choosing the nest
//===----------------------------------------------------------------------===//

TEST(AnyOperation, TakesPassesThatAreRestricted) {
  TestPipeline pipeline({"a"}, "any");
  pipeline.addPass("func-pass");
  EXPECT_DONE(pipeline, pipeline.addPassAfter("function-like", "a"));
  EXPECT_EQ(pipeline.str(), "any(a,function-like,func-pass)");
  TestPipeline module({"a"});
  module.nest("any").addPass("b").addPass("func-pass").addPass("function-like");
  EXPECT_EQ(module.str(), "builtin.module(a,any(b,func-pass,function-like))");
  EXPECT_TRUE(module.check().empty());
}

TEST(AnyOperation, WithPassesThatShareNone) {
  TestPipeline pipeline;
  pipeline.nest("any").addPass("func-pass").addPass("module-pass");
  pipeline.addPass("a");
  pipeline.nest("any").addPass("gpu-pass").addPass("a");
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].str(),
            "warning: no operation is one for 'module-pass' and for "
            "'func-pass', so nothing of their nest on any operation runs "
            "[PMB031 no-effect]\n"
            "  at: 'module-pass' (pass 1, on builtin.module/any, added by "
            "framework)\n"
            "  note: 'func-pass' runs on 'func.func', 'module-pass' on "
            "'builtin.module'\n"
            "  help: give each of them a nest of its own\n");
}

TEST(ForeignRoot, KeepsAPassOnAnInterface) {
  Catalog catalog = getTestCatalog().clone();
  PassDescriptor wide("wide");
  wide.anchorChoices = {"func.func", "llvm.func", "async.func"};
  test::require(catalog.addPass(std::move(wide)));
  PipelineBuilder pipeline("acme.func", catalog);
  pipeline.addPass("wide");
  EXPECT_EQ(pipeline.str(), "acme.func(wide)");
  EXPECT_TRUE(pipeline.check().empty());
}

TEST(ForeignRoot, TakesANestOfItsOwnDialect) {
  Catalog catalog = getTestCatalog().clone();
  catalog.addDialect("acme", {"acme.module", "acme.block"});
  PassDescriptor wide("wide");
  wide.anchorChoices = {"func.func", "acme.block"};
  test::require(catalog.addPass(std::move(wide)));
  PipelineBuilder pipeline("acme.module", catalog);
  pipeline.addPass("wide");
  EXPECT_TRUE(pipeline.check().empty());
  EXPECT_EQ(pipeline.str(), "acme.module(acme.block(wide))");
}

} // namespace
