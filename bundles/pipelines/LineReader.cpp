//===- LineReader.cpp - Lines of tests and scripts, as they are read ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/LineReader.h"
#include "bundles/pipelines/ToolOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

StringRef pmb::findKeyword(StringRef line, StringRef keyword) {
  size_t at = line.find(keyword);
  if (at == StringRef::npos ||
      (at &&
       (isAlnum(line[at - 1]) || line[at - 1] == '-' || line[at - 1] == '_')))
    return StringRef();
  return line.drop_front(at + keyword.size());
}

LineReader::Line LineReader::read(unsigned &number) {
  static constexpr std::pair<StringLiteral, Line::Kind> keywords[] = {
      {"REDEFINE:", Line::Define},
      {"DEFINE:", Line::Define},
      {"RUN:", Line::Run},
      {"PMB:", Line::Settings}};
  Line line;
  StringRef whole = file.getLine(number), keyword, rest = whole;
  bool isDocument = isInDocument(whole);
  if (isDocument && !areRun)
    return line;
  for (auto [word, kind] : keywords)
    if (StringRef behind = findKeyword(rest, word); behind.data()) {
      line.kind = kind;
      keyword = word;
      rest = behind;
      break;
    }
  if (line.kind != Line::Other || sort == Sort::Shell || sort == Sort::Make)
    readOn(rest, keyword, number, line, isDocument);
  return line;
}

/// Whether a line is one of a here document, or ends it.
bool LineReader::isInDocument(StringRef line) {
  if (delimiters.empty())
    return false;
  if (line.trim("\t\r") == delimiters.back())
    delimiters.pop_back();
  return true;
}

/// The number of the last line that ends such a here document; 0 if none does.
unsigned LineReader::findLast(StringRef delimiter) {
  if (lastLines.empty())
    for (unsigned number = 1; number <= lineCount; ++number)
      lastLines[file.getLine(number).trim("\t\r")] = number;
  return lastLines.lookup(delimiter);
}

/// The here documents that begin behind a line. What has no end is something
/// else: `1 << 2`.
void LineReader::openDocuments(const QuoteScanner &quotes,
                               const PlacedText &line, unsigned number) {
  delimiters.clear();
  for (const std::string &delimiter : reverse(quotes.getDelimiters()))
    if (findLast(delimiter) > number)
      delimiters.push_back(delimiter);
  if (delimiters.empty())
    return;
  areRun = any_of(splitCommands(line), [](const ShellCommand &command) {
    return any_of(command.words,
                  [](const ShellWord &word) { return isShell(word.text); });
  });
}

void LineReader::readOn(StringRef first, StringRef keyword, unsigned &number,
                        Line &line, bool isDocument) {
  bool isScript = line.kind == Line::Other;
  std::optional<QuoteScanner> quotes;
  if (isScript && sort == Sort::Shell && !isDocument)
    quotes.emplace();
  unsigned firstNumber = number, openedAt = number;
  StringRef rest = first;
  while (true) {
    // A shell escapes a blank behind the backslash; lit takes it away.
    StringRef part = isScript ? rest.rtrim('\r') : rest.rtrim();
    if (quotes)
      quotes->read(part);
    if (quotes && quotes->opensQuote())
      openedAt = number;
    bool isComment = quotes && quotes->isInComment();
    bool continues =
        line.kind != Line::Settings && !isComment && part.consume_back("\\");
    size_t end = part.data() - text.data() + part.size();
    line.text.add(part, part.data() - text.data());
    char quote = quotes ? quotes->getQuote() : 0;
    auto known = neverClosed.find(quote);
    bool isQuoted =
        quote && (known == neverClosed.end() || openedAt < known->second);
    if (!continues && !isQuoted)
      break;
    StringRef next = file.getLine(number + 1);
    if (!keyword.empty())
      next = findKeyword(next, keyword);
    bool isLast =
        number >= lineCount || !next.data() || next.data() == text.end();
    if (isLast && !isQuoted)
      break;
    if (isLast) {
      // Again, as if it were none.
      neverClosed[quote] = openedAt;
      quotes.emplace();
      line.text = PlacedText();
      number = firstNumber;
      rest = first;
      continue;
    }
    if (continues)
      line.text.addAt(" ", end);
    else
      line.text.addAt("\n", next.data() - text.data() - 1);
    ++number;
    rest = next;
  }
  if (quotes)
    openDocuments(*quotes, line.text, number);
}
