"""What an owner may take back by themselves: what threw no dice, and nothing but a balance depends on."""

from __future__ import annotations

from league.access import refuse_unless_may_take_back
from league.journal.amendment import Amendment, Ground
from league.journal.body import Retelling
from league.journal.timeline import Step
from rules.campaign.line_ups import LockLineUps
from rules.refusal import Refusal


class SomethingDepends(Refusal):
    """What is to be taken back has had consequences, and only an amend can undo those."""


def refuse_stranger(on: Ground, number: int, *, actor: str) -> None:
    """Raise a `Refusal` unless that member may take the entry of that number back."""
    step = on.step(number)
    if step is not None:
        refuse_unless_may_take_back(on.row, step.command, actor=actor)


def refuse_depended_on(worked_out: Amendment, on: Ground, number: int) -> None:
    """Raise `SomethingDepends` where anything but a balance is otherwise without the entry of that number."""
    taken = on.step(number)
    if taken is None or taken.body.rolls:
        raise SomethingDepends(f"Dice fell for entry {number}: only a commissioner's amend can take it back.")
    franchise = str(getattr(taken.command, "franchise", ""))
    for later in on.steps:
        match = str(getattr(later.command, "match", ""))
        entered = f"{match}.{franchise}" in worked_out.course.season.line_ups
        if later.number > number and isinstance(later.command, LockLineUps) and entered:
            raise SomethingDepends(
                f"{franchise} was locked for {match} after entry {number}: only a commissioner's amend takes it back."
            )
    for each in worked_out.changed:
        step, told = on.step(each), worked_out.course.retold.get(each)
        if each == number or step is None:
            continue
        if told is None or told.standing != "followed" or not _only_balances(step, told):
            raise SomethingDepends(
                f"Entry {each} ({step.body.command['type']}) depends on entry {number}: only a commissioner's amend "
                f"can take it back."
            )


def _only_balances(step: Step, told: Retelling) -> bool:
    """Whether an entry says the same but for the balances after it."""
    was = [{**fact, "balance": 0} for fact in step.body.facts]
    return told.commands == [step.body.command] and was == [{**fact, "balance": 0} for fact in told.facts]
