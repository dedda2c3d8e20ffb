"""Finds the errors of a track, and whether the track suits an event. Rules DM-M-008, DM-M-059, DM-M-060, DM-M-129,
DM-M-136, DM-M-137, DM-M-142.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.core.quoted_text import printable_name
from rules.dethmatch.ground.hexes import Hex, column_and_row, direction
from rules.dethmatch.ground.surfaces import ROAD_SURFACES, SURFACE_RATINGS
from rules.dethmatch.ground.track import Track, compile_track, facings_of, sides_between
from rules.dethmatch.ground.track_file import TrackFile, TrackHex
from rules.dethmatch.ground.track_reachability import ANY_TEAM, SLOTS, reachability_errors
from rules.match.ruleset import ErrorDetail

GRID_PLACES = 12
"""The number of cars that a starting grid must have room for (DM-M-136)."""
LEAST_BASES = 2
"""The fewest bases of an arena with a flag, since at least two teams carry it home (DM-M-137)."""
WORST_RATING = 20
"""The highest rating allowed: nobody passes such a hazard, and such an obstacle takes all handling (DM-M-060)."""


def track_errors(track: TrackFile) -> list[ErrorDetail]:
    """Every error of a track. Reachability is checked only if nothing else is wrong."""
    site = _Site.of(track)
    errors = [*_of_hexes(track), *_of_grid(track, site)]
    errors += [*_of_circuit(track, site)] if track.kind == "circuit" else [*_of_arena(track, site)]
    if not errors:
        errors += reachability_errors(compile_track(track))
    return errors


def event_fit_errors(track: Track, *, event: str, cars: Sequence[int]) -> list[ErrorDetail]:
    """Every reason why a match cannot be held on a track.

    `event` is `lap_race`, `flags` or `last_car` (DM-M-136 to DM-M-138). `cars` is the number of cars of each team, in
    the order of the slots.
    """
    return list(_event_fit_errors(track, event=event, cars=cars))


def _event_fit_errors(track: Track, *, event: str, cars: Sequence[int]) -> Iterator[ErrorDetail]:
    if (event == "lap_race") != track.is_circuit:
        wanted = "circuit" if event == "lap_race" else "arena"
        yield _error("wrong_kind", "DM-M-136", f"{track.name} is no {wanted}: choose one for this event.")
    elif event == "flags" and not track.flag_spawns:
        yield _error("no_flag", "DM-M-137", f"{track.name} has no place for a flag: choose another arena.")
    teams = len(cars)
    if teams > len(SLOTS):
        yield _error(
            "too_many_teams", "DM-M-038", f"{teams} teams do not fit on {track.name}: let six enter at most."
        )
    elif event == "flags" and track.flag_spawns and teams > len(track.bases):
        yield _error(
            "too_few_bases",
            "DM-M-137",
            f"{track.name} has {len(track.bases)} bases for {teams} teams: let fewer enter.",
        )
    if sum(cars) > len(track.grid):
        yield _error(
            "grid_too_small",
            "DM-M-136",
            f"{sum(cars)} cars do not fit on the {len(track.grid)} places of {track.name}'s grid: let fewer enter.",
        )
    for slot, brought in zip(SLOTS, cars, strict=False):
        places = sum(grid_slot in {"", slot} for grid_slot in track.grid_slots)
        if brought > places and sum(cars) <= len(track.grid):
            yield _error(
                "slot_too_small",
                "DM-M-038",
                f"{track.name} has {places} starting places for {slot}, which brings {brought} cars: bring fewer.",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Site:
    """The hexes of a track by position, and those that can be driven on."""

    hexes: Mapping[Hex, TrackHex]
    open: frozenset[Hex]

    @classmethod
    def of(cls, track: TrackFile) -> _Site:
        return cls(
            hexes={track_hex.at: track_hex for track_hex in track.hexes},
            open=frozenset(track_hex.at for track_hex in track.hexes if not track_hex.impassable),
        )

    def placement_errors(self, label: str, at: Hex, rule: str) -> Iterator[ErrorDetail]:
        """An error for a thing outside the track or in an impassable hex."""
        if at not in self.hexes:
            yield _error("off_track", rule, f"{label} is at {_hex_label(at)}, which is no hex of the track: move it.")
        elif at not in self.open:
            yield _error("on_impassable", rule, f"{label} is at {_hex_label(at)}, which is impassable: move it.")

    def all_placement_errors(self, label: str, places: Iterable[Hex], rule: str) -> Iterator[ErrorDetail]:
        for at in places:
            yield from self.placement_errors(label, at, rule)


def _of_hexes(track: TrackFile) -> Iterator[ErrorDetail]:
    if not track.id or not track.name:
        yield _error("no_name", "", "The track has no id or no name: give it both.")
    if not track.hexes:
        yield _error("no_hexes", "DM-M-008", "The track has no hexes: draw its rows.")
    if track.surface not in ROAD_SURFACES:
        yield _unknown_surface(f"The track's road is {track.surface[:60]!r}", ROAD_SURFACES)
    for track_hex in track.hexes:
        where = f"The hex at {_hex_label(track_hex.at)}"
        if track_hex.surface and track_hex.surface not in SURFACE_RATINGS:
            yield _unknown_surface(f"{where} is {track_hex.surface[:60]!r}", SURFACE_RATINGS)
        for rating in (track_hex.rating, track_hex.obstacle):
            if rating is not None and rating < 0:
                yield _error("bad_rating", "DM-M-060", f"{where} has a rating of {rating}: give 0 or more.")
            elif rating is not None and rating > WORST_RATING:
                text = f"{where} has a rating of {rating}: give {WORST_RATING} at most, or let nobody pass there."
                yield _error("bad_rating", "DM-M-060", text)
        if track_hex.impassable and (track_hex.obstacle is not None or track_hex.pit):
            yield _error("both", "DM-M-059", f"{where} is impassable and also an obstacle or a pit: choose one.")
        if track_hex.pit and track_hex.pit not in {*SLOTS, ANY_TEAM}:
            yield _bad_slot(f"{where} is the pit of {track_hex.pit[:60]!r}")
    pits = {track_hex.pit for track_hex in track.hexes} - {""}
    missing = [slot for slot in SLOTS if slot not in pits]
    if pits and ANY_TEAM not in pits and missing:
        yield _error(
            "no_pit", "DM-M-129", f"There are pits, but none for {', '.join(missing)}: add them, or pits for any."
        )


def _of_grid(track: TrackFile, site: _Site) -> Iterator[ErrorDetail]:
    if len(track.start_grid) < GRID_PLACES:
        yield _error(
            "short_grid", "DM-M-136", f"The grid has {len(track.start_grid)} places: give it {GRID_PLACES} at least."
        )
    taken: set[Hex] = set()
    for number, start in enumerate(track.start_grid, start=1):
        label = f"Place {number} of the grid"
        yield from site.placement_errors(label, start.at, "DM-M-136")
        if start.at in taken:
            yield _error("place_twice", "DM-M-008", f"{label} is at {_hex_label(start.at)}, which is taken: move it.")
        taken.add(start.at)
        if start.slot and start.slot not in SLOTS:
            yield _bad_slot(f"{label} is {start.slot[:60]!r}'s")


def _of_circuit(track: TrackFile, site: _Site) -> Iterator[ErrorDetail]:
    if not track.line:
        yield _error("no_line", "DM-M-136", "The circuit has no line: name its hexes.")
    if not track.checkpoints:
        yield _error("no_checkpoints", "DM-M-136", "The circuit has no checkpoints: name at least one.")
    if not track.guide_line:
        yield _error("no_guide_line", "DM-M-142", "The circuit has no guide line: say where it starts and its steps.")
    yield from site.all_placement_errors("The line", track.line, "DM-M-136")
    for number, hexes in enumerate(track.checkpoints, start=1):
        if not hexes:
            yield _error("empty_checkpoint", "DM-M-136", f"Checkpoint {number} has no hexes: name them.")
        yield from site.all_placement_errors(f"Checkpoint {number}", hexes, "DM-M-136")
    yield from site.all_placement_errors("The guide line", track.guide_line, "DM-M-142")
    if track.guide_line:
        yield from _of_guide_line(track)


def _of_guide_line(track: TrackFile) -> Iterator[ErrorDetail]:
    """Errors of a guide line that is open, too sharp, or misses the line or a checkpoint (DM-M-055, DM-M-142)."""
    guide = track.guide_line
    if len(set(guide)) < len(guide):
        yield _error("guide_line_crossed", "DM-M-142", "The guide line goes through a hex twice: straighten it.")
    if direction(guide[-1], guide[0]) is None:
        yield _error(
            "guide_line_open",
            "DM-M-142",
            f"The guide line ends at {_hex_label(guide[-1])}, not beside its start at {_hex_label(guide[0])}: close "
            "it.",
        )
        return
    facing = facings_of(guide)
    for number, at in enumerate(guide):
        before, after = facing[number - 1], facing[number]
        if abs(sides_between(before, after)) > 1:
            yield _error(
                "guide_line_sharp",
                "DM-M-055",
                f"The guide line turns more than one hex-side at {_hex_label(at)}: a car turns one a hex, so round "
                "it.",
            )
        if at in track.line and track.line_direction not in {before, after}:
            yield _error(
                "line_direction", "DM-M-136", f"The guide line does not cross the line in direction "
                f"{track.line_direction}: turn one of them round."
            )  # fmt: skip
    for number, hexes in enumerate((track.line, *track.checkpoints)):
        if not set(hexes) & set(guide):
            label = f"Checkpoint {number}" if number else "The line"
            yield _error("off_guide_line", "DM-M-136", f"{label} is not on the guide line: lay one across the other.")


def _of_arena(track: TrackFile, site: _Site) -> Iterator[ErrorDetail]:
    yield from site.all_placement_errors("A flag", track.flag_spawns, "DM-M-137")
    slot_by_hex: dict[Hex, str] = {}
    for slot, hexes in track.bases.items():
        if slot not in SLOTS:
            yield _bad_slot(f"There is a base of {slot[:60]!r}")
        if not hexes:
            yield _error("empty_base", "DM-M-137", f"The base of {printable_name(slot)} has no hexes: name them.")
        yield from site.all_placement_errors(f"The base of {printable_name(slot)}", hexes, "DM-M-137")
        for at in hexes:
            if slot_by_hex.setdefault(at, slot) != slot:
                yield _error(
                    "bases_overlap",
                    "DM-M-137",
                    f"{_hex_label(at).capitalize()} is in the bases of {printable_name(slot_by_hex[at])} and "
                    f"{printable_name(slot)}: "
                    "give it to one.",
                )
    if not track.flag_spawns:
        return
    wanted = SLOTS[: max(LEAST_BASES, len(track.bases))]
    missing = [slot for slot in wanted if slot not in track.bases]
    if missing:
        yield _error("no_base", "DM-M-137", f"There is a flag, but no base for {', '.join(missing)}: add it.")


def _hex_label(at: Hex) -> str:
    column, row = column_and_row(*at)
    return f"column {column}, row {row}"


def _unknown_surface(label: str, known: Iterable[str]) -> ErrorDetail:
    return _error("unknown_surface", "DM-M-060", f"{label}, which is no surface: choose {', '.join(known)}.")


def _bad_slot(label: str) -> ErrorDetail:
    return _error("bad_slot", "DM-M-129", f"{label}, which is no slot: choose {', '.join(SLOTS)}.")


def _error(code: str, rule: str, sentence: str) -> ErrorDetail:
    return ErrorDetail(code=code, rule=rule, sentence=sentence)
