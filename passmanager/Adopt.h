//===- Adopt.h - Pipelines that others have composed ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From MLIR and back: `PassManagerBuilder::adopt` and `addPipeline` take over
// what others have composed; `registerPipeline` gives a pipeline of ours a name
// that tools know which have never heard of it.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_ADOPT_H
#define PMB_PASSMANAGER_ADOPT_H

#include "builder/passes/PassInstance.h"
#include "mlir/Pass/PassOptions.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <vector>

namespace pmb {

class PassManagerBuilder;

/// Registers a pipeline with MLIR, so that textual pipelines and command lines
/// can name it. `compose` is called each time it is used, with a builder for
/// the pass manager that the pipeline is added to; the pipeline is checked and
/// built afterwards, unless `compose` does that. Its diagnostics, and an
/// exception of `compose`, go where MLIR reports a pipeline that it cannot
/// parse.
///
/// Of MLIR's registrations only passes come back: where the pipeline is named
/// in a builder, it is one bundle of them, without its slots, its bundles, and
/// what it has pinned. To let others add to these, compose it in the builder
/// itself (`compose(builder)`, `PipelineFile::appendTo`).
///
/// Fails with `duplicate-name` if a pass or a pipeline has that name, with
/// `bad-name`, and with `no-instance` if `compose` is empty. May be
/// called from one thread at a time, as all of MLIR's registrations.
llvm::Error
registerPipeline(llvm::StringRef name, llvm::StringRef description,
                 std::function<llvm::Error(PassManagerBuilder &)> compose);

/// What a pipeline was given for each of its options, by name.
using PipelineOptions = llvm::StringMap<std::string>;

/// The same for a pipeline with options: `cpu-pipeline{tile-size=16}`.
/// `compose` gets a value for each of `options`, the default one if none was
/// given. They stand in `--help`. A pipeline text with another option, or
/// with a value that the option cannot have, gets an error with the nearest
/// names. Fails as above, and as `OptionScope::addOption` for an option that
/// cannot be declared.
llvm::Error registerPipeline(
    llvm::StringRef name, llvm::StringRef description,
    std::vector<OptionDescriptor> options,
    std::function<llvm::Error(PassManagerBuilder &, const PipelineOptions &)>
        compose);

namespace detail {
/// The base of all: `compose` also reads the text of the options, and `visit`
/// lists them for `--help`.
llvm::Error registerPipeline(
    llvm::StringRef name, llvm::StringRef description,
    std::function<llvm::Error(PassManagerBuilder &, llvm::StringRef)> compose,
    std::function<
        void(llvm::function_ref<void(const mlir::detail::PassOptions &)>)>
        visit);
/// Fails with `bad-options` if `text` cannot be read as options of a pipeline.
llvm::Error parseOptions(mlir::detail::PassOptions &options,
                         llvm::StringRef pipeline, llvm::StringRef text);
} // namespace detail

/// The same with options as MLIR has them:
///
///   struct CPUOptions : mlir::PassPipelineOptions<CPUOptions> {
///     Option<int> tileSize{*this, "tile-size", llvm::cl::init(8)};
///   };
///   auto compose = [](pmb::PassManagerBuilder &builder,
///                     const CPUOptions &options) { ... };
///   if (auto err = pmb::registerPipeline<CPUOptions>("cpu-pipeline",
///                                                    "For CPUs", compose))
///     return err;
///
/// Fails with `duplicate-name` and `bad-name`.
template <typename OptionsT, typename ComposeFn>
llvm::Error registerPipeline(llvm::StringRef name, llvm::StringRef description,
                             ComposeFn compose) {
  return detail::registerPipeline(
      name, description,
      [compose, name = name.str()](PassManagerBuilder &builder,
                                   llvm::StringRef text) -> llvm::Error {
        OptionsT options;
        if (llvm::Error error = detail::parseOptions(options, name, text))
          return error;
        return compose(builder, std::as_const(options));
      },
      [](llvm::function_ref<void(const mlir::detail::PassOptions &)> visit) {
        visit(OptionsT());
      });
}

} // namespace pmb

#endif // PMB_PASSMANAGER_ADOPT_H
