//===- RegisteredFile.h - Pipelines that C++ was made of ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `pmb-check --print-registration` and pmb_add_pipeline() make of a
// pipeline file includes this header. A program then has the pipeline without
// the file:
//
//   #include "cpu.pipeline.h"
//
//   acme::CpuPipelineOptions options;
//   options.rounds = 8;
//   if (llvm::Error error = acme::appendCpuPipeline(builder, options))
//     return error;
//
// After `acme::registerCpuPipeline()`, which returns an error if MLIR knows a
// pipeline or a pass of that name, tools like mlir-opt take `--cpu=rounds=8`.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_REGISTEREDFILE_H
#define PMB_PASSMANAGER_REGISTEREDFILE_H

#include "bundles/pipelines/EmbeddedPipeline.h"
#include "passmanager/Adopt.h"
#include "passmanager/PassManagerBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

namespace pmb {

/// Adds an option of MLIR to a choice, if it has been given a value.
template <typename OptionT>
void addChoice(VariantChoice &choice, llvm::StringRef name,
               const OptionT &option) {
  if (!option.hasValue())
    return;
  std::string value;
  llvm::raw_string_ostream os(value);
  const auto &given = option.getValue();
  if constexpr (std::is_same_v<std::decay_t<decltype(given)>, bool>)
    os << (given ? "true" : "false");
  else
    os << given;
  choice.add(name, std::move(value));
}

/// Adds what `--variant` takes: `avx,lanes=8`. Fails as `VariantChoice::add`.
inline llvm::Error addVariants(VariantChoice &choice,
                               llvm::StringRef variants) {
  for (llvm::StringRef variant : llvm::split(variants, ','))
    if (!variant.empty())
      if (llvm::Error error = choice.add(variant))
        return error;
  return llvm::Error::success();
}

} // namespace pmb

#endif // PMB_PASSMANAGER_REGISTEREDFILE_H
