//===- Server.h - Requests as lines of JSON -------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JSON-RPC 2.0, one object a line:
//
//   {"jsonrpc": "2.0", "id": 1, "method": "parse",
//    "params": {"text": "builtin.module(cse)"}}
//   {"jsonrpc": "2.0", "id": 1, "result": {"pipeline": 1}}
//
// The methods are `create`, `parse`, `read`, `destroy`, `addContracts`,
// `readContracts`, `version`, and those of Commands.def with the parameter
// `pipeline`. A parameter is a text, or the JSON that would stand in it.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_C_SERVER_H
#define PMB_BUNDLES_C_SERVER_H

#include "bundles/c/OpenPipeline.h"
#include <cstdio>
#include <map>

namespace pmb {

class ServerRequest;

/// Answers requests about pipelines, which it keeps by number.
class Server {
public:
  /// Pipelines that may be open at once.
  static constexpr size_t maxPipelines = 1024;

  /// Adds what a contracts file says to what is known of passes. Returns
  /// warnings, and fails, as `OpenCatalog::addContracts`.
  llvm::Expected<std::vector<Diagnostic>> readContracts(llvm::StringRef path) {
    return catalog.addContracts(SourceText::read(path));
  }

  /// The answer to one request, without a line end; empty for a notification.
  std::string handle(llvm::StringRef request);

  /// Answers each line of `input` until that ends. Returns false if it cannot
  /// be read or a line is longer than a file may be.
  bool serve(std::FILE *input, llvm::raw_ostream &output);

private:
  friend class ServerRequest;

  OpenCatalog catalog;
  std::map<uint64_t, std::unique_ptr<OpenPipeline>> pipelines;
  uint64_t nextPipeline = 1;
};

} // namespace pmb

#endif // PMB_BUNDLES_C_SERVER_H
