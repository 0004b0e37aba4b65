//===- NodeContract.h - What a contract says of one node ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_NODECONTRACT_H
#define PMB_BUILDER_CHECK_NODECONTRACT_H

#include "builder/check/CompiledContract.h"
#include "builder/check/OptionValues.h"
#include "builder/list/PassList.h"
#include "llvm/ADT/SmallVector.h"

namespace pmb {

/// The contract of a pass, or of the bundle that `node` is a mark of; null for
/// slots, and for bundles without one.
const Contract *lookupContract(const Node &node);

/// The operations that a pass is restricted to, the most usual first; empty for
/// any. `instance` may be empty.
llvm::SmallVector<llvm::StringRef> getOperations(const PassDescriptor &pass,
                                                 const PassInstance &instance);

/// Tells which entries apply to one node, with its options, in that pipeline.
/// Reads the options when the first entry asks for them: an instance takes
/// microseconds to print them.
class EntryFilter {
public:
  EntryFilter(const PassList &list, const Node &node)
      : list(list), node(node) {}
  bool operator()(const ContractEntry &entry);

private:
  const PassList &list;
  const Node &node;
  std::optional<OptionValues> options;
};
bool applies(const PassList &list, const Node &node,
             const ContractEntry &entry);
/// True if that depends on options of the node: other instances of the pass may
/// differ.
bool asksForOption(const PassList &list, const Node &node,
                   const ContractEntry &entry);

/// What `node`, a pass or the end of a bundle, does to a property. A pass ends
/// a fleeting one that it does not preserve.
PropertyEffect getPropertyEffect(const PassList &list, const Node &node,
                                 llvm::StringRef property);
inline bool endsProperty(const PassList &list, const Node &node,
                         llvm::StringRef property) {
  return getPropertyEffect(list, node, property) == PropertyEffect::Ends;
}

} // namespace pmb

#endif // PMB_BUILDER_CHECK_NODECONTRACT_H
