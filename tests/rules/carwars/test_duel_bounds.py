"""The edges of what a duel, its events and its settings may be: the last value on each side, and the first beyond."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.carwars.scoring.duel import Arena, Duel, Duelist, Feature
from rules.carwars.scoring.event_checks import DuelEventsRefused
from rules.carwars.scoring.events import BurnModifier, Counter, FireRoll, Hit, NotKilled
from rules.carwars.scoring.score import score_duel
from rules.carwars.scoring.settings import BOUNDS, LONGEST_DEFINITION, ScoringSettings, refuse_bad_settings
from rules.core.refusals import Malformed
from tests.rules.carwars.duels import at, duel, kill, scored, speed

TWO = (Duelist(id="a"), Duelist(id="b"))


def is_scored(table: Duel, *events: Any) -> bool:
    """Whether a duel is scored, and not refused."""
    try:
        score_duel(table, events)
    except Malformed:
        return False
    return True


@pytest.mark.rule("CW-S-002", "CW-S-017", "CW-S-039")
@pytest.mark.parametrize(
    ("duelists", "fits"),
    [
        (TWO[:1], False),
        (TWO, True),
        (tuple(Duelist(id=str(number)) for number in range(20)), True),
        (tuple(Duelist(id=str(number)) for number in range(21)), False),
        ((TWO[0], Duelist(id="b", occupants=0)), False),
        ((TWO[0], Duelist(id="b", occupants=6)), True),
        ((TWO[0], Duelist(id="b", occupants=7)), False),
        ((TWO[0], Duelist(id="b" * 60)), True),
        ((TWO[0], Duelist(id="b" * 61)), False),
        ((TWO[0], Duelist(id="b", speed=20)), True),
        ((TWO[0], Duelist(id="b", speed=40)), True),
    ],
)
def test_vehicles_of_a_duel(duelists: tuple[Duelist, ...], fits: bool) -> None:
    assert is_scored(Duel(duelists)) is fits
    assert Duelist(id="a").occupants == 1


@pytest.mark.rule("CW-S-002", "CW-S-020")
@pytest.mark.parametrize(
    ("features", "points", "fits"), [(50, 0, True), (51, 0, False), (1, 1000, True), (1, 1001, False), (1, -1, False)]
)
def test_features_of_an_arena(features: int, points: int, fits: bool) -> None:
    arena = Arena(jumps={f"j{number}": Feature(points=points) for number in range(features)})
    assert is_scored(duel(arena=arena)) is fits


@pytest.mark.rule("CW-S-009", "CW-S-014", "CW-S-015", "CW-S-020", "CW-S-034")
@pytest.mark.parametrize(
    ("event", "fits"),
    [
        (speed(1, "a", 500), True),
        (speed(1, "a", -500), True),
        (speed(1, "a", 501), False),
        (BurnModifier(**at(1), by="a", on="b", modifier=1, turns=0), True),
        (BurnModifier(**at(1), by="a", on="b", modifier=100, turns=100), True),
        (BurnModifier(**at(1), by="a", on="b", modifier=101, turns=0), False),
        (BurnModifier(**at(1), by="a", on="b", modifier=1, turns=101), False),
        (FireRoll(**at(1), on="b", roll=1), True),
        (FireRoll(**at(1), on="b", roll=100), True),
        (FireRoll(**at(1), on="b", roll=101), False),
        (Counter(**at(1), by="a", width=10_000, length=10_000), True),
        (Counter(**at(1), by="a", width=10_001, length=1), False),
        (Counter(**at(1), by="a", width=1, length=10_001), False),
        (Counter(**at(1), by="a", width=1), True),
        (Counter(**at(1), by="a", squares=0), True),
        (Counter(**at(1), by="a", squares=10_000), True),
        (Counter(**at(1), by="a", squares=10_001), False),
        (Hit(turn=30, phase=5, by="a", on="b"), True),
    ],
)
def test_figures_of_events(event: Any, fits: bool) -> None:
    assert is_scored(duel(), event) is fits


@pytest.mark.rule("CW-S-009", "CW-S-016")
@pytest.mark.parametrize(("letters", "fits"), [(1, True), (500, True), (501, False)])
def test_notes_of_events(letters: int, fits: bool) -> None:
    kept = NotKilled(**at(2), on="b", note="x" * letters)
    assert is_scored(duel(), kill(1, "b", "a", "mobility"), kept) is fits


@pytest.mark.rule("CW-S-014")
@pytest.mark.parametrize(("events", "fits"), [(5000, True), (5001, False)])
def test_a_duel_has_so_many_events_at_most(events: int, fits: bool) -> None:
    assert is_scored(duel(), *[Hit(turn=1, phase=1, by="a", on="b")] * events) is fits


@pytest.mark.rule("CW-S-001", "CW-S-056")
@pytest.mark.parametrize("name", BOUNDS)
def test_a_figure_may_be_at_either_end_of_its_range(name: str) -> None:
    other = {"held_win_threshold": {"instant_win_threshold": 10_000}, "start_speed_most": {"start_speed_least": 0}}
    for value in BOUNDS[name]:
        more = {"start_speed_least": {"start_speed_most": 100}, "instant_win_threshold": {"held_win_threshold": 1}}
        refuse_bad_settings(replace(ScoringSettings(), **{**other.get(name, {}), **more.get(name, {}), name: value}))


@pytest.mark.rule("CW-S-001", "CW-S-056")
@pytest.mark.parametrize(
    ("settings", "fits"),
    [
        ({"held_win_phases": 1}, True),
        ({"held_win_phases": 0}, False),
        ({"held_win_phases": 1000}, True),
        ({"held_win_phases": 1001}, False),
        ({"held_win_threshold": 100}, True),
        ({"held_win_threshold": 101}, False),
        ({"start_speed_least": 40}, True),
        ({"start_speed_least": 41}, False),
    ],
)
def test_settings_at_their_edges(settings: dict[str, int], fits: bool) -> None:
    changed = replace(ScoringSettings(), **settings)
    if fits:
        refuse_bad_settings(changed)
    else:
        with pytest.raises(Malformed):
            refuse_bad_settings(changed)


@pytest.mark.rule("CW-S-001", "CW-S-003", "CW-S-013")
def test_moments_are_said_by_turn_and_phase() -> None:
    settings = ScoringSettings()
    assert [settings.moment(index) for index in (1, 5, 6)] == [
        "turn 1, phase 1",
        "turn 1, phase 5",
        "turn 2, phase 1",
    ]
    assert settings.phase_index(2, 1) == 6


@pytest.mark.rule("CW-S-040")
def test_a_sentence_names_the_event_that_is_refused() -> None:
    with pytest.raises(DuelEventsRefused, match=r"^Turn 2, phase 3: ") as refused:
        scored(duel(), speed(1, "a", 10), speed(8, "a", 501))
    assert refused.value.pointer == "/events/1"


@pytest.mark.rule("CW-S-001", "CW-S-056")
def test_a_definition_may_be_as_long_as_the_limit_and_no_longer() -> None:
    refuse_bad_settings(ScoringSettings(mobility_kill_definition="x" * LONGEST_DEFINITION))
    with pytest.raises(Malformed, match=f"at most {LONGEST_DEFINITION} printable characters"):
        refuse_bad_settings(ScoringSettings(mobility_kill_definition="x" * (LONGEST_DEFINITION + 1)))
