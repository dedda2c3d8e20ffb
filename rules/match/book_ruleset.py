"""The base of every book's ruleset: whole matches, their logs, what is read from a log, and matches from files.

Rules DM-M-001, DM-M-140.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Malformed
from rules.core.switches import Setting, Switch
from rules.match.design_validation import unreadable_design_warnings
from rules.match.engine import AnyMatch, WholeMatchEngine, play_match
from rules.match.exhibition import Exhibition
from rules.match.packet import Packet
from rules.match.recorder import MatchRecorder
from rules.match.recording import (
    AnyRecording,
    RecordedOrders,
    decode_recording,
    encode_recording,
    failures_as_contradictions,
    replay_recording,
)
from rules.match.replay_frames import Camera, Film, Scene
from rules.match.report import Report
from rules.match.rulebook_pages import rulebook_pages
from rules.match.ruleset import Document, ErrorDetail, Fixture, LogContradicted, Page, Resolution
from rules.match.text_tables import Table
from rules.match.turning_points import FilmSteps, TurningPoint

AnyMatch_co = TypeVar("AnyMatch_co", bound=MatchRecorder, covariant=True)


class FixtureProposer(Protocol):
    """A book's function that proposes matches."""

    def __call__(self, *, number: int, teams: int, vehicles_per_team: int) -> Fixture:
        """A match for the round of that number, with that many teams and at most that many cars for each."""


class MatchReplayer(Protocol[AnyMatch_co]):
    """A book's function that plays a whole match with the orders of its log."""

    def __call__(
        self,
        origin: Any,
        dice: Dice,
        recorded: RecordedOrders,
        seen: Callable[[AnyMatch_co], None] | None = None,
        /,
    ) -> AnyMatch_co:
        """The match when it is over. `seen` is called at its start, and each time anything visible has changed."""


class BookRuleset(ABC, Generic[AnyMatch, AnyRecording]):
    """A ruleset made with the shared modules. A book says how its match begins, what its log holds, and how its
    results read; the rest is here.

    It is a `Ruleset` and an `ExhibitionRuleset`. `package` is the book's own package, such as `rules.ladder`.
    `AnyRecording` is the form of its logs. The `origin` of a match is what its log names as the thing it was played
    from: the packet itself, or a setup that the book makes of the packet.
    """

    package: str
    name: str
    title: str
    phase_called: str = "phase"
    earlier_editions: tuple[int, ...] = ()
    """The editions before the engine's own that it still plays, each as it was."""
    most_teams: int
    switches: tuple[Switch, ...]
    recording_form: type[AnyRecording]
    """The form of its logs."""
    engine: WholeMatchEngine[AnyMatch]
    """The module that plays its matches."""

    # Functions of a book's modules; a subclass assigns each as a `staticmethod`.
    read_design: Callable[[Any], object]
    """Reads a design from a document. Raises `DesignUnreadable`."""
    stock_designs: Callable[[], Mapping[str, Document]]
    """The book's stock designs by name."""
    find_fixture_errors: Callable[[Fixture], list[ErrorDetail]]
    """The errors of a match as it is announced."""
    default_fixture: FixtureProposer
    """The match of a round that nobody planned."""
    line_up_warnings: Callable[[Packet], list[ErrorDetail]]
    """Warnings about what line-ups lack or carry in vain."""
    setup_of: Callable[[Any], Any]
    """The value from which the engine starts a match with that origin."""
    replay_match: MatchReplayer[AnyMatch]
    """Plays a whole match with the orders of its log."""
    report_of: Callable[[AnyMatch, Packet], Report]
    """The report of a match that is over."""
    story_lines: Callable[[AnyMatch], list[str]]
    """The story of a match, in lines."""
    tables: Callable[[AnyMatch], list[Table]]
    """The box score of a match that is over."""
    scene_of: Callable[[AnyMatch], Scene[AnyMatch]]
    """The scene that draws a match."""
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

    # ------------------------------------------------------------------------------------------- required of a book

    @abstractmethod
    def design_errors(
        self, document: Document, *, dp: int, gunner_station: bool, gearing: int, switches: Mapping[str, Setting]
    ) -> list[ErrorDetail]:
        """The errors of a design, warnings included."""

    @abstractmethod
    def stock_design(
        self, *, dp: int, gunner_station: bool, gearing: int, kinds: Sequence[str], switches: Mapping[str, Setting]
    ) -> Document:
        """A legal design that fits what a car carries."""

    @abstractmethod
    def car_sheet(self, document: Document, *, dp: int, switches: Mapping[str, Setting]) -> list[Table]:
        """A design in tables for people."""

    @abstractmethod
    def origin_of(self, packet: Packet) -> Any:
        """What the log of a packet's match holds of the packet."""

    @abstractmethod
    def origin_in_file(self, text: bytes) -> Any:
        """The origin of the match that a file describes. Raises a refusal that lists everything wrong with it."""

    @abstractmethod
    def edition_of(self, origin: Any) -> int:
        """The edition that plays a match with that origin."""

    @abstractmethod
    def record(self, play: AnyMatch, origin: Any) -> AnyRecording:
        """The recording of a match that is over."""

    # -------------------------------------------------------------------------------------- optional for a book

    def has_gunner(self, document: Document) -> bool:  # noqa: ARG002 - the default for books without such seats
        """Whether a design without errors has a seat for a gunner. Books with such seats override it."""
        return False

    def load_errors(self, document: Document, *, kinds: Sequence[str]) -> list[ErrorDetail]:  # noqa: ARG002 - the default
        """The errors of items that a car of this design may not carry: none, unless a book overrides it."""
        return []

    def origin_warnings(self, origin: Any) -> list[ErrorDetail]:  # noqa: ARG002 - the default
        """Warnings about a match from a file: none, unless a book overrides it."""
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
        origin = self.origin_of(packet)
        return self.resolution(self.play_to_end(origin, dice), packet, origin)

    def replay(self, packet: Packet, log: bytes, dice: Dice | None) -> Resolution:
        """Replay a match from its log. Raises as `Ruleset.replay` does."""
        return self.replay_with_observer(packet, log, dice, None)

    def replay_with_observer(
        self, packet: Packet, log: bytes, dice: Dice | None, seen: Callable[[AnyMatch], None] | None
    ) -> Resolution:
        """Replay a match from its log while `seen` observes it.

        Raises as `Ruleset.replay` does, and what `seen` raises.
        """
        recording, origin = self.decode(log), self.origin_of(packet)
        if recording.origin != origin:
            raise Malformed(
                f"This is the log of another match than {packet.match}: give the one that was kept of it."
            )
        return self.resolution(self.replay_recording(recording, dice, seen=seen), packet, origin)

    def story(self, log: bytes) -> list[str]:
        """The story of a match. Raises `Malformed`, `OtherEdition` or `LogContradicted`."""
        return self.story_lines(self.replay_recording(self.decode(log)))

    def box_score(self, log: bytes) -> list[Table]:
        """The box score of a match. Raises as `story` does."""
        return self.tables(self.replay_recording(self.decode(log)))

    def film(self, log: bytes) -> Film:
        """The film of a match. Raises as `story` does."""
        camera = Camera(self.scene_of)
        self.replay_recording(self.decode(log), seen=camera)
        return camera.film

    def film_and_story(self, log: bytes) -> tuple[Film, list[str]]:
        """The film and the story of a match, which is played again once for both. Raises as `story` does."""
        camera = Camera(self.scene_of)
        play = self.replay_recording(self.decode(log), seen=camera)
        return camera.film, self.story_lines(play)

    def turning_points(self, log: bytes) -> list[TurningPoint]:
        """The turning points of a match. Raises as `story` does."""
        steps = FilmSteps()
        play = self.replay_recording(self.decode(log), seen=steps)
        return steps.place(self.find_turning_points(play))

    def play_exhibition(self, text: bytes, *, secret: bytes) -> Exhibition:
        """Play the match described by one file, outside any league. Raises as `origin_in_file` does."""
        origin = self.origin_in_file(text)
        return self._exhibition(self.play_to_end(origin, Dice(KeyRing(secret, {origin.match: ""}))), origin)

    def replay_exhibition(self, log: bytes) -> Exhibition:
        """Replay such a match from its log. Raises as `story` does."""
        recording = self.decode(log)
        play = self.replay_recording(recording)
        with failures_as_contradictions(recording.match):
            return self._exhibition(play, recording.origin)

    def play_to_end(self, origin: Any, dice: Dice) -> AnyMatch:
        """A match with that origin, played to its end with the autopilot driving every car."""
        return play_match(self.engine, self.setup_of(origin), dice)

    def resolution(self, play: AnyMatch, packet: Packet, origin: Any) -> Resolution:
        """The report and the log of a match that is over."""
        return Resolution(report=self.report_of(play, packet), log=self.log_of(play, origin))

    # ------------------------------------------------------------------------------------------------------- logs

    def log_of(self, play: AnyMatch, origin: Any) -> bytes:
        """The log of a match that is over."""
        return encode_recording(self.record(play, origin))

    def decode(self, log: bytes) -> AnyRecording:
        """The recording in a log of this book. Raises `Malformed`."""
        return decode_recording(log, self.recording_form, title=self.title)

    def replay_recording(
        self, recording: AnyRecording, dice: Dice | None = None, *, seen: Callable[[AnyMatch], None] | None = None
    ) -> AnyMatch:
        """The match of a recording, replayed while `seen` observes it. It throws the given dice, or else the faces of
        the recording.

        Raises `Malformed`, `OtherEdition`, or `LogContradicted`, which names the first turn with another result.
        """

        def replay_origin(match_dice: Dice, recorded: RecordedOrders) -> AnyMatch:
            return self.replay_match(recording.origin, match_dice, recorded, seen)

        if recording.ruleset not in {"", self.name}:
            raise Malformed(
                f"This is no log of a {self.title} match: {recording.match} was played by "
                f"{recording.ruleset!r}, so give it to that."
            )
        is_known = recording.edition in {*self.earlier_editions, self.edition}
        if is_known and recording.edition != (match_edition := self.edition_of(recording.origin)):
            raise LogContradicted(
                f"The log of {recording.match[:80]} is of edition {recording.edition} and its match of "
                f"{match_edition}: keep the log it came with."
            )
        edition = recording.edition if is_known else self.edition
        return replay_recording(
            recording,
            replay_origin,
            record=lambda play: self.record(play, recording.origin),
            edition=edition,
            title=self.title,
            dice=dice,
        )

    def _exhibition(self, play: AnyMatch, origin: Any) -> Exhibition:
        return Exhibition(
            match=origin.match,
            box_score=self.tables(play),
            story=self.story_lines(play),
            log=self.log_of(play, origin),
            lacks=[lack.sentence for lack in self.origin_warnings(origin)],
        )
