//===- Protocol.h - What is found, as the protocol has it -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of the protocol that LLVM's header does not have are made as JSON.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_LSP_SERVER_PROTOCOL_H
#define PMB_TOOLS_PMB_LSP_SERVER_PROTOCOL_H

#include "tools/language/Actions.h"
#include "tools/language/Completion.h"
#include "tools/language/Definitions.h"
#include "tools/language/Hover.h"
#include "tools/language/Symbols.h"
#include "llvm/Support/LSP/Protocol.h"

namespace pmb {

/// What a client says of itself, as far as it changes answers.
struct ClientAbilities {
  bool hasRelatedInformation = false, hasMarkdown = false,
       hasSymbolTrees = false;
  /// Says when files change, if it is asked to.
  bool registersWatchers = false;
};

/// Makes answers about the documents of a workspace. Texts that are no UTF-8
/// are mended, as JSON has no way to write them.
class ProtocolWriter {
public:
  explicit ProtocolWriter(language::Workspace &workspace)
      : workspace(workspace) {}

  ClientAbilities abilities;

  /// Remembers how a client calls a file.
  void setURI(llvm::StringRef path, const llvm::lsp::URIForFile &uri);
  llvm::json::Value getURI(llvm::StringRef path) const;

  llvm::json::Value range(llvm::StringRef path, TextRange range);
  llvm::json::Value location(const language::FilePlace &place);
  llvm::json::Value diagnostic(llvm::StringRef path,
                               const language::Finding &finding);
  llvm::json::Value diagnostics(llvm::StringRef path);
  llvm::json::Value action(llvm::StringRef path,
                           const language::Action &action);
  llvm::json::Value completions(llvm::StringRef path,
                                const language::Completions &completions);
  llvm::json::Value hover(llvm::StringRef path,
                          const language::HoverText &hover);
  llvm::json::Value symbols(llvm::StringRef path);
  llvm::json::Value edit(const language::FileChanges &changes);

private:
  llvm::json::Value tree(llvm::StringRef path,
                         const language::OutlineNode &node);
  void addFlat(llvm::StringRef path, const language::OutlineNode &node,
               llvm::StringRef container, llvm::json::Array &into);

  language::Workspace &workspace;
  llvm::StringMap<std::string> uris;
};

/// The settings that a client gives, as `--contracts` and the other options of
/// pmb-check: `{"contracts": ["acme.contracts.json"], "expect": "llvm-ir",
/// "contents": ["linalg", "!tensor"], "variant": "gpu", "allVariants": true,
/// "severity": {"wrong-order": "warning"}}`. Adds what is wrong with them to
/// `problems`, and leaves that out.
CheckOptions readSettings(const llvm::json::Value &value,
                          std::vector<std::string> &problems);

} // namespace pmb

#endif // PMB_TOOLS_PMB_LSP_SERVER_PROTOCOL_H
