"""Finds the places of C++ text that mutants.py changes, and writes the changed text.

The text is split into tokens, not parsed: what binds how is told from LLVM's style, where
binary operators have a space on both sides. What this gets wrong does not compile, and is
not counted.
"""

import dataclasses
import re

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:[^\n\\]|\\.)*)
    |(?P<string>(?:u8|[uUL])?R"(?P<fence>[^(\s]*)\(.*?\)(?P=fence)"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<word>[A-Za-z_]\w*)
    |(?P<number>\d[\w.']*)
    |(?P<mark><<=|>>=|->\*?|\+\+|--|<=|>=|==|!=|&&|\|\||::|[-+*/%&|^]=|<<|>>|.)""",
    re.X | re.S | re.M)

CLOSES = {"(": ")", "[": "]", "{": "}"}
OPENS = {close: open for open, close in CLOSES.items()}
BINDING = {"*": 13, "/": 13, "%": 13, "+": 12, "-": 12, "<<": 11, ">>": 11, "<": 9,
           "<=": 9, ">": 9, ">=": 9, "==": 8, "!=": 8, "&": 7, "^": 6, "|": 5, "&&": 4,
           "||": 3}
ASSIGNS = {"=", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "<<=", ">>="}
SWAPS = {"&&": ("connective", "||"), "||": ("connective", "&&"),
         "&": ("connective", "|"), "|": ("connective", "&"),
         "==": ("comparison", "!="), "!=": ("comparison", "=="),
         "<": ("bound", "<="), "<=": ("bound", "<"), ">": ("bound", ">="),
         ">=": ("bound", ">"), "+": ("sign", "-"), "-": ("sign", "+")}
ASSIGN_SWAPS = {"+=": ("sign", "-="), "-=": ("sign", "+="), "|=": ("connective", "&="),
                "&=": ("connective", "|=")}
KEYWORDS = set("""return case else if while for do switch break continue goto template
    typename using typedef class struct enum public private protected namespace const
    constexpr static auto new delete operator default friend inline extern throw
    static_assert assert llvm_unreachable virtual explicit mutable""".split())
# What a mutant cannot be told by, or what is not there in a release.
LEFT_ALONE = {"assert", "static_assert", "llvm_unreachable", "reserve"}


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    begin: int
    end: int


@dataclasses.dataclass
class Place:
    """A change of text[begin:end]. Parts are text, and ranges of the original; `{}` is the
    number of the mutant."""
    kind: str
    begin: int
    end: int
    parts: list
    change: str


class Source:
    def __init__(self, text):
        self.text = text
        self.tokens = [Token(m.lastgroup, m.group(), m.start(), m.end())
                       for m in TOKEN.finditer(text) if m.lastgroup != "space"]
        self.match = self._match()
        self.skipped = self._skip()

    def _match(self):
        match, open = {}, []
        for i, token in enumerate(self.tokens):
            if token.kind != "mark":
                continue
            if token.text in CLOSES:
                open.append(i)
            elif token.text in OPENS and open:
                j = open.pop()
                match[i], match[j] = j, i
        return match

    def _skip(self):
        skipped = set()
        for i, token in enumerate(self.tokens[:-1]):
            if token.text in LEFT_ALONE and self.tokens[i + 1].text == "(":
                skipped.update(range(i, self.match.get(i + 1, i) + 1))
        return skipped

    def is_mark(self, i, *texts):
        return (0 <= i < len(self.tokens) and self.tokens[i].kind == "mark" and
                self.tokens[i].text in texts)

    def is_word(self, i, *texts):
        return (0 <= i < len(self.tokens) and self.tokens[i].kind == "word" and
                self.tokens[i].text in texts)

    def ends_operand(self, i):
        token = self.tokens[i]
        return (token.kind in ("string", "number") or token.text in (")", "]", "}") or
                token.kind == "word" and token.text not in KEYWORDS)

    def is_spaced(self, i):
        token = self.tokens[i]
        before, after = self.text[token.begin - 1:token.begin], self.text[token.end:token.end + 1]
        return before.isspace() and after.isspace()

    def binding(self, i):
        """How tightly the binary operator binds, 0 for what is none."""
        token = self.tokens[i]
        if token.kind != "mark" or not self.is_spaced(i) or not self.ends_operand(i - 1):
            return 0
        return 2 if token.text in ASSIGNS else BINDING.get(token.text, 0)

    def ends_here(self, i, step):
        token = self.tokens[i]
        if token.kind == "word":
            return token.text in KEYWORDS
        return token.kind == "mark" and token.text in (
            (";", ",", "?", ":", "(", "[", "{") if step < 0 else
            (";", ",", "?", ":", ")", "]", "}"))

    def reach(self, i, step, binding):
        """The last token of the operand that begins beside token `i`."""
        last = i
        i += step
        while 0 <= i < len(self.tokens) and not self.ends_here(i, step):
            other = self.binding(i)
            if other and (other < binding or step > 0 and other == binding):
                break
            if self.is_mark(i, *(OPENS if step < 0 else CLOSES)):
                if i not in self.match or step < 0 and (self.ends_block(i) or
                                                        self.closes_header(i)):
                    break
                i = self.match[i]
            last = i
            i += step
        return last

    def ends_block(self, i):
        return self.is_mark(i, "}") and not (
            self.is_mark(i + 1, ".", "->", "(", ")", ",", "[") or self.binding(i + 1))

    def span(self, first, last):
        return (self.tokens[first].begin, self.tokens[last].end)

    #===--- The kinds ---===#

    def places(self):
        found = []
        for i, token in enumerate(self.tokens):
            if i in self.skipped:
                continue
            if token.kind == "word":
                found += [self.condition(i), self.returned(i)]
            elif token.kind == "mark":
                found += [self.operator(i), self.chosen(i), self.step(i), self.negation(i)]
            found.append(self.statement(i))
        found = [place for place in found if place]
        # Two ways to negate the same condition are one mutant.
        negated = {(p.begin, p.end) for p in found if p.kind == "condition"}
        found = [p for p in found if p.kind == "condition" or
                 p.kind not in ("comparison", "negation") or
                 (p.begin, p.end) not in negated]
        return found

    def condition(self, i):
        if not self.is_word(i, "if", "while") or not self.is_mark(i + 1, "("):
            return None
        first, last = i + 2, self.match.get(i + 1, 0) - 1
        if last < first:
            return None
        semicolons = [k for k in range(first, last + 1)
                      if self.is_mark(k, ";") and self.depth(first, k) == 0]
        if semicolons:
            first = semicolons[-1] + 1
        span = self.span(first, last)
        name = self.declared(first, last)
        if name:
            if self.is_word(i, "while") or semicolons:
                return None
            return Place("condition", *span, [span, f"; pmbMutant({{}}) != bool({name})"],
                         "negated")
        return Place("condition", *span, ["pmbMutant({}) != bool(", span, ")"], "negated")

    def depth(self, first, k):
        inside = [t.text for t in self.tokens[first:k] if t.kind == "mark"]
        return (sum(text in CLOSES for text in inside) -
                sum(text in OPENS for text in inside))

    def declared(self, first, last):
        for k in range(first + 1, last):
            if self.is_mark(k, "(", "[", "{"):
                return None
            if self.is_mark(k, "="):
                return self.tokens[k - 1].text if k - 1 > first else None
        return None

    def chosen(self, i):
        if not self.is_mark(i, "?"):
            return None
        first = self.reach(i, -1, 3)
        if first is None or first == i:
            return None
        span = self.span(first, i - 1)
        return Place("condition", *span, ["(pmbMutant({}) != bool(", span, "))"], "negated")

    def operator(self, i):
        token = self.tokens[i]
        binding = self.binding(i)
        swap = (ASSIGN_SWAPS if binding == 2 else SWAPS).get(token.text)
        if not binding or not swap:
            return None
        first = self.reach(i, -1, binding)
        last = self.reach(i, 1, 1 if binding == 2 else binding)
        if first is None or last is None or first >= i or last <= i:
            return None
        left, right = self.span(first, i - 1), self.span(i + 1, last)
        # Text is only ever joined.
        if token.text == "+" and any(t.kind == "string" for t in self.tokens[first:last + 1]):
            return None
        return Place(swap[0], left[0], right[1],
                     ["(pmbMutant({}) ? (", left, f" {swap[1]} ", right, ") : (", left,
                      f" {token.text} ", right, "))"],
                     f"{token.text} to {swap[1]}")

    def step(self, i):
        if not self.is_mark(i, "++", "--"):
            return None
        other = "--" if self.tokens[i].text == "++" else "++"
        if self.ends_operand(i - 1) and self.tokens[i - 1].end == self.tokens[i].begin:
            first = i - 1
            while self.is_mark(first, ")", "]") and first in self.match:
                first = self.match[first] - 1
            while self.is_mark(first - 1, ".", "->"):
                first -= 2
            operand = self.span(first, i - 1)
            new, old = [operand, other], [operand, self.tokens[i].text]
            begin, end = operand[0], self.tokens[i].end
        else:
            last = self.unary_end(i + 1)
            if last is None:
                return None
            operand = self.span(i + 1, last)
            new, old = [other, operand], [self.tokens[i].text, operand]
            begin, end = self.tokens[i].begin, operand[1]
        return Place("sign", begin, end,
                     ["(pmbMutant({}) ? (", *new, ") : (", *old, "))"],
                     f"{self.tokens[i].text} to {other}")

    def unary_end(self, i):
        while self.is_mark(i, "*", "!", "&", "-", "~"):
            i += 1
        if i >= len(self.tokens) or not (self.tokens[i].kind in ("word", "number") or
                                         self.is_mark(i, "(")):
            return None
        i = self.match.get(i, i)
        while True:
            if self.is_mark(i + 1, "(", "[") and i + 1 in self.match:
                i = self.match[i + 1]
            elif self.is_mark(i + 1, "::", ".", "->"):
                i += 2
            else:
                return i

    def negation(self, i):
        if not self.is_mark(i, "!") or self.ends_operand(i - 1):
            return None
        last = self.unary_end(i + 1)
        if last is None:
            return None
        operand = self.span(i + 1, last)
        return Place("negation", self.tokens[i].begin, operand[1],
                     ["(pmbMutant({}) != !", operand, ")"], "removed")

    def returned(self, i):
        if not self.is_word(i, "return") or not self.is_word(i + 1, "true", "false"):
            return None
        if not self.is_mark(i + 2, ";"):
            return None
        span = self.span(i + 1, i + 1)
        return Place("result", *span, ["pmbMutant({}) != ", span], "negated")

    def statement(self, i):
        """A call, an assignment or a jump that is a statement."""
        if i == 0 or not (self.is_mark(i - 1, ";", "{", "}") or self.is_word(i - 1, "else") or
                          self.closes_header(i - 1)):
            return None
        last = i
        while last < len(self.tokens) and not self.is_mark(last, ";"):
            if self.is_mark(last, *OPENS):
                return None
            last = self.match.get(last, last) + 1
        if last >= len(self.tokens) or not self.can_go(i, last):
            return None
        span = self.span(i, last)
        return Place("statement", *span, ["{ if (!pmbMutant({})) ", span, " }"], "deleted")

    def closes_header(self, i):
        return i in self.match and self.is_word(self.match[i] - 1, "if", "for", "while",
                                                "switch")

    def can_go(self, i, last):
        words = self.tokens[i:last]
        if not words or any(k in self.skipped for k in range(i, last)):
            return False
        if any(t.text in LEFT_ALONE for t in words):
            return False
        if len(words) == 1:
            return words[0].text in ("break", "continue", "return")
        if self.is_mark(i, "++", "--", "*", "("):
            return True
        if words[0].kind != "word" or words[0].text in KEYWORDS:
            return False
        # A name, what is called or taken of it, and what is done with it.
        k = self.unary_end(i)
        if k is None:
            return False
        return k == last - 1 and len(words) > 2 or self.is_mark(k + 1, *ASSIGNS, "++", "--",
                                                                  "<<")


BEGIN, END, NUMBER = "\x01", "\x02", "\x03"


def overlaps(a, b):
    """Whether the changes cannot both be made."""
    if a.end <= b.begin or b.end <= a.begin:
        return False
    if (a.begin, a.end) == (b.begin, b.end):
        return True
    outer, inner = (a, b) if a.end - a.begin > b.end - b.begin else (b, a)
    return not any(part[0] <= inner.begin and inner.end <= part[1]
                   for part in outer.parts if isinstance(part, tuple))


def rewrite(text, chosen):
    """The text with all changes, and for each number where it stands: the offsets of its
    begin and end in the new text, more than once where another change doubles it.
    `chosen` are pairs of a number and a place."""
    marked = _render(text, 0, len(text), sorted(chosen, key=lambda c: (c[1].begin, -c[1].end)))
    output, open, spans, at = [], [], {}, 0
    for part in re.split(f"({BEGIN}\\d+{NUMBER}|{END})", marked):
        if part.startswith(BEGIN):
            open.append((int(part[1:-1]), at))
        elif part == END:
            number, begin = open.pop()
            spans.setdefault(number, []).append((begin, at))
        else:
            output.append(part)
            at += len(part)
    return "".join(output), spans


def _render(text, begin, end, chosen):
    output, at = [], begin
    for k, (number, place) in enumerate(chosen):
        if place.begin < at or place.end > end:
            continue
        output.append(text[at:place.begin])
        inside = [c for c in chosen if c[0] != number and
                  place.begin <= c[1].begin and c[1].end <= place.end]
        output.append(f"{BEGIN}{number}{NUMBER}")
        for part in place.parts:
            output.append(part.replace("{}", str(number)) if isinstance(part, str) else
                          _render(text, *part, inside))
        output.append(END)
        at = place.end
    output.append(text[at:end])
    return "".join(output)
