"""RHAD as the league asks it: designs, settings of a duel, line-ups, and the duel itself. Rules RH-001, RH-002,
RH-080, RH-085, RH-089 to RH-094.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.dice import Dice
from rules.kept import Recorded
from rules.packed import Packet
from rules.packet_book import Engine, PacketBook
from rules.refusal import Malformed
from rules.report import Report
from rules.rhad import engine
from rules.rhad.box_score import box_score
from rules.rhad.entering import carried_in_vain, setup_of
from rules.rhad.faults import faults_of_document
from rules.rhad.fixtures import MOST_TEAMS, faults_of_fixture, proposed_for
from rules.rhad.play import Play
from rules.rhad.recorded import played_again
from rules.rhad.result import report_of
from rules.rhad.settings import settings_of
from rules.rhad.stock import stock, stock_design
from rules.rhad.story import told
from rules.rhad.switches import SWITCHES
from rules.ruleset import Document, Fault, Fixture
from rules.switch import Setting, Switch

BUDGET, UNPRICED = "rhad.budget", "none"
"""The switch, and the setting of it by which design points pay for nothing (RH-085)."""


class Rhad(PacketBook[Play]):
    """The RHAD ruleset; see `rules.packet_book.PacketBook`."""

    package = "rules.rhad"
    name = "rhad"
    title = "RHAD"
    most_teams = MOST_TEAMS
    switches: tuple[Switch, ...] = SWITCHES
    engine: Engine[Play] = engine

    def faults_of_design(
        self,
        document: Document,
        *,
        dp: int,
        gunner_station: bool,
        gearing: int,  # noqa: ARG002 - every ruleset is told; a car here has no gears
        switches: Mapping[str, Setting],
    ) -> list[Fault]:
        """Everything wrong with a design; a gear-set means nothing here (RH-085)."""
        budget = dp if _is_priced(switches) else None
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

    def faults_of_setting(self, fixture: Fixture) -> list[Fault]:
        """Everything wrong with a duel as it is announced (RH-085, RH-089)."""
        return faults_of_fixture(fixture)

    def proposed(self, *, number: int, teams: int, vehicles_per_team: int) -> Fixture:
        """A duel, in each arena in its turn."""
        return proposed_for(number=number, teams=teams, vehicles_per_team=vehicles_per_team)

    def lacks(self, packet: Packet) -> list[Fault]:
        """Cars without a place, gunners without a seat, and what is carried in vain (RH-085, RH-094)."""
        return carried_in_vain(packet)

    def stock_designs(self) -> Mapping[str, Document]:
        """Its stock designs by name."""
        return stock()

    def begun(self, packet: Packet, dice: Dice) -> Play:
        """A duel before its first step."""
        return engine.start(setup_of(packet), dice)

    def played_again(self, packet: Packet, dice: Dice, recorded: Recorded) -> Play:
        """A duel with the orders of its log (RH-080)."""
        return played_again(packet, dice, recorded)

    def reported(self, play: Play, packet: Packet) -> Report:
        """What came of a duel (RH-090 to RH-094)."""
        return report_of(play, packet)

    def told(self, play: Play) -> list[str]:
        """What happened, round by round."""
        return told(play)

    def tables(self, play: Play) -> list[str]:
        """Its box score."""
        return box_score(play)


def _is_priced(switches: Mapping[str, Setting]) -> bool:
    """Whether design points pay for designs; a setting that is none is told elsewhere (RH-085)."""
    try:
        return settings_of({BUDGET: switches[BUDGET]} if BUDGET in switches else {}).budget != UNPRICED
    except Malformed:
        return True


RULESET = Rhad()
