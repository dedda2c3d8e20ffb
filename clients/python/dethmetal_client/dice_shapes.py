"""What a league answers of dice that are awaited, as typed values."""

from __future__ import annotations

from dataclasses import dataclass

from dethmetal_client.shapes import Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedDice:
    """Dice that an entry awaits: those of a `command` by its type, of an `amend`, or of a locked `match`.

    They fall with a `round` of the public beacon, or with `words` that members reveal. `due` is when the round is
    made, until when hashes are taken, or once they are `closed` until when words are. `given`, `held` and `revealed`
    are the token's person's own: their hash was taken, it is among those that were closed, their words were taken.
    `asked` is the hash of the entry, and `receipt` the site's signature on the entry `closed_in` which the hashes
    were closed.
    """

    entry: int
    command: str
    match: str
    due: str
    words: bool
    round: int | None = None
    closed: bool = False
    given: bool = False
    held: bool = False
    revealed: bool = False
    agreed: tuple[str, ...] = ()
    asked: str = ""
    closed_in: int | None = None
    receipt: Receipt | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceStand:
    """How the dice stand that an entry awaits: `awaited` still, or fallen in the entry `fell`; the other is None."""

    entry: int
    awaited: AwaitedDice | None = None
    fell: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TookPart:
    """What came of taking part in some dice: whether one's words were taken, and where they were not, why.

    The `receipt` that the hashes were closed is worth keeping.
    """

    entry: int
    revealed: bool = False
    why: str = ""
    receipt: Receipt | None = None
