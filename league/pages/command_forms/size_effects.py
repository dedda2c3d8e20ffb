"""What a choice does to a franchise's size, and so to the profit it keeps. Rules DM-C-098 to DM-C-100."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from league.pages.command_forms.base import CommandForm
from rules.campaign.core.state import Franchise, Season
from rules.campaign.money.overhead import SIZE_BY_STAFF_RATING, franchise_size, profit
from rules.core.terms import K, in_k

TYPICAL_INCOMES_K = (50, 100, 200)
"""The net incomes of a match with which pages explain overhead: a poor, a fair and a good one."""


@dataclass(frozen=True, slots=True)
class SizeChoice:
    """A possible choice: what it adds to the balance, in credits, and to the size; negative if it takes away."""

    words: str
    amount: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True)
class SizeLine:
    """A franchise after a choice: its balance in credits, its size, and what it keeps of each typical income.

    `narrower` is set if the size falls in another column of the overhead table than now, one that keeps less.
    """

    words: str
    balance: int
    size: int
    kept: tuple[int, ...]
    now: bool
    narrower: bool

    @property
    def sentence(self) -> str:
        """The line in a sentence."""
        profit_kept = self.kept[0]
        return f"A size of {self.size} keeps {in_k(profit_kept)} of an income of {TYPICAL_INCOMES_K[0]}k."


@dataclass(frozen=True, slots=True)
class SizeEffects:
    """A franchise now and after each choice; `incomes` are the headings of the columns of profits, in credits."""

    now: SizeLine
    after: tuple[SizeLine, ...]
    incomes: tuple[int, ...]

    @property
    def warning(self) -> str:
        """What the smallest size in a worse column keeps, in a sentence; "" if there is no such choice."""
        narrower = sorted((line for line in self.after if line.narrower), key=lambda effect: effect.size)
        return narrower[0].sentence if narrower else ""

    @property
    def lines(self) -> tuple[SizeLine, ...]:
        """The current line, then one for each choice."""
        return (self.now, *self.after)


def size_effects(season: Season, franchise: Franchise, choices: Iterable[SizeChoice]) -> SizeEffects:
    """What choices do to a franchise's balance and size (DM-C-099), and so to its profits (DM-C-100)."""
    size = franchise_size(season, franchise.id, staff_rating=franchise.staff_rating)
    current = _line("as it is", franchise.balance, size, size)
    after = (_line(choice.words, franchise.balance + choice.amount, size + choice.size, size) for choice in choices)
    return SizeEffects(current, tuple(after), tuple(income * K for income in TYPICAL_INCOMES_K))


def staff_adds(franchise: Franchise, rating: int) -> int:
    """By how much the size changes if the staff gets that rating (DM-C-099)."""
    return SIZE_BY_STAFF_RATING[rating] - SIZE_BY_STAFF_RATING[franchise.staff_rating]


def _line(words: str, balance: int, size: int, size_now: int) -> SizeLine:
    cells = [profit(net_income=income * K, size=size) for income in TYPICAL_INCOMES_K]
    column_now = profit(net_income=0, size=size_now).column
    return SizeLine(
        words=words,
        balance=balance,
        size=size,
        kept=tuple(int(cell.profit) for cell in cells),
        now=words == "as it is",
        narrower=cells[0].column > column_now,
    )


class SizeEffectForm(CommandForm):
    """A form whose command changes a franchise's size or balance; it shows the effect on overhead."""

    template: ClassVar[str] = "league/desk/sized.html"

    def size_choices(self, franchise: Franchise) -> list[SizeChoice]:
        """The possible choices, with what each adds to the balance and the size."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it does to {franchise.id}")

    @property
    def sizes(self) -> SizeEffects | None:
        """The effect of each choice on overhead; None until the franchise is known."""
        franchise = self.desk.season.franchises.get(self.desk.franchise)
        return None if franchise is None else size_effects(self.desk.season, franchise, self.size_choices(franchise))
