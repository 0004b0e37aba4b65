//===- Registry.h - Things by name ----------------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_REGISTRY_H
#define PMB_BUILDER_PASSES_REGISTRY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/iterator.h"
#include <map>
#include <string>
#include <vector>

namespace pmb {

/// Things by name, in the order of their names. A value; pointers to a thing
/// stay valid as long as the registry, also if the thing is replaced.
template <typename T> class Registry {
public:
  /// Null if there is none.
  const T *lookup(llvm::StringRef name) const {
    auto it = things.find(name);
    return it == things.end() ? nullptr : &it->second;
  }
  /// An empty one if there is none.
  const T &get(llvm::StringRef name) const {
    static const T none{};
    const T *known = lookup(name);
    return known ? *known : none;
  }
  bool contains(llvm::StringRef name) const { return lookup(name); }
  /// Adds an empty one if there is none.
  T &operator[](llvm::StringRef name) {
    auto it = things.find(name);
    return it == things.end() ? things[name.str()] : it->second;
  }
  std::vector<llvm::StringRef> getNames() const {
    std::vector<llvm::StringRef> names;
    for (const auto &[name, thing] : things)
      names.push_back(name);
    return names;
  }

  bool operator==(const Registry &other) const {
    return things == other.things;
  }
  bool empty() const { return things.empty(); }
  size_t size() const { return things.size(); }
  const T *front() const { return *begin(); }
  /// Iterates over pointers to the things.
  auto begin() const { return Iterator(things.begin()); }
  auto end() const { return Iterator(things.end()); }

private:
  using Map = std::map<std::string, T, std::less<>>;
  struct Iterator
      : llvm::iterator_adaptor_base<
            Iterator, typename Map::const_iterator, std::forward_iterator_tag,
            const T *, std::ptrdiff_t, const T *const *, const T *> {
    explicit Iterator(typename Map::const_iterator it)
        : Iterator::iterator_adaptor_base(it) {}
    const T *operator*() const { return &this->I->second; }
  };

  Map things;
};

} // namespace pmb

#endif // PMB_BUILDER_PASSES_REGISTRY_H
