"""What is written down is true: the table of invariants, the settings of the operations guide, the designs shown."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

import league.tasks
import league.urls  # noqa: F401 - brings what the site itself refuses
import rules.campaign.perform  # noqa: F401 - brings every chapter, and with it every refusal
from rules.packet_book import PacketBook
from rules.refusal import Refusal
from rules.registry import named as ruleset_named
from rules.registry import rulesets
from rules.ruleset import Document
from tests.league.test_invariants import AUDITED, CONSTRAINTS, DATABASE, RULES

CHECKOUT = Path(__file__).parents[2]
CASES = {"test_the_database_refuses": DATABASE, "test_the_rules_refuse": RULES, "test_the_audit_names": AUDITED}
LEVELS = ("database", "rules", "audit", "league", "journal")
GUIDE = CHECKOUT.joinpath("docs", "rulesets.md").read_text(encoding="utf-8")
"""The guide to rulesets."""
SHOWN = [
    design
    for command in map(json.loads, re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL))
    for design in (command["designs"] if "designs" in command else {command["ruleset"]: command["design"]}).items()
]
"""The designs it shows, each with the name of its ruleset."""


def rows() -> list[list[str]]:
    """The cells of every row of every table of invariants: what holds, which level, where it is tried."""
    lines = CHECKOUT.joinpath("docs", "invariants.md").read_text(encoding="utf-8").splitlines()
    found = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if line.startswith("| ")]
    found = [cells for cells in found if cells[0] != "What always holds" and not cells[0].startswith("---")]
    assert found
    return found


@cache
def written_tests() -> dict[str, set[str]]:
    """The names of all test functions, by the path of their file in `tests/`."""
    return {
        str(path.relative_to(CHECKOUT / "tests")): {
            node.name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.FunctionDef)
        }
        for path in sorted(CHECKOUT.glob("tests/**/test_*.py"))
    }


def all_refusals(cls: type[Refusal] = Refusal) -> set[str]:
    """The names of every refusal of the house."""
    return {each for sub in cls.__subclasses__() for each in ({sub.__name__} | all_refusals(sub))}


@pytest.mark.parametrize("cells", rows(), ids=lambda cells: cells[0][:60])
def test_every_row_of_the_table_names_a_level_and_a_test_that_exists(cells: list[str]) -> None:
    assert len(cells) == 3
    _, level, where = cells
    assert re.match(r"\w+", level)[0] in LEVELS  # type: ignore[index]
    refusals = set(re.findall(r"`([A-Z]\w+)`", level))
    assert refusals - all_refusals() == set()
    named = re.findall(r"`(?:(\S+\.py)::)?(test_\w+)(?:\[([^\]]+)\])?`", where)
    assert named
    for file, test, case in named:
        assert test in written_tests()[file or "league/test_invariants.py"], test
        assert not case or case in CASES[test], case


def test_every_constraint_is_in_the_table_and_is_tried() -> None:
    listed = {name for _, level, _ in rows() for name in re.findall(r"`([a-z_]+)`", level)}
    assert DATABASE.keys() == CONSTRAINTS.keys()
    assert CONSTRAINTS.keys() - listed == set()
    assert listed - CONSTRAINTS.keys() == set()


def test_every_setting_that_is_read_from_the_environment_is_in_the_operations_guide() -> None:
    settings = CHECKOUT.joinpath("config", "settings.py").read_text(encoding="utf-8")
    guide = CHECKOUT.joinpath("docs", "operations.md").read_text(encoding="utf-8")
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', settings))
    assert read
    assert sorted(re.findall(r"^\| `([A-Z_]+)`", guide, re.MULTILINE)) == sorted(read)


def test_every_file_a_document_of_ours_points_at_is_there() -> None:
    documents = [*CHECKOUT.glob("*.md"), *CHECKOUT.glob("docs/**/*.md")]
    assert documents
    missing = [
        f"{document.relative_to(CHECKOUT)}: {target}"
        for document in documents
        for target in re.findall(r"\]\(([^)#\s]+)", document.read_text(encoding="utf-8"))
        if "://" not in target and not (document.parent / target).exists()
    ]
    assert missing == []


def test_the_guide_shows_a_design_for_each_book_that_plays_from_packets() -> None:
    books = sorted(each.name for each in rulesets() if isinstance(each, PacketBook))
    assert books
    assert sorted(name for name, _ in SHOWN) == books


@pytest.mark.parametrize(("name", "design"), SHOWN, ids=[name for name, _ in SHOWN])
def test_a_design_the_guide_shows_has_no_fault_on_a_car_of_60_points(name: str, design: Document) -> None:
    assert not ruleset_named(name).faults_of_design(design, dp=60, gunner_station=False, gearing=0, switches={})


def test_every_place_where_a_new_book_is_to_be_named_is_there() -> None:
    told = GUIDE.split("## Another book in a day")[1]
    places = re.findall(r"^\| `([\w./]+\.(?:py|toml|md))`.* \|$", told, re.MULTILINE)
    assert {"rules/registry.py", "pyproject.toml", "docs/glossary.md"} <= set(places)
    assert [place for place in places if not CHECKOUT.joinpath(place).is_file()] == []
