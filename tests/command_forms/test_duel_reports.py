"""The report of a duel by form: points below 0, places that do not follow from points, claims that differ in these.

A duel is announced by form as well, where a match says how its points are made.
"""

from __future__ import annotations

from typing import Any

import pytest

from league.models import ReportClaim
from tests.command_forms.desk import Sitter
from tests.command_forms.test_reports import HERE, TWO, said, shown
from tests.league.small_league import Table, signed

pytestmark = pytest.mark.django_db


def dueling() -> Table:
    """A league whose duel of razors and saints is locked."""
    table = signed(franchises=TWO)
    match = {"match": "m1", "event": "duel", "scoring": "duel", "franchises": list(TWO)}
    table.give("announce_round", round="r1", matches=[match])
    for franchise in TWO:
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    table.give("lock_line_ups", match="m1")
    return table


def claims(table: Table, who: str, **changes: Any) -> Any:
    """Send a report form as `who`, with these changes."""
    client = Sitter(table.season, who).client
    sent = shown(client.get(HERE).context["form"])
    return client.post(HERE, {**sent, **changes, "act": "claim"})


def teams(claim: ReportClaim) -> list[tuple[str, int, int]]:
    """The teams of a claim with their points and places."""
    return [(team["franchise"], team["points"], team["rank"]) for team in claim.document["teams"]]


@pytest.mark.rule("CW-S-035", "CW-S-056")
def test_the_winner_of_a_duel_may_have_fewer_points_and_points_may_be_below_0() -> None:
    table = dueling()
    page = Sitter(table.season, "boss").client.get(HERE)
    assert "1 for the winner, even with fewer points." in page.content.decode()
    claims(table, "razors", **{"t:razors": 20, "r:razors": 1, "t:saints": 45, "r:saints": 2})
    claims(table, "saints", **{"t:razors": 20, "t:saints": -45})
    first, second = ReportClaim.objects.order_by("side")
    assert teams(first) == [("razors", 20, 1), ("saints", 45, 2)]
    assert teams(second) == [("razors", 20, 1), ("saints", -45, 2)]
    assert "-45" in Sitter(table.season, "boss").client.get(HERE).content.decode()


@pytest.mark.rule("CW-S-035")
def test_claims_that_differ_in_places_alone_are_shown_side_by_side() -> None:
    table = dueling()
    claims(table, "razors", **{"t:razors": 20, "r:razors": 1, "t:saints": 20, "r:saints": 2})
    claims(table, "saints", **{"t:razors": 20, "r:razors": 2, "t:saints": 20, "r:saints": 1})
    differences = Sitter(table.season, "boss").client.get(HERE).context["differences"]
    assert [(difference.field, difference.said) for difference in differences] == [
        ("Rank", ("1", "2")),
        ("Rank", ("2", "1")),
    ]


@pytest.mark.rule("CW-S-035", "CW-S-056")
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"t:razors": 20, "r:razors": 2, "t:saints": 0, "r:saints": 2}, "0 teams are ahead of it: give it rank 1"),
        ({"t:razors": -1_000_001}, "The least is -1000000."),
        ({"r:razors": 3}, "The most is 2."),
    ],
)
def test_a_report_that_cannot_be_is_shown_again_with_what_is_wrong(changes: dict[str, Any], says: str) -> None:
    page = claims(dueling(), "razors", **changes)
    assert page.status_code == 422
    assert says in " ".join(said(page))
    assert not ReportClaim.objects.exists()


@pytest.mark.rule("CW-S-055", "CW-Q-003")
def test_a_duel_is_chosen_where_a_round_is_announced_whatever_else_is_played() -> None:
    table = signed(franchises=TWO, switches={"match.ruleset": "dethmatch"})
    boss = Sitter(table.season, "boss")
    form = boss.open("announce_round").context["form"]
    sent = shown(form) | {"1:scoring": "duel"}
    refused = boss.send("announce_round", sent | {"1:vehicles_per_team": "4"})
    assert refused.status_code == 422
    assert "a duel has 1 at most (CW-Q-003): give it 1" in refused.content.decode()
    assert boss.send("announce_round", sent).status_code == 302
    match = table.state.matches["m1"]
    assert (match.scoring, match.ruleset, match.setting, match.vehicles_per_team) == ("duel", "", {}, 1)


@pytest.mark.rule("CW-S-055")
def test_a_duel_stays_one_if_it_is_chosen_together_with_reports_by_people() -> None:
    table = signed(franchises=TWO, switches={"match.ruleset": "dethmatch"})
    boss = Sitter(table.season, "boss")
    sent = shown(boss.open("announce_round").context["form"])
    sent |= {"1:scoring": "duel", "1:ruleset": "reported", "1:vehicles_per_team": "1"}
    assert boss.send("announce_round", sent).status_code == 302
    match = table.state.matches["m1"]
    assert (match.scoring, match.ruleset) == ("duel", "")
