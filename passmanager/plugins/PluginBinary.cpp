//===- PluginBinary.cpp - What a library is, before it is loaded ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/PluginRules.h"
#include "passmanager/plugins/PluginLoad.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Object/ELF.h"
#include "llvm/Object/ELFTypes.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Triple.h"
#ifdef LLVM_ON_UNIX
#include <dlfcn.h>
#endif

using namespace pmb;
using namespace llvm;

using ELFLibrary = object::ELFFile<object::ELF64LE>;

/// Fails if a library ends before its last segment does: the loader maps what
/// is not there, and the process dies of a bus error.
static Error checkWhole(StringRef path, StringRef data,
                        Expected<ELFLibrary> &file) {
  auto fail = [&](const Twine &message) {
    return makeBadPlugin(path, "it is truncated: " + message,
                         "copy or build the library again");
  };
  // Sums of what a broken file says may be anything.
  auto isInside = [&](uint64_t begin, uint64_t size) {
    return size <= data.size() && begin <= data.size() - size;
  };
  if (!file)
    return fail(toString(file.takeError()));
  auto segments = file->program_headers();
  if (!segments)
    return fail(toString(segments.takeError()));
  for (const auto &segment : *segments)
    if (segment.p_type == ELF::PT_LOAD &&
        !isInside(segment.p_offset, segment.p_filesz))
      return fail("a segment ends at byte " +
                  Twine(segment.p_offset + segment.p_filesz) + " of " +
                  Twine(data.size()));
  // The loader does without the table of sections, but it is what comes last,
  // and a file that was cut short should not go by unnoticed.
  const auto &header = file->getHeader();
  uint64_t size = uint64_t(header.e_shnum) * header.e_shentsize;
  if (!isInside(header.e_shoff, size))
    return fail("the table of its sections ends at byte " +
                Twine(header.e_shoff + size) + " of " + Twine(data.size()));
  return Error::success();
}

/// Fails if a library needs a libLLVM or libMLIR that is not in the process:
/// the program then has them in itself, or from another file, and its registry
/// of passes is not the one that the plugin's passes would go to.
static Error checkCopies(StringRef path, StringRef data,
                         const ELFLibrary &file) {
#ifdef LLVM_ON_UNIX
  // What cannot be read here, the loader refuses itself.
  auto giveUp = [](Error error) {
    consumeError(std::move(error));
    return Error::success();
  };
  auto entries = file.dynamicEntries();
  if (!entries)
    return giveUp(entries.takeError());
  StringRef names;
  for (const auto &entry : *entries) {
    if (entry.d_tag != ELF::DT_STRTAB)
      continue;
    auto begin = file.toMappedAddr(entry.d_un.d_ptr);
    if (!begin)
      return giveUp(begin.takeError());
    const char *first = reinterpret_cast<const char *>(*begin);
    names = StringRef(first, data.end() - first);
  }
  for (const auto &entry : *entries) {
    if (entry.d_tag != ELF::DT_NEEDED || entry.d_un.d_val >= names.size())
      continue;
    StringRef tail = names.drop_front(entry.d_un.d_val);
    std::string name = tail.take_front(tail.find('\0')).str();
    StringRef what = StringRef(name).starts_with("libMLIR.so")   ? "MLIR"
                     : StringRef(name).starts_with("libLLVM.so") ? "LLVM"
                                                                 : "";
    if (what.empty() || ::dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD))
      continue;
    return makeBadPlugin(
        path,
        "it needs '" + name + "', which would be a second copy of " + what +
            ": this program has its own",
        "build it with pmb_add_plugin() against the package that the program "
        "was built with, or compile it into the program "
        "(Plugin::loadCompiledIn)");
  }
#endif
  return Error::success();
}

static ErrorOr<std::unique_ptr<MemoryBuffer>> readBinary(StringRef path) {
  return MemoryBuffer::getFile(path, /*IsText=*/false,
                               /*RequiresNullTerminator=*/false);
}

/// Looks at a library before the loader does.
Error pmb::checkPluginLibrary(StringRef path) {
  auto buffer = readBinary(path);
  // What cannot be read, or is for other machines, the loader refuses itself.
  if (!buffer || !(*buffer)->getBuffer().starts_with("\177ELF\2\1"))
    return Error::success();
  StringRef data = (*buffer)->getBuffer();
  Expected<ELFLibrary> file = ELFLibrary::create(data);
  if (Error error = checkWhole(path, data, file))
    return error;
  return checkCopies(path, data, *file);
}

/// What `read` says of a library or a program; empty if it cannot be read.
static std::string
readObject(StringRef path,
           function_ref<std::string(const object::ObjectFile &)> read) {
  auto buffer = readBinary(path);
  if (!buffer)
    return "";
  auto file =
      object::ObjectFile::createObjectFile((*buffer)->getMemBufferRef());
  if (file)
    return read(**file);
  consumeError(file.takeError());
  return "";
}

/// The machine that it is for; empty if that is not known.
static std::string getMachine(StringRef path) {
  return readObject(path, [](const object::ObjectFile &file) -> std::string {
    Triple::ArchType arch = file.getArch();
    return arch == Triple::UnknownArch ? ""
                                       : Triple::getArchTypeName(arch).str();
  });
}

std::string pmb::readBuildID(StringRef path) {
  return readObject(path, [](const object::ObjectFile &file) {
    return toHex(object::getBuildID(&file), /*LowerCase=*/true);
  });
}

/// What to do about a library that the loader does not load.
std::string pmb::adviseOnLoading(StringRef path, StringRef message) {
  if (message.contains("undefined symbol"))
    return "build the plugin with pmb_add_plugin(), and the program with "
           "pmb_host_plugins()";
  std::string theirs = getMachine(path);
  std::string ours = getMachine(sys::fs::getMainExecutable(nullptr, nullptr));
  if (!theirs.empty() && !ours.empty() && theirs != ours)
    return "it is for the machine '" + theirs + "', and this program for '" +
           ours + "'; build it for that";
  return "build it as a shared library for this machine";
}
