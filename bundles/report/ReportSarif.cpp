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
#include "bundles/json/TextEdits.h"
#include "bundles/report/Baseline.h"
#include "bundles/report/JsonSupport.h"
#include "bundles/report/ReportSupport.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace pmb;
using namespace llvm;
using pmb::report::Members;
using pmb::report::toUTF8;

/// What relative paths are relative to: the folder that the tool was started
/// in, or the one that --root names, which stays private. GitHub takes it for
/// the root of the sources.
static constexpr StringLiteral baseId = "%SRCROOT%";

/// A relative URI reference (RFC 3986): `pipelines/my%20cpu.pipeline`.
static std::string makeURI(StringRef path) {
  return report::replaceEach(path, [](char c) -> std::string {
    if (isAlnum(c) || StringRef("/-._~!$&'()*+,;=@").contains(c))
      return "";
    return c == '\\' ? "/" : report::encodePercent(c);
  });
}

/// REQUIRES: `text` is escaped, and outlives the result.
static auto makeMessage(StringRef text) {
  return [text](Members &to) { to.add("text", json::Value(shorten(text))); };
}

/// What is not a file has no place that a viewer could show.
static bool isFile(StringRef input) { return !input.starts_with("<"); }

static auto makeArtifact(StringRef file) {
  return [file](Members &to) {
    to.add("uri", json::Value(makeURI(file)));
    // A path that is absolute is relative to nothing.
    if (!file.starts_with("/"))
      to.add("uriBaseId", baseId);
  };
}

static void addPhysical(Members &to, StringRef file, const Origin *location) {
  if (!isFile(file))
    return;
  bool hasLine = location && location->line;
  to.add("physicalLocation", [&](Members &place) {
    place.add("artifactLocation", makeArtifact(file));
    // GitHub refuses locations without a line.
    place.add("region", [&](Members &region) {
      region.add("startLine", hasLine ? location->line : 1);
      if (hasLine)
        region.add("startColumn", location->column);
    });
  });
}

static void addLogical(Members &to, const std::optional<NodeRef> &node) {
  if (!node || node->name.empty())
    return;
  to.addOne("logicalLocations", [&](Members &place) {
    place.add("name", node->name);
    if (!node->anchor.empty())
      place.add("fullyQualifiedName", node->anchor + "/" + node->name);
    place.add("kind", "pass");
    if (node->position >= 0)
      place.add("properties", [&](Members &properties) {
        properties.add("position", node->position);
        properties.addGiven("pipeline", node->pipeline);
      });
  });
}

static StringRef getLevel(Severity severity) {
  return severity == Severity::Remark ? "note" : stringify(severity);
}

static void writeRule(Members &to, const DiagnosticInfo &info) {
  to.add("id", info.getID());
  to.add("name", info.name);
  to.add("shortDescription", makeMessage(info.summary));
  to.add("fullDescription", makeMessage(info.cause));
  // An example may quote code itself.
  StringRef fence = info.example.contains('`') ? "``" : "`";
  to.add("help", [&](Members &help) {
    help.add("text",
             json::Value((info.cure + " Example: " + info.example).str()));
    help.add("markdown", json::Value((info.cure + "\n\nExample: " + fence +
                                      info.example + fence)
                                         .str()));
  });
  to.add("defaultConfiguration", [&](Members &configuration) {
    configuration.add("level", getLevel(info.defaultSeverity));
  });
}

/// The offset of a place in the input that a node is from.
static std::optional<size_t> getOffset(const Report &report,
                                       const SourceText &source,
                                       const std::optional<NodeRef> &node) {
  const Origin *place = report::getLocation(node);
  if (!place || place->name != report.input)
    return std::nullopt;
  return source.getOffset({place->line, place->column});
}

/// The end of what a bracket or a quote at `at` begins; npos if it has none.
static size_t findEnd(StringRef text, size_t at) {
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
  return StringRef::npos;
}

/// The element of a list that is the pass of this name at this position.
static std::optional<TextRange> getElementOfPass(const Report &report,
                                                 const SourceText &source,
                                                 int position, StringRef name) {
  if (position < 0 || size_t(position) >= report.passes.size())
    return std::nullopt;
  StringRef text = source.getText();
  auto begin = getOffset(report, source, report.passes[position].node);
  if (!begin)
    return std::nullopt;
  size_t end = *begin;
  if (text[end] != '"' && text[end] != '{')
    end = std::min(text.find_first_of(",(){} \t\r\n", end), text.size());
  if (end == *begin || (end < text.size() && text[end] == '{'))
    end = findEnd(text, end);
  TextRange element{*begin, end};
  // What is opened by another name stands there as well.
  if (end == StringRef::npos || !element.of(text).contains(name))
    return std::nullopt;
  return element;
}

static bool areSiblings(StringRef text, TextRange first, TextRange second) {
  if (second.begin < first.begin)
    std::swap(first, second);
  // Regions are for small edits, and there may be very many fixes.
  if (second.begin - first.begin > (1 << 16))
    return false;
  size_t at = first.end;
  while (at < second.begin) {
    if (StringRef(")]}").contains(text[at]))
      return false;
    at = StringRef("\"([{").contains(text[at]) ? findEnd(text, at) : at + 1;
  }
  return at == second.begin && first.end <= second.begin;
}

/// An element with the comma that is not needed without it.
static std::optional<TextRange> withComma(StringRef text, TextRange element) {
  constexpr StringLiteral blanks = " \t\r\n";
  size_t next = text.find_first_not_of(blanks, element.end);
  if (next != StringRef::npos && text[next] == ',')
    return TextRange{
        element.begin,
        std::min(text.find_first_not_of(blanks, next + 1), text.size())};
  size_t before = text.take_front(element.begin).find_last_not_of(blanks);
  if (before != StringRef::npos && text[before] == ',')
    return TextRange{before, element.end};
  return std::nullopt;
}

/// Replaces the name at `begin`; empty if the fix changes more than a name.
static TextChanges findNewName(StringRef text, size_t begin, const Fix &fix) {
  StringRef rest = text.drop_front(begin);
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
  begin += isQuoted;
  return {{{begin, begin + fix.pass.size()}, fix.reference}};
}

/// The characters to change for a fix in the text of an input: names, and
/// elements of one list. Empty if more is to be done.
static TextChanges findChanges(const Report &report, const SourceText &source,
                               const Diagnostic &diagnostic) {
  const Fix &fix = *diagnostic.fix;
  StringRef text = source.getText();
  // Half of it would not help.
  if (!fix.then.empty())
    return {};
  if (fix.kind == Fix::Kind::Replace || fix.kind == Fix::Kind::RenameNest) {
    auto begin = getOffset(report, source, diagnostic.node);
    return begin ? findNewName(text, *begin, fix) : TextChanges();
  }
  if (fix.kind != Fix::Kind::Move)
    return {};
  auto pass = getElementOfPass(report, source, fix.passPosition, fix.pass);
  auto reference =
      getElementOfPass(report, source, fix.referencePosition, fix.reference);
  if (!pass || !reference || !areSiblings(text, *pass, *reference))
    return {};
  std::optional<TextRange> removed = withComma(text, *pass);
  if (!removed)
    return {};
  std::string moved = pass->of(text).str();
  size_t at = fix.before ? reference->begin : reference->end;
  // A line of its own, or a blank, where the neighbour has it.
  StringRef before = text.take_front(reference->begin);
  std::string blank = before.drop_front(before.rtrim(" \t\r\n").size()).str();
  TextChanges changes = {
      {{at, at}, fix.before ? moved + "," + blank : "," + blank + moved},
      {*removed, ""}};
  if (removed->begin < at)
    std::swap(changes[0], changes[1]);
  return changes;
}

/// Adds the fix if it is about characters of the input.
static void addFix(Members &to, const Report &report, const SourceText &source,
                   const Diagnostic &diagnostic) {
  if (!diagnostic.fix || report.text.empty() || !isFile(report.input))
    return;
  TextChanges changes = findChanges(report, source, diagnostic);
  // JSON has no way to write what is not UTF-8.
  if (changes.empty() || !all_of(changes, [](const TextChange &change) {
        return json::isUTF8(change.text);
      }))
    return;
  auto writeReplacement = [&](Members &one, const TextChange &change) {
    one.add("deletedRegion", [&](Members &region) {
      TextPlace begin = source.getPlace(change.range.begin);
      TextPlace end = source.getPlace(change.range.end);
      region.add("startLine", begin.line);
      region.add("startColumn", begin.column);
      region.add("endLine", end.line);
      region.add("endColumn", end.column);
    });
    // Not a message: what a program writes into the input.
    if (!change.text.empty())
      one.add("insertedContent", [&](Members &content) {
        content.add("text", json::Value(change.text));
      });
  };
  to.addOne("fixes", [&](Members &fix) {
    fix.add("description", makeMessage(toUTF8(diagnostic.fix->message)));
    fix.addOne("artifactChanges", [&](Members &changed) {
      changed.add("artifactLocation", makeArtifact(report.input));
      changed.addEach("replacements", changes, writeReplacement);
    });
  });
}

/// The message with all that is not about another place, which becomes a
/// related location.
static std::string getText(const Report &report, const Diagnostic &diagnostic) {
  std::string text = toUTF8(diagnostic.message);
  for (const Note &note : diagnostic.notes)
    if (!note.node)
      text += "\n" + note.str();
  if (diagnostic.fix)
    text += "\nfix: " + toUTF8(diagnostic.fix->message);
  if (!report.variant.empty())
    text += "\nvariant: " + toUTF8(report.variant);
  return text;
}

static void addRelated(Members &to, ArrayRef<Note> notes) {
  auto isElsewhere = [](const Note &note) { return note.node.has_value(); };
  if (none_of(notes, isElsewhere))
    return;
  unsigned id = 0;
  to.addEach("relatedLocations", make_filter_range(notes, isElsewhere),
             [&](Members &one, const Note &note) {
               one.add("id", ++id);
               one.add("message", makeMessage(note.str()));
               if (const Origin *place = report::getLocation(note.node))
                 addPhysical(one, place->name, place);
               addLogical(one, note.node);
             });
}

static void writeResult(Members &to, const Report &report,
                        const SourceText &source, const Diagnostic &diagnostic,
                        unsigned ruleIndex, StringRef fingerprint) {
  to.add("ruleId", diagnostic.getInfo().getID());
  to.add("ruleIndex", ruleIndex);
  to.add("level", getLevel(diagnostic.severity));
  to.add("message", makeMessage(getText(report, diagnostic)));
  const Origin *location = report::getLocation(diagnostic.node);
  to.addOne("locations", [&](Members &place) {
    addPhysical(place, location ? StringRef(location->name) : report.input,
                location);
    addLogical(place, diagnostic.node);
  });
  addRelated(to, diagnostic.notes);
  addFix(to, report, source, diagnostic);
  to.add("partialFingerprints", [&](Members &fingerprints) {
    fingerprints.add("pmbFinding/v1", fingerprint);
  });
  if (!report.variant.empty())
    to.add("properties", [&](Members &properties) {
      properties.add("variant", report.variant);
    });
}

namespace {
/// An element of one of a report's lists.
template <typename T> struct Listed {
  const Report &report;
  const T &what;
};
} // namespace

template <typename T>
static std::vector<Listed<T>> collect(ArrayRef<Report> reports,
                                      std::vector<T> Report::*list) {
  std::vector<Listed<T>> all;
  for (const Report &report : reports)
    for (const T &what : report.*list)
      all.push_back({report, what});
  return all;
}

/// Whether all inputs could be checked, and what is worth knowing about them
/// and no finding, as SARIF has it of a tool that ran.
static void writeInvocation(Members &to, ArrayRef<Report> reports) {
  to.add("executionSuccessful", all_of(reports, [](const Report &report) {
           return report.wasChecked;
         }));
  auto changes = collect(reports, &Report::changes);
  if (changes.empty())
    return;
  to.addEach("toolExecutionNotifications", changes,
             [](Members &one, const auto &change) {
               one.add("level", "note");
               one.add("message", makeMessage(toUTF8(change.what.str())));
               if (isFile(change.report.input))
                 one.addOne("locations", [&](Members &place) {
                   addPhysical(place, change.report.input, nullptr);
                 });
             });
}

static void writeDriver(Members &to, ArrayRef<DiagnosticCode> rules) {
  to.add("name", "pmb-check");
  to.add("version", PMB_VERSION);
  to.add("semanticVersion", PMB_VERSION);
  to.addEach("rules", rules, [](Members &one, DiagnosticCode code) {
    writeRule(one, getDiagnosticInfo(code));
  });
}

static void writeRun(Members &to, ArrayRef<Report> reports) {
  // In the order of the codes, so that a rule's index does not depend on which
  // finding came first.
  std::set<DiagnosticCode> codes;
  auto findings = collect(reports, &Report::findings);
  for (const Listed<Diagnostic> &finding : findings)
    codes.insert(finding.what.code);
  std::vector<DiagnosticCode> rules(codes.begin(), codes.end());
  to.add("tool", [&](Members &tool) {
    tool.add("driver", [&](Members &driver) { writeDriver(driver, rules); });
  });
  to.addOne("invocations",
            [&](Members &one) { writeInvocation(one, reports); });
  to.add("originalUriBaseIds", [&](Members &bases) {
    bases.add(baseId, [](Members &base) {
      base.add("description",
               makeMessage("The folder that pmb-check was started in, or that "
                           "--root names"));
    });
  });
  to.add("columnKind", "unicodeCodePoints");
  // Findings that are alike are told apart by their number.
  StringMap<unsigned> seen;
  to.addEach("results", findings, [&](Members &one, const auto &finding) {
    const Report &report = finding.report;
    std::string fingerprint =
        getFingerprint(report.input, finding.what, report.variant);
    fingerprint += ":" + std::to_string(++seen[fingerprint]);
    writeResult(one, report, SourceText::refer(report.text, report.input),
                finding.what, find(rules, finding.what.code) - rules.begin(),
                fingerprint);
  });
}

void report::printSarif(raw_ostream &os, ArrayRef<Report> reports,
                        const ReportOptions &) {
  printValue(
      os,
      [&](Members &to) {
        to.add("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
        to.add("version", "2.1.0");
        to.addOne("runs", [&](Members &run) { writeRun(run, reports); });
      },
      /*indented=*/2);
}
