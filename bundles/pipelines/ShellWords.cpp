//===- ShellWords.cpp - Command lines, with the places of their words -----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/ShellWords.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

PlacedText PlacedText::slice(size_t begin, size_t end) const {
  begin = std::min(begin, text.size());
  end = std::min(end, text.size());
  PlacedText part;
  part.text = text.substr(begin, end - begin);
  part.offsets.assign(offsets.begin() + begin, offsets.begin() + end);
  return part;
}

namespace {
class Splitter {
public:
  explicit Splitter(const PlacedText &line) : line(line), text(line.text) {}
  std::vector<ShellCommand> run();

private:
  void readOperator();
  void readQuoted(char quote);
  void readDollar();
  void readPercent();
  void endWord();
  void endCommand(bool isPipe);

  void take() {
    isWord = true;
    word.add(text[pos], line.offsets[pos]);
    ++pos;
  }
  void takeUnknown(size_t end) {
    if (word.unknown.empty())
      word.unknown = text.slice(pos, end).str();
    while (pos < end)
      take();
  }
  char peek(size_t ahead = 0) const {
    return pos + ahead < text.size() ? text[pos + ahead] : '\0';
  }

  const PlacedText &line;
  StringRef text;
  size_t pos = 0;
  ShellWord word;
  /// A word has begun, be it an empty one.
  bool isWord = false;
  /// The next word is the name of a file.
  bool isFile = false;
  ShellCommand command;
  std::vector<ShellCommand> commands;
};
} // namespace

void Splitter::endWord() {
  if (!isWord)
    return;
  if (!isFile)
    command.words.push_back(std::move(word));
  word = ShellWord();
  isWord = isFile = false;
}

void Splitter::endCommand(bool isPipe) {
  endWord();
  if (!command.words.empty())
    commands.push_back(std::move(command));
  command = ShellCommand();
  command.isPiped = isPipe;
}

/// `$NAME`, `${NAME}`, `$(...)`, and `$@` and its like.
void Splitter::readDollar() {
  size_t end = pos + 1;
  char open = peek(1);
  if (open == '{' || open == '(') {
    size_t close = text.find(open == '{' ? '}' : ')', pos);
    end = close == StringRef::npos ? text.size() : close + 1;
  } else if (isAlnum(open) || open == '_') {
    while (end < text.size() && (isAlnum(text[end]) || text[end] == '_'))
      ++end;
  } else if (open) {
    ++end;
  }
  takeUnknown(end);
}

/// `%name`, `%{name}`. No pipeline has a percent sign.
void Splitter::readPercent() {
  if (peek(1) == '{') {
    size_t close = text.find('}', pos);
    return takeUnknown(close == StringRef::npos ? text.size() : close + 1);
  }
  size_t end = pos + 1;
  while (end < text.size() &&
         (isAlnum(text[end]) || text[end] == '_' || text[end] == '-'))
    ++end;
  takeUnknown(end);
}

void Splitter::readQuoted(char quote) {
  isWord = true;
  bool isDouble = quote == '"';
  ++pos;
  while (pos < text.size() && text[pos] != quote) {
    if (isDouble && peek() == '$')
      readDollar();
    else if (peek() == '%')
      readPercent();
    else {
      if (isDouble && peek() == '\\' && peek(1) &&
          StringRef("\"\\$`").contains(peek(1)))
        ++pos;
      take();
    }
  }
  pos = std::min(pos + 1, text.size());
}

/// What stands between commands, and redirections: `2>&1` and `> file`.
void Splitter::readOperator() {
  char c = text[pos++];
  if (c == '<' || c == '>') {
    // The number in front of it belongs to it.
    if (all_of(word.text, isDigit)) {
      word = ShellWord();
      isWord = false;
    }
    endWord();
    while (peek() == c || peek() == '&')
      ++pos;
    isFile = true;
    return;
  }
  bool isPipe = c == '|' && peek() != '|';
  // `|&` is a pipe, too; `&&` and `||` are one operator.
  if (peek() == c || (isPipe && peek() == '&'))
    ++pos;
  endCommand(isPipe);
}

std::vector<ShellCommand> Splitter::run() {
  while (pos < text.size()) {
    char c = text[pos];
    if (isSpace(c)) {
      endWord();
      ++pos;
    } else if (c == '\'' || c == '"') {
      readQuoted(c);
    } else if (c == '$') {
      readDollar();
    } else if (c == '%') {
      readPercent();
    } else if (c == '`') {
      takeUnknown(text.size());
    } else if (c == '#' && !isWord) {
      break;
    } else if (StringRef("|&;<>()").contains(c)) {
      readOperator();
    } else {
      if (c == '\\' && peek(1))
        ++pos;
      take();
    }
  }
  endCommand(/*isPipe=*/false);
  return std::move(commands);
}

std::vector<ShellCommand> pmb::splitCommands(const PlacedText &line) {
  return Splitter(line).run();
}

std::string pmb::quoteForShell(StringRef text) {
  auto isPlain = [](char c) {
    return isAlnum(c) || StringRef("-_./,:=+@%").contains(c);
  };
  if (!text.empty() && all_of(text, isPlain))
    return text.str();
  std::string quoted = "'";
  for (char c : text)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}
