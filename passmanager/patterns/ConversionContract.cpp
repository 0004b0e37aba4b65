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
/// pipeline may be in use, and gets no needless dialects.
class DryConversion {
public:
  explicit DryConversion(const ConversionGoal &goal)
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

  /// What may be there behind the conversion: of these dialects, and those that
  /// it uses, the ones that are legal, be it sometimes; and operations that
  /// are, while their dialect is not. What is built in is in all IR.
  std::vector<std::string> findLegal(std::set<std::string> dialects) {
    for (mlir::Dialect *dialect : context.getLoadedDialects())
      dialects.insert(dialect->getNamespace().str());
    dialects.erase("builtin");
    std::vector<std::string> legal;
    for (const std::string &dialect : dialects)
      if (isLegal(mlir::OperationName(dialect + ".pmb_any", &context)))
        legal.push_back(dialect);
    for (mlir::RegisteredOperationName name : context.getRegisteredOperations())
      if (dialects.count(name.getDialectNamespace().str()) && isLegal(name) &&
          !is_contained(legal, name.getDialectNamespace()))
        legal.push_back(name.getStringRef().str());
    return legal;
  }

  const ConversionGoal &goal;
  mlir::MLIRContext context;
  mlir::ConversionTarget target;
  std::shared_ptr<mlir::TypeConverter> converter;

private:
  bool isLegal(mlir::OperationName name) const {
    auto action = target.getOpAction(name);
    return action && *action != Action::Illegal;
  }
};

/// What the patterns for one operation make of it.
struct Conversion {
  std::set<std::string> generated;
  unsigned patterns = 0;
  bool isKnown = true;
};

/// What each operation becomes for which a set has patterns, by name.
struct Conversions {
  std::map<std::string, Conversion> byRoot;
  /// Whether there is a pattern for operations of any name.
  bool areOfAny = false;

  void add(const mlir::Pattern &pattern) {
    std::optional<mlir::OperationName> root = pattern.getRootKind();
    if (!root) {
      areOfAny = true;
      return;
    }
    Conversion &made = byRoot[root->getStringRef().str()];
    ++made.patterns;
    made.isKnown &= !pattern.getGeneratedOps().empty();
    for (mlir::OperationName name : pattern.getGeneratedOps())
      made.generated.insert(name.getStringRef().str());
  }
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

/// Populates the set. Fails as `populateLabelled`.
static Expected<Conversions>
populateDry(DryConversion &dry, const Contribution &set, StringRef slot) {
  dry.load(set.patterns->dialects);
  if (Error error = dry.begin())
    return error;
  PatternUser user{slot.str(), &dry.target, dry.converter.get(),
                   dry.goal.getConverterType()};
  mlir::RewritePatternSet all(&dry.context);
  Conversions conversions;
  auto hasPDL =
      populateLabelled(set, user, all, [&](const mlir::Pattern &pattern) {
        conversions.add(pattern);
      });
  if (!hasPDL)
    return hasPDL.takeError();
  conversions.areOfAny |= *hasPDL;
  return conversions;
}

Expected<PassDescriptor> pmb::describeConversion(const Contribution &set,
                                                 const ConversionGoal &goal,
                                                 StringRef slot,
                                                 ArrayRef<StringRef> dialects) {
  PassDescriptor descriptor = set.patterns->descriptor;
  DryConversion dry(goal);
  Expected<Conversions> conversions = populateDry(dry, set, slot);
  if (!conversions)
    return conversions.takeError();
  if (conversions->areOfAny)
    return descriptor;

  std::set<std::string> near(dialects.begin(), dialects.end());
  std::vector<std::string> legal = dry.findLegal(std::move(near));
  Contract derived;
  for (const auto &[root, made] : conversions->byRoot) {
    auto action =
        dry.target.getOpAction(mlir::OperationName(root, &dry.context));
    // The driver leaves it alone.
    if (action == Action::Legal || isLowered(descriptor.contract, root))
      continue;
    ContractEntry entry;
    entry.word = ContractEntry::Word::Lowers;
    entry.items = {root};
    auto &list =
        made.patterns == 1 && made.isKnown ? entry.to : entry.sometimes;
    if (made.isKnown)
      list.assign(made.generated.begin(), made.generated.end());
    else
      list = legal;
    entry.isPartial = action == Action::Dynamic || (!action && !goal.isFull);
    entry.reason = "the set has a pattern for it";
    derived.add(std::move(entry));
  }
  // What it says itself is asked first.
  derived.extend(descriptor.contract);
  derived.greedy(false);
  descriptor.contract = std::move(derived);
  descriptor.hasContract = true;
  return descriptor;
}
