//===- ModelSets.h - Sets of names, as the model counts with them ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUILDER_MODELSETS_H
#define PMB_TESTS_BUILDER_MODELSETS_H

#include "Model.h"

namespace pmb::model {

inline void insert(Names &names, const Names &others) {
  names.insert(others.begin(), others.end());
}
inline void insert(Names &names, const std::vector<std::string> &others) {
  names.insert(others.begin(), others.end());
}
inline Names subtract(const Names &names, const Names &others) {
  Names result;
  for (const std::string &name : names)
    if (!others.count(name))
      result.insert(name);
  return result;
}
inline Names intersect(const Names &names, const Names &others) {
  Names result;
  for (const std::string &name : names)
    if (others.count(name))
      result.insert(name);
  return result;
}
inline bool intersects(const Names &names, const Names &others) {
  for (const std::string &name : names)
    if (others.count(name))
      return true;
  return false;
}

} // namespace pmb::model

#endif // PMB_TESTS_BUILDER_MODELSETS_H
