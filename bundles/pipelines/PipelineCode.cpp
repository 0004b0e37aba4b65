//===- PipelineCode.cpp - C++ that registers a pipeline -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/PipelineCode.h"
#include "builder/passes/PassDescriptor.h"
#include "bundles/contracts/CodeText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace llvm;
using Type = OptionDescriptor::Type;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Whether a member cannot be called so: as a keyword, a macro, or a function
/// of the struct.
static bool isTaken(StringRef name) {
  static constexpr StringLiteral keywords[] = {
      "alignas",       "alignof",     "and",
      "and_eq",        "asm",         "auto",
      "bitand",        "bitor",       "bool",
      "break",         "case",        "catch",
      "char",          "char16_t",    "char32_t",
      "char8_t",       "class",       "co_await",
      "co_return",     "co_yield",    "compl",
      "concept",       "const",       "const_cast",
      "consteval",     "constexpr",   "constinit",
      "continue",      "decltype",    "default",
      "delete",        "do",          "double",
      "dynamic_cast",  "else",        "enum",
      "explicit",      "export",      "extern",
      "false",         "float",       "for",
      "friend",        "goto",        "if",
      "inline",        "int",         "long",
      "mutable",       "namespace",   "new",
      "noexcept",      "not",         "not_eq",
      "nullptr",       "operator",    "or",
      "or_eq",         "private",     "protected",
      "public",        "register",    "reinterpret_cast",
      "requires",      "return",      "short",
      "signed",        "sizeof",      "static",
      "static_assert", "static_cast", "struct",
      "switch",        "template",    "this",
      "thread_local",  "throw",       "true",
      "try",           "typedef",     "typeid",
      "typename",      "union",       "unsigned",
      "using",         "virtual",     "void",
      "volatile",      "errno",       "getChoice",
      "linux",         "stderr",      "stdin",
      "stdout",        "unix",        "wchar_t",
      "while",         "xor",         "xor_eq"};
  return is_contained(keywords, name);
}

/// `gpu-late` as `GpuLate`; empty if that is no name of C++.
static std::string makeTypeName(StringRef name) {
  std::string result;
  bool isFirst = true;
  for (char c : name) {
    bool isPart = isAlnum(c);
    if (!isPart && c != '-' && c != '_' && c != '.')
      return "";
    if (isPart)
      result += isFirst ? toUpper(c) : c;
    isFirst = !isPart;
  }
  return result.empty() || isDigit(result.front()) ? "" : result;
}

/// `vector-size` as `vectorSize`.
static std::string makeMemberName(StringRef name) {
  std::string result = makeTypeName(name);
  if (!result.empty())
    result.front() = toLower(result.front());
  return isTaken(result) ? result + "_" : result;
}

static bool isNamespace(StringRef space) {
  SmallVector<StringRef> parts;
  space.split(parts, "::");
  return all_of(parts, [](StringRef part) {
    return !part.empty() && !isDigit(part.front()) && !isTaken(part) &&
           all_of(part, [](char c) { return isAlnum(c) || c == '_'; });
  });
}

/// The name under which MLIR knows the pipeline of a file.
static StringRef getPipelineName(StringRef path) {
  StringRef name = sys::path::filename(path);
  return name.take_front(name.find('.'));
}

//===----------------------------------------------------------------------===//
// The code
//===----------------------------------------------------------------------===//

namespace {
class CodeWriter {
public:
  CodeWriter(raw_ostream &os, const PipelineSources &sources,
             const OptionScope &options, StringRef space)
      : os(os), sources(sources), options(options), space(space),
        name(getPipelineName(sources.getFile().getName())),
        type(makeTypeName(name)) {}

  /// Fails with the names that C++ cannot have.
  Error verifyNames() const;
  void print();

private:
  Error verifyMember(const OptionDescriptor &option,
                     StringMap<StringRef> &members) const;
  void printOptions();
  void printMember(StringRef cppType, StringRef name, StringRef summary,
                   StringRef initial);
  void printFiles();
  void printFunctions();
  std::string describeVariant() const;

  raw_ostream &os;
  const PipelineSources &sources;
  const OptionScope &options;
  StringRef space, name;
  std::string type;
};
} // namespace

/// What takes what --variant does.
static constexpr StringLiteral variantOption = "variant";

Error CodeWriter::verifyMember(const OptionDescriptor &option,
                               StringMap<StringRef> &members) const {
  auto fail = [&](const Twine &message, const Twine &help) {
    Diagnostic diagnostic(DiagnosticCode::BadName, message.str());
    diagnostic.help(help.str());
    sources.getFile().locateOption(diagnostic, option.name);
    return makeError(std::move(diagnostic));
  };
  // Names that can be declared begin with a letter.
  std::string member = makeMemberName(option.name);
  if (member == variantOption)
    return fail("the option '" + option.name + "' would be the member '" +
                    member + "' of the options, which chooses variants",
                "give it another name");
  auto [other, isNew] = members.try_emplace(member, option.name);
  if (!isNew)
    return fail("the options '" + other->second + "' and '" + option.name +
                    "' would both be the member '" + member + "' in C++",
                "give one of them another name");
  return Error::success();
}

Error CodeWriter::verifyNames() const {
  if (!space.empty() && !isNamespace(space))
    return makeError(Diagnostic(DiagnosticCode::BadName,
                                quote(space) + " is no namespace of C++")
                         .help("write acme or acme::pipelines"));
  if (type.empty() || !isValidName(name))
    return makeError(
        Diagnostic(DiagnosticCode::BadName,
                   "the file " + quotePath(sources.getFile().getName()) +
                       " gives its pipeline no name that C++ can have")
            .help("begin the name of the file with a letter, and use letters, "
                  "digits, '-' and '_': gpu-late.pipeline.json"));
  Error errors = Error::success();
  StringMap<StringRef> members;
  for (const OptionDescriptor &option : options.getOptions())
    errors = joinErrors(std::move(errors), verifyMember(option, members));
  for (const PipelineSources::Text &text : sources.getTexts())
    if (text.text.find('\0') != std::string::npos)
      errors = joinErrors(
          std::move(errors),
          makeError(Diagnostic(DiagnosticCode::BadValue,
                               quotePath(text.name) + " has a null character, "
                                                      "which C++ cannot have")
                        .help("take it out")));
  return errors;
}

static StringRef getCppType(const OptionDescriptor &option) {
  switch (option.values.empty() ? option.type : Type::Enum) {
  case Type::Bool:
    return "bool";
  case Type::Int32:
    return "int32_t";
  case Type::Int64:
    return "int64_t";
  case Type::UInt32:
    return "uint32_t";
  case Type::UInt64:
    return "uint64_t";
  default:
    return "std::string";
  }
}

/// The default value of an option as C++; empty if it has none.
static std::string printInitial(const OptionDescriptor &option) {
  StringRef value = option.defaultValue, type = getCppType(option);
  std::string text;
  raw_string_ostream os(text);
  int64_t number;
  uint64_t natural;
  // One that is not given is false; without a value it would be true.
  if (type == "bool")
    return !value.empty() && normalizeOptionValue(&option, value) == "true"
               ? "true"
               : "false";
  if (type == "std::string") {
    if (!value.empty())
      printLiteral(os, value);
  } else if (!type.starts_with("u")) {
    if (!value.getAsInteger(10, number))
      // C++ has no literal of the least number.
      os << (number == INT64_MIN ? "std::numeric_limits<int64_t>::min()"
                                 : (type + "(" + Twine(number) + ")").str());
  } else if (!value.getAsInteger(10, natural)) {
    os << type << '(' << natural << "u)";
  }
  return text;
}

void CodeWriter::printMember(StringRef cppType, StringRef name,
                             StringRef summary, StringRef initial) {
  os << "  Option<" << cppType << "> " << makeMemberName(name) << "{*this, ";
  printLiteral(os, name);
  os << ", llvm::cl::desc(";
  printLiteral(os, summary);
  os << ')';
  if (!initial.empty())
    os << ", llvm::cl::init(" << initial << ')';
  os << "};\n";
}

std::string CodeWriter::describeVariant() const {
  std::string text = "What the pipeline is built for, as --variant takes it";
  StringRef separator = ": ";
  for (const VariantDescriptor &variant : options.getDeclaredVariants()) {
    text += (separator + variant.name).str();
    if (!variant.summary.empty())
      text += " (" + variant.summary + ")";
    separator = ", ";
  }
  return text;
}

void CodeWriter::printOptions() {
  os << "struct " << type << "PipelineOptions\n"
     << "    : mlir::PassPipelineOptions<" << type << "PipelineOptions> {\n";
  for (const OptionDescriptor &option : options.getOptions()) {
    std::string summary = option.summary;
    if (!option.values.empty())
      summary += (summary.empty() ? "" : ": ") + option.describeValues();
    printMember(getCppType(option), option.name, summary, printInitial(option));
  }
  printMember("std::string", variantOption, describeVariant(), "");
  os << "\n  /// What was given, and nothing of what has its default.\n"
        "  llvm::Error getChoice(pmb::VariantChoice &choice) const {\n";
  for (const OptionDescriptor &option : options.getOptions()) {
    os << "    pmb::addChoice(choice, ";
    printLiteral(os, option.name);
    os << ", this->" << makeMemberName(option.name) << ");\n";
  }
  os << "    return pmb::addVariants(choice, this->" << variantOption
     << ");\n  }\n};\n";
}

void CodeWriter::printFiles() {
  os << "\n/// The pipeline file, and what it includes.\n"
        "inline llvm::ArrayRef<pmb::EmbeddedFile> get"
     << type
     << "PipelineFiles() {\n  static constexpr pmb::EmbeddedFile files[] = {\n";
  for (const PipelineSources::Text &text : sources.getTexts()) {
    os << "      {";
    printLiteral(os, text.name);
    os << ",\n       ";
    printRawLiteral(os, text.text);
    os << "},\n";
  }
  os << "  };\n  return files;\n}\n";
}

void CodeWriter::printFunctions() {
  std::string optionsType = type + "PipelineOptions";
  os << "\n/// Appends the pipeline, or nothing: see "
        "pmb::appendEmbeddedPipeline.\n"
        "inline llvm::Error\nappend"
     << type << "Pipeline(pmb::PassManagerBuilder &builder,\n    const "
     << optionsType << " &options = " << optionsType
     << "()) {\n"
        "  pmb::VariantChoice choice;\n"
        "  if (llvm::Error error = options.getChoice(choice))\n"
        "    return error;\n"
        "  return pmb::appendEmbeddedPipeline(builder, get"
     << type
     << "PipelineFiles(),\n                                     choice);\n}\n"
        "\n/// Registers it with MLIR: see pmb::registerPipeline.\n"
        "inline llvm::Error register"
     << type << "Pipeline() {\n  return pmb::registerPipeline<" << optionsType
     << ">(\n      ";
  printLiteral(os, name);
  os << ", ";
  printLiteral(os, sources.getFile().getDescription());
  os << ", append" << type << "Pipeline);\n}\n";
}

void CodeWriter::print() {
  StringRef path = sources.getFile().getName();
  // Two underscores are not for users of C++.
  std::string guard = space.empty() ? "PMB" : "PMB_";
  for (char c : (space + "_" + makeFileIdentifier(path)).str())
    if (isAlnum(c))
      guard += toUpper(c);
    else if (guard.back() != '_')
      guard += '_';
  os << "// Made by pmb-check --print-registration of "
     << escape(sys::path::filename(path)) << ". Do not edit.\n\n#ifndef "
     << guard << "\n#define " << guard
     << "\n\n#include \"passmanager/RegisteredFile.h\"\n\n";
  if (!space.empty())
    os << "namespace " << space << " {\n\n";
  printOptions();
  printFiles();
  printFunctions();
  if (!space.empty())
    os << "\n} // namespace " << space << '\n';
  os << "\n#endif\n";
}

Expected<std::string> pmb::makePipelineCode(const PipelineSources &sources,
                                            const Catalog &catalog,
                                            StringRef space) {
  Expected<OptionScope> options = sources.getOptions(catalog);
  if (!options)
    return options.takeError();
  std::string code;
  raw_string_ostream os(code);
  CodeWriter writer(os, sources, *options, space);
  if (Error error = writer.verifyNames())
    return error;
  writer.print();
  return code;
}
