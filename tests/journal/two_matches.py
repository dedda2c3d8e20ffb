"""A league of four franchises whose first round has two matches, so that an amend of one may affect the other."""

from __future__ import annotations

from typing import Any

from tests.journal.amends import amended, number_of
from tests.journal.test_amend_approvals import own
from tests.league.league_cache import built_once
from tests.league.small_league import Table, signed

PAIRS = {"m1": ("razors", "widows"), "m2": ("saints", "knights")}


def sheet(pair: tuple[str, ...], *, lost: bool) -> dict[str, Any]:
    """The report of a match of two franchises, in which the second may have lost its car."""
    cars: list[dict[str, Any]] = [{"car": f"{franchise}.car1"} for franchise in pair]
    if lost:
        cars[-1] |= {"destroyed": True}
    return {
        "teams": [
            {"franchise": franchise, "points": 10 - 3 * index, "rank": index + 1}
            for index, franchise in enumerate(pair)
        ],
        "drivers": [{"driver": f"{franchise}.d1", "heats": [1]} for franchise in pair],
        "cars": cars,
    }


def _reported(*, lost: frozenset[str], order: tuple[str, ...]) -> Table:
    table = signed(franchises=("razors", "saints", "widows", "knights"), rounds=2)
    matches = [{"match": match, "event": "race", "franchises": list(pair)} for match, pair in PAIRS.items()]
    table.give("announce_round", round="r1", matches=matches)
    for match in order:
        for franchise in PAIRS[match]:
            seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
            table.give("name_line_up", by=franchise, franchise=franchise, match=match, seats=seats)
        table.give("lock_line_ups", match=match)
        table.give("accept_report", match=match, report=sheet(PAIRS[match], lost=match in lost))
    return table


@built_once
def first_closed_by_an_amend() -> tuple[Table, int]:
    """A league with both shops open, whose first settlement was closed by an amend, and that amend's number."""
    table = _reported(lost=frozenset({"m1"}), order=("m2", "m1"))
    number = number_of(table, "accept_report", match="m1")
    result = amended(table, {number: [{**own(table, number), "report": sheet(PAIRS["m1"], lost=False)}]})
    for offer in list(table.state.offers.values()):
        if offer.source == "tinkering":
            table.give("decline_offer", by=offer.franchise, franchise=offer.franchise, offer=offer.id)
    return table, result.number


@built_once
def both_closed_by_amends() -> tuple[Table, int, int]:
    """A league whose settlements were closed by amends adding the owners' decisions, and the amends' numbers."""
    table, amend_numbers = _reported(lost=frozenset(PAIRS), order=tuple(PAIRS)), []
    for match, owner in (("m1", "widows"), ("m2", "knights")):
        number = table.give("adjust_balance", franchise=owner, amount=5, reason="So.").entries[0].number
        decided = {"type": "decide_repairs", "franchise": owner, "match": match}
        amend_numbers.append(amended(table, {number: [own(table, number), decided]}).number)
    first, second = amend_numbers
    table.give("buy_item", by="razors", franchise="razors", item="razors.gun1", kind="machinegun")
    return table, first, second
