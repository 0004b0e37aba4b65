//===- LooseTest.cpp - Documents that are not complete --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "tools/language/LooseJson.h"
#include "tools/language/LooseText.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace pmb::language;
using llvm::StringRef;
using test::Marked;

namespace {

std::string show(const LooseValue &value) {
  std::string text = value.key.empty() ? "" : value.key + ":";
  if (value.isObject() || value.isArray()) {
    text += value.isObject() ? "{" : "[";
    for (const auto &child : value.children)
      text += show(*child) + ",";
    return text + (value.isObject() ? "}" : "]");
  }
  return text + (value.kind == LooseValue::Kind::Missing ? "?" : value.text);
}

std::string read(StringRef text) {
  LooseJson json(text);
  return json.getRoot() ? show(*json.getRoot()) : "";
}

TEST(LooseJson, ReadsWhatIsComplete) {
  EXPECT_EQ(read("// c\n{\"a\": [1, true, \"x\"], /* d */ \"b\": {}}"),
            "{a:[1,true,x,],b:{},}");
  EXPECT_EQ(read("\xEF\xBB\xBF{\"a\\u0041\": \"\\\"\"}"), "{aA:\",}");
  EXPECT_EQ(read(""), "");
}

TEST(LooseJson, GoesOnAfterMistakes) {
  EXPECT_EQ(read("{\"a\": \"x\n  \"b\": 1}"), "{a:x,b:1,}");
  EXPECT_EQ(read("{\"a\" \"b\": 1}"), "{a:?,b:1,}");
  EXPECT_EQ(read("{\"a\": , \"b\": [\"c\" \"d\""), "{a:?,b:[c,d,],}");
  EXPECT_EQ(read("{\"a\": [1}, \"b\": 2}"), "{a:[1,],}");
  EXPECT_EQ(read("]}{\"a\""), "{a:?,}");
  EXPECT_EQ(read("{\"a"), "{a:?,}");
  EXPECT_EQ(read("{\"a\\"), "{a\\:?,}");
  EXPECT_EQ(read("[1, {2, 3, \"a\": 4}]"), "[1,{a:4,},]");
  EXPECT_EQ(read("{\"a\" {\"b\": 1}}"), "{a:?,{b:1,},}");
}

TEST(LooseJson, WhatIsDeepIsLeftOut) {
  std::string deep = std::string(1000000, '[');
  LooseJson json(deep);
  unsigned depth = 0;
  for (const LooseValue *at = json.getRoot(); at;
       at = at->children.empty() ? nullptr : at->children.front().get())
    ++depth;
  EXPECT_LE(depth, LooseJson::maxDepth + 1);
}

/// What is at the cursor: `key` or `value`, what it is of, and the string.
std::string find(const Marked &marked) {
  LooseJson json(marked.text);
  JsonSpot spot = json.find(marked.offset);
  if (!spot.container)
    return "nothing";
  return std::string(spot.isKey ? "key" : "value") +
         (spot.child && !spot.child->key.empty() ? " of " + spot.child->key
                                                 : "") +
         " <" + spot.inside.of(marked.text).str() + ">" +
         (spot.isInString ? "\"" : "");
}

TEST(LooseJson, FindsWhatIsAtACursor) {
  EXPECT_EQ(find({"{^}"}), "key <>");
  EXPECT_EQ(find({"^{}"}), "nothing");
  EXPECT_EQ(find({"{}^"}), "nothing");
  EXPECT_EQ(find({"{\"a^b\": 1}"}), "key of ab <ab>\"");
  EXPECT_EQ(find({"{\"a^"}), "key of a <a>\"");
  EXPECT_EQ(find({"{\"a\": ^}"}), "value of a <>");
  EXPECT_EQ(find({"{\"a\": ^"}), "value of a <>");
  EXPECT_EQ(find({"{\"a\": \"x^y\"}"}), "value of a <xy>\"");
  EXPECT_EQ(find({"{\"a\": \"^\"}"}), "value of a <>\"");
  EXPECT_EQ(find({"{\"a\": \"x^"}), "value of a <x>\"");
  EXPECT_EQ(find({"{\"a\": tr^}"}), "value of a <tr>");
  EXPECT_EQ(find({"{\"a\": [\"x\", ^]}"}), "value <>");
  EXPECT_EQ(find({"{\"a\": [\"x\", \"y^\"]}"}), "value <y>\"");
  EXPECT_EQ(find({"{\"a\": 1, ^\"b\": 2}"}), "key of b <>");
  EXPECT_EQ(find({"{\"a\": 1, ^}"}), "key <>");
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

std::string show(const std::vector<std::unique_ptr<LooseElement>> &elements) {
  std::string text;
  for (const auto &element : elements)
    text += (text.empty() ? "" : ",") + element->name.str() +
            (element->isNest ? "(" + show(element->nested) + ")" : "") +
            (element->hasOptions ? "{}" : "");
  return text;
}

std::string readText(StringRef text) {
  LooseText loose(text);
  std::string all;
  for (const auto &element : loose.getElements())
    all += (all.empty() ? "" : ",") + element->name.str() +
           (element->isNest ? "(" + show(element->nested) + ")" : "") +
           (element->hasOptions ? "{}" : "");
  return all;
}

TEST(LooseText, ReadsWhatIsThere) {
  EXPECT_EQ(readText("builtin.module(a{x={y}},func.func(b , c))"),
            "builtin.module(a{},func.func(b,c))");
  EXPECT_EQ(readText("m(a,,f(b"), "m(a,f(b))");
  EXPECT_EQ(readText("m(a))b"), "m(a),b");
  EXPECT_EQ(readText("(a)"), "(a)");
  EXPECT_EQ(readText("m(a{b(c"), "m(a{})");
  EXPECT_EQ(readText(""), "");
  EXPECT_FALSE(readText(std::string(1000000, '(')).empty());
}

std::string findText(const Marked &marked) {
  LooseText loose(marked.text);
  TextSpot spot = loose.find(marked.offset);
  static const char *const kinds[] = {"name", "option", "value", "nothing"};
  return std::string(kinds[int(spot.kind)]) + " <" +
         spot.inside.of(marked.text).str() + ">" +
         (spot.nest ? " in " + spot.nest->name.str() : "") +
         (spot.kind != TextSpot::Kind::Name && spot.element
              ? " of " + spot.element->name.str()
              : "") +
         (spot.option.empty() ? "" : " " + spot.option.str());
}

TEST(LooseText, FindsWhatIsAtACursor) {
  EXPECT_EQ(findText({"^"}), "name <>");
  EXPECT_EQ(findText({"m(^"}), "name <> in m");
  EXPECT_EQ(findText({"m(c^se)"}), "name <cse> in m");
  EXPECT_EQ(findText({"m(cse,^)"}), "name <> in m");
  EXPECT_EQ(findText({"m(f(a),b^"}), "name <b> in m");
  EXPECT_EQ(findText({"m(f(a)^"}), "nothing <> in m");
  EXPECT_EQ(findText({"m(a{^})"}), "option <> in m of a");
  EXPECT_EQ(findText({"m(a{x=1 y^z=2})"}), "option <yz> in m of a");
  EXPECT_EQ(findText({"m(a{x=tr^"}), "value <tr> in m of a x");
  EXPECT_EQ(findText({"m(a{x={p,q^}})"}), "value <q> in m of a x");
  EXPECT_EQ(findText({"m(a{x={p} y=^})"}), "value <> in m of a y");
}

} // namespace
