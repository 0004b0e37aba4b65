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
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>
#include <shared_mutex>

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

bool pmb::canScheduleOn(const mlir::Pass &pass,
                        mlir::RegisteredOperationName op) {
  bool (mlir::Pass::*member)(mlir::RegisteredOperationName) const =
      &OpenPass::canScheduleOn;
  return (pass.*member)(op);
}

/// What Pass::clone does without the values of options.
static std::unique_ptr<mlir::Pass> cloneWithoutOptions(const mlir::Pass &pass) {
  std::unique_ptr<mlir::Pass> (mlir::Pass::*clone)() const =
      &OpenPass::clonePass;
  std::unique_ptr<mlir::Pass> copy = (pass.*clone)();
  // A class that inherits `clonePass` makes copies of its base.
  if (!copy || copy->getTypeID() != pass.getTypeID() ||
      copy->getArgument() != pass.getArgument())
    return nullptr;
  return copy;
}

std::unique_ptr<mlir::Pass> pmb::clonePass(const mlir::Pass &pass) {
  // For passes that cannot be copied, too, so not Pass::clone itself.
  void (mlir::Pass::*copyOptions)(const mlir::Pass *) =
      &OpenPass::copyOptionValuesFrom;
  std::unique_ptr<mlir::Pass> copy = cloneWithoutOptions(pass);
  if (copy)
    (*copy.*copyOptions)(&pass);
  return copy;
}

std::unique_ptr<mlir::Pass> pmb::clonePass(const mlir::Pass &pass,
                                           llvm::StringRef options,
                                           std::string &messages) {
  std::unique_ptr<mlir::Pass> copy = cloneWithoutOptions(pass);
  if (!copy)
    return nullptr;
  mlir::LogicalResult result =
      copy->initializeOptions(options, [&](const llvm::Twine &message) {
        messages += message.str();
        return mlir::failure();
      });
  return succeeded(result) ? std::move(copy) : nullptr;
}

/// Held by whoever looks into MLIR's registries, or lets upstream's passes be
/// added to them. What is found stays where it is.
static std::shared_mutex registryMutex;

const mlir::PassInfo *pmb::lookupPassInfo(llvm::StringRef argument) {
  // Whoever adds a pass asks whether there is one, then for it.
  static thread_local const mlir::PassInfo *last = nullptr;
  if (last && last->getPassArgument() == argument)
    return last;
  // What a thread has found once it finds again without a lock.
  static thread_local llvm::StringMap<const mlir::PassInfo *> found;
  auto it = found.find(argument);
  if (it != found.end())
    return last = it->second;
  static bool isComplete = false;
  auto lookup = [&] {
    const mlir::PassInfo *info = mlir::PassInfo::lookup(argument);
    if (info)
      found.try_emplace(argument, info);
    return info;
  };
  {
    std::shared_lock<std::shared_mutex> lock(registryMutex);
    const mlir::PassInfo *info = lookup();
    if (info || isComplete)
      return info;
  }
  std::lock_guard<std::shared_mutex> lock(registryMutex);
  if (!isComplete) {
    if (mlir::registerAllPasses)
      mlir::registerAllPasses();
    registerBarrierPass();
    registerRewritePass();
    isComplete = true;
  }
  return lookup();
}

const mlir::PassPipelineInfo *pmb::lookupPipelineInfo(llvm::StringRef name) {
  std::shared_lock<std::shared_mutex> lock(registryMutex);
  return mlir::PassPipelineInfo::lookup(name);
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
                                            std::string &messages,
                                            bool *isCopyable) {
  if (options.empty() && hasUnprintableDefault(info.getPassArgument())) {
    messages = unprintableDefault.str();
    return nullptr;
  }
  // The registry only adds to pass managers; one on any operation takes all.
  static thread_local mlir::OpPassManager holder;
  llvm::scope_exit clear([] { holder.clear(); });
  mlir::LogicalResult result =
      info.addToPipeline(holder, options, [&](const llvm::Twine &message) {
        messages += message.str();
        return mlir::failure();
      });
  if (failed(result) || holder.empty())
    return nullptr;
  if (!canBeCopied(*holder.begin(), &info)) {
    if (isCopyable)
      *isCopyable = false;
    return nullptr;
  }
  return takePass(holder.begin());
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
        // Printed as `name{options}`.
        auto *opened = static_cast<const mlir::Pass *>(pass);
        llvm::SmallString<256> text = printPass(*opened);
        // The name may be that of a class, which can have braces itself.
        llvm::StringRef rest = text;
        if (opened->getArgument().empty()) {
          rest.consume_front("unknown<");
          rest.consume_front(opened->getName());
          rest.consume_front(">");
        } else {
          rest.consume_front(opened->getArgument());
        }
        // White space stays as MLIR prints it.
        rest.consume_front("{");
        rest.consume_back("}");
        os << rest;
      },
      [](const void *pass) {
        return static_cast<const mlir::Pass *>(pass)->getOpName().value_or("");
      },
      [](const void *pass) {
        return !static_cast<const mlir::Pass *>(pass)->getArgument().empty();
      },
      [](const void *pass) {
        return lookupContract(*static_cast<const mlir::Pass *>(pass));
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
