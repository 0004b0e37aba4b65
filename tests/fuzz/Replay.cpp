//===- Replay.cpp - Runs a fuzz target on files ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What libFuzzer's main() does when it is given files, for compilers that have
// no libFuzzer: `pmb-fuzz-text <file or folder>...` runs each file once. With
// `--mutate=N` each file is also run N times with a few bytes changed, removed
// or repeated, the same ones each time.
//
//===----------------------------------------------------------------------===//

#include "FuzzSupport.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <cstring>
#include <random>

using namespace llvm;

static void collect(StringRef path, std::vector<std::string> &files) {
  if (!sys::fs::is_directory(path)) {
    files.push_back(path.str());
    return;
  }
  std::error_code error;
  for (sys::fs::recursive_directory_iterator it(path, error), end;
       it != end && !error; it.increment(error))
    if (!sys::fs::is_directory(it->path()))
      files.push_back(it->path());
}

static void run(StringRef text) {
  // A copy of exactly that size, so that a sanitizer sees what reads beyond it.
  std::vector<uint8_t> bytes(text.bytes_begin(), text.bytes_end());
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

static std::string mutate(std::string text, std::mt19937 &random) {
  for (unsigned count = 1 + random() % 4; count && !text.empty(); --count) {
    size_t at = random() % text.size();
    size_t length = std::min<size_t>(1 + random() % 16, text.size() - at);
    switch (random() % 4) {
    case 0:
      text[at] = char(random());
      break;
    case 1:
      text.erase(at, length);
      break;
    case 2:
      text.insert(random() % text.size(), text.substr(at, length));
      break;
    default:
      text[at] = "{}[](),:\"' =0"[random() % 13];
      break;
    }
  }
  return text;
}

int main(int argc, char **argv) {
  std::vector<std::string> files;
  unsigned mutations = 0;
  for (StringRef argument : ArrayRef(argv, argc).drop_front()) {
    if (argument.consume_front("--mutate=")) {
      if (argument.getAsInteger(10, mutations)) {
        errs() << "error: --mutate needs a number\n";
        return 2;
      }
    } else {
      collect(argument, files);
    }
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) {
    errs() << "usage: " << argv[0] << " [--mutate=N] <file or folder>...\n";
    return 2;
  }
  // The generator of the standard says the same on all machines.
  std::mt19937 random(1);
  for (const std::string &file : files) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(file);
    if (!buffer) {
      errs() << "error: cannot read '" << file << "'\n";
      return 2;
    }
    // Said before it is run, so that a crash has a name.
    errs() << file << '\n';
    run((*buffer)->getBuffer());
    for (unsigned i = 0; i < mutations; ++i)
      run(mutate((*buffer)->getBuffer().str(), random));
  }
  outs() << files.size() << " files\n";
  return 0;
}
