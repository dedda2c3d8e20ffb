"""The addresses of a league's future, its seats, its members' calendar and feed, and of league templates."""

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


def templates_url() -> str:
    """League templates that everybody may read, and a person's own."""
    return route_url("templates")


def template_url(key: str) -> str:
    """What a league template holds."""
    return route_url("template", key)


def season_template_url(season: str) -> str:
    """The page on which a template is made of a season, given by its stored id."""
    return route_url("season_template", *season.split("/"))
