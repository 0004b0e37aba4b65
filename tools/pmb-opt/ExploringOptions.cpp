//===- ExploringOptions.cpp - Pipelines run again and again -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/ExploringOptions.h"
#include "builder/diagnostics/SourceText.h"
#include "tools/CommandLine.h"
#include "tools/pmb-opt/Attribution.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ManagedStatic.h"

using namespace pmb;
using namespace llvm;

namespace {
struct ExploringFlags {
  cl::OptionCategory category{"Exploring: the pipeline run in parts, and in "
                              "other orders"};

  cl::opt<std::string> shuffle{
      "shuffle", cl::value_desc("seed[..seed]"),
      cl::desc("Run the pipeline in other orders that the contracts allow, one "
               "for each seed, and say which passes it takes to make something "
               "else come out"),
      cl::cat(category)};
  cl::opt<bool> noCleanups{
      "no-cleanups",
      cl::desc("Run the pipeline without cleanups, and say which pass misses "
               "which"),
      cl::cat(category)};
  cl::opt<std::string> compareBy{
      "compare-by", cl::value_desc("command"),
      cl::desc("For --shuffle and --no-cleanups: compare what this command "
               "prints that is given what comes out, and not that itself"),
      cl::cat(category)};
  cl::opt<std::string> bisect{
      "bisect", cl::value_desc("what"),
      cl::desc("Find the first pass that leaves what does not verify, fails or "
               "crashes (verifier), or that crashes (crash); after which there "
               "is an operation (appears:llvm.call), or is none any more "
               "(gone:llvm.call); whose operation is still there in the end "
               "(stays:llvm.call); or after which a command of the shell fails "
               "(command:./check.sh %s)"),
      cl::cat(category)};
  cl::opt<unsigned> bisectTimeout{
      "bisect-timeout", cl::value_desc("seconds"), cl::init(0),
      cl::desc("For --bisect: passes that take longer count as passes that "
               "crash, and a command that does as one that fails"),
      cl::cat(category)};
  cl::opt<unsigned> threadsCheck{
      "threads-check", cl::value_desc("n"), cl::init(0),
      cl::desc("Run the pipeline n times with threads, and without, and say "
               "after which pass the IR differs"),
      cl::cat(category)};
  cl::opt<bool> passRules{
      "pass-rules",
      cl::desc("Run each pass in all circumstances that MLIR's rules for "
               "passes allow, and say which pass breaks which rule"),
      cl::cat(category)};
  cl::opt<std::string> journal{"rehearsal-journal", cl::ReallyHidden,
                               cl::desc("For pmb-opt itself"),
                               cl::cat(category)};
};
} // namespace

static ManagedStatic<ExploringFlags> exploringFlags;

void pmb::registerExploringOptions() { *exploringFlags; }

bool pmb::areExploringOptionsGiven() {
  return exploringFlags->shuffle.getNumOccurrences() ||
         exploringFlags->noCleanups.getNumOccurrences() ||
         exploringFlags->compareBy.getNumOccurrences() ||
         exploringFlags->bisect.getNumOccurrences() ||
         exploringFlags->bisectTimeout.getNumOccurrences() ||
         exploringFlags->threadsCheck.getNumOccurrences() ||
         exploringFlags->passRules.getNumOccurrences();
}

//===----------------------------------------------------------------------===//
// Options about the whole
//===----------------------------------------------------------------------===//

namespace {
/// What becomes of an option where the pipeline is run again and again.
enum class Treatment {
  /// It says something once, of one run.
  Refused,
  /// It says where the pipeline begins or ends: --bisect and others run parts
  /// of
  /// that, and there are no other orders.
  Cuts,
  /// It is not given to the runs of parts, which are asked something else,
  /// write somewhere else, and have to write all.
  LeftOut
};
} // namespace

static constexpr std::pair<StringLiteral, Treatment> optionsOfTheWhole[] = {
    {"check-only", Treatment::Refused},
    {"explain", Treatment::Refused},
    {"why", Treatment::Refused},
    {"where", Treatment::Refused},
    {"places", Treatment::Refused},
    {"format", Treatment::Refused},
    {"print-contents", Treatment::Refused},
    {"print-pipeline", Treatment::Refused},
    {"start-before", Treatment::Cuts},
    {"start-after", Treatment::Cuts},
    {"stop-before", Treatment::Cuts},
    {"stop-after", Treatment::Cuts},
    {"bisect", Treatment::LeftOut},
    {"bisect-timeout", Treatment::LeftOut},
    {"check", Treatment::LeftOut},
    {"o", Treatment::LeftOut},
    {"emit-bytecode", Treatment::LeftOut},
    {"verify-diagnostics", Treatment::LeftOut},
    {"mlir-elide-elementsattrs-if-larger", Treatment::LeftOut},
    {"mlir-elide-resource-strings-if-larger", Treatment::LeftOut},
    {"mlir-pass-pipeline-crash-reproducer", Treatment::LeftOut},
    {"mlir-pass-pipeline-local-reproducer", Treatment::LeftOut}};

static std::optional<Treatment> getTreatment(const cl::Option &option) {
  if (isAttribution(option))
    return Treatment::Refused;
  for (auto [name, treatment] : optionsOfTheWhole)
    if (option.ArgStr == name)
      return treatment;
  return std::nullopt;
}

bool pmb::isOfTheWhole(const cl::Option &option) {
  return getTreatment(option).has_value();
}

/// The options that were given, and are refused.
static std::vector<std::string> findRefused(bool areParts) {
  std::vector<std::pair<unsigned, std::string>> found;
  for (const auto &[name, option] : cl::getRegisteredOptions()) {
    std::optional<Treatment> treatment = getTreatment(*option);
    if (option->getNumOccurrences() &&
        (treatment == Treatment::Refused ||
         (treatment == Treatment::Cuts && !areParts)))
      found.emplace_back(option->getPosition(), ("--" + name).str());
  }
  // Those of a map come in any order.
  sort(found);
  std::vector<std::string> refused;
  for (auto &[position, name] : found)
    refused.push_back(std::move(name));
  return refused;
}

//===----------------------------------------------------------------------===//
// Reading the values
//===----------------------------------------------------------------------===//

static Expected<BisectQuestion> readBisectQuestion(StringRef text) {
  using Kind = BisectQuestion::Kind;
  constexpr std::pair<StringLiteral, Kind> kinds[] = {
      {"verifier", Kind::Verifier}, {"crash", Kind::Crash},
      {"appears", Kind::Appears},   {"gone", Kind::Gone},
      {"stays", Kind::Stays},       {"command", Kind::Command}};
  auto [word, rest] = text.split(':');
  StringRef subject = rest.trim();
  for (auto [name, kind] : kinds) {
    bool isAlone = kind == Kind::Verifier || kind == Kind::Crash;
    bool isName = isAlone || kind == Kind::Command ||
                  subject.find_first_of("!,() \t") == StringRef::npos;
    if (word == name && isAlone == (word.size() == text.size()) &&
        isAlone == subject.empty() && isName)
      return BisectQuestion{kind, subject.str()};
  }
  bool isOperation = is_contained({"appears", "gone", "stays"}, word);
  if (isOperation && !subject.empty())
    return makeUsageError("--bisect: " + quote(subject) +
                              " is not one operation or dialect",
                          "write --bisect=" + word + ":llvm.call or " +
                              "--bisect=" + word + ":llvm");
  return makeValueError("--bisect=" + text.str(),
                        "--bisect=verifier, --bisect=crash, "
                        "--bisect=appears:llvm.call, "
                        "--bisect=gone:linalg.matmul, "
                        "--bisect=stays:linalg.matmul or "
                        "--bisect='command:./check.sh %s'");
}

static Error readSeeds(ExploringOptions &options) {
  if (!exploringFlags->shuffle.getNumOccurrences())
    return Error::success();
  constexpr uint64_t most = 10000;
  StringRef text = exploringFlags->shuffle;
  auto [first, last] = text.split("..");
  if (last.empty() && first.size() == text.size())
    last = first;
  uint64_t from, to;
  if (first.getAsInteger(10, from) || last.getAsInteger(10, to) || from > to ||
      to - from >= most)
    return makeValueError(
        "--shuffle=" + text.str(),
        "--shuffle=seed or --shuffle=first..last, numbers of which the first "
        "is not the larger, and at most " +
            Twine(most) + " of them");
  options.shuffle = {from, to};
  return Error::success();
}

static Error checkCombinations(const ExploringOptions &options,
                               StringRef pipelineFile) {
  bool hasOrders = options.shuffle || options.noCleanups;
  bool isCompared = exploringFlags->compareBy.getNumOccurrences();
  bool isTimed = exploringFlags->bisectTimeout.getNumOccurrences();
  bool hasThreads = exploringFlags->threadsCheck.getNumOccurrences();
  int questions =
      options.bisect.has_value() + hasOrders + hasThreads + options.passRules;
  if (Error error = verifyNone({
          {options.bisect && hasOrders,
           "--bisect goes with neither --shuffle nor --no-cleanups",
           "run them one after the other"},
          {questions > 1,
           "--threads-check and --pass-rules go with none of each other, "
           "--bisect, --shuffle and --no-cleanups",
           "run them one after the other"},
          {hasThreads && !options.threadsCheck,
           "--threads-check=0 leaves nothing to compare",
           "give the number of runs with threads"},
          {!hasOrders && isCompared,
           "--compare-by says how --shuffle and --no-cleanups compare, and "
           "neither is given",
           "add one of them"},
          {isCompared && StringRef(options.compareBy).trim().empty(),
           "--compare-by needs a command", "write --compare-by='my-runner -'"},
          {isTimed && !options.bisect,
           "--bisect-timeout says how long --bisect waits, and that is not "
           "given",
           "add --bisect=crash"},
          {isTimed && !options.bisectTimeout,
           "--bisect-timeout=0 leaves no time",
           "give a number of seconds, or leave it out"},
      }))
    return error;
  if (!options.isUsed())
    return Error::success();
  StringRef what = options.bisect ? "--bisect runs parts of the pipeline"
                   : options.threadsCheck
                       ? "--threads-check runs parts of the pipeline"
                   : options.passRules
                       ? "--pass-rules runs parts of the pipeline"
                       : "--shuffle and --no-cleanups run the whole pipeline";
  std::vector<std::string> refused = findRefused(!hasOrders);
  if (!refused.empty())
    return makeUsageError(what + ", again and again",
                          "leave out " + join(refused, ", "));
  if (pipelineFile == "-")
    return makeUsageError(what + ", and the standard input can be read once",
                          "give --pipeline the name of a file");
  return Error::success();
}

Expected<ExploringOptions> pmb::getExploringOptions(StringRef pipelineFile) {
  ExploringOptions options;
  options.noCleanups = exploringFlags->noCleanups;
  options.compareBy = exploringFlags->compareBy;
  options.bisectTimeout = exploringFlags->bisectTimeout;
  options.threadsCheck = exploringFlags->threadsCheck;
  options.passRules = exploringFlags->passRules;
  options.journal = exploringFlags->journal;
  uint64_t written = 0;
  options.goesOn = !options.journal.empty() &&
                   !sys::fs::file_size(options.journal, written) && written > 0;
  Errors errors;
  errors.add(readSeeds(options));
  errors.add(verifyGivenOnce({&exploringFlags->shuffle, &exploringFlags->bisect,
                              &exploringFlags->compareBy,
                              &exploringFlags->threadsCheck}));
  if (exploringFlags->bisect.getNumOccurrences())
    errors.add(
        readBisectQuestion(exploringFlags->bisect).moveInto(options.bisect));
  errors.add(checkCombinations(options, pipelineFile));
  if (!errors.empty())
    return errors.take();
  return options;
}
