"""Addresses of leagues, seasons and what is in them, below `/api/v1`."""

from __future__ import annotations

from urllib.parse import quote


def league_path(league: str, season: str = "") -> str:
    """The address of a league, or of a season of it."""
    path = f"/leagues/{quote(league, safe='')}"
    return f"{path}/seasons/{quote(season, safe='')}" if season else path


def match_path(league: str, season: str, match: str) -> str:
    """The address of a match."""
    return f"{league_path(league, season)}/matches/{quote(match, safe='')}"


def franchise_path(league: str, season: str, franchise: str) -> str:
    """The address of a franchise in a season."""
    return f"{league_path(league, season)}/franchises/{quote(franchise, safe='')}"


def answers_path(league: str, season: str, questionnaire: str) -> str:
    """The address of a season's answers to a questionnaire."""
    return f"{league_path(league, season)}/questionnaires/{quote(questionnaire, safe='')}"
