//===- CommandLine.h - What the tools' options take -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_COMMANDLINE_H
#define PMB_TOOLS_COMMANDLINE_H

#include "builder/diagnostics/Diagnostic.h"
#include "builder/edit/VariantChoice.h"
#include "bundles/pipelines/ContentsFile.h"
#include "bundles/report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

namespace pmb {

/// The command line, with the words of `@<file>` instead of it, and the names
/// of these files. LLVM would read them without a limit, and not say which.
class Arguments {
public:
  /// Fails as `SourceText::read`, with `include-cycle` for a file that names
  /// itself, and with `bad-value` for one that has NUL. What is no file stays
  /// as it is.
  llvm::Error expand(llvm::ArrayRef<char *> given);

  llvm::ArrayRef<char *> get() const { return words; }
  llvm::ArrayRef<std::string> getFiles() const { return files; }

private:
  llvm::Error add(llvm::ArrayRef<const char *> given);

  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver{allocator};
  std::vector<char *> words;
  std::vector<std::string> files;
  /// Those that are being read.
  std::vector<llvm::StringRef> open;
};

/// Whether two names are of one file, also of one that is not there yet; never
/// for `-`.
bool isSameFile(llvm::StringRef a, llvm::StringRef b);
/// The one of `inputs` that writing to the file `output` would destroy; empty
/// if there is none.
llvm::StringRef findOverwritten(llvm::StringRef output,
                                llvm::ArrayRef<std::string> inputs);

/// The option of the command line that has a name; null if there is none.
llvm::cl::Option *lookupFlag(llvm::StringRef name);

/// That `text` is none of the words that an option takes: with all of them, and
/// those that are near.
std::string describeUnknownWord(llvm::StringRef text,
                                llvm::ArrayRef<llvm::StringRef> words);

/// Reads one of the words of an enum, as LLVM's own parser does, which does not
/// say what words there are.
template <typename T> class WordParser : public llvm::cl::parser<T> {
public:
  using llvm::cl::parser<T>::parser;

  /// Returns true after having said what is wrong.
  bool parse(llvm::cl::Option &option, llvm::StringRef name,
             llvm::StringRef text, T &value) {
    llvm::SmallVector<llvm::StringRef> words;
    for (const auto &word : this->Values) {
      if (word.Name == text) {
        value = word.V.getValue();
        return false;
      }
      if (!word.Name.empty())
        words.push_back(word.Name);
    }
    return option.error(describeUnknownWord(text, words), name);
  }
};

/// Lets an option take the names of `choices`.
template <typename OptionT, typename T>
void addWords(OptionT &option, llvm::ArrayRef<NamedChoice<T>> choices) {
  for (const NamedChoice<T> &choice : choices)
    option.getParser().addLiteralOption(choice.name, choice.value, choice.what);
}

/// Prints a finding to the standard error. What has a place in a file begins
/// with that, as in a report.
void printToErrors(const Diagnostic &finding);

/// Says that `option` names the file that a finding is about, if that is not
/// plain.
void sayOption(Diagnostic &finding, const llvm::Twine &option);

/// Prints what is wrong with a file that is not an input, but that `option`
/// names. Returns whether there are errors.
bool printErrors(llvm::Error error, const llvm::Twine &option);

/// Fails with `syntax`: what is wrong, and what to write, if that helps.
llvm::Error makeUsageError(const llvm::Twine &message,
                           const llvm::Twine &help = "");
/// The same of an option, as it was given, that has a value which it does not
/// take.
llvm::Error makeValueError(llvm::StringRef text, const llvm::Twine &expected);
/// Options that cannot be meant together.
struct UsageMistake {
  bool isMade;
  llvm::StringRef message, help = "";
};
/// Fails with the first of them that is made.
llvm::Error verifyNone(llvm::ArrayRef<UsageMistake> mistakes);

/// Fails if what `option` writes, as `what` says, would go over the input.
llvm::Error verifyIsNotInput(llvm::StringRef option, llvm::StringRef what,
                             llvm::StringRef output, llvm::StringRef input);
/// Fails with what will keep `option` from writing `file`, which is worth
/// knowing before much is run.
llvm::Error verifyWritable(llvm::StringRef option, llvm::StringRef file);

/// Writes `text` to a file, or to the standard output for `-`, as a whole or
/// not at all: a file takes the place of the old one once it is complete.
llvm::Error writeOutput(llvm::StringRef path, llvm::StringRef text);

/// Writes a file for Make and Ninja: `output` depends on `files`. Fails as
/// `writeOutput`.
llvm::Error writeDepfile(llvm::StringRef path, llvm::StringRef output,
                         llvm::ArrayRef<std::string> files);

/// Gives the file `path` that has the text `before` the text `after`, as a
/// whole or not at all; for a dry run prints the difference instead.
llvm::Error writeMended(llvm::StringRef path, llvm::StringRef before,
                        llvm::StringRef after, bool isDryRun,
                        llvm::raw_ostream &differences);

/// Reads what `--contents` or `--expect` was given, if it was, except for what
/// stands in files. Fails, with a message, for what is no item, and for an
/// empty list.
llvm::Error readItemList(const llvm::cl::list<std::string> &option,
                         GivenContents &items);

/// Fails for options that are given several times where only one can be meant.
llvm::Error
verifyGivenOnce(std::initializer_list<const llvm::cl::Option *> options);

/// Fails for chosen variants that nothing depends on: no contract,
/// and none of `asked`.
llvm::Error verifyAskedFor(const Pipeline &pipeline,
                           llvm::StringSet<> asked = {});

} // namespace pmb

#endif // PMB_TOOLS_COMMANDLINE_H
