"""Where one franchise's answers are drawn up: each is tried on a copy of the season and kept when it is legal."""

from __future__ import annotations

from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import Command, open_steps
from rules.campaign.core.state import Franchise, Season
from rules.campaign.play.perform import perform
from rules.campaign.steward.necessities import credits_needed
from rules.campaign.steward.proposed_ids import with_proposed_ids
from rules.campaign.steward.standing_orders import Orders
from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Refusal
from rules.core.terms import LONGEST_NAME, FranchiseId, K

ROOM_FOR_NUMBERS = 24
"""What an id needs beside the franchise's: `.s99.r99.i999` and a little more."""
NO_SECRET = KeyRing(b"")
"""Trials are thrown with nobody's secret: their faces tell nothing of those to come, and are read by nobody."""


class AnswerBuilder:
    """The answers of one franchise, and the season as they would leave it.

    A command that throws dice is the last: what is right after it hangs on faces that nobody can see yet.
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
        """Answer with a command, unless the rules refuse it or dice must be awaited; says whether it was kept."""
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
        """Whether the season stands at one of these steps."""
        return not open_steps(self.season).isdisjoint(steps)

    def new_id(self, letter: str, *, round: int = 0) -> str:
        """A free id such as `razors.s2.d3`; what is bought in a round's shops says so, as in `razors.s2.r4.i1`.

        From edition 4 on what dice are thrown for is given the proposed id instead, as for whoever gives a command.

        Items are used up and leave the state, so that without the round an id could come back for another thing.
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
        """Credits for what is merely wanted: the balance less the reserve and whatever is needed first."""
        return self.franchise.balance - self.orders.reserve_k * K - credits_needed(self.season, self.id)
