//===- RunningRead.cpp - Whether a pass manager runs ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Diagnostic.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "passmanager/NestRead.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>
#ifdef __ELF__
#include <unwind.h>
#endif

using namespace pmb;
using namespace llvm;

#ifdef __ELF__

//===----------------------------------------------------------------------===//
// What MLIR keeps to itself
//===----------------------------------------------------------------------===//

namespace {
/// An explicit instantiation may name members that are private.
template <typename Member, typename Member::Type member> struct Open {
  friend typename Member::Type get(Member) { return member; }
};

using State = mlir::detail::PassExecutionState;
using Executor = decltype(State::pipelineExecutor);
struct PassState {
  using Type = std::optional<State> mlir::Pass::*;
  friend Type get(PassState);
};
template struct Open<PassState, &mlir::Pass::passState>;
struct Callable {
  using Type = intptr_t Executor::*;
  friend Type get(Callable);
};
template struct Open<Callable, &Executor::callable>;
} // namespace

/// The function that calls passes, one after the other; null if there is none
/// of that name. It holds what `pipelineExecutor` refers to.
extern "C" LLVM_ATTRIBUTE_WEAK void pmbRunOfAPass() asm(
    "_ZN4mlir6detail17OpToOpPassAdaptor3runEPNS_4PassEPNS_9OperationENS_"
    "15AnalysisManagerEbj");

//===----------------------------------------------------------------------===//
// The stack
//===----------------------------------------------------------------------===//

namespace {
struct Frame {
  uintptr_t begin, end;
  bool contains(uintptr_t address) const {
    return begin <= address && address < end;
  }
};

/// The part of the stack of this thread that tells what runs.
struct Stack {
  Stack() {
    auto runOfAManager = &mlir::PassManager::run;
    std::memcpy(&managerRun, &runOfAManager, sizeof(managerRun));
    _Unwind_Backtrace(
        [](_Unwind_Context *context, void *stack) {
          static_cast<Stack *>(stack)->add(context);
          return _URC_NO_REASON;
        },
        this);
  }

  /// Frames of functions that are calling a pass.
  SmallVector<Frame, 4> passRuns;
  Frame all = {0, 0};
  bool hasManager = false;

private:
  void add(_Unwind_Context *context) {
    // Where the frame ends is known from the one that has called it.
    uintptr_t begin = _Unwind_GetCFA(context);
    if (isPassRun)
      passRuns.push_back({all.end, begin});
    if (!all.begin)
      all.begin = begin;
    all.end = begin;
    void *function = _Unwind_FindEnclosingFunction(
        reinterpret_cast<void *>(_Unwind_GetIP(context)));
    isPassRun = function && function == reinterpret_cast<void *>(pmbRunOfAPass);
    hasManager |= function && function == managerRun;
  }

  const void *managerRun = nullptr;
  bool isPassRun = false;
};
} // namespace

bool pmb::isRunning(const mlir::OpPassManager &pm) {
  SmallVector<std::pair<const mlir::Pass *, uintptr_t>, 8> executed;
  for (const mlir::Pass &pass : pm.getPasses())
    if (const std::optional<State> &state = pass.*get(PassState()))
      executed.push_back({&pass, state->pipelineExecutor.*get(Callable())});
  if (executed.empty() || !pmbRunOfAPass)
    return false;
  Stack stack;
  bool isOnOtherThread = !stack.passRuns.empty() && !stack.hasManager;
  return any_of(executed, [&](const auto &passAndExecutor) {
    auto [pass, executor] = passAndExecutor;
    return any_of(stack.passRuns,
                  [address = executor](const Frame &frame) {
                    return frame.contains(address);
                  }) ||
           (isOnOtherThread && isNest(*pass) && !stack.all.contains(executor));
  });
}

#else

bool pmb::isRunning(const mlir::OpPassManager &) { return false; }

#endif

Error pmb::verifyNotRunning(const mlir::OpPassManager &pm) {
  if (!isRunning(pm))
    return Error::success();
  return Diagnostic(DiagnosticCode::PassManagerRuns,
                    "the pass manager runs, and its passes cannot be replaced")
      .help("edit it before or after the run; for more passes inside of a "
            "pass, fill an OpPassManager and call runPipeline()");
}
