"""Adds the headings of pages to the index of Doxygen's search, which has their titles only."""

import html
import json
import re

# The sections of the index that headings belong to.
SECTIONS = {"all": 0, "pages": 11}
ROW = re.compile(r"^  \['(.*?)_\d+',(.*)\],?$", re.M)


def make_id(text):
    """As convertToId() of search.js has it."""
    return re.sub(r"[^a-z0-9\x80-\uffff]", lambda c: f"_{ord(c[0]):02x}", text.lower())


def make_rows(headings):
    """A row for each word of each heading, by which one can begin."""
    for title, address, page in headings:
        target = json.dumps([html.escape(title), [f"../{address}", 1, html.escape(page)]])
        for word in re.finditer(r"[\w!]+", title):
            yield make_id(title[word.start():]), target


def write_letter(folder, file, rows, pattern):
    lines = [f"  ['{name}_{i}',{target}]" for i, (name, target) in enumerate(rows)]
    (folder / f"{file}.js").write_text("var searchData=\n[\n" + ",\n".join(lines) + "\n];\n",
                                       encoding="utf-8")
    (folder / f"{file}.html").write_text(pattern.replace("all_0.js", f"{file}.js"), encoding="utf-8")


def add_headings(folder, headings):
    """Writes the files of the index again; `headings`: title, address and title of the page."""
    pattern = (folder / "all_0.html").read_text(encoding="utf-8")
    data = (folder / "searchdata.js").read_text(encoding="utf-8")
    added = list(make_rows(headings))
    for section in SECTIONS:
        number = re.search(f'(\\d+): "{section}"', data)[1]
        rows = list(added)
        for path in folder.glob(f"{section}_*.js"):
            rows += ROW.findall(path.read_text(encoding="utf-8"))
        letters = {}
        for row in sorted(rows):
            first = chr(int(row[0][1:3], 16)) if row[0].startswith("_") else row[0][0]
            letters.setdefault(first, []).append(row)
        for i, letter in enumerate(sorted(letters)):
            write_letter(folder, f"{section}_{i:x}", letters[letter], pattern)
        quoted = "".join(sorted(letters)).replace("\\", "\\\\").replace('"', '\\"')
        data = re.sub(rf'^  {number}: "[<~!-.\w]*"', lambda _: f'  {number}: "{quoted}"',
                      data, count=1, flags=re.M)
    (folder / "searchdata.js").write_text(data, encoding="utf-8")
