//===- ReproducersTest.cpp - Who is named when passes fail or crash -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportsSupport.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include <csignal>
#include <thread>
#if LLVM_ON_UNIX
#include <fcntl.h>
#include <unistd.h>
#endif

using namespace pmb;
using namespace pmb::test;

namespace {

/// A file, for as long as this is there.
struct TemporaryFile {
  TemporaryFile() {
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("pmb", "mlir", path));
    remover.setFile(path);
  }
  /// What a reproducer has before MLIR's own text.
  std::string readComments() const {
    auto file = llvm::MemoryBuffer::getFile(path);
    EXPECT_TRUE(bool(file));
    if (!file)
      return "";
    llvm::StringRef text = (*file)->getBuffer();
    EXPECT_TRUE(contains(text, "mlir_reproducer"));
    mlir::MLIRContext context;
    context.loadDialect<mlir::func::FuncDialect>();
    EXPECT_TRUE(mlir::parseSourceString<mlir::ModuleOp>(text, &context));
    return text.take_front(text.find("\nmodule") + 1).str();
  }

  llvm::SmallString<128> path;
  llvm::FileRemover remover;
};

/// The comments of the reproducer, if `inner` fails in a pipeline that a pass
/// runs. `errors` gets what is said of it.
std::string reproduce(bool withThreads, const char *inner,
                      std::string &errors) {
  Composed run(withThreads, inner);
  TemporaryFile file;
  mlir::ScopedDiagnosticHandler handler(
      &run.context,
      [&](mlir::Diagnostic &diagnostic) { errors += diagnostic.str() + "\n"; });
  require(enableCrashReproducerBy(*run.pm, run.getOwners(), file.path));
  EXPECT_EQ(run.run(), "");
  return file.readComments();
}

const char *const reproduced = "// in a pipeline run by: 'test-run' (pass 3 of "
                               "4, on builtin.module, added by x.json:3:4)\n";

/// Without threads: with them MLIR 22 may wait for itself (Reports.h).
TEST(ReportsOfFailures, AReproducerNamesTheOwnerOfThePassThatFailed) {
  std::string errors;
  EXPECT_EQ(
      reproduce(/*withThreads=*/false, "test-fail{how=silent on=f13}", errors),
      reproduced);
  EXPECT_FALSE(contains(errors, "crashed"));
}

TEST(ReportsOfCrashes, AReproducerNamesTheOwnerOfThePassThatCrashed) {
  std::string errors;
  EXPECT_EQ(
      reproduce(/*withThreads=*/false, "test-fail{how=crash on=f13}", errors),
      reproduced);
  EXPECT_TRUE(contains(errors,
                       "a pipeline that 'test-run' (pass 3 of 4, on "
                       "builtin.module, added by x.json:3:4) runs crashed\n"));
}

TEST(ReportsOfFailures, ErrorsFailReproducerNamesTheOwnerOfThePass) {
  registerRuntimePasses();
  Build<> test;
  test.context.disableMultithreading();
  require(test.pmb.enableAttribution());
  test.pmb.setOrigin(Origin::file("x.json", 3, 4));
  test.pmb.addPass("test-fail").addPass("test-fail", "on=f13 how=go-on");
  require(test.pmb.build());
  TemporaryFile file;
  require(enableErrorsFail(test.pm, test.pmb.getOwners()));
  require(enableCrashReproducerBy(test.pm, test.pmb.getOwners(), file.path));
  EXPECT_EQ(runOn(makeNests(20), test.pm, test.context), "");
  EXPECT_EQ(file.readComments(),
            "// failed: 'test-fail' (pass 1 of 2, on builtin.module/func.func, "
            "added by x.json:3:4)\n");
  // The next run has its own.
  EXPECT_NE(runOn(makeNests(3), test.pm, test.context), "");
  EXPECT_FALSE(test.pmb.getOwners()->getMadeToFail().owner);
}

/// MLIR does not survive a crash on another thread.
TEST(ReportsOfCrashesDeathTest, AReproducerIsWrittenBeforeTheProcessDies) {
  TemporaryFile file;
  auto crash = [&] {
    Composed run(/*withThreads=*/true, "test-fail{how=crash on=f13}");
    require(enableCrashReproducerBy(*run.pm, run.getOwners(), file.path));
    run.run();
  };
  EXPECT_EXIT(crash(), testing::KilledBySignal(SIGILL), "");
  EXPECT_EQ(file.readComments(), reproduced);
}

#if LLVM_ON_UNIX
/// Lets messages wait until somebody reads them. Returns where to read.
int blockErrors() {
  int ends[2];
  if (pipe(ends) != 0)
    std::exit(1);
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  std::string much(4096, ' ');
  while (write(ends[1], much.data(), much.size()) > 0)
    ;
  fcntl(ends[1], F_SETFL, 0);
  dup2(ends[1], STDERR_FILENO);
  return ends[0];
}

/// Crashes where nothing may allocate memory any more, as within `malloc`.
struct CrashWithoutMemoryPass
    : mlir::PassWrapper<CrashWithoutMemoryPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CrashWithoutMemoryPass)
  llvm::StringRef getArgument() const override { return "test-crash"; }
  void runOnOperation() override {
    isWithoutMemory = true;
    LLVM_BUILTIN_TRAP;
  }
  static std::atomic<bool> isWithoutMemory;
};
std::atomic<bool> CrashWithoutMemoryPass::isWithoutMemory = false;
} // namespace

void *operator new(size_t size) {
  if (CrashWithoutMemoryPass::isWithoutMemory)
    _exit(42);
  if (void *memory = std::malloc(size ? size : 1))
    return memory;
  std::abort();
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }

namespace {
TEST(ReportsOfCrashesDeathTest, AMessageNeedsNoMemory) {
  auto crash = [] {
    Build<> run;
    require(run.pmb.enableAttribution());
    run.pmb.addBundle("a-bundle-with-a-long-name", [](auto &pm) {
      pm.addPass(std::make_unique<CrashWithoutMemoryPass>());
    });
    require(run.pmb.build());
    require(enableCrashMessagesBy(run.pm, run.pmb.getOwners()));
    runOn("", run.pm, run.context);
  };
  EXPECT_EXIT(crash(), testing::KilledBySignal(SIGILL),
              "error: the process ends in 'test-crash' \\(pass 0 of 1, on "
              "builtin.module, in bundle 'a-bundle-with-a-long-name', "
              "added by framework\\)\n");
}

/// Nobody reads the message.
TEST(ReportsOfCrashesDeathTest, AMessageThatCannotBeSaidEndsTheProcess) {
  auto crash = [] {
    Composed run(/*withThreads=*/false, "test-fail{how=crash on=f13}");
    require(enableCrashMessagesBy(*run.pm, run.getOwners()));
    blockErrors();
    run.run();
  };
  EXPECT_EXIT(crash(), testing::KilledBySignal(SIGILL), "");
}

TEST(ReportsOfCrashesDeathTest, AThreadThatCrashesBesideDoesNotWaitForEver) {
  auto crash = [] {
    llvm::CrashRecoveryContext::Enable();
    Composed run(/*withThreads=*/false, "test-fail{how=crash on=f13}");
    require(enableCrashMessagesBy(*run.pm, run.getOwners()));
    // While the first crash is told about.
    int errors = blockErrors();
    std::thread second([] {
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
      LLVM_BUILTIN_TRAP;
    });
    std::thread reader([errors] {
      std::this_thread::sleep_for(std::chrono::seconds(1));
      std::string read(4096, ' ');
      while (::read(errors, read.data(), read.size()) > 0)
        ;
    });
    llvm::CrashRecoveryContext context;
    context.RunSafely([&] { run.run(); });
    // The first thread goes on.
    second.join();
  };
  EXPECT_EXIT(crash(), testing::KilledBySignal(SIGILL), "");
}
#endif

} // namespace
