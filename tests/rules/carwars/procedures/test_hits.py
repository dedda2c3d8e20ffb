"""Hits on metal armor, the hazard of a salvo, and who of a crew is hurt."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from rules.core.dice import NeedsDice
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed

AT_ONCE = {"dmg.metal_same_phase": {"hits": "simultaneous"}}
METAL = {"metal": 5, "hits": [{"damage": 7, "metal_lost": 2}, {"damage": 7, "metal_lost": 4}, {"damage": 3}]}


@pytest.mark.rule("CW-P-040", "CW-Q-090")
def test_each_hit_meets_what_the_hits_before_left_of_the_metal() -> None:
    outcome = performed("resolve_metal_hits", METAL)
    assert outcome.values == {"through": [2, 4, 3], "metal_left": 0}
    assert outcome.says[:2] == (
        "Hit 1: 7 against 5 of metal, 2 through, 3 of metal left.",
        "Hit 2: 7 against 3 of metal, 4 through, 0 of metal left.",
    )


@pytest.mark.rule("CW-P-040", "CW-Q-090")
def test_all_hits_may_meet_the_metal_there_was() -> None:
    outcome = performed("resolve_metal_hits", METAL, answers=AT_ONCE)
    assert outcome.values == {"through": [2, 2, 0], "metal_left": 0}


@pytest.mark.rule("CW-P-040")
@pytest.mark.parametrize(("damage", "through"), [(4, 0), (5, 0), (6, 1)])
def test_metal_stops_as_much_damage_as_it_has_points(damage: int, through: int) -> None:
    outcome = performed("resolve_metal_hits", {"metal": 5, "hits": [{"damage": damage}]})
    assert outcome.values == {"through": [through], "metal_left": 5}


@pytest.mark.rule("CW-P-040")
def test_a_hit_takes_off_no_more_metal_than_there_was() -> None:
    hits = [{"damage": 9, "metal_lost": 5}, {"damage": 9, "metal_lost": 5}]
    assert performed("resolve_metal_hits", {"metal": 5, "hits": hits}).values["metal_left"] == 0
    with pytest.raises(InputsImpossible, match="Hit 2 takes off more metal than there was"):
        performed("resolve_metal_hits", {"metal": 5, "hits": [hits[0], {"damage": 9, "metal_lost": 6}]})


@pytest.mark.rule("CW-P-040")
@pytest.mark.parametrize(
    ("path", "lowest", "highest"),
    [("metal", 0, 1000), ("hits", 1, 20), ("hits.0.damage", 0, 1000), ("hits.0.metal_lost", 0, 1000)],
)
def test_inputs_of_metal_hits_are_bounded(path: str, lowest: int, highest: int) -> None:
    assert_bounded("resolve_metal_hits", METAL, path, lowest, highest)


def salvo(*damage: int, drops: tuple[str, ...] = (), turn: int = 5, phase: int = 4) -> dict[str, Any]:
    return {"moment": {"turn": turn, "phase": phase}, "damage": list(damage), "drops": list(drops)}


@pytest.mark.rule("CW-P-041", "CW-Q-059", "RH-032")
@pytest.mark.parametrize(
    ("damage", "one_hazard", "added"),
    [
        ((0,), 0, 0),
        ((1,), 1, 1),
        ((5,), 1, 1),
        ((6,), 2, 2),
        ((9,), 2, 2),
        ((10,), 3, 3),
        ((60,), 3, 3),
        ((10, 10), 3, 6),
        ((3, 3), 2, 2),
        ((4, 6, 0), 3, 3),
    ],
)
def test_a_salvo_makes_one_hazard_of_d3_at_most_or_its_weapons_add_up(
    damage: tuple[int, ...], one_hazard: int, added: int
) -> None:
    outcome = performed("resolve_salvo", salvo(*damage))
    assert outcome.values == {"difficulty": one_hazard, "drops_count_from": None}
    answers = {"fire.salvo_hazard": {"hazard": "per_weapon"}}
    assert performed("resolve_salvo", salvo(*damage), answers=answers).values["difficulty"] == added


@pytest.mark.rule("CW-P-041", "CW-Q-059")
def test_the_hazard_of_a_salvo_is_explained() -> None:
    assert performed("resolve_salvo", salvo(10, 10)).says == ("The salvo does 20 points and makes one hazard: D3.",)
    answers = {"fire.salvo_hazard": {"hazard": "per_weapon"}}
    assert performed("resolve_salvo", salvo(10, 6), answers=answers).says == ("The weapons add up D3, D2: D5.",)
    assert performed("resolve_salvo", salvo(0)).says == ("The salvo makes no hazard.",)


@pytest.mark.rule("CW-P-041", "CW-Q-046")
@pytest.mark.parametrize(("phase", "following"), [(4, (5, 5)), (5, (6, 1))])
def test_what_a_salvo_drops_counts_from_the_next_phase_or_at_once(phase: int, following: tuple[int, int]) -> None:
    outcome = performed("resolve_salvo", salvo(10, drops=("oil",), phase=phase))
    assert outcome.values["drops_count_from"] == {"turn": following[0], "phase": following[1]}
    assert outcome.says[1] == f"oil: in effect from turn {following[0]} phase {following[1]}."
    answers = {"drop.same_phase_effect": {"takes_effect": "same_phase"}}
    outcome = performed("resolve_salvo", salvo(10, drops=("oil",), phase=phase), answers=answers)
    assert outcome.values["drops_count_from"] == {"turn": 5, "phase": phase}


@pytest.mark.rule("CW-P-041", "CW-Q-148")
@pytest.mark.parametrize(
    ("per_turn", "phase", "following"), [(3, 2, (5, 3)), (3, 3, (6, 1)), (7, 5, (5, 6)), (7, 7, (6, 1))]
)
def test_what_a_salvo_drops_counts_from_the_next_phase_of_other_turns(
    per_turn: int, phase: int, following: tuple[int, int]
) -> None:
    answers = {"duel.end_conditions": {"phases_per_turn": per_turn}}
    outcome = performed("resolve_salvo", salvo(10, drops=("oil",), phase=phase), answers=answers)
    assert outcome.values["drops_count_from"] == {"turn": following[0], "phase": following[1]}
    with pytest.raises(InputsImpossible, match=f"A turn has {per_turn} phases"):
        performed("resolve_salvo", salvo(10, phase=per_turn + 1), answers=answers)


@pytest.mark.rule("CW-P-041")
def test_two_dropped_counters_have_two_names() -> None:
    with pytest.raises(InputsImpossible, match="Two dropped counters are named 'oil'"):
        performed("resolve_salvo", salvo(1, drops=("oil", "oil")))


@pytest.mark.rule("CW-P-041")
@pytest.mark.parametrize(
    ("path", "lowest", "highest"),
    [
        ("moment.turn", 1, 10_000),
        ("moment.phase", 1, 10),
        ("damage", 1, 20),
        ("damage.0", 0, 1000),
        ("drops", 0, 20),
        ("drops.0", 1, 60),
    ],
)
def test_inputs_of_a_salvo_are_bounded(path: str, lowest: int, highest: int) -> None:
    assert_bounded("resolve_salvo", salvo(1, drops=("oil",)), path, lowest, highest)


CREW = {"aboard": ["Dee", "Gus", "Pat"], "attacks": 2}


@pytest.mark.rule("CW-P-042", "CW-Q-077")
@pytest.mark.parametrize(
    ("faces", "hurt"), [([1, 3], ["Dee", "Pat"]), ([2, 2], ["Gus", "Gus"]), ([3, 1], ["Pat", "Dee"])]
)
def test_each_attack_hurts_one_of_those_aboard_at_random(faces: list[int], hurt: list[str]) -> None:
    outcome = performed("choose_who_is_hit", CREW, faces=faces)
    assert outcome.values == {"hurt": hurt}
    assert outcome.says == (f"Attack 1 hurts {hurt[0]}.", f"Attack 2 hurts {hurt[1]}.")


@pytest.mark.rule("CW-P-042")
@pytest.mark.parametrize(("aboard", "dice"), [(["Dee", "Gus"], "1d2"), (["Dee", "Gus", "Pat"], "1d3")])
def test_the_die_has_as_many_sides_as_there_are_people(aboard: list[str], dice: str) -> None:
    with pytest.raises(NeedsDice, match=f"needs {dice}: who is hurt by attack 1"):
        performed("choose_who_is_hit", {"aboard": aboard})


@pytest.mark.rule("CW-P-042")
def test_one_attack_hurts_one_person() -> None:
    assert performed("choose_who_is_hit", {"aboard": ["Dee", "Gus"]}, faces=[2]).values == {"hurt": ["Gus"]}


@pytest.mark.rule("CW-P-042")
def test_one_person_alone_is_hurt_without_a_die() -> None:
    assert performed("choose_who_is_hit", {"aboard": ["Dee"], "attacks": 2}).values == {"hurt": ["Dee", "Dee"]}


@pytest.mark.rule("CW-P-042", "CW-Q-077")
def test_the_driver_may_be_hurt_first() -> None:
    answers = {"fire.crew_hit_allocation": {"who": "driver_first"}}
    assert performed("choose_who_is_hit", CREW, answers=answers).values == {"hurt": ["Dee", "Dee"]}


@pytest.mark.rule("CW-P-042", "CW-Q-077")
def test_a_player_may_choose_who_is_hurt() -> None:
    answers = {"fire.crew_hit_allocation": {"who": "choose"}}
    chosen = CREW | {"chosen": ["Pat", "Gus"]}
    assert performed("choose_who_is_hit", chosen, answers=answers).values == {"hurt": ["Pat", "Gus"]}
    with pytest.raises(InputsImpossible, match="name one person for each attack"):
        performed("choose_who_is_hit", CREW | {"chosen": ["Pat"]}, answers=answers)
    with pytest.raises(InputsImpossible, match="Sam is not aboard: choose one of Dee, Gus, Pat"):
        performed("choose_who_is_hit", CREW | {"chosen": ["Pat", "Sam"]}, answers=answers)


@pytest.mark.rule("CW-P-042")
def test_two_people_have_two_names() -> None:
    with pytest.raises(InputsImpossible, match="Two people aboard are named 'Dee'"):
        performed("choose_who_is_hit", {"aboard": ["Dee", "Dee"]})


@pytest.mark.rule("CW-P-042")
@pytest.mark.parametrize(
    ("path", "lowest", "highest"),
    [("aboard", 1, 20), ("aboard.0", 1, 60), ("attacks", 1, 20), ("chosen", 0, 20), ("chosen.0", 1, 60)],
)
def test_inputs_of_a_crew_hit_are_bounded(path: str, lowest: int, highest: int) -> None:
    assert_bounded("choose_who_is_hit", CREW | {"chosen": ["Pat"]}, path, lowest, highest)
