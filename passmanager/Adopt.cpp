//===- Adopt.cpp - Pipelines that others have composed --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/Adopt.h"
#include "builder/TextualPipeline.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassRegistry.h"
#include "passmanager/NestVisit.h"
#include "passmanager/PassManagerBuilder.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// From a pass manager
//===----------------------------------------------------------------------===//

namespace {
/// Flattens a pass manager into specs.
class PassReader {
public:
  PassReader(StringRef rootOp, const mlir::DialectRegistry &dialects)
      : rootOp(rootOp), dialects(dialects) {}

  void read(mlir::OpPassManager &source) {
    for (const mlir::Pass &pass : source) {
      if (isNest(pass))
        readNest(pass);
      else if (hasUnprintableDefault(pass.getArgument()))
        failures.push_back(
            Diagnostic(DiagnosticCode::NotAdoptable,
                       "'" + pass.getArgument().str() +
                           "' cannot be taken over from its pass manager")
                .note(unprintableDefault.str())
                .help("add it with addPass() after the rest was adopted"));
      else if (std::unique_ptr<mlir::Pass> copy = clonePass(pass))
        add(std::move(copy));
      else
        failures.push_back(
            Diagnostic(DiagnosticCode::NotCopyable,
                       "'" + getPassName(pass).str() + "' cannot be copied")
                .help("let clonePass() make a copy"));
    }
  }

  std::vector<PassSpec> specs;
  std::vector<Diagnostic> failures;

private:
  /// The nest that is being read, outermost first. Two nests for one operation
  /// have different numbers.
  struct Nest {
    std::string op;
    unsigned number;
  };
  /// A pass in a nest.
  struct Leaf {
    const PrintedPass *printed;
    std::vector<Nest> path;
    std::unique_ptr<mlir::Pass> pass;
    std::string why;
  };

  void readNest(const mlir::Pass &nest) {
    std::string text;
    if (!printNest(nest, text)) {
      failures.push_back(
          Diagnostic(DiagnosticCode::NotAdoptable,
                     "'llvm-use-default-visibility' in a nest cannot be taken "
                     "over from its pass manager")
              .note(
                  "MLIR cannot print this pass with the default values of its "
                  "options, and passes in nests come as text")
              .help(
                  "add it with addPass() after the rest was adopted, or adopt "
                  "the pipeline from its text"));
      return;
    }
    std::vector<PrintedPass> printed = readPrinted(text);
    std::vector<Leaf> leaves;
    collect(printed, leaves);
    if (any_of(leaves, [](const Leaf &leaf) { return !leaf.pass; }))
      visit(nest, printed, leaves);
    for (Leaf &leaf : leaves) {
      nests = std::move(leaf.path);
      if (leaf.pass)
        add(std::move(leaf.pass));
      else
        refuse(leaf);
    }
    nests.clear();
  }

  void collect(ArrayRef<PrintedPass> printed, std::vector<Leaf> &leaves) {
    for (const PrintedPass &element : printed) {
      if (!element.isNest) {
        Leaf leaf{&element, nests, nullptr, ""};
        leaf.pass = createFromText(element, leaf.why);
        leaves.push_back(std::move(leaf));
        continue;
      }
      nests.push_back({element.name.str(), ++nestCount});
      collect(element.nested, leaves);
      nests.pop_back();
    }
  }

  /// The pass that a text means, or null if that is not the same pass.
  static std::unique_ptr<mlir::Pass> createFromText(const PrintedPass &printed,
                                                    std::string &why) {
    if (printed.isAnonymous) {
      why = "its class has no getArgument()";
      return nullptr;
    }
    const mlir::PassInfo *info = lookupPassInfo(printed.name);
    if (!info) {
      why = "it is not registered";
      return nullptr;
    }
    std::unique_ptr<mlir::Pass> pass = createPass(*info, printed.options, why);
    if (!pass) {
      why = "it does not accept the options that it prints: " + why;
      return nullptr;
    }
    if (std::string text = printPass(*pass); text != printed.text) {
      why = "its options do not print as they are read, but as '" + text + "'";
      return nullptr;
    }
    return pass;
  }

  /// Completes what cannot be made of its text with what stands in the nest.
  void visit(const mlir::Pass &nest, ArrayRef<PrintedPass> printed,
             MutableArrayRef<Leaf> leaves) {
    std::string why;
    VisitedPasses visited = visitNest(nest, printed, rootOp, dialects, why);
    StringMap<size_t> next;
    for (Leaf &leaf : leaves) {
      std::string path = getPath(leaf.path);
      std::vector<std::unique_ptr<mlir::Pass>> &found = visited[path];
      size_t index = next[path]++;
      if (leaf.pass)
        continue;
      if (index < found.size() && found[index] &&
          printPass(*found[index]) == leaf.printed->text)
        leaf.pass = std::move(found[index]);
      else if (!why.empty())
        leaf.why += "; " + why;
    }
  }

  static std::string getPath(ArrayRef<Nest> path) {
    std::string text;
    for (const Nest &nest : path)
      text += (text.empty() ? "" : "/") + nest.op;
    return text;
  }

  void add(std::unique_ptr<mlir::Pass> pass) {
    PassSpec spec = PassTraits<mlir::Pass>::wrap(std::move(pass));
    spec.nest.emplace();
    for (const Nest &nest : nests)
      spec.nest->push_back(nest.op);
    if (!specs.empty()) {
      // Nests that could be shared, and those that are.
      size_t couldShare = 0, shared = 0;
      while (couldShare < std::min(nests.size(), previous.size()) &&
             nests[couldShare].op == previous[couldShare].op) {
        if (shared == couldShare &&
            nests[couldShare].number == previous[couldShare].number)
          ++shared;
        ++couldShare;
      }
      if (shared < couldShare)
        spec.sharedDepth = uint8_t(std::min<size_t>(shared, UINT8_MAX));
    }
    previous = nests;
    specs.push_back(std::move(spec));
  }

  /// REQUIRES: `nests` is the path of the leaf.
  void refuse(const Leaf &leaf) {
    failures.push_back(
        Diagnostic(DiagnosticCode::NotAdoptable,
                   "'" + leaf.printed->name.str() + "' in a nest for '" +
                       nests.back().op +
                       "' cannot be taken over from its pass manager")
            .note(leaf.why)
            .help("add it with addPass() after the rest was adopted, or see "
                  "that its text makes the same pass"));
  }

  StringRef rootOp;
  const mlir::DialectRegistry &dialects;
  std::vector<Nest> nests, previous;
  unsigned nestCount = 0;
};
} // namespace

Expected<std::vector<PassSpec>>
pmb::copyPasses(mlir::OpPassManager &source,
                const mlir::DialectRegistry &dialects) {
  PassReader reader(source.getOpAnchorName(), dialects);
  reader.read(source);
  if (!reader.failures.empty())
    return makeError(std::move(reader.failures));
  return std::move(reader.specs);
}

mlir::DialectRegistry PassManagerBuilder::collectDialects() const {
  mlir::DialectRegistry all;
  appendDialectsTo(all);
  if (context)
    context->getDialectRegistry().appendTo(all);
  return all;
}

Error PassManagerBuilder::adopt(mlir::OpPassManager &source) {
  if (source.getOpAnchorName() != root.getOp())
    return makeError(Diagnostic(DiagnosticCode::WrongAnchorOp,
                                "a pass manager on '" +
                                    source.getOpAnchorName().str() +
                                    "' cannot be adopted by a pipeline on '" +
                                    root.getOp().str() + "'")
                         .help("make the builder for a pass manager on '" +
                               source.getOpAnchorName().str() + "'"));
  return transaction(getOrigin(), [&]() -> Error {
    Expected<std::vector<PassSpec>> passes =
        copyPasses(source, collectDialects());
    if (!passes)
      return passes.takeError();
    for (PassSpec &pass : *passes)
      append(std::move(pass));
    if (&source == &pm && !replacesTarget) {
      replacesTarget = true;
      onRollback([this] { replacesTarget = false; });
    }
    return Error::success();
  });
}

Error PassManagerBuilder::adopt(StringRef text, StringRef name) {
  Expected<TextualPipeline> parsed = parseTextualPipeline(text, name);
  if (!parsed)
    return parsed.takeError();
  return parsed->appendTo(*this);
}

//===----------------------------------------------------------------------===//
// Registered pipelines
//===----------------------------------------------------------------------===//

Expected<std::optional<PassBundle>>
PassManagerBuilder::openPipeline(StringRef name, StringRef options,
                                 const AnchorPath &path) {
  // The names of passes come first, as in MLIR's own parser.
  if (lookupPassInfo(name))
    return std::nullopt;
  const mlir::PassPipelineInfo *info = mlir::PassPipelineInfo::lookup(name);
  if (!info)
    return Pipeline::openPipeline(name, options, path);

  // Nests of its own are what mlir-opt gives a pipeline, too; with explicit
  // nesting MLIR ends the process when an anchor does not fit.
  mlir::OpPassManager holder(path.getOp(),
                             mlir::OpPassManager::Nesting::Implicit);
  std::string messages;
  options = stripBraces(options);
  mlir::LogicalResult result =
      info->addToPipeline(holder, options, [&](const Twine &message) {
        messages += message.str();
        return mlir::failure();
      });
  if (failed(result))
    return makeBadOptions(name, options, messages);
  Expected<std::vector<PassSpec>> passes =
      copyPasses(holder, collectDialects());
  if (!passes)
    return passes.takeError();

  std::vector<std::string> outer;
  for (const AnchorPath *step = &path; step->getDepth();
       step = step->getParent())
    outer.insert(outer.begin(), step->getOp().str());
  PassBundle bundle(name);
  for (PassSpec &pass : *passes) {
    // A module does not stand in anything else, so nothing of it would run.
    if (!pass.nest->empty() && pass.nest->front() == "builtin.module" &&
        path.getOp() != mlir::OpPassManager::getAnyOpAnchorName())
      return makeError(Diagnostic(DiagnosticCode::WrongAnchorOp,
                                  "the pipeline '" + name.str() +
                                      "' cannot run on '" + path.getOp().str() +
                                      "': '" + pass.name +
                                      "' runs on 'builtin.module' only")
                           .help("add it to a pipeline on 'builtin.module'"));
    pass.nest->insert(pass.nest->begin(), outer.begin(), outer.end());
    if (pass.sharedDepth != UINT8_MAX)
      pass.sharedDepth += uint8_t(outer.size());
    bundle.add(std::move(pass));
  }
  return std::optional<PassBundle>(std::move(bundle));
}

static Error makeNothingToCall(StringRef name) {
  return makeError(Diagnostic(DiagnosticCode::NoInstance,
                              "the pipeline '" + name.str() +
                                  "' has no function to be called")
                       .help("give a function that composes the pipeline"));
}

Error pmb::registerPipeline(
    StringRef name, StringRef description,
    std::function<Error(PassManagerBuilder &)> compose) {
  if (!compose)
    return makeNothingToCall(name);
  return registerPipeline(
      name, description, {},
      [compose = std::move(compose)](PassManagerBuilder &builder,
                                     const PipelineOptions &) {
        return compose(builder);
      });
}

/// What each of the options is, according to `text`.
static Expected<PipelineOptions>
readPipelineOptions(StringRef pipeline, ArrayRef<OptionDescriptor> options,
                    StringRef text) {
  PassDescriptor descriptor(pipeline);
  descriptor.options = options.vec();
  if (Error error = verifyOptions(descriptor, text))
    return error;
  PipelineOptions values;
  SmallVector<StringRef> names;
  for (const OptionDescriptor &option : options) {
    values[option.name] = option.defaultValue;
    names.push_back(option.name);
  }
  for (auto [name, value] : splitOptions(text)) {
    if (auto it = values.find(name); it != values.end()) {
      it->second = value.str();
      continue;
    }
    Diagnostic diagnostic(DiagnosticCode::BadOptions,
                          "the pipeline '" + pipeline.str() +
                              "' has no option '" + name.str() + "'");
    std::string near = suggestNames(name, names);
    if (!near.empty())
      diagnostic.help("did you mean " + near + "?");
    else if (names.empty())
      diagnostic.note("it has no options at all");
    else
      diagnostic.note("it has '" + join(names, "', '") + "'");
    return makeError(std::move(diagnostic));
  }
  return values;
}

Error pmb::registerPipeline(
    StringRef name, StringRef description,
    std::vector<OptionDescriptor> options,
    std::function<Error(PassManagerBuilder &, const PipelineOptions &)>
        compose) {
  if (!isValidName(name))
    return makeError(
        Diagnostic(DiagnosticCode::BadName,
                   "'" + name.str() + "' cannot be the name of a pipeline")
            .help("use letters, digits, '-', '_' and '.'"));
  if (!compose)
    return makeNothingToCall(name);
  for (const OptionDescriptor &option : options)
    if (!option.defaultValue.empty() && !option.accepts(option.defaultValue))
      return makeError(Diagnostic(DiagnosticCode::BadOptions,
                                  "'" + option.defaultValue +
                                      "' is not a value of '" + option.name +
                                      "', whose default it is")
                           .note("it takes " + option.describeValues()));
  // MLIR ends the process when a name is given twice.
  bool isPass = lookupPassInfo(name);
  if (isPass || mlir::PassPipelineInfo::lookup(name))
    return makeError(Diagnostic(DiagnosticCode::DuplicateName,
                                "MLIR knows a " +
                                    std::string(isPass ? "pass" : "pipeline") +
                                    " '" + name.str() + "' already"));
  mlir::registerPassPipeline(
      name, description,
      [compose = std::move(compose), options = std::move(options),
       name = name.str()](mlir::OpPassManager &target, StringRef text,
                          function_ref<mlir::LogicalResult(const Twine &)> fail)
          -> mlir::LogicalResult {
        PassManagerBuilder builder(target);
        Expected<PipelineOptions> values =
            readPipelineOptions(name, options, text);
        Error error = values ? compose(builder, *values) : values.takeError();
        if (!error)
          error = builder.build();
        if (error)
          return fail("the pipeline '" + name +
                      "' cannot be built: " + toString(std::move(error)));
        return mlir::success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)>) {});
  return Error::success();
}
