"""Serializers of line-ups, match results, the end of a season, and calendars."""

from __future__ import annotations

from typing import Any

from api.awaited.schemas import CalendarOut
from api.franchises.serializers import serialize_settlement
from api.links import season_url
from api.rounds.schemas import (
    AwardOut,
    BoxLineOut,
    CupOut,
    DiceKeyOut,
    EntrantOut,
    LineUpsOut,
    LogHereOut,
    PickOut,
    RankOut,
    ResultOut,
    SeasonEndOut,
    SeatOut,
)
from explain.links import short_id
from league.access import Viewer
from league.models import Calendar, Season
from league.queries.dice_keys import PublishedKey, published_keys, published_season_key
from league.queries.matches import PUBLIC_LINE_UP_STEPS, items_carried_by, seats
from league.queries.matches import line_ups as line_ups_of
from league.queries.season_end import (
    accepted_report_of,
    appearances_in,
    cup_award_of,
    draft_picks_of,
    final_lines,
    settlements_of,
    standings_lines_of,
)

STEPS_WITH_CARRIED_ITEMS = ("M3", "M4")
"""Steps at which cars still carry what they take into the match. A report may use some of it up."""


def serialize_line_ups(row: Season, match: str, viewer: Viewer) -> LineUpsOut | None:
    """The entrants of a match and the seats that the viewer may see; None if there is no such match."""
    id = f"{row.pk}/{match}"
    teams = line_ups_of(id, viewer)
    if not teams:
        return None
    step = teams[0].match.step
    match_seats = seats(id, viewer)
    items_by_seat = items_carried_by(match_seats) if match_seats and step in STEPS_WITH_CARRIED_ITEMS else {}
    return LineUpsOut(
        season=row.pk,
        match=match,
        step=step,
        locked=step in PUBLIC_LINE_UP_STEPS,
        entrants=tuple(_serialize_entrant(team) for team in teams),
        seats=tuple(
            SeatOut(
                franchise=short_id(seat.line_up.franchise_id),
                car=short_id(seat.car_id),
                car_name=seat.car.name,
                driver=short_id(seat.driver_id),
                gunner=short_id(seat.gunner_id or ""),
                carries=tuple(items_by_seat[seat.pk].kinds) if seat.pk in items_by_seat else (),
            )
            for seat in match_seats
        ),
    )


def serialize_result(row: Season, match: str, viewer: Viewer) -> ResultOut | None:
    """The result of a match as far as there is one; None if there is no such match."""
    id = f"{row.pk}/{match}"
    teams = line_ups_of(id, viewer)
    if not teams:
        return None
    report = accepted_report_of(id)
    return ResultOut(
        season=row.pk,
        match=match,
        step=teams[0].match.step,
        entrants=tuple(_serialize_entrant(team) for team in teams),
        accepted_by=None if report is None else report.entry,
        digest="" if report is None else report.digest,
        report=None if report is None else report.document,
        points=tuple(
            AwardOut(
                franchise=short_id(line.franchise_id),
                points=line.points,
                won=line.won,
                criticals=line.criticals,
                season_points=line.season_points,
                season_wins=line.season_wins,
                season_criticals=line.season_criticals,
                entry=line.entry,
            )
            for line in standings_lines_of(id)
        ),
        box=tuple(
            BoxLineOut(
                franchise=short_id(appearance.franchise_id),
                driver=short_id(appearance.driver_id),
                heats=appearance.heats,
                criticals=appearance.criticals,
                scores=appearance.scores,
                kills=appearance.kills,
                out=appearance.out,
                xp_gained=appearance.xp_gained,
                xp=appearance.xp,
                level=appearance.level,
                entry=appearance.entry,
            )
            for appearance in appearances_in(id)
        ),
        settlements=tuple(serialize_settlement(settlement) for settlement in settlements_of(id)),
        log=_serialize_log(teams[0], row, match),
        keys=tuple(serialize_published_key(key) for key in published_keys(row, teams[0].match)),
        why=season_url(row.pk, "facts", subject=f"match:{match}"),
    )


def serialize_season_end(row: Season) -> SeasonEndOut:
    """The final table, cup and draft picks of a season, as far as they exist."""
    cup, key = cup_award_of(row.pk), published_season_key(row)
    return SeasonEndOut(
        season=row.pk,
        step=row.step,
        final=tuple(
            RankOut(
                rank=line.rank,
                franchise=short_id(line.franchise_id),
                points=line.points,
                wins=line.wins,
                criticals=line.criticals,
                entry=line.entry,
            )
            for line in final_lines(row.pk)
        ),
        cup=None if cup is None else CupOut(franchise=short_id(cup.franchise_id), bonus=cup.bonus, entry=cup.entry),
        picks=tuple(
            PickOut(
                round=pick.round,
                number=pick.number,
                franchise=short_id(pick.franchise_id),
                driver=None if pick.driver_id is None else short_id(pick.driver_id),
                entry=pick.entry,
            )
            for pick in draft_picks_of(row.pk)
        ),
        key=None if key is None else serialize_published_key(key),
        why=season_url(row.pk, "facts"),
    )


def serialize_calendar(calendar: Calendar) -> CalendarOut:
    """The calendar of a league."""
    return CalendarOut(
        hours=calendar.hours,
        reminder_hours=calendar.reminder_hours,
        unattended=calendar.unattended,
        agreed_hours=calendar.agreed_hours,
        least_evidence=calendar.least_evidence,
        appeal_hours=calendar.appeal_hours,
    )


def serialize_published_key(published: PublishedKey) -> DiceKeyOut:
    """A published dice key."""
    return DiceKeyOut(name=published.name, paths=published.paths, key=published.key)


def _serialize_entrant(team: Any) -> EntrantOut:
    return EntrantOut(
        franchise=short_id(team.franchise_id),
        name=team.franchise.identity.name,
        line_up_named=team.named,
        forfeited=team.forfeited,
        garage_waived=team.garage_waived,
        match_mechanic=team.match_mechanic,
        decided=team.decided,
        shopping=team.shopping,
        points=team.points,
        won=team.won,
    )


def _serialize_log(team: Any, row: Season, match: str) -> LogHereOut | None:
    """Where to read the log of a match that was run here; None unless its report has a log and a packet."""
    if not team.log_digest or not (team.source or {}).get("packet"):
        return None
    return LogHereOut(
        digest=team.log_digest,
        ruleset=team.log_ruleset,
        edition=team.log_edition,
        by_hand=team.by_hand,
        at=season_url(row.pk, f"matches/{match}/log"),
    )
