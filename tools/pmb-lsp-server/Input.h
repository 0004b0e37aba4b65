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

namespace pmb {

/// Input of a server, but for what would end it: messages that LLVM's reader of
/// JSON has not enough stack for, and JSON that is no message. In its place
/// stands a notification without a handler.
class LimitedInput : public llvm::lsp::JSONTransportInput {
public:
  /// Arrays and objects in each other.
  static constexpr unsigned maxDepth = 256;

  LimitedInput(std::FILE *file, llvm::lsp::JSONStreamStyle style)
      : JSONTransportInput(style), input(file, style) {}

  bool hasError() const final { return input.hasError(); }
  bool isEndOfInput() const final { return input.isEndOfInput(); }
  llvm::LogicalResult readDelimitedMessage(std::string &json) final;
  llvm::LogicalResult readStandardMessage(std::string &json) final;

private:
  llvm::lsp::JSONTransportInputOverFile input;
};

} // namespace pmb

#endif // PMB_TOOLS_PMB_LSP_SERVER_INPUT_H
