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

// Of what has changed since earlier releases.
template <typename T>
inline constexpr JsonField<T> untilField = {
    "until",
    [](JsonReader &reader, const JsonValue &value, T &into) {
      reader.read(value, into.until);
    },
    [](JsonOutput &os, llvm::StringRef key, const T &from) {
      if (from.until)
        os.attribute(key, from.until);
    }};

inline constexpr JsonField<PassSuccessor> successorFields[] = {
    jsonNameField<PassSuccessor, &PassSuccessor::pass>("pass"),
    jsonField<PassSuccessor, &PassSuccessor::options>("options"),
    jsonField<PassSuccessor, &PassSuccessor::then>("then"),
    jsonField<PassSuccessor, &PassSuccessor::needlessAfter>("needlessAfter"),
    untilField<PassSuccessor>,
    jsonField<PassSuccessor, &PassSuccessor::reason>("reason"),
    jsonField<PassSuccessor, &PassSuccessor::source>("source"),
};

inline constexpr JsonField<OptionSuccessor> optionSuccessorFields[] = {
    jsonNameField<OptionSuccessor, &OptionSuccessor::option>("option"),
    {"values",
     [](JsonReader &reader, const JsonValue &value, OptionSuccessor &into) {
       reader.forEachMember(value, [&](const JsonMember &member) {
         reader.read(member.value, into.values[member.key]);
       });
     },
     [](JsonOutput &os, llvm::StringRef key, const OptionSuccessor &from) {
       if (!from.values.empty())
         os.attributeObject(key, [&] {
           for (llvm::StringRef value : from.values.getNames())
             os.attribute(value, from.values.get(value));
         });
     }},
    jsonField<OptionSuccessor, &OptionSuccessor::oldDefault>("oldDefault"),
    untilField<OptionSuccessor>,
    jsonField<OptionSuccessor, &OptionSuccessor::reason>("reason"),
    jsonField<OptionSuccessor, &OptionSuccessor::source>("source"),
};

inline constexpr JsonField<PassHistory> historyFields[] = {
    untilField<PassHistory>,
    jsonField<PassHistory, &PassHistory::reason>("reason"),
    jsonField<PassHistory, &PassHistory::source>("source"),
    {"options",
     [](JsonReader &reader, const JsonValue &value, PassHistory &into) {
       reader.forEachMember(value, [&](const JsonMember &member) {
         if (reader.checkName(member.key, member.place))
           reader.readObject(member.value, "a change of an option",
                             llvm::ArrayRef(optionSuccessorFields),
                             into.options[member.key]);
       });
     },
     [](JsonOutput &os, llvm::StringRef key, const PassHistory &from) {
       if (!from.options.empty())
         os.attributeObject(key, [&] {
           for (llvm::StringRef name : from.options.getNames())
             os.attributeObject(name, [&] {
               writeFields(os, llvm::ArrayRef(optionSuccessorFields),
                           from.options.get(name));
             });
         });
     }},
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
inline llvm::ArrayRef<JsonField<PassHistory>>
getSectionFields(const PassHistory &) {
  return historyFields;
}

} // namespace pmb

#endif // PMB_BUNDLES_CONTRACTS_CONTRACTSSECTIONS_H
