//===- PipelineFinder.cpp - Pipelines in files of other sorts -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is read line by line; a line and those that continue it are split into
// commands, and the commands of one pipe are one pipeline. Strings of Python
// and of reproducers are looked for in the whole text.
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/PipelineFinder.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/edit/TextualPipeline.h"
#include "builder/list/PassList.h"
#include "builder/passes/Catalog.h"
#include "builder/passes/Item.h"
#include "builder/passes/NameChecker.h"
#include "bundles/pipelines/LineReader.h"
#include "bundles/pipelines/StringLiteral.h"
#include "bundles/pipelines/ToolOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace llvm;

namespace {
enum class Sort { Test, Shell, Make, Python };
} // namespace

static std::optional<Sort> getSort(StringRef name, StringRef text) {
  StringRef file = sys::path::filename(name);
  StringRef extension = sys::path::extension(file);
  StringRef first = text.take_until([](char c) { return c == '\n'; });
  bool isProgram = first.starts_with("#!");
  if (extension == ".py" || (isProgram && first.contains("python")))
    return Sort::Python;
  if (extension == ".mk" || file.ends_with("akefile"))
    return Sort::Make;
  if (isProgram || is_contained({".sh", ".bash"}, extension))
    return Sort::Shell;
  if (is_contained({".mlir", ".test"}, extension))
    return Sort::Test;
  return std::nullopt;
}

bool pmb::hasPipelinesInside(StringRef name, StringRef text) {
  return getSort(name, text).has_value();
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

namespace {
class Finder {
public:
  Finder(SourceText file, const Catalog &catalog)
      : file(std::make_shared<const SourceText>(std::move(file))),
        text(this->file->getText()), catalog(catalog) {}

  Expected<FoundPipelines> run();

private:
  using Line = LineReader::Line;

  void addLine(const Line &line);
  void define(const PlacedText &line);
  PlacedText expand(const PlacedText &line) const;
  void addCommands(const PlacedText &line);
  void addCommand(ArrayRef<ShellWord> options, FoundPipeline &pipeline,
                  std::string &unknown);
  void addOption(const ShellWord &word, size_t nameSize, PlacedText &passes);
  bool isPassOption(StringRef word) const;
  void skipUnread(ArrayRef<ShellWord> words);
  void readSettings(const PlacedText &line);
  Error readItems(StringRef key, const PlacedText &value);
  std::optional<size_t> findAssigned(StringRef name) const;
  void addString(StringRef line, StringRef start);
  bool isReproducer() const { return text.contains("mlir_reproducer:"); }
  void finish(FoundPipeline pipeline, const std::string &unknown, size_t at);
  void skip(size_t at, std::string message);
  SourceText derive(const PlacedText &part) const {
    return SourceText::derive(part.text, part.offsets, file);
  }

  std::shared_ptr<const SourceText> file;
  StringRef text;
  const Catalog &catalog;
  /// What lit's DEFINE says, with the braces: `%{compile}`.
  std::vector<std::pair<std::string, PlacedText>> definitions;
  /// By the last `PMB:`.
  GivenEnds said;
  FoundPipelines found;
  std::vector<Diagnostic> errors;
};
} // namespace

void Finder::skip(size_t at, std::string message) {
  FoundPipeline &pipeline = found.pipelines.emplace_back();
  pipeline.place = file->getPlace(at);
  pipeline.skipped = file->diagnose(DiagnosticCode::SkippedPipeline,
                                    pipeline.place, std::move(message));
  pipeline.skipped->severity = Severity::Remark;
}

void Finder::finish(FoundPipeline pipeline, const std::string &unknown,
                    size_t at) {
  if (!unknown.empty())
    return skip(at, "this pipeline is not checked: what " + quote(unknown) +
                        " stands for is not known");
  if (pipeline.parts.empty())
    return;
  pipeline.place = file->getPlace(at);
  static_cast<GivenEnds &>(pipeline) = said;
  found.pipelines.push_back(std::move(pipeline));
}

/// Adds an option that is a pass to a list of them.
void Finder::addOption(const ShellWord &word, size_t nameSize,
                       PlacedText &passes) {
  size_t begin =
      StringRef(word.text).take_while([](char c) { return c == '-'; }).size();
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

/// Whether a word is an option that is a pass, or several.
bool Finder::isPassOption(StringRef word) const {
  StringRef name = word.ltrim('-').split('=').first;
  return word.starts_with("-") &&
         (catalog.lookupPass(name) || name == "pass-pipeline");
}

/// Adds what one tool runs. `options` are its words but for its name.
void Finder::addCommand(ArrayRef<ShellWord> options, FoundPipeline &pipeline,
                        std::string &unknown) {
  pipeline.isOnModule |= none_of(options, [](const ShellWord &word) {
    return StringRef(word.text).ltrim('-') == "no-implicit-module";
  });
  PlacedText passes;
  std::vector<TextRange> ranges;
  auto note = [&](const ShellWord &word) {
    if (unknown.empty())
      unknown = word.unknown;
  };
  auto flush = [&] {
    if (passes.empty())
      return;
    PlacedText whole;
    whole.addAt("builtin.module(", passes.offsets.front());
    whole.add(passes);
    whole.addAt(")", passes.offsets.back());
    pipeline.parts.push_back({derive(whole), std::move(ranges)});
    passes = PlacedText();
    ranges.clear();
  };
  for (; !options.empty(); options = options.drop_front()) {
    const ShellWord &word = options.front();
    StringRef option = word.text;
    if (!option.consume_front("-") || option.empty()) {
      if (mayHoldOptions(word.unknown))
        note(word);
      found.words.push_back(word.text);
      continue;
    }
    option.consume_front("-");
    StringRef name = option.split('=').first;
    bool hasValue = name.size() < option.size();
    // What a variable stands for may be anything.
    if (name.contains('$') || name.contains('%')) {
      note(word);
      found.words.push_back(word.text);
      continue;
    }
    bool takesWord = !hasValue && mayTakeWord(name) && options.size() > 1;
    if (name == "pass-pipeline") {
      flush();
      const ShellWord &holder = takesWord ? options[1] : word;
      size_t begin =
          takesWord ? 0 : option.data() - word.text.data() + name.size() + 1;
      PlacedText value = holder.slice(begin);
      note(holder);
      if (!value.empty() && unknown.empty())
        pipeline.parts.push_back({derive(value)});
      found.words.push_back(name.str());
    } else if (catalog.lookupPass(name) || !isToolOption(name)) {
      note(word);
      addOption(word, name.size(), passes);
      ranges.push_back({word.begin, word.end});
    } else {
      for (const ShellWord &kept : options.take_front(1 + takesWord))
        found.words.push_back(kept.text);
    }
    if (takesWord)
      options = options.drop_front();
  }
  flush();
}

/// Says that a command may run a tool in a way that is not known.
void Finder::skipUnread(ArrayRef<ShellWord> words) {
  // What is printed is not run.
  static constexpr StringLiteral printers[] = {"echo", "printf"};
  if (words.empty() || is_contained(printers, words.front().text))
    return;
  StringRef runner = words.front().text;
  auto isPass = [&](StringRef word) { return isPassOption(word); };
  // Behind the first tool; behind others there are no more.
  std::optional<bool> havePasses;
  for (; !words.empty(); words = words.drop_front()) {
    const ShellWord &word = words.front();
    StringRef unknown = word.unknown;
    bool isPutIn = unknown.starts_with("$(") || unknown.starts_with("`");
    // A word may be a whole command: bash -c 'mlir-opt --cse'.
    SmallVector<StringRef> parts;
    SplitString(isPutIn ? unknown.drop_front() : word.text, parts,
                " \t\n()`'\"");
    auto tool = find_if(parts, isOptTool);
    if (tool == parts.end())
      continue;
    if (!havePasses)
      havePasses = any_of(
          words, [&](const ShellWord &other) { return isPass(other.text); });
    if (!*havePasses && none_of(make_range(tool, parts.end()), isPass))
      continue;
    std::string why = isPutIn ? "what " + quote(unknown) + " runs is not read"
                              : "how " + quote(runner) + " runs " +
                                    quote(*tool) + " is not known";
    return skip(word.begin, "this pipeline is not checked: " + why);
  }
}

void Finder::addCommands(const PlacedText &line) {
  FoundPipeline pipeline;
  std::string unknown;
  size_t at = 0;
  bool isOpen = false;
  // What a pipe has behind a tool, and is none.
  std::string filter;
  auto end = [&] {
    if (isOpen)
      finish(std::exchange(pipeline, {}), std::exchange(unknown, ""), at);
    isOpen = false;
  };
  auto keep = [&](ArrayRef<ShellWord> words) {
    for (const ShellWord &word : words)
      found.words.push_back(word.text);
  };
  for (const ShellCommand &command : splitCommands(line)) {
    ArrayRef<ShellWord> words = command.words;
    CalledTool called = findTool(words);
    bool isTool = !called.words.empty() && isOptTool(called.words[0].text);
    bool runs = isTool && !called.isExpectedToFail;
    found.words.push_back(command.isPiped ? "|" : ";");
    keep(command.files);
    keep(runs ? words.drop_back(called.words.size() - 1) : words);
    if (!command.isPiped)
      filter.clear();
    if (command.isPiped && !called.words.empty() &&
        called.words[0].text == "tee")
      continue;
    if (!runs && isOpen && command.isPiped && !called.words.empty())
      filter = called.words[0].text;
    if (!runs || !command.isPiped)
      end();
    if (!isTool) {
      skipUnread(words);
      continue;
    }
    size_t begin = called.words[0].offsets.front();
    if (!runs) {
      skip(begin, "this pipeline is not checked: its command is expected to "
                  "fail");
      continue;
    }
    if (!filter.empty())
      skip(begin, "this pipeline is checked without the one before it: what " +
                      quote(filter) + " passes on is not known");
    filter.clear();
    if (!std::exchange(isOpen, true))
      at = begin;
    addCommand(called.words.drop_front(), pipeline, unknown);
  }
  end();
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// `%{name} = value`
void Finder::define(const PlacedText &line) {
  auto [left, value] = StringRef(line.text).split('=');
  StringRef name = left.trim();
  if (!name.starts_with("%{") || !name.ends_with("}"))
    return;
  size_t begin = value.ltrim().data() - line.text.data();
  erase_if(definitions, [&](const auto &known) { return known.first == name; });
  definitions.emplace_back(name.str(), line.slice(begin));
}

/// Puts in what was defined, and in that again.
PlacedText Finder::expand(const PlacedText &line) const {
  // What is defined by itself has no end.
  constexpr size_t limit = 1 << 16, maxDepth = 16;
  PlacedText current = line;
  for (size_t depth = 0; depth < maxDepth; ++depth) {
    PlacedText next;
    bool changed = false;
    for (size_t pos = 0; pos < current.text.size();) {
      StringRef rest = StringRef(current.text).drop_front(pos);
      auto known = find_if(definitions, [&](const auto &definition) {
        return rest.starts_with(definition.first);
      });
      if (known == definitions.end() || next.text.size() > limit) {
        next.add(current.text[pos], current.offsets[pos]);
        ++pos;
        continue;
      }
      next.add(known->second);
      pos += known->first.size();
      changed = true;
    }
    current = std::move(next);
    if (!changed)
      break;
  }
  return current;
}

Error Finder::readItems(StringRef key, const PlacedText &value) {
  auto fail = [&](const Twine &message) {
    size_t at = value.empty() ? 0 : value.offsets.front();
    return makeError(file->diagnose(DiagnosticCode::BadValue,
                                    file->getPlace(at),
                                    (key + ": " + message).str())
                         .help("write " + (key + "=llvm,func.func").str()));
  };
  if (value.empty())
    return fail("there are no items");
  GivenContents read;
  read.emplace();
  for (StringRef item : split(value.text, ',')) {
    if (!Item::parse(item))
      return fail("'" + item +
                  "' is not a dialect, an operation or a kind of type");
    read->push_back(item.str());
    read.origins[item] = file->getOrigin(file->getPlace(value.offsets.front()));
  }
  (key == "expect" ? said.expect : said.contents) = std::move(read);
  return Error::success();
}

/// `contents=<items> expect=<items>`
void Finder::readSettings(const PlacedText &line) {
  said = {};
  std::optional<size_t> openQuote;
  std::vector<ShellCommand> commands = splitCommands(line, &openQuote);
  if (openQuote) {
    errors.push_back(file->diagnose(DiagnosticCode::Syntax,
                                    file->getPlace(*openQuote),
                                    "this quote of 'PMB:' is never closed")
                         .help("close it behind the last item"));
    return;
  }
  for (const ShellCommand &command : commands)
    for (const ShellWord &word : command.words) {
      auto [key, value] = StringRef(word.text).split('=');
      static const StringRef known[] = {"contents", "expect"};
      if (is_contained(known, key)) {
        append_range(errors, takeDiagnostics(
                                 readItems(key, word.slice(key.size() + 1))));
        continue;
      }
      Diagnostic unknown = file->diagnose(
          DiagnosticCode::UnknownKey, file->getPlace(word.offsets.front()),
          "'PMB:' has nothing called " + quote(key));
      if (!suggest(unknown.about(key), key, known))
        unknown.help("write 'contents=...' or 'expect=...'");
      errors.push_back(std::move(unknown));
    }
}

void Finder::addLine(const Line &line) {
  switch (line.kind) {
  case Line::Run:
  case Line::Other:
    return addCommands(expand(line.text));
  case Line::Define:
    return define(line.text);
  case Line::Settings:
    return readSettings(line.text);
  }
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

/// Where the value of a variable stands that gets one once, at the beginning of
/// a line.
std::optional<size_t> Finder::findAssigned(StringRef name) const {
  std::optional<size_t> found;
  unsigned count = file->getPlace(text.size()).line;
  for (unsigned number = 1; number <= count; ++number) {
    StringRef line = file->getLine(number);
    if (!line.consume_front(name))
      continue;
    line = line.ltrim();
    if (!line.consume_front("=") || line.starts_with("="))
      continue;
    if (found)
      return std::nullopt;
    found = line.data() - text.data();
  }
  return found;
}

/// Adds the string behind `start`, if the line has that.
void Finder::addString(StringRef line, StringRef start) {
  StringRef behind = findKeyword(line, start);
  if (!behind.data())
    return;
  size_t at = behind.data() - text.data();
  LiteralReader reader(text, at);
  bool isKnown = reader.read();
  std::string unknown;
  if (!isKnown) {
    StringRef value = text.drop_front(at).ltrim();
    StringRef name = value.take_while(isNameCharacter);
    StringRef next = value.drop_front(name.size()).ltrim();
    bool isName =
        !name.empty() && (next.consume_front(",") || next.consume_front(")"));
    value = value.take_until([](char c) { return c == '\n'; }).rtrim(", ;");
    value.consume_back(")");
    unknown = (isName ? name : value).str();
    std::optional<size_t> assigned = isName ? findAssigned(name) : std::nullopt;
    if (assigned) {
      reader = LiteralReader(text, *assigned);
      isKnown = reader.read();
    }
  }
  FoundPipeline pipeline;
  if (isKnown && !reader.value.empty())
    pipeline.parts.push_back({derive(reader.value)});
  finish(std::move(pipeline), isKnown ? "" : unknown, at);
}

Expected<FoundPipelines> Finder::run() {
  std::optional<Sort> sort = getSort(file->getName(), text);
  bool isPython = sort == Sort::Python;
  LineReader reader(*file, sort == Sort::Shell  ? LineReader::Sort::Shell
                           : sort == Sort::Make ? LineReader::Sort::Make
                                                : LineReader::Sort::Tagged);
  unsigned count = file->getPlace(text.size()).line;
  for (unsigned number = 1; number <= count; ++number) {
    StringRef line = file->getLine(number);
    if (isPython && !line.ltrim().starts_with("#"))
      addString(line, "PassManager.parse(");
    // What mlir-opt writes when a pipeline crashes.
    if (sort == Sort::Test && isReproducer())
      addString(line, "pipeline: ");
    addLine(reader.read(number));
  }
  if (!errors.empty())
    return makeError(std::move(errors));
  if (!found.pipelines.empty())
    return std::move(found);
  Diagnostic none(DiagnosticCode::EmptyPipeline,
                  "no pipeline is run in " + quotePath(file->getName()));
  none.help(isPython ? "a call of PassManager.parse(...) is looked for, and "
                       "lines with RUN:"
                     : "commands of tools like mlir-opt are looked for, in "
                       "lines with RUN: and in scripts");
  if (file->getName().ends_with(".mlir"))
    none.help("what is in the IR is given beside a pipeline, with "
              "--contents=@<file>, which pmb-opt --print-contents writes");
  return makeError(std::move(none));
}

Expected<FoundPipelines> pmb::findPipelines(SourceText file,
                                            const Catalog &catalog) {
  return Finder(std::move(file), catalog).run();
}
