"""Standing orders at work on a table: answers asked for and performed, for tests of the steward."""

from __future__ import annotations

from typing import Any, TypeVar

from rules.campaign.core.command import Command
from rules.campaign.core.season_json import season_bytes
from rules.campaign.steward import Orders, answers
from tests.rules.campaign.memory_seasons import Table

C = TypeVar("C", bound=Command)


def answered(table: Table, franchise: str = "razors", **policies: Any) -> list[Command]:
    """What a franchise answers by these policies until it is asked nothing more, each answer performed."""
    orders = Orders(**policies)
    given: list[Command] = []
    while said := asked(table, franchise, orders):
        for command in said:
            table.give(command)
        given += said
    return given


def asked(table: Table, franchise: str = "razors", orders: Orders | None = None) -> list[Command]:
    """What a franchise answers now; the season is untouched, and the same question has the same answer."""
    before = season_bytes(table.season)
    said = answers(table.season, franchise, orders or Orders())
    assert answers(table.season, franchise, orders or Orders()) == said
    assert season_bytes(table.season) == before
    return said


def only(kind: type[C], given: list[Command]) -> list[C]:
    """The commands of one kind."""
    return [command for command in given if isinstance(command, kind)]
