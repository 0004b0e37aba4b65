//===- ContractsReader.h - Reads a contracts file -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_CONTRACTS_CONTRACTSREADER_H
#define PMB_BUNDLES_CONTRACTS_CONTRACTSREADER_H

#include "builder/passes/Catalog.h"
#include "bundles/contracts/PassJson.h"
#include "bundles/json/JsonFields.h"

namespace pmb {

/// What a file says, before anything of it is added to a catalog.
class ContractsReader {
public:
  /// `getPlace` tells where a place of the document is from; without it, it is
  /// just that.
  ContractsReader(const JsonDocument &document, Catalog &catalog,
                  llvm::function_ref<std::string(TextPlace)> getPlace = nullptr)
      : reader(document), catalog(catalog), getPlace(getPlace) {}

  llvm::Expected<std::vector<Diagnostic>> run();

  /// If it is set, decides which passes are read, by what the document alone
  /// says of them.
  llvm::function_ref<bool(const PassDescriptor &)> take = nullptr;

  /// Kinds, variants or marks, each with a sentence.
  template <void (Catalog::*add)(llvm::StringRef, llvm::StringRef)>
  void readSummaries(const JsonInput &value);
  void readRelease(const JsonInput &value);
  void readRenamed(const JsonInput &value);
  void readChanges(const JsonInput &value);
  void readProperties(const JsonInput &value);
  void readTypes(const JsonInput &value);
  /// Those of a section that are no more than their table says.
  template <typename T, auto add> void readDescriptors(const JsonInput &value);
  void readContents(const JsonInput &value);
  void readDialects(const JsonInput &value);
  void readBarrier(const JsonInput &value) { value.readName(barrier); }
  void readPasses(const JsonInput &value);

private:
  /// Something that is added to a copy of the catalog, and then to the catalog.
  struct Declaration {
    JsonInput input;
    std::function<llvm::Error(Catalog &)> add;
  };
  struct Pass {
    PassDescriptor pass;
    JsonInput input;
    /// What was known before, and still counts; null if nothing does.
    const PassDescriptor *before;
    /// The contracts that the file alone gives.
    PassDescriptor own;
    /// Whose contract it takes over, as the file says; empty if it takes over
    /// none.
    std::string like;
    enum { Read, Open, Done, Failed } state = Read;

    /// Calls `visit` for the dialects and types that the file's contract names.
    template <typename Fn> void forEachRoot(Fn visit) const {
      for (const ContentsEntry &entry : own.getNewest().getContents())
        entry.forEachItem(
            [&](llvm::StringRef item) { visit(Item(item).getRoot()); });
    }
  };

  /// Adds by a function that returns nothing, or an error.
  template <typename ResultT, typename... ParamTs, typename... ArgTs>
  void declare(const JsonInput &member, ResultT (Catalog::*add)(ParamTs...),
               const ArgTs &...args);
  /// Reads a descriptor by the table of its section.
  template <typename T> bool readDescriptor(const JsonInput &member, T &into);
  PassDescriptor readOwn(const JsonInput &member, JsonReader &again) const;
  static bool isGuessed(const Pass &pass) {
    return pass.input.at("guessed").getBool();
  }
  bool isNewer(const Pass &pass) const {
    return pmb::isNewer(pass.input, catalog.getVersion());
  }
  void complete(Pass &pass);
  /// False after a report.
  bool takeOver(Pass &pass);
  void addGuess(Pass &pass);
  void checkSame(const PassDescriptor &known, const JsonInput &member);
  // A contract for a pass that does not exist has no effect, and an entry about
  // one says nothing; neither is an error, as passes may come from anywhere.
  void checkNewPasses();
  void checkKinds(const Catalog &trial);
  void checkRenamed(const Catalog &trial);
  void checkBarrier(const Catalog &trial);
  void checkAnchors(const Catalog &trial);
  void checkTargets();
  void warnOfName(std::optional<Diagnostic> finding, TextPlace place);
  void reportChanges(const PassDescriptor &before, const PassDescriptor &after,
                     TextPlace place);
  void warn(DiagnosticCode code, TextPlace place, std::string message) {
    warnings.push_back(
        reader.getSource().diagnose(code, place, std::move(message)));
  }
  std::string findPlace(TextPlace place) const {
    return getPlace ? getPlace(place)
                    : reader.getSource().getOrigin(place).str();
  }

  JsonReader reader;
  Catalog &catalog;
  llvm::function_ref<std::string(TextPlace)> getPlace;
  std::vector<Declaration> declarations;
  std::vector<Pass> passes;
  std::string barrier;
  std::vector<Diagnostic> warnings;
};

} // namespace pmb

#endif // PMB_BUNDLES_CONTRACTS_CONTRACTSREADER_H
