"""The addresses of the API, below `/api/`: those of version 1, and a problem for all others."""

from __future__ import annotations

from django.urls import include, path, re_path

from api import (
    amending,
    appeals,
    awaited_dice,
    commands,
    docs_page,
    documents,
    founding,
    index,
    packets,
    reading,
    reports,
    sandboxes,
    webhooks,
)
from api.answering import wrap_patterns
from api.urls_reading import READ_PATTERNS

WEBHOOKS = "leagues/<str:league>/webhooks"
SEASON = "leagues/<str:league>/seasons/<str:season>"
VERSION_1 = [
    path("", index.index, name="api_index"),
    path("openapi.json", documents.openapi_json, name="api_openapi"),
    path("problems/", documents.problem_kinds, name="api_problem_kinds"),
    path("problems/<str:name>", documents.problem_kind, name="api_problem_kind"),
    path("keys", packets.keys, name="api_keys"),
    path("leagues", reading.leagues, name="api_leagues"),
    path("leagues/<str:league>", reading.league, name="api_league"),
    path("leagues/<str:league>/members", founding.members, name="api_members"),
    path("leagues/<str:league>/seasons", founding.seasons, name="api_seasons"),
    path(SEASON, reading.season, name="api_season"),
    path(f"{SEASON}/standings", reading.standings, name="api_standings"),
    path(f"{SEASON}/matches", reading.matches, name="api_matches"),
    path(f"{SEASON}/matches/<str:match>", reading.match, name="api_match"),
    path(f"{SEASON}/matches/<str:match>/packet", packets.packet, name="api_packet"),
    path(f"{SEASON}/matches/<str:match>/reports", reports.reports, name="api_reports"),
    path(f"{SEASON}/matches/<str:match>/ruling", reports.ruling, name="api_ruling"),
    path(f"{SEASON}/matches/<str:match>/appeals", appeals.make_appeal, name="api_make_appeal"),
    path(f"{SEASON}/appeals", appeals.appeals, name="api_appeals"),
    path(f"{SEASON}/appeals/<int:number>/answer", appeals.appeal_answer, name="api_answer_appeal"),
    path(f"{SEASON}/awaited/<int:number>", awaited_dice.give_awaited_dice, name="api_give_awaited"),
    path(f"{SEASON}/entries", reading.entries, name="api_entries"),
    path(f"{SEASON}/entries/<int:number>", reading.entry, name="api_entry"),
    path(f"{SEASON}/commands", commands.commands, name="api_commands"),
    path(f"{SEASON}/trials", commands.trials, name="api_trials"),
    path(f"{SEASON}/sandboxes", sandboxes.sandboxes, name="api_sandboxes"),
    path(f"{SEASON}/sandboxes/<str:sandbox>", sandboxes.sandbox, name="api_sandbox"),
    path("webhook-events", webhooks.webhook_events, name="api_webhook_events"),
    path(WEBHOOKS, webhooks.webhooks, name="api_webhooks"),
    path(f"{WEBHOOKS}/<int:number>", webhooks.webhook, name="api_webhook"),
    path(f"{WEBHOOKS}/<int:number>/stop", webhooks.stop_webhook, name="api_stop_webhook"),
    path(f"{WEBHOOKS}/<int:number>/secret", webhooks.new_webhook_secret, name="api_new_webhook_secret"),
    path(f"{WEBHOOKS}/<int:number>/test", webhooks.try_webhook, name="api_try_webhook"),
    path(f"{WEBHOOKS}/<int:number>/again", webhooks.send_dead_again, name="api_send_dead_again"),
    path(f"{WEBHOOKS}/<int:number>/deliveries", webhooks.deliveries, name="api_deliveries"),
    path(f"{WEBHOOKS}/<int:number>/deliveries/<int:delivery>/again", webhooks.send_again, name="api_send_again"),
    path(f"{SEASON}/amends", amending.amends, name="api_amends"),
    path(f"{SEASON}/amends/preview", amending.amend_preview, name="api_amend_preview"),
]
urlpatterns = [
    path("", docs_page.redirect_to_docs, name="docs_here"),
    path("v1/docs", docs_page.docs, name="docs"),
    path("v1/", include(wrap_patterns([*VERSION_1, *READ_PATTERNS]))),
    re_path("", index.api_not_found, name=index.NOT_FOUND_URL_NAME),
]
