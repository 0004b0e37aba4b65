//===- PassVerbs.h - The spellings of `addPass` ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_PASSVERBS_H
#define PMB_BUILDER_PASSES_PASSVERBS_H

#include "builder/diagnostics/Origin.h"
#include "builder/passes/PassInstance.h"
#include <memory>

namespace pmb {

namespace detail {
/// Stands for the argument of a constructor that has none.
struct NoArgument {};
template <typename PassT, typename Arg> PassSpec makeSpec(Arg &&arg) {
  if constexpr (std::is_same_v<std::decay_t<Arg>, NoArgument>)
    return PassTraits<PassT>::create();
  else
    return PassTraits<PassT>::create(std::forward<Arg>(arg));
}
/// What has verbs, and nothing else.
struct NoBase {};
} // namespace detail

/// The spellings of `addPass`, for all that passes can be added to. `Self` has
/// `Self &add(PassSpec pass, SourceLocation place)`. `Base` is what it is
/// beside that.
template <typename Self, typename Base = detail::NoBase>
class PassVerbs : public Base {
public:
  using Base::Base;

  /// Adds a pass by type. `args` are the constructor's, or an options string
  /// for a tag.
  template <typename PassT, typename Arg = detail::NoArgument>
  Self &addPass(Arg &&arg = Arg(),
                SourceLocation place = SourceLocation::here()) {
    return self().add(detail::makeSpec<PassT>(std::forward<Arg>(arg)), place);
  }
  /// The same for several arguments: the place of such a call is not known.
  template <typename PassT, typename Arg, typename NextArg, typename... Args>
  Self &addPass(Arg &&arg, NextArg &&next, Args &&...args) {
    return self().add(PassTraits<PassT>::create(std::forward<Arg>(arg),
                                                std::forward<NextArg>(next),
                                                std::forward<Args>(args)...),
                      SourceLocation());
  }
  /// Adds a pass by name.
  Self &addPass(llvm::StringRef name, llvm::StringRef options = "",
                SourceLocation place = SourceLocation::here()) {
    return self().add(PassSpec(name, options), place);
  }
  /// Adds an instance, of which ownership is taken.
  template <typename PassT>
  Self &addPass(std::unique_ptr<PassT> instance,
                SourceLocation place = SourceLocation::here()) {
    return self().add(PassTraits<PassT>::wrap(std::move(instance)), place);
  }

private:
  friend Self;
  template <typename, typename> friend class ElementVerbs;
  PassVerbs() = default;
  Self &self() { return static_cast<Self &>(*this); }
};

} // namespace pmb

#endif // PMB_BUILDER_PASSES_PASSVERBS_H
