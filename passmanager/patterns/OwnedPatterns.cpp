//===- OwnedPatterns.cpp - Patterns of several parties, and their owners --===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/patterns/OwnedPatterns.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/list/PatternSlot.h"
#include "mlir/Transforms/DialectConversion.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/ThirdPartyCall.h"
#include "passmanager/patterns/WrappedPattern.h"
#include <climits>
#include <cstring>

using namespace pmb;
using namespace llvm;

namespace {
/// A conversion pattern, to learn what others have in common with it.
struct SomeConversion : mlir::ConversionPattern {
  explicit SomeConversion(mlir::MLIRContext *context)
      : ConversionPattern(MatchAnyOpTypeTag(), 1, context) {}
  mlir::LogicalResult
  matchAndRewrite(mlir::Operation *, ArrayRef<mlir::Value>,
                  mlir::ConversionPatternRewriter &) const override {
    return mlir::failure();
  }
};
} // namespace

/// The function of `pattern` that a driver calls; null where it is not known
/// how virtual functions are called.
static const void *getMatchFunction(const mlir::RewritePattern &pattern) {
#if defined(__GXX_ABI_VERSION)
  // In the C++ ABI of Itanium a pointer to a virtual member is one more than
  // the offset of its entry in the table; on ARM it is the offset.
  mlir::LogicalResult (mlir::RewritePattern::*match)(mlir::Operation *,
                                                     mlir::PatternRewriter &)
      const = &mlir::RewritePattern::matchAndRewrite;
  ptrdiff_t offset;
  std::memcpy(&offset, &match, sizeof(offset));
  const char *table;
  std::memcpy(&table, static_cast<const void *>(&pattern), sizeof(table));
  const void *function;
  std::memcpy(&function, table + (offset & ~ptrdiff_t(1)), sizeof(function));
  return function;
#else
  (void)pattern;
  return nullptr;
#endif
}

/// Whether it needs the rewriter of a dialect conversion, and brings down the
/// process with that of a greedy driver. LLVM may be built without what tells
/// classes, but all conversion patterns share a function that is final.
static bool isConversion(const mlir::RewritePattern &pattern) {
  const void *match = getMatchFunction(pattern);
  return match &&
         match == getMatchFunction(SomeConversion(pattern.getContext()));
}

static std::string describeConverter(StringRef type) {
  return "an " + (type.empty() ? "mlir::TypeConverter" : type).str();
}

Error pmb::checkConverter(const Contribution &contribution,
                          const PatternUser &user) {
  const PopulateConversion &convert = contribution.patterns->set.convert;
  if (!convert)
    return Error::success();
  StringRef name = contribution.patterns->set.name;
  if (!user.target)
    return makeNotConverting(name, contribution.str(), user.name);
  StringRef asked = convert.getConverterType();
  if (asked.empty() || asked == user.converterType)
    return Error::success();
  return Diagnostic(
             DiagnosticCode::WrongSlot,
             "the patterns {0} ask for {1}, and {2} converts types with {3}",
             contribution.str(), describeConverter(asked), user.name,
             describeConverter(user.converterType))
      .about(name)
      .help("let the function of the patterns take what the slot has, or "
            "choose another slot");
}

/// What a party adds, called in the way that fits.
static Error callPopulate(const Contribution &contribution,
                          const PatternUser &user,
                          mlir::RewritePatternSet &own) {
  if (Error error = checkConverter(contribution, user))
    return error;
  const PatternSet &set = contribution.patterns->set;
  auto thrown = callThirdParty([&] {
    if (set.convert)
      set.convert(*user.target, *user.converter, own);
    else
      set.populate(own);
  });
  return thrown ? makeError(makeFailedPatterns("the function",
                                               contribution.str(), *thrown)
                                .about(set.name))
                : Error::success();
}

static Error checkGreedy(const Contribution &contribution,
                         const PatternUser &user,
                         mlir::RewritePatternSet &own) {
  for (auto &pattern : own.getNativePatterns())
    if (isConversion(*pattern))
      return Diagnostic(DiagnosticCode::FailedPatterns,
                        "'{0}' of the patterns {1} is a conversion pattern, "
                        "and {2} applies patterns greedily",
                        pattern->getDebugName().str(), contribution.str(),
                        user.name)
          .about(contribution.patterns->set.name)
          .help("write it as an mlir::OpRewritePattern, or put it into a slot "
                "that is declared with addConversionSlot()");
  return Error::success();
}

Expected<bool>
pmb::populateLabelled(const Contribution &contribution, const PatternUser &user,
                      mlir::RewritePatternSet &all,
                      function_ref<void(const mlir::Pattern &)> visit,
                      bool takesPDL) {
  mlir::RewritePatternSet own(all.getContext());
  if (Error error = callPopulate(contribution, user, own))
    return error;
  if (!user.target)
    if (Error error = checkGreedy(contribution, user, own))
      return error;
  // Patterns only refer to their labels; the context has them for ever.
  SmallVector<StringRef, 2> labels;
  for (StringRef label : {StringRef(contribution.patterns->set.name),
                          StringRef(contribution.party)})
    if (!label.empty())
      labels.push_back(mlir::StringAttr::get(all.getContext(), label));
  for (auto &pattern : own.getNativePatterns()) {
    pattern->addDebugLabels(labels);
    visit(*pattern);
    all.add(std::move(pattern));
  }
  bool hasPDL = takesPDL && own.getPDLPatterns().getModule();
  if (hasPDL)
    all.add(std::move(own.getPDLPatterns()));
  return hasPDL;
}

/// Warns of what names no pattern, so that nothing is left out silently that
/// should be applied, or the other way round.
static void checkLabels(mlir::MLIRContext *context, StringRef option,
                        StringRef slot, ArrayRef<std::string> labels,
                        const StringSet<> &known) {
  for (const std::string &label : labels) {
    if (known.contains(label))
      continue;
    std::string near =
        suggestNames(label, SmallVector<StringRef>(known.keys()));
    mlir::InFlightDiagnostic warning =
        emitWarning(mlir::UnknownLoc::get(context));
    warning << "'" << option << "' of " << slot << " names '" << label
            << "', which is no party, set or pattern there";
    if (!near.empty())
      warning.attachNote() << didYouMean(near);
  }
}

namespace {
/// A pattern with another benefit.
struct PreferredPattern : WrappedPattern {
  using WrappedPattern::WrappedPattern;
};
} // namespace

void OwnedPatterns::arrange(mlir::RewritePatternSet &all,
                            ArrayRef<std::string> preferred, bool converts) {
  auto &patterns = all.getNativePatterns();
  // By preference, then by their own benefit, then as they were added.
  std::vector<std::tuple<size_t, unsigned, size_t>> order;
  for (size_t index = 0; index < patterns.size(); ++index) {
    const mlir::RewritePattern &pattern = *patterns[index];
    auto rank = find_if(preferred, [&](StringRef label) {
      return pattern.getDebugName() == label ||
             is_contained(pattern.getDebugLabels(), label);
    });
    if (converts || rank != preferred.end())
      order.push_back({rank - preferred.begin(),
                       USHRT_MAX - pattern.getBenefit().getBenefit(), index});
  }
  llvm::sort(order);
  // The largest value means that a pattern never matches.
  unsigned benefit = USHRT_MAX - 1;
  for (auto [rank, own, index] : order) {
    auto &pattern = patterns[index];
    unsigned owner = owners.lookup(pattern.get());
    owners.erase(pattern.get());
    if (converts)
      pattern = makeWatched(std::move(pattern), benefit--);
    else
      pattern =
          WrappedPattern::make<PreferredPattern>(std::move(pattern), benefit--);
    owners[pattern.get()] = owner;
  }
}

mlir::LogicalResult
OwnedPatterns::populate(mlir::MLIRContext *context, const PatternUser &user,
                        std::vector<Contribution> added,
                        const PatternChoice &choice,
                        function_ref<void(const mlir::Pattern &)> visit,
                        function_ref<void()> endSet) {
  sets = std::move(added);
  mlir::RewritePatternSet all(context);
  StringSet<> known;
  for (auto [index, contribution] : enumerate(sets)) {
    StringRef name = contribution.patterns->set.name;
    StringRef party = contribution.party;
    auto isNamed = [&](ArrayRef<std::string> labels) {
      return is_contained(labels, name) ||
             (!party.empty() && is_contained(labels, party));
    };
    known.insert(name);
    known.insert(party);
    bool takesPDL = !isNamed(choice.disabled) &&
                    (choice.enabled.empty() || isNamed(choice.enabled));
    bool isEmpty = true;
    Expected<bool> hasPDL = populateLabelled(
        contribution, user, all,
        [&, index = index](const mlir::Pattern &pattern) {
          isEmpty = false;
          owners[&pattern] = index;
          known.insert(pattern.getDebugName());
          for (StringRef label : pattern.getDebugLabels())
            known.insert(label);
          visit(pattern);
        },
        takesPDL);
    if (!hasPDL)
      return emitErrors(mlir::UnknownLoc::get(context), hasPDL.takeError());
    endSet();
    if (*hasPDL)
      withPDL.push_back(index);
    else if (isEmpty && takesPDL && !contribution.patterns->set.convert)
      // One for conversions may say only what is legal.
      emitWarning(mlir::UnknownLoc::get(context))
          << "the patterns " << contribution.str()
          << " are none: their function adds nothing";
  }
  checkLabels(context, "disable-patterns", user.name, choice.disabled, known);
  checkLabels(context, "enable-patterns", user.name, choice.enabled, known);
  checkLabels(context, "prefer-patterns", user.name, choice.preferred, known);
  // The driver of conversions tries patterns of one benefit in reverse order.
  if (user.target || !choice.preferred.empty())
    arrange(all, choice.preferred, /*converts=*/user.target);
  patterns = mlir::FrozenRewritePatternSet(std::move(all), choice.disabled,
                                           choice.enabled);
  return mlir::success();
}

PatternSource OwnedPatterns::getSource(const mlir::Pattern &pattern) const {
  auto it = owners.find(&pattern);
  if (it != owners.end())
    return sets[it->second].getSource();
  return withPDL.size() == 1 ? sets[withPDL.front()].getSource()
                             : PatternSource();
}

std::string OwnedPatterns::describe(const mlir::Pattern &pattern) const {
  if (!pattern.getDebugName().empty())
    return "'" + pattern.getDebugName().str() + "'";
  return owners.contains(&pattern) ? "a pattern without a name"
                                   : "a pattern in PDL";
}

void PatternTrace::print(raw_ostream &os) const {
  os << "Applying the patterns of " << name;
  StringRef separator = ": ";
  for (const Contribution &set : owned.sets)
    os << std::exchange(separator, ", ") << set.str();
  os << '\n';
}
