//===- Editing.cpp - Quick edits of a pipeline ----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Editing.h"
#include "builder/passes/Catalog.h"
#include "passmanager/PassManagerBuilder.h"
#include "tools/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include <utility>

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

namespace pmb {
/// What an option for an edit takes, and what it does.
struct EditOption {
  enum class Form { Added, Moved, Alone, Kind };

  StringLiteral name;
  Form form;
  StringLiteral what;
  Error (*make)(Pipeline &pipeline, const Edit &edit);
};
} // namespace pmb

using Form = EditOption::Form;

static Error removeSelected(Pipeline &pipeline, const Edit &edit) {
  return pipeline.remove(edit.selector);
}

static constexpr EditOption editOptions[] = {
    {"insert-before", Form::Added,
     "Insert a pass or registered pipeline before a pass. Which: a number from "
     "0, first, last or every",
     [](Pipeline &pipeline, const Edit &edit) -> Error {
       return pipeline.insert(PassSpec(edit.name, edit.options),
                              Position::before(edit.selector));
     }},
    {"insert-after", Form::Added,
     "Insert a pass or registered pipeline after a pass",
     [](Pipeline &pipeline, const Edit &edit) -> Error {
       return pipeline.insert(PassSpec(edit.name, edit.options),
                              Position::after(edit.selector));
     }},
    {"move-before", Form::Moved, "Move a pass before a pass",
     [](Pipeline &pipeline, const Edit &edit) {
       return pipeline.move(*edit.moved, Position::before(edit.selector));
     }},
    {"move-after", Form::Moved, "Move a pass after a pass",
     [](Pipeline &pipeline, const Edit &edit) {
       return pipeline.move(*edit.moved, Position::after(edit.selector));
     }},
    {"replace", Form::Added,
     "Put a pass or registered pipeline in the place of a pass",
     [](Pipeline &pipeline, const Edit &edit) -> Error {
       return pipeline.replace(edit.selector,
                               PassSpec(edit.name, edit.options));
     }},
    {"remove", Form::Alone, "Remove a pass", removeSelected},
    {"disable-kind", Form::Kind, "Remove all passes of a kind", removeSelected},
};

std::vector<std::unique_ptr<ListFlag>>
pmb::makeEditFlags(cl::OptionCategory &category) {
  static constexpr StringLiteral values[] = {"pass[,which]:new{options}",
                                             "pass[,which]:moved[,which]",
                                             "pass[,which]", "kind"};
  std::vector<std::unique_ptr<ListFlag>> flags;
  for (const EditOption &option : editOptions)
    flags.push_back(std::make_unique<ListFlag>(
        category, option.name, option.what,
        cl::value_desc(values[size_t(option.form)])));
  return flags;
}

/// What an option was given: `cse,1:sccp{options}`, `cse,every`.
static Expected<Edit> readEdit(const EditOption &option, StringRef value) {
  std::string name = ("--" + option.name).str(),
              text = (name + "=" + value).str();
  if (option.form == Form::Kind)
    return Edit{&option, text, every(kind(value))};
  auto [old, added] = value.split(':');
  std::optional<Selector> selector =
      Selector::parse(option.form == Form::Alone ? value : old);
  if (option.form == Form::Alone) {
    if (!selector)
      return makeValueError(text, name +
                                      "=pass or pass,which, where which is a "
                                      "number from 0, first, last or every");
    return Edit{&option, text, *selector};
  }
  if (option.form == Form::Moved) {
    std::optional<Selector> moved = Selector::parse(added);
    if (!selector || !moved || selector->instance == Instance::Every)
      return makeValueError(
          text, name +
                    "=pass:moved or pass,which:moved,which, where which is a "
                    "number from 0, first or last, and for what is moved "
                    "every");
    return Edit{&option, text, *selector, "", "", *moved};
  }
  auto [made, options] = added.split('{');
  bool hasBraces = made.size() != added.size();
  if (!selector || !isValidName(made) ||
      (hasBraces && !options.consume_back("}")))
    return makeValueError(
        text, name + "=pass:new, pass:new{options} or pass,which:new, where "
                     "which is a number from 0, first, last or every");
  return Edit{&option, text, *selector, made.str(), options.str()};
}

Expected<std::vector<Edit>>
pmb::readEdits(ArrayRef<std::unique_ptr<ListFlag>> flags) {
  std::vector<std::pair<unsigned, Edit>> edits;
  Errors errors;
  for (const auto &[option, flag] : zip(editOptions, flags))
    for (size_t i = 0; i < flag->size(); ++i) {
      Expected<Edit> edit = readEdit(option, (*flag)[i]);
      if (edit)
        edits.push_back({flag->getPosition(i), std::move(*edit)});
      else
        errors.add(edit.takeError());
    }
  if (!errors.empty())
    return errors.take();
  llvm::stable_sort(edits, less_first());
  std::vector<Edit> sorted;
  for (auto &edit : edits)
    sorted.push_back(std::move(edit.second));
  return sorted;
}

static std::string sayWhich(StringRef name, StringRef single) {
  return formatv(name == single ? "say which: '{0},0' or '{0},last'"
                                : "say which: '{0},0', '{0},last' or "
                                  "'{0},every'",
                 name);
}

std::vector<Diagnostic> pmb::takeForCommandLine(Error error,
                                                StringRef loaders) {
  std::vector<Diagnostic> diagnostics = takeDiagnostics(std::move(error));
  for (Diagnostic &diagnostic : diagnostics)
    for (Note &note : diagnostic.notes)
      if (diagnostic.code == DiagnosticCode::UnknownPass &&
          std::exchange(note.isForCode, false))
        note.message = ("load the library that has it with " + loaders).str();
  return diagnostics;
}

/// Lets errors point to the option that they are about, and say in terms of the
/// command line how to choose one of several.
/// `single` is a name of which several are of no use.
static Error blame(Error error, StringRef option, StringRef single = "") {
  std::vector<Diagnostic> diagnostics = takeDiagnostics(std::move(error));
  for (Diagnostic &diagnostic : diagnostics) {
    if (!diagnostic.node) {
      NodeRef place;
      place.origin = Origin::file(option, 0, 0);
      diagnostic.at(std::move(place));
    }
    if (diagnostic.code == DiagnosticCode::AmbiguousPosition)
      for (Note &note : diagnostic.notes)
        if (std::exchange(note.isForCode, false))
          note.message = sayWhich(diagnostic.subject, single);
  }
  return makeError(std::move(diagnostics));
}

Error pmb::applyEdits(PassManagerBuilder &builder, ArrayRef<Edit> edits) {
  for (const Edit &edit : edits)
    // The option is the place to which findings point.
    if (Error error = builder.transaction(Origin::file(edit.text, 0, 0), [&] {
          return blame(edit.option->make(builder, edit), edit.text,
                       edit.moved ? edit.selector.target.name : StringRef());
        }))
      return error;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Cuts
//===----------------------------------------------------------------------===//

Expected<Cut> pmb::readCut(StringRef option, StringRef value) {
  std::string text = ("--" + option + "=" + value).str();
  auto [name, number] = value.split(',');
  unsigned index = 0;
  bool hasNumber = name.size() != value.size();
  if (!isValidName(name) || (hasNumber && number.getAsInteger(10, index)))
    return makeValueError(text, "--" + option +
                                    "=pass or pass,n, where n counts from 0");
  return Cut{text, name.str(), index};
}

/// The node at a cut; null if the option was not given.
static Expected<const Node *> findCut(const PassManagerBuilder &builder,
                                      const std::optional<Cut> &cut) {
  if (!cut)
    return nullptr;
  Expected<std::vector<const Node *>> nodes =
      builder.findNodes(nth(pass(cut->pass), cut->index));
  if (nodes)
    return nodes->front();
  return blame(nodes.takeError(), cut->text);
}

Expected<std::pair<const Node *, const Node *>>
pmb::findPart(const PassManagerBuilder &builder, const OptOptions &options) {
  const Node *nodes[4];
  const std::optional<Cut> *cuts[] = {&options.startBefore, &options.startAfter,
                                      &options.stopBefore, &options.stopAfter};
  for (auto [cut, node] : zip(cuts, nodes)) {
    Expected<const Node *> found = findCut(builder, *cut);
    if (!found)
      return found.takeError();
    node = *found;
  }
  auto [startBefore, startAfter, stopBefore, stopAfter] = nodes;
  const Node *start = startBefore ? startBefore : startAfter;
  const Node *stop = stopBefore ? stopBefore : stopAfter;
  // Nothing is left where one ends what the other does not begin.
  bool isBackwards = start && stop && stop->comesBefore(*start);
  bool isCrossed = start && start == stop && startAfter;
  if (isBackwards || isCrossed) {
    const Cut &first =
        options.startBefore ? *options.startBefore : *options.startAfter;
    const Cut &last =
        options.stopBefore ? *options.stopBefore : *options.stopAfter;
    return Diagnostic(DiagnosticCode::BadValue,
                      "{0} ends the pipeline before {1} begins it", last.text,
                      first.text)
        .note("it begins here", builder.getRef(*start))
        .note("it ends here", builder.getRef(*stop));
  }
  // After the last pass there is a part, too, an empty one.
  const Node *begin = startAfter ? startAfter->getNext() : startBefore;
  const Node *end = stopAfter ? stopAfter->getNext() : stopBefore;
  if (startAfter && !begin)
    begin = end = startAfter;
  return std::pair(begin, end);
}

Expected<std::vector<const Node *>>
pmb::findPasses(const PassManagerBuilder &builder, const OptOptions &options) {
  auto part = findPart(builder, options);
  if (!part)
    return part.takeError();
  auto [begin, end] = *part;
  std::vector<const Node *> passes;
  for (const Node &pass : builder.getPasses())
    if ((!begin || !pass.comesBefore(*begin)) &&
        (!end || pass.comesBefore(*end)))
      passes.push_back(&pass);
  return passes;
}
