"""Lines of the log and the story: singular and plural agree with their numbers, and terrain has its name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.carcult.ground.table import load_table
from rules.carcult.log.entry_annotator import EntryAnnotator
from rules.carcult.log.log_messages import LOG_MESSAGES, move_message
from rules.carcult.log.story import narrate
from rules.match.log import LogEntry
from tests.rules.carcult.boards import Board, Car


@pytest.mark.parametrize(
    ("kind", "more", "said"),
    [
        ("brakes", {"short": 1, "face": 12, "harmed": False}, "a1 brakes 1 inch short: needs 11, rolls 12, unharmed"),
        ("brakes", {"short": 0, "face": 9, "harmed": True}, "a1 brakes 0 inches short: needs 10, rolls 9, harmed"),
        ("lay", {"card": "oil", "x": 100, "y": 250}, "a1 lays oil at 1.00, 2.50"),
        ("lay", {"card": "caltrops.2", "x": 100, "y": 250}, "a1 lays caltrops at 1.00, 2.50"),
        (
            "damage",
            {"why": "carried over", "by": "", "placed_by": "owner", "component": "rifle", "az": 2},
            "a1 takes damage on its rifle, AZ 2, from before the match: its owner places it",
        ),
        (
            "allocate",
            {"generated": 3, "lost": 3, "made": {"engine": 2, "gutsy_gunner": 1}},
            "a1 makes 3 tokens (engine 2, gutsy gunner 1) and puts them nowhere: they are lost",
        ),
        (
            "allocate",
            {"generated": 1, "lost": 1, "made": {"engine": 1}},
            "a1 makes 1 token (engine 1) and puts it nowhere: it is lost",
        ),
        ("no_swap", {"why": "armor"}, "The fixer of a1 swaps nothing: no speed token goes on armor"),
    ],
)
def test_lines_read_well(kind: str, more: dict[str, object], said: str) -> None:
    entry = LogEntry(1, 1, 1, 1, "a1", "", kind, "CC-098", (), {}, {}, more)
    assert LOG_MESSAGES[kind](entry) == said


@pytest.mark.parametrize(
    ("put", "lost", "said"),
    [
        (2, 0, "a1 makes 2 tokens (engine 2), puts 2 on its rifle"),
        (1, 1, "a1 makes 2 tokens (engine 2), puts 1 on its rifle, 1 lost"),
    ],
)
def test_tokens_that_are_put_somewhere_are_told_with_those_lost(put: int, lost: int, said: str) -> None:
    before, after = {"rifle": [0, 0]}, {"rifle": [1] * put + [0] * (2 - put)}
    more = {"generated": 2, "lost": lost, "made": {"engine": 2}}
    assert (
        LOG_MESSAGES["allocate"](LogEntry(1, 1, 1, 1, "a1", "", "allocate", "CC-016", (), before, after, more))
        == said
    )


@pytest.mark.parametrize(
    ("degrees", "said"),
    [(1, "1 degree right"), (-1, "1 degree left"), (2, "2 degrees right"), (-45, "45 degrees left")],
)
def test_a_turn_is_told_by_its_degrees(degrees: int, said: str) -> None:
    more = {"degrees": degrees}
    assert move_message([LogEntry(1, 1, 1, 1, "a1", "", "turn", "CC-036", (), {}, {}, more)]) == f"a1 turns {said}"


@pytest.mark.parametrize(
    ("kind", "piece", "called"),
    [
        ("rough", "rough 0", "the salt crust"),
        ("rough", "rough 2", "the south dunes"),
        ("rough", "oil 3", "oil 3"),
        ("stopped", "rough 0", "rough 0"),
    ],
)
def test_rough_ground_is_told_by_its_name_on_the_table(kind: str, piece: str, called: str) -> None:
    play = Board(Car())
    play.setup = replace(play.setup, table=load_table("dry_lake"))
    play.note(kind, "CC-045", play.car(), piece=piece, inches=1)
    (entry,) = play.log.entries
    assert EntryAnnotator(play).annotate(entry).more == {"piece": called, "inches": 1}
    assert entry.more["piece"] == piece


def test_a_story_names_rough_ground() -> None:
    corners = [(1, 1), (3, 1), (3, 3), (1, 3)]
    play = Board(Car(), terrain=[(kind, corners) for kind in ("rough", "blocking", "rough")])
    play.note("rough", "CC-045", play.car(), piece="rough 1", inches=1, face=11, harmed=False)
    sentence = "a1 crosses 1 inch of the piece 2: needs 11, rolls 11, unharmed [CC-045]"
    assert [line for line in narrate(play) if "crosses" in line] == [f"  1  {sentence}"]
