"""What a settled match brought a franchise: the pot, income and bills, and what overhead left.

Rules DM-C-096 to DM-C-100.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from explain.fact_rendering import RenderedFact
from explain.roll_rendering import RenderedRoll
from rules.campaign.core.facts import BookedFact
from rules.campaign.money.overhead import SIZE_UP_TO, ProfitKept, profit
from rules.campaign.money.prize_money import PER_PIP_K, PotRolled, PrizeShared

INCOME_FIELDS = (
    ("Prize", "prize", 1),
    ("Sponsors", "sponsor_income", 1),
    ("Faces", "face_income", 1),
    ("Bonus of the Metal Cup", "cup_bonus", 1),
    ("Bankrupt holding companies", "holding_payout", 1),
    ("Cloning", "cloning", -1),
    ("Cars replaced", "replacements", -1),
    ("Repairs", "repairs", -1),
)
"""The lines of a settlement, each with the field of its fact and its sign."""
ALWAYS_SHOWN = frozenset({"prize", "sponsor_income"})
PAST_OVERHEAD = {"face_paid": "Faces, past overhead", "cup_bonus_paid": "Bonus of the Metal Cup, past overhead"}
"""Income that is banked without overhead, by the tag of its fact."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """The pot of a match and a franchise's share of it, in credits; no dice if nobody appeared.

    `points` of `all_points` won the share; both are None for a team that forfeited.
    """

    amount: int
    roll: RenderedRoll | None
    prize: int
    points: int | None
    all_points: int | None
    each_k: int = PER_PIP_K

    @property
    def pips(self) -> int:
        """The sum of the dice."""
        return 0 if self.roll is None else sum(self.roll.faces)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyReward:
    """What came in and what was kept, in credits. `balance` is the franchise's after the settlement.

    `smaller` is the next smaller size that would have kept more, with what it would have kept.
    """

    lines: tuple[tuple[str, int], ...]
    net: int
    kept: int
    size: int
    balance: int
    past_overhead: tuple[tuple[str, int], ...]
    pot: Pot
    smaller: tuple[int, int] | None

    @property
    def overhead(self) -> int:
        """What overhead took; negative if the franchise banked more than came in."""
        return self.net - self.kept

    @property
    def short(self) -> int:
        """By how much bills were more than what came in; 0 if they were not."""
        return max(0, -self.net)

    @property
    def added(self) -> int:
        """How much more was banked than came in; 0 where bills were more than that, since then nothing did."""
        return 0 if self.short else max(0, -self.overhead)


def money_reward(facts: Iterable[RenderedFact], franchise: str) -> MoneyReward | None:
    """What a match's settlement came to for a franchise; None unless it is closed. `facts` are oldest first."""
    pot: RenderedFact | None = None
    own: dict[str, Any] = {}
    balance, past = 0, []
    for fact in facts:
        stated = fact.stated
        if isinstance(stated, PotRolled):
            pot = fact
        elif fact.franchise == franchise:
            own[stated.tag] = stated
            if isinstance(stated, BookedFact):
                balance = stated.balance
            if stated.tag in PAST_OVERHEAD and fact.amount is not None:
                past.append((PAST_OVERHEAD[stated.tag], fact.amount))
    reckoned, kept = own.get("settlement_reckoned"), own.get("profit_kept")
    if reckoned is None or not isinstance(kept, ProfitKept):
        return None
    share = own.get("prize_shared")
    return MoneyReward(
        lines=tuple(_lines(reckoned)),
        net=reckoned.net_income,
        kept=kept.amount,
        size=kept.size,
        balance=balance,
        past_overhead=tuple(past),
        pot=_pot(pot, share, prize=reckoned.prize),
        smaller=_smaller(kept),
    )


def _lines(reckoned: Any) -> Iterable[tuple[str, int]]:
    for words, field, sign in INCOME_FIELDS:
        amount = getattr(reckoned, field)
        if amount or field in ALWAYS_SHOWN:
            yield words, sign * amount


def _pot(pot: RenderedFact | None, share: PrizeShared | None, *, prize: int) -> Pot:
    rolls: Sequence[RenderedRoll] = () if pot is None else pot.rolls
    return Pot(
        amount=pot.stated.pot if pot is not None and isinstance(pot.stated, PotRolled) else 0,
        roll=rolls[0] if rolls else None,
        prize=prize,
        points=None if share is None else share.points,
        all_points=None if share is None else share.all_points,
    )


def _smaller(kept: ProfitKept) -> tuple[int, int] | None:
    """The largest smaller size at which the overhead table lets more of the same income be kept (DM-C-100)."""
    for size in reversed(SIZE_UP_TO[: kept.column]):
        would_keep = profit(net_income=kept.net_income, size=size).profit
        if would_keep > kept.amount:
            return size, would_keep
    return None
