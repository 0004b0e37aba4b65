//===- Input.h - Messages that are fit to be read -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_LSP_SERVER_INPUT_H
#define PMB_TOOLS_PMB_LSP_SERVER_INPUT_H

#include "llvm/Support/LSP/Transport.h"
#include <functional>
#include <optional>

namespace pmb {

/// Input of a server, but for what would end it: messages that LLVM's reader of
/// JSON has not enough stack for, and what is no message. In its place stands a
/// notification without a handler.
class LimitedInput : public llvm::lsp::JSONTransportInput {
public:
  /// Arrays and objects in each other.
  static constexpr unsigned maxDepth = 256;

  /// Answers what is no message; no id is known.
  using Refuse = std::function<void(llvm::Error)>;

  LimitedInput(std::FILE *file, llvm::lsp::JSONStreamStyle style, Refuse refuse)
      : JSONTransportInput(style), file(file), input(file, style),
        refuse(std::move(refuse)) {}

  bool hasError() const final { return input.hasError(); }
  bool isEndOfInput() const final { return input.isEndOfInput(); }
  llvm::LogicalResult readDelimitedMessage(std::string &json) final;
  /// The names of headers may be in any case, and their values need no blank.
  llvm::LogicalResult readStandardMessage(std::string &json) final;

private:
  std::optional<size_t> readHeaders();
  void limit(std::string &json);

  std::FILE *file;
  llvm::lsp::JSONTransportInputOverFile input;
  Refuse refuse;
};

} // namespace pmb

#endif // PMB_TOOLS_PMB_LSP_SERVER_INPUT_H
