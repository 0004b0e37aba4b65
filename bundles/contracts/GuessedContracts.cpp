//===- GuessedContracts.cpp - Contracts to begin with ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name is a list of words: `convert-krnl-to-llvm`. Words that are a dialect
// are one of the catalog, or of the project: what the IR, a nest or a Passes.td
// names, or what stands around `to` in one name, and in another, too.
//
//===----------------------------------------------------------------------===//

#include "bundles/contracts/GuessedContracts.h"
#include "builder/check/Findings.h"
#include "builder/diagnostics/Escaping.h"
#include "bundles/contracts/PassJson.h"
#include "bundles/json/JsonDocument.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace pmb;
using namespace llvm;

static constexpr StringLiteral byName = "read off its name";

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

static bool isDescribed(const PassDescriptor &pass) {
  return pass.hasContract || pass.isGuessed();
}

void GuessedContracts::add(const Pipeline &pipeline,
                           ArrayRef<Diagnostic> findings) {
  for (const Node &node : pipeline.getPasses()) {
    for (const std::string &op : node.getAnchorPath().getOps())
      if (Item(op).isOperation())
        dialects.insert(Item(op).getDialect());
    if (isDescribed(node.getDescriptor()))
      described.insert(node.getName());
    else
      passes[node.getName().str()];
  }
  const PipelineInterface &interface = pipeline.getInterface();
  for (const auto *items :
       {&interface.inputContents, &interface.outputContents})
    if (*items)
      for (const std::string &item : **items)
        if (!catalog.lookupContents(item))
          dialects.insert(Item(item).getRoot().ltrim('!'));
  if (interface.outputContents)
    for (StringRef item : catalog.expandContents(*interface.outputContents))
      outputs.insert(Item(item).getRoot());
  for (const Diagnostic &finding : findings) {
    auto *pass = finding.node ? passes.find(finding.node->name) : passes.end();
    if (pass == passes.end())
      continue;
    if (finding.code == DiagnosticCode::LeftToUndescribed)
      for (const std::string &item : finding.items)
        if (!is_contained(pass->second.left, item))
          pass->second.left.push_back(item);
    if (finding.code == DiagnosticCode::UnknownPass)
      for (const Note &note : reverse(finding.notes))
        if (note.kind == Note::Kind::Help)
          pass->second.remark = note.message;
  }
}

/// `linalg` for `mlir::linalg::LinalgDialect`: a dialect has the name of its
/// namespace, or nearly.
static std::string getDialectOf(StringRef cppClass) {
  auto [scope, name] = cppClass.trim().rsplit("::");
  scope = scope.rsplit("::").second.empty() ? scope : scope.rsplit("::").second;
  return name.ends_with("Dialect") && scope != "mlir" ? scope.lower() : "";
}

Error GuessedContracts::addPasses(const JsonDocument &dump) {
  const JsonValue &root = dump.getRoot();
  const JsonMember *records = root.at("!instanceof").lookup("PassBase");
  if (!records)
    return makeError(
        Diagnostic(DiagnosticCode::MissingKey,
                   quotePath(dump.getSource().getName()) + " has no passes")
            .help("give what llvm-tblgen --dump-json writes of a "
                  "Passes.td"));
  for (const JsonValue &name : records->value.getElements()) {
    const JsonMember *record = root.lookup(name.getText());
    if (!record)
      continue;
    Facts &pass = facts[record->value.at("argument").getText()];
    pass.summary = record->value.at("summary").getText().str();
    for (const JsonValue &element :
         record->value.at("dependentDialects").getElements())
      for (StringRef one : split(element.getText(), ','))
        if (std::string dialect = getDialectOf(one);
            !dialect.empty() && !is_contained(pass.dialects, dialect)) {
          dialects.insert(dialect);
          pass.dialects.push_back(std::move(dialect));
        }
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// What names say
//===----------------------------------------------------------------------===//

static SmallVector<StringRef> splitWords(StringRef name) {
  SmallVector<StringRef> words;
  name.split(words, '-', -1, /*KeepEmpty=*/false);
  return words;
}

/// Whether a name has these words in a row.
static bool hasWords(StringRef name, ArrayRef<StringRef> words) {
  return ("-" + name + "-").str().find("-" + join(words, "-") + "-") !=
         std::string::npos;
}

/// The place of `to` between what is converted and what comes of it.
static std::optional<size_t> findTo(ArrayRef<StringRef> words) {
  for (size_t i = 1; i + 1 < words.size(); ++i)
    if (words[i] == "to")
      return i;
  return std::nullopt;
}

/// What says that a pass converts something, and is no part of its name.
static bool isVerb(StringRef word) {
  return is_contained({"convert", "lower", "lowering", "legalize", "expand",
                       "decompose", "eliminate", "conversion"},
                      word);
}

/// Without what tells the spelling in a name from that in the IR.
static std::string squeeze(StringRef name) {
  std::string text = name.str();
  erase_if(text, [](char c) { return c == '_'; });
  return text;
}

void GuessedContracts::addDialect(StringRef name) {
  std::string &known = spellings[squeeze(name)];
  // `mlprogram` is `ml_program`.
  if (known.size() < name.size())
    known = name.str();
}

/// The most words in a row that are a dialect, as the IR spells it; empty if
/// none are.
std::string GuessedContracts::findDialect(Tokens tokens, bool isPrefix) const {
  for (size_t count = tokens.size(); count; --count)
    for (size_t from = 0; from + count <= (isPrefix ? count : tokens.size());
         ++from)
      if (std::string name =
              spellings.lookup(squeeze(join(tokens.slice(from, count), "")));
          !name.empty())
        return name;
  return "";
}

/// What a pass converts, by its name, and to what; each may be empty.
std::pair<std::string, std::string>
GuessedContracts::findEnds(Tokens words) const {
  std::optional<size_t> place = findTo(words);
  if (!place) {
    // What it is for is no part of what it converts.
    Tokens own = words.take_until([](StringRef word) { return word == "for"; });
    return {any_of(own, isVerb) ? findDialect(own, /*isPrefix=*/false) : "",
            ""};
  }
  Tokens made = words.drop_front(*place + 1);
  std::string to = made.front() == "loops"
                       ? "scf.for"
                       : findDialect(made, /*isPrefix=*/true);
  return {findDialect(words.take_front(*place), /*isPrefix=*/false),
          pieces.contains(to) ? "" : to};
}

/// The pass of the catalog that is called as the words behind those which a
/// project puts before its names: `convert-to-llvm` for `acme-convert-to-llvm`.
/// A word alone, as `inline`, says too little. Empty: there is none.
static StringRef findNamesake(StringRef name, const Catalog &catalog) {
  for (StringRef rest = name.split('-').second; rest.contains('-');
       rest = rest.split('-').second) {
    const PassDescriptor *known = catalog.lookupPass(rest);
    if (known && known->hasContract && !known->isPipeline())
      return rest;
  }
  return "";
}

PassDescriptor GuessedContracts::guess(StringRef name, const Pass &pass) const {
  PassDescriptor guessed(name);
  auto known = facts.find(name);
  if (known != facts.end())
    guessed.summary = known->second.summary;
  guessed.like = findNamesake(name, catalog).str();
  if (!guessed.like.empty())
    return guessed;
  Contract &contract = guessed.guess;
  SmallVector<StringRef> words = splitWords(name);
  auto [from, to] = findEnds(words);
  // What may remain is made, and not lowered.
  if (to.empty() && outputs.contains(from))
    std::swap(from, to);
  bool isLowering = !from.empty() && from != to;
  if (isLowering) {
    Contract::EffectRef lowering = contract.lowers({from}).because(byName);
    if (!to.empty())
      lowering.to({to});
    // Of several that convert a dialect, each takes a part.
    if (to.empty() || sources.lookup(from) > 1)
      lowering.partially();
  }
  if (from.empty() && !to.empty())
    contract.introduces({}).sometimes({to}).because(byName);
  if (any_of(words,
             [](StringRef word) { return word.starts_with("bufferiz"); }))
    contract.lowers({"!tensor"}).partially().because(byName);
  SetVector<StringRef> left;
  for (StringRef item : pass.left)
    if (StringRef dialect = Item(item).getRoot(); dialect != from)
      left.insert(dialect);
  if (!left.empty() && outputs.contains(to))
    contract.lowers(left.getArrayRef())
        .to({to})
        .because("no pass that is described lowers it where it is left");
  if (known != facts.end()) {
    guessed.dependentDialects = known->second.dialects;
    SmallVector<StringRef> added;
    for (StringRef dialect : known->second.dialects)
      if (dialect != from && dialect != to)
        added.push_back(dialect);
    if (!added.empty())
      contract.introduces({}).sometimes(added).because("its dependentDialects");
  }
  return guessed;
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

static void printComment(raw_ostream &os, StringRef text) {
  os << "    // " << escape(text) << '\n';
}

void GuessedContracts::print(raw_ostream &os, StringRef name, const Pass &pass,
                             const PassDescriptor &guessed) const {
  if (!pass.left.empty()) {
    std::vector<std::string> quoted;
    quoted.reserve(pass.left.size());
    for (const std::string &item : pass.left)
      quoted.push_back("'" + item + "'");
    printComment(os, "Fill in first: no pass that is described lowers " +
                         enumerateSome(quoted, /*limit=*/4) +
                         ", unless this one does");
  }
  if (!pass.remark.empty())
    printComment(os, pass.remark);
  os << "    " << json::Value(json::fixUTF8(name)) << ": ";
  if (guessed.guess.empty() &&
      (guessed.summary.empty() || !guessed.like.empty())) {
    // A guess that only another pass has: the descriptor itself has none.
    os << writeJsonLine([&](JsonOutput &json) {
      json.object([&] {
        json.attribute("guessed", true);
        writeMember(json, "like", guessed.like);
        writeMember(json, "summary", guessed.summary);
      });
    });
  } else {
    std::string text;
    raw_string_ostream stream(text);
    writeJson(stream,
              [&](JsonOutput &json) { writePassDescriptor(json, guessed); });
    for (char c : StringRef(text).rtrim())
      os << (c == '\n' ? "\n    " : StringRef(&c, 1));
  }
}

void GuessedContracts::print(raw_ostream &os) const {
  GuessedContracts known(*this);
  known.collectNames();
  struct Entry {
    const std::pair<std::string, Pass> *pass;
    PassDescriptor guessed;
    /// How much depends on it.
    unsigned rank;
  };
  std::vector<Entry> entries;
  for (const auto &pass : passes) {
    PassDescriptor guessed = known.guess(pass.first, pass.second);
    bool saysAny = !guessed.guess.empty() || !guessed.like.empty();
    unsigned rank = !pass.second.left.empty() ? 0 : saysAny ? 1 : 2;
    entries.push_back({&pass, std::move(guessed), rank});
  }
  llvm::stable_sort(
      entries, [](const Entry &a, const Entry &b) { return a.rank < b.rank; });
  os << "// Passes that no contract describes, and what is guessed of them. "
        "Guesses make warnings at\n// most. Correct them from the top, and "
        "take \"guessed\" away where they are right and complete.\n"
        "// \"lowers\": [] says that a pass changes no dialect.\n{\n"
        "  \"passes\": {";
  unsigned rank = 0;
  for (auto [index, entry] : enumerate(entries)) {
    os << (index ? ",\n" : "\n");
    if (entry.rank == 2 && std::exchange(rank, 2) != 2)
      printComment(os, "Nothing can be read off these names");
    known.print(os, entry.pass->first, entry.pass->second, entry.guessed);
  }
  os << (entries.empty() ? "}\n}\n" : "\n  }\n}\n");
}

/// Takes what stands on a side of `to` for a dialect if it does so in several
/// names, or if another one has what is converted, or begins with what is made,
/// and none that is described has it: its contract would name it.
void GuessedContracts::collectNames() {
  // What a dialect as a whole becomes is said of most dialects; of others, a
  // guess would have to name operations.
  for (StringRef name : catalog.getDialectNames())
    if (catalog.lookupDialect(name) == Catalog::Dialect::Listed)
      pieces.insert(name);
  for (StringRef name : catalog.getPassNames())
    for (const ContentsEntry &entry :
         catalog.lookupPass(name)->contract.getContents())
      if (entry.word == ContentsEntry::Word::Lowers)
        for (const std::string &item : entry.items)
          pieces.erase(item);
  for (StringRef name : catalog.getDialectNames())
    addDialect(name);
  for (StringRef name : dialects.keys()) {
    addDialect(name);
    pieces.erase(name);
  }
  // By what stands on a side, the passes that have it there.
  std::map<std::string, std::vector<StringRef>> sides;
  StringSet<> converted;
  auto addSide = [&](StringRef owner, Tokens tokens, bool isSource) {
    while (!tokens.empty() && isVerb(tokens.front()))
      tokens = tokens.drop_front();
    while (!tokens.empty() && isVerb(tokens.back()))
      tokens = tokens.drop_back();
    if (tokens.empty())
      return;
    std::string side = join(tokens, "-");
    sides[side].push_back(owner);
    if (isSource)
      converted.insert(side);
  };
  // A namesake has a word of the project before it, and no dialect.
  auto findOwnTo = [&](StringRef name, Tokens words) {
    return findNamesake(name, catalog).empty() ? findTo(words) : std::nullopt;
  };
  for (const auto &pass : passes) {
    SmallVector<StringRef> words = splitWords(pass.first);
    if (std::optional<size_t> place = findOwnTo(pass.first, words)) {
      addSide(pass.first, Tokens(words).take_front(*place), /*isSource=*/true);
      addSide(pass.first, Tokens(words).drop_front(*place + 1),
              /*isSource=*/false);
    }
  }
  for (const auto &[side, owners] : sides) {
    SmallVector<StringRef> words = splitWords(side);
    // What is made may be any word; what is converted most often is a dialect.
    auto isOther = [&, &side = side, &owners = owners](const auto &pass) {
      StringRef name = pass.first;
      return name != owners.front() &&
             (converted.contains(side) ? hasWords(name, words)
                                       : name.starts_with(side + "-"));
    };
    bool isNamed = owners.size() > 1 || any_of(passes, isOther);
    if (isNamed && none_of(described.keys(), [&](StringRef name) {
          return hasWords(name, words);
        }))
      addDialect(join(words, "_"));
  }
  for (const auto &pass : passes)
    if (SmallVector<StringRef> words = splitWords(pass.first);
        findOwnTo(pass.first, words))
      ++sources[findEnds(words).first];
}
