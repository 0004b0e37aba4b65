//===- PassChanges.cpp - What differs between the passes of two reports ---===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/PassDescriptor.h"
#include "bundles/report/DiffSupport.h"
#include "bundles/report/PassAlignment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <deque>
#include <map>

using namespace pmb;
using namespace llvm;
using Pass = Report::Pass;

StringRef pmb::stringify(PassChange::Kind kind) {
  static constexpr StringLiteral words[] = {"added", "removed", "moved",
                                            "options-changed", "nest-changed"};
  return words[size_t(kind)];
}

/// The anchor path of a pass.
static std::string getNest(const Report &report, const Pass &pass) {
  std::string path = report.root;
  for (const std::string &op : pass.nests)
    path += "/" + op;
  return path;
}

/// The options of a pass with their values: with `explains` also those that
/// have their defaults.
static std::vector<std::pair<std::string, std::string>>
getValues(const Pass &pass, bool explains) {
  std::vector<std::pair<std::string, std::string>> values;
  if (explains)
    for (const Pass::Value &value : pass.values)
      values.push_back({value.name, value.value});
  else
    for (auto [name, value] : splitOptions(pass.options))
      values.push_back({name.str(), value.str()});
  return values;
}

namespace {
/// The passes of one report that run, and what makes two of them the same.
struct PassKeys {
  PassKeys(const Report &report, bool explains, TextNumbers &numbers);

  /// Of those that run, their numbers in the report.
  std::vector<int> positions;
  /// Name, nest and options; name and nest; name and options; name.
  std::vector<unsigned> all, nests, options, names;
};
} // namespace

/// With line ends between parts, which stand in none of them.
PassKeys::PassKeys(const Report &report, bool explains, TextNumbers &numbers) {
  for (auto [position, pass] : enumerate(report.passes)) {
    if (!pass.runs())
      continue;
    positions.push_back(position);
    const std::string &name = pass.node.name;
    std::string nest = getNest(report, pass), values;
    for (const auto &[option, value] : getValues(pass, explains))
      values += formatv("{0}={1}\n", option, value);
    auto number = [&](ArrayRef<StringRef> parts) {
      return numbers.get(join(parts, "\n"));
    };
    all.push_back(number({"a", name, nest, values}));
    nests.push_back(number({"n", name, nest}));
    options.push_back(number({"o", name, values}));
    names.push_back(number({"p", name}));
  }
}

//===----------------------------------------------------------------------===//
// Partners
//===----------------------------------------------------------------------===//

namespace {
/// Finds for each pass what has become of it.
class PartnerFinder {
public:
  PartnerFinder(const PassKeys &before, const PassKeys &after)
      : before(before), after(after), partners(before.all.size(), -1),
        inPlace(before.all.size()), sources(after.all.size(), -1) {}
  using Keys = std::vector<unsigned> PassKeys::*;
  /// Passes that have the same of `first` stand where they stood, as many as
  /// can be.
  void run(Keys first);

private:
  void alignGaps(Keys keys);
  void alignGap(size_t begin, size_t end, size_t otherBegin, size_t otherEnd,
                Keys keys);
  void findMoved(Keys keys);
  void pair(size_t from, size_t to, bool isInPlace) {
    partners[from] = to;
    inPlace[from] = isInPlace;
    sources[to] = from;
  }

  const PassKeys &before, &after;

public:
  /// Of each pass before: its number among those after, or -1; and whether it
  /// stands where it stood among the others.
  std::vector<int> partners;
  std::vector<bool> inPlace;
  /// Of each pass after: its partner, or -1.
  std::vector<int> sources;
};
} // namespace

/// What is left between two passes that stand where they stood.
void PartnerFinder::alignGap(size_t begin, size_t end, size_t otherBegin,
                             size_t otherEnd, Keys keys) {
  SmallVector<unsigned> fromPlaces, toPlaces, from, to;
  for (size_t i = begin; i < end; ++i)
    if (partners[i] < 0) {
      fromPlaces.push_back(i);
      from.push_back((before.*keys)[i]);
    }
  for (size_t i = otherBegin; i < otherEnd; ++i)
    if (sources[i] < 0) {
      toPlaces.push_back(i);
      to.push_back((after.*keys)[i]);
    }
  if (from.empty() || to.empty())
    return;
  for (auto [place, partner] : zip(fromPlaces, alignLists(from, to)))
    if (partner >= 0)
      pair(place, toPlaces[partner], /*isInPlace=*/true);
}

void PartnerFinder::alignGaps(Keys keys) {
  size_t begin = 0, otherBegin = 0;
  // By value: what is found in a gap shall not divide it.
  const std::vector<int> known = partners;
  const std::vector<bool> wasInPlace = inPlace;
  for (size_t i = 0; i <= known.size(); ++i) {
    bool isEnd = i == known.size();
    if (!isEnd && !wasInPlace[i])
      continue;
    size_t other = isEnd ? after.all.size() : known[i];
    alignGap(begin, i, otherBegin, other, keys);
    begin = i + 1;
    otherBegin = other + 1;
  }
}

void PartnerFinder::findMoved(Keys keys) {
  DenseMap<unsigned, std::deque<size_t>> left;
  for (auto [place, partner] : enumerate(partners))
    if (partner < 0)
      left[(before.*keys)[place]].push_back(place);
  for (size_t i = 0; i < sources.size(); ++i) {
    auto it = sources[i] < 0 ? left.find((after.*keys)[i]) : left.end();
    if (it == left.end() || it->second.empty())
      continue;
    pair(it->second.front(), i, /*isInPlace=*/false);
    it->second.pop_front();
  }
}

void PartnerFinder::run(Keys first) {
  alignGap(0, before.all.size(), 0, after.all.size(), first);
  findMoved(&PassKeys::all);
  alignGaps(&PassKeys::nests);
  alignGaps(&PassKeys::names);
  // What stands elsewhere and is otherwise as well: the more alike, the sooner.
  for (Keys keys : {&PassKeys::options, &PassKeys::nests, &PassKeys::names})
    findMoved(keys);
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

/// The options in which two passes differ.
static std::vector<PassChange::Option>
compareOptions(const Pass &before, const Pass &after, bool explains) {
  // By name; of what is given twice the last counts.
  std::map<std::string, PassChange::Option> options;
  for (auto &[name, value] : getValues(before, explains))
    options[name].before = value;
  for (auto &[name, value] : getValues(after, explains))
    options[name].after = value;
  std::vector<PassChange::Option> changed;
  for (auto &[name, option] : options)
    if (option.before != option.after)
      changed.push_back({name, option.before, option.after});
  return changed;
}

namespace {
/// Lists what has changed, once partners are found.
class ChangeLister {
public:
  ChangeLister(const Report &before, const Report &after)
      : before(before), after(after),
        explains(before.isExplained && after.isExplained),
        from(before, explains, numbers), to(after, explains, numbers) {}
  diff::Comparison run(PartnerFinder::Keys first);

private:
  using Kind = PassChange::Kind;
  /// Of passes by their numbers among those that run, -1 for none.
  PassChange &add(Kind kind, int i, int j);
  void addPair(int i, int j, bool isInPlace);

  const Report &before, &after;
  bool explains;
  TextNumbers numbers;
  PassKeys from, to;
  diff::Comparison found;
};
} // namespace

PassChange &ChangeLister::add(Kind kind, int i, int j) {
  int one = i < 0 ? -1 : from.positions[i];
  int other = j < 0 ? -1 : to.positions[j];
  const Pass &pass = j < 0 ? before.passes[one] : after.passes[other];
  return found.changes.emplace_back(PassChange{kind, one, other, pass.str()});
}

void ChangeLister::addPair(int i, int j, bool isInPlace) {
  if (!isInPlace)
    add(Kind::Moved, i, j);
  if (from.all[i] == to.all[j])
    return;
  const Pass &one = before.passes[from.positions[i]];
  const Pass &other = after.passes[to.positions[j]];
  std::vector<PassChange::Option> options =
      compareOptions(one, other, explains);
  if (!options.empty()) {
    PassChange &change = add(Kind::OptionsChanged, i, j);
    Pass bare = other;
    bare.options.clear();
    change.pass = bare.str();
    change.options = std::move(options);
  }
  std::string nest = getNest(before, one);
  std::string otherNest = getNest(after, other);
  if (nest != otherNest) {
    PassChange &change = add(Kind::NestChanged, i, j);
    change.nestBefore = std::move(nest);
    change.nestAfter = std::move(otherNest);
  }
}

diff::Comparison ChangeLister::run(PartnerFinder::Keys first) {
  PartnerFinder finder(from, to);
  finder.run(first);
  found = {};
  size_t i = 0, j = 0;
  while (i < from.all.size() || j < to.all.size()) {
    if (i < from.all.size() && !finder.inPlace[i]) {
      if (finder.partners[i] < 0)
        add(Kind::Removed, i, -1);
      found.rows.push_back({from.positions[i++], -1});
    } else if (j < to.all.size() &&
               (finder.sources[j] < 0 || !finder.inPlace[finder.sources[j]])) {
      if (finder.sources[j] < 0)
        add(Kind::Added, -1, j);
      else
        addPair(finder.sources[j], j, /*isInPlace=*/false);
      found.rows.push_back({-1, to.positions[j++]});
    } else {
      addPair(i, j, /*isInPlace=*/true);
      found.rows.push_back({from.positions[i++], to.positions[j++]});
    }
  }
  return std::move(found);
}

diff::Comparison diff::compare(const Report &before, const Report &after) {
  ChangeLister lister(before, after);
  Comparison exact = lister.run(&PassKeys::all);
  // Passes that stay where they are, with other options, may be fewer changes
  // than those that move away to make others stay.
  if (none_of(exact.changes, [](const PassChange &change) {
        return change.kind == PassChange::Kind::Moved;
      }))
    return exact;
  Comparison similar = lister.run(&PassKeys::nests);
  return similar.changes.size() < exact.changes.size() ? similar : exact;
}

std::vector<PassChange> pmb::comparePasses(const Report &before,
                                           const Report &after) {
  return diff::compare(before, after).changes;
}
