//===- Server.cpp - Requests as lines of JSON -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/c/Server.h"
#include "builder/diagnostics/Suggestions.h"
#include "bundles/c/Commands.h"
#include "bundles/c/TextArguments.h"
#include "bundles/c/pmb-c.h"
#include "bundles/json/JsonFields.h"
#include "bundles/report/ReportSupport.h"

using namespace pmb;
using namespace llvm;

namespace {
/// The codes of errors in JSON-RPC.
enum ErrorCode { Failed = -32000, Invalid = -32600, NoMethod = -32601 };
} // namespace

namespace pmb {
/// One request, and the way to its answer.
class ServerRequest {
public:
  ServerRequest(Server &server, const JsonDocument &document)
      : server(server), reader(document) {}

  std::string answer();

private:
  using Result = Expected<CommandResult>;
  using Arguments = ArrayRef<StringRef>;

  bool readEnvelope();
  Result run();
  /// Reads what a command or a method is given, and the `pipeline` if it is
  /// about one. Fails with all that is wrong with the parameters.
  Expected<SmallVector<StringRef>>
  readArguments(ArrayRef<StringLiteral> arguments, bool hasPipeline);
  // Methods.
  Result create(Arguments given);
  Result parse(Arguments given);
  Result read(Arguments given);
  Result destroy(Arguments);
  Result addContracts(Arguments given);
  Result readContracts(Arguments given);
  Result version(Arguments);

  template <typename MakeFn> Result keep(MakeFn make);
  /// Finds the pipeline that the request names, or reports that there is none.
  void findPipeline();
  /// What a parameter says; empty, after a report unless it may be absent, if
  /// it is not there.
  StringRef get(StringRef parameter, bool isOptional = false);
  /// The id as it stands in the request.
  StringRef getID() const { return id ? id->getWritten() : StringRef("null"); }

  Server &server;
  JsonReader reader;
  std::optional<JsonInput> id, params;
  StringRef method;
  bool isUnknown = false;
  std::map<uint64_t, std::unique_ptr<OpenPipeline>>::iterator pipeline;
};
} // namespace pmb

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

static std::string printAnswer(StringRef id,
                               function_ref<void(JsonOutput &)> write) {
  return writeCompactJson([&](JsonOutput &os) {
    os.object([&] {
      os.attribute("jsonrpc", "2.0");
      os.attributeWith("id", [&] { os.rawValue(id); });
      write(os);
    });
  });
}

static std::string printFailure(StringRef id, int code,
                                ArrayRef<Diagnostic> diagnostics) {
  return printAnswer(id, [&](JsonOutput &os) {
    os.attributeObject("error", [&] {
      os.attribute("code", code);
      os.attribute("message",
                   diagnostics.empty()
                       ? "failed"
                       : report::toUTF8(diagnostics.front().message));
      os.attributeObject("data", [&] {
        os.attributeWith("diagnostics",
                         [&] { report::writeDiagnostics(os, diagnostics); });
      });
    });
  });
}

static void writeResult(JsonOutput &os, const CommandResult &result) {
  if (result.kind == CommandResult::Kind::Nothing)
    return os.value(nullptr);
  if (result.kind == CommandResult::Kind::Text)
    return os.value(result.text);
  // Laid out for people, it would be more than a line.
  if (auto value = expectedToOptional(json::parse(result.text)))
    os.value(*value);
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

bool ServerRequest::readEnvelope() {
  JsonInput root = reader.getRoot();
  if (!root.isObject()) {
    root.reportType("a request, which is an object");
    return false;
  }
  root.checkKeys("a request", {"jsonrpc", "id", "method", "params"});
  id = root.find("id");
  if (id && (id->isArray() || id->isObject())) {
    id->reportType("a number or a string");
    id.reset();
  }
  params = root.find("params");
  if (params && !params->isObject())
    params->reportType("an object");
  std::optional<JsonInput> name = root.find("method");
  if (name && name->isString())
    method = name->getText();
  else
    root.reportMissing("a request needs 'method', which is a string");
  return !reader.hasErrors();
}

StringRef ServerRequest::get(StringRef parameter, bool isOptional) {
  JsonInput around = params ? *params : reader.getRoot();
  std::optional<JsonInput> value = around.find(parameter);
  if (!params || !value) {
    if (!isOptional)
      around.reportMissing(quote(method) + " needs " + quote(parameter));
    return "";
  }
  if (value->getKind() == JsonValue::Kind::Null)
    return "";
  bool isText = !value->isArray() && !value->isObject();
  return isText ? value->getText() : value->getWritten();
}

void ServerRequest::findPipeline() {
  StringRef text = get("pipeline");
  uint64_t number = 0;
  if (reader.hasErrors())
    return;
  pipeline = text.getAsInteger(10, number) ? server.pipelines.end()
                                           : server.pipelines.find(number);
  if (pipeline == server.pipelines.end())
    params->find("pipeline")->reject("there is no pipeline " + quote(text));
}

Expected<SmallVector<StringRef>>
ServerRequest::readArguments(ArrayRef<StringLiteral> arguments,
                             bool hasPipeline) {
  SmallVector<StringRef> known, given;
  if (hasPipeline)
    known.push_back("pipeline");
  for (StringRef argument : arguments) {
    bool isOptional = argument.consume_back("?");
    known.push_back(argument);
    given.push_back(get(argument, isOptional));
  }
  if (params)
    params->checkKeys("this method", known);
  if (hasPipeline)
    findPipeline();
  if (Error error = reader.takeError())
    return error;
  for (auto [argument, text] : zip(arguments, given))
    if (Error error = verifyText(argument.rtrim('?'), text))
      return error;
  return given;
}

Expected<CommandResult> ServerRequest::run() {
  struct Method {
    StringLiteral name;
    Result (ServerRequest::*run)(Arguments given);
    std::vector<StringLiteral> arguments;
    bool hasPipeline = false;
  };
  using Self = ServerRequest;
  static const Method methods[] = {
      {"create", &Self::create, {"anchor?"}},
      {"parse", &Self::parse, {"text", "name?", "variants?"}},
      {"read", &Self::read, {"path", "variants?"}},
      {"destroy", &Self::destroy, {}, /*hasPipeline=*/true},
      {"addContracts", &Self::addContracts, {"text", "name?"}},
      {"readContracts", &Self::readContracts, {"path"}},
      {"version", &Self::version, {}},
  };
  std::vector<StringRef> names;
  for (const CommandInfo &command : getCommands()) {
    names.push_back(command.name);
    if (command.name != method)
      continue;
    auto given = readArguments(command.arguments, /*hasPipeline=*/true);
    return given ? command.run(*pipeline->second, *given) : given.takeError();
  }
  for (const Method &known : methods) {
    names.push_back(known.name);
    if (known.name != method)
      continue;
    auto given = readArguments(known.arguments, known.hasPipeline);
    return given ? (this->*known.run)(*given) : given.takeError();
  }
  isUnknown = true;
  return makeUnknown(DiagnosticCode::BadValue,
                     "there is no method " + quote(method), method, names);
}

std::string ServerRequest::answer() {
  if (!readEnvelope())
    return printFailure(getID(), Invalid, takeDiagnostics(reader.takeError()));
  Expected<CommandResult> result = run();
  if (!id) {
    consumeError(result.takeError());
    return "";
  }
  if (!result)
    return printFailure(getID(), isUnknown ? NoMethod : Failed,
                        takeDiagnostics(result.takeError()));
  return printAnswer(getID(), [&](JsonOutput &os) {
    os.attributeWith("result", [&] { writeResult(os, *result); });
  });
}

//===----------------------------------------------------------------------===//
// Methods
//===----------------------------------------------------------------------===//

static CommandResult makeJson(const json::Value &value) {
  CommandResult result{CommandResult::Kind::Json};
  raw_string_ostream(result.text) << value;
  return result;
}

/// Keeps what `make` makes with the catalog, unless that would be too many.
template <typename MakeFn>
Expected<CommandResult> ServerRequest::keep(MakeFn make) {
  size_t count = server.pipelines.size();
  if (count >= Server::maxPipelines)
    return makeError(
        Diagnostic(DiagnosticCode::TooLarge,
                   "there are " + std::to_string(count) + " pipelines already")
            .help("destroy those that are not needed any more"));
  Expected<std::unique_ptr<OpenPipeline>> made = make(server.catalog.get());
  if (!made)
    return made.takeError();
  uint64_t number = server.nextPipeline++;
  server.pipelines[number] = std::move(*made);
  return makeJson(json::Object{{"pipeline", int64_t(number)}});
}

Expected<CommandResult> ServerRequest::create(Arguments given) {
  return keep([&](OpenPipeline::CatalogPtr catalog) {
    return OpenPipeline::create(std::move(catalog),
                                given[0].empty() ? "builtin.module" : given[0]);
  });
}

Expected<CommandResult> ServerRequest::parse(Arguments given) {
  StringRef name = given[1].empty() ? "pipeline" : given[1];
  return keep([&](OpenPipeline::CatalogPtr catalog) {
    return OpenPipeline::parse(std::move(catalog),
                               SourceText::copy(given[0], name), given[2]);
  });
}

Expected<CommandResult> ServerRequest::read(Arguments given) {
  return keep([&](OpenPipeline::CatalogPtr catalog) {
    return OpenPipeline::parse(std::move(catalog), SourceText::read(given[0]),
                               given[1]);
  });
}

Expected<CommandResult> ServerRequest::destroy(Arguments) {
  server.pipelines.erase(pipeline);
  return CommandResult();
}

static Expected<CommandResult>
makeWarnings(Expected<std::vector<Diagnostic>> warnings) {
  if (!warnings)
    return warnings.takeError();
  return CommandResult{CommandResult::Kind::Json,
                       "{\"diagnostics\": " + printJson(*warnings) + "}"};
}

Expected<CommandResult> ServerRequest::addContracts(Arguments given) {
  StringRef name = given[1].empty() ? "contracts" : given[1];
  return makeWarnings(
      server.catalog.addContracts(SourceText::copy(given[0], name)));
}

Expected<CommandResult> ServerRequest::readContracts(Arguments given) {
  return makeWarnings(server.readContracts(given[0]));
}

Expected<CommandResult> ServerRequest::version(Arguments) {
  PmbStringRef version = pmbGetVersion();
  return makeJson(
      json::Object{{"version", StringRef(version.data, version.length)},
                   {"protocol", PMB_C_ABI_VERSION}});
}

std::string Server::handle(StringRef request) {
  Expected<JsonDocument> document =
      JsonDocument::parse(SourceText::copy(request, "<request>"));
  if (!document)
    return printFailure("null", -32700, takeDiagnostics(document.takeError()));
  return ServerRequest(*this, *document).answer();
}

bool Server::serve(std::FILE *input, raw_ostream &output) {
  std::string line;
  auto answer = [&] {
    if (!StringRef(line).trim().empty())
      if (std::string text = handle(line); !text.empty()) {
        output << text << '\n';
        output.flush();
      }
    line.clear();
  };
  for (int c; (c = std::getc(input)) != EOF;) {
    if (c == '\n')
      answer();
    else if (line.size() < SourceText::maxSize)
      line += char(c);
    else
      return false;
  }
  // What was read of a request that could not be read is none.
  if (std::ferror(input))
    return false;
  answer();
  return true;
}
