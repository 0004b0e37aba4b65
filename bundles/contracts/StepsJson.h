//===- StepsJson.h - What registered pipelines stand for, as JSON ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The key `pipeline` of a pass, which ContractsFile.h describes, and its
// options, which decide what is in the pipeline.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_CONTRACTS_STEPSJSON_H
#define PMB_BUNDLES_CONTRACTS_STEPSJSON_H

#include "builder/passes/Catalog.h"
#include "bundles/json/JsonFields.h"

namespace pmb {

/// Reads a list of steps, or a textual pipeline. Replaces `into` unless
/// something was reported.
void readSteps(const JsonInput &value, std::vector<PipelineStep> &into);
/// Writes the list; neighbours in one nest, under one condition, together.
void writeSteps(JsonOutput &os, llvm::ArrayRef<PipelineStep> steps);

/// Reads what stands for one option: its default, or an object.
bool readOption(const JsonInput &value, OptionDescriptor &into);
void writeOption(JsonOutput &os, const OptionDescriptor &option);
/// Writes the members of its object.
void writeOptionFields(JsonOutput &os, const OptionDescriptor &option);

} // namespace pmb

#endif // PMB_BUNDLES_CONTRACTS_STEPSJSON_H
