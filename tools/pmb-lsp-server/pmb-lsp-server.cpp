//===- pmb-lsp-server.cpp - A language server for pipelines ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/CommandLine.h"
#include "tools/pmb-lsp-server/Input.h"
#include "tools/pmb-lsp-server/LanguageServer.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Program.h"

using namespace pmb;
using namespace llvm;
using lsp::JSONStreamStyle;
using lsp::Logger;

int main(int argc, char **argv) {
  cl::OptionCategory category("options of pmb-lsp-server");
  cl::opt<JSONStreamStyle, false, WordParser<JSONStreamStyle>> style{
      "input-style", cl::desc("How messages are parted"),
      cl::values(clEnumValN(JSONStreamStyle::Standard, "standard",
                            "by their lengths, as the protocol has it"),
                 clEnumValN(JSONStreamStyle::Delimited, "delimited",
                            "by lines '// -----'; lines that begin with '//' "
                            "are comments")),
      cl::init(JSONStreamStyle::Standard), cl::cat(category)};
  cl::opt<bool> litTest{
      "lit-test",
      cl::desc("For tests: the same as --input-style=delimited --pretty "
               "--log=verbose"),
      cl::cat(category)};
  cl::opt<Logger::Level, false, WordParser<Logger::Level>> log{
      "log", cl::desc("What is written to the standard error"),
      cl::values(clEnumValN(Logger::Level::Error, "error", "errors"),
                 clEnumValN(Logger::Level::Info, "info", "and messages"),
                 clEnumValN(Logger::Level::Debug, "verbose", "and more")),
      cl::init(Logger::Level::Error), cl::cat(category)};
  cl::opt<bool> pretty{"pretty", cl::desc("Answer in several lines"),
                       cl::cat(category)};
  // What the protocol asks servers to take; its end is that of the input.
  cl::opt<bool> stdio{
      "stdio", cl::desc("Talk over the standard input and output, as always"),
      cl::cat(category)};
  cl::opt<std::string> clientProcessId{
      "clientProcessId", cl::desc("Taken, and ignored"), cl::cat(category)};
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter([](raw_ostream &os) {
    os << "pmb-lsp-server " PMB_VERSION " for LLVM " LLVM_VERSION_STRING "\n";
  });
  cl::ParseCommandLineOptions(argc, argv,
                              "answers what editors ask about pipelines, over "
                              "the standard input and output\n");
  if (litTest) {
    style = JSONStreamStyle::Delimited;
    log = Logger::Level::Debug;
    pretty = true;
  }
  Logger::setLogLevel(log);
  sys::ChangeStdinToBinary();
  sys::ChangeStdoutToBinary();
  lsp::JSONTransport transport(
      std::make_unique<LimitedInput>(
          stdin, style,
          [&](Error error) { transport.reply(nullptr, std::move(error)); }),
      outs(), pretty);
  return LanguageServer(transport).run();
}
