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

/// The fields of what sections describe, by its type.
template <typename T> inline constexpr std::nullptr_t sectionFields = nullptr;
/// What messages call one of them.
template <typename T> inline constexpr llvm::StringLiteral sectionName = "";
template <>
inline constexpr llvm::StringLiteral sectionName<PropertyDescriptor> =
    "a property";
template <>
inline constexpr llvm::StringLiteral sectionName<TypeDescriptor> = "a type";
template <>
inline constexpr llvm::StringLiteral sectionName<OperationDescriptor> =
    "an operation";
template <>
inline constexpr llvm::StringLiteral sectionName<ContentsDescriptor> =
    "named contents";

template <>
inline constexpr JsonField<PropertyDescriptor>
    sectionFields<PropertyDescriptor>[] = {
        jsonField<&PropertyDescriptor::summary>("summary"),
        jsonField<&PropertyDescriptor::isFleeting>("fleeting"),
        jsonField<&PropertyDescriptor::establishedBy>("establishedBy"),
};

template <>
inline constexpr JsonField<TypeDescriptor> sectionFields<TypeDescriptor>[] = {
    jsonItemsField<&TypeDescriptor::carriers>("carriers"),
    jsonItemsField<&TypeDescriptor::likelyCarriers>("likely"),
    jsonItemsField<&TypeDescriptor::possibleCarriers>("possible"),
    jsonItemsField<&TypeDescriptor::except>("except"),
    jsonItemsField<&TypeDescriptor::onlyUsers>("onlyUsers"),
    jsonItemsField<&TypeDescriptor::onlySources>("onlySources"),
    jsonItemsField<&TypeDescriptor::inAttributes>("inAttributes"),
    jsonField<&TypeDescriptor::becomes>("becomes"),
    jsonField<&TypeDescriptor::agreeOn>("agreeOn"),
    // About the declaration and not the type: see readTypes.
    {"extend", [](const JsonInput &, TypeDescriptor &) {}, nullptr},
};

template <>
inline constexpr JsonField<OperationDescriptor>
    sectionFields<OperationDescriptor>[] = {
        jsonField<&OperationDescriptor::parent>("parent"),
        jsonField<&OperationDescriptor::isOnlyThere>("only"),
        jsonField<&OperationDescriptor::isTop>("top"),
        jsonField<&OperationDescriptor::isFunction>("function"),
        jsonField<&OperationDescriptor::isSymbol>("symbol"),
        jsonField<&OperationDescriptor::holdsProgram>("program"),
        jsonField<&OperationDescriptor::isUsual>("usual"),
        jsonField<&OperationDescriptor::becomes>("becomes"),
};

template <>
inline constexpr JsonField<ContentsDescriptor>
    sectionFields<ContentsDescriptor>[] = {
        jsonField<&ContentsDescriptor::summary>("summary"),
        jsonField<&ContentsDescriptor::items>("items"),
};

template <>
inline constexpr JsonField<PassSuccessor> sectionFields<PassSuccessor>[] = {
    jsonNameField<&PassSuccessor::pass>("pass"),
    jsonField<&PassSuccessor::options>("options"),
    jsonField<&PassSuccessor::then>("then"),
    jsonField<&PassSuccessor::needlessAfter>("needlessAfter"),
    jsonField<&PassSuccessor::wasPipeline>("wasPipeline"),
    jsonField<&PassSuccessor::until, PassSuccessor>("until"),
    jsonField<&PassSuccessor::reason, PassSuccessor>("reason"),
    jsonField<&PassSuccessor::source, PassSuccessor>("source"),
};

template <>
inline constexpr JsonField<OptionSuccessor> sectionFields<OptionSuccessor>[] = {
    jsonNameField<&OptionSuccessor::option>("option"),
    {"values",
     [](const JsonInput &value, OptionSuccessor &into) {
       value.forEachMember([&](const JsonInput &member) {
         member.read(into.values[member.getKey()]);
       });
     },
     [](JsonOutput &os, llvm::StringRef key, const OptionSuccessor &from) {
       if (!from.values.empty())
         os.attributeObject(key, [&] {
           for (llvm::StringRef value : from.values.getNames())
             os.attribute(value, from.values.get(value));
         });
     }},
    jsonField<&OptionSuccessor::oldDefault>("oldDefault"),
    jsonField<&OptionSuccessor::until, OptionSuccessor>("until"),
    jsonField<&OptionSuccessor::reason, OptionSuccessor>("reason"),
    jsonField<&OptionSuccessor::source, OptionSuccessor>("source"),
};

template <>
inline constexpr JsonField<PassHistory> sectionFields<PassHistory>[] = {
    jsonField<&PassHistory::until, PassHistory>("until"),
    jsonField<&PassHistory::reason, PassHistory>("reason"),
    jsonField<&PassHistory::source, PassHistory>("source"),
    {"options",
     [](const JsonInput &value, PassHistory &into) {
       value.forEachMember([&](const JsonInput &member) {
         if (member.checkKeyName())
           member.readObject("a change of an option",
                             llvm::ArrayRef(sectionFields<OptionSuccessor>),
                             into.options[member.getKey()]);
       });
     },
     [](JsonOutput &os, llvm::StringRef key, const PassHistory &from) {
       if (!from.options.empty())
         os.attributeObject(key, [&] {
           for (llvm::StringRef name : from.options.getNames())
             os.attributeObject(name, [&] {
               writeFields(os, llvm::ArrayRef(sectionFields<OptionSuccessor>),
                           from.options.get(name));
             });
         });
     }},
};

} // namespace pmb

#endif // PMB_BUNDLES_CONTRACTS_CONTRACTSSECTIONS_H
