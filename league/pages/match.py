"""A match: teams and points, the box score, and the settlement step by step in the order of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from league.access import Viewer
from league.models import League, Season
from league.pages import routes
from league.pages.frame import Crumb, colour_of, frame
from league.pages.names import told_entries
from league.pages.telling import Names, Piece, Told, ToldEntry
from league.queries.entries import naming
from league.queries.keys import published_keys
from league.queries.matches import LOCKED_STEPS, RECKONED_STEPS, Box, BoxLine, box_score, line_ups, seats
from rules.campaign.command import STEP_NAMES

SETTLEMENT = (
    ("Match points", ("DM-C-091",)),
    ("Out of action and quirks", tuple(f"DM-C-{number:03}" for number in (12, *range(45, 58)))),
    ("Cars coming home", ("DM-C-090", "DM-C-094")),
    ("Bills and decisions on cars", ("DM-C-079", "DM-C-080", "DM-C-085", "DM-C-095", "DM-C-173")),
    ("Prize money", ("DM-C-096",)),
    ("Sponsors and Face", ("DM-C-042", "DM-C-072", "DM-C-086", "DM-C-097")),
    ("Net income, size and overhead", ("DM-C-098", "DM-C-099", "DM-C-100")),
    ("Fatigue", ("DM-C-033", "DM-C-043", "DM-C-101")),
    ("Experience and advancement", tuple(f"DM-C-{number:03}" for number in range(14, 21))),
)
"""The steps of a settlement in the order of DM-C-093, each with the rules its facts cite."""
STEP_OF = {rule: number for number, (_, rules) in enumerate(SETTLEMENT, 1) for rule in rules}
FATIGUE_STEP = 8
SHORT_STEP = 16
SETTLING = frozenset({"open_settlement", "decide_repairs", "close_settlement"})
"""The commands a settlement is made of."""


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team of the match; `line_up` says in words whether its line-up is in."""

    short_name: str
    name: str
    href: str
    colour: str
    points: int | None
    won: bool
    line_up: str
    own: bool


@dataclass(frozen=True, slots=True)
class Fate:
    """A driver's line in the box score, with the way to his page and what became of him."""

    line: BoxLine
    href: str
    fate: str
    kind: str


@dataclass(frozen=True, slots=True)
class TeamBox:
    """A team's part of the box score."""

    team: TeamLine
    lines: tuple[Fate, ...]


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A car of a line-up with who sits in it."""

    franchise: str
    car: str
    driver: str
    driver_href: str
    gunner: str
    gunner_href: str


@dataclass(frozen=True, slots=True)
class SettlementStep:
    """A step of the settlement with the facts that came of it, and the entry of each."""

    number: int
    name: str
    facts: tuple[tuple[Told, ToldEntry], ...]

    @property
    def short(self) -> bool:
        """Whether it is shown unfolded."""
        return len(self.facts) <= SHORT_STEP


@dataclass(frozen=True, slots=True)
class Sum:
    """What the match came to for a team, in credits; `bills` is what was taken off, `profit` what was kept."""

    team: Piece
    prize: int
    sponsors: int
    faces: int
    bills: int
    net: int
    size: int
    profit: int


def match_page(*, league: League, season: Season, viewer: Viewer, match: str) -> dict[str, Any] | None:
    """The context of a match's page, None when the season has no such match."""
    id = f"{season.pk}/{match}"
    teams = list(line_ups(id, viewer))
    if not teams:
        return None
    played = teams[0].match
    names = {routes.local(team.franchise_id): team.franchise.identity.name for team in teams}
    own = f"{season.pk}/{routes.local(viewer.franchise.pk)}" if viewer.franchise is not None else ""
    lines = [_team(team, own=own, locked=played.step in LOCKED_STEPS) for team in teams]
    settled = played.step in RECKONED_STEPS
    known = Names(season.pk, franchises=names)
    box, seated = None, []
    if settled:
        box = box_score(id)
        known.drivers, known.cars = box.drivers, box.cars
    else:
        seated = list(seats(id, viewer))
        for seat in seated:
            known.cars[routes.local(seat.car_id)] = seat.car.name
            known.drivers |= {routes.local(each.pk): each.person.name for each in (seat.driver, seat.gunner) if each}
    entries = told_entries(naming(season.pk, viewer, match), known, only=SETTLING)
    return {
        **frame(
            league=league,
            season=season,
            viewer=viewer,
            here="Schedule",
            crumbs=[
                Crumb(league.name, routes.league_at(league.pk)),
                Crumb(f"Season {season.number}", routes.season_at(season.pk)),
                Crumb(f"Match {match}"),
            ],
            balance=teams[0].own_balance,
        ),
        "match": played,
        "match_name": f"Match {match}",
        "about": _about(played),
        "step": STEP_NAMES.get(played.step, played.step),
        "keys": published_keys(season, played),
        "teams": lines,
        "box": [] if box is None else _boxes(box, lines, league.pk),
        "seats": [_seat(seat, names) for seat in seated],
        "locked": played.step in LOCKED_STEPS,
        "settled": settled,
        "settlement": _settlement(entries),
        "sums": _sums(entries),
        "entries": entries,
    }


def _about(match: Any) -> str:
    words = [f"Round {match.round.number}", match.event.replace("_", " "), match.surface.replace("_", " ")]
    words.append(f"{match.heats} heat{'' if match.heats == 1 else 's'}")
    words.append(f"{match.vehicles_per_team} cars a team")
    return " · ".join(word for word in words if word)


def _team(team: Any, *, own: str, locked: bool) -> TeamLine:
    line_up = "" if locked else "line-up is in" if team.named else "no line-up yet"
    name = team.franchise.identity.name
    short = routes.local(team.franchise_id)
    href = routes.address(team.franchise)
    return TeamLine(short, name, href, colour_of(short), team.points, team.won, line_up, team.franchise_id == own)


def _boxes(box: Box, teams: Sequence[TeamLine], league: str) -> list[TeamBox]:
    return [
        TeamBox(team, tuple(_fate(line, league) for line in box.lines if line.franchise == team.short_name))
        for team in teams
    ]


def _fate(line: BoxLine, league: str) -> Fate:
    fate, kind = ("out of action", "clone") if line.out else ("did not run", "") if not line.heats else ("OK", "good")
    return Fate(line, routes.driver_at(league, line.driver), fate, kind)


def _seat(seat: Any, names: dict[str, str]) -> SeatLine:
    franchise = routes.local(seat.line_up.franchise_id)
    gunner = seat.gunner
    return SeatLine(
        franchise=names.get(franchise, franchise),
        car=seat.car.name or routes.local(seat.car_id),
        driver=seat.driver.person.name,
        driver_href=routes.address(seat.driver),
        gunner="" if gunner is None else gunner.person.name,
        gunner_href="" if gunner is None else routes.address(gunner),
    )


def _settlement(entries: Sequence[ToldEntry]) -> list[SettlementStep]:
    """The facts of the settlement's own commands, each under the step whose rule it cites, oldest first."""
    steps: dict[int, list[tuple[Told, ToldEntry]]] = {}
    for entry in reversed(entries):
        if entry.tag not in SETTLING:
            continue
        for told in entry.facts:
            if (number := _step_of(told)) is not None:
                steps.setdefault(number, []).append((told, entry))
    return [
        SettlementStep(number, name, tuple(steps[number]))
        for number, (name, _) in enumerate(SETTLEMENT, 1)
        if number in steps
    ]


def _step_of(told: Told) -> int | None:
    """Combat fatigue is a quirk (DM-C-052) that speaks at the fatigue step."""
    return FATIGUE_STEP if told.stated.tag.startswith("fatigue_") else STEP_OF.get(told.rule)


def _sums(entries: Sequence[ToldEntry]) -> list[Sum]:
    """What each team's match came to, from the facts that reckoned it."""
    return [
        _sum(told.stated, told.pieces[0])
        for entry in entries
        if entry.tag == "close_settlement"
        for told in entry.facts
        if told.stated.tag == "settlement_reckoned"
    ]


def _sum(stated: Any, team: Piece) -> Sum:
    return Sum(
        team=team,
        prize=stated.prize,
        sponsors=stated.sponsor_income,
        faces=stated.face_income,
        bills=-(stated.cloning + stated.replacements + stated.repairs),
        net=stated.net_income,
        size=stated.size,
        profit=stated.profit,
    )
