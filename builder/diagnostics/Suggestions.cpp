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

std::string pmb::suggestNames(StringRef name, ArrayRef<StringRef> candidates,
                              unsigned limit) {
  if (name.empty())
    return "";
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
  if (near.size() > limit)
    near.resize(limit);
  std::string text;
  for (auto [index, entry] : enumerate(near)) {
    if (index)
      text += index + 1 == near.size() ? " or " : ", ";
    text += "'" + entry.second.str() + "'";
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

Error pmb::makeUnknown(DiagnosticCode code, std::string message, StringRef name,
                       ArrayRef<StringRef> known) {
  Diagnostic diagnostic(code, std::move(message));
  if (!suggest(diagnostic.about(name), name, known) && !known.empty() &&
      known.size() < 20)
    diagnostic.note("the known ones are '{0}'", join(known, "', '"));
  return diagnostic;
}

/// True for names that differ in digits only, as stages of one work do: no slip
/// of a finger makes one of the other.
static bool isOtherNumber(StringRef a, StringRef b) {
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
