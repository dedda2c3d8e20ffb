"""Bills of a match, which are subtracted from its income. Rule DM-C-095."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.state import Bill, LineUp
from rules.core.terms import Credits, FranchiseId, MatchId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class BillMade(Fact):
    """A bill to be taken off the match's income: `cloning`, `replacement` or `repair`, of a driver or car.

    `listed` is the printed price with its cap, `amount` what is left of it after sponsors.
    """

    says = "{franchise} has a bill for {bill} of {subject} in {match}: {amount}, listed at {listed}."
    match: MatchId
    franchise: FranchiseId
    bill: str
    subject: str
    listed: Credits
    amount: Credits


def add_bill(line_up: LineUp, *, bill: str, subject: str, listed: int, amount: int) -> Fact:
    """Put a bill on a line-up, in credits, and return the fact."""
    line_up.bills.append(Bill(kind=bill, subject=subject, listed=listed, amount=amount))
    return BillMade(
        rule="DM-C-095",
        match=MatchId(line_up.match),
        franchise=FranchiseId(line_up.franchise),
        bill=bill,
        subject=subject,
        listed=Credits(listed),
        amount=Credits(amount),
    )


def bill_total(line_up: LineUp, bill: str) -> Credits:
    """The sum of a line-up's bills of one kind, in credits."""
    return Credits(sum(line.amount for line in line_up.bills if line.kind == bill))
