"""Standing orders applied to a season: the steward's answers, for its tests."""

from __future__ import annotations

from typing import Any, TypeVar

from rules.campaign.core.codec import season_bytes
from rules.campaign.core.command import Command
from rules.campaign.steward import Orders, answers
from tests.rules.campaign.memory_seasons import Table

C = TypeVar("C", bound=Command)


def answered(table: Table, franchise: str = "razors", **policies: Any) -> list[Command]:
    """All answers of a franchise by these policies, each performed, until the steward has no further answer."""
    orders = Orders(**policies)
    performed: list[Command] = []
    while commands := asked(table, franchise, orders):
        for command in commands:
            table.give(command)
        performed += commands
    return performed


def asked(table: Table, franchise: str = "razors", orders: Orders | None = None) -> list[Command]:
    """The steward's answers now. The season does not change, and the same question gives the same answers."""
    before = season_bytes(table.season)
    commands = answers(table.season, franchise, orders or Orders())
    assert answers(table.season, franchise, orders or Orders()) == commands
    assert season_bytes(table.season) == before
    return commands


def only(kind: type[C], commands: list[Command]) -> list[C]:
    """The commands of one kind."""
    return [command for command in commands if isinstance(command, kind)]
