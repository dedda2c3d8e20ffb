"""A league that throws its dice at a table, and its commissioner, who corrects misread dice."""

from __future__ import annotations

from typing import Any

from journal import TypedFaces
from journal.amends.misread_dice import Misreading
from tests.journal.amends import amended
from tests.league.league_cache import built_once
from tests.league.small_league import Table, founded

PARTY = "setup/razors/party"
SAINTS = "setup/saints/party"
COMMISSIONERS = {"dice.by_hand": "commissioners"}


@built_once
def partied(faces: tuple[int, ...] = (1,), spend_k: int = 10, **options: Any) -> Table:
    """A league that throws dice at a table, in which the razors' party was entered with those faces."""
    table = founded(switches=COMMISSIONERS, **options)
    typed_faces = TypedFaces({PARTY: list(faces)}, typist=table.handle("boss"), witness="saints")
    table.give(
        "throw_party",
        franchise="razors",
        spend_k=spend_k,
        typed=typed_faces,
        behalf="razors",
        reason="They asked me to.",
    )
    return table


def misread(table: Table, *dice: Misreading, **options: Any) -> Any:
    """The result of the commissioner correcting misread dice."""
    return amended(table, options.pop("corrections", {}), misread=dice, **options)
