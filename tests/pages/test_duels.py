"""Duels at a referee's table: opening one, what screens send, its page and its file."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models import AnswerVersion, Duel, DuelEntry
from league.pages.duels import actions
from league.pages.duels.actions import MOST_ACTIONS
from league.pages.duels.opening import DuelAnswers, answers_in_force
from rules.match.registry import get_questionnaire
from tests.league.small_league import Table, founded
from tests.pages.duel_tables import (
    HERE,
    close,
    destroyed,
    duel_locked,
    enter,
    open_by_hand,
    open_from_match,
    send,
    the_duel,
)
from tests.pages.page_reader import reader, words

pytestmark = pytest.mark.django_db
MOST_QUERIES = 8


def sentences(answer: dict[str, Any]) -> list[str]:
    """The sentence of each refused action, "" for each that was taken."""
    return [result.get("sentence", "") for result in answer["results"]]


# ------------------------------------------------------------------------------------------------------- opening one


@pytest.mark.rule("CW-S-001", "CW-S-002")
def test_a_duel_is_opened_with_vehicles_entered_by_hand() -> None:
    open_by_hand(checkpoints="gate\n\n gate \nbridge")
    row = the_duel()
    assert [(each["id"], each["name"], each["occupants"], each["speed"]) for each in row.duelists] == [
        ("razors", "Razors", 2, 30),
        ("saints", "Saints", 2, 30),
        ("wolves", "Wolves", 2, 30),
    ]
    assert (row.number, row.title, row.match, row.answers_version) == (1, "The yard", "", 0)
    assert row.arena["checkpoints"].keys() == {"gate", "bridge"}


def test_vehicles_of_one_name_have_ids_of_their_own() -> None:
    open_by_hand(**{"name:2": "Razors", "name:3": "!!"})
    assert [each["id"] for each in the_duel().duelists] == ["razors", "razors-2", "car-3"]


def test_the_form_sent_twice_opens_one_duel() -> None:
    boss = open_by_hand()
    row = {"name:1": "A", "name:2": "B", "speed:1": "20", "speed:2": "20"}
    boss.post(f"{HERE}new/", {"key": "form.1", "title": "Again", **row})
    assert (Duel.objects.count(), the_duel().title) == (1, "The yard")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name:1": "A", "speed:1": "20"}, "A duel has 2 to 20 vehicles, and this one has 1: "),
        ({"name:1": "A", "speed:1": "20", "name:2": "B", "speed:2": "90"}, "starts at 20 to 40 miles an hour"),
        ({"name:1": "A", "speed:1": "20", "name:2": "B"}, "Give the starting speed as a whole number."),
        ({"name:1": "A", "speed:1": "20", "name:2": "B", "speed:2": "20", "title": "x" * 121}, "at most 120"),
        ({"match": "m7", "name:1": "A", "speed:1": "20"}, "is no duel that awaits its report"),
    ],
)
def test_a_duel_that_cannot_be_is_not_opened_and_the_form_says_why(fields: dict[str, str], sentence: str) -> None:
    founded()
    answer = reader("boss").post(f"{HERE}new/", {"key": "form.1", "title": "", **fields})
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Duel.objects.exists()


@pytest.mark.rule("CW-S-002")
def test_a_duel_of_a_match_has_its_cars_with_their_crews() -> None:
    open_from_match()
    row = the_duel()
    assert row.match == "m1"
    assert row.duelists[0] == {
        "id": "razors.car1",
        "name": "Car 1 / razors 1",
        "team": "razors",
        "occupants": 1,
        "speed": 30,
    }


def test_the_form_offers_the_duels_whose_line_ups_are_locked() -> None:
    duel_locked()
    assert "Match m1: Razors, Saints, Widows" in words(reader("boss"), f"{HERE}new/")
    assert "Starting speed of Car 1 / razors 1" in words(reader("boss"), f"{HERE}new/?match=m1")


@pytest.mark.rule("CW-Q-147")
def test_a_duel_has_the_answers_in_force_and_says_by_which_version() -> None:
    table = founded()
    answers = {"duel.points": {**_printed("duel.points"), "mobility_kill": 30}}
    table.give("answer_questions", questionnaire="carwars", version=1, answers=answers, reason="As agreed.")
    row = {"name:1": "A", "name:2": "B", "speed:1": "20", "speed:2": "20"}
    boss = reader("boss")
    boss.post(f"{HERE}new/", {"key": "form.1", "title": "", **row})
    assert (the_duel().answers_version, the_duel().settings["mobility_kill"]) == (1, 30)
    assert "by version 1 of the questionnaire" in words(boss, f"{HERE}1/")


@pytest.mark.rule("HOUSE-012")
def test_the_duel_of_a_match_has_the_answers_that_the_match_was_locked_with() -> None:
    table = duel_locked()
    season, row = table.state, table.row
    locked = {"duel.points": {**_printed("duel.points"), "mobility_kill": 30}}
    season.match("m1").answer_versions = {"carwars": 1}
    season.versions_in_force, season.answers = {"carwars": 2}, {"carwars": {}}
    assert answers_in_force(row, season, "", "carwars") == DuelAnswers(2, {})
    assert answers_in_force(row, season, "m1", "carwars") == DuelAnswers(2, {})
    AnswerVersion.objects.create(
        season=row,
        questionnaire="carwars",
        number=1,
        standing=locked,
        drafted_at=table.now,
        published_at=table.now,
        entry=1,
    )
    assert answers_in_force(row, season, "m1", "carwars") == DuelAnswers(1, locked)
    season.match("m1").answer_versions = {}
    assert answers_in_force(row, season, "m1", "carwars") == DuelAnswers(0, {})


def test_nothing_is_entered_of_a_match_that_was_voided() -> None:
    boss = open_from_match()
    Table(given=500).give("void_match", match="m1", reason="It rained.")
    assert sentences(send(boss, close(1))) == [
        "Match m1 counts as not made, and nothing is entered of its duel any more."
    ]


def _printed(key: str) -> dict[str, Any]:
    return dict(get_questionnaire("carwars").question(key).printed_answer)


# ------------------------------------------------------------------------------------------------- what screens send


def test_a_duel_is_run_phase_by_phase() -> None:
    boss = open_by_hand()
    answer = send(
        boss, enter("a", type="hit", by="razors", on="saints"), close(1), destroyed("b", "saints", "razors", phase=2)
    )
    state = answer["state"]
    assert sentences(answer) == ["", "", ""]
    assert (state["closed"], state["turn"], state["phase"], state["can_enter"], state["ended"]) == (
        1,
        1,
        2,
        True,
        None,
    )
    assert [line["total"] for line in state["sheet"]["duelists"]] == ["41", "-40", "0"]
    assert [line["says"] for line in state["log"]] == [
        "Razors hits Saints.",
        "Saints is destroyed: Razors hit it.",
    ]
    assert [(it["id"], it["destroyed"]) for it in state["conditions"]] == [
        ("razors", False),
        ("saints", True),
        ("wolves", False),
    ]


def test_the_same_key_again_does_nothing_and_is_answered_alike() -> None:
    boss = open_by_hand()
    first = send(boss, enter("a", type="hit", by="razors", on="saints"), close(1))
    again = send(boss, enter("a", type="hit", by="razors", on="saints"), close(1), close(1))
    assert again["results"] == [*first["results"], first["results"][1]]
    assert again["state"] == first["state"]
    assert DuelEntry.objects.count() == 2


def test_a_refused_action_leaves_nothing_and_the_others_are_taken() -> None:
    boss = open_by_hand()
    answer = send(
        boss,
        enter("a", type="hit", by="razors", on="nobody"),
        enter("b", type="hit", by="razors", on="saints"),
        {"key": "c", "act": "dance"},
        {"key": "d", "act": "undo", "of": "zz"},
        {"act": "close", "phase": 1},
        {"key": "e", "act": "close", "phase": "one"},
        {"key": "f", "act": "enter"},
        {"key": "g", "act": "rule", "of": "b", "shares": {"razors": "1"}, "note": "x"},
        {"key": "h", "act": "undo"},
        "nothing",
    )
    assert sentences(answer) == [
        "Turn 1, phase 1: there is no vehicle 'nobody' in this duel. Name one of razors, saints, wolves.",
        "",
        "There is no act 'dance': use one of enter, undo, redo, close, reopen, rule.",
        "The duel has no entry 'zz': look at its log, and name one of these.",
        "Give each action a key of 1 to 60 printable characters, such as a UUID.",
        "Give the phase as a whole number, counted from 1 at the start of the duel.",
        "This is no event: Expected `object`, got `null`. Correct that field.",
        "Only the credit for a kill is ruled on: name the key of a kill.",
        "Name the key of an entry in `of`.",
        "Give each action a key of 1 to 60 printable characters, such as a UUID.",
    ]
    assert [entry.key for entry in DuelEntry.objects.all()] == ["b"]


@pytest.mark.rule("CW-S-047")
def test_a_ruling_counts_and_both_are_in_the_log() -> None:
    boss = open_by_hand()
    shares = {"razors": "1/2", "": "1/2"}
    state = send(
        boss,
        destroyed("a", "saints", "razors"),
        {"key": "b", "act": "rule", "of": "a", "shares": shares, "note": "Half of it was the wall."},
    )["state"]
    assert state["sheet"]["duelists"][0]["kill_points"] == "20"
    assert state["log"][1] | {"at": ""} == {
        "key": "b",
        "number": 2,
        "by": "a commissioner",
        "at": "",
        "undone": False,
        "index": 1,
        "turn": 1,
        "phase": 1,
        "type": "ruling",
        "document": {"of": "a", "shares": shares, "note": "Half of it was the wall."},
        "says": "The referee rules on Saints: Razors 1/2, nobody 1/2.",
        "note": "Half of it was the wall.",
    }


def test_what_is_undone_stays_in_the_log_and_can_be_redone() -> None:
    boss = open_by_hand()
    undone = send(boss, enter("a", type="hit", by="razors", on="saints"), {"key": "b", "act": "undo", "of": "a"})
    assert (undone["state"]["log"][0]["undone"], undone["state"]["sheet"]["duelists"][0]["total"]) == (True, "0")
    redone = send(boss, {"key": "c", "act": "redo", "of": "a"})
    assert (redone["state"]["log"][0]["undone"], redone["state"]["sheet"]["duelists"][0]["total"]) == (False, "1")


@pytest.mark.rule("CW-S-034")
def test_a_duel_ends_at_the_close_of_a_phase() -> None:
    boss = open_by_hand()
    state = send(boss, destroyed("a", "saints", "razors"), destroyed("b", "wolves", "razors"))["state"]
    assert (state["ended"], state["ends_at_close"]["moment"], the_duel().ended) == (None, "turn 1, phase 1", None)
    state = send(boss, close(1))["state"]
    assert (state["ended"]["reason"], state["ended"]["rule"], state["turn"], state["phase"]) == (
        "last_vehicle", "CW-S-034", 1, 1,
    )  # fmt: skip
    assert the_duel().ended == 1


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("", 422),
        ("[]", 422),
        ('{"actions": {}}', 422),
        ('{"actions": [NaN]}', 422),
        (json.dumps({"actions": [{}] * (MOST_ACTIONS + 1)}), 422),
    ],
)
def test_a_request_of_another_form_is_refused_with_a_sentence(body: str, status: int) -> None:
    boss = open_by_hand()
    answer = boss.post(f"{HERE}1/actions/", body, content_type="application/json")
    assert answer.status_code == status
    assert answer.json()["sentence"].endswith(".")


@pytest.mark.parametrize(("who", "status"), [("stranger", 401), ("razors", 403)])
def test_nobody_but_the_referee_enters_anything(who: str, status: int) -> None:
    open_by_hand()
    answer = reader(who).post(
        f"{HERE}1/actions/", json.dumps({"actions": [close(1)]}), content_type="application/json"
    )
    assert (answer.status_code, DuelEntry.objects.exists()) == (status, False)
    assert reader(who).get(f"{HERE}1/state/").json()["can_enter"] is False


def test_a_screen_without_the_token_of_its_page_is_refused() -> None:
    open_by_hand()
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = reader("boss").cookies
    answer = strict.post(f"{HERE}1/actions/", json.dumps({"actions": [close(1)]}), content_type="application/json")
    assert (answer.status_code, DuelEntry.objects.exists()) == (403, False)


def test_other_screens_ask_for_what_is_new() -> None:
    boss, crowd = open_by_hand(), reader("stranger")
    before = crowd.get(f"{HERE}1/state/?since=7")
    assert (before.status_code, before["ETag"]) == (200, '"0"')
    assert crowd.get(f"{HERE}1/state/?since=0").status_code == 304
    assert crowd.get(f"{HERE}1/state/", headers={"If-None-Match": '"0"'}).content == b""
    send(boss, close(1))
    assert crowd.get(f"{HERE}1/state/?since=0").json()["version"] == 1
    assert crowd.get(f"{HERE}9/state/").status_code == 404


def test_a_duel_of_too_many_entries_takes_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    boss = open_by_hand()
    monkeypatch.setattr(actions, "MOST_ENTRIES", 2)
    assert sentences(send(boss, close(1), close(2), close(3))) == [
        "",
        "",
        "A duel has at most 2 entries, with those undone: end it, and open another.",
    ]


# ------------------------------------------------------------------------------------------------ its page and file


def _fight(boss: Client, duelists: list[str], *, phases: int) -> None:
    """A duel of so many phases, in each of which every vehicle hits the next one and changes its speed."""
    fight: list[dict[str, Any]] = []
    for phase in range(1, phases + 1):
        turn, of_turn = (phase - 1) // 5 + 1, (phase - 1) % 5 + 1
        for place, id in enumerate(duelists):
            on = duelists[(place + 1) % len(duelists)]
            fight.append(enter(f"h{phase}.{id}", turn, of_turn, type="hit", by=id, on=on))
        fight.append(close(phase))
    for start in range(0, len(fight), MOST_ACTIONS):
        answer = send(boss, *fight[start : start + MOST_ACTIONS])
        assert set(sentences(answer)) == {""}


@pytest.mark.statements
@pytest.mark.parametrize("duelists", [2, 8])
def test_the_page_of_a_duel_takes_few_queries_however_long_it_is(duelists: int) -> None:
    boss = open_by_hand(duelists=duelists)
    _fight(boss, [each["id"] for each in the_duel().duelists], phases=100)
    for client in (boss, reader("stranger")):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"{HERE}1/").status_code == 200
        assert len(queries) <= MOST_QUERIES, [query["sql"][:200] for query in queries]


@pytest.mark.statements
def test_the_page_of_a_match_s_duel_takes_few_queries() -> None:
    boss = open_from_match()
    with CaptureQueriesContext(connection) as queries:
        assert boss.get(f"{HERE}1/").status_code == 200
    assert len(queries) <= MOST_QUERIES, [query["sql"][:200] for query in queries]


@pytest.mark.rule("CW-S-047")
def test_the_file_of_a_duel_scored_by_the_command_comes_to_the_same_sheet(tmp_path: Path) -> None:
    boss = open_by_hand()
    ruling = {"key": "r", "act": "rule", "of": "b", "shares": {"razors": "1/3", "wolves": "2/3"}, "note": "As seen."}
    state = send(
        boss,
        enter("a", type="hit", by="razors", on="saints"),
        destroyed("b", "saints", "razors"),
        ruling,
        close(1),
        enter("c", 1, 2, type="speed", of="wolves", mph=0),
        {"key": "d", "act": "undo", "of": "a"},
    )["state"]
    file = boss.get(f"{HERE}1/duel.json")
    assert file["Content-Disposition"] == 'attachment; filename="rust-belt-s1-duel-1.json"'
    (tmp_path / "duel.json").write_bytes(file.content)
    printed = StringIO()
    call_command("score", str(tmp_path / "duel.json"), "--json", stdout=printed)
    assert printed.getvalue().strip() == json.dumps(state["sheet"], indent=1, ensure_ascii=False)


def test_the_page_reads_as_a_story_with_points_and_rules() -> None:
    boss = open_by_hand()
    send(boss, destroyed("a", "saints", "razors"), close(1), enter("b", 1, 2, type="time_called"), close(2))
    page = words(reader("stranger"), f"{HERE}1/")
    story = page.split("The story")[1]
    assert "The duel ended at the close of turn 1, phase 2: time was called" in page
    assert story.index("Time is called.") < story.index("Saints is destroyed: Razors hit it.")
    assert "Razors +20 The mobility kill of Saints." in story
    assert "Undo" not in page
    assert "The yard" in words(reader("stranger"), HERE)


# ---------------------------------------------------------------------------------------------------- without scripts


def form_of(page: str, act: str) -> dict[str, str]:
    """The hidden fields of the first form of the page that does that."""
    form = next(form for form in page.split("<form")[1:] if f'name="act" value="{act}"' in form).split("</form>")[0]
    found = {}
    for tag in form.split("<input")[1:]:
        attributes = dict(part.split('="', 1) for part in tag.split(">")[0].strip().split('" ') if '="' in part)
        if attributes.get("type") == "hidden" and attributes["name"] != "csrfmiddlewaretoken":
            found[attributes["name"]] = attributes.get("value", "").rstrip('"')
    return found


@pytest.mark.rule("CW-S-040", "CW-S-047")
def test_a_duel_is_run_with_forms_alone() -> None:
    boss = open_by_hand()
    here = f"{HERE}1/"

    def press(act: str, query: str = "", **fields: str) -> int:
        page = boss.get(f"{here}{query}").content.decode()
        return boss.post(here, {**form_of(page, act), **fields}).status_code

    moment = {"turn": "1", "phase": "1"}
    assert press("enter", "?type=hit", by="razors", on="saints", hazard="on", **moment) == 302
    cause = {"cause1": "pushed", "cause1_who": "wolves", "cause2": "lost_control", "cause3": "attack"}
    assert press("enter", "?type=kill", on="saints", part="destroyed", **cause, cause3_who="razors", **moment) == 302
    assert press("rule", **{"share:razors": "1/2", "share:": "1/2", "note": "The wall."}) == 302
    assert press("undo") == 302
    assert press("redo") == 302
    assert press("close") == 302
    assert press("reopen") == 302
    kill = DuelEntry.objects.get(number=2).value
    assert kill["because"] == {
        "type": "pushed",
        "driver": "wolves",
        "voluntary": False,
        "because": {"type": "lost_control", "because": {"type": "attack", "by": "razors"}},
    }
    acts = list(DuelEntry.objects.order_by("number").values_list("act", flat=True))
    assert acts == ["enter", "enter", "rule", "undo", "redo", "close", "reopen"]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"act": "dance"}, "press one of the buttons"),
        ({"act": "enter", "type": "surrender"}, "This duel has no event of that type: choose one from the list."),
        ({"act": "enter", "type": "hit", "key": "k", "turn": "", "phase": "1"}, "Turn: "),
        (
            {"act": "enter", "type": "hit", "key": "k", "turn": "1", "phase": "1", "by": "razors", "on": "razors"},
            "a vehicle does not hit itself",
        ),
        (
            {
                "act": "enter",
                "type": "kill",
                "key": "k",
                "turn": "1",
                "phase": "1",
                "on": "razors",
                "part": "mobility",
            }
            | {"cause1": "lost_control"},
            "Say in link 2 of the cause what led to link 1.",
        ),
        ({"act": "close", "key": "k", "phase": "x"}, "Give the phase as a whole number"),
        ({"act": "undo", "key": "k", "of": "zz"}, "The duel has no entry"),
        ({"act": "rule", "key": "k", "of": "zz"}, "The duel has no entry"),
    ],
)
def test_a_refused_form_says_why_and_keeps_what_was_typed(fields: dict[str, str], sentence: str) -> None:
    boss = open_by_hand()
    answer = boss.post(f"{HERE}1/", fields)
    assert answer.status_code == 422
    assert sentence in answer.content.decode().replace("&#x27;", "'")
    assert not DuelEntry.objects.exists()
