//===- PipelineBuilder.h - The two lower floors without MLIR --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What those include who compose or check pipelines without MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PIPELINEBUILDER_H
#define PMB_BUILDER_PIPELINEBUILDER_H

#include "builder/edit/PipelineBuilder.h"

#endif // PMB_BUILDER_PIPELINEBUILDER_H
