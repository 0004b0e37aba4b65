//===- OwnerIRPrinting.cpp - IR by owner ----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Suggestions.h"
#include "mlir/IR/MLIRContext.h"
#include "passmanager/runtime/ReportSupport.h"
#include "passmanager/runtime/Reports.h"

using namespace pmb;
using namespace llvm;

namespace {
class OwnerIRPrinter : public mlir::PassManager::IRPrinterConfig {
public:
  OwnerIRPrinter(std::shared_ptr<const PassOwners> owners,
                 std::vector<OwnerFilter> before,
                 std::vector<OwnerFilter> after,
                 const IRPrintingOptions &options, raw_ostream &os)
      : IRPrinterConfig(options.printModuleScope,
                        options.printAfterOnlyOnChange,
                        options.printAfterOnlyOnFailure, options.flags),
        owners(std::move(owners)), before(std::move(before)),
        after(std::move(after)), os(os) {}

  void printBeforeIfEnabled(mlir::Pass *pass, mlir::Operation *,
                            PrintCallbackFn print) override {
    printIf(before, *pass, print);
  }
  void printAfterIfEnabled(mlir::Pass *pass, mlir::Operation *,
                           PrintCallbackFn print) override {
    printIf(after, *pass, print);
  }

private:
  void printIf(ArrayRef<OwnerFilter> filters, mlir::Pass &pass,
               PrintCallbackFn print) {
    RunningPass running = owners->find(pass);
    if (!running.owner || none_of(filters, [&](const OwnerFilter &filter) {
          return filter.matches(*running.owner);
        }))
      return;
    os << (running.isInside ? "// run by " : "// ") << running.owner->str()
       << '\n';
    print(os);
  }

  std::shared_ptr<const PassOwners> owners;
  std::vector<OwnerFilter> before, after;
  raw_ostream &os;
};
} // namespace

/// Fails if no pass is in what the filter names.
static Error verify(const OwnerFilter &filter,
                    ArrayRef<const PassOwner *> owners) {
  std::vector<std::string> names;
  for (const PassOwner *owner : owners) {
    if (filter.matches(*owner))
      return Error::success();
    std::vector<std::string> own = getNames(*owner, filter.key);
    // A framework without a name.
    if (filter.key == OwnerKey::Origin && own.front().empty())
      own.push_back(getPart(*owner, filter.key));
    for (const std::string &name : own)
      if (!name.empty() && !is_contained(names, name))
        names.push_back(name);
  }
  if (owners.empty())
    return Diagnostic(DiagnosticCode::CannotReport,
                      "no pass has been handed over, so none can be chosen")
        .help("call build() first");
  if (filter.name == "*" || names.empty())
    return Diagnostic(DiagnosticCode::UnknownPosition,
                      ("no pass of the pipeline has " +
                       Twine(filter.key == OwnerKey::Origin ? "an " : "a ") +
                       stringify(filter.key))
                          .str())
        .help("leave the filter out, or choose by another one of 'bundle', "
              "'slot', 'kind' and 'origin'");
  return makeUnknown(DiagnosticCode::UnknownPosition,
                     ("the pipeline has no pass of " + stringify(filter.key) +
                      " '" + filter.name + "'")
                         .str(),
                     filter.name,
                     SmallVector<StringRef>(names.begin(), names.end()));
}

Error pmb::enableIRPrintingBy(mlir::PassManager &pm,
                              std::shared_ptr<const PassOwners> owners,
                              std::vector<OwnerFilter> before,
                              std::vector<OwnerFilter> after,
                              const IRPrintingOptions &options,
                              raw_ostream &os) {
  if (Error error = verifyAttached(pm, owners))
    return error;
  if (before.empty() && after.empty())
    return Diagnostic(DiagnosticCode::CannotReport,
                      "there is no filter, so no IR would be printed")
        .help("give one: {OwnerKey::Origin, \"*\"} matches all passes of the "
              "pipeline");
  std::vector<const PassOwner *> all = owners->getAll();
  for (const auto *filters : {&before, &after})
    for (const OwnerFilter &filter : *filters)
      if (Error error = verify(filter, all))
        return error;
  // MLIR would end the process.
  if (options.printModuleScope && pm.getContext()->isMultithreadingEnabled())
    return Diagnostic(DiagnosticCode::CannotReport,
                      "the IR of the whole module cannot be printed while "
                      "several threads change it")
        .help("disable threads, or print what each pass runs on");
  pm.enableIRPrinting(std::make_unique<OwnerIRPrinter>(
      std::move(owners), std::move(before), std::move(after), options, os));
  return Error::success();
}
