"""Matches between two sides: who drives them, and the result of a pair of matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from rules.core.dice import Dice, KeyRing
from rules.core.switches import Setting
from rules.match.driving.team_pilots import TeamPilots
from rules.match.packet import Packet
from rules.match.recorder import MatchRecorder
from rules.match.report import Report
from rules.match.ruleset import Fixture
from tools.sanity.book_measure import measure_of
from tools.stock_matches import Side, book_ruleset, make_packet

AUTOPILOT, EARLIER = "autopilot", "earlier"
"""The autopilot of the newest edition, and the one of the editions before it."""
PILOT_MODULES = {AUTOPILOT: "autopilot", EARLIER: "first_autopilot"}
"""The module of a book with each autopilot."""


class NoSuchPilot(LookupError):
    """A book has no pilot of that name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """A match between sides, on `fixtures` in turn. `name` is unique among the contests of a book.

    `pilots` name the pilot of each side: an autopilot, and after a slash the rival policy that changes its orders.
    Without any, the engine's own pilot drives every car.
    """

    name: str
    book: str
    fixtures: tuple[Fixture, ...]
    sides: tuple[Side, ...]
    pilots: tuple[str, ...] = ()
    switches: Mapping[str, Setting] = field(default_factory=dict)

    def swap_sides(self) -> Contest:
        """The same contest with the sides the other way around."""
        return Contest(
            name=f"{self.name}, swapped",
            book=self.book,
            fixtures=self.fixtures,
            sides=self.sides[::-1],
            pilots=self.pilots[::-1],
            switches=self.switches,
        )


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match of a contest that is over."""

    play: MatchRecorder
    report: Report

    @property
    def winners(self) -> list[str]:
        """The teams in first place."""
        return [team.franchise for team in self.report.teams if team.rank == 1]

    @property
    def is_pointless(self) -> bool:
        """Whether no team made a point."""
        return not any(team.points for team in self.report.teams)

    @property
    def is_undecided(self) -> bool:
        """Whether more than one team is in first place, or no team made a point."""
        return len(self.winners) > 1 or self.is_pointless

    def share_of(self, team: str) -> float:
        """What a team won: 1, or its part of a first place that teams share."""
        return 1 / len(self.winners) if team in self.winners else 0.0


def pair_result(contest: Contest, seed: int) -> float:
    """The mean of what the first side wins, 0 to 1, if a contest is played in both orders on the dice of a seed."""
    here = play_contest(contest, seed).share_of("team1")
    there = play_contest(contest.swap_sides(), seed).share_of("team2")
    return (here + there) / 2


def start_contest(contest: Contest, seed: int) -> tuple[MatchRecorder, Packet]:
    """A contest before its first step, on the dice of a seed, and its packet."""
    fixture = contest.fixtures[seed % len(contest.fixtures)]
    packet, setup = _packet_and_setup(contest, fixture)
    engine = book_ruleset(contest.book).engine
    dice = Dice(KeyRing(f"sanity {seed}".encode(), {packet.match: ""}))
    pilots = (_pilots(contest, setup),) if contest.pilots else ()
    return engine.start(setup, dice, *pilots), packet


def play_contest(contest: Contest, seed: int, *, watch: Callable[[Any], None] | None = None) -> PlayedMatch:
    """Play a contest once, on the dice of a seed; `watch` is called after every entry."""
    ruleset = book_ruleset(contest.book)
    play, packet = start_contest(contest, seed)
    play.watch = watch
    while not ruleset.engine.is_over(play):
        ruleset.engine.step(play)
    return PlayedMatch(play, ruleset.report_of(play, packet))


def newest_autopilot(book: str) -> str:
    """The newest autopilot that a book has. Raises `NoSuchPilot` if it has none."""
    known = autopilots_of(book)
    if not known:
        raise NoSuchPilot(f"{book} has no autopilot in a package of its own.")
    return known[0]


def autopilots_of(book: str) -> list[str]:
    """The names of the autopilots that a book has, the newest first."""
    return [name for name in PILOT_MODULES if _autopilot_class(book, name) is not None]


_ready_matches: dict[tuple[str, str, str], tuple[Packet, Any]] = {}
MOST_READY = 64
"""The most matches that are kept ready to be played again."""


def _packet_and_setup(contest: Contest, fixture: Fixture) -> tuple[Packet, Any]:
    """The packet and the setup of a contest on a fixture, which are the same for every seed."""
    key = (contest.book, contest.name, f"{fixture.event} {fixture.setting}")
    if key not in _ready_matches:
        ruleset = book_ruleset(contest.book)
        packet = make_packet(ruleset, fixture, contest.sides, switches=contest.switches)
        if len(_ready_matches) >= MOST_READY:
            _ready_matches.clear()
        _ready_matches[key] = packet, ruleset.setup_of(ruleset.origin_of(packet))
    return _ready_matches[key]


def _pilots(contest: Contest, setup: Any) -> TeamPilots:
    return TeamPilots(dict(_pilots_by_team(contest, setup)))


def _pilots_by_team(contest: Contest, setup: Any) -> Iterator[tuple[str, Any]]:
    for number, choice in enumerate(contest.pilots, start=1):
        yield f"team{number}", make_pilot(contest.book, choice, setup)


def make_pilot(book: str, choice: str, setup: Any) -> Any:
    """The pilot that a text such as `autopilot/never fires` names. Raises `NoSuchPilot`."""
    name, _, rival = choice.partition("/")
    measure = measure_of(book)
    pilot_class = _autopilot_class(book, name) if name in PILOT_MODULES else None
    if pilot_class is None or (rival and rival not in measure.rivals):
        raise NoSuchPilot(f"{book} has no pilot {choice!r}.")
    pilot = measure.new_pilot(pilot_class, setup)
    return measure.rivals[rival](pilot, setup) if rival else pilot


@cache
def _autopilot_class(book: str, name: str) -> Any:
    module = f"rules.{book}.{PILOT_MODULES[name]}"
    try:
        return import_module(module).Autopilot
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return None
