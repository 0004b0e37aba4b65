//===- ToolCall.cpp - What one call of a tool like mlir-opt runs ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/ToolCall.h"
#include "builder/passes/Catalog.h"
#include "bundles/pipelines/ToolOptions.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

namespace {
class CallReader {
public:
  explicit CallReader(const Catalog &catalog) : catalog(catalog) {}
  ToolCall run(ArrayRef<ShellWord> options, bool hasInput);

private:
  void note(const ShellWord &word) {
    if (call.unknown.empty())
      call.unknown = word.unknown;
  }
  void readPlain(const ShellWord &word);
  void readOption(StringRef name, ArrayRef<ShellWord> words, bool takesWord);
  void readPipeline(PlacedText value, size_t at);
  bool isPass(StringRef option) const {
    return catalog.lookupPass(option) ||
           (!hasPipeline && !isToolOption(option));
  }
  void addPass(const ShellWord &word, size_t nameSize);
  void flush();
  void judgeVariables(bool hasInput);

  const Catalog &catalog;
  ToolCall call;
  /// The passes that are options, up to now.
  PlacedText passes;
  std::vector<TextRange> ranges;
  /// Beside a `--pass-pipeline`, an option that no pass is known for is the
  /// tool's.
  bool hasPipeline = false;
  /// What stands where a file may stand: files, and what may be anything.
  bool hasFile = false;
  std::vector<const ShellWord *> variables;
  /// The last `--pass-pipeline`, and its part.
  std::optional<size_t> pipelineAt, pipelinePart;
};
} // namespace

void CallReader::readPlain(const ShellWord &word) {
  if (mayHoldOptions(word.unknown))
    note(word);
  else if (word.isUnknown() && !isFileOfTest(word.unknown))
    variables.push_back(&word);
  else
    hasFile = true;
  call.words.push_back(word.text);
}

/// A tool reads one file. What else may be anything may be passes.
void CallReader::judgeVariables(bool hasInput) {
  ArrayRef<const ShellWord *> others = variables;
  if (!hasInput && !hasFile && !others.empty())
    others = others.drop_front();
  if (!others.empty())
    note(*others.front());
}

/// Adds an option that is a pass to a list of them.
void CallReader::addPass(const ShellWord &word, size_t nameSize) {
  size_t begin =
      StringRef(word.text).take_while([](char c) { return c == '-'; }).size();
  ranges.push_back({word.begin, word.end});
  if (!passes.empty())
    passes.addAt(",", word.offsets[0]);
  passes.add(word.slice(begin, begin + nameSize));
  PlacedText value = word.slice(begin + nameSize + 1);
  if (value.empty())
    return;
  passes.addAt("{", value.offsets.front());
  passes.add(value);
  passes.addAt("}", value.offsets.back());
}

void CallReader::flush() {
  if (passes.empty())
    return;
  PlacedText whole;
  whole.addAt("builtin.module(", passes.offsets.front());
  whole.add(passes);
  whole.addAt(")", passes.offsets.back());
  call.parts.push_back({std::move(whole), std::move(ranges)});
  passes = PlacedText();
  ranges.clear();
}

void CallReader::readPipeline(PlacedText value, size_t at) {
  flush();
  if (pipelinePart)
    call.parts.erase(call.parts.begin() + *pipelinePart);
  pipelinePart.reset();
  pipelineAt = at;
  call.words.push_back("pass-pipeline");
  if (value.empty())
    return;
  pipelinePart = call.parts.size();
  call.parts.push_back({std::move(value)});
}

/// `takesWord`: the second word is the value.
void CallReader::readOption(StringRef name, ArrayRef<ShellWord> words,
                            bool takesWord) {
  const ShellWord &word = words.front();
  if (name == "pass-pipeline") {
    const ShellWord &holder = takesWord ? words[1] : word;
    size_t begin =
        takesWord ? 0 : name.data() - word.text.data() + name.size() + 1;
    note(holder);
    readPipeline(holder.slice(begin), word.begin);
  } else if (isPass(name)) {
    note(word);
    addPass(word, name.size());
  } else {
    for (const ShellWord &kept : words.take_front(1 + takesWord))
      call.words.push_back(kept.text);
  }
}

ToolCall CallReader::run(ArrayRef<ShellWord> options, bool hasInput) {
  call.readsModule = none_of(options, [](const ShellWord &word) {
    return StringRef(word.text).ltrim('-') == "no-implicit-module";
  });
  hasPipeline = any_of(options, [](const ShellWord &word) {
    StringRef option = StringRef(word.text).split('=').first;
    return option == "--pass-pipeline" || option == "-pass-pipeline";
  });
  for (; !options.empty(); options = options.drop_front()) {
    const ShellWord &word = options.front();
    StringRef option = word.text;
    if (!option.consume_front("-") || option.empty()) {
      readPlain(word);
      continue;
    }
    option.consume_front("-");
    StringRef name = option.split('=').first;
    // What a variable stands for may be anything.
    if (name.contains('$') || name.contains('%')) {
      note(word);
      call.words.push_back(word.text);
      continue;
    }
    bool hasValue = name.size() < option.size();
    bool takesWord = !hasValue && mayTakeWord(name) && options.size() > 1;
    readOption(name, options, takesWord);
    if (takesWord)
      options = options.drop_front();
  }
  flush();
  judgeVariables(hasInput);
  if (any_of(call.parts,
             [](const auto &part) { return !part.options.empty(); }))
    call.mixedAt = pipelineAt;
  return std::move(call);
}

ToolCall pmb::readToolCall(ArrayRef<ShellWord> options, bool hasInput,
                           const Catalog &catalog) {
  return CallReader(catalog).run(options, hasInput);
}
