//===- LanguageServer.cpp - The messages of an editor ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-lsp-server/LanguageServer.h"
#include "builder/diagnostics/Escaping.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

using lsp::ErrorCode;
using lsp::LSPError;
using lsp::MessageHandler;

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// What is below keys that are in each other; null if there is nothing.
static const json::Value *lookup(const json::Value &value,
                                 ArrayRef<StringRef> keys) {
  const json::Value *at = &value;
  for (StringRef key : keys) {
    const json::Object *object = at->getAsObject();
    at = object ? object->get(key) : nullptr;
    if (!at)
      return nullptr;
  }
  return at;
}

/// Whether it is about a document that is no file, as one that was never saved.
static bool isOfNoFile(const json::Value &params) {
  const json::Value *uri = lookup(params, {"textDocument", "uri"});
  auto [scheme, path] =
      (uri ? uri->getAsString().value_or("") : StringRef()).split(':');
  return path.data() && !path.empty() && scheme != "file" && scheme != "test";
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

template <
    LanguageServer::Answer (LanguageServer::*function)(const json::Value &)>
void LanguageServer::answer(const Params &params, Reply reply) {
  if (!isInitialized)
    return reply(make_error<LSPError>("the server is not initialized",
                                      ErrorCode::ServerNotInitialized));
  if (isShutDown)
    return reply(make_error<LSPError>("the server is shut down",
                                      ErrorCode::InvalidRequest));
  if (isOfNoFile(params.value))
    return reply(nullptr);
  reply((this->*function)(params.value));
}

/// Positions are not below 0.
static EditorPosition convert(const lsp::Position &position) {
  return {unsigned(std::max(position.line, 0)),
          unsigned(std::max(position.character, 0))};
}

template <LanguageServer::Answer (LanguageServer::*function)(
    const LanguageServer::Place &)>
LanguageServer::Answer LanguageServer::answerAt(const json::Value &params) {
  auto place = MessageHandler::parse<lsp::TextDocumentPositionParams>(
      params, "position", "request");
  if (!place)
    return place.takeError();
  std::string path = Workspace::getPath(place->textDocument.uri.file());
  if (!workspace.isOpen(path))
    return make_error<LSPError>("the document is not open",
                                ErrorCode::InvalidParams);
  const Document *document = workspace.getDocument(path);
  return (this->*function)(
      {path, document->getOffset(convert(place->position)), params});
}

template <void (LanguageServer::*function)(const json::Value &)>
void LanguageServer::take(const Params &params) {
  if (isInitialized && !isShutDown && !isOfNoFile(params.value))
    (this->*function)(params.value);
}

template <
    LanguageServer::Answer (LanguageServer::*function)(const json::Value &)>
void LanguageServer::addRequest(StringLiteral method) {
  handler.method(method, this, &LanguageServer::answer<function>);
}

template <void (LanguageServer::*function)(const json::Value &)>
void LanguageServer::addNotification(StringLiteral method) {
  handler.notification(method, this, &LanguageServer::take<function>);
}

LanguageServer::LanguageServer(lsp::JSONTransport &transport)
    : transport(transport), handler(transport), writer(workspace) {
  publishDiagnostics = handler.outgoingNotification<json::Value>(
      "textDocument/publishDiagnostics");
  showMessage = handler.outgoingNotification<json::Value>("window/showMessage");
  registerCapability = handler.outgoingRequest<json::Value, Params>(
      "client/registerCapability", [](json::Value, Expected<Params> answer) {
        if (!answer)
          lsp::Logger::error("{0}", toString(answer.takeError()));
      });
  handler.method("initialize", this, &LanguageServer::initialize);
  addRequest<&LanguageServer::shutdown>("shutdown");
  addRequest<&LanguageServer::answerAt<&LanguageServer::complete>>(
      "textDocument/completion");
  addRequest<&LanguageServer::answerAt<&LanguageServer::hover>>(
      "textDocument/hover");
  addRequest<&LanguageServer::answerAt<&LanguageServer::findDefinitions>>(
      "textDocument/definition");
  addRequest<&LanguageServer::findActions>("textDocument/codeAction");
  addRequest<&LanguageServer::findSymbols>("textDocument/documentSymbol");
  addRequest<&LanguageServer::answerAt<&LanguageServer::prepareRename>>(
      "textDocument/prepareRename");
  addRequest<&LanguageServer::answerAt<&LanguageServer::rename>>(
      "textDocument/rename");
  addNotification<&LanguageServer::watchFiles>("initialized");
  addNotification<&LanguageServer::ignore>("$/setTrace");
  addNotification<&LanguageServer::ignore>("$/cancelRequest");
  addNotification<&LanguageServer::open>("textDocument/didOpen");
  addNotification<&LanguageServer::change>("textDocument/didChange");
  addNotification<&LanguageServer::close>("textDocument/didClose");
  addNotification<&LanguageServer::refresh>("textDocument/didSave");
  addNotification<&LanguageServer::refresh>("workspace/didChangeWatchedFiles");
  addNotification<&LanguageServer::configure>(
      "workspace/didChangeConfiguration");
}

int LanguageServer::run() {
  if (Error error = transport.run(handler)) {
    lsp::Logger::error("{0}", toString(std::move(error)));
    return 1;
  }
  return isShutDown ? 0 : 1;
}

//===----------------------------------------------------------------------===//
// The client
//===----------------------------------------------------------------------===//

static bool isTrue(const json::Value &value, ArrayRef<StringRef> keys) {
  const json::Value *found = lookup(value, keys);
  return found && found->getAsBoolean().value_or(false);
}

static ClientAbilities readAbilities(const json::Value &params) {
  ClientAbilities abilities;
  abilities.hasRelatedInformation =
      isTrue(params, {"capabilities", "textDocument", "publishDiagnostics",
                      "relatedInformation"});
  abilities.hasSymbolTrees =
      isTrue(params, {"capabilities", "textDocument", "documentSymbol",
                      "hierarchicalDocumentSymbolSupport"});
  abilities.registersWatchers =
      isTrue(params, {"capabilities", "workspace", "didChangeWatchedFiles",
                      "dynamicRegistration"});
  const json::Value *formats = lookup(
      params, {"capabilities", "textDocument", "hover", "contentFormat"});
  if (const json::Array *list = formats ? formats->getAsArray() : nullptr)
    abilities.hasMarkdown = any_of(*list, [](const json::Value &format) {
      return format.getAsString() == "markdown";
    });
  return abilities;
}

/// The folder that the client works in; empty if it says none.
static std::string findRoot(const json::Value &params) {
  const json::Value *folders = lookup(params, {"workspaceFolders"});
  const json::Array *list = folders ? folders->getAsArray() : nullptr;
  const json::Value *uri =
      list && !list->empty() ? lookup(list->front(), {"uri"}) : nullptr;
  if (!uri)
    uri = lookup(params, {"rootUri"});
  if (std::optional<StringRef> text = uri ? uri->getAsString() : std::nullopt)
    if (auto root = expectedToOptional(lsp::URIForFile::fromURI(*text)))
      return root->file().str();
  const json::Value *path = lookup(params, {"rootPath"});
  return path ? path->getAsString().value_or("").str() : "";
}

void LanguageServer::initialize(const Params &params, Reply reply) {
  if (isInitialized)
    return reply(make_error<LSPError>("the server is initialized already",
                                      ErrorCode::InvalidRequest));
  isInitialized = true;
  writer.abilities = readAbilities(params.value);
  // Messages name files from there, as those of pmb-check do.
  std::string root = findRoot(params.value);
  if (!root.empty() && sys::fs::set_current_path(root))
    warn("cannot work in the folder " + quotePath(root));
  if (const json::Value *options =
          lookup(params.value, {"initializationOptions"}))
    applySettings(*options);
  json::Object sync{{"openClose", true},
                    {"change", int(lsp::TextDocumentSyncKind::Incremental)},
                    {"save", true}};
  json::Object capabilities{
      {"textDocumentSync", std::move(sync)},
      {"completionProvider",
       json::Object{{"triggerCharacters",
                     json::Array{"\"", "(", ",", "{", "=", ".", "@", "!"}}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"documentSymbolProvider", true},
      {"renameProvider", json::Object{{"prepareProvider", true}}},
      {"codeActionProvider",
       json::Object{{"codeActionKinds", json::Array{"quickfix"}}}}};
  reply(json::Value(
      json::Object{{"capabilities", std::move(capabilities)},
                   {"serverInfo", json::Object{{"name", "pmb-lsp-server"},
                                               {"version", PMB_VERSION}}}}));
}

/// Asks the client to say when something changes that documents refer to.
void LanguageServer::watchFiles(const json::Value &) {
  if (!writer.abilities.registersWatchers)
    return;
  json::Object files{
      {"watchers", json::Array{json::Object{{"globPattern", "**/*.json"}}}}};
  json::Object watching{{"id", "pmb-files"},
                        {"method", "workspace/didChangeWatchedFiles"},
                        {"registerOptions", std::move(files)}};
  registerCapability(
      json::Object{{"registrations", json::Array{std::move(watching)}}},
      "pmb-files");
}

LanguageServer::Answer LanguageServer::shutdown(const json::Value &) {
  isShutDown = true;
  return nullptr;
}

void LanguageServer::warn(StringRef message) {
  showMessage(json::Object{
      {"type", int(lsp::MessageType::Warning)},
      {"message", json::fixUTF8("pmb-lsp-server: " + message.str())}});
}

void LanguageServer::applySettings(const json::Value &settings) {
  std::vector<std::string> problems;
  CheckOptions read = readSettings(settings, problems);
  for (const Diagnostic &problem : workspace.configure(std::move(read)))
    if (problem.severity == Severity::Error)
      problems.push_back(
          (problem.node ? problem.node->origin.str() + ": " : "") +
          problem.message);
  for (const std::string &problem : problems)
    warn(escape(problem));
}

void LanguageServer::configure(const json::Value &params) {
  const json::Value *settings = lookup(params, {"settings"});
  if (const json::Value *own = settings ? lookup(*settings, {"pmb"}) : nullptr)
    settings = own;
  // Some clients send an empty object, or those of other servers.
  else if (settings && !lookup(params, {"settings", "contracts"}) &&
           !lookup(params, {"settings", "expect"}) &&
           !lookup(params, {"settings", "contents"}))
    settings = nullptr;
  if (settings)
    applySettings(*settings);
  publish(workspace.getOpen());
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

void LanguageServer::ignore(const json::Value &) {}

void LanguageServer::publish(ArrayRef<std::string> paths) {
  for (const std::string &path : paths)
    publishDiagnostics(writer.diagnostics(path));
}

/// The parameters of a notification; std::nullopt, and a line in the log, if
/// they are no such.
template <typename T>
static std::optional<T> parse(const json::Value &params, StringRef method) {
  Expected<T> parsed = MessageHandler::parse<T>(params, method, "notification");
  if (parsed)
    return std::move(*parsed);
  lsp::Logger::error("{0}", toString(parsed.takeError()));
  return std::nullopt;
}

void LanguageServer::open(const json::Value &params) {
  auto opened = parse<lsp::DidOpenTextDocumentParams>(params, "didOpen");
  if (!opened)
    return;
  lsp::TextDocumentItem &item = opened->textDocument;
  std::string path = Workspace::getPath(item.uri.file());
  writer.setURI(path, item.uri);
  workspace.open(path, std::move(item.text), item.version);
  publish(workspace.getAffected(path));
}

void LanguageServer::change(const json::Value &params) {
  auto changed = parse<lsp::DidChangeTextDocumentParams>(params, "didChange");
  if (!changed)
    return;
  std::vector<Workspace::Change> changes;
  for (const lsp::TextDocumentContentChangeEvent &event :
       changed->contentChanges) {
    Workspace::Change &change = changes.emplace_back();
    change.text = event.text;
    if (event.range)
      change.range = {convert(event.range->start), convert(event.range->end)};
  }
  std::string path = Workspace::getPath(changed->textDocument.uri.file());
  workspace.change(path, changes, changed->textDocument.version);
  publish(workspace.getAffected(path));
}

void LanguageServer::close(const json::Value &params) {
  auto closed = parse<lsp::DidCloseTextDocumentParams>(params, "didClose");
  if (!closed)
    return;
  std::string path = Workspace::getPath(closed->textDocument.uri.file());
  workspace.close(path);
  publish({path});
  publish(workspace.getAffected(path));
}

/// Something on disk may have changed.
void LanguageServer::refresh(const json::Value &) {
  workspace.forgetAll();
  publish(workspace.getOpen());
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

LanguageServer::Answer LanguageServer::complete(const Place &place) {
  return writer.completions(
      place.path, language::complete(workspace, place.path, place.offset));
}

LanguageServer::Answer LanguageServer::hover(const Place &place) {
  auto hover = explainAt(workspace, place.path, place.offset);
  return hover ? writer.hover(place.path, *hover) : nullptr;
}

LanguageServer::Answer LanguageServer::findDefinitions(const Place &place) {
  json::Array locations;
  for (const FilePlace &found :
       language::findDefinitions(workspace, place.path, place.offset))
    locations.push_back(writer.location(found));
  return locations;
}

LanguageServer::Answer LanguageServer::findActions(const json::Value &params) {
  auto asked = MessageHandler::parse<lsp::CodeActionParams>(
      params, "textDocument/codeAction", "request");
  if (!asked)
    return asked.takeError();
  json::Array actions;
  const std::vector<std::string> &only = asked->context.only;
  std::string path = Workspace::getPath(asked->textDocument.uri.file());
  bool isWanted =
      only.empty() || is_contained(only, "") || is_contained(only, "quickfix");
  if (!isWanted || !workspace.isOpen(path))
    return actions;
  const Document *document = workspace.getDocument(path);
  TextRange range = {document->getOffset(convert(asked->range.start)),
                     document->getOffset(convert(asked->range.end))};
  for (const Action &action : language::findActions(workspace, path, range))
    actions.push_back(writer.action(path, action));
  return actions;
}

LanguageServer::Answer LanguageServer::findSymbols(const json::Value &params) {
  auto asked = MessageHandler::parse<lsp::DocumentSymbolParams>(
      params, "textDocument/documentSymbol", "request");
  if (!asked)
    return asked.takeError();
  return writer.symbols(Workspace::getPath(asked->textDocument.uri.file()));
}

static Error refuse(Error error) {
  return make_error<LSPError>(toString(std::move(error)),
                              ErrorCode::RequestFailed);
}

LanguageServer::Answer LanguageServer::prepareRename(const Place &place) {
  Expected<TextRange> range = findRenamed(workspace, place.path, place.offset);
  if (!range)
    return refuse(range.takeError());
  return writer.range(place.path, *range);
}

LanguageServer::Answer LanguageServer::rename(const Place &place) {
  const json::Value *name = lookup(place.params, {"newName"});
  if (!name || !name->getAsString())
    return make_error<LSPError>("'newName' is a string",
                                ErrorCode::InvalidParams);
  Expected<FileChanges> changes = language::rename(
      workspace, place.path, place.offset, *name->getAsString());
  if (!changes)
    return refuse(changes.takeError());
  return writer.edit(*changes);
}
