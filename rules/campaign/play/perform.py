"""The one entry point of a season: performing a command. Rule HOUSE-008."""

from __future__ import annotations

from dataclasses import fields

from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import Command, Reader, refuse_out_of_step
from rules.campaign.core.facts import Fact
from rules.campaign.core.state import Season
from rules.campaign.season.house_rules import apply_pending
from rules.campaign.season.steps import furthest_step
from rules.core.dice import Dice, FaceFallen, FaceImpossible, NeedsDice
from rules.core.refusals import Refusal


class RefusedAfterThrowing(RuntimeError):
    """A command threw dice and was refused afterwards: a bug, since its giver would learn how the dice fall."""


def perform(season: Season, command: Command, dice: Dice) -> list[Fact]:
    """Perform a command on a season and return the facts.

    Raises a `Refusal` if the rules forbid it or a typed face is impossible, and `NeedsDice` if a face is missing. The
    season is then unchanged.
    """
    refuse_out_of_step(season, command)
    if not dice.may_run_short:
        return _perform_with_pending_switches(season, command, dice)
    before = copy_season(season)
    try:
        return _perform_with_pending_switches(season, command, dice)
    except (NeedsDice, FaceImpossible):
        for field in fields(season):
            setattr(season, field.name, getattr(before, field.name))
        raise


def _perform_with_pending_switches(season: Season, command: Command, dice: Dice) -> list[Fact]:
    """Perform a command. If it takes the season to another step, apply what is planned for that (HOUSE-008)."""
    step = season.step
    try:
        facts = command.perform(season, dice)
    except (FaceFallen, FaceImpossible):
        raise
    except Refusal as refusal:
        if dice.log:
            raise RefusedAfterThrowing(
                f"{type(command).__name__} threw, and was refused then: {refusal}"
            ) from refusal
        raise
    return facts if season.step == step else [*facts, *apply_pending(season, furthest_step(season))]


def perform_as_reader(season: Season, command: Command, dice: Dice, *, reader: Reader) -> list[Fact]:
    """Perform a newly given command on a season in which what is sealed from the reader is hidden.

    Raises a `Refusal` as `perform` does, and if what is hidden could decide whether the command is legal.
    """
    command.refuse_if_sealed(season, reader)
    return perform(season, command.with_seal_name("", season), dice)
