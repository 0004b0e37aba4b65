//===- ReportSarif.cpp - Findings as SARIF --------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SARIF 2.1.0 (OASIS). A rule is a code of the table of diagnostics; listed are
// those that the report has results for. A fix of ours is about passes and part
// of the message; where it is no more than other characters for a name that the
// input has, it is a fix of SARIF's as well.
//
//===----------------------------------------------------------------------===//

#include "bundles/Report.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace pmb;
using namespace llvm;
using pmb::report::toUTF8;

/// What relative paths are relative to: the folder that the tool was started
/// in, which is nobody else's business. GitHub takes it for the root of the
/// sources.
static constexpr StringLiteral baseId = "%SRCROOT%";

/// A relative URI reference (RFC 3986): `pipelines/my%20cpu.pipeline`.
static std::string makeURI(StringRef path) {
  std::string uri;
  for (char c : path) {
    if (isAlnum(c) || StringRef("/-._~!$&'()*+,;=@").contains(c))
      uri += c;
    else if (c == '\\')
      uri += '/';
    else
      uri += formatv("%{0:X-2}", static_cast<unsigned char>(c)).str();
  }
  return uri;
}

static void writeMessage(json::OStream &os, StringRef key, StringRef text) {
  os.attributeObject(key, [&] { os.attribute("text", toUTF8(text)); });
}

/// What is not a file has no place that a viewer could show.
static bool isFile(StringRef input) { return !input.starts_with("<"); }

static void writeArtifact(json::OStream &os, StringRef file) {
  os.attributeObject("artifactLocation", [&] {
    os.attribute("uri", makeURI(file));
    // A path that is absolute is relative to nothing.
    if (!file.starts_with("/"))
      os.attribute("uriBaseId", baseId);
  });
}

static void writePhysical(json::OStream &os, StringRef file,
                          const Origin *location) {
  if (!isFile(file))
    return;
  bool hasLine = location && location->line;
  os.attributeObject("physicalLocation", [&] {
    writeArtifact(os, file);
    // GitHub refuses locations without a line.
    os.attributeObject("region", [&] {
      os.attribute("startLine", hasLine ? location->line : 1);
      if (hasLine)
        os.attribute("startColumn", location->column);
    });
  });
}

static void writeLogical(json::OStream &os,
                         const std::optional<NodeRef> &node) {
  if (!node || node->name.empty())
    return;
  os.attributeArray("logicalLocations", [&] {
    os.object([&] {
      os.attribute("name", toUTF8(node->name));
      if (!node->anchor.empty())
        os.attribute("fullyQualifiedName",
                     toUTF8(node->anchor + "/" + node->name));
      os.attribute("kind", "pass");
      if (node->position >= 0)
        os.attributeObject("properties", [&] {
          os.attribute("position", node->position);
          if (!node->pipeline.empty())
            os.attribute("pipeline", toUTF8(node->pipeline));
        });
    });
  });
}

static StringRef getLevel(Severity severity) {
  return severity == Severity::Remark ? "note" : stringify(severity);
}

static void writeRule(json::OStream &os, const DiagnosticInfo &info) {
  os.attribute("id", info.getID());
  os.attribute("name", StringRef(info.name));
  writeMessage(os, "shortDescription", info.summary);
  writeMessage(os, "fullDescription", info.cause);
  // An example may quote code itself.
  StringRef fence = info.example.contains('`') ? "``" : "`";
  os.attributeObject("help", [&] {
    os.attribute("text", (info.cure + " Example: " + info.example).str());
    os.attribute(
        "markdown",
        (info.cure + "\n\nExample: " + fence + info.example + fence).str());
  });
  os.attributeObject("defaultConfiguration", [&] {
    os.attribute("level", getLevel(info.defaultSeverity));
  });
}

/// The column at which `name` stands at a place, maybe in quotes; 0 if
/// something else does.
static unsigned findName(ArrayRef<StringRef> lines, const Origin &place,
                         StringRef name) {
  if (place.line == 0 || place.line > lines.size())
    return 0;
  unsigned column = place.column;
  StringRef rest = lines[place.line - 1].drop_front(
      std::min<size_t>(column - 1, lines[place.line - 1].size()));
  bool isQuoted = rest.consume_front("\"");
  if (!rest.consume_front(name))
    return 0;
  if (isQuoted)
    return rest.starts_with("\"") ? column + 1 : 0;
  return rest.empty() || StringRef(",(){} \t\r").contains(rest.front()) ? column
                                                                        : 0;
}

/// Writes the fix if it is to write another name in the input.
static void writeFix(json::OStream &os, const CheckResult &result,
                     ArrayRef<StringRef> lines, const Diagnostic &diagnostic) {
  const std::optional<Fix> &fix = diagnostic.fix;
  const Origin *place = report::getLocation(diagnostic.node);
  if (!fix || fix->kind != Fix::Kind::Replace || !place ||
      place->name != result.input || !isFile(result.input))
    return;
  unsigned column = findName(lines, *place, fix->pass);
  if (!column)
    return;
  os.attributeArray("fixes", [&] {
    os.object([&] {
      writeMessage(os, "description", fix->message);
      os.attributeArray("artifactChanges", [&] {
        os.object([&] {
          writeArtifact(os, result.input);
          os.attributeArray("replacements", [&] {
            os.object([&] {
              os.attributeObject("deletedRegion", [&] {
                os.attribute("startLine", place->line);
                os.attribute("startColumn", column);
                os.attribute("endColumn", column + fix->pass.size());
              });
              writeMessage(os, "insertedContent", fix->reference);
            });
          });
        });
      });
    });
  });
}

static void writeResult(json::OStream &os, const CheckResult &result,
                        ArrayRef<StringRef> lines, const Diagnostic &diagnostic,
                        unsigned ruleIndex, StringRef fingerprint) {
  os.attribute("ruleId", diagnostic.getInfo().getID());
  os.attribute("ruleIndex", ruleIndex);
  os.attribute("level", getLevel(diagnostic.severity));
  // What is about another place becomes a related location.
  std::string text = diagnostic.message;
  for (const Note &note : diagnostic.notes)
    if (!note.node)
      text += "\n" + note.message;
  if (diagnostic.fix)
    text += "\nfix: " + diagnostic.fix->message;
  writeMessage(os, "message", text);
  const Origin *location = report::getLocation(diagnostic.node);
  os.attributeArray("locations", [&] {
    os.object([&] {
      writePhysical(os, location ? StringRef(location->name) : result.input,
                    location);
      writeLogical(os, diagnostic.node);
    });
  });
  if (any_of(diagnostic.notes, [](const Note &note) { return !!note.node; }))
    os.attributeArray("relatedLocations", [&] {
      unsigned id = 0;
      for (const Note &note : diagnostic.notes)
        if (note.node)
          os.object([&] {
            os.attribute("id", ++id);
            writeMessage(os, "message", note.message);
            if (const Origin *place = report::getLocation(note.node))
              writePhysical(os, place->name, place);
            writeLogical(os, note.node);
          });
    });
  writeFix(os, result, lines, diagnostic);
  os.attributeObject("partialFingerprints",
                     [&] { os.attribute("pmbFinding/v1", fingerprint); });
}

void report::printSarifReport(raw_ostream &stream,
                              ArrayRef<CheckResult> results) {
  // In the order of the codes, so that a rule's index does not depend on which
  // finding came first.
  std::map<DiagnosticCode, unsigned> rules;
  for (const CheckResult &result : results)
    for (const Diagnostic &diagnostic : result.diagnostics)
      rules.try_emplace(diagnostic.code, 0);
  unsigned count = 0;
  for (auto &[code, index] : rules)
    index = count++;

  json::OStream os(stream, /*IndentSize=*/2);
  os.object([&] {
    os.attribute("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    os.attribute("version", "2.1.0");
    os.attributeArray("runs", [&] {
      os.object([&] {
        os.attributeObject("tool", [&] {
          os.attributeObject("driver", [&] {
            os.attribute("name", "pmb-check");
            os.attribute("version", PMB_VERSION);
            os.attribute("semanticVersion", PMB_VERSION);
            os.attributeArray("rules", [&] {
              for (const auto &rule : rules)
                os.object(
                    [&] { writeRule(os, getDiagnosticInfo(rule.first)); });
            });
          });
        });
        os.attributeObject("originalUriBaseIds", [&] {
          os.attributeObject(baseId, [&] {
            writeMessage(os, "description",
                         "The folder that pmb-check was started in");
          });
        });
        os.attribute("columnKind", "unicodeCodePoints");
        os.attributeArray("results", [&] {
          // Findings that are alike are told apart by their number.
          StringMap<unsigned> seen;
          for (const CheckResult &result : results) {
            SmallVector<StringRef, 0> lines;
            if (!result.text.empty() && !result.diagnostics.empty())
              StringRef(result.text).split(lines, '\n');
            for (const Diagnostic &diagnostic : result.diagnostics) {
              std::string fingerprint =
                  getFingerprint(result.input, diagnostic);
              fingerprint += ":" + std::to_string(++seen[fingerprint]);
              os.object([&] {
                writeResult(os, result, lines, diagnostic,
                            rules[diagnostic.code], fingerprint);
              });
            }
          }
        });
      });
    });
  });
  stream << '\n';
}
