"""Writes what was measured into tests/TRUST.md.

    from record import record
    record("mutants", ["| killed | 472 of 500 |"], command="tests/trust/mutants.py --seed 1")

The lines replace what stands between `<!-- mutants -->` and `<!-- /mutants -->`, above them
the command that makes them again and the date. A section that the page does not have is an error.
"""

import datetime
import pathlib

PAGE = pathlib.Path(__file__).resolve().parent.parent / "TRUST.md"


def split(section, page):
    """The page before the section, its lines, and the page after it."""
    text = page.read_text(encoding="utf-8")
    begin, end = f"<!-- {section} -->\n", f"<!-- /{section} -->\n"
    if text.count(begin) != 1 or text.count(end) != 1:
        raise SystemExit(f"{page}: the section '{section}' must stand there once")
    before, rest = text.split(begin)
    body, after = rest.split(end)
    return before + begin, body.splitlines(), end + after


def recorded(section, page=PAGE):
    """The lines that stand in the section."""
    return split(section, page)[1]


def record(section, lines, command, page=PAGE):
    before, _, after = split(section, page)
    date = datetime.date.today().isoformat()
    body = "\n".join([f"Measured on {date} by `{command}`:", "", *lines, ""])
    page.write_text(before + body + after, encoding="utf-8")
