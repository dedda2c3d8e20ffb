"""Incomplete registrations are reported with the file to edit before the site is served, and break no page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.core.checks import run_checks
from django.test import Client

from explain import house_rule_questions, question_pages
from explain.house_rule_questions import house_rule_rows, wordings_of
from league.pages import registry_gaps
from league.pages.registry_gaps import (
    Gap,
    book_gaps,
    command_gaps,
    every_gap,
    name_gaps,
    question_gaps,
    setting_gaps,
    switch_gaps,
    unlisted_books,
)
from rules.campaign.core.switches import SWITCH_BY_NAME, SWITCHES
from rules.core.switches import Switch
from rules.match.registry import RULESET_MODULES
from tests.guards.findings import report
from tests.guards.page_requests import asked_for
from tests.league.small_league import settled

QUESTIONS = "explain/house_rules.tsv"
ROWS = house_rule_rows()
NEW = Switch("money.in_gold", False, "DM-C-999", "Money is gold.")
SNAKE = SWITCH_BY_NAME["draft.snake"]


def ids(gaps: Iterator[Gap] | list[Gap]) -> list[str]:
    return [gap.id for gap in gaps]


def test_nothing_is_half_registered() -> None:
    report((gap.sentence for gap in every_gap()), seen=[*SWITCHES, *RULESET_MODULES], of="switches and match systems")


def test_a_house_rule_without_a_question_is_told_with_the_file_to_edit() -> None:
    rows = [row for row in ROWS if row[0] != SNAKE.name]
    assert [question_gap.sentence for question_gap in question_gaps(SWITCHES, rows)] == [
        (
            f"The house rule draft.snake has no question. Add a line for it to {QUESTIONS}: switch, chapter, "
            f"question, told, "
            "numbers, with tabs between."
        )
    ]


def test_a_row_of_no_switch_one_that_is_not_whole_and_one_that_stands_twice_are_told() -> None:
    rows = [*ROWS, ("draft.worm", "Draft", "Does it turn?", "It does.", ""), ROWS[0], ("draft.snake", "Draft")]
    rows.remove(next(row for row in ROWS if row[0] == SNAKE.name))
    sentences = [question_gap.sentence for question_gap in question_gaps(SWITCHES, rows)]
    last = len(rows) + 1
    assert sentences == [
        (
            f"Line {last - 2} of {QUESTIONS} asks about 'draft.worm', which is no switch of the campaign. "
            f"Define it in "
            "rules/campaign/core/switches.py, or take the line out."
        ),
        f"{ROWS[0][0]} stands twice in {QUESTIONS}. Take line {last - 1} out.",
        (
            f"Line {last} of {QUESTIONS} (draft.snake) is not whole. Give it switch, chapter, question, "
            f"told, numbers, with "
            "tabs between; only the last may be empty."
        ),
    ]


def test_a_house_rule_whose_rule_no_chapter_tells_is_told() -> None:
    (gap,) = switch_gaps([NEW, SNAKE], "rules.campaign", "rules/campaign/core/switches.py")
    assert gap.sentence == (
        "The house rule money.in_gold bends DM-C-999, which no chapter of rules/campaign/rulebook "
        "tells. Add a section "
        "## DM-C-999 there, or name the rule it bends in rules/campaign/core/switches.py."
    )


def test_a_match_system_that_is_not_listed_and_one_that_is_not_there_are_told() -> None:
    assert [
        unlisted_book.sentence for unlisted_book in unlisted_books(["rules.chess.ruleset"], ["rules.rhad.ruleset"])
    ] == [
        (
            'rules/rhad/ruleset.py is a match system that no league can choose. Add "rhad": "rules.rhad.ruleset" '
            "to RULESET_MODULES in rules/match/registry.py."
        ),
        (
            "rules/match/registry.py lists rules.chess.ruleset, and there is no such module. Write it, or take it "
            "out of RULESET_MODULES in rules/match/registry.py."
        ),
    ]
    assert book_gaps("rules.carwars.ruleset") == book_gaps("rules.rhad.ruleset") == []


def test_a_match_system_that_is_listed_under_a_name_that_is_not_its_own_is_told() -> None:
    assert list(name_gaps(RULESET_MODULES)) == []
    (gap,) = name_gaps({"chess": "rules.rhad.ruleset", "formule": "rules.formule.ruleset", "go": "rules.go.ruleset"})
    assert gap.id == "E011"
    assert gap.sentence == (
        'rules/match/registry.py lists rules.rhad.ruleset as "chess", and its RULESET is called "rhad". Give it its '
        "own name in RULESET_MODULES in rules/match/registry.py, or RULESET that one in rules/rhad/ruleset.py."
    )


def test_the_site_is_not_served_with_a_match_system_under_a_wrong_name(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = {"chess" if name == "rhad" else name: book for name, book in RULESET_MODULES.items()}
    monkeypatch.setattr(registry_gaps, "RULESET_MODULES", listed)
    (error,) = run_checks(tags=["registration"])
    assert error.id == "league.E011"


def test_a_house_rule_that_matches_cannot_read_or_leagues_cannot_change_is_told() -> None:
    clock, minutes = Switch("chess.clock", True, "", ""), Switch("chess.minutes", 5, "", "")
    declared = [replace(clock, default=False), minutes, SWITCH_BY_NAME["match.repair_attempts"]]
    assert [setting_gap.sentence for setting_gap in setting_gaps([clock], declared, "rules/chess/settings.py")] == [
        (
            "Matches cannot read the house rule chess.clock. Declare it by house_rule in Settings in "
            "rules/chess/settings.py, and give the ruleset the switches made from there."
        ),
        *(
            f"No league can change the house rule {switch.name}, which rules/chess/settings.py declares. Give the "
            "ruleset all switches that are made from its settings."
            for switch in declared[:2]
        ),
    ]


def test_a_house_rule_of_a_book_that_no_chapter_tells_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [
        replace(page, text=page.text.replace("House rule: `rhad.", "`rhad."))
        for page in registry_gaps.rulebook_pages("rules.rhad")
    ]
    monkeypatch.setattr(registry_gaps, "rulebook_pages", lambda _book: tuple(pages))
    gaps = book_gaps("rules.rhad.ruleset")
    assert set(ids(gaps)) == {"E008"}
    assert gaps[0].said.startswith("No chapter of rules/rhad/rulebook tells of the house rule rhad.")
    assert "House rule: `rhad." in gaps[0].do


def test_a_command_without_a_form_is_told() -> None:
    assert [
        command_gap.sentence for command_gap in command_gaps({"hire_rookie", "fire_rookie"}, {"hire_rookie"})
    ] == [
        (
            "People give the command fire_rookie, and no form of the desk does. Write a CommandForm with "
            '@register_form("fire_rookie") in a chapter of league/pages/command_forms/chapters.'
        )
    ]


def test_the_site_is_not_served_with_a_house_rule_nobody_worded(monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = [f"{check.msg} {check.hint}" for check in run_checks(tags=["registration"])]
    report(sentences, seen=[*SWITCHES, *RULESET_MODULES], of="switches and match systems")
    monkeypatch.setattr(registry_gaps, "house_rule_rows", lambda: ROWS[1:])
    (error,) = run_checks(tags=["registration"])
    assert (error.id, error.msg) == ("league.E002", f"The house rule {ROWS[0][0]} has no question.")
    assert QUESTIONS in str(error.hint)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("rules", ">Other</a>"),
        ("questionnaires/house-rules", ">Other</a>"),
        ("questionnaires/house-rules/sections/other", SNAKE.changes),
        ("rulebook/campaign/the-end-of-a-season", ""),
    ],
)
def test_no_page_fails_for_a_house_rule_nobody_worded(page: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = settled()
    rows = [row for row in ROWS if row[0] != SNAKE.name] + [("draft.worm", "Draft"), ("draft.worm", *"abcd")]
    monkeypatch.setattr(house_rule_questions, "house_rule_rows", lambda: rows)
    caches = (house_rule_questions._questions_for, question_pages._pages, question_pages._places)
    for cache in caches:
        cache.cache_clear()
    try:
        with asked_for(page, by="anonymous"):
            answer = Client().get(f"/l/{table.season}/{page}/")
    finally:
        for cache in caches:
            cache.cache_clear()
    assert answer.status_code == 200
    assert words in answer.content.decode()


def test_a_house_rule_nobody_worded_is_asked_by_what_it_changes() -> None:
    worded = wordings_of([("draft.snake", "Draft"), ("draft.worm", *"abcd")], [SNAKE])
    assert {name: (question_wording.chapter, question_wording.text) for name, question_wording in worded.items()} == {
        "draft.snake": ("Other", SNAKE.changes)
    }
