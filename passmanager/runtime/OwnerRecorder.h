//===- OwnerRecorder.h - Remembers the owners of what is handed over ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_OWNERRECORDER_H
#define PMB_PASSMANAGER_RUNTIME_OWNERRECORDER_H

#include "builder/Pipeline.h"
#include "passmanager/runtime/PassOwners.h"

namespace pmb {

/// Fills `PassOwners` from a pipeline. A pipeline that is flattened again and
/// again, unchanged, is described once.
class OwnerRecorder {
public:
  /// `pipeline` must outlive the recorder.
  OwnerRecorder(std::shared_ptr<PassOwners> owners, const Pipeline &pipeline)
      : owners(std::move(owners)), pipeline(pipeline) {}

  const std::shared_ptr<PassOwners> &getOwners() const { return owners; }

  /// Begins to hand over the pipeline. What was known of it is forgotten if it
  /// has changed since: `revision` counts changes. `hasEnd` is false for a part
  /// of it that ends earlier.
  void begin(uint64_t revision, bool hasEnd);
  /// Remembers that `pass` stands at `node`.
  void add(const mlir::Pass &pass, const Node &node);

private:
  PassOwner describe(const Node &node);
  std::shared_ptr<const PipelineFacts> describePipeline() const;
  std::shared_ptr<const BundleFacts> describe(const BundleInstance &bundle);

  std::shared_ptr<PassOwners> owners;
  const Pipeline &pipeline;
  /// What is known of the pipeline as it was then.
  struct Known {
    std::optional<uint64_t> revision;
    bool hasEnd = true;
    PipelineInterface interface;
    std::shared_ptr<const PipelineFacts> facts;
    llvm::DenseMap<const Node *, const PassOwner *> owners;
    llvm::DenseMap<const PassDescriptor *,
                   std::shared_ptr<const PassDescriptor>>
        descriptors;
    llvm::DenseMap<const BundleInstance *, std::shared_ptr<const BundleFacts>>
        bundles;
  } known;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_OWNERRECORDER_H
