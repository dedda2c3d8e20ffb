"""What matches by lot have found: weapons that burst under their own pair, and jobs on weapons that are no more."""

from __future__ import annotations

import pytest

from rules.dethmatch.combat.shooting import fire
from rules.dethmatch.designs.design import Mount
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.fitted_car import update_fitted_car
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import Critical
from rules.dethmatch.pits import repair_jobs
from tests.rules.dethmatch.boards import Put, board
from tests.rules.dethmatch.gunnery import armed, at_b, car, crew, gunner_of, target_at
from tests.rules.dethmatch.matches import BLUE, match, red
from tests.rules.dethmatch.matches import car as entry
from tests.rules.dethmatch.motion import all_thrown, kinds


def linked_railguns(*faces: int) -> Match:
    """A pair of railguns and a target; the first bursts where the first face is a 1."""
    put = gunner_of()
    put.design = armed(Mount(id="m1", type="heavy", link="m2"), Mount(id="m2", type="heavy", link="m1"))
    put.guns = {"m1": "railgun", "m2": "railgun"}
    return board(put, target_at(3), faces=faces)


@pytest.mark.rule("DM-M-100", "DM-M-109")
def test_whoever_his_own_weapon_puts_out_of_action_does_not_fire_the_other_of_the_pair() -> None:
    # 1 bursts, the critical is 5 for crew, and a 6 fails toughness 3.
    play = linked_railguns(1, 5, 6)
    fire(play, car(play), at_b())
    assert crew(play).out
    assert kinds(play).count("fire") == 1
    assert all_thrown(play)


@pytest.mark.rule("DM-M-018", "DM-M-093")
@pytest.mark.parametrize(("lost", "fired", "left"), [(3, 1, 0), (2, 2, 0)])
def test_the_other_of_a_pair_fires_with_the_rounds_that_the_burst_has_left_it(
    lost: int, fired: int, left: int
) -> None:
    # 1 bursts, the critical is 4 for a weapon, and the other railgun holds 3 rounds; then its risk, and a miss.
    play = linked_railguns(1, 4, lost, *((6, 6) if fired > 1 else ()))
    fire(play, car(play), at_b())
    assert kinds(play).count("fire") == fired
    assert next(gun.ammunition for gun in car(play).guns if gun.mount == "m2") == left
    assert all_thrown(play)


def without_its_gun() -> Match:
    """A car whose weapon was destroyed, and what it is fitted with was worked out since."""
    play = board(Put("a", guns={"front": "machinegun"}))
    sheet = play.state.cars["a"]
    sheet.guns[0].destroyed = True
    sheet.loadout.lost.append("a.front")
    update_fitted_car(play, sheet)
    return play


@pytest.mark.rule("DM-M-132")
def test_a_critical_is_undone_on_a_weapon_that_is_no_more() -> None:
    play = without_its_gun()
    sheet = play.state.cars["a"]
    suffered = Critical(row="weapon", effect="ammunition", amount=2, mount="front")
    sheet.criticals.append(suffered)
    repair_jobs.undo(play, sheet, suffered)
    assert sheet.criticals == []
    assert sheet.guns[0].ammunition == 10


@pytest.mark.rule("DM-M-132")
def test_a_weapon_that_is_no_more_is_exchanged() -> None:
    gun, spare = (ItemEntry(id=id, kind="machinegun", mount=mount) for id, mount in (("gun", "front"), ("spare", "")))
    play = match(red(entry("c1", "ada", gun), stores=[spare]), BLUE)
    sheet = play.state.cars["c1"]
    sheet.guns[0].destroyed = True
    sheet.loadout.lost.append("gun")
    update_fitted_car(play, sheet)
    repair_jobs.plan(play, sheet, "weapon", "spare", among=repair_jobs.BETWEEN_HEATS)()
    assert [(weapon.item, weapon.ammunition, weapon.destroyed) for weapon in sheet.guns] == [("spare", 10, False)]


@pytest.mark.rule("DM-M-130")
def test_a_device_that_is_used_up_is_not_reloaded() -> None:
    play = board(Put("a", items=[ItemEntry(id="mines", kind="deployable_mines")]))
    sheet = play.state.cars["a"]
    sheet.guns[0].ammunition = 0
    sheet.loadout.used.append("mines")
    update_fitted_car(play, sheet)
    with pytest.raises(repair_jobs.NothingToMend, match="mines of a holds"):
        repair_jobs.plan(play, sheet, "reload", sheet.guns[0].mount, among=repair_jobs.IN_THE_PIT)
