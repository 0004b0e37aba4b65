//===- ToolOptions.cpp - Tools like mlir-opt, and their options -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/ToolOptions.h"
#include "builder/edit/TextualPipeline.h"
#include "builder/passes/Catalog.h"
#include "bundles/pipelines/PipelineFinder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace llvm;

/// Options of the tools of MLIR that are no passes. Those that begin with a
/// word that ends in '-' begin like that; a pass of that name that the catalog
/// knows is one.
static constexpr StringLiteral toolOptions[] = {
    "allow-unregistered-dialect",
    "color",
    "debug",
    "debug-only",
    "disable-i2p-p2i-opt",
    "dump-pass-pipeline",
    "elide-",
    "emit-bytecode",
    "emit-bytecode-version",
    "help",
    "help-hidden",
    "help-list",
    "irdl-file",
    "list-passes",
    "load-dialect-plugin",
    "load-pass-plugin",
    "log-actions-to",
    "log-mlir-actions-filter",
    "mlir-",
    "no-implicit-module",
    "o",
    "output-split-marker",
    "print-pipeline-passes",
    "profile-actions-to",
    "remark-format",
    "remark-policy",
    "remarks-",
    "run-reproducer",
    "show-dialects",
    "split-input-file",
    "stats",
    "time-passes",
    "verify-diagnostics",
    "verify-each",
    "verify-roundtrip",
    "version",
};
/// Of these, what may take its value from the next word.
static constexpr StringLiteral optionsWithWord[] = {
    "debug-only",       "irdl-file",      "load-dialect-plugin",
    "load-pass-plugin", "log-actions-to", "o",
    "pass-pipeline",    "remark-format",  "remarks-output-file",
};

namespace {
/// A program that runs the command behind its own options.
struct Wrapper {
  StringLiteral name;
  /// Of its options, those whose value may be the next word.
  std::initializer_list<StringLiteral> optionsWithWord;
  /// How many words stand between the options and the command.
  unsigned argumentCount;
};
} // namespace

static const Wrapper wrappers[] = {
    {"command", {}, 0},
    {"env", {"-u", "--unset", "-C", "--chdir"}, 0},
    {"eval", {}, 0},
    {"exec", {"-a"}, 0},
    {"nice", {"-n", "--adjustment"}, 0},
    {"nohup", {}, 0},
    {"not", {}, 0},
    // Of make: $(shell ...).
    {"shell", {}, 0},
    {"stdbuf", {"-i", "-o", "-e", "--input", "--output", "--error"}, 0},
    {"time", {"-f", "--format", "-o", "--output"}, 0},
    {"timeout", {"-k", "--kill-after", "-s", "--signal"}, 1},
};

/// The words behind a wrapper, its options and its arguments.
static ArrayRef<ShellWord> skipWrapper(const Wrapper &wrapper,
                                       ArrayRef<ShellWord> words) {
  words = words.drop_front();
  while (!words.empty() && StringRef(words.front().text).starts_with("-")) {
    bool takesWord =
        is_contained(wrapper.optionsWithWord, StringRef(words.front().text));
    words = words.drop_front(std::min<size_t>(1 + takesWord, words.size()));
  }
  return words.drop_front(
      std::min<size_t>(wrapper.argumentCount, words.size()));
}

CalledTool pmb::findTool(ArrayRef<ShellWord> words) {
  static constexpr StringLiteral conditions[] = {"if", "elif", "while",
                                                 "until"};
  static constexpr StringLiteral others[] = {"then", "else", "do", "{"};
  CalledTool called;
  bool isCondition = false;
  while (!words.empty()) {
    StringRef word = words.front().text;
    const auto *wrapper = find_if(
        wrappers, [&](const Wrapper &other) { return other.name == word; });
    bool isAssignment = word.contains('=') && !word.starts_with("-");
    // What a condition negates may do either.
    called.isExpectedToFail |= word == "not" || (word == "!" && !isCondition);
    isCondition |= is_contained(conditions, word);
    if (wrapper != std::end(wrappers))
      words = skipWrapper(*wrapper, words);
    else if (isAssignment || word == "!" || is_contained(conditions, word) ||
             is_contained(others, word))
      words = words.drop_front();
    else
      break;
  }
  called.words = words;
  return called;
}

bool pmb::isToolOption(StringRef name) {
  return any_of(toolOptions, [&](StringRef known) {
    return known.ends_with("-") ? name.starts_with(known) : name == known;
  });
}

/// The name of a tool, and the version in it.
static std::pair<std::string, std::string> splitToolName(StringRef word) {
  std::string name = sys::path::filename(word.trim("%${}()@")).lower();
  for (char &c : name)
    c = c == '_' ? '-' : c;
  StringRef tool = name;
  tool.consume_back(".exe");
  StringRef stem = tool.rtrim("0123456789.");
  return {stem.rtrim('-').str(), tool.drop_front(stem.size()).str()};
}

bool pmb::isOptTool(StringRef word) {
  return StringRef(splitToolName(word).first).ends_with("-opt");
}

unsigned pmb::getToolRelease(StringRef word) {
  auto [name, version] = splitToolName(word);
  unsigned release = 0;
  // Others count their own versions.
  if (name != "mlir-opt" ||
      StringRef(version).split('.').first.getAsInteger(10, release))
    return 0;
  return release;
}

bool pmb::mayTakeWord(StringRef name) {
  return is_contained(optionsWithWord, name);
}

bool pmb::mayHoldOptions(StringRef variable) {
  // A condition of lit.
  if (variable.starts_with("%if ") && variable.contains(" -"))
    return true;
  // What Python adds as several words, or as an option.
  if (variable.starts_with("*") || variable.starts_with("+") ||
      variable.contains("'-") || variable.contains("\"-"))
    return true;
  std::string name = variable.lower();
  return any_of(std::initializer_list<StringRef>{"flag", "opt", "arg", "pass",
                                                 "pipeline"},
                [&](StringRef part) { return StringRef(name).contains(part); });
}

bool pmb::isFileOfTest(StringRef variable) {
  if (variable == "$<" || variable == "$(<)")
    return true;
  // %s, %t2, %{s:real}
  if (!variable.consume_front("%"))
    return false;
  bool hasBraces = variable.consume_front("{");
  if (variable.empty() || !StringRef("sStTp").contains(variable.front()))
    return false;
  StringRef rest = variable.drop_front();
  return hasBraces ? rest.starts_with(":") : all_of(rest, isDigit);
}

bool pmb::isShell(StringRef word) {
  return is_contained({"bash", "dash", "ksh", "sh", "zsh"},
                      sys::path::filename(word));
}

std::optional<Diagnostic>
FoundPipeline::findWrongRoot(const TextualPipeline &text,
                             const Catalog &catalog) const {
  StringRef module = catalog.getRules().root;
  StringRef root = text.getRootOp();
  if (!isOnModule || root == module || root == "any")
    return std::nullopt;
  Diagnostic wrong(DiagnosticCode::WrongAnchorOp,
                   ("a pipeline on '" + root + "' cannot run on '" + module +
                    "', which is what the tool reads")
                       .str());
  text.locate(wrong, text.getRoot());
  wrong.help(("write '" + module + "(" + root +
              "(...))', or give the tool --no-implicit-module")
                 .str());
  return wrong;
}
