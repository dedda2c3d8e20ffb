"""Breaks lines that renames made too long: texts in two, comments and docstrings' paragraphs anew.

    ruff check . --select E501 --output-format concise | python -m tools.renaming.long_lines

It is part of ADR 30, and goes when that is done. What it cannot break it prints.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections import defaultdict
from pathlib import Path

MOST = 118
TEXT = re.compile(
    r"^(?P<before>\s*(?:\w+ = |return |yield |raise \w+\()?)"
    r'(?P<f>[fr]?)"(?P<text>(?:[^"\\]|\\.)*)"(?P<after>,?\)*,?)$'
)


def cut(text: str, room: int) -> int:
    """Where a text may be cut: behind the last space outside braces that leaves room; 0 for nowhere."""
    depth, found = 0, 0
    for place, letter in enumerate(text):
        depth += (letter == "{") - (letter == "}")
        if letter == " " and depth == 0 and place + 1 <= room:
            found = place + 1
    return found


def broken(line: str) -> list[str] | None:
    """A line with a text, as several; None where it cannot be broken."""
    match = TEXT.match(line)
    if match is None:
        return None
    before, mark, text, after = match["before"], match["f"], match["text"], match["after"]
    indent = " " * (len(before) - len(before.lstrip()))
    head = before.strip()
    if head.startswith("raise"):
        return None
    inner = indent + "    " if head else indent
    lines: list[str] = []
    while len(inner) + len(mark) + 2 + len(text) + (0 if head else len(after)) > MOST:
        at = cut(text, MOST - len(inner) - len(mark) - 2)
        if not at:
            return None
        lines.append(f'{inner}{mark if "{" in text[:at] else ""}"{text[:at]}"')
        text = text[at:]
    lines.append(f'{inner}{mark if "{" in text else ""}"{text}"{"" if head else after}')
    return [f"{before}(", *lines, f"{indent}){after}"] if head else lines


def wrapped(lines: list[str], at: int) -> tuple[int, int, list[str]] | None:
    """The paragraph of a docstring or comment round a line, broken anew."""
    line = lines[at]
    comment = re.match(r"^\s*#: ?|^\s*# ", line)
    prefix = comment[0] if comment else re.match(r"^\s*", line)[0]  # type: ignore[index]
    bullet = re.match(r"^- ", line[len(prefix) :])

    def belongs(other: str) -> bool:
        body = other[len(prefix) :]
        return (
            other.startswith(prefix)
            and bool(body.strip())
            and not body.startswith((" ", "- ", '"""', "#"))
            and ('"""' not in body)
        )

    if bullet or (not belongs(line) and '"""' not in line):
        return None
    first = at
    last = at
    while last + 1 < len(lines) and '"""' not in lines[last] and belongs(lines[last + 1]):
        last += 1
    ends = ""
    text = " ".join(each[len(prefix) :].strip() for each in lines[first : last + 1])
    if text.endswith('"""'):
        text, ends = text[:-3], '"""'
    quote = ""
    if text.startswith('"""'):
        return None
    again = textwrap.wrap(text, MOST - len(prefix), break_long_words=False, break_on_hyphens=False)
    out = [prefix + quote + each for each in again]
    if ends:
        out[-1] += ends
    return first, last, out


def main() -> None:
    """Break the lines that are named on the standard input."""
    wanted: dict[str, list[int]] = defaultdict(list)
    for line in sys.stdin:
        match = re.match(r"^(.+?):(\d+):\d+: E501", line)
        if match:
            wanted[match[1]].append(int(match[2]))
    for name, numbers in wanted.items():
        path = Path(name)
        lines = path.read_text(encoding="utf-8").split("\n")
        for number in sorted(numbers, reverse=True):
            line = lines[number - 1]
            if (parts := broken(line)) is not None:
                lines[number - 1 : number] = parts
            elif not re.search(r"[\"'](?!\"\")", line.replace('"""', "")) or line.lstrip().startswith("#"):
                if (paragraph := wrapped(lines, number - 1)) is None:
                    print(f"{name}:{number}: {line.strip()}")
                else:
                    first, last, out = paragraph
                    lines[first : last + 1] = out
            else:
                print(f"{name}:{number}: {line.strip()}")
        path.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
