//===- NamedRegistry.h - What a process has registered by name ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the library itself.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_PATTERNS_NAMEDREGISTRY_H
#define PMB_PASSMANAGER_PATTERNS_NAMEDREGISTRY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace pmb {

/// Things of a class, which stay for as long as the process. Safe to use from
/// several threads.
template <typename T> class NamedRegistry {
public:
  /// Never destroyed, as MLIR's registries refer to what is in it.
  static NamedRegistry &get() {
    static auto *registry = new NamedRegistry();
    return *registry;
  }

  /// Returns false if there is one of that name.
  bool add(llvm::StringRef name, std::shared_ptr<const T> added) {
    std::lock_guard<std::mutex> lock(mutex);
    return things.emplace(name.str(), std::move(added)).second;
  }
  /// Null if there is none.
  std::shared_ptr<const T> lookup(llvm::StringRef name) {
    std::lock_guard<std::mutex> lock(mutex);
    auto it = things.find(name.str());
    return it == things.end() ? nullptr : it->second;
  }
  /// Sorted. They live as long as the registry.
  std::vector<llvm::StringRef> getNames() {
    std::lock_guard<std::mutex> lock(mutex);
    std::vector<llvm::StringRef> names;
    for (const auto &[name, thing] : things)
      names.push_back(name);
    return names;
  }

private:
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<const T>> things;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_PATTERNS_NAMEDREGISTRY_H
