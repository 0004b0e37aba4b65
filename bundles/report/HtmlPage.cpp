//===- HtmlPage.cpp - What pages of HTML have in common -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/HtmlPage.h"
#include "bundles/report/PageTexts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/SHA256.h"

using namespace pmb;
using namespace llvm;

std::string report::html(StringRef text) {
  std::string escaped;
  raw_string_ostream os(escaped);
  printHTMLEscaped(text, os);
  return escaped;
}

void report::printTerm(raw_ostream &os, StringRef term, StringRef text) {
  if (!text.empty())
    os << "<dt>" << html(term) << "</dt><dd>" << html(text) << "</dd>\n";
}

static std::string getDigest(StringRef text) {
  SHA256 hash;
  hash.update(text);
  return "'sha256-" + encodeBase64(hash.final()) + "'";
}

void report::printPageHead(raw_ostream &os, StringRef title, StringRef heading,
                           StringRef style, StringRef script) {
  os << "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>\n"
        "<meta http-equiv=Content-Security-Policy content=\"default-src "
        "'none'; style-src 'unsafe-inline'; ";
  if (!script.empty())
    os << "script-src " << getDigest(script) << "; ";
  os << "base-uri 'none'; form-action 'none'\">\n<meta name=viewport "
        "content=\"width=device-width, initial-scale=1\">\n<title>"
     << title << "</title>\n<style>\n"
     << texts::graphStyle << style << "</style></head>\n<body>\n<header><h1>"
     << heading << "</h1></header>\n";
}
