"""Heart and device rolls for a voided match count for the next one, and nobody is rolled for twice."""

from __future__ import annotations

import pytest

from rules.campaign.commissioner.edition_adoption import AdoptEdition
from rules.campaign.commissioner.void_matches import AddMatch, VoidMatch
from rules.campaign.core.state import PreMatchRoll
from rules.campaign.match_day.announcing import AnnounceRound, HeartFailed, HeartHeld, MatchPlan
from rules.campaign.match_day.breakdowns import CarBrokeDown, DeviceHeld, RangerReversed
from rules.campaign.match_day.line_ups import DriverNotAvailable, LockLineUps
from rules.core.dice import Roll
from rules.core.terms import MatchId, RoundId
from tests.rules.campaign.memory_seasons import Faces, Table, accept, announce, line_up, settled, signed
from tests.rules.campaign.settled_match import put

pytestmark = pytest.mark.rule("HOUSE-005")
HEART = {"quirks": {"heart_condition": 1}}
D1, D2 = "razors.d1/heart", "saints.d2/heart"


def hearts(*franchises: str, edition: str = "4", **options: bool) -> Table:
    """A season of that edition in which razors.d1 and saints.d2 have a heart condition."""
    table = signed(*franchises, switches=dict(options))
    table.season.edition = edition
    put(table.season, {"razors.d1": HEART, "saints.d2": HEART})
    return table


def again(table: Table, match: str, number: int, *franchises: str, faces: Faces | None = None) -> None:
    """Void a match, run it again in its round under the id `m` with that number, and perform what is due."""
    entrants = list(franchises) or [entrant.franchise for entrant in table.season.line_ups_of(match)]
    plan = MatchPlan(match=MatchId(f"m{number}"), event="race", franchises=entrants)
    table.give(VoidMatch(match=MatchId(match), again=plan))
    table.run(faces)


def pre_match_paths(table: Table) -> list[str]:
    """The path of every roll before a match so far, in order."""
    return [logged.path for logged in table.log if isinstance(logged, Roll) and "/pre/" in logged.path]


def test_a_match_run_again_reads_the_hearts_that_were_rolled_for_the_first() -> None:
    table = hearts()
    announce(table, faces={f"m1/pre/{D1}": [1], f"m1/pre/{D2}": [4]})
    again(table, "m1", 2)
    assert pre_match_paths(table) == [f"m1/pre/{D1}", f"m1/pre/{D2}"]
    assert table.said(HeartFailed)[1] == HeartFailed(
        rule="DM-C-049",
        match=MatchId("m2"),
        franchise="razors",
        driver="razors.d1",
        fails_up_to=1,
        rolled_for=MatchId("m1"),
    )
    assert [(fact.driver, fact.match, fact.rolled_for, len(fact.rolls)) for fact in table.said(HeartHeld)] == [
        ("saints.d2", "m1", "", 1),
        ("saints.d2", "m2", "m1", 0),
    ]
    table.refused(line_up("razors", "m2"), DriverNotAvailable, "razors.d1")
    assert table.season.match("m2").pre_match == {
        D1: PreMatchRoll(face=1, rolled_for="m1"),
        D2: PreMatchRoll(face=4, rolled_for="m1"),
    }
    assert table.season.match("m1").pre_match == {}


def test_after_a_second_void_and_a_third_the_first_face_counts() -> None:
    table = hearts()
    announce(table, faces={f"m1/pre/{D1}": [1], f"m1/pre/{D2}": [4]})
    for number in (2, 3, 4):
        again(table, f"m{number - 1}", number)
    assert pre_match_paths(table) == [f"m1/pre/{D1}", f"m1/pre/{D2}"]
    assert [(fact.match, fact.rolled_for) for fact in table.said(HeartFailed)] == [
        ("m1", ""),
        ("m2", "m1"),
        ("m3", "m1"),
        ("m4", "m1"),
    ]


def test_only_who_was_not_rolled_throws_for_the_match_run_again() -> None:
    table = hearts("razors", "saints", "widows")
    put(table.season, {"widows.d3": HEART, "razors.d2": HEART})
    table.season.driver("razors.d2").availability = "barred"
    announce(table, franchises=("razors", "saints"), faces={f"m1/pre/{D1}": [5], f"m1/pre/{D2}": [1]})
    table.season.driver("razors.d2").availability = "available"
    again(table, "m1", 2, "razors", "widows", faces={"m2/pre/razors.d2/heart": [6], "m2/pre/widows.d3/heart": [1]})
    assert pre_match_paths(table)[2:] == ["m2/pre/razors.d2/heart", "m2/pre/widows.d3/heart"]
    assert [(fact.driver, fact.match, fact.rolled_for) for fact in table.said(HeartFailed)] == [
        ("saints.d2", "m1", ""),
        ("widows.d3", "m2", ""),
    ]
    again(table, "m2", 3, "saints", "widows")
    assert [(fact.driver, fact.match, fact.rolled_for) for fact in table.said(HeartFailed)][2:] == [
        ("saints.d2", "m3", "m1"),
        ("widows.d3", "m3", "m2"),
    ]
    assert len(pre_match_paths(table)) == 4


def test_a_driver_who_was_traded_in_between_brings_the_face_along() -> None:
    table = hearts("razors", "saints", "widows")
    announce(table, franchises=("razors", "saints"), faces={f"m1/pre/{D1}": [1], f"m1/pre/{D2}": [4]})
    table.give(VoidMatch(match=MatchId("m1")))
    table.season.contracts["razors.d1"].franchise = "widows"
    plan = MatchPlan(match=MatchId("m2"), event="race", franchises=["saints", "widows"])
    table.give(AddMatch(round=RoundId("r1"), plan=plan))
    table.run()
    failed = table.said(HeartFailed)[-1]
    assert (failed.driver, failed.franchise, failed.rolled_for) == ("razors.d1", "widows", "m1")
    assert len(pre_match_paths(table)) == 2


def test_a_match_in_the_next_round_reads_them_too_where_the_voided_one_ended_its_round() -> None:
    table = hearts()
    announce(table, faces={f"m1/pre/{D1}": [1], f"m1/pre/{D2}": [4]})
    table.give(VoidMatch(match=MatchId("m1")))
    table.run()
    announce(table, 2)
    assert pre_match_paths(table) == [f"m1/pre/{D1}", f"m1/pre/{D2}"]
    assert (table.said(HeartFailed)[-1].match, table.said(HeartFailed)[-1].rolled_for) == ("m2", "m1")


def test_a_face_counts_for_one_match_that_is_played_and_the_next_throws() -> None:
    table = hearts()
    announce(table, faces={f"m1/pre/{D1}": [4], f"m1/pre/{D2}": [4]})
    again(table, "m1", 2)
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise, "m2"))
    table.give(LockLineUps(match=MatchId("m2")))
    accept(table, match="m2")
    settled(table, "m2")
    assert [match.pre_match for match in table.season.matches.values()] == [{}, {}]
    announce(table, 3, faces={f"m3/pre/{D1}": [1], f"m3/pre/{D2}": [4]})
    assert (table.said(HeartFailed)[-1].match, table.said(HeartFailed)[-1].rolled_for) == ("m3", "")


def test_of_a_match_voided_before_anything_was_rolled_nothing_is_read() -> None:
    table = hearts("razors", "saints", "widows", "zealots", **{"season.parallel_matches": False})
    plans = [
        MatchPlan(match=MatchId("m1"), event="race", franchises=["widows", "zealots"]),
        MatchPlan(match=MatchId("m2"), event="race", franchises=["razors", "saints"]),
    ]
    table.give(AnnounceRound(round=RoundId("r1"), matches=plans))
    table.run()
    assert (table.season.match("m2").step, pre_match_paths(table)) == ("M2", [])
    again(table, "m2", 3)
    table.give(VoidMatch(match=MatchId("m1")))
    table.run({f"m3/pre/{D1}": [1], f"m3/pre/{D2}": [4]})
    assert pre_match_paths(table) == [f"m3/pre/{D1}", f"m3/pre/{D2}"]
    assert [(fact.match, fact.rolled_for) for fact in table.said(HeartFailed)] == [("m3", "")]


def test_of_two_voided_matches_that_rolled_a_driver_the_first_is_read_first() -> None:
    table = hearts("razors", "saints", "widows", "zealots", **{"season.parallel_matches": True})
    first = MatchPlan(match=MatchId("m9"), event="race", franchises=["razors", "saints"])
    second_plan = MatchPlan(match=MatchId("m2"), event="race", franchises=["widows", "zealots"])
    table.give(AnnounceRound(round=RoundId("r1"), matches=[first]))
    table.run({f"m9/pre/{D1}": [4], f"m9/pre/{D2}": [4]})
    table.season.contracts["razors.d1"].franchise = "widows"
    table.give(AddMatch(round=RoundId("r1"), plan=second_plan))
    table.run({f"m2/pre/{D1}": [1]})
    table.give(VoidMatch(match=MatchId("m9")))
    again(table, "m2", 3)
    assert [(fact.driver, fact.match, fact.rolled_for) for fact in table.said(HeartHeld)][2:] == [
        ("razors.d1", "m3", "m9")
    ]
    again(table, "m3", 4)
    assert table.said(HeartHeld)[-1].rolled_for == "m9"
    assert table.season.match("m2").pre_match == {D1: PreMatchRoll(face=1)}


@pytest.mark.rule("DM-C-049")
def test_a_quirk_that_came_twice_since_fails_on_the_face_that_fell() -> None:
    table = hearts()
    announce(table, faces={f"m1/pre/{D1}": [2], f"m1/pre/{D2}": [4]})
    table.season.driver("razors.d1").quirks = {"heart_condition": 2}
    again(table, "m1", 2)
    assert [(fact.driver, fact.fails_up_to) for fact in table.said(HeartFailed)] == [("razors.d1", 2)]


@pytest.mark.rule("DM-C-088")
def test_devices_are_read_wherever_they_stand_now_and_new_ones_throw() -> None:
    table = hearts()
    put(table.season, {"razors.d1": {"quirks": {}}, "saints.d2": {"quirks": {}}})
    table.stock("hydraulics", id="jacks", car="razors.c1")
    table.stock("auto_ranger", id="ranger", car="razors.c1")
    table.stock("turbochargers", id="turbo", car="razors.c2")
    faces = {"jacks": 1, "ranger": 1, "turbo": 2}
    announce(table, faces={f"m1/pre/razors.{name}/breakdown": [face] for name, face in faces.items()})
    table.season.items["razors.jacks"].car = "razors.c3"
    table.stock("supercharger", id="blower", car="razors.c2")
    table.stock("active_suspension", id="springs", car="razors.c1")
    again(table, "m1", 2, faces={"m2/pre/razors.springs/breakdown": [6]})
    facts = [fact for fact in table.facts if isinstance(fact, CarBrokeDown | RangerReversed | DeviceHeld)]
    assert [(fact.tag, fact.item, fact.car, fact.match, fact.rolled_for) for fact in facts] == [
        ("car_broke_down", "razors.jacks", "razors.c1", "m1", ""),
        ("ranger_reversed", "razors.ranger", "razors.c1", "m1", ""),
        ("device_held", "razors.turbo", "razors.c2", "m1", ""),
        ("ranger_reversed", "razors.ranger", "razors.c1", "m2", "m1"),
        ("device_held", "razors.springs", "razors.c1", "m2", ""),
        ("car_broke_down", "razors.turbo", "razors.c2", "m2", "m1"),
        ("car_broke_down", "razors.jacks", "razors.c3", "m2", "m1"),
    ]
    assert [car.broken for car in table.season.garage("razors")] == [False, True, True]
    assert table.season.items["razors.ranger"].backwards


@pytest.mark.rule("DM-C-087", "DM-C-088")
def test_devices_rolled_at_the_lock_are_read_at_the_lock() -> None:
    table = hearts(**{"prematch.breakdowns_before_lineup": False})
    table.stock("hydraulics", id="jacks", car="razors.c1")
    announce(table, faces={f"m1/pre/{D1}": [4], f"m1/pre/{D2}": [4]})
    table.give(line_up("razors"))
    table.give(line_up("saints"))
    table.give(LockLineUps(match=MatchId("m1")), {"m1/pre/razors.jacks/breakdown": [1]})
    again(table, "m1", 2)
    assert [fact.match for fact in table.said(CarBrokeDown)] == ["m1"]
    table.give(line_up("razors", "m2"))
    table.give(line_up("saints", "m2"))
    table.give(LockLineUps(match=MatchId("m2")))
    assert [(fact.match, fact.rolled_for) for fact in table.said(CarBrokeDown)] == [("m1", ""), ("m2", "m1")]
    assert [seat.car for seat in table.season.seats_of("m2.razors")] == ["razors.c2"]


@pytest.mark.rule("HOUSE-008")
def test_by_an_earlier_edition_a_match_run_again_throws_anew_until_the_new_one_is_adopted() -> None:
    table = hearts(edition="3")
    announce(table, faces={f"m1/pre/{D1}": [1], f"m1/pre/{D2}": [4]})
    again(table, "m1", 2, faces={f"m2/pre/{D1}": [4], f"m2/pre/{D2}": [1]})
    assert [fact.rolled_for for fact in (*table.said(HeartFailed), *table.said(HeartHeld))] == ["", "", "", ""]
    assert [match.pre_match for match in table.season.matches.values()] == [{}, {}]
    table.give(AdoptEdition(edition="4"))
    again(table, "m2", 3, faces={f"m3/pre/{D1}": [4], f"m3/pre/{D2}": [1]})
    again(table, "m3", 4)
    assert [(fact.match, fact.rolled_for) for fact in table.said(HeartFailed)][2:] == [("m3", ""), ("m4", "m3")]
