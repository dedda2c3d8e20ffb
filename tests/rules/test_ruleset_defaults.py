"""What a ruleset does that has an engine, a design, events and points, and leaves the rest as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.core.dice import Dice, KeyRing
from rules.match.packet_ruleset import Engine, PacketRuleset
from rules.match.replay.frames import Film
from rules.match.report import CarReport, DriverReport
from rules.match.ruleset import Fixture, Page
from rules.match.text_tables import Column, make_table
from tests.rules.recorders import recorder_of
from tests.rules.test_every_ruleset import packet, seat
from tests.rules.towers import Piling, Play

RULE = "FW-154"


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """The base of a tower."""

    base: int = 2


class Plain(PacketRuleset[Play]):
    """Towers with the defaults of every ruleset."""

    name, title, rule = "plain", "Plain Towers", RULE
    most_teams, events = 3, ("towers", "tall towers")
    engine: Engine[Play] = Piling()
    design_type = Design
    rulebook = (Page(title="Piling", text="## FW-154 Piling\n\nPile dice."),)

    def points_of(self, play: Play) -> Mapping[str, int]:
        """The height of each tower."""
        return {tower.franchise: tower.height for tower in play.state.towers}


PLAIN = Plain()
TERMS: dict[str, Any] = {"dp": 60, "gunner_station": False, "gearing": 0, "switches": {}}
LOCKED = packet(PLAIN, (seat(PLAIN, "a1", gunner=True),), (seat(PLAIN, "b1"),))


def dice() -> Dice:
    return Dice(KeyRing(b"plain", {"m1": ""}))


def test_a_design_is_checked_shown_and_made_by_its_dataclass() -> None:
    assert PLAIN.design_errors({"base": 3}, **TERMS) == []
    assert [(error.code, error.rule) for error in PLAIN.design_errors({"base": "x"}, **TERMS)] == [
        ("unreadable", RULE)
    ]
    assert PLAIN.stock_design(kinds=("machinegun",), **TERMS) == {"base": 2}
    assert PLAIN.stock_designs() == {"stock": {"base": 2}}
    sheet = make_table("Design", (Column("part"), Column("figure")), [("base", "3")])
    assert PLAIN.car_sheet({"base": 3}, dp=60, switches={}) == [sheet]
    assert PLAIN.car_sheet({"base": "x"}, dp=60, switches={}) == []


def test_the_events_are_proposed_in_turn_and_another_or_a_crowd_is_an_error() -> None:
    proposals = [PLAIN.propose_fixture(number=number, teams=2, vehicles_per_team=1) for number in (1, 2, 3)]
    assert [proposal.event for proposal in proposals] == ["towers", "tall towers", "towers"]
    assert [PLAIN.fixture_errors(proposal) for proposal in proposals] == [[], [], []]
    errors = PLAIN.fixture_errors(Fixture(event="chess", teams=4, vehicles_per_team=1))
    assert [error.sentence for error in errors] == [
        "Plain Towers has the events towers, tall towers: announce one of these.",
        "4 teams are entered and Plain Towers takes 3: enter fewer.",
    ]


def test_a_line_up_is_warned_of_what_it_carries() -> None:
    assert [(warning.code, warning.sentence, warning.warning) for warning in PLAIN.packet_warnings(LOCKED)] == [
        ("in_vain", f"{car} carries what means nothing in Plain Towers: leave it in the stores.", True)
        for car in ("a1", "b1")
    ]


def test_a_match_is_played_again_by_the_orders_of_its_log() -> None:
    match = PLAIN.start(LOCKED, dice())
    while not PLAIN.is_over(match):
        request = PLAIN.legal_orders(match)
        PLAIN.step(match, None if request is None else {"dice": 1})
    resolution = PLAIN.final_resolution(match)
    assert {order["dice"] for _, _, order in recorder_of(match).log.orders} == {1}
    seen: list[int] = []
    again = PLAIN.replay_with_observer(LOCKED, resolution.log, None, lambda play: seen.append(len(play.log.entries)))
    assert again == PLAIN.replay(LOCKED, resolution.log, dice()) == resolution
    assert seen == list(range(len(recorder_of(match).log.entries) + 1))


def test_the_report_has_the_points_and_the_story_the_log() -> None:
    resolution = PLAIN.resolve(LOCKED, dice())
    report = resolution.report
    heights = [team.points for team in report.teams]
    assert [team.franchise for team in report.teams] == ["t1", "t2"]
    assert max(heights) > 0
    assert report.drivers == [DriverReport(driver=id, heats=[1]) for id in ("a1.driver", "a1.gunner", "b1.driver")]
    assert report.cars == [CarReport(car=id, criticals=2) for id in ("a1", "b1")]
    points = make_table("Points", (Column("team"), Column("points")), zip(("t1", "t2"), heights, strict=True))
    assert PLAIN.box_score(resolution.log) == [points]
    story = PLAIN.story(resolution.log)
    assert [line for line in story if line and not line.startswith(" ")] == [
        f"Turn {turn} of heat 1" for turn in (1, 2, 3)
    ]
    assert story[1].startswith("  a1: pile (")
    assert story[1].endswith(f" [{RULE}]")
    assert f"  turn end. [{RULE}]" in story
    assert PLAIN.film_and_story(resolution.log) == (Film(), story)
