//===- Handles.h - Handles that are checked -------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_C_HANDLES_H
#define PMB_BUNDLES_C_HANDLES_H

#include "builder/diagnostics/Diagnostic.h"
#include <atomic>
#include <memory>
#include <mutex>

namespace pmb {

/// What a handle is of, and the number of that in its value.
struct HandleSort {
  uintptr_t kind;
  llvm::StringLiteral what;
};
template <typename T> extern const HandleSort handleSort;

/// Objects of one kind that code of others refers to. A handle is no address:
/// it has the number of a place and how often that was used before, so that
/// what was destroyed, what is of another kind and what was made up are told
/// from what is there. Safe from several threads.
template <typename T> class HandleTable {
public:
  explicit HandleTable(HandleSort sort) : kind(sort.kind), what(sort.what) {}

  /// The handle of a new object; null if there are too many.
  void *add(std::unique_ptr<T> object) {
    std::lock_guard<std::mutex> lock(mutex);
    size_t index = free.empty() ? entries.size() : free.back();
    if (index == maxIndex)
      return nullptr;
    if (free.empty())
      entries.emplace_back();
    else
      free.pop_back();
    entries[index].object = std::make_shared<Object>(std::move(object));
    return encode(index);
  }

  /// Forgets an object; it is destroyed once no call uses it. False if there is
  /// none.
  bool remove(void *handle) {
    std::shared_ptr<Object> removed;
    std::lock_guard<std::mutex> lock(mutex);
    Entry *entry = find(handle);
    if (!entry)
      return false;
    removed = std::move(entry->object);
    ++entry->generation;
    free.push_back(entry - entries.data());
    return true;
  }

  /// The object, which is safe from several threads. Fails with `bad-value` if
  /// there is none.
  llvm::Expected<std::shared_ptr<T>> share(void *handle) {
    llvm::Expected<std::shared_ptr<Object>> object = lookup(handle);
    if (!object)
      return object.takeError();
    return std::shared_ptr<T>(*object, (*object)->value.get());
  }

  /// The object, for one call: until the result is gone, other calls fail.
  /// Fails as `share`, and if another call is using it.
  llvm::Expected<std::shared_ptr<T>> lease(void *handle) {
    llvm::Expected<std::shared_ptr<Object>> object = lookup(handle);
    if (!object)
      return object.takeError();
    if ((*object)->isInUse.exchange(true, std::memory_order_acquire))
      return makeError(
          Diagnostic(DiagnosticCode::BadValue,
                     "the " + what + " is being used by another call")
              .help("let one thread at a time call"));
    return std::shared_ptr<T>((*object)->value.get(), [object = *object](T *) {
      object->isInUse.store(false, std::memory_order_release);
    });
  }

private:
  struct Object {
    explicit Object(std::unique_ptr<T> value) : value(std::move(value)) {}
    std::unique_ptr<T> value;
    std::atomic<bool> isInUse = false;
  };
  struct Entry {
    std::shared_ptr<Object> object;
    uintptr_t generation = 0;
  };

  llvm::Expected<std::shared_ptr<Object>> lookup(void *handle) {
    std::lock_guard<std::mutex> lock(mutex);
    if (Entry *entry = find(handle))
      return entry->object;
    return makeError(
        Diagnostic(DiagnosticCode::BadValue,
                   handle ? "the handle is of no " + what +
                                ": it was destroyed, or is of something else"
                          : "the handle of the " + what + " is null"));
  }

  static constexpr unsigned kindBits = 2, indexBits = 18;
  static constexpr size_t maxIndex = (size_t(1) << indexBits) - 1;

  /// Never null: indices count from 1 in it.
  void *encode(size_t index) const {
    return reinterpret_cast<void *>(entries[index].generation
                                        << (kindBits + indexBits) |
                                    uintptr_t(index + 1) << kindBits | kind);
  }
  Entry *find(void *handle) {
    size_t index =
        (reinterpret_cast<uintptr_t>(handle) >> kindBits & maxIndex) - 1;
    bool isThere = index < entries.size() && entries[index].object &&
                   encode(index) == handle;
    return isThere ? &entries[index] : nullptr;
  }

  uintptr_t kind;
  std::string what;
  std::mutex mutex;
  std::vector<Entry> entries;
  std::vector<size_t> free;
};

} // namespace pmb

#endif // PMB_BUNDLES_C_HANDLES_H
