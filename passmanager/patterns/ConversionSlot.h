//===- ConversionSlot.h - One dialect conversion of several parties -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A framework declares what a dialect conversion converts to:
//
//   builder.addConversionSlot(
//       "to-llvm",
//       [](mlir::ConversionTarget &target) {
//         target.addLegalDialect<mlir::LLVM::LLVMDialect>();
//         target.addIllegalDialect<mlir::func::FuncDialect>();
//       },
//       [](mlir::MLIRContext *context) {
//         return std::make_unique<mlir::LLVMTypeConverter>(context);
//       });
//
// Parties add patterns, what is legal, and conversions of their types, with the
// signature of mlir::ConvertToLLVMPatternInterface:
//
//   if (auto err = builder.addPatterns(
//           "to-llvm", [](mlir::ConversionTarget &target,
//                         mlir::LLVMTypeConverter &converter,
//                         mlir::RewritePatternSet &patterns) {
//             target.addIllegalDialect<acme::AcmeDialect>();
//             converter.addConversion([](acme::BoxType type) {
//               return mlir::IntegerType::get(type.getContext(), 64);
//             });
//             patterns.add<acme::BoxLowering>(converter);
//           }))
//     return err;
//
// All of them are one pass, pmb-convert, and one conversion.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_PATTERNS_CONVERSIONSLOT_H
#define PMB_PASSMANAGER_PATTERNS_CONVERSIONSLOT_H

#include "builder/passes/PassInstance.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/TypeName.h"
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>

namespace mlir {
class ConversionTarget;
class DialectRegistry;
class MLIRContext;
class RewritePatternSet;
class TypeConverter;
} // namespace mlir

namespace pmb {

namespace detail {
/// `type` is the class of type converters that a function takes which fills a
/// conversion; there is none for other functions.
template <typename FnT, typename Enable = void> struct ConverterOf {};
template <typename ConverterT>
struct ConverterOf<void (*)(mlir::ConversionTarget &, ConverterT &,
                            mlir::RewritePatternSet &)> {
  using type = std::remove_const_t<ConverterT>;
};
template <typename FnT, typename ConverterT>
struct ConverterOf<void (FnT::*)(mlir::ConversionTarget &, ConverterT &,
                                 mlir::RewritePatternSet &) const> {
  using type = std::remove_const_t<ConverterT>;
};
template <typename FnT, typename ConverterT>
struct ConverterOf<void (FnT::*)(mlir::ConversionTarget &, ConverterT &,
                                 mlir::RewritePatternSet &)> {
  using type = std::remove_const_t<ConverterT>;
};
template <typename FnT>
struct ConverterOf<FnT, std::void_t<decltype(&FnT::operator())>>
    : ConverterOf<decltype(&FnT::operator())> {};
} // namespace detail

/// A function of a party that fills a conversion. It takes an
/// `mlir::TypeConverter`, or a class derived from it if the slot has one of
/// that class. A value; may be empty.
class PopulateConversion {
public:
  PopulateConversion() = default;
  template <typename FnT,
            typename ConverterT = typename detail::ConverterOf<FnT>::type>
  PopulateConversion(FnT populate)
      : converterType([] {
          return std::is_same_v<ConverterT, mlir::TypeConverter>
                     ? llvm::StringRef()
                     : llvm::getTypeName<ConverterT>();
        }()),
        populate([populate](mlir::ConversionTarget &target,
                            mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns) mutable {
          populate(target, static_cast<ConverterT &>(converter), patterns);
        }) {}

  explicit operator bool() const { return bool(populate); }
  /// The class of type converters that it asks for; empty if any will do.
  llvm::StringRef getConverterType() const { return converterType; }
  /// REQUIRES: not empty, and `converter` is of that class.
  void operator()(mlir::ConversionTarget &target,
                  mlir::TypeConverter &converter,
                  mlir::RewritePatternSet &patterns) const {
    populate(target, converter, patterns);
  }

private:
  llvm::StringRef converterType;
  std::function<void(mlir::ConversionTarget &, mlir::TypeConverter &,
                     mlir::RewritePatternSet &)>
      populate;
};

/// A function that makes the type converter of a conversion, or adds to a plain
/// `mlir::TypeConverter`. A value; empty is a plain one without conversions.
class MakeTypeConverter {
public:
  MakeTypeConverter() = default;
  template <typename FnT,
            std::enable_if_t<std::is_invocable_v<FnT, mlir::TypeConverter &> ||
                                 std::is_invocable_v<FnT, mlir::MLIRContext *>,
                             int> = 0>
  MakeTypeConverter(FnT fn) {
    if constexpr (std::is_invocable_v<FnT, mlir::TypeConverter &>) {
      fill = std::move(fn);
    } else {
      using ConverterT =
          typename std::invoke_result_t<FnT, mlir::MLIRContext *>::element_type;
      if (!std::is_same_v<ConverterT, mlir::TypeConverter>)
        converterType = llvm::getTypeName<ConverterT>();
      make = [fn](mlir::MLIRContext *context) mutable {
        return std::shared_ptr<mlir::TypeConverter>(fn(context));
      };
    }
  }

  explicit operator bool() const { return make || fill; }
  /// The class of what it makes; empty for a plain one.
  llvm::StringRef getConverterType() const { return converterType; }
  /// Null if `make` of the user returns null.
  std::shared_ptr<mlir::TypeConverter>
  operator()(mlir::MLIRContext *context) const;

private:
  llvm::StringRef converterType;
  std::function<std::shared_ptr<mlir::TypeConverter>(mlir::MLIRContext *)> make;
  std::function<void(mlir::TypeConverter &)> fill;
};

/// What conversions convert to: legality, and a type converter. A value.
///
/// The functions are called when a pass that has the target is initialised, and
/// when a pipeline gets the slot or patterns for it, with a context of its own,
/// to learn what the conversion does. So they get all that they use of a
/// context from their arguments. One that throws is `failed-patterns`.
struct ConversionTargetSpec {
  /// The name that texts use, as of a `PatternSet`. Empty: that of the slot.
  std::string name = "";
  /// Declares what is legal. An operation without a declaration stays in a
  /// partial conversion, and fails a full one. May be empty.
  std::function<void(mlir::ConversionTarget &)> target = {};
  MakeTypeConverter typeConverter = {};
  /// Adds the dialects that the two use. May be empty.
  std::function<void(mlir::DialectRegistry &)> getDependentDialects = {};
};

/// A target as a builder takes it: a function that says what is legal, a
/// `ConversionTargetSpec`, or the name of one that is registered.
struct GivenTarget {
  template <typename T> GivenTarget(T given) {
    if constexpr (std::is_convertible_v<T, llvm::StringRef>)
      registered = llvm::StringRef(given).str();
    else if constexpr (std::is_same_v<T, ConversionTargetSpec>)
      spec = std::move(given);
    else
      spec.target = std::move(given);
  }

  std::optional<std::string> registered;
  ConversionTargetSpec spec;
};

namespace detail {
/// Null in a program that does not use the builder.
LLVM_ATTRIBUTE_WEAK llvm::Error
registerConversionTarget(ConversionTargetSpec spec);
} // namespace detail

/// Gives a target a name that texts and files can use, for the rest of the
/// process: `pmb-convert{slot=to-llvm target=acme-llvm}`. To be called where
/// passes are registered. Fails, and registers nothing, with `bad-name`,
/// `duplicate-name`, and `failed-patterns` if `getDependentDialects` throws.
inline llvm::Error registerConversionTarget(ConversionTargetSpec spec) {
  return detail::registerConversionTarget
             ? detail::registerConversionTarget(std::move(spec))
             : llvm::Error::success();
}

/// A slot for conversion patterns, to be added where there is no spelling of
/// its own:
///
///   builder.nest<func::FuncOp>().add(
///       pmb::createConversionSlot("early", "acme-target"));
///
/// What is wrong with the name, target and options is reported where it is
/// added.
PassSpec createConversionSlot(llvm::StringRef name, GivenTarget target,
                              MakeTypeConverter typeConverter = {},
                              llvm::StringRef options = "");

} // namespace pmb

#endif // PMB_PASSMANAGER_PATTERNS_CONVERSIONSLOT_H
