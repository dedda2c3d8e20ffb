"""The texts of the checkout, for tools that look for a name in all of them: read whole, and not parsed.

Two thousand files are read in a quarter of a second; parsing them would take ten.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.source_index import product_packages, source_files

IMPORT = re.compile(r"^[ \t]*from [\w.]+ import (?:\([^)]*\)|[^\n]*)|^[ \t]*import [^\n]*", re.MULTILINE)
EXCERPT_LENGTH = 88


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A line of a file: the path relative to the root, and the line number from 1. `text` is the line's content."""

    path: str
    line: int
    text: str = ""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@dataclass(frozen=True, slots=True)
class SourceText:
    """A file: its path relative to the root, and its text."""

    path: str
    text: str

    def place_at(self, position: int) -> Place:
        """The line that contains a position of the text."""
        return self.place_on(self.text.count("\n", 0, position) + 1)

    def place_on(self, line: int) -> Place:
        """The line with that number, with the beginning of its text."""
        excerpt = " ".join(self.text.splitlines()[line - 1].split())
        return Place(self.path, line, excerpt if len(excerpt) <= EXCERPT_LENGTH else f"{excerpt[:EXCERPT_LENGTH]} …")

    def without_imports(self) -> SourceText:
        """The same file with its imports replaced by blank lines, so that line numbers stay."""
        return SourceText(self.path, IMPORT.sub(lambda match: "\n" * match[0].count("\n"), self.text))


def read_texts(root: Path, paths: Iterable[Path]) -> list[SourceText]:
    """The texts of these files."""
    return [SourceText(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")) for path in paths]


def read_product(root: Path) -> list[SourceText]:
    """The modules of all packages that run with the site, and the templates."""
    modules = (path for package in product_packages(root) for path in source_files(root / package))
    return read_texts(root, [*modules, *sorted((root / "templates").rglob("*.html"))])


def read_tests(root: Path) -> list[SourceText]:
    """The tests, and the scenarios that are played as tests."""
    scenarios = sorted((root / "tests").rglob("scenarios/*.json"))
    return read_texts(root, [*source_files(root / "tests"), *scenarios])


def read_documents(root: Path) -> list[SourceText]:
    """The documents, the chapters of the rulebooks, and the sections of questionnaires, which are chapters too."""
    chapters = (
        path
        for package in product_packages(root)
        for pattern in ("*.md", "questions/*.toml")
        for path in sorted((root / package).rglob(pattern))
    )
    return read_texts(root, [*sorted(root.glob("*.md")), *sorted((root / "docs").rglob("*.md")), *chapters])


def lines_with(pattern: re.Pattern[str], texts: Iterable[SourceText]) -> dict[str, list[int]]:
    """The numbers of the lines with a match, each once, by the path of their file."""
    found: dict[str, list[int]] = {}
    for source in texts:
        for match in pattern.finditer(source.text):
            lines, line = found.setdefault(source.path, []), source.text.count("\n", 0, match.start()) + 1
            if line not in lines:
                lines.append(line)
    return found


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers, from 1."""
    return enumerate(text.splitlines(), start=1)
