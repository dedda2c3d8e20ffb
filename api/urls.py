"""URL patterns of the API below `/api/`: version 1, and a 404 problem for everything else."""

from __future__ import annotations

from django.urls import include, path, re_path

from api.amends import views as amends
from api.announcements import views as announcements
from api.answers import views as answers
from api.appeals import views as appeals
from api.awaited import views as awaited
from api.awaited_dice import views as awaited_dice
from api.calendars import views as calendars
from api.catalogue import views as catalogue
from api.clock import views as clock
from api.commands import views as commands
from api.documentation import html_views, index
from api.documentation import views as documentation
from api.draft_queue import views as draft_queue
from api.drivers import views as drivers
from api.duels import views as duels
from api.facts import views as facts
from api.franchises import views as franchises
from api.future import views as future
from api.heads import views as heads
from api.house_rules import views as house_rules
from api.inbox import views as inbox
from api.invitations import views as invitations
from api.jobs import views as jobs
from api.journal import views as journal
from api.league_templates import views as league_templates
from api.leagues import views as leagues
from api.market import views as market
from api.match_times import views as match_times
from api.matches import views as matches
from api.names import views as names
from api.notice_settings import views as notice_settings
from api.packets import views as packets
from api.people import views as people
from api.personal import views as personal
from api.personal_webhook import views as personal_webhook
from api.procedures import views as procedures
from api.put_questions import views as put_questions
from api.questionnaires import views as questionnaires
from api.records import views as records
from api.reports import views as reports
from api.reveals import views as reveals
from api.round_plans import views as round_plans
from api.rounds import views as rounds
from api.rulings import views as rulings
from api.sandboxes import views as sandboxes
from api.search import views as search
from api.season_duels import views as season_duels
from api.seasons import views as seasons
from api.seats import views as seats
from api.standing_orders import views as standing_orders
from api.view_decorators import wrap_patterns
from api.webhooks import views as webhooks

LEAGUE = "leagues/<str:league>"
SEASON = f"{LEAGUE}/seasons/<str:season>"
FRANCHISE = f"{SEASON}/franchises/<str:franchise>"
MATCH = f"{SEASON}/matches/<str:match>"
ANSWERS = f"{SEASON}/questionnaires/<str:questionnaire>"
WEBHOOKS = f"{LEAGUE}/webhooks"
VERSION_1 = [
    path("", index.index, name="api_index"),
    path("openapi.json", documentation.openapi_json, name="api_openapi"),
    path("problems/", documentation.problem_kinds, name="api_problem_kinds"),
    path("problems/<str:name>", documentation.problem_kind, name="api_problem_kind"),
    path("questionnaires", questionnaires.questionnaires, name="api_questionnaires"),
    path("questionnaires/<str:questionnaire>", questionnaires.questions, name="api_questions"),
    path(f"{ANSWERS}/answers", answers.standing_answers, name="api_standing_answers"),
    path(f"{ANSWERS}/versions", answers.versions, name="api_answer_versions"),
    path(f"{ANSWERS}/versions/<int:number>", answers.version, name="api_answer_version"),
    path(f"{ANSWERS}/versions/<int:number>/acknowledgement", answers.acknowledgement, name="api_acknowledge_answers"),
    path("duels/score", duels.score, name="api_score_duel"),
    path("procedures", procedures.procedures, name="api_procedures"),
    path("procedures/<str:procedure>", procedures.procedure, name="api_procedure"),
    path("keys", packets.keys, name="api_keys"),
    path("leagues", leagues.leagues, name="api_leagues"),
    path("leagues/<str:league>", leagues.league, name="api_league"),
    path("leagues/<str:league>/members", seasons.members, name="api_members"),
    path("leagues/<str:league>/seasons", seasons.seasons, name="api_seasons"),
    path(SEASON, seasons.season, name="api_season"),
    path(f"{SEASON}/standings", seasons.standings, name="api_standings"),
    path(f"{SEASON}/matches", matches.matches, name="api_matches"),
    path(f"{SEASON}/matches/<str:match>", matches.match, name="api_match"),
    path(f"{MATCH}/time", match_times.match_time, name="api_match_time"),
    path(f"{LEAGUE}/home-nights", match_times.home_nights, name="api_home_nights"),
    path(f"{SEASON}/matches/<str:match>/packet", packets.packet, name="api_packet"),
    path(f"{SEASON}/matches/<str:match>/reports", reports.reports, name="api_reports"),
    path(f"{SEASON}/matches/<str:match>/ruling", reports.ruling, name="api_ruling"),
    path(f"{SEASON}/matches/<str:match>/appeals", appeals.make_appeal, name="api_make_appeal"),
    path(f"{SEASON}/appeals", appeals.appeals, name="api_appeals"),
    path(f"{SEASON}/appeals/<int:number>/answer", appeals.appeal_answer, name="api_answer_appeal"),
    path(f"{SEASON}/reveals", reveals.reveals, name="api_reveals"),
    path(f"{SEASON}/questions", put_questions.put_questions, name="api_put_questions"),
    path(f"{SEASON}/questions/<int:number>/ruling", put_questions.question_ruling, name="api_rule_on_question"),
    path(
        f"{SEASON}/questions/<int:number>/withdrawal",
        put_questions.question_withdrawal,
        name="api_withdraw_question",
    ),
    path(f"{SEASON}/duels", season_duels.duels, name="api_season_duels"),
    path(f"{SEASON}/duels/<int:number>", season_duels.duel, name="api_season_duel"),
    path(f"{SEASON}/duels/<int:number>/actions", season_duels.actions, name="api_duel_actions"),
    path(f"{SEASON}/awaited/<int:number>", awaited_dice.give_awaited_dice, name="api_give_awaited"),
    path(f"{SEASON}/entries", journal.entries, name="api_entries"),
    path(f"{SEASON}/entries/<int:number>", journal.entry, name="api_entry"),
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
    path(f"{SEASON}/amends", amends.amends, name="api_amends"),
    path(f"{SEASON}/amends/preview", amends.amend_preview, name="api_amend_preview"),
    path("catalogue", catalogue.catalogue, name="api_catalogue"),
    path("catalogue/items", catalogue.items, name="api_catalogue_items"),
    path("catalogue/sponsors", catalogue.sponsors, name="api_catalogue_sponsors"),
    path("catalogue/switches", catalogue.switches, name="api_catalogue_switches"),
    path("catalogue/tables", catalogue.tables, name="api_catalogue_tables"),
    path("catalogue/books", catalogue.books, name="api_catalogue_books"),
    path("catalogue/books/<str:book>", catalogue.book, name="api_catalogue_book"),
    path("catalogue/rulesets", catalogue.rulesets, name="api_catalogue_rulesets"),
    path(
        "catalogue/rulesets/<str:ruleset>/grounds/<str:ground>",
        catalogue.ground,
        name="api_catalogue_ground",
    ),
    path("catalogue/commands", catalogue.commands, name="api_catalogue_commands"),
    path("catalogue/commands/<str:tag>", catalogue.command, name="api_catalogue_command"),
    path("catalogue/facts", catalogue.facts, name="api_catalogue_facts"),
    path(f"{LEAGUE}/future", future.future, name="api_future"),
    path(f"{LEAGUE}/archive", future.archive, name="api_archive_league"),
    path(f"{LEAGUE}/unarchive", future.unarchive, name="api_unarchive_league"),
    path(f"{LEAGUE}/visibility", future.visibility, name="api_show_league"),
    path(f"{LEAGUE}/deletion", future.deletion, name="api_ask_deletion"),
    path(f"{LEAGUE}/deletion/confirmation", future.deletion_confirmation, name="api_confirm_deletion"),
    path(f"{LEAGUE}/deletion/cancellation", future.deletion_cancellation, name="api_keep_league"),
    path(f"{LEAGUE}/handovers", future.offer_handover, name="api_offer_handover"),
    path(f"{LEAGUE}/handovers/<int:number>/answer", future.handover_answer, name="api_answer_handover"),
    path(f"{LEAGUE}/handovers/<int:number>/withdrawal", future.handover_withdrawal, name="api_withdraw_handover"),
    path("templates", league_templates.templates, name="api_templates"),
    path("templates/<str:key>", league_templates.template, name="api_template"),
    path("templates/<str:key>/publication", league_templates.publish, name="api_publish_template"),
    path("templates/<str:key>/withdrawal", league_templates.withdraw, name="api_withdraw_template"),
    path("templates/<str:key>/description", league_templates.describe, name="api_describe_template"),
    path("templates/<str:key>/copies", league_templates.copy, name="api_copy_template"),
    path("templates/<str:key>/leagues", league_templates.found, name="api_found_from_template"),
    path(f"{SEASON}/template", league_templates.season_template, name="api_season_template"),
    path("seats", seats.seats, name="api_seats"),
    path("seats/wanted", seats.look, name="api_look_for_seat"),
    path("seats/wanted/withdrawal", seats.stop_looking, name="api_stop_looking"),
    path(f"{LEAGUE}/seat-ad", seats.advertise, name="api_advertise_seats"),
    path(f"{LEAGUE}/seat-ad/withdrawal", seats.withdraw_ad, name="api_withdraw_seat_ad"),
    path(f"{LEAGUE}/seat-requests", seats.requests, name="api_seat_requests"),
    path(f"{LEAGUE}/seat-requests/<int:number>/answer", seats.answer, name="api_answer_seat_request"),
    path(f"{LEAGUE}/seat-requests/<int:number>/withdrawal", seats.withdraw_request, name="api_withdraw_seat_request"),
    path(f"{LEAGUE}/people", people.people, name="api_people"),
    path(f"{LEAGUE}/log", people.league_log, name="api_league_log"),
    path(f"{LEAGUE}/names", names.names, name="api_names"),
    path(f"{LEAGUE}/names/<int:number>/veto", names.veto, name="api_veto_name"),
    path(f"{LEAGUE}/inbox", inbox.inbox, name="api_inbox"),
    path(f"{LEAGUE}/inbox/read", inbox.mark_notices_read, name="api_mark_notices_read"),
    path(f"{LEAGUE}/invitations", invitations.invitations, name="api_invitations"),
    path(f"{LEAGUE}/invitations/<int:number>/revocation", invitations.revocation, name="api_revoke_invitation"),
    path(f"{LEAGUE}/calendar", calendars.calendar, name="api_calendar"),
    path(f"{LEAGUE}/feed-key", personal.feed_key, name="api_feed_key"),
    path(f"{LEAGUE}/feed-key/revoke", personal.end_feed_key, name="api_revoke_feed_key"),
    path("me/time-zone", personal.time_zone, name="api_time_zone"),
    path("me/token/revocation", personal.end_token, name="api_revoke_own_token"),
    path("me/webhook", personal_webhook.personal_webhook, name="api_personal_webhook"),
    path("me/webhook/removal", personal_webhook.remove_personal_webhook, name="api_remove_personal_webhook"),
    path("me/webhook/test", personal_webhook.try_personal_webhook, name="api_try_personal_webhook"),
    path("me/webhook/messages", personal_webhook.personal_messages, name="api_personal_messages"),
    path(
        "me/webhook/messages/<int:number>/again",
        personal_webhook.send_personal_again,
        name="api_send_personal_again",
    ),
    path(f"{LEAGUE}/notice-settings", notice_settings.notice_settings, name="api_notice_settings"),
    path(f"{LEAGUE}/notice-settings/undo", notice_settings.turn_mail_on_again, name="api_turn_mail_on_again"),
    path(f"{LEAGUE}/jobs", jobs.jobs, name="api_jobs"),
    path(f"{LEAGUE}/jobs/<uuid:job>", jobs.job, name="api_job"),
    path(f"{LEAGUE}/jobs/<uuid:job>/acts", jobs.job_act, name="api_act_on_job"),
    path(f"{LEAGUE}/search", search.search, name="api_search"),
    path(f"{SEASON}/awaited", awaited.season_waits, name="api_awaited"),
    path(f"{SEASON}/rulings", rulings.rulings, name="api_rulings"),
    path(f"{SEASON}/rulings/<int:number>/answer", rulings.ruling_answer, name="api_answer_ruling"),
    path(f"{SEASON}/clock", clock.clock, name="api_clock"),
    path(f"{SEASON}/advance", clock.advance, name="api_advance"),
    path(f"{SEASON}/amends/<int:number>", amends.amend_detail, name="api_amended"),
    path(f"{LEAGUE}/records", records.records, name="api_records"),
    path(f"{LEAGUE}/heads", heads.heads, name="api_heads"),
    path(f"{LEAGUE}/announcements", announcements.announcements, name="api_announcements"),
    path(f"{LEAGUE}/announcements/<int:number>", announcements.announcement, name="api_announcement"),
    path(
        f"{LEAGUE}/announcements/<int:number>/withdrawal",
        announcements.withdrawal,
        name="api_withdraw_announcement",
    ),
    path(f"{SEASON}/facts", facts.facts, name="api_facts"),
    path(f"{SEASON}/franchises", franchises.franchises, name="api_franchises"),
    path(FRANCHISE, franchises.franchise, name="api_franchise"),
    path(f"{FRANCHISE}/garage", franchises.garage, name="api_garage"),
    path(f"{FRANCHISE}/stores", franchises.stores, name="api_stores"),
    path(f"{FRANCHISE}/ledger", franchises.ledger, name="api_ledger"),
    path(f"{FRANCHISE}/history", franchises.history, name="api_history"),
    path(f"{FRANCHISE}/orders", standing_orders.orders, name="api_standing_orders"),
    path(f"{FRANCHISE}/orders/preview", standing_orders.orders_preview, name="api_preview_standing_orders"),
    path(f"{FRANCHISE}/draft-queue", draft_queue.draft_queue, name="api_draft_queue"),
    path(f"{SEASON}/drivers", drivers.drivers, name="api_drivers"),
    path(f"{SEASON}/drivers/<str:driver>", drivers.driver, name="api_driver"),
    path(f"{SEASON}/rounds", rounds.rounds, name="api_rounds"),
    path(f"{SEASON}/plans", round_plans.plans, name="api_round_plans"),
    path(f"{SEASON}/plans/<int:number>", round_plans.plan, name="api_round_plan"),
    path(f"{MATCH}/line-ups", rounds.line_ups, name="api_line_ups"),
    path(f"{MATCH}/result", rounds.result, name="api_result"),
    path(f"{MATCH}/log", rounds.match_log, name="api_match_log"),
    path(f"{SEASON}/windows", rounds.windows, name="api_windows"),
    path(f"{SEASON}/end", rounds.season_end, name="api_season_end"),
    path(f"{SEASON}/market", market.market, name="api_market"),
    path(f"{SEASON}/draft", market.draft, name="api_draft"),
    path(f"{SEASON}/pool", market.pool, name="api_pool"),
    path(f"{SEASON}/house-rules", house_rules.house_rules, name="api_house_rules"),
    path(f"{SEASON}/procedures", procedures.uses, name="api_procedure_uses"),
    path(f"{SEASON}/procedures/<str:procedure>", procedures.season_procedure, name="api_season_procedure"),
    path(f"{SEASON}/questionnaire", house_rules.questionnaire, name="api_questionnaire"),
]
urlpatterns = [
    path("", html_views.redirect_to_docs, name="docs_here"),
    path("v1/docs", html_views.docs, name="docs"),
    path("v1/docs/<slug:noun>", html_views.chapter, name="docs_chapter"),
    path("v1/", include(wrap_patterns(VERSION_1))),
    re_path("", index.api_not_found, name=index.NOT_FOUND_URL_NAME),
]
