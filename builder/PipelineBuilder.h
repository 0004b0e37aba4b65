//===- PipelineBuilder.h - Composing a pipeline with C++ types ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything exists in three spellings that do the same:
//
//   C++ types     addPassBefore<MyPass, OneShotBufferize>(args...)
//   names         addPassBefore("my-pass", "one-shot-bufferize",
//                               PassOptions("unroll=4"))
//   a position    insert<MyPass>(Position::before(pass("one-shot-bufferize")))
//
// A C++ type is a pass class, or a *tag* that stands for a pass by name. All
// upstream passes have tags (`passmanager/UpstreamPasses.h`).
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_PIPELINEBUILDER_H
#define PMB_BUILDER_EDIT_PIPELINEBUILDER_H

#include "builder/Pipeline.h"
#include <deque>

namespace pmb {

/// The target that a C++ type stands for: a pass.
template <typename PassT> Target pass() {
  return pass(PassTraits<PassT>::getArgument());
}
/// A kind as a C++ type has `static constexpr llvm::StringLiteral
/// getKindName()`; see `bundles/stock/Kinds.h` for the stock kinds.
template <typename KindT> Target kind() { return kind(KindT::getKindName()); }

class ConditionalBuilder;
class NestBuilder;

/// A pass that is added where another one is named: by its name, or as an
/// instance.
struct NewPass {
  template <typename NameT, typename = std::enable_if_t<
                                std::is_convertible_v<NameT, llvm::StringRef>>>
  NewPass(const NameT &name) : spec(llvm::StringRef(name)) {}
  template <typename PassT>
  NewPass(std::unique_ptr<PassT> instance)
      : spec(PassTraits<PassT>::wrap(std::move(instance))) {}

  PassSpec spec;
};

namespace detail {
/// What declares a slot for patterns.
llvm::Expected<Recipe> makePatternSlot(llvm::StringRef name,
                                       llvm::StringRef options);
} // namespace detail

/// The spellings of all that can be added: to a pipeline or a nest of it, and
/// only under a condition. `Self` has `Self &put(llvm::Expected<Recipe>,
/// SourceLocation)` for what is there, and `bool isThere(const Recipe &,
/// SourceLocation)`.
template <typename Self, typename Base = detail::NoBase>
class ElementVerbs : public PassVerbs<Self, Base> {
public:
  using PassVerbs<Self, Base>::PassVerbs;

  /// Adds a pass, or anything else that stands in recipes.
  Self &add(Recipe element, SourceLocation at = SourceLocation::here()) {
    return self().isThere(element, at) ? self().put(std::move(element), at)
                                       : self();
  }
  /// Adds a copy of `bundle`. In a nest, its passes run in that, or in a nest
  /// below it, as those that are added by themselves do.
  Self &addBundle(const PassBundle &bundle,
                  SourceLocation at = SourceLocation::here()) {
    return self().isThere(bundle.getRecipe(), at)
               ? self().put(bundle.getRecipe().copy(), at)
               : self();
  }
  /// Adds a copy of a bundle of the catalog: a stock bundle, or one that a
  /// plugin has brought. `options` are as in a textual pipeline.
  Self &addBundle(llvm::StringRef name, llvm::StringRef options = "",
                  SourceLocation at = SourceLocation::here()) {
    return add(Recipe::makeNamed(name, options), at);
  }
  /// Adds a registered pipeline, opened as a bundle of that name, as the name
  /// of one in `addPass` does.
  Self &addPipeline(llvm::StringRef name, llvm::StringRef options = "",
                    SourceLocation at = SourceLocation::here()) {
    return add(PassSpec(name, options), at);
  }
  /// Adds a slot: a named place for others to fill.
  Self &addSlot(llvm::StringRef name,
                SourceLocation at = SourceLocation::here()) {
    return add(Recipe(Recipe::Kind::Slot, name), at);
  }
  /// Adds a slot for sets of rewrite patterns. All that are put there become
  /// one pass that rewrites greedily, or none if there are none. `options` are
  /// those of that pass, of which most are those of `canonicalize`
  /// (passmanager/README.md):
  ///
  ///   builder.addPatternSlot("pre-bufferize-patterns", "max-iterations=4");
  Self &addPatternSlot(llvm::StringRef name, llvm::StringRef options = "",
                       SourceLocation at = SourceLocation::here()) {
    return self().isThere(Recipe(Recipe::Kind::Slot, name), at)
               ? self().put(detail::makePatternSlot(name, options), at)
               : self();
  }

private:
  friend Self;
  template <typename, typename> friend class InsertVerbs;
  ElementVerbs() = default;
  Self &self() { return static_cast<Self &>(*this); }
};

/// The same, and those of an insertion at any position. `Self` has
/// `InsertResult insert(PassSpec, const Position &, SourceLocation)`.
template <typename Self, typename Base = detail::NoBase>
class InsertVerbs : public ElementVerbs<Self, Base> {
public:
  using ElementVerbs<Self, Base>::ElementVerbs;

  template <typename NewT, typename Arg = detail::NoArgument>
  InsertResult insert(const Position &position, Arg &&arg = Arg(),
                      SourceLocation place = SourceLocation::here()) {
    return self().insert(detail::makeSpec<NewT>(std::forward<Arg>(arg)),
                         position, place);
  }
  template <typename NewT, typename Arg, typename NextArg, typename... Args>
  InsertResult insert(const Position &position, Arg &&arg, NextArg &&next,
                      Args &&...args) {
    return self().insert(PassTraits<NewT>::create(std::forward<Arg>(arg),
                                                  std::forward<NextArg>(next),
                                                  std::forward<Args>(args)...),
                         position, SourceLocation());
  }
  template <typename PassT>
  InsertResult insert(std::unique_ptr<PassT> instance, const Position &position,
                      SourceLocation place = SourceLocation::here()) {
    return self().insert(PassTraits<PassT>::wrap(std::move(instance)), position,
                         place);
  }

private:
  friend Self;
  InsertVerbs() = default;
  Self &self() { return static_cast<Self &>(*this); }
};

/// A pipeline with the C++ spellings of all edits.
class PipelineBuilder : public InsertVerbs<PipelineBuilder, Pipeline> {
public:
  /// As `Pipeline`: `PipelineBuilder builder("builtin.module", catalog)`.
  using InsertVerbs::InsertVerbs;

  //===--------------------------------------------------------------------===//
  // Composing: append at the end. What goes wrong is reported by check().
  //===--------------------------------------------------------------------===//

  // `addPass`, as in PassVerbs.h, and what ElementVerbs has: a pass that is
  // restricted to an operation goes into a nest for that operation.

  /// A nest for `op` at the end, to add passes to: `nest("func.func")`. If `op`
  /// cannot be the name of an operation, `check` returns `bad-name`, and
  /// nothing is added to the nest.
  NestBuilder nest(llvm::StringRef op,
                   SourceLocation place = SourceLocation::here());
  template <typename OpT> NestBuilder nest();
  /// A nest for operations of any name, as `OpPassManager::nestAny`.
  NestBuilder nestAny();

  /// Appends a copy of `bundle` that has its passes once for each operation, in
  /// a nest of its own: one bundle, and a nest for each. The bundle's name
  /// addresses all of it, `on(pass("cse"), "func.func")` one of its passes, and
  /// `every(pass("cse"))` that pass in each nest. `check` returns what is
  /// wrong: `bad-name`, or `not-copyable` for an instance that cannot be
  /// copied.
  ///
  ///   builder.nestEach<func::FuncOp, gpu::GPUModuleOp>(
  ///       PassBundle("tidy").addPass("canonicalize").addPass("cse"));
  ///
  /// MLIR merges the nests, and visits operations in the order of the IR: what
  /// stands in the nest for one operation runs neither before nor after what
  /// stands in the nest for another (`unordered-nests`).
  template <typename... OpTs>
  void nestEach(const PassBundle &bundle,
                SourceLocation place = SourceLocation::here()) {
    nestEach({OpTs::getOperationName()...}, bundle, place);
  }
  void nestEach(llvm::ArrayRef<llvm::StringRef> ops, const PassBundle &bundle,
                SourceLocation place = SourceLocation::here());

  /// For what is added only when a condition on what the pipeline is built for
  /// holds, as in Condition.h. It is decided here, so what the pipeline is
  /// built for must be known. Names that were neither declared nor chosen are
  /// an error (Variants.h). If the condition is wrong, `check` returns that,
  /// and nothing is added.
  ///
  ///   builder.setVariant("gpu");
  ///   builder.when("gpu").addPass<GpuKernelOutlining>();
  ConditionalBuilder when(llvm::StringRef condition,
                          SourceLocation place = SourceLocation::here());

  //===--------------------------------------------------------------------===//
  // Injecting: before or after a pass, which must be in the pipeline once, or
  // before the first or after the last of a kind
  //===--------------------------------------------------------------------===//
  //
  // What is added comes first, then where, then its options. These have a type
  // of their own (`PassOptions`), so that a name cannot be taken for them.
  //
  //   addPassBefore<NewT, OldT>(args...)       what the constructor takes
  //   addPassBefore<OldT>(std::make_unique<NewT>(args...))
  //   addPassBefore("new", "old", PassOptions("unroll=4"))
  //   addPassBefore(std::make_unique<NewT>(args...), "old")

#define PMB_ADD_PASS(NAME, RELATION, TARGET)                                   \
  template <typename NewT, typename OldT, typename Arg = detail::NoArgument>   \
  InsertResult NAME(Arg &&arg = Arg(),                                         \
                    SourceLocation place = SourceLocation::here()) {           \
    return insert<NewT>(Position::RELATION(TARGET<OldT>()),                    \
                        std::forward<Arg>(arg), place);                        \
  }                                                                            \
  template <typename NewT, typename OldT, typename Arg, typename NextArg,      \
            typename... Args>                                                  \
  InsertResult NAME(Arg &&arg, NextArg &&next, Args &&...args) {               \
    return insert<NewT>(Position::RELATION(TARGET<OldT>()),                    \
                        std::forward<Arg>(arg), std::forward<NextArg>(next),   \
                        std::forward<Args>(args)...);                          \
  }                                                                            \
  template <typename OldT, typename PassT>                                     \
  InsertResult NAME(std::unique_ptr<PassT> instance,                           \
                    SourceLocation place = SourceLocation::here()) {           \
    return insert(std::move(instance), Position::RELATION(TARGET<OldT>()),     \
                  place);                                                      \
  }                                                                            \
  InsertResult NAME(NewPass added, llvm::StringRef old,                        \
                    const PassOptions &options = PassOptions(),                \
                    SourceLocation place = SourceLocation::here()) {           \
    return insertNew(std::move(added), Position::RELATION(TARGET(old)),        \
                     options, place);                                          \
  }

  PMB_ADD_PASS(addPassBefore, before, pass)
  PMB_ADD_PASS(addPassAfter, after, pass)
  PMB_ADD_PASS(addPassBeforeType, before, kind)
  PMB_ADD_PASS(addPassAfterType, after, kind)
  // The same under the name that contracts use.
  PMB_ADD_PASS(addPassBeforeKind, before, kind)
  PMB_ADD_PASS(addPassAfterKind, after, kind)
#undef PMB_ADD_PASS

  //===--------------------------------------------------------------------===//
  // Injecting: into a slot
  //===--------------------------------------------------------------------===//

  /// Adds a pass to a slot, after those that are in it already.
  template <typename NewT, typename Arg = detail::NoArgument>
  InsertResult addPassToSlot(llvm::StringRef slotName, Arg &&arg = Arg(),
                             SourceLocation place = SourceLocation::here()) {
    return insert<NewT>(Position::before(slot(slotName)),
                        std::forward<Arg>(arg), place);
  }
  template <typename NewT, typename Arg, typename NextArg, typename... Args>
  InsertResult addPassToSlot(llvm::StringRef slotName, Arg &&arg,
                             NextArg &&next, Args &&...args) {
    return insert<NewT>(Position::before(slot(slotName)),
                        std::forward<Arg>(arg), std::forward<NextArg>(next),
                        std::forward<Args>(args)...);
  }
  InsertResult addPassToSlot(NewPass added, llvm::StringRef slotName,
                             const PassOptions &options = PassOptions(),
                             SourceLocation place = SourceLocation::here()) {
    return insertNew(std::move(added), Position::before(slot(slotName)),
                     options, place);
  }

  //===--------------------------------------------------------------------===//
  // Injecting: at any position
  //===--------------------------------------------------------------------===//

  using InsertVerbs::insert;
  using Pipeline::insert;

  //===--------------------------------------------------------------------===//
  // Changing a pass, which must be in the pipeline once
  //===--------------------------------------------------------------------===//

  template <typename OldT, typename NewT, typename... Args>
  InsertResult replacePass(Args &&...args) {
    return replace(pass<OldT>(),
                   PassTraits<NewT>::create(std::forward<Args>(args)...));
  }
  InsertResult replacePass(llvm::StringRef old, llvm::StringRef name,
                           const PassOptions &options = PassOptions()) {
    return replace(pass(old), PassSpec(name, options.text));
  }
  template <typename PassT>
  InsertResult replacePass(llvm::StringRef old,
                           std::unique_ptr<PassT> instance) {
    return replace(pass(old), PassTraits<PassT>::wrap(std::move(instance)));
  }
  template <typename OldT, typename PassT>
  InsertResult replacePass(std::unique_ptr<PassT> instance) {
    return replace(pass<OldT>(), PassTraits<PassT>::wrap(std::move(instance)));
  }
  template <typename OldT> llvm::Error removePass() {
    return remove(pass<OldT>());
  }
  llvm::Error removePass(llvm::StringRef old) { return remove(pass(old)); }

  using Pipeline::setOptions;
  template <typename PassT> llvm::Error setOptions(llvm::StringRef options) {
    return setOptions(pass<PassT>(), options);
  }
  using Pipeline::pin;
  template <typename PassT>
  llvm::Error pin(llvm::StringRef reason,
                  PinnedOptions options = PinnedOptions::Fixed) {
    return pin(pass<PassT>(), reason, options);
  }

private:
  friend class ConditionalBuilder;
  friend class NestBuilder;
  friend class ElementVerbs<PipelineBuilder, Pipeline>;

  PipelineBuilder &put(llvm::Expected<Recipe> element, SourceLocation at);
  bool isThere(const Recipe &, SourceLocation) { return true; }
  /// False if there is an unmet condition: remembers that, and the element.
  bool isThere(const Recipe &element, SourceLocation at, llvm::StringRef unmet);

  /// Inserts a pass. If what the position names is not there, and the pass that
  /// goes by its name is, the error says which comes first. A pass that may
  /// well be added again, such as a cleanup, is taken to be meant.
  InsertResult insertNew(NewPass added, const Position &position,
                         const PassOptions &options, SourceLocation place);

  /// The condition if it does not hold, or if something is wrong with it, which
  /// is kept for `check`; else nothing.
  std::string findUnmet(llvm::StringRef condition, SourceLocation place);

  /// Where a nest stands, also as long as there is nothing in it.
  struct NestPlace {
    /// Null for a nest that there cannot be; then nothing is added.
    AnchorPath *path;
    /// What was last when the nest was made, or was added to the nest last.
    Node *tail;
    /// The nest around this one, or null.
    NestPlace *parent;
    /// Counts the nests of the pipeline.
    size_t number;
  };
  NestPlace &makeNest(llvm::StringRef op, Node *tail, NestPlace *parent,
                      SourceLocation place);
  void advance(NestPlace &nest, Node *added);
  static bool comesAfter(const NestPlace &nest, const NestPlace &other);

  /// A deque, because nests point to each other.
  std::deque<NestPlace> nests;
};

/// Adds passes to one nest, as the `OpPassManager` that `nest` returns does:
///
///   builder.nest<func::FuncOp>().addPass<ConvertLinalgToLoops>();
///
/// A pass that cannot run on the operation of the nest goes into a nest in it,
/// as with MLIR's implicit nesting: `nest("gpu.module")` and a pass on
/// functions make `gpu.module(func.func(...))`. If there is none, `check`
/// returns `wrong-anchor-op`; nothing leaves the nest.
///
/// The nest stays where it was made: what is added to it later comes after what
/// was added to it before, even if the pipeline has grown meanwhile. Copies are
/// the same nest. REQUIRES: the pipeline outlives it.
class NestBuilder : public ElementVerbs<NestBuilder> {
public:
  /// A nest in this nest.
  NestBuilder nest(llvm::StringRef op,
                   SourceLocation at = SourceLocation::here()) const {
    NestBuilder nested(pipeline, pipeline.makeNest(op, place->tail, place, at));
    nested.absent = absent;
    return nested;
  }
  /// This nest, for what is added only when a condition holds; see
  /// `PipelineBuilder::when`.
  NestBuilder when(llvm::StringRef condition,
                   SourceLocation at = SourceLocation::here()) const;
  template <typename OpT> NestBuilder nest() const {
    return nest(OpT::getOperationName(), SourceLocation());
  }
  NestBuilder nestAny() const { return nest("any", SourceLocation()); }

private:
  friend class PipelineBuilder;
  friend class ConditionalBuilder;
  friend class ElementVerbs<NestBuilder>;
  NestBuilder(PipelineBuilder &pipeline, PipelineBuilder::NestPlace &place)
      : pipeline(pipeline), place(&place) {}
  NestBuilder &put(llvm::Expected<Recipe> element, SourceLocation at);
  bool isThere(const Recipe &element, SourceLocation at) {
    return pipeline.isThere(element, at, absent);
  }

  PipelineBuilder &pipeline;
  PipelineBuilder::NestPlace *place;
  /// The condition because of which nothing is added; empty if there is none.
  std::string absent;
};

/// Adds to a pipeline if a condition holds, and else only remembers the names:
/// positions that name them then say when they are there.
class ConditionalBuilder : public InsertVerbs<ConditionalBuilder> {
public:
  NestBuilder nest(llvm::StringRef op,
                   SourceLocation at = SourceLocation::here()) {
    NestBuilder nested = pipeline.nest(op, at);
    nested.absent = absent;
    return nested;
  }
  template <typename OpT> NestBuilder nest() {
    return nest(OpT::getOperationName(), SourceLocation());
  }

  /// Inserts as the pipeline does. Does nothing, and succeeds, if the condition
  /// does not hold.
  using InsertVerbs::insert;
  InsertResult insert(PassSpec spec, const Position &position,
                      SourceLocation at = SourceLocation::here()) {
    Recipe element(std::move(spec));
    return isThere(element, at)
               ? pipeline.insert(std::move(element), position, at)
               : InsertResult();
  }
  InsertResult insert(const PassBundle &bundle, const Position &position,
                      SourceLocation at = SourceLocation::here()) {
    return isThere(bundle.getRecipe(), at)
               ? pipeline.insert(bundle, position, at)
               : InsertResult();
  }
  InsertResult insertSlot(llvm::StringRef name, const Position &position,
                          SourceLocation at = SourceLocation::here()) {
    return isThere(Recipe(Recipe::Kind::Slot, name), at)
               ? pipeline.insertSlot(name, position, at)
               : InsertResult();
  }

private:
  friend class PipelineBuilder;
  friend class ElementVerbs<ConditionalBuilder>;
  ConditionalBuilder(PipelineBuilder &pipeline, llvm::StringRef condition,
                     SourceLocation place)
      : pipeline(pipeline), absent(pipeline.findUnmet(condition, place)) {}
  ConditionalBuilder &put(llvm::Expected<Recipe> element, SourceLocation at) {
    pipeline.put(std::move(element), at);
    return *this;
  }
  bool isThere(const Recipe &element, SourceLocation at) {
    return pipeline.isThere(element, at, absent);
  }

  PipelineBuilder &pipeline;
  /// The condition if it does not hold; else empty.
  std::string absent;
};

template <typename OpT> NestBuilder PipelineBuilder::nest() {
  return nest(OpT::getOperationName(), SourceLocation());
}
inline NestBuilder PipelineBuilder::nestAny() {
  return nest("any", SourceLocation());
}

} // namespace pmb

#endif // PMB_BUILDER_EDIT_PIPELINEBUILDER_H
