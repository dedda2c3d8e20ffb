"""The base of every ruleset that plays from the packet alone: whole matches, logs, files and steps.

Rules DM-M-001, DM-M-140.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Generic, Protocol, TypeVar

from rules.core.dice import Dice, KeyRing
from rules.core.document_validation import DesignUnreadable, read_design_document
from rules.core.refusals import Malformed
from rules.core.switches import Setting, Switch
from rules.match.design_validation import submitted_design_errors, unreadable_design_warnings
from rules.match.exhibition import Exhibition
from rules.match.log import LogEntry
from rules.match.packet import Packet
from rules.match.plain_report import plain_report
from rules.match.plain_story import plain_story
from rules.match.recorder import MatchRecorder
from rules.match.recording import (
    MatchRecording,
    RecordedOrders,
    decode_recording,
    encode_recording,
    failures_as_contradictions,
    make_recording,
    replay_recording,
)
from rules.match.replay_frames import Camera, Film, Scene
from rules.match.report import Report
from rules.match.rulebook_pages import rulebook_pages
from rules.match.ruleset import Document, ErrorDetail, Fixture, LogContradicted, Page, Resolution
from rules.match.spec import packet_from_spec
from rules.match.stepwise_play import OrderRequest
from rules.match.text_tables import Column, Table, make_table
from rules.match.turning_points import FilmSteps, TurningPoint

AnyMatch = TypeVar("AnyMatch", bound=MatchRecorder)


class Engine(Protocol[AnyMatch]):
    """The module of a book that plays its matches step by step."""

    @property
    def EDITION(self) -> int:  # noqa: N802 - it is a constant of the module
        """The edition of its rules."""

    def start(self, setup: Any, dice: Dice, /) -> AnyMatch:
        """A match before its first step, with the autopilot driving every car."""

    def is_over(self, play: AnyMatch, /) -> bool:
        """Whether no step is left."""

    def legal_orders(self, play: AnyMatch, /) -> OrderRequest | None:
        """The driver whom the next step asks, and the orders they may give."""

    def step(self, play: AnyMatch, /, order: Document | None = None) -> list[LogEntry]:
        """Play the next step and return the entries it wrote."""


class SteppedMatch(Generic[AnyMatch]):
    """A match under way, together with the packet it was made from."""

    __slots__ = ("packet", "play")

    def __init__(self, packet: Packet, play: AnyMatch) -> None:
        self.packet, self.play = packet, play


class PacketRuleset(Generic[AnyMatch]):
    """A ruleset that plays from packets. A book has an engine and a design, and says who makes points; the rest is
    here, and a book replaces what it does otherwise.

    It is a `Ruleset`, an `ExhibitionRuleset` and a `StepwiseRuleset`. `package` is the book's own package, such as
    `rules.ladder`.
    """

    package: str
    name: str
    title: str
    phase_called: str = "phase"
    earlier_editions: tuple[int, ...] = ()
    """The editions before the engine's own that it still plays, each as it was."""
    most_teams: int
    switches: tuple[Switch, ...] = ()
    engine: Engine[AnyMatch]
    events: tuple[str, ...] = ()
    """The events that can be announced, which are proposed in turn; of a book that does not check them itself."""
    design_type: type[Any]
    """The dataclass of a design; of a book that does not read designs itself."""
    rule: str = ""
    """The rule that the errors of events and unreadable designs cite."""

    # Functions of a book's modules, and the methods under Defaults; a subclass assigns each as a `staticmethod`.
    setup_of: Callable[[Packet], Any] = staticmethod(lambda packet: packet)
    """The value from which the engine starts a match."""
    scene_of: Callable[[AnyMatch], Scene[AnyMatch]] | None = None
    """The scene that draws a match; without one its film has no frames."""
    find_turning_points: Callable[[AnyMatch], list[TurningPoint]] = staticmethod(lambda _: [])
    """The turning points of a match that is over; a book without any tells none."""

    @property
    def edition(self) -> int:
        """The edition of its rules."""
        return self.engine.EDITION

    @property
    def rulebook(self) -> tuple[Page, ...]:
        """The chapters of the book, one page each."""
        return rulebook_pages(self.package)

    # -------------------------------------------------------------------------------------- optional for a book

    def has_gunner(self, document: Document) -> bool:  # noqa: ARG002 - the default for books without such seats
        """Whether a design without errors has a seat for a gunner. Books with such seats override it."""
        return False

    def load_errors(self, document: Document, *, kinds: Sequence[str]) -> list[ErrorDetail]:  # noqa: ARG002 - the default
        """The errors of items that a car of this design may not carry: none, unless a book overrides it."""
        return []

    # ------------------------------------------------------------------------------------------- before a match

    def fixture_errors(self, fixture: Fixture) -> list[ErrorDetail]:
        """The errors of a match as it is announced."""
        return self.find_fixture_errors(fixture)

    def propose_fixture(self, *, number: int, teams: int, vehicles_per_team: int) -> Fixture:
        """A match for a round that nobody planned."""
        return self.default_fixture(number=number, teams=teams, vehicles_per_team=vehicles_per_team)

    def packet_warnings(self, packet: Packet) -> list[ErrorDetail]:
        """Warnings about what line-ups lack or carry in vain, and about designs that cannot be read."""
        return [*unreadable_design_warnings(packet, self.read_design), *self.line_up_warnings(packet)]

    # ---------------------------------------------------------------------------------------------- whole matches

    def resolve(self, packet: Packet, dice: Dice) -> Resolution:
        """Play a match with the autopilot driving every car."""
        return self._resolution(self._play_to_end(packet, dice), packet)

    def replay(self, packet: Packet, log: bytes, dice: Dice | None) -> Resolution:
        """Replay a match from its log. Raises as `Ruleset.replay` does."""
        return self.replay_with_observer(packet, log, dice, None)

    def replay_with_observer(
        self, packet: Packet, log: bytes, dice: Dice | None, seen: Callable[[AnyMatch], None] | None
    ) -> Resolution:
        """Replay a match from its log while `seen` observes it.

        Raises as `Ruleset.replay` does, and what `seen` raises.
        """
        recording = decode_recording(log, title=self.title)
        if recording.packet != packet:
            raise Malformed(
                f"This is the log of another match than {packet.match}: give the one that was kept of it."
            )
        return self._resolution(self._replay(recording, dice, seen=seen), packet)

    def story(self, log: bytes) -> list[str]:
        """The story of a match. Raises `Malformed`, `OtherEdition` or `LogContradicted`."""
        return self.story_lines(self._replay(decode_recording(log, title=self.title)))

    def box_score(self, log: bytes) -> list[Table]:
        """The box score of a match. Raises as `story` does."""
        return self.tables(self._replay(decode_recording(log, title=self.title)))

    def film(self, log: bytes) -> Film:
        """The film of a match. Raises as `story` does."""
        camera = Camera(self.scene_of)
        self._replay(decode_recording(log, title=self.title), seen=camera)
        return camera.film

    def film_and_story(self, log: bytes) -> tuple[Film, list[str]]:
        """The film and the story of a match, which is played again once for both. Raises as `story` does."""
        camera = Camera(self.scene_of)
        play = self._replay(decode_recording(log, title=self.title), seen=camera)
        return camera.film, self.story_lines(play)

    def turning_points(self, log: bytes) -> list[TurningPoint]:
        """The turning points of a match. Raises as `story` does."""
        steps = FilmSteps()
        play = self._replay(decode_recording(log, title=self.title), seen=steps)
        return steps.place(self.find_turning_points(play))

    def play_exhibition(self, text: bytes, *, secret: bytes) -> Exhibition:
        """Play the match described by one file, outside any league. Raises as `packet_from_spec` does."""
        packet = packet_from_spec(text, self, stock=self.stock_designs())
        return self._exhibition(self._play_to_end(packet, Dice(KeyRing(secret, {packet.match: ""}))), packet)

    def replay_exhibition(self, log: bytes) -> Exhibition:
        """Replay such a match from its log. Raises as `story` does."""
        recording = decode_recording(log, title=self.title)
        play = self._replay(recording)
        with failures_as_contradictions(recording.packet.match):
            return self._exhibition(play, recording.packet)

    # ----------------------------------------------------------------------------------------------- step by step

    def start(self, packet: Packet, dice: Dice) -> SteppedMatch[AnyMatch]:
        """A match before its first step."""
        return SteppedMatch(packet, self.engine.start(self.setup_of(packet), dice))

    def is_over(self, play: SteppedMatch[AnyMatch]) -> bool:
        """Whether no step is left."""
        return self.engine.is_over(play.play)

    def legal_orders(self, play: SteppedMatch[AnyMatch]) -> OrderRequest | None:
        """The driver whom the next step asks, and the orders they may give."""
        return self.engine.legal_orders(play.play)

    def step(self, play: SteppedMatch[AnyMatch], order: Document | None = None) -> list[LogEntry]:
        """Play the next step. Raises `OrderIllegal`, `NobodyAsked` or `MatchOver` before anything is done."""
        return self.engine.step(play.play, order)

    def final_resolution(self, play: SteppedMatch[AnyMatch]) -> Resolution:
        """The resolution of a match that is over."""
        return self._resolution(play.play, play.packet)

    # ----------------------------------------------------------------------------------------------------- shared

    def _play_to_end(self, packet: Packet, dice: Dice) -> AnyMatch:
        play = self.engine.start(self.setup_of(packet), dice)
        while not self.engine.is_over(play):
            self.engine.step(play)
        return play

    def _replay(
        self, recording: MatchRecording, dice: Dice | None = None, *, seen: Callable[[AnyMatch], None] | None = None
    ) -> AnyMatch:
        """The match of a log of this book, replayed while `seen` observes it. Raises as `replay_recording` does."""

        def replay_packet(packet: Packet, packet_dice: Dice, recorded: RecordedOrders) -> AnyMatch:
            return self.replay_match(packet, packet_dice, recorded, seen)

        if recording.packet.ruleset not in {"", self.name}:
            raise Malformed(
                f"This is no log of a {self.title} match: {recording.packet.match} was played by "
                f"{recording.packet.ruleset!r}, so give it to that."
            )
        is_known = recording.edition in {*self.earlier_editions, self.edition}
        if is_known and recording.edition != self._edition_of(recording.packet):
            raise LogContradicted(
                f"The log of {recording.packet.match[:80]} is of edition {recording.edition} and its packet of "
                f"{recording.packet.edition}: keep the log it came with."
            )
        edition = recording.edition if is_known else self.edition
        return replay_recording(recording, replay_packet, edition=edition, title=self.title, dice=dice)

    def _edition_of(self, packet: Packet) -> int:
        """The edition that plays a packet: the one it names, if it is still played, or else the engine's own."""
        return packet.edition if packet.edition in self.earlier_editions else self.edition

    def _log(self, play: AnyMatch, packet: Packet) -> bytes:
        return encode_recording(make_recording(play, packet, edition=self._edition_of(packet)))

    def _resolution(self, play: AnyMatch, packet: Packet) -> Resolution:
        return Resolution(report=self.report_of(play, packet), log=self._log(play, packet))

    def _exhibition(self, play: AnyMatch, packet: Packet) -> Exhibition:
        return Exhibition(
            match=packet.match,
            box_score=self.tables(play),
            story=self.story_lines(play),
            log=self._log(play, packet),
            lacks=[lack.sentence for lack in self.packet_warnings(packet)],
        )

    # --------------------------------------------------------------------------------------------------- defaults

    def read_design(self, document: Any) -> object:
        """The design a document holds. Raises `DesignUnreadable`."""
        return read_design_document(document, self.design_type)

    def find_design_errors(self, design: Any, *, dp: int) -> list[ErrorDetail]:  # noqa: ARG002 - the default
        """The errors of a design that was read: none."""
        return []

    def design_errors(
        self,
        document: Document,
        *,
        dp: int,
        gunner_station: bool,  # noqa: ARG002 - for books with gunners
        gearing: int,  # noqa: ARG002 - for books with gear-sets
        switches: Mapping[str, Setting],  # noqa: ARG002 - for books whose house rules change designs
    ) -> list[ErrorDetail]:
        """The errors of a design, warnings included: of its shape, and by the book's rules."""
        return submitted_design_errors(
            document,
            self.design_type,
            rule=self.rule,
            faults_of=lambda design: self.find_design_errors(design, dp=dp),
        )

    def stock_design(
        self,
        *,
        dp: int,  # noqa: ARG002 - for books with dearer and cheaper designs
        gunner_station: bool,  # noqa: ARG002 - for books with gunners
        gearing: int,  # noqa: ARG002 - for books with gear-sets
        kinds: Sequence[str],  # noqa: ARG002 - for books in which items count
        switches: Mapping[str, Setting],  # noqa: ARG002 - for books whose house rules change designs
    ) -> Document:
        """A legal design that fits what a car carries: the default of every field."""
        return asdict(self.design_type())

    def stock_designs(self) -> Mapping[str, Document]:
        """The book's stock designs by name: the one with the default of every field."""
        return {"stock": asdict(self.design_type())}

    def car_sheet(
        self,
        document: Document,
        *,
        dp: int,  # noqa: ARG002 - for books that price designs
        switches: Mapping[str, Setting],  # noqa: ARG002 - for books whose house rules change designs
    ) -> list[Table]:
        """A design in tables for people: its fields, or nothing if it cannot be read."""
        try:
            fields = asdict(read_design_document(document, self.design_type))
        except DesignUnreadable:
            return []
        rows = [(name.replace("_", " "), str(value)) for name, value in fields.items()]
        return [make_table("Design", (Column("part"), Column("figure")), rows)]

    def find_fixture_errors(self, fixture: Fixture) -> list[ErrorDetail]:
        """The errors of a match as it is announced: another event, or too many teams."""
        errors = []
        if fixture.event not in self.events:
            text = f"{self.title} has the events {', '.join(self.events)}: announce one of these."
            errors.append(ErrorDetail(code="unknown_event", rule=self.rule, sentence=text))
        if fixture.teams > self.most_teams:
            text = f"{fixture.teams} teams are entered and {self.title} takes {self.most_teams}: enter fewer."
            errors.append(ErrorDetail(code="too_many_teams", rule=self.rule, sentence=text))
        return errors

    def default_fixture(self, *, number: int, teams: int, vehicles_per_team: int) -> Fixture:
        """The match of a round that nobody planned: the events in turn, without settings."""
        event = self.events[(number - 1) % len(self.events)]
        return Fixture(event=event, teams=teams, vehicles_per_team=vehicles_per_team)

    def line_up_warnings(self, packet: Packet) -> list[ErrorDetail]:
        """Warnings about what line-ups lack or carry in vain: a car carries anything."""
        loaded = [seat.car.id for team in packet.teams for seat in team.seats if seat.car.items]
        text = f"{{}} carries what means nothing in {self.title}: leave it in the stores."
        return [
            ErrorDetail(code="in_vain", rule=self.rule, sentence=text.format(car), warning=True) for car in loaded
        ]

    def replay_match(
        self,
        packet: Packet,
        dice: Dice,
        recorded: RecordedOrders,
        seen: Callable[[AnyMatch], None] | None = None,
    ) -> AnyMatch:
        """A whole match with the orders of its log, each given at its step.

        `seen` is called at its start and after every entry.
        """
        play = self.engine.start(self.setup_of(packet), dice)
        if seen is not None:
            seen(play)
        play.watch = seen
        while not self.engine.is_over(play):
            request = self.engine.legal_orders(play)
            self.engine.step(play, None if request is None else recorded.order(request.step, request.car))
        return play

    def points_of(self, play: AnyMatch) -> Mapping[str, int]:  # noqa: ARG002 - the default
        """The match points of every team that made any: nobody did."""
        return {}

    def report_of(self, play: AnyMatch, packet: Packet) -> Report:
        """The report of a match that is over: its points, with nobody hurt and nothing lost."""
        return plain_report(packet, self.points_of(play))

    def story_lines(self, play: AnyMatch) -> list[str]:
        """The story of a match, in lines: its log, entry by entry."""
        return plain_story(play.log.entries)

    def tables(self, play: AnyMatch) -> list[Table]:
        """The box score of a match that is over: who made points."""
        return [make_table("Points", (Column("team"), Column("points")), self.points_of(play).items())]
