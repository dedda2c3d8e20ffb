"""Owners of a league folder: they decide by their standing orders, and name drivers and cars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from league.league_folder.files import OWNER, Member
from rules.campaign.core.command import Command
from rules.campaign.core.state import Season
from rules.campaign.garage.cars import BuyCar
from rules.campaign.match_day.announcing import AnnounceRound
from rules.campaign.people.hiring import HireRookie
from rules.campaign.season_end.standings import RankTable
from rules.campaign.steward import orders_from
from rules.campaign.steward.unattended import Attendance, CommandBatch, CommandSource, match_dice_from, next_batch

TIME_BETWEEN_MOVES = timedelta(minutes=20)
"""The time between two batches while a season continues by standing orders."""
EXTERNAL_RESOLVER = Attendance(resolver=True)
"""Matches that a ruleset resolves are played outside, after everything that can be answered before them."""
NAME_LISTS = {HireRookie: "drivers", BuyCar: "cars"}
"""For each command that takes a new name, the list of the owner's plan with the names."""


class Owners:
    """The owners of the franchises of a league folder, and the names that are used up."""

    def __init__(self, members: Sequence[Member]) -> None:
        self._owners = {member.franchise: member for member in members if member.role == OWNER}
        self._orders = {id: orders_from(owner.orders) for id, owner in self._owners.items()}
        self._named: set[str] = set()

    def mark_name_used(self, name: object) -> None:
        """Record that a name is in use, so that it is not given again. Values that are no text are ignored."""
        if isinstance(name, str) and name:
            self._named.add(name)

    def next_batch_move(self, season: Season, *, secret: bytes) -> CommandBatch | None:
        """The next batch while the season continues; None if it rests, or awaits a ruleset's result.

        It rests if a round is to be announced or the table is to be ranked, which the folder's own batches do. Raises
        the refusals of the rules.
        """
        move = next_batch(season, dice=match_dice_from(secret), orders=self._orders, attended=EXTERNAL_RESOLVER)
        if move is None or isinstance(move.commands[0], AnnounceRound | RankTable):
            return None
        owner = self._owners.get(move.franchise)
        return replace(move, commands=self._with_names(move.commands, owner)) if owner else move

    def giver_of(self, move: CommandBatch, season: Season) -> tuple[str, str]:
        """The franchise whose owner gives a batch, empty for the commissioner, and the franchise it is given for.

        The commissioner acts on behalf of a franchise that has no owner or has folded.
        """
        if move.by is not CommandSource.STEWARD:
            return "", ""
        seated = move.franchise in self._owners and not season.franchise(move.franchise).folded
        return (move.franchise, "") if seated else ("", move.franchise)

    def _with_names(self, commands: Sequence[Command], owner: Member) -> tuple[Command, ...]:
        named_commands = []
        for command in commands:
            named_command = command
            if isinstance(command, HireRookie | BuyCar):
                name = next(
                    (name for name in getattr(owner, NAME_LISTS[type(command)]) if name not in self._named), ""
                )
                self.mark_name_used(name)
                named_command = replace(command, name=name)
            named_commands.append(named_command)
        return tuple(named_commands)
