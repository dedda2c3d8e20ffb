"""A franchise's account: all money moves through here, and purchases are checked first. Rules DM-C-001, DM-C-058."""

from __future__ import annotations

from typing import TypedDict

from rules.campaign.core.state import Franchise
from rules.core.refusals import Refusal
from rules.core.terms import Credits, FranchiseId, in_k


class BalanceTooLow(Refusal):
    """The franchise's balance is too low to pay for that (DM-C-058)."""


class BookedFields(TypedDict):
    """The three fields of every booked fact."""

    franchise: FranchiseId
    amount: Credits
    balance: Credits


def refuse_unpayable(franchise: Franchise, *, price: int, what: str) -> None:
    """Raise `BalanceTooLow` unless the balance covers the price, in credits."""
    if franchise.balance < price:
        raise BalanceTooLow(
            f"{franchise.id} has {in_k(franchise.balance)} and {what} is {in_k(price)}: "
            f"choose something within the balance."
        )


def book_amount(franchise: Franchise, *, amount: int) -> BookedFields:
    """Add an amount to the balance, negative when paid, and return the fields of the booked fact."""
    franchise.balance += amount
    return BookedFields(
        franchise=FranchiseId(franchise.id), amount=Credits(amount), balance=Credits(franchise.balance)
    )
