"""Car Cult as a ruleset of the league: designs, fixtures, line-ups and the skirmish itself. Rules CC-070, CC-090,
CC-098, CC-100 to CC-104.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.carcult import engine
from rules.carcult.cards import GUNNER
from rules.carcult.designs.car_sheet import car_sheet
from rules.carcult.designs.design import read_design
from rules.carcult.designs.design_errors import document_errors
from rules.carcult.designs.drawing_board import BOARD
from rules.carcult.designs.stock_designs import STOCK_DESIGNS, stock_design
from rules.carcult.editions import EDITIONS, SEASON_EDITIONS
from rules.carcult.ground.table import MOST_TEAMS
from rules.carcult.log.box_score import box_score
from rules.carcult.log.scene import Scene
from rules.carcult.log.story import narrate
from rules.carcult.log.turning_points import find_turning_points
from rules.carcult.match.fixtures import fixture_errors, propose_fixture
from rules.carcult.match.match import Match
from rules.carcult.match.packet_setup import line_up_warnings, setup_from_packet
from rules.carcult.play.result import report_of
from rules.carcult.replay import replay_match
from rules.carcult.settings import SWITCHES
from rules.core.switches import Setting, Switch
from rules.match.engine import Engine
from rules.match.packet_ruleset import PacketRuleset
from rules.match.ruleset import Document, ErrorDetail
from rules.match.text_tables import Table


class CarCult(PacketRuleset[Match]):
    """The Car Cult ruleset; see `rules.match.packet_ruleset.PacketRuleset`."""

    package = "rules.carcult"
    name = "carcult"
    title = "Car Cult"
    earlier_editions = EDITIONS[:-1]
    season_editions = SEASON_EDITIONS
    phase_called = "activation"
    most_teams = MOST_TEAMS
    board = BOARD
    switches: tuple[Switch, ...] = SWITCHES
    engine: Engine[Match] = engine
    read_design = staticmethod(read_design)
    stock_designs = staticmethod(lambda: STOCK_DESIGNS)
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
        dp: int,  # noqa: ARG002 - part of the ruleset interface; cars here have action zones instead
        gunner_station: bool,  # noqa: ARG002 - the same; a gunner without a card stays in the pits
        gearing: int,  # noqa: ARG002 - the same; an engine is a card
        switches: Mapping[str, Setting],
    ) -> list[ErrorDetail]:
        """Every error of a design (CC-070)."""
        return document_errors(document, switches=switches)

    def stock_design(
        self,
        *,
        dp: int,  # noqa: ARG002 - as above
        gunner_station: bool,
        gearing: int,  # noqa: ARG002 - as above
        kinds: Sequence[str],
        switches: Mapping[str, Setting],
    ) -> Document:
        """A legal design with the cards that stand for the car's items (CC-070, CC-102)."""
        return stock_design(gunner_station=gunner_station, kinds=kinds, switches=switches)

    def car_sheet(
        self,
        document: Document,
        *,
        dp: int,  # noqa: ARG002 - as above
        switches: Mapping[str, Setting],  # noqa: ARG002 - no house rule changes the sheet
    ) -> list[Table]:
        """The design as tables: engine, cards and weapons (CC-070 to CC-075)."""
        return car_sheet(document)

    def has_gunner(self, document: Document) -> bool:
        """Whether the design has the gunner's card (CC-073)."""
        return read_design(document).has(GUNNER)


RULESET = CarCult()
