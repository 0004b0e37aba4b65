//===- FuzzRequests.cpp - Requests of other programs ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input is requests, one a line. Each answer is one line of JSON, and a
// request that fails leaves the pipelines as they were.
//
//===----------------------------------------------------------------------===//

#include "FuzzSupport.h"
#include "pmb-c/pmb-c.h"
#include "llvm/Support/JSON.h"

using namespace pmb;
using llvm::StringRef;

static std::string ask(PmbServer server, StringRef request) {
  std::string answer;
  auto append = [](PmbStringRef part, void *into) {
    static_cast<std::string *>(into)->append(part.data, part.length);
  };
  fuzz::require(pmbLogicalResultIsSuccess(pmbServerHandle(
                    server, pmbStringRefCreate(request.data(), request.size()),
                    append, &answer)),
                "is not answered", request.str());
  return answer;
}

/// What the first pipelines are.
static std::string describe(PmbServer server) {
  std::string all;
  for (StringRef pipeline : {"1", "2"})
    for (StringRef format : {"listing", "file"})
      all += ask(server, ("{\"id\":0,\"method\":\"print\",\"params\":"
                          "{\"pipeline\":" +
                          pipeline + ",\"format\":\"" + format + "\"}}")
                             .str()) +
             '\n';
  return all;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  PmbServer server = pmbServerCreate();
  StringRef rest = fuzz::getText(data, size);
  for (int count = 0; !rest.empty() && count < 64; ++count) {
    auto [request, next] = rest.split('\n');
    rest = next;
    // A commit that fails takes the party back, and files are not read.
    if (request.contains("read") || request.contains('@'))
      continue;
    bool mayChange = request.contains("commitParty");
    std::string before = mayChange ? "" : describe(server);
    std::string answer = ask(server, request);
    fuzz::require(!StringRef(answer).contains('\n'), "is more than a line",
                  answer);
    if (answer.empty())
      continue;
    llvm::Expected<llvm::json::Value> json = llvm::json::parse(answer);
    fuzz::require(fuzz::succeeds(json.takeError()), "is no JSON", answer);
    if (!mayChange && json->getAsObject()->get("error"))
      fuzz::require(describe(server) == before, "an error has changed this",
                    before);
  }
  pmbServerDestroy(server);
  return 0;
}
