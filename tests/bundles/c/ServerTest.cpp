//===- ServerTest.cpp - Requests to the server of the C interface ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CInterfaceSupport.h"
#include "llvm/ADT/Twine.h"
#include <gtest/gtest.h>

using namespace pmb::test;
using llvm::StringRef;

namespace {

class ServerTest : public testing::Test {
protected:
  ServerTest() : server(pmbServerCreate()) {}
  ~ServerTest() override { pmbServerDestroy(server); }

  std::string ask(StringRef request) {
    std::string answer;
    pmbServerHandle(server, text(request), append, &answer);
    return answer;
  }

  PmbServer server;
};

TEST_F(ServerTest, AnswersRequests) {
  EXPECT_EQ(ask(R"j({"jsonrpc": "2.0", "id": 1, "method": "parse",
                     "params": {"text": "builtin.module(cse)"}})j"),
            R"j({"jsonrpc":"2.0","id":1,"result":{"pipeline":1}})j");
  EXPECT_EQ(ask(R"j({"id": "a", "method": "insert", "params": {"pipeline": 1,
                    "what": {"pass": "sccp"}, "position": {"at": "start"}}})j"),
            R"j({"jsonrpc":"2.0","id":"a","result":null})j");
  StringRef print = R"j({"id": 2, "method": "print",
                         "params": {"pipeline": 1}})j";
  EXPECT_EQ(
      ask(print),
      R"j({"jsonrpc":"2.0","id":2,"result":"builtin.module(sccp,cse)"})j");
  EXPECT_TRUE(has(ask(R"j({"id": 2, "method": "check",
                           "params": {"pipeline": 1}})j"),
                  R"j("diagnostics":[])j"));
  EXPECT_FALSE(has(ask(R"j({"id": 2, "method": "print", "params":
                            {"pipeline": 1, "format": "file"}})j"),
                   "\n"));
  // A notification is done, and has no answer.
  EXPECT_EQ(ask(R"j({"method": "remove", "params": {"pipeline": 1,
                     "what": "cse"}})j"),
            "");
  EXPECT_EQ(ask(print),
            R"j({"jsonrpc":"2.0","id":2,"result":"builtin.module(sccp)"})j");
  EXPECT_EQ(ask(R"j({"id": 3, "method": "destroy",
                     "params": {"pipeline": 1}})j"),
            R"j({"jsonrpc":"2.0","id":3,"result":null})j");
  EXPECT_TRUE(has(ask(print), "there is no pipeline '1'"));
}

TEST_F(ServerTest, BadRequestsAreAnsweredWithErrors) {
  EXPECT_TRUE(has(ask("{"), R"("code":-32700)"));
  EXPECT_TRUE(has(ask("[]"), R"("code":-32600)"));
  EXPECT_TRUE(has(ask(R"({"id": 1, "mehtod": "parse"})"), "method"));
  EXPECT_TRUE(has(ask(R"({"id": 1, "method": "prase"})"), "'parse'"));
  EXPECT_TRUE(has(ask(R"({"id": 1, "method": "prase"})"), R"("code":-32601)"));
  EXPECT_TRUE(has(ask(R"({"id": 1, "method": "parse"})"), "needs 'text'"));
  EXPECT_TRUE(has(ask(R"({"id": 1, "method": "parse", "params":
                          {"txet": "x", "text": "y"}})"),
                  "txet"));
  EXPECT_TRUE(has(ask(R"({"id": 1, "method": "print", "params":
                          {"pipeline": {}}})"),
                  "there is no pipeline"));
  EXPECT_TRUE(has(ask(R"({"id": 1, "method": "parse", "params":
                          {"text": "a\u0000b"}})"),
                  "NUL character"));
  EXPECT_TRUE(has(ask("{\"id\": \"\xff\"}"), R"("code":-32700)"));
}

/// What a method says of parameters that it cannot take, and that nothing has
/// changed.
TEST_F(ServerTest, ParametersThatCannotBeReadChangeNothing) {
  ask(R"j({"id": 1, "method": "parse",
            "params": {"text": "builtin.module(cse)"}})j");
  auto call = [&](StringRef method, StringRef rest) {
    return ask(("{\"id\": 1, \"method\": \"" + method +
                "\", \"params\": {\"pipeline\": 1, " + rest + "}}")
                   .str());
  };
  std::string before = call("print", R"("format": "fingerprint")");
  struct {
    const char *method, *rest, *said;
  } rows[] = {
      {"insert", R"("what": "sccp", "position": "befor cse")",
       "'start', 'end'"},
      {"insert", R"("what": "sccp", "position": "before a b c")",
       "the name of what is in the pipeline"},
      {"insert", R"("what": "sccp", "position": [1])", "an object"},
      {"insert", R"("what": "sccp", "position": {"befor": "cse"})", "'before'"},
      {"insert", R"("what": [1], "position": "end")", "an object"},
      {"insert", R"("what": "sccp")", "needs 'position'"},
      {"move", R"("what": "sccp", "position": "start")", "no pass 'sccp'"},
      {"move", R"("what": "cse,x,y", "position": "start")", "'cse,last'"},
      {"remove", R"("what": {"slt": "a"})", "slt"},
      {"remove", R"("what": "a,b,c")", "'cse,last'"},
      {"replace", R"("what": "a,b,c", "by": "sccp")", "'cse,last'"},
      {"setOptions", R"("what": "a,b,c", "options": "")", "'cse,last'"},
      {"setOptions", R"("what": "cse", "options": {"a": {"b": 1}})", "'a'"},
      {"pin", R"("what": "a,b,c", "reason": "x")", "'cse,last'"},
      {"pin", R"("what": "cse", "reason": "x", "mode": "opne")", "'open'"},
      {"print", R"("format": "txt")", "'text'"},
      {"print", R"("format": "smoke-signals")", "the known ones are"},
      {"check", R"("question": {"contents": ["@none.json"]})", "none.json"},
      {"check", R"("question": {"expct": ["llvm"]})", "'expect'"},
      {"ask", R"("questions": {"explain": "ful"})", "'full'"},
      {"ask", R"("questions": {"explain": "full"}, "format": "jsn")", "'json'"},
      {"applyFix", R"("finding": "first")", "is a number"},
      {"beginParty", R"("name": "acme", "rank": 12345678901)", "32 bits"},
      {"chooseVariants", R"("variants": "=")", "error"},
      {"readPlugin", R"("path": "none.json")", "none.json"},
  };
  for (const auto &row : rows) {
    std::string answer = call(row.method, row.rest);
    EXPECT_TRUE(has(answer, R"("error":{"code":-32)"))
        << row.method << ' ' << row.rest << '\n'
        << answer;
    EXPECT_TRUE(has(answer, row.said)) << row.method << ' ' << row.rest << '\n'
                                       << answer;
    EXPECT_EQ(call("print", R"("format": "fingerprint")"), before);
  }
}

TEST_F(ServerTest, RequestsThatAreNoneAreAnswered) {
  EXPECT_TRUE(has(ask(R"({"id": [1], "method": "version"})"),
                  R"("id":null,"error":{"code":-32600)"));
  EXPECT_TRUE(
      has(ask(R"({"id": 1, "method": "version", "params": 3})"), "an object"));
  EXPECT_TRUE(has(ask(R"({"id": 1, "method": 3})"), "needs 'method'"));
  EXPECT_TRUE(
      has(ask(R"({"id": 1, "method": "version", "params": {"a": 1}})"), "'a'"));
  EXPECT_TRUE(
      has(ask(R"({"id": 1, "method": "create", "params": {"x": 1}})"), "'x'"));
  EXPECT_TRUE(
      has(ask(R"({"id": 1, "method": "read", "params": {"path": "none"}})"),
          "cannot read 'none'"));
  EXPECT_TRUE(has(ask(R"({"id": 1, "method": "readContracts", "params":
                          {"path": "none"}})"),
                  "cannot read 'none'"));
  EXPECT_TRUE(has(ask(R"({"id": 1, "method": "destroy", "params":
                          {"pipeline": 7}})"),
                  "there is no pipeline '7'"));
  EXPECT_TRUE(has(ask(R"({"id": 1, "method": "parse", "params":
                          {"text": "builtin.module(cse", "variants": "="}})"),
                  R"("error")"));
}

TEST_F(ServerTest, PositionsAreNamedInWords) {
  ask(R"j({"id": 1, "method": "parse",
          "params": {"text": "builtin.module(cse,sccp)"}})j");
  for (auto [what, position] :
       {std::pair("mem2reg", "contract"), std::pair("sroa", "contract-latest"),
        std::pair("canonicalize", "immediately-before sccp"),
        std::pair("symbol-dce", "immediately-after cse"),
        std::pair("inline", "end")}) {
    std::string request =
        R"({"id": 1, "method": "insert", "params": {"pipeline": 1, "what": ")";
    request += what;
    request += R"(", "position": ")";
    request += position;
    EXPECT_EQ(ask(request + "\"}}"),
              R"({"jsonrpc":"2.0","id":1,"result":null})")
        << position;
  }
  std::string text =
      ask(R"({"id": 1, "method": "print", "params": {"pipeline": 1}})");
  EXPECT_TRUE(has(text, "cse,symbol-dce,")) << text;
  EXPECT_TRUE(has(text, "canonicalize,sccp")) << text;
  EXPECT_TRUE(has(text, "mem2reg")) << text;
  EXPECT_TRUE(has(text, "sroa")) << text;
  EXPECT_TRUE(has(text, "inline)")) << text;
}

TEST_F(ServerTest, ContractsAndVersion) {
  EXPECT_TRUE(has(ask(R"({"id": 1, "method": "addContracts", "params": {"text":
                    {"passes": {"acme-tile": {"before": ["cse"]}}}}})"),
                  R"("result":{"diagnostics":[]})"));
  ask(R"({"id": 1, "method": "create"})");
  EXPECT_TRUE(has(ask(R"({"id": 2, "method": "append", "params":
                          {"pipeline": 1, "what": ["cse"]}})"),
                  "null"));
  EXPECT_TRUE(has(ask(R"({"id": 2, "method": "insert", "params":
                    {"pipeline": 1, "what": "acme-tile", "position": "after cse"}})"),
                  R"("error")"));
  EXPECT_TRUE(has(ask(R"({"id": 1, "method": "version"})"), R"("protocol":1)"));
}

} // namespace
