//===- ContractsFileErrorTest.cpp - Mistakes in contracts as JSON ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractsFileSupport.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

/// A file, and what is wrong with it.
struct Mistake {
  StringRef text, errors;
};

void expectErrors(llvm::ArrayRef<Mistake> mistakes) {
  for (const Mistake &test : mistakes)
    EXPECT_EQ(readErrors(test.text), test.errors.str()) << test.text.str();
}

TEST(ContractsFile, MistakesInThePasses) {
  expectErrors({
      {"[]", "1:1 bad-value the file takes an object, not a list"},
      {R"({"pases": {}})",
       "1:2 unknown-key a contracts file has no key 'pases' (did you mean "
       "'passes'?)"},
      {R"({"passes": []})",
       "1:12 bad-value 'passes' takes an object, not a list"},
      {R"({"passes": {"a b": {}}})",
       "1:13 bad-name 'a b' cannot be a name (use ASCII letters, digits and "
       "signs other than brackets, commas, quotes and '/')"},
      {R"({"passes": {"p": 1}})",
       "1:18 bad-value 'p' takes an object, not a number"},
      {R"({"passes": {"p": {"summary": 1}}})",
       "1:30 bad-value 'summary' takes a string, not a number"},
      {R"({"passes": {"p": {"requres": []}}})",
       "1:19 unknown-key a pass has no key 'requres' (did you mean "
       "'requires'?)"},
      {R"({"passes": {"p": {"kinds": [1]}}})",
       "1:29 bad-value 'kinds' takes a string, not a number"},
      {R"({"passes": {"p": {"options": ["a"]}}})",
       "1:30 bad-value 'options' takes an object, not a list"},
      {R"({"passes": {"p": {"options": {"a": [1]}}}})",
       "1:36 bad-value 'a' takes a string, a number, true or false, not a "
       "list"},
      {R"({"passes": {"p": {"idempotent": "yes"}}})",
       "1:33 bad-value 'idempotent' takes true or false, not a string"},
      {R"({"passes": {"p": {"override": 1}}})",
       "1:31 bad-value 'override' takes true or false, not a number"},
  });
}

TEST(ContractsFile, MistakesInOrderEntries) {
  expectErrors({
      {R"({"passes": {"p": {"after": [1]}}})",
       "1:29 bad-value 'after' takes strings or objects, not a number"},
      {R"({"passes": {"p": {"after": [{}]}}})",
       "1:29 missing-key an order entry needs 'pass', 'kind', 'provider' or "
       "'bundle'"},
      {R"({"passes": {"p": {"after": [{"pas": "x"}]}}})",
       "1:30 unknown-key an order entry has no key 'pas' (did you mean "
       "'pass'?)"},
      {R"({"passes": {"p": {"after": [{"pass": "x", "kind": "y"}]}}})",
       "1:51 bad-value an entry names one of 'pass', 'kind', 'provider' and "
       "'bundle', not several"},
      {R"({"passes": {"p": {"after": {"pass": "x", "notBetween": [3]}}}})",
       "1:57 bad-value 'notBetween' takes a string or an object, not a number"},
      {R"({"passes": {"p": {"after": {"pass": "x", "notBetween": {}}}}})",
       "1:56 bad-value what may not stand between is named by one of 'pass', "
       "'kind', 'provider', 'bundle', 'invalidator'"},
      {R"({"passes": {"p": {"after": {"pass": "x",
                                      "notBetween": {"kin": "c"}}}}})",
       "2:54 unknown-key what may not stand between has no key 'kin' (did you "
       "mean 'kind'?)"},
      {R"({"passes": {"p": {"after": {"pass": "x",
                                      "notBetween": {"kind": "clenup"}}}}})",
       "2:62 unknown-kind the contract of 'p' names the kind 'clenup', which "
       "does not exist (did you mean 'cleanup'?)"},
      {R"({"passes": {"p": {"followedBy": {"pass": "x", "all": true}}}})",
       "1:47 bad-value only 'after' and 'before' can say 'all' (say it of "
       "'before', "
       "with 'present' if there must be one)"},
      {R"({"passes": {"p": {"followedBy": {"pass": "x", "immediately": true}}}})",
       "1:47 bad-value only 'after' and 'before' can say 'immediately' (say it "
       "of 'before', "
       "with 'present' if there must be one)"},
      {R"({"passes": {"p": {"followedBy": [{"pass": "x", "present": true}]}}})",
       "1:48 bad-value only 'after' and 'before' can say 'present' "
       "('followedBy' implies it: leave it out)"},
  });
}

TEST(ContractsFile, MistakesInEntriesAboutTheIR) {
  expectErrors({
      {R"({"passes": {"p": {"requires": [{}]}}})",
       "1:32 missing-key a property entry needs 'property' or 'items'"},
      {R"({"passes": {"p": {"provides": [{}]}}})",
       "1:32 missing-key a property entry needs 'property'"},
      {R"({"passes": {"p": {"lowers": [{"to": "a"}]}}})",
       "1:30 missing-key a 'lowers' entry needs 'from'"},
      {R"({"passes": {"p": {"lowers": [{"from": ["a b", 2]}]}}})",
       "1:40 bad-value 'a b' is no dialect, operation or type (items are "
       "written as 'linalg', 'memref.subview', '!tensor' or '*'); 1:47 "
       "bad-value 'from' takes names of dialects, operations and types, not a "
       "number"},
      {R"({"passes": {"p": {"introduces": [{"reason": "x"}]}}})",
       "1:34 missing-key an 'introduces' entry needs 'to' or "
       "'sometimes'"},
      {R"({"passes": {"p": {"unknownEffect": [{"given": "x"}, true]}}})",
       "1:37 missing-key an 'unknownEffect' entry needs 'reason'; 1:53 "
       "bad-value 'unknownEffect' takes strings or objects, not a truth "
       "value"},
      {R"({"passes": {"p": {"rejects": [{"item": "x"}]}}})",
       "1:32 unknown-key a 'rejects' entry has no key 'item' (did you mean "
       "'items'?)"},
  });
}

TEST(ContractsFile, MistakesInConditions) {
  expectErrors({
      {R"({"passes": {"p": {"after": [{"pass": "x", "when": 1}]}}})",
       "1:51 bad-value 'when' takes a string or an object, not a number"},
      {R"({"passes": {"p": {"after": [{"pass": "x", "when": {}}]}}})",
       "1:51 missing-key a condition needs 'option' or 'variant'"},
      {R"({"passes": {"p": {"after": [{"pass": "x",
           "when": {"option": "a", "variant": "b"}}]}}})",
       "2:20 bad-value a condition is about an option or a variant, not both"},
      {R"({"passes": {"p": {"after": [{"pass": "x",
           "when": {"variant": "b", "is": 1}}]}}})",
       "2:20 bad-value a variant has no value for 'is'"},
  });
}

TEST(ContractsFile, MistakesInDeclarations) {
  expectErrors({
      {R"({"kinds": {"k": 1}})",
       "1:17 bad-value 'k' takes a string, not a number"},
      {R"({"properties": {"p": {"fleting": true}}})",
       "1:23 unknown-key a property has no key 'fleting' (did you mean "
       "'fleeting'?)"},
      {R"({"types": {"memref": {}}})",
       "1:12 bad-name the name of a type begins with '!'"},
      {R"({"types": {"!index": {"agreeOn": "width"}}})",
       "1:34 bad-value say what its default stands for: width=<value>"},
  });
}

TEST(ContractsFile, MistakesThatOnlyTheCatalogShows) {
  expectErrors({
      {R"({"passes": {"p": {"requires": ["cannonical"]}}})",
       "1:32 unknown-property the contract of 'p' names the property "
       "'cannonical', which does not exist (did you mean 'canonical'?)"},
      {R"({"passes": {"p": {"after": [{"kind": "clenup"}]}}})",
       "1:38 unknown-kind the contract of 'p' names the kind 'clenup', which "
       "does not exist (did you mean 'cleanup'?)"},
      {R"({"passes": {"p": {"options": {"level": 1},
           "lowers": [{"from": "a", "when": {"option": "levl"}}]}}})",
       "2:56 unknown-condition a condition of 'p': there is no option or "
       "variant 'levl' (did you mean 'level'?)"},
      {R"({"properties": {"canonical": {"fleeting": false}}})",
       "1:17 duplicate-name the property 'canonical' is declared already, as "
       "fleeting"},
      {R"({"passes": {"p": {"after": ["cse"], "before": ["cse"]}}})",
       "1:29 contradictory-contract the contract of 'p' says both after 'cse' "
       "and before 'cse' (remove one of the entries, or make them "
       "conditional; to run before it and again after, say 'after' and "
       "'followedBy')"},
  });
}

TEST(ContractsFile, AllMistakesAreReportedButNotEndlessly) {
  std::string text = "{\"passes\": {\"p\": {\n";
  for (int i = 0; i < 200; ++i)
    text += "\"x" + std::to_string(i) + "\": 1,\n";
  text += "\"summary\": \"\"}}}";
  Catalog catalog = makeSmallCatalog();
  auto warnings = readInto(text, catalog);
  ASSERT_FALSE(bool(warnings));
  EXPECT_EQ(takeDiagnostics(warnings.takeError()).size(), 50u);
}

TEST(ContractsFile, FilesThatCannotBeRead) {
  Catalog catalog = makeSmallCatalog();
  auto warnings = readContractsFile("no-such.contracts.json", catalog);
  ASSERT_FALSE(bool(warnings));
  EXPECT_EQ(takeDiagnostics(warnings.takeError())[0].code,
            DiagnosticCode::UnreadableFile);
}

} // namespace
