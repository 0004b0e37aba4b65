//===- PassContract.td - Contracts beside passes -----------*- tablegen -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says in a Passes.td what its passes need and do, with the words of
// builder/passes/Contract.h:
//
//   include "mlir/Pass/PassBase.td"
//   include "bundles/contracts/PassContract.td"
//
//   def Tiled : IRProperty<"tiled", "Every loop fits the cache">;
//
//   def AcmeTile : Pass<"acme-tile", "func::FuncOp">, PassContract {
//     let summary = "Tile for the cache";
//     let kinds = ["tiling"];
//     let after = [PassNamed<"linalg-generalize-named-ops",
//                            "it tiles generics only">];
//     let requires = [PropertyNamed<"canonical", isWeak=1>];
//     let provides = [PropertyNamed<"tiled">];
//     let lowers = [Lowering<["linalg.generic"], ["scf.for"]>];
//   }
//
// mlir-tblgen makes the same declarations of it as without PassContract. What
// `llvm-tblgen --dump-json` makes of it is a file of contracts, to be given to
// pmb-check --contracts= or pmb::readContractsFile. pmb_add_pass_contracts()
// does that with CMake, and makes C++ that registers the contracts with every
// program that has the passes, and a page of documentation. Argument, summary, operation and options of a pass are
// taken from its record; passes without PassContract are left out.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PASSCONTRACT
#define PMB_BUNDLES_PASSCONTRACT

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

/// A kind that passes are of. Those without a summary need no declaration.
class PassKind<string kindName, string kindSummary> {
  string name = kindName;
  string summary = kindSummary;
}

/// A property that the IR may have. Every property that a contract names must
/// be declared, here, in the stock catalog or in an earlier file. A fleeting
/// one is ended by any pass that does not preserve it, a lasting one only by
/// passes that invalidate it.
class IRProperty<string propertyName, string propertySummary,
                 bit isFleeting = 0> {
  string name = propertyName;
  string summary = propertySummary;
  bit fleeting = isFleeting;
}

//===----------------------------------------------------------------------===//
// When an entry applies
//===----------------------------------------------------------------------===//

class ContractCondition<string conditionText> { string text = conditionText; }

def Always : ContractCondition<"">;

/// As a text says that asks for options of the pass and for what the pipeline
/// is built for: `loops & !gpu`, `file != ''`. builder/passes/Condition.h has
/// the grammar.
class If<string conditionText> : ContractCondition<conditionText>;

/// If the pass's option has the value; `true` unless another is given.
class IfOption<string optionName, string value = "true", bit isNegated = 0>
    : If<optionName # !if(isNegated, " != ", " == ")
         # !if(!or(!eq(value, "true"), !eq(value, "false")), value,
               "'" # value # "'")>;

/// If the pipeline is built for a variant, or for what a text says.
class IfVariant<string variantName, bit isNegated = 0>
    : If<!if(isNegated, "!(" # variantName # ")", variantName)>;

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

/// What every entry has: a reason, which messages print, and when it applies.
class EffectEntry<string because, ContractCondition onlyIf> {
  string reason = because;
  string when = onlyIf.text;
}

/// One that a pipeline can violate: whether it is weak (a warning).
class ContractEntry<string because, bit isWeak, ContractCondition onlyIf>
    : EffectEntry<because, onlyIf> {
  bit weak = isWeak;
}

/// What may not stand between two passes (notBetween).
class OrderTarget;
class TargetPass<string argument> : OrderTarget { string pass = argument; }
class TargetKind<string kindName> : OrderTarget { string kind = kindName; }
class TargetProvider<string propertyName> : OrderTarget {
  string provider = propertyName;
}
class TargetBundle<string bundleName> : OrderTarget {
  string bundle = bundleName;
}
/// Whatever ends a property.
class TargetInvalidator<string propertyName> : OrderTarget {
  string invalidator = propertyName;
}

/// For after, before, followedBy, alternatesWith and conflictsWith. Only in
/// after and before, the target can be one that must be in the pipeline
/// (isPresent), and a `let` can say more:
///
///   def RightAfterSink : PassNamed<"acme-sink"> { let immediately = 1; }
///
/// What is good to know rather than wrong is told on request only (isAdvice).
class OrderEntry<string because, bit isWeak, ContractCondition onlyIf,
                 bit isPresent, bit isAdvice>
    : ContractEntry<because, isWeak, onlyIf> {
  bit present = isPresent;
  bit advice = isAdvice;
  /// Not one instance of the target, but all.
  bit all = 0;
  /// No pass stands between the two.
  bit immediately = 0;
  /// Nothing of this stands between the two.
  list<OrderTarget> notBetween = [];
}

/// A pass, by its argument.
class PassNamed<string argument, string because = "", bit isWeak = 0,
                ContractCondition onlyIf = Always, bit isPresent = 0,
                bit isAdvice = 0>
    : OrderEntry<because, isWeak, onlyIf, isPresent, isAdvice> {
  string pass = argument;
}

/// Passes and bundles of a kind.
class PassOfKind<string kindName, string because = "", bit isWeak = 0,
                 ContractCondition onlyIf = Always, bit isPresent = 0,
                 bit isAdvice = 0>
    : OrderEntry<because, isWeak, onlyIf, isPresent, isAdvice> {
  string kind = kindName;
}

/// Whoever provides a property.
class ProviderOf<string propertyName, string because = "", bit isWeak = 0,
                 ContractCondition onlyIf = Always, bit isPresent = 0,
                 bit isAdvice = 0>
    : OrderEntry<because, isWeak, onlyIf, isPresent, isAdvice> {
  string provider = propertyName;
}

/// A bundle, by its name: one of several instances of a pass, with a bundle
/// around it.
class BundleNamed<string bundleName, string because = "", bit isWeak = 0,
                  ContractCondition onlyIf = Always, bit isPresent = 0,
                  bit isAdvice = 0>
    : OrderEntry<because, isWeak, onlyIf, isPresent, isAdvice> {
  string bundle = bundleName;
}

/// For requires, which is about properties and about contents.
class RequiredEntry<string because, bit isWeak, ContractCondition onlyIf>
    : ContractEntry<because, isWeak, onlyIf>;

/// For requires, provides, invalidates and preserves.
class PropertyNamed<string propertyName, string because = "", bit isWeak = 0,
                    ContractCondition onlyIf = Always>
    : RequiredEntry<because, isWeak, onlyIf> {
  string property = propertyName;
}

/// For requires: a property that the pass `provider` establishes where it does
/// not hold, in pipelines that let the builder do so.
class PropertyFrom<string propertyName, string provider, string because = "",
                   bit isWeak = 0, ContractCondition onlyIf = Always>
    : PropertyNamed<propertyName, because, isWeak, onlyIf> {
  string establishedBy = provider;
}

// A field and what sets it cannot have one name in TableGen: `given` is set by
// givenItems.

/// For rejects and requires: one of the items is in the IR, but for `except`;
/// while one of `given` is, and not while one of `unless` may be. With a `nest`
/// only in that part of the program.
class Contains<list<string> theItems, string because = "", bit isWeak = 0,
               ContractCondition onlyIf = Always,
               list<string> exceptItems = [], list<string> givenItems = [],
               list<string> unlessItems = [], string inNest = "">
    : RequiredEntry<because, isWeak, onlyIf> {
  list<string> items = theItems;
  list<string> except = exceptItems;
  list<string> given = givenItems;
  list<string> unless = unlessItems;
  string nest = inNest;
}

/// For lowers: items are replaced by others, and sometimes by some more. A
/// speculative entry says nothing of what is there: the pass stands in pipelines
/// just in case. With a `nest` only what stands in that part of the program.
class Lowering<list<string> theItems, list<string> toItems = [],
               string because = "", bit isSpeculative = 0,
               ContractCondition onlyIf = Always,
               list<string> sometimesItems = [],
               list<string> exceptItems = [], list<string> givenItems = [],
               list<string> unlessItems = [], list<string> convertsTypes = [],
               bit isPartial = 0, string inNest = "">
    : EffectEntry<because, onlyIf> {
  list<string> from = theItems;
  list<string> to = toItems;
  list<string> sometimes = sometimesItems;
  list<string> except = exceptItems;
  list<string> given = givenItems;
  list<string> unless = unlessItems;
  list<string> converts = convertsTypes;
  string nest = inNest;
  bit partial = isPartial;
  bit speculative = isSpeculative;
}

/// For introduces: items that appear, and some that appear only sometimes.
class Addition<list<string> toItems, list<string> sometimesItems = [],
               string because = "", ContractCondition onlyIf = Always,
               list<string> givenItems = []>
    : EffectEntry<because, onlyIf> {
  list<string> to = toItems;
  list<string> sometimes = sometimesItems;
  list<string> given = givenItems;
}

/// For leavesDead: what there is of the items behind the pass has no use, but
/// for `except`; if one of `given` was there before it, and not while one of
/// `unless` may be behind it.
class Dead<list<string> theItems, list<string> unlessItems = [],
           string because = "", ContractCondition onlyIf = Always,
           list<string> givenItems = [], list<string> exceptItems = []>
    : EffectEntry<because, onlyIf> {
  list<string> items = theItems;
  list<string> except = exceptItems;
  list<string> given = givenItems;
  list<string> unless = unlessItems;
}

/// For unknownEffect: what the pass does cannot be told from its name and
/// options, because of the reason; only while one of `given` may be there that
/// is not among `except`, if there are any. What it leaves alone whatever it
/// does is kept.
class Unknown<string because, ContractCondition onlyIf = Always,
              list<string> givenItems = [], list<string> exceptItems = [],
              list<string> keepsItems = []>
    : EffectEntry<because, onlyIf> {
  list<string> keeps = keepsItems;
  list<string> given = givenItems;
  list<string> except = exceptItems;
}

/// For writesOutside: the pass changes what stands outside of the operation that
/// it runs on, as the reason says, where one of `given` is there if there are
/// any; weak: only for some inputs.
class Outside<string because, bit isWeak = 0, ContractCondition onlyIf = Always,
              list<string> givenItems = []>
    : ContractEntry<because, isWeak, onlyIf> {
  list<string> given = givenItems;
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

/// A pass with a contract. One that sets none of the words does nothing to the
/// IR.
class PassContract {
  list<string> kinds = [];
  /// What the operation of OperationPass<...> is called in the IR. Needed only
  /// for operations outside of MLIR.
  string anchor = "";
  /// For a pass on several operations, such as all functions: which.
  list<string> anchors = [];

  /// The argument of the pass whose kinds and contract this one takes over.
  string like = "";

  list<OrderEntry> after = [];
  list<OrderEntry> before = [];
  list<OrderEntry> followedBy = [];
  list<OrderEntry> alternatesWith = [];
  list<OrderEntry> conflictsWith = [];

  list<RequiredEntry> requires = [];
  list<PropertyNamed> provides = [];
  list<PropertyNamed> invalidates = [];
  list<PropertyNamed> preserves = [];

  list<Lowering> lowers = [];
  list<Addition> introduces = [];
  list<Dead> leavesDead = [];
  list<Contains> rejects = [];
  list<Unknown> unknownEffect = [];
  list<Outside> writesOutside = [];

  /// Running twice does what running once does.
  bit idempotent = 0;
  /// Rewrites greedily, and so folds casts in passing.
  bit greedy = 0;
  /// Removes operations without effects and uses, as a greedy pass does, too.
  bit removesDead = 0;
}

#endif // PMB_BUNDLES_PASSCONTRACT
