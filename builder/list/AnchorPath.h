//===- AnchorPath.h - Where a pass runs -----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PIPELINE_ANCHORPATH_H
#define PMB_BUILDER_PIPELINE_ANCHORPATH_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>
#include <vector>

namespace pmb {

/// The nest in which a pass runs: `builtin.module/func.func`. Owned by the
/// pipeline and unique in it, so two paths are equal if their pointers are.
class AnchorPath {
public:
  explicit AnchorPath(llvm::StringRef op, AnchorPath *parent = nullptr)
      : op(op.str()), parent(parent), depth(parent ? parent->depth + 1 : 0) {}
  AnchorPath(const AnchorPath &) = delete;
  ~AnchorPath();

  /// The operation that passes on this path run on.
  llvm::StringRef getOp() const { return op; }
  /// Null for the pipeline's own operation.
  const AnchorPath *getParent() const { return parent; }
  AnchorPath *getParent() { return parent; }
  /// 0 for the pipeline's own operation.
  unsigned getDepth() const { return depth; }

  bool hasNested() const { return !nested.empty(); }
  /// The path of a nest for `op` below this one; made on first use.
  AnchorPath *getNested(llvm::StringRef nestedOp);

  /// This path or the nearest ancestor that runs on `wanted`, not beyond `top`
  /// if that is not null; null if none does.
  AnchorPath *findUpwards(llvm::StringRef wanted,
                          const AnchorPath *top = nullptr);
  /// Whether this is `other`, or below it.
  bool isIn(const AnchorPath &other) const;

  /// The longest path that both have as a prefix.
  static const AnchorPath *getCommonPrefix(const AnchorPath *a,
                                           const AnchorPath *b);

  /// `builtin.module/func.func`.
  std::string str() const;
  /// The operations below the pipeline's own, outermost first.
  std::vector<std::string> getOps() const;

  /// True once it has been found that passes can run here.
  bool isVerified() const { return verified; }
  void setVerified() { verified = true; }

private:
  std::string op;
  AnchorPath *parent;
  unsigned depth;
  bool verified = false;
  /// Few; found by linear search.
  llvm::SmallVector<std::unique_ptr<AnchorPath>, 2> nested;
};

} // namespace pmb

#endif // PMB_BUILDER_PIPELINE_ANCHORPATH_H
