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
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include <functional>
#include <vector>

namespace pmb {

template <typename T> struct JsonField;
class JsonInput;

/// What is wrong with a document.
class JsonReader {
public:
  /// `document` must outlive the reader.
  explicit JsonReader(const JsonDocument &document) : document(document) {}

  const JsonDocument &getDocument() const { return document; }
  JsonInput getRoot();

  /// Reports a mistake. The result is valid until the next report.
  Diagnostic &report(DiagnosticCode code, TextPlace place, std::string message);
  bool hasErrors() const { return !diagnostics.empty(); }
  /// Success if nothing was reported. Otherwise in the order of the text.
  llvm::Error takeError();
  const SourceText &getSource() const { return document.getSource(); }

private:
  friend class JsonInput;

  /// More say nothing more.
  static constexpr size_t maxReports = 50;

  const JsonDocument &document;
  std::vector<Diagnostic> diagnostics;
  /// Holds what comes after the first `maxReports`.
  std::optional<Diagnostic> ignored;
};

/// A value that is being read: it knows the key that it stands under, and the
/// reader that hears what is wrong with it.
class JsonInput : public JsonValue {
public:
  JsonInput(JsonReader &reader, const JsonValue &value,
            const JsonMember *member = nullptr)
      : JsonValue(value), reader(&reader), member(member) {}

  JsonReader &getReader() const { return *reader; }
  /// The key of the object around it, or around the list that it is in.
  llvm::StringRef getKey() const { return member->key; }
  TextPlace getKeyPlace() const { return member->place; }
  /// The value as it is written.
  llvm::StringRef getWritten() const {
    return reader->getSource().getText().slice(getBegin(), getEnd());
  }
  /// The value of a member; std::nullopt if there is none.
  std::optional<JsonInput> find(llvm::StringRef key) const;
  /// The key that is most likely one of `keys`, misspelled; empty if there is
  /// none.
  llvm::StringRef findMisspelled(llvm::ArrayRef<llvm::StringRef> keys) const;
  /// Whether it has none of `keys`. One that is misspelled is reported as a key
  /// that is not known, and need not be reported as one that is missing.
  bool lacks(llvm::ArrayRef<llvm::StringRef> keys) const {
    auto isThere = [&](llvm::StringRef key) { return lookup(key) != nullptr; };
    return llvm::none_of(keys, isThere) && findMisspelled(keys).empty();
  }

  /// Reports a mistake at the value. The result is valid until the next report.
  Diagnostic &report(DiagnosticCode code, std::string message) const {
    return reader->report(code, getPlace(), std::move(message));
  }
  /// The same at its key.
  Diagnostic &reportKey(DiagnosticCode code, std::string message) const {
    return reader->report(code, getKeyPlace(), std::move(message));
  }
  /// Reports it as one that cannot be: `bad-value`.
  Diagnostic &reject(std::string message) const {
    return report(DiagnosticCode::BadValue, std::move(message));
  }
  Diagnostic &rejectKey(std::string message) const {
    return reportKey(DiagnosticCode::BadValue, std::move(message));
  }
  /// Reports what an object needs and does not have: `missing-key`.
  Diagnostic &reportMissing(std::string message) const {
    return report(DiagnosticCode::MissingKey, std::move(message));
  }
  /// Adds errors of other code about what the value says. They get a place: of
  /// their subject in it, or else `place`.
  void report(TextPlace place, llvm::Error error) const;
  /// The same value for another reader.
  JsonInput withReader(JsonReader &other) const {
    return {other, *this, member};
  }
  /// Reports that the value should be `expected`: `a string`.
  void reportType(llvm::StringRef expected) const;
  /// Reports `name` as none of `known`.
  void reportUnknown(DiagnosticCode code, std::string message,
                     llvm::StringRef name,
                     llvm::ArrayRef<llvm::StringRef> known) const;
  /// Reports the key as none of `known`: `unknown-key`.
  void reportUnknownKey(std::string message,
                        llvm::ArrayRef<llvm::StringRef> known) const;

  // Each of these returns false, and leaves the target alone, after a report.

  bool read(std::string &into) const;
  bool read(bool &into) const;
  bool read(unsigned &into) const;
  /// A list of strings, or one string.
  bool read(std::vector<std::string> &into) const;
  bool read(std::optional<std::vector<std::string>> &into) const;
  /// A name of a pass, kind, property, slot or bundle.
  bool readName(std::string &into) const;
  /// The same where a nest is not written around a pass, but beside its name.
  bool readNameBesideNest(std::string &into) const;
  /// The name of a file that is relative to this one.
  bool readFileName(std::string &into) const;
  bool checkFileName(llvm::StringRef name) const;
  /// Whether the key is a name.
  bool checkKeyName() const { return checkName(getKey(), getKeyPlace()); }
  /// Items of contents: dialects, operations, kinds of types. Appends. Adds
  /// their places to `origins`, unless that is null.
  bool readItems(std::vector<std::string> &into,
                 llvm::StringMap<Origin> *origins = nullptr) const;
  /// A string, number or truth value as the text of an option's value.
  bool readScalar(std::string &into) const;

  using EachFn = llvm::function_ref<void(const JsonInput &)>;
  /// Calls `each` for the elements of a list, or for a value that is no list.
  void forEach(EachFn each) const;
  /// Calls `each` for the objects in a list; anything else is reported.
  void forEachObject(EachFn each) const;
  /// Calls `each` for the values of an object; anything else is reported.
  void forEachMember(EachFn each) const;

  /// Reads an object by its table. `what` says what it is: `a pass`. Other code
  /// reads the keys that are `others`. False if anything was reported.
  template <typename FieldsT, typename T>
  bool readObject(llvm::StringRef what, const FieldsT &fields, T &into,
                  llvm::ArrayRef<llvm::StringRef> others = {}) const;
  /// For keys that other code reads: reports those that are not in `known`.
  void checkKeys(llvm::StringRef what,
                 llvm::ArrayRef<llvm::StringRef> known) const;

private:
  /// Reads a list of strings, or one string. `accept` reports a bad string and
  /// returns false.
  bool readTexts(std::vector<std::string> &into, llvm::StringRef expected,
                 llvm::function_ref<bool(const JsonInput &)> accept) const;
  /// `nest`: how a pass in a nest is written there.
  bool checkName(llvm::StringRef name, TextPlace place,
                 llvm::StringRef nest =
                     R"({"nest": "func.func", "passes": ["cse"]})") const;
  bool failType(llvm::StringRef expected) const;
  JsonInput getElement(const JsonValue &element) const {
    return JsonInput(*reader, element, member);
  }
  /// Reports the key as none that `what` has.
  void rejectKeyOf(llvm::StringRef what,
                   llvm::ArrayRef<llvm::StringRef> known) const;

  JsonReader *reader;
  const JsonMember *member;
};

/// Writes JSON. What is not UTF-8 is replaced, as options of passes may be
/// anything and JSON has no way to write it.
class JsonOutput : public llvm::json::OStream {
public:
  using OStream::OStream;

  /// Writes a text, a list of texts, or what LLVM knows to write.
  template <typename T> void value(T &&contents) {
    if constexpr (std::is_convertible_v<T &&, llvm::StringRef>)
      OStream::value(toUTF8(contents));
    else if constexpr (std::is_convertible_v<T &&, llvm::ArrayRef<std::string>>)
      array([&] {
        for (llvm::StringRef text : contents)
          value(text);
      });
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
  void (*read)(const JsonInput &value, T &into);
  /// Writes key and value, or nothing if the value is the default.
  void (*write)(JsonOutput &os, llvm::StringRef key, const T &from);
};

/// Writes nothing if the value is the default.
template <typename T>
void writeMember(JsonOutput &os, llvm::StringRef key, const T &value) {
  if (value != T())
    os.attribute(key, value);
}
/// Writes also what is empty, but nothing for std::nullopt.
template <typename T>
void writeMember(JsonOutput &os, llvm::StringRef key,
                 const std::optional<T> &value) {
  if (value)
    os.attribute(key, *value);
}

/// Prints what `write` writes, laid out for people, with a line end.
void writeJson(llvm::raw_ostream &os,
               llvm::function_ref<void(JsonOutput &)> write);
/// The same in one line, without a line end.
std::string writeJsonLine(llvm::function_ref<void(JsonOutput &)> write);
/// What `write` writes, without blanks.
std::string writeCompactJson(llvm::function_ref<void(JsonOutput &)> write);

/// How a member is read, and written by `writeMember`, follows from its type;
/// namespace pmb has overloads for those of which this is not all.
template <typename T> void readMember(const JsonInput &value, T &into) {
  value.read(into);
}
inline void readItems(const JsonInput &value, std::vector<std::string> &into) {
  value.readItems(into);
}

/// The structure that a member is one of, and the type of the member.
template <typename T> struct JsonOwner;
template <typename T, typename MemberT> struct JsonOwner<MemberT T::*> {
  using type = T;
  using member = MemberT;
};
template <auto member>
using JsonOwnerOf = typename JsonOwner<decltype(member)>::type;
template <auto member>
using JsonTypeOf = typename JsonOwner<decltype(member)>::member;

/// Writes a structure's member by its type.
template <auto member, typename T = JsonOwnerOf<member>>
void writeField(JsonOutput &os, llvm::StringRef key, const T &from) {
  writeMember(os, key, from.*member);
}

/// The field of a structure's member that `read(value, member)` reads. It is
/// written by its type.
template <auto member, auto read, typename T = JsonOwnerOf<member>>
constexpr JsonField<T> jsonReadField(llvm::StringLiteral key) {
  return {key,
          [](const JsonInput &value, T &into) {
            std::invoke(read, value, into.*member);
          },
          writeField<member, T>};
}
/// That of a member that is read by its type, too.
template <auto member, typename T = JsonOwnerOf<member>>
constexpr JsonField<T> jsonField(llvm::StringLiteral key) {
  return {
      key,
      [](const JsonInput &value, T &into) { readMember(value, into.*member); },
      writeField<member, T>};
}
/// That of a member that is a name.
template <auto member, typename T = JsonOwnerOf<member>>
constexpr JsonField<T> jsonNameField(llvm::StringLiteral key) {
  return jsonReadField<member, &JsonInput::readName, T>(key);
}
/// That of a member that lists items of contents.
template <auto member, typename T = JsonOwnerOf<member>>
constexpr JsonField<T> jsonItemsField(llvm::StringLiteral key) {
  return jsonReadField<member, readItems, T>(key);
}
/// A member that is checked, and not kept: it is for people and editors, or it
/// is looked up later.
template <typename T, typename ValueT = std::string>
constexpr JsonField<T> jsonRemark(llvm::StringLiteral key) {
  return {key,
          [](const JsonInput &value, T &) {
            ValueT ignored;
            value.read(ignored);
          },
          nullptr};
}

inline JsonInput JsonReader::getRoot() { return {*this, document.getRoot()}; }

template <typename FieldsT, typename T>
bool JsonInput::readObject(llvm::StringRef what, const FieldsT &fields, T &into,
                           llvm::ArrayRef<llvm::StringRef> others) const {
  size_t count = reader->diagnostics.size();
  forEachMember([&](const JsonInput &member) {
    for (const JsonField<T> &field : fields)
      if (member.getKey() == field.key)
        return field.read(member, into);
    if (llvm::is_contained(others, member.getKey()))
      return;
    llvm::SmallVector<llvm::StringRef, 32> known;
    for (const JsonField<T> &field : fields)
      known.push_back(field.key);
    llvm::append_range(known, others);
    member.rejectKeyOf(what, known);
  });
  return reader->diagnostics.size() == count;
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
