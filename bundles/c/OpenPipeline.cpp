//===- OpenPipeline.cpp - A pipeline for callers of other languages -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/c/OpenPipeline.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/edit/Linker.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/c/TextArguments.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/stock/StockCatalog.h"
#include <atomic>

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// The catalog
//===----------------------------------------------------------------------===//

OpenCatalog::OpenCatalog()
    : catalog(std::shared_ptr<const Catalog>(), &getStockCatalog()) {}

Expected<std::vector<Diagnostic>> OpenCatalog::addContracts(SourceText text) {
  std::lock_guard<std::mutex> lock(mutex);
  auto copy = std::make_shared<Catalog>(catalog->clone());
  Expected<std::vector<Diagnostic>> warnings =
      readContracts(std::move(text), *copy);
  if (warnings)
    catalog = std::move(copy);
  return warnings;
}

//===----------------------------------------------------------------------===//
// Making one
//===----------------------------------------------------------------------===//

OpenPipeline::OpenPipeline(CatalogPtr catalog, StringRef op, StringRef name)
    : catalog(std::move(catalog)), name(name.str()),
      pipeline(std::make_unique<Pipeline>(op, *this->catalog)),
      names(*this->catalog) {}

OpenPipeline::~OpenPipeline() = default;

Expected<std::unique_ptr<OpenPipeline>> OpenPipeline::create(CatalogPtr catalog,
                                                             StringRef op) {
  if (Error error = checkName("operation", op))
    return error;
  return std::unique_ptr<OpenPipeline>(
      new OpenPipeline(std::move(catalog), op, "pipeline"));
}

static Expected<VariantChoice> readVariants(StringRef text) {
  VariantChoice choice;
  SmallVector<StringRef> words;
  text.split(words, ',', -1, /*KeepEmpty=*/false);
  for (StringRef word : words)
    if (Error error = choice.add(word.trim()))
      return error;
  return choice;
}

Expected<std::unique_ptr<OpenPipeline>>
OpenPipeline::parse(CatalogPtr catalog, SourceText text, StringRef variants) {
  Expected<VariantChoice> choice = readVariants(variants);
  if (!choice)
    return choice.takeError();
  std::string name = text.getName().str();
  auto make = [&](StringRef op, auto declare,
                  auto append) -> Expected<std::unique_ptr<OpenPipeline>> {
    std::unique_ptr<OpenPipeline> made(
        new OpenPipeline(std::move(catalog), op, name));
    if (Error error = declare(*made->pipeline))
      return error;
    if (Error error = choice->applyTo(*made->pipeline))
      return error;
    if (Error error = append(*made))
      return error;
    return made;
  };
  if (!isJsonText(text.getText()) && !StringRef(name).ends_with(".json")) {
    Expected<TextualPipeline> parsed = parseTextualPipeline(std::move(text));
    if (!parsed)
      return parsed.takeError();
    return make(
        parsed->getRootOp(), [](Pipeline &) { return Error::success(); },
        [&](OpenPipeline &made) { return parsed->appendTo(*made.pipeline); });
  }
  Expected<PipelineFile> parsed = PipelineFile::parse(std::move(text));
  if (!parsed)
    return parsed.takeError();
  auto file = std::make_shared<const PipelineFile>(std::move(*parsed));
  return make(
      file->getAnchor(),
      [&](Pipeline &pipeline) { return file->declareOptions(pipeline); },
      [&](OpenPipeline &made) {
        made.files.push_back(file);
        return file->appendTo(*made.pipeline);
      });
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

Error OpenPipeline::perform(Edit edit) {
  if (!party)
    if (Error error = closeRound())
      return error;
  if (Error error = edit(*pipeline))
    return error;
  ++revision;
  if (party)
    party->edits.push_back(std::move(edit));
  return Error::success();
}

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

Error OpenPipeline::append(StringRef what) {
  Expected<std::vector<Recipe>> read = readElements(what);
  if (!read)
    return read.takeError();
  auto elements = std::make_shared<std::vector<Recipe>>(std::move(*read));
  return perform([elements](Pipeline &pipeline) {
    RecipeNames names(pipeline.getCatalog());
    return Linker::compose(pipeline, names, [&](Linker &linker) -> Error {
      for (const Recipe &element : *elements)
        if (Error error = because(pipeline, element.reason, [&] {
              Recipe copy = element.clone();
              linker.add(copy, linker.getEnd());
              return Error::success();
            }))
          return error;
      return Error::success();
    });
  });
}

Error OpenPipeline::insert(StringRef what, StringRef position) {
  Expected<Recipe> read = readInsertion(what);
  if (!read)
    return read.takeError();
  Expected<Position> place = readPositionText(position);
  if (!place)
    return place.takeError();
  auto element = std::make_shared<Recipe>(std::move(*read));
  return perform([element, place = *place](Pipeline &pipeline) -> Error {
    return because(pipeline, element->reason, [&]() -> Error {
      return pipeline.getImpl().insert(element->clone(), place);
    });
  });
}

Error OpenPipeline::move(StringRef what, StringRef position) {
  Expected<Selector> selector = readSelectorText(what);
  if (!selector)
    return selector.takeError();
  Expected<Position> place = readPositionText(position);
  if (!place)
    return place.takeError();
  return perform([selector = *selector, place = *place](Pipeline &pipeline) {
    return pipeline.move(selector, place);
  });
}

Error OpenPipeline::remove(StringRef what) {
  Expected<Selector> selector = readSelectorText(what);
  if (!selector)
    return selector.takeError();
  return perform([selector = *selector](Pipeline &pipeline) {
    return pipeline.remove(selector);
  });
}

Error OpenPipeline::replace(StringRef what, StringRef by) {
  Expected<Selector> selector = readSelectorText(what);
  if (!selector)
    return selector.takeError();
  Expected<Recipe> read = readInsertion(by);
  if (!read)
    return read.takeError();
  auto element = std::make_shared<Recipe>(std::move(*read));
  return perform([selector = *selector, element](Pipeline &pipeline) {
    return because(pipeline, element->reason, [&]() -> Error {
      return Linker(pipeline.getImpl()).replace(selector, element->clone());
    });
  });
}

Error OpenPipeline::setOptions(StringRef what, StringRef options) {
  Expected<Selector> selector = readSelectorText(what);
  if (!selector)
    return selector.takeError();
  Expected<std::string> read = readOptionsText(options);
  if (!read)
    return read.takeError();
  return perform([selector = *selector, text = *read](Pipeline &pipeline) {
    return pipeline.setOptions(selector, text);
  });
}

Error OpenPipeline::pin(StringRef what, StringRef reason, StringRef mode) {
  Expected<Selector> selector = readSelectorText(what);
  if (!selector)
    return selector.takeError();
  if (!mode.empty() && mode != "open" && mode != "fixed") {
    Diagnostic diagnostic(DiagnosticCode::BadValue,
                          "the mode of a pin is 'fixed' or 'open', not " +
                              quote(mode));
    suggest(diagnostic, mode, {"fixed", "open"});
    return makeError(std::move(diagnostic));
  }
  auto options = mode == "open" ? PinnedOptions::Open : PinnedOptions::Fixed;
  return perform([selector = *selector, reason = reason.str(),
                  options](Pipeline &pipeline) {
    return pipeline.pin(selector, reason, options);
  });
}

Error OpenPipeline::configure(StringRef text) {
  Expected<PipelineFile> parsed =
      PipelineFile::parse(SourceText::copy(text, "<configuration>"));
  if (!parsed)
    return parsed.takeError();
  auto file = std::make_shared<const PipelineFile>(std::move(*parsed));
  if (Error error = perform(
          [file](Pipeline &pipeline) { return file->appendTo(pipeline); }))
    return error;
  files.push_back(file);
  return Error::success();
}

Error OpenPipeline::applyPlugin(SourceText text) {
  Expected<PipelineFile> parsed = PipelineFile::parse(std::move(text));
  if (!parsed)
    return parsed.takeError();
  auto file = std::make_shared<const PipelineFile>(std::move(*parsed));
  if (Error error = perform([file](Pipeline &pipeline) {
        return file->appendAsPluginTo(pipeline);
      }))
    return error;
  files.push_back(file);
  return Error::success();
}

Error OpenPipeline::chooseVariants(StringRef variants) {
  Expected<VariantChoice> choice = readVariants(variants);
  if (!choice)
    return choice.takeError();
  return perform([choice = *choice](Pipeline &pipeline) {
    return pipeline.transaction(pipeline.getOrigin(),
                                [&] { return choice.applyTo(pipeline); });
  });
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

Error OpenPipeline::setEnds(StringRef text) {
  Expected<CheckQuestion> question = readCheckQuestion(text);
  if (!question)
    return question.takeError();
  if (!question->contents && !question->expect)
    return Error::success();
  if (Error error = verifyParty(/*isOpen=*/false))
    return error;
  return perform([&](Pipeline &pipeline) {
    PipelineInterface &interface = pipeline.getInterface();
    if (question->contents)
      interface.inputContents = std::move(question->contents);
    if (question->expect)
      interface.outputContents = std::move(question->expect);
    return Error::success();
  });
}

std::vector<Diagnostic> OpenPipeline::checkNodes(StringSet<> reported) {
  std::vector<Diagnostic> findings;
  StringSet<> passes;
  auto add = [&](std::optional<Diagnostic> finding) {
    if (finding)
      findings.push_back(std::move(*finding));
  };
  for (const Node &node : pipeline->getPasses()) {
    passes.insert(node.getName());
    if (!reported.contains(node.getName()))
      add(names.checkPass(pipeline->getRef(node), node.getOptions()));
    for (const AnchorPath *path = &node.getAnchorPath(); path;
         path = path->getParent()) {
      if (!reported.insert(path->getOp()).second)
        continue;
      NodeRef ref;
      ref.name = path->getOp().str();
      ref.origin = node.getOrigin();
      add(names.checkAnchor(std::move(ref)));
    }
  }
  names.excuseOwnPasses(findings, passes);
  return findings;
}

std::vector<Diagnostic> OpenPipeline::checkNames() {
  std::vector<Diagnostic> findings;
  StringSet<> reported;
  for (const auto &file : files)
    for (Diagnostic &finding : file->checkNames(names, pipeline.get())) {
      // A pass that was removed since.
      bool isGone = finding.code == DiagnosticCode::UnknownPass &&
                    finding.node && !finding.node->name.empty() &&
                    pipeline->lookup(pass(finding.node->name)).empty();
      if (isGone)
        continue;
      if (finding.node)
        reported.insert(finding.node->name);
      findings.push_back(std::move(finding));
    }
  append_range(findings, checkNodes(std::move(reported)));
  return findings;
}

Expected<Findings> OpenPipeline::check(StringRef question) {
  static std::atomic<uint64_t> checks = 0;
  if (Error error = setEnds(question))
    return error;
  if (!party)
    if (Error error = closeRound())
      return error;
  Findings found{checkNames(), ++checks};
  append_range(found.diagnostics, pipeline->check());
  erase_if(found.diagnostics, [](const Diagnostic &finding) {
    return finding.severity == Severity::Off;
  });
  checkedRevision = revision;
  last = found;
  return found;
}

Error OpenPipeline::applyFix(int64_t finding, uint64_t serial) {
  if (!last || checkedRevision != revision ||
      (serial && serial != last->serial))
    return makeError(Diagnostic(DiagnosticCode::BadValue,
                                "the finding is not of the last check, or the "
                                "pipeline was edited since")
                         .help("check again: fixes count passes"));
  if (finding < 0 || size_t(finding) >= last->diagnostics.size())
    return makeError(Diagnostic(DiagnosticCode::BadValue,
                                "there is no finding " +
                                    std::to_string(finding) +
                                    ": the last check has " +
                                    std::to_string(last->diagnostics.size())));
  const Diagnostic &found = last->diagnostics[finding];
  if (!found.fix)
    return makeError(
        Diagnostic(DiagnosticCode::BadValue,
                   "no fix is offered for '" + found.getTitle() + "'"));
  return perform(
      [fix = *found.fix](Pipeline &pipeline) { return pipeline.apply(fix); });
}

//===----------------------------------------------------------------------===//
// Looking
//===----------------------------------------------------------------------===//

PipelineFile OpenPipeline::describe() const {
  return PipelineFile::describe(*pipeline);
}

Expected<Report> OpenPipeline::makeReport(bool explains) {
  if (!last || checkedRevision != revision)
    if (Error error = check("").takeError())
      return error;
  Report report = pmb::makeReport(*pipeline, name, explains);
  report.findings = last->diagnostics;
  return report;
}
