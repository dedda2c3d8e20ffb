"""What messages of the log need besides their entries: what the setup and earlier entries say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules.carcult.car.tokens import sound_az, tokens_by_component
from rules.carcult.cards import ENGINE, GUNS, RAM, WEAPONS
from rules.carcult.ground.table import BLOCKING
from rules.carcult.match.match import Match
from rules.carcult.match.state import FREE
from rules.match.log import LogEntry

MOVE_ENTRIES = frozenset({"move", "turn"})
IDLE_ENTRIES = frozenset({"look", "clear", "plan"})
"""Entries of an activation that do not mean that the car did something."""
BETWEEN_ACTIVATIONS = frozenset({"tie", "turn_end", "start"})
"""Entries that are part of no activation."""
EVADE = "evade"
"""The plan of a car that keeps out of reach."""
RAM_ROLL_PREFIX = "ram into "
"""What the purpose of the die of a ram begins with, before the id of the car that is rammed."""


class EntryAnnotator:
    """Adds to the entries of a log, read from its beginning, what messages need in addition.

    That is the names of rough ground, which components generated tokens, whether damage came from the car's own side,
    where cars start, what dice before rerolls were thrown for, ranges and guesses of attacks that are out of range,
    and whether a car stands, does nothing or has nothing left to shoot with.
    """

    def __init__(self, play: Match) -> None:
        self.play = play
        rough = (piece.name for piece in play.setup.table.terrain if piece.kind != BLOCKING)
        self.names = {f"rough {number}": f"the {name}" for number, name in enumerate(rough)}
        self.tracks = {
            car: {name: [FREE] * card.az for name, card in cards.items()} for car, cards in play.components.items()
        }
        self.guesses: Mapping[str, int] = {}
        """By how many percent the car that acts misjudges the distance to each enemy."""
        self.attack: dict[str, Any] = {}
        """The weapon and the target of the attack under way."""
        self.happened: set[str] = set()
        """The kinds of the entries of the activation so far."""

    def annotate(self, entry: LogEntry) -> LogEntry:
        """The next entry of the log, with its additions."""
        find_fields = EXTRA_FIELDS.get(entry.kind)
        added = find_fields(self, entry) if find_fields else {}
        if entry.car:
            tracks = self.tracks[entry.car]
            tracks.update({name: content for name, content in entry.after.items() if name in tracks})
        self._remember(entry)
        return msgspec.structs.replace(entry, more={**entry.more, **added}) if added else entry

    def _remember(self, entry: LogEntry) -> None:
        """Keep what messages of later entries need."""
        if entry.kind == "look":
            self.guesses = entry.more["percent"]
        elif entry.kind == "attack":
            self.attack = {name: entry.more[name] for name in ("weapon", "target")}
        elif entry.kind == "hits":
            self.attack = {}
        if entry.kind == "acted":
            self.happened, self.guesses = set(), {}
        elif entry.kind not in BETWEEN_ACTIVATIONS:
            self.happened.add(entry.kind)

    def rough_fields(self, entry: LogEntry) -> dict[str, Any]:
        """The name of a piece of rough ground."""
        piece = entry.more["piece"]
        return {"piece": self.names.get(piece, piece)}

    def token_fields(self, entry: LogEntry) -> dict[str, Any]:
        """How many tokens each component generated."""
        return {"made": tokens_by_component(self.play.components[entry.car], self.tracks[entry.car])}

    def side_fields(self, entry: LogEntry) -> dict[str, Any]:
        """Whether the car's own side caused its damage."""
        by, teams = entry.more["by"], self.play.entries
        return {"friends": bool(by) and teams[by].team == teams[entry.car].team}

    def start_fields(self, entry: LogEntry) -> dict[str, Any]:
        """Where a car starts, and its heading."""
        place = self.play.entries[entry.car].start
        return {"x": place.x, "y": place.y, "heading": place.heading}

    def plan_fields(self, entry: LogEntry) -> dict[str, Any]:
        """Whether a car that keeps out of reach has no weapon left that shoots."""
        if entry.after["plan"] != EVADE:
            return {}
        cards, tracks = self.play.components[entry.car], self.tracks[entry.car]
        has_gun = any(card.key in GUNS and sound_az(tracks[name]) for name, card in cards.items())
        return {} if has_gun else {"unarmed": True}

    def thrown_fields(self, entry: LogEntry) -> dict[str, Any]:
        """What dice before rerolls were thrown for: the attack under way, or a ram, whose die has the id of the car
        that is rammed in its purpose.
        """
        for roll in entry.rolls:
            if roll.why.startswith(RAM_ROLL_PREFIX):
                return {"weapon": RAM, "target": roll.why.removeprefix(RAM_ROLL_PREFIX)}
        return self.attack

    def range_fields(self, entry: LogEntry) -> dict[str, Any]:
        """The range of a weapon that is too short, and by how many percent the distance was misjudged, if it was
        guessed.
        """
        if entry.more["why"] != "out of range":
            return {}
        weapon, percent = (
            self.play.components[entry.car][entry.more["weapon"]],
            self.guesses.get(entry.more["target"]),
        )
        return {"range": WEAPONS[weapon.key].range} | ({} if percent is None else {"percent": percent})

    def brake_fields(self, _: LogEntry) -> dict[str, Any]:
        """Whether a car that brakes has not moved at all."""
        return {} if self.happened & MOVE_ENTRIES else {"stands": True}

    def idle_fields(self, entry: LogEntry) -> dict[str, Any]:
        """Why a car did nothing in its activation, if it did nothing."""
        if self.happened - IDLE_ENTRIES:
            return {}
        sound = sound_az(self.tracks[entry.car][ENGINE])
        return {"idle": "it has no speed token" if sound else "its engine is dead"}


EXTRA_FIELDS: Mapping[str, Callable[[EntryAnnotator, LogEntry], dict[str, Any]]] = {
    "rough": EntryAnnotator.rough_fields,
    "allocate": EntryAnnotator.token_fields,
    "damage": EntryAnnotator.side_fields,
    "start": EntryAnnotator.start_fields,
    "plan": EntryAnnotator.plan_fields,
    "thrown": EntryAnnotator.thrown_fields,
    "no_attack": EntryAnnotator.range_fields,
    "brakes": EntryAnnotator.brake_fields,
    "acted": EntryAnnotator.idle_fields,
}
"""The additions of each kind of entry that has some."""
