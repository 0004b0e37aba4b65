//===- TakenContractsTest.cpp - Contracts of others, and guesses ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/contracts/PassJson.h"
#include "bundles/stock/StockCatalog.h"
#include "gtest/gtest.h"

using namespace pmb;
using llvm::StringRef;

namespace {

/// What is wrong with a text; else warnings.
std::string readOnTop(StringRef text, Catalog &catalog) {
  auto warnings =
      readContracts(SourceText::copy(text, "own.contracts.json"), catalog);
  std::string result;
  for (const Diagnostic &diagnostic :
       warnings ? *warnings : takeDiagnostics(warnings.takeError()))
    result += diagnostic.str();
  return result;
}

std::string write(const PassDescriptor &pass) {
  std::string text;
  llvm::raw_string_ostream os(text);
  JsonOutput json(os);
  writePassDescriptor(json, pass);
  json.flush();
  return text;
}

/// The pass `name` of a file on top of the stock catalog.
PassDescriptor readTaken(StringRef text, StringRef name = "a") {
  Catalog catalog = getStockCatalog().clone();
  EXPECT_EQ(readOnTop(text, catalog), "");
  const PassDescriptor *pass = catalog.lookupPass(name);
  return pass ? *pass : PassDescriptor();
}

/// The file that is written for the passes, on top of the stock catalog.
std::string writeFile(const Catalog &catalog,
                      std::initializer_list<StringRef> names) {
  std::vector<const PassDescriptor *> passes;
  for (StringRef name : names)
    passes.push_back(catalog.lookupPass(name));
  std::string text;
  llvm::raw_string_ostream os(text);
  writeContracts(os, catalog, passes, &getStockCatalog());
  return text;
}

TEST(LikeAnother, TakesOverKindsAndContract) {
  const PassDescriptor &known =
      *getStockCatalog().lookupPass("convert-cf-to-llvm");
  PassDescriptor pass =
      readTaken(R"({"passes": {"a": {"like": "convert-cf-to-llvm"}}})");
  EXPECT_TRUE(pass.hasContract);
  EXPECT_EQ(pass.kinds, known.kinds);
  EXPECT_TRUE(
      pass.contract.isEquivalentTo(takeContract(known, known.contract, pass)));
  EXPECT_FALSE(pass.contract.getContents().empty());
}

/// Order that one takes over describes as little as order of its own.
TEST(LikeAnother, TakesOverOrder) {
  constexpr const char *text = R"({"passes": {
    "b": {"after": "cse"}, "a": {"like": "b", "before": "canonicalize"}}})";
  PassDescriptor pass = readTaken(text);
  EXPECT_FALSE(pass.hasContract);
  EXPECT_EQ(pass.contract.getOrder().size(), 2u);
}

/// It stands in the file whether a pass is described that does nothing.
TEST(WriteContracts, OrderAloneIsReadAgainAsNoDescription) {
  for (const char *said :
       {R"("after": "cse")", R"("lowers": [], "after": "cse")"}) {
    Catalog catalog;
    EXPECT_EQ(
        readOnTop((R"({"passes": {"a": {)" + llvm::Twine(said) + "}}}").str(),
                  catalog),
        "");
    bool isDescribed = StringRef(said).contains("lowers");
    EXPECT_EQ(catalog.lookupPass("a")->hasContract, isDescribed);
    Catalog again;
    EXPECT_EQ(readOnTop(writeFile(catalog, {"a"}), again), "");
    EXPECT_EQ(again.lookupPass("a")->hasContract, isDescribed);
    EXPECT_EQ(again.lookupPass("a")->contract.getOrder().size(), 1u);
  }
}

TEST(LikeAnother, OwnEntriesComeFirst) {
  PassDescriptor pass = readTaken(R"({"passes": {"a": {
    "like": "convert-cf-to-llvm", "kinds": ["acme"], "after": "cse",
    "lowers": [{"from": "cf.br", "to": "acme.br"}]}}})");
  EXPECT_EQ(pass.contract.getContents().front().to,
            std::vector<std::string>{"acme.br"});
  EXPECT_EQ(pass.contract.getOrder().size(), 1u);
  EXPECT_TRUE(pass.hasKind("acme"));
  EXPECT_GT(pass.kinds.size(), 1u);
}

TEST(LikeAnother, OfTheFileWhereverItStands) {
  PassDescriptor pass = readTaken(R"({"passes": {
    "a": {"like": "b", "lowers": [{"from": "acme.a"}]},
    "b": {"like": "c", "lowers": [{"from": "acme.b"}]},
    "c": {"lowers": [{"from": "acme.c"}]}}})");
  std::string items;
  for (const ContentsEntry &entry : pass.contract.getContents())
    items += entry.items.front() + " ";
  EXPECT_EQ(items, "acme.a acme.b acme.c ");
}

/// What asks for an option that the pass does not have is decided by the
/// default.
TEST(LikeAnother, OptionsOfTheOther) {
  auto describe = [](StringRef options) {
    PassDescriptor pass = readTaken((R"({"passes": {
          "b": {"options": {"fast": {"type": "bool", "default": true},
                            "mode": {"values": ["x", "y"]}},
                "lowers": [
                  {"from": "acme.a", "when": {"option": "fast"}},
                  {"from": "acme.b", "when": {"option": "fast", "not": true}},
                  {"from": "acme.c", "when": {"option": "mode", "is": "x"}},
                  {"from": "acme.d",
                   "when": {"option": "mode", "is": "x", "not": true}},
                  {"from": "acme.e", "when": "gpu"}]},
          "a": {)" + options + R"("like": "b"}}})")
                                        .str());
    std::string text;
    for (const ContentsEntry &entry : pass.contract.getContents())
      text += entry.items.front() +
              (entry.isConditional() ? " if " + entry.condition.getText().str()
                                     : "") +
              "; ";
    return text;
  };
  EXPECT_EQ(describe(""), "acme.a; acme.d; acme.e if gpu; ");
  EXPECT_EQ(describe(R"("options": {"fast": {"type": "bool",
                                             "default": false}}, )"),
            "acme.a if fast == true; "
            "acme.b if fast != true; "
            "acme.d; acme.e if gpu; ");
}

TEST(LikeAnother, MistakesHaveTheirPlace) {
  auto expect = [](StringRef passes, StringRef message) {
    Catalog catalog = getStockCatalog().clone();
    std::string found =
        readOnTop(("{\"passes\": {" + passes + "}}").str(), catalog);
    EXPECT_TRUE(test::contains(found, message.str()));
    EXPECT_EQ(catalog.lookupPass("a"), nullptr);
    return found;
  };
  expect(R"("a": {"like": "convert-cf-to-llvn"})",
         "error: there is no pass 'convert-cf-to-llvn' whose contract could be "
         "taken over [PMB001 unknown-pass]\n  at: own.contracts.json:1:27\n");
  expect(R"("a": {"like": "convert-cf-to-llvn"})",
         "did you mean 'convert-cf-to-llvm'");
  expect(R"("a": {"like": "acme-b"}, "acme-bb": {"lowers": []})",
         "did you mean 'acme-bb'?");
  expect(R"("a": {"like": "a"})",
         "'a' would take over its own contract [PMB058 include-cycle]");
  std::string cycle = expect(R"("a": {"like": "b"}, "b": {"like": "c"},
    "c": {"like": "a"}, "d": {"like": "a"})",
                             "error: 'c' would take over its own contract");
  EXPECT_TRUE(test::contains(cycle, "note: 'b' is like 'c'"));
  EXPECT_EQ(StringRef(cycle).count("error: "), 1u) << cycle;
  expect(R"("a": {"like": "sparsifier"})",
         "'sparsifier' stands for a pipeline: name a pass");
  expect(R"("a": {"like": "b"}, "b": {"summary": "x"})",
         "'b' has no contract that could be taken over");
  expect(R"("a": {"like": 7})", "'like' takes a string");
  // What both say together is looked at, too.
  expect(R"("a": {"like": "b", "before": "cse"}, "b": {"after": "cse"})",
         "PMB013");
}

TEST(LikeAnother, IsWrittenAndReadAgain) {
  Catalog catalog = getStockCatalog().clone();
  EXPECT_EQ(readOnTop(R"({"passes": {
    "a": {"like": "convert-cf-to-llvm",
          "lowers": [{"from": "acme", "to": "llvm"}]},
    "b": {"like": "a", "after": "cse"},
    "cse": {"like": "sccp"}}})",
                      catalog),
            "");
  std::string text = writeFile(catalog, {"a", "b", "cse"});
  EXPECT_TRUE(test::contains(text, R"("like": "convert-cf-to-llvm")"));
  EXPECT_TRUE(test::contains(text, R"("like": "a")"));
  EXPECT_FALSE(test::contains(text, "cf.br"));
  Catalog again = getStockCatalog().clone();
  EXPECT_EQ(readOnTop(text, again), "");
  for (StringRef name : {"a", "b", "cse"})
    EXPECT_EQ(write(*again.lookupPass(name)), write(*catalog.lookupPass(name)));
  // Where the other one is not there, all of it is written.
  std::string alone = writeFile(catalog, {"b"});
  EXPECT_FALSE(test::contains(alone, "like"));
  Catalog other = getStockCatalog().clone();
  EXPECT_EQ(readOnTop(alone, other), "");
  EXPECT_TRUE(other.lookupPass("b")->contract.isEquivalentTo(
      catalog.lookupPass("b")->contract));
}

TEST(Guessed, IsNoContract) {
  PassDescriptor pass = readTaken(R"({"passes": {"a": {
    "guessed": true, "kinds": ["acme"],
    "lowers": [{"from": "acme", "to": "llvm"}]}}})");
  EXPECT_FALSE(pass.hasContract);
  EXPECT_TRUE(pass.contract.empty());
  EXPECT_EQ(pass.guess.getContents().size(), 1u);
  EXPECT_TRUE(pass.hasKind("acme"));
}

TEST(Guessed, CountsUntilSomethingIsKnown) {
  Catalog catalog;
  EXPECT_EQ(readOnTop(R"({"passes": {"a": {"guessed": true, "lowers": "x"}}})",
                      catalog),
            "");
  EXPECT_EQ(readOnTop(R"({"passes": {"a": {"guessed": true, "lowers": "y"}}})",
                      catalog),
            "");
  EXPECT_EQ(catalog.lookupPass("a")->guess.getContents().size(), 2u);
  // Where it stands is not what it does.
  EXPECT_EQ(readOnTop(R"({"passes": {"a": {"after": "other"}}})", catalog), "");
  EXPECT_FALSE(catalog.lookupPass("a")->hasContract);
  EXPECT_EQ(catalog.lookupPass("a")->guess.getContents().size(), 2u);
  EXPECT_EQ(readOnTop(R"({"passes": {"a": {"lowers": "z"}}})", catalog), "");
  EXPECT_TRUE(catalog.lookupPass("a")->hasContract);
  EXPECT_TRUE(catalog.lookupPass("a")->guess.empty());
  std::string late = readOnTop(
      R"({"passes": {"a": {"guessed": true, "lowers": "x"}}})", catalog);
  EXPECT_TRUE(
      test::contains(late, "warning: what is guessed of 'a' does not count: a "
                           "contract describes it [PMB031 no-effect]\n  at: "
                           "own.contracts.json:1:19\n"));
  EXPECT_TRUE(catalog.lookupPass("a")->guess.empty());
}

TEST(Guessed, MayBeLikeAnother) {
  PassDescriptor pass = readTaken(
      R"({"passes": {"a": {"guessed": true, "like": "convert-cf-to-llvm"}}})");
  EXPECT_FALSE(pass.hasContract);
  EXPECT_FALSE(pass.guess.getContents().empty());
  EXPECT_TRUE(pass.kinds.empty());
  // And what is like a guess is one.
  pass = readTaken(R"({"passes": {
    "b": {"guessed": true, "lowers": "x"}, "a": {"like": "b"}}})");
  EXPECT_FALSE(pass.hasContract);
  EXPECT_FALSE(pass.guess.getContents().empty());
}

TEST(Guessed, MistakesHaveTheirPlace) {
  Catalog catalog;
  std::string found = readOnTop(R"({"passes": {"a": {
    "guessed": true, "requires": {"property": "no-such"}}}})",
                                catalog);
  EXPECT_TRUE(test::contains(
      found, "names the property 'no-such', which does not exist"));
  EXPECT_TRUE(test::contains(found, "own.contracts.json:2:"));
  found = readOnTop(R"({"passes": {"a": {"guessed": "yes"}}})", catalog);
  EXPECT_TRUE(test::contains(found, "'guessed' takes"));
}

TEST(Guessed, IsWrittenAndReadAgain) {
  Catalog catalog = getStockCatalog().clone();
  EXPECT_EQ(readOnTop(R"({"passes": {"a": {"guessed": true, "summary": "does",
    "lowers": [{"from": "acme", "to": "llvm", "reason": "its name"}],
    "after": ["cse"]}}})",
                      catalog),
            "");
  std::string text = writeFile(catalog, {"a"});
  EXPECT_TRUE(test::contains(text, "\"guessed\": true"));
  Catalog again = getStockCatalog().clone();
  EXPECT_EQ(readOnTop(text, again), "");
  EXPECT_EQ(write(*again.lookupPass("a")), write(*catalog.lookupPass("a")));
}

} // namespace
