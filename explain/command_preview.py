"""What a command would come to, tried on copies of a season with dice of no season: no face to come is ever shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from explain.fact_rendering import RenderedFact, render_fact
from explain.name_lookup import complete_names, render_sentence
from explain.names import Names, Segment
from rules.campaign.core import state
from rules.campaign.core.command import Command, OutOfStep, Reader
from rules.campaign.core.facts import Fact
from rules.campaign.core.locks_and_shops import LockedForMatch, ShopsClosed
from rules.campaign.core.turns import NotOnTurn
from rules.campaign.dry_run.commands import MoneyMovement, Throw, dry_run
from rules.campaign.people.hiring import HiringClosed
from rules.core.refusals import Refusal

WRONG_TIME_REFUSALS = (OutOfStep, HiringClosed, ShopsClosed, LockedForMatch, NotOnTurn)
"""Refusals of a command because of when it is asked for, not of what it says."""
NEW_THING_FIELDS = {
    "driver": ("drivers", "the new driver"),
    "car": ("cars", "the new car"),
    "franchise": ("franchises", "the new franchise"),
}
"""What a fact that gives a name names, by its field: the shelf of `Names`, and the words for one without a name."""
LINES_UNFOLDED, LINES_NOT_FOLDED = 8, 4
"""Lines of a trial that are told at once where it has many, and how many more of them are not worth a fold."""


@dataclass(frozen=True, slots=True)
class PriceLine:
    """Money in words: whose and what for, its amounts in credits, one where it is certain, and its rule."""

    words: str
    least: int
    most: int
    certain: bool
    rule: str


@dataclass(frozen=True, slots=True)
class CommandPreview:
    """What a command would come to: facts that hang on no die, dice and money, or why it would be refused.

    `opens` says that it would show what is still sealed, which a trial does not.
    """

    told: tuple[RenderedFact, ...] = ()
    throws: tuple[Throw, ...] = ()
    prices: tuple[MoneyMovement, ...] = ()
    unsaid: tuple[PriceLine, ...] = ()
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
    def first(self) -> tuple[RenderedFact, ...]:
        """What is told at once: everything, unless that is much more than `LINES_UNFOLDED` lines."""
        return self.told if len(self.told) <= LINES_UNFOLDED + LINES_NOT_FOLDED else self.told[:LINES_UNFOLDED]

    @property
    def rest(self) -> tuple[RenderedFact, ...]:
        """What is folded away below it."""
        return self.told[len(self.first) :]

    @property
    def certain_throws(self) -> tuple[Throw, ...]:
        """The throws that are made however the dice fall."""
        return tuple(throw for throw in self.throws if throw.always)

    @property
    def possible_throws(self) -> tuple[Throw, ...]:
        """The throws that are made by some dice alone."""
        return tuple(throw for throw in self.throws if not throw.always)

    @property
    def folds_prices(self) -> bool:
        """Whether the money that no line tells of is folded away."""
        return len(self.unsaid) > LINES_UNFOLDED + LINES_NOT_FOLDED


def preview_commands(
    season: state.Season, commands: Sequence[Command], names: Names, reader: Reader
) -> CommandPreview:
    """Try commands on the season as the reader may see it, with all that follows by itself; it is left as it is."""
    made = dry_run(season, commands, reader=reader)
    if made.refused is not None:
        said = sentence_with_names(made.refused.sentence, names)
        return CommandPreview(
            refusal=said, not_now=isinstance(made.refused, WRONG_TIME_REFUSALS), refused=made.refused
        )
    return CommandPreview(
        told=tuple(_render_expected_fact(fact, complete_names(names, made.facts)) for fact in made.facts),
        throws=made.throws,
        prices=made.prices,
        unsaid=tuple(_price_line(price, names) for price in made.prices if not price.told),
        may_be_refused=""
        if made.may_be_refused is None
        else sentence_with_names(made.may_be_refused.sentence, names),
        opens=made.opens,
    )


def sentence_with_names(sentence: str, names: Names) -> str:
    """A sentence of the rules with names where it speaks of known things by their ids."""
    return "".join(piece.text for piece in render_sentence(sentence, names))


def _price_line(price: MoneyMovement, names: Names) -> PriceLine:
    called = names.franchises.get(price.franchise, price.franchise)
    return PriceLine(
        words=f"{called}: {price.kind.replace('_', ' ')}",
        least=price.least,
        most=price.most,
        certain=price.certain,
        rule=price.rule,
    )


def _render_expected_fact(stated: Fact, names: Names) -> RenderedFact:
    """A fact that is not one yet: what it would make goes by the name it is to have, and has no page to lead to."""
    for field, (shelf, unnamed) in NEW_THING_FIELDS.items():
        if id := getattr(stated, field, "") if hasattr(stated, "name") else "":
            getattr(names, shelf).setdefault(id, getattr(stated, "name", "") or unnamed)
            break
    told = render_fact(stated, names)
    return replace(told, pieces=tuple(Segment(piece.text) for piece in told.pieces))
