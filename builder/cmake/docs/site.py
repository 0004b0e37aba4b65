#!/usr/bin/env python3
"""Writes what Doxygen reads for the target `docs`, and runs Doxygen.

    site.py --output DIR --pmb-check PROGRAM --doxygen PROGRAM --cmark PROGRAM --version VERSION

The site is DIR/html. It holds the installed headers, the manuals, the passes of the catalog with
their contracts and the stock bundles with pictures; DIR/warnings.txt is what Doxygen
complains about. Pages are rendered by cmark-gfm, as GitHub does, and Doxygen gives them their
headings, menus and search. Files that pages lead to are copied: the site leads to no others.
"""

import argparse
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from headers import render
from search import add_headings

ROOT = pathlib.Path(__file__).resolve().parents[3]
HERE = pathlib.Path(__file__).resolve().parent
FLOORS = ["builder", "bundles", "passmanager"]
CATALOG = ROOT / "bundles/catalog/mlir-22"
# Pages that tests compare with.
NOT_MANUALS = re.compile(r"/Inputs/|/goldens/|^tests/consumer/")
# What a browser shows itself; other files of text get `.txt`.
SHOWN = {".json", ".svg", ".txt"}
HEADING = re.compile(r"^(#+) (.*)$", re.M)


def strip_marks(heading):
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")


def escape_title(heading):
    """A title as Doxygen shows it as it is: it knows no code in titles."""
    return re.sub(r"([\\@<>&#%*_])", r"\\\1", strip_marks(heading)).replace("--", r"\--")


def make_slug(heading):
    """What links name a heading by, as GitHub has it."""
    heading = strip_marks(heading)
    return re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")


def read_json(path):
    return json.loads(re.sub("^ *//.*", "", path.read_text(encoding="utf-8"), flags=re.M))


def make_label(path):
    """The name of the page that a path of the sources becomes."""
    label = re.sub(r"[^\w-]", "-", re.sub(r"(/README)?\.md$", "", path))
    return "index" if path == "README.md" else label


def list_headers():
    """The headers that are installed, as pmb_add_library() does it."""
    headers = ["bundles/c/pmb-c.h"]
    for floor in FLOORS:
        rules = (ROOT / floor / "CMakeLists.txt").read_text(encoding="utf-8")
        private = re.search(r"PRIVATE_ROOMS\s+([^)]*?)\s*(?:LINK|\))", rules)[1].split()
        headers += [path.relative_to(ROOT).as_posix() for path in (ROOT / floor).rglob("*.h")
                    if not {*private, "tags"} & set(path.relative_to(ROOT / floor).parts)]
    return sorted(headers)


def list_manuals():
    paths = [path.relative_to(ROOT).as_posix() for folder in [*FLOORS, "tools", "examples", "tests"]
             for path in (ROOT / folder).rglob("*.md")]
    paths += [path.name for path in ROOT.glob("*.md")]
    return sorted(path for path in paths if not NOT_MANUALS.search(path))


class Site:
    """The pages that Doxygen reads."""

    def __init__(self, options):
        self.options = options
        self.output = pathlib.Path(options.output).resolve()
        self.pages = self.output / "pages"
        self.files = self.output / "html/files"
        self.headers = list_headers()
        self.manuals = list_manuals()
        self.folders = set()
        self.pictures = set()
        self.passes = {}
        self.found = []

    # ===- Links ---------------------------------------------------------------=== #

    def copy(self, path):
        """The address of a copy of a file of the sources."""
        target = self.files / path
        if target.suffix not in SHOWN:
            target = target.with_name(target.name + ".txt")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, target)
        return target.relative_to(self.output / "html").as_posix()

    def find_address(self, page, link):
        """Where a link of a page leads on the site."""
        if re.match(r"\w+:", link):
            return link
        if link in self.pictures:
            return link
        file, _, heading = link.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(page), file)) if file else page
        if link.startswith("bundle-"):
            return link
        if target in self.manuals:
            label = make_label(target)
            return f"{label}.html" + (f"#{label}-{heading}" if heading else "")
        same = [header for header in self.headers
                if os.path.basename(header) == os.path.basename(target)]
        if same == [target]:
            return same[0].rsplit("/")[-1].replace("_", "__").replace(".", "_8") + ".html"
        if f"{target}/README.md" in self.manuals:
            return f"{make_label(target + '/README.md')}.html"
        if (ROOT / target).is_dir():
            self.folders.add(target)
            return make_label(target) + ".html"
        return self.copy(target)

    # ===- Pages ---------------------------------------------------------------=== #

    def draw(self, page):
        """The picture of the pipeline that a page is about, as pmb-check draws it."""
        file = re.sub(r"\.md$", ".json", page)
        name = pathlib.Path(file).name.partition(".")[0]
        picture = f"pictures/{name}.svg"
        target = self.output / "html" / picture
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(self.run("--graph=svg", file), encoding="utf-8")
        self.pictures.add(picture)
        return f"[![{name}: its passes, and what ties them]({picture})]({picture})"

    def render(self, page, text):
        """The HTML of a page, with links as the site has them."""
        return re.sub(r'((?:href|src)=")([^"]+)"',
                      lambda link: f'{link[1]}{self.find_address(page, link[2])}"',
                      render(text, self.options.cmark))

    def convert(self, page, text, label):
        """A page for Doxygen: its own headings, and between them HTML as it is."""
        text = re.sub(r"^```mermaid\n.*?^```$", lambda _: self.draw(page), text, flags=re.M | re.S)
        parts = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
        headings = [heading for part in parts[::2] for heading in HEADING.findall(part)]
        parts[::2] = [HEADING.sub("\n<!--heading-->\n", part) for part in parts[::2]]
        before, *chunks = self.render(page, "".join(parts)).split("<!--heading-->\n")
        lines, page_title = [], strip_marks(headings[0][1])
        for i, ((level, title), chunk) in enumerate(zip(headings, chunks)):
            name = f"{label}-{make_slug(title)}" if i else label
            if i:
                self.found.append((strip_marks(title), f"{label}.html#{name}", page_title))
            mark = "" if name == "index" else f" {{#{name}}}"
            lines += [f"{level} {escape_title(title)}{mark}", ""]
            lines += [] if i else ["[TOC]", ""]
            lines += ["@htmlonly[block]", chunk if i else before + chunk, "@endhtmlonly", ""]
        return "\n".join(lines)

    def write(self, label, text):
        (self.pages / f"{label}.md").write_text(text, encoding="utf-8")

    def add_manual(self, path):
        label = make_label(path)
        text = (ROOT / path).read_text(encoding="utf-8")
        self.write(label, self.convert(path, text, label))

    def run(self, *arguments):
        done = subprocess.run([self.options.pmb_check, *arguments], cwd=ROOT, text=True,
                              capture_output=True, check=False)
        if done.returncode not in (0, 1) or not done.stdout:
            raise SystemExit(f"docs: pmb-check {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    # ===- Passes and bundles --------------------------------------------------=== #

    def link_passes(self, text):
        """Names of passes in a converted page lead to what is said of them."""
        def link(code):
            group = self.passes.get(code[1])
            return (f'<a href="passes-{group}.html#passes-{group}-{code[1]}">{code[0]}</a>'
                    if group else code[0])

        return re.sub(r"<code>([a-z][\w-]*)</code>(?!</a>)", link, text)

    def add_passes(self):
        """A page for each file of contracts, and one with all passes."""
        groups = {}
        for path in sorted(CATALOG.glob("*.contracts.json")):
            group = path.name.partition(".")[0]
            names = read_json(path).get("passes")
            if names and group != "names":
                groups[group] = path
                self.passes.update({name: group for name in names})
        rows = []
        for group, path in groups.items():
            text = self.run(f"--print-page={path.relative_to(ROOT)}")
            text = text.replace(f"# Passes of {path.name}", f"# Passes: {group}")
            label = f"passes-{group}"
            for name, summary in re.findall(r"^## `(.*)`\n\n((?!Runs on).*)?", text, re.M):
                rows.append(f"| `{name}` | {summary} |")
            self.write(label, self.link_passes(self.convert("", text, label)))
        self.add_list("passes", "Passes of MLIR",
                      "What the catalog knows of each, with reasons and sources. "
                      "[How the catalog is made](bundles/catalog/README.md).",
                      ["| pass | what it does |", "| --- | --- |", *sorted(rows)])

    def add_list(self, label, title, what, rows):
        text = "\n".join([f"# {title}", "", what, "", *rows, ""])
        self.write(label, self.link_passes(self.convert("", text, label)))

    def add_bundles(self):
        """A page with a picture for each stock bundle, and one with all."""
        rows = []
        for path in sorted((ROOT / "bundles/stock").glob("*.pipeline.json")):
            name = path.name.partition(".")[0]
            file = path.relative_to(ROOT).as_posix()
            text = self.run(f"--print-page={file}").replace(f"# `{path.name}`", f"# {name}", 1)
            text = self.link_passes(self.convert(file, text, f"bundle-{name}"))
            self.write(f"bundle-{name}", text)
            rows.append(f"| [`{name}`](bundle-{name}.html) | {read_json(path)['description']} |")
        self.add_list("stock-bundles", "Stock bundles",
                      "Passes that go together, each with a picture. "
                      "[How they follow each other](bundles/stock/README.md).",
                      ["| bundle | what it does |", "| --- | --- |", *rows])

    def add_folders(self):
        """Pages for folders that others lead to."""
        for folder in sorted(self.folders):
            files = [path.relative_to(ROOT / folder).as_posix()
                     for path in sorted((ROOT / folder).rglob("*"))
                     if path.is_file() and "__pycache__" not in path.parts]
            text = "\n".join([f"# {folder}", "", *(f"* [{file}]({file})" for file in files), ""])
            label = make_label(folder)
            self.write(label, self.convert(folder + "/", text, label))

    # ===- Doxygen -------------------------------------------------------------=== #

    def fill(self, template, target, values):
        text = (HERE / template).read_text(encoding="utf-8")
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", value)
        (self.output / target).write_text(text, encoding="utf-8")

    def list_tabs(self):
        for path in self.manuals:
            title = re.search("^# (.*)", (ROOT / path).read_text(encoding="utf-8"), re.M)[1]
            yield (f'      <tab type="user" visible="yes" url="{make_label(path)}.html" '
                   f'title="{html.escape(strip_marks(title))}"/>')

    def make(self):
        shutil.rmtree(self.output, ignore_errors=True)
        self.pages.mkdir(parents=True)
        for path in self.manuals:
            self.add_manual(path)
        self.add_passes()
        self.add_bundles()
        self.add_folders()
        self.write("namespaces", "@namespace pmb\n@brief All of PassManagerBuilder in C++.\n")
        self.fill("layout.xml.in", "layout.xml", {"manuals": "\n".join(self.list_tabs())})
        inputs = [self.pages, *(ROOT / header for header in self.headers)]
        self.fill("Doxyfile.in", "Doxyfile", {
            "version": self.options.version, "output": str(self.output), "source": str(ROOT),
            "input": " ".join(f'"{path}"' for path in inputs),
            "filter": f"{sys.executable} {HERE / 'headers.py'} --cmark {self.options.cmark}"})
        # Doxygen looks for the tables (*.def) from where it is started.
        subprocess.run([self.options.doxygen, self.output / "Doxyfile"], check=True, cwd=ROOT)
        add_headings(self.output / "html/search", self.found)
        # Doxygen leads to types of a class that are private, and has no list of them.
        for path in (self.output / "html").glob("*.html"):
            text = path.read_text(encoding="utf-8")
            if 'name="nested-classes"' not in text and "#nested-classes" in text:
                path.write_text(text.replace('<a href="#nested-classes">Classes</a> &#124;\n', ""),
                                encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(prog="site.py")
    for name in ["output", "pmb-check", "doxygen", "cmark", "version"]:
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    options.pmb_check = str(pathlib.Path(options.pmb_check).resolve())
    return Site(options).make()


if __name__ == "__main__":
    sys.exit(main())
