//===- Declarations.h - What a document itself declares -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_LANGUAGE_DECLARATIONS_H
#define PMB_TOOLS_LANGUAGE_DECLARATIONS_H

#include "builder/passes/PassDescriptor.h"
#include "tools/language/LooseJson.h"
#include "llvm/ADT/SmallVector.h"

namespace pmb::language {

/// The options that `owner` declares: a file, a bundle under `bundles`, a pass
/// under `passes` or `contracts`. None if it is null.
std::vector<OptionDescriptor> readDeclaredOptions(const LooseValue *owner);

/// What is around a value and declares options that it can ask for, innermost
/// first; the file is the last.
llvm::SmallVector<const LooseValue *> findScopes(const LooseValue &value);

/// The member that declares the option or the variant whose name is at a byte:
/// in a condition, under `optionsFrom`, or in a variant. Null if none does.
const LooseValue *findDeclaration(const LooseJson &json, size_t offset);

/// Whether an object is a variant, whose members are options of the file.
bool isVariant(const LooseValue &object);

/// The operation of the nest that a value is in; empty if there is no telling.
llvm::StringRef findNestAround(const LooseValue &value, llvm::StringRef root);

} // namespace pmb::language

#endif // PMB_TOOLS_LANGUAGE_DECLARATIONS_H
