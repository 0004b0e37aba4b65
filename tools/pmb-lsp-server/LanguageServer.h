//===- LanguageServer.h - The messages of an editor -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_LSP_SERVER_LANGUAGESERVER_H
#define PMB_TOOLS_PMB_LSP_SERVER_LANGUAGESERVER_H

#include "tools/pmb-lsp-server/Protocol.h"
#include "llvm/Support/LSP/Transport.h"

namespace pmb {

/// Answers the messages of one client. All that is found out about documents is
/// found out by `language::Workspace`.
class LanguageServer {
public:
  /// `transport` must outlive the server.
  explicit LanguageServer(llvm::lsp::JSONTransport &transport);

  /// Answers until the client ends it. Returns the exit code that the protocol
  /// asks for: 0 if it was shut down before.
  int run();

private:
  /// Any parameters: those of LLVM's header are parsed where they are used.
  struct Params {
    llvm::json::Value value = nullptr;
  };
  friend bool fromJSON(const llvm::json::Value &value, Params &params,
                       llvm::json::Path) {
    params.value = value;
    return true;
  }
  using Answer = llvm::Expected<llvm::json::Value>;
  using Reply = llvm::lsp::Callback<llvm::json::Value>;

  /// A byte of an open document that a request is about.
  struct Place {
    std::string path;
    size_t offset;
    const llvm::json::Value &params;
  };

  template <Answer (LanguageServer::*function)(const llvm::json::Value &)>
  void answer(const Params &params, Reply reply);
  template <void (LanguageServer::*function)(const llvm::json::Value &)>
  void take(const Params &params);
  template <Answer (LanguageServer::*function)(const llvm::json::Value &)>
  void addRequest(llvm::StringLiteral method);
  /// Fails with `InvalidParams` for what names no such place.
  template <Answer (LanguageServer::*function)(const Place &)>
  Answer answerAt(const llvm::json::Value &params);
  template <void (LanguageServer::*function)(const llvm::json::Value &)>
  void addNotification(llvm::StringLiteral method);

  void initialize(const Params &params, Reply reply);
  Answer shutdown(const llvm::json::Value &params);
  Answer complete(const Place &place);
  Answer hover(const Place &place);
  Answer findDefinitions(const Place &place);
  Answer findActions(const llvm::json::Value &params);
  Answer findSymbols(const llvm::json::Value &params);
  Answer prepareRename(const Place &place);
  Answer rename(const Place &place);

  void ignore(const llvm::json::Value &params);
  void watchFiles(const llvm::json::Value &params);
  void open(const llvm::json::Value &params);
  void change(const llvm::json::Value &params);
  void close(const llvm::json::Value &params);
  void configure(const llvm::json::Value &params);
  void refresh(const llvm::json::Value &params);

  void applySettings(const llvm::json::Value &settings);
  void publish(llvm::ArrayRef<std::string> paths);
  void warn(llvm::StringRef message);

  llvm::lsp::JSONTransport &transport;
  llvm::lsp::MessageHandler handler;
  llvm::lsp::OutgoingNotification<llvm::json::Value> publishDiagnostics,
      showMessage;
  llvm::lsp::OutgoingRequest<llvm::json::Value> registerCapability;
  language::Workspace workspace;
  ProtocolWriter writer;
  bool isInitialized = false, isShutDown = false;
};

} // namespace pmb

#endif // PMB_TOOLS_PMB_LSP_SERVER_LANGUAGESERVER_H
