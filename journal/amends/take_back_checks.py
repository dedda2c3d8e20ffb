"""What owners may take back themselves: commands that threw no dice, if only a balance depends on them."""

from __future__ import annotations

from journal.amends.derivation import AmendBaseline, DerivedAmend
from journal.amends.impact import changed_franchises, needs_approval
from journal.amends.timeline import TimelineEntry
from journal.entry_body import AmendedBody
from league.access import refuse_unless_may_take_back
from rules.campaign.core import state
from rules.campaign.core.codec import command_from_document
from rules.campaign.core.command import Command
from rules.campaign.match_day.line_ups import LockLineUps
from rules.core.refusals import Refusal


class SomethingDepends(Refusal):
    """The command to be taken back has had consequences that only an amend can undo."""


def refuse_taking_back_others(on: AmendBaseline, number: int, *, actor: str) -> None:
    """Raise a `Refusal` unless that member may take back the original and the current commands at that number."""
    for command in _commands_at(on, number):
        refuse_unless_may_take_back(on.row, command, actor=actor)


def refuse_if_depended_on(worked_out: DerivedAmend, on: AmendBaseline, number: int, *, was: state.Season) -> None:
    """Raise `SomethingDepends` if taking back the entry changes anything but its owner's balances.

    An amend may have replaced the original command there, and dice may have fallen for the new one.
    """
    entry = on.entry_at(number)
    if entry is None or entry.body.rolls or on.standing_rolls(entry):
        raise SomethingDepends(f"Dice fell for entry {number}: only a commissioner's amend can take it back.")
    if needs_approval(on, worked_out, {number: []}, was=was):
        raise SomethingDepends(
            f"Dice fall, or do not count, without entry {number}: only a commissioner's amend can take it back."
        )
    owners = {str(getattr(command, "franchise", "")) for command in _commands_at(on, number)}
    if touched := sorted(changed_franchises(worked_out, was) - owners):
        raise SomethingDepends(
            f"{touched[0]} is otherwise without entry {number}: only a commissioner's amend can take it back."
        )
    for later in on.steps:
        match = str(getattr(later.command, "match", ""))
        entered = [owner for owner in sorted(owners) if f"{match}.{owner}" in worked_out.course.season.line_ups]
        if later.number > number and isinstance(later.command, LockLineUps) and entered:
            raise SomethingDepends(
                f"{entered[0]} was locked for {match} after entry {number}: only a commissioner's amend takes it "
                "back."
            )
    for changed in worked_out.changed:
        step, body = on.entry_at(changed), worked_out.course.retold.get(changed)
        if changed == number or step is None:
            continue
        if body is None or body.standing != "followed" or not _differs_only_in_balances(step, body):
            raise SomethingDepends(
                f"Entry {changed} ({step.body.command['type']}) depends on entry {number}: only a commissioner's "
                f"amend can take it back."
            )


def _commands_at(on: AmendBaseline, number: int) -> list[Command]:
    """The original command at that number, and those in effect there now."""
    step = on.entry_at(number)
    return [] if step is None else [step.command, *map(command_from_document, on.standing_commands(number))]


def _differs_only_in_balances(step: TimelineEntry, body: AmendedBody) -> bool:
    """Whether an entry has the same commands and facts, except for balances."""
    was = [{**fact, "balance": 0} for fact in step.body.facts]
    return body.commands == [step.body.command] and was == [{**fact, "balance": 0} for fact in body.facts]
