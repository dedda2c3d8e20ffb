"""What each kind of log entry says to people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.carcult.attacks import CRACK, SUCCESS
from rules.carcult.cards import NAMES
from rules.carcult.table import INCH
from rules.match_log import LogEntry

Saying = Callable[[LogEntry], str]
WHATS = {"edge": "the edge of the table", "terrain": "blocking terrain"}
MISSED = {
    "no token": "its token is gone",
    "gone": "the target is gone",
    "no sight": "there is no clear line",
    "out of range": "it is out of range",
}
WHYS = {"blast": "the blast", "brakes": "braking", "shift": "shifting down", "carried over": "before the match"}
PLACERS = {"owner": "its owner", "opponent": "the other side"}


def card_called(component: str) -> str:
    """What people call a component of a car: its card, and which one where it has several."""
    key, _, number = component.partition(".")
    return NAMES.get(key, key) + (f" {number}" if number else "")


def _needed(modifier: int) -> str:
    """The face an attack needs after its modifier; a 20 always hits and a 1 never (CC-054)."""
    return f"needs {max(2, min(CRACK, SUCCESS - modifier))}"


def _faces(faces: Iterable[Any]) -> str:
    return ", ".join(map(str, faces))


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _look(entry: LogEntry) -> str:
    faces = [face for roll in entry.rolls for face in roll.faces]
    told = ", ".join(
        f"{car} {percent:+d} percent (rolls {face})"
        for (car, percent), face in zip(entry.more["percent"].items(), faces, strict=True)
    )
    return f"{entry.car} judges the distance to {told}"


def _tie(entry: LogEntry) -> str:
    rolls = ", ".join(f"{car} {_faces(faces)}" for car, faces in entry.more["rolls"].items())
    thrown = _faces(face for roll in entry.rolls for face in roll.faces)
    return (
        f"Cars with {_number(entry.more['tokens'], 'speed token')} go by their rolls: {rolls} (rolled now: {thrown})"
    )


def _start(entry: LogEntry) -> str:
    return f"{entry.car} starts with {_number(entry.more['tokens'], 'speed token')}"


def _shift(entry: LogEntry) -> str:
    return f"{entry.car} shifts down by {_number(entry.more['tokens'], 'token')}"


def _shift_dice(entry: LogEntry) -> str:
    harmed = entry.more["harmed"]
    came = _number(harmed, "damage token") + " on the engine" if harmed else "no harm"
    return f"{entry.car} needs {SUCCESS} for each token, rolls {_faces(entry.more['faces'])}: {came}"


def _allocate(entry: LogEntry) -> str:
    put = ", ".join(
        f"{card_called(name)} {sum(entry.after[name][az] != held for az, held in enumerate(before))}"
        for name, before in sorted(entry.before.items())
    )
    made, lost = entry.more["generated"], entry.more["lost"]
    if put:
        return f"{entry.car} puts its {_number(made, 'token')} on {put}" + (f", {lost} lost" if lost else "")
    if not made:
        return f"{entry.car} has no tokens to put anywhere"
    if made == 1:
        return f"{entry.car} puts its token nowhere: it is lost"
    return f"{entry.car} puts none of its {made} tokens anywhere: they are lost"


def _no_attack(entry: LogEntry) -> str:
    more = entry.more
    return (
        f"{entry.car} does not attack {more['target']} with its {card_called(more['weapon'])}: {MISSED[more['why']]}"
    )


def _reroll(entry: LogEntry) -> str:
    more = entry.more
    thrown = [face for roll in entry.rolls[:-1] for face in roll.faces]
    before = f"rolls {_faces(thrown)}; " if thrown else ""
    return f"{entry.car} {before}rerolls a {more['was']}: rolls {more['face']}"


def _hits(entry: LogEntry) -> str:
    more = entry.more
    came = _number(more["hits"], "hit") if more["hits"] else "no hit"
    weapon = card_called(more["weapon"])
    return (
        f"{entry.car} attacks {more['target']} with its {weapon} ({more['modifier']:+d}): "
        f"{_needed(more['modifier'])}, rolls {_faces(more['faces'])}, {came}"
    )


def _ram(entry: LogEntry) -> str:
    more = entry.more
    if "modifier" not in more:
        return f"{entry.car} runs into {more['target']} of its own side"
    came = f"a hit for {more['damage']}" if more["hits"] else "no hit"
    return (
        f"{entry.car} rams {more['target']} ({more['modifier']:+d}): {_needed(more['modifier'])}, rolls "
        f"{_faces(more['faces'])}, {came}"
    )


def _mine(entry: LogEntry) -> str:
    more = entry.more
    came = "a hit" if more["hits"] else "no hit"
    return (
        f"Mine {more['marker']} of {more['owner']} goes off near {entry.car} ({more['modifier']:+d}): "
        f"{_needed(more['modifier'])}, rolls {_faces(more['faces'])}, {came}"
    )


def _lay(entry: LogEntry) -> str:
    more = entry.more
    laid = card_called(more["card"].partition(".")[0]).removesuffix(" dropper")
    return f"{entry.car} lays {laid} at {_inches(more['x'])}, {_inches(more['y'])}"


def _no_lay(entry: LogEntry) -> str:
    return f"{entry.car} lays no {card_called(entry.more['card'])}: {MISSED[entry.more['why']]}"


def _rough(entry: LogEntry) -> str:
    more = entry.more
    came = "harmed" if more["harmed"] else "unharmed"
    inches, needed = _whole_inches(more["inches"]), SUCCESS + more["inches"]
    return f"{entry.car} crosses {inches} of {more['piece']}: needs {needed}, rolls {more['face']}, {came}"


def _brakes(entry: LogEntry) -> str:
    more = entry.more
    came = "harmed" if more["harmed"] else "unharmed"
    needed = SUCCESS + more["short"]
    return f"{entry.car} brakes {_whole_inches(more['short'])} short: needs {needed}, rolls {more['face']}, {came}"


def _stopped(entry: LogEntry) -> str:
    what = entry.more["what"]
    return f"{entry.car} is stopped by {WHATS.get(what, what)} and loses its speed tokens"


def _damage(entry: LogEntry) -> str:
    more = entry.more
    why = WHYS.get(more["why"]) or card_called(more["why"])
    doer = f" of {more['by']}" if more["by"] and more["by"] != entry.car else ""
    placer = PLACERS[more["placed_by"]]
    where = f"{card_called(more['component'])}, AZ {more['az']}"
    return f"{entry.car} takes damage on its {where}, from {why}{doer}: {placer} chooses"


def _explosion(entry: LogEntry) -> str:
    by = entry.more["by"]
    return f"{entry.car} explodes" + (f", the doing of {by}" if by and by != entry.car else "")


def _swap(entry: LogEntry) -> str:
    names = " and ".join(card_called(name) for name in entry.before if not name.startswith("fanatical_fixer"))
    return f"The fixer of {entry.car} swaps two tokens on {names}"


def _toughness(entry: LogEntry) -> str:
    more = entry.more
    came = "holds out" if more["passed"] else "is out of action"
    return f"{entry.crew} needs {more['needed']} or less to hold out, rolls {more['face']}: {came}"


def _crew(entry: LogEntry) -> str:
    return f"{entry.crew} in {entry.car} has a flesh wound" if entry.after["wounds"] else ""


def _whole_inches(count: int) -> str:
    return f"{count} inch" if count == 1 else f"{count} inches"


def _inches(hundredths: int) -> str:
    whole, part = divmod(abs(hundredths), INCH)
    return f"{'-' if hundredths < 0 else ''}{whole}.{part:02}"


SAYINGS: Mapping[str, Saying] = {
    "look": _look,
    "tie": _tie,
    "start": _start,
    "shift": _shift,
    "shift_dice": _shift_dice,
    "allocate": _allocate,
    "no_attack": _no_attack,
    "reroll": _reroll,
    "hits": _hits,
    "ram": _ram,
    "mine": _mine,
    "lay": _lay,
    "no_lay": _no_lay,
    "rough": _rough,
    "brakes": _brakes,
    "stopped": _stopped,
    "damage": _damage,
    "dead_engine": lambda entry: f"The engine of {entry.car} is dead",
    "engine": lambda entry: (
        f"The engine of {entry.car} {'runs again' if entry.after['status'] == 'active' else 'is dead'}"
    ),
    "explosion": _explosion,
    "left": lambda entry: f"{entry.car} drives off the table",
    "swap": _swap,
    "no_swap": lambda entry: f"The fixer of {entry.car} swaps nothing: {entry.more['why']}",
    "toughness": _toughness,
    "crew": _crew,
}
"""The sayings by kind of entry; the moves are told a whole move at a time, and other kinds keep the books only."""


def moved(entries: Iterable[LogEntry]) -> str:
    """A move in words: every way of it, and every turn."""
    said = []
    for entry in entries:
        if entry.kind == "turn":
            degrees = entry.more["degrees"]
            said.append(f"turns {_number(abs(degrees), 'degree')} {'right' if degrees > 0 else 'left'}")
        else:
            said.append(f"moves to {_inches(entry.after['x'])}, {_inches(entry.after['y'])}")
        car = entry.car
    return f"{car} {', '.join(said)}"
