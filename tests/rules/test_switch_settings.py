"""Switches that a match names, read into attributes, and the error for a switch that does not exist."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, replace

import pytest

from rules.core.refusals import Malformed, Unknown
from rules.core.suggestions import suggestion_clause
from rules.core.switches import Setting, Switch, house_rule, read_settings, switches_of, valid_settings

MANY = [f"piece_{number}" for number in range(13)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    clock: bool = house_rule(True, "CH-001", "Time runs.")
    minutes: int = house_rule(5, "CH-002", "The minutes of a player.")
    boards: int = house_rule(1, "CH-003", "Boards of a match.", group="match", lowest=1, highest=9)
    komi: int = house_rule("-7", "CH-004", "What White is given.", ("-7", "-6"), read=int)
    opening: str = house_rule("e4", "CH-005", "The first move.", form="[a-h][34]")
    moves: int = 0


SWITCHES = {switch.name: switch for switch in switches_of(Rules, "chess")}


def rules(**by_name: Setting) -> Rules:
    settings = {name.replace("_", "."): value for name, value in by_name.items()}
    return read_settings(Rules, settings, SWITCHES, title="Chess", namespace="chess.")


def test_a_house_rule_is_declared_once_as_an_attribute_and_is_a_switch() -> None:
    assert list(SWITCHES.values()) == [
        Switch("chess.clock", True, "CH-001", "Time runs."),
        Switch("chess.minutes", 5, "CH-002", "The minutes of a player."),
        Switch("match.boards", 1, "CH-003", "Boards of a match.", lowest=1, highest=9),
        Switch("chess.komi", "-7", "CH-004", "What White is given.", ("-7", "-6")),
        Switch("chess.opening", "e4", "CH-005", "The first move.", form="[a-h][34]"),
    ]
    assert Rules() == Rules(clock=True, minutes=5, boards=1, komi=-7, opening="e4", moves=0)
    assert "__dict__" not in dir(Rules())
    with pytest.raises(FrozenInstanceError):
        Rules().clock = False  # type: ignore[misc]


def test_a_text_is_read_as_what_matches_use() -> None:
    assert rules(chess_komi="-6") == replace(Rules(), komi=-6)
    with pytest.raises(Malformed, match=r"chess\.komi is one of -7, -6"):
        rules(chess_komi=-6)


def test_what_is_named_is_set_and_other_namespaces_are_passed_over() -> None:
    assert rules() == Rules()
    assert rules(chess_minutes=9, chess_clock=False, go_minutes="x", match_boards=4) == Rules(clock=False, minutes=9)
    everything = read_settings(Rules, {"match.boards": 4}, SWITCHES, title="Chess")
    assert everything == Rules(boards=4)


def test_a_switch_of_the_namespace_that_there_is_not_is_refused_by_the_title_of_its_book() -> None:
    with pytest.raises(Unknown) as raised:
        rules(chess_hours=1)
    assert raised.value.sentence == (
        "There is no switch 'chess.hours' in Chess: use one of chess.clock, chess.komi, chess.minutes, "
        "chess.opening, match.boards."
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


@dataclass(frozen=True, slots=True, kw_only=True)
class NewerRules:
    clock: bool = house_rule(True, "CH-001", "Time runs.")
    castling: bool = house_rule(True, "CH-006", "Kings may castle.", since=2, before=False)
    draws: str = house_rule("75", "CH-007", "Moves until a draw.", ("75", "50", "0"), since=3, before="0", read=int)


@pytest.mark.parametrize(
    ("edition", "castling", "draws"), [(1, False, 0), (2, True, 0), (3, True, 75), (4, True, 75), (None, True, 75)]
)
def test_an_edition_plays_by_the_values_before_of_house_rules_that_came_with_later_ones(
    edition: int | None, castling: bool, draws: int
) -> None:
    switches = {switch.name: switch for switch in switches_of(NewerRules, "chess")}
    plain = read_settings(NewerRules, {}, switches, title="Chess", edition=edition)
    assert (plain.clock, plain.castling, plain.draws) == (True, castling, draws)
    changed = read_settings(NewerRules, {"chess.draws": "50"}, switches, title="Chess", edition=edition)
    assert (changed.castling, changed.draws) == (castling, 50)
