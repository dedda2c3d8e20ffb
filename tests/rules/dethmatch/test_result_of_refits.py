"""The result of a match for items that were moved between cars and stores during it."""

from __future__ import annotations

import pytest

from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.match import Match
from rules.dethmatch.pits import loadouts, repair_jobs
from rules.dethmatch.play.result import CarResult, report_of, result_of
from tests.rules.dethmatch.matches import BLUE, car, match, red
from tests.rules.dethmatch.test_ruleset import packet

GUN = ItemEntry(id="gun", kind="machinegun", mount="front")
PACK = ItemEntry(id="pack", kind="smoke_grenade")
TIRES = ItemEntry(id="tires", kind="tire_light", tread="street")
STORES = (
    ItemEntry(id="fresh", kind="tire_heavy", tread="street"),
    ItemEntry(id="other", kind="heavy_machinegun"),
    ItemEntry(id="sheets", kind="ballistic_sheets"),
)


def played() -> Match:
    """Red has two cars, a gun and tires on the first, and one of each kind in its stores."""
    return match(red(car("c1", "ada", GUN, PACK, TIRES), car("c2", "bea"), stores=STORES), BLUE)


def done(play: Match, id: str, job: str, subject: str) -> None:
    """Carry out a job as if it succeeded."""
    repair_jobs.plan(
        play, play.state.cars[id], job, subject, among={**repair_jobs.IN_THE_PIT, **repair_jobs.BETWEEN_HEATS}
    )()


def came(play: Match, id: str) -> CarResult:
    """The result for a car."""
    return next(result for result in result_of(play).cars if result.car == id)


@pytest.mark.rule("DM-M-130", "DM-M-140")
def test_a_set_of_tires_fitted_in_the_pit_is_on_the_car_and_the_worn_one_is_used_up() -> None:
    play = played()
    play.state.cars["c1"].tire_damage = 1
    done(play, "c1", "tires", "fresh")
    assert (came(play, "c1").fitted, came(play, "c1").used, came(play, "c1").stowed) == (["fresh"], ["tires"], [])


@pytest.mark.rule("DM-M-039", "DM-M-140")
def test_what_was_whole_when_it_came_off_is_in_the_stores_again() -> None:
    play = played()
    done(play, "c1", "tires", "fresh")
    done(play, "c1", "weapon", "front:other")
    first = came(play, "c1")
    assert (first.fitted, first.used, first.stowed) == (["fresh", "other"], [], ["gun", "tires"])
    assert first.left["other"] == loadouts.magazine(play.fits["c1"].weapons["front"])
    assert "gun" not in first.left


@pytest.mark.rule("DM-M-130", "DM-M-140")
def test_what_was_fitted_and_used_up_or_ruined_is_said_to_be_both() -> None:
    play = played()
    done(play, "c1", "fit", "sheets")
    play.state.cars["c1"].loadout.used.append("sheets")
    done(play, "c1", "weapon", "front:other")
    next(gun for gun in play.state.cars["c1"].guns if gun.item == "other").destroyed = True
    first = came(play, "c1")
    assert (first.fitted, first.used, first.lost) == (["sheets", "other"], ["sheets"], ["other"])


@pytest.mark.rule("DM-M-039", "DM-M-140")
def test_a_gun_that_went_from_one_car_to_another_was_fitted_to_that_one_alone() -> None:
    play = played()
    done(play, "c1", "weapon", "front:other")
    done(play, "c2", "weapon", "front:gun")
    first, second = came(play, "c1"), came(play, "c2")
    assert (first.fitted, first.stowed) == (["other"], [])
    assert (second.fitted, second.stowed) == (["gun"], [])


@pytest.mark.rule("DM-M-039", "DM-M-140")
def test_what_was_fitted_and_taken_off_again_is_not_spoken_of() -> None:
    play = played()
    done(play, "c1", "weapon", "front:other")
    done(play, "c1", "weapon", "front:gun")
    assert (came(play, "c1").fitted, came(play, "c1").stowed) == ([], [])


@pytest.mark.rule("DM-M-140")
def test_the_report_says_what_was_fitted_and_what_is_in_the_stores() -> None:
    play = played()
    done(play, "c1", "weapon", "front:other")
    reported = report_of(play, packet()).cars[0]
    assert (reported.car, reported.fitted, reported.stowed) == ("c1", ["other"], ["gun"])
