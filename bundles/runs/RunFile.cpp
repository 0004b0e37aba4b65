//===- RunFile.cpp - A report of a run, written while it runs -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/runs/RunFile.h"
#include "builder/diagnostics/Escaping.h"
#include "bundles/mending/FileWriter.h"
#include "bundles/report/Graph.h"
#include "bundles/report/GraphRun.h"
#include "llvm/Support/FileSystem.h"

using namespace pmb;
using namespace llvm;
using report::html;
using report::Members;
using report::toUTF8;

/// What JSON ends with while the pipeline runs.
static constexpr StringLiteral logEnd = "\n]}\n";

Expected<RunFile::Format> RunFile::parseFormat(StringRef path) {
  std::string name = path.lower();
  for (auto [end, format] :
       {std::pair(".trace.json", Format::Trace),
        std::pair(".json", Format::Json), std::pair(".html", Format::Html)})
    if (StringRef(name).ends_with(end))
      return format;
  return makeError(
      Diagnostic(DiagnosticCode::BadValue,
                 "the end of the name " + quotePath(path) +
                     " does not tell what kind of report it is to be")
          .help("name a file that ends in .html, .json or .trace.json"));
}

static Error makeRunError(StringRef path, std::error_code error) {
  return createStringError(error, "cannot write the report " + quotePath(path) +
                                      ": " + error.message());
}

Expected<std::unique_ptr<RunFile>> RunFile::open(StringRef path) {
  Expected<Format> format = parseFormat(path);
  if (!format)
    return format.takeError();
  int descriptor;
  if (std::error_code error = sys::fs::openFileForWrite(path, descriptor))
    return makeRunError(path, error);
  return std::unique_ptr<RunFile>(new RunFile(path, *format, descriptor));
}

RunFile::RunFile(StringRef path, Format format, int descriptor)
    : path(path.str()), format(format), os(descriptor, /*shouldClose=*/true),
      isLive(os.supportsSeeking()) {}

static std::string draw(ArrayRef<Report> reports, RunFile::Format format) {
  std::string text;
  raw_string_ostream stream(text);
  printGraph(stream, reports,
             format == RunFile::Format::Html ? GraphFormat::Html
                                             : GraphFormat::Json);
  return text;
}

void RunFile::begin(ArrayRef<Report> reports) {
  if (!isFirst || !isLive)
    return;
  std::string text = format == Format::Trace ? "[\n" : draw(reports, format);
  if (format == Format::Json) {
    // The list goes before the brace that closes it all.
    text.resize(StringRef(text).rtrim().size() - 1);
    text += ",\n\"log\":[";
    end = text.size();
    text += logEnd;
  }
  os.seek(0);
  os << text;
  os.flush();
}

void RunFile::add(const std::string &text) {
  if (!isLive)
    return;
  if (format == Format::Json) {
    // In one piece, so that what is there can be read whenever the process
    // ends.
    os.seek(end);
    os << ((isFirst ? "\n " : ",\n ") + text + logEnd.str());
    end += text.size() + (isFirst ? 2 : 3);
  } else {
    os << text;
  }
  isFirst = false;
  os.flush();
}

template <typename WriteFn> static std::string printSafe(WriteFn write) {
  std::string text;
  raw_string_ostream os(text);
  report::printValue(os, write);
  return graph::makeSafe(text);
}

static std::string makeLogRow(size_t pass, StringRef name, StringRef on) {
  return "<tr><td>" + std::to_string(pass) + "<td>" + html(toUTF8(name)) +
         "<td>" + html(toUTF8(on));
}

void RunFile::addBegin(size_t report, size_t pass, StringRef name, StringRef on,
                       unsigned thread) {
  if (format == Format::Json)
    add(printSafe([&](Members &to) {
      to.add("name", name);
      to.add("on", on);
      to.add("pass", pass);
      to.add("pipeline", report);
      to.add("thread", thread);
    }));
  else if (format == Format::Html)
    add((openRow = makeLogRow(pass, name, on)));
}

void RunFile::addEnd(size_t report, StringRef name,
                     const PassExecution &execution) {
  if (format == Format::Json)
    return add(printSafe([&](Members &to) {
      to.add("changed", execution.hasChanged);
      to.addGiven("failed", execution.hasFailed);
      to.add("name", name);
      to.add("on", execution.on);
      graph::addOperations(to, execution.operations);
      to.add("pass", execution.pass);
      to.add("pipeline", report);
      to.add("thread", execution.thread);
      to.add("time", execution.time);
    }));
  if (format == Format::Trace)
    return add(printSafe([&](Members &to) {
                 to.add("args", [&](Members &arguments) {
                   arguments.add("detail", execution.on);
                 });
                 to.add("dur", execution.time / 1000);
                 to.add("name", name);
                 to.add("ph", "X");
                 to.add("pid", 1);
                 to.add("tid", execution.thread);
                 to.add("ts", execution.begin / 1000);
               }) +
               ",\n");
  // The line that the pass has begun is the last one, unless another thread
  // has begun one meanwhile.
  std::string row = makeLogRow(execution.pass, name, execution.on);
  std::string change = report::describeChange(execution.operations);
  add((row == openRow ? "" : row) + "<td>" +
      report::formatTime(execution.time) + "<td>" +
      (execution.hasFailed     ? "failed"
       : !execution.hasChanged ? "changed nothing"
       : change.empty()        ? "changed something"
                               : html(change)) +
      "\n");
  openRow.clear();
}

Error RunFile::finish(ArrayRef<Report> reports) {
  return finish(draw(reports, format));
}

Error RunFile::finish(StringRef text) {
  os.close();
  std::error_code error = os.error();
  // Or the destructor would end the program.
  os.clear_error();
  if (error)
    return makeRunError(path, error);
  return writeFile(path, text);
}
