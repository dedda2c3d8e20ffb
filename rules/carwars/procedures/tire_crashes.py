"""Control rolls for lost tires, and the crash results of those that fail. Rules CW-P-024 and CW-P-025."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from rules.carwars.procedures.control_rolls import NeededFace, describe_roll, roll_control
from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Difficulty, Name, refuse_repeated
from rules.carwars.procedures.written_rules import note_own_rule
from rules.core.dice import Stream

ROLL_MODIFIER = -6
"""The modifier of a control roll for a lost tire or wheel."""
LOST_CONTROL_HAZARD = 6
"""The difficulty that such a roll counts as when it fails."""
NO_MODIFIER = 3
"""The difficulty that changes nothing on the crash table: a roll there adds what a hazard has more than this."""

Losses = Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=12)]


class TireRollsInputs(Inputs, frozen=True, kw_only=True):
    """The tires that a vehicle lost in one phase."""

    lost: Losses
    """The lost tires or wheels, each by a name of its own."""
    needed: NeededFace
    """The lowest face that keeps control at a handling of -6 and this speed: 1 if no roll is needed, 7 if none can
    be enough.
    """


@procedure(
    "CW-P-024",
    "Control rolls for lost tires",
    reads=("dmg.multi_tyre_rolls",),
    dice="one die for each control roll",
)
def tire_control_rolls(inputs: TireRollsInputs, answers: Answers, stream: Stream) -> Outcome:
    """Roll for control at -6 when tires are lost, for each of them or once (CW-P-024, CW-Q-086)."""
    rolls, says = _roll_for_tires(inputs.lost, inputs.needed, answers, stream)
    return Outcome(values={"rolls": rolls, "kept": all(roll["kept"] for roll in rolls)}, says=says)


def _roll_for_tires(
    lost: tuple[str, ...], needed: int, answers: Answers, stream: Stream
) -> tuple[list[dict[str, Any]], tuple[str, ...]]:
    """The control rolls for lost tires, and a sentence for each."""
    refuse_repeated(lost, "lost tires")
    once = answers.part("dmg.multi_tyre_rolls", "rolls") == "once"
    rolls, says = [], []
    for reason in [", ".join(lost)] if once else lost:
        roll = roll_control(needed, stream, why=f"control at {ROLL_MODIFIER} for the loss of {reason}")
        rolls.append({"for": reason, "face": roll.face, "kept": roll.kept})
        says.append(f"Control at {ROLL_MODIFIER} for the loss of {reason}: {describe_roll(roll, needed)}.")
    return rolls, tuple(says)


class CrashLine(Inputs, frozen=True, kw_only=True):
    """A line of a crash table."""

    up_to: Annotated[int, msgspec.Meta(ge=-20, le=60)]
    """The highest total of the line."""
    result: Name
    """Its result."""


class TireLossCrashInputs(Inputs, frozen=True, kw_only=True):
    """Tires that enemy fire took off a vehicle in one phase, and the crash table."""

    lost: Losses
    """The lost tires or wheels, each by a name of its own."""
    needed: NeededFace
    """The lowest face that keeps control at a handling of -6 and this speed: 1 if no roll is needed, 7 if none can
    be enough.
    """
    table: Annotated[tuple[CrashLine, ...], msgspec.Meta(min_length=1, max_length=30)]
    """The crash table from its lowest line to its highest. A total above all of them counts as the highest."""
    fire_hazard: Difficulty = 0
    """The difficulty of the hazard of the enemy fire, 3 for a D3; 0 for none."""
    fire_needed: NeededFace = 1
    """The lowest face that keeps control after the hazard of the enemy fire: 1 if no roll is needed."""
    modifier: Annotated[int, msgspec.Meta(ge=-10, le=10)] = 0
    """What else is added to a roll on the crash table."""
    dice: Annotated[int, msgspec.Meta(ge=1, le=4)] = 2
    """The number of dice for a roll on the crash table."""
    severity: Annotated[tuple[Name, ...], msgspec.Meta(max_length=30)] = ()
    """The results from the mildest to the worst, if that is not their order in the table."""


@procedure(
    "CW-P-025",
    "Crash rolls for lost tires",
    reads=("crash.tyre_loss_roll", "dmg.multi_tyre_rolls"),
    dice="one die for each control roll, and the dice of the crash table for each that fails",
)
def tire_loss_crash(inputs: TireLossCrashInputs, answers: Answers, stream: Stream) -> Outcome:
    """Roll for enemy fire and for the tires it took, and pick the worst result (CW-P-025, CW-Q-144, CW-Q-086)."""
    severity = _severity(inputs)
    results: list[str] = []
    says = list(note_own_rule(answers, "crash.tyre_loss_roll", "procedure"))
    if inputs.fire_hazard:
        roll = roll_control(inputs.fire_needed, stream, why="control after the hazard of the enemy fire")
        says.append(f"The D{inputs.fire_hazard} of the enemy fire: {describe_roll(roll, inputs.fire_needed)}.")
        if not roll.kept:
            results.append(_crash_result(inputs, inputs.fire_hazard, stream, says))
    rolls, sentences = _roll_for_tires(inputs.lost, inputs.needed, answers, stream)
    for tire_roll, sentence in zip(rolls, sentences, strict=True):
        says.append(sentence)
        if not tire_roll["kept"]:
            results.append(_crash_result(inputs, LOST_CONTROL_HAZARD, stream, says))
    worst = max(results, key=severity.index, default="")
    says.append(f"Only the worst result happens: {worst}." if worst else "Control is kept, and nothing happens.")
    return Outcome(values={"results": results, "worst": worst or None}, says=tuple(says))


def _severity(inputs: TireLossCrashInputs) -> list[str]:
    """The results from the mildest to the worst."""
    totals = [line.up_to for line in inputs.table]
    if totals != sorted(set(totals)):
        raise InputsImpossible("The crash table goes from its lowest line to its highest: put its lines in order.")
    results = [line.result for line in inputs.table]
    if inputs.severity and set(inputs.severity) != set(results):
        raise InputsImpossible("The order of severity names every result of the table and no other: correct it.")
    return list(inputs.severity) or results


def _crash_result(inputs: TireLossCrashInputs, hazard: int, stream: Stream, says: list[str]) -> str:
    """The result of a roll on the crash table for a hazard; a sentence about it is added to `says`."""
    rolled = stream.roll(inputs.dice, f"the crash table for a D{hazard}").total
    added = hazard - NO_MODIFIER + inputs.modifier
    total = rolled + added
    result = next((line.result for line in inputs.table if total <= line.up_to), inputs.table[-1].result)
    says.append(f"On the crash table {rolled}{added:+} = {total} is: {result}.")
    return result
