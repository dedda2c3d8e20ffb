"""The cards of a settled match say what it meant for the money and the table, also where a franchise lost by it."""

from __future__ import annotations

import pytest

from explain.names import Segment
from league.models import Season
from league.pages.matches.meaning import Meaning, money_meaning, table_meaning
from league.pages.matches.settlement import SettlementSums
from league.queries.matches import StandingsRow
from rules.core.terms import K


def sums(franchise: str, *, net: int, profit: int) -> SettlementSums:
    """A franchise's settlement with this net income and profit, in k."""
    return SettlementSums(
        franchise=franchise.lower(), team=Segment(franchise), prize=net * K, sponsors=0, faces=0, cup_bonus=0,
        holding_payout=0, cloning=0, replacements=0, repairs=0, net=net * K, size=8, profit=profit * K,
    )  # fmt: skip


@pytest.mark.rule("DM-C-098", "DM-C-100")
@pytest.mark.parametrize(
    ("net", "profit", "said", "share"),
    [
        (110, 90, "Razors keep 90k of 110k", (90 * K, 110 * K)),
        (30, 30, "Razors keep 30k of 30k", (30 * K, 30 * K)),
        (10, 30, "Razors keep 30k, 20k more than came in", None),
        (0, 30, "Razors keep 30k, 30k more than came in", None),
        (-20, 30, "Razors keep 30k, though bills were 20k more than what came in", None),
        (-20, 0, "Nobody keeps anything", None),
    ],
)
def test_the_card_of_the_money_says_what_is_true_of_any_income(
    net: int, profit: int, said: str, share: tuple[int, int] | None
) -> None:
    assert money_meaning([sums("Razors", net=net, profit=profit)]) == Meaning("The money", said, share=share)


@pytest.mark.rule("DM-C-098", "DM-C-100")
@pytest.mark.parametrize(
    ("net", "profit", "more"),
    [
        (40, 20, "Widows keep 20k of 40k."),
        (40, 0, "Widows keep nothing of 40k."),
        (10, 20, "Widows keep 20k, 10k more than came in."),
        (-30, 10, "Widows keep 10k, though bills were 30k more than what came in."),
        (-30, 0, "Widows keep nothing: bills were 30k more than what came in."),
    ],
)
def test_the_card_of_the_money_says_what_who_earned_least_keeps(net: int, profit: int, more: str) -> None:
    meaning = money_meaning([sums("Razors", net=200, profit=100), sums("Widows", net=net, profit=profit)])
    assert meaning == Meaning("The money", "Razors keep 100k of 200k", more, (100 * K, 200 * K))


def said_of_table(before: dict[str, int], match: dict[str, int]) -> str:
    """What the card of the table says of a match that adds these points to those before it, by franchise."""
    added = [("m1", 1, before), ("m2", 2, match)]
    rows = [
        StandingsRow(
            franchise=f"rust-belt/s1/{name.lower()}", name=name, match=f"rust-belt/s1/{id}", entry=entry,
            points=points, wins=0, criticals=0,
        )
        for id, entry, scored in added
        for name, points in scored.items()
    ]  # fmt: skip
    season = Season(id="rust-belt/s1", league_id="rust-belt", switches={})
    meaning = table_meaning(season, "rust-belt/s1/m2", frozenset(name.lower() for name in match), rows)
    assert meaning is not None
    return meaning.said


@pytest.mark.parametrize(
    ("before", "match", "said"),
    [
        ({"Razors": 9, "Saints": 5, "Widows": 4}, {"Saints": 1, "Widows": 0}, "Nobody moves"),
        ({"Razors": 9, "Saints": 5, "Widows": 4}, {"Widows": 2}, "Widows climb to 2nd"),
        ({"Razors": 9, "Saints": 5, "Widows": 4}, {"Saints": -2}, "Saints drop to 3rd"),
        ({"Razors": 9, "Saints": 5, "Widows": 5}, {"Saints": 1}, "Widows drop to 3rd"),
        ({"Razors": 9, "Saints": 5, "Widows": 4}, {"Razors": -5}, "Saints go top"),
    ],
)
def test_the_card_of_the_table_names_a_franchise_that_was_overtaken(
    before: dict[str, int], match: dict[str, int], said: str
) -> None:
    assert said_of_table(before, match) == said
