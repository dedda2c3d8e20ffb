"""The Dethmatch ruleset as a league uses it: designs, switches, fixtures, line-ups and the match itself. Rules
DM-M-010, DM-M-036, DM-M-038, DM-M-128, DM-M-136 to DM-M-138, DM-M-140.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence

from rules.core.dice import Dice
from rules.core.document_validation import DesignUnreadable, document_of
from rules.core.refusals import Malformed
from rules.core.switches import Setting, Switch
from rules.dethmatch import engine, exhibition, replay
from rules.dethmatch.designs.car_sheet import car_sheet
from rules.dethmatch.designs.design import read_design
from rules.dethmatch.designs.design_errors import document_errors
from rules.dethmatch.designs.drawing_board import BOARD, SPECIAL_MOUNT_DP
from rules.dethmatch.designs.load_errors import load_errors
from rules.dethmatch.designs.stock_designs import stock_design
from rules.dethmatch.editions import EDITION
from rules.dethmatch.log import story
from rules.dethmatch.log.box_score import box_score
from rules.dethmatch.log.scene import Scene
from rules.dethmatch.log.turning_points import find_turning_points
from rules.dethmatch.match.match import Match
from rules.dethmatch.play.result import report_of, result_of
from rules.dethmatch.settings import SWITCHES
from rules.dethmatch.setup.fixtures import fixture_errors, propose_fixture
from rules.dethmatch.setup.match_errors import fuel_warnings
from rules.dethmatch.setup.packet_setup import line_up_warnings, setup_from_packet
from rules.match.design_validation import unreadable_design_warnings
from rules.match.exhibition import Exhibition
from rules.match.packet import Packet
from rules.match.replay_frames import Camera, Film
from rules.match.report import Source, TeamReport
from rules.match.rulebook_pages import rulebook_pages
from rules.match.ruleset import Document, ErrorDetail, Fixture, Page, Resolution
from rules.match.text_tables import Table
from rules.match.turning_points import FilmSteps, TurningPoint

MOST_TEAMS = 6
"""The number of teams for which a track has bases and pits."""


class Dethmatch:
    """The Dethmatch ruleset; see `rules.match.ruleset.Ruleset`."""

    name = "dethmatch"
    title = "Dethmatch"
    phase_called = "phase"
    edition = EDITION
    most_teams = MOST_TEAMS
    board = BOARD
    switches: tuple[Switch, ...] = SWITCHES

    @property
    def rulebook(self) -> tuple[Page, ...]:
        """The rulebook, one page for each chapter."""
        return rulebook_pages("rules.dethmatch")

    def design_errors(
        self, document: Document, *, dp: int, gunner_station: bool, gearing: int, switches: Mapping[str, Setting]
    ) -> list[ErrorDetail]:
        """Everything wrong with a design (DM-M-036)."""
        return document_errors(
            document,
            budget=dp,
            gunner_station=gunner_station,
            gearing=gearing,
            special_mount_dp=int(switches.get(SPECIAL_MOUNT_DP, 0)),
        )

    def load_errors(self, document: Document, *, kinds: Sequence[str]) -> list[ErrorDetail]:
        """Errors for hydraulics on a suspension that cannot be lowered (DM-C-150); none for an unreadable design."""
        try:
            return list(load_errors(read_design(document), kinds))
        except DesignUnreadable:
            return []

    def stock_design(
        self, *, dp: int, gunner_station: bool, gearing: int, kinds: Sequence[str], switches: Mapping[str, Setting]
    ) -> Document:
        """A legal stock design that suits what the car carries (DM-M-010, DM-M-014)."""
        design = stock_design(
            dp=dp,
            gunner_station=gunner_station,
            gearing=gearing,
            kinds=kinds,
            special_mount_dp=int(switches.get(SPECIAL_MOUNT_DP, 0)),
        )
        return document_of(design)

    def car_sheet(self, document: Document, *, dp: int, switches: Mapping[str, Setting]) -> list[Table]:
        """The tables of a design: purchases, armor, mounts, and the resulting ratings (DM-M-010 to DM-M-035)."""
        return car_sheet(document, dp=dp, special_mount_dp=int(switches.get(SPECIAL_MOUNT_DP, 0)))

    def fixture_errors(self, fixture: Fixture) -> list[ErrorDetail]:
        """Everything wrong with a fixture (DM-M-128, DM-M-136 to DM-M-138)."""
        return fixture_errors(fixture)

    def propose_fixture(self, *, number: int, teams: int, vehicles_per_team: int) -> Fixture:
        """Propose races and arena events alternately, on each suitable track in turn."""
        return propose_fixture(number=number, teams=teams, vehicles_per_team=vehicles_per_team)

    def packet_warnings(self, packet: Packet) -> list[ErrorDetail]:
        """Warnings of unreadable designs, unusable items, and fuel that may not last (DM-M-013, DM-M-035)."""
        return [
            *unreadable_design_warnings(packet, read_design),
            *line_up_warnings(packet),
            *fuel_warnings(setup_from_packet(packet)),
        ]

    def resolve(self, packet: Packet, dice: Dice) -> Resolution:
        """Play a match with the autopilot driving every car."""
        return _resolution(engine.play_match(setup_from_packet(packet), dice, checked=False), packet)

    def replay(self, packet: Packet, log: bytes, dice: Dice | None) -> Resolution:
        """Replay a match from its log. Raises what the `Ruleset` protocol says."""
        return self.replay_with_observer(packet, log, dice, None)

    def replay_with_observer(
        self, packet: Packet, log: bytes, dice: Dice | None, seen: Callable[[Match], None] | None
    ) -> Resolution:
        """Replay a match as `replay` does, and call `seen` with it at its start and after each step."""
        recording = replay.decode_recording(log)
        if recording.setup != setup_from_packet(packet):
            raise Malformed(
                f"This is the log of another match than {packet.match}: give the one that was kept of it."
            )
        return _resolution(replay.replay_recording(recording, dice, seen=seen), packet)

    def play_exhibition(self, text: bytes, *, secret: bytes) -> Exhibition:
        """Play the match that a file describes, outside any league."""
        return exhibition.play_exhibition(text, secret=secret)

    def replay_exhibition(self, log: bytes) -> Exhibition:
        """Replay such a match from its log."""
        return exhibition.replay_exhibition(log)

    def story(self, log: bytes) -> list[str]:
        """The story of a match, turn by turn. Raises `Malformed`, `OtherEdition` or `LogContradicted`."""
        return story.narrate(replay.replay_recording(replay.decode_recording(log)))

    def box_score(self, log: bytes) -> list[Table]:
        """The box score of a match. Raises what `story` raises."""
        return box_score(replay.replay_recording(replay.decode_recording(log)))

    def film(self, log: bytes) -> Film:
        """The film of a match. Raises what `story` raises."""
        camera = Camera[Match](Scene)
        replay.replay_recording(replay.decode_recording(log), seen=camera)
        return camera.film

    def film_and_story(self, log: bytes) -> tuple[Film, list[str]]:
        """The film and the story of a match, which is played again once for both. Raises what `story` raises."""
        camera = Camera[Match](Scene)
        play = replay.replay_recording(replay.decode_recording(log), seen=camera)
        return camera.film, story.narrate(play)

    def turning_points(self, log: bytes) -> list[TurningPoint]:
        """The turning points of a match. Raises what `story` raises."""
        steps = FilmSteps()
        play = replay.replay_recording(replay.decode_recording(log), seen=steps)
        return steps.place(find_turning_points(play))


def _resolution(play: Match, packet: Packet) -> Resolution:
    """The report and log of a match. Teams without cars are in the report with 0 points."""
    report = report_of(result_of(play), source=Source())
    present = {team.franchise for team in report.teams}
    absent = [team.franchise for team in packet.teams if team.franchise not in present]
    last = 1 + sum(team.points > 0 for team in report.teams)
    teams = [*report.teams, *(TeamReport(franchise=franchise, points=0, rank=last) for franchise in absent)]
    return Resolution(
        report=dataclasses.replace(report, teams=teams), log=replay.encode_recording(replay.make_recording(play))
    )


RULESET = Dethmatch()
