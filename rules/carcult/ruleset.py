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
from rules.chapters import pages_of
from rules.dice import Dice, KeyRing
from rules.exhibition import Exhibition
from rules.kept import keep, kept_in, log_of, play_again
from rules.match_log import LogEntry
from rules.packed import Packet
from rules.paper import packet_of
from rules.refusal import Malformed
from rules.ruleset import Document, Fault, Fixture, Page, Resolution
from rules.stepwise import Asked
from rules.switch import Setting, Switch


class Skirmish:
    """A skirmish under way, with the packet it was made from: what steps are done with."""

    __slots__ = ("packet", "play")

    def __init__(self, packet: Packet, play: Play) -> None:
        self.packet, self.play = packet, play


class CarCult:
    """The Car Cult ruleset; see `rules.ruleset.Ruleset`, `rules.exhibition.Exhibitor`, `rules.stepwise.Stepwise`."""

    name = "carcult"
    title = "Car Cult"
    edition = engine.EDITION
    most_teams = MOST_TEAMS
    switches: tuple[Switch, ...] = SWITCHES

    @property
    def rulebook(self) -> tuple[Page, ...]:
        """Its chapters, each a page."""
        return pages_of("rules.carcult")

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

    # ------------------------------------------------------------------------------------------- whole skirmishes

    def resolve(self, packet: Packet, dice: Dice) -> Resolution:
        """Play a skirmish with the autopilot at every wheel."""
        return _resolution(engine.play_match(setup_of(packet), dice), packet)

    def replay(self, packet: Packet, log: bytes, dice: Dice | None) -> Resolution:
        """Play a skirmish again from its log. Raises as the protocol says."""
        kept = kept_in(log, title=self.title)
        if kept.packet != packet:
            raise Malformed(
                f"This is the log of another match than {packet.match}: give the one that was kept of it."
            )
        return _resolution(play_again(kept, played_again, edition=self.edition, title=self.title, dice=dice), packet)

    def story(self, log: bytes) -> list[str]:
        """What happened, activation by activation. Raises `Malformed` or `OtherEdition`."""
        return told(self._again(log))

    def exhibit(self, text: bytes, *, secret: bytes) -> Exhibition:
        """Play the skirmish one file describes, outside any league."""
        packet = packet_of(text, self, stock=STOCK)
        play = engine.play_match(setup_of(packet), Dice(KeyRing(secret, {packet.match: ""})))
        return _shown(play, packet)

    def exhibit_again(self, log: bytes) -> Exhibition:
        """Play such a skirmish again from its log."""
        return _shown(self._again(log), kept_in(log, title=self.title).packet)

    def _again(self, log: bytes) -> Play:
        return play_again(kept_in(log, title=self.title), played_again, edition=self.edition, title=self.title)

    # ----------------------------------------------------------------------------------------------- step by step

    def start(self, packet: Packet, dice: Dice) -> Skirmish:
        """A skirmish before the first car is set down."""
        return Skirmish(packet, engine.start(setup_of(packet), dice))

    def is_over(self, play: Skirmish) -> bool:
        """Whether no step is left."""
        return engine.is_over(play.play)

    def legal_orders(self, play: Skirmish) -> Asked | None:
        """Whom the next step asks and what he may order."""
        return engine.legal_orders(play.play)

    def step(self, play: Skirmish, order: Document | None = None) -> list[LogEntry]:
        """Do the next thing. Raises `OrderIllegal`, `NobodyAsked` or `MatchOver` before anything is done."""
        return engine.step(play.play, order)

    def score(self, play: Skirmish) -> Resolution:
        """What came of a skirmish that is over."""
        return _resolution(play.play, play.packet)


def _resolution(play: Play, packet: Packet) -> Resolution:
    return Resolution(report=report_of(play, packet), log=_log(play, packet))


def _shown(play: Play, packet: Packet) -> Exhibition:
    return Exhibition(match=packet.match, box_score=box_score(play), story=told(play), log=_log(play, packet))


def _log(play: Play, packet: Packet) -> bytes:
    return log_of(keep(play, packet, edition=engine.EDITION))


RULESET = CarCult()
