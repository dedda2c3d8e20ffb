"""Formule Wars as a ruleset of the league: designs, fixtures, line-ups and the race itself. Rules FW-001, FW-002,
FW-105, FW-128, FW-129, FW-131, FW-144, FW-150 to FW-154.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.document_validation import document_of
from rules.core.switches import Setting, Switch
from rules.formule import engine
from rules.formule.designs.car_sheet import car_sheet
from rules.formule.designs.design import read_design
from rules.formule.designs.design_errors import document_errors, limits_for_switches
from rules.formule.designs.drawing_board import BOARD
from rules.formule.designs.stock_designs import stock_design, stock_design_documents
from rules.formule.editions import EDITIONS, SEASON_EDITIONS
from rules.formule.log.box_score import box_score
from rules.formule.log.scene import Scene
from rules.formule.log.story import narrate
from rules.formule.log.turning_points import find_turning_points
from rules.formule.match.fixtures import MOST_TEAMS, fixture_errors, propose_fixture
from rules.formule.match.match import Match
from rules.formule.match.packet_setup import line_up_warnings, setup_from_packet
from rules.formule.play.result import report_of
from rules.formule.replay import replay_match
from rules.formule.settings import SWITCHES
from rules.match.engine import Engine
from rules.match.packet_ruleset import PacketRuleset
from rules.match.ruleset import Document, ErrorDetail
from rules.match.text_tables import Table


class FormuleWars(PacketRuleset[Match]):
    """The Formule Wars ruleset; see `rules.match.packet_ruleset.PacketRuleset`."""

    package = "rules.formule"
    name = "formule"
    title = "Formule Wars"
    earlier_editions = EDITIONS[:-1]
    season_editions = SEASON_EDITIONS
    phase_called = "turn"
    most_teams = MOST_TEAMS
    board = BOARD
    switches: tuple[Switch, ...] = SWITCHES
    engine: Engine[Match] = engine
    read_design = staticmethod(read_design)
    stock_designs = staticmethod(stock_design_documents)
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
        dp: int,  # noqa: ARG002 - part of the ruleset interface; cars here have build points instead
        gunner_station: bool,  # noqa: ARG002 - the same; a car here has no gunner
        gearing: int,  # noqa: ARG002 - the same; every car has six gears
        switches: Mapping[str, Setting],
    ) -> list[ErrorDetail]:
        """Every error of a design. Design points, gunner station and gearing have no effect here (FW-001)."""
        return document_errors(document, limits=limits_for_switches(switches))

    def stock_design(
        self,
        *,
        dp: int,  # noqa: ARG002 - as above
        gunner_station: bool,  # noqa: ARG002 - as above
        gearing: int,  # noqa: ARG002 - as above
        kinds: Sequence[str],
        switches: Mapping[str, Setting],
    ) -> Document:
        """A legal design with the weapons that stand for the car's items (FW-001, FW-154)."""
        return document_of(stock_design(kinds=kinds, limits=limits_for_switches(switches)))

    def car_sheet(
        self,
        document: Document,
        *,
        dp: int,  # noqa: ARG002 - as above
        switches: Mapping[str, Setting],
    ) -> list[Table]:
        """The design as tables: characteristics, weapons and equipment (FW-001 to FW-003, FW-020)."""
        return car_sheet(document, limits=limits_for_switches(switches))


RULESET = FormuleWars()
