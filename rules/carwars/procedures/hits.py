"""What the hits of a phase do: metal armor, the hazard of a salvo, and who of a crew is hurt. Rules CW-P-040 to
CW-P-042.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from rules.carwars.procedures.phases import PHASES, Moment, moment_at, moment_text, phase_index
from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Few, Name, Points, refuse_repeated
from rules.core.dice import Stream

HAZARD_BRACKETS = ((10, 3), (6, 2), (1, 1))
"""The damage from which a hit is a hazard, and its difficulty (CW-P-041). The two lower ones are those of RH-032."""


class MetalHit(Inputs, frozen=True):
    """A hit on metal armor."""

    damage: Points
    """The points of damage."""
    metal_lost: Points = 0
    """The points of metal that this hit takes off, by the rules for metal armor."""


class MetalInputs(Inputs, frozen=True):
    """The hits on one location with metal armor in a phase."""

    metal: Points
    """The points of metal at the beginning of the phase."""
    hits: Few[MetalHit]
    """The hits in the order in which they are worked out."""


@procedure("CW-P-040", "Hits on metal armor", reads=("dmg.metal_same_phase",))
def resolve_metal_hits(inputs: MetalInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Work out how much damage goes through metal armor that is hit several times (CW-P-040, CW-Q-090)."""
    one_by_one = answers.part("dmg.metal_same_phase", "hits") == "sequential"
    left = inputs.metal
    through: list[int] = []
    says: list[str] = []
    for number, hit in enumerate(inputs.hits, 1):
        if hit.metal_lost > inputs.metal:
            raise InputsImpossible(f"Hit {number} takes off more metal than there was: correct one of the two.")
        meets = left if one_by_one else inputs.metal
        through.append(max(0, hit.damage - meets))
        left = max(0, left - hit.metal_lost)
        says.append(
            f"Hit {number}: {hit.damage} against {meets} of metal, {through[-1]} through, {left} of metal left."
        )
    return Outcome(values={"through": through, "metal_left": left}, says=tuple(says))


class SalvoInputs(Inputs, frozen=True):
    """A salvo of linked weapons that hits one vehicle."""

    moment: Moment
    """When it is fired."""
    damage: Few[Points]
    """The damage that each weapon of the salvo does to the vehicle."""
    drops: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    """What the salvo drops."""


@procedure("CW-P-041", "Salvo", reads=("drop.same_phase_effect", "fire.salvo_hazard", PHASES))
def resolve_salvo(inputs: SalvoInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Find the hazard of a salvo, and when the counters it drops take effect (CW-P-041, CW-Q-046, CW-Q-059).

    The phases of a turn are those of the duel (CW-Q-148).
    """
    refuse_repeated(inputs.drops, "dropped counters")
    if answers.part("fire.salvo_hazard", "hazard") == "per_salvo":
        difficulty = _difficulty_of(sum(inputs.damage))
        rule = f"The salvo does {sum(inputs.damage)} points and makes one hazard"
    else:
        each = [_difficulty_of(damage) for damage in inputs.damage]
        difficulty = sum(each)
        rule = f"The weapons add up {', '.join(f'D{of_one}' for of_one in each)}"
    later = 1 if answers.part("drop.same_phase_effect", "takes_effect") == "next_phase" else 0
    counts_from = phase_index(inputs.moment, answers) + later
    says = [f"{rule}: D{difficulty}." if difficulty else "The salvo makes no hazard."]
    if inputs.drops:
        says.append(f"{', '.join(inputs.drops)}: in effect from {moment_text(counts_from, answers)}.")
    return Outcome(
        values={
            "difficulty": difficulty,
            "drops_count_from": moment_at(counts_from, answers) if inputs.drops else None,
        },
        says=tuple(says),
    )


def _difficulty_of(damage: int) -> int:
    """The difficulty of the hazard from so much damage, 0 for none."""
    return next((difficulty for least, difficulty in HAZARD_BRACKETS if damage >= least), 0)


class CrewHitInputs(Inputs, frozen=True):
    """Attacks of a phase that hit the crew of a vehicle."""

    aboard: Few[Name]
    """The people aboard, the driver first."""
    attacks: Annotated[int, Meta(ge=1, le=20)] = 1
    """How many attacks hit the crew."""
    chosen: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    """Who is hurt by each attack, where a player chooses."""


@procedure(
    "CW-P-042",
    "Crew hit",
    reads=("fire.crew_hit_allocation",),
    dice="for each attack one die with as many sides as there are people aboard, none for one person alone",
)
def choose_who_is_hit(inputs: CrewHitInputs, answers: Answers, stream: Stream) -> Outcome:
    """Choose who is hurt by each attack that hits a crew (CW-P-042, CW-Q-077)."""
    refuse_repeated(inputs.aboard, "people aboard")
    match answers.part("fire.crew_hit_allocation", "who"):
        case "driver_first":
            hurt = [inputs.aboard[0]] * inputs.attacks
        case "choose":
            hurt = _chosen(inputs)
        case _:
            hurt = [_draw(inputs.aboard, stream, attack) for attack in range(1, inputs.attacks + 1)]
    return Outcome(
        values={"hurt": hurt},
        says=tuple(f"Attack {number} hurts {person}." for number, person in enumerate(hurt, 1)),
    )


def _chosen(inputs: CrewHitInputs) -> list[str]:
    if len(inputs.chosen) != inputs.attacks:
        raise InputsImpossible("A player chooses who is hurt: name one person for each attack.")
    for person in inputs.chosen:
        if person not in inputs.aboard:
            raise InputsImpossible(f"{person} is not aboard: choose one of {', '.join(inputs.aboard)}.")
    return list(inputs.chosen)


def _draw(aboard: tuple[str, ...], stream: Stream, attack: int) -> str:
    if len(aboard) == 1:
        return aboard[0]
    return aboard[stream.roll(1, f"who is hurt by attack {attack}", sides=len(aboard)).total - 1]
