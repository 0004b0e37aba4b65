//===- ConversionContract.cpp - What a conversion does, without running it ===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/MLIRContext.h"
#include "mlir/Transforms/DialectConversion.h"
#include "passmanager/patterns/ConvertPass.h"
#include "passmanager/patterns/OwnedPatterns.h"
#include <map>
#include <set>

using namespace pmb;
using namespace llvm;

using Action = mlir::ConversionTarget::LegalizationAction;

namespace {
/// A conversion that never runs. It has a context of its own: that of a
/// pipeline may be in use, and gets no dialects that nobody needs.
class Rehearsal {
public:
  explicit Rehearsal(const ConversionGoal &goal)
      : goal(goal), context(mlir::MLIRContext::Threading::DISABLED),
        target(context) {
    if (goal.target)
      load(goal.target->dialects);
  }

  void load(const mlir::DialectRegistry &dialects) {
    context.appendDialectRegistry(dialects);
    for (StringRef name : dialects.getDialectNames())
      context.getOrLoadDialect(name);
  }
  Error begin() { return goal.apply(target, &context).moveInto(converter); }

  /// The dialects of these that are legal as a whole; what is built in is in
  /// all IR.
  std::vector<StringRef> findLegal(ArrayRef<StringRef> dialects) {
    std::set<StringRef> found;
    for (StringRef dialect : dialects)
      if (dialect != "builtin" &&
          target.getOpAction(getAnyOf(dialect)) == Action::Legal)
        found.insert(dialect);
    return {found.begin(), found.end()};
  }

  const ConversionGoal &goal;
  mlir::MLIRContext context;
  mlir::ConversionTarget target;
  std::shared_ptr<mlir::TypeConverter> converter;

private:
  /// An operation of the dialect about which nobody says anything by itself.
  mlir::OperationName getAnyOf(StringRef dialect) {
    return mlir::OperationName((dialect + ".pmb_any").str(), &context);
  }
};

/// What the patterns for one operation make of it.
struct Conversion {
  std::set<std::string> generated;
  unsigned patterns = 0;
  bool isKnown = true;
};
} // namespace

/// Whether a set says itself what it lowers an operation to.
static bool isLowered(const Contract &contract, StringRef name) {
  return any_of(contract.getContents(), [&](const ContentsEntry &entry) {
    return entry.word == ContractEntry::Word::Lowers &&
           any_of(entry.items, [&](StringRef item) {
             return item == name || item == name.split('.').first;
           });
  });
}

/// What each operation becomes for which there are patterns, by name;
/// std::nullopt if there is a pattern for operations of any name.
static std::optional<std::map<std::string, Conversion>>
collectConversions(const OwnedPatterns &patterns) {
  std::map<std::string, Conversion> conversions;
  for (const auto &[pattern, owner] : patterns.owners)
    if (!pattern->getRootKind())
      return std::nullopt;
    else {
      Conversion &made =
          conversions[pattern->getRootKind()->getStringRef().str()];
      ++made.patterns;
      made.isKnown &= !pattern->getGeneratedOps().empty();
      for (mlir::OperationName name : pattern->getGeneratedOps())
        made.generated.insert(name.getStringRef().str());
    }
  if (!patterns.withPDL.empty())
    return std::nullopt;
  return conversions;
}

Expected<PassDescriptor> pmb::describeConversion(const Contribution &set,
                                                 const ConversionGoal &goal,
                                                 StringRef slot,
                                                 ArrayRef<StringRef> dialects) {
  PassDescriptor descriptor = set.patterns->descriptor;
  Rehearsal rehearsal(goal);
  rehearsal.load(set.patterns->dialects);
  if (Error error = rehearsal.begin())
    return error;
  OwnedPatterns patterns;
  patterns.sets.push_back(set);
  mlir::RewritePatternSet all(&rehearsal.context);
  Expected<bool> hasPDL =
      populateLabelled(set,
                       {slot.str(), &rehearsal.target,
                        rehearsal.converter.get(), goal.getConverterType()},
                       all, [&](const mlir::Pattern &pattern) {
                         patterns.owners[&pattern] = 0;
                       });
  if (!hasPDL)
    return hasPDL.takeError();
  if (*hasPDL)
    patterns.withPDL.push_back(0);
  auto conversions = collectConversions(patterns);
  if (!conversions)
    return descriptor;

  SmallVector<StringRef> near(dialects);
  for (const auto &[root, made] : *conversions) {
    near.push_back(StringRef(root).split('.').first);
    for (StringRef name : made.generated)
      near.push_back(name.split('.').first);
  }
  std::vector<StringRef> legal = rehearsal.findLegal(near);
  Contract derived;
  for (const auto &[root, made] : *conversions) {
    auto action = rehearsal.target.getOpAction(
        mlir::OperationName(root, &rehearsal.context));
    // The driver leaves it alone.
    if (action == Action::Legal || isLowered(descriptor.contract, root))
      continue;
    std::vector<StringRef> generated(made.generated.begin(),
                                     made.generated.end());
    auto entry = derived.lowers({root});
    if (!made.isKnown)
      entry.sometimes(legal);
    else if (made.patterns == 1)
      entry.to(generated);
    else
      entry.sometimes(generated);
    if (action == Action::Dynamic || (!action && !goal.isFull))
      entry.partially();
    entry.because("it has a pattern for it");
  }
  // What it says itself is asked first.
  derived.extend(descriptor.contract);
  descriptor.contract = std::move(derived);
  descriptor.contract.greedy(false);
  descriptor.hasContract = true;
  return descriptor;
}
