"""Typed values for a league's answers about awaited dice."""

from __future__ import annotations

from dataclasses import dataclass

from dethmetal_client.shapes import Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedDice:
    """Awaited dice of an entry: those of a `command` by its type, of an `amend`, or of a locked `match`.

    They fall with a `round` of the public beacon, or with `words` that members reveal. `due` is when the round is
    made, or until when hashes are accepted, or words once the hashes are `closed`. The next three are about the
    token's own person: `given` says that their hash was taken, `held` that it is among the closed ones, and
    `revealed` that their words were taken. `asked` is the hash of the entry. `receipt` is the site's signature on
    the entry `closed_in` which the hashes were closed.
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
    """The state of an entry's awaited dice: still `awaited`, or fallen in the entry `fell`; the other is None."""

    entry: int
    awaited: AwaitedDice | None = None
    fell: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TookPart:
    """The result of taking part in some dice: whether one's words were taken, and if not, why.

    Keep the `receipt`, which proves that the hashes were closed.
    """

    entry: int
    revealed: bool = False
    why: str = ""
    receipt: Receipt | None = None
