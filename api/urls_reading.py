"""The addresses at which everything is read that the site's pages show."""

from __future__ import annotations

from django.urls import path

from api import (
    reading_amends,
    reading_catalogue,
    reading_drivers,
    reading_facts,
    reading_franchises,
    reading_house,
    reading_league,
    reading_market,
    reading_people,
    reading_rounds,
    reading_running,
)

LEAGUE = "leagues/<str:league>"
SEASON = f"{LEAGUE}/seasons/<str:season>"
FRANCHISE = f"{SEASON}/franchises/<str:franchise>"
MATCH = f"{SEASON}/matches/<str:match>"
READ_PATTERNS = [
    path("catalogue", reading_catalogue.catalogue, name="api_catalogue"),
    path("catalogue/items", reading_catalogue.items, name="api_catalogue_items"),
    path("catalogue/sponsors", reading_catalogue.sponsors, name="api_catalogue_sponsors"),
    path("catalogue/switches", reading_catalogue.switches, name="api_catalogue_switches"),
    path("catalogue/tables", reading_catalogue.tables, name="api_catalogue_tables"),
    path("catalogue/books", reading_catalogue.books, name="api_catalogue_books"),
    path("catalogue/books/<str:book>", reading_catalogue.book, name="api_catalogue_book"),
    path("catalogue/rulesets", reading_catalogue.rulesets, name="api_catalogue_rulesets"),
    path(
        "catalogue/rulesets/<str:ruleset>/grounds/<str:ground>",
        reading_catalogue.ground,
        name="api_catalogue_ground",
    ),
    path("catalogue/commands", reading_catalogue.commands, name="api_catalogue_commands"),
    path("catalogue/commands/<str:tag>", reading_catalogue.command, name="api_catalogue_command"),
    path("catalogue/facts", reading_catalogue.facts, name="api_catalogue_facts"),
    path(f"{LEAGUE}/people", reading_people.people, name="api_people"),
    path(f"{LEAGUE}/log", reading_people.league_log, name="api_league_log"),
    path(f"{LEAGUE}/inbox", reading_people.inbox, name="api_inbox"),
    path(f"{LEAGUE}/jobs", reading_running.jobs, name="api_jobs"),
    path(f"{LEAGUE}/jobs/<uuid:job>", reading_running.job, name="api_job"),
    path(f"{LEAGUE}/search", reading_running.search, name="api_search"),
    path(f"{SEASON}/awaited", reading_running.season_waits, name="api_awaited"),
    path(f"{SEASON}/rulings", reading_running.rulings, name="api_rulings"),
    path(f"{SEASON}/amends/<int:number>", reading_amends.amend_detail, name="api_amended"),
    path(f"{LEAGUE}/records", reading_league.records, name="api_records"),
    path(f"{LEAGUE}/heads", reading_league.heads, name="api_heads"),
    path(f"{LEAGUE}/announcements", reading_league.announcements, name="api_announcements"),
    path(f"{SEASON}/facts", reading_facts.facts, name="api_facts"),
    path(f"{SEASON}/franchises", reading_franchises.franchises, name="api_franchises"),
    path(FRANCHISE, reading_franchises.franchise, name="api_franchise"),
    path(f"{FRANCHISE}/garage", reading_franchises.garage, name="api_garage"),
    path(f"{FRANCHISE}/stores", reading_franchises.stores, name="api_stores"),
    path(f"{FRANCHISE}/ledger", reading_franchises.ledger, name="api_ledger"),
    path(f"{FRANCHISE}/history", reading_franchises.history, name="api_history"),
    path(f"{FRANCHISE}/orders", reading_franchises.orders, name="api_standing_orders"),
    path(f"{SEASON}/drivers", reading_drivers.drivers, name="api_drivers"),
    path(f"{SEASON}/drivers/<str:driver>", reading_drivers.driver, name="api_driver"),
    path(f"{SEASON}/rounds", reading_rounds.rounds, name="api_rounds"),
    path(f"{MATCH}/line-ups", reading_rounds.line_ups, name="api_line_ups"),
    path(f"{MATCH}/result", reading_rounds.result, name="api_result"),
    path(f"{MATCH}/log", reading_rounds.match_log, name="api_match_log"),
    path(f"{SEASON}/windows", reading_rounds.windows, name="api_windows"),
    path(f"{SEASON}/end", reading_rounds.season_end, name="api_season_end"),
    path(f"{SEASON}/market", reading_market.market, name="api_market"),
    path(f"{SEASON}/draft", reading_market.draft, name="api_draft"),
    path(f"{SEASON}/pool", reading_market.pool, name="api_pool"),
    path(f"{SEASON}/house-rules", reading_house.house_rules, name="api_house_rules"),
    path(f"{SEASON}/questionnaire", reading_house.questionnaire, name="api_questionnaire"),
]
