"""The league's addresses. `f` and `d` after a league's name are its franchises and drivers, never a season."""

from __future__ import annotations

from django.urls import path

from league import views
from league.pages import routes  # noqa: F401 - registers how short names are spelt in addresses

urlpatterns = [
    path("", views.leagues, name="leagues"),
    path("inbox/", views.inbox, name="inbox"),
    path("l/<name:league>/", views.league_home, name="league"),
    path("l/<name:league>/heads/", views.heads, name="heads"),
    path("l/<name:league>/jobs/", views.jobs, name="jobs"),
    path("l/<name:league>/jobs/<uuid:job>/", views.job, name="job"),
    path("l/<name:league>/<season:season>/", views.season_home, name="season"),
    path("l/<name:league>/<season:season>/export.json", views.season_export, name="export"),
    path("l/<name:league>/<season:season>/drivers/", views.season_drivers, name="drivers"),
    path("l/<name:league>/<season:season>/rules/", views.season_rules, name="rules"),
    path("l/<name:league>/<season:season>/draft/", views.season_draft, name="draft"),
    path("l/<name:league>/<season:season>/pool/", views.season_pool, name="pool"),
    path("l/<name:league>/<season:season>/market/", views.season_market, name="market"),
    path("l/<name:league>/<season:season>/journal/", views.journal, name="journal"),
    path("l/<name:league>/<season:season>/journal/<int:number>/", views.entry, name="entry"),
    path("l/<name:league>/<season:season>/amends/", views.amends, name="amends"),
    path("l/<name:league>/<season:season>/amends/<int:number>/", views.amend, name="amend"),
    path("l/<name:league>/<season:season>/clock/", views.clock, name="clock"),
    path("l/<name:league>/<season:season>/<name:match>/", views.match, name="match"),
    path("l/<name:league>/<season:season>/<name:match>/log/", views.match_log, name="match_log"),
    path("l/<name:league>/<season:season>/<name:match>/log/file/", views.match_log_file, name="match_log_file"),
]
