//===- ContractsSections.h - What a contracts file says beside passes -----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_CONTRACTS_CONTRACTSSECTIONS_H
#define PMB_BUNDLES_CONTRACTS_CONTRACTSSECTIONS_H

#include "builder/passes/Catalog.h"
#include "bundles/json/JsonFields.h"

namespace pmb {

inline constexpr JsonField<PropertyDescriptor> propertySectionFields[] = {
    jsonField<PropertyDescriptor, &PropertyDescriptor::summary>("summary"),
    jsonField<PropertyDescriptor, &PropertyDescriptor::isFleeting>("fleeting"),
    jsonField<PropertyDescriptor, &PropertyDescriptor::establishedBy>(
        "establishedBy"),
};

inline constexpr JsonField<TypeDescriptor> typeFields[] = {
    jsonItemsField<TypeDescriptor, &TypeDescriptor::carriers>("carriers"),
    jsonItemsField<TypeDescriptor, &TypeDescriptor::likelyCarriers>("likely"),
    jsonItemsField<TypeDescriptor, &TypeDescriptor::possibleCarriers>(
        "possible"),
    jsonItemsField<TypeDescriptor, &TypeDescriptor::except>("except"),
    jsonItemsField<TypeDescriptor, &TypeDescriptor::onlyUsers>("onlyUsers"),
    jsonItemsField<TypeDescriptor, &TypeDescriptor::onlySources>("onlySources"),
    jsonField<TypeDescriptor, &TypeDescriptor::becomes>("becomes"),
    // About the declaration and not the type: see readTypes.
    {"extend", [](JsonReader &, const JsonValue &, TypeDescriptor &) {},
     nullptr},
};

inline constexpr JsonField<OperationDescriptor> operationFields[] = {
    jsonField<OperationDescriptor, &OperationDescriptor::parent>("parent"),
    jsonField<OperationDescriptor, &OperationDescriptor::isOnlyThere>("only"),
    jsonField<OperationDescriptor, &OperationDescriptor::isTop>("top"),
    jsonField<OperationDescriptor, &OperationDescriptor::isFunction>(
        "function"),
    jsonField<OperationDescriptor, &OperationDescriptor::isSymbol>("symbol"),
    jsonField<OperationDescriptor, &OperationDescriptor::holdsProgram>(
        "program"),
    jsonField<OperationDescriptor, &OperationDescriptor::isUsual>("usual"),
};

inline constexpr JsonField<ContentsDescriptor> contentsFields[] = {
    jsonField<ContentsDescriptor, &ContentsDescriptor::summary>("summary"),
    jsonField<ContentsDescriptor, &ContentsDescriptor::items>("items"),
};

inline constexpr JsonField<PassSuccessor> successorFields[] = {
    jsonField<PassSuccessor, &PassSuccessor::pass>("pass"),
    jsonField<PassSuccessor, &PassSuccessor::options>("options"),
};

// The fields of what a section describes.
inline llvm::ArrayRef<JsonField<PropertyDescriptor>>
getSectionFields(const PropertyDescriptor &) {
  return propertySectionFields;
}
inline llvm::ArrayRef<JsonField<TypeDescriptor>>
getSectionFields(const TypeDescriptor &) {
  return typeFields;
}
inline llvm::ArrayRef<JsonField<OperationDescriptor>>
getSectionFields(const OperationDescriptor &) {
  return operationFields;
}
inline llvm::ArrayRef<JsonField<ContentsDescriptor>>
getSectionFields(const ContentsDescriptor &) {
  return contentsFields;
}

} // namespace pmb

#endif // PMB_BUNDLES_CONTRACTS_CONTRACTSSECTIONS_H
