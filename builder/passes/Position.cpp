//===- Position.cpp - Where in a pipeline ---------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/Position.h"
#include "builder/passes/PassDescriptor.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace pmb;
using namespace llvm;

std::optional<Selector> Selector::parse(StringRef text) {
  auto [name, which] = text.split(',');
  if (!isValidName(name))
    return std::nullopt;
  unsigned index;
  if (which.empty())
    return name.size() == text.size() ? std::optional(Selector(pass(name)))
                                      : std::nullopt;
  if (!which.getAsInteger(10, index))
    return nth(pass(name), index);
  return StringSwitch<std::optional<Selector>>(which)
      .Case("first", first(pass(name)))
      .Case("last", last(pass(name)))
      .Case("every", every(pass(name)))
      .Default(std::nullopt);
}

std::string Selector::str() const {
  if (!op.empty()) {
    Selector anywhere = *this;
    anywhere.op.clear();
    return anywhere.str() + " on '" + op + "'";
  }
  if (!instance)
    return target.str();
  switch (*instance) {
  case Instance::Unique:
    return "the only " + target.str();
  case Instance::First:
    return "the first " + target.str();
  case Instance::Last:
    return "the last " + target.str();
  case Instance::Nth:
    return target.str() + " number " + std::to_string(index);
  case Instance::Every:
    return "every " + target.str();
  }
  llvm_unreachable("unknown instance");
}

Position::Position(Relation relation, Selector chosen, bool immediate)
    : relation(relation), immediate(immediate), selector(std::move(chosen)) {
  // A kind is a region of the pipeline: before it means before all of it.
  if (!selector.instance && selector.target.kind == Target::Kind::PassKind)
    selector.instance =
        relation == Relation::Before ? Instance::First : Instance::Last;
}

Position::~Position() {
  // One after the other: a chain can be longer than the stack is deep.
  while (fallback && fallback.use_count() == 1)
    fallback = std::move(const_cast<Position &>(*fallback).fallback);
}

Position &Position::orElse(Position other) {
  // What others share is theirs, so it is copied.
  Position *end = this;
  while (end->fallback) {
    if (end->fallback.use_count() != 1)
      end->fallback = std::make_shared<Position>(*end->fallback);
    end = const_cast<Position *>(end->fallback.get());
  }
  end->fallback = std::make_shared<Position>(std::move(other));
  return *this;
}

std::string Position::str() const {
  auto describe = [](const Position &position) -> std::string {
    switch (position.relation) {
    case Relation::Before:
    case Relation::After:
      return (position.immediate ? "immediately " : "") +
             std::string(position.relation == Relation::Before ? "before "
                                                               : "after ") +
             position.selector.str();
    case Relation::Start:
      return "at the start";
    case Relation::End:
      return "at the end";
    case Relation::ByContract:
      return position.choice == Choice::Latest
                 ? "as late as its contract allows"
                 : "where its contract allows";
    }
    llvm_unreachable("unknown place");
  };
  std::string text = describe(*this);
  for (const Position *other = getFallback(); other;
       other = other->getFallback())
    text += ", or else " + describe(*other);
  return text;
}
