//===- Input.cpp - Messages that are fit to be read -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-lsp-server/Input.h"

using namespace pmb;
using namespace llvm;

/// Whether no array or object of a text of JSON is deeper than that.
static bool isShallow(StringRef json, unsigned maxDepth) {
  unsigned depth = 0;
  for (size_t at = 0; at < json.size(); ++at) {
    char c = json[at];
    if (c == '"') {
      for (++at; at < json.size() && json[at] != '"'; ++at)
        at += json[at] == '\\';
    } else if (c == '[' || c == '{') {
      if (++depth > maxDepth)
        return false;
    } else if ((c == ']' || c == '}') && depth) {
      --depth;
    }
  }
  return true;
}

/// Whether a text is a message, or is refused as JSON.
static bool isMessage(StringRef text) {
  Expected<json::Value> value = json::parse(text);
  if (!value) {
    consumeError(value.takeError());
    return true;
  }
  const json::Object *object = value->getAsObject();
  return object && object->getString("jsonrpc") == "2.0" &&
         (object->getString("method") || object->get("id"));
}

static LogicalResult limit(LogicalResult result, std::string &json) {
  if (failed(result))
    return result;
  bool isDeep = !isShallow(json, LimitedInput::maxDepth);
  if (!isDeep && isMessage(json))
    return result;
  lsp::Logger::error("a message was left out: it is {0}",
                     isDeep ? "too deep" : "none of JSON-RPC 2.0");
  json = R"({"jsonrpc": "2.0", "method": "$/none"})";
  return result;
}

LogicalResult LimitedInput::readDelimitedMessage(std::string &json) {
  return limit(input.readDelimitedMessage(json), json);
}

LogicalResult LimitedInput::readStandardMessage(std::string &json) {
  return limit(input.readStandardMessage(json), json);
}
