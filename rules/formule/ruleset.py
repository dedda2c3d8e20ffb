"""Formule Wars as the league asks it: designs, settings of a race, line-ups, and the race itself. Rules FW-001,
FW-002, FW-105, FW-128, FW-129, FW-131, FW-144, FW-150 to FW-154.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.dice import Dice
from rules.formule import engine
from rules.formule.box_score import box_score
from rules.formule.design import document_of
from rules.formule.entering import carried_in_vain, setup_of
from rules.formule.faults import faults_of_document, limits_by
from rules.formule.fixtures import MOST_TEAMS, faults_of_fixture, proposed_for
from rules.formule.play import Play
from rules.formule.recorded import played_again
from rules.formule.result import report_of
from rules.formule.stock import stock_design, stock_documents
from rules.formule.story import told
from rules.formule.switches import SWITCHES
from rules.kept import Recorded
from rules.packed import Packet
from rules.packet_book import Engine, PacketBook
from rules.report import Report
from rules.ruleset import Document, Fault, Fixture
from rules.switch import Setting, Switch


class FormuleWars(PacketBook[Play]):
    """The Formule Wars ruleset; see `rules.packet_book.PacketBook`."""

    package = "rules.formule"
    name = "formule"
    title = "Formule Wars"
    most_teams = MOST_TEAMS
    switches: tuple[Switch, ...] = SWITCHES
    engine: Engine[Play] = engine

    def faults_of_design(
        self,
        document: Document,
        *,
        dp: int,  # noqa: ARG002 - every ruleset is told; a car here has build points instead
        gunner_station: bool,  # noqa: ARG002 - the same; nobody sits beside the driver
        gearing: int,  # noqa: ARG002 - the same; every car has six gears
        switches: Mapping[str, Setting],
    ) -> list[Fault]:
        """Everything wrong with a design; a car's design points, station and gearing mean nothing here (FW-001)."""
        return faults_of_document(document, limits=limits_by(switches))

    def stock_design(
        self,
        *,
        dp: int,  # noqa: ARG002 - as above
        gunner_station: bool,  # noqa: ARG002 - as above
        gearing: int,  # noqa: ARG002 - as above
        kinds: Sequence[str],
        switches: Mapping[str, Setting],
    ) -> Document:
        """A legal design with the weapons that a car's items become (FW-001, FW-154)."""
        return document_of(stock_design(kinds=kinds, limits=limits_by(switches)))

    def faults_of_setting(self, fixture: Fixture) -> list[Fault]:
        """Everything wrong with a race as it is announced (FW-105, FW-128, FW-129)."""
        return faults_of_fixture(fixture)

    def proposed(self, *, number: int, teams: int, vehicles_per_team: int) -> Fixture:
        """Every circuit in turn, mostly dry."""
        return proposed_for(number=number, teams=teams, vehicles_per_team=vehicles_per_team)

    def lacks(self, packet: Packet) -> list[Fault]:
        """Gunners without a seat, and weapons that no design stands for (FW-154)."""
        return carried_in_vain(packet)

    def stock_designs(self) -> Mapping[str, Document]:
        """Its stock designs by name."""
        return stock_documents()

    def begun(self, packet: Packet, dice: Dice) -> Play:
        """A race before its first step."""
        return engine.start(setup_of(packet), dice)

    def played_again(self, packet: Packet, dice: Dice, recorded: Recorded) -> Play:
        """A race with the orders of its log (FW-144)."""
        return played_again(packet, dice, recorded)

    def reported(self, play: Play, packet: Packet) -> Report:
        """What came of a race (FW-150 to FW-154)."""
        return report_of(play, packet)

    def told(self, play: Play) -> list[str]:
        """What happened, round by round."""
        return told(play)

    def tables(self, play: Play) -> list[str]:
        """Its box score."""
        return box_score(play)


RULESET = FormuleWars()
