"""A full disk: nothing is half written, commands fail with a sentence, and work continues once there is room."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.faults.grounds import LATER, LONG, Recorded, Turn
from tests.sampling import crossed

pytestmark = pytest.mark.long

NO_ROOM = "There is no room left on the disk, and nothing was written: make room, and ask again."


@contextmanager
def copied(season: Recorded, turn: Turn) -> Iterator[str]:
    """A copy of the league before a turn, as the name of its database."""
    ground = season.forks.ground
    ground.new("full", like=turn.before)
    try:
        yield "full"
    finally:
        ground.drop("full")
        shutil.rmtree(ground.folder / "mail-full")


def undone(told: dict[str, Any], *names: str) -> dict[str, Any]:
    """A state without these parts."""
    return {name: value for name, value in told.items() if name not in names}


@pytest.mark.parametrize(
    ("tag", "pages"),
    crossed(["hire_rookie", "close_settlement", "close_season"], [0, 2, 5, 12, 25], every=2),
)
def test_a_worker_that_has_no_room_left_writes_nothing_half_and_another_comes_to_the_same(
    on_sqlite: Recorded, tag: str, pages: int
) -> None:
    turn, _ = on_sqlite.place(tag)
    with copied(on_sqlite, turn) as name:
        state_when_full = on_sqlite.forks.turn(name, turn.at, pages=pages, audited=True)
        before = on_sqlite.turns[turn.number - 2].told if turn.number > 1 else None
        assert state_when_full["findings"] == []
        assert before is None or state_when_full["ledger"][: len(before["ledger"])] == before["ledger"]
        state = on_sqlite.forks.turn(name, turn.at + LATER, turn.at + LONG, audited=True)
    assert undone(state, "sittings", "full") == on_sqlite.turns[turn.number].told


def test_no_room_was_really_left(on_sqlite: Recorded) -> None:
    turn, _ = on_sqlite.place("hire_rookie")
    with copied(on_sqlite, turn) as name:
        full = on_sqlite.forks.turn(name, turn.at, pages=0)
    assert full["undone"] or full["full"] == ["database or disk is full"]
    assert full["seasons"][0][1] == "S1"


@pytest.mark.parametrize("what", ["clock", "do"])
def test_a_command_that_has_no_room_says_so_and_is_done_once_there_is_room(on_sqlite: Recorded, what: str) -> None:
    turn, _ = on_sqlite.place("hire_rookie")
    with copied(on_sqlite, turn) as name:
        file = on_sqlite.forks.ground.folder / "asked.json"
        purchases = [
            {"type": "buy_car", "franchise": "f1", "car": f"f1.car{number}", "name": "C" * 59 + str(number)}
            for number in range(1, 5)
        ]
        file.write_text(json.dumps(purchases))
        arguments = {
            "clock": ["clock", "kept/s1", "--tick", "--at", turn.at.isoformat()],
            "do": ["do", "kept/s1", str(file), "--as", "kept-f1", "--key", "cars"],
        }[what]
        before = on_sqlite.forks.ask(name, do="command", arguments=["audit"])["told"]
        refused = on_sqlite.forks.ask(name, do="command", arguments=arguments, pages=0)["told"]
        assert refused["refused"] == NO_ROOM
        assert undone(refused, "said", "refused") == undone(before, "said", "refused")
        done = on_sqlite.forks.ask(name, do="command", arguments=arguments)["told"]
    assert (done["refused"], done["findings"]) == ("", [])
    assert done["seasons"][0][2] > before["seasons"][0][2]
