//===- PipelineOptions.cpp - Options of pipelines that are registered -----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Suggestions.h"
#include "mlir/Pass/PassRegistry.h"
#include "passmanager/Adopt.h"
#include "passmanager/PassManagerBuilder.h"
#include "llvm/ADT/StringExtras.h"
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
readPipelineOptions(StringRef pipeline, ArrayRef<OptionDescriptor> options,
                    StringRef text) {
  PassDescriptor descriptor(pipeline);
  descriptor.options = options.vec();
  if (Error error = verifyOptions(descriptor, text))
    return error;
  PipelineOptions values;
  SmallVector<StringRef> names;
  for (const OptionDescriptor &option : options) {
    bool isFalse = option.type == OptionDescriptor::Type::Bool &&
                   option.defaultValue.empty();
    values[option.name] = isFalse ? "false" : option.defaultValue;
    names.push_back(option.name);
  }
  for (auto [name, value] : splitOptions(text)) {
    if (auto it = values.find(name); it != values.end()) {
      const OptionDescriptor *option = descriptor.lookupOption(name);
      it->second = (option->type == OptionDescriptor::Type::Bool
                        ? normalizeOptionValue(option, value)
                        : unwrapOptionValue(value))
                       .str();
      continue;
    }
    Diagnostic diagnostic(DiagnosticCode::BadOptions,
                          "the pipeline '{0}' has no option '{1}'", pipeline,
                          name);
    if (!suggest(diagnostic, name, names))
      diagnostic.note(names.empty() ? "it has no options at all"
                                    : "it has '" + join(names, "', '") + "'");
    return makeError(std::move(diagnostic));
  }
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
  for (const OptionDescriptor &option : options)
    if (!option.defaultValue.empty() && !option.accepts(option.defaultValue))
      return Diagnostic(DiagnosticCode::BadOptions,
                        "'{0}' is not a value of '{1}', whose default it is",
                        option.defaultValue, option.name)
          .note("it takes {0}", option.describeValues());
  return detail::registerPipeline(
      name, description,
      [compose = std::move(compose), options, name = name.str()](
          PassManagerBuilder &builder, StringRef text) -> Error {
        Expected<PipelineOptions> values =
            readPipelineOptions(name, options, text);
        return values ? compose(builder, *values) : values.takeError();
      },
      [options](function_ref<void(const mlir::detail::PassOptions &)> visit) {
        visit(ShownOptions(options));
      });
}

Error pmb::detail::parseOptions(mlir::detail::PassOptions &options,
                                StringRef pipeline, StringRef text) {
  std::string messages;
  raw_string_ostream os(messages);
  if (succeeded(options.parseFromString(text, os)))
    return Error::success();
  StringRef message = StringRef(messages).trim();
  message.consume_front("<Pass-Options-Parser>:");
  Diagnostic diagnostic(DiagnosticCode::BadOptions,
                        "the pipeline '{0}' does not accept the options '{1}'",
                        pipeline, text);
  if (!message.trim().empty())
    diagnostic.note(message.trim().str());
  std::string printed;
  raw_string_ostream all(printed);
  options.print(all);
  std::vector<StringRef> names;
  for (auto [name, value] : splitOptions(stripBraces(printed)))
    names.push_back(name);
  for (auto [name, value] : splitOptions(text))
    if (!is_contained(names, name))
      suggest(diagnostic, name, names);
  return makeError(std::move(diagnostic));
}
