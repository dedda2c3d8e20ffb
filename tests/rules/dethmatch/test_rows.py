"""Log entries combined into one line: initiative, a car's points, consecutive maneuvers, regained handling."""

from __future__ import annotations

import msgspec
import pytest

from rules.dethmatch.log.entry_groups import group_entries, narrate_group
from rules.dethmatch.log.story import narrate_entry
from rules.match.log import LogEntry
from tests.rules.dethmatch.test_log_messages import entry, thrown


@pytest.mark.parametrize(
    ("together", "said"),
    [
        (
            (
                entry("initiative", rolls=thrown(("initiative", 4)), after={"total": 7}),
                entry("initiative", car="b1", rolls=thrown(("initiative", 4)), after={"total": 7}),
                entry("initiative", rolls=thrown(("initiative tie", 5)), tie=5),
                entry("initiative", car="b1", tie=7),
                entry("initiative", car="b1", rule="DM-M-115", impetuous=True),
                entry("initiative", car="", after={"order": ["b1", "c1"]}),
            ),
            "Initiative, first to last: b1 4 + 3 = 7, tie 7 without a die, Impetuous; c1 4 + 3 = 7, tie 5 [DM-M-001]",
        ),
        (
            (
                entry("mp", rule="DM-M-050", rolls=thrown(("movement points", 6)), points=6),
                entry("option", rule="DM-M-053", rolls=thrown(("option point", 1)), needed=3, passed=True),
                entry(
                    "option",
                    rule="DM-M-053",
                    rolls=thrown(("option point", 6), ("option point, adept re-roll", 4)),
                    needed=3,
                    passed=False,
                ),
            ),
            (
                "c1: speed 4 + 2 (rolls 6) = 6 movement points; "
                "1 option point (needs 3, rolls 1 and 6, then 4 (adept re-roll)) [DM-M-050]"
            ),
        ),
        (
            (
                entry("handling", rule="DM-M-065", before={"handling": 3}, after={"handling": 2}, why="drift"),
                entry("handling", rule="DM-M-065", before={"handling": 2}, after={"handling": 1}, why="turn"),
            ),
            "c1 drifts and turns, handling from 3 to 1 [DM-M-065]",
        ),
        (
            (
                entry("handling", rule="DM-M-067", before={"handling": 1}, after={"handling": 2}),
                entry("handling", car="b1", rule="DM-M-067", before={"handling": -1}, after={"handling": 3}),
            ),
            "Handling regained: c1 from 1 to 2; b1 from -1 to 3 [DM-M-067]",
        ),
        (
            (
                entry("fuel", rule="DM-M-048", before={"fuel": 8}, after={"fuel": 7}, why="burned"),
                entry("fuel", car="b1", rule="DM-M-048", before={"fuel": 1}, after={"fuel": 0}, why="burned"),
            ),
            "Fuel burned: c1 from 8 to 7; b1 from 1 to 0, the tank is empty [DM-M-048]",
        ),
    ],
)
def test_entries_of_a_row_are_told_in_one_line(together: tuple[LogEntry, ...], said: str) -> None:
    assert list(group_entries(together, is_shown=lambda logged: bool(narrate_entry(logged)))) == [list(together)]
    assert narrate_group(together, speeds={"c1": 4}) == said


def test_a_row_ends_where_something_else_is_told() -> None:
    turns = entry("handling", rule="DM-M-065", before={"handling": 3}, after={"handling": 2}, why="turn")
    lap, moves = entry("lap", after={"laps": 1}, of=3, done_by=1), entry("move", before={"at": 1}, after={"at": 2})
    is_shown = lambda logged: bool(narrate_entry(logged))  # noqa: E731 - the same question as on the page, used twice
    assert list(group_entries((turns, lap, turns), is_shown=is_shown)) == [[turns], [lap], [turns]]
    assert list(group_entries((turns, moves, turns), is_shown=is_shown)) == [[moves], [turns, turns]]


def test_handling_regained_and_fuel_burned_alternate_and_are_told_in_two_lines() -> None:
    regained = entry("handling", rule="DM-M-067", before={"handling": 1}, after={"handling": 2})
    burned = entry("fuel", rule="DM-M-048", before={"fuel": 8}, after={"fuel": 7}, why="burned")
    later = msgspec.structs.replace(regained, turn=4)
    is_shown = lambda logged: bool(narrate_entry(logged))  # noqa: E731 - the same question as on the page
    assert list(group_entries((regained, burned, regained, burned, later), is_shown=is_shown)) == [
        [regained, regained], [burned, burned], [later],
    ]  # fmt: skip
    turns = entry("handling", rule="DM-M-065", before={"handling": 3}, after={"handling": 2}, why="turn")
    assert list(group_entries((turns, burned), is_shown=is_shown)) == [[turns], [burned]]
