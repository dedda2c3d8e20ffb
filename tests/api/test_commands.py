"""Commands over the API: idempotent by key, refused with the rules' own sentence, and tried without dice."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import Entry, StoredAnswer
from league.tokens import READ_SCOPE, act_scope
from tests.api.api_callers import Program, at, program_of
from tests.api.reportable_matches import locked
from tests.api.test_problems import told
from tests.league.small_league import Table, announced, assert_reconciled, founded, report

pytestmark = pytest.mark.django_db
HIRE = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1", "name": "Vega"}

TRAIT = {"type": "choose_trait", "franchise": "razors", "driver": "razors.d1", "trait": "reflexes"}


def give(table: Table, program: Program, *commands: dict[str, Any], key: str = "k", **more: Any) -> Any:
    """Send commands under an idempotency key."""
    return program.post(at(table, "/commands"), {"commands": list(commands), **more}, key=key)


def test_an_owners_program_gives_his_commands_and_hears_what_came_of_them() -> None:
    table = founded()
    answer = give(table, program_of(table, "razors"), HIRE)
    assert answer.status_code == 201, answer.content
    (entry,) = answer.json()["entries"]
    assert (entry["number"], entry["command"]) == (table.row.length, HIRE)
    assert "Vega" in entry["facts"][0]["sentence"]
    assert "razors.d1" in table.state.drivers
    assert_reconciled(table.season)


def test_the_same_again_under_its_key_is_the_same_answer_byte_for_byte_and_done_once() -> None:
    table = founded()
    program = program_of(table, "razors")
    first, again = give(table, program, HIRE), give(table, program, HIRE)
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again["Idempotent-Replayed"] == "true"
    assert Entry.objects.filter(season=table.season, command="hire_rookie").count() == 1


def test_a_refusal_is_an_answer_too_and_is_heard_again() -> None:
    table = founded()
    program = program_of(table, "razors")
    table.give("hire_rookie", by="razors", **{name: value for name, value in HIRE.items() if name != "type"})
    refused = {**HIRE, "name": "Vega the Second"}
    first, again = give(table, program, refused), give(table, program, refused)
    assert (first.status_code, again.content) == (422, first.content)
    assert again["Content-Type"] == "application/problem+json"


def test_another_request_under_a_used_key_is_turned_down_and_does_nothing() -> None:
    table = founded()
    program = program_of(table, "razors")
    give(table, program, HIRE)
    told(give(table, program, {**HIRE, "driver": "razors.d10"}), 422, "key-reused")
    assert "razors.d10" not in table.state.drivers


def test_two_persons_may_use_the_same_key() -> None:
    table = founded()
    other = {**HIRE, "franchise": "saints", "driver": "saints.d1", "name": "Somebody else"}
    assert give(table, program_of(table, "razors"), HIRE).status_code == 201
    assert give(table, program_of(table, "saints"), other).status_code == 201


@pytest.mark.parametrize(("key", "status", "kind"), [("", 400, "key-missing"), ("k" * 121, 400, "key-malformed")])
def test_what_changes_something_needs_a_key(key: str, status: int, kind: str) -> None:
    table = founded()
    told(give(table, program_of(table, "razors"), HIRE, key=key), status, kind)
    assert not StoredAnswer.objects.exists()


def test_all_are_performed_or_none_and_the_one_that_is_refused_is_pointed_at() -> None:
    table = founded()
    before = table.row.length
    problem = told(give(table, program_of(table, "razors"), HIRE, HIRE), 422, "id-taken")
    assert [(error["pointer"], error["type"], error["detail"]) for error in problem["errors"]] == [
        ("/commands/1", problem["type"], problem["detail"])
    ]
    assert table.row.length == before


@pytest.mark.parametrize(
    ("wrong", "kind", "pointer"),
    [
        (5, "wrong-kind", "/commands/1"),
        ({"driver": "razors.d1"}, "field-missing", "/commands/1/type"),
        ({**HIRE, "type": 5}, "wrong-kind", "/commands/1/type"),
        ({"type": "explode"}, "unknown", "/commands/1/type"),
        ({**HIRE, "driver": 5}, "wrong-kind", "/commands/1/driver"),
        ({**HIRE, "colour": "red"}, "field-unknown", "/commands/1/colour"),
        ({"type": "hire_rookie", "driver": "razors.d1"}, "field-missing", "/commands/1/franchise"),
        ({**TRAIT, "trait": "charm"}, "not-one-of", "/commands/1/trait"),
        ({**HIRE, "name": "a\u0007b"}, "malformed", "/commands/1/name"),
        ({"type": "close_round", "round": "r1"}, "not-yours", "/commands/1"),
        (
            {"type": "name_line_up", "match": "m1", "franchise": "razors", "seats": [{"driver": 5, "car": "c"}]},
            "wrong-kind",
            "/commands/1/seats/0/driver",
        ),
        (
            {
                "type": "name_line_up",
                "match": "m1",
                "franchise": "razors",
                "seats": [{"driver": "d", "car": "c", "drivr": "d"}],
            },
            "field-unknown",
            "/commands/1/seats/0/drivr",
        ),
    ],
)
def test_what_is_wrong_with_one_of_several_commands_is_pointed_at(wrong: Any, kind: str, pointer: str) -> None:
    table = founded()
    program = program_of(table, "boss" if kind == "not-yours" else "razors")
    commands = [{"type": "open_setup"} if kind == "not-yours" else HIRE, wrong]
    for problem in (
        told(give(table, program, *commands), 403 if kind == "not-yours" else 422, kind),
        told(program.post(at(table, "/trials"), {"commands": commands}), 403 if kind == "not-yours" else 422, kind),
    ):
        assert [error["pointer"] for error in problem["errors"]] == [pointer]


def test_everything_that_is_out_of_shape_in_any_of_several_commands_is_told_at_once() -> None:
    table = founded()
    wrong_commands = [{"type": "explode"}, {**HIRE, "name": 5, "colour": "red"}, {"type": "hire_rookie"}]
    problem = told(give(table, program_of(table, "razors"), HIRE, *wrong_commands), 422, "unknown")
    assert [(error["pointer"], error["type"].rpartition("/")[2]) for error in problem["errors"]] == [
        ("/commands/1/type", "unknown"),
        ("/commands/2/name", "wrong-kind"),
        ("/commands/2/colour", "field-unknown"),
        ("/commands/3/franchise", "field-missing"),
        ("/commands/3/driver", "field-missing"),
    ]


def test_what_is_wrong_with_the_request_hides_nothing_of_its_commands_and_no_command_that_of_another() -> None:
    table = founded()
    program = program_of(table, "razors")
    body = {"commands": [{**HIRE, "colour": "red"}, HIRE, 5, {"driver": "razors.d1"}], "zz": 1, "seen": "x"}
    for problem in (
        told(program.post(at(table, "/commands"), body, key="k"), 422, "wrong-kind"),
        told(program.post(at(table, "/trials"), body), 422, "wrong-kind"),
    ):
        assert [(error["pointer"], error["type"].rpartition("/")[2]) for error in problem["errors"]] == [
            ("/commands/2", "wrong-kind"),
            ("/seen", "wrong-kind"),
            ("/zz", "field-unknown"),
            ("/commands/0/colour", "field-unknown"),
            ("/commands/3/type", "field-missing"),
        ]


def test_of_too_many_commands_none_is_looked_at() -> None:
    table = founded()
    problem = told(give(table, program_of(table, "razors"), *[{"type": "explode"}] * 101), 422, "malformed")
    assert [error["pointer"] for error in problem["errors"]] == ["/commands"]


def test_every_fault_of_a_report_in_a_command_is_pointed_at_within_it() -> None:
    table = locked()
    wrong_report = {**report(table), "teams": [{"franchise": "razors", "points": -1, "rank": 1}]}
    command = {"type": "accept_report", "match": "m1", "report": wrong_report}
    problem = told(give(table, program_of(table, "boss"), command, reason="I was there."), 422, "points-impossible")
    assert [error["pointer"] for error in problem["errors"]] == [
        "/commands/0/report/teams/0/points",
        "/commands/0/report/teams",
    ]


def test_what_was_changed_since_and_a_missing_reason_are_the_requests_own() -> None:
    table = founded()
    late = told(give(table, program_of(table, "razors"), HIRE, seen=9999), 412, "out-of-date")
    boss, on_behalf = program_of(table, "boss"), {"on_behalf_of": "razors"}
    silent = told(give(table, boss, HIRE, **on_behalf), 422, "reason-missing")
    unread = told(give(table, boss, HIRE, **on_behalf, reason="a\u0007b", key="bell"), 422, "malformed")
    long = told(give(table, boss, HIRE, **on_behalf, reason="x" * 1001, key="long"), 422, "malformed")
    pointed = [error["pointer"] for problem in (late, silent, unread, long) for error in problem["errors"]]
    assert pointed == ["/seen", "/reason", "/reason", "/reason"]


def test_faces_that_are_wanted_are_pointed_at_by_the_path_of_their_throw() -> None:
    table = founded(switches={"dice.by_hand": "everybody"})
    party = {"type": "throw_party", "franchise": "razors", "spend_k": 40}
    problem = told(give(table, program_of(table, "razors"), party, typed={"faces": {}}), 422, "needs-dice")
    (pointed,) = problem["errors"]
    assert pointed["pointer"].startswith("/typed/faces/")
    assert pointed["pointer"].removeprefix("/typed/faces/").replace("~1", "/") in problem["detail"]


def test_a_commissioner_who_names_nobody_is_told_to_name_the_franchise() -> None:
    table = founded()
    problem = told(give(table, program_of(table, "boss"), HIRE), 403, "scope-missing")
    assert "names razors in `on_behalf_of` and says why in `reason`" in problem["detail"]
    assert [error["pointer"] for error in problem["errors"]] == ["/on_behalf_of"]


def test_a_stranger_and_a_token_without_the_scope_give_nothing() -> None:
    table = founded()
    told(give(table, Program(), HIRE), 401, "not-logged-in")
    told(give(table, program_of(table, "razors", READ_SCOPE), HIRE), 403, "scope-missing")
    told(give(table, program_of(table, "saints"), HIRE), 403, "scope-missing")
    told(give(table, program_of(table, "razors"), {"type": "open_setup"}), 403, "scope-missing")
    assert "razors.d1" not in table.state.drivers


def test_a_commissioner_acts_for_an_owner_with_a_reason_everybody_reads() -> None:
    table = founded()
    program = program_of(table, "boss")
    told(give(table, program, HIRE, on_behalf_of="razors"), 422, "reason-missing")
    answer = give(table, program, HIRE, on_behalf_of="razors", reason="He is at sea.", key="k2")
    assert answer.json()["entries"][0]["reason"] == "He is at sea."


def test_what_changed_since_it_was_read_refuses_a_command() -> None:
    table = founded()
    length = table.row.length
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name="One")
    told(give(table, program_of(table, "razors"), HIRE, seen=length), 412, "out-of-date")


@pytest.mark.parametrize(
    ("others", "whose"),
    [
        ([HIRE, {**HIRE, "franchise": "saints", "driver": "saints.d1"}], "for the owner of saints"),
        ([HIRE, {"type": "open_setup"}], "for the commissioner"),
    ],
)
def test_one_hand_gives_one_batch_and_the_first_command_of_another_is_pointed_at(
    others: list[dict[str, Any]], whose: str
) -> None:
    table = founded()
    program = program_of(table, "boss")
    for problem in (
        told(give(table, program, HIRE, *others), 422, "another-hand"),
        told(program.post(at(table, "/trials"), {"commands": [HIRE, *others]}), 422, "another-hand"),
    ):
        assert [error["pointer"] for error in problem["errors"]] == ["/commands/2"]
        assert f"this one is {whose}" in problem["detail"]


def test_a_trial_tells_what_would_come_and_changes_nothing() -> None:
    table = founded()
    before = table.row.length
    trial = program_of(table, "razors").post(at(table, "/trials"), {"commands": [HIRE]}).json()
    assert trial["refusal"] == ""
    assert any("Vega" in fact for fact in trial["facts"])
    refused = program_of(table, "razors").post(at(table, "/trials"), {"commands": [HIRE, HIRE]}).json()
    assert refused["refusal"]
    assert refused["facts"] == []
    assert refused["problem"]["type"].endswith("/problems/id-taken")
    assert [error["pointer"] for error in refused["problem"]["errors"]] == ["/commands/1"]
    assert table.row.length == before


def test_a_trial_tells_which_dice_would_be_thrown_and_no_face() -> None:
    table = founded()
    party = {"type": "throw_party", "franchise": "razors", "spend_k": 40}
    trial = program_of(table, "razors").post(at(table, "/trials"), {"commands": [party]}).json()
    assert trial["throws"], trial
    assert not any("rolled" in fact for fact in trial["facts"])


def test_a_trial_that_lacks_a_reason_is_an_error_as_the_guide_says() -> None:
    table = founded()
    body = {"commands": [HIRE], "on_behalf_of": "razors"}
    problem = told(program_of(table, "boss").post(at(table, "/trials"), body), 422, "reason-missing")
    assert [error["pointer"] for error in problem["errors"]] == ["/reason"]


def test_nobody_tries_what_another_may_give() -> None:
    table = announced()
    program = program_of(table, "saints", READ_SCOPE, act_scope("saints"))
    told(program.post(at(table, "/trials"), {"commands": [HIRE]}), 403, "scope-missing")
