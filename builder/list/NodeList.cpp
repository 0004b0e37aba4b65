//===- NodeList.cpp - The linked list under a pipeline --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/list/NodeList.h"
#include <cassert>

using namespace pmb;

/// Labels between neighbours at the end of the list, so that appending never
/// has to look for room.
static constexpr uint64_t appendGap = uint64_t(1) << 24;
/// Labels stay below 2^62, so that a range of labels always has an end.
static constexpr unsigned labelBits = 62;
static constexpr uint64_t maxLabel = uint64_t(1) << labelBits;

void NodeList::insertBefore(Node *node, Node *where) {
  assert(!node->linked && "node stands in a list already");
  Node *before = where ? where->previous : tail;
  node->previous = before;
  node->next = where;
  (before ? before->next : head) = node;
  (where ? where->previous : tail) = node;
  node->linked = true;

  uint64_t low = before ? before->order : 0;
  if (!where) {
    if (low + appendGap < maxLabel) {
      node->order = low + appendGap;
      return;
    }
  }
  uint64_t high = where ? where->order : maxLabel;
  node->order = low + (high - low) / 2;
  if (node->order == low || node->order == high)
    spreadOut(node);
}

void NodeList::remove(Node *node) {
  assert(node->linked && "node does not stand in a list");
  (node->previous ? node->previous->next : head) = node->next;
  (node->next ? node->next->previous : tail) = node->previous;
  node->next = nullptr;
  node->linked = false;
}

void NodeList::spreadOut(Node *around) {
  // Widen the range of labels around the node, a power of two at a time, until
  // the nodes in it are sparse: at most (2/T)^bits of them for T = 1.5. The
  // bound falls as ranges grow, which makes the cost logarithmic on average.
  Node *first = around, *last = around;
  uint64_t count = 1;
  double threshold = 1;
  for (unsigned bits = 1; bits <= labelBits; ++bits) {
    uint64_t begin = around->order & ~((uint64_t(1) << bits) - 1);
    uint64_t end = begin + (uint64_t(1) << bits);
    while (first->previous && first->previous->order >= begin) {
      first = first->previous;
      ++count;
    }
    while (last->next && last->next->order < end) {
      last = last->next;
      ++count;
    }
    threshold *= 2 / 1.5;
    // Two labels for each node at least, and none that touches a neighbour.
    if (bits != labelBits &&
        (double(count) > threshold || end - begin < 2 * (count + 1)))
      continue;
    uint64_t step = (end - begin) / (count + 1);
    uint64_t label = begin;
    for (Node *node = first;; node = node->next) {
      node->order = label += step;
      if (node == last)
        return;
    }
  }
}
