//===- PassAlignment.cpp - What two lists have in common ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/PassAlignment.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstdlib>
#include <optional>

using namespace pmb;
using namespace llvm;

namespace {
/// A part of each list.
struct Window {
  int fromBegin, fromEnd, toBegin, toEnd;

  int fromSize() const { return fromEnd - fromBegin; }
  int toSize() const { return toEnd - toBegin; }
};

class Aligner {
public:
  Aligner(ArrayRef<unsigned> from, ArrayRef<unsigned> to, int maxDifferences)
      : from(from), to(to), maxSteps(std::max(maxDifferences / 2, 1)),
        partners(from.size(), -1) {
    // Diagonals, and one on each side.
    size_t size = from.size() + to.size() + 3;
    forward.resize(size);
    backward.resize(size);
  }

  void align(Window window);
  std::vector<int> take() { return std::move(partners); }

private:
  /// A point on a shortest path, with as many steps before it as behind it.
  struct Middle {
    int from, to;
  };
  std::optional<Middle> findMiddle(const Window &window);

  ArrayRef<unsigned> from, to;
  int maxSteps;
  std::vector<int> partners;
  /// By diagonal, how far paths come from the one end and from the other.
  std::vector<int> forward, backward;
};
} // namespace

/// The searches from both ends take turns, a step each, until they meet.
/// Diagonal `k` has the points with `x - y == k`; x and y count from the begin
/// of the window for the one search and from its end for the other.
std::optional<Aligner::Middle> Aligner::findMiddle(const Window &window) {
  int sizeX = window.fromSize(), sizeY = window.toSize();
  int delta = sizeX - sizeY;
  bool isOdd = delta % 2 != 0;
  int *ahead = forward.data() + sizeY + 1, *back = backward.data() + sizeY + 1;
  ahead[1] = back[1] = 0;
  int last = std::min((sizeX + sizeY + 1) / 2, maxSteps);
  for (int step = 0; step <= last; ++step)
    for (bool isAhead : {true, false}) {
      int *reached = isAhead ? ahead : back;
      const int *met = isAhead ? back : ahead;
      // No path leaves the window.
      int low = -step + 2 * std::max(0, step - sizeY);
      int high = step - 2 * std::max(0, step - sizeX);
      for (int k = low; k <= high; k += 2) {
        bool goesDown =
            k == -step || (k != step && reached[k - 1] < reached[k + 1]);
        int x = goesDown ? reached[k + 1] : reached[k - 1] + 1;
        int y = x - k;
        auto isEqual = [&] {
          return isAhead
                     ? from[window.fromBegin + x] == to[window.toBegin + y]
                     : from[window.fromEnd - 1 - x] == to[window.toEnd - 1 - y];
        };
        while (x < sizeX && y < sizeY && isEqual())
          ++x, ++y;
        reached[k] = x;
        int other = delta - k;
        int behind = isAhead ? step - 1 : step;
        if (isOdd == isAhead && std::abs(other) <= behind &&
            x + met[other] >= sizeX && x <= sizeX && y <= sizeY)
          return isAhead ? Middle{window.fromBegin + x, window.toBegin + y}
                         : Middle{window.fromEnd - x, window.toEnd - y};
      }
    }
  return std::nullopt;
}

void Aligner::align(Window window) {
  while (window.fromSize() && window.toSize() &&
         from[window.fromBegin] == to[window.toBegin])
    partners[window.fromBegin++] = window.toBegin++;
  while (window.fromSize() && window.toSize() &&
         from[window.fromEnd - 1] == to[window.toEnd - 1])
    partners[--window.fromEnd] = --window.toEnd;
  if (!window.fromSize() || !window.toSize())
    return;
  std::optional<Middle> middle = findMiddle(window);
  if (!middle)
    return;
  align({window.fromBegin, middle->from, window.toBegin, middle->to});
  align({middle->from, window.fromEnd, middle->to, window.toEnd});
}

/// The elements of one list that the other one has, too, and their places: what
/// only one has cannot be in both, and costs time.
static std::pair<std::vector<unsigned>, std::vector<int>>
keepShared(ArrayRef<unsigned> list, ArrayRef<unsigned> other) {
  DenseSet<unsigned> known(other.begin(), other.end());
  std::pair<std::vector<unsigned>, std::vector<int>> kept;
  for (auto [place, element] : enumerate(list))
    if (known.contains(element)) {
      kept.first.push_back(element);
      kept.second.push_back(place);
    }
  return kept;
}

std::vector<int> pmb::alignLists(ArrayRef<unsigned> from, ArrayRef<unsigned> to,
                                 int maxDifferences) {
  auto [keptFrom, fromPlaces] = keepShared(from, to);
  auto [keptTo, toPlaces] = keepShared(to, from);
  Aligner aligner(keptFrom, keptTo, maxDifferences);
  aligner.align({0, int(keptFrom.size()), 0, int(keptTo.size())});
  std::vector<int> partners(from.size(), -1);
  for (auto [place, partner] : zip(fromPlaces, aligner.take()))
    if (partner >= 0)
      partners[place] = toPlaces[partner];
  return partners;
}

std::vector<std::pair<int, int>> pmb::alignSides(ArrayRef<unsigned> from,
                                                 ArrayRef<unsigned> to,
                                                 int maxDifferences) {
  std::vector<std::pair<int, int>> rows;
  int next = 0;
  auto addUpTo = [&](int end) {
    for (; next < end; ++next)
      rows.push_back({-1, next});
  };
  for (auto [place, partner] :
       enumerate(alignLists(from, to, maxDifferences))) {
    if (partner >= 0)
      addUpTo(partner);
    rows.push_back({place, partner});
    next += partner >= 0;
  }
  addUpTo(to.size());
  return rows;
}
