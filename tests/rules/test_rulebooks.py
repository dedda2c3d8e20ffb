"""Every book's rulebook pages: each rule once under its title, house rules named, tables complete, words plain."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import pytest

from rules.core.switches import Switch
from rules.match.registry import rulesets
from rules.match.ruleset import Page
from tests.rules.rulebooks import headings, ill_set, in_one_line, out_of_place, ragged, sections, shown, tables
from tools.rulebook import read_table, rule_ids_in

TABLES = Path(__file__).parents[2] / "docs" / "rules"
BOOKS = {ruleset.name: ruleset for ruleset in rulesets()}


def read_by(name: str) -> list[Switch]:
    """Every switch that a book reads, including those it shares with the season. A book without settings has its own
    switches only; `tests/guards/test_books.py` reports such a book.
    """
    if find_spec(f"rules.{name}.settings") is None:
        return list(BOOKS[name].switches)
    return list(import_module(f"rules.{name}.settings").SWITCHES_BY_NAME.values())


SWITCHES = {name: read_by(name) for name in BOOKS}
every_book = pytest.mark.parametrize("name", BOOKS)
every_switch = pytest.mark.parametrize(
    ("name", "switch"),
    [pytest.param(name, switch, id=switch.name) for name, known in SWITCHES.items() for switch in known],
)
SHORTEST = 30
"""The minimum length of a rule's text, in characters."""
AMERICAN = {"Armour": "Armor", "tyres": "tires", "Manoeuvre": "Maneuver"}
"""Replacements that turn the lists' spelling into American spelling."""


def titles(name: str) -> dict[str, str]:
    """The titles of a book's rules by ID, from the project's list, in American spelling."""
    listed = read_table(TABLES / f"{name}.tsv")
    return {id: " ".join(AMERICAN.get(word, word) for word in title.split(" ")) for id, title in listed.items()}


def pages(name: str) -> tuple[Page, ...]:
    return BOOKS[name].rulebook


def choices_of(switch: Switch) -> str:
    """The values a switch may have, as the last page of a rulebook prints them; empty for a free text."""
    if switch.choices:
        return ", ".join(shown(choice) for choice in switch.choices)
    if isinstance(switch.default, bool):
        return "on, off"
    return f"{switch.lowest} to {switch.highest}" if isinstance(switch.default, int) else ""


# ------------------------------------------------------------------------------------------------- rules and chapters


@every_book
def test_every_rule_stands_in_one_page_under_its_title_and_in_the_order_of_the_ids(name: str) -> None:
    assert headings(pages(name)) == list(titles(name).items()) != []


@every_book
def test_a_rulebook_is_of_all_that_a_league_may_set(name: str) -> None:
    assert {switch.name for switch in BOOKS[name].switches} <= {switch.name for switch in SWITCHES[name]}


@every_book
def test_every_rule_says_something(name: str) -> None:
    assert [id for id, text in sections(pages(name)).items() if len(text) < SHORTEST] == []


@every_book
def test_every_rule_a_page_refers_to_exists(name: str) -> None:
    known = {id for path in TABLES.glob("*.tsv") for id in read_table(path)}
    assert {id for page in pages(name) for id in rule_ids_in(page.text)} - known == set()


@every_book
def test_the_chapters_are_numbered_without_a_gap_and_each_begins_with_its_title(name: str) -> None:
    chapters = sorted(path.name for path in files(f"rules.{name}").joinpath("rulebook").iterdir())
    assert [chapter[:3] for chapter in chapters] == [f"{count:02}-" for count in range(1, len(chapters) + 1)]
    assert len(chapters) == len(pages(name))
    for chapter in chapters:
        text = files(f"rules.{name}").joinpath("rulebook", chapter).read_text(encoding="utf-8")
        assert re.match(r"# [A-Z].*\n\n", text), chapter
        assert len(re.findall(r"^# ", text, re.MULTILINE)) == 1, chapter


# ------------------------------------------------------------------------------------------------- house rules


@every_switch
def test_a_house_rule_stands_under_its_rule_with_what_holds_unless_the_league_says_otherwise(
    name: str, switch: Switch
) -> None:
    sentence = f"House rule: `{switch.name}` (default {shown(switch.default)}): "
    assert in_one_line(sections(pages(name))[switch.rule]).count(sentence) == 1


@every_book
def test_a_rulebook_names_no_house_rule_there_is_not(name: str) -> None:
    names = [switch_name for page in pages(name) for switch_name in re.findall(r"House rule: `([^`]+)`", page.text)]
    assert sorted(names) == sorted(switch.name for switch in SWITCHES[name])


@pytest.mark.parametrize("name", [name for name, known in SWITCHES.items() if known])
def test_the_last_page_lists_every_house_rule_by_its_rule_with_what_it_may_be(name: str) -> None:
    last = pages(name)[-1]
    (listed,) = tables(last.text)
    assert last.title == "House rules"
    for row, switch in zip(listed[1:], sorted(SWITCHES[name], key=lambda option: option.rule), strict=True):
        assert row[:3] == [switch.rule, f"`{switch.name}`", shown(switch.default)]
        assert row[3] == (choices_of(switch) or row[3]) != ""
        assert row[4]


# -------------------------------------------------------------------------------------------------------- layout


@every_book
def test_every_table_is_whole_and_every_line_well_set(name: str) -> None:
    for page in pages(name):
        assert ragged(page) == [], page.title
        assert ill_set(page) == [], page.title


@every_book
def test_no_page_says_what_is_no_player_s_business(name: str) -> None:
    assert {page.title: out_of_place(page) for page in pages(name) if out_of_place(page)} == {}


# ---------------------------------------------------------------------------------------- the checks themselves


@pytest.mark.parametrize(
    "sentence",
    [
        "The seed of the heat.",
        "Armour (L312)",
        "the lost chart",
        "The table is lost.",
        "Why: no price is not printed.",
    ],
)
def test_what_is_banned_is_found(sentence: str) -> None:
    assert out_of_place(Page(title="Words", text=sentence)) != []
    assert out_of_place(Page(title="Words", text=f"`{sentence}`")) == []


@pytest.mark.parametrize(
    "text",
    [
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "Before.\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\nAfter **it**, `so`.",
        "x" * 118,
    ],
)
def test_what_is_well_set_is_let_be(text: str) -> None:
    page = Page(title="Words", text=text)
    assert (ill_set(page), ragged(page)) == ([], [])


@pytest.mark.parametrize(
    "text",
    [
        "| a | b |\n| 1 | 2 |",
        "| a | b |\n|---|\n| 1 | 2 |",
        "Before.\n| a | b |\n|---|---|\n| 1 | 2 |",
        "| a | b |\n|---|---|\n| 1 | 2 |\nAfter.",
        "a `b\nc`",
        "a **b\nc**",
        "x" * 119,
    ],
)
def test_what_is_ill_set_is_found(text: str) -> None:
    assert ill_set(Page(title="Words", text=text)) != []


@pytest.mark.parametrize("text", ["| a | b |\n|---|---|", "| a | b |\n|---|---|\n| 1 |"])
def test_a_table_that_is_not_whole_is_found(text: str) -> None:
    assert ragged(Page(title="Words", text=text)) == [["a", "b"]]


def test_sections_and_headings_are_read_off_the_pages() -> None:
    pages = [
        Page(title="A", text="## FW-001 One\n\nText.\n\n## FW-002 Two\nMore\nof it."),
        Page(title="B", text="None."),
    ]
    assert headings(pages) == [("FW-001", "One"), ("FW-002", "Two")]
    assert sections(pages) == {"FW-001": "Text.", "FW-002": "More\nof it."}
    assert in_one_line("More\nof  it.") == "More of it."
    assert (shown(True), shown(False), shown(""), shown(3)) == ("on", "off", "nothing", "3")
