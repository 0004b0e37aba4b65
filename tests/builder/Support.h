//===- Support.h - What the tests of the builder share --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUILDER_SUPPORT_H
#define PMB_TESTS_BUILDER_SUPPORT_H

#include "../Operations.h"
#include "../Require.h"
#include "builder/PipelineBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <map>

namespace pmb::test {

/// A catalog of passes that stand for sorts of passes; order is not its
/// business.
///
///   a, b, c, d        run on any operation
///   clean, tidy       likewise; of kind `cleanup`
///   module-pass       builtin.module only; of kind `whole`
///   func-pass         func.func only; of kind `whole`
///   gpu-pass          gpu.module only
///   kernel-pass       gpu.func only
///   function-like     on an interface that func.func and llvm.func have
///   optional          options `count` and `mode`, nothing else
inline Catalog makeCatalog() {
  Catalog catalog;
  addOperations(catalog);
  auto add = [&](llvm::StringRef name, llvm::StringRef anchor = "",
                 llvm::StringRef kind = "") {
    PassDescriptor descriptor(name);
    descriptor.anchor = anchor.str();
    if (!kind.empty())
      descriptor.addKind(kind);
    test::require(catalog.addPass(std::move(descriptor)));
  };
  for (const char *name : {"a", "b", "c", "d"})
    add(name);
  add("clean", "", "cleanup");
  add("tidy", "", "cleanup");
  add("module-pass", "builtin.module", "whole");
  add("func-pass", "func.func", "whole");
  add("gpu-pass", "gpu.module");
  add("kernel-pass", "gpu.func");
  PassDescriptor interfacePass("function-like");
  interfacePass.anchorChoices = {"func.func", "llvm.func"};
  test::require(catalog.addPass(std::move(interfacePass)));
  PassDescriptor optional("optional");
  optional.options = {{"count", "1"}, {"mode", ""}};
  optional.hasOptionList = true;
  test::require(catalog.addPass(std::move(optional)));
  PropertyDescriptor small;
  small.name = "small";
  test::require(catalog.addProperty(std::move(small)));
  catalog.addKind("lowering");
  return catalog;
}
inline const Catalog &getTestCatalog() {
  static const Catalog catalog = makeCatalog();
  return catalog;
}

/// The text of all diagnostics of an error; empty for success.
inline std::string text(llvm::Error error) {
  std::string result;
  for (const Diagnostic &diagnostic : takeDiagnostics(std::move(error)))
    result += diagnostic.str();
  return result;
}

/// A pass of a made-up pass manager. Counts how many there are, so that a test
/// sees what is leaked or destroyed twice.
struct FakePass {
  std::string options;
  std::string anchor;
  bool isCopyable = true;

  FakePass() { ++alive; }
  FakePass(const FakePass &other)
      : options(other.options), anchor(other.anchor) {
    ++alive;
  }
  ~FakePass() { --alive; }
  static inline int alive = 0;
};

inline const PassInstance::Operations &getFakeOperations() {
  static const PassInstance::Operations operations = {
      [](void *pass) { delete static_cast<FakePass *>(pass); },
      [](const void *pass) -> void * {
        auto *fake = static_cast<const FakePass *>(pass);
        return fake->isCopyable ? new FakePass(*fake) : nullptr;
      },
      [](const void *pass, llvm::raw_ostream &os) {
        os << static_cast<const FakePass *>(pass)->options;
      },
      [](const void *pass) {
        return llvm::StringRef(static_cast<const FakePass *>(pass)->anchor);
      },
      [](const void *) { return true; }};
  return operations;
}

/// A pass given as an instance.
inline PassSpec makeInstance(llvm::StringRef name, bool isCopyable = true,
                             llvm::StringRef options = "") {
  auto *pass = new FakePass();
  pass->isCopyable = isCopyable;
  pass->options = options.str();
  PassSpec spec(name);
  spec.instance = PassInstance(pass, getFakeOperations());
  spec.isInstance = true;
  return spec;
}

inline llvm::Error fail() { return llvm::createStringError("no luck"); }

/// `clean@gpu.module/gpu.func` is a pass in nests.
inline PassBundle makeBundle(llvm::StringRef name,
                             std::initializer_list<const char *> passes) {
  PassBundle bundle(name);
  for (llvm::StringRef pass : passes) {
    auto [argument, nest] = pass.split('@');
    PassSpec spec(argument);
    if (!nest.empty()) {
      spec.nest.emplace();
      for (llvm::StringRef op, rest = nest; !rest.empty();) {
        std::tie(op, rest) = rest.split('/');
        spec.nest->push_back(op.str());
      }
    }
    bundle.add(std::move(spec));
  }
  return bundle;
}

inline std::string listing(const Pipeline &pipeline) {
  return toText(pipeline, PrintStyle::Listing);
}

/// A pipeline on a module, with the catalog above.
class TestPipeline : public PipelineBuilder {
public:
  TestPipeline(std::initializer_list<const char *> passes = {},
               llvm::StringRef op = "builtin.module")
      : PipelineBuilder(op, getTestCatalog()) {
    for (const char *name : passes)
      addPass(name);
  }

  /// Everything that can be seen of the pipeline: text, bundles, slots, nests,
  /// origins, and what names find.
  std::string snapshot() const {
    std::string result;
    llvm::raw_string_ostream os(result);
    print(os);
    os << '\n';
    print(os, PrintStyle::Listing);
    std::map<const Node *, unsigned> numbers;
    unsigned count = 0;
    for (const Node &node : getNodes()) {
      numbers[&node] = count;
      os << count++ << ' ' << node.getName() << ' '
         << (node.getBundle() ? node.getBundle()->getName() : "-") << ' '
         << node.getAnchorPath().str() << ' ' << node.getOrigin().str() << '\n';
    }
    for (llvm::StringRef name :
         {"a", "b", "c", "d", "clean", "tidy", "module-pass", "func-pass",
          "gpu-pass", "function-like", "s", "t", "outer", "inner", "tight"})
      for (const Target &target :
           {pass(name), slot(name), bundle(name), kind(name)})
        for (const Node *node : lookup(target))
          os << target.str() << '@' << numbers.at(node) << '\n';
    for (llvm::StringRef name : {"cleanup", "whole", "lowering"})
      for (const Node *node : lookup(kind(name)))
        os << name << '@' << numbers.at(node) << '\n';
    os << size() << '\n';
    return result;
  }

  /// Fails the test if the list, its order and its index disagree.
  void verifyList() const {
    size_t passes = 0;
    const Node *previous = nullptr;
    std::map<std::pair<unsigned, std::string>, std::vector<const Node *>> found;
    for (const Node &node : getNodes()) {
      EXPECT_EQ(node.getPrevious(), previous);
      EXPECT_TRUE(node.isLinked());
      if (previous) {
        EXPECT_TRUE(previous->comesBefore(node));
        EXPECT_FALSE(node.comesBefore(*previous));
      }
      passes += node.isPass();
      Target::Kind kind = node.isPass() ? Target::Kind::Pass
                          : node.getKind() == Node::Kind::Slot
                              ? Target::Kind::Slot
                              : Target::Kind::Bundle;
      if (node.getKind() != Node::Kind::BundleEnd)
        found[{unsigned(kind), node.getName().str()}].push_back(&node);
      previous = &node;
    }
    EXPECT_EQ(size(), passes);
    for (const auto &[key, nodes] : found)
      EXPECT_EQ(lookup(Target{Target::Kind(key.first), key.second}), nodes)
          << key.second;
  }
};

} // namespace pmb::test

/// The edit succeeds, and the list is sound after it.
#define EXPECT_DONE(PIPELINE, EDIT)                                            \
  do {                                                                         \
    EXPECT_EQ(pmb::test::text(EDIT), "");                                      \
    (PIPELINE).verifyList();                                                   \
  } while (false)

/// The edit fails with exactly this text, and the pipeline is as before.
#define EXPECT_REFUSED(PIPELINE, EDIT, TEXT)                                   \
  do {                                                                         \
    std::string before = (PIPELINE).snapshot();                                \
    EXPECT_EQ(pmb::test::text(EDIT), TEXT);                                    \
    EXPECT_EQ((PIPELINE).snapshot(), before);                                  \
    (PIPELINE).verifyList();                                                   \
  } while (false)

#endif // PMB_TESTS_BUILDER_SUPPORT_H
