//===- PipelineOptions.cpp - Options of pipelines that are registered -----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/OptionScope.h"
#include "mlir/Pass/PassRegistry.h"
#include "passmanager/Adopt.h"
#include "passmanager/PassManagerBuilder.h"
#include <deque>

using namespace pmb;
using namespace llvm;

static Error makeNothingToCall(StringRef name) {
  return Diagnostic(DiagnosticCode::NoInstance,
                    "the pipeline '{0}' has no function to be called", name)
      .help("give a function that composes the pipeline");
}

Error pmb::registerPipeline(
    StringRef name, StringRef description,
    std::function<Error(PassManagerBuilder &)> compose) {
  if (!compose)
    return makeNothingToCall(name);
  return registerPipeline(
      name, description, {},
      [compose = std::move(compose)](PassManagerBuilder &builder,
                                     const PipelineOptions &) {
        return compose(builder);
      });
}

/// What each of the options is, according to `text`.
static Expected<PipelineOptions>
readPipelineOptions(StringRef pipeline, OptionScope scope, StringRef text) {
  for (auto [name, value] : splitOptions(text))
    scope.setOption(name, value);
  if (Error error =
          verifyGivenOptions(scope, "the pipeline '" + pipeline.str() + "'"))
    return error;
  PipelineOptions values;
  for (const OptionDescriptor &option : scope.getOptions())
    values[option.name] =
        unwrapOptionValue(scope.getValue(option.name).value_or("")).str();
  return values;
}

namespace {
/// Options as MLIR shows them in `--help`.
class ShownOptions : public mlir::detail::PassOptions {
public:
  /// REQUIRES: `options` live as long.
  explicit ShownOptions(ArrayRef<OptionDescriptor> options) {
    for (const OptionDescriptor &option : options) {
      std::string &summary = summaries.emplace_back(option.summary);
      if (option.type == OptionDescriptor::Type::Enum)
        summary += (summary.empty() ? "" : ": ") + option.describeValues();
      switch (option.type) {
      case OptionDescriptor::Type::Bool:
        add<bool>(option);
        break;
      case OptionDescriptor::Type::Int32:
        add<int>(option);
        break;
      case OptionDescriptor::Type::Int64:
        add<long>(option);
        break;
      case OptionDescriptor::Type::UInt32:
        add<unsigned>(option);
        break;
      case OptionDescriptor::Type::UInt64:
        add<unsigned long>(option);
        break;
      default:
        add<std::string>(option);
      }
    }
  }

private:
  template <typename T> void add(const OptionDescriptor &option) {
    shown.push_back(std::make_shared<Option<T>>(*this, option.name,
                                                cl::desc(summaries.back())));
  }

  /// Options refer to them.
  std::deque<std::string> summaries;
  /// Of different types.
  std::vector<std::shared_ptr<void>> shown;
};
} // namespace

Error pmb::registerPipeline(
    StringRef name, StringRef description,
    std::vector<OptionDescriptor> options,
    std::function<Error(PassManagerBuilder &, const PipelineOptions &)>
        compose) {
  if (!compose)
    return makeNothingToCall(name);
  OptionScope scope;
  for (OptionDescriptor &option : options)
    if (Error error = scope.addOption(std::move(option)))
      return error;
  return detail::registerPipeline(
      name, description,
      [compose = std::move(compose), scope, name = name.str()](
          PassManagerBuilder &builder, StringRef text) -> Error {
        Expected<PipelineOptions> values =
            readPipelineOptions(name, scope, text);
        return values ? compose(builder, *values) : values.takeError();
      },
      [scope](function_ref<void(const mlir::detail::PassOptions &)> visit) {
        visit(ShownOptions(scope.getOptions()));
      });
}

Error pmb::detail::parseOptions(mlir::detail::PassOptions &options,
                                StringRef pipeline, StringRef text) {
  std::string messages, printed;
  raw_string_ostream os(messages), all(printed);
  if (succeeded(options.parseFromString(text, os)))
    return Error::success();
  options.print(all);
  std::vector<StringRef> names;
  for (auto [name, value] : splitOptions(printed))
    names.push_back(name);
  return makeBadOptions("the pipeline '" + pipeline + "'", text, messages,
                        names);
}
