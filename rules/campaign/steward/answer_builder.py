"""Building one franchise's answers: each is tried on a copy of the season and kept if it is legal."""

from __future__ import annotations

from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import Command, open_steps
from rules.campaign.core.editions import has_edition
from rules.campaign.core.state import Franchise, Season
from rules.campaign.play.perform import perform
from rules.campaign.steward.necessities import credits_needed, round_counts
from rules.campaign.steward.proposed_ids import with_proposed_ids
from rules.campaign.steward.standing_orders import Orders
from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Refusal
from rules.core.terms import LONGEST_NAME, FranchiseId, K

ROOM_FOR_NUMBERS = 24
"""The characters an id needs after the franchise's: `.s99.r99.i999` and a few more."""
SAVES_SINCE = "5"
"""The first edition of the campaign in which franchises save for the next season."""
NO_SECRET = KeyRing(b"")
"""Trials use an empty secret, so their faces reveal nothing about those to come. Nothing reads them."""


class AnswerBuilder:
    """The answers of one franchise, and the season as they would leave it.

    A command that throws dice is the last, since what to do next depends on faces that nobody can see yet.
    """

    def __init__(self, season: Season, franchise: str, orders: Orders) -> None:
        self.season = copy_season(season)
        self.id = FranchiseId(franchise)
        self.orders = orders
        self.commands: list[Command] = []
        self.done = False

    @property
    def franchise(self) -> Franchise:
        """The franchise as the answers so far leave it."""
        return self.season.franchise(self.id)

    def try_command(self, command: Command) -> bool:
        """Add a command, unless the rules refuse it or an earlier one threw dice. Returns whether it was added."""
        if self.done:
            return False
        dice, command = Dice(NO_SECRET), with_proposed_ids(self.season, command)
        try:
            perform(self.season, command, dice)
        except Refusal:
            return False
        self.commands.append(command)
        self.done = bool(dice.log)
        return True

    def is_at_step(self, *steps: str) -> bool:
        """Whether one of these steps is open."""
        return not open_steps(self.season).isdisjoint(steps)

    def new_id(self, letter: str, *, round: int = 0) -> str:
        """A free id such as `razors.s2.d3`, or with a round, `razors.s2.r4.i1` for what is bought in its shops.

        Items leave the state when they are used up, so without the round an id could return for another thing. From
        edition 4 on, things for which dice are thrown get their proposed id instead.
        """
        stem = self.id[: LONGEST_NAME - ROOM_FOR_NUMBERS].rstrip(".-") + f".s{self.season.number}"
        if round:
            stem += f".r{round}"
        taken = {**self.season.drivers, **self.season.cars, **self.season.items, **self.season.sponsors}
        number = 1
        while f"{stem}.{letter}{number}" in taken:
            number += 1
        return f"{stem}.{letter}{number}"

    def spendable(self) -> int:
        """Credits for what is merely wanted: the balance minus the reserve and what must be bought first."""
        return self.franchise.balance - self.orders.reserve_k * K - credits_needed(self.season, self.id)

    def spare(self) -> int:
        """Credits for what can wait: what is spendable above the savings for the next season (DM-C-179).

        Savings grow by the same amount each round. Without them, a franchise with little income spends all that it
        earns on offers, and begins the next season with three drivers.
        """
        if not has_edition(self.season, SAVES_SINCE):
            return self.spendable()
        announced, planned = round_counts(self.season)
        savings = max(0, self.orders.season_end_k - self.orders.reserve_k) * K * announced // planned
        return self.spendable() - savings
