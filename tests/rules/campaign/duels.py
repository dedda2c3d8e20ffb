"""Seasons with a duel, and answers of the referee that are published for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.campaign.core.duels import DUEL
from rules.campaign.match_day.line_ups import LockLineUps
from rules.campaign.season.answers import AnswerQuestions
from rules.core.terms import MatchId
from rules.match.registry import get_questionnaire
from rules.match.report import Report
from tests.rules.campaign.memory_seasons import Table, announce, line_up, report, signed

CARWARS = "carwars"
M1 = MatchId("m1")


def answered(key: str, **parts: Any) -> dict[str, dict[str, Any]]:
    """The printed answer to a question of the referee, with other values for some parts."""
    printed = get_questionnaire(CARWARS).question(key).printed_answer
    return {key: {**printed, **parts}}


def publish(version: int, answers: Mapping[str, Mapping[str, Any]], step: str = "") -> AnswerQuestions:
    """The command that publishes a version of the referee's answers."""
    given = {key: dict(answer) for key, answer in answers.items()}
    return AnswerQuestions(questionnaire=CARWARS, version=version, answers=given, step=step)


def duel_announced(*franchises: str, answers: Mapping[str, Mapping[str, Any]] | None = None, **options: Any) -> Table:
    """A season whose first match is a duel that waits for line-ups. `answers` come into force with its round."""
    table = signed(*franchises, **options)
    if answers is not None:
        questions = get_questionnaire(CARWARS).questions()
        changed = {key: answer for key, answer in answers.items() if answer != questions[key].printed_answer}
        table.give(publish(1, changed, "r1"))
    announce(table, scoring=DUEL)
    return table


def duel_locked(*franchises: str, answers: Mapping[str, Mapping[str, Any]] | None = None, **options: Any) -> Table:
    """A season whose duel is locked, with d1 of each franchise in c1."""
    table = duel_announced(*franchises, answers=answers, **options)
    for entrant in table.season.line_ups_of(M1):
        table.give(line_up(entrant.franchise, seats=[("c1", "d1")]))
    table.give(LockLineUps(match=M1))
    return table


def duel_report(table: Table, *, points: Mapping[str, int], ranks: Mapping[str, int]) -> Report:
    """A report of the duel with those points and places."""
    drawn = report(table, points=points)
    teams = [replace(team, rank=ranks[team.franchise]) for team in drawn.teams]
    return replace(drawn, teams=teams)
