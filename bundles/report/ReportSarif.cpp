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
// of the message; where it is no more than another name, or another place in
// the same list of the input, it is a fix of SARIF's as well, about characters.
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/SourceText.h"
#include "bundles/report/Baseline.h"
#include "bundles/report/ReportSupport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace pmb;
using namespace llvm;
using pmb::report::toUTF8;

/// What relative paths are relative to: the folder that the tool was started
/// in, or the one that --root names, which stays private. GitHub takes it for
/// the root of the sources.
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

/// REQUIRES: `text` is escaped.
static void writeMessage(json::OStream &os, StringRef key, StringRef text) {
  os.attributeObject(key, [&] { os.attribute("text", shorten(text)); });
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

namespace {
/// Finds the characters to change for a fix in the text of an input: names, and
/// elements of one list.
class TextFix {
public:
  TextFix(const Report &report, const SourceText &source,
          const Diagnostic &diagnostic)
      : source(source), text(source.getText()), report(report),
        diagnostic(diagnostic) {}

  struct Replacement {
    size_t begin, end;
    std::string inserted;
  };
  /// Empty if what is to be done is more than that.
  std::vector<Replacement> find() const;

private:
  struct Range {
    size_t begin, end;
  };
  /// The offset of a place in the input that a node is from.
  std::optional<size_t> getOffset(const std::optional<NodeRef> &node) const;
  std::optional<Range> getElement(size_t begin) const;
  std::optional<Range> getElementOfPass(int position, StringRef name) const;
  bool areSiblings(Range first, Range second) const;
  /// An element with the comma that is not needed without it.
  std::optional<Range> withComma(Range element) const;

  const SourceText &source;
  StringRef text;
  const Report &report;
  const Diagnostic &diagnostic;
};
} // namespace

std::optional<size_t>
TextFix::getOffset(const std::optional<NodeRef> &node) const {
  const Origin *place = report::getLocation(node);
  if (!place || place->name != report.input)
    return std::nullopt;
  return source.getOffset({place->line, place->column});
}

/// The end of what a bracket or a quote at `at` begins.
static std::optional<size_t> findEnd(StringRef text, size_t at) {
  unsigned depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '"') {
      for (++at; at < text.size() && text[at] != '"'; ++at)
        if (text[at] == '\\')
          ++at;
    } else if (StringRef("([{").contains(text[at])) {
      ++depth;
    } else if (StringRef(")]}").contains(text[at])) {
      --depth;
    }
    if (depth == 0)
      return at + 1;
  }
  return std::nullopt;
}

std::optional<TextFix::Range> TextFix::getElement(size_t begin) const {
  size_t end = begin;
  if (text[begin] != '"' && text[begin] != '{')
    end = std::min(text.find_first_of(",(){} \t\r\n", begin), text.size());
  if (end == begin || (end < text.size() && text[end] == '{')) {
    std::optional<size_t> found = findEnd(text, end);
    if (!found)
      return std::nullopt;
    end = *found;
  }
  return Range{begin, end};
}

std::optional<TextFix::Range> TextFix::getElementOfPass(int position,
                                                        StringRef name) const {
  if (position < 0 || size_t(position) >= report.passes.size())
    return std::nullopt;
  std::optional<size_t> begin = getOffset(report.passes[position].node);
  std::optional<Range> element = begin ? getElement(*begin) : std::nullopt;
  // What is opened by another name stands there as well.
  if (!element || !text.slice(element->begin, element->end).contains(name))
    return std::nullopt;
  return element;
}

bool TextFix::areSiblings(Range first, Range second) const {
  if (second.begin < first.begin)
    std::swap(first, second);
  // Regions are for small edits, and there may be very many fixes.
  if (second.begin - first.begin > (1 << 16))
    return false;
  size_t at = first.end;
  while (at < second.begin) {
    if (StringRef(")]}").contains(text[at]))
      return false;
    if (StringRef("\"([{").contains(text[at])) {
      std::optional<size_t> end = findEnd(text, at);
      if (!end)
        return false;
      at = *end;
    } else {
      ++at;
    }
  }
  return at == second.begin && first.end <= second.begin;
}

std::optional<TextFix::Range> TextFix::withComma(Range element) const {
  constexpr StringLiteral blanks = " \t\r\n";
  size_t next = text.find_first_not_of(blanks, element.end);
  if (next != StringRef::npos && text[next] == ',')
    return Range{
        element.begin,
        std::min(text.find_first_not_of(blanks, next + 1), text.size())};
  size_t before = text.take_front(element.begin).find_last_not_of(blanks);
  if (before != StringRef::npos && text[before] == ',')
    return Range{before, element.end};
  return std::nullopt;
}

std::vector<TextFix::Replacement> TextFix::find() const {
  const Fix &fix = *diagnostic.fix;
  // Half of it would not help.
  if (!fix.then.empty())
    return {};
  if (fix.kind == Fix::Kind::Replace || fix.kind == Fix::Kind::RenameNest) {
    std::optional<size_t> begin = getOffset(diagnostic.node);
    if (!begin)
      return {};
    StringRef rest = text.drop_front(*begin);
    bool isQuoted = rest.consume_front("\"");
    if (!rest.consume_front(fix.pass) ||
        (!rest.empty() &&
         !StringRef(isQuoted ? "\"" : ",(){} \t\r\n").contains(rest.front())))
      return {};
    // Other options, and another nest, are more than a name.
    bool hasOptions = !isQuoted && rest.ltrim().starts_with("{");
    StringRef given =
        hasOptions ? rest.ltrim().drop_front().split('}').first.trim() : "";
    if (fix.kind == Fix::Kind::Replace &&
        (!fix.anchor.empty() ||
         (isQuoted ? !fix.options.empty() : given != fix.options)))
      return {};
    *begin += isQuoted;
    return {{*begin, *begin + fix.pass.size(), fix.reference}};
  }
  if (fix.kind != Fix::Kind::Move)
    return {};
  std::optional<Range> pass = getElementOfPass(fix.passPosition, fix.pass);
  std::optional<Range> reference =
      getElementOfPass(fix.referencePosition, fix.reference);
  if (!pass || !reference || !areSiblings(*pass, *reference))
    return {};
  std::optional<Range> removed = withComma(*pass);
  if (!removed)
    return {};
  std::string moved = text.slice(pass->begin, pass->end).str();
  size_t at = fix.before ? reference->begin : reference->end;
  // A line of its own, or a blank, where the neighbour has it.
  StringRef before = text.take_front(reference->begin);
  std::string blank = before.drop_front(before.rtrim(" \t\r\n").size()).str();
  std::vector<Replacement> changes = {
      {at, at, fix.before ? moved + "," + blank : "," + blank + moved},
      {removed->begin, removed->end, ""}};
  if (removed->begin < at)
    std::swap(changes[0], changes[1]);
  return changes;
}

/// Writes the fix if it is about characters of the input.
static void writeFix(json::OStream &os, const Report &report,
                     const SourceText &source, const Diagnostic &diagnostic) {
  if (!diagnostic.fix || report.text.empty() || !isFile(report.input))
    return;
  std::vector<TextFix::Replacement> changes =
      TextFix(report, source, diagnostic).find();
  // JSON has no way to write what is not UTF-8.
  if (changes.empty() || !all_of(changes, [](const auto &change) {
        return json::isUTF8(change.inserted);
      }))
    return;
  auto writePlace = [&](StringRef line, StringRef column, size_t offset) {
    TextPlace place = source.getPlace(offset);
    os.attribute(line, place.line);
    os.attribute(column, place.column);
  };
  os.attributeArray("fixes", [&] {
    os.object([&] {
      writeMessage(os, "description", toUTF8(diagnostic.fix->message));
      os.attributeArray("artifactChanges", [&] {
        os.object([&] {
          writeArtifact(os, report.input);
          os.attributeArray("replacements", [&] {
            for (const TextFix::Replacement &change : changes)
              os.object([&] {
                os.attributeObject("deletedRegion", [&] {
                  writePlace("startLine", "startColumn", change.begin);
                  writePlace("endLine", "endColumn", change.end);
                });
                // Not a message: what a program writes into the input.
                if (!change.inserted.empty())
                  os.attributeObject("insertedContent", [&] {
                    os.attribute("text", change.inserted);
                  });
              });
          });
        });
      });
    });
  });
}

static void writeResult(json::OStream &os, const Report &report,
                        const SourceText &source, const Diagnostic &diagnostic,
                        unsigned ruleIndex, StringRef fingerprint) {
  os.attribute("ruleId", diagnostic.getInfo().getID());
  os.attribute("ruleIndex", ruleIndex);
  os.attribute("level", getLevel(diagnostic.severity));
  // What is about another place becomes a related location.
  std::string text = toUTF8(diagnostic.message);
  for (const Note &note : diagnostic.notes)
    if (!note.node)
      text += "\n" + note.str();
  if (diagnostic.fix)
    text += "\nfix: " + toUTF8(diagnostic.fix->message);
  if (!report.variant.empty())
    text += "\nvariant: " + toUTF8(report.variant);
  writeMessage(os, "message", text);
  const Origin *location = report::getLocation(diagnostic.node);
  os.attributeArray("locations", [&] {
    os.object([&] {
      writePhysical(os, location ? StringRef(location->name) : report.input,
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
            writeMessage(os, "message", note.str());
            if (const Origin *place = report::getLocation(note.node))
              writePhysical(os, place->name, place);
            writeLogical(os, note.node);
          });
    });
  writeFix(os, report, source, diagnostic);
  os.attributeObject("partialFingerprints",
                     [&] { os.attribute("pmbFinding/v1", fingerprint); });
  if (!report.variant.empty())
    os.attributeObject("properties", [&] {
      os.attribute("variant", report::toUTF8(report.variant));
    });
}

/// Whether all inputs could be checked, and what is worth knowing about them
/// and no finding, as SARIF has it of a tool that ran.
static void writeInvocation(json::OStream &os, ArrayRef<Report> reports) {
  bool wereChecked = all_of(reports, [](const Report &report) {
    return report.wasChecked || report.wasSkipped;
  });
  os.attributeArray("invocations", [&] {
    os.object([&] {
      os.attribute("executionSuccessful", wereChecked);
      if (all_of(reports,
                 [](const Report &report) { return report.changes.empty(); }))
        return;
      os.attributeArray("toolExecutionNotifications", [&] {
        for (const Report &report : reports)
          for (const Report::Change &change : report.changes)
            os.object([&] {
              os.attribute("level", "note");
              writeMessage(os, "message", toUTF8(change.str()));
              if (!isFile(report.input))
                return;
              os.attributeArray("locations", [&] {
                os.object([&] { writePhysical(os, report.input, nullptr); });
              });
            });
      });
    });
  });
}

void report::printSarif(raw_ostream &stream, ArrayRef<Report> reports,
                        const ReportOptions &) {
  // In the order of the codes, so that a rule's index does not depend on which
  // finding came first.
  std::map<DiagnosticCode, unsigned> rules;
  for (const Report &report : reports)
    for (const Diagnostic &diagnostic : report.findings)
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
        writeInvocation(os, reports);
        os.attributeObject("originalUriBaseIds", [&] {
          os.attributeObject(baseId, [&] {
            writeMessage(os, "description",
                         "The folder that pmb-check was started in, or that "
                         "--root names");
          });
        });
        os.attribute("columnKind", "unicodeCodePoints");
        os.attributeArray("results", [&] {
          // Findings that are alike are told apart by their number.
          StringMap<unsigned> seen;
          for (const Report &report : reports) {
            SourceText source = SourceText::refer(report.text, report.input);
            for (const Diagnostic &diagnostic : report.findings) {
              std::string fingerprint =
                  getFingerprint(report.input, diagnostic, report.variant);
              fingerprint += ":" + std::to_string(++seen[fingerprint]);
              os.object([&] {
                writeResult(os, report, source, diagnostic,
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
