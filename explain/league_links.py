"""The addresses of a league's future, its seats, and its members' calendar and feed."""

from __future__ import annotations

from explain.routes import route_url


def future_url(league: str) -> str:
    """What becomes of a league: archived, deleted, or handed over."""
    return route_url("future", league)


def seats_url() -> str:
    """Leagues that offer seats, and people who look for one."""
    return route_url("seats")


def league_seats_url(league: str) -> str:
    """What a league advertises of its seats, and who asks for one."""
    return route_url("league_seats", league)


def league_export_url(league: str) -> str:
    """The file of a whole league that will be deleted."""
    return route_url("league_export", league)


def calendar_address_url(league: str) -> str:
    """The page of a member's own calendar and feed addresses."""
    return route_url("calendar_address", league)


def league_calendar_url(league: str) -> str:
    """The calendar of a league's current season, as a file that calendars subscribe to."""
    return route_url("league_calendar", league)


def journal_feed_url(league: str) -> str:
    """The journal of a league's current season as an Atom feed."""
    return route_url("journal_feed", league)
