"""Renames methods and properties of classes, by their types: mypy says where each is used.

    python -m tools.renaming.members           rename what `members.tsv` lists, and what the type checker finds
    python -m tools.renaming.members --left    list what is still called as before where no type is known

It is part of ADR 30, and goes when that is done. Definitions change first, with their use by `self` and `super`.
Then mypy is run, tests included, until it names no attribute that is gone; each place it names is rewritten. What it
cannot know is printed: two classes that give one name different new ones, and uses of values without a type, which
the tests find.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.source_index import SITE_PACKAGES

TABLE = Path(__file__).with_name("members.tsv")
CHECKED = (*SITE_PACKAGES, "tools", "benchmarks", "tests")
ERROR = re.compile(r"^(?P<path>.*?\.py):(?P<line>\d+):(?P<column>\d+)(?::\d+:\d+)?: error: (?P<says>.*)$")
NO_ATTRIBUTE = re.compile(
    r'"(?:type\[)?(?P<owner>[\w.\[\], |]+?|<subclass[^>]*>)\]?"(?: of "[^"]*")? has no attribute "(?P<name>\w+)"'
)
MOST_TURNS = 8
"""Runs of the type checker: what is renamed in one shows what hangs on it in the next."""


@dataclass(frozen=True)
class Member:
    """A method or property: the file and class that define it, and its names."""

    path: Path
    owner: str
    old: str
    new: str


@dataclass(frozen=True, order=True)
class Edit:
    """A name that is replaced, by its line from 1 and its column in bytes from 0."""

    line: int
    column: int
    old: str
    new: str


def members() -> list[Member]:
    """What the table lists and is not renamed yet."""
    rows = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()[1:]]
    return [Member(Path(row[0]), row[1], row[2], row[3]) for row in rows if row[0]]


def name_position(node: ast.Attribute) -> tuple[int, int]:
    """Where the name of an attribute stands."""
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return node.end_lineno, node.end_col_offset - len(node.attr.encode())


def apply_edits(path: Path, edits: list[Edit]) -> None:
    """Rewrite a file, from its end to its beginning."""
    lines = path.read_bytes().split(b"\n")
    for edit in sorted(set(edits), reverse=True):
        line, end = lines[edit.line - 1], edit.column + len(edit.old)
        assert line[edit.column : end] == edit.old.encode(), (path, edit)
        lines[edit.line - 1] = line[: edit.column] + edit.new.encode() + line[end:]
    path.write_bytes(b"\n".join(lines))


def own_uses(member: Member) -> Iterator[Edit]:
    """The definition of a member, and its uses in its own class by `self`, `cls` and `super()`."""
    source = member.path.read_text(encoding="utf-8")
    lines = source.encode().split(b"\n")
    owners = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]
    for owner in (node for node in owners if node.name == member.owner):
        for statement in owner.body:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef) and statement.name == member.old:
                column = lines[statement.lineno - 1].index(b"def ") + len(b"def ")
                yield Edit(statement.lineno, column, member.old, member.new)
        for node in ast.walk(owner):
            if isinstance(node, ast.Attribute) and node.attr == member.old and is_own(node.value):
                yield Edit(*name_position(node), member.old, member.new)


def is_own(value: ast.expr) -> bool:
    """Whether an expression is the object or the class itself."""
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id == "super"
    return isinstance(value, ast.Name) and value.id in ("self", "cls")


def base_classes() -> dict[str, list[str]]:
    """The names of the bases of every class, by its own name."""
    bases: dict[str, list[str]] = defaultdict(list)
    for folder in CHECKED:
        for path in Path(folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    values = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
                    bases[node.name] += [base.id for base in values if isinstance(base, ast.Name)]
                    bases[node.name] += [base.attr for base in values if isinstance(base, ast.Attribute)]
    return bases


def new_name(owners: list[str], names: dict[str, str], bases: dict[str, list[str]]) -> str | None:
    """The new name by the classes that mypy names, or by their bases; the only one there is where none is known."""
    waiting, seen = list(owners), set[str]()
    while waiting:
        owner = waiting.pop(0)
        if owner in names:
            return names[owner]
        if owner not in seen:
            seen.add(owner)
            waiting += bases.get(owner, [])
    only = set(names.values())
    return only.pop() if len(only) == 1 else None


def type_errors() -> Iterator[re.Match[str]]:
    """What mypy says of the site, its tools and its tests."""
    command = [".venv/bin/mypy", "--show-column-numbers", "--no-error-summary", *CHECKED]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    yield from (found for found in map(ERROR.match, output.splitlines()) if found is not None)


def rename(listed: list[Member]) -> None:
    """Rename definitions, then every use that has a type; print what is left to a person."""
    names: dict[str, dict[str, str]] = defaultdict(dict)
    edits: dict[Path, list[Edit]] = defaultdict(list)
    for member in listed:
        names[member.old][member.owner] = member.new
        edits[member.path] += own_uses(member)
    for path, changes in edits.items():
        apply_edits(path, changes)
    bases = base_classes()
    for _ in range(MOST_TURNS):
        edits, unclear = defaultdict(list), list[str]()
        for error in type_errors():
            gone = NO_ATTRIBUTE.search(error["says"])
            if gone is None or gone["name"] not in names or gone["owner"] == "None":
                continue
            owners = re.findall(r"\w+", gone["owner"].partition("[")[0])[::-1]
            new = new_name(owners, names[gone["name"]], bases)
            places = list(uses_at(Path(error["path"]), gone["name"], int(error["line"]), int(error["column"]) - 1))
            if new is None or not places:
                unclear.append(error.string)
                continue
            edits[Path(error["path"])] += [Edit(*place, gone["name"], new) for place in places]
        for path, changes in edits.items():
            apply_edits(path, changes)
        if not edits:
            break
    print("\n".join(unclear))


def uses_at(path: Path, name: str, line: int, column: int) -> Iterator[tuple[int, int]]:
    """Where the name of an attribute stands in the expression that begins there."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr == name and (node.lineno, node.col_offset) == (line, column):
            yield name_position(node)


def print_left(listed: list[Member]) -> None:
    """Print every use of a name that no class and no field has any more."""
    old = {member.old for member in listed}
    uses, defined = list[tuple[Path, int, str]](), set[str]()
    for folder in CHECKED:
        for path in sorted(Path(folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef):
                    defined.add(node.name)
                elif isinstance(node, ast.AnnAssign | ast.Assign):
                    targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
                    defined |= {target.id for target in targets if isinstance(target, ast.Name)}
                elif isinstance(node, ast.Attribute) and node.attr in old:
                    uses.append((path, node.lineno, node.attr))
    for path, line, name in uses:
        if name not in defined:
            print(f"{path}:{line}: {name}")


def main() -> None:
    """Rename, or list what is left."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--left", action="store_true")
    print_left(members()) if parser.parse_args().left else rename(members())


if __name__ == "__main__":
    main()
