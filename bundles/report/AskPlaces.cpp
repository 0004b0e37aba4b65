//===- AskPlaces.cpp - What a third party can address ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/AskSupport.h"
#include <map>

using namespace pmb;
using namespace llvm;

PlacesAnswer report::listPlaces(const Report &report) {
  using Kind = Landmark::Kind;
  std::map<std::string, std::vector<Landmark>> passes, kinds, bundles, nests;
  auto addKinds = [&](ArrayRef<std::string> names, const Landmark &place) {
    for (const std::string &name : names)
      kinds[name].push_back(place);
  };
  for (const Report::Pass &pass : report.passes) {
    Landmark place{Kind::Pass, pass.node.name, pass.node.position};
    passes[place.name].push_back(place);
    nests[pass.node.anchor].push_back(place);
    addKinds(pass.kinds, place);
  }
  PlacesAnswer answer;
  for (const Report::Bundle &bundle : report.bundles) {
    Landmark place{Kind::BundleBegin, bundle.node.name, -1};
    bundles[place.name].push_back(place);
    addKinds(bundle.kinds, place);
  }
  for (const Report::Slot &slot : report.slots)
    (slot.isForPatterns ? answer.patternSlots : answer.slots)
        .push_back({Kind::Slot, slot.node.name, -1});
  auto take = [](auto &from, std::vector<PlacesAnswer::Named> &into) {
    for (auto &[name, places] : from)
      into.push_back({name, std::move(places)});
  };
  take(passes, answer.passes);
  take(kinds, answer.kinds);
  take(bundles, answer.bundles);
  take(nests, answer.nests);
  answer.pins = report.pins;
  return answer;
}
