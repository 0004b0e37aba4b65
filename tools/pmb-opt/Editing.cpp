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

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

Expected<Edit> pmb::readEdit(Edit::Kind kind, StringRef option,
                             StringRef value) {
  std::string text = ("--" + option + "=" + value).str();
  if (kind == Edit::Kind::Remove) {
    std::optional<Selector> selector = Selector::parse(value);
    if (!selector)
      return makeValueError(text,
                            "--" + option +
                                "=pass or pass,which, where which is a number "
                                "from 0, first, last or every");
    return Edit{kind, text, *selector, "", ""};
  }
  auto [old, added] = value.split(':');
  std::optional<Selector> selector = Selector::parse(old);
  if (kind == Edit::Kind::MoveBefore || kind == Edit::Kind::MoveAfter) {
    std::optional<Selector> moved = Selector::parse(added);
    if (!selector || !moved || selector->instance == Instance::Every)
      return makeValueError(
          text,
          "--" + option +
              "=pass:moved or pass,which:moved,which, where which is a "
              "number from 0, first or last, and for what is moved every");
    return Edit{kind, text, *selector, "", "", *moved};
  }
  auto [name, options] = added.split('{');
  bool hasBraces = name.size() != added.size();
  if (!selector || !isValidName(name) ||
      (hasBraces && !options.consume_back("}")))
    return makeValueError(
        text, "--" + option +
                  "=pass:new, pass:new{options} or pass,which:new, where which "
                  "is a number from 0, first, last or every");
  return Edit{kind, text, *selector, name.str(), options.str()};
}

static std::string sayWhich(StringRef name, StringRef single) {
  return formatv(name == single ? "say which: '{0},0' or '{0},last'"
                                : "say which: '{0},0', '{0},last' or "
                                  "'{0},every'",
                 name);
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
    // What helps in C++ does not help here.
    bool isAmbiguous = diagnostic.code == DiagnosticCode::AmbiguousPosition;
    for (Note &note : diagnostic.notes)
      if (note.isForCode)
        note.message = isAmbiguous
                           ? sayWhich(diagnostic.subject, single)
                           : "load the library that has it with "
                             "--load-pass-plugin or --load-pipeline-plugin";
  }
  return makeError(std::move(diagnostics));
}

static Error apply(PassManagerBuilder &builder, const Edit &edit) {
  switch (edit.kind) {
  case Edit::Kind::InsertBefore:
    return builder.insert(PassSpec(edit.name, edit.options),
                          Position::before(edit.selector));
  case Edit::Kind::InsertAfter:
    return builder.insert(PassSpec(edit.name, edit.options),
                          Position::after(edit.selector));
  case Edit::Kind::MoveBefore:
    return builder.move(*edit.moved, Position::before(edit.selector));
  case Edit::Kind::MoveAfter:
    return builder.move(*edit.moved, Position::after(edit.selector));
  case Edit::Kind::Replace:
    return builder.replace(edit.selector, PassSpec(edit.name, edit.options));
  case Edit::Kind::Remove:
    return builder.remove(edit.selector);
  }
  llvm_unreachable("unknown kind of edit");
}

Error pmb::applyEdits(PassManagerBuilder &builder, ArrayRef<Edit> edits) {
  for (const Edit &edit : edits)
    // The option is the place to which findings point.
    if (Error error = builder.transaction(Origin::file(edit.text, 0, 0), [&] {
          return blame(apply(builder, edit), edit.text,
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
    return makeError(Diagnostic(DiagnosticCode::BadValue,
                                last.text + " ends the pipeline before " +
                                    first.text + " begins it")
                         .note("it begins here", builder.getRef(*start))
                         .note("it ends here", builder.getRef(*stop)));
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
