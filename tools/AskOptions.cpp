//===- AskOptions.cpp - The options that ask about a pipeline -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/AskOptions.h"

using namespace pmb;
using namespace llvm;

AskFlags::AskFlags(cl::OptionCategory &category)
    : explain("explain", cl::ValueOptional,
              cl::desc("Print a line for each pass: who put it there, what it "
                       "lowers and adds, what begins and ends to hold"),
              cl::values(clEnumValN(Explanation::Overview, "", ""),
                         clEnumValN(Explanation::Overview, "lines",
                                    "a line for each pass (default)"),
                         clEnumValN(Explanation::Full, "full",
                                    "also what is in the IR before and after "
                                    "it, what its contract says, and why")),
              cl::init(Explanation::No), cl::cat(category)),
      why("why", cl::value_desc("name[,which]"),
          cl::desc("Print why an operation (cf.br), a dialect (cf) or a kind "
                   "of type (!tensor) is in the IR at the end, or why a pass, "
                   "a bundle or a slot stands where it does. Which: a number "
                   "from 0, first, last or every (default)"),
          cl::cat(category)),
      where("where", cl::value_desc("pass[,which]"),
            cl::desc("Print where a pass of the pipeline could be moved, or "
                     "where another could be added (pass{options}), and why "
                     "not elsewhere"),
            cl::cat(category)),
      places("places",
             cl::desc("Print what a third party can address: slots, kinds, "
                      "passes, bundles, nests, and what is pinned"),
             cl::cat(category)) {}

/// Fails for an empty name.
static Error verifyNamed(const cl::list<std::string> &list) {
  if (none_of(list, [](StringRef name) { return name.trim().empty(); }))
    return Error::success();
  return makeUsageError("--" + list.ArgStr + " needs a name",
                        "write --" + list.ArgStr + "=canonicalize");
}

Error AskFlags::read(Questions &questions) const {
  Errors errors;
  errors.add(verifyNamed(why));
  errors.add(verifyNamed(where));
  errors.add(verifyGivenOnce({&explain}));
  questions.explain = explain;
  questions.why.assign(why.begin(), why.end());
  questions.where.assign(where.begin(), where.end());
  questions.places = places;
  return errors.take();
}
