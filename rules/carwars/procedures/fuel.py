"""What follows when a gas tank is destroyed or a fuel system is hit. Rule CW-P-049."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from rules.carwars.procedures.procedure import Answers, Inputs, Outcome, procedure
from rules.carwars.procedures.quantities import Turn
from rules.core.dice import Stream
from rules.core.plurals import count_phrase


class FuelTankInputs(Inputs, frozen=True):
    """A vehicle whose gas tank is destroyed."""

    turn: Turn
    """The turn in which the tank is destroyed."""


@procedure(
    "CW-P-049",
    "Gas tank destroyed",
    reads=("dmg.fuel_tank_destroyed",),
    dice="one die, to which turns are added: so long the engine runs on",
)
def time_engine_without_tank(inputs: FuelTankInputs, answers: Answers, stream: Stream) -> Outcome:
    """Roll for how long an engine runs on without its gas tank (CW-P-049, CW-Q-083, CW-S-008)."""
    added = answers.number("dmg.fuel_tank_destroyed", "turns_added")
    die = stream.d6("how long the engine runs on without its tank")
    turns = die + added
    return Outcome(
        values={"turns": turns, "stops_in_turn": inputs.turn + turns},
        says=(
            f"The die is a {die}, and {added} more make {count_phrase(turns, 'turn')}.",
            f"The engine stops in turn {inputs.turn + turns}. From then on the vehicle is a mobility kill.",
        ),
    )


class FuelSystemInputs(Inputs, frozen=True):
    """A vehicle whose fuel system is hit."""

    turn: Turn
    """The turn of the hit."""
    engine_on: Annotated[tuple[bool, ...], Meta(max_length=100)] = ()
    """Whether the engine is running at the end of that turn, of the next, and so on."""


@procedure(
    "CW-P-049",
    "Fuel system hit",
    reads=("burn.fuel_system_hit",),
    dice="one die for the fire, which starts on 1 or 2",
)
def resolve_fuel_system_hit(inputs: FuelSystemInputs, answers: Answers, stream: Stream) -> Outcome:
    """Roll for a fire, and list the rolls for engine criticals after a fuel-system hit (CW-P-049, CW-Q-113)."""
    chance = answers.number("burn.fuel_system_hit", "fire_chance")
    die = stream.d6("whether the hit on the fuel system starts a fire")
    turns = [inputs.turn + later for later, running in enumerate(inputs.engine_on) if running]
    listed = ", ".join(map(str, turns))
    return Outcome(
        values={"fire": die <= chance, "engine_rolls": turns},
        says=(
            f"The die is a {die}, and a fire starts on {chance} in 6: {'fire' if die <= chance else 'no fire'}.",
            f"Roll on the table of engine criticals at the end of turn {listed}."
            if turns
            else "The engine is off, so there is no roll for engine criticals.",
        ),
    )
