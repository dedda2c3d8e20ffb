"""`manage.py score` prints the sheet of a duel, or every fault of it in a sentence."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.once
THREE = [{"id": "a"}, {"id": "b"}, {"id": "c"}]
KILL = {
    "turn": 1,
    "phase": 2,
    "type": "kill",
    "on": "b",
    "part": "destroyed",
    "because": {"type": "attack", "by": "a"},
}


def hit(turn: Any, phase: int = 1, by: str = "a", on: str = "b") -> dict[str, Any]:
    return {"turn": turn, "phase": phase, "type": "hit", "by": by, "on": on}


def said(folder: Path, document: object, *options: str) -> str:
    """What the command prints for a duel; a text is the file as it is."""
    file = folder / "duel.json"
    file.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    output = StringIO()
    call_command("score", str(file), *options, stdout=output)
    return output.getvalue()


def faults(folder: Path, document: object) -> list[str]:
    """The lines with which a duel is refused."""
    with pytest.raises(CommandError) as raised:
        said(folder, document)
    return str(raised.value).replace(str(folder / "duel.json"), "FILE").splitlines()


def duel(*events: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"duelists": THREE, "events": list(events)} | more


def ruled(**shares: Any) -> dict[str, Any]:
    """A kill whose credit the referee ruled."""
    return KILL | {"ruled": {"shares": shares, "note": "x"}}


BAD_INPUTS: dict[str, tuple[object, str]] = {
    "no entrants": ({"duelists": []}, "A duel has 2 to 20 vehicles, and this one has 0: enter 2 more. (/duelists)"),
    "one entrant": (
        {"duelists": THREE[:1]},
        "A duel has 2 to 20 vehicles, and this one has 1: enter 1 more. (/duelists)",
    ),
    "40 entrants": (
        {"duelists": [{"id": str(number)} for number in range(40)]},
        "A duel has 2 to 20 vehicles, and this one has 40: split it into duels of 20 at most. (/duelists)",
    ),
    "two of one id": (
        {"duelists": [{"id": "a"}, {"id": "a"}]},
        "Two vehicles have the id 'a': give each its own. (/duelists/1/id)",
    ),
    "before it began": (
        duel(hit(0)),
        "Turn 0, phase 1: the duel has turns 1 to 30. Correct the turn. (/events/0)",
    ),
    "after it ended": (
        {"duelists": THREE[:2], "events": [KILL, hit(3, by="b", on="a")]},
        (
            "Turn 3, phase 1: the duel ended at the close of turn 1, phase 2. Take the event out, or the one that "
            "ended it. (/events/1)"
        ),
    ),
    "phase 400": (duel(hit(80, 5)), "Turn 80, phase 5: the duel has turns 1 to 30. Correct the turn. (/events/0)"),
    "a car that is out": (
        duel(KILL, hit(3, by="c")),
        "Turn 3, phase 1: b has been out since turn 1, phase 2. Correct the vehicle or the phase. (/events/1)",
    ),
    "shares": (
        duel(ruled(a="1/2", c="1/3")),
        (
            'Turn 1, phase 2: the shares of a kill add up to 1, and these to 5/6. Give what nobody earned to "". '
            "(/events/0)"
        ),
    ),
    "a share that is a number": (
        duel(ruled(a=0.5)),
        "This is no duel: Expected `str`, got `float` (at `$.events[0].ruled.shares[...]`). Correct that field.",
    ),
    "the dead": (
        duel(
            {"turn": 1, "phase": 1, "type": "crew", "of": "a", "alive": 0, "can_drive": False},
            {"turn": 1, "phase": 2, "type": "crew", "of": "a", "alive": 1, "can_drive": True},
        ),
        (
            "Turn 1, phase 2: a had 0 alive aboard before, and nobody comes back to life. Enter 0 at most, or "
            "correct the earlier number. (/events/1)"
        ),
    ),
    "not a number": (
        '{"duelists": [{"id": "a"}, {"id": "b"}], "closed": NaN}',
        "FILE cannot be read: NaN is no number that JSON has: give a whole number.",
    ),
    "infinity": (
        '{"duelists": [{"id": "a"}, {"id": "b"}], "closed": 1e999}',
        "This is no duel: Expected `int | null`, got `float` (at `$.closed`). Correct that field.",
    ),
    "a huge turn": (
        duel(hit(10**18)),
        "Turn above 9999, phase 1: the duel has turns 1 to 30. Correct the turn. (/events/0)",
    ),
    "a huge number": (
        '{"duelists": [{"id": "a"}, {"id": "b"}], "closed": ' + "9" * 5000 + "}",
        "FILE cannot be read: That JSON holds a number of thousands of digits: give numbers that are counted.",
    ),
    "a control character in an id": (
        {"duelists": [{"id": "a\x1b[2J"}, {"id": "b"}]},
        (
            "The id of a vehicle has 1 to 60 printable characters, with no space at either end: correct 'a\\x1b[2J'. "
            "(/duelists/0/id)"
        ),
    ),
    "a control character in a name": (
        {"duelists": [{"id": "a", "name": "A\n"}, {"id": "b"}]},
        "A name has at most 60 printable characters, with no space at either end: correct 'A\\n'. (/duelists/0/name)",
    ),
    "a control character in an event": (
        duel(hit(1, by="a\x07")),
        "Turn 1, phase 1: there is no vehicle 'a\\x07' in this duel. Name one of a, b, c. (/events/0)",
    ),
}


@pytest.mark.parametrize("name", BAD_INPUTS)
def test_bad_input_is_refused_in_one_sentence(name: str, tmp_path: Path) -> None:
    document, sentence = BAD_INPUTS[name]
    assert faults(tmp_path, document) == [sentence]


def test_of_5000_bad_events_twenty_are_named_and_the_others_counted(tmp_path: Path) -> None:
    lines = faults(tmp_path, duel(*[hit(99)] * 5000))
    assert lines[19] == "Turn 99, phase 1: the duel has turns 1 to 30. Correct the turn. (/events/19)"
    assert lines[20:] == ["There are 4980 faults more: correct those above, and try again."]


@pytest.mark.rule("CW-S-034")
@pytest.mark.parametrize(
    "more", [{"closed": 400}, {"closed": 10**12}, {"settings": {"turn_limit": 80}, "closed": 400}]
)
def test_a_duel_may_be_closed_at_any_later_phase_and_ends_by_its_turn_limit(
    more: dict[str, Any], tmp_path: Path
) -> None:
    last = more.get("settings", {}).get("turn_limit", 30)
    assert f"The duel ended at the close of turn {last}, phase 5" in said(tmp_path, duel(**more))


@pytest.mark.rule("CW-S-055", "CW-S-057")
def test_the_sheet_has_the_teams_where_there_are_any(tmp_path: Path) -> None:
    teams = [{"id": "a", "team": "reds"}, {"id": "b", "team": "blues"}, {"id": "c", "team": "reds"}]
    events = [KILL | {"because": {"type": "attack", "by": "c"}}]
    text = said(tmp_path, {"duelists": teams, "events": events, "closed": 150})
    assert [line.split()[:3] for line in text.splitlines() if line.startswith(("reds", "blues"))] == [
        ["reds", "a,", "c"],
        ["blues", "b", "-38"],
    ]
    assert "c won [CW-S-057].\nScored for their team: c [CW-S-057].\n" in text
    assert "\nTeams\n" not in said(tmp_path, duel(KILL))


def test_the_sheet_is_printed_as_json(tmp_path: Path) -> None:
    sheet = json.loads(said(tmp_path, duel(KILL), "--json"))
    assert {duelist["id"]: duelist["total"] for duelist in sheet["duelists"]} == {"a": "41", "b": "-40", "c": "0"}
    assert (sheet["winners"], sheet["end"]) == ([], None)
