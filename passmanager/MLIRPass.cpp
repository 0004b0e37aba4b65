//===- MLIRPass.cpp - mlir::Pass as a pass of a pipeline ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/MLIRPass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "passmanager/NestRead.h"
#include "passmanager/patterns/RewritePass.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <mutex>

using namespace pmb;

namespace mlir {
// Of MLIRRegisterAllPasses, which programs that link MLIR in parts need not
// have: null there, unless they call it themselves.
LLVM_ATTRIBUTE_WEAK void registerAllPasses();
} // namespace mlir

namespace {
/// Opens members that MLIR protects. A pass cannot be copied or asked about its
/// anchor in any other way before it is in a pass manager.
struct OpenPass : mlir::Pass {
  using Pass::canScheduleOn;
  using Pass::clonePass;
  using Pass::copyOptionValuesFrom;
  using Pass::getPassState;
};

struct BarrierPass : mlir::PassWrapper<BarrierPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BarrierPass)
  llvm::StringRef getArgument() const override { return "pmb-barrier"; }
  llvm::StringRef getDescription() const override {
    return "Do nothing, but keep neighbouring nests from being merged";
  }
  void runOnOperation() override { markAllAnalysesPreserved(); }
};
} // namespace

mlir::detail::PassExecutionState &pmb::getExecutionState(mlir::Pass &pass) {
  return (pass.*&OpenPass::getPassState)();
}

bool pmb::canScheduleOn(const mlir::Pass &pass,
                        mlir::RegisteredOperationName op) {
  bool (mlir::Pass::*member)(mlir::RegisteredOperationName) const =
      &OpenPass::canScheduleOn;
  return (pass.*member)(op);
}

/// What Pass::clone does without the values of options.
static std::unique_ptr<mlir::Pass> cloneWithoutOptions(const mlir::Pass &pass) {
  std::unique_ptr<mlir::Pass> copy = (pass.*&OpenPass::clonePass)();
  // A class that inherits `clonePass` makes copies of its base.
  if (!copy || copy->getTypeID() != pass.getTypeID() ||
      copy->getArgument() != pass.getArgument())
    return nullptr;
  return copy;
}

std::unique_ptr<mlir::Pass> pmb::clonePass(const mlir::Pass &pass) {
  // For passes that cannot be copied, too, so not Pass::clone itself.
  std::unique_ptr<mlir::Pass> copy = cloneWithoutOptions(pass);
  if (copy)
    (*copy.*&OpenPass::copyOptionValuesFrom)(&pass);
  return copy;
}

/// Hears why options are not accepted.
static auto collectInto(std::string &messages) {
  return [&messages](const llvm::Twine &message) {
    messages += message.str();
    return mlir::failure();
  };
}

bool pmb::setPassOptions(mlir::Pass &pass, llvm::StringRef options,
                         std::string &messages) {
  return succeeded(pass.initializeOptions(options, collectInto(messages)));
}

std::unique_ptr<mlir::Pass> pmb::clonePass(const mlir::Pass &pass,
                                           llvm::StringRef options,
                                           std::string &messages) {
  std::unique_ptr<mlir::Pass> copy = cloneWithoutOptions(pass);
  if (!copy)
    return nullptr;
  return setPassOptions(*copy, options, messages) ? std::move(copy) : nullptr;
}

/// Whether upstream's passes are in MLIR's registries. Until then they may be
/// added, and looking into the registries takes a lock. What is found stays
/// where it is.
static std::atomic<bool> isComplete = false;
static std::mutex registryMutex;

const mlir::PassInfo *pmb::lookupPassInfo(llvm::StringRef argument) {
  if (isComplete)
    return mlir::PassInfo::lookup(argument);
  std::lock_guard<std::mutex> lock(registryMutex);
  const mlir::PassInfo *info = mlir::PassInfo::lookup(argument);
  if (info || isComplete)
    return info;
  if (mlir::registerAllPasses)
    mlir::registerAllPasses();
  registerBarrierPass();
  registerRewritePass();
  isComplete = true;
  return mlir::PassInfo::lookup(argument);
}

const mlir::PassPipelineInfo *pmb::lookupPipelineInfo(llvm::StringRef name) {
  std::unique_lock<std::mutex> lock(registryMutex, std::defer_lock);
  if (!isComplete)
    lock.lock();
  return mlir::PassPipelineInfo::lookup(name);
}

std::vector<std::string> pmb::findNamesLike(llvm::StringRef name) {
  std::vector<std::string> found;
  auto add = [&](const llvm::Twine &other) {
    std::string text = other.str();
    if (text != name && !llvm::is_contained(found, text) &&
        (lookupPassInfo(text) || lookupPipelineInfo(text)))
      found.push_back(std::move(text));
  };
  // A name that is longer is no misspelled one.
  constexpr size_t longest = 100;
  for (size_t i = 0; i <= name.size() && name.size() <= longest; ++i) {
    llvm::StringRef before = name.take_front(i), after = name.drop_front(i);
    llvm::StringRef rest = after.drop_front(!after.empty());
    for (char c : llvm::StringRef("abcdefghijklmnopqrstuvwxyz0123456789-_.")) {
      add(before + llvm::Twine(c) + after);
      add(before + llvm::Twine(c) + rest);
    }
    add(before + rest);
    if (!rest.empty())
      add(before + llvm::Twine(rest.front()) + llvm::Twine(after.front()) +
          rest.drop_front());
  }
  return found;
}

bool pmb::canBeCopied(const mlir::Pass &pass, const mlir::PassInfo *info) {
  // Asked once for each class, as a copy costs as much as the pass itself. A
  // class may inherit the identity of another, so the registration counts, too.
  static thread_local llvm::DenseSet<
      std::pair<mlir::TypeID, const mlir::PassInfo *>>
      copyable;
  auto key = std::make_pair(pass.getTypeID(), info);
  if (info && copyable.contains(key))
    return true;
  if (!clonePass(pass))
    return false;
  copyable.insert(key);
  return true;
}

std::unique_ptr<mlir::Pass> pmb::createPass(const mlir::PassInfo &info,
                                            llvm::StringRef options,
                                            std::string &messages) {
  if (options.empty() && hasUnprintableDefault(info.getPassArgument())) {
    messages = unprintableDefault.str();
    return nullptr;
  }
  // The registry only adds to pass managers; one on any operation takes all. To
  // make one for each pass would be a tenth of composing.
  static thread_local mlir::OpPassManager holder;
  mlir::LogicalResult result =
      info.addToPipeline(holder, options, collectInto(messages));
  std::unique_ptr<mlir::Pass> pass;
  if (succeeded(result) && !holder.empty())
    pass = takePass(holder.begin());
  holder.clear();
  return pass;
}

bool pmb::hasUnprintableDefault(llvm::StringRef argument) {
  return argument == "llvm-use-default-visibility";
}

llvm::SmallString<256> pmb::printPass(const mlir::Pass &pass) {
  llvm::SmallString<256> text;
  llvm::raw_svector_ostream os(text);
  // Passes are not const about being printed.
  const_cast<mlir::Pass &>(pass).printAsTextualPipeline(os);
  return text;
}

std::string pmb::printOptions(const mlir::Pass &pass) {
  llvm::SmallString<256> text = printPass(pass);
  // The name may be that of a class, which can have braces itself.
  llvm::StringRef rest = text;
  if (pass.getArgument().empty()) {
    rest.consume_front("unknown<");
    rest.consume_front(pass.getName());
    rest.consume_front(">");
  } else {
    rest.consume_front(pass.getArgument());
  }
  // White space stays as MLIR prints it.
  rest.consume_front("{");
  rest.consume_back("}");
  return rest.str();
}

llvm::StringRef pmb::getPassName(const mlir::Pass &pass) {
  llvm::StringRef argument = pass.getArgument();
  return argument.empty() ? pass.getName() : argument;
}

const PassInstance::Operations &pmb::getMLIRPassOperations() {
  static const PassInstance::Operations operations = {
      [](void *pass) { delete static_cast<mlir::Pass *>(pass); },
      [](const void *pass) -> void * {
        return clonePass(*static_cast<const mlir::Pass *>(pass)).release();
      },
      [](const void *pass, llvm::raw_ostream &os) {
        os << printOptions(*static_cast<const mlir::Pass *>(pass));
      },
      [](const void *pass) {
        return static_cast<const mlir::Pass *>(pass)->getOpName().value_or("");
      },
      [](const void *pass) {
        return !static_cast<const mlir::Pass *>(pass)->getArgument().empty();
      },
      [](const void *pass) {
        return lookupContract(*static_cast<const mlir::Pass *>(pass));
      },
      [](llvm::StringRef name, llvm::StringRef options, llvm::raw_ostream &os) {
        const mlir::PassInfo *info = lookupPassInfo(name);
        std::string messages;
        if (auto pass = info ? createPass(*info, stripBraces(options), messages)
                             : nullptr)
          os << printOptions(*pass);
        else
          os << options;
      }};
  return operations;
}

std::unique_ptr<mlir::Pass> pmb::createBarrierPass() {
  return std::make_unique<BarrierPass>();
}

void pmb::registerBarrierPass() {
  static bool isDone = [] {
    mlir::PassRegistration<BarrierPass>();
    return true;
  }();
  (void)isDone;
}
