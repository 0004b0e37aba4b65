//===- DescribedPassTest.cpp - Passes that describe themselves ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

using namespace pmb;
using namespace pmb::test;

namespace {

PassDescriptor describe(llvm::StringRef required) {
  PassDescriptor pass("mine");
  pass.hasContract = true;
  if (!required.empty())
    pass.contract.requiresProperty(required);
  return pass;
}

/// With a contract that is right, and with one that is not.
const PassDescriptor plain = describe("");
const PassDescriptor misspelled = describe("smal");

/// An instance that says what it is, or cannot.
PassSpec makeDescribed(bool isKnown) {
  static const PassInstance::Operations known = [] {
    PassInstance::Operations operations = getFakeOperations();
    operations.getDescription =
        [](const void *) -> llvm::Expected<const PassDescriptor *> {
      return &misspelled;
    };
    return operations;
  }();
  static const PassInstance::Operations silent = [] {
    PassInstance::Operations operations = getFakeOperations();
    operations.getDescription =
        [](const void *) -> llvm::Expected<const PassDescriptor *> {
      return fail();
    };
    return operations;
  }();
  PassSpec spec("mine");
  spec.instance = PassInstance(new FakePass(), isKnown ? known : silent);
  spec.isInstance = true;
  return spec;
}

const char *const unknownProperty =
    "error: the contract of 'mine' names the property 'smal', which does not "
    "exist [PMB011 unknown-property]\n"
    "  help: did you mean 'small'?\n";

TEST(DescribedPass, WhatAnInstanceSaysOfItselfIsVerified) {
  TestPipeline pipeline({"a"});
  EXPECT_REFUSED(pipeline,
                 pipeline.insert(makeDescribed(true), Position::atEnd()),
                 unknownProperty);
}

TEST(DescribedPass, AnInstanceThatCannotSayWhatItIsIsRefused) {
  TestPipeline pipeline({"a"});
  EXPECT_REFUSED(pipeline,
                 pipeline.insert(makeDescribed(false), Position::atEnd()),
                 "error: no luck [PMB018 foreign]\n");
}

TEST(DescribedPass, AnotherDescriptionOfAKnownPassIsVerifiedToo) {
  TestPipeline pipeline({"a"});
  auto insert = [&](const PassDescriptor &described) {
    PassSpec spec("mine");
    spec.described = &described;
    return pipeline.insert(std::move(spec), Position::atEnd());
  };
  EXPECT_DONE(pipeline, insert(plain));
  EXPECT_REFUSED(pipeline, insert(misspelled), unknownProperty);
  EXPECT_DONE(pipeline, insert(plain));
}

} // namespace
