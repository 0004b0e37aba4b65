//===- JsonSupport.h - What JSON of reports has in common -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value says once what its members are called, and which of them may be left
// out:
//
//   void writeMembers(Members &to, const OptionEntry &option) {
//     to.add("name", option.name);
//     to.addGiven("value", option.value);
//   }
//
// They are written in this order. Files that sort their keys list them sorted.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_JSONSUPPORT_H
#define PMB_BUNDLES_REPORT_JSONSUPPORT_H

#include "bundles/report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <array>

namespace pmb::report {

template <typename T> constexpr bool isOptional = false;
template <typename T> constexpr bool isOptional<std::optional<T>> = true;

/// Writes the members of an object. How a value is written follows from its
/// type: a struct by `writeMembers`, an enum by `stringify`, a list element by
/// element, a function by what it writes into an object, what is absent as
/// null. Texts are escaped, so that they only show themselves; a `json::Value`
/// is written as it is.
class Members {
public:
  explicit Members(llvm::json::OStream &os) : os(os) {}

  template <typename T> void add(llvm::StringRef key, const T &value) {
    os.attributeBegin(key);
    write(os, value);
    os.attributeEnd();
  }
  /// Leaves out what says nothing: an empty text or list, false, what is
  /// absent, a negative position, a count of 0.
  template <typename T> void addGiven(llvm::StringRef key, const T &value) {
    if (!saysNothing(value))
      add(key, value);
  }
  /// Adds a list of objects, each of which has what `write` writes of it.
  template <typename RangeT, typename WriteFn>
  void addEach(llvm::StringRef key, const RangeT &range, WriteFn write) {
    os.attributeArray(key, [&] {
      for (const auto &element : range)
        os.object([&] { write(*this, element); });
    });
  }
  /// Adds a list of one object.
  template <typename WriteFn> void addOne(llvm::StringRef key, WriteFn write) {
    add(key, std::array{write});
  }

  template <typename T>
  static void write(llvm::json::OStream &os, const T &value) {
    if constexpr (std::is_convertible_v<const T &, llvm::StringRef>)
      os.value(toUTF8(value));
    else if constexpr (std::is_arithmetic_v<T> ||
                       std::is_same_v<T, llvm::json::Value>)
      os.value(value);
    else if constexpr (std::is_enum_v<T>)
      os.value(stringify(value));
    else if constexpr (isOptional<T>)
      value ? write(os, *value) : os.value(nullptr);
    else if constexpr (std::is_invocable_v<const T &, Members &>)
      os.object([&] {
        Members members(os);
        value(members);
      });
    else if constexpr (llvm::is_detected<BeginOf, T>::value)
      os.array([&] {
        for (const auto &element : value)
          write(os, element);
      });
    else
      os.object([&] {
        Members members(os);
        writeMembers(members, value);
      });
  }

private:
  template <typename T>
  using BeginOf = decltype(std::begin(std::declval<const T &>()));

  template <typename T> static bool saysNothing(const T &value) {
    if constexpr (isOptional<T> || std::is_same_v<T, bool>)
      return !value;
    else if constexpr (std::is_unsigned_v<T>)
      return value == 0;
    else if constexpr (std::is_arithmetic_v<T>)
      return value < 0;
    else if constexpr (std::is_convertible_v<const T &, llvm::StringRef>)
      return llvm::StringRef(value).empty();
    else
      return value.empty();
  }

  llvm::json::OStream &os;
};

/// Writes a value, and behind it a line end if it is `indented`.
template <typename T>
void printValue(llvm::raw_ostream &stream, const T &value,
                unsigned indented = 0) {
  llvm::json::OStream os(stream, indented);
  Members::write(os, value);
  os.flush();
  if (indented)
    stream << '\n';
}

/// The kind of the party, how pictures call it, its place, and why.
void writeMembers(Members &to, const Origin &origin);
/// A finding with what stands below its message.
void writeMembers(Members &to, const Diagnostic &finding);
/// One thing in which pipelines differ.
void writeMembers(Members &to, const PassChange &change);
/// From where to where, and whether certainly.
void writeMembers(Members &to, const Report::Timeline::Span &span);

/// Writes the data of one pipeline: a line for each member, and for each
/// element of what `addLines` adds.
class LineMembers {
public:
  explicit LineMembers(llvm::raw_ostream &os) : os(os) {}

  template <typename T> void add(llvm::StringRef key, const T &value) {
    begin(key);
    printValue(os, value);
  }
  template <typename RangeT>
  void addLines(llvm::StringRef key, const RangeT &range) {
    addLines(key, range, [&](const auto &element) { printValue(os, element); });
  }
  /// `write` adds to the members of an object.
  template <typename RangeT, typename WriteFn>
  void addObjects(llvm::StringRef key, const RangeT &range, WriteFn write) {
    addLines(key, range, [&](const auto &element) {
      printValue(os, [&](Members &to) { write(to, element); });
    });
  }

private:
  void begin(llvm::StringRef key) {
    os << separator << '"' << key << "\":";
    separator = ",\n ";
  }
  template <typename RangeT, typename PrintFn>
  void addLines(llvm::StringRef key, const RangeT &range, PrintFn print) {
    begin(key);
    os << '[';
    auto printLine = [&](const auto &element) {
      os << "\n  ";
      print(element);
    };
    llvm::interleave(range, os, printLine, ",");
    os << ']';
  }

  llvm::raw_ostream &os;
  llvm::StringRef separator = "";
};

/// Writes the data of pipelines; `write` adds to the members of each.
template <typename RangeT, typename WriteFn>
void printPipelines(llvm::raw_ostream &os, const RangeT &range, WriteFn write) {
  os << "{\"version\":1,\n\"pipelines\":[";
  auto printOne = [&](const auto &element) {
    os << "\n{";
    LineMembers members(os);
    write(members, element);
    os << '}';
  };
  llvm::interleave(range, os, printOne, ",");
  os << "]}\n";
}

} // namespace pmb::report

#endif // PMB_BUNDLES_REPORT_JSONSUPPORT_H
