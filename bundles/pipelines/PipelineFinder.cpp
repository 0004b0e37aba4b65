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
#include "builder/list/PassList.h"
#include "builder/passes/Catalog.h"
#include "builder/passes/Item.h"
#include "builder/passes/NameChecker.h"
#include "bundles/pipelines/LineReader.h"
#include "bundles/pipelines/StringLiteral.h"
#include "bundles/pipelines/ToolCall.h"
#include "bundles/pipelines/ToolOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace llvm;

using Sort = LineReader::Sort;

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

StringRef pmb::describeSearchedFiles() {
  return "tests (*.mlir, *.test), scripts (*.sh, *.bash, and what begins with "
         "'#!'), Makefiles (*.mk) and Python (*.py)";
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
  void addCommands(const PlacedText &line, unsigned depth = 0);
  void addCommands(ArrayRef<ShellCommand> commands, unsigned depth = 0);
  void addCall(const ToolCall &call, FoundPipeline &pipeline,
               std::string &unknown);
  bool isPassOption(StringRef word) const;
  void skipUnread(ArrayRef<ShellWord> words);
  void readSettings(const PlacedText &line);
  Error readItems(StringRef key, const PlacedText &value);
  std::optional<size_t> findAssigned(StringRef name) const;
  void addString(StringRef line, StringRef start);
  void addShellCommands(StringRef line);
  bool isCode(StringRef part) const;
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
  /// The strings and comments of a program.
  std::vector<TextRange> literals;
  /// Where the last list of words ends.
  size_t listEnd = 0;
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

/// Whether a word is an option that is a pass, or several.
bool Finder::isPassOption(StringRef word) const {
  StringRef name = word.ltrim('-').split('=').first;
  return word.starts_with("-") &&
         (catalog.lookupPass(name) || name == "pass-pipeline");
}

/// Adds what one tool runs.
void Finder::addCall(const ToolCall &call, FoundPipeline &pipeline,
                     std::string &unknown) {
  pipeline.isOnModule |= call.readsModule;
  if (unknown.empty())
    unknown = call.unknown;
  for (const ToolCall::Part &part : call.parts)
    pipeline.parts.push_back({derive(part.text), part.options});
  append_range(found.words, call.words);
  if (!call.mixedAt || !unknown.empty())
    return;
  pipeline.refused =
      file->diagnose(DiagnosticCode::Syntax, file->getPlace(*call.mixedAt),
                     "'--pass-pipeline' cannot be used beside passes that are "
                     "options")
          .help("write all of them into the text of '--pass-pipeline'");
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
    // A word may be a whole command: bash -c 'mlir-opt --cse'.
    SmallVector<StringRef> parts;
    SplitString(word.text, parts, " \t\n()`'\"");
    auto *tool = find_if(parts, isOptTool);
    if (tool == parts.end())
      continue;
    if (!havePasses)
      havePasses = any_of(
          words, [&](const ShellWord &other) { return isPass(other.text); });
    // What is an option of no tool is a misspelled pass.
    auto isOwn = [&](StringRef part) {
      StringRef name = part.ltrim('-').split('=').first;
      return isPass(part) ||
             (part.starts_with("-") && !name.empty() && !isToolOption(name));
    };
    if (!*havePasses &&
        none_of(make_range(std::next(tool), parts.end()), isOwn))
      continue;
    return skip(word.begin, "this pipeline is not checked: how " +
                                quote(runner) + " runs " + quote(*tool) +
                                " is not known");
  }
}

void Finder::addCommands(const PlacedText &line, unsigned depth) {
  constexpr unsigned maxDepth = 16;
  if (depth > maxDepth) {
    if (!line.empty())
      skip(line.offsets.front(), "what is in these commands is not checked: "
                                 "they are nested more than " +
                                     std::to_string(maxDepth) + " deep");
    return;
  }
  addCommands(splitCommands(line), depth);
}

void Finder::addCommands(ArrayRef<ShellCommand> commands, unsigned depth) {
  FoundPipeline pipeline;
  std::string unknown;
  size_t at = 0;
  bool isOpen = false;
  // What a pipe has behind a tool, and is none.
  std::string filter;
  // What runs in the commands of the pipe.
  std::vector<PlacedText> nested;
  auto end = [&] {
    if (isOpen)
      finish(std::exchange(pipeline, {}), std::exchange(unknown, ""), at);
    isOpen = false;
    for (const PlacedText &other : std::exchange(nested, {}))
      addCommands(other, depth + 1);
  };
  auto keep = [&](ArrayRef<ShellWord> words) {
    for (const ShellWord &word : words)
      found.words.push_back(word.text);
  };
  for (const ShellCommand &command : commands) {
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
    append_range(nested, command.nested);
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
    if (!std::exchange(isOpen, true)) {
      at = begin;
      pipeline.release = getToolRelease(called.words[0].text);
    }
    addCall(readToolCall(called.words.drop_front(),
                         command.readsFile || command.isPiped, catalog),
            pipeline, unknown);
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

/// Whether a part begins in none of the strings and comments of a program.
bool Finder::isCode(StringRef part) const {
  size_t offset = part.data() - text.data();
  auto next = partition_point(
      literals, [&](TextRange literal) { return literal.end <= offset; });
  return next == literals.end() || offset <= next->begin;
}

/// Adds the string behind `start`, if the line has that.
void Finder::addString(StringRef line, StringRef start) {
  StringRef behind = findKeyword(line, start);
  if (!behind.data() || !isCode(behind))
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

/// Adds what Python runs, if that is a string or a list.
void Finder::addShellCommands(StringRef line) {
  for (StringRef start : {"os.system(", "os.popen(", "subprocess.run(",
                          "subprocess.call(", "subprocess.check_call(",
                          "subprocess.check_output(", "subprocess.Popen("}) {
    StringRef behind = findKeyword(line, start);
    if (!behind.data() || !isCode(behind))
      continue;
    size_t at = behind.data() - text.data();
    LiteralReader reader(text, at), list(text, at);
    if (reader.read()) {
      addCommands(reader.value);
    } else if (at >= listEnd) {
      // What stands in a list is not read once more.
      ShellCommand command;
      if (list.readList(command.words))
        addCommands(command);
      listEnd = list.getEnd();
    }
  }
}

Expected<FoundPipelines> Finder::run() {
  std::optional<Sort> sort = getSort(file->getName(), text);
  bool isPython = sort == Sort::Python;
  LineReader reader(*file, sort.value_or(Sort::Test));
  unsigned count = file->getPlace(text.size()).line;
  if (isPython)
    literals = findLiterals(text);
  for (unsigned number = 1; number <= count; ++number) {
    StringRef line = file->getLine(number);
    if (isPython) {
      addString(line, "PassManager.parse(");
      addShellCommands(line);
    }
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
