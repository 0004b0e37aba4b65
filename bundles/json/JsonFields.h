//===- JsonFields.h - Reading and writing structures as JSON --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A structure is described once, by a table with a line for each key, and read
// and written by that table:
//
//   static constexpr JsonField<OptionEntry> fields[] = {
//       jsonField<&OptionEntry::name>("name"),
//       {"default", readDefault, writeDefault},
//   };
//
// Reading goes on after a mistake, so that one run shows all of them.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_JSON_JSONFIELDS_H
#define PMB_BUNDLES_JSON_JSONFIELDS_H

#include "bundles/json/JsonDocument.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include <functional>
#include <vector>

namespace pmb {

template <typename T> struct JsonField;

/// The key of `object` that is most likely one of `keys`, misspelled; empty if
/// there is none.
llvm::StringRef findMisspelled(const JsonValue &object,
                               llvm::ArrayRef<llvm::StringRef> keys);
/// Whether there is one. That is reported as a key that is not known, and need
/// not be reported as one that is missing.
inline bool hasMisspelled(const JsonValue &object,
                          llvm::ArrayRef<llvm::StringRef> keys) {
  return !findMisspelled(object, keys).empty();
}

/// Reads values of a document, and keeps what is wrong with them.
class JsonReader {
public:
  /// `document` must outlive the reader.
  explicit JsonReader(const JsonDocument &document)
      : source(document.getSource()) {}

  /// Reports a mistake. The result is valid until the next report.
  Diagnostic &report(DiagnosticCode code, TextPlace place, std::string message);
  /// Reports that `value` should be `expected`: `a string`.
  void reportType(const JsonValue &value, llvm::StringRef expected);
  /// Reports `name` as none of `known`.
  void reportUnknown(DiagnosticCode code, TextPlace place, std::string message,
                     llvm::StringRef name,
                     llvm::ArrayRef<llvm::StringRef> known);
  /// Adds errors of other code about what `value` says. They get a place: of
  /// their subject in `value`, or else `place`.
  void report(TextPlace place, const JsonValue &value, llvm::Error error);

  bool hasErrors() const { return !diagnostics.empty(); }
  /// Success if nothing was reported. Otherwise in the order of the text.
  llvm::Error takeError();
  const SourceText &getSource() const { return source; }

  // Each of these returns false, and leaves the target alone, after a report.
  bool read(const JsonValue &value, std::string &into);
  bool read(const JsonValue &value, bool &into);
  bool read(const JsonValue &value, unsigned &into);
  /// A list of strings, or one string.
  bool read(const JsonValue &value, std::vector<std::string> &into);
  bool read(const JsonValue &value,
            std::optional<std::vector<std::string>> &into);
  /// A name of a pass, kind, property, slot or bundle.
  bool readName(const JsonValue &value, std::string &into);
  bool checkName(llvm::StringRef name, TextPlace place);
  /// Items of contents: dialects, operations, kinds of types. Appends. Adds
  /// their places to `origins`, unless that is null.
  bool readItems(const JsonValue &value, std::vector<std::string> &into,
                 llvm::StringMap<Origin> *origins = nullptr);
  /// A string, number or truth value as the text of an option's value.
  bool readScalar(const JsonValue &value, std::string &into);

  /// Calls `each` for the elements of a list, or for a value that is no list.
  void forEach(const JsonValue &value,
               llvm::function_ref<void(const JsonValue &)> each);
  /// Calls `each` for the objects in a list; anything else is reported.
  void forEachObject(const JsonValue &value,
                     llvm::function_ref<void(const JsonValue &)> each);
  /// Calls `each` for the members of an object; anything else is reported.
  void forEachMember(const JsonValue &value,
                     llvm::function_ref<void(const JsonMember &)> each);

  /// Reads an object by its table. `what` says what it is: `a pass`. False if
  /// anything was reported.
  template <typename FieldsT, typename T>
  bool readObject(const JsonValue &value, llvm::StringRef what,
                  const FieldsT &fields, T &into);
  /// For keys that other code reads: reports those that are not in `known`.
  void checkKeys(const JsonValue &object, llvm::StringRef what,
                 llvm::ArrayRef<llvm::StringRef> known);

private:
  void reportUnknownKey(const JsonMember &member, llvm::StringRef what,
                        llvm::ArrayRef<llvm::StringRef> known);

  /// More are more than anybody reads.
  static constexpr size_t maxReports = 50;

  const SourceText &source;
  std::vector<Diagnostic> diagnostics;
  /// Holds what comes after the first `maxReports`.
  std::optional<Diagnostic> ignored;
  /// The key whose value is being read.
  llvm::StringRef currentKey;
};

/// Writes JSON. What is not UTF-8 is replaced, as options of passes may be
/// anything and JSON has no way to write it.
class JsonOutput : public llvm::json::OStream {
public:
  using OStream::OStream;

  template <typename T> void value(T &&contents) {
    if constexpr (std::is_convertible_v<T &&, llvm::StringRef>)
      OStream::value(toUTF8(contents));
    else
      OStream::value(std::forward<T>(contents));
  }
  template <typename T> void attribute(llvm::StringRef key, T &&contents) {
    attributeBegin(key);
    value(std::forward<T>(contents));
    attributeEnd();
  }
  void attributeBegin(llvm::StringRef key) {
    OStream::attributeBegin(toUTF8(key));
  }
  /// Writes a key with the one value that `contents` writes.
  void attributeWith(llvm::StringRef key, Block contents) {
    attributeBegin(key);
    contents();
    attributeEnd();
  }
  void attributeArray(llvm::StringRef key, Block contents) {
    attributeWith(key, [&] { array(contents); });
  }
  void attributeObject(llvm::StringRef key, Block contents) {
    attributeWith(key, [&] { object(contents); });
  }

private:
  static std::string toUTF8(llvm::StringRef text) {
    return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
  }
};

/// One key of objects that stand for a `T`.
template <typename T> struct JsonField {
  llvm::StringLiteral key;
  void (*read)(JsonReader &reader, const JsonValue &value, T &into);
  /// Writes key and value, or nothing if the value is the default.
  void (*write)(JsonOutput &os, llvm::StringRef key, const T &from);
};

// Each writes nothing if the value is the default.
void writeMember(JsonOutput &os, llvm::StringRef key, llvm::StringRef text);
inline void writeMember(JsonOutput &os, llvm::StringRef key,
                        const std::string &text) {
  writeMember(os, key, llvm::StringRef(text));
}
void writeMember(JsonOutput &os, llvm::StringRef key, bool value);
void writeMember(JsonOutput &os, llvm::StringRef key,
                 const std::vector<std::string> &list);
/// Writes also an empty list, but nothing for std::nullopt.
void writeMember(JsonOutput &os, llvm::StringRef key,
                 const std::optional<std::vector<std::string>> &list);

void writeList(JsonOutput &os, llvm::ArrayRef<std::string> list);
/// Prints what `write` writes, laid out for people, with a line end.
void writeJson(llvm::raw_ostream &os,
               llvm::function_ref<void(JsonOutput &)> write);
/// The same in one line, without a line end.
std::string writeJsonLine(llvm::function_ref<void(JsonOutput &)> write);
/// What `write` writes, without blanks.
std::string writeCompactJson(llvm::function_ref<void(JsonOutput &)> write);

inline void readItems(JsonReader &reader, const JsonValue &value,
                      std::vector<std::string> &into) {
  reader.readItems(value, into);
}

/// The structure that a member is one of.
template <typename T> struct JsonOwner;
template <typename T, typename MemberT> struct JsonOwner<MemberT T::*> {
  using type = T;
};
template <auto member>
using JsonOwnerOf = typename JsonOwner<decltype(member)>::type;

/// The field of a structure's member that `readMember(reader, value, member)`
/// reads. It is written by its type.
template <auto member, auto readMember, typename T = JsonOwnerOf<member>>
constexpr JsonField<T> jsonReadField(llvm::StringLiteral key) {
  return {key,
          [](JsonReader &reader, const JsonValue &value, T &into) {
            std::invoke(readMember, reader, value, into.*member);
          },
          [](JsonOutput &os, llvm::StringRef key, const T &from) {
            writeMember(os, key, from.*member);
          }};
}
/// That of a member that is read by its type, too.
template <auto member, typename T = JsonOwnerOf<member>>
constexpr JsonField<T> jsonField(llvm::StringLiteral key) {
  return {key,
          [](JsonReader &reader, const JsonValue &value, T &into) {
            reader.read(value, into.*member);
          },
          [](JsonOutput &os, llvm::StringRef key, const T &from) {
            writeMember(os, key, from.*member);
          }};
}
/// That of a member that is a name.
template <auto member, typename T = JsonOwnerOf<member>>
constexpr JsonField<T> jsonNameField(llvm::StringLiteral key) {
  return jsonReadField<member, &JsonReader::readName, T>(key);
}
/// That of a member that lists items of contents.
template <auto member> constexpr auto jsonItemsField(llvm::StringLiteral key) {
  return jsonReadField<member, readItems>(key);
}
/// A text for people and editors only: checked, and dropped.
template <typename T>
constexpr JsonField<T> jsonRemark(llvm::StringLiteral key) {
  return {key,
          [](JsonReader &reader, const JsonValue &value, T &) {
            std::string ignored;
            reader.read(value, ignored);
          },
          nullptr};
}

template <typename FieldsT, typename T>
bool JsonReader::readObject(const JsonValue &value, llvm::StringRef what,
                            const FieldsT &fields, T &into) {
  size_t count = diagnostics.size();
  forEachMember(value, [&](const JsonMember &member) {
    for (const JsonField<T> &field : fields)
      if (member.key == field.key) {
        field.read(*this, member.value, into);
        return;
      }
    llvm::SmallVector<llvm::StringRef, 16> known;
    for (const JsonField<T> &field : fields)
      known.push_back(field.key);
    reportUnknownKey(member, what, known);
  });
  return diagnostics.size() == count;
}

/// Writes the members of an object by its table.
template <typename FieldsT, typename T>
void writeFields(JsonOutput &os, const FieldsT &fields, const T &from) {
  for (const JsonField<T> &field : fields)
    if (field.write)
      field.write(os, field.key, from);
}

} // namespace pmb

#endif // PMB_BUNDLES_JSON_JSONFIELDS_H
