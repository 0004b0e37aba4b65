//===- ShellWords.cpp - Command lines, with the places of their words -----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/ShellWords.h"
#include "llvm/ADT/STLExtras.h"
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
  explicit Splitter(const PlacedText &line)
      : line(line), text(line.text), lastOpen(text.rfind("%{")) {}
  std::vector<ShellCommand> run();
  /// Where a quote that is not closed stands.
  std::optional<size_t> openQuote;

private:
  void readOperator();
  void readQuoted(char quote, bool hasEscapes = false);
  void readDollar();
  void readNested(size_t begin, size_t end, size_t behind);
  void readBackquoted();
  void readPercent();
  bool readCondition();
  void endWord();
  void endCommand(bool isPipe);

  void beginWord() {
    if (!std::exchange(isWord, true))
      word.begin = line.offsets[pos];
  }
  void take() {
    beginWord();
    word.add(text[pos], line.offsets[pos]);
    skip();
  }
  /// Goes on behind a character that the word has in the line only.
  void skip() { word.end = line.offsets[pos++] + 1; }
  void takeUnknown(size_t end) {
    if (word.unknown.empty())
      word.unknown = text.slice(pos, end).str();
    word.unknownSize += end - pos;
    while (pos < end)
      take();
  }
  /// The place behind a character that was found, or the end of the text.
  size_t getBehind(size_t found) const {
    return found == StringRef::npos ? text.size() : found + 1;
  }
  char peek(size_t ahead = 0) const {
    return pos + ahead < text.size() ? text[pos + ahead] : '\0';
  }

  const PlacedText &line;
  StringRef text;
  /// Where the last condition of lit begins.
  size_t lastOpen;
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
  (isFile ? command.files : command.words).push_back(std::move(word));
  word = ShellWord();
  isWord = isFile = false;
}

void Splitter::endCommand(bool isPipe) {
  endWord();
  if (!command.words.empty() || !command.files.empty())
    commands.push_back(std::move(command));
  command = ShellCommand();
  command.isPiped = isPipe;
}

/// The parenthesis for the one that stands at `pos`; npos if there is none.
static size_t findParenthesis(StringRef text, size_t pos) {
  unsigned depth = 0;
  for (; pos < text.size(); ++pos) {
    char c = text[pos];
    if (c == '\\')
      ++pos;
    else if (c == '\'' || c == '"')
      pos = std::min(text.find(c, pos + 1), text.size());
    else if (c == '(')
      ++depth;
    else if (c == ')' && --depth == 0)
      return pos;
  }
  return StringRef::npos;
}

/// Other commands, from `begin` to `end`, and what is around them, up to
/// `behind`. A comment is as good as not there.
void Splitter::readNested(size_t begin, size_t end, size_t behind) {
  StringRef inside = text.slice(begin, end).trim();
  if (inside.empty() || inside.starts_with("#")) {
    pos = behind;
    return;
  }
  command.nested.push_back(line.slice(begin, end));
  beginWord();
  if (word.unknown.empty())
    word.unknown = text.slice(pos, behind).str();
  word.unknownSize += 3;
  word.addAt("$()", line.offsets[pos]);
  word.end = line.offsets[behind - 1] + 1;
  pos = behind;
}

void Splitter::readBackquoted() {
  size_t end = pos + 1;
  while (end < text.size() && text[end] != '`')
    end += text[end] == '\\' && end + 1 < text.size() ? 2 : 1;
  readNested(pos + 1, end, std::min(end + 1, text.size()));
}

/// `$NAME`, `${NAME}`, `$(...)`, and `$@` and its like.
void Splitter::readDollar() {
  size_t end = pos + 1;
  char open = peek(1);
  if (open == '(') {
    size_t close = findParenthesis(text, end);
    end = getBehind(close);
    StringRef inside = text.slice(pos + 2, close);
    // Of make it is a variable, and of a shell a number.
    if (!inside.starts_with("(") && any_of(inside, isSpace))
      return readNested(pos + 2, close, end);
  } else if (open == '{') {
    end = getBehind(text.find('}', pos));
  } else if (isAlnum(open) || open == '_') {
    while (end < text.size() && (isAlnum(text[end]) || text[end] == '_'))
      ++end;
  } else if (open) {
    ++end;
  }
  takeUnknown(end);
}

/// Behind the `%}` for the `%{` that stands at `pos`.
static size_t findConditionEnd(StringRef text, size_t pos) {
  unsigned depth = 0;
  for (; pos + 1 < text.size(); ++pos) {
    if (text.substr(pos).starts_with("%{"))
      ++depth;
    else if (text.substr(pos).starts_with("%}") && --depth == 0)
      return pos + 2;
  }
  return text.size();
}

/// `%if x %{ ... %} %else %{ ... %}`: around commands it is left out, and in
/// the middle of one not known. False if none begins or ends here.
bool Splitter::readCondition() {
  StringRef rest = text.drop_front(pos);
  if (rest.starts_with("%}")) {
    endCommand(/*isPipe=*/false);
    pos += 2;
    return true;
  }
  bool begins = !isWord && lastOpen != StringRef::npos && pos < lastOpen &&
                (rest.starts_with("%if ") || rest.starts_with("%else "));
  if (!begins)
    return false;
  size_t open = rest.find("%{");
  if (command.words.empty())
    pos += open + 2;
  else
    takeUnknown(findConditionEnd(text, pos + open));
  return true;
}

/// `%name`, `%{name}`. No pipeline has a percent sign.
void Splitter::readPercent() {
  if (peek(1) == '{')
    return takeUnknown(getBehind(text.find('}', pos)));
  size_t end = pos + 1;
  while (end < text.size() &&
         (isAlnum(text[end]) || text[end] == '_' || text[end] == '-'))
    ++end;
  takeUnknown(end);
}

void Splitter::readQuoted(char quote, bool hasEscapes) {
  beginWord();
  bool isDouble = quote == '"';
  size_t open = line.offsets[pos];
  skip();
  while (pos < text.size() && text[pos] != quote) {
    if (isDouble && peek() == '$')
      readDollar();
    else if (isDouble && peek() == '`')
      readBackquoted();
    else if (peek() == '%')
      readPercent();
    else {
      if ((hasEscapes || isDouble) && peek() == '\\' && peek(1) &&
          (hasEscapes || StringRef("\"\\$`").contains(peek(1))))
        skip();
      take();
    }
  }
  if (pos < text.size())
    skip();
  else if (!openQuote)
    openQuote = open;
}

/// What stands between commands, and redirections: `2>&1` and `> file`.
void Splitter::readOperator() {
  char c = text[pos++];
  if ((c == '<' || c == '>') && peek() == '(') {
    size_t close = findParenthesis(text, pos);
    endWord();
    return readNested(pos + 1, close, getBehind(close));
  }
  if (c == '<' || c == '>') {
    command.readsFile |= c == '<';
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
    } else if (c == '$' && peek(1) == '\'') {
      beginWord();
      skip();
      readQuoted('\'', /*hasEscapes=*/true);
    } else if (c == '$') {
      readDollar();
    } else if (c == '%') {
      if (!readCondition())
        readPercent();
    } else if (c == '`') {
      readBackquoted();
    } else if (c == '#' && !isWord) {
      break;
    } else if (StringRef("|&;<>()").contains(c)) {
      readOperator();
    } else {
      beginWord();
      if (c == '\\' && peek(1))
        skip();
      take();
    }
  }
  endCommand(/*isPipe=*/false);
  return std::move(commands);
}

std::vector<ShellCommand> pmb::splitCommands(const PlacedText &line,
                                             std::optional<size_t> *openQuote) {
  Splitter splitter(line);
  std::vector<ShellCommand> commands = splitter.run();
  if (openQuote)
    *openQuote = splitter.openQuote;
  return commands;
}

/// Goes to the end of a quote that was open, or to that of the line.
size_t QuoteScanner::skipQuoted(StringRef line, size_t pos) {
  for (; pos < line.size(); ++pos) {
    if (line[pos] == '\\' && (quote == '"' || hasEscapes))
      ++pos;
    else if (line[pos] == quote) {
      quote = 0;
      return pos + 1;
    }
  }
  return line.size();
}

/// What stands behind `<<`; `<<<` has a word there.
size_t QuoteScanner::readDelimiter(StringRef line, size_t pos) {
  StringRef rest = line.drop_front(pos);
  rest.consume_front("-");
  rest = rest.ltrim(" \t");
  StringRef word = rest.take_until(
      [](char c) { return isSpace(c) || StringRef("|&;<>()").contains(c); });
  if (!word.empty())
    delimiters.push_back(word.trim("'\"\\").str());
  return rest.data() - line.data() + word.size();
}

void QuoteScanner::read(StringRef line) {
  isNew = inComment = false;
  size_t pos = quote ? skipQuoted(line, 0) : 0;
  bool isWord = pos != 0;
  while (pos < line.size()) {
    char c = line[pos++];
    inComment = c == '#' && !isWord;
    if (inComment)
      return;
    isWord = !isSpace(c) && !StringRef("|&;<>()").contains(c);
    if (c == '\\') {
      ++pos;
    } else if (c == '\'' || c == '"') {
      quote = c;
      isNew = true;
      hasEscapes = c == '\'' && pos > 1 && line[pos - 2] == '$';
      pos = skipQuoted(line, pos);
    } else if (c == '<' && line.drop_front(pos).starts_with("<<")) {
      pos += 2;
    } else if (c == '<' && line.drop_front(pos).starts_with("<")) {
      pos = readDelimiter(line, pos + 1);
    }
  }
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
