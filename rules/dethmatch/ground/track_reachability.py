"""Checks that everything on a track can be reached, and that no car can cut a lap short. Rules DM-M-129, DM-M-136,
DM-M-137.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.dethmatch.ground.track import UNREACHABLE, Track, steps_to
from rules.match.ruleset import ErrorDetail

SLOTS = ("t1", "t2", "t3", "t4", "t5", "t6")
"""The slots of the teams on a track, in the order in which they are assigned (DM-M-129)."""
ANY_TEAM = "any"


def reachability_errors(track: Track) -> Iterator[ErrorDetail]:
    """Errors for what cannot be reached from the grid or can be bypassed, on a track without other errors."""
    from_grid = _steps(track, [at for at, _ in track.grid[:1]])
    for number, (at, _) in enumerate(track.grid, start=1):
        if from_grid[at] == UNREACHABLE:
            yield _error(
                "grid_cut_off", "DM-M-136", f"Place {number} of the grid is cut off from the first: open a way."
            )
    for slot in SLOTS:
        pits = track.pits_of(slot)
        if pits and all(from_grid[at] == UNREACHABLE for at in pits):
            yield _error("pit_cut_off", "DM-M-129", f"No way leads from the grid to the pit of {slot}: open one.")
    for slot, base in track.bases.items():
        if all(from_grid[at] == UNREACHABLE for at in base):
            yield _error("base_cut_off", "DM-M-137", f"No way leads from the grid to the base of {slot}: open one.")
    for at in track.flag_spawns:
        if from_grid[at] == UNREACHABLE:
            column, row = track.column_and_row(at)
            yield _error(
                "flag_cut_off",
                "DM-M-137",
                f"No way leads from the grid to the flag at column {column}, row {row}: open one.",
            )
    if track.is_circuit:
        yield from _of_laps(track)


def _of_laps(track: Track) -> Iterator[ErrorDetail]:
    """Errors of a lap, which must lead from the grid through every checkpoint in order and over the line."""
    names = [*(f"checkpoint {number}" for number in range(1, len(track.checkpoints) + 1)), "the line"]
    crossings = [*track.checkpoints, track.line]
    last, places = "the grid", {at for at, _ in track.grid}
    for name, hexes in zip(names, crossings, strict=True):
        steps = _steps(track, places)
        if all(steps[at] == UNREACHABLE for at in hexes):
            yield _error("unreachable", "DM-M-136", f"No way leads from {last} to {name}: open one.")
        last, places = name, set(hexes)
    positions = [next(number for number, at in enumerate(_lap(track)) if at in hexes) for hexes in track.checkpoints]
    if positions != sorted(positions):
        yield _error(
            "checkpoints_disordered", "DM-M-136", "The guide line meets the checkpoints out of order: sort them."
        )
        return
    for name, hexes in zip(names, track.checkpoints, strict=False):
        if not _keeps_apart(track, track.line | hexes):
            yield _error(
                "way_round", "DM-M-136", f"A car can go round the line or {name}: lay them across the whole track."
            )


def _lap(track: Track) -> tuple[int, ...]:
    """The guide line, beginning at the line."""
    start = next(number for number, at in enumerate(track.guide) if at in track.line)
    return track.guide[start:] + track.guide[:start]


def _keeps_apart(track: Track, barred: frozenset[int]) -> bool:
    """Whether the sections of the guide line are cut off from each other when the `barred` hexes are impassable."""
    parts: list[list[int]] = [[]]
    for at in _lap(track):
        if at not in barred:
            parts[-1].append(at)
        elif parts[-1]:
            parts.append([])
    sections = [part for part in parts if part]
    impassable = [blocked or at in barred for at, blocked in enumerate(track.impassable)]
    for number, section in enumerate(sections):
        steps = steps_to(section, neighbors=track.neighbors, impassable=impassable)
        if any(steps[later[0]] != UNREACHABLE for later in sections[number + 1 :]):
            return False
    return True


def _steps(track: Track, places: Iterable[int]) -> tuple[int, ...]:
    return steps_to(places, neighbors=track.neighbors, impassable=track.impassable)


def _error(code: str, rule: str, sentence: str) -> ErrorDetail:
    return ErrorDetail(code=code, rule=rule, sentence=sentence)
