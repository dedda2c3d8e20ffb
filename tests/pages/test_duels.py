"""Duels at a referee's table: opening one, its page and its file, and its forms without scripts."""

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
from league.pages.duels.actions import MOST_ACTIONS
from league.pages.duels.opening import DuelAnswers, Entrant, answers_in_force, with_ids
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
    sentences,
    the_duel,
)
from tests.pages.page_reader import reader, words

pytestmark = pytest.mark.django_db
MOST_QUERIES = 8


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


@pytest.mark.rule("CW-S-020", "CW-S-022")
def test_a_feature_is_worth_what_its_line_says_and_else_what_the_questionnaire_does() -> None:
    open_by_hand(checkpoints="gate\nbridge: 15\nA: B", jumps="Gap : 10")
    arena = the_duel().arena
    assert {name: feature["points"] for name, feature in arena["checkpoints"].items()} == {
        "gate": 0,
        "bridge": 15,
        "A: B": 0,
    }
    assert arena["jumps"]["Gap"]["points"] == 10


def test_the_form_says_what_features_are_worth_and_which_duel_of_a_match_runs() -> None:
    boss = open_from_match()
    page = words(boss, f"{HERE}new/?match=m1")
    assert "each worth 0" in page
    assert "This match already has a duel: Duel 1" in page


def test_vehicles_of_one_name_are_numbered_and_have_ids_of_their_own() -> None:
    open_by_hand(**{"name:2": "Razors", "name:3": "!!"})
    assert [(duelist["id"], duelist["name"]) for duelist in the_duel().duelists] == [
        ("razors", "Razors"),
        ("razors-2", "Razors 2"),
        ("car-3", "!!"),
    ]


def test_long_names_that_are_alike_stay_as_long_as_the_scorer_takes() -> None:
    entrants = with_ids([Entrant(name="R" * 60, speed=30) for _ in range(11)])
    assert len({entrant.name for entrant in entrants}) == len({entrant.id for entrant in entrants}) == 11
    assert {len(entrant.name) for entrant in entrants} == {60}
    assert entrants[10].name.endswith("R 11")


def test_more_rows_keep_what_is_filled_in() -> None:
    boss = open_by_hand()
    typed = {"key": "form.2", "title": "Second yard", "name:1": "Kites", "speed:1": "30", "act": "more_rows"}
    page = boss.post(f"{HERE}new/?rows=12", typed)
    shown = page.content.decode()
    assert page.status_code == 200
    assert Duel.objects.count() == 1
    assert 'value="Kites"' in shown
    assert 'value="Second yard"' in shown
    assert 'name="name:12"' in shown
    assert "?rows=18" in shown


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
        ({"match": "m7", "name:1": "A", "speed:1": "20"}, "is not a duel that awaits its report"),
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
    assert "Round 1, match A: Razors, Saints, Widows" in words(reader("boss"), f"{HERE}new/")
    assert "Starting speeds, in miles an hour Car 1 / razors 1" in words(reader("boss"), f"{HERE}new/?match=m1")


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
        "Round 1, match A was voided, so nothing more can be entered in its duel."
    ]


def _printed(key: str) -> dict[str, Any]:
    return dict(get_questionnaire("carwars").question(key).printed_answer)


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
