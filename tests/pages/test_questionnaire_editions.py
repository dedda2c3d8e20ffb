"""A questionnaire to print, what is different here, and its answers beside those of others."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from explain.rulebook_links import rule_url
from league.models import AnswerVersion
from league.pages.questionnaire.versions import publish, save_draft
from rules.match.registry import get_questionnaire
from tests.command_forms.desk import Sitter
from tests.league.league_cache import built_once
from tests.league.small_league import Table, lined_up, signed

pytestmark = pytest.mark.django_db
CARWARS = "carwars"
PAGE = "/l/rust-belt/s1/questionnaires/carwars/"


@built_once
def ready() -> Table:
    return signed()


def words(answer: Any) -> str:
    page = answer.content.decode().split("<main", 1)[1].split("</main>")[0]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def boss(table: Table) -> Client:
    return Sitter(table.season, "boss").client


def answer(key: str, **parts: Any) -> dict[str, dict[str, Any]]:
    return {key: {**get_questionnaire(CARWARS).question(key).printed_answer, **parts}}


def published(table: Table, answers: dict[str, Any], *, questionnaire: str = CARWARS) -> AnswerVersion:
    drafted = save_draft(
        table.row,
        answers,
        questionnaire=questionnaire,
        actor=table.handle("boss"),
        at=table.at,
        revision=0,
        note="Ok.",
    )
    assert drafted is not None
    return publish(
        table.row, questionnaire=questionnaire, actor=table.handle("boss"), at=table.at, revision=drafted.revision
    )


@pytest.mark.rule("CW-Q-000")
def test_the_printed_edition_has_every_question_with_its_answer() -> None:
    table = ready()
    published(table, answer("duel.points", mobility_kill=25))
    told = words(Client().get(f"{PAGE}booklet/"))
    questions = get_questionnaire(CARWARS).questions()
    assert [question.id for question in questions.values() if f"{question.id} {question.question}" not in told] == []
    assert "version 1 of" in told
    assert "1 answered otherwise than printed" in told
    assert "● CW-Q-147 What earns points in a duel, and what loses them? Mobility kill: 25 points" in told


def test_what_is_different_here_has_only_answers_that_are_not_printed_and_what_acts_first() -> None:
    table = ready()
    published(table, {**answer("duel.points", mobility_kill=25), **answer("combat.confetti", in_force=True)})
    told = words(Client().get(f"{PAGE}differences/"))
    assert told.index("Mobility kill: 25 points") < told.index("Settled for the table") < told.index("confetti")
    assert "CW-Q-148" not in told


def test_answers_of_a_preset_are_compared_and_taken_into_the_draft() -> None:
    table = ready()
    client = boss(table)
    told = words(client.get(f"{PAGE}comparison/", {"with": "preset:campaign"}))
    assert "For a campaign 1 answered otherwise than here" in told
    assert "There Players may surrender: yes" in told
    taken = client.post(f"{PAGE}comparison/", {"with": "preset:campaign", "act": "take_all", "revision": "0"})
    assert taken.headers["Location"] == f"{PAGE}draft/"
    draft = AnswerVersion.objects.get(questionnaire=CARWARS)
    assert draft.answers["duel.surrender"]["surrender"] is True


def test_a_comparison_with_what_is_not_there_says_so() -> None:
    ready()
    told = words(Client().get(f"{PAGE}comparison/", {"with": "preset:chess"}))
    assert "There is nothing named 'preset:chess' to compare with: choose from the list." in told


@pytest.mark.rule("HOUSE-012")
def test_a_draft_for_a_round_takes_back_what_is_planned_for_it() -> None:
    table = ready()
    printed = get_questionnaire(CARWARS).question("duel.points").printed_answer
    planned = {**printed, "mobility_kill": 25}

    def drafted(points: dict[str, Any], step: str, revision: int) -> AnswerVersion | None:
        return save_draft(
            table.row,
            {"duel.points": points},
            questionnaire=CARWARS,
            actor=table.handle("boss"),
            at=table.at,
            revision=revision,
            note="We agreed.",
            step=step,
        )

    assert drafted(planned, "r2", 0) is not None
    publish(table.row, questionnaire=CARWARS, actor=table.handle("boss"), at=table.at, revision=1)
    assert drafted(planned, "r2", 0) is None
    assert drafted(dict(printed), "", 0) is None
    back = drafted(dict(printed), "r2", 0)
    assert back is not None
    assert back.answers["duel.points"]["mobility_kill"] == printed["mobility_kill"] != 25


def test_only_the_chosen_answers_are_taken_and_the_draft_keeps_its_others() -> None:
    table = ready()
    client = boss(table)
    save_draft(
        table.row,
        answer("duel.points", mobility_kill=25),
        questionnaire=CARWARS,
        actor=table.handle("boss"),
        at=table.at,
        revision=0,
    )
    form = {"with": "preset:plain", "act": "take", "revision": "1"}
    assert "Nothing was chosen" in client.post(f"{PAGE}comparison/", form).content.decode()
    client.post(f"{PAGE}comparison/", {**form, "take": ["arena.no_drop_zones"]})
    draft = AnswerVersion.objects.get(questionnaire=CARWARS)
    assert set(draft.answers) == {"duel.points", "arena.no_drop_zones"}
    refused = client.post(f"{PAGE}comparison/", {**form, "act": "take_all"})
    assert (refused.status_code, "Somebody else saved the draft" in words(refused)) == (409, True)


def test_saving_again_after_somebody_else_saved_takes_none_of_their_answers_back() -> None:
    table = ready()
    client = boss(table)
    save_draft(
        table.row,
        answer("duel.points", mobility_kill=25),
        questionnaire=CARWARS,
        actor=table.handle("boss"),
        at=table.at,
        revision=0,
    )
    points = get_questionnaire(CARWARS).question("duel.points").printed_answer
    sent = {name: ("no", "yes")[value] if isinstance(value, bool) else value for name, value in points.items()}
    shown = {f"q:duel.points:{name}": value for name, value in sent.items()}
    stale = {**shown, "q:duel.ammo_out:ammo_out": "no", "revision": "0", "act": "save"}
    refused = client.post(f"{PAGE}sections/scoring-and-the-arena/", stale)
    assert refused.status_code == 409
    page = refused.content.decode()
    assert 'name="q:duel.points:mobility_kill" value="25"' in page
    assert re.search(
        r'name="q:duel.ammo_out:ammo_out"><option value="yes">Yes</option><option value="no" selected', page
    )


def test_kinds_of_season_are_presets_of_the_house_rules() -> None:
    ready()
    told = words(Client().get("/l/rust-belt/s1/questionnaires/house-rules/comparison/"))
    assert "No difference." in told
    assert "Take all" not in told


def test_strangers_take_nothing_and_unknown_answers_are_not_found() -> None:
    table = ready()
    assert "log" in Client().post(f"{PAGE}comparison/", {"with": "printed"}).headers["Location"]
    owner = Sitter(table.season, "razors").client
    assert owner.post(f"{PAGE}comparison/", {"with": "preset:plain", "act": "take_all"}).status_code == 403
    assert boss(table).post(f"{PAGE}comparison/", {"with": "preset:none"}).status_code == 404
    assert Client().get("/l/rust-belt/s1/questionnaires/chess/booklet/").status_code == 404


@pytest.mark.rule("CW-Q-000")
def test_every_preset_answers_questions_that_there_are_and_changes_something() -> None:
    questionnaire = get_questionnaire(CARWARS)
    presets = questionnaire.read_presets()
    assert [preset.id for preset in presets] == ["evening", "campaign", "plain"]
    for preset in presets:
        answers = questionnaire.preset_answers(preset)
        assert questionnaire.changed_answers(answers) == answers


@pytest.mark.rule("HOUSE-012")
def test_a_match_its_sheet_and_its_report_say_by_which_version_it_is_played() -> None:
    table = ready()
    published(table, answer("duel.points", mobility_kill=25))
    table = lined_up(1, table)
    client = boss(table)
    for page in ("", "sheet/", "report/"):
        told = client.get(f"/l/rust-belt/s1/m1/{page}").content.decode()
        assert f'Played by <a href="{PAGE}1/">version 1 of referee&#x27;s questionnaire</a>' in told
    assert "questions/?match=m1" in client.get("/l/rust-belt/s1/m1/").content.decode()


def test_the_rulebook_of_a_season_says_what_is_answered_here() -> None:
    table = ready()
    published(table, answer("duel.points", mobility_kill=25))
    asked = rule_url("CW-Q-147", "rust-belt/s1").partition("#")[0]
    told = words(Client().get(asked))
    assert "Answer duel.points here: Mobility kill: 25 points" in told
    assert "Answer duel.end_conditions as printed" in words(Client().get(rule_url("CW-Q-148", "rust-belt/s1")))
    assert "Answer duel.points" not in words(Client().get(rule_url("CW-Q-147")))
