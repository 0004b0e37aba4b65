//===- SchemaValidator.h - Holds files against the JSON Schemas -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUNDLES_CONTRACTS_SCHEMAVALIDATOR_H
#define PMB_TESTS_BUNDLES_CONTRACTS_SCHEMAVALIDATOR_H

#include "../Require.h"
#include "bundles/json/JsonDocument.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "gtest/gtest.h"

namespace pmb::test {

/// The path of a file of the project.
inline std::string inSource(llvm::StringRef path) {
  // tests/bundles/Inputs
  llvm::StringRef root = PMB_TEST_INPUTS;
  for (int i = 0; i < 3; ++i)
    root = llvm::sys::path::parent_path(root);
  return (root + "/" + path).str();
}

/// The schema in a file of bundles/schema/.
inline const JsonValue &getSchema(llvm::StringRef name) {
  static llvm::StringMap<std::unique_ptr<JsonDocument>> schemas;
  std::unique_ptr<JsonDocument> &schema = schemas[name];
  if (!schema)
    schema = std::make_unique<JsonDocument>(test::require(
        JsonDocument::read(inSource(("bundles/schema/" + name).str()))));
  return schema->getRoot();
}

/// Draft-07, as far as the schemas need it. Fails the test if they use anything
/// else.
class Validator {
public:
  explicit Validator(llvm::StringRef file) : file(file) {}

  /// The first thing that is wrong with `value`, or nothing.
  std::string validate(const JsonValue &value) {
    return validate(value, file, getSchema(file));
  }

private:
  static std::string at(const JsonValue &value, const std::string &message) {
    return std::to_string(value.getPlace().line) + ":" +
           std::to_string(value.getPlace().column) + ": " + message;
  }

  std::string validateReference(const JsonValue &value, llvm::StringRef in,
                                llvm::StringRef reference) {
    auto [other, pointer] = reference.split('#');
    llvm::StringRef target = other.empty() ? in : other;
    const JsonValue *schema = &getSchema(target);
    llvm::SmallVector<llvm::StringRef> steps;
    pointer.split(steps, '/', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef step : steps) {
      const JsonMember *member = schema->lookup(step);
      if (!member)
        return "the schema has no " + reference.str();
      schema = &member->value;
    }
    return validate(value, target, *schema);
  }

  static bool hasType(const JsonValue &value, llvm::StringRef type) {
    switch (value.getKind()) {
    case JsonValue::Kind::Null:
      return type == "null";
    case JsonValue::Kind::Bool:
      return type == "boolean";
    case JsonValue::Kind::Number:
      return type == "number" ||
             (type == "integer" && !value.getText().contains('.'));
    case JsonValue::Kind::String:
      return type == "string";
    case JsonValue::Kind::Array:
      return type == "array";
    case JsonValue::Kind::Object:
      return type == "object";
    }
    return false;
  }

  std::string validate(const JsonValue &value, llvm::StringRef in,
                       const JsonValue &schema) {
    // In draft-07 nothing beside a reference counts.
    if (const JsonMember *reference = schema.lookup("$ref"))
      return validateReference(value, in, reference->value.getText());
    for (const JsonMember &member : schema.getMembers()) {
      std::string error = check(value, in, schema, member.key, member.value);
      if (!error.empty())
        return error;
    }
    return "";
  }

  std::string check(const JsonValue &value, llvm::StringRef in,
                    const JsonValue &schema, llvm::StringRef key,
                    const JsonValue &rule) {
    if (llvm::is_contained({"$schema", "$id", "title", "description", "default",
                            "definitions"},
                           key))
      return "";
    if (key == "type") {
      bool good = rule.isString()
                      ? hasType(value, rule.getText())
                      : llvm::any_of(rule.getElements(), [&](const auto &type) {
                          return hasType(value, type.getText());
                        });
      return good ? "" : at(value, "wrong type");
    }
    if (key == "enum")
      return llvm::any_of(rule.getElements(),
                          [&](const JsonValue &element) {
                            return element.getKind() == value.getKind() &&
                                   element.getText() == value.getText();
                          })
                 ? ""
                 : at(value, "not in the enumeration");
    if (key == "pattern") {
      // POSIX spells white space in brackets in another way.
      std::string pattern = rule.getText().str();
      for (size_t where; (where = pattern.find("\\s")) != std::string::npos;)
        pattern.replace(where, 2, "[:space:]");
      for (size_t where;
           (where = pattern.find("\\[\\]")) != std::string::npos;) {
        // In a bracket expression `]` comes first.
        pattern.erase(where, 4);
        pattern.insert(pattern.find("[^") + 2, "][");
      }
      return !value.isString() || llvm::Regex(pattern).match(value.getText())
                 ? ""
                 : at(value, "does not match " + pattern);
    }
    if (key == "minimum")
      return value.getText().starts_with("-") ? at(value, "too small") : "";
    if (key == "minItems")
      return value.isArray() && value.getElements().empty()
                 ? at(value, "too few items")
                 : "";
    if (key == "anyOf" || key == "oneOf" || key == "allOf")
      return checkAlternatives(value, in, key, rule);
    if (key == "items") {
      for (const JsonValue &element : value.getElements()) {
        std::string error = validate(element, in, rule);
        if (!error.empty())
          return error;
      }
      return "";
    }
    return checkObject(value, in, schema, key, rule);
  }

  std::string checkAlternatives(const JsonValue &value, llvm::StringRef in,
                                llvm::StringRef key, const JsonValue &rule) {
    size_t good = 0;
    std::string last;
    for (const JsonValue &alternative : rule.getElements()) {
      std::string error = validate(value, in, alternative);
      if (error.empty())
        ++good;
      else
        last = error;
    }
    bool holds = key == "anyOf"   ? good > 0
                 : key == "oneOf" ? good == 1
                                  : good == rule.getElements().size();
    return holds ? ""
                 : at(value, "fits " + std::to_string(good) + " of " +
                                 key.str() + "; " + last);
  }

  std::string checkObject(const JsonValue &value, llvm::StringRef in,
                          const JsonValue &schema, llvm::StringRef key,
                          const JsonValue &rule) {
    std::string error;
    if (key == "required") {
      for (const JsonValue &name : rule.getElements())
        if (value.isObject() && !value.lookup(name.getText()))
          return at(value, "needs " + name.getText().str());
    } else if (key == "dependencies") {
      for (const JsonMember &member : rule.getMembers())
        for (const JsonValue &name : member.value.getElements())
          if (value.lookup(member.key) && !value.lookup(name.getText()))
            return at(value,
                      member.key.str() + " needs " + name.getText().str());
    } else if (key == "properties") {
      for (const JsonMember &member : value.getMembers())
        if (const JsonMember *known = rule.lookup(member.key))
          if (error = validate(member.value, in, known->value); !error.empty())
            return error;
    } else if (key == "propertyNames") {
      for (const JsonMember &member : value.getMembers()) {
        auto name = test::require(JsonDocument::parse(
            SourceText::copy(("\"" + member.key + "\"").str(), "name")));
        if (error = validate(name.getRoot(), in, rule); !error.empty())
          return error;
      }
    } else if (key == "additionalProperties") {
      const JsonMember *known = schema.lookup("properties");
      for (const JsonMember &member : value.getMembers()) {
        if (known && known->value.lookup(member.key))
          continue;
        if (rule.getKind() == JsonValue::Kind::Bool)
          return at(value, "has the key " + member.key.str());
        if (error = validate(member.value, in, rule); !error.empty())
          return error;
      }
    } else {
      ADD_FAILURE() << "the schema uses " << key.str();
    }
    return "";
  }

  llvm::StringRef file;
};

/// What the schema of a format has against a file, or nothing.
inline std::string validate(const JsonDocument &document,
                            llvm::StringRef format) {
  return Validator((format + ".schema.json").str())
      .validate(document.getRoot());
}

inline std::string validate(llvm::StringRef text, llvm::StringRef format) {
  auto document = JsonDocument::parse(SourceText::copy(text, "t.json"));
  if (!document)
    return takeDiagnostics(document.takeError()).front().str();
  return validate(*document, format);
}

} // namespace pmb::test

#endif // PMB_TESTS_BUNDLES_CONTRACTS_SCHEMAVALIDATOR_H
