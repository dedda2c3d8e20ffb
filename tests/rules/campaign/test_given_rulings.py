"""Rulings on questions that were put during play."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.commissioner.given_rulings import GiveRuling, RulingGiven
from rules.campaign.core.codec import season_bytes
from rules.core.refusals import Malformed, Refusal, Unknown
from rules.core.terms import MatchId
from tests.rules.campaign.memory_seasons import locked


def ruling(**fields: Any) -> GiveRuling:
    """A ruling on the question whether a turret may fire backward."""
    return GiveRuling(**{"put": "May a turret fire backward?", "answer": "Yes.", **fields})


@pytest.mark.rule("HOUSE-014")
def test_a_ruling_says_what_was_put_what_is_cited_and_the_answer_and_changes_nothing_else() -> None:
    table = locked()
    before = season_bytes(table.season)
    table.give(
        ruling(cited=" Turrets turn. ", match=MatchId("m1"), questionnaire="carwars", question="fire.sustained_los")
    )
    (given,) = table.said(RulingGiven)
    assert (given.put, given.answer, given.cited) == ("May a turret fire backward?", "Yes.", "Turrets turn.")
    assert (given.match, given.questionnaire, given.question) == ("m1", "carwars", "fire.sustained_los")
    assert season_bytes(table.season) == before


@pytest.mark.rule("HOUSE-014")
@pytest.mark.parametrize(
    ("fields", "error", "words"),
    [
        ({"put": "  "}, Malformed, "The question has 1 to 1000 characters"),
        ({"answer": "x" * 1001}, Malformed, "The answer has 1 to 1000 characters"),
        ({"answer": "Yes\u202e."}, Malformed, "marks in it that nobody can see"),
        ({"cited": "x" * 1001}, Malformed, "The text that is cited"),
        ({"match": MatchId("m9")}, Unknown, "m9"),
        ({"questionnaire": "carwars"}, Malformed, "give the two, or neither"),
        ({"question": "fire.sustained_los"}, Malformed, "give the two, or neither"),
        ({"questionnaire": "carwars", "question": "fire.nothing"}, Unknown, "fire.nothing"),
        ({"questionnaire": "chess", "question": "pawn"}, Unknown, "carwars, own"),
    ],
)
def test_a_ruling_that_nobody_could_read_or_find_is_refused(
    fields: dict[str, Any], error: type[Refusal], words: str
) -> None:
    with pytest.raises(error, match=words):
        locked().give(ruling(**fields))


@pytest.mark.rule("HOUSE-014")
def test_texts_of_a_thousand_characters_and_several_lines_are_taken() -> None:
    table = locked()
    table.give(ruling(put="x" * 1000, answer="One.\r\nTwo."))
    assert table.said(RulingGiven)[0].answer == "One.\r\nTwo."
