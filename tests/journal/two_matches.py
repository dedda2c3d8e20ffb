"""A league of four whose first round has two matches, so that what is amended in one may be asked of the other."""

from __future__ import annotations

from typing import Any

from tests.journal.amends import amended, number_of
from tests.journal.test_amend_approvals import own
from tests.league.league_cache import built_once
from tests.league.small_league import Table, signed

PAIRS = {"m1": ("razors", "widows"), "m2": ("saints", "knights")}


def sheet(pair: tuple[str, ...], *, lost: bool) -> dict[str, Any]:
    """The report of a match of two, of whom the second lost its car or did not."""
    cars: list[dict[str, Any]] = [{"car": f"{each}.car1"} for each in pair]
    if lost:
        cars[-1] |= {"destroyed": True}
    return {
        "teams": [{"franchise": each, "points": 10 - 3 * at, "rank": at + 1} for at, each in enumerate(pair)],
        "drivers": [{"driver": f"{each}.d1", "heats": [1]} for each in pair],
        "cars": cars,
    }


def _reported(*, lost: frozenset[str], order: tuple[str, ...]) -> Table:
    table = signed(franchises=("razors", "saints", "widows", "knights"), rounds=2)
    matches = [{"match": match, "event": "race", "franchises": list(pair)} for match, pair in PAIRS.items()]
    table.give("announce_round", round="r1", matches=matches)
    for match in order:
        for each in PAIRS[match]:
            seats = [{"car": f"{each}.car1", "driver": f"{each}.d1"}]
            table.give("name_line_up", by=each, franchise=each, match=match, seats=seats)
        table.give("lock_line_ups", match=match)
        table.give("accept_report", match=match, report=sheet(PAIRS[match], lost=match in lost))
    return table


@built_once
def first_closed_by_an_amend() -> tuple[Table, int]:
    """Both shops are open; the settlement of the first match closed because of the amend whose number is given."""
    table = _reported(lost=frozenset({"m1"}), order=("m2", "m1"))
    number = number_of(table, "accept_report", match="m1")
    came = amended(table, {number: [{**own(table, number), "report": sheet(PAIRS["m1"], lost=False)}]})
    for offer in list(table.state.offers.values()):
        if offer.source == "tinkering":
            table.give("decline_offer", by=offer.franchise, franchise=offer.franchise, offer=offer.id)
    return table, came.number


@built_once
def both_closed_by_amends() -> tuple[Table, int, int]:
    """Each settlement closed because of an amend that put its owner's decision in; the numbers of both amends."""
    table, came = _reported(lost=frozenset(PAIRS), order=tuple(PAIRS)), []
    for match, owner in (("m1", "widows"), ("m2", "knights")):
        number = table.give("adjust_balance", franchise=owner, amount=5, reason="So.").entries[0].number
        decided = {"type": "decide_repairs", "franchise": owner, "match": match}
        came.append(amended(table, {number: [own(table, number), decided]}).number)
    first, second = came
    table.give("buy_item", by="razors", franchise="razors", item="razors.gun1", kind="machinegun")
    return table, first, second
