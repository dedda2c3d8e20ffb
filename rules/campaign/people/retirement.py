"""Forced retirement at the season's end. Rules DM-C-012, DM-C-159."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import Fact
from rules.campaign.core.season_steps import reach_step
from rules.campaign.core.state import Season
from rules.campaign.people.veterans import retire_driver
from rules.core.dice import Dice


@command(steps=("E3",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class RetireDrivers(Command):
    """Retire every driver who was marked for it, whether they have a contract or not (DM-C-159)."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises nothing: who must retire was decided during the season."""
        facts: list[Fact] = []
        for driver in season.all_drivers():
            if driver.retiring and driver.availability != "retired":
                facts += retire_driver(season, driver, rule="DM-C-159")
        return [*facts, reach_step(season, "E4")]
