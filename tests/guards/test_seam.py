"""The seam between the house and its match systems: no room and no chapter of the campaign knows one by its name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.registry import BOOKS
from tests.guards.findings import report

CHECKOUT = Path(__file__).parents[2]
NAMES = (*BOOKS, "carwars")


def house() -> list[Path]:
    """Every module that must not know a match system; the registry alone lists the books."""
    rooms = [
        path
        for room in ("league", "drivers", "franchises", "config")
        for path in CHECKOUT.joinpath(room).rglob("*.py")
    ]
    shared = [path for path in CHECKOUT.glob("rules/*.py") if path.stem != "registry"]
    found = [*rooms, *CHECKOUT.joinpath("rules", "campaign").rglob("*.py"), *shared]
    return sorted(found)


def named_in(text: str) -> Iterator[str]:
    """The match systems that a module's code names, in any name or text that is no docstring."""
    tree = ast.parse(text)
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) in told:
            continue
        words = [value for value in vars(node).values() if isinstance(value, str)]
        yield from (name for name in NAMES for word in words if name in word.lower())


def known_by_name(path: Path) -> Iterator[str]:
    """A sentence for each match system that a module names."""
    for name in sorted(set(named_in(path.read_text(encoding="utf-8")))):
        yield f"{path.relative_to(CHECKOUT)} names {name}: ask the registry (rules/registry.py) instead."


def test_no_room_knows_a_match_system_by_its_name() -> None:
    looked_at = house()
    report((each for path in looked_at for each in known_by_name(path)), seen=looked_at, of="modules of the house")


@pytest.mark.parametrize(
    "code", ["from rules.dethmatch import play", "import rules.rhad", "NAME = 'dethmatch.laps'", "formule = 1"]
)
def test_a_name_is_seen_wherever_it_stands(code: str) -> None:
    assert list(named_in(code)) != []


def test_a_book_is_listed_by_a_module_of_its_own() -> None:
    crooked = [name for name, book in BOOKS.items() if book != f"rules.{name}.ruleset"]
    report(
        (f"BOOKS in rules/registry.py lists {name!r} elsewhere: write rules.{name}.ruleset." for name in crooked),
        seen=BOOKS,
        of="match systems",
    )
