"""Who is credited with a fire: the worked example of 3 and 6, several duelists, expiry and extinguishers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.carwars.scoring.causes import Burned, LostControl, Pushed
from rules.carwars.scoring.event_checks import DuelEventsRefused
from rules.carwars.scoring.events import BurnModifier, Extinguished, FireRoll, Ruled
from rules.carwars.scoring.fire_credit import (
    ActiveModifier,
    LedgerEntry,
    active_modifiers,
    fire_shares,
    ignites,
    pivotal_duelists,
)
from tests.rules.carwars.duels import at, duel, kill, kill_points, scored

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
PRINTED = {"division": "solo_then_first", "sharers": "pivotal"}


def placed(**modifiers: tuple[int, int]) -> dict[str, ActiveModifier]:
    """Active modifiers by duelist: the total, and the phase of the first."""
    return {duelist: ActiveModifier(*modifier) for duelist, modifier in modifiers.items()}


@pytest.mark.rule("CW-S-050", "CW-S-051")
@pytest.mark.parametrize(
    ("roll", "first", "shares"),
    [
        (10, "x", None),
        (9, "x", {"x": HALF, "y": HALF}),
        (7, "y", {"x": HALF, "y": HALF}),
        (6, "x", {"y": 1}),
        (4, "x", {"y": 1}),
        (3, "x", {"x": 1}),
        (3, "y", {"y": 1}),
        (2, "x", {"x": 1}),
    ],
)
def test_modifiers_of_3_and_6(roll: int, first: str, shares: dict[str, Fraction] | None) -> None:
    active = placed(x=(3, 1 if first == "x" else 2), y=(6, 1 if first == "y" else 2))
    assert ignites(active, roll) is (shares is not None)
    if shares is not None:
        assert fire_shares(active, roll, victim="v", **PRINTED) == shares


@pytest.mark.rule("CW-S-052", "CW-S-053")
@pytest.mark.parametrize(
    ("active", "roll", "shares"),
    [
        (placed(w=(1, 1), x=(5, 2), y=(6, 3)), 5, {"x": 1}),
        (placed(w=(1, 1), x=(5, 3), y=(6, 3)), 5, {"x": HALF, "y": HALF}),
        (placed(w=(2, 1), x=(2, 2), y=(2, 3)), 6, {"w": THIRD, "x": THIRD, "y": THIRD}),
        (placed(w=(2, 1), x=(2, 2), y=(2, 3)), 4, {"w": THIRD, "x": THIRD, "y": THIRD}),
        (placed(w=(1, 1), x=(4, 2), y=(4, 3)), 8, {"x": HALF, "y": HALF}),
        (placed(w=(1, 1), x=(4, 2), y=(4, 3)), 9, {"w": THIRD, "x": THIRD, "y": THIRD}),
        (placed(v=(3, 1), x=(3, 2)), 6, {"x": HALF, "": HALF}),
        (placed(v=(6, 1), x=(3, 2)), 5, {"": 1}),
        (placed(v=(6, 1), x=(6, 1)), 5, {"x": HALF, "": HALF}),
    ],
    ids=["too weak first", "one phase", "all three", "any two", "not pivotal", "needed", "victim", "own", "both"],
)
def test_several_duelists(active: dict[str, ActiveModifier], roll: int, shares: dict[str, Fraction]) -> None:
    assert fire_shares(active, roll, victim="v", **PRINTED) == shares


@pytest.mark.rule("CW-S-052")
def test_all_who_have_a_modifier_share_where_the_league_says_so() -> None:
    active = placed(w=(1, 1), x=(4, 2), y=(4, 3))
    assert pivotal_duelists(active, 8) == ["x", "y"]
    shares = fire_shares(active, 8, victim="v", division="solo_then_first", sharers="all")
    assert shares == dict.fromkeys("wxy", THIRD)


@pytest.mark.rule("CW-S-051")
@pytest.mark.parametrize(
    ("division", "shares"),
    [("even_split", {"x": HALF, "y": HALF}), ("proportional", {"x": THIRD, "y": Fraction(2, 3)})],
)
def test_a_league_may_divide_a_fire_otherwise(division: str, shares: dict[str, Fraction]) -> None:
    assert fire_shares(placed(x=(3, 1), y=(6, 2)), 2, victim="v", division=division, sharers="pivotal") == shares


@pytest.mark.rule("CW-S-049")
def test_only_entries_that_are_active_count_and_the_earliest_of_them_is_first() -> None:
    ledger = [LedgerEntry("x", 2, 3, 10), LedgerEntry("x", 3, 8, 20), LedgerEntry("y", 4, 5, 9)]
    assert active_modifiers(ledger, 8) == placed(x=(5, 3), y=(4, 5))
    assert active_modifiers(ledger, 10) == placed(x=(5, 3))
    assert active_modifiers(ledger, 11) == placed(x=(3, 8))
    assert active_modifiers(ledger, 2) == {}


def burn(phase: int, by: str, modifier: int, turns: int = 3) -> BurnModifier:
    return BurnModifier(**at(phase), by=by, on="b", modifier=modifier, turns=turns)


def roll(phase: int, sum_of_dice: int) -> FireRoll:
    return FireRoll(**at(phase), on="b", roll=sum_of_dice)


@pytest.mark.rule("CW-S-049", "CW-S-054")
def test_a_fire_kills_for_those_who_lit_it_and_another_may_finish_the_car() -> None:
    lit = [burn(2, "a", 3), burn(4, "c", 6), roll(5, 8)]
    assert kill_points(scored(duel("abc"), *lit, kill(9, "b", Burned()))) == {"a": 20, "b": -40, "c": 20}
    finished = scored(duel("abcd"), *lit, kill(9, "b", Burned(), "mobility"), kill(9, "b", "d", "complete"))
    assert kill_points(finished) == {"a": 10, "b": -40, "c": 10, "d": 20}


@pytest.mark.rule("CW-S-049")
@pytest.mark.parametrize(("turns", "burns"), [(0, False), (1, True)])
def test_a_modifier_lasts_through_the_turns_it_burns(turns: int, burns: bool) -> None:
    events = [burn(2, "a", 9, turns), roll(10, 5), kill(10, "b", Burned())]
    if burns:
        assert kill_points(scored(duel(), *events)) == {"a": 40, "b": -40}
    else:
        with pytest.raises(DuelEventsRefused, match="not on fire"):
            scored(duel(), *events)


@pytest.mark.rule("CW-S-049", "CW-Q-109")
@pytest.mark.parametrize(
    ("personal", "clears", "points"),
    [
        (False, False, {"c": 40, "b": -40}),
        (True, True, {"c": 40, "b": -40}),
        (True, False, {"a": 40, "b": -40}),
    ],
)
def test_an_extinguisher_clears_the_entries_before_it_and_a_personal_one_where_the_referee_says_so(
    personal: bool, clears: bool, points: dict[str, int]
) -> None:
    out = Extinguished(**at(6), on="b", personal=personal)
    events = [burn(2, "a", 6), out, burn(6, "c", 6), roll(10, 6), kill(11, "b", Burned())]
    assert kill_points(scored(duel(personal_extinguishers_clear=clears), *events)) == points


@pytest.mark.rule("CW-S-001", "CW-S-049")
def test_there_is_no_ledger_without_the_advanced_fire_rules() -> None:
    for event in (burn(2, "a", 3), roll(2, 3)):
        with pytest.raises(DuelEventsRefused, match="advanced fire rules are off"):
            scored(duel(advanced_fire=False), event)


@pytest.mark.rule("CW-S-040", "CW-S-048", "CW-S-054")
def test_the_fire_on_a_pushed_car_is_not_the_fire_on_the_one_it_hits() -> None:
    because = Pushed(driver="c", because=LostControl(because=Burned(on="c")))
    on_c = [BurnModifier(**at(2), by="a", on="c", modifier=6, turns=3), FireRoll(**at(5), on="c", roll=5)]
    assert kill_points(scored(duel("abcd"), *on_c, kill(6, "b", because))) == {"a": 40, "b": -40}
    with pytest.raises(DuelEventsRefused, match="c is not on fire"):
        scored(duel("abcd"), kill(6, "b", because))
    chosen = Pushed(driver="c", because=LostControl(because=Burned(on="c")), voluntary=True)
    assert kill_points(scored(duel("abcd"), kill(6, "b", chosen))) == {"b": -40, "c": 40}
    ruled = Ruled(shares={"d": "1"}, note="The fire was lit by d before play was logged.")
    assert kill_points(scored(duel("abcd"), kill(6, "b", because, ruled=ruled))) == {"b": -40, "d": 40}


@pytest.mark.rule("CW-S-049")
def test_two_fire_rolls_on_one_car_in_a_phase_contradict_each_other() -> None:
    with pytest.raises(DuelEventsRefused, match="two events say this of b in one phase"):
        scored(duel(), burn(2, "a", 9), roll(3, 8), roll(3, 2))


@pytest.mark.rule("CW-S-001", "CW-S-054")
def test_without_the_advanced_fire_rules_a_fire_is_no_cause() -> None:
    with pytest.raises(DuelEventsRefused, match="Say who caused the fire"):
        scored(duel(advanced_fire=False), kill(3, "b", Burned()))


@pytest.mark.rule("CW-S-051", "CW-S-052")
@pytest.mark.parametrize(("duelists", "rule"), [("a", "CW-S-051"), ("ac", "CW-S-051"), ("acd", "CW-S-052")])
def test_a_fire_cites_the_rule_for_as_many_as_have_modifiers_on_it(duelists: str, rule: str) -> None:
    lit = [burn(2, by, 3) for by in duelists]
    fire = scored(duel("abcd"), *lit, roll(3, 2)).scores["b"].fire
    assert fire is not None
    assert fire.rule == rule
