//===- FuzzEdits.cpp - Edits of a pipeline --------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each byte of the input decides one thing about a series of edits. A refused
// edit leaves everything that can be seen as it was, what check() says among
// it; after each edit the text of the pipeline makes the same pipeline.
//
// Names of texts are in angle brackets, as no file's is: sets of patterns that
// have no party get the name of the file that they are from.
//
//===----------------------------------------------------------------------===//

#include "FuzzSupport.h"
#include "builder/PipelineBuilder.h"
#include "builder/edit/TextualPipeline.h"

using namespace pmb;

namespace {
class Session {
public:
  Session(llvm::ArrayRef<uint8_t> bytes)
      : bytes(bytes), pipeline("builtin.module", fuzz::getCatalog()) {}

  void run() {
    // Each round costs a check of the whole; more rounds or passes than these
    // find nothing new.
    for (unsigned round = 0;
         round < 32 && !bytes.empty() && pipeline.size() < 96; ++round)
      edit();
  }

private:
  unsigned take(unsigned count) {
    if (bytes.empty())
      return 0;
    unsigned value = bytes.front() % count;
    bytes = bytes.drop_front();
    return value;
  }
  template <size_t N> llvm::StringRef take(const llvm::StringRef (&of)[N]) {
    return of[take(N)];
  }

  std::string takeName() {
    static const llvm::StringRef names[] = {"a",   "b",   "c", "d", "e", "f",
                                            "g",   "h",   "s", "p", "q", "q2",
                                            "new", "a b", "m", "n"};
    return take(names).str();
  }
  PassSpec takePass() {
    static const llvm::StringRef options[] = {
        "",          "",           "",         "size=1", "fast",
        "fast=true", "fast=maybe", "{size=2}", "size={", "x=1 x=2"};
    PassSpec spec(takeName(), take(options));
    switch (take(6)) {
    case 0:
      spec.nest = {{"func.func"}};
      break;
    case 1:
      spec.nest = {{"gpu.module", "gpu.func"}};
      break;
    default:
      break;
    }
    return spec;
  }
  Target takeTarget() {
    static const llvm::StringRef kinds[] = {"cleanup", "lowering", "none"};
    static const llvm::StringRef bundles[] = {"p", "q", "one", "two", "three"};
    static const llvm::StringRef slots[] = {"s0", "s1", "s2"};
    switch (take(6)) {
    case 0:
      return kind(take(kinds));
    case 1:
      return bundle(take(bundles));
    case 2:
      return slot(take(slots));
    default:
      return pass(takeName());
    }
  }
  Selector takeSelector() {
    Target target = takeTarget();
    switch (take(6)) {
    case 0:
      return target;
    case 1:
      return last(target);
    case 2:
      return nth(target, take(4));
    case 3:
      return every(target);
    default:
      return first(target);
    }
  }
  Position takePosition() {
    switch (take(11)) {
    case 8:
      return Position::immediatelyBefore(takeSelector());
    case 9:
      return Position::immediatelyAfter(takeSelector());
    case 10:
      return Position::byContract(Position::Choice::Latest);
    case 0:
      return Position::atStart();
    case 1:
      return Position::atEnd();
    case 2:
      return Position::byContract();
    case 3:
      return Position::before(takeSelector())
          .orElse(Position::after(takeSelector()))
          .orElse(Position::atEnd());
    case 4:
    case 5:
      return Position::after(takeSelector());
    default:
      return Position::before(takeSelector());
    }
  }
  Contract takeContract() {
    Contract contract;
    switch (take(6)) {
    case 0:
      contract.after(takeTarget());
      break;
    case 1:
      contract.before(takeTarget());
      break;
    case 2:
      contract.followedBy(takeTarget());
      break;
    case 3:
      contract.conflictsWith(takeTarget());
      break;
    case 4:
      contract.requiresProperty("tidy");
      break;
    default:
      contract.providesProperty("tidy");
      break;
    }
    return contract;
  }
  PassBundle takeBundle(unsigned depth = 0) {
    static const llvm::StringRef names[] = {"one", "two", "three", "p", ""};
    PassBundle made(take(names));
    made.setContiguous(take(3) == 0);
    if (take(4) == 0)
      made.addKind("lowering");
    if (take(4) == 0)
      made.contract = takeContract();
    for (unsigned count = take(4); count; --count)
      switch (take(5)) {
      case 0:
        made.addSlot("s" + std::to_string(take(3)));
        break;
      case 1:
        if (depth < 3)
          made.addBundle(takeBundle(depth + 1));
        break;
      default:
        made.add(takePass());
        break;
      }
    return made;
  }

  llvm::Error takeEdit(unsigned depth = 0) {
    switch (take(12)) {
    case 0:
      return pipeline.remove(takeSelector());
    case 1:
      return pipeline.replace(takeSelector(), takePass());
    case 2:
      return pipeline.insert(takeBundle(), takePosition());
    case 3:
      return pipeline.insertSlot("s" + std::to_string(take(3)), takePosition());
    case 4:
      return pipeline.addContract(takeName(), takeContract());
    case 5:
      if (depth < 3)
        return pipeline.transaction(
            Origin::plugin("acme"), [&]() -> llvm::Error {
              for (unsigned count = take(4); count; --count)
                if (llvm::Error error = takeEdit(depth + 1))
                  return error;
              return llvm::Error::success();
            });
      return llvm::Error::success();
    case 6:
      if (depth) {
        // Only a transaction says at once what was appended in vain.
        if (take(3) == 0) {
          pipeline.addPatternSlot("s" + std::to_string(take(3)));
          return pipeline.addPassToSlot(takeName(), "s1");
        }
        pipeline.append(takeBundle());
        pipeline.append(takePass());
      }
      return llvm::Error::success();
    case 7:
      return appendText();
    default:
      return pipeline.insert(takePass(), takePosition());
    }
  }

  llvm::Error appendText() {
    static const llvm::StringRef texts[] = {
        "builtin.module(a,func.func(f,g),func.func(f))",
        "builtin.module(any(a),p{fast=true},q)",
        "builtin.module(gpu.module(gpu.func(e,),e))",
        "builtin.module(h{fast=maybe},a)",
        "builtin.module(pmb-rewrite{slot=s1 patterns=m,acme:new top-down=0})",
        "builtin.module(func.func(pmb-rewrite{patterns={n}}),a)",
        "func.func(a)"};
    llvm::Expected<TextualPipeline> parsed =
        parseTextualPipeline(take(texts), "<fuzz>");
    return parsed ? parsed->appendTo(pipeline) : parsed.takeError();
  }

  /// Everything that can be seen.
  std::string look() {
    std::string result;
    llvm::raw_string_ostream os(result);
    pipeline.print(os);
    os << '\n';
    pipeline.print(os, PrintStyle::Listing);
    const Node *previous = nullptr;
    for (const Node &node : pipeline.getNodes()) {
      fuzz::require(node.isLinked() && node.getPrevious() == previous &&
                        (!previous || previous->comesBefore(node)),
                    "the list is not sound", result);
      if (node.getKind() == Node::Kind::Pass)
        fuzz::require(
            llvm::is_contained(pipeline.lookup(pass(node.getName())), &node),
            "a pass is not found by its name", result);
      previous = &node;
    }
    os << fuzz::text(pipeline.check());
    return result;
  }

  void edit() {
    bool isDone = fuzz::succeeds(takeEdit());
    std::string before = std::exchange(seen, look());
    if (!isDone) {
      fuzz::require(before == seen, "a refused edit changed something",
                    before + "\n--- after\n" + seen);
      return;
    }
    if (pipeline.empty())
      return;
    std::string text = pipeline.str();
    llvm::Expected<TextualPipeline> parsed =
        parseTextualPipeline(text, "<fuzz>");
    fuzz::require(fuzz::succeeds(parsed.takeError()), "cannot be read", text);
    PipelineBuilder copy("builtin.module", fuzz::getCatalog());
    fuzz::require(fuzz::succeeds(parsed->appendTo(copy)), "cannot be appended",
                  text);
    fuzz::require(copy.str() == text, "is another pipeline", text);
  }

  llvm::ArrayRef<uint8_t> bytes;
  PipelineBuilder pipeline;
  /// What could be seen after the last edit.
  std::string seen = look();
};
} // namespace

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Session(llvm::ArrayRef(data, size)).run();
  return 0;
}
