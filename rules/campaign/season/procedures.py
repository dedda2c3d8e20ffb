"""The procedures that a referee performs by hand, with the season's dice and by the answers in force. Rule HOUSE-015.

Every use is an entry of the journal, with or without dice. Its dice fall on the path of the use.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules.campaign.core.command import STEPS_BEFORE_CLOSED, Command, Giver, command
from rules.campaign.core.dice_paths import PROCEDURE_USE
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.state import Season
from rules.core.dice import Dice
from rules.core.refusals import Malformed, Refusal, refuse_any
from rules.core.terms import validate_id
from rules.match.referee.procedure_inputs import input_faults
from rules.match.referee.procedures import InputsImpossible
from rules.match.registry import get_procedure_book

MOST_USES = 5000
"""The most uses of procedures in a season."""
MOST_TURNS, MOST_PHASES = 1000, 10
"""The last turn of a duel, and the most phases of a turn."""


class UseTaken(Refusal):
    """A procedure was performed in the season under that id already."""


class TooManyUses(Refusal):
    """The season has as many uses of procedures as it may have."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ProcedurePerformed(Fact):
    """A referee performed a procedure (HOUSE-015).

    `version` is that of the answers in force, 0 where none is published; `answers` are those it read that are not
    the printed ones. `values` is what it came to, null where the inputs turned out to be impossible once the dice
    had fallen. `duel`, `turn` and `phase` say what it served, empty and 0 where nothing was named.
    """

    says = "Procedure {use}: {procedure}[, for the duel {duel}]."
    use: str
    book: str
    procedure: str
    version: int
    inputs: dict[str, Any]
    answers: dict[str, Any] = field(default_factory=dict)
    faces: list[int] = field(default_factory=list)
    values: dict[str, Any] | None = None
    duel: str = ""
    turn: int = 0
    phase: int = 0


@command(steps=STEPS_BEFORE_CLOSED, by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class PerformProcedure(Command):
    """Perform a referee's procedure by the answers in force, with the season's dice (HOUSE-015).

    `use` is the id of this use, under which its dice fall. `book` is the questionnaire by whose answers it goes.
    """

    use: str
    book: str
    procedure: str
    inputs: dict[str, Any] = field(default_factory=dict)
    duel: str = ""
    turn: int = 0
    phase: int = 0

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """Raises `UseTaken`, `TooManyUses`, `InputsImpossible`, `Malformed` or `Unknown`.

        Inputs that turn out to be impossible once dice have fallen are no refusal: the dice stand.
        """
        book = get_procedure_book(self.book)
        procedure = book.procedure(self.procedure)
        self._refuse_bad_use(season)
        refuse_any(fault.below("/inputs") for fault in input_faults(procedure.inputs, self.inputs))
        given = season.answers.get(self.book, {})
        answers = {key: given[key] for key in procedure.reads if key in given}
        stream = PROCEDURE_USE.open(dice, use=self.use)
        before = len(dice.log)
        values: dict[str, Any] | None
        try:
            values = msgspec.to_builtins(
                book.perform_procedure(self.procedure, self.inputs, answers, stream).values, str_keys=True
            )
        except InputsImpossible as refusal:
            if len(dice.log) == before:
                raise refusal.at("inputs") from None
            values = None
        rolls = tuple(dice.log[before:])
        season.procedure_uses = [*season.procedure_uses, self.use]
        return [
            ProcedurePerformed(
                rule="HOUSE-015",
                rolls=rolls,
                use=self.use,
                book=self.book,
                procedure=self.procedure,
                version=season.versions_in_force.get(self.book, 0),
                inputs=self.inputs,
                answers=answers,
                faces=[face for roll in rolls for face in roll.faces],
                values=values,
                duel=self.duel,
                turn=self.turn,
                phase=self.phase,
            )
        ]

    def _refuse_bad_use(self, season: Season) -> None:
        validate_id(self.use, thing="procedure use")
        if self.use in season.procedure_uses:
            raise UseTaken(f"There is a use {self.use} already: give this one an id of its own.").at("use")
        if len(season.procedure_uses) >= MOST_USES:
            raise TooManyUses(f"A season has at most {MOST_USES} uses of procedures: perform further ones by hand.")
        if self.duel:
            validate_id(self.duel, thing="duel")
        if not 0 <= self.turn <= MOST_TURNS:
            raise Malformed(f"A turn is a number from 1 to {MOST_TURNS}, or 0 for none.").at("turn")
        if not 0 <= self.phase <= MOST_PHASES:
            raise Malformed(f"A phase is a number from 1 to {MOST_PHASES}, or 0 for none.").at("phase")
        if (self.turn or self.phase) and not self.duel:
            raise Malformed("A turn and a phase are those of a duel: name the duel, or leave them out.").at("duel")
