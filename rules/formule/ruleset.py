"""Formule Wars as the league asks it: designs, settings of a race, line-ups, and the race itself. Rules FW-001,
FW-002, FW-105, FW-128, FW-129, FW-131, FW-144, FW-150 to FW-154.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.chapters import pages_of
from rules.dice import Dice, KeyRing
from rules.exhibition import Exhibition
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
from rules.kept import keep, kept_in, log_of, play_again
from rules.match_log import LogEntry
from rules.packed import Packet
from rules.paper import packet_of
from rules.refusal import Malformed
from rules.ruleset import Document, Fault, Fixture, Page, Resolution
from rules.stepwise import Asked
from rules.switch import Setting, Switch


class Race:
    """A race under way, with the packet it was made from: what steps are done with."""

    __slots__ = ("packet", "play")

    def __init__(self, packet: Packet, play: Play) -> None:
        self.packet, self.play = packet, play


class FormuleWars:
    """The Formule Wars ruleset; see `rules.ruleset.Ruleset`, `rules.exhibition.Exhibitor` and `rules.stepwise`."""

    name = "formule"
    title = "Formule Wars"
    edition = engine.EDITION
    most_teams = MOST_TEAMS
    switches: tuple[Switch, ...] = SWITCHES

    @property
    def rulebook(self) -> tuple[Page, ...]:
        """Its chapters, each a page."""
        return pages_of("rules.formule")

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

    # ------------------------------------------------------------------------------------------------ whole races

    def resolve(self, packet: Packet, dice: Dice) -> Resolution:
        """Play a race with the autopilot at every wheel."""
        return _resolution(engine.play_match(setup_of(packet), dice), packet)

    def replay(self, packet: Packet, log: bytes, dice: Dice | None) -> Resolution:
        """Play a race again from its log. Raises as the protocol says."""
        kept = kept_in(log, title=self.title)
        if kept.packet != packet:
            raise Malformed(
                f"This is the log of another match than {packet.match}: give the one that was kept of it."
            )
        return _resolution(play_again(kept, played_again, edition=self.edition, title=self.title, dice=dice), packet)

    def story(self, log: bytes) -> list[str]:
        """What happened, round by round. Raises `Malformed` or `OtherEdition`."""
        return told(self._again(log))

    def exhibit(self, text: bytes, *, secret: bytes) -> Exhibition:
        """Play the race one file describes, outside any league."""
        packet = packet_of(text, self, stock=stock_documents())
        play = engine.play_match(setup_of(packet), Dice(KeyRing(secret, {packet.match: ""})))
        return _shown(play, packet)

    def exhibit_again(self, log: bytes) -> Exhibition:
        """Play such a race again from its log."""
        return _shown(self._again(log), kept_in(log, title=self.title).packet)

    def _again(self, log: bytes) -> Play:
        return play_again(kept_in(log, title=self.title), played_again, edition=self.edition, title=self.title)

    # ----------------------------------------------------------------------------------------------- step by step

    def start(self, packet: Packet, dice: Dice) -> Race:
        """A race before its grid."""
        return Race(packet, engine.start(setup_of(packet), dice))

    def is_over(self, play: Race) -> bool:
        """Whether every car is home, out, or stopped."""
        return engine.is_over(play.play)

    def legal_orders(self, play: Race) -> Asked | None:
        """Whom the next step asks and what he may order."""
        return engine.legal_orders(play.play)

    def step(self, play: Race, order: Document | None = None) -> list[LogEntry]:
        """Do the next thing. Raises `OrderIllegal`, `NobodyAsked` or `MatchOver` before anything is done."""
        return engine.step(play.play, order)

    def score(self, play: Race) -> Resolution:
        """What came of a race that is over."""
        return _resolution(play.play, play.packet)


def _resolution(play: Play, packet: Packet) -> Resolution:
    return Resolution(report=report_of(play, packet), log=_log(play, packet))


def _shown(play: Play, packet: Packet) -> Exhibition:
    return Exhibition(match=packet.match, box_score=box_score(play), story=told(play), log=_log(play, packet))


def _log(play: Play, packet: Packet) -> bytes:
    return log_of(keep(play, packet, edition=engine.EDITION))


RULESET = FormuleWars()
