"""The page of a match: teams and points, the box score, what came before, and the settlement in the rules' order."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from explain import links
from explain.correction_rendering import ACCEPT_REPORT_TAG
from explain.fact_rendering import RenderedEntry
from explain.name_lookup import render_entries
from explain.names import Names, Segment
from explain.printed_names import ITEM_WORDS, as_title, quantity, ruleset_title, setting_lines
from journal.entry_body import load_amended_body
from journal.state.store import load
from league.access import Viewer
from league.models import League, Season
from league.pages.amends.amend import AmendLine, amend_line
from league.pages.base_context import franchise_color, match_base_context, own_franchise_ids
from league.pages.dice.entry_leaf import match_leaf
from league.pages.duels.match_duels import match_duels
from league.pages.matches.claims import summarize_claims
from league.pages.matches.duel_sights import hidden_rival_fields
from league.pages.matches.fact_sections import MATCH_PAGE_COMMANDS, SHOPPING, fact_sections
from league.pages.matches.todo import match_todos
from league.pages.matches.versions_played import versions_played
from league.pages.reports.appeals import RejectedAppeal, summarize_appeals
from league.queries.entries import entries_of_match
from league.queries.matches import (
    PUBLIC_LINE_UP_STEPS,
    SETTLEMENT_CLOSED_STEPS,
    BoxLine,
    BoxScore,
    box_score,
    items_carried_by,
    line_ups,
    seats,
)
from league.queries.published_keys import published_keys
from league.queries.published_secrets import published_secret
from league.queries.season_leaves import has_leaves
from rules.campaign.core.command import STEP_NAMES
from rules.campaign.garage.rival_view import is_hidden_on_car
from rules.campaign.match_day.resolution import line_up_shortfalls
from sql.cached_sql import cached_sql

STEPS_BEFORE_REPORT = ("M3", "M4")
"""Steps at which cars still carry what they take into the match; a report may cost them some of it."""
NO_REJECTED_APPEAL = RejectedAppeal()
LINE_UPS_CLOSED_STEPS = (*PUBLIC_LINE_UP_STEPS, "void")


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team of the match; `line_up` says in words whether its line-up has been named."""

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
    """What is unusual: a forfeit, a waived garage, staff hired for the match, an open shop."""


@dataclass(frozen=True, slots=True)
class MatchLogDigest:
    """The log of a match that was run here, and the edition of the rules it was run by."""

    digest: str
    edition: int


@dataclass(frozen=True, slots=True)
class BoxScoreLine:
    """A driver's line in the box score, with their page and how the match ended for them."""

    line: BoxLine
    href: str
    fate: str
    kind: str


@dataclass(frozen=True, slots=True)
class TeamBox:
    """A team's part of the box score."""

    team: TeamLine
    lines: tuple[BoxScoreLine, ...]


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A car of a line-up with its crew."""

    franchise: str
    car: str
    driver: str
    driver_href: str
    gunner: str
    gunner_href: str
    carries: str
    """The names of the items on the car and on its crew."""


@dataclass(frozen=True, slots=True)
class SettlementSums:
    """A team's settlement in credits: income, bills (negative), and the `profit` it keeps."""

    team: Segment
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
    *, league: League, season: Season, viewer: Viewer, match: str, typed: RejectedAppeal = NO_REJECTED_APPEAL
) -> dict[str, Any] | None:
    """The context of a match's page, None if the season has no such match; `typed` is an appeal that was refused."""
    id = f"{season.pk}/{match}"
    teams = line_ups(id, viewer)
    if not teams:
        return None
    match_row = teams[0].match
    names = {links.short_id(team.franchise_id): team.franchise.identity.name for team in teams}
    team_ids, own_ids = frozenset(names), own_franchise_ids(viewer)
    lines = [_team(team, own=own_ids, step=match_row.step) for team in teams]
    settled = match_row.step in SETTLEMENT_CLOSED_STEPS
    match_names = Names(season.pk, franchises=names)
    box, seat_rows = None, []
    if settled:
        box = box_score(id)
        match_names.drivers, match_names.cars = box.drivers, box.cars
    else:
        seat_rows = seats(id, viewer)
        for seat in seat_rows:
            match_names.cars[links.short_id(seat.car_id)] = seat.car.name
            match_names.drivers |= {
                links.short_id(driver.pk): driver.person.name for driver in (seat.driver, seat.gunner) if driver
            }
    entry_rows = _entries(season.pk, viewer, match)
    rendered_entries = render_entries(entry_rows, match_names, only=MATCH_PAGE_COMMANDS)
    entries = [entry for entry in rendered_entries if entry.tag not in SHOPPING or _is_of_teams(entry, team_ids)]
    before, settlement = fact_sections(entries, match)
    as_locked = match_row.step in STEPS_BEFORE_REPORT
    carried_items = items_carried_by(seat_rows) if seat_rows and as_locked else {}
    hidden = hidden_rival_fields(
        season, viewer, scoring=match_row.scoring, step=match_row.step, own=own_ids, teams=team_ids
    )
    return {
        **match_base_context(league, season, viewer, match=match, balance=teams[0].own_balance),
        "match": match_row,
        "versions_played": versions_played(season, match_row.answer_versions),
        "previous": teams[0].match_before and links.match_url(teams[0].match_before),
        "next": teams[0].match_after and links.match_url(teams[0].match_after),
        "match_name": f"Match {match}",
        "match_short": match,
        "queues": match_todos(season, match, teams, entries, match_names, own=own_ids & team_ids),
        "title": as_title(match_row.event),
        "about": _about(match_row),
        "source": _source(teams[0].source),
        "lacking": _lacking(season, match_row, own_ids & team_ids),
        "log": (log := _log(teams[0])),
        "log_href": links.match_log_url(id) if log else "",
        "replay_href": links.replay_url(id) if log else "",
        "by_hand": log is not None and teams[0].by_hand,
        "ruleset": ruleset_title(teams[0].log_ruleset) if log else "",
        "step": STEP_NAMES.get(match_row.step, match_row.step),
        "keys": (keys := published_keys(season, match_row)),
        "unproven": bool(keys) and not has_leaves(season) and not published_secret(season).secret,
        "leaf": match_leaf(season, match, closed=settled),
        "leaves": has_leaves(season),
        "teams": lines,
        "box": [] if box is None else _boxes(box, lines, league.pk),
        "carries": as_locked,
        "seats": [
            _seat(seat, names, carried_items, hidden=frozenset() if _is_of(seat, own_ids) else hidden)
            for seat in seat_rows
        ],
        "locked": match_row.step in PUBLIC_LINE_UP_STEPS,
        "settled": settled,
        "void": match_row.step == "void",
        "before": before,
        "settlement": settlement,
        "sums": (sums := _settlement_sums(entries, lines)),
        **columns_of(sums),
        "entries": [entry for entry in entries if entry.tag not in SHOPPING],
        "amended": _report_amend(season, viewer, entry_rows),
        "duels": match_duels(season, viewer, match_row),
        "claims": summarize_claims(season, match_row, entry_rows, names),
        "put_right_at": (put_right := _result_amend_url(season, viewer, entry_rows)),
        "appeals": None
        if (accepted := _acceptance(entry_rows)) is None
        else summarize_appeals(
            season,
            viewer,
            match,
            league=league,
            accepted=accepted,
            names=names,
            own=own_ids & team_ids,
            typed=typed,
            put_right=put_right,
        ),
    }


@cached_sql
def _entries(season: str, viewer: Viewer, match: str) -> QuerySet[Any]:
    return entries_of_match(season, viewer, match, shopping=SHOPPING)


def _report_amend(season: Season, viewer: Viewer, entries: Iterable[Any]) -> AmendLine | None:
    """The amend that changed the match's report, None if the report is unchanged, which takes no query."""
    for entry in entries:
        if entry.read_command == ACCEPT_REPORT_TAG and entry.read_retold is not None:
            amended = load_amended_body(entry.read_retold)
            if amended.standing != "followed":
                return amend_line(season, viewer, amended.since)
    return None


def _acceptance(entries: Iterable[Any]) -> tuple[int, datetime] | None:
    """The number and time of the entry that accepted the match's report; None if there is none yet."""
    return next(((entry.number, entry.at) for entry in entries if entry.read_command == ACCEPT_REPORT_TAG), None)


def _result_amend_url(season: Season, viewer: Viewer, entries: Iterable[Any]) -> str:
    """The address where a commissioner corrects the match's result; "" for others, or before it is accepted."""
    if not viewer.is_commissioner or season.step == "closed":
        return ""
    return next(
        (
            links.put_right_url(season.pk, entry.number)
            for entry in entries
            if entry.read_command == ACCEPT_REPORT_TAG
        ),
        "",
    )


def _about(match: Any) -> str:
    parts = [f"Match {links.short_id(match.pk)}", f"round {match.round.number}", match.surface.replace("_", " ")]
    parts.append(quantity(match.heats, "heat"))
    parts.append(f"{quantity(match.vehicles_per_team, 'car')} a team")
    parts.append(f"Rules: {ruleset_title(match.ruleset)}" if match.ruleset else "reported by people")
    parts += setting_lines(match.setting)
    return " · ".join(part for part in parts if part)


def _source(source: Any) -> str:
    """The ruleset and version that a report says it comes from; "" if it names none."""
    fields = source or {}
    return " ".join(str(fields[name]) for name in ("ruleset", "version") if fields.get(name))


def _lacking(season: Season, match: Any, teams: Iterable[str]) -> list[str]:
    """What the match's ruleset finds missing in the viewer's own line-ups, until they are locked."""
    if match.step != "M3" or not match.ruleset or not teams:
        return []
    state, match_id = load(season).season, links.short_id(match.pk)
    return [shortfall.sentence for team in sorted(teams) for shortfall in line_up_shortfalls(state, match_id, team)]


def _log(team: Any) -> MatchLogDigest | None:
    """The log of a match that was run here, if its report refers to it."""
    return (
        MatchLogDigest(team.log_digest, team.log_edition)
        if team.log_digest and (team.source or {}).get("packet")
        else None
    )


def _is_of_teams(entry: RenderedEntry, teams: Container[str]) -> bool:
    """Whether one of the teams did it, or is affected by it."""
    return any(fact.franchise in teams for fact in entry.facts)


def _team(team: Any, *, own: Container[str], step: str) -> TeamLine:
    line_up = "" if step in LINE_UPS_CLOSED_STEPS else "line-up is in" if team.named else "no line-up yet"
    name = team.franchise.identity.name
    short = links.short_id(team.franchise_id)
    href = links.object_url(team.franchise)
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
        colour=franchise_color(short),
        points=team.points,
        won=team.won,
        line_up=line_up,
        own=short in own,
        decided=team.decided or team.forfeited,
        shopping=team.shopping == "open",
        notes=tuple(note for note, applies in notes if applies),
    )


def _boxes(box: BoxScore, teams: Sequence[TeamLine], league: str) -> list[TeamBox]:
    return [
        TeamBox(team, tuple(_box_score_line(line, league) for line in box.lines if line.franchise == team.short_name))
        for team in teams
    ]


def _box_score_line(line: BoxLine, league: str) -> BoxScoreLine:
    fate, kind = ("out of action", "clone") if line.out else ("did not run", "") if not line.heats else ("OK", "good")
    return BoxScoreLine(line, links.driver_url(league, line.driver), fate, kind)


def _is_of(seat: Any, franchises: Collection[str]) -> bool:
    """Whether a seat is one of these franchises'."""
    return links.short_id(seat.line_up.franchise_id) in franchises


def _seat(
    seat: Any, names: dict[str, str], carried: Mapping[str, Sequence[str]], *, hidden: frozenset[str]
) -> SeatLine:
    franchise = links.short_id(seat.line_up.franchise_id)
    gunner = seat.gunner
    return SeatLine(
        franchise=names.get(franchise, franchise),
        car=seat.car.name or links.short_id(seat.car_id),
        driver=seat.driver.person.name,
        driver_href=links.object_url(seat.driver),
        gunner="" if gunner is None else gunner.person.name,
        gunner_href="" if gunner is None else links.object_url(gunner),
        carries=" · ".join(
            ITEM_WORDS[kind] for kind in carried.get(seat.pk, ()) if not is_hidden_on_car(kind, hidden)
        ),
    )


def _settlement_sums(entries: Sequence[RenderedEntry], teams: Sequence[TeamLine]) -> list[SettlementSums]:
    """Each team's settlement sums, from the facts of the settlement, in the order of the teams."""
    sums_by_team = {
        fact.franchise: _team_sums(fact.stated, fact.pieces[0])
        for entry in entries
        if entry.tag == "close_settlement"
        for fact in entry.facts
        if fact.stated.tag == "settlement_reckoned"
    }
    return [sums_by_team[team.short_name] for team in teams if team.short_name in sums_by_team]


def columns_of(sums: Sequence[SettlementSums]) -> dict[str, bool]:
    """Which of the mostly empty columns a table of those sums needs."""
    return {
        "any_faces": any(line.faces for line in sums),
        "any_cup": any(line.cup_bonus for line in sums),
        "any_holding": any(line.holding_payout for line in sums),
    }


def _team_sums(stated: Any, team: Segment) -> SettlementSums:
    return SettlementSums(
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
