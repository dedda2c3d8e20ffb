"""The crews of a match from a file that names answers: traits that are left out, and traits that are too high."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.core.refusals import Malformed, Refusal, Unknown
from rules.match.crew_start import TraitsTooHigh, with_crew_start
from rules.match.spec_schema import PaperUnreadable


def file(crew: Any, answers: Any = None) -> bytes:
    """A match's file with one team of that crew; without answers if they are None."""
    named = {} if answers is None else {"answers": answers}
    return json.dumps({"event": "flags", "teams": [{"id": "razors", "crew": crew}], **named}).encode()


def points(points: int, most: int) -> dict[str, Any]:
    """The answer about skill points."""
    return {"carwars": {"crew.skill_points": {"points": points, "most_in_one_skill": most}}}


@pytest.mark.rule("CW-Q-029")
@pytest.mark.parametrize(
    ("answers", "rank", "most"),
    [({"carwars": {}}, 3, 5), (points(40, 10), 4, 5), (points(15, 25), 1, 3), (points(45, 45), 4, 8)],
)
def test_ten_skill_points_are_a_rank_and_no_trait_is_above_the_most(answers: Any, rank: int, most: int) -> None:
    document = json.loads(with_crew_start(file([{"id": "d1", "driving": most}], answers)))
    others = {"gunnery": rank, "initiative": rank, "toughness": rank}
    assert document["teams"][0]["crew"] == [{"id": "d1", "driving": most, **others}]
    assert "answers" not in document
    with pytest.raises(TraitsTooHigh) as refused:
        with_crew_start(file([{"id": "d1", "driving": most + 1, "gunnery": 9}], answers))
    assert refused.value.sentence == (
        f"The driving of d1 is {most + 1}, and {most} is the most. The gunnery of d1 is 9, and {most} is the most. "
        f"Lower them to {most}, or answer otherwise."
    )


@pytest.mark.rule("CW-Q-029")
@pytest.mark.parametrize("text", [file([{"id": "d1", "driving": 9}]), b"no JSON", b"[]", b"\xff"])
def test_a_file_without_answers_stays_as_it_is(text: bytes) -> None:
    assert with_crew_start(text) == text


@pytest.mark.parametrize(
    ("text", "refusal", "says"),
    [
        (file([], []), Malformed, "answers by key"),
        (file([], {"carwars": []}), Malformed, "answers by key"),
        (file([], {"chess": {}}), Unknown, "use one of carwars"),
        (file([], {"carwars": {"crew.skill": {}}}), Unknown, "There is no question"),
        (file([], points(1, 0)), Malformed, "in steps of 5"),
        (b'{"answers": {"carwars": {}}, "event": "a", "event": "b"}', PaperUnreadable, "more than once"),
    ],
)
def test_answers_that_are_none_are_refused(text: bytes, refusal: type[Refusal], says: str) -> None:
    with pytest.raises(refusal, match=says):
        with_crew_start(text)


@pytest.mark.parametrize("teams", [None, [7], [{"crew": 7}], [{"crew": [7]}], [{"crew": [{"driving": "9"}]}]])
def test_whatever_else_is_wrong_is_left_to_who_reads_the_file(teams: Any) -> None:
    text = json.dumps({"teams": teams, "answers": {"carwars": {}}}).encode()
    assert "teams" in json.loads(with_crew_start(text))
