"""Car Cult as the league asks it: designs, settings of a skirmish, line-ups, and the skirmish itself. Rules CC-070,
CC-090, CC-098, CC-100 to CC-104.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.carcult import engine
from rules.carcult.box_score import box_score
from rules.carcult.entering import carried_in_vain, setup_of
from rules.carcult.faults import faults_of_document
from rules.carcult.fixtures import faults_of_fixture, proposed_for
from rules.carcult.play import Play
from rules.carcult.recorded import played_again
from rules.carcult.result import report_of
from rules.carcult.stock import STOCK, stock_design
from rules.carcult.story import told
from rules.carcult.switches import SWITCHES
from rules.carcult.table import MOST_TEAMS
from rules.dice import Dice
from rules.kept import Recorded
from rules.packed import Packet
from rules.packet_book import Engine, PacketBook
from rules.report import Report
from rules.ruleset import Document, Fault, Fixture
from rules.switch import Setting, Switch


class CarCult(PacketBook[Play]):
    """The Car Cult ruleset; see `rules.packet_book.PacketBook`."""

    package = "rules.carcult"
    name = "carcult"
    title = "Car Cult"
    most_teams = MOST_TEAMS
    switches: tuple[Switch, ...] = SWITCHES
    engine: Engine[Play] = engine

    def faults_of_design(
        self,
        document: Document,
        *,
        dp: int,  # noqa: ARG002 - every ruleset is told; a car here has action zones instead
        gunner_station: bool,  # noqa: ARG002 - the same; a gunner without a card stays in the pits
        gearing: int,  # noqa: ARG002 - the same; an engine is a card
        switches: Mapping[str, Setting],
    ) -> list[Fault]:
        """Everything wrong with a design (CC-070)."""
        return faults_of_document(document, switches=switches)

    def stock_design(
        self,
        *,
        dp: int,  # noqa: ARG002 - as above
        gunner_station: bool,
        gearing: int,  # noqa: ARG002 - as above
        kinds: Sequence[str],
        switches: Mapping[str, Setting],
    ) -> Document:
        """A legal design with the cards that a car's items stand for (CC-070, CC-102)."""
        return stock_design(gunner_station=gunner_station, kinds=kinds, switches=switches)

    def faults_of_setting(self, fixture: Fixture) -> list[Fault]:
        """Everything wrong with a skirmish as it is announced (CC-090)."""
        return faults_of_fixture(fixture)

    def proposed(self, *, number: int, teams: int, vehicles_per_team: int) -> Fixture:
        """Every table in turn."""
        return proposed_for(number=number, teams=teams, vehicles_per_team=vehicles_per_team)

    def lacks(self, packet: Packet) -> list[Fault]:
        """Cars that stay out, gunners without a card, and what does nothing here (CC-070, CC-102)."""
        return carried_in_vain(packet)

    def stock_designs(self) -> Mapping[str, Document]:
        """Its stock designs by name."""
        return STOCK

    def begun(self, packet: Packet, dice: Dice) -> Play:
        """A skirmish before its first step."""
        return engine.start(setup_of(packet), dice)

    def played_again(self, packet: Packet, dice: Dice, recorded: Recorded) -> Play:
        """A skirmish with the orders of its log (CC-098)."""
        return played_again(packet, dice, recorded)

    def reported(self, play: Play, packet: Packet) -> Report:
        """What came of a skirmish (CC-100 to CC-104)."""
        return report_of(play, packet)

    def told(self, play: Play) -> list[str]:
        """What happened, round by round."""
        return told(play)

    def tables(self, play: Play) -> list[str]:
        """Its box score."""
        return box_score(play)


RULESET = CarCult()
