"""The base of every book's ruleset: whole matches, their logs, what is read from a log, and matches from files.

Rules DM-M-001, DM-M-140.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import Any, Generic

from rules.core.dice import Dice, KeyRing
from rules.core.document_validation import DesignUnreadable, read_design_document
from rules.core.refusals import Malformed
from rules.core.switches import Setting, Switch
from rules.match.design_validation import submitted_design_errors, unreadable_design_warnings
from rules.match.engine import AnyMatch, WholeMatchEngine, play_match
from rules.match.exhibition import Exhibition
from rules.match.packet import Packet
from rules.match.recording import (
    AnyRecording,
    RecordedOrders,
    decode_recording,
    encode_recording,
    failures_as_contradictions,
    replay_recording,
)
from rules.match.replay.frames import Camera, Film, Scene
from rules.match.report import Report, plain_report
from rules.match.rulebook_pages import rulebook_pages
from rules.match.ruleset import Document, ErrorDetail, Fixture, LogContradicted, Page, Resolution
from rules.match.story import plain_story
from rules.match.text_tables import Column, Table, make_table
from rules.match.turning_points import FilmSteps, TurningPoint


class BookRuleset(ABC, Generic[AnyMatch, AnyRecording]):
    """A ruleset made with the shared modules. A book has an engine and a design, and says what its log holds and who
    makes points; the rest is here, and a book replaces what it does otherwise.

    It is a `Ruleset` and an `ExhibitionRuleset`. `AnyRecording` is the form of its logs. The `origin` of a match is
    what its log names as the thing it was played from: the packet itself, or a setup that the book makes of it.
    """

    package: str
    """The book's own package, such as `rules.ladder`."""
    name: str
    """Its name in seasons, packets and switches, which never changes."""
    title: str
    """What people call it."""
    phase_called: str = "phase"
    """What the book calls the smallest part of a turn."""
    earlier_editions: tuple[int, ...] = ()
    """The editions before the engine's own that it still plays, each as it was."""
    season_editions: Mapping[int, str] = MappingProxyType({})
    """For an edition of the engine, the first edition of the campaign whose seasons play by it. An edition without an
    entry plays the matches of every season.
    """
    most_teams: int
    """The most teams that may be announced; a match that was locked with more is played."""
    switches: tuple[Switch, ...] = ()
    """Its house rules, as `Settings` of its module `settings` declares them."""
    recording_form: type[AnyRecording]
    """The form of its logs."""
    engine: WholeMatchEngine[AnyMatch]
    """The module that plays its matches."""

    events: tuple[str, ...] = ()
    """The events that can be announced, which are proposed in turn; of a book that does not check them itself."""
    design_type: type[Any]
    """The dataclass of a design; of a book that does not read designs itself."""
    rule: str = ""
    """The rule that the errors of events and unreadable designs cite."""

    # Functions of a book's modules, and the methods under Defaults; a subclass assigns each as a `staticmethod`.
    setup_of: Callable[[Any], Any] = staticmethod(lambda origin: origin)
    """The value from which the engine starts a match with that origin."""
    scene_of: Callable[[AnyMatch], Scene[AnyMatch]] | None = None
    """The scene that draws a match; without one its film has no frames."""
    find_turning_points: Callable[[AnyMatch], list[TurningPoint]] = staticmethod(lambda _: [])
    """The turning points of a match that is over; a book without any tells none."""

    @property
    def edition(self) -> int:
        """The edition of its rules."""
        return self.engine.EDITION

    @property
    def editions(self) -> tuple[int, ...]:
        """Every edition whose matches it plays, its own last."""
        return (*self.earlier_editions, self.edition)

    def edition_in(self, has_edition: Callable[[str], bool]) -> int:
        """The newest edition by which a season plays.

        `has_edition` says whether the season is played by an edition of the campaign or a later one.
        """
        return max(
            edition
            for edition in self.editions
            if edition not in self.season_editions or has_edition(self.season_editions[edition])
        )

    @property
    def rulebook(self) -> tuple[Page, ...]:
        """The chapters of the book, one page each."""
        return rulebook_pages(self.package)

    # ------------------------------------------------------------------------------------------- required of a book

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

    @abstractmethod
    def replay_match(
        self, origin: Any, dice: Dice, recorded: RecordedOrders, seen: Callable[[AnyMatch], None] | None = None, /
    ) -> AnyMatch:
        """A whole match with the orders of its log.

        `seen` is called with it at its start, and each time anything visible has changed.
        """

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
        is_known = recording.edition in self.editions
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

    # --------------------------------------------------------------------------------------------------- defaults

    def has_gunner(self, document: Document) -> bool:  # noqa: ARG002 - the default for books without such seats
        """Whether a design without errors has a seat for a gunner. Books with such seats override it."""
        return False

    def load_errors(self, document: Document, *, kinds: Sequence[str]) -> list[ErrorDetail]:  # noqa: ARG002 - the default
        """The errors of items that a car of this design may not carry: none, unless a book overrides it."""
        return []

    def origin_warnings(self, origin: Any) -> list[ErrorDetail]:  # noqa: ARG002 - the default
        """Warnings about a match from a file: none, unless a book overrides it."""
        return []

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
