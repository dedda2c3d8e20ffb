"""The Dethmatch ruleset as a league uses it: designs, switches, fixtures, line-ups and the match itself. Rules
DM-M-010, DM-M-036, DM-M-038, DM-M-128, DM-M-136 to DM-M-138, DM-M-140.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from rules.core.document_validation import DesignUnreadable, document_of
from rules.core.switches import Setting, Switch
from rules.dethmatch import engine
from rules.dethmatch.designs.car_sheet import car_sheet
from rules.dethmatch.designs.design import read_design
from rules.dethmatch.designs.design_errors import document_errors
from rules.dethmatch.designs.drawing_board import BOARD, SPECIAL_MOUNT_DP
from rules.dethmatch.designs.load_errors import load_errors
from rules.dethmatch.designs.stock_designs import stock_design, stock_designs
from rules.dethmatch.editions import EDITIONS, SEASON_EDITIONS
from rules.dethmatch.log.box_score import box_score
from rules.dethmatch.log.scene import Scene
from rules.dethmatch.log.story import narrate
from rules.dethmatch.log.turning_points import find_turning_points
from rules.dethmatch.match.entries import MatchSetup
from rules.dethmatch.match.match import Match
from rules.dethmatch.play.result import report_of
from rules.dethmatch.replay import DethmatchRecording, make_recording, replay_match
from rules.dethmatch.settings import SWITCHES
from rules.dethmatch.setup.fixtures import fixture_errors, propose_fixture
from rules.dethmatch.setup.match_errors import fuel_warnings, refuse_faulty_setup
from rules.dethmatch.setup.match_spec import match_from
from rules.dethmatch.setup.packet_setup import line_up_warnings, setup_from_packet
from rules.match.book_ruleset import BookRuleset
from rules.match.engine import WholeMatchEngine
from rules.match.exhibition import Exhibition
from rules.match.packet import Packet
from rules.match.recording import failures_as_contradictions
from rules.match.ruleset import Document, ErrorDetail, LogContradicted
from rules.match.text_tables import Table

MOST_TEAMS = 6
"""The number of teams for which a track has bases and pits."""


class Dethmatch(BookRuleset[Match, DethmatchRecording]):
    """The Dethmatch ruleset; see `rules.match.book_ruleset.BookRuleset`. Its logs hold setups instead of packets."""

    package = "rules.dethmatch"
    name = "dethmatch"
    title = "Dethmatch"
    earlier_editions = EDITIONS[:-1]
    season_editions = SEASON_EDITIONS
    most_teams = MOST_TEAMS
    board = BOARD
    switches: tuple[Switch, ...] = SWITCHES
    recording_form = DethmatchRecording
    engine: WholeMatchEngine[Match] = engine
    read_design = staticmethod(read_design)
    stock_designs = staticmethod(lambda: {name: document_of(stock.design) for name, stock in stock_designs().items()})
    find_fixture_errors = staticmethod(fixture_errors)
    default_fixture = staticmethod(propose_fixture)
    line_up_warnings = staticmethod(line_up_warnings)
    replay_match = staticmethod(replay_match)
    report_of = staticmethod(report_of)
    story_lines = staticmethod(narrate)
    tables = staticmethod(box_score)
    scene_of = staticmethod(Scene)
    find_turning_points = staticmethod(find_turning_points)

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

    def has_gunner(self, document: Document) -> bool:
        """Whether a design has a gunner station."""
        return read_design(document).has("gunner_station")

    def packet_warnings(self, packet: Packet) -> list[ErrorDetail]:
        """Warnings of unreadable designs, unusable items, and fuel that may not last (DM-M-013, DM-M-035)."""
        return [*super().packet_warnings(packet), *fuel_warnings(setup_from_packet(packet))]

    # ------------------------------------------------------------------------------------------------------- logs

    def origin_of(self, packet: Packet) -> MatchSetup:
        """The setup of a packet."""
        return setup_from_packet(packet)

    def origin_in_file(self, text: bytes) -> MatchSetup:
        """The setup that a file describes. Raises `PaperUnreadable` or `MatchImpossible`."""
        return match_from(text)

    def edition_of(self, origin: MatchSetup) -> int:
        """The edition that the setup names."""
        return origin.edition

    def record(self, play: Match, origin: MatchSetup) -> DethmatchRecording:  # noqa: ARG002 - a match has its setup
        """The recording of a match that is over."""
        return make_recording(play)

    def replay_exhibition(self, log: bytes) -> Exhibition:
        """Replay a match from its log, which must hold nothing else.

        Raises `MatchImpossible` if the setup in the log cannot be played, and as `story` does.
        """
        setup = self.decode(log).setup
        with failures_as_contradictions(setup.match):
            refuse_faulty_setup(setup)
        exhibition = super().replay_exhibition(log)
        if msgspec.json.decode(exhibition.log) != msgspec.json.decode(log):
            raise LogContradicted(
                f"{exhibition.match} comes out turn by turn as its log has it, but the log holds something else "
                "besides that was not played, or misses an order that was: give it as it was written."
            )
        return exhibition


RULESET = Dethmatch()
