"""The rulebook for players: every rule once and in its order, every house rule by its name, tables whole and as the
engine has them, words plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rules.chapters import pages_of
from rules.rhad.autopilot.pace import CAPS
from rules.rhad.crash_tables import CT1, CT2
from rules.rhad.faults import ARMOR, BOUNDS, DICE, PLUS, SHOTS, TIRE_DP, TIRES, TO_HIT, WEAPON_DP, WEAPONS
from rules.rhad.ledger import accessory_bonus
from rules.rhad.losing_control import LANDINGS, TIPS
from rules.rhad.pricing import BASE_HC_DP, weapon_dp
from rules.rhad.speed_table import ROWS
from rules.rhad.stock_weapons import ARMORY
from rules.rhad.switches import SWITCHES
from rules.switch import Setting, Switch
from tools.rulebook import ids_in, read_table

BOOK = "rules.rhad"
AMERICAN = (("anoeuvre", "aneuver"), ("tyre", "tire"), ("armour", "armor"))
TITLES = read_table(Path(__file__).parents[3] / "docs" / "rules" / "rhad.tsv")
HEADING = re.compile(r"^## (RH-\d{3}) (.+)$", re.MULTILINE)
DIVIDER = re.compile(r"\|(---\|)+")
MINUS = "\N{MINUS SIGN}"
BANNED = (
    r"seeds?\b",
    r"\bL\d+",
    r"\blost (table|text|chart|picture)",
    r"(table|text|chart|picture)s? (is|are|was|were) lost",
    r"\b(is|are) (silent|missing|damaged)\b",
    r"hidden test",
    r"not printed",
    r"the book\b",
    r"\bthe source\b",
    r"\b(ruling|why):",
    r"\bdigest\b",
    r"\bgenerator",
    r"\bcompetitor",
    r"\b(armour|centre|colour|tyre|manoeuvre|favour|grey)",
    r"\b\w+(isation|lised|lising|elled|elling)\b",
    r"\b(to-?do|fixme|tbd)\b",
)
"""What no player wants to read: where the rules come from, words the house does not use, British spelling."""
CODE = re.compile(r"`[^`]*`")


def sections() -> dict[str, str]:
    """The text of each rule by its ID."""
    found: dict[str, str] = {}
    for page in pages_of(BOOK):
        parts = HEADING.split(page.text)
        for id, _, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
            found[id] = text.strip()
    return found


def tables(text: str) -> Iterator[list[list[str]]]:
    """The tables of a text: the head, then every row, cell by cell."""
    table: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            if not DIVIDER.fullmatch(line):
                table.append([each.strip() for each in line.removeprefix("|").removesuffix("|").split("|")])
        elif table:
            yield table
            table = []


def shown(setting: Setting) -> str:
    """A setting as the rulebook writes it."""
    if isinstance(setting, bool):
        return "on" if setting else "off"
    return str(setting)


def american(title: str) -> str:
    """A title in the house's spelling."""
    for british, ours in AMERICAN:
        title = title.replace(british, ours)
    return title


def number(text: str) -> int:
    return int(text.replace(MINUS, "-"))


def test_the_pages_stand_in_the_order_of_their_chapters() -> None:
    assert [page.title for page in pages_of(BOOK)] == [
        "Scope and map",
        "Maneuvers",
        "The round",
        "Handling",
        "Crash tables",
        "Losing control",
        "Damage",
        "The log",
        "The duel",
        "Points and results",
        "House rules",
    ]


def test_the_chapters_are_numbered_without_a_gap_and_each_begins_with_its_title() -> None:
    names = sorted(each.name for each in files(BOOK).joinpath("rulebook").iterdir())
    assert [name[:3] for name in names] == [f"{count:02}-" for count in range(1, len(names) + 1)]
    for name in names:
        text = files(BOOK).joinpath("rulebook", name).read_text(encoding="utf-8")
        assert re.match(r"# [A-Z].*\n\n", text), name
        assert len(re.findall(r"^# ", text, re.MULTILINE)) == 1, name


def test_every_rule_stands_in_one_page_under_its_title_and_in_the_order_of_the_ids() -> None:
    headings = [found for page in pages_of(BOOK) for found in HEADING.findall(page.text)]
    assert headings == [(id, american(title)) for id, title in TITLES.items()]


def test_every_rule_says_something_and_refers_to_rules_that_exist() -> None:
    assert [id for id, text in sections().items() if len(text) < 40] == []
    named = [rule for page in pages_of(BOOK) for rule in ids_in(page.text)]
    assert set(named) - set(TITLES) == set()


@pytest.mark.parametrize("page", pages_of(BOOK), ids=lambda page: page.title)
@pytest.mark.parametrize("word", BANNED)
def test_no_page_has_words_that_no_player_wants_to_read(page: object, word: str) -> None:
    text = CODE.sub("", page.text)  # type: ignore[attr-defined]  # a page
    assert re.findall(word, text, re.IGNORECASE) == []


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_a_house_rule_stands_under_its_rule_with_what_holds_unless_the_league_says_otherwise(switch: Switch) -> None:
    named = f"House rule: `{switch.name}` (default {shown(switch.default)}): "
    assert " ".join(sections()[switch.rule].split()).count(named) == 1


def test_the_rulebook_names_no_house_rule_there_is_not() -> None:
    named = [name for page in pages_of(BOOK) for name in re.findall(r"House rule: `([^`]+)`", page.text)]
    assert sorted(named) == sorted(each.name for each in SWITCHES)


def test_the_last_page_lists_every_house_rule_by_its_rule_with_what_it_may_be() -> None:
    (listed,) = tables(pages_of(BOOK)[-1].text)
    for row, switch in zip(listed[1:], sorted(SWITCHES, key=lambda each: each.rule), strict=True):
        assert row[:3] == [switch.rule, f"`{switch.name}`", shown(switch.default)]
        assert row[4]
        if switch.choices:
            assert row[3] == ", ".join(shown(each) for each in switch.choices)
        elif isinstance(switch.default, bool):
            assert row[3] == "on, off"
        elif isinstance(switch.default, int):
            assert row[3] == f"{switch.lowest} to {switch.highest}"


# ------------------------------------------------------------------------------------------------------ tables


def test_every_table_is_whole_has_its_divider_and_stands_alone() -> None:
    for page in pages_of(BOOK):
        for table in tables(page.text):
            assert len(table) > 1, table
            assert {len(row) for row in table} == {len(table[0])}, table[0]
        lines = ["", *page.text.splitlines(), ""]
        for count, (before, line) in enumerate(pairwise(lines), start=1):
            if line.startswith("|") and not before.startswith("|"):
                assert not before, line
                assert DIVIDER.fullmatch(lines[count + 1]), line
            if before.startswith("|") and not line.startswith("|"):
                assert not line, before


def halves(steps: int) -> str:
    whole, half = divmod(steps, 2)
    return f"{whole or ''}{'½' if half else ''}" or "–"


@pytest.mark.rule("RH-024")
def test_the_speed_table_is_the_engine_s() -> None:
    (table,) = tables(sections()["RH-024"])
    expected = []
    for row in ROWS.values():
        minus = f"1d{MINUS}{row.ram.minus}"
        ram = minus if row.ram.minus else str(row.ram.dice or "–")
        modifier = f"{row.modifier:+d}" if row.modifier else "0"
        expected.append([str(row.mph), *map(halves, row.half_steps), modifier.replace("-", MINUS), ram])
    assert table[1:] == expected


@pytest.mark.rule("RH-025")
def test_the_bands_of_the_speed_table_are_the_engine_s() -> None:
    (table,) = tables(sections()["RH-025"])
    told: dict[int, Any] = {}
    for band, modifier in table[1:]:
        first, _, last = band.partition("–")
        told |= dict.fromkeys(range(int(first), int(last or first) + 1, 5), number(modifier))
    assert told == {row.mph: row.modifier for row in ROWS.values()}


@pytest.mark.rule("RH-035")
def test_the_accessories_are_the_engine_s() -> None:
    (table,) = tables(sections()["RH-035"])
    for band, each in table[1:]:
        first, _, last = band.partition("–")
        for mph in (int(first), int(last or first)):
            assert accessory_bonus(mph=mph, accessories=["spoiler"]) == int(each)


@pytest.mark.rule("RH-053")
def test_the_crash_tables_are_the_engine_s() -> None:
    (table,) = tables(sections()["RH-053"])

    def key(cell: str) -> str:
        name = cell.lower().replace("-", "_").replace(", two tires", " two").replace(", all tires", " all")
        return name.replace(" ", "_")

    assert [[number(row[0].removesuffix(" or less")), *map(key, row[1:])] for row in table[1:]] == [
        [end, *CT1[end], *CT2[end]] for end in CT1
    ]


@pytest.mark.rule("RH-065", "RH-066")
@pytest.mark.parametrize(("rule", "landings"), [("RH-065", TIPS), ("RH-066", LANDINGS)])
def test_the_landings_are_the_engine_s(rule: str, landings: dict[int, str]) -> None:
    told: dict[int, Any] = {}
    for faces, side in next(tables(sections()[rule]))[1:]:
        first, _, last = faces.partition("–")
        told |= dict.fromkeys(range(int(first), int(last or first) + 1), side)
    assert told == landings


@pytest.mark.rule("RH-085")
def test_the_price_list_and_the_armory_are_the_engine_s() -> None:
    _, _, classes, bounds, weapons = tables(sections()["RH-085"])
    assert {number(row[0]): int(row[1]) for row in classes[1:]} == BASE_HC_DP
    within = (*BOUNDS.values(), TIRES, TIRE_DP, ARMOR, WEAPONS, TO_HIT, DICE, PLUS, SHOTS, WEAPON_DP)
    assert [[number(cell) for cell in row[1:]] for row in bounds[1:]] == [list(each) for each in within]
    assert weapons[1:] == [
        [
            weapon.name,
            str(weapon.to_hit),
            weapon.damage.replace("-", MINUS),
            str(weapon.shots or "no end"),
            str(weapon.dp),
            str(weapon_dp(weapon)),
        ]
        for weapon in ARMORY.values()
    ]


@pytest.mark.rule("RH-086")
def test_the_profiles_of_the_autopilot_are_the_engine_s() -> None:
    (table,) = tables(sections()["RH-086"])
    assert {row[0]: int(row[1]) for row in table[1:]} == CAPS
