"""The addresses of the API, below `/api/`: those of version 1, and a problem for all others."""

from __future__ import annotations

from django.urls import include, path, re_path

from league.api import commands, documents, reading
from league.api.problems import nothing_here

SEASON = "leagues/<str:league>/seasons/<str:season>"
VERSION_1 = [
    path("openapi.json", documents.openapi, name="api_openapi"),
    path("problems/", documents.problem_kinds, name="api_problem_kinds"),
    path("problems/<str:name>", documents.problem_kind, name="api_problem_kind"),
    path("leagues", reading.leagues, name="api_leagues"),
    path("leagues/<str:league>", reading.league, name="api_league"),
    path("leagues/<str:league>/seasons", reading.season_list, name="api_seasons"),
    path(SEASON, reading.season, name="api_season"),
    path(f"{SEASON}/standings", reading.standings, name="api_standings"),
    path(f"{SEASON}/matches", reading.matches, name="api_matches"),
    path(f"{SEASON}/matches/<str:match>", reading.match, name="api_match"),
    path(f"{SEASON}/entries", reading.entries, name="api_entries"),
    path(f"{SEASON}/entries/<int:number>", reading.entry, name="api_entry"),
    path(f"{SEASON}/commands", commands.commands, name="api_commands"),
    path(f"{SEASON}/trials", commands.trials, name="api_trials"),
]
urlpatterns = [
    path("v1/", include(VERSION_1)),
    re_path("", nothing_here, name="api_nothing"),
]
