//===- ContractsCode.h - C++ that registers contracts ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_CONTRACTS_CONTRACTSCODE_H
#define PMB_BUNDLES_CONTRACTS_CONTRACTSCODE_H

#include "builder/passes/Catalog.h"

namespace pmb {

/// C++ to be included in a source file, which registers the contracts of a file
/// with the program (passmanager/contracts/EmbeddedContracts.h). The file is
/// what `llvm-tblgen --dump-json` makes of a Passes.td, or a contracts file. It
/// is read into `catalog`, so that what is wrong with it is said here and not
/// in the program. Adds to `warnings` and fails as `readContractsFile` does.
llvm::Expected<std::string>
makeContractsCode(llvm::StringRef path, Catalog &catalog,
                  std::vector<Diagnostic> &warnings);

} // namespace pmb

#endif // PMB_BUNDLES_CONTRACTS_CONTRACTSCODE_H
