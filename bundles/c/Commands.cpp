//===- Commands.cpp - What can be done to a pipeline by a call ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/c/Commands.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/edit/Linker.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/c/TextArguments.h"
#include "bundles/json/JsonFields.h"
#include "bundles/report/Fingerprint.h"
#include "bundles/report/Graph.h"
#include "bundles/report/ReportSupport.h"

using namespace pmb;
using namespace llvm;

using Arguments = ArrayRef<StringRef>;
using Result = Expected<CommandResult>;

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static Result makeResult(Error error) {
  if (error)
    return error;
  return CommandResult();
}

static CommandResult makeText(function_ref<void(raw_ostream &)> print,
                              bool isJson = false) {
  CommandResult result{isJson ? CommandResult::Kind::Json
                              : CommandResult::Kind::Text};
  raw_string_ostream os(result.text);
  print(os);
  return result;
}

std::string pmb::printJson(ArrayRef<Diagnostic> diagnostics) {
  return writeCompactJson(
      [&](JsonOutput &os) { report::writeDiagnostics(os, diagnostics); });
}

/// The row whose name is `format`, or the first for an empty one.
template <typename RowT>
static Expected<const RowT *> lookupFormat(ArrayRef<RowT> rows,
                                           StringRef format) {
  if (format.empty())
    return &rows.front();
  std::vector<StringRef> names;
  for (const RowT &row : rows) {
    if (row.name == format)
      return &row;
    names.push_back(row.name);
  }
  return makeUnknown(DiagnosticCode::BadValue,
                     "there is no format " + quote(format), format, names);
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

/// Makes an edit with what was `read`; fails with the first that could not be.
template <typename EditFn, typename... ValueTs>
static Result edit(OpenPipeline &pipeline, EditFn make,
                   Expected<ValueTs>... read) {
  for (const std::vector<Diagnostic> &failures :
       {takeDiagnostics(read.takeError())...})
    if (!failures.empty())
      return makeError(failures);
  // The edit may be made again, when a party goes before others.
  auto values = std::make_shared<std::tuple<ValueTs...>>(std::move(*read)...);
  return makeResult(pipeline.perform([make, values](Pipeline &target) {
    return std::apply(
        [&](const ValueTs &...given) { return make(target, given...); },
        *values);
  }));
}

/// The same for a method of the pipeline, and the texts that are `given`.
template <auto method, auto... read, size_t... index>
static Result editBy(OpenPipeline &pipeline, Arguments given,
                     std::index_sequence<index...>) {
  return edit(
      pipeline,
      [](Pipeline &target, const auto &...values) {
        return (target.*method)(values...);
      },
      read(given[index])...);
}
template <auto method, auto... read>
static Result editBy(OpenPipeline &pipeline, Arguments given) {
  return editBy<method, read...>(pipeline, given,
                                 std::make_index_sequence<sizeof...(read)>());
}

#define PMB_UNPACK(...) __VA_ARGS__
#define PMB_EDIT_COMMAND(ENUM, NAME, FUNCTION, COUNT, ARGUMENTS, EDIT)         \
  static Result run##ENUM(OpenPipeline &pipeline, Arguments given) {           \
    return editBy<PMB_UNPACK EDIT>(pipeline, given);                           \
  }
#include "bundles/c/Commands.def"

/// Calls `edit`, and lets what it adds have a reason.
static Error because(Pipeline &pipeline, StringRef reason,
                     function_ref<Error()> edit) {
  Origin origin = pipeline.getOrigin();
  Origin before = origin;
  origin.why = reason.str();
  pipeline.setOrigin(std::move(origin));
  Error error = edit();
  pipeline.setOrigin(std::move(before));
  return error;
}

static Error append(Pipeline &pipeline, ArrayRef<Recipe> elements) {
  RecipeNames names(pipeline.getCatalog());
  return Linker::compose(pipeline, names, [&](Linker &linker) -> Error {
    for (const Recipe &element : elements)
      if (Error error = because(pipeline, element.reason, [&] {
            Recipe copy = element.clone();
            linker.add(copy, linker.getEnd());
            return Error::success();
          }))
        return error;
    return Error::success();
  });
}

static Result runAppend(OpenPipeline &pipeline, Arguments given) {
  return edit(pipeline, append, readElements(given[0]));
}
static Result runInsert(OpenPipeline &pipeline, Arguments given) {
  auto insert = [](Pipeline &target, const Recipe &element, auto &position) {
    return because(target, element.reason, [&]() -> Error {
      return target.getImpl().insert(element.clone(), position);
    });
  };
  return edit(pipeline, insert, readInsertion(given[0]),
              readPositionText(given[1]));
}
static Result runReplace(OpenPipeline &pipeline, Arguments given) {
  auto replace = [](Pipeline &target, auto &what, const Recipe &by) {
    return because(target, by.reason, [&]() -> Error {
      return Linker(target.getImpl()).replace(what, by.clone());
    });
  };
  return edit(pipeline, replace, readSelectorText(given[0]),
              readInsertion(given[1]));
}
static Result runConfigure(OpenPipeline &pipeline, Arguments given) {
  return makeResult(
      pipeline.addFile(SourceText::copy(given[0], "<configuration>"),
                       /*isPlugin=*/false));
}
static Result runApplyPlugin(OpenPipeline &pipeline, Arguments given) {
  StringRef name = given[1].empty() ? "plugin" : given[1];
  return makeResult(
      pipeline.addFile(SourceText::copy(given[0], name), /*isPlugin=*/true));
}
static Result runReadPlugin(OpenPipeline &pipeline, Arguments given) {
  return makeResult(
      pipeline.addFile(SourceText::read(given[0]), /*isPlugin=*/true));
}
static Result runChooseVariants(OpenPipeline &pipeline, Arguments given) {
  auto choose = [](Pipeline &target, const VariantChoice &choice) {
    return target.transaction(target.getOrigin(),
                              [&] { return choice.applyTo(target); });
  };
  return edit(pipeline, choose, readVariantsText(given[0]));
}

//===----------------------------------------------------------------------===//
// Parties
//===----------------------------------------------------------------------===//

static Result runSetOwner(OpenPipeline &pipeline, Arguments given) {
  return makeResult(pipeline.setOwner(given[0]));
}
static Result runBeginParty(OpenPipeline &pipeline, Arguments given) {
  Expected<int64_t> rank = readNumber("rank", given[1]);
  if (rank && !isInt<32>(*rank))
    rank = makeError(
        Diagnostic(DiagnosticCode::BadValue, "'rank' is a number of 32 bits"));
  return makeResult(rank ? pipeline.beginParty(given[0], int(*rank))
                         : rank.takeError());
}

static Result runCommitParty(OpenPipeline &pipeline, Arguments) {
  return makeResult(pipeline.commitParty());
}

static Result runRollbackParty(OpenPipeline &pipeline, Arguments) {
  return makeResult(pipeline.rollbackParty());
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

static Result runCheck(OpenPipeline &pipeline, Arguments given) {
  Expected<Findings> findings = pipeline.check(given[0]);
  if (!findings)
    return findings.takeError();
  CommandResult result{CommandResult::Kind::Json};
  result.text = writeCompactJson([&](JsonOutput &os) {
    os.object([&] {
      os.attribute("check", int64_t(findings->serial));
      os.attributeWith("diagnostics", [&] {
        report::writeDiagnostics(os, findings->diagnostics);
      });
    });
  });
  result.findings = std::move(*findings);
  return result;
}

static Result runApplyFix(OpenPipeline &pipeline, Arguments given) {
  Expected<int64_t> finding = readNumber("finding", given[0]);
  if (!finding)
    return finding.takeError();
  Expected<int64_t> check = readNumber("check", given[1]);
  return makeResult(check ? pipeline.applyFix(*finding, *check)
                          : check.takeError());
}

//===----------------------------------------------------------------------===//
// Looking
//===----------------------------------------------------------------------===//

/// The members in the order of their names.
static void writePass(JsonOutput &os, const Report &report,
                      const Report::Pass &pass) {
  os.attribute("addedBy", pass.node.origin.str());
  os.attribute("bundles", report.getBundleNames(pass.bundle));
  os.attribute("described", pass.hasContract);
  os.attribute("nests", pass.nests);
  os.attribute("options", pass.options);
  os.attribute("pass", pass.node.name);
  os.attribute("position", pass.node.position);
  writeMember(os, "reason", pass.node.origin.why);
  os.attribute("text", pass.str());
}

/// The passes as a list of objects, in the order in which they run.
static void printPasses(raw_ostream &os, OpenPipeline &pipeline) {
  Report report = makeReport(pipeline.get(), pipeline.getName());
  JsonOutput json(os);
  json.array([&] {
    for (const Report::Pass &pass : report.passes)
      json.object([&] { writePass(json, report, pass); });
  });
}

/// What stands between the parentheses of the text, one by one.
static void printElements(raw_ostream &os, OpenPipeline &pipeline) {
  JsonOutput json(os);
  json.array([&] {
    if (auto parsed = expectedToOptional(
            parseTextualPipeline(pipeline.get().str(), "text")))
      for (const TextualElement &element : parsed->getElements())
        json.value(parsed->getText().slice(element.offset, element.end));
  });
}

static void printFingerprint(raw_ostream &os, OpenPipeline &pipeline) {
  os << getFingerprint(
      makeReport(pipeline.get(), pipeline.getName(), /*explains=*/true));
}

namespace {
struct PrintFormat {
  StringLiteral name;
  bool isJson;
  void (*print)(raw_ostream &os, OpenPipeline &pipeline);
};
} // namespace

static constexpr PrintFormat printFormats[] = {
    {"text", false,
     [](raw_ostream &os, OpenPipeline &pipeline) { pipeline.get().print(os); }},
    {"names", false,
     [](raw_ostream &os, OpenPipeline &pipeline) {
       pipeline.get().print(os, PrintStyle::WithNames);
     }},
    {"listing", false,
     [](raw_ostream &os, OpenPipeline &pipeline) {
       pipeline.get().print(os, PrintStyle::Listing);
     }},
    {"file", true,
     [](raw_ostream &os, OpenPipeline &pipeline) {
       pipeline.describe().print(os);
     }},
    {"passes", true, printPasses},
    {"elements", true, printElements},
    {"fingerprint", false, printFingerprint},
};

static Result runPrint(OpenPipeline &pipeline, Arguments given) {
  auto format = lookupFormat(ArrayRef(printFormats), given[0]);
  if (!format)
    return format.takeError();
  return makeText([&](raw_ostream &os) { (*format)->print(os, pipeline); },
                  (*format)->isJson);
}

static Result runReport(OpenPipeline &pipeline, Arguments given) {
  auto format = lookupFormat(getReportFormats(), given[0]);
  if (!format)
    return format.takeError();
  Expected<Report> report = pipeline.makeReport(/*explains=*/false);
  if (!report)
    return report.takeError();
  return makeText(
      [&](raw_ostream &os) { printReport(os, *report, {(*format)->value}); });
}

static Result runDraw(OpenPipeline &pipeline, Arguments given) {
  auto format = lookupFormat(getGraphFormats(), given[0]);
  if (!format)
    return format.takeError();
  Expected<Report> report = pipeline.makeReport(/*explains=*/true);
  if (!report)
    return report.takeError();
  return makeText(
      [&](raw_ostream &os) { printGraph(os, *report, (*format)->value); });
}

static Result runAsk(OpenPipeline &pipeline, Arguments given) {
  Expected<Questions> questions = readQuestions(given[0]);
  if (!questions)
    return questions.takeError();
  static constexpr NamedChoice<AnswerFormat> formats[] = {
      {AnswerFormat::Json, "json", ""}, {AnswerFormat::Text, "text", ""}};
  auto format = lookupFormat(ArrayRef(formats), given[1]);
  if (!format)
    return format.takeError();
  // As for a report: what is asked about has been checked.
  if (Error error = pipeline.makeReport(/*explains=*/false).takeError())
    return error;
  Expected<Answers> answers =
      ask(pipeline.get(), pipeline.getName(), *questions);
  if (!answers)
    return answers.takeError();
  return makeText(
      [&](raw_ostream &os) { printAnswers(os, *answers, (*format)->value); },
      (*format)->value == AnswerFormat::Json);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

ArrayRef<CommandInfo> pmb::getCommands() {
  static const CommandInfo commands[] = {
#define PMB_COMMAND(ENUM, NAME, FUNCTION, COUNT, ARGUMENTS)                    \
  {NAME, {PMB_UNPACK ARGUMENTS}, run##ENUM},
#include "bundles/c/Commands.def"
  };
  return commands;
}
#undef PMB_UNPACK

Result pmb::runCommand(OpenPipeline &pipeline, const CommandInfo &command,
                       Arguments given) {
  for (auto [argument, text] : zip_equal(command.arguments, given))
    if (Error error = verifyText(argument.rtrim('?'), text))
      return error;
  return command.run(pipeline, given);
}
