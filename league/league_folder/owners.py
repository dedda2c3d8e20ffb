"""Owners of a league on disk while its season goes on: each decides by their standing orders, and gives names."""

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
from rules.campaign.season_end.final_table import RankTable
from rules.campaign.steward import orders_from
from rules.campaign.steward.unattended import Attendance, CommandBatch, CommandSource, match_dice_from, next_batch

TIME_BETWEEN_MOVES = timedelta(minutes=20)
"""From one batch to the next while a season goes on."""
EXTERNAL_RESOLVER = Attendance(resolver=True)
"""Results of matches that a ruleset resolves come in by themselves, after all that can be answered before them."""
NAME_LISTS = {HireRookie: "drivers", BuyCar: "cars"}
"""The commands that bring in somebody or something with a name, and the list of an owner's that has it."""


class Owners:
    """Who decides for the franchises of a league on disk, and the names that were given."""

    def __init__(self, members: Sequence[Member]) -> None:
        self._owners = {member.franchise: member for member in members if member.role == OWNER}
        self._orders = {id: orders_from(owner.orders) for id, owner in self._owners.items()}
        self._named: set[str] = set()

    def mark_name_used(self, name: object) -> None:
        """A name was given, by whomever; it is given to nobody else."""
        if isinstance(name, str) and name:
            self._named.add(name)

    def next_batch_move(self, season: Season, *, secret: bytes) -> CommandBatch | None:
        """What comes next while the season goes on; None where it rests, or awaits a ruleset's result.

        It rests when a round is to be announced or the table is to be ranked, which is left to the commissioner's own
        batches. Raises what the rules refuse.
        """
        move = next_batch(season, dice=match_dice_from(secret), orders=self._orders, attended=EXTERNAL_RESOLVER)
        if move is None or isinstance(move.commands[0], AnnounceRound | RankTable):
            return None
        owner = self._owners.get(move.franchise)
        return replace(move, commands=self._with_names(move.commands, owner)) if owner else move

    def giver_of(self, move: CommandBatch, season: Season) -> tuple[str, str]:
        """The franchise whose owner gives a move, or none for the commissioner; and on whose behalf they do."""
        if move.by is not CommandSource.STEWARD:
            return "", ""
        seated = move.franchise in self._owners and not season.franchise(move.franchise).folded
        return (move.franchise, "") if seated else ("", move.franchise)

    def _with_names(self, commands: Sequence[Command], owner: Member) -> tuple[Command, ...]:
        christened = []
        for command in commands:
            named = command
            if isinstance(command, HireRookie | BuyCar):
                name = next(
                    (name for name in getattr(owner, NAME_LISTS[type(command)]) if name not in self._named), ""
                )
                self.mark_name_used(name)
                named = replace(command, name=name)
            christened.append(named)
        return tuple(christened)
