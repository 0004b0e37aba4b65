//===- CommandLine.cpp - What the tools' options take ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/CommandLine.h"
#include "builder/diagnostics/SourceText.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/passes/Item.h"
#include "bundles/mending/Diff.h"
#include "bundles/mending/FileWriter.h"
#include "bundles/pipelines/PipelineDescription.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

Error Arguments::expand(ArrayRef<char *> given) {
  return add(ArrayRef<const char *>(given.data(), given.size()));
}

Error Arguments::add(ArrayRef<const char *> given) {
  for (const char *word : given) {
    StringRef file = word;
    if (!file.consume_front("@") || !sys::fs::exists(file)) {
      words.push_back(const_cast<char *>(word));
      continue;
    }
    if (is_contained(open, file))
      return makeError(Diagnostic(DiagnosticCode::IncludeCycle,
                                  "the list of arguments " + quotePath(file) +
                                      " names itself"));
    Expected<SourceText> text = SourceText::read(file);
    if (!text)
      return text.takeError();
    if (size_t at = text->getText().find('\0'); at != StringRef::npos)
      return makeError(
          text->diagnose(DiagnosticCode::BadValue, text->getPlace(at),
                         "names that NUL parts cannot be read")
              .help("part them by line ends, and quote them as for a shell"));
    files.push_back(file.str());
    SmallVector<const char *> tokens;
    cl::TokenizeGNUCommandLine(text->getText(), saver, tokens);
    open.push_back(file);
    if (Error error = add(tokens))
      return error;
    open.pop_back();
  }
  return Error::success();
}

/// An absolute name, without links to folders if the folder is there.
static SmallString<128> makePlain(StringRef path) {
  SmallString<128> plain(path), folder;
  sys::fs::make_absolute(plain);
  sys::path::remove_dots(plain);
  if (sys::fs::real_path(sys::path::parent_path(plain), folder)) {
    sys::path::remove_dots(plain, /*remove_dot_dot=*/true);
    return plain;
  }
  sys::path::append(folder, sys::path::filename(plain));
  return folder;
}

bool pmb::isSameFile(StringRef a, StringRef b) {
  return a != "-" && b != "-" &&
         (makePlain(a) == makePlain(b) || sys::fs::equivalent(a, b));
}

StringRef pmb::findOverwritten(StringRef output, ArrayRef<std::string> inputs) {
  // A device is not overwritten.
  if (!sys::fs::is_regular_file(output))
    return "";
  const std::string *input =
      find_if(inputs, [&](StringRef name) { return isSameFile(output, name); });
  return input == inputs.end() ? StringRef() : StringRef(*input);
}

void pmb::printToErrors(const Diagnostic &finding) {
  if (finding.node && finding.node->origin.kind == Origin::Kind::File)
    report::printFinding(errs(), Report(), finding, /*useColors=*/false);
  else
    finding.print(errs());
}

void pmb::sayOption(Diagnostic &finding, const Twine &option) {
  if (finding.code == DiagnosticCode::UnreadableFile)
    finding.note((option + " names it").str());
}

bool pmb::printErrors(Error error, const Twine &option) {
  bool hasErrors = false;
  for (Diagnostic &diagnostic : takeDiagnostics(std::move(error))) {
    sayOption(diagnostic, option);
    printToErrors(diagnostic);
    hasErrors |= diagnostic.severity == Severity::Error;
  }
  return hasErrors;
}

cl::Option *pmb::lookupFlag(StringRef name) {
  auto &registered = cl::getRegisteredOptions();
  auto it = registered.find(name);
  return it == registered.end() ? nullptr : it->second;
}

std::string pmb::describeUnknownWord(StringRef text,
                                     ArrayRef<StringRef> words) {
  std::string near = suggestNames(text, words);
  return ("'" + text + "' is none of '" + join(words, "', '") + "'" +
          (near.empty() ? "" : "; " + didYouMean(near)))
      .str();
}

Error pmb::makeUsageError(const Twine &message, const Twine &help) {
  Diagnostic diagnostic(DiagnosticCode::Syntax, message.str());
  if (std::string text = help.str(); !text.empty())
    diagnostic.help(std::move(text));
  return makeError(std::move(diagnostic));
}

Error pmb::verifyNone(ArrayRef<UsageMistake> mistakes) {
  for (const UsageMistake &mistake : mistakes)
    if (mistake.isMade)
      return makeUsageError(mistake.message, mistake.help);
  return Error::success();
}

Error pmb::makeValueError(StringRef text, const Twine &expected) {
  return makeUsageError("'" + text + "' is not what this option takes",
                        "write " + expected);
}

Error pmb::verifyIsNotInput(StringRef option, StringRef what, StringRef output,
                            StringRef input) {
  if (!isSameFile(output, input))
    return Error::success();
  return makeError(
      Diagnostic(DiagnosticCode::BadValue,
                 (option + " writes " + what + " to the output, and " +
                  quotePath(output) + " is the input")
                     .str())
          .help("name another file with -o"));
}

Error pmb::verifyWritable(StringRef option, StringRef file) {
  std::string what = (option + " cannot write '" + file + "'").str();
  StringRef folder = sys::path::parent_path(file);
  if (!folder.empty() && !sys::fs::is_directory(folder))
    return makeUsageError(what + ": there is no folder '" + folder + "'",
                          "make the folder first");
  if (sys::fs::is_directory(file))
    return makeUsageError(what + ": it is a folder", "name a file in it");
  // A file that is there needs nothing of its folder.
  StringRef written = sys::fs::exists(file) ? file
                      : folder.empty()      ? StringRef(".")
                                            : folder;
  if (std::error_code error =
          sys::fs::access(written, sys::fs::AccessMode::Write))
    return makeUsageError(what + ": " + error.message(), "name another file");
  return Error::success();
}

Error pmb::writeOutput(StringRef path, StringRef text) {
  if (path != "-")
    return writeFile(path, text);
  outs() << text;
  outs().flush();
  std::error_code error = outs().error();
  // Or the destructor would end the program.
  outs().clear_error();
  return error ? createStringError(error, "cannot write to the standard "
                                          "output: " +
                                              error.message())
               : Error::success();
}

/// A name as Make reads it: absolute, as it is not read in this folder.
static std::string makeDependency(StringRef folder, StringRef file) {
  SmallString<128> path(sys::path::is_absolute(file) ? "" : folder);
  sys::path::append(path, file);
  std::string name;
  for (char c : path) {
    if (c == ' ' || c == '#' || c == '\\')
      name += '\\';
    name += c == '$' ? "$$" : std::string(1, c);
  }
  return name;
}

Error pmb::writeDepfile(StringRef path, StringRef output,
                        ArrayRef<std::string> files) {
  SmallString<128> folder;
  if (std::error_code error = sys::fs::current_path(folder))
    return createStringError(error,
                             "cannot write " + quotePath(path) +
                                 ": where this folder is: " + error.message());
  std::string text = makeDependency(folder, output) + ":";
  StringSet<> named;
  for (StringRef file : files)
    if (file != "-" && named.insert(file).second)
      text += " \\\n  " + makeDependency(folder, file);
  return writeOutput(path, text + "\n");
}

Error pmb::writeMended(StringRef path, StringRef before, StringRef after,
                       bool isDryRun, raw_ostream &differences) {
  if (!isDryRun)
    return replaceText(path, before, after);
  printDiff(differences, path, before, after);
  return Error::success();
}

Error pmb::readItemList(const cl::list<std::string> &option,
                        GivenContents &items) {
  if (!option.getNumOccurrences())
    return Error::success();
  items.emplace();
  std::string name = ("--" + option.ArgStr).str();
  auto fail = [&](const Twine &message) {
    return makeUsageError(name + ": " + message, "write " + name + "=llvm or " +
                                                     name +
                                                     "=memref.load,'!tensor'");
  };
  // An empty value is a list of one empty item.
  if (option.size() == 1 && StringRef(option.front()).trim().empty())
    return fail("there are no items");
  for (StringRef item : option) {
    item = item.trim();
    if (item.empty())
      return fail("there is an empty item in the list");
    if (!item.starts_with("@") && !Item::parse(item))
      return fail(
          "'" + item + "' is not a dialect, an operation or a kind of type" +
          (item.count('(') > item.count(')') ? ": a parenthesis is not closed"
                                             : ""));
    // 'in.mlir' could be an operation, of a dialect without a description.
    if ((item.ends_with(".mlir") || item.ends_with(".json")) &&
        sys::fs::is_regular_file(item))
      return fail("'" + item +
                  "' is a file, and items are asked for: those of a file are "
                  "given as @<file>, which pmb-opt --print-contents writes");
    items->push_back(item.str());
  }
  return Error::success();
}

Error pmb::verifyGivenOnce(std::initializer_list<const cl::Option *> options) {
  for (const cl::Option *option : options)
    if (option->getNumOccurrences() > 1)
      return makeUsageError("--" + option->ArgStr + " is given several times",
                            "give it once");
  return Error::success();
}

Error pmb::verifyAskedFor(const Pipeline &pipeline, StringSet<> asked) {
  const Catalog &catalog = pipeline.getCatalog();
  for (StringRef name : catalog.getVariantNames())
    asked.insert(name);
  for (StringRef name : catalog.getPassNames()) {
    const PassDescriptor &pass = *catalog.lookupPass(name);
    collectNames(pass.contract, asked, &pass);
  }
  SmallVector<StringRef> chosen(pipeline.getOptions().getVariants().keys()),
      known(asked.keys());
  llvm::sort(chosen);
  llvm::sort(known);
  std::vector<Diagnostic> failures;
  for (StringRef name : chosen)
    if (!asked.contains(name)) {
      Diagnostic diagnostic(DiagnosticCode::UnknownCondition,
                            "there is no variant '" + name.str() +
                                "': neither the pipeline nor a contract asks "
                                "for it");
      suggestOrList(diagnostic.about(name), name, known);
      failures.push_back(std::move(diagnostic));
    }
  return makeError(std::move(failures));
}
