//===- UndoTest.cpp - Every public edit is undone as a whole --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each public edit is made in a transaction that fails. Then the pipeline looks
// as before, and behaves as a twin on which nobody has tried the edit: both get
// one further insertion and a check.
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "builder/edit/PipelineImpl.h"

using namespace pmb;
using namespace pmb::test;
using llvm::Error;

namespace {

Catalog makeUndoCatalog() {
  Catalog catalog = makeCatalog();
  PropertyDescriptor tidied;
  tidied.name = "tidied";
  tidied.isFleeting = true;
  require(catalog.addProperty(std::move(tidied)));
  Contract clean, user;
  clean.idempotent();
  clean.providesProperty("tidied");
  user.requiresProperty("tidied").establishedBy("wash");
  PassDescriptor washer("wash");
  washer.addKind("cleanup");
  washer.contract = clean;
  require(catalog.addPass(std::move(washer)));
  PassDescriptor needy("needy");
  needy.contract = user;
  require(catalog.addPass(std::move(needy)));
  PassDescriptor both("both");
  both.pipeline.resize(2);
  both.pipeline[0].pass = "a";
  both.pipeline[1].pass = "clean";
  require(catalog.addPass(std::move(both)));
  PassBundle cleanup("cleanup");
  cleanup.addPass("wash");
  require(catalog.addBundle(std::move(cleanup)));
  return catalog;
}

/// A pass of which its C++ type says more than the catalog does.
PassSpec makeDescribed() {
  static const PassDescriptor own = [] {
    PassDescriptor descriptor("gpu-pass");
    descriptor.contract.conflictsWith(pass("tidy")).weak();
    return descriptor;
  }();
  PassSpec spec("gpu-pass");
  spec.described = &own;
  return spec;
}

/// A pipeline that has something of everything: bundles, slots, nests, passes
/// of parties, pins, options, settings, variants.
struct Subject : PipelineBuilder {
  Subject() : PipelineBuilder("builtin.module", getCatalogForUndo()) {
    OptionDescriptor size;
    size.name = "size";
    size.defaultValue = "1";
    require(getVariants().addOption(size));
    addPass("a");
    addPass("b");
    addPass("optional", "count=2");
    addPass("wash");
    addPass("wash");
    addSlot("s");
    PassBundle outer("outer");
    outer.addKind("lowering").addPass("c").addPass("clean");
    addBundle(outer);
    nest("func.func").addPass("func-pass");
    addPass("both");
    addPass("clean");
    addPass("needy");
    getCleanups().setDedupe(true);
    getCleanups().setEstablish(true);
    for (const Diagnostic &finding : check())
      ADD_FAILURE() << finding.str();
    require(addContract("d", Contract()));
    require(transaction(Origin::thirdParty("first"), [&]() -> Error {
      if (Error error = addPassAfter("d", "b"))
        return error;
      return addPassAfter("tidy", "b");
    }));
  }

  static const Catalog &getCatalogForUndo() {
    static const Catalog catalog = makeUndoCatalog();
    return catalog;
  }

  /// Everything that can be seen.
  std::string look() {
    std::string result;
    llvm::raw_string_ostream os(result);
    print(os);
    os << '\n';
    print(os, PrintStyle::Listing);
    for (const Node &node : getNodes()) {
      const Node *slot = node.isPass() ? node.getSlot() : nullptr;
      os << getRef(node).position << ' ' << node.getName() << " by "
         << node.getOrigin().str() << ' '
         << (slot ? slot->getName() : llvm::StringRef("-")) << '\n';
    }
    for (auto [code, severity] : getImpl().getSeverities())
      os << getDiagnosticInfo(code).name << '=' << stringify(severity) << '\n';
    for (auto [pass, contract] : getImpl().getAddedContracts())
      os << pass << ':' << contract->getOrder().size() << ','
         << contract->getProperties().size() << ','
         << contract->getContents().size() << '\n';
    const CleanupSettings &settings = getCleanups().getSettings();
    os << settings.dedupe << settings.share << settings.establish << '\n';
    for (const CleanupAction &cleanup : getCleanups().find())
      os << getCleanups().summarize(cleanup) << '\n';
    os << getOptions().str() << " of " << getOptions().getOptions().size()
       << " and " << getOptions().getDeclaredVariants().size() << '\n';
    os << getOrigin().str() << '\n';
    const PipelineInterface &ends = getInterface();
    os << ends.isClosed() << ends.outputContents.has_value();
    for (const std::string &name : ends.inputProperties)
      os << ' ' << name;
    os << '\n';
    return result;
  }

  /// What is found, after one more insertion behind what has followers.
  std::string goOn() {
    addCleanupPasses();
    std::string result = text(addPassAfter("c", "b"));
    result += text(addPassAfter("function-like", "d"));
    // A pin is seen by somebody else.
    result += text(transaction(Origin::thirdParty("other"),
                               [&] { return removePass("b"); }));
    // Whatever a name or a value was settled by is seen here.
    setOption("size", "3");
    result += text(addSlotAfter("late", "d"));
    // So are descriptions that the pipeline knows already, and passes for which
    // nothing is established any more.
    result += text(insert(makeDescribed(), Position::atEnd()));
    for (const CleanupAction &cleanup : getCleanups().find())
      if (cleanup.kind == CleanupAction::Kind::Established)
        result += text(remove(exactly(*cleanup.pass)));
    for (const Diagnostic &finding : check())
      result += finding.str();
    return result + look();
  }

  Error addSlotAfter(llvm::StringRef name, llvm::StringRef pass) {
    return insertSlot(name, Position::after(pmb::pass(pass)));
  }
};

struct Edit {
  const char *name;
  std::function<Error(Subject &)> make;
  /// Edits of settings are the owner's.
  bool isOwners = false;
};

void PrintTo(const Edit &edit, std::ostream *os) { *os << edit.name; }

PassBundle makeBundle() {
  PassBundle bundle("extra");
  bundle.addKind("lowering").addPass("a").addSlot("u");
  return bundle;
}

Error done() { return Error::success(); }

std::vector<Edit> makeAppends() {
  return {
      {"append",
       [](Subject &p) {
         p.addPass("d");
         return done();
       }},
      {"appendInNest",
       [](Subject &p) {
         p.nest("func.func").addPass("c").addSlot("n");
         return done();
       }},
      {"appendBundle",
       [](Subject &p) {
         p.addBundle(makeBundle());
         return done();
       }},
      {"appendBundleByName",
       [](Subject &p) {
         p.addBundle("cleanup");
         return done();
       }},
      {"appendSlot",
       [](Subject &p) {
         p.addSlot("z");
         return done();
       }},
  };
}

std::vector<Edit> makeInsertions() {
  return {
      {"insertAfter", [](Subject &p) { return p.addPassAfter("c", "b"); }},
      {"insertBefore", [](Subject &p) { return p.addPassBefore("c", "b"); }},
      {"insertAtEvery",
       [](Subject &p) {
         return p.insert(PassSpec("b"), Position::after(every(pass("wash"))));
       }},
      {"insertIntoSlot",
       [](Subject &p) {
         return p.insert(PassSpec("d"), Position::before(slot("s")));
       }},
      {"insertByContract",
       [](Subject &p) {
         return p.insert(PassSpec("d"), Position::byContract());
       }},
      {"insertByContractLate",
       [](Subject &p) {
         return p.insert(PassSpec("d"),
                         Position::byContract(Position::Choice::Latest));
       }},
      {"insertNextTo",
       [](Subject &p) {
         return p.insert(PassSpec("c"), Position::immediatelyAfter(pass("b")));
       }},
      {"insertBundle",
       [](Subject &p) {
         return p.insert(makeBundle(), Position::before(pass("b")));
       }},
      {"insertSlot", [](Subject &p) { return p.addSlotAfter("z", "b"); }},
  };
}

std::vector<Edit> makeRemovals() {
  return {
      {"removePass", [](Subject &p) { return p.remove(pass("b")); }},
      {"removeFollower", [](Subject &p) { return p.remove(pass("tidy")); }},
      {"removeSlot", [](Subject &p) { return p.remove(slot("s")); }},
      {"removeBundle", [](Subject &p) { return p.remove(bundle("outer")); }},
  };
}

std::vector<Edit> makeMoves() {
  return {
      {"movePass",
       [](Subject &p) { return p.move(pass("b"), Position::atEnd()); }},
      {"moveFollower",
       [](Subject &p) {
         return p.move(pass("tidy"), Position::before(pass("b")));
       }},
      {"moveBehindFollowers",
       [](Subject &p) {
         return p.move(pass("func-pass"), Position::after(pass("b")));
       }},
      {"moveBundle",
       [](Subject &p) { return p.move(bundle("outer"), Position::atStart()); }},
      {"moveIntoBundle",
       [](Subject &p) {
         return p.move(pass("tidy"), Position::after(pass("c")));
       }},
      {"moveIntoSlot",
       [](Subject &p) {
         return p.move(pass("d"), Position::before(slot("s")));
       }},
      {"moveSlot",
       [](Subject &p) {
         if (Error error = p.addPassToSlot("c", "s"))
           return error;
         return p.move(slot("s"), Position::after(pass("b")));
       }},
  };
}

/// Of passes that stay where they are.
std::vector<Edit> makeChanges() {
  return {
      {"replacePass",
       [](Subject &p) { return p.replace(pass("b"), PassSpec("c")); }},
      {"replaceByBundle",
       [](Subject &p) { return p.replace(pass("b"), makeBundle()); }},
      {"setOptions",
       [](Subject &p) { return p.setOptions(pass("optional"), "mode=x"); }},
      {"pin", [](Subject &p) { return p.pin(pass("b"), "it is needed"); },
       true},
      {"addContract",
       [](Subject &p) {
         Contract contract;
         contract.followedBy(kind("whole")).weak();
         return p.addContract("b", contract);
       }},
      {"addContractToOne",
       [](Subject &p) {
         Contract contract;
         contract.followedBy(pass("gpu-pass"));
         return p.addContract("d", contract);
       }},
  };
}

/// Fixes, and what a description says that comes later.
std::vector<Edit> makeRepairs() {
  return {
      {"apply",
       [](Subject &p) {
         Fix fix;
         fix.pass = "a";
         fix.passPosition = 0;
         fix.reference = "b";
         fix.referencePosition = 1;
         return p.apply(fix);
       }},
      {"moveWhole",
       [](Subject &p) {
         Fix fix;
         fix.pass = "both";
         fix.passPosition = p.getRef(*p.lookup(bundle("both"))[0]).position;
         fix.before = true;
         fix.reference = "c";
         fix.referencePosition = p.getRef(*p.lookup(pass("c"))[0]).position;
         return p.apply(fix);
       }},
      {"describe",
       [](Subject &p) { return p.insert(makeDescribed(), Position::atEnd()); }},
      {"addContractToPipeline",
       [](Subject &p) {
         Contract contract;
         contract.conflictsWith(pass("a"));
         return p.addContract("both", contract);
       }},
      {"removeCause", [](Subject &p) { return p.remove(pass("needy")); }},
      {"removeCauseAndGoOn",
       [](Subject &p) {
         if (Error error = p.remove(pass("needy")))
           return error;
         return Error(p.addPassBefore("a", "func-pass"));
       }},
      {"undoEstablished",
       [](Subject &p) {
         for (const CleanupAction &cleanup : p.getCleanups().find())
           if (cleanup.kind == CleanupAction::Kind::Established)
             return p.getCleanups().undo(cleanup);
         return llvm::createStringError("nothing was established");
       }},
  };
}

/// Of how the pipeline is cleaned up and checked.
std::vector<Edit> makeSettings() {
  return {
      {"setCleanupBundle",
       [](Subject &p) {
         PassBundle bundle("own");
         bundle.addPass("tidy");
         p.getCleanups().setBundle(std::move(bundle));
         return done();
       },
       true},
      {"setSeverity",
       [](Subject &p) {
         p.setSeverity(DiagnosticCode::AmbiguousOrder, Severity::Error);
         return done();
       },
       true},
      {"setDedupe",
       [](Subject &p) {
         p.getCleanups().setDedupe(false);
         return done();
       },
       true},
      {"setShare",
       [](Subject &p) {
         p.getCleanups().setShare(true);
         return done();
       },
       true},
      {"setEstablish",
       [](Subject &p) {
         p.getCleanups().setEstablish(false);
         return done();
       },
       true},
      {"keep",
       [](Subject &p) { return p.getCleanups().keep(every(pass("wash"))); },
       true},
      {"addCleanupPasses",
       [](Subject &p) {
         return p.addCleanupPasses(Position::after(pass("b")));
       }},
  };
}

/// Of what the pipeline is built for.
std::vector<Edit> makeVariants() {
  return {
      {"interface",
       [](Subject &p) {
         p.getInterface().inputContents.emplace();
         p.getInterface().inputProperties.push_back("small");
         return done();
       }},
      {"addOption",
       [](Subject &p) {
         OptionDescriptor option;
         option.name = "more";
         return p.getVariants().addOption(option);
       },
       true},
      {"addVariant",
       [](Subject &p) {
         VariantDescriptor variant;
         variant.name = "large";
         variant.values = {{"size", "9"}};
         return p.getVariants().addVariant(variant);
       },
       true},
      {"setOption",
       [](Subject &p) {
         p.setOption("size", "7");
         return done();
       },
       true},
      {"askForVariant",
       [](Subject &p) {
         p.when("size=1").addPass("c");
         return done();
       }},
      {"leaveOut",
       [](Subject &p) {
         p.when("size=2").addPass("gpu-pass");
         return done();
       }},
      {"setOrigin",
       [](Subject &p) {
         p.setOrigin(Origin::file("x.json", 1, 1));
         return done();
       }},
  };
}

std::vector<Edit> makeEdits() {
  std::vector<Edit> edits;
  for (auto make : {makeAppends, makeInsertions, makeRemovals, makeMoves,
                    makeChanges, makeRepairs, makeSettings, makeVariants})
    llvm::append_range(edits, make());
  return edits;
}

class Undo : public testing::TestWithParam<Edit> {};

TEST_P(Undo, LeavesNoTrace) {
  Subject subject, twin;
  std::string before = subject.look();
  ASSERT_EQ(before, twin.look());
  Origin origin =
      GetParam().isOwners ? subject.getOrigin() : Origin::thirdParty("acme");
  bool seen = false;
  std::string error = text(subject.transaction(origin, [&]() -> Error {
    if (Error error = GetParam().make(subject))
      return error;
    seen = true;
    return llvm::createStringError("no luck");
  }));
  EXPECT_TRUE(seen) << error;
  EXPECT_TRUE(contains(error, "no luck"));
  EXPECT_EQ(subject.look(), before);
  EXPECT_EQ(subject.goOn(), twin.goOn());
}

/// The edit does something that can be seen: the test above could fail.
TEST_P(Undo, HasSomethingToUndo) {
  Subject subject, twin;
  EXPECT_EQ(text(GetParam().make(subject)), "");
  std::string looks = subject.look(), usual = twin.look();
  EXPECT_NE(looks + subject.goOn(), usual + twin.goOn());
}

INSTANTIATE_TEST_SUITE_P(AllEdits, Undo, testing::ValuesIn(makeEdits()),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

} // namespace
