"""Tracks as the engine uses them: hexes by index, what lies in them, and the guide line. Rules DM-M-008, DM-M-060,
DM-M-079, DM-M-095, DM-M-129, DM-M-136, DM-M-137, DM-M-142.

A list of a `Track` with a value for each hex is in the order of its `hexes`, whose indexes identify the hexes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from rules.core.refusals import Unknown
from rules.dethmatch.ground.hexes import DIRECTIONS, SIDES, Hex, column_and_row, direction, distance
from rules.dethmatch.ground.track_file import TrackFile, read_track

OUTSIDE = -1
"""The index that stands for a place outside the track."""
UNREACHABLE = -1


class TrackUnknown(Unknown):
    """The game comes with no track of that name."""


class Bend(NamedTuple):
    """A coming hex-side turn of the guide line (DM-M-142).

    `ahead` is how many hexes ahead the turn is made. `gap` is the number of straight hexes since the turn before it,
    so the straight counter is gap + 1 there. `side` is -1 for left and 1 for right.
    """

    ahead: int
    gap: int
    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """A track ready to play on.

    `neighbors` are the six hexes around each hex, -1 outside the track. `rating` is the hex's own road hazard, or
    None if its surface decides. `obstacle` is None where there is none. `pit` is empty, `any` or a slot. `along` is
    the index of the nearest hex of the guide line by driving distance, and 0 everywhere without a guide line.
    `guide_facing` is the direction in which the guide line leaves each of its hexes. `grid` are hexes and facings,
    best place first, and `grid_slots` the slot of each place, empty if any team may take it.
    """

    id: str
    name: str
    kind: str
    surface_of_road: str
    edge: str
    hexes: tuple[Hex, ...]
    index: Mapping[Hex, int]
    neighbors: tuple[tuple[int, ...], ...]
    surface: tuple[str, ...]
    rating: tuple[int | None, ...]
    obstacle: tuple[int | None, ...]
    impassable: tuple[bool, ...]
    blocks_sight: tuple[bool, ...]
    pit: tuple[str, ...]
    checkpoints: tuple[frozenset[int], ...]
    line: frozenset[int]
    line_direction: int
    guide: tuple[int, ...]
    guide_facing: tuple[int, ...]
    along: tuple[int, ...]
    bends: tuple[tuple[Bend, ...], ...]
    grid: tuple[tuple[int, int], ...]
    grid_slots: tuple[str, ...]
    flag_spawns: tuple[int, ...]
    bases: Mapping[str, frozenset[int]]

    @property
    def size(self) -> int:
        """The number of hexes."""
        return len(self.hexes)

    @property
    def is_circuit(self) -> bool:
        """Whether the track is a circuit rather than an arena."""
        return self.kind == "circuit"

    def column_and_row(self, at: int) -> tuple[int, int]:
        """The column and row of a hex, as counted in the track's file and its drawing."""
        return column_and_row(*self.hexes[at])

    def pits_of(self, slot: str) -> list[int]:
        """The pit hexes a team in that slot may use (DM-M-129)."""
        return [at for at, pit in enumerate(self.pit) if pit in {"any", slot}]


@cache
def track_names() -> tuple[str, ...]:
    """The names of the tracks that come with the game, in alphabetical order."""
    found = files("rules.dethmatch").joinpath("tracks").iterdir()
    return tuple(sorted(path.name.removesuffix(".json") for path in found if path.name.endswith(".json")))


@cache
def load_track_file(name: str) -> TrackFile:
    """The file of a track that comes with the game. Raises `TrackUnknown`, which lists the names."""
    if name not in track_names():
        raise TrackUnknown(f"There is no track {name!r}: choose {', '.join(track_names())}.")
    document = files("rules.dethmatch").joinpath("tracks", f"{name}.json").read_text(encoding="utf-8")
    return read_track(json.loads(document))


@cache
def load_track(name: str) -> Track:
    """A track that comes with the game, ready to play on. Raises `TrackUnknown`, which lists the names."""
    return compile_track(load_track_file(name))


def compile_track(track: TrackFile) -> Track:
    """Make a track from its file. The file must be free of the errors that `track_errors` finds."""
    hexes = tuple(track_hex.at for track_hex in track.hexes)
    index = {at: number for number, at in enumerate(hexes)}
    neighbors = tuple(
        tuple(index.get((q + along, r + down), OUTSIDE) for along, down in DIRECTIONS) for q, r in hexes
    )
    impassable = tuple(track_hex.impassable for track_hex in track.hexes)
    guide = tuple(index[at] for at in track.guide_line)
    facing = facings_of(track.guide_line)
    return Track(
        id=track.id,
        name=track.name,
        kind=track.kind,
        surface_of_road=track.surface,
        edge=track.edge,
        hexes=hexes,
        index=index,
        neighbors=neighbors,
        surface=tuple(track_hex.surface or track.surface for track_hex in track.hexes),
        rating=tuple(track_hex.rating for track_hex in track.hexes),
        obstacle=tuple(track_hex.obstacle for track_hex in track.hexes),
        impassable=impassable,
        blocks_sight=tuple(track_hex.blocks_sight for track_hex in track.hexes),
        pit=tuple(track_hex.pit for track_hex in track.hexes),
        checkpoints=tuple(frozenset(index[at] for at in checkpoint) for checkpoint in track.checkpoints),
        line=frozenset(index[at] for at in track.line),
        line_direction=track.line_direction,
        guide=guide,
        guide_facing=facing,
        along=_along(guide, hexes, neighbors, impassable),
        bends=bends_of(facing),
        grid=tuple((index[start.at], start.facing) for start in track.start_grid),
        grid_slots=tuple(start.slot for start in track.start_grid),
        flag_spawns=tuple(index[at] for at in track.flag_spawns),
        bases={slot: frozenset(index[at] for at in hexes) for slot, hexes in sorted(track.bases.items())},
    )


def facings_of(guide_line: Sequence[Hex]) -> tuple[int, ...]:
    """The direction in which a closed guide line leaves each of its hexes.

    Raises `ValueError` where the next hex is not a neighbor.
    """
    facings = []
    for number, at in enumerate(guide_line):
        ahead = direction(at, guide_line[(number + 1) % len(guide_line)])
        if ahead is None:
            raise ValueError(f"the guide line breaks off after its hex {number}")
        facings.append(ahead)
    return tuple(facings)


def bends_of(facing: Sequence[int]) -> tuple[tuple[Bend, ...], ...]:
    """For each hex of a closed guide line, the hex-side turns of the coming lap, nearest first (DM-M-142).

    A turn made in a hex is already behind a car in that hex that faces along the line.
    """
    lap = len(facing)
    turned = {at: side for at in range(lap) if (side := sides_between(facing[at - 1], facing[at]))}
    places = sorted(turned)
    if not places:
        return ((),) * lap
    gaps = {at: (at - places[number - 1] - 1) % lap for number, at in enumerate(places)}
    return tuple(
        tuple(
            Bend(ahead, gaps[(at + ahead) % lap], turned[(at + ahead) % lap])
            for ahead in range(1, lap + 1)
            if (at + ahead) % lap in turned
        )
        for at in range(lap)
    )


def sides_between(before: int, after: int) -> int:
    """The hex-sides from one facing to another, the shorter way: negative to the left, 3 for an about-face."""
    turn = (after - before) % SIDES
    return turn if turn <= SIDES // 2 else turn - SIDES


def steps_to(
    goals: Iterable[int], *, neighbors: Sequence[Sequence[int]], impassable: Sequence[bool]
) -> tuple[int, ...]:
    """For each hex, the number of steps to the nearest goal over passable hexes; -1 if there is no way."""
    steps = [UNREACHABLE] * len(neighbors)
    frontier = [at for at in dict.fromkeys(goals) if not impassable[at]]
    for at in frontier:
        steps[at] = 0
    far = 0
    while frontier:
        far += 1
        reached = []
        for at in frontier:
            for neighbor in neighbors[at]:
                if neighbor != OUTSIDE and steps[neighbor] == UNREACHABLE and not impassable[neighbor]:
                    steps[neighbor] = far
                    reached.append(neighbor)
        frontier = reached
    return tuple(steps)


def _along(
    guide: Sequence[int], hexes: Sequence[Hex], neighbors: Sequence[Sequence[int]], impassable: Sequence[bool]
) -> tuple[int, ...]:
    """For each hex, the index of the guide hex nearest by driving, the earlier of two.

    A hex from which no way leads to the line has the one nearest in a straight line.
    """
    if not guide:
        return (0,) * len(hexes)
    steps = steps_to(guide, neighbors=neighbors, impassable=impassable)
    along = [UNREACHABLE] * len(hexes)
    for number, at in enumerate(guide):
        if along[at] == UNREACHABLE:
            along[at] = number
    for at in sorted(range(len(hexes)), key=lambda at: steps[at]):
        if along[at] != UNREACHABLE:
            continue
        if steps[at] == UNREACHABLE:
            along[at] = min(range(len(guide)), key=lambda number: distance(hexes[guide[number]], hexes[at]))
        else:
            along[at] = min(
                along[neighbor]
                for neighbor in neighbors[at]
                if neighbor != OUTSIDE and 0 <= steps[neighbor] < steps[at]
            )
    return tuple(along)
