"""Counters that lie together, long contact with clouds and slicks, and overlapping slicks."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed


def counter(name: str, weapon: str, state: str, distance: int = 0) -> dict[str, Any]:
    return {"name": name, "weapon": weapon, "state": state, "distance": distance}


PILE = {
    "counters": [
        counter("m1", "mines", "solid"),
        counter("m2", "mines", "solid", 25),
        counter("m3", "mines", "solid", 26),
        counter("o1", "oil", "liquid"),
        counter("o2", "oil", "liquid"),
        counter("s1", "smoke", "gas"),
        counter("s2", "smoke", "gas"),
        counter("s3", "paint", "gas", 1),
    ]
}


@pytest.mark.rule("CW-P-029", "CW-Q-043")
@pytest.mark.parametrize(
    ("stacking", "effects"),
    [
        ("solids_only", {"mines": ["m1", "m2"], "oil": ["o1"], "smoke": ["s1"]}),
        ("all", {"mines": ["m1", "m2"], "oil": ["o1", "o2"], "smoke": ["s1", "s2"]}),
        ("none", {"mines": ["m1"], "oil": ["o1"], "smoke": ["s1"]}),
    ],
)
def test_solids_add_up_and_liquids_and_gases_count_once_a_type(stacking: str, effects: dict[str, list[str]]) -> None:
    outcome = performed("list_stacked_effects", PILE, answers={"drop.stacking": {"stacking": stacking}})
    assert outcome.values == {"effects": effects}
    assert outcome.says[1] == f"oil: {', '.join(effects['oil'])}."


@pytest.mark.rule("CW-P-029")
def test_a_vehicle_clear_of_all_counters_is_affected_by_none() -> None:
    clear = {"counters": [counter("m", "mines", "solid", 26), counter("o", "oil", "liquid", 1)]}
    outcome = performed("list_stacked_effects", clear)
    assert outcome.values == {"effects": {}}
    assert outcome.says == ("The vehicle is near none of them.",)


@pytest.mark.rule("CW-P-029")
@pytest.mark.parametrize(
    ("counters", "says"),
    [
        ([counter("a", "oil", "liquid"), counter("a", "ice", "liquid")], "Two counters are named 'a'"),
        ([counter("a", "oil", "liquid"), counter("b", "oil", "gas")], "Counters of oil are of one state: .* of b"),
    ],
)
def test_counters_that_cannot_lie_together_are_refused(counters: list[dict[str, Any]], says: str) -> None:
    with pytest.raises(InputsImpossible, match=says):
        performed("list_stacked_effects", {"counters": counters})


@pytest.mark.rule("CW-P-029")
@pytest.mark.parametrize(
    ("path", "lowest", "highest"),
    [
        ("counters", 1, 20),
        ("counters.0.name", 1, 60),
        ("counters.0.weapon", 1, 60),
        ("counters.0.distance", 0, 100_000),
    ],
)
def test_inputs_of_stacking_are_bounded(path: str, lowest: int, highest: int) -> None:
    assert_bounded("list_stacked_effects", PILE, path, lowest, highest)


def contact(begins: tuple[int, int], ends: tuple[int, int]) -> dict[str, Any]:
    return {
        "begins": {"turn": begins[0], "phase": begins[1]},
        "ends": {"turn": ends[0], "phase": ends[1]},
    }


def moments(*pairs: tuple[int, int]) -> list[dict[str, int]]:
    return [{"turn": turn, "phase": phase} for turn, phase in pairs]


@pytest.mark.rule("CW-P-030", "CW-Q-044")
@pytest.mark.parametrize(
    ("contacts", "effects", "following"),
    [
        ([contact((1, 1), (1, 1))], [(1, 1)], (2, 1)),
        ([contact((5, 4), (6, 3))], [(5, 4)], (6, 4)),
        ([contact((5, 4), (6, 4))], [(5, 4), (6, 4)], (7, 4)),
        ([contact((1, 5), (3, 5))], [(1, 5), (2, 5), (3, 5)], (4, 5)),
        ([contact((1, 1), (1, 2)), contact((1, 4), (1, 5))], [(1, 1), (1, 4)], (2, 4)),
        ([contact((1, 1), (1, 2)), contact((1, 2), (1, 5))], [(1, 1), (1, 2)], (2, 2)),
    ],
)
def test_contact_affects_at_first_and_every_five_phases_until_the_vehicle_is_clear(
    contacts: list[dict[str, Any]], effects: list[tuple[int, int]], following: tuple[int, int]
) -> None:
    outcome = performed("time_contact_effects", {"contacts": contacts})
    assert outcome.values == {"effects": moments(*effects), "next": moments(following)[0]}


@pytest.mark.rule("CW-P-030", "CW-Q-044")
def test_a_referee_may_choose_another_interval() -> None:
    answers = {"drop.reentry_interval": {"interval": 3}}
    outcome = performed("time_contact_effects", {"contacts": [contact((1, 1), (2, 2))]}, answers=answers)
    assert outcome.values == {"effects": moments((1, 1), (1, 4), (2, 2)), "next": {"turn": 2, "phase": 5}}
    assert outcome.says == (
        "The vehicle is affected in turn 1 phase 1, turn 1 phase 4, turn 2 phase 2.",
        "If the last contact goes on, the next effect is in turn 2 phase 5.",
    )


@pytest.mark.rule("CW-P-030", "CW-Q-148")
@pytest.mark.parametrize(
    ("per_turn", "effects", "following"),
    [(3, [(1, 2), (3, 1), (4, 3)], (6, 2)), (7, [(1, 2), (1, 7), (2, 5), (3, 3)], (4, 1))],
)
def test_contact_is_counted_in_the_turns_of_the_duel(
    per_turn: int, effects: list[tuple[int, int]], following: tuple[int, int]
) -> None:
    answers = {"duel.end_conditions": {"phases_per_turn": per_turn}}
    contacts = [contact((1, 2), (5, 1) if per_turn == 3 else (3, 4))]
    outcome = performed("time_contact_effects", {"contacts": contacts}, answers=answers)
    assert outcome.values == {"effects": moments(*effects), "next": moments(following)[0]}
    with pytest.raises(InputsImpossible, match=f"A turn has {per_turn} phases"):
        performed("time_contact_effects", {"contacts": [contact((1, 1), (1, per_turn + 1))]}, answers=answers)


@pytest.mark.rule("CW-P-030")
def test_a_contact_lasts_100_phases_at_most() -> None:
    outcome = performed("time_contact_effects", {"contacts": [contact((1, 1), (21, 1))]})
    assert len(outcome.values["effects"]) == 21
    with pytest.raises(InputsImpossible, match="at most 100 phases"):
        performed("time_contact_effects", {"contacts": [contact((1, 1), (21, 2))]})


@pytest.mark.rule("CW-P-030")
@pytest.mark.parametrize(
    "contacts",
    [
        [contact((1, 2), (1, 1))],
        [contact((1, 1), (1, 3)), contact((1, 2), (1, 4))],
        [contact((2, 1), (2, 2)), contact((1, 1), (1, 2))],
    ],
)
def test_contacts_out_of_order_are_refused(contacts: list[dict[str, Any]]) -> None:
    with pytest.raises(InputsImpossible, match="put their phases in order"):
        performed("time_contact_effects", {"contacts": contacts})


@pytest.mark.rule("CW-P-030")
@pytest.mark.parametrize(
    ("path", "lowest", "highest"),
    [
        ("contacts", 1, 20),
        ("contacts.0.begins.turn", 1, 10_000),
        ("contacts.0.begins.phase", 1, 10),
        ("contacts.0.ends.turn", 1, 10_000),
        ("contacts.0.ends.phase", 1, 10),
    ],
)
def test_inputs_of_the_contact_clock_are_bounded(path: str, lowest: int, highest: int) -> None:
    assert_bounded("time_contact_effects", {"contacts": [contact((1, 1), (1, 1))]}, path, lowest, highest)


@pytest.mark.rule("CW-P-031", "CW-Q-045")
@pytest.mark.parametrize(
    ("slicks", "worst", "added"),
    [
        (["oil"], 2, 2),
        (["ice"], 4, 4),
        (["oil", "ice"], 4, 6),
        (["ice", "ice"], 4, 8),
        (["oil", "oil"], 2, 4),
    ],
)
def test_overlapping_slicks_count_as_the_worst_or_all_together(slicks: list[str], worst: int, added: int) -> None:
    outcome = performed("find_slick_modifier", {"slicks": slicks})
    assert outcome.values == {"difficulty": worst}
    assert outcome.says[1] == f"Only the worst counts: hazards get D{worst} more."
    answers = {"drop.slick_combination": {"combination": "sum"}}
    outcome = performed("find_slick_modifier", {"slicks": slicks}, answers=answers)
    assert outcome.values == {"difficulty": added}
    assert outcome.says[1] == f"All of them count: hazards get D{added} more."


@pytest.mark.rule("CW-P-031")
def test_the_slicks_touched_are_listed() -> None:
    assert performed("find_slick_modifier", {"slicks": ["oil", "ice"]}).says[0] == "Touched: oil D2, ice D4."


@pytest.mark.rule("CW-P-031")
def test_one_to_20_slicks_are_taken() -> None:
    assert_bounded("find_slick_modifier", {"slicks": ["ice"]}, "slicks", 1, 20)
