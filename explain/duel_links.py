"""The addresses of duels that are run at a referee's table."""

from __future__ import annotations

from explain.routes import route_url


def duels_url(season: str) -> str:
    """The duels of a season that are run at a referee's table."""
    return route_url("duels", *season.split("/"))


def new_duel_url(season: str) -> str:
    """The form that opens a duel."""
    return route_url("duel_new", *season.split("/"))


def duel_url(season: str, number: int) -> str:
    """The page of a duel."""
    return route_url("duel", *season.split("/"), number)


def duel_state_url(season: str, number: int) -> str:
    """A duel as scripts read it."""
    return route_url("duel_state", *season.split("/"), number)


def duel_actions_url(season: str, number: int) -> str:
    """Where scripts send what was done at the table of a duel."""
    return route_url("duel_actions", *season.split("/"), number)


def duel_file_url(season: str, number: int) -> str:
    """A duel as a file for `manage.py score`."""
    return route_url("duel_file", *season.split("/"), number)


def duel_report_url(season: str, number: int) -> str:
    """The report of a duel's match, filled in."""
    return route_url("duel_report", *season.split("/"), number)
