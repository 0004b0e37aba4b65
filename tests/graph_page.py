#!/usr/bin/env python3
# ===- graph_page.py - The page of --graph=html in a browser ------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Drives the pages that `pmb-check --graph=html` and `--diff=html` write in Chromium, and
that of `pmb-opt --report` where there is one.

Looks at pages of 1, 30 and 300 passes on a phone and on a desk, in both colour
schemes: nothing is said on the console, no text is cut off or smaller than 12
pixels, each filter and key does what it says, and names of others are shown, not
run. Where node_modules has them: axe-core finds nothing serious, and mermaid draws what
`--graph=mermaid` writes.

Needs chromium and chromium-driver, by their Debian names; without them it says so
and exits with 77, which CTest takes for skipped. --screenshots keeps pictures.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from browser import SIZES, Browser

SCHEMES = ("light", "dark")
SERIOUS = ("serious", "critical")

failures = []


def expect(what, seen, wanted):
    if seen != wanted:
        failures.append(f"{what}: expected {wanted!r}, and it is {seen!r}")


# ===--- Pipelines ------------------------------------------------------------===#


def make_pass(i, count, contracts):
    """A pass whose contract depends on the others, and is now and then violated."""
    contract = {"kinds": [("tiling", "cleanup", "lowering")[i % 3]]}
    after = []
    if i:
        before = max(0, i - 1 - i % 5)
        after.append({"pass": f"acme-pass-{before}", "source": "the manual",
                      "reason": f"it needs what {before} leaves behind"})
    if i > 6 and i % 6 == 0:
        after.append({"pass": f"acme-pass-{i - 6}", "weak": True})
    if i % 17 == 11 and i + 2 < count:
        after.append({"pass": f"acme-pass-{i + 2}", "reason": "this one stands in the wrong place"})
    contract["after"] = after
    for word, rest in (("provides", 0), ("requires", 5), ("invalidates", 7)):
        if i % 9 == rest:
            contract[word] = ["tiled"]
    contract["lowers"] = (
        [{"from": f"acme.op{i % 12}", "to": [f"acme.op{(i + 5) % 12}"]}] if i % 2 else [])
    contract["options"] = {"size": "4"}
    contracts[f"acme-pass-{i}"] = contract
    return {"pass": f"acme-pass-{i}", "reason": f"step {i} of the pipeline",
            **({"options": {"size": 8}} if i % 7 == 3 else {})}


def make_pipeline(folder, count):
    """Writes a pipeline of `count` passes, with bundles, nests and slots."""
    contracts, passes, i = {}, [], 0
    while i < count:
        group = [make_pass(j, count, contracts) for j in range(i, min(count, i + 1 + i % 4))]
        sort = i % 5
        if sort == 1 and len(group) > 1:
            group = [{"bundle": f"bundle-{i}", "contiguous": i % 2 == 0,
                      "passes": [group[0], {"nest": "func.func", "passes": group[1:]}]}]
        elif sort == 2:
            group = [{"nest": "func.func", "passes": group}]
        elif sort == 3:
            group = [{"slot": f"slot-{i}"}, *group]
        i += 1 + i % 4
        passes += group
    name = Path(folder) / f"acme-{count}"
    described = {"properties": {"tiled": "Every loop fits the cache"}, "passes": contracts}
    name.with_suffix(".contracts.json").write_text(json.dumps(described))
    inputs = {"contents": [f"acme.op{k}" for k in range(4)]}
    name.with_suffix(".pipeline.json").write_text(json.dumps({"input": inputs, "passes": passes}))
    return name


# As a text, and as far as a name can be it.
HOSTILE = "<script>alert(1)</script>\"'&--></script><!--\n\u202e\u001b[31m`${x}"
HOSTILE_NAME = "<script>alert`1`<!--&amp;#x22;\\$x"


def make_hostile(folder):
    name = Path(folder) / "hostile"
    contract = {"kinds": [HOSTILE_NAME], "provides": [HOSTILE_NAME],
                "lowers": [{"from": "x.op", "to": "y.op", "reason": HOSTILE}],
                "options": {"x": ""},
                "after": [{"pass": "__proto__", "reason": HOSTILE, "source": HOSTILE}]}
    described = {"properties": {HOSTILE_NAME: HOSTILE},
                 "passes": {HOSTILE_NAME: contract, "__proto__": {"lowers": []}}}
    name.with_suffix(".contracts.json").write_text(json.dumps(described))
    passes = [{"bundle": HOSTILE_NAME,
               "passes": [{"pass": HOSTILE_NAME, "reason": HOSTILE, "options": {"x": "<b onload='1'>"}}]},
              "__proto__", {"slot": HOSTILE_NAME}]
    name.with_suffix(".pipeline.json").write_text(json.dumps({"passes": passes}))
    return name


def make_page(check, name):
    page = f"{name}.html"
    arguments = [f"{name.name}.pipeline.json", f"--contracts={name.name}.contracts.json"]
    done = subprocess.run([check, "--no-default-contracts", "--graph=html", "-o", page, *arguments],
                          cwd=name.parent, stderr=subprocess.PIPE, text=True)
    if done.returncode > 1:
        sys.exit(f"graph_page: pmb-check fails: {done.stderr}")
    return page


# ===--- What is looked at ----------------------------------------------------===#

# Text that is cut off by its own box, small text, and a page that is wider than it
# is shown: the table alone may be scrolled.
LAYOUT = """
var bad = [];
document.querySelectorAll('body *').forEach(function (element) {
  if (element.closest('svg,script,style,.vh') || !element.checkVisibility()) return;
  var style = getComputedStyle(element);
  var hasText = [].some.call(element.childNodes, function (node) {
    return node.nodeType === 3 && node.data.trim();
  });
  if (hasText && parseFloat(style.fontSize) < 12) bad.push('small: ' + element.outerHTML.slice(0, 80));
  if (hasText && style.display !== 'inline' && element.scrollWidth > element.clientWidth + 1)
    bad.push('cut off: ' + element.outerHTML.slice(0, 80));
});
document.querySelectorAll('svg text').forEach(function (element) {
  if (parseFloat(getComputedStyle(element).fontSize) < 12) bad.push('small: ' + element.textContent);
});
var last = -Infinity;
document.querySelectorAll('.w tbody tr').forEach(function (row) {
  var box = row.getBoundingClientRect();
  if (!row.hidden && box.top < last - 1) bad.push('overlaps: ' + row.id);
  last = row.hidden ? last : box.bottom;
  [].forEach.call(row.cells, function (cell, i) {
    var next = row.cells[i + 1];
    var svg = cell.querySelector(':scope > svg');
    if (svg && next && svg.getBoundingClientRect().right > next.getBoundingClientRect().left + 1)
      bad.push('overlaps: the drawing of ' + row.id);
  });
});
if (innerWidth < 600 && document.documentElement.scrollWidth > innerWidth + 1)
  bad.push('the page is ' + document.documentElement.scrollWidth + ' wide');
return bad.slice(0, 5);
"""

SHOWN = """
return [].filter.call(document.querySelectorAll('tbody tr.pass'), function (row) {
  return !row.hidden;
}).map(function (row) { return row.querySelector('.n').textContent; });
"""
SELECTED = """
var row = document.querySelector('tr[aria-current]');
return row ? row.querySelector('.n').textContent : null;
"""
CHOOSE = """
var field = document.querySelector('[name=' + arguments[0] + ']');
field.value = arguments[1];
field.dispatchEvent(new Event('input', {bubbles: true}));
return field.value;
"""


def expect_accessible(browser, axe, what):
    """Where there is axe-core, it finds nothing serious."""
    if axe:
        browser.run(axe)
        found = browser.run_async("axe.run().then(arguments[0])")
        expect(f"{what}: axe",
               [(one["id"], one["nodes"][0]["html"][:200], one["nodes"][0]["failureSummary"])
                for one in found["violations"] if one["impact"] in SERIOUS], [])


def look(browser, page, count, screenshots, axe):
    for size in SIZES:
        for scheme in SCHEMES:
            what = f"{count} passes, {size}, {scheme}"
            browser.show(size, scheme)
            browser.open(page)
            expect(f"{what}: console", browser.log(), [])
            expect(f"{what}: layout", browser.run(LAYOUT), [])
            if screenshots:
                browser.screenshot(Path(screenshots) / f"{count}-{size}-{scheme}.png")
            if count > 1:
                browser.keys("jjjjn")
                expect(f"{what}: layout with a selected pass", browser.run(LAYOUT), [])
                if screenshots:
                    browser.screenshot(Path(screenshots) / f"{count}-{size}-{scheme}-selected.png")
            if count < 300:
                expect_accessible(browser, axe, what)
    browser.show("desk", "light")
    browser.open(page)
    timing = browser.run("var t = performance.getEntriesByType('navigation')[0];"
                         "return t.loadEventEnd - t.startTime;")
    print(f"graph_page: {count} passes: {os.path.getsize(page)} bytes, usable after {timing:.0f} ms")
    if os.path.getsize(page) > 2_000_000:
        failures.append(f"{count} passes: the page is larger than 2 MB")


def filter_by(browser, name, value, what):
    expect(f"{what}: the filter takes it", browser.run(CHOOSE, name, value), value)
    shown = browser.run(SHOWN)
    fragment = browser.run("return location.hash")
    count = browser.run("return document.getElementById('count').textContent")
    expect(f"{what}: the count", count.split()[0], str(len(shown)))
    return shown, fragment


def filter_cases(pipeline, every):
    """For each filter a value, and the passes that it leaves."""
    rows = pipeline["rows"]
    passes = [row for row in rows if row["kind"] == "pass"]
    bundle = next(row for row in rows if row["kind"] == "bundle")
    return {
        "q": ("PASS-2", [p["name"] for p in passes if "pass-2" in p["name"]]),
        "kind": ("tiling", [p["name"] for p in passes if "tiling" in p["kinds"]]),
        "bundle": (bundle["name"], [p["name"] for p in passes
                                    if "in" in p and rows[p["in"]]["name"] == bundle["name"]]),
        "origin": (passes[0]["origin"]["party"], every),
        "item": ("tiled", [p["name"] for i, p in enumerate(passes)
                           if any(i + 1 in (span["begin"], span["end"])
                                  for bar in pipeline["bars"] if "tiled" in bar["names"]
                                  for span in bar["spans"])]),
        "constraint": ("violated", [row["name"] for i, row in enumerate(rows) if row["kind"] == "pass"
                                    and any(i in (arc["first"], arc["second"])
                                            for arc in pipeline["arcs"] if arc["violated"])]),
    }


def use_filters(browser, page):
    """Each filter, on a pipeline of 30 passes."""
    browser.show("desk", "light")
    browser.open(page)
    every = browser.run(SHOWN)
    data = browser.run("return JSON.parse(document.getElementById('data').textContent)")
    pipeline = data["pipelines"][0]
    expect("the table has all passes", len(every), 30)
    expect("the data has all rows", len(pipeline["rows"]), browser.run(
        "return document.querySelectorAll('tbody tr').length"))
    for name, (value, wanted) in filter_cases(pipeline, every).items():
        browser.open(page)
        shown, fragment = filter_by(browser, name, value, name)
        expect(f"filter {name}", shown, wanted)
        if not wanted:
            failures.append(f"filter {name}: nothing to see")
        # A link shows the same.
        browser.open(page, fragment)
        expect(f"filter {name} from a link", browser.run(SHOWN), wanted)
        browser.keys("\ue00c")
        expect(f"Esc clears {name}", browser.run(SHOWN), every)
    browser.open(page, "#kind=tiling")
    browser.click("#clear")
    expect("the button clears", browser.run(SHOWN), every)
    browser.open(page, "#kind=nonsense&q=%E0&pass=__proto__")
    expect("a link to what is not there", browser.run(SELECTED), None)


def use_keys(browser, page):
    """Each key and link, on the same pipeline."""
    browser.open(page)
    every = browser.run(SHOWN)
    browser.keys("j")
    expect("j", browser.run(SELECTED), every[0])
    browser.keys("jj")
    expect("jjj", browser.run(SELECTED), every[2])
    browser.keys("k")
    expect("k", browser.run(SELECTED), every[1])
    expect("the selected pass has the focus", browser.run(
        "return document.activeElement.textContent"), every[1])
    expect("the focus is visible", browser.run(
        "return getComputedStyle(document.activeElement).outlineStyle"), "solid")
    expect("its details are open", browser.run(
        "return document.querySelector('tr[aria-current] details').open"), True)
    expect("the arcs of the selected pass are shown", browser.run(
        "return document.querySelectorAll('#over path').length") > 0, True)
    link = browser.run("return location.hash")
    browser.click("#next")
    expect("the button goes on", browser.run(SELECTED), every[2])
    browser.keys("j")
    expect("j after a click on a button", browser.run(SELECTED), every[3])
    browser.keys("n")
    expect("n leads to a finding", browser.run(
        "return !!document.querySelector('tr[aria-current] .f')"), True)
    browser.keys("\ue00c")
    expect("Esc", browser.run(SELECTED), None)
    browser.keys("/")
    expect("/", browser.run("return document.activeElement.name"), "q")
    browser.keys("jk")
    expect("keys in the search are text", browser.run("return document.activeElement.value"), "jk")
    browser.keys("\ue00c")
    expect("Esc in the search", browser.run("return document.activeElement.value"), "")
    browser.keys("\ue00c")
    browser.keys("j")
    expect("j after the search", browser.run(SELECTED), every[0])
    browser.open(page, link)
    expect("a link to a pass", browser.run(SELECTED), every[1])
    browser.click("tbody tr.pass:nth-child(4) a.n")
    chosen = browser.run("return document.querySelector('tbody tr.pass:nth-child(4) a.n').textContent")
    expect("a click on a name", browser.run(SELECTED), chosen)
    browser.click("tr[aria-current] dd a")
    expect("a link to the other end", browser.run(SELECTED) != chosen, True)
    expect("console after all keys", browser.log(), [])


def read_plainly(browser, page):
    """Without JavaScript."""
    browser.devtools("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(page)
    browser.devtools("Emulation.setScriptExecutionDisabled", value=False)
    expect("without JavaScript: rows", len(browser.run(SHOWN)), 30)
    expect("without JavaScript: the filter is not there", browser.run(
        "return getComputedStyle(document.getElementById('filter')).display"), "none")


def show_hostile(browser, page):
    browser.open(page)
    expect("hostile names: console", browser.log(), [])
    expect("hostile names: scripts", browser.run("return document.scripts.length"), 2)
    text = browser.run("return document.querySelector('tr.pass .n').textContent")
    expect("hostile names are shown", text, HOSTILE_NAME)
    shown = browser.run("return document.querySelector('tr.pass').textContent")
    expect("hostile reasons are shown", "<script>alert(1)</script>\"'&--></script><!--" in shown, True)
    expect("what cannot be seen is shown", "\\u202e\\x1b[31m" in shown, True)
    browser.keys("j")
    expect("hostile names: selected", browser.run(SELECTED), text)
    browser.keys("j")
    expect("a pass that is called __proto__", browser.run(SELECTED), "__proto__")
    for name in ("bundle", "kind", "item", "constraint"):
        browser.open(page)
        value = browser.run("var f = document.querySelector('[name=' + arguments[0] + ']');"
                            "return f.options[1].value", name)
        filter_by(browser, name, value, f"hostile {name}")
    expect("hostile names: console in the end", browser.log(), [])


def make_diff_page(check, before, after):
    """The difference of two pipelines with the contracts of the second."""
    page = f"{after}-diff.html"
    done = subprocess.run(
        [check, "--no-default-contracts", "--diff=html", "-o", page,
         f"--contracts={after.name}.contracts.json", f"{before.name}.pipeline.json",
         f"{after.name}.pipeline.json"], cwd=after.parent, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"graph_page: pmb-check fails: {done.stderr}")
    return page


def look_at_diff(browser, page, what, screenshots, axe):
    """The page of --diff=html, which has no script."""
    for size in SIZES:
        for scheme in SCHEMES:
            browser.show(size, scheme)
            browser.open(page)
            expect(f"{what}, {size}, {scheme}: console", browser.log(), [])
            expect(f"{what}, {size}, {scheme}: layout", browser.run(LAYOUT), [])
            expect(f"{what}: scripts", browser.run("return document.scripts.length"), 0)
            if screenshots:
                browser.screenshot(Path(screenshots) / f"{what}-{size}-{scheme}.png", full=True)
            expect_accessible(browser, axe, f"{what}, {size}, {scheme}")


def make_run_page(opt, folder):
    """A run in which one pass changes a function, and three change nothing."""
    page = Path(folder) / "run.html"
    source = Path(folder) / "run.mlir"
    source.write_text("func.func @f(%a: i32) -> i32 {\n"
                      "  %0 = arith.addi %a, %a : i32\n  %1 = arith.addi %a, %a : i32\n"
                      "  %2 = arith.muli %0, %1 : i32\n  return %2 : i32\n}\n")
    pipeline = "builtin.module(func.func(cse),canonicalize,symbol-dce,func.func(sccp),cse)"
    subprocess.run([opt, source, f"--pass-pipeline={pipeline}", f"--report={page}", "--report-ir",
                    "-o", os.devnull], check=True)
    return str(page)


def use_run(browser, page, screenshots, axe):
    """What changed nothing is folded, and unfolds; the IR is there on request."""
    every = ["cse", "canonicalize", "symbol-dce", "sccp", "cse"]
    for size in SIZES:
        browser.show(size, "light")
        browser.open(page)
        expect(f"run, {size}: console", browser.log(), [])
        expect(f"run, {size}: folded", browser.run(SHOWN), every[:1])
        expect(f"run, {size}: layout", browser.run(LAYOUT), [])
        if screenshots:
            browser.screenshot(Path(screenshots) / f"run-{size}.png", full=True)
        browser.click("tr.fold button")
        expect(f"run, {size}: unfolded", browser.run(SHOWN), every)
        browser.click("tr.fold button")
        expect(f"run, {size}: folded again", browser.run(SHOWN), every[:1])
        browser.keys("/sc")
        expect(f"run, {size}: found in what is folded", browser.run(SHOWN), every[3:4])
        browser.open(page, "#p0-2")
        expect(f"run, {size}: a link unfolds", browser.run(SELECTED), "symbol-dce")
        browser.open(page, "#p0-0")
        browser.click("details.t summary")
        expect(f"run, {size}: layout with IR", browser.run(LAYOUT), [])
        saved = browser.run_async(
            "var done = arguments[0];"
            "URL.createObjectURL = function (blob) { blob.text().then(done); return '#'; };"
            "document.querySelector('.ir').previousElementSibling.click();")
        expect(f"run, {size}: the IR before", saved.count("arith.addi"), 2)
        expect(f"run, {size}: whole", saved.strip()[-1:], "}")
        expect_accessible(browser, axe, f"run, {size}")
    browser.devtools("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(page)
    browser.devtools("Emulation.setScriptExecutionDisabled", value=False)
    expect("run, without scripts", browser.run(SHOWN), every)


def parse_mermaid(browser, check, names, mermaid):
    """Mermaid's own parser accepts what --graph=mermaid writes, and draws it."""
    for name in names:
        done = subprocess.run(
            [check, "--no-default-contracts", "--graph=mermaid", f"{name.name}.pipeline.json",
             f"--contracts={name.name}.contracts.json"],
            cwd=name.parent, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        browser.call("POST", "/url", {"url": "about:blank"})
        browser.devtools("Runtime.evaluate", expression=mermaid)
        seen = browser.call("POST", "/execute/async", {
            "args": [done.stdout],
            "script": "var done = arguments[1];"
                      "mermaid.render('m', arguments[0]).then("
                      "function (r) { done(r.svg.indexOf('<svg') === 0 ? '' : r.svg); },"
                      "function (e) { done('fails: ' + e); });"})
        expect(f"mermaid of {name.name}", seen, "")


def find_module(given, path):
    for file in [given, "node_modules/" + path]:
        if file and os.path.exists(file):
            return Path(file).read_text(encoding="utf-8")
    print(f"graph_page: without {path.split('/')[0]} (npm install {path.split('/')[0]})")
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pmb-check", required=True)
    parser.add_argument("--pmb-opt")
    parser.add_argument("--axe", metavar="axe.min.js")
    parser.add_argument("--mermaid", metavar="mermaid.min.js")
    parser.add_argument("--screenshots", metavar="folder")
    args = parser.parse_args()
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not chromium or not driver:
        print("graph_page: skipped, as chromium and chromedriver are not installed "
              "(Debian: chromium chromium-driver)")
        sys.exit(77)
    axe = find_module(args.axe, "axe-core/axe.min.js")
    mermaid = find_module(args.mermaid, "mermaid/dist/mermaid.min.js")
    if args.screenshots:
        os.makedirs(args.screenshots, exist_ok=True)
    check = os.path.abspath(args.pmb_check)
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(driver, chromium)
        try:
            names = []
            for count in (1, 30, 300):
                names.append(make_pipeline(folder, count))
                page = make_page(check, names[-1])
                look(browser, page, count, args.screenshots, axe)
                if count == 30:
                    use_filters(browser, page)
                    use_keys(browser, page)
                    read_plainly(browser, page)
            names.append(make_hostile(folder))
            show_hostile(browser, make_page(check, names[-1]))
            for what, before, after in (("diff", names[0], names[1]),
                                        ("hostile diff", names[0], names[-1])):
                page = make_diff_page(check, before, after)
                look_at_diff(browser, page, what, args.screenshots, axe)
            if args.pmb_opt:
                page = make_run_page(os.path.abspath(args.pmb_opt), folder)
                use_run(browser, page, args.screenshots, axe)
            if mermaid:
                parse_mermaid(browser, check, names, mermaid)
        finally:
            browser.close()
    for failure in failures:
        print(f"graph_page: {failure}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
