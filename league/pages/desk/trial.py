"""What a command would come to, tried on copies of a season with dice of no season: no face to come is ever shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from league.pages.called import Names, Piece
from league.pages.names import names_in, prose
from league.pages.telling import Told, tell
from rules.campaign.core import state
from rules.campaign.core.command import Command, OutOfStep, Reader
from rules.campaign.core.facts import Fact
from rules.campaign.core.locks_and_shops import LockedForMatch, ShopsClosed
from rules.campaign.core.turns import NotOnTurn
from rules.campaign.dry_run.commands import MoneyMovement, Throw, dry_run
from rules.campaign.people.hiring import HiringClosed
from rules.core.refusals import Refusal

NOT_NOW = (OutOfStep, HiringClosed, ShopsClosed, LockedForMatch, NotOnTurn)
"""Refusals of a command because of when it is asked for, not of what it says."""
FRESH = {
    "driver": ("drivers", "the new driver"),
    "car": ("cars", "the new car"),
    "franchise": ("franchises", "the new franchise"),
}
"""What a fact that gives a name names, by its field: the shelf of `Names`, and the words for one without a name."""
AT_ONCE, A_FEW = 8, 4
"""Lines of a trial that are told at once where it has many, and how many more of them are not worth a fold."""


@dataclass(frozen=True, slots=True)
class Unsaid:
    """Money in words: whose and what for, its amounts in credits, one where it is certain, and its rule."""

    words: str
    least: int
    most: int
    certain: bool
    rule: str


@dataclass(frozen=True, slots=True)
class Trial:
    """What a command would come to: facts that hang on no die, dice and money, or why it would be refused.

    `opens` says that it would show what is still sealed, which a trial does not.
    """

    told: tuple[Told, ...] = ()
    throws: tuple[Throw, ...] = ()
    prices: tuple[MoneyMovement, ...] = ()
    unsaid: tuple[Unsaid, ...] = ()
    """The money that no line tells of, since dice decide what else comes of it."""
    refusal: str = ""
    may_be_refused: str = ""
    """Why it would be refused by some dice, where by others it would not."""
    opens: bool = False
    not_now: bool = False
    """It is refused whatever is filled in: its time is past, or has not come."""
    refused: Refusal | None = None
    """The refusal as the rules made it; None where nothing was refused."""

    @property
    def first(self) -> tuple[Told, ...]:
        """What is told at once: everything, unless that is much more than `AT_ONCE` lines."""
        return self.told if len(self.told) <= AT_ONCE + A_FEW else self.told[:AT_ONCE]

    @property
    def rest(self) -> tuple[Told, ...]:
        """What is folded away below it."""
        return self.told[len(self.first) :]

    @property
    def surely(self) -> tuple[Throw, ...]:
        """The throws that are made however the dice fall."""
        return tuple(each for each in self.throws if each.always)

    @property
    def perhaps(self) -> tuple[Throw, ...]:
        """The throws that are made by some dice alone."""
        return tuple(each for each in self.throws if not each.always)

    @property
    def much_unsaid(self) -> bool:
        """Whether the money that no line tells of is folded away."""
        return len(self.unsaid) > AT_ONCE + A_FEW


def trial(season: state.Season, commands: Sequence[Command], names: Names, reader: Reader) -> Trial:
    """Try commands on the season as the reader may see it, with all that follows by itself; it is left as it is."""
    made = dry_run(season, commands, reader=reader)
    if made.refused is not None:
        said = in_names(made.refused.sentence, names)
        return Trial(refusal=said, not_now=isinstance(made.refused, NOT_NOW), refused=made.refused)
    return Trial(
        told=tuple(_told(each, names_in(names, made.facts)) for each in made.facts),
        throws=made.throws,
        prices=made.prices,
        unsaid=tuple(_unsaid(each, names) for each in made.prices if not each.told),
        may_be_refused="" if made.may_be_refused is None else in_names(made.may_be_refused.sentence, names),
        opens=made.opens,
    )


def in_names(sentence: str, names: Names) -> str:
    """A sentence of the rules with names where it speaks of known things by their ids."""
    return "".join(piece.text for piece in prose(sentence, names))


def _unsaid(price: MoneyMovement, names: Names) -> Unsaid:
    called = names.franchises.get(price.franchise, price.franchise)
    return Unsaid(
        words=f"{called}: {price.kind.replace('_', ' ')}",
        least=price.least,
        most=price.most,
        certain=price.certain,
        rule=price.rule,
    )


def _told(stated: Fact, names: Names) -> Told:
    """A fact that is not one yet: what it would make goes by the name it is to have, and has no page to lead to."""
    for field, (shelf, unnamed) in FRESH.items():
        if id := getattr(stated, field, "") if hasattr(stated, "name") else "":
            getattr(names, shelf).setdefault(id, getattr(stated, "name", "") or unnamed)
            break
    told = tell(stated, names)
    return replace(told, pieces=tuple(Piece(each.text) for each in told.pieces))
