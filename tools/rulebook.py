"""The rule IDs in the lists under docs/rules, and where tests and code name them."""

import ast
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.source_index import mark_name, read_source, source_files

ROOT = Path(__file__).resolve().parents[1]
RULES_FOLDER = Path("docs") / "rules"
NOTE_TABLES = ("recorded", "partial", "in_match")  # notes on rules; every other list holds the titles of a system


@dataclass(frozen=True)
class RuleMention:
    """One place that names a rule: the path relative to the root, the line from 1, and the ID."""

    path: str
    line: int
    rule: str


class UnreadableMark(Exception):
    """A rule mark is not a plain call with literal IDs, so no tool can read it."""


def read_table(path: Path) -> dict[str, str]:
    """The two columns of a list under docs/rules, by ID; empty if there is no such file.

    Raises ValueError if a line does not have exactly two columns or an ID appears twice.
    """
    table: dict[str, str] = {}
    if not path.exists():
        return table
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()[1:], start=2):
        columns = line.split("\t")
        if len(columns) != 2 or not all(columns) or columns[0] in table:
            raise ValueError(f"{path.name}, line {number}: one new ID and one text are wanted, with a tab between.")
        table[columns[0]] = columns[1]
    return table


def titles_by_system(root: Path) -> dict[str, dict[str, str]]:
    """The title of every rule, by system and ID, from the lists under docs/rules."""
    lists = sorted(path for path in (root / RULES_FOLDER).glob("*.tsv") if path.stem not in NOTE_TABLES)
    return {path.stem: read_table(path) for path in lists}


def rule_prefixes(root: Path) -> list[str]:
    """The beginnings of the rule IDs in the lists under docs/rules, such as `DM-C`, sorted."""
    return sorted({rule.rpartition("-")[0] for titles in titles_by_system(root).values() for rule in titles})


RULE_ID = re.compile(rf"\b({'|'.join(rule_prefixes(ROOT))})-(\d{{3}})\b")
"""An ID with the beginning of a listed rule."""
RULE_RANGE = re.compile(RULE_ID.pattern + r"(?:\s*(?:to|–|…)\s*(?:\1-)?(\d{3})\b)?")
"""An ID, or the first and the last of several: `DM-C-014 to DM-C-016`."""


def notes_by_table(root: Path) -> dict[str, dict[str, str]]:
    """The notes on rules, by table and ID. Raises ValueError as `read_table` does."""
    return {note: read_table(root / RULES_FOLDER / f"{note}.tsv") for note in NOTE_TABLES}


def rule_ids_in(text: str) -> list[str]:
    """The rule IDs in a text, in order, each once; `DM-C-014 to DM-C-016` is three IDs."""
    return list(dict.fromkeys(rule for _, rule in rule_mentions(text)))


def rule_mentions(text: str) -> Iterator[tuple[int, str]]:
    """Every rule ID in a text, with its line; all IDs of a range are on the range's first line."""
    line, counted = 1, 0
    for found in RULE_RANGE.finditer(text):
        line, counted = line + text.count("\n", counted, found.start()), found.start()
        prefix, first, last = found.groups()
        for number in range(int(first), int(last or first) + 1):
            yield line, f"{prefix}-{number:03}"


def rule_marks(root: Path, folder: str = "tests") -> Iterator[RuleMention]:
    """Every ID in a `pytest.mark.rule(...)` under the folder: in decorators, `pytestmark` and parameters.

    A scenario file (`scenarios/*.json`) counts as a test marked with its `rules`. Raises UnreadableMark if an
    argument is not a literal text.
    """
    for path in sorted((root / folder).rglob("scenarios/*.json")):
        for rule in json.loads(path.read_text(encoding="utf-8")).get("rules", ()):
            yield RuleMention(path.relative_to(root).as_posix(), 1, rule)
    for path in source_files(root / folder):
        for call in read_source(path).marks:
            if mark_name(call) == "rule":
                yield from ids_of_mark(call, path.relative_to(root).as_posix())


def ids_of_mark(call: ast.Call, path: str) -> Iterator[RuleMention]:
    """The IDs of one mark. Raises UnreadableMark as `rule_marks` does."""
    if not call.args or call.keywords:
        raise UnreadableMark(f"{path}:{call.lineno}: a rule mark takes one or more IDs and nothing else.")
    for argument in call.args:
        if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
            raise UnreadableMark(f"{path}:{argument.lineno}: write the IDs of a rule mark out, one text each.")
        yield RuleMention(path, argument.lineno, argument.value)


def citations(root: Path, folders: Iterable[str]) -> Iterator[RuleMention]:
    """Every ID in a docstring or another string of the code in these folders."""
    for folder in folders:
        for path in source_files(root / folder):
            for line, text in read_source(path).texts:
                for prefix, number in RULE_ID.findall(text):
                    yield RuleMention(path.relative_to(root).as_posix(), line, f"{prefix}-{number}")
