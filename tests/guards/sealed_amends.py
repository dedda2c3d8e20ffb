"""What amends are answered while something is sealed, and what everybody reads once they were saved."""

from __future__ import annotations

import json
from collections.abc import Mapping

from django.core.cache import cache
from django.db import transaction

from rules.campaign.core.command import COMMAND_TYPES
from tests.guards.sealed_pairs import (
    BAR,
    LOCK,
    OUT,
    ROLES,
    TAKE,
    WHY,
    Sent,
    asking,
    documents,
    hashes,
    pages,
    settled_text,
)
from tests.league.small_league import Table

LAST = 6
"""How many of the last entries an amend is previewed of."""


def previews(table: Table, role: str, tags: list[str], *, save: bool = False) -> dict[str, str]:
    """What a role is told an amend of one of the last entries would come to, with each of those commands in it.

    Commands stand there alone and, while line-ups are named, after a driver was barred, after a car was taken, and
    before a lock. With `save` it is made, without the lock, whose attempt tells something and leaves a trace.
    """
    program, stands, told = asking(table, role), hashes(table), {}
    base = f"/leagues/{table.league}/seasons/{table.season.partition('/')[2]}"
    last = [number for number in range(table.row.length, 0, -1) if number > table.row.length - LAST]
    put: list[tuple[int, list[Sent]]] = [(number, []) for number in last]
    put += [
        (last[turn % len(last)], [documents(COMMAND_TYPES[tag].cls, tag)[turn % 2 - 1]])
        for turn, tag in enumerate(tags)
    ]
    if any(match.step == "M3" for match in table.state.matches.values()):
        put += [
            (number, [*batch, *([] if save else [LOCK])]) for number in last for batch in ([], [BAR], [OUT], [TAKE])
        ]
        put += [(number, [first, *batch, *([] if save else [LOCK])]) for number, batch in put for first in (BAR,)]
    for number, batch in put:
        with transaction.atomic():
            body = {"corrections": {str(number): batch}, "reason": WHY}
            answer = program.post(f"{base}/amends{'' if save else '/preview'}", body, key=f"k{len(told)}")
            transaction.set_rollback(True)
        name = f"{'amend' if save else 'preview'} of {number} as {json.dumps(batch)}"
        told[name] = settled_text(f"{answer.status_code} {answer.content.decode()}", stands)
    return told


def after_amends(
    table: Table, number: int, corrections: Mapping[str, list[Sent]], chosen: Mapping[str, str]
) -> dict[str, str]:
    """What a commissioner is answered to amends of an entry before what is sealed, and what everybody reads then."""
    told: dict[str, str] = {}
    for name, commands in corrections.items():
        with transaction.atomic():
            body, stood = {"corrections": {str(number): commands}, "reason": WHY}, table.row.length
            answer = asking(table, "boss").post(
                f"/leagues/{table.league}/seasons/{table.season.partition('/')[2]}/amends", body, key=f"after {name}"
            )
            made = answer.status_code == 201 and table.row.length > stood
            text = f"{answer.status_code} {answer.content.decode()}"
            told[f"{name} saved"] = settled_text(text, hashes(table))
            for role in ROLES if made else ():
                told |= {f"{name}, {role}: {page}": text for page, text in pages(table, role, chosen).items()}
            transaction.set_rollback(True)
            cache.clear()
    return told
