"""The order of what is simultaneous: fire at one target, hazards, movement. Rules CW-P-001 to CW-P-003."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Difficulty, Name, Skill, Speed, refuse_repeated
from rules.core.dice import Stream

Thing = TypeVar("Thing")
MOST_AT_ONCE = 20
"""The most that are drawn for at once."""


Shot: TypeAlias = Annotated[tuple[Name, Name], msgspec.Meta(extra={"parts": ("Shooter", "Target")})]


class FireOrderInputs(Inputs, frozen=True, kw_only=True):
    """The shots that were declared in a phase."""

    shots: Annotated[tuple[Shot, ...], msgspec.Meta(min_length=1)]
    """Shooter and target of each shot."""
    initiative: tuple[str, ...] = ()
    """The shooters from the first to the last, where the order of initiative counts."""


@procedure(
    "CW-P-001",
    "Fire at one target",
    reads=("fire.same_target_order",),
    dice="for each target of two shooters or more, a die decides who is next until one is left",
)
def fire_order(inputs: FireOrderInputs, answers: Answers, stream: Stream) -> Outcome:
    """Say in which order shots at the same target are resolved (CW-P-001, CW-Q-066)."""
    if len(inputs.shots) > MOST_AT_ONCE:
        raise InputsImpossible(f"At most {MOST_AT_ONCE} shots are ordered at once: leave some for later.")
    by_target: dict[str, list[str]] = {}
    for shooter, target in inputs.shots:
        by_target.setdefault(target, []).append(shooter)
    by_initiative = answers.part("fire.same_target_order", "order") == "initiative"
    orders: dict[str, list[str]] = {}
    says: list[str] = []
    for target, shooters in by_target.items():
        if by_initiative:
            orders[target] = _by_initiative(shooters, inputs.initiative)
        else:
            orders[target] = draw_order(shooters, stream, why=f"who shoots next at {target}")
        if len(shooters) > 1:
            says.append(f"At {target}: {', then '.join(orders[target])}.")
    return Outcome(values={"orders": orders}, says=tuple(says) or ("No two shots have one target.",))


def _by_initiative(shooters: Sequence[str], initiative: Sequence[str]) -> list[str]:
    missing = [shooter for shooter in shooters if shooter not in initiative]
    if missing:
        raise InputsImpossible(f"The order of initiative lacks {', '.join(missing)}: name every shooter in it.")
    return sorted(shooters, key=initiative.index)


class Hazard(Inputs, frozen=True, kw_only=True):
    """A hazard that a vehicle has met and not dealt with."""

    name: Name
    """What the hazard is."""
    difficulty: Difficulty = 0
    """Its difficulty, 3 for a D3. It counts only where the worst hazard comes first."""


class HazardOrderInputs(Inputs, frozen=True, kw_only=True):
    """The hazards that a vehicle meets at one moment."""

    hazards: Annotated[tuple[Hazard, ...], msgspec.Meta(min_length=1, max_length=MOST_AT_ONCE)]
    """The hazards, each with a name of its own."""
    wanted: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_AT_ONCE)] = ()
    """The hazards from the first to the last, where the vehicle's player chooses."""


@procedure(
    "CW-P-002",
    "Simultaneous hazards",
    reads=("crash.hazard_order",),
    dice="a die decides which hazard is next until one is left; where the worst comes first, only between equals",
)
def hazard_order(inputs: HazardOrderInputs, answers: Answers, stream: Stream) -> Outcome:
    """Say in which order hazards of the same moment are dealt with (CW-P-002, CW-Q-140)."""
    names = [hazard.name for hazard in inputs.hazards]
    refuse_repeated(names, "hazards")
    why = "which hazard is next"
    match answers.part("crash.hazard_order", "order"):
        case "worst_first":
            order = _worst_first(inputs.hazards, stream, why=why)
            reason = "The worst hazard comes first, and dice decide between equal ones."
        case "owner":
            if sorted(inputs.wanted) != sorted(names):
                raise InputsImpossible("The player chooses the order: name every hazard in it once.")
            order, reason = list(inputs.wanted), "The vehicle's player has chosen the order."
        case _:
            order, reason = draw_order(names, stream, why=why), "The order is drawn at random."
    return Outcome(
        values={"order": order},
        says=(
            f"{reason} It is: {', then '.join(order)}.",
            "Finish each hazard, with its control roll and its roll on the crash table, before the next.",
        ),
    )


def _worst_first(hazards: Sequence[Hazard], stream: Stream, *, why: str) -> list[str]:
    unknown = [hazard.name for hazard in hazards if not hazard.difficulty]
    if unknown:
        raise InputsImpossible(f"The worst hazard comes first: give the difficulty of {', '.join(unknown)}.")
    by_difficulty = sorted(hazards, key=lambda hazard: -hazard.difficulty)
    order: list[str] = []
    for _, equals in groupby(by_difficulty, key=lambda hazard: hazard.difficulty):
        order += draw_order([hazard.name for hazard in equals], stream, why=why)
    return order


class Mover(Inputs, frozen=True, kw_only=True):
    """A vehicle that is to move in the phase."""

    name: Name
    """The vehicle."""
    speed: Speed
    """Its speed in mph, ahead or in reverse."""
    reflexes: Skill = 0
    """The driver's reflexes. The same for everybody where they play no part."""
    skill: Skill = 0
    """The Driver skill of its driver."""
    choice: Literal["first", "second"] = "first"
    """Whether its driver wants to move before or after drivers with less skill, at the same speed and reflexes."""


class MovementOrderInputs(Inputs, frozen=True, kw_only=True):
    """The vehicles that move in a phase."""

    movers: Annotated[tuple[Mover, ...], msgspec.Meta(min_length=1, max_length=MOST_AT_ONCE)]
    """The vehicles, each with a name of its own."""
    arbiter: bool = False
    """Whether somebody without a part in it can move vehicles at once, by moves written down in secret."""


@procedure(
    "CW-P-003",
    "Movement order",
    reads=("move.order_ties",),
    dice="one die for each vehicle of a tie that nothing else settles, and again for equal faces",
)
def movement_order(inputs: MovementOrderInputs, answers: Answers, stream: Stream) -> Outcome:
    """Say in which order vehicles move, and which move at the same time (CW-P-003, CW-Q-131)."""
    refuse_repeated((mover.name for mover in inputs.movers), "vehicles")
    by_dice = answers.part("move.order_ties", "ties") == "dice_only"
    arbiter = inputs.arbiter and not by_dice
    order: list[list[str]] = []
    for equals in _fastest_first(inputs.movers):
        for tied in [equals] if by_dice else _by_choice(equals):
            order += _settle_tie([mover.name for mover in tied], stream, arbiter=arbiter)
    says = [f"The order is: {', then '.join(' with '.join(together) for together in order)}."]
    if len(order) < len(inputs.movers):
        says.append("Those named together write down their moves in secret, and the arbiter makes them at once.")
    return Outcome(values={"order": order}, says=tuple(says))


def _fastest_first(movers: Iterable[Mover]) -> list[list[Mover]]:
    """Groups of equal speed and reflexes, the faster first and then those with better reflexes."""
    ordered = sorted(movers, key=lambda mover: (-mover.speed, -mover.reflexes))
    return [list(equals) for _, equals in groupby(ordered, key=lambda mover: (mover.speed, mover.reflexes))]


def _by_choice(movers: Sequence[Mover]) -> list[list[Mover]]:
    """Groups in the order of movement: a driver with more skill goes before or after all with less."""
    groups: list[list[Mover]] = []
    by_skill = sorted(movers, key=lambda mover: mover.skill)
    for _, equals in groupby(by_skill, key=lambda mover: mover.skill):
        peers = list(equals)
        first = [mover for mover in peers if mover.choice == "first"]
        second = [mover for mover in peers if mover.choice == "second"]
        groups = [first, *groups, second] if groups else [peers]
    return [group for group in groups if group]


def _settle_tie(names: list[str], stream: Stream, *, arbiter: bool) -> list[list[str]]:
    """Those who move, in order: all at once with an arbiter, else by dice, with new dice for equal faces."""
    if len(names) == 1 or arbiter:
        return [names]
    faces = stream.roll(len(names), f"who of {', '.join(names)} moves first").faces
    by_face = sorted(zip(faces, names, strict=True), key=lambda rolled: -rolled[0])
    order: list[list[str]] = []
    for _, equals in groupby(by_face, key=lambda rolled: rolled[0]):
        order += _settle_tie([name for _, name in equals], stream, arbiter=False)
    return order


def draw_order(things: Sequence[Thing], stream: Stream, *, why: str) -> list[Thing]:
    """An order drawn by dice: of those left, one is drawn after the other, each as likely as the next.

    Every draw is one throw of a die with as many sides as there are left.
    """
    left, order = list(things), []
    while len(left) > 1:
        order.append(left.pop(stream.roll(1, why, sides=len(left)).total - 1))
    return order + left
