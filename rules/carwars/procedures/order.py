"""The order of what is simultaneous: fire at one target, hazards, movement. Rules CW-P-001 to CW-P-003."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.core.dice import Stream

Thing = TypeVar("Thing")
MOST_AT_ONCE = 20
"""The most that are drawn for at once."""


class FireOrderInputs(Inputs, frozen=True):
    """The shots that were declared in a phase."""

    shots: tuple[tuple[str, str], ...]
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


def draw_order(things: Sequence[Thing], stream: Stream, *, why: str) -> list[Thing]:
    """An order drawn by dice: of those left, one is drawn after the other, each as likely as the next.

    Every draw is one throw of a die with as many sides as there are left.
    """
    left, order = list(things), []
    while len(left) > 1:
        order.append(left.pop(stream.roll(1, why, sides=len(left)).total - 1))
    return order + left
