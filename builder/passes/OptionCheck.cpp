//===- OptionCheck.cpp - What is wrong with options of passes -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of a pass are a closed list. What is none of them is wrong, so
// that a likeness decides here that would be too weak for the name of a pass.
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Suggestions.h"
#include "builder/passes/PassDescriptor.h"
#include "builder/passes/PassHistory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// What was meant
//===----------------------------------------------------------------------===//

/// The one of `known` for which `isLike`; empty if there is none, or more than
/// one.
static StringRef findOnly(ArrayRef<StringRef> known,
                          function_ref<bool(StringRef)> isLike) {
  StringRef found;
  for (StringRef name : known) {
    if (!isLike(name))
      continue;
    if (!found.empty())
      return "";
    found = name;
  }
  return found;
}

static SmallVector<StringRef> splitWords(StringRef name) {
  SmallVector<StringRef> words;
  name.split(words, '-', -1, /*KeepEmpty=*/false);
  return words;
}

/// True if `name` has the words of `part`, in that order: `chip` in
/// `cubin-chip`.
static bool hasWords(StringRef name, StringRef part) {
  SmallVector<StringRef> words = splitWords(name), wanted = splitWords(part);
  auto next = wanted.begin();
  for (StringRef word : words)
    if (next != wanted.end() && word == *next)
      ++next;
  return next == wanted.end() && part.size() >= 3;
}

/// True if a word of four letters or more begins one of the other:
/// `worker-count` and `num-workers`.
static bool sharesWord(StringRef a, StringRef b) {
  SmallVector<StringRef> others = splitWords(b);
  return any_of(splitWords(a), [&](StringRef word) {
    return any_of(others, [&](StringRef other) {
      return std::min(word.size(), other.size()) >= 4 &&
             (word.starts_with(other) || other.starts_with(word));
    });
  });
}

/// The one of `known` that was meant by `name`; empty if that cannot be told.
static StringRef findMeantName(StringRef name, SmallVector<StringRef> known) {
  erase_if(known, [&](StringRef other) { return isOtherNumber(name, other); });
  StringRef meant = findIntended(name, known);
  if (meant.empty())
    meant = findOnly(known, [&](StringRef option) {
      return hasWords(name, option) || hasWords(option, name);
    });
  if (!meant.empty())
    return meant;
  // The end of another one may be that of any.
  SmallVector<StringRef> near = findNear(name, known);
  if (near.size() > 1)
    return "";
  // The end of a name may be that of any.
  if (!near.empty() &&
      (!near.front().contains(name) || near.front().starts_with(name)))
    return near.front();
  return findOnly(known,
                  [&](StringRef option) { return sharesWord(name, option); });
}

/// What is no value of `option`, as the value that was meant; empty if that
/// cannot be told.
static std::string findMeantValue(const OptionDescriptor &option,
                                  StringRef value) {
  if (option.type == OptionDescriptor::Type::Bool) {
    if (is_contained({"yes", "on"}, value.lower()))
      return "true";
    if (is_contained({"no", "off"}, value.lower()))
      return "false";
    return findMeantName(value, {"true", "false"}).str();
  }
  if (!option.values.empty())
    return findMeantName(value, SmallVector<StringRef>(option.values.begin(),
                                                       option.values.end()))
        .str();
  // A list, with other separators.
  std::string list = value.str();
  for (char &c : list)
    if (StringRef("x;:/").contains(c))
      c = ',';
  return list != value && option.accepts(list) ? list : "";
}

/// The option of `pass` that was meant by `name`, and takes `value`; empty if
/// that cannot be told.
static StringRef findMeantOption(const PassDescriptor &pass, StringRef name,
                                 StringRef value) {
  std::vector<StringRef> known = getNames(pass.options);
  StringRef meant =
      findMeantName(name, SmallVector<StringRef>(known.begin(), known.end()));
  const OptionDescriptor *option = pass.lookupOption(meant);
  return option && (option->accepts(value) ||
                    !findMeantValue(*option, value).empty())
             ? meant
             : "";
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// Where a comma stands before an option of `pass`, as in `a=1,b=2`: says so.
/// `text`: a name or value as it was read.
static bool explainComma(Diagnostic &diagnostic, const PassDescriptor &pass,
                         StringRef text) {
  auto [first, rest] = text.split(',');
  std::string meant = first.trim().str();
  bool isFound = false;
  for (StringRef part; !rest.empty();) {
    std::tie(part, rest) = rest.split(',');
    bool isOption = pass.lookupOption(part.split('=').first.trim());
    meant += (isOption ? " " : ",") + part.trim().str();
    isFound |= isOption;
  }
  if (!isFound)
    return false;
  diagnostic.help("options stand with a space between them, not ','");
  diagnostic.misspells(meant, text);
  return true;
}

static void explainMeant(Diagnostic &diagnostic, StringRef name,
                         StringRef meant) {
  diagnostic.help(didYouMean("'" + meant.str() + "'"));
  diagnostic.misspells(meant, name);
}

/// What became of an option of an earlier release, of which `value` was given.
static Diagnostic makeFormer(const PassDescriptor &pass,
                             const OptionSuccessor &former, StringRef name,
                             StringRef value) {
  Diagnostic diagnostic(DiagnosticCode::BadOptions,
                        "'{0}' has no option '{1}' any more", pass.name, name);
  diagnostic.about(name);
  if (!former.reason.empty())
    diagnostic.note(former.reason);
  diagnostic.note(former.describe("with it"));
  std::optional<std::string> now = former.port(name, value);
  if (!now)
    return diagnostic;
  // A truth value that was not given need not be written.
  bool isGiven = value.begin() == name.end() + 1;
  StringRef meant = *now;
  if (!isGiven)
    meant.consume_back("=true");
  diagnostic.help(meant.empty() ? "leave it out"
                                : "write '" + meant.str() + "'");
  StringRef written(name.data(),
                    isGiven ? value.end() - name.begin() : name.size());
  diagnostic.misspells(meant, written);
  return diagnostic;
}

static Diagnostic makeUnknownOption(const PassDescriptor &pass, StringRef name,
                                    StringRef value) {
  Diagnostic diagnostic(DiagnosticCode::BadOptions, "'{0}' has no option '{1}'",
                        pass.name, name);
  diagnostic.about(name);
  if (explainComma(diagnostic, pass, name))
    return diagnostic;
  if (StringRef meant = findMeantOption(pass, name, value); !meant.empty()) {
    explainMeant(diagnostic, name, meant);
    return diagnostic;
  }
  std::vector<StringRef> known = getNames(pass.options);
  if (suggest(diagnostic, name, known))
    return diagnostic;
  std::string what = pass.isPipeline() ? "pipeline" : "pass";
  diagnostic.note(known.empty()
                      ? "the " + what + " has no options"
                      : "its options are '" + join(known, "', '") + "'");
  return diagnostic;
}

static Diagnostic makeBadValue(const PassDescriptor &pass,
                               const OptionDescriptor &option,
                               StringRef value) {
  Diagnostic diagnostic(DiagnosticCode::BadOptions,
                        "'{0}' is not a value of '{1}', an option of '{2}'",
                        value, option.name, pass.name);
  diagnostic.about(option.name).note("it takes {0}", option.describeValues());
  if (explainComma(diagnostic, pass, value))
    return diagnostic;
  if (std::string meant = findMeantValue(option, value); !meant.empty())
    explainMeant(diagnostic, value, meant);
  else
    suggest(diagnostic, value,
            SmallVector<StringRef>(option.values.begin(), option.values.end()));
  return diagnostic;
}

Error pmb::verifyOptions(const PassDescriptor &pass, StringRef options,
                         const PassHistory *history) {
  std::vector<Diagnostic> failures;
  for (auto [name, value] : splitOptions(options)) {
    if (const OptionDescriptor *option = pass.lookupOption(name)) {
      if (!option->accepts(value))
        failures.push_back(makeBadValue(pass, *option, value));
      continue;
    }
    if (!pass.hasOptionList)
      continue;
    const OptionSuccessor *former =
        history ? history->options.lookup(name) : nullptr;
    failures.push_back(former ? makeFormer(pass, *former, name, value)
                              : makeUnknownOption(pass, name, value));
  }
  return makeError(std::move(failures));
}
