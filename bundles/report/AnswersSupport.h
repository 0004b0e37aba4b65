//===- AnswersSupport.h - How answers are printed -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_ANSWERSSUPPORT_H
#define PMB_BUNDLES_REPORT_ANSWERSSUPPORT_H

#include "bundles/report/Ask.h"

namespace pmb::report {

void printAnswersText(llvm::raw_ostream &os, llvm::ArrayRef<Answers> answers);
void printAnswersJson(llvm::raw_ostream &os, llvm::ArrayRef<Answers> answers);

} // namespace pmb::report

#endif // PMB_BUNDLES_REPORT_ANSWERSSUPPORT_H
