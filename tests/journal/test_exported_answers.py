"""The answers to every questionnaire come back as they were after an export: versions, drafts and own questions."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from journal import perform
from journal.transfer.league_import import import_league
from league.models import Acknowledgement, AnswerVersion, Membership
from league.pages.questionnaire.direct_publication import publish_directly
from league.pages.questionnaire.versions import acknowledge, save_draft
from rules.campaign.core.codec import command_from_document
from rules.match.registry import get_questionnaire
from tests.journal.exported_leagues import emptied, exported, ours, without_keys
from tests.league.small_league import BEGAN, Table, assert_reconciled, signed

pytestmark = [pytest.mark.django_db, pytest.mark.long]
LATER = BEGAN + timedelta(days=3)
BOOK, HOUSE, OWN, POINTS = "carwars", "house-rules", "own", "duel.points"
MUSIC = {"section": "The arena", "question": "Which “music” is played?", "kind": "text", "default": "None."}


def points(mobility_kill: int) -> dict[str, Any]:
    """The printed answer about points, with another figure for a mobility kill."""
    return {POINTS: {**get_questionnaire(BOOK).question(POINTS).printed_answer, "mobility_kill": mobility_kill}}


def publish(table: Table, questionnaire: str, answers: Any, step: str = "") -> AnswerVersion:
    """Publish a version as the commissioner."""
    signed_by: dict[str, Any] = {"actor": table.handle("boss"), "at": LATER, "note": "We agreed on “it”."}
    return publish_directly(table.row, answers, questionnaire=questionnaire, step=step, **signed_by)


def answered() -> Table:
    """A season with versions of all three questionnaires, in force and planned, one acknowledged, and a draft."""
    table = signed()
    for key in ("arena.music", "arena.beer"):
        table.give("ask_question", question={"key": key, **MUSIC}, reason="We like it.")
    publish(table, HOUSE, {"round.idle_may_shop": True, "roster.max": 9})
    publish(table, HOUSE, {"roster.max": 8}, step="r3")
    publish(table, BOOK, points(25))
    publish(table, BOOK, points(30), step="r2")
    publish(table, OWN, {"arena.music": {"answer": "Polka."}, "arena.beer": {"answer": "Two."}})
    withdraw = command_from_document({"type": "withdraw_question", "key": "arena.beer"})
    perform(table.season, [withdraw], actor=table.handle("boss"), at=LATER, key="dry", reason="No beer.")
    razors = Membership.objects.get(handle=table.handle("razors"))
    acknowledge(table.row, 1, questionnaire=BOOK, members=[razors], at=LATER)
    drafted: dict[str, Any] = {"actor": table.handle("boss"), "at": LATER, "revision": 0, "note": "Perhaps."}
    save_draft(table.row, points(35), questionnaire=BOOK, **drafted)
    return table


@pytest.mark.rule("HOUSE-012", "HOUSE-013")
def test_answers_are_exported_again_byte_for_byte_and_the_imported_season_publishes_the_next() -> None:
    table = answered()
    first, rows, answers = exported(), ours(), table.state.answers
    own_questions, planned = table.state.own_questions, table.state.pending_answers
    versions = list(AnswerVersion.objects.order_by("pk").values_list("questionnaire", "number", "standing"))
    assert [(questionnaire, number) for questionnaire, number, _ in versions] == [
        (HOUSE, 1), (HOUSE, 2), (BOOK, 1), (BOOK, 2), (OWN, 1), (BOOK, 3)
    ]  # fmt: skip
    emptied()
    import_league(first)
    assert exported() == first
    assert without_keys(ours()) == without_keys(rows)
    noted = Acknowledgement.objects.get()
    assert (noted.member.handle, noted.version.questionnaire, noted.version.number, noted.at) == (
        table.handle("razors"), BOOK, 1, LATER
    )  # fmt: skip
    assert (table.state.answers, table.state.own_questions) == (answers, own_questions)
    assert (table.state.pending_answers, own_questions["arena.beer"].withdrawn) == (planned, True)
    assert list(AnswerVersion.objects.order_by("pk").values_list("questionnaire", "number", "standing")) == versions
    assert_reconciled(table.season)
    AnswerVersion.objects.filter(published_at=None).delete()
    assert publish(table, BOOK, points(40)).number == 3
    assert publish(table, OWN, {"arena.music": {"answer": "Waltz."}}).was == {"arena.music": {"answer": "Polka."}}
    assert table.state.versions_in_force == {HOUSE: 1, BOOK: 3, OWN: 2}
