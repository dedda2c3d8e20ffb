"""Switches that a match names, read into attributes, and the error for a switch that does not exist."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rules.core.refusals import Malformed, Unknown
from rules.core.suggestions import suggestion_clause
from rules.core.switches import Setting, Switch, read_settings, valid_settings

SWITCHES = {
    switch.name: switch
    for switch in (
        Switch("chess.clock", True, "", ""),
        Switch("chess.minutes", 5, "", ""),
        Switch("match.boards", 1, "", ""),
    )
}
MANY = [f"piece_{number}" for number in range(13)]


@dataclass(frozen=True, kw_only=True)
class Rules:
    clock: bool = True
    minutes: int = 5
    boards: int = 1


def rules(**by_name: Setting) -> Rules:
    settings = {name.replace("_", "."): value for name, value in by_name.items()}
    return read_settings(Rules, settings, SWITCHES, title="Chess", namespace="chess.")


def test_what_is_named_is_set_and_other_namespaces_are_passed_over() -> None:
    assert rules() == Rules()
    assert rules(chess_minutes=9, chess_clock=False, go_minutes="x", match_boards=4) == Rules(clock=False, minutes=9)
    everything = read_settings(Rules, {"match.boards": 4}, SWITCHES, title="Chess")
    assert everything == Rules(boards=4)


def test_a_switch_of_the_namespace_that_there_is_not_is_refused_by_the_title_of_its_book() -> None:
    with pytest.raises(Unknown) as raised:
        rules(chess_hours=1)
    assert raised.value.sentence == (
        "There is no switch 'chess.hours' in Chess: use one of chess.clock, chess.minutes, match.boards."
    )
    with pytest.raises(Unknown, match=r"'go\.minutes' in Chess"):
        read_settings(Rules, {"go.minutes": 1}, SWITCHES, title="Chess")
    with pytest.raises(Malformed, match=r"chess\.minutes is a whole number"):
        rules(chess_minutes=-1)


def test_only_what_switches_may_be_is_kept_of_a_season() -> None:
    settings: dict[str, Setting] = {"chess.minutes": -1, "chess.clock": False, "chess.hours": 3}
    assert valid_settings(settings, SWITCHES) == {"chess.clock": False}


@pytest.mark.parametrize(
    ("name", "known", "said"),
    [
        ("pawm", ("rook", "pawn"), "use one of pawn, rook"),
        ("piece_0", MANY[:12], f"use one of {', '.join(sorted(MANY[:12]))}"),
        ("piece_12x", MANY, "use piece_12 or piece_2 or piece_1"),
        ("set.clocks", ["set.clock", *MANY], "use set.clock"),
        ("queen", MANY, "look its name up in the rulebook"),
        ("p" * 10**6, MANY, "look its name up in the rulebook"),
        ("queen", (), "leave it out"),
    ],
)
def test_the_nearest_names_are_told_where_there_are_many(name: str, known: list[str], said: str) -> None:
    assert suggestion_clause(name, known) == said
