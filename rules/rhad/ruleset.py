"""The RHAD ruleset for the league: designs, settings of a duel, line-ups, and the duel itself.

Rules RH-001, RH-002, RH-080, RH-085, RH-089 to RH-094.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.switches import Setting, Switch
from rules.match.engine import Engine
from rules.match.logged_duel import NoDuel
from rules.match.packet_ruleset import PacketRuleset
from rules.match.ruleset import Document, ErrorDetail
from rules.match.text_tables import Table
from rules.rhad import engine
from rules.rhad.designs.car_sheet import car_sheet
from rules.rhad.designs.design import read_design
from rules.rhad.designs.design_errors import document_errors
from rules.rhad.designs.drawing_board import BOARD, is_priced
from rules.rhad.designs.stock_designs import stock_design
from rules.rhad.designs.stock_designs import stock_designs as stock
from rules.rhad.editions import EDITIONS, SEASON_EDITIONS
from rules.rhad.log.box_score import box_score
from rules.rhad.log.scene import Scene
from rules.rhad.log.story import narrate
from rules.rhad.log.turning_points import find_turning_points
from rules.rhad.match.fixtures import MOST_TEAMS, fixture_errors, propose_fixture
from rules.rhad.match.match import Match
from rules.rhad.match.packet_setup import line_up_warnings, setup_from_packet
from rules.rhad.play.result import report_of
from rules.rhad.replay import replay_match
from rules.rhad.settings import SWITCHES


class Rhad(PacketRuleset[Match]):
    """The RHAD ruleset; see `rules.match.packet_ruleset.PacketRuleset`."""

    package = "rules.rhad"
    name = "rhad"
    title = "RHAD"
    earlier_editions = EDITIONS[:-1]
    season_editions = SEASON_EDITIONS
    most_teams = MOST_TEAMS
    board = BOARD
    switches: tuple[Switch, ...] = SWITCHES
    engine: Engine[Match] = engine
    read_design = staticmethod(read_design)
    stock_designs = staticmethod(stock)
    find_fixture_errors = staticmethod(fixture_errors)
    default_fixture = staticmethod(propose_fixture)
    line_up_warnings = staticmethod(line_up_warnings)
    setup_of = staticmethod(setup_from_packet)
    replay_match = staticmethod(replay_match)
    report_of = staticmethod(report_of)
    story_lines = staticmethod(narrate)
    tables = staticmethod(box_score)
    scene_of = staticmethod(Scene)
    find_turning_points = staticmethod(find_turning_points)

    def design_errors(
        self,
        document: Document,
        *,
        dp: int,
        gunner_station: bool,
        gearing: int,  # noqa: ARG002 - cars have no gears here
        switches: Mapping[str, Setting],
    ) -> list[ErrorDetail]:
        """Everything wrong with a design; gear-sets have no effect in RHAD (RH-085)."""
        budget = dp if is_priced(switches) else None
        return document_errors(document, budget=budget, gunner_station=gunner_station)

    def stock_design(
        self,
        *,
        dp: int,
        gunner_station: bool,
        gearing: int,  # noqa: ARG002 - as above
        kinds: Sequence[str],
        switches: Mapping[str, Setting],  # noqa: ARG002 - a design legal within the budget is legal without one
    ) -> Document:
        """A legal design that fits what a car carries (RH-085, RH-094)."""
        return stock_design(dp=dp, gunner_station=gunner_station, kinds=kinds)

    def car_sheet(self, document: Document, *, dp: int, switches: Mapping[str, Setting]) -> list[Table]:
        """Figures, armor, tires and weapons (RH-085)."""
        return car_sheet(document, budget=dp if is_priced(switches) else None)

    def duel_document(self, log: bytes) -> Document:
        """The duel of a match with all its events, as `manage.py score` reads it (RH-090).

        Raises `NoDuel` for a log of the first edition, and as `story` does.
        """
        recording = self.decode(log)
        play = self.replay_recording(recording)
        if play.score is None:
            raise NoDuel(
                f"{recording.packet.match} was played by the first edition of RHAD, which kept no events of a duel: "
                "its story has its points (manage.py resolve --again)."
            )
        return play.score.document()

    def has_gunner(self, document: Document) -> bool:
        """Whether a design has a gunner's seat (RH-085)."""
        return read_design(document).has_gunner


RULESET = Rhad()
