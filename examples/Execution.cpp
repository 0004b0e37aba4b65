//===- Execution.cpp - Run a lowered program ------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "examples/Execution.h"

#include "mlir/ExecutionEngine/CRunnerUtils.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/TargetSelect.h"

using namespace mlir;

// Compiled code calls a plain C function, which can find the result only here.
static thread_local example::Execution *running = nullptr;
static thread_local unsigned printedArrays = 0;

/// Stands in for the function of that name in MLIR's runner library, which
/// prints the address of the array too: this one leaves the text to the caller,
/// so that results can be compared.
static void printMemrefF32(int64_t rank, void *descriptor) {
  ::UnrankedMemRefType<float> unranked{rank, descriptor};
  DynamicMemRefType<float> array(unranked);
  running->shape.assign(array.sizes, array.sizes + rank);
  running->values.clear();
  for (float value : array)
    running->values.push_back(value);
  ++printedArrays;
}

static llvm::orc::SymbolMap getSymbols(llvm::orc::MangleAndInterner intern) {
  llvm::orc::SymbolMap symbols;
  symbols[intern("printMemrefF32")] = {
      llvm::orc::ExecutorAddr::fromPtr(&printMemrefF32),
      llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  return symbols;
}

llvm::Expected<example::Execution> example::execute(ModuleOp module,
                                                    StringRef counterPrefix) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  registerBuiltinDialectTranslation(*module.getContext());
  registerLLVMDialectTranslation(*module.getContext());

  auto engine = ExecutionEngine::create(module);
  if (!engine)
    return engine.takeError();
  (*engine)->registerSymbols(getSymbols);

  Execution result;
  running = &result;
  printedArrays = 0;
  llvm::scope_exit reset([] { running = nullptr; });
  if (llvm::Error error = (*engine)->invokePacked("main"))
    return error;
  if (printedArrays != 1)
    return llvm::createStringError("the program printed " +
                                   llvm::Twine(printedArrays) +
                                   " arrays instead of one");

  for (auto function : module.getOps<FunctionOpInterface>()) {
    StringRef name = function.getName();
    if (!name.consume_front(counterPrefix))
      continue;
    int64_t value = 0;
    void *results[] = {&value};
    if (llvm::Error error =
            (*engine)->invokePacked(function.getName(), results))
      return error;
    result.counters[name.str()] = value;
  }
  return result;
}

static llvm::Expected<std::string> readFile(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createFileError(path, buffer.getError());
  return (*buffer)->getBuffer().str();
}

llvm::Expected<example::CommandResult>
example::runCommand(StringRef program, ArrayRef<std::string> arguments) {
  SmallString<128> output, error;
  if (std::error_code code =
          llvm::sys::fs::createTemporaryFile("pmb-example", "out", output))
    return llvm::errorCodeToError(code);
  llvm::FileRemover removeOutput(output);
  if (std::error_code code =
          llvm::sys::fs::createTemporaryFile("pmb-example", "err", error))
    return llvm::errorCodeToError(code);
  llvm::FileRemover removeError(error);

  SmallVector<StringRef> commandLine = {program};
  commandLine.append(arguments.begin(), arguments.end());
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(output),
                                          StringRef(error)};
  std::string message;
  bool failed = false;
  int status = llvm::sys::ExecuteAndWait(
      program, commandLine, /*Env=*/std::nullopt, redirects,
      /*SecondsToWait=*/0, /*MemoryLimit=*/0, &message, &failed);
  if (failed || status < 0)
    return llvm::createStringError("cannot run " + program + ": " + message);

  auto standardOutput = readFile(output);
  if (!standardOutput)
    return standardOutput.takeError();
  auto standardError = readFile(error);
  if (!standardError)
    return standardError.takeError();
  return CommandResult{status, std::move(*standardOutput),
                       std::move(*standardError)};
}
