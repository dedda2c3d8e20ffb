"""RHAD as the league asks it: designs, settings of a duel, line-ups, and the duel itself. Rules RH-001, RH-002,
RH-080, RH-085, RH-089 to RH-094.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.switches import Setting, Switch
from rules.match.packet_ruleset import Engine, PacketRuleset
from rules.match.ruleset import Document, ErrorDetail
from rules.match.text_tables import Table
from rules.rhad import engine
from rules.rhad.designs.car_sheet import car_sheet
from rules.rhad.designs.design import read_design
from rules.rhad.designs.design_errors import faults_of_document
from rules.rhad.designs.drawing_board import BOARD, is_priced
from rules.rhad.designs.stock_designs import stock, stock_design
from rules.rhad.log.box_score import box_score
from rules.rhad.log.scene import Scene
from rules.rhad.log.story import told
from rules.rhad.match.fixtures import MOST_TEAMS, faults_of_fixture, proposed_for
from rules.rhad.match.match import Play
from rules.rhad.match.packet_setup import carried_in_vain, setup_of
from rules.rhad.play.result import report_of
from rules.rhad.replay import played_again
from rules.rhad.switches import SWITCHES


class Rhad(PacketRuleset[Play]):
    """The RHAD ruleset; see `rules.match.packet_ruleset.PacketRuleset`."""

    package = "rules.rhad"
    name = "rhad"
    title = "RHAD"
    most_teams = MOST_TEAMS
    board = BOARD
    switches: tuple[Switch, ...] = SWITCHES
    engine: Engine[Play] = engine
    read_design = staticmethod(read_design)
    stock_designs = staticmethod(stock)
    faults_of_fixture = staticmethod(faults_of_fixture)
    proposed_for = staticmethod(proposed_for)
    carried_in_vain = staticmethod(carried_in_vain)
    setup_of = staticmethod(setup_of)
    played_again = staticmethod(played_again)
    report_of = staticmethod(report_of)
    told = staticmethod(told)
    tables = staticmethod(box_score)
    scene_of = staticmethod(Scene)

    def faults_of_design(
        self,
        document: Document,
        *,
        dp: int,
        gunner_station: bool,
        gearing: int,  # noqa: ARG002 - every ruleset is told; a car here has no gears
        switches: Mapping[str, Setting],
    ) -> list[ErrorDetail]:
        """Everything wrong with a design; a gear-set means nothing here (RH-085)."""
        budget = dp if is_priced(switches) else None
        return faults_of_document(document, budget=budget, gunner_station=gunner_station)

    def stock_design(
        self,
        *,
        dp: int,
        gunner_station: bool,
        gearing: int,  # noqa: ARG002 - as above
        kinds: Sequence[str],
        switches: Mapping[str, Setting],  # noqa: ARG002 - as above; what is legal at its price is legal at none
    ) -> Document:
        """A legal design round what a car carries (RH-085, RH-094)."""
        return stock_design(dp=dp, gunner_station=gunner_station, kinds=kinds)

    def car_sheet(self, document: Document, *, dp: int, switches: Mapping[str, Setting]) -> list[Table]:
        """Figures, armor, tires and weapons (RH-085)."""
        return car_sheet(document, budget=dp if is_priced(switches) else None)

    def has_gunner(self, document: Document) -> bool:
        """Whether somebody has a gunner's seat (RH-085)."""
        return read_design(document).has_gunner


RULESET = Rhad()
