//===- CodeText.cpp - Texts in C++ that is generated ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/contracts/CodeText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace llvm;

std::string pmb::makeFileIdentifier(StringRef path) {
  std::string name = sys::path::filename(path).str();
  for (char &c : name)
    if (!isAlnum(c))
      c = '_';
  return name;
}

void pmb::printLiteral(raw_ostream &os, StringRef text) {
  os << '"';
  os.write_escaped(text) << '"';
}

void pmb::printRawLiteral(raw_ostream &os, StringRef text) {
  std::string delimiter = "json";
  while (text.contains(")" + delimiter + "\""))
    delimiter += '_';
  os << "R\"" << delimiter << '(' << text << ')' << delimiter << '"';
}
