"""The answers to amends while something is sealed, and what every role reads after they are saved."""

from __future__ import annotations

import json
from collections.abc import Mapping

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
from tests.own_cache import empty_cache

LAST = 6
"""The number of last entries for which an amend is previewed."""


def previews(table: Table, role: str, tags: list[str], *, save: bool = False) -> dict[str, str]:
    """The answers to previews of amends of the last entries, each with one of these commands.

    A command is tried alone and, while line-ups are named, after a driver was barred, after a car was taken, and
    before a lock. With `save` the amend is made, but without the lock: trying that reveals something and is recorded.
    """
    program, replacements, answers = asking(table, role), hashes(table), {}
    base = f"/leagues/{table.league}/seasons/{table.season.partition('/')[2]}"
    last = [number for number in range(table.row.length, 0, -1) if number > table.row.length - LAST]
    amends: list[tuple[int, list[Sent]]] = [(number, []) for number in last]
    amends += [
        (last[turn % len(last)], [documents(COMMAND_TYPES[tag].cls, tag)[turn % 2 - 1]])
        for turn, tag in enumerate(tags)
    ]
    if any(match.step == "M3" for match in table.state.matches.values()):
        amends += [
            (number, [*batch, *([] if save else [LOCK])]) for number in last for batch in ([], [BAR], [OUT], [TAKE])
        ]
        amends += [
            (number, [first, *batch, *([] if save else [LOCK])]) for number, batch in amends for first in (BAR,)
        ]
    for number, batch in amends:
        with transaction.atomic():
            body = {"corrections": {str(number): batch}, "reason": WHY}
            answer = program.post(f"{base}/amends{'' if save else '/preview'}", body, key=f"k{len(answers)}")
            transaction.set_rollback(True)
        name = f"{'amend' if save else 'preview'} of {number} as {json.dumps(batch)}"
        answers[name] = settled_text(f"{answer.status_code} {answer.content.decode()}", replacements)
    return answers


def after_amends(
    table: Table, number: int, corrections: Mapping[str, list[Sent]], chosen: Mapping[str, str]
) -> dict[str, str]:
    """The answers to a commissioner's amends of an entry before the sealed one, and what every role reads then."""
    answers: dict[str, str] = {}
    for name, commands in corrections.items():
        with transaction.atomic():
            body, length = {"corrections": {str(number): commands}, "reason": WHY}, table.row.length
            answer = asking(table, "boss").post(
                f"/leagues/{table.league}/seasons/{table.season.partition('/')[2]}/amends", body, key=f"after {name}"
            )
            was_made = answer.status_code == 201 and table.row.length > length
            text = f"{answer.status_code} {answer.content.decode()}"
            answers[f"{name} saved"] = settled_text(text, hashes(table))
            for role in ROLES if was_made else ():
                answers |= {f"{name}, {role}: {page}": text for page, text in pages(table, role, chosen).items()}
            transaction.set_rollback(True)
            empty_cache()
    return answers
