"""RHAD as the league asks it: designs, settings of a duel, line-ups, and the duel itself. Rules RH-001, RH-002,
RH-080, RH-085, RH-089 to RH-094.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.chapters import pages_of
from rules.dice import Dice, KeyRing
from rules.exhibition import Exhibition
from rules.kept import keep, kept_in, log_of, play_again
from rules.match_log import LogEntry
from rules.packed import Packet
from rules.paper import packet_of
from rules.refusal import Malformed
from rules.rhad import engine
from rules.rhad.box_score import box_score
from rules.rhad.entering import carried_in_vain, setup_of
from rules.rhad.faults import faults_of_document
from rules.rhad.fixtures import MOST_TEAMS, faults_of_fixture, proposed_for
from rules.rhad.play import Play
from rules.rhad.recorded import Again
from rules.rhad.result import report_of
from rules.rhad.settings import settings_of
from rules.rhad.stock import stock, stock_design
from rules.rhad.story import told
from rules.rhad.switches import SWITCHES
from rules.ruleset import Document, Fault, Fixture, Page, Resolution
from rules.stepwise import Asked
from rules.switch import Setting, Switch

BUDGET, UNPRICED = "rhad.budget", "none"
"""The switch, and the setting of it by which design points pay for nothing (RH-085)."""


class Duel:
    """A duel under way, with the packet it was made from: what steps are done with."""

    __slots__ = ("packet", "play")

    def __init__(self, packet: Packet, play: Play) -> None:
        self.packet, self.play = packet, play


class Rhad:
    """The RHAD ruleset; see `rules.ruleset.Ruleset`, `rules.exhibition.Exhibitor`, `rules.stepwise.Stepwise`."""

    name = "rhad"
    title = "RHAD"
    edition = engine.EDITION
    most_teams = MOST_TEAMS
    switches: tuple[Switch, ...] = SWITCHES

    @property
    def rulebook(self) -> tuple[Page, ...]:
        """Its chapters, each a page."""
        return pages_of("rules.rhad")

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

    # ------------------------------------------------------------------------------------------------ whole duels

    def resolve(self, packet: Packet, dice: Dice) -> Resolution:
        """Play a duel with the autopilot at every wheel."""
        return _resolution(engine.play_match(setup_of(packet), dice), packet)

    def replay(self, packet: Packet, log: bytes, dice: Dice | None) -> Resolution:
        """Play a duel again from its log. Raises as the protocol says."""
        kept = kept_in(log, title=self.title)
        if kept.packet != packet:
            raise Malformed(
                f"This is the log of another match than {packet.match}: give the one that was kept of it."
            )
        return _resolution(play_again(kept, Again(kept), edition=self.edition, title=self.title, dice=dice), packet)

    def story(self, log: bytes) -> list[str]:
        """What happened, round by round. Raises `Malformed` or `OtherEdition`."""
        return told(self._again(log))

    def exhibit(self, text: bytes, *, secret: bytes) -> Exhibition:
        """Play the duel one file describes, outside any league."""
        packet = packet_of(text, self, stock=stock())
        play = engine.play_match(setup_of(packet), Dice(KeyRing(secret, {packet.match: ""})))
        return _shown(play, packet)

    def exhibit_again(self, log: bytes) -> Exhibition:
        """Play such a duel again from its log."""
        return _shown(self._again(log), kept_in(log, title=self.title).packet)

    def _again(self, log: bytes) -> Play:
        kept = kept_in(log, title=self.title)
        return play_again(kept, Again(kept), edition=self.edition, title=self.title)

    # ----------------------------------------------------------------------------------------------- step by step

    def start(self, packet: Packet, dice: Dice) -> Duel:
        """A duel before its first round."""
        return Duel(packet, engine.start(setup_of(packet), dice))

    def is_over(self, play: Duel) -> bool:
        """Whether the duel has ended."""
        return engine.is_over(play.play)

    def legal_orders(self, play: Duel) -> Asked | None:
        """Whom the next step asks and what he may order."""
        return engine.legal_orders(play.play)

    def step(self, play: Duel, order: Document | None = None) -> list[LogEntry]:
        """Do the next thing. Raises `OrderIllegal`, `NobodyAsked` or `MatchOver` before anything is done."""
        return engine.step(play.play, order)

    def score(self, play: Duel) -> Resolution:
        """What came of a duel that is over."""
        return _resolution(play.play, play.packet)


def _is_priced(switches: Mapping[str, Setting]) -> bool:
    """Whether design points pay for designs; a setting that is none is told elsewhere (RH-085)."""
    try:
        return settings_of({BUDGET: switches[BUDGET]} if BUDGET in switches else {}).budget != UNPRICED
    except Malformed:
        return True


def _resolution(play: Play, packet: Packet) -> Resolution:
    return Resolution(report=report_of(play, packet), log=_log(play, packet))


def _shown(play: Play, packet: Packet) -> Exhibition:
    return Exhibition(match=packet.match, box_score=box_score(play), story=told(play), log=_log(play, packet))


def _log(play: Play, packet: Packet) -> bytes:
    return log_of(keep(play, packet, edition=engine.EDITION))


RULESET = Rhad()
