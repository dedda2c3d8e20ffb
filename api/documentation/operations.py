"""Servers, tags and path parameters of the OpenAPI document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.core.terms import ID_PATTERN

SERVERS = ({"url": "/", "description": "The site that serves this document."},)
"""A relative URL, so that it is right wherever the site runs: clients resolve it against the document's URL."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag of the document: a noun, a sentence about it, and the ids of its operations."""

    name: str
    says: str
    operations: tuple[str, ...]


TAGS = (
    Tag(
        "Leagues",
        "Leagues, with what they announce and remember over all their seasons, and what is found in them.",
        (
            "leagues",
            "league",
            "names",
            "rename",
            "veto_name",
            "announcements",
            "announcement",
            "post_announcement",
            "edit_announcement",
            "withdraw_announcement",
            "calendar",
            "set_calendar",
            "records",
            "search",
        ),
    ),
    Tag(
        "People",
        "Who belongs to a league, what was done to it outside its seasons, and the notices of its reader.",
        (
            "people",
            "league_log",
            "invitations",
            "make_invitation",
            "revoke_invitation",
            "inbox",
            "mark_notices_read",
            "notice_settings",
            "save_notice_settings",
            "turn_mail_on_again",
            "seat_member",
        ),
    ),
    Tag(
        "Personal",
        "What belongs to the token's person: their key for calendar and feed, time zone and webhook, and the token.",
        (
            *("feed_key", "replace_feed_key", "revoke_feed_key", "time_zone", "set_time_zone"),
            "revoke_own_token",
            *("personal_webhook", "set_personal_webhook", "remove_personal_webhook", "try_personal_webhook"),
            *("personal_messages", "send_personal_again"),
        ),
    ),
    Tag(
        "Future",
        "What becomes of a league: who may read it, its archive, its deletion, and offers to run it.",
        (
            "future",
            "show_league",
            "archive_league",
            "unarchive_league",
            "ask_deletion",
            "confirm_deletion",
            "keep_league",
            "offer_handover",
            "answer_handover",
            "withdraw_handover",
        ),
    ),
    Tag(
        "Seats",
        "Free seats that leagues offer, people who look for one, and requests for one with their answers.",
        (
            "seats",
            "look_for_seat",
            "stop_looking",
            "advertise_seats",
            "withdraw_seat_ad",
            "seat_requests",
            "ask_for_seat",
            "answer_seat_request",
            "withdraw_seat_request",
        ),
    ),
    Tag(
        "Templates",
        "Templates of how leagues are played: read, made of a season, shared, and founded from.",
        (
            "templates",
            "template",
            "season_template",
            "make_template",
            "import_template",
            "copy_template",
            "describe_template",
            "publish_template",
            "withdraw_template",
            "delete_template",
            "found_from_template",
        ),
    ),
    Tag(
        "Seasons",
        "The seasons of a league: the step each has reached, its table, and how it ended.",
        ("seasons", "season", "open_season", "standings", "season_end"),
    ),
    Tag(
        "House rules",
        "The house rules of a season, and the answers by which they were decided.",
        ("house_rules", "questionnaire"),
    ),
    Tag(
        "Questionnaires",
        "What leagues answer before play: questions, the answers of a season, and the versions they come in.",
        (
            "questionnaires",
            "questions",
            "standing_answers",
            "answer_versions",
            "publish_answers",
            "answer_version",
            "acknowledge_answers",
        ),
    ),
    Tag(
        "Franchises",
        "Franchises with their money, garages, stores, matches and standing orders.",
        (
            "franchises",
            "franchise",
            "garage",
            "stores",
            "ledger",
            "history",
            "standing_orders",
            "set_standing_orders",
            "clear_standing_orders",
            "preview_standing_orders",
        ),
    ),
    Tag("Drivers", "Drivers with their sheets, contracts, careers and bodies.", ("drivers", "driver")),
    Tag(
        "Market",
        "Shops, offers, trades, the draft with its queues, and the sponsor pool.",
        ("market", "draft", "draft_queue", "replace_draft_queue", "change_draft_queue", "pool"),
    ),
    Tag(
        "Matches",
        "Rounds and their matches, with line-ups, results and logs, when they are played, and when revealed.",
        (
            "rounds",
            "round_plans",
            "draw_up_rounds",
            "set_round_plan",
            "discard_round_plans",
            "matches",
            "match",
            "match_time",
            "arrange_match_time",
            "home_nights",
            "set_home_night",
            "line_ups",
            "result",
            "match_log",
            "reveals",
            "set_reveal",
        ),
    ),
    Tag(
        "Packets",
        "Locked matches as tables and engines receive them, and the keys they are signed with.",
        ("packet", "keys"),
    ),
    Tag(
        "Reports",
        "What is claimed of a match and what is accepted.",
        ("reports", "report_match", "rule_on_reports"),
    ),
    Tag(
        "Appeals",
        "What teams object to in results, and how that was answered.",
        ("appeals", "make_appeal", "answer_appeal"),
    ),
    Tag(
        "Awaited",
        "What a season waits for, of whom and until when, dice that have not fallen, and the clock.",
        ("awaited", "windows", "act_on_clock", "advance", "give_awaited"),
    ),
    Tag("Commands", "Changing a season by commands, and trying them first.", ("give_commands", "try_commands")),
    Tag(
        "Journal",
        "Everything that was done in a season, the resulting facts, and the hashes it is checked against.",
        ("entries", "entry", "facts", "heads"),
    ),
    Tag(
        "Amends",
        "Corrections of the past, with what follows from each.",
        ("amends", "amended", "amend", "preview_amend"),
    ),
    Tag(
        "Rulings",
        "What commissioners decide about matches and franchises of their own.",
        ("rulings", "answer_ruling"),
    ),
    Tag(
        "Sandboxes",
        "Forks of a season in which one person tries things.",
        ("sandboxes", "make_sandbox", "sandbox", "end_sandbox"),
    ),
    Tag(
        "Webhooks",
        "Addresses that receive messages about a league, and those messages.",
        (
            "webhook_events",
            "webhooks",
            "make_webhook",
            "webhook",
            "try_webhook",
            "new_webhook_secret",
            "stop_webhook",
            "deliveries",
            "send_again",
            "send_dead_again",
        ),
    ),
    Tag(
        "Questions",
        "What members ask about the rules during play, and the commissioners' rulings.",
        ("put_questions", "put_question", "rule_on_question", "withdraw_question"),
    ),
    Tag(
        "Duels",
        "Duels at a table: those of a season while they are fought, and scoring one without a league.",
        ("score_duel", "season_duels", "open_duel", "season_duel", "act_in_duel"),
    ),
    Tag(
        "Procedures",
        "What a referee works out by hand, without a league or with the dice and answers of a season.",
        (
            "procedures",
            "procedure",
            "work_out_procedure",
            "procedure_uses",
            "season_procedure",
            "perform_procedure",
        ),
    ),
    Tag("Jobs", "Work that the site does for a league beside requests.", ("jobs", "job", "act_on_job")),
    Tag(
        "Catalogue",
        "The rules as data: items, sponsors, house rules, tables, books, rulesets, commands and facts.",
        (
            "catalogue",
            "catalogue_items",
            "catalogue_sponsors",
            "catalogue_switches",
            "catalogue_tables",
            "catalogue_books",
            "catalogue_book",
            "catalogue_rulesets",
            "catalogue_ground",
            "catalogue_commands",
            "catalogue_command",
            "catalogue_facts",
        ),
    ),
    Tag(
        "API",
        "The addresses of the API, and the kinds of problems there are.",
        ("index", "problem_kinds", "problem_kind"),
    ),
)
"""All tags in the order of the documentation page. Each operation has exactly one."""
WEBHOOKS_TAG = "Webhooks"
TAGS_BY_OPERATION: Mapping[str, str] = {operation: tag.name for tag in TAGS for operation in tag.operations}
PATH_PARAMETERS: Mapping[str, str] = {
    "key": "Key of the template, as `templates` has it.",
    "league": "Short name of the league, as its address on the site has it.",
    "season": "Short name of the season, or of a sandbox of yours.",
    "franchise": "Short id of the franchise.",
    "driver": "Short id of the driver.",
    "match": "Short id of the match.",
    "entries/number": "Number of the entry in the journal of the season, from 1 on.",
    "amends/number": "Number of the entry that made the amend, or previewed it.",
    "appeals/number": "Number of the appeal in its season, its `id`.",
    "seat-requests/number": "Number of the request, as `seat_requests` has it.",
    "handovers/number": "Number of the offer, as `future` has it.",
    "awaited/number": "Number of the entry that awaits its dice, which `awaited` lists.",
    "names/number": "Number of the change, as the league's `names` has it.",
    "messages/number": "Number of the message, as `personal_messages` has it.",
    "webhooks/number": "Number of the webhook, as the league's `webhooks` has it.",
    "questionnaire": "Id of the questionnaire, as `questionnaires` has it; `own` is what the league asks itself.",
    "versions/number": "Number of the version, from 1 on.",
    "plans/number": "Number of the round, from 1 on.",
    "rulings/number": "Number of the ruling in its season, as `rulings` has it.",
    "invitations/number": "Number of the invitation, as `invitations` has it.",
    "announcements/number": "Number of the announcement in its league, as `announcements` has it.",
    "questions/number": "Number of the question in its season, as `questions` has it.",
    "duels/number": "Number of the duel in its season, as `duels` has it.",
    "delivery": "Number of the delivery, as `deliveries` of the webhook has it.",
    "sandbox": "Name of the sandbox, with which it was answered when it was made.",
    "job": "Id of the job, as the league's `jobs` has it.",
    "book": "Short name of the book, as `catalogue/books` has it.",
    "ruleset": "Short name of the ruleset, as `catalogue/rulesets` has it.",
    "ground": "Short name of the ground, as `catalogue/rulesets` has it under its ruleset.",
    "procedure": "Name of the procedure, as `procedures` has it.",
    "tag": "Type of the command, as `catalogue/commands` has it.",
    "name": "Name of the kind, the last part of the `type` of its problems.",
}
"""Descriptions of path parameters by name. A `number` is named with the part of the path before it."""
ID_PARAMETERS = frozenset(("league", "season", "franchise", "driver", "match", "sandbox"))
"""Path parameters that are short ids."""


def add_operation_docs(result: dict[str, Any], **_asked: object) -> dict[str, Any]:
    """drf-spectacular hook: add the servers, the tags, and the descriptions of path parameters to the document."""
    result["servers"] = [dict(server) for server in SERVERS]
    result["tags"] = [{"name": tag.name, "description": tag.says} for tag in TAGS]
    for path, methods in result["paths"].items():
        for operation in methods.values():
            operation["tags"] = [_tag_of(operation["operationId"])]
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path":
                    _describe_path_parameter(parameter, path)
    for methods in result.get("webhooks", {}).values():
        for operation in methods.values():
            operation["tags"] = [WEBHOOKS_TAG]
    return result


def _tag_of(operation: str) -> str:
    if operation not in TAGS_BY_OPERATION:
        raise LookupError(
            f"The operation {operation} has no noun: add it to TAGS in api/documentation/operations.py."
        )
    return TAGS_BY_OPERATION[operation]


def _describe_path_parameter(parameter: dict[str, Any], path: str) -> None:
    name = parameter["name"]
    before = path[: path.index(f"/{{{name}}}")].rpartition("/")[2]
    text = PATH_PARAMETERS.get(f"{before}/{name}") or PATH_PARAMETERS.get(name)
    if text:
        parameter["description"] = text
    if name in ID_PARAMETERS:
        parameter["schema"]["pattern"] = f"^{ID_PATTERN.pattern}$"
