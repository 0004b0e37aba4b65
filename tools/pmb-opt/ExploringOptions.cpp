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

using namespace pmb;
using namespace llvm;

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
  if (AttributionOptions::has(option))
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

Error ExploringOptions::readSeeds() {
  if (!seeds.getNumOccurrences())
    return Error::success();
  constexpr uint64_t most = 10000;
  StringRef text = seeds;
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
  shuffle = {from, to};
  return Error::success();
}

Error ExploringOptions::verify(StringRef pipelineFile) const {
  bool hasOrders = shuffle || noCleanups;
  bool isCompared = compareBy.getNumOccurrences();
  bool isTimed = bisectTimeout.getNumOccurrences();
  bool hasThreads = threadsCheck.getNumOccurrences();
  int questions = bisect.has_value() + hasOrders + hasThreads + passRules;
  if (Error error = verifyNone({
          {bisect && hasOrders,
           "--bisect goes with neither --shuffle nor --no-cleanups",
           "run them one after the other"},
          {questions > 1,
           "--threads-check and --pass-rules go with none of each other, "
           "--bisect, --shuffle and --no-cleanups",
           "run them one after the other"},
          {hasThreads && !threadsCheck,
           "--threads-check=0 leaves nothing to compare",
           "give the number of runs with threads"},
          {!hasOrders && isCompared,
           "--compare-by says how --shuffle and --no-cleanups compare, and "
           "neither is given",
           "add one of them"},
          {isCompared && StringRef(compareBy).trim().empty(),
           "--compare-by needs a command", "write --compare-by='my-runner -'"},
          {isTimed && !bisect,
           "--bisect-timeout says how long --bisect waits, and that is not "
           "given",
           "add --bisect=crash"},
          {isTimed && !bisectTimeout, "--bisect-timeout=0 leaves no time",
           "give a number of seconds, or leave it out"},
      }))
    return error;
  if (!isUsed())
    return Error::success();
  StringRef what = bisect         ? "--bisect runs parts of the pipeline"
                   : threadsCheck ? "--threads-check runs parts of the pipeline"
                   : passRules
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

Error ExploringOptions::read(StringRef pipelineFile) {
  uint64_t written = 0;
  goesOn =
      !journal.empty() && !sys::fs::file_size(journal, written) && written > 0;
  Errors errors;
  errors.add(readSeeds());
  errors.add(verifyGivenOnce({&seeds, &question, &compareBy, &threadsCheck}));
  if (question.getNumOccurrences())
    errors.add(readBisectQuestion(question).moveInto(bisect));
  errors.add(verify(pipelineFile));
  return errors.take();
}
