"""Every answer of the referee that acts on a duel is changed in a test, with its effect seen."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from rules.carwars.questionnaire import questions
from tests.guards.findings import report

CHECKOUT = Path(__file__).parents[2]
ACTING = ("scorer", "league", "design")
PLACES = {
    "scorer": ("tests/rules/carwars/test_answers_act.py",),
    "league": ("tests/rules/campaign/test_duel_answers.py", "tests/rules/test_crew_start.py"),
    "design": ("tests/rules/campaign/test_duel_answers.py",),
}
"""The files of the tests that change answers, by what acts on them."""


def marked_rules(source: str) -> Iterator[str]:
    """The rules of every `pytest.mark.rule(…)` in a file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield from (argument.value for argument in node.args if isinstance(argument, ast.Constant))  # type: ignore[misc]


def rules_of(scope: str) -> set[str]:
    """The rules that the tests of a scope's answers are marked with."""
    return {rule for path in PLACES[scope] for rule in marked_rules((CHECKOUT / path).read_text(encoding="utf-8"))}


def test_every_answer_that_acts_on_duels_is_changed_in_a_test() -> None:
    acting = [question for question in questions().values() if question.scope in ACTING]
    tested = {scope: rules_of(scope) for scope in ACTING}
    report(
        (
            f"{question.id} ({question.key}) acts by {question.scope} and no test changes it: add one to "
            f"{' or '.join(PLACES[question.scope])}."
            for question in acting
            if question.id not in tested[question.scope]
        ),
        seen=acting,
        of="answers that act on duels",
    )


def test_as_many_answers_act_as_the_questionnaire_counts() -> None:
    counts = {scope: sum(question.scope == scope for question in questions().values()) for scope in ACTING}
    assert counts == {"scorer": 22, "league": 7, "design": 6}


def test_a_mark_is_found_wherever_it_stands() -> None:
    assert set(marked_rules('x = pytest.param(1, marks=pytest.mark.rule("CW-Q-001", "CW-Q-002"))')) == {
        "CW-Q-001",
        "CW-Q-002",
    }
