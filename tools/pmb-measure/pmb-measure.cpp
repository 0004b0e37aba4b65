//===- pmb-measure.cpp - What passes do to the contents of the IR ---------===//
//
// Part of the PassManagerBuilder project.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs pipelines with MLIR and prints one line of JSON for every execution of
// a pass: what was in the IR before and what was in it afterwards. The
// contents entries of the pass catalog are written from these observations.
//
//   pmb-measure --pipeline='builtin.module(convert-scf-to-cf)' input.mlir
//   pmb-measure --pairs=pairs.jsonl      # {"pipeline": ..., "input": ...}
//
// Pipelines run in a child process: a pass that crashes or hangs costs one part
// of an input and not the whole measurement. A last line per run says how it
// ended.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "passmanager/Contents.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using Contents = pmb::ContentsCount;
namespace json = llvm::json;
namespace cl = llvm::cl;

static cl::opt<std::string> inputFile(cl::Positional, cl::desc("<input.mlir>"));
static cl::opt<std::string>
    pipelineText("pipeline", cl::desc("pipeline to run on the input"));
static cl::opt<std::string>
    pairsFile("pairs", cl::desc("JSON lines, each with a `pipeline` and an "
                                "`input`; other members are copied"));
static cl::opt<std::string>
    inputDir("input-dir", cl::desc("where relative inputs of --pairs are"));
static cl::opt<bool>
    splitInputFile("split-input-file",
                   cl::desc("run on each part between `// -----` by itself"));
static cl::opt<bool>
    compareText("compare-text",
                cl::desc("let `changed` say whether the module prints another "
                         "text, rather than whether any operation is another: "
                         "a constant that is made anew changes nothing"));
static cl::opt<unsigned> timeLimit("time-limit", cl::init(60),
                                   cl::desc("seconds a run may take"));
static cl::list<std::string>
    plugins("load-pass-plugin", cl::desc("load passes from a shared library"));

static json::Object toJSON(const Contents::Counts &counts) {
  json::Object object;
  for (const auto &[name, count] : counts)
    object[name] = count;
  return object;
}

/// Items, and what is qualified with a type or a mark:
/// `memref.subview(!index)`.
static json::Object getItems(const Contents &contents) {
  json::Object object = toJSON(contents.items);
  for (const auto &[name, count] : contents.qualified)
    object[name] = count;
  return object;
}

namespace {

/// Prints a line for each execution of a pass. Threads are off, so passes end
/// in the reverse of the order in which they began and a stack suffices.
class Recorder : public PassInstrumentation {
public:
  Recorder(const json::Object &origin, std::string &errors)
      : origin(origin), errors(errors) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    if (isAdaptor(pass))
      return;
    stack.push_back({Contents::of(op), Contents::of(moduleOf(op)),
                     OperationFingerPrint(moduleOf(op)), print(moduleOf(op)),
                     errors.size()});
  }

  void runAfterPass(Pass *pass, Operation *op) override {
    finish(pass, op, /*failed=*/false);
  }

  void runAfterPassFailed(Pass *pass, Operation *op) override {
    finish(pass, op, /*failed=*/true);
  }

private:
  struct Before {
    Contents scope, module;
    OperationFingerPrint fingerprint;
    std::string text;
    size_t errorsBegin;
  };

  /// The adaptors that run nested pass managers are no passes of the pipeline.
  static bool isAdaptor(Pass *pass) {
    return pass->getName().ends_with("OpToOpPassAdaptor");
  }

  static Operation *moduleOf(Operation *op) {
    while (Operation *parent = op->getParentOp())
      op = parent;
    return op;
  }

  /// The text of a module; empty unless texts are compared.
  static std::string print(Operation *module) {
    std::string text;
    if (compareText) {
      llvm::raw_string_ostream os(text);
      module->print(os, OpPrintingFlags().enableDebugInfo());
    }
    return text;
  }

  void finish(Pass *pass, Operation *op, bool failed) {
    if (isAdaptor(pass))
      return;
    Before before = std::move(stack.back());
    stack.pop_back();

    json::Object line = origin;
    line["index"] = index++;
    line["pass"] = pass->getArgument();
    std::string text;
    llvm::raw_string_ostream os(text);
    pass->printAsTextualPipeline(os);
    line["options"] =
        StringRef(text).drop_front(pass->getArgument().size()).str();
    line["anchor"] = op->getName().getStringRef();
    line["depth"] = stack.size();
    Contents after = Contents::of(moduleOf(op), /*isValid=*/!failed);
    line["before"] = getItems(before.module);
    line["after"] = getItems(after);
    if (op->getParentOp()) {
      line["scope_before"] = getItems(before.scope);
      line["scope_after"] = getItems(Contents::of(op, !failed));
    }
    if (!before.module.casts.empty())
      line["casts_before"] = toJSON(before.module.casts);
    if (!after.casts.empty())
      line["casts_after"] = toJSON(after.casts);
    line["changed"] =
        before.fingerprint != OperationFingerPrint(moduleOf(op)) &&
        (!compareText || before.text != print(moduleOf(op)));
    line["failed"] = failed;
    if (failed)
      line["error"] = errors.substr(before.errorsBegin);
    // Flushed at once: the next pass may crash.
    llvm::outs() << json::Value(std::move(line)) << '\n';
    llvm::outs().flush();
  }

  const json::Object &origin;
  std::string &errors;
  std::vector<Before> stack;
  int64_t index = 0;
};

} // namespace

/// Runs `pipeline` on `source`. Returns how it ended, for the last line.
static StringRef run(MLIRContext &context, StringRef pipeline, StringRef source,
                     StringRef name, const json::Object &origin,
                     std::string &errors) {
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      errors += diagnostic.str() + "\n";
    return success();
  });
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(source, &context, name);
  if (!module)
    return "does not parse";

  PassManager pm = PassManager::on<ModuleOp>(&context);
  llvm::raw_string_ostream os(errors);
  FailureOr<OpPassManager> parsed = parsePassPipeline(pipeline, os);
  if (failed(parsed))
    return "pipeline does not parse";
  static_cast<OpPassManager &>(pm) = std::move(*parsed);
  pm.addInstrumentation(std::make_unique<Recorder>(origin, errors));
  return succeeded(pm.run(*module)) ? "done" : "failed";
}

/// What the parts of one input share.
struct Job {
  const DialectRegistry &registry;
  StringRef pipeline, input;
  ArrayRef<StringRef> parts;
  json::Object origin;

  json::Object getOrigin(size_t part) const {
    json::Object result = origin;
    if (splitInputFile)
      result["part"] = int64_t(part);
    return result;
  }
};

/// Runs parts from `begin` on in a child process; prints their last lines.
/// Tells through `done` of each part that it is over. Does not return.
[[noreturn]] static void runInChild(const Job &job, size_t begin, int done) {
  // A crash is data here; nobody wants to read its stack dump.
  if (!freopen("/dev/null", "w", stderr))
    _exit(1);
  MLIRContext context(job.registry, MLIRContext::Threading::DISABLED);
  for (size_t part = begin; part < job.parts.size(); ++part) {
    alarm(timeLimit);
    std::string errors;
    json::Object line = job.getOrigin(part);
    line["end"] = run(context, job.pipeline, job.parts[part], job.input,
                      job.getOrigin(part), errors);
    if (!errors.empty())
      line["error"] = errors;
    llvm::outs() << json::Value(std::move(line)) << '\n';
    llvm::outs().flush();
    if (write(done, "", 1) != 1)
      _exit(1);
  }
  _exit(0);
}

/// Runs the parts from `begin` on. Returns the one to go on with, as a part
/// that crashes ends the process that it runs in, or nothing if none can be
/// started.
static std::optional<size_t> runSome(const Job &job, size_t begin) {
  llvm::outs().flush();
  int done[2];
  if (pipe(done) != 0)
    return std::nullopt;
  pid_t child = fork();
  if (child == 0) {
    close(done[0]);
    runInChild(job, begin, done[1]);
  }
  close(done[1]);
  size_t part = begin;
  char byte;
  while (child > 0 && read(done[0], &byte, 1) == 1)
    ++part;
  close(done[0]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0)
    return std::nullopt;
  if (part == job.parts.size())
    return part;
  bool timedOut = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
  json::Object line = job.getOrigin(part);
  line["end"] = timedOut ? "timeout" : "crash";
  llvm::outs() << json::Value(std::move(line)) << '\n';
  return part + 1;
}

/// Runs one pair on the whole input, or on each of its parts.
/// Returns false, with a message, when the input cannot be read.
static bool measure(const DialectRegistry &registry, json::Object origin,
                    StringRef input, StringRef pipeline) {
  auto buffer = llvm::MemoryBuffer::getFile(input);
  if (!buffer) {
    llvm::WithColor::error()
        << input << ": " << buffer.getError().message() << '\n';
    return false;
  }
  SmallVector<StringRef> parts;
  if (splitInputFile)
    (*buffer)->getBuffer().split(parts, "// -----");
  else
    parts.push_back((*buffer)->getBuffer());
  Job job{registry, pipeline, input, parts, std::move(origin)};
  for (size_t part = 0; part < parts.size();) {
    std::optional<size_t> next = runSome(job, part);
    if (!next) {
      llvm::WithColor::error() << "cannot start a process\n";
      exit(1);
    }
    part = *next;
  }
  return true;
}

/// Runs all pairs of a file. Returns false when a line is not a pair.
static bool measurePairs(const DialectRegistry &registry, StringRef file) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(file);
  if (!buffer) {
    llvm::WithColor::error()
        << file << ": " << buffer.getError().message() << '\n';
    return false;
  }
  bool ok = true;
  for (llvm::line_iterator it(**buffer), end; it != end; ++it) {
    llvm::Expected<json::Value> value = json::parse(*it);
    json::Object *pair = nullptr;
    if (value)
      pair = value->getAsObject();
    else
      llvm::consumeError(value.takeError());
    auto input = pair ? pair->getString("input") : std::nullopt;
    auto pipeline = pair ? pair->getString("pipeline") : std::nullopt;
    if (!input || !pipeline) {
      llvm::WithColor::error() << file << ':' << it.line_number()
                               << ": not a pair of input and pipeline\n";
      ok = false;
      continue;
    }
    SmallString<128> path(*input);
    if (!inputDir.empty() && llvm::sys::path::is_relative(path)) {
      path = inputDir;
      llvm::sys::path::append(path, *input);
    }
    std::string text = pipeline->str();
    // The pipeline is long and the same for all lines; the last has it not.
    json::Object origin = std::move(*pair);
    origin.erase("pipeline");
    origin["line"] = it.line_number();
    ok &= measure(registry, std::move(origin), path, text);
  }
  return ok;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(
      argc, argv, "Records what passes do to the contents of the IR\n");
  registerAllPasses();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  for (const std::string &path : plugins) {
    llvm::Expected<PassPlugin> plugin = PassPlugin::load(path);
    if (!plugin) {
      llvm::WithColor::error() << llvm::toString(plugin.takeError()) << '\n';
      return 1;
    }
    plugin->registerPassRegistryCallbacks();
  }

  if (!pairsFile.empty())
    return measurePairs(registry, pairsFile) ? 0 : 1;
  if (inputFile.empty() || pipelineText.empty()) {
    llvm::WithColor::error() << "nothing to do: give an input and --pipeline, "
                                "or --pairs\n";
    return 1;
  }
  json::Object origin;
  origin["input"] = inputFile.getValue();
  return measure(registry, std::move(origin), inputFile, pipelineText) ? 0 : 1;
}
