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

using lsp::ErrorCode;
using lsp::LSPError;

/// Fails if a text is no message of JSON-RPC 2.0.
static Error verifyMessage(StringRef text) {
  auto fail = [](ErrorCode code, const Twine &message) {
    return make_error<LSPError>("a message was left out: " + message.str(),
                                code);
  };
  if (!isShallow(text, LimitedInput::maxDepth))
    return fail(ErrorCode::InvalidRequest, "it is too deep");
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return fail(ErrorCode::ParseError,
                "it is no JSON: " + toString(value.takeError()));
  const json::Object *object = value->getAsObject();
  bool isMessage =
      object && object->getString("jsonrpc") == "2.0" &&
      (object->getString("method") ||
       (object->get("id") && (object->get("result") || object->get("error"))));
  return isMessage ? Error::success()
                   : fail(ErrorCode::InvalidRequest, "it is none of JSON-RPC "
                                                     "2.0");
}

/// Puts a notification in the place of what is no message, and answers that.
void LimitedInput::limit(std::string &json) {
  if (Error error = verifyMessage(json)) {
    refuse(std::move(error));
    json = R"({"jsonrpc": "2.0", "method": "$/none"})";
  }
}

LogicalResult LimitedInput::readDelimitedMessage(std::string &json) {
  LogicalResult result = input.readDelimitedMessage(json);
  if (succeeded(result))
    limit(json);
  return result;
}

/// Reads a line with its end. Of a long one only the beginning is kept.
static std::string readHeader(std::FILE *file) {
  constexpr size_t maxSize = 1024;
  std::string line;
  for (int c = 0; c != '\n' && (c = std::fgetc(file)) != EOF;)
    if (line.size() < maxSize)
      line += char(c);
  return line;
}

/// The size of the message; std::nullopt if the input ends.
std::optional<size_t> LimitedInput::readHeaders() {
  size_t size = 0;
  while (true) {
    std::string line = readHeader(file);
    if (hasError() || isEndOfInput())
      return std::nullopt;
    auto [name, value] = StringRef(line).split(':');
    if (StringRef(line).trim().empty())
      return size;
    if (name.trim().equals_insensitive("content-length") &&
        value.trim().getAsInteger(10, size))
      size = 0;
  }
}

LogicalResult LimitedInput::readStandardMessage(std::string &json) {
  constexpr size_t maxSize = 1 << 30;
  std::optional<size_t> size = readHeaders();
  if (!size || *size == 0 || *size > maxSize)
    return failure();
  json.resize(*size);
  if (std::fread(json.data(), 1, *size, file) != *size)
    return failure();
  limit(json);
  return success();
}
