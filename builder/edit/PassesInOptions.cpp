//===- PassesInOptions.cpp - Options that are made of passes --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/edit/PassesInOptions.h"
#include "builder/check/NodeContract.h"
#include "builder/edit/Linker.h"
#include "builder/list/PatternSlot.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace pmb;
using namespace llvm;

PassesInOption::PassesInOption(const OptionDescriptor &option, StringRef value,
                               const SourceText *source, size_t offset)
    : option(option), passes(parsePasses(value, option.name)), source(source) {
  if (source)
    begin = source->getPlace(offset);
}

void PassesInOption::locate(Diagnostic &diagnostic, StringRef pass) const {
  if (!source) {
    // The option has its place in whatever it was read from.
    diagnostic.node.reset();
    diagnostic
        .noteFirst(
            {"in the option '" + option.name + "' of '" + pass.str() + "'", {}})
        .about(option.name);
    return;
  }
  TextPlace place{diagnostic.node->origin.line, diagnostic.node->origin.column};
  place = {place.line + begin.line - 1,
           place.line == 1 ? place.column + begin.column - 1 : place.column};
  diagnostic.node->origin = source->getOrigin(place);
  auto isSource = [](const Note &note) {
    return note.kind == Note::Kind::Source;
  };
  auto first = find_if(diagnostic.notes, isSource);
  *first = source->showText(place);
  diagnostic.notes.erase(
      std::remove_if(first + 1, diagnostic.notes.end(), isSource),
      diagnostic.notes.end());
}

void pmb::forEachPassesInOptions(const PassDescriptor &pass, StringRef options,
                                 function_ref<void(PassesInOption)> found,
                                 const SourceText *source, size_t offset) {
  if (options.empty() || none_of(pass.options, [](const auto &option) {
        return option.hasPasses();
      }))
    return;
  for (auto [name, value] : splitOptions(options)) {
    const OptionDescriptor *option = pass.lookupOption(name);
    // The value of an option without one is no part of the text.
    bool isGiven = value.data() > name.data() && value.data() < options.end();
    if (!option || !option->hasPasses() || !isGiven)
      continue;
    StringRef passes = normalizeOptionValue(option, value);
    if (!passes.trim().empty())
      found(PassesInOption(*option, passes, source,
                           offset + (passes.data() - options.data())));
  }
}

void pmb::forEachPassInOptions(const Catalog &catalog,
                               const PassDescriptor &pass, StringRef options,
                               function_ref<void(StringRef)> found,
                               unsigned depth) {
  auto visit = [&](const TextualElement &element) {
    if (element.isNest())
      return;
    found(element.name);
    if (const PassDescriptor *known = catalog.lookupPass(element.name))
      forEachPassInOptions(catalog, *known, element.options, found, depth + 1);
  };
  forEachPassesInOptions(pass, options, [&](PassesInOption in) {
    if (!in.passes || depth >= Pipeline::maxNestDepth)
      return consumeError(in.passes.takeError());
    for (const TextualElement &element : in.passes->getElements())
      element.walk(visit);
  });
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void pmb::checkNamesInOptions(NameChecker &checker, StringRef pass,
                              StringRef options, const SourceText *source,
                              function_ref<void(Diagnostic)> found,
                              unsigned depth) {
  const PassDescriptor *known =
      options.empty() ? nullptr : checker.getCatalog().lookupPass(pass);
  if (!known)
    return;
  size_t offset = source ? options.data() - source->getText().data() : 0;
  auto check = [&](PassesInOption in) {
    // That it cannot be read or is too deep, adding it says.
    if (!in.passes || depth >= Pipeline::maxNestDepth)
      return consumeError(in.passes.takeError());
    auto visit = [&](const TextualElement &element) {
      auto report = [&](Diagnostic finding) {
        // There is no node, so there is nothing to edit.
        finding.fix.reset();
        finding.node.reset();
        in.passes->locate(finding, element);
        finding.node->name = finding.subject;
        // Before the help, which comes last.
        std::rotate(finding.notes.begin(), finding.notes.end() - 1,
                    finding.notes.end());
        in.locate(finding, pass);
        found(std::move(finding));
      };
      NodeRef ref(element.name);
      if (auto finding = element.isNest() ? checker.checkAnchor(std::move(ref))
                                          : checker.checkPass(std::move(ref),
                                                              element.options))
        report(std::move(*finding));
      checkNamesInOptions(checker, element.name, element.options,
                          /*source=*/nullptr, report, depth + 1);
    };
    for (const TextualElement &element : in.passes->getElements())
      element.walk(visit);
  };
  forEachPassesInOptions(*known, options, check, source, offset);
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

/// Opens the passes of one option as if they were to be added, and forgets
/// them.
namespace {
class OptionCheck {
public:
  OptionCheck(PipelineImpl &pipeline, StringRef pass, PassesInOption &found)
      : pipeline(pipeline), linker(pipeline), pass(pass), found(found) {}

  void run(StringRef op) {
    if (!found.passes)
      return report(found.passes.takeError());
    AnchorPath root(op);
    root.setVerified();
    bool arePipelines = found.option.type == OptionDescriptor::Type::Pipelines;
    for (const TextualElement &element : found.passes->getElements()) {
      if (arePipelines && !element.isNest())
        report(Diagnostic(DiagnosticCode::Syntax,
                          "expected the operation that '{0}' runs on",
                          element.name)
                   .help("write 'func.func({0})'", element.name),
               &element);
      else
        check(element, root);
    }
  }

  std::vector<Diagnostic> failures;

private:
  /// Keeps what is wrong with an element, or with all of the text.
  void report(Error error, const TextualElement *element = nullptr) {
    for (Diagnostic &diagnostic : takeDiagnostics(std::move(error))) {
      if (element)
        found.passes->locate(diagnostic, *element);
      found.locate(diagnostic, pass);
      failures.push_back(std::move(diagnostic));
    }
  }

  Error checkNest(const TextualElement &nest) {
    if (Error error = linker.verifyAnchor(nest.name, nest.nested[0].name))
      return error;
    // Those of texts and files are checked where their places are known.
    if (pipeline.currentOrigin->kind == Origin::Kind::File)
      return Error::success();
    std::optional<Diagnostic> misspelled =
        NameChecker(pipeline.getCatalog()).checkAnchor(NodeRef(nest.name));
    if (!misspelled || misspelled->severity != Severity::Error)
      return Error::success();
    misspelled->node.reset();
    misspelled->fix.reset();
    return *misspelled;
  }

  Error checkPass(const TextualElement &element, AnchorPath &path) {
    Recipe recipe{PassSpec(element.name, element.options)};
    Expected<OpenedRecipe> entry = linker.open(recipe, &path);
    if (!entry)
      return entry.takeError();
    // The passes of a registered pipeline find nests of their own.
    if (!entry->symbol)
      return Error::success();
    if (Error error = linker.choosePath(*entry, {&path}).takeError())
      return error;
    if (found.option.type != OptionDescriptor::Type::FunctionPasses ||
        path.getParent())
      return Error::success();
    SmallVector<StringRef> ops =
        getOperations(*entry->symbol->descriptor, recipe.instance);
    auto isFunction = [&](StringRef op) {
      return pipeline.getCatalog().isFunction(op);
    };
    if (ops.empty() || any_of(ops, isFunction))
      return Error::success();
    return Diagnostic(DiagnosticCode::WrongAnchorOp,
                      "'{0}' cannot run on functions, as the passes of '{1}' "
                      "do: it runs on '{2}' only",
                      element.name, found.option.name, join(ops, "', '"));
  }

  void check(const TextualElement &element, AnchorPath &path) {
    Error error =
        element.isNest() ? checkNest(element) : checkPass(element, path);
    bool isGood = !error;
    report(std::move(error), &element);
    if (!element.isNest() || !isGood)
      return;
    AnchorPath *nest = path.getNested(element.name);
    nest->setVerified();
    for (const TextualElement &nested : element.nested)
      check(nested, *nest);
  }

  PipelineImpl &pipeline;
  Linker linker;
  StringRef pass;
  PassesInOption &found;
};
} // namespace

Error Linker::verifyPassesInOptions(const Recipe &pass,
                                    const AnchorPath *nest) {
  const PassDescriptor *known =
      pass.options.empty() ? nullptr
                           : pipeline.getCatalog().lookupPass(pass.name);
  if (!known)
    return Error::success();
  unsigned &optionDepth = pipeline.optionDepth;
  SaveAndRestore<unsigned> depth(optionDepth, optionDepth + 1);
  const SourceText *source = pass.optionsOffset ? pass.source : nullptr;
  std::vector<Diagnostic> failures;
  auto check = [&](PassesInOption found) {
    if (Error error = PipelineImpl::checkLimit(
            optionDepth, Pipeline::maxNestDepth,
            "options with passes are more than {0} deep in each other"))
      return append_range(failures, takeDiagnostics(std::move(error)));
    bool isHere = found.option.type == OptionDescriptor::Type::Passes;
    OptionCheck check(pipeline, pass.name, found);
    check.run(isHere && nest ? nest->getOp() : "any");
    append_range(failures, std::move(check.failures));
  };
  forEachPassesInOptions(*known, pass.options, check, source,
                         pass.optionsOffset);
  return makeError(std::move(failures));
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// What is wrong with the order of passes that run as a pipeline on `op`. What
/// cannot be added was refused with the pass that has the option.
static std::vector<Diagnostic> checkInner(const PipelineImpl &outer,
                                          StringRef op,
                                          const TextualPipeline &text,
                                          ArrayRef<TextualElement> elements) {
  Pipeline inner(op, outer.getCatalog());
  for (auto [pass, contract] : outer.getAddedContracts())
    consumeError(inner.addContract(pass, *contract));
  if (Error error = text.appendTo(inner, elements)) {
    consumeError(std::move(error));
    return {};
  }
  std::vector<Diagnostic> findings = inner.check();
  erase_if(findings, [](const Diagnostic &finding) {
    return finding.severity != Severity::Error &&
           finding.severity != Severity::Warning;
  });
  return findings;
}

void PipelineImpl::checkPassesInOptions(
    std::vector<Diagnostic> &findings) const {
  for (const Node &node : list.getPasses()) {
    auto check = [&](PassesInOption in) {
      if (!in.passes)
        return consumeError(in.passes.takeError());
      auto add = [&](StringRef op, ArrayRef<TextualElement> elements) {
        for (Diagnostic &finding :
             checkInner(*this, op, *in.passes, elements)) {
          in.locate(finding, node.getName());
          finding.at(list.getRef(node));
          // Fixes and positions are those of the pipeline in the option.
          finding.fix.reset();
          finding.alternatives.clear();
          finding.follows.clear();
          for (Note &note : finding.notes)
            if (note.node) {
              note.node->position = -1;
              note.node->origin = node.getOrigin();
            }
          findings.push_back(std::move(finding));
        }
      };
      ArrayRef<TextualElement> elements = in.passes->getElements();
      if (in.option.type == OptionDescriptor::Type::Pipelines)
        for (const TextualElement &element : elements)
          add(element.name, element.nested);
      else
        add(in.option.type == OptionDescriptor::Type::Passes
                ? node.getAnchorPath().getOp()
                : "any",
            elements);
    };
    forEachPassesInOptions(node.getDescriptor(), node.getGivenOptions(), check);
  }
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

void PipelineImpl::checkItemsInOptions(std::vector<Diagnostic> &findings) {
  auto check = [&](const Node &node, const PassDescriptor &pass,
                   StringRef options) {
    for (auto [name, value] : splitOptions(options)) {
      const OptionDescriptor *option = pass.lookupOption(name);
      if (!option || option->type != OptionDescriptor::Type::Items)
        continue;
      for (StringRef item : splitList(normalizeOptionValue(option, value))) {
        std::optional<Diagnostic> finding = getNameChecker().checkItem(
            unwrapOptionValue(item), NameChecker::ItemUse::Contract);
        if (!finding)
          continue;
        finding->severity = Severity::Warning;
        finding
            ->noteFirst(
                {"in the option '" + name.str() + "' of '" + pass.name + "'",
                 {}})
            .at(list.getRef(node));
        findings.push_back(std::move(*finding));
      }
    }
  };
  for (const Node &node : getNodes())
    if (node.isPass())
      check(node, node.getDescriptor(), node.getGivenOptions());
    else if (node.getKind() == Node::Kind::BundleBegin &&
             isPatternSlot(node.getBundle()))
      check(node, getSlotPass(node.getBundle()->getName()),
            node.getBundle()->pipelineOptions);
}
