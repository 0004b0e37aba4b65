//===- ConversionTargets.cpp - What slots convert to ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/list/PatternSlot.h"
#include "mlir/Transforms/DialectConversion.h"
#include "passmanager/MLIRPass.h"
#include "passmanager/ThirdPartyCall.h"
#include "passmanager/patterns/ConvertPass.h"
#include "passmanager/patterns/NamedRegistry.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

std::shared_ptr<mlir::TypeConverter>
MakeTypeConverter::operator()(mlir::MLIRContext *context) const {
  if (make)
    return make(context);
  auto converter = std::make_shared<mlir::TypeConverter>();
  // A type that no conversion takes stays as it is.
  converter->addConversion([](mlir::Type type) { return type; });
  if (fill)
    fill(*converter);
  return converter;
}

//===----------------------------------------------------------------------===//
// Targets by name
//===----------------------------------------------------------------------===//

using TargetRegistry = NamedRegistry<KnownTarget>;

static Error makeFailedTarget(StringRef what, StringRef name, StringRef why) {
  return Diagnostic(DiagnosticCode::FailedPatterns,
                    "{0} of the target '{1}' {2}", what, name, why)
      .about(name)
      .help("leave the slot out until its owner has mended it");
}

Expected<std::shared_ptr<const KnownTarget>>
pmb::makeConversionTarget(ConversionTargetSpec spec) {
  if (!isValidName(spec.name) ||
      StringRef(spec.name).find_first_of(":=") != StringRef::npos)
    return makeError(makeBadName("target of conversions", spec.name,
                                 ", and no ':' and '='"));
  auto known = std::make_shared<KnownTarget>();
  if (spec.getDependentDialects)
    if (auto thrown =
            callThirdParty([&] { spec.getDependentDialects(known->dialects); }))
      return makeFailedTarget("getDependentDialects", spec.name,
                              "has thrown: " + *thrown);
  known->spec = std::move(spec);
  return known;
}

Error pmb::detail::registerConversionTarget(ConversionTargetSpec spec) {
  auto known = makeConversionTarget(std::move(spec));
  if (!known)
    return known.takeError();
  const std::string &name = (*known)->spec.name;
  if (TargetRegistry::get().add(name, *known))
    return Error::success();
  return Diagnostic(DiagnosticCode::DuplicateName,
                    "there is a target of conversions '{0}' already", name)
      .help("give the target another name");
}

std::shared_ptr<const KnownTarget> pmb::lookupConversionTarget(StringRef name) {
  return TargetRegistry::get().lookup(name);
}

Error pmb::makeUnknownTarget(StringRef name) {
  return makeUnregistered(
      "target of conversions", name, TargetRegistry::get().getNames(),
      "register it with pmb::registerConversionTarget before the "
      "pipeline is composed, or declare the slot in C++ with "
      "addConversionSlot()");
}

PassSpec pmb::createConversionSlot(StringRef name, GivenTarget given,
                                   MakeTypeConverter typeConverter,
                                   StringRef options) {
  PassSpec slot(convertPass);
  std::string target = given.registered ? *given.registered : given.spec.name;
  if (target.empty())
    target = name.str();
  slot.options = ("slot=" + name + " target=" + target).str();
  if (StringRef more = stripBraces(options); !more.empty())
    slot.options += (" " + more).str();
  if (given.registered)
    return slot;
  given.spec.name = target;
  if (typeConverter)
    given.spec.typeConverter = std::move(typeConverter);
  auto known = makeConversionTarget(std::move(given.spec));
  // Where it is added, an unknown target or a bad name says so.
  if (!known)
    consumeError(known.takeError());
  else
    slot.instance =
        makeInstance(createConvertPass("", {}, "", std::move(*known)));
  return slot;
}

//===----------------------------------------------------------------------===//
// What is legal
//===----------------------------------------------------------------------===//

static void setLegality(mlir::ConversionTarget &to, mlir::MLIRContext *context,
                        ArrayRef<std::string> items,
                        mlir::ConversionTarget::LegalizationAction action) {
  for (const std::string &item : items)
    if (StringRef(item).contains('.'))
      to.setOpAction(mlir::OperationName(item, context), action);
    else
      to.setDialectAction(StringRef(item), action);
}

Expected<std::shared_ptr<mlir::TypeConverter>>
ConversionGoal::apply(mlir::ConversionTarget &to,
                      mlir::MLIRContext *context) const {
  using Action = mlir::ConversionTarget::LegalizationAction;
  const ConversionTargetSpec none;
  const ConversionTargetSpec &spec = target ? target->spec : none;
  std::shared_ptr<mlir::TypeConverter> converter;
  if (spec.target)
    if (auto thrown = callThirdParty([&] { spec.target(to); }))
      return makeFailedTarget("the function", spec.name,
                              "has thrown: " + *thrown);
  if (auto thrown =
          callThirdParty([&] { converter = spec.typeConverter(context); }))
    return makeFailedTarget("the type converter", spec.name,
                            "has thrown: " + *thrown);
  if (!converter)
    return makeFailedTarget("the type converter", spec.name, "is null");
  setLegality(to, context, legal, Action::Legal);
  setLegality(to, context, illegal, Action::Illegal);
  return converter;
}
