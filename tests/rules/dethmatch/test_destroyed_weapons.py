"""Repairs, exchanges and reloads of destroyed or used-up weapons."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.state import Critical
from rules.dethmatch.pits import repair_jobs
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.matches import BLUE, match, red
from tests.rules.dethmatch.matches import car as entry


def without_its_gun() -> Board:
    """A car whose weapon was destroyed, with its derived figures updated."""
    play = Board(Car("a", guns={"front": "machinegun"}))
    sheet = play.state.cars["a"]
    sheet.guns[0].destroyed = True
    sheet.loadout.lost.append("a.front")
    play.update_fit(sheet)
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
    play.update_fit(sheet)
    repair_jobs.plan(play, sheet, "weapon", "spare", among=repair_jobs.BETWEEN_HEATS)()
    assert [(weapon.item, weapon.ammunition, weapon.destroyed) for weapon in sheet.guns] == [("spare", 10, False)]


@pytest.mark.rule("DM-M-130")
def test_a_device_that_is_used_up_is_not_reloaded() -> None:
    play = Board(Car("a", items=[ItemEntry(id="mines", kind="deployable_mines")]))
    sheet = play.state.cars["a"]
    sheet.guns[0].ammunition = 0
    sheet.loadout.used.append("mines")
    play.update_fit(sheet)
    with pytest.raises(repair_jobs.NothingToMend, match="mines of a holds"):
        repair_jobs.plan(play, sheet, "reload", sheet.guns[0].mount, among=repair_jobs.IN_THE_PIT)


@pytest.mark.rule("DM-M-132", "DM-M-107")
@pytest.mark.parametrize(("edition", "used"), [(2, ["mines"]), (3, [])])
@pytest.mark.parametrize("is_weighed_anew", [False, True])
def test_an_expendable_with_rounds_again_is_not_used_up(edition: int, used: list[str], is_weighed_anew: bool) -> None:
    play = Board(Car("a", items=[ItemEntry(id="mines", kind="deployable_mines")]))
    play.setup = replace(play.setup, edition=edition)
    sheet = play.state.cars["a"]
    suffered = Critical(row="weapon", effect="ammunition", amount=1, mount="mines")
    sheet.criticals.append(suffered)
    sheet.guns[0].ammunition = 0
    sheet.loadout.used.append("mines")
    if is_weighed_anew:
        play.update_fit(sheet)
    repair_jobs.undo(play, sheet, suffered)
    play.update_fit(sheet)
    assert sheet.loadout.used == used
    assert ("mines" in play.fits["a"].weapons) == (not used)
    assert sheet.guns[0].ammunition == (0 if used and is_weighed_anew else 1)


@pytest.mark.rule("DM-M-132")
def test_an_expendable_of_which_a_critical_took_nothing_stays_used_up() -> None:
    play = Board(Car("a", items=[ItemEntry(id="mines", kind="deployable_mines")]))
    sheet = play.state.cars["a"]
    suffered = Critical(row="weapon", effect="ammunition", amount=0, mount="mines")
    sheet.criticals.append(suffered)
    sheet.guns[0].ammunition = 0
    sheet.loadout.used.append("mines")
    repair_jobs.undo(play, sheet, suffered)
    assert (sheet.loadout.used, sheet.guns[0].ammunition) == (["mines"], 0)
