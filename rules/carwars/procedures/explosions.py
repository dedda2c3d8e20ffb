"""What may explode while a vehicle burns, and for how long a destroyed weapon may. Rules CW-P-047 and CW-P-048."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Few, Name, Turn, refuse_repeated
from rules.carwars.questionnaire import Value
from rules.core.dice import Stream
from rules.core.plurals import count_phrase

JETS = frozenset({"booster", "jump_jet"})


class VolatileItem(Inputs, frozen=True):
    """An item of a burning vehicle that is or may be volatile."""

    name: Name
    """What it is called."""
    kind: Literal[
        "gas_engine", "booster", "jump_jet",
        "flamethrower", "flame_cloud_ejector", "flaming_oil_jet",
        "rockets", "incendiary_spikes", "incendiary_machine_gun", "flaming_oil_gun", "napalm_mines",
        "anti_tank_gun", "tank_gun", "other",
    ]  # fmt: skip
    """A gasoline engine, a rocket booster, a jump jet, or a weapon. Missiles are `rockets`, `other` is any other item
    that the rules call volatile."""
    in_shell: bool = False
    """Whether its component armor is intact."""
    damaged: bool = False
    """Whether the item itself has taken damage."""
    empty: bool = False
    """Whether it has no shot and no fuel left."""


class ExplosionInputs(Inputs, frozen=True):
    """A vehicle that burns."""

    items: Few[VolatileItem]
    """Its gasoline engine and its volatile items."""


@procedure(
    "CW-P-047",
    "What may explode",
    reads=("burn.gas_engine_ca", "burn.volatile_ca", "burn.empty_volatile", "burn.boosters_volatile"),
)
def list_explosion_risks(inputs: ExplosionInputs, answers: Answers, _stream: Stream) -> Outcome:
    """List what may explode aboard a burning vehicle (CW-P-047, CW-Q-099, CW-Q-100, CW-Q-104, CW-Q-112)."""
    refuse_repeated((item.name for item in inputs.items), "items")
    may_explode: list[str] = []
    says: list[str] = []
    for item in inputs.items:
        if item.in_shell and item.damaged:
            raise InputsImpossible(f"{item.name} is damaged, so its component armor is gone: correct one of the two.")
        if item.kind == "gas_engine" and item.empty:
            raise InputsImpossible(f"{item.name} is an engine: only weapons, boosters and jump jets can be empty.")
        reason = _why_safe(item, answers)
        may_explode += [] if reason else [item.name]
        says.append(f"{item.name} does not explode: {reason}." if reason else f"{item.name} may explode.")
    return Outcome(values={"may_explode": may_explode}, says=tuple(says))


def _why_safe(item: VolatileItem, answers: Answers) -> str:
    """Why an item does not explode, empty if it may."""
    if item.kind == "gas_engine":
        safe = item.in_shell and not answers.part("burn.gas_engine_ca", "may_explode")
        return "its component armor is intact" if safe else ""
    if item.kind in JETS and not answers.part("burn.boosters_volatile", "volatile"):
        return "boosters and jump jets are not volatile here"
    if item.empty and item.kind not in _explosive_when_empty(answers.part("burn.empty_volatile", "weapons")):
        return "it is empty"
    if not item.damaged and not answers.part("burn.volatile_ca", "may_explode"):
        return "it has taken no damage itself"
    return ""


def _explosive_when_empty(answer: Value) -> tuple[str, ...]:
    return tuple(answer) if isinstance(answer, tuple | list) else ()


class DestroyedWeaponInputs(Inputs, frozen=True):
    """An explosive weapon that was destroyed."""

    turn: Turn
    """The turn in which it was destroyed."""
    damage_points: Annotated[int, Meta(ge=1, le=100)]
    """The damage points that it had when it was whole."""


@procedure("CW-P-048", "Destroyed explosive weapon", reads=("burn.destroyed_weapon_hazard",))
def time_destroyed_weapon(inputs: DestroyedWeaponInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say for how long a destroyed weapon may still explode (CW-P-048, CW-Q-108)."""
    points = count_phrase(inputs.damage_points, "damage point")
    seconds = inputs.damage_points * answers.number("burn.destroyed_weapon_hazard", "seconds_per_point")
    last = inputs.turn + seconds
    return Outcome(
        values={"seconds": seconds, "last_turn": last},
        says=(
            f"With {points} it is a danger for {count_phrase(seconds, 'second')}, and a turn is one second.",
            f"It may explode until the end of turn {last}.",
        ),
    )
