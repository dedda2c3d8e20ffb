"""No entry point reveals dice too early or lets people choose faces.

Two seasons that differ only in their secret get the same requests and must give the same answers. Entry points are
discovered in their registries: the guard fails for one without a line here, and attacks all others.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.procedures.examples import USE_IN
from journal.approvals import LOCKED_AND_LATER_STEPS
from journal.entry_body import load_body
from league.models import Entry
from league.pages.command_forms.base import FORMS
from rules.campaign.core.codec import command_document
from rules.campaign.core.command import COMMAND_TYPES, Giver, command_type
from rules.core.refusals import Refusal
from tests.api.api_callers import at, program_of
from tests.api.test_document import operations
from tests.command_forms.desk import Sitter
from tests.guards.findings import beyond, report
from tests.journal.amends import amended, with_another_secret
from tests.journal.misread_league import partied
from tests.journal.test_amend_approvals import waits_for_repairs
from tests.league.small_league import Table, announced, founded, lined_up, settled
from tests.machine.arguments import command
from tests.own_cache import empty_cache

pytestmark = pytest.mark.django_db
TRIED, THROWS, NO_DICE = "tried", "throws", "no dice"
OPERATIONS = {
    "try_commands": TRIED,
    "preview_amend": TRIED,
    "give_commands": THROWS,
    "amend": THROWS,
    "report_match": THROWS,
    "rule_on_reports": THROWS,
    "give_awaited": THROWS,
    "perform_procedure": THROWS,
    "set_reveal": THROWS,
    "preview_standing_orders": TRIED,
    "advance": THROWS,
    "answer_ruling": THROWS,
    **dict.fromkeys(("set_standing_orders", "clear_standing_orders", "act_on_clock", "set_calendar"), NO_DICE),
    **dict.fromkeys(("replace_draft_queue", "change_draft_queue", "make_invitation", "revoke_invitation"), NO_DICE),
    **dict.fromkeys(("post_announcement", "edit_announcement", "withdraw_announcement"), NO_DICE),
    **dict.fromkeys(("mark_notices_read", "act_on_job"), NO_DICE),
    **dict.fromkeys(("draw_up_rounds", "set_round_plan", "discard_round_plans"), NO_DICE),
    **dict.fromkeys(("acknowledge_answers", "publish_answers", "score_duel", "work_out_procedure"), NO_DICE),
    **dict.fromkeys(("seat_member", "open_season", "make_appeal", "answer_appeal"), NO_DICE),
    **dict.fromkeys(("rename", "veto_name"), NO_DICE),
    **dict.fromkeys(("show_league", "archive_league", "unarchive_league", "ask_deletion"), NO_DICE),
    **dict.fromkeys(("confirm_deletion", "keep_league"), NO_DICE),
    **dict.fromkeys(("offer_handover", "answer_handover", "withdraw_handover"), NO_DICE),
    **dict.fromkeys(("look_for_seat", "stop_looking", "advertise_seats", "withdraw_seat_ad"), NO_DICE),
    **dict.fromkeys(("ask_for_seat", "answer_seat_request", "withdraw_seat_request"), NO_DICE),
    **dict.fromkeys(("make_template", "import_template", "copy_template", "describe_template"), NO_DICE),
    **dict.fromkeys(("publish_template", "withdraw_template", "delete_template", "found_from_template"), NO_DICE),
    **dict.fromkeys(("make_sandbox", "end_sandbox", "make_webhook", "try_webhook"), NO_DICE),
    **dict.fromkeys(("put_question", "rule_on_question", "withdraw_question", "open_duel", "act_in_duel"), NO_DICE),
    **dict.fromkeys(("save_notice_settings", "turn_mail_on_again"), NO_DICE),
    **dict.fromkeys(("replace_feed_key", "revoke_feed_key", "revoke_own_token", "set_time_zone"), NO_DICE),
    **dict.fromkeys(("set_personal_webhook", "remove_personal_webhook", "try_personal_webhook"), NO_DICE),
    "send_personal_again": NO_DICE,
    **dict.fromkeys(("arrange_match_time", "set_home_night"), NO_DICE),
    **dict.fromkeys(("send_again", "send_dead_again", "new_webhook_secret", "stop_webhook"), NO_DICE),
}
"""Every API operation but reads: whether it only tries, may throw dice, or has nothing to do with dice."""
TAKES_FACES = {"give_commands", "amend", "preview_amend", "perform_procedure"}
"""The operations whose requests may contain faces."""
TYPED_AT = {"do", "amend"}
"""The management commands with options for faces."""
OWNERS = sorted(tag for tag, row in COMMAND_TYPES.items() if row.by is Giver.OWNER)
COMMISSIONERS = sorted(tag for tag, row in COMMAND_TYPES.items() if row.by is Giver.COMMISSIONER)
STATES: dict[str, Callable[[], Table]] = {
    "founded": founded,
    "announced": announced,
    "settled": settled,
}
UNDER_WAY: dict[str, Callable[[], Table]] = {
    "locked": lined_up,
    "reported": waits_for_repairs,
}
PARTY = {"type": "throw_party", "franchise": "razors", "spend_k": 10}
FACES = {"faces": {"setup/razors/party": [6, 6, 6]}, "witness": "me"}
PATH = "setup/razors/party"
MISREAD = {"misread": {PATH: {"1": {"was": 1, "now": 2}}}, "reason": "So."}
FEW = settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@contextmanager
def undone() -> Iterator[None]:
    """Roll back what is done in the block."""
    yield
    transaction.set_rollback(True)


def alike(table: Table, ask: Callable[[], Any]) -> Any:
    """The answer of `ask`, which must be the same with another secret. Both calls are rolled back."""
    answers = []
    for other in (False, True):
        with transaction.atomic():
            if other:
                with_another_secret(table)
            empty_cache()
            answers.append(ask())
            transaction.set_rollback(True)
    assert answers[0] == answers[1], "It hangs on the season's secret: play it with made-up dice."
    return answers[0]


def test_every_operation_that_asks_for_something_has_a_line() -> None:
    ids = {operation["operationId"] for _, how, operation in operations() if how != "get"}
    says = "The operation {} has no line: say in OPERATIONS of tests/guards/test_dice_to_come.py if it throws dice."
    gone = "No operation is called {}: take its line out of OPERATIONS in tests/guards/test_dice_to_come.py."
    report([*beyond(ids, OPERATIONS, says), *beyond(OPERATIONS, ids, gone)], seen=ids, of="operations")


def test_every_entry_point_that_takes_faces_is_attacked_here() -> None:
    takes = {
        operation["operationId"]
        for _, _, operation in operations()
        if _takes(operation, "CommandsIn", "AmendIn", "MisreadIn", "UseIn")
    }
    takes -= {"try_commands"}  # a trial refuses faces, as it does all that is no part of a trial
    names = [name for name, app in get_commands().items() if app == "league"]
    typed = {name for name in names if "--typed" in _help(name) or "--misread" in _help(name)}
    says = "{} takes faces and is not attacked: add it to tests/guards/test_dice_to_come.py."
    report([*beyond(takes, TAKES_FACES, says), *beyond(typed, TYPED_AT, says)], seen=takes, of="entry points")


def _takes(operation: dict[str, Any], *shapes: str) -> bool:
    """Whether an operation's request has one of these schemas, which have fields for faces."""
    return any(f"/{shape}" in json.dumps(operation.get("requestBody", {})) for shape in shapes)


def _help(name: str) -> str:
    return load_command_class("league", name).create_parser("manage.py", name).format_help()


@pytest.mark.parametrize("who", ["boss", "razors"])
def test_no_entry_point_takes_faces_in_a_season_that_throws_its_own_dice(who: str, tmp_path: Any) -> None:
    table = founded()
    program, length = program_of(table, who), table.row.length
    behalf = {"on_behalf_of": "razors", "reason": "They asked me to."} if who == "boss" else {}
    answers = [program.post(at(table, "/commands"), {"commands": [PARTY], "typed": FACES, **behalf}, key="k1")]
    if who == "boss":
        corrections = {"corrections": {str(length): [PARTY]}, "reason": "So.", "typed": FACES}
        answers.append(program.post(at(table, "/amends"), corrections, key="k2"))
        answers.append(program.post(at(table, "/amends/preview"), corrections, key="k3"))
        use = {**USE_IN, "faces": [1], "witness": "me"}
        answers.append(program.post(at(table, "/procedures/choose_who_is_hit"), use, key="k6"))
    for answer in answers:
        assert answer.status_code == 422, answer.content
        assert answer.json()["type"].endswith("/site-dice-alone")
    for part, key in (("", "k4"), ("/preview", "k5")) if who == "boss" else ():
        answer = program.post(at(table, f"/amends{part}"), MISREAD, key=key)
        assert answer.json()["type"].endswith("/table-dice-undeclared"), answer.content
    with pytest.raises(CommandError, match="throws its own dice"):
        call_command("amend", table.season, "--misread", f"{PATH}=1:1:2", "--as", "rust-belt-boss", "--reason", "So.")
    file = tmp_path / "party.json"
    file.write_text(json.dumps(PARTY), encoding="utf-8")
    correct = ("--correct", f"{length}={file}")
    for name, words in (("razors", ("do", table.season, str(file))), ("boss", ("amend", table.season, *correct))):
        with pytest.raises(CommandError, match="throws its own dice"):
            call_command(*words, "--as", f"rust-belt-{name}", "--typed", "--reason", "So.")
    assert table.row.length == length
    sitter = Sitter(table.season, who)
    offering = [tag for tag in sorted(FORMS) if FORMS[tag].throws and 'name="real_dice"' in _opened(sitter, tag)]
    report((f"The form of {tag} offers faces." for tag in offering), seen=FORMS, of="forms")


def _opened(sitter: Sitter, tag: str) -> str:
    answer = sitter.open(tag)
    return str(answer.content.decode()) if answer.status_code == 200 else ""


@pytest.mark.parametrize("state", STATES)
def test_what_is_tried_by_program_hangs_on_no_secret(state: str) -> None:
    table = STATES[state]()

    @FEW
    @given(data=st.data())
    def try_command(data: Any) -> None:
        tag = data.draw(st.sampled_from([*OWNERS, *COMMISSIONERS]))
        document = command_document(data.draw(command(table.state, tag, serial=900)))
        who = document.get("franchise", "razors") if tag in OWNERS else "boss"
        program = program_of(table, who if who in table.franchises else "razors")
        body = {"commands": [document], "reason": "Tried."}
        alike(table, lambda: _said(program.post(at(table, "/trials"), body)))

    try_command()


@pytest.mark.parametrize("state", STATES)
def test_what_an_amend_would_come_to_hangs_on_no_secret(state: str) -> None:
    table = STATES[state]()
    given_by_people = Entry.objects.filter(season=table.season).exclude(actor="season").exclude(command="open_season")
    numbers = sorted(given_by_people.values_list("number", flat=True))
    program = program_of(table, "boss")

    @FEW
    @given(data=st.data())
    def preview_amend(data: Any) -> None:
        number = data.draw(st.sampled_from(numbers[-12:]))
        tag = data.draw(st.sampled_from([*OWNERS, *COMMISSIONERS]))
        document = command_document(data.draw(command(table.state, tag, serial=900)))
        own = program.get(at(table, f"/entries/{number}")).json()["command"]
        commands = data.draw(st.sampled_from([[own, document], [document], []]))
        body = {"corrections": {str(number): commands}, "reason": "Tried."}
        alike(table, lambda: _said(program.post(at(table, "/amends/preview"), body, key="tried")))

    preview_amend()


@pytest.mark.parametrize("state", [*STATES, *UNDER_WAY])
def test_an_amend_that_throws_or_calls_off_a_locked_match_is_nobodys_alone(state: str) -> None:
    table = {**STATES, **UNDER_WAY}[state]()
    bodies = [
        (entry.number, load_body(entry.body))
        for entry in Entry.objects.filter(season=table.season).order_by("number")
    ]
    known_paths = {roll["path"] for _, body in bodies for roll in body.rolls}
    commands = {
        number: body.command for number, body in bodies if command_type(body.command["type"]).by is not Giver.SEASON
    }
    locked, numbers = {id for id, match in table.state.matches.items() if match.step in LOCKED_AND_LATER_STEPS}, []
    plans = [{"match": "m7", "event": "race", "heats": 1, "franchises": list(table.franchises)}]
    additions: list[dict[str, Any]] = [{"type": "announce_round", "round": "r1", "matches": plans}]
    additions += [{"type": "void_match", "match": id} for id in locked]
    for number in sorted(commands)[-8:]:
        for correction in (
            [],
            *([commands[number], misplaced] for misplaced in additions),
            *([misplaced] for misplaced in additions),
            *_milder(commands[number]),
        ):
            with transaction.atomic(), undone(), suppress(Refusal):
                preview = amended(table, {number: correction}, preview=True).amended
                result = amended(table, {number: correction})
                after = Entry.objects.filter(season=table.season, number__gte=result.number)
                rolls = [roll for entry in after for roll in load_body(entry.body).rolls]
                rolls += [roll for amended_body in result.amended.retold.values() for roll in amended_body.rolls]
                new = sorted({roll["path"] for roll in rolls} - known_paths)
                still_locked = {
                    id for id, match in table.state.matches.items() if match.step in LOCKED_AND_LATER_STEPS
                }
                assert sorted(result.thrown_paths) == new
                assert bool(preview.to_come) is bool(new)
                assert result.amended.unapproved is bool(new or locked - still_locked), (number, correction)
                numbers.append(number)
    report((), seen=numbers, of="amends")


@pytest.mark.parametrize("now", range(2, 7))
def test_what_a_misread_die_would_change_hangs_on_no_secret(now: int) -> None:
    table = partied()
    program = program_of(table, "boss")
    body = {"misread": {PATH: {"1": {"was": 1, "now": now}}}, "reason": "Tried."}
    alike(table, lambda: _said(program.post(at(table, "/amends/preview"), body, key="tried")))


def test_no_entry_point_replaces_a_die_that_the_season_drew() -> None:
    table = partied()
    table.give("throw_party", by="saints", franchise="saints", spend_k=10)
    program, length = program_of(table, "boss"), table.row.length
    drawn = {"misread": {"setup/saints/party": {"1": {"was": 1, "now": 2}}}, "reason": "So."}
    for part, key in (("", "k1"), ("/preview", "k2")):
        answer = program.post(at(table, f"/amends{part}"), drawn, key=key)
        assert answer.json()["type"].endswith("/not-misread"), answer.content
    form = Sitter(table.season, "boss").client.get(f"/l/rust-belt/s1/journal/{length}/amend/")
    assert 'name="die:' not in form.content.decode()
    assert table.row.length == length


def _milder(document: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """The correction of a report to one without damaged cars, so that nobody has anything to decide."""
    if document["type"] == "accept_report":
        undamaged = [{"car": car["car"]} for car in document["report"]["cars"]]
        yield [{**document, "report": {**document["report"], "cars": undamaged}}]


def _said(answer: Any) -> tuple[int, Any]:
    return answer.status_code, answer.json()
