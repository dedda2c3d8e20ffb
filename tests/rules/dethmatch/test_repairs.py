"""The interval between two heats: substitutes, healing, and repairs."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.refusals import Refusal, Unknown
from rules.dethmatch.driving.handling import maximum_handling
from rules.dethmatch.match.entries import CrewEntry, ItemEntry, Mechanic
from rules.dethmatch.match.orders import IntervalOrder, Repair
from rules.dethmatch.match.state import CarStatus, Critical
from rules.dethmatch.pits import interval_repairs
from rules.dethmatch.pits import repair_jobs as jobs
from rules.dethmatch.pits.loadouts import NoMountForIt, NotInStores, NotThatKind
from rules.dethmatch.play import heats
from tests.rules.dethmatch.boards import TrackBoard
from tests.rules.dethmatch.matches import BLUE, car, match, red

GUN = ItemEntry(id="gun", kind="machinegun", mount="front")


def between(*faces: int, stores: tuple[ItemEntry, ...] = (), crew: tuple[str, ...] = (), **fields: Any) -> TrackBoard:
    """A match after its first heat, with loaded faces for the interval."""
    switches = fields.pop("switches", {})
    team = red(car("c1", "ada", GUN), stores=stores, crew=[CrewEntry(id=id) for id in crew], **fields)
    play = match(team, BLUE, heats=2, switches=switches, faces=(6, 1))
    heats.begin(play)
    play.load(*faces)
    return play


def mend(*jobs: tuple[str, str]) -> IntervalOrder:
    return IntervalOrder(repairs=tuple(Repair(car="c1", job=job, subject=subject) for job, subject in jobs))


def attempted(play: TrackBoard) -> list[tuple[str, int, bool]]:
    return [(e.more["job"], e.more["needed"], e.more["passed"]) for e in play.log.entries if e.kind == "repair"]


# ------------------------------------------------------------------------------------------------------ attempts


@pytest.mark.rule("DM-M-131")
def test_a_team_has_its_own_attempts_and_the_extra_checks_of_every_mechanic_not_out() -> None:
    extra = (Mechanic(crew="ada", checks=2, skill=3), Mechanic(crew="barred", checks=2, skill=4))
    play = between(mechanic=2, mechanics=extra)
    assert interval_repairs.attempts(play, "red") == [4, 4, 3, 3, 2, 2, 2, 2, 2, 2]
    play.state.crew["ada"].out = True
    assert interval_repairs.attempts(play, "red") == [4, 4, 2, 2, 2, 2, 2, 2]
    assert interval_repairs.attempts(between(switches={"match.repair_attempts": 1}), "red") == [1]


@pytest.mark.rule("DM-M-131", "DM-M-132")
@pytest.mark.parametrize(("face", "passed"), [(2, True), (3, False)])
def test_an_attempt_is_a_die_no_higher_than_the_rating(face: int, passed: bool) -> None:
    play = between(face, mechanic=2, switches={"match.repair_attempts": 1})
    play.state.cars["c1"].broken = True
    interval_repairs.carry_out(play, "red", mend(("suspension", "")))
    assert play.state.cars["c1"].broken is not passed
    assert attempted(play) == [("suspension", 2, passed)]


@pytest.mark.rule("DM-M-131", "DM-M-132")
def test_the_best_skill_makes_the_checks_and_the_least_does_what_needs_none() -> None:
    play = between(4, 3, mechanic=1, mechanics=(Mechanic(crew="ada", checks=2, skill=3),),
                   switches={"match.repair_attempts": 1})  # fmt: skip
    ada = play.state.cars["c1"]
    ada.broken, ada.guns[0].ammunition = True, 0
    interval_repairs.carry_out(play, "red", mend(("reload", "front"), ("suspension", "")))
    assert attempted(play) == [("reload", 0, True), ("suspension", 3, False), ("suspension", 3, True)]
    assert (ada.guns[0].ammunition, ada.broken) == (10, False)


@pytest.mark.rule("DM-M-131")
def test_the_list_is_gone_round_while_there_are_attempts_and_what_is_done_is_not_done_again() -> None:
    play = between(6, 1, 6, 1, mechanic=3, switches={"match.repair_attempts": 5})
    ada = play.state.cars["c1"]
    ada.broken, ada.guns[0].out = True, True
    interval_repairs.carry_out(play, "red", mend(("suspension", ""), ("clear", "front"), ("suspension", "")))
    assert attempted(play) == [
        ("suspension", 3, False),
        ("clear", 3, True),
        ("suspension", 3, False),
        ("suspension", 3, True),
    ]
    play = between(6, 6, mechanic=3, switches={"match.repair_attempts": 2})
    play.state.cars["c1"].broken = True
    interval_repairs.carry_out(play, "red", mend(("suspension", "")))
    assert len(attempted(play)) == 2


# ---------------------------------------------------------------------------------------------------------- jobs


@pytest.mark.rule("DM-M-132")
def test_a_success_undoes_one_critical_and_its_count() -> None:
    play = between(1, 1, 1, 1, mechanic=1)
    ada = play.state.cars["c1"]
    ada.criticals = [
        Critical(row="engine", effect="drivetrain", amount=1),
        Critical(row="engine", effect="tank", amount=2),
        Critical(row="weapon", effect="ammunition", amount=3, mount="front"),
        Critical(row="body", effect="armor", amount=1, quadrant="left"),
    ]
    ada.fuel, ada.armor["left"], ada.guns[0].ammunition = 1, 3, 4
    interval_repairs.carry_out(
        play, "red", mend(("critical", "2"), ("critical", "3"), ("critical", "4"), ("critical", "1"))
    )
    assert (ada.criticals, ada.fuel, ada.armor["left"], ada.guns[0].ammunition) == ([], 3, 4, 7)


@pytest.mark.rule("DM-M-132")
@pytest.mark.parametrize(("number", "left"), [("1", "bc"), ("2", "ac"), ("3", "ab")])
def test_the_first_critical_of_a_car_is_number_1(number: str, left: str) -> None:
    play = between(1, mechanic=1)
    ada = play.state.cars["c1"]
    ada.criticals = [Critical(row="crew", effect=effect) for effect in "abc"]
    interval_repairs.carry_out(play, "red", mend(("critical", number)))
    assert "".join(critical.effect for critical in ada.criticals) == left


@pytest.mark.rule("DM-M-132")
def test_what_comes_back_with_a_critical_is_never_more_than_there_was_room_for() -> None:
    play = between(1, 1, mechanic=1)
    ada = play.state.cars["c1"]
    ada.criticals = [
        Critical(row="engine", effect="tank", amount=2),
        Critical(row="weapon", effect="ammunition", amount=3, mount="front"),
    ]
    ada.guns[0].ammunition = 9
    interval_repairs.carry_out(play, "red", mend(("critical", "1"), ("critical", "2")))
    assert (ada.fuel, ada.guns[0].ammunition) == (4, 10)


@pytest.mark.rule("DM-M-039", "DM-M-132")
def test_swaps_and_reloading_take_an_attempt_each_and_no_die() -> None:
    stores = (
        ItemEntry(id="tires", kind="tire_heavy"),
        ItemEntry(id="gears", kind="gear_set", gearing=1),
        ItemEntry(id="other", kind="recoilless_rifle"),
    )
    play = between(stores=stores, switches={"match.repair_attempts": 3})
    ada = play.state.cars["c1"]
    ada.guns[0].ammunition, ada.tire_damage = 1, 1
    order = mend(("tires", "tires"), ("gears", "gears"), ("weapon", "front:other"), ("reload", "front"))
    interval_repairs.carry_out(play, "red", order)
    assert (ada.loadout.tires, ada.tire_damage, ada.loadout.gearing) == ("tires", 0, 1)
    assert [(gun.mount, gun.kind, gun.ammunition) for gun in ada.guns] == [("front", "recoilless_rifle", 6)]
    assert [job for job, _, _ in attempted(play)] == ["tires", "gears", "weapon"]
    fit = play.fits["c1"]
    assert (fit.gearing, fit.acceleration, fit.weapons["front"].kind) == (1, 3, "recoilless_rifle")
    assert maximum_handling(play, ada) == 3
    assert "gun" in {item.id for item in jobs_stores(play)}


def jobs_stores(play: TrackBoard) -> list[ItemEntry]:
    from rules.dethmatch.pits.loadouts import stores_of

    return list(stores_of(play, "red").values())


@pytest.mark.rule("DM-M-132")
def test_a_spare_that_another_job_has_taken_lapses_with_its_reason() -> None:
    play = between(stores=(ItemEntry(id="tires", kind="tire_heavy"),), mechanic=1)
    second_car = play.state.cars["c1"]
    order = IntervalOrder(repairs=(Repair(car="c1", job="tires", subject="tires"),) * 1)
    work = jobs.plan(play, second_car, "tires", "tires", among=jobs.BETWEEN_HEATS)
    interval_repairs.carry_out(play, "red", order)
    with pytest.raises(NotInStores):
        work()


# ---------------------------------------------------------------------------------------------------- refusals


@pytest.mark.rule("DM-M-038")
def test_a_fresh_competitor_takes_the_wheel_of_a_driver_who_is_out() -> None:
    play = between(crew=("eve", "hal"))
    play.state.crew["ada"].out = True
    assert interval_repairs.fresh_crew(play, "red") == ["eve", "hal"]
    interval_repairs.carry_out(play, "red", IntervalOrder(substitutes={"c1": "hal"}))
    assert play.state.cars["c1"].driver == "hal"
    (entry,) = play.log.entries[-1:]
    assert (entry.kind, entry.crew, entry.before, entry.more) == (
        "substitution",
        "hal",
        {"driver": "ada"},
        {"from_heat": 2},
    )
    assert interval_repairs.fresh_crew(play, "red") == ["eve"]


@pytest.mark.rule("DM-M-127")
def test_a_kit_heals_one_flesh_wound_a_use() -> None:
    play = between(kit_uses=3)
    ada = play.state.crew["ada"]
    ada.wounds = 2
    interval_repairs.carry_out(play, "red", IntervalOrder(heal=("ada", "ada")))
    assert (ada.wounds, ada.healed, ada.kit_uses, play.state.teams["red"].kit_uses) == (0, 2, 2, 1)
    assert [(entry.before, entry.after, entry.more) for entry in play.log.entries if entry.kind == "healed"] == [
        ({"wounds": 2}, {"wounds": 1}, {"left": 2}),
        ({"wounds": 1}, {"wounds": 0}, {"left": 1}),
    ]


def given(play: TrackBoard, order: IntervalOrder, refusal: type[Refusal], words: str) -> None:
    before = len(play.log.entries)
    with pytest.raises(refusal, match=words):
        interval_repairs.carry_out(play, "red", order)
    assert len(play.log.entries) == before


@pytest.mark.rule("DM-M-038", "DM-M-110")
def test_only_the_fresh_are_sent_in_and_only_for_who_is_out() -> None:
    play = between(crew=("eve", "hal"))
    given(play, IntervalOrder(substitutes={"c1": "eve"}), interval_repairs.SubstituteUnfit, "ada can still drive c1")
    play.state.crew["ada"].out = True
    given(play, IntervalOrder(substitutes={"c9": "eve"}), Unknown, "red has no car 'c9'")
    given(play, IntervalOrder(substitutes={"b1": "eve"}), Unknown, "name one of c1")
    given(
        play,
        IntervalOrder(substitutes={"c1": "bob"}),
        interval_repairs.SubstituteUnfit,
        "not a fresh competitor of red",
    )
    play.state.crew["eve"].out = True
    given(play, IntervalOrder(substitutes={"c1": "eve"}), interval_repairs.SubstituteUnfit, "send in hal")
    play.state.crew["hal"].heats = [1]
    given(play, IntervalOrder(substitutes={"c1": "hal"}), interval_repairs.SubstituteUnfit, "nobody, since none is")
    play.state.cars["c1"].status = CarStatus.WRECK
    given(play, IntervalOrder(substitutes={"c1": "hal"}), interval_repairs.BeyondRepair, "starts no more")


@pytest.mark.rule("DM-M-038")
def test_nobody_is_sent_in_for_two_cars() -> None:
    team = red(car("c1", "ada"), car("c2", "cyn"), crew=[CrewEntry(id="eve")])
    play = match(team, BLUE, heats=2)
    play.state.crew["ada"].out = play.state.crew["cyn"].out = True
    given(
        play,
        IntervalOrder(substitutes={"c1": "eve", "c2": "eve"}),
        interval_repairs.SubstituteUnfit,
        "two cars in one heat",
    )


@pytest.mark.rule("DM-M-127")
def test_a_kit_heals_who_has_wounds_and_is_not_out_while_it_lasts() -> None:
    play = between(kit_uses=1)
    ada = play.state.crew["ada"]
    given(play, IntervalOrder(heal=("ada",)), interval_repairs.CannotBeHealed, "ada has no 1 flesh wounds")
    given(play, IntervalOrder(heal=("bob",)), interval_repairs.CannotBeHealed, "competitors of red")
    ada.wounds = 2
    given(play, IntervalOrder(heal=("ada", "ada")), interval_repairs.CannotBeHealed, "heal 1 more wounds")
    ada.out = True
    given(play, IntervalOrder(heal=("ada",)), interval_repairs.CannotBeHealed, "not out")


@pytest.mark.rule("DM-M-132")
@pytest.mark.parametrize(
    ("job", "subject", "refusal", "words"),
    [
        ("paint", "", Unknown, "critical, suspension, clear, tires, gears, weapon, fit, reload"),
        ("suspension", "", jobs.NothingToMend, "is whole"),
        ("critical", "1", jobs.NothingToMend, "has 0 criticals"),
        ("critical", "0", jobs.NothingToMend, "none of number '0'"),
        ("critical", "one", jobs.NothingToMend, "none of number 'one'"),
        ("clear", "front", jobs.NothingToMend, "neither jammed nor burned out"),
        ("gears", "tires", NotThatKind, "needs a gear-set"),
        ("weapon", "heavy", NoMountForIt, "No mount of c1 takes at_rifle"),
        ("weapon", "rear:other", NoMountForIt, "No mount of c1 takes recoilless_rifle"),
        ("reload", "front", jobs.NothingToMend, "10 of 10 rounds"),
    ],
)
def test_what_cannot_be_done_is_refused_before_anything_is(
    job: str, subject: str, refusal: type[Refusal], words: str
) -> None:
    stores = (
        ItemEntry(id="tires", kind="tire_heavy"),
        ItemEntry(id="heavy", kind="at_rifle"),
        ItemEntry(id="other", kind="recoilless_rifle"),
    )
    given(between(stores=stores), mend((job, subject)), refusal, words)


@pytest.mark.rule("DM-M-132")
def test_a_destroyed_car_cannot_be_repaired() -> None:
    play = between()
    play.state.cars["c1"].status, play.state.cars["c1"].broken = CarStatus.DESTROYED, True
    given(play, mend(("suspension", "")), interval_repairs.BeyondRepair, "cannot be repaired")
