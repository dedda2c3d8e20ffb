"""Which events of a duel the facts of a Dethmatch match are, and what they come to."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import asdict

from rules.carwars.scoring.causes import Attack, NobodyElse
from rules.carwars.scoring.dethmatch_events import CarFacts, car_events
from rules.carwars.scoring.events import DuelEvent, KillPart
from tests.rules.carwars.duels import at, duel, hit, kill_points, scored

WHOLE: dict[str, Any] = {"speed": 6, "best_roll": 3, "alive": 2, "drivers": 2, "weapons": 2, "loaded": 2}
A = Attack(by="a")


def facts(**changed: Any) -> CarFacts:
    """The facts of a car that is whole but for those."""
    return CarFacts(**WHOLE | changed)


def happened(
    *, before: CarFacts | None = None, killed: KillPart | None = None, because: Any = A, phase: int = 4, **now: Any
) -> list[DuelEvent]:
    """The events of car b in a phase, from the facts that changed."""
    moment = at(phase)
    return [*car_events("b", before=before or facts(), now=facts(**now), killed=killed, because=because, **moment)]


def kinds(events: list[DuelEvent]) -> list[str]:
    """The events in short: the part of a kill, or the type."""
    return [asdict(event).get("part", type(event).__name__) for event in events]


@pytest.mark.rule("CW-S-058")
@pytest.mark.parametrize(
    ("changed", "immobile"),
    [
        ({}, False),
        ({"suspension_broken": True}, True),
        ({"drivers": 1}, False),
        ({"drivers": 0}, True),
        ({"best_roll": 1}, False),
        ({"best_roll": 0}, True),
        ({"speed": 0}, False),
        ({"weapons": 0, "loaded": 0}, False),
        ({"speed": 0, "weapons": 0, "loaded": 0}, False),
        ({"highest_critical": 6}, False),
        ({"off_wheels": True}, False),
        ({"alive": 1}, False),
    ],
)
def test_a_car_is_a_mobility_kill_without_suspension_driver_or_acceleration(
    changed: dict[str, Any], immobile: bool
) -> None:
    assert facts(**changed).is_immobile is immobile
    assert ("mobility" in kinds(happened(**changed))) is immobile
    assert not {"complete", "destroyed"} & set(kinds(happened(**changed)))


@pytest.mark.rule("CW-S-058")
@pytest.mark.parametrize(
    ("changed", "destroyed"),
    [
        ({"highest_critical": 6}, False),
        ({"highest_critical": 7}, True),
        ({"highest_critical": 12}, True),
        ({"off_wheels": True}, False),
        ({"off_wheels": True, "speed": 1}, False),
        ({"off_wheels": True, "speed": 0}, True),
    ],
)
def test_a_car_is_destroyed_by_a_critical_of_7_or_at_rest_off_its_wheels(
    changed: dict[str, Any], destroyed: bool
) -> None:
    assert facts(**changed).is_destroyed is destroyed
    assert facts(**changed).is_out is destroyed
    assert ("destroyed" in kinds(happened(**changed))) is destroyed
    assert "mobility" not in kinds(happened(**changed))


@pytest.mark.rule("CW-S-058")
@pytest.mark.parametrize("killed", [None, "mobility"])
def test_a_destroyed_car_is_entered_with_its_speed_and_its_crew(killed: KillPart | None) -> None:
    events = happened(highest_critical=7, killed=killed)
    assert kinds(events) == ["destroyed", "Speed", "Crew"]
    assert [asdict(event) for event in events[1:]] == [
        at(4) | {"of": "b", "mph": 6, "voluntary": False},
        at(4) | {"of": "b", "alive": 2, "can_drive": True},
    ]


@pytest.mark.rule("CW-S-016", "CW-S-058")
@pytest.mark.parametrize(
    ("killed", "changed"),
    [
        ("mobility", {"suspension_broken": True}),
        ("complete", {"highest_critical": 7}),
        ("complete", {"suspension_broken": True}),
        ("destroyed", {"highest_critical": 7}),
        ("complete", {"suspension_broken": True, "weapons": 0}),
    ],
)
def test_what_a_car_is_already_is_not_entered_again(killed: KillPart, changed: dict[str, Any]) -> None:
    assert happened(killed=killed, **changed) == []


@pytest.mark.rule("CW-S-058")
@pytest.mark.parametrize(
    ("before", "changed", "because", "complete"),
    [
        ({"weapons": 1}, {"weapons": 0, "loaded": 0, "speed": 0}, A, True),
        ({"weapons": 1}, {"weapons": 0, "loaded": 0, "speed": 1}, A, False),
        ({"weapons": 2}, {"weapons": 1, "loaded": 0, "speed": 0}, A, False),
        ({"weapons": 2}, {"weapons": 1, "loaded": 1, "speed": 0}, A, False),
        ({"weapons": 0}, {"weapons": 0, "loaded": 0, "speed": 0}, A, False),
        ({"weapons": 1}, {"weapons": 0, "loaded": 0, "speed": 0}, None, False),
    ],
    ids=["last weapon", "rolls on", "runs dry", "can fire", "had none", "by nobody"],
)
@pytest.mark.parametrize("killed", [None, "mobility"])
def test_an_attack_that_takes_the_last_weapon_of_an_immobile_car_at_rest_completes_its_kill(
    killed: KillPart | None, before: dict[str, Any], changed: dict[str, Any], because: Any, complete: bool
) -> None:
    events = happened(
        before=facts(suspension_broken=True, **before),
        suspension_broken=True,
        killed=killed,
        because=because,
        **changed,
    )
    assert ("complete" in kinds(events)) is complete
    assert ("mobility" in kinds(events)) is (killed is None)


@pytest.mark.rule("CW-S-058")
@pytest.mark.parametrize(
    ("changed", "entered"),
    [
        ({}, []),
        ({"speed": 5}, ["Speed"]),
        ({"alive": 1}, ["Crew"]),
        ({"drivers": 1}, []),
        ({"drivers": 0}, ["mobility", "Crew"]),
        ({"loaded": 1}, []),
        ({"weapons": 1, "loaded": 1}, []),
        ({"loaded": 0}, ["Armed"]),
        ({"alive": 0, "drivers": 0}, ["mobility", "Crew"]),
    ],
)
def test_what_changes_about_a_car_is_entered(changed: dict[str, Any], entered: list[str]) -> None:
    assert kinds(happened(**changed)) == entered


@pytest.mark.rule("CW-S-058")
def test_a_weapon_that_fires_again_is_entered_as_well() -> None:
    (armed,) = happened(before=facts(loaded=0), loaded=1)
    assert asdict(armed) == at(4) | {"of": "b", "can_fire": True}


@pytest.mark.rule("CW-S-058")
def test_without_a_cause_a_kill_is_to_nobodys_credit() -> None:
    (broken,) = happened(suspension_broken=True, because=None)
    assert asdict(broken)["because"] == NobodyElse()
    assert kill_points(scored(duel(), broken)) == {"b": -20}


@pytest.mark.rule("CW-S-011", "CW-S-058")
@pytest.mark.parametrize(
    ("later", "points"),
    [
        ({"loaded": 0}, {"a": 40, "b": -40}),
        ({"weapons": 0, "loaded": 0}, {"a": 20, "b": -40, "c": 20}),
    ],
    ids=["it runs dry", "another shoots its weapons off"],
)
def test_a_match_is_scored_from_its_facts(later: dict[str, Any], points: dict[str, int]) -> None:
    broken = facts(suspension_broken=True, speed=4)
    still = facts(suspension_broken=True, speed=0)
    sheet = scored(
        duel(),
        hit(3, "a", "b"),
        *happened(suspension_broken=True, speed=4, phase=3),
        *happened(before=broken, suspension_broken=True, speed=0, killed="mobility", phase=7),
        *happened(
            before=still, suspension_broken=True, speed=0, killed="mobility", because=Attack(by="c"), phase=9, **later
        ),
    )
    assert kill_points(sheet) == points
    assert sheet.scores["b"].complete_kill is not None
    assert sheet.scores["b"].complete_kill.phase == 9


@pytest.mark.rule("CW-S-058")
def test_a_car_that_is_destroyed_in_a_match_is_40_points_and_asks_for_nothing() -> None:
    sheet = scored(duel(crews=2), *happened(highest_critical=8, speed=0, alive=1, drivers=1, loaded=0))
    assert kill_points(sheet) == {"a": 40, "b": -40}
    assert sheet.proposals == ()
    assert (sheet.scores["b"].speed, sheet.scores["b"].alive) == (0, 1)
