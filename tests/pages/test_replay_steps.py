"""The steps of a replay: frames and story together, with every line at exactly one step."""

from __future__ import annotations

import pytest

from league.pages.matches.replay.steps import START, build_replay
from league.pages.matches.story import parts_of
from rules.match.replay.frames import Film, Frame
from tests.rules.films import EXAMPLES, film_of, story_of

examples = pytest.mark.parametrize(("book", "file"), EXAMPLES)


def film(*moments: tuple[str, int]) -> Film:
    """A film of those moments, without cars."""
    return Film(frames=tuple(Frame(part=part, phase=phase, cars=()) for part, phase in moments))


STORY = parts_of(
    [
        "The Pan: c1 against c2",
        "     c1 is ready [X-1]",
        "",
        "Round 1 (Speeds: c1 3)",
        "     speeds are set [X-2]",
        "  1  c1 turns [X-3]",
        "  2  c2 turns [X-3]",
        "     all recover [X-4]",
        "",
        "The match is over: c1 4 [X-5]",
        "     twelve rounds [X-6]",
    ]
)


def told(replay: object) -> list[list[str]]:
    """The text of each step's lines."""
    return [[line.text for line in step.lines] for step in replay.steps]  # type: ignore[attr-defined]


def test_a_line_stands_at_the_frame_of_its_part_and_phase() -> None:
    replay = build_replay(film(("", 0), ("Round 1", 0), ("Round 1", 1), ("Round 1", 2), ("Round 1", 3)), STORY)
    assert told(replay) == [
        ["The Pan: c1 against c2", "c1 is ready"],
        ["speeds are set"],
        ["c1 turns"],
        ["c2 turns"],
        ["all recover", "The match is over: c1 4", "twelve rounds"],
    ]
    assert [step.note for step in replay.steps] == ["", "Speeds: c1 3", "", "", ""]
    assert [step.part for step in replay.steps][:2] == [START, "Round 1"]


def test_each_part_of_the_story_begins_at_a_step_and_turns_can_be_jumped_to() -> None:
    replay = build_replay(film(("", 0), ("Round 1", 0), ("Round 1", 1)), STORY)
    assert replay.begins == {"the-pan": 1, "round-1": 2, "the-match-is-over": 3}
    assert replay.turns == [(START, 1), ("Round 1", 2)]


def test_a_phase_without_a_frame_is_told_where_its_part_has_got_to() -> None:
    replay = build_replay(film(("", 0), ("Round 1", 0)), STORY)
    assert told(replay)[1] == [
        "speeds are set", "c1 turns", "c2 turns", "all recover", "The match is over: c1 4", "twelve rounds",
    ]  # fmt: skip


def test_a_film_without_frames_has_no_steps() -> None:
    replay = build_replay(Film(), STORY)
    assert (replay.steps, replay.begins, replay.turns) == ((), {}, [])


@examples
def test_every_line_of_a_match_s_story_stands_at_one_step_and_they_keep_their_order(book: str, file: str) -> None:
    parts = parts_of(story_of(book, file))
    replay = build_replay(film_of(book, file), parts)
    numbers = [int(line.number) for step in replay.steps for line in step.lines if line.number]
    assert numbers == [int(line.number) for part in parts for line in part.lines]
    assert set(replay.begins) == {part.anchor for part in parts}
    assert [step.number for step in replay.steps] == list(range(1, len(replay.steps) + 1))
