"""Mines, spikes, oil and smoke: dropping them, and what they do to cars. Rules FW-060 to FW-067."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.core.tables import by_face
from rules.formule.car import damage, wear
from rules.formule.car.gears import roll_gear_die
from rules.formule.match.match import Match
from rules.formule.match.orders import DropOrder
from rules.formule.match.state import CarState, CarStatus, Marker

AVOIDED_AT = 15
"""The lowest total of an avoidance roll at which a car passes a marker unharmed (FW-062)."""
OIL_IN_A_CORNER = -3
"""The modifier of an avoidance roll against oil in a corner (FW-065)."""
SPIN_NO, SPIN_MAYBE, SPIN_SURE = "no", "maybe", "sure"
OIL_SLIDES = by_face(
    {
        (12, 13, 14): (1, SPIN_NO),
        (9, 10, 11): (2, SPIN_NO),
        (4, 5, 6, 7, 8): (3, SPIN_MAYBE),
        (1, 2, 3): (3, SPIN_SURE),
    },
    faces=range(1, 15),
)
"""How many squares a car slides on oil, and whether it spins, by the failed roll (FW-065)."""
OIL_SPINS_TO = 8
"""The highest total of the second die at which a slide ends in a spin (FW-065)."""
SMOKE = "smoke"
"""The kind of marker that cars drive through unharmed (FW-067)."""
TIRES_DIE, ARMOR_DIE = 2, 1
"""The gear dice for the tires and armor a mine takes (FW-063). Spikes use the same die for tires (FW-064)."""
BEHIND = "behind"
DROP_PLACE_BY_MOUNT: Mapping[str, str] = {"rear": BEHIND, "left": "left", "right": "right"}
"""Where each mount drops its markers (FW-060)."""
DROP_OFFSETS: Mapping[str, tuple[int, int]] = {BEHIND: (-1, 0), "left": (0, -1), "right": (0, 1)}
"""The offset of each drop place from the car, in rows and lanes."""


class Slide(NamedTuple):
    """What oil does to a move: the squares it adds, and whether the move ends in a spin (FW-065, FW-066)."""

    squares: int = 0
    spins: bool = False


def why_not_drop(play: Match, car: CarState, order: DropOrder, row: int, lane: int) -> str:
    """Why a car on the given square cannot drop as ordered, as a clause; empty if it can (FW-014, FW-060)."""
    if not 0 <= order.weapon < len(car.weapons):
        return f"it has no weapon {order.weapon}: name one from 0 to {len(car.weapons) - 1}"
    weapon = car.weapons[order.weapon]
    if not play.weapons[weapon.key].is_dropper:
        return f"weapon {order.weapon} is no dropper: fire it"
    if not weapon.works or not weapon.ammunition:
        return f"weapon {order.weapon} is destroyed or empty: drop something else"
    own = DROP_PLACE_BY_MOUNT.get(weapon.mount, BEHIND)
    where = order.where or own
    if where not in DROP_OFFSETS:
        return f"{where[:20]!r} is no place to drop into: name behind, left or right"
    if where != own and not play.settings.drop_any_square:
        return f"weapon {order.weapon} drops {own}: leave the place out"
    rows, lanes = DROP_OFFSETS[where]
    row, lane = (row + rows) % play.circuit.length, lane + lanes
    if not play.circuit.is_square(row, lane):
        return "there is no square to drop into: drop it elsewhere"
    if play.car_on(row, lane, but=car.id) is not None:
        return "a car stands in the square to drop into: drop it elsewhere"
    return ""


def drop(play: Match, car: CarState, order: DropOrder, *, free: bool = False) -> None:
    """Leave a marker on the track, for one charge and one weapon action; none if `free` (FW-014, FW-031, FW-060).

    The caller has checked that it is possible.
    """
    weapon = car.weapons[order.weapon]
    where = order.where or DROP_PLACE_BY_MOUNT.get(weapon.mount, BEHIND)
    rows, lanes = DROP_OFFSETS[where]
    row, lane = (car.row + rows) % play.circuit.length, car.lane + lanes
    before = {"ammunition": weapon.ammunition, "acted": car.acted}
    weapon.ammunition -= 1
    car.acted += not free
    play.state.markers.append(Marker(kind=weapon.key, row=row, lane=lane, progress=car.progress + rows, owner=car.id))
    play.note(
        "drop", "FW-060", car, crew=car.driver, before=before,
        after={"ammunition": weapon.ammunition, "acted": car.acted},
        marker=weapon.key, weapon=order.weapon, row=row, lane=lane, where=where,
    )  # fmt: skip


def meet(play: Match, car: CarState) -> Slide:
    """Make a car that enters a square roll against each marker in it except smoke (FW-061, FW-062).

    Its own markers count too. The rolls stop once the car spins or is out.
    """
    markers = [
        marker
        for marker in play.state.markers
        if marker.row == car.row and marker.lane == car.lane and marker.kind != SMOKE
    ]
    squares, spins, spins_before = 0, False, car.spins
    for marker in markers:
        if car.status is not CarStatus.RUNNING or car.spins != spins_before:
            break
        slide = _avoid(play, car, marker)
        squares, spins = squares + slide.squares, spins or slide.spins
    return Slide(squares, spins)


def _avoid(play: Match, car: CarState, marker: Marker) -> Slide:
    """Make the avoidance roll against one marker, and apply a failure (FW-062)."""
    face, total = wear.roll_black_die(play, car, f"avoid {marker.kind}")
    parts = {"road-holding": car.road_holding, "wounded": total - face}
    total += car.road_holding
    if marker.kind == "oil" and play.circuit.corner_at(car.row) >= 0:
        total += OIL_IN_A_CORNER
        parts["in a corner"] = OIL_IN_A_CORNER
    passed = total >= AVOIDED_AT
    play.note(
        "avoidance", "FW-062", car, marker=marker.kind, owner=marker.owner, face=face, total=total, passed=passed,
        **play.explanation(parts=parts),
    )  # fmt: skip
    if passed:
        return Slide()
    if marker.kind == "oil":
        return _oil(play, car, face if play.settings.oil_lookup == "natural" else total)
    _shred(play, car, marker)
    return Slide()


def _shred(play: Match, car: CarState, marker: Marker) -> None:
    """Let spikes or a mine take tires. A mine takes armor as well and is removed (FW-063, FW-064)."""
    mine = marker.kind == "mines"
    due = roll_gear_die(play, TIRES_DIE, "tires")
    before = {"tires": car.tires}
    taken = wear.take(car, "tires", due)
    if mine:
        play.state.markers.remove(marker)
    play.note(
        marker.kind, "FW-063" if mine else "FW-064", car, before=before, after={"tires": car.tires}, due=due,
        owner=marker.owner,
    )  # fmt: skip
    owner = play.state.cars[marker.owner]
    if due > taken and play.settings.mine_tire_elimination:
        wear.take_out_of_race(play, car, "tires", "FW-063", destroyed=True, by=owner)
        return
    if mine:
        damage.damage_car(play, car, roll_gear_die(play, ARMOR_DIE, "armor"), by=owner, why="mines")
    wear.apply_loss_effects(play, car, "tires", by=owner)


def _oil(play: Match, car: CarState, roll: int) -> Slide:
    """Look up how far a car slides on oil and whether it spins (FW-065).

    A roll outside the table reads its nearest line.
    """
    squares, spin = OIL_SLIDES[min(max(roll, min(OIL_SLIDES)), max(OIL_SLIDES))]
    spins, face = spin == SPIN_SURE, 0
    if spin == SPIN_MAYBE:
        face, total = wear.roll_black_die(play, car, "spin on oil")
        spins = total <= OIL_SPINS_TO
    play.note("oil", "FW-065", car, shown=roll, squares=squares, face=face, spins=spins)
    return Slide(squares, spins)


def clear_smoke(play: Match) -> None:
    """Remove smoke that every racing car has passed, measured by progress (FW-067)."""
    markers = play.state.markers
    if not any(marker.kind == SMOKE for marker in markers):
        return
    last_progress = min((car.progress for car in play.racing_cars), default=None)
    for marker in [marker for marker in markers if marker.kind == SMOKE]:
        if last_progress is None or last_progress > marker.progress:
            markers.remove(marker)
            play.note("smoke_clears", "FW-067", row=marker.row, lane=marker.lane, owner=marker.owner)
