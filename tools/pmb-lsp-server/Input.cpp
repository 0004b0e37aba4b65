//===- Input.cpp - Messages that are fit to be read --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-lsp-server/Input.h"

using namespace pmb;
using namespace llvm;

bool pmb::isShallow(StringRef json, unsigned maxDepth) {
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

static LogicalResult limit(LogicalResult result, std::string &json) {
  if (succeeded(result) && !isShallow(json, LimitedInput::maxDepth)) {
    lsp::Logger::error("a message was left out: it is too deep");
    json = "{}";
  }
  return result;
}

LogicalResult LimitedInput::readDelimitedMessage(std::string &json) {
  return limit(input.readDelimitedMessage(json), json);
}

LogicalResult LimitedInput::readStandardMessage(std::string &json) {
  return limit(input.readStandardMessage(json), json);
}
