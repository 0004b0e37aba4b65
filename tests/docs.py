#!/usr/bin/env python3
"""Holds the examples of the documentation against what the code says.

    tests/docs.py pages         commands of the pages print what is shown below them,
                                and the JSON of pages and headers is read
    tests/docs.py links         links of pages lead to files and headings that there are
    tests/docs.py formats       the manual has each format of reports and pictures
    tests/docs.py code          C++ of pages and headers stands in a source that is
                                compiled: between `// docs: <file>` and `// docs: end`
                                in a test, or anywhere in an example
    tests/docs.py site          links of the site that the target `docs` makes, and of its
                                search, lead to files and anchors that there are; Doxygen
                                has nothing to complain about (--root: its folder)

The examples of diagnostics are held by tests/trust/pairs.py.

The tools are found on the PATH. With --mlir also the commands of pmb-opt are run.
In C++, `...` of the documentation is ETC in the test. Comments and white space do not
count.
"""
import argparse
import glob
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGES = ["README.md", "builder/README.md", "bundles/README.md", "bundles/c/README.md",
         "bundles/stock/README.md", "passmanager/README.md", "passmanager/HOSTS.md",
         "tools/pmb-check/README.md", "tools/pmb-lsp-server/README.md",
         "tools/pmb-opt/README.md"]
failures = []


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def fail(place, what, output=""):
    failures.append(place)
    print(f"{place}: {what}")
    for line in output.splitlines()[:20]:
        print(f"    {line}")


def run(command, folder):
    """The output of a shell command, both streams, and its exit code."""
    result = subprocess.run(command, shell=True, cwd=folder, text=True, timeout=600,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return result.stdout, result.returncode


def list_headers(floor):
    return sorted(os.path.relpath(path, ROOT)
                  for path in glob.glob(os.path.join(ROOT, floor, "**/*.h"), recursive=True))


def check_json(text, folder):
    """The output of pmb-check for a file of contracts, of contents, a lock or a pipeline."""
    if '"lockVersion"' in text:
        option = "--lock="
    elif re.search(r'"passes":\s*{', text):
        option = "--contracts="
    elif re.match(r'{\s*"contents":', text):
        option = "--contents=@"
    else:
        option = ""
    with open(os.path.join(folder, "example.pipeline.json"), "w", encoding="utf-8") as file:
        file.write(text)
    pipeline = " --pass-pipeline='builtin.module(cse)'" if option else ""
    dialect = "--dialect=llvm " if '"default<O' in text else ""
    return run(f"pmb-check {dialect}{option}example.pipeline.json{pipeline}", folder)


# ===- Pages -----------------------------------------------------------------=== #


def find_blocks(path):
    """The blocks of code of a page: language (empty if indented), line, text."""
    lines = read(path).splitlines()
    index = 0
    while index < len(lines):
        start = index
        if lines[index].startswith("```"):
            language = lines[index][3:]
            index += 1
            while not lines[index].startswith("```"):
                index += 1
            yield language, start + 2, lines[start + 1 : index]
        elif lines[index].startswith("    ") and (not start or not lines[start - 1].strip()):
            while index < len(lines) and (not lines[index] or lines[index].startswith("    ")):
                index += 1
            yield "", start + 1, [line[4:] for line in lines[start:index]]
        index += 1


def find_commands(lines):
    """Commands with what they print: a line that ends in `\\` goes on in the next."""
    command = None
    for line in lines:
        if command and command[1].endswith("\\"):
            command[1] = command[1][:-1] + line.strip()
        elif re.match(r"(\$ )?pmb-(check|opt) ", line):
            if command:
                yield command[1:]
            command = [None, line.removeprefix("$ "), []]
        elif command and line.strip():
            command[2].append(line)
    if command:
        yield command[1:]


def check_commands(path, line, block, folder, with_mlir):
    for command, expected in find_commands(block):
        if command.startswith("pmb-opt ") and not with_mlir:
            continue
        output, code = run(command, folder)
        # What is shown, in its order; `...` is what is left out.
        rest = output
        for text in expected:
            if text.strip() == "...":
                continue
            if text not in rest:
                fail(f"{path}:{line}", f"'{text.strip()}' is not printed by {command}", output)
                break
            rest = rest[rest.index(text) + len(text) :]
        if code not in (0, 1) or code and not expected and "[PMB" not in output:
            fail(f"{path}:{line}", f"{command} exits with {code}", output)


def find_json_in_header(path):
    """The JSON in comments that is an object of its own."""
    for match in re.finditer(r"^//   {\n(?://   .*\n)*?//   }\n", read(path), re.M):
        yield read(path)[: match.start()].count("\n") + 1, re.sub("^// *", "", match[0], flags=re.M)


def check_example_json(place, text, folder):
    if not text.lstrip().startswith("{"):
        text = '{"passes": {' + text + "}}"
    elif not re.search(r'"passes"|^{\s*"contents":', text):
        # a plugin, for a pipeline that has the pass
        text = text.replace("{", '{"passes": ["cse"],', 1)
    output, code = check_json(text, folder)
    if code not in (0, 1) or re.search(r"error: .*\[PMB0([05]\d|1[0-8])", output):
        fail(place, "the JSON is not accepted", output)


def check_pages(with_mlir):
    inputs = os.path.join(ROOT, "tests/lit/docs/Inputs")
    for path in PAGES:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(inputs, folder, dirs_exist_ok=True)
            for language, line, block in find_blocks(path):
                if language in ("", "sh"):
                    check_commands(path, line, block, folder, with_mlir)
                elif language == "json":
                    check_example_json(f"{path}:{line}", "\n".join(block), folder)
    for path in list_headers("bundles"):
        for line, text in find_json_in_header(path):
            with tempfile.TemporaryDirectory() as folder:
                check_example_json(f"{path}:{line}", text, folder)


# ===- Links -----------------------------------------------------------------=== #


def find_prose(text):
    """The page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)


def find_headings(path):
    """What links can name after `#`, spelled as GitHub does."""
    headings = re.findall(r"^#+ (.*)", find_prose(read(path)), re.M)
    plain = [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading) for heading in headings]
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")
            for heading in plain}


def check_links():
    paths = [os.path.relpath(path, ROOT)
             for folder in ("", "builder/**/", "bundles/**/", "passmanager/**/", "tools/**/",
                            "examples/**/", "tests/**/")
             for path in glob.glob(os.path.join(ROOT, folder, "*.md"), recursive=True)]
    links = [(path, link) for path in paths
             for link in re.findall(r"\]\(([^)\s]+)\)", find_prose(read(path)))
             if not re.match(r"\w+:", link)]
    for path, link in links:
        file, _, heading = link.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
        if not os.path.exists(os.path.join(ROOT, target)):
            fail(path, f"'{link}' leads to a file that is not there")
        elif heading and heading not in find_headings(target):
            fail(path, f"'{link}' leads to a heading that is not there")
    if len(links) < 100:
        fail("tests/docs.py", f"finds only {len(links)} links")


def check_formats():
    """Each format of reports, pictures and differences is in the manual of pmb-check."""
    manual = read(os.path.join("tools", "pmb-check", "README.md"))
    for table in ("Report", "Graph", "Diff"):
        formats = re.findall(r'^PMB_\w+\(\w+, "(\w+)"',
                             read(os.path.join("bundles", "report", f"{table}Formats.def")), re.M)
        if not formats:
            fail("tests/docs.py", f"finds no formats in {table}Formats.def")
        for name in formats:
            if f"`{name}`" not in manual and f"={name}`" not in manual:
                fail("tools/pmb-check/README.md", f"has no row for the format '{name}'")


def check_site():
    texts = {}
    for path in glob.glob(os.path.join(ROOT, "html/**/*.html"), recursive=True):
        texts[os.path.relpath(path, os.path.join(ROOT, "html"))] = read(path)
    names = {path: {html.unescape(name) for name in re.findall(r'\b(?:id|name)="([^"]+)"', text)}
             for path, text in texts.items()}
    links = [(path, link) for path, text in texts.items()
             for link in re.findall(r'(?:href|src)="([^"]+)"', text)]
    links += [(path, link) for path in glob.glob(os.path.join(ROOT, "html/search/*_*.js"))
              for path, text in [(os.path.join("search", os.path.basename(path)), read(path))]
              for link in re.findall(r"""\[['"](\.\./[^'"]+)['"]""", text)]
    for path, link in sorted(set(links)):
        link = html.unescape(link)
        if re.match(r"\w+:", link):
            continue
        file, _, name = link.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
        if not os.path.exists(os.path.join(ROOT, "html", target)):
            fail(path, f"'{link}' leads to a file that is not there")
        elif name and name not in names.get(target, ()):
            fail(path, f"'{link}' leads to an anchor that is not there")
    for line in read("warnings.txt").splitlines():
        fail("Doxygen", line)
    if len(links) < 10000:
        fail(ROOT, f"has only {len(links)} links")


# ===- Code ------------------------------------------------------------------=== #


def normalize(code):
    return re.sub(r"\s+", "", re.sub(r"//.*", "", code))


def find_code_in_header(path):
    """The C++ in comments: lines that are indented and end as statements do."""
    lines = read(path).splitlines()
    index = 0
    while index < len(lines):
        start, block = index, []
        while index < len(lines) and (match := re.match(r"\s*///?(?:   +(.*))?$", lines[index])):
            block.append(match[1] or "")
            index += 1
        # Prose may stand between blank lines, too.
        for text in "\n".join(block).split("\n\n"):
            if re.search(r"(=.*;|\);|\) \.\.\.)(\s*//.*)?$", text, re.M):
                yield start + 1, text.split("\n")
        index += 1


def check_code():
    compiled = []
    for path in glob.glob(os.path.join(ROOT, "tests/*/**/*.cpp"), recursive=True):
        for code in re.findall(r"// docs: (\S+)\n((?:.*\n)*?)\s*// docs: end\n", read(path)):
            compiled.append(normalize(code[1].replace("ETC;", "...").replace("ETC", "...")))
    examples = [normalize(read(path))
                for path in glob.glob(os.path.join(ROOT, "examples/*/*.cpp"))]
    blocks = [(f"{path}:{line}", block) for floor in ("builder", "bundles", "passmanager")
              for path in list_headers(floor) for line, block in find_code_in_header(path)]
    blocks += [(f"{path}:{line}", block)
               for path in PAGES + ["examples/plugin/README.md"]
               for language, line, block in find_blocks(path) if language == "cpp"]
    for place, block in blocks:
        # The includes of an example stand at the top of a test.
        code = normalize("\n".join(line for line in block if not line.startswith("#include")))
        # Of an example, which is a program, parts may be left out.
        parts = ".*".join(re.escape(part) for part in code.split("..."))
        if not any(code in other for other in compiled) and not any(
                re.search(parts, other) for other in examples):
            fail(place, "this code is in no test", "\n".join(block))
    if len(blocks) < 50:
        fail("tests/docs.py", f"finds only {len(blocks)} examples in C++")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["pages", "links", "formats", "code", "site"])
    parser.add_argument("--mlir", action="store_true")
    parser.add_argument("--root", help="look at the links of these pages, as installed, or of this site")
    arguments = parser.parse_args()
    if arguments.root:
        global ROOT
        ROOT = os.path.abspath(arguments.root)
    if arguments.what == "pages":
        check_pages(arguments.mlir)
    elif arguments.what == "links":
        check_links()
    elif arguments.what == "formats":
        check_formats()
    elif arguments.what == "site":
        check_site()
    else:
        check_code()
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
