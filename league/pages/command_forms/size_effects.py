"""What a choice does to a franchise's size, and so to what is kept of an income. Rules DM-C-098 to DM-C-100."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from league.pages.command_forms.base import CommandForm
from rules.campaign.core.state import Franchise, Season
from rules.campaign.money.overhead import SIZE_BY_STAFF_RATING, franchise_size, profit
from rules.core.terms import K, in_k

TYPICAL_INCOMES_K = (50, 100, 200)
"""The net incomes of a match by which pages explain overhead: a poor one, a fair one and a good one."""


@dataclass(frozen=True, slots=True)
class SizeChoice:
    """Something that may be done: what it adds to the balance in credits, below 0 what it takes, and to the size."""

    words: str
    amount: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True)
class SizeLine:
    """A franchise after a choice: its balance in credits, its size, and what it keeps of each typical income.

    `narrower` says that another column of the overhead table is read than now, one that keeps less.
    """

    words: str
    balance: int
    size: int
    kept: tuple[int, ...]
    now: bool
    narrower: bool

    @property
    def sentence(self) -> str:
        """The whole line in a sentence."""
        kept = self.kept[0]
        return f"A size of {self.size} keeps {in_k(kept)} of an income of {TYPICAL_INCOMES_K[0]}k."


@dataclass(frozen=True, slots=True)
class SizeEffects:
    """A franchise as it is now, and after each of some choices; `incomes` head the columns of what is kept."""

    now: SizeLine
    after: tuple[SizeLine, ...]
    incomes: tuple[int, ...]

    @property
    def warning(self) -> str:
        """What the first choice that reads a worse column keeps, in a sentence; "" where none does."""
        narrower = sorted((line for line in self.after if line.narrower), key=lambda each: each.size)
        return narrower[0].sentence if narrower else ""

    @property
    def lines(self) -> tuple[SizeLine, ...]:
        """Now, and then every choice."""
        return (self.now, *self.after)


def size_effects(season: Season, franchise: Franchise, choices: Iterable[SizeChoice]) -> SizeEffects:
    """What choices do to a franchise's balance and size (DM-C-099), and that to what overhead leaves (DM-C-100)."""
    size = franchise_size(season, franchise.id, staff_rating=franchise.staff_rating)
    now = _line("as it is", franchise.balance, size, size)
    after = (_line(choice.words, franchise.balance + choice.amount, size + choice.size, size) for choice in choices)
    return SizeEffects(now, tuple(after), tuple(each * K for each in TYPICAL_INCOMES_K))


def staff_adds(franchise: Franchise, rating: int) -> int:
    """By how much the size changes when the staff is of that rating (DM-C-099)."""
    return SIZE_BY_STAFF_RATING[rating] - SIZE_BY_STAFF_RATING[franchise.staff_rating]


def _line(words: str, balance: int, size: int, size_now: int) -> SizeLine:
    kept = [profit(net_income=each * K, size=size) for each in TYPICAL_INCOMES_K]
    column_now = profit(net_income=0, size=size_now).column
    return SizeLine(
        words=words,
        balance=balance,
        size=size,
        kept=tuple(int(cell.profit) for cell in kept),
        now=words == "as it is",
        narrower=kept[0].column > column_now,
    )


class SizeEffectForm(CommandForm):
    """A form whose command changes a franchise's size or its money; it shows what that does to the overhead."""

    template: ClassVar[str] = "league/desk/sized.html"

    def size_choices(self, franchise: Franchise) -> list[SizeChoice]:
        """What may be done, with what each adds to the balance and to the size."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it does to {franchise.id}")

    @property
    def sizes(self) -> SizeEffects | None:
        """What each choice does to the overhead; None until it is known whose."""
        franchise = self.desk.season.franchises.get(self.desk.franchise)
        return None if franchise is None else size_effects(self.desk.season, franchise, self.size_choices(franchise))
