#!/usr/bin/env python3
"""Prints a header as Doxygen should read it.

    headers.py --cmark PROGRAM <header>

The manual at its top becomes the description of the file. Code in comments stands in double
backticks, as Doxygen takes a quote for the end of single ones. Friends, and types that a class
only declares, are left out: Doxygen leads to what is said of them, and nothing is.
"""

import argparse
import pathlib
import re
import subprocess
import textwrap

# Code in a line, which may go on in the next, also in the next line of a comment.
CODE = re.compile(r"(?<!`)`((?:[^`\n]|\n(?!\s*(?:///?)?\s*\n))+)`(?!`)")
TITLE = re.compile(r"^(?://|/\*)===- \S+ - (.*?) -+(?:\*- \w+ -\*-?)?=", re.M)
HIDDEN = re.compile(r"^ +(friend [^;{]*|(struct|class) \w+);", re.M)


def quote_code(text):
    return CODE.sub(lambda code: f"``{code[1]}``", text)


def render(text, cmark):
    """The HTML of a page in Markdown, as it may stand in a comment of C."""
    done = subprocess.run([cmark, "--unsafe", "-e", "table"], input=text, capture_output=True,
                          text=True, check=True)
    return done.stdout.replace("*/", "*&#47;").replace("/*", "&#47;*")


def convert_manual(lines):
    """Plain text as Markdown: paragraphs that are indented are code, or a table."""
    blocks, is_list = [], False
    for block in re.split(r"\n\s*\n", "\n".join(lines)):
        indent = min((len(line) - len(line.lstrip()) for line in block.split("\n") if line.strip()),
                     default=0)
        is_list = is_list and indent > 0 or bool(re.match(r"\d+\. ", block))
        if indent < 2 or is_list and indent == 3:
            blocks.append(re.sub(r"^ +", "", block, flags=re.M))
        elif blocks and blocks[-1].endswith("\n```"):
            blocks[-1] = blocks[-1][:-4] + f"\n\n{textwrap.dedent(block)}\n```"
        else:
            blocks.append(f"```\n{textwrap.dedent(block)}\n```")
    return "\n\n".join(blocks)


def describe_file(text, cmark):
    """The comment at the top, for Doxygen."""
    top = re.match(r"(?:(?://|/\*|\|\*|\\\*).*\n)+", text)
    title = TITLE.search(text)
    if not top or not title:
        return ""
    lines = [re.sub(r"\s*\*[|/\\]?$", "", re.sub(r"^(?://|/\*|\|\*|\\\*) ?", "", line))
             for line in top[0].splitlines()]
    rules = [i for i, line in enumerate(lines) if "===---" in line]
    manual = [line for line in lines[rules[0] + 1 if rules else len(lines):] if "===---" not in line]
    html = render(convert_manual(manual), cmark).strip()
    return "\n".join(["/**", "@file", f"@brief {title[1].strip()}", "",
                      *(["@htmlonly", html, "@endhtmlonly"] if html else []), "*/", ""])


def main():
    parser = argparse.ArgumentParser(prog="headers.py")
    parser.add_argument("--cmark", required=True)
    parser.add_argument("header", type=pathlib.Path)
    options = parser.parse_args()
    text = options.header.read_text(encoding="utf-8")
    about = describe_file(text, options.cmark)
    text = HIDDEN.sub(lambda hidden: "\n" * hidden[0].count("\n"), text)
    text = re.sub(r"(?:^ *//.*\n)+", lambda comment: quote_code(comment[0]), text, flags=re.M)
    print(about + text)


if __name__ == "__main__":
    main()
