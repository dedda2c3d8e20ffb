"""What is true of every duel, whatever happens in it: shares, order of events, and events taken out again."""

from __future__ import annotations

import random
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.carwars.scoring.causes import (
    Attack,
    Avoided,
    Bounced,
    Burned,
    Cause,
    LostControl,
    NobodyElse,
    Pushed,
    ShedObstacle,
)
from rules.carwars.scoring.events import BurnModifier, Counter, DuelEvent, FireRoll, Hazard, Hit, Kill
from rules.carwars.scoring.score import ScoreSheet
from rules.core.refusals import Malformed
from tests.rules.carwars.duels import at, control, crew, disarmed, duel, scored, speed

LETTERS = "abcdef"
duelists = st.sampled_from(LETTERS)
phases = st.integers(1, 60)
causes: st.SearchStrategy[Cause] = st.recursive(
    st.one_of(
        duelists.map(lambda by: Attack(by=by)),
        duelists.map(lambda off: Bounced(off=off)),
        duelists.map(lambda owner: Avoided(owner=owner)),
        duelists.map(lambda by: ShedObstacle(by=by)),
        st.just(NobodyElse()),
        st.just(Burned()),
    ),
    lambda inner: st.one_of(
        st.builds(lambda driver, because, voluntary: Pushed(driver=driver, because=because, voluntary=voluntary),
                  duelists, inner, st.booleans()),
        inner.map(lambda because: LostControl(because=because)),
    ),
    max_leaves=3,
)  # fmt: skip


@st.composite
def events(draw: st.DrawFn) -> DuelEvent:
    """One event of a duel of six, most of them legal."""
    phase, one, other = draw(phases), draw(duelists), draw(duelists)
    moment: dict[str, Any] = at(phase)
    kind = draw(st.integers(0, 9))
    if kind <= 2:
        part = draw(st.sampled_from(["mobility", "complete", "destroyed"]))
        return Kill(**moment, on=one, part=part, because=draw(causes))
    if kind == 3:
        return Hit(**moment, by=one, on=other if other != one else LETTERS[LETTERS.index(one) - 1], hazard=True)
    if kind == 4:
        return Hazard(**moment, by=one, on=other)
    if kind == 5:
        return BurnModifier(**moment, by=one, on=other, modifier=draw(st.integers(1, 6)), turns=3)
    if kind == 6:
        return FireRoll(**moment, on=one, roll=draw(st.integers(2, 12)))
    if kind == 7:
        return Counter(**moment, by=one, width=draw(st.integers(0, 100)), length=draw(st.integers(0, 200)))
    if kind == 8:
        return draw(st.sampled_from([speed(phase, one, 0), disarmed(phase, one), crew(phase, one, 0)]))
    return control(phase, one, draw(st.sampled_from(["controlled", "skidding"])))


def scored_as_far_as_legal(drawn: list[DuelEvent]) -> tuple[list[DuelEvent], ScoreSheet]:
    """The events that can stand together, taken one after the other, and their sheet."""
    table, kept = duel(LETTERS), list[DuelEvent]()
    sheet = scored(table)
    for event in drawn:
        try:
            sheet = scored(table, *kept, event)
        except Malformed:
            continue
        kept.append(event)
    return kept, sheet


def totals(sheet: ScoreSheet) -> dict[str, tuple[Fraction, Fraction, Fraction]]:
    """All figures of a sheet that a change of order must not touch."""
    return {id: (score.kill_points, score.bonus_points, score.penalty_points) for id, score in sheet.scores.items()}


@pytest.mark.rule("CW-S-004", "CW-S-015", "CW-S-023", "CW-S-047")
@settings(deadline=None)
@given(st.lists(events(), max_size=14), st.integers(0, 99))
def test_shares_add_up_and_the_order_of_events_means_nothing(drawn: list[DuelEvent], seed: int) -> None:
    kept, sheet = scored_as_far_as_legal(drawn)
    for score in sheet.scores.values():
        for record in (score.mobility_kill, score.complete_kill):
            if record is not None:
                assert sum(record.shares.values()) == 1
                assert score.id not in record.shares
    gained = sum((line.points for line in sheet.lines if line.kind == "kill" and line.points > 0), Fraction(0))
    lost = sum((line.points for line in sheet.lines if line.kind == "kill" and line.points < 0), Fraction(0))
    assert gained <= -lost
    shuffled = list(kept)
    random.Random(seed).shuffle(shuffled)
    again = scored(duel(LETTERS), *shuffled)
    assert totals(again) == totals(sheet)
    assert (again.end, again.places) == (sheet.end, sheet.places)


@pytest.mark.rule("CW-S-002")
@settings(deadline=None)
@given(st.lists(events(), max_size=10), events())
def test_an_event_that_is_taken_out_again_leaves_the_same_totals(drawn: list[DuelEvent], more: DuelEvent) -> None:
    kept, sheet = scored_as_far_as_legal(drawn)
    with suppress(Malformed):
        scored(duel(LETTERS), *kept, more)
    assert totals(scored(duel(LETTERS), *kept)) == totals(sheet)


@pytest.mark.rule("CW-S-002")
@settings(deadline=None)
@given(st.lists(events(), max_size=14))
def test_a_total_is_the_sum_of_its_lines(drawn: list[DuelEvent]) -> None:
    _, sheet = scored_as_far_as_legal(drawn)
    for id, score in sheet.scores.items():
        assert score.total == sum((line.points for line in sheet.lines if line.duelist == id), Fraction(0))
