//===- record.cpp - Many pipelines, on many inputs, in one process --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records what passes do, as `pmb-opt --suggest-contracts` does for one
// pipeline, and holds the contracts of a file against it:
//
//   pmb-record --contracts=all.contracts.json -o seen.contracts.json < runs
//
// where each line of `runs` is {"input": file, "pipeline": text}. A pipeline
// runs on each part of its input between `// -----`. Prints a line of JSON for
// each claim that a run contradicts:
//
//   {"run": 0, "code": "broken-contract", "text": ..., "location": ...}
//
// With `"behind": "builtin.module(cse)"` the pipeline runs on what these passes
// make of the input, and they run once more behind it. Nothing is recorded:
// printed is, for each part that the pipeline changes, whether they then take
// operations away:
//
//   {"run": 1, "part": 3, "reduced": true}
//
// A run is a process of its own: MLIR has passes that crash or do not end, and
// those cost one part of an input.
//
//===----------------------------------------------------------------------===//

#include "bundles/contracts/ContractsFile.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/runtime/ContractVerifier.h"
#include "passmanager/runtime/SuggestedContracts.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"
#include <set>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
namespace json = llvm::json;
namespace cl = llvm::cl;

static cl::opt<std::string> contractsFile("contracts", cl::Required);
static cl::opt<std::string> outputFile("o", cl::Required);

namespace {
struct Run {
  int64_t number;
  std::string pipeline, behind;
};

/// One file, read once for all of its runs.
struct Input {
  std::string name;
  MLIRContext context;
  std::vector<OwningOpRef<ModuleOp>> parts;

  Input(StringRef name, const DialectRegistry &registry)
      : name(name), context(registry, MLIRContext::Threading::DISABLED) {}
};
} // namespace

[[noreturn]] static void fail(const llvm::Twine &message) {
  llvm::errs() << "pmb-record: " << message << '\n';
  exit(1);
}

static void check(llvm::Error error) {
  if (error)
    fail(llvm::toString(std::move(error)));
}

static void readParts(Input &input) {
  auto buffer = llvm::MemoryBuffer::getFile(input.name);
  if (!buffer)
    fail(input.name + ": " + buffer.getError().message());
  SmallVector<StringRef> parts;
  StringRef text = (*buffer)->getBuffer();
  text.split(parts, "// -----");
  for (StringRef part : parts) {
    // Lines are those of the file.
    std::string padded(text.take_front(part.data() - text.data()).count('\n'),
                       '\n');
    padded += part;
    input.parts.push_back(
        parseSourceString<ModuleOp>(padded, &input.context, input.name));
    if (!input.parts.back())
      fail(input.name + ": a part does not parse");
  }
}

//===----------------------------------------------------------------------===//
// In the process of a run
//===----------------------------------------------------------------------===//

namespace {
/// A pipeline that can run on all parts, and what is seen while it does.
class Recording {
public:
  Recording(MLIRContext &context, const pmb::Catalog &catalog)
      : pm(PassManager::on<ModuleOp>(&context)), builder(pm, catalog),
        verifier(pmb::ContractVerifier::Mode::Record) {}

  void compose(StringRef pipeline) {
    check(builder.adopt(pipeline));
    builder.getCleanups().setDedupe(false);
    // The order of passes is not what is asked about.
    for (const pmb::DiagnosticInfo &info : pmb::getDiagnosticTable())
      if (builder.getSeverity(info.code) != pmb::Severity::Off)
        builder.setSeverity(info.code, pmb::Severity::Off);
    verifier.suggestTo(seen);
    check(verifier.attachTo(builder));
    check(builder.build());
  }

  LogicalResult runOn(ModuleOp module) { return pm.run(module); }

  void print(llvm::raw_ostream &os, int64_t run) {
    seen.print(os);
    os << '\0';
    for (const pmb::ContractVerifier::Finding &finding : verifier.getFindings())
      os << json::Object{{"run", run},
                         {"code", finding.diagnostic.getInfo().name},
                         {"text", finding.diagnostic.str()},
                         {"location", finding.location}}
         << '\n';
  }

private:
  PassManager pm;
  pmb::PassManagerBuilder builder;
  pmb::ContractVerifier verifier;
  pmb::SuggestedContracts seen;
};
} // namespace

static void parse(StringRef text, PassManager &pm) {
  FailureOr<OpPassManager> parsed = parsePassPipeline(text);
  if (failed(parsed))
    fail(text + " does not parse");
  static_cast<OpPassManager &>(pm) = std::move(*parsed);
}

/// Whether `cleanup` has something to take away behind a pass that has changed
/// clean IR; nothing if the pass has not, or a pass fails.
static std::optional<bool> isReduced(ModuleOp module, PassManager &pipeline,
                                     PassManager &cleanup) {
  auto count = [&] {
    int64_t operations = 0;
    module.walk([&](Operation *) { ++operations; });
    return operations;
  };
  if (failed(cleanup.run(module)))
    return std::nullopt;
  OperationFingerPrint clean(module);
  if (failed(pipeline.run(module)) || clean == OperationFingerPrint(module))
    return std::nullopt;
  int64_t before = count();
  if (failed(cleanup.run(module)))
    return std::nullopt;
  return count() < before;
}

/// Runs on all parts but some. Writes a dot before each part, then what was
/// seen. Does not return.
[[noreturn]] static void runInChild(const Run &run, Input &input,
                                    const pmb::Catalog &catalog,
                                    const std::set<size_t> &skipped, int pipe) {
  llvm::raw_fd_ostream os(pipe, /*shouldClose=*/true);
  ScopedDiagnosticHandler handler(&input.context,
                                  [](Diagnostic &) { return success(); });
  Recording recording(input.context, catalog);
  PassManager pipeline(&input.context), cleanup(&input.context);
  if (run.behind.empty()) {
    recording.compose(run.pipeline);
  } else {
    parse(run.pipeline, pipeline);
    parse(run.behind, cleanup);
  }
  // What is wrong with the run has been said. Who wants to read stack dumps?
  if (!freopen("/dev/null", "w", stderr))
    _exit(1);
  std::string text;
  llvm::raw_string_ostream results(text);
  for (size_t part = 0; part < input.parts.size(); ++part) {
    os << '.';
    os.flush();
    if (skipped.count(part))
      continue;
    // Of processor time, so that a busy machine changes nothing.
    itimerval second = {{0, 0}, {1, 0}};
    setitimer(ITIMER_VIRTUAL, &second, nullptr);
    ModuleOp module = *input.parts[part];
    if (run.behind.empty())
      (void)recording.runOn(module);
    else if (std::optional<bool> reduced = isReduced(module, pipeline, cleanup))
      results << json::Object{{"run", run.number},
                              {"part", int64_t(part)},
                              {"reduced", *reduced}}
              << '\n';
  }
  if (run.behind.empty())
    recording.print(os, run.number);
  else
    os << '\0' << text;
  os.flush();
  _exit(0);
}

//===----------------------------------------------------------------------===//
// In the process that starts them
//===----------------------------------------------------------------------===//

/// Runs on all parts but some. Returns the part that ended the process, if one
/// did.
static std::optional<size_t> runOn(const Run &run, Input &input,
                                   const pmb::Catalog &catalog,
                                   const std::set<size_t> &skipped,
                                   pmb::SuggestedContracts &seen) {
  llvm::outs().flush();
  int ends[2];
  if (pipe(ends) != 0)
    fail("cannot make a pipe");
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    runInChild(run, input, catalog, skipped, ends[1]);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  while (ssize_t size = child < 0 ? 0 : read(ends[0], buffer, sizeof(buffer))) {
    if (size < 0)
      break;
    text.append(buffer, size);
  }
  close(ends[0]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0)
    fail("cannot start a process");
  StringRef rest = text;
  size_t begun = rest.find_first_not_of('.');
  begun = begun == StringRef::npos ? rest.size() : begun;
  // A pass may also end the process by itself, with any status: what was seen
  // comes behind all parts.
  bool isComplete = status == 0 && begun < rest.size();
  if (!isComplete && begun)
    return begun - 1;
  if (!isComplete)
    fail(input.name + ": " + run.pipeline + " cannot be set up");
  auto [record, lines] = rest.drop_front(begun).split('\0');
  if (!record.empty())
    check(seen.read(record, "<run>"));
  llvm::outs() << lines;
  return std::nullopt;
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "Records what passes do\n");
  registerAllPasses();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllGPUToLLVMIRTranslations(registry);
  pmb::Catalog catalog;
  check(pmb::readContractsFile(contractsFile, catalog).takeError());
  auto runs = llvm::MemoryBuffer::getSTDIN();
  if (!runs)
    fail("cannot read the standard input");

  pmb::SuggestedContracts seen;
  std::unique_ptr<Input> input;
  Run run{0, "", ""};
  for (llvm::line_iterator line(**runs); !line.is_at_eof();
       ++line, ++run.number) {
    llvm::Expected<json::Value> value = json::parse(*line);
    if (!value)
      fail(llvm::toString(value.takeError()));
    const json::Object *given = value->getAsObject();
    if (!given || !given->getString("input") || !given->getString("pipeline"))
      fail("a line is no run: " + *line);
    run.pipeline = given->getString("pipeline")->str();
    run.behind = given->getString("behind").value_or("").str();
    StringRef name = *given->getString("input");
    if (!input || input->name != name) {
      input = std::make_unique<Input>(name, registry);
      readParts(*input);
    }
    std::set<size_t> skipped;
    while (std::optional<size_t> crashed =
               runOn(run, *input, catalog, skipped, seen))
      if (!skipped.insert(*crashed).second)
        fail(run.pipeline + " crashes where no part runs");
  }
  check(llvm::writeToOutput(outputFile, [&](llvm::raw_ostream &os) {
    seen.print(os);
    return llvm::Error::success();
  }));
}
