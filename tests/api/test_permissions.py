"""Every operation answers an anonymous program and every kind of token with the status in a table."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from api.duels.examples import DUEL
from api.league_templates.examples import IMPORT_IN
from api.procedures.examples import USE_IN, WORK
from api.put_questions.examples import RULING_IN
from api.season_duels.examples import ACTIONS_IN, OPEN_IN
from jobs.queue import enqueue
from journal.forks import delete_fork
from league.access import viewer_of
from league.invitations import invite
from league.models import AnswerVersion, Duel, Entry, League, Membership, PutQuestion, Sandbox, Webhook
from league.pages.duels.opening import Entrant, open_duel
from league.sandboxes import create_sandbox
from league.tokens import ACCOUNT_SCOPE, COMMISSION_SCOPE, READ_SCOPE, REPORT_SCOPE, act_scope
from scheduling.announcements import post_announcement
from scheduling.put_questions import put_question
from tests.api.api_callers import Program, program_of
from tests.api.reportable_matches import document
from tests.api.test_document import operations
from tests.guards.findings import beyond, report
from tests.journal.amends import amended
from tests.league.league_cache import built_once
from tests.league.sample_template import sample_template
from tests.league.small_league import Table, announced, founded, lined_up
from tests.sampling import one_in_on_postgresql

pytestmark = [pytest.mark.long, pytest.mark.django_db]

WHO: dict[str, tuple[str, tuple[str, ...]]] = {
    "stranger": ("", ()),
    "owner, reading": ("razors", (READ_SCOPE,)),
    "owner, reporting": ("razors", (REPORT_SCOPE,)),
    "owner, acting": ("razors", (READ_SCOPE, act_scope("razors"))),
    "commissioner, reading": ("boss", (READ_SCOPE,)),
    "commissioner": ("boss", (READ_SCOPE, COMMISSION_SCOPE, ACCOUNT_SCOPE)),
    "rival": ("rival", (READ_SCOPE, act_scope("razors"))),
}
"""The programs: the person of the token and its scopes. A rival is an owner in another league."""
READS = "200 200 403 200 200 200 403"
HIDDEN = "404 200 403 200 200 200 404"
EVERYWHERE = "200 200 200 200 200 200 200"


def account_only(status: int) -> tuple[str, str]:
    """The line of what only a token with `account` may, the same for both kinds of league."""
    return (f"401 403 403 403 403 {status} 403",) * 2


OF_A_LEAGUE = ("league", "seasons", "season", "standings", "matches", "match", "entries", "entry")
OF_ALL = (
    "catalogue", "catalogue_items", "catalogue_sponsors", "catalogue_switches", "catalogue_tables", "catalogue_books",
    "catalogue_book", "catalogue_rulesets", "catalogue_ground", "catalogue_commands", "catalogue_command",
    "catalogue_facts", "questionnaires", "questions", "score_duel", "procedures", "procedure", "work_out_procedure",
)  # fmt: skip
OF_A_SEASON = (
    "records", "heads", "announcements", "facts", "franchises", "franchise", "garage", "stores", "ledger", "history",
    "search", "names", "amends", "amended", "rulings", "awaited",
    "drivers", "driver", "rounds", "line_ups", "result", "windows", "season_end", "market", "draft", "pool",
    "house_rules", "questionnaire", "standing_answers", "answer_versions", "answer_version", "procedure_uses",
    "season_procedure", "put_questions", "season_duels", "season_duel",
)  # fmt: skip
TABLE: dict[str, tuple[str, str]] = {
    "index": (EVERYWHERE, EVERYWHERE),
    "leagues": (EVERYWHERE, EVERYWHERE),
    **dict.fromkeys(
        ("people", "league_log", "inbox", "jobs", "job", "notice_settings"),
        ("401 200 403 200 200 200 403", "404 200 403 200 200 200 404"),
    ),
    **dict.fromkeys(
        ("save_notice_settings", "turn_mail_on_again"),
        ("401 200 403 200 200 200 403", "404 200 403 200 200 200 404"),
    ),
    "feed_key": ("401 200 403 200 200 200 403", "404 200 403 200 200 200 404"),
    "replace_feed_key": ("401 201 403 201 201 201 403", "404 201 403 201 201 201 404"),
    "revoke_feed_key": ("401 200 403 200 200 200 403", "404 200 403 200 200 200 404"),
    **dict.fromkeys(("personal_webhook", "personal_messages", "remove_personal_webhook"), account_only(200)),
    "set_personal_webhook": account_only(201),
    "try_personal_webhook": account_only(422),
    "send_personal_again": account_only(404),
    "revoke_own_token": ("401 200 200 200 200 200 200", "401 200 200 200 200 200 200"),
    **dict.fromkeys(("time_zone", "set_time_zone"), ("401 200 403 200 200 200 200", "401 200 403 200 200 200 200")),
    "future": ("401 200 403 200 200 200 403", "404 200 403 200 200 200 404"),
    **dict.fromkeys(
        ("archive_league", "ask_deletion"),
        ("401 403 403 403 403 200 403", "404 403 403 403 403 200 404"),
    ),
    **dict.fromkeys(
        ("unarchive_league", "confirm_deletion", "keep_league", "offer_handover"),
        ("401 403 403 403 403 422 403", "404 403 403 403 403 422 404"),
    ),
    "seats": (EVERYWHERE, EVERYWHERE),
    **dict.fromkeys(("templates", "template"), (EVERYWHERE, EVERYWHERE)),
    "season_template": ("401 403 403 403 403 200 403", "404 403 403 403 403 200 404"),
    "make_template": ("401 403 403 403 403 201 403", "404 403 403 403 403 201 404"),
    **dict.fromkeys(
        ("import_template", "copy_template"), ("401 403 201 422 403 201 201", "401 403 201 422 403 201 201")
    ),
    **dict.fromkeys(
        ("describe_template", "publish_template", "withdraw_template", "delete_template"),
        ("401 403 404 404 403 404 404", "401 403 404 404 403 404 404"),
    ),
    "found_from_template": ("401 403 403 403 403 201 403", "401 403 403 403 403 201 403"),
    **dict.fromkeys(
        ("look_for_seat", "stop_looking"), ("401 403 200 200 403 200 200", "401 403 200 200 403 200 200")
    ),
    "advertise_seats": ("401 403 403 403 403 422 403", "404 403 403 403 403 422 404"),
    "withdraw_seat_ad": ("401 403 403 403 403 422 403", "404 403 403 403 403 422 404"),
    "seat_requests": ("401 403 403 403 403 200 403", "404 403 403 403 403 200 404"),
    "ask_for_seat": ("401 403 422 422 403 422 403", "404 403 422 422 403 422 404"),
    "answer_seat_request": ("401 403 403 403 403 404 403", "404 403 403 403 403 404 404"),
    "withdraw_seat_request": ("401 403 404 404 403 404 403", "404 403 404 404 403 404 404"),
    "show_league": ("401 403 403 403 403 200 403", "404 403 403 403 403 200 403"),
    "answer_handover": ("401 403 404 404 403 404 403", "404 403 404 404 403 404 404"),
    "withdraw_handover": ("401 403 403 403 403 404 403", "404 403 403 403 403 404 404"),
    "problem_kinds": (EVERYWHERE, EVERYWHERE),
    "problem_kind": (EVERYWHERE, EVERYWHERE),
    "keys": (EVERYWHERE, EVERYWHERE),
    "packet": (READS, HIDDEN),
    **dict.fromkeys(OF_ALL, (EVERYWHERE, EVERYWHERE)),
    **dict.fromkeys(OF_A_SEASON, (READS, HIDDEN)),
    "match_log": ("404 404 403 404 404 404 403", "404 404 403 404 404 404 404"),
    "standing_orders": ("401 200 403 200 200 200 403", "404 200 403 200 200 200 404"),
    **dict.fromkeys(
        ("league", "seasons", "season", "standings", "matches", "match", "entries", "entry"), (READS, HIDDEN)
    ),
    "give_commands": ("401 403 403 201 403 403 403", "404 403 403 201 403 403 404"),
    "try_commands": ("401 403 403 200 403 403 403", "404 403 403 200 403 403 404"),
    "sandboxes": ("401 200 403 200 200 200 403", "404 200 403 200 200 200 404"),
    "sandbox": ("401 200 403 200 200 200 403", "404 200 403 200 200 200 404"),
    "make_sandbox": ("401 403 403 201 403 201 403", "404 403 403 201 403 201 404"),
    "end_sandbox": ("401 403 403 200 403 200 403", "404 403 403 200 403 200 404"),
    "open_season": ("401 403 403 403 403 422 403", "404 403 403 403 403 422 404"),
    "seat_member": ("401 403 403 403 403 403 403", "404 403 403 403 403 403 404"),
    "reports": (READS, HIDDEN),
    "report_match": ("401 403 201 403 403 403 403", "404 403 201 403 403 403 404"),
    "rule_on_reports": ("401 403 403 403 403 422 403", "404 403 403 403 403 422 404"),
    "appeals": (READS, HIDDEN),
    "reveals": (READS, HIDDEN),
    "set_reveal": ("401 403 403 403 403 422 403", "404 403 403 403 403 422 404"),
    "rename": ("401 403 403 200 403 200 403", "404 403 403 200 403 200 404"),
    "veto_name": ("401 403 403 403 403 422 403", "404 403 403 403 403 422 404"),
    "match_time": (READS, HIDDEN),
    "home_nights": (READS, HIDDEN),
    "arrange_match_time": ("401 403 403 422 403 403 403", "404 403 403 422 403 403 404"),
    "set_home_night": ("401 403 403 403 403 200 403", "404 403 403 403 403 200 404"),
    "make_appeal": ("401 403 422 422 403 403 403", "404 403 422 422 403 403 404"),
    "answer_appeal": ("401 403 403 404 403 404 403", "404 403 403 404 403 404 404"),
    "give_awaited": ("401 403 403 422 403 422 403", "404 403 403 422 403 422 404"),
    "perform_procedure": ("401 403 403 403 403 201 403", "404 403 403 403 403 201 404"),
    "put_question": ("401 403 403 201 403 201 403", "404 403 403 201 403 201 404"),
    "rule_on_question": ("401 403 403 403 403 201 403", "404 403 403 403 403 201 404"),
    "withdraw_question": ("401 403 403 200 403 422 403", "404 403 403 200 403 422 404"),
    "open_duel": ("401 403 403 403 403 201 403", "404 403 403 403 403 201 404"),
    "act_in_duel": ("401 403 403 403 403 200 403", "404 403 403 403 403 200 404"),
    "publish_answers": ("401 403 403 403 403 201 403", "404 403 403 403 403 201 404"),
    "acknowledge_answers": ("401 403 403 200 403 403 403", "404 403 403 200 403 403 404"),
    "announcement": (READS, HIDDEN),
    **dict.fromkeys(
        ("post_announcement", "make_invitation"),
        ("401 403 403 403 403 201 403", "404 403 403 403 403 201 404"),
    ),
    **dict.fromkeys(
        ("edit_announcement", "withdraw_announcement", "set_calendar", "revoke_invitation", "act_on_job", "advance"),
        ("401 403 403 403 403 200 403", "404 403 403 403 403 200 404"),
    ),
    "round_plans": ("401 200 403 200 200 200 403", "404 200 403 200 200 200 404"),
    **dict.fromkeys(
        ("draw_up_rounds", "set_round_plan", "discard_round_plans"),
        ("401 403 403 403 403 200 403", "404 403 403 403 403 200 404"),
    ),
    "act_on_clock": ("401 403 403 403 403 422 403", "404 403 403 403 403 422 404"),
    "calendar": ("401 200 403 200 200 200 403", "404 200 403 200 200 200 404"),
    "invitations": ("401 403 403 403 200 200 403", "404 403 403 403 200 200 404"),
    "mark_notices_read": ("401 200 403 200 200 200 403", "404 200 403 200 200 200 404"),
    **dict.fromkeys(
        ("set_standing_orders", "clear_standing_orders", "preview_standing_orders"),
        ("401 403 403 200 403 403 403", "404 403 403 200 403 403 404"),
    ),
    "draft_queue": ("401 200 403 200 403 403 403", "404 200 403 200 403 403 404"),
    **dict.fromkeys(
        ("replace_draft_queue", "change_draft_queue"),
        ("401 403 403 422 403 403 403", "404 403 403 422 403 403 404"),
    ),
    "answer_ruling": ("401 403 403 404 403 404 403", "404 403 403 404 403 404 404"),
    "webhook_events": (EVERYWHERE, EVERYWHERE),
    "webhooks": ("401 200 403 200 200 200 403", "404 200 403 200 200 200 404"),
    "make_webhook": ("401 201 403 201 201 201 403", "404 201 403 201 201 201 404"),
    **dict.fromkeys(
        ("webhook", "deliveries", "stop_webhook", "send_again", "send_dead_again"),
        ("401 200 403 200 404 200 403", "404 200 403 200 404 200 404"),
    ),
    "new_webhook_secret": ("401 200 403 200 404 404 403", "404 200 403 200 404 404 404"),
    "try_webhook": ("401 201 403 201 404 404 403", "404 201 403 201 404 404 404"),
    "amend": ("401 403 403 403 403 201 403", "404 403 403 403 403 201 404"),
    "preview_amend": ("401 403 403 403 403 201 403", "404 403 403 403 403 201 404"),
}
"""The statuses of each operation for the programs of `WHO` in turn, in a public league and in one for members."""
QUERIES = {"search": "?q=razors"}
"""Query parameters that an operation requires."""
LOCKED = ("packet", "reports", "report_match", "rule_on_reports", "make_appeal", "arrange_match_time")
"""Operations that need a match with locked line-ups."""
OPERATIONS = [(path, how, operation["operationId"]) for path, how, operation in operations()]
OF_READING = {
    "franchise": "razors",
    "driver": "razors.d1",
    "book": "campaign",
    "ruleset": "carcult",
    "ground": "crossroads",
    "questionnaire": "house-rules",
    "tag": "hire_rookie",
    "procedure": "choose_who_is_hit",
}
PARTS = {"league": "rust-belt", "season": "s1", "match": "m1", "number": "1", "name": "not-found", **OF_READING}
HIRE = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1", "name": "Vega"}
AMEND: dict[str, Any] = {
    "corrections": {"2": [{"type": "found_franchise", "franchise": "razors", "name": "Blades"}]},
    "reason": "Misspelt.",
}
ANSWERS: dict[str, Any] = {"answers": {"round.idle_may_shop": {"setting": True}}, "note": "We agreed on it."}
BODIES: dict[str, dict[str, object]] = {
    "open_season": {"name": "s2", "rounds": 3},
    "make_sandbox": {"days": 1},
    "make_webhook": {"name": "our bot", "address": "https://8.8.8.8/hook"},
    "stop_webhook": {"reason": "It is nobody's."},
    "rule_on_reports": {"claim": 99},
    "make_appeal": {"reason": "It was not so."},
    "set_reveal": {"round": 1, "act": "now"},
    "rename": {"kind": "franchise", "id": "razors", "name": "The Blades", "reason": "They asked for it."},
    "veto_name": {"reason": "It is rude."},
    "arrange_match_time": {"act": "propose", "times": ["2026-09-03T20:00:00Z"]},
    "set_home_night": {"night": "WED 19:30"},
    "answer_appeal": {"answer": "dismissed", "reason": "It was."},
    "give_awaited": {"go_on": True},
    "work_out_procedure": WORK,
    "perform_procedure": USE_IN,
    "seat_member": {"user": "made-up", "role": "spectator"},
    "amend": AMEND,
    "preview_amend": AMEND,
    "publish_answers": ANSWERS,
    "score_duel": DUEL,
    "look_for_seat": {"note": "I have played two seasons."},
    "make_template": {"title": "Sunday racers", "confirmed": True},
    "import_template": IMPORT_IN,
    "describe_template": {"title": "Monday racers"},
    "found_from_template": {"name": "The Copycats", "version": 1},
    **{name: {} for name in ("copy_template", "publish_template", "withdraw_template", "delete_template")},
    "advertise_seats": {"franchises": ["razors"]},
    "ask_for_seat": {"note": "I have played two seasons."},
    "answer_seat_request": {"answer": "declined"},
    **{name: {} for name in ("stop_looking", "withdraw_seat_ad", "withdraw_seat_request")},
    "archive_league": {"reason": "Winter."},
    "show_league": {"public": True},
    "ask_deletion": {"reason": "We stopped."},
    "offer_handover": {"member": 0},
    "answer_handover": {"answer": "accepted"},
    **{name: {} for name in ("unarchive_league", "confirm_deletion", "keep_league", "withdraw_handover")},
    "put_question": {"put": "May a turret fire backward?"},
    "save_notice_settings": {},
    "turn_mail_on_again": {},
    "rule_on_question": RULING_IN,
    "withdraw_question": {},
    "open_duel": OPEN_IN,
    "act_in_duel": ACTIONS_IN,
    "acknowledge_answers": {},
    "post_announcement": {"title": "Rain", "text": "Bring tires."},
    "edit_announcement": {"title": "Rain", "text": "Bring tires.", "seen": 1},
    "withdraw_announcement": {},
    "set_calendar": {"appeal_hours": 24},
    "make_invitation": {"role": "spectator"},
    "revoke_invitation": {},
    "mark_notices_read": {"notices": [1]},
    "set_standing_orders": {"orders": {"reserve_k": 10}},
    "preview_standing_orders": {},
    "replace_draft_queue": {"drivers": []},
    "change_draft_queue": {"act": "remove", "driver": "saints.d1"},
    "answer_ruling": {"answer": "confirm"},
    "act_on_clock": {"act": "pause", "reason": "A holiday."},
    "act_on_job": {"act": "cancel"},
    "advance": {"most": 1},
    "draw_up_rounds": {"size": 2},
    "set_round_plan": {"matches": []},
    "set_personal_webhook": {"address": "https://8.8.8.8/hook"},
    **{name: {} for name in ("remove_personal_webhook", "try_personal_webhook", "send_personal_again")},
    "replace_feed_key": {},
    "revoke_feed_key": {},
    "revoke_own_token": {},
    "set_time_zone": {"time_zone": "Europe/Berlin"},
    **{name: {} for name in ("new_webhook_secret", "try_webhook", "send_again", "send_dead_again")},
}
"""Request bodies by operation. Others get a command of an owner. The season is open, so `open_season` is refused."""


def test_every_operation_has_a_line_and_every_line_an_operation() -> None:
    ids = {operation["operationId"] for _, _, operation in operations()}
    says = "The operation {} has no line that says who may ask it: add one to TABLE in tests/api/test_permissions.py."
    gone = "No operation is called {}: take its line out of TABLE in tests/api/test_permissions.py."
    report([*beyond(ids, TABLE, says), *beyond(TABLE, ids, gone)], seen=ids, of="operations")


@pytest.mark.parametrize(
    "public", [pytest.param(True, id="public"), pytest.param(False, id="for members", marks=pytest.mark.once)]
)
@pytest.mark.parametrize(
    ("path", "method", "name"),
    one_in_on_postgresql(
        4,
        [
            (path, how, operation["operationId"])
            for path, how, operation in operations()
            if operation["operationId"] in TABLE
        ],
    ),
)
def test_an_operation_answers_each_of_them_as_the_table_says(path: str, method: str, name: str, public: bool) -> None:
    table = beside_another(name in LOCKED, method == "get")
    League.objects.filter(pk=table.league).update(public=public)
    answered = {}
    for number, (who, (person, scopes)) in enumerate(WHO.items()):
        program = _program(table, person, scopes)
        address = path.removeprefix("/api/v1").format(**{**PARTS, **parts_in(path, table)})
        address += QUERIES.get(name, "")
        answer = (
            program.get(address)
            if method == "get"
            else getattr(program, method)(address, _body(name, table), key=f"k{number}")
        )
        answered[who] = answer.status_code
    expected = dict(zip(WHO, map(int, TABLE[name][0 if public else 1].split()), strict=True))
    league = "a public league" if public else "a league for members"
    problems = [
        f"The operation {name} ({method} {path}) answers {who} of {league} {answered[who]}, not {status} as its line "
        "says: mend its view in api, or its line in tests/api/test_permissions.py."
        for who, status in expected.items()
        if answered[who] != status
    ]
    report(problems, seen=answered, of="programs")


@built_once
def beside_another(locked: bool, read: bool) -> Table:
    """The league under test, beside another. Reads get an announced match, if line-ups need not be locked."""
    founded(league="far-coast")
    return lined_up() if locked else announced() if read else founded()


def _body(name: str, table: Table) -> object:
    """The request body for an operation."""
    if name == "report_match":
        return document(table)
    return BODIES.get(name, {"commands": [HIRE]})


def parts_in(path: str, table: Table) -> dict[str, str]:
    """Path parameters of what is made for the request: a job, an amend, a sandbox, or a webhook with a delivery."""
    if "/jobs/{job}" in path:
        job = enqueue("season_end", key="end", at=timezone.now(), season=table.season)
        return {"job": str(job.pk)}
    if path.endswith("/amends/{number}"):
        previews = Entry.objects.filter(season=table.season, command="preview_amend")
        corrections = {2: AMEND["corrections"]["2"]}
        number = previews.values_list("number", flat=True).first() or amended(table, corrections, preview=True).number
        return {"number": str(number)}
    if "/announcements/{number}" in path or "/invitations/{number}" in path:
        return {"number": str(announced_or_invited(path, table))}
    if "/versions/{number}" in path or "/questions/{number}" in path:
        published_version(table) if "/versions/" in path else waiting_question(table)
        return {"number": "1"}
    if "/duels/{number}" in path:
        return {"number": str(open_table(table).number)}
    if "/webhooks/{number}" in path:
        hook = Webhook.objects.create(
            league_id=table.league,
            user=get_user_model().objects.get(username="rust-belt-razors"),
            name="a bot",
            address="https://8.8.8.8/hook",
            secret="whsec_c2VjcmV0",
            made_at=timezone.now(),
        )
        delivery = hook.deliveries.create(message="m", kind="x", body=b"{}", made_at=timezone.now())
        return {"number": str(hook.pk), "delivery": str(delivery.pk)}
    if "{sandbox}" not in path:
        return {"key": sample_template().key} if "{key}" in path else {}
    for sandbox in Sandbox.objects.all():
        delete_fork(sandbox.season_id)
    owner = viewer_of(get_user_model().objects.get(username="rust-belt-razors"), table.row.league)
    return {"sandbox": create_sandbox(season=table.row, viewer=owner, at=timezone.now()).season.name}


def announced_or_invited(path: str, table: Table) -> int:
    """The number of an announcement that is posted once, or of an invitation that is made anew."""
    boss = Membership.objects.select_related("league").get(handle=table.handle("boss"))
    at = timezone.now()
    if "/invitations/" in path:
        return int(invite(league=boss.league, by=boss, role="spectator", at=at)[0].pk)
    words: dict[str, Any] = {"title": "Rain", "text": "Bring tires.", "pinned": False, "key": "rain"}
    return int(post_announcement(league=boss.league, by=boss, at=at, **words).number)


def published_version(table: Table) -> AnswerVersion:
    """The first version of a league's house rules, as if a commissioner had published it."""
    at = timezone.now()
    who = {"drafted_by": table.handle("boss"), "drafted_at": at, "published_by": table.handle("boss")}
    return AnswerVersion.objects.get_or_create(
        season=table.row, questionnaire="house-rules", number=1, defaults={**who, "published_at": at, "entry": 1}
    )[0]


def waiting_question(table: Table) -> None:
    """The first question of a season, put by the owner of the razors unless there is one already."""
    if not PutQuestion.objects.filter(season=table.row).exists():
        owner = Membership.objects.get(handle=table.handle("razors"))
        put_question(table.row, member=owner, put="May a wreck be pushed?", at=timezone.now())


def open_table(table: Table) -> Duel:
    """A duel that the commissioner runs, opened once."""
    return open_duel(
        table.row,
        title="",
        match="",
        entrants=[Entrant(name=name, occupants=2, speed=30) for name in ("Razor Jane", "Saint Otto")],
        speeds={},
        arena={},
        actor=table.handle("boss"),
        key="a duel",
        at=timezone.now(),
    )


def _program(table: Table, person: str, scopes: tuple[str, ...]) -> Program:
    if person == "rival":
        return program_of(Table(league="far-coast", season="far-coast/s1"), "razors", *scopes)
    return program_of(table, person, *scopes) if person else Program()
