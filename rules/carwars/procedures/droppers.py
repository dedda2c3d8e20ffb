"""Weapons that drop counters: how many they lay on automatic, and who sees those beneath a gas. Rules CW-P-034 and
CW-P-035.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Few, Many, Name, refuse_repeated
from rules.core.dice import Stream

INCH = 100
REFEREE = "referee"
EVERYONE = "everyone"


class AutomaticDropInputs(Inputs, frozen=True):
    """The phases since a dropper was switched to automatic."""

    moved: Many[Annotated[int, Meta(ge=0, le=1000)]]
    """How far the vehicle moved in each of them, in hundredths of an inch."""
    shots: Annotated[int, Meta(ge=0, le=1000)]
    """The counters that the dropper had left when it was switched."""


@procedure("CW-P-034", "Automatic droppers", reads=("drop.automatic_rate",))
def count_automatic_counters(inputs: AutomaticDropInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Count the counters that a dropper on automatic lays in each phase (CW-P-034, CW-Q-057)."""
    by_inch = answers.part("drop.automatic_rate", "rate") == "per_inch"
    left = inputs.shots
    laid: list[int] = []
    for due in _by_inch(inputs.moved) if by_inch else _by_phase(inputs.moved):
        laid.append(min(due, left))
        left -= laid[-1]
    rule = "for each full inch" if by_inch else "for each phase in which the vehicle moves, however far"
    counts = ", ".join(map(str, laid))
    return Outcome(
        values={"laid": laid, "shots_left": left},
        says=(f"One counter {rule}.", f"Counters by phase: {counts}. Shots left: {left}."),
    )


def _by_phase(moved: Iterable[int]) -> list[int]:
    return [1 if distance else 0 for distance in moved]


def _by_inch(moved: Iterable[int]) -> list[int]:
    """The full inches that are completed in each phase. What is over counts in the next one."""
    total, counts = 0, []
    for distance in moved:
        counts.append((total + distance) // INCH - total // INCH)
        total += distance
    return counts


class LaidCounter(Inputs, frozen=True):
    """A counter on the map."""

    name: Name
    """What this counter is called."""
    owner: Name
    """The vehicle or duelist that dropped it."""
    state: Literal["solid", "liquid", "gas"]
    """Mines and spikes are solid, oil and ice liquid, smoke and flame clouds gas."""
    beneath_gas: bool
    """Whether a gas covers it now."""
    took_effect: bool = False
    """Whether it has affected a vehicle."""


class HiddenCounterInputs(Inputs, frozen=True):
    """The counters whose secrecy is in question."""

    counters: Few[LaidCounter]
    """The counters, in any order."""


@procedure("CW-P-035", "Counters beneath a gas", reads=("drop.hidden_under_gas",))
def list_who_sees_counters(inputs: HiddenCounterInputs, answers: Answers, _stream: Stream) -> Outcome:
    """List who may see each counter where gas covers some of them (CW-P-035, CW-Q-058)."""
    refuse_repeated((counter.name for counter in inputs.counters), "counters")
    visible = bool(answers.part("drop.hidden_under_gas", "visible"))
    seen_by: dict[str, list[str]] = {}
    says: list[str] = []
    for counter in inputs.counters:
        if {REFEREE, EVERYONE} & {counter.owner}:
            raise InputsImpossible(f"{counter.owner} drops no counters: name the vehicle or duelist that did.")
        hidden = counter.beneath_gas and counter.state != "gas" and not counter.took_effect and not visible
        seen_by[counter.name] = [counter.owner, REFEREE] if hidden else [EVERYONE]
        who = f"only {counter.owner} and the referee see it" if hidden else "everyone sees it"
        says.append(f"{counter.name}: {who}.")
    return Outcome(values={"seen_by": seen_by}, says=tuple(says))
