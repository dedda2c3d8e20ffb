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
from rules.carwars.scoring.fire_credit import ActiveModifier, fire_shares
from rules.carwars.scoring.score import DuelScoring, ScoreSheet
from rules.carwars.scoring.settings import CHOICES
from rules.core.refusals import Malformed
from tests.rules.carwars.duels import at, control, crew, disarmed, duel, scored, speed

LETTERS = "abcdef"
duelists = st.sampled_from(LETTERS)
phases = st.one_of(st.integers(1, 3), st.integers(1, 60))
"""Half of all events fall in the first phases, so that many are simultaneous."""
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


def everything(sheet: ScoreSheet) -> tuple[Any, ...]:
    """A whole sheet, to be compared with another."""
    return totals(sheet), sheet.lines, sheet.phases, sheet.end, sheet.places, sheet.proposals


@pytest.mark.rule("CW-S-004", "CW-S-015", "CW-S-023", "CW-S-047")
@settings(deadline=None, max_examples=50)
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
    assert (again.end, again.places, again.phases) == (sheet.end, sheet.places, sheet.phases)
    assert sorted(line[:5] for line in again.lines) == sorted(line[:5] for line in sheet.lines)


@pytest.mark.rule("CW-S-047", "CW-S-051", "CW-S-052", "CW-S-053")
@settings(deadline=None, max_examples=50)
@given(
    st.dictionaries(duelists, st.tuples(st.integers(1, 8), st.integers(1, 5)), min_size=1),
    st.integers(1, 20),
    st.sampled_from(CHOICES["credit_fire"]),
    st.sampled_from(CHOICES["fire_share"]),
)
def test_the_shares_of_a_fire_add_up_to_one(
    placed: dict[str, tuple[int, int]], roll: int, division: str, sharers: str
) -> None:
    active = {duelist: ActiveModifier(*modifier) for duelist, modifier in placed.items()}
    roll = min(roll, sum(modifier.total for modifier in active.values()))
    shares = fire_shares(active, roll, victim="a", division=division, sharers=sharers)
    assert sum(shares.values()) == 1
    assert min(shares.values()) > 0
    assert shares.keys() <= {*active, ""} - {"a"}


class Referee:
    """A referee who enters events one after the other, takes the latest back, and enters it again."""

    def __init__(self) -> None:
        self.table = duel(LETTERS)
        self.entered: list[DuelEvent] = []
        self.taken_back: list[DuelEvent] = []
        self.sheets = [scored(self.table)]

    def enter(self, event: DuelEvent) -> None:
        """Enter an event, unless it cannot be. What was taken back before is forgotten."""
        with suppress(Malformed):
            self.sheets.append(scored(self.table, *self.entered, event))
            self.entered.append(event)
            self.taken_back.clear()

    def undo(self) -> None:
        """Take the latest event back: the sheet is the one before it."""
        if self.entered:
            self.taken_back.append(self.entered.pop())
            self.sheets.pop()
            assert everything(scored(self.table, *self.entered)) == everything(self.sheets[-1])

    def redo(self) -> None:
        """Enter what was taken back last."""
        if self.taken_back:
            self.entered.append(self.taken_back.pop())
            self.sheets.append(scored(self.table, *self.entered))


@pytest.mark.rule("CW-S-002", "CW-S-004")
@settings(deadline=None, max_examples=50)
@given(st.lists(st.one_of(events(), st.sampled_from(["undo", "redo"])), max_size=14), st.integers(1, 6))
def test_undo_and_redo_give_the_same_sheet(steps: list[DuelEvent | str], back: int) -> None:
    referee = Referee()
    for step in steps:
        if isinstance(step, str):
            getattr(referee, step)()
        else:
            referee.enter(step)
    before, entered = everything(referee.sheets[-1]), list(referee.entered)
    back = min(back, len(entered))
    for _ in range(back):
        referee.undo()
    for _ in range(back):
        referee.redo()
    assert referee.entered == entered
    assert everything(referee.sheets[-1]) == before


@pytest.mark.rule("CW-S-004")
@settings(deadline=None, max_examples=50)
@given(st.lists(events(), max_size=14), st.integers(1, 60))
def test_what_happens_later_changes_nothing_about_the_phases_before(drawn: list[DuelEvent], cut: int) -> None:
    kept, sheet = scored_as_far_as_legal(drawn)
    table = duel(LETTERS)
    early = [event for event in kept if table.settings.phase_index(event.turn, event.phase) <= cut]
    before = scored(table, *early, closed=min(cut, len(sheet.phases)))
    assert before.phases == sheet.phases[:cut]
    assert before.lines == tuple(line for line in sheet.lines if line.phase <= cut)


@pytest.mark.rule("CW-S-004")
@settings(deadline=None, max_examples=50)
@given(st.lists(events(), max_size=14))
def test_a_duel_that_is_scored_phase_after_phase_comes_to_the_same_sheet(drawn: list[DuelEvent]) -> None:
    kept, sheet = scored_as_far_as_legal(drawn)
    scoring = DuelScoring(duel(LETTERS))
    for phase in range(1, len(sheet.phases) + 1):
        moment = at(phase)
        scoring.close_phase([event for event in kept if {"turn": event.turn, "phase": event.phase} == moment])
    assert everything(scoring.sheet()) == everything(sheet)


@pytest.mark.rule("CW-S-002")
@settings(deadline=None, max_examples=50)
@given(st.lists(events(), max_size=14))
def test_a_total_is_the_sum_of_its_lines(drawn: list[DuelEvent]) -> None:
    _, sheet = scored_as_far_as_legal(drawn)
    for id, score in sheet.scores.items():
        assert score.total == sum((line.points for line in sheet.lines if line.duelist == id), Fraction(0))
