//===- PipelinePart.cpp - What of a pipeline is handed over ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/edit/PipelinePart.h"
#include "builder/edit/PipelineImpl.h"

using namespace pmb;
using namespace llvm;

void PipelinePart::set(const Node *newBegin, const Node *newEnd) {
  Error error = pipeline.verifyOutsideTransaction(
      "set the part that is handed over",
      "let the owner of the pipeline set it, outside of the transaction");
  if (error)
    return pipeline.defer(std::move(error));
  pipeline.forgetDeferred(refusedBegin, refusedEnd);
  refusedBegin = pipeline.deferred.size();
  pipeline.defer(verify(newBegin, newEnd));
  refusedEnd = pipeline.deferred.size();
  if (refusedBegin != refusedEnd)
    return;
  begin = newBegin;
  end = newEnd;
}

Error PipelinePart::verify(const Node *begin, const Node *end) const {
  for (const Node *node : {begin, end})
    if (Error error =
            node ? pipeline.verifyIsHere(exactly(*node)) : Error::success()) {
      std::vector<Diagnostic> failures = takeDiagnostics(std::move(error));
      for (Diagnostic &failure : failures)
        failure
            .note("the part that is handed over {0}",
                  node == begin ? "begins with it" : "ends before it")
            .help("call setPart() with what is there, after all edits");
      return makeError(std::move(failures));
    }
  if (!begin || !end || !end->comesBefore(*begin))
    return Error::success();
  return Diagnostic(DiagnosticCode::UnknownPosition,
                    "the part that is handed over ends before it begins")
      .note("it begins here", pipeline.getRef(*begin))
      .note("it ends here", pipeline.getRef(*end))
      .help("call setPart() with nodes in list order, after all edits");
}

Node *PipelinePart::getFirst() const {
  return begin ? const_cast<Node *>(begin) : pipeline.list.front();
}
