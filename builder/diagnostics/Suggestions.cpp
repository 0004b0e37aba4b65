//===- Suggestions.cpp - Names that were meant ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Suggestions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

/// True if two neighbouring letters have changed places, and nothing else.
static bool isTransposed(StringRef a, StringRef b) {
  if (a.size() != b.size())
    return false;
  auto [first, other] = std::mismatch(a.begin(), a.end(), b.begin());
  return std::distance(first, a.end()) >= 2 && first[0] == other[1] &&
         first[1] == other[0] && std::equal(first + 2, a.end(), other + 2);
}

/// True for names that differ in capitals, or in `_` for `-`, and in nothing
/// else: no project has two such names.
static bool isSameButForStyle(StringRef a, StringRef b) {
  auto fold = [](char c) { return c == '_' ? '-' : toLower(c); };
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(),
                    [&](char x, char y) { return fold(x) == fold(y); });
}

/// How many letters are different, or more than `limit`. What two people may
/// both call one thing counts as one letter.
static unsigned countSlips(StringRef name, StringRef candidate,
                           unsigned limit) {
  unsigned distance =
      name.edit_distance(candidate, /*AllowReplacements=*/true, limit);
  bool isSlip =
      isTransposed(name, candidate) || isSameButForStyle(name, candidate);
  return distance && isSlip ? 1 : distance;
}

SmallVector<StringRef>
pmb::findNear(StringRef name, ArrayRef<StringRef> candidates, unsigned limit) {
  SmallVector<StringRef> names;
  if (name.empty())
    return names;
  // A third of the name may be wrong; beyond that a suggestion is noise.
  unsigned allowed = std::max<size_t>(1, name.size() / 3);
  SmallVector<std::pair<unsigned, StringRef>> near;
  for (StringRef candidate : candidates) {
    unsigned distance = countSlips(name, candidate, allowed);
    bool isPart = name.size() >= 3 && candidate.contains(name);
    // A name with all letters replaced has nothing in common with it.
    if (distance <= allowed && distance < name.size())
      near.push_back({distance, candidate});
    else if (isPart)
      near.push_back({allowed + 1, candidate});
  }
  llvm::sort(near);
  near.erase(llvm::unique(near), near.end());
  for (const auto &[distance, candidate] : near)
    if (names.size() < limit)
      names.push_back(candidate);
  return names;
}

std::string pmb::suggestNames(StringRef name, ArrayRef<StringRef> candidates,
                              unsigned limit) {
  SmallVector<StringRef> near = findNear(name, candidates, limit);
  std::string text;
  for (auto [index, candidate] : enumerate(near)) {
    if (index)
      text += index + 1 == near.size() ? " or " : ", ";
    text += "'" + candidate.str() + "'";
  }
  return text;
}

std::string pmb::didYouMean(StringRef names) {
  return ("did you mean " + names + "?").str();
}

bool pmb::suggest(Diagnostic &diagnostic, StringRef name,
                  ArrayRef<StringRef> candidates) {
  std::string near = suggestNames(name, candidates);
  if (near.empty())
    return false;
  diagnostic.help(didYouMean(near));
  if (StringRef meant = findIntended(name, candidates); !meant.empty())
    diagnostic.misspells(meant, name);
  return true;
}

bool pmb::suggestOrList(Diagnostic &diagnostic, StringRef name,
                        ArrayRef<StringRef> known) {
  if (suggest(diagnostic, name, known))
    return true;
  if (!known.empty() && known.size() <= 30)
    diagnostic.note("the known ones are '{0}'", join(known, "', '"));
  return false;
}

Error pmb::makeUnknown(DiagnosticCode code, std::string message, StringRef name,
                       ArrayRef<StringRef> known) {
  Diagnostic diagnostic(code, std::move(message));
  suggestOrList(diagnostic.about(name), name, known);
  return diagnostic;
}

bool pmb::isOtherNumber(StringRef a, StringRef b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return x == y || (isDigit(x) && isDigit(y));
         });
}

StringRef pmb::findIntended(StringRef name, ArrayRef<StringRef> candidates,
                            unsigned shortest) {
  // One letter, or two from a length on: third parties give names such as
  // convert-acme-to-llvm.
  unsigned best = name.size() < shortest ? 2 : 3;
  StringRef found;
  for (StringRef candidate : candidates) {
    unsigned distance = countSlips(name, candidate, best);
    if (distance == 0)
      return "";
    if (isOtherNumber(name, candidate))
      continue;
    if (distance < best) {
      found = candidate;
      best = distance;
    } else if (distance == best && candidate != found) {
      found = "";
    }
  }
  return found;
}

/// Takes the next word out of `rest`; `2` between letters is the word `to`.
static StringRef takeWord(StringRef &rest) {
  rest = rest.ltrim("-_");
  if (rest.size() > 1 && rest[0] == '2' && isAlpha(rest[1])) {
    rest = rest.drop_front();
    return "to";
  }
  size_t length = 0;
  while (length < rest.size() && isAlnum(rest[length]) &&
         !(length && rest[length] == '2' && length + 1 < rest.size() &&
           isAlpha(rest[length + 1])))
    ++length;
  // What is no letter stands by itself.
  StringRef word = rest.take_front(std::max<size_t>(length, 1));
  rest = rest.drop_front(word.size());
  return word;
}

/// True if `word` has the letters of `abbreviation`, three or more, in that
/// order, and begins as it does.
static bool isAbbreviated(StringRef word, StringRef abbreviation) {
  if (abbreviation.size() < 3 || abbreviation.size() >= word.size() ||
      word.front() != abbreviation.front())
    return false;
  for (char c : word)
    if (!abbreviation.empty() && c == abbreviation.front())
      abbreviation = abbreviation.drop_front();
  return abbreviation.empty();
}

StringRef pmb::findSameWords(StringRef name, ArrayRef<StringRef> candidates) {
  constexpr unsigned fewest = 3;
  StringRef found;
  for (StringRef candidate : candidates) {
    // The first word is mostly written in full.
    if (!candidate.starts_with_insensitive(name.take_front(3)))
      continue;
    StringRef rest = name, other = candidate;
    unsigned words = 0, abbreviated = 0;
    bool isSame = true;
    while (isSame && !rest.empty() && !other.empty()) {
      StringRef a = takeWord(rest), b = takeWord(other);
      bool isShort = isAbbreviated(a, b) || isAbbreviated(b, a);
      isSame = isShort || a.equals_insensitive(b);
      abbreviated += isShort;
      ++words;
    }
    bool isExact = isSame && rest.empty() && other.empty() && !abbreviated;
    bool isNear = isSame && rest.empty() && words >= fewest &&
                  abbreviated + !other.empty() == 1;
    if (!isExact && !isNear)
      continue;
    if (!found.empty())
      return "";
    found = candidate;
  }
  return found;
}
