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
#include <unordered_map>

namespace pmb {

/// What a handle is of: a number in its value.
enum class HandleKind : uintptr_t { Catalog, Pipeline, Diagnostics, Server };

/// The same, with what messages call it.
struct HandleSort {
  HandleKind kind;
  llvm::StringLiteral what;
};
template <typename T> extern const HandleSort handleSort;

/// Objects of one kind that code of others refers to. A handle is no address,
/// but a number that is used once, with the kind in it: one that was destroyed,
/// is of another kind or was made up is not in the table. Safe from several
/// threads.
template <typename T> class HandleTable {
public:
  explicit HandleTable(HandleSort sort)
      : kind(uintptr_t(sort.kind)), what(sort.what) {}

  /// The handle of a new object; null if there are too many.
  void *add(std::unique_ptr<T> object) {
    std::lock_guard<std::mutex> lock(mutex);
    if (objects.size() == maxObjects)
      return nullptr;
    void *handle = reinterpret_cast<void *>(++lastNumber << kindBits | kind);
    objects[handle] = std::make_shared<Object>(std::move(object));
    return handle;
  }

  /// Forgets an object, if it is there; it is destroyed once no call uses it.
  void remove(void *handle) {
    // Destroyed behind the lock: what it has may be large.
    typename Objects::node_type removed;
    std::lock_guard<std::mutex> lock(mutex);
    removed = objects.extract(handle);
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
  using Objects = std::unordered_map<void *, std::shared_ptr<Object>>;

  llvm::Expected<std::shared_ptr<Object>> lookup(void *handle) {
    std::lock_guard<std::mutex> lock(mutex);
    if (auto found = objects.find(handle); found != objects.end())
      return found->second;
    return makeError(
        Diagnostic(DiagnosticCode::BadValue,
                   handle ? "the handle is of no " + what +
                                ": it was destroyed, or is of something else"
                          : "the handle of the " + what + " is null"));
  }

  static constexpr unsigned kindBits = 2;
  static_assert(uintptr_t(HandleKind::Server) < 1 << kindBits);
  static constexpr size_t maxObjects = (size_t(1) << 18) - 1;

  uintptr_t kind;
  std::string what;
  std::mutex mutex;
  Objects objects;
  uintptr_t lastNumber = 0;
};

} // namespace pmb

#endif // PMB_BUNDLES_C_HANDLES_H
