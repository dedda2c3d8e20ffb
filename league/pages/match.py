"""A match: teams and points, the box score, what came before it, and the settlement in the order of the rules."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from league.access import Viewer
from league.journal.body import read_retelling
from league.journal.store import load
from league.models import League, Season
from league.pages import routes
from league.pages.amends import AmendLine, amend_line
from league.pages.appeals import Typed, appeals_told
from league.pages.called import Names, Piece
from league.pages.frame import colour_of, match_frame, own_names
from league.pages.leaf_shown import match_leaf
from league.pages.match_claims import claims_told
from league.pages.match_queue import queues
from league.pages.match_steps import COMMANDS, SHOPPING, story
from league.pages.names import told_entries
from league.pages.put_right import REPORTED
from league.pages.telling import ToldEntry
from league.pages.words import ITEM_WORDS, counted, ruleset_called, set_to, titled
from league.prepared import prepared
from league.queries.entries import of_match
from league.queries.keys import published_keys
from league.queries.matches import (
    LOCKED_STEPS,
    RECKONED_STEPS,
    Box,
    BoxLine,
    box_score,
    carried_by,
    line_ups,
    seats,
)
from league.queries.old_secrets import old_secret
from league.queries.season_leaves import has_leaves
from rules.campaign.core.command import STEP_NAMES
from rules.campaign.match_day.resolution import line_up_shortfalls

AS_LOCKED = ("M3", "M4")
"""Steps at which cars still carry what they take into the match: a report may cost them some of it."""
NOTHING_TYPED = Typed()
OVER_WITH_LINE_UPS = (*LOCKED_STEPS, "void")


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
    decided: bool
    shopping: bool
    notes: tuple[str, ...]
    """What is out of the ordinary: a forfeit, a waived garage, staff hired for the match."""


@dataclass(frozen=True, slots=True)
class LogHere:
    """The log of a match that was resolved here, and the edition of the rules it was resolved by."""

    digest: str
    edition: int


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
    carries: str
    """What is on the car and worn by its crew, by name."""


@dataclass(frozen=True, slots=True)
class Sum:
    """What the match came to for a team, in credits: what came in, the bills taken off, and the `profit` kept."""

    team: Piece
    prize: int
    sponsors: int
    faces: int
    cup_bonus: int
    holding_payout: int
    cloning: int
    replacements: int
    repairs: int
    net: int
    size: int
    profit: int


def match_page(
    *, league: League, season: Season, viewer: Viewer, match: str, typed: Typed = NOTHING_TYPED
) -> dict[str, Any] | None:
    """The context of a match's page, None when the season has no such match; `typed` is an appeal not taken."""
    id = f"{season.pk}/{match}"
    teams = line_ups(id, viewer)
    if not teams:
        return None
    played = teams[0].match
    names = {routes.local(team.franchise_id): team.franchise.identity.name for team in teams}
    present, own = frozenset(names), own_names(viewer)
    lines = [_team(team, own=own, step=played.step) for team in teams]
    settled = played.step in RECKONED_STEPS
    known = Names(season.pk, franchises=names)
    box, seated = None, []
    if settled:
        box = box_score(id)
        known.drivers, known.cars = box.drivers, box.cars
    else:
        seated = seats(id, viewer)
        for seat in seated:
            known.cars[routes.local(seat.car_id)] = seat.car.name
            known.drivers |= {routes.local(each.pk): each.person.name for each in (seat.driver, seat.gunner) if each}
    found = _entries(season.pk, viewer, match)
    told = told_entries(found, known, only=COMMANDS)
    entries = [each for each in told if each.tag not in SHOPPING or _of(each, present)]
    before, settlement = story(entries, match)
    as_locked = played.step in AS_LOCKED
    carried = carried_by(seated) if seated and as_locked else {}
    return {
        **match_frame(league, season, viewer, match=match, balance=teams[0].own_balance),
        "match": played,
        "previous": teams[0].match_before and routes.match_at(teams[0].match_before),
        "next": teams[0].match_after and routes.match_at(teams[0].match_after),
        "match_name": f"Match {match}",
        "match_short": match,
        "queues": queues(season, match, teams, entries, known, own=own & present),
        "title": titled(played.event),
        "about": _about(played),
        "source": _source(teams[0].source),
        "lacking": _lacking(season, played, own & present),
        "log": (log := _log(teams[0])),
        "log_href": routes.match_log_at(id) if log else "",
        "replay_href": routes.replay_at(id) if log else "",
        "by_hand": log is not None and teams[0].by_hand,
        "ruleset": ruleset_called(teams[0].log_ruleset) if log else "",
        "step": STEP_NAMES.get(played.step, played.step),
        "keys": (keys := published_keys(season, played)),
        "unproven": bool(keys) and not has_leaves(season) and not old_secret(season).secret,
        "leaf": match_leaf(season, match, closed=settled),
        "leaves": has_leaves(season),
        "teams": lines,
        "box": [] if box is None else _boxes(box, lines, league.pk),
        "carries": as_locked,
        "seats": [_seat(seat, names, carried) for seat in seated],
        "locked": played.step in LOCKED_STEPS,
        "settled": settled,
        "void": played.step == "void",
        "before": before,
        "settlement": settlement,
        "sums": (sums := _sums(entries, lines)),
        **columns_of(sums),
        "entries": [each for each in entries if each.tag not in SHOPPING],
        "amended": _amended(season, viewer, found),
        "claims": claims_told(season, played, found, names),
        "put_right_at": (put_right := _put_right_at(season, viewer, found)),
        "appeals": None
        if (accepted := _accepted(found)) is None
        else appeals_told(
            season,
            viewer,
            match,
            league=league,
            accepted=accepted,
            names=names,
            own=own & present,
            typed=typed,
            put_right=put_right,
        ),
    }


@prepared
def _entries(season: str, viewer: Viewer, match: str) -> QuerySet[Any]:
    return of_match(season, viewer, match, shopping=SHOPPING)


def _amended(season: Season, viewer: Viewer, entries: Iterable[Any]) -> AmendLine | None:
    """The amend by which the match's report is another, or none; no query where it stands as it was written."""
    for each in entries:
        if each.read_command == REPORTED and each.read_retold is not None:
            now = read_retelling(each.read_retold)
            if now.standing != "followed":
                return amend_line(season, viewer, now.since)
    return None


def _accepted(entries: Iterable[Any]) -> tuple[int, datetime] | None:
    """The entry by which the match's report was accepted, and when; None while none was."""
    return next(((each.number, each.at) for each in entries if each.read_command == REPORTED), None)


def _put_right_at(season: Season, viewer: Viewer, entries: Iterable[Any]) -> str:
    """Where a commissioner puts the match's result right; "" while none is accepted, and for everybody else."""
    if not viewer.is_commissioner or season.step == "closed":
        return ""
    return next(
        (routes.put_right_at(season.pk, each.number) for each in entries if each.read_command == REPORTED), ""
    )


def _about(match: Any) -> str:
    words = [f"Match {routes.local(match.pk)}", f"round {match.round.number}", match.surface.replace("_", " ")]
    words.append(counted(match.heats, "heat"))
    words.append(f"{counted(match.vehicles_per_team, 'car')} a team")
    words.append(f"Rules: {ruleset_called(match.ruleset)}" if match.ruleset else "reported by people")
    words += set_to(match.setting)
    return " · ".join(word for word in words if word)


def _source(source: Any) -> str:
    """Where a report came from, as it says itself; empty where it does not."""
    held = source or {}
    return " ".join(str(held[each]) for each in ("ruleset", "version") if held.get(each))


def _lacking(season: Season, match: Any, teams: Iterable[str]) -> list[str]:
    """What the match's ruleset finds wanting in the viewer's own line-ups, until they are locked."""
    if match.step != "M3" or not match.ruleset or not teams:
        return []
    state, id = load(season).season, routes.local(match.pk)
    return [each.sentence for team in sorted(teams) for each in line_up_shortfalls(state, id, team)]


def _log(team: Any) -> LogHere | None:
    """The log of a match that was resolved here, which its report then speaks of."""
    return (
        LogHere(team.log_digest, team.log_edition) if team.log_digest and (team.source or {}).get("packet") else None
    )


def _of(entry: ToldEntry, teams: Container[str]) -> bool:
    """Whether it was done by, or to, one of the teams."""
    return any(told.franchise in teams for told in entry.facts)


def _team(team: Any, *, own: Container[str], step: str) -> TeamLine:
    line_up = "" if step in OVER_WITH_LINE_UPS else "line-up is in" if team.named else "no line-up yet"
    name = team.franchise.identity.name
    short = routes.local(team.franchise_id)
    href = routes.address(team.franchise)
    notes = (
        ("forfeited", team.forfeited),
        ("garage waived", team.garage_waived),
        ("rating 4 staff for the match", team.match_mechanic),
        ("shopping", team.shopping == "open"),
    )
    return TeamLine(
        short_name=short,
        name=name,
        href=href,
        colour=colour_of(short),
        points=team.points,
        won=team.won,
        line_up=line_up,
        own=short in own,
        decided=team.decided or team.forfeited,
        shopping=team.shopping == "open",
        notes=tuple(note for note, holds in notes if holds),
    )


def _boxes(box: Box, teams: Sequence[TeamLine], league: str) -> list[TeamBox]:
    return [
        TeamBox(team, tuple(_fate(line, league) for line in box.lines if line.franchise == team.short_name))
        for team in teams
    ]


def _fate(line: BoxLine, league: str) -> Fate:
    fate, kind = ("out of action", "clone") if line.out else ("did not run", "") if not line.heats else ("OK", "good")
    return Fate(line, routes.driver_at(league, line.driver), fate, kind)


def _seat(seat: Any, names: dict[str, str], carried: Mapping[str, Sequence[str]]) -> SeatLine:
    franchise = routes.local(seat.line_up.franchise_id)
    gunner = seat.gunner
    return SeatLine(
        franchise=names.get(franchise, franchise),
        car=seat.car.name or routes.local(seat.car_id),
        driver=seat.driver.person.name,
        driver_href=routes.address(seat.driver),
        gunner="" if gunner is None else gunner.person.name,
        gunner_href="" if gunner is None else routes.address(gunner),
        carries=" · ".join(ITEM_WORDS[kind] for kind in carried.get(seat.pk, ())),
    )


def _sums(entries: Sequence[ToldEntry], teams: Sequence[TeamLine]) -> list[Sum]:
    """What each team's match came to, from the facts that reckoned it, in the order of the teams."""
    found = {
        told.franchise: _sum(told.stated, told.pieces[0])
        for entry in entries
        if entry.tag == "close_settlement"
        for told in entry.facts
        if told.stated.tag == "settlement_reckoned"
    }
    return [found[team.short_name] for team in teams if team.short_name in found]


def columns_of(sums: Sequence[Sum]) -> dict[str, bool]:
    """Which of the columns that are mostly empty a table of those sums needs."""
    return {
        "any_faces": any(each.faces for each in sums),
        "any_cup": any(each.cup_bonus for each in sums),
        "any_holding": any(each.holding_payout for each in sums),
    }


def _sum(stated: Any, team: Piece) -> Sum:
    return Sum(
        team=team,
        prize=stated.prize,
        sponsors=stated.sponsor_income,
        faces=stated.face_income,
        cup_bonus=stated.cup_bonus,
        holding_payout=stated.holding_payout,
        cloning=-stated.cloning,
        replacements=-stated.replacements,
        repairs=-stated.repairs,
        net=stated.net_income,
        size=stated.size,
        profit=stated.profit,
    )
