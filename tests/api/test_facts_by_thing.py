"""Facts are read by their subject's kind and id, and standings after a round link to the facts up to its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from franchises.models import LedgerLine
from tests.api.api_callers import Program, at
from tests.api.test_figures_of_pages import every, read
from tests.api.test_problems import told
from tests.journal.amends import amended, lost_by
from tests.league.small_league import Table, announced, founded, settled

pytestmark = pytest.mark.django_db


def alike() -> Table:
    """A league with a driver whose id is that of another team, which edition 3 allows."""
    table = founded(edition="3")
    table.give("hire_rookie", by="saints", franchise="saints", driver="razors", name="Razor")
    return table


def test_a_short_id_that_two_things_have_is_refused_with_both_and_told_apart_by_its_kind() -> None:
    table = alike()
    detail = told(Program().get(at(table, "/facts?subject=razors")), 400, "query-wrong")["detail"]
    assert detail.startswith("razors is a franchise and a driver in rust-belt/s1: ask for ")
    assert "?subject=franchise:razors or ?subject=driver:razors" in detail
    driver, team = (
        every(Program(), at(table, f"/facts?subject={kind}:razors"), "facts") for kind in ("driver", "franchise")
    )
    assert [entry["fact"]["kind"] for entry in driver] == ["driver_hired"]
    assert {entry["fact"]["kind"] for entry in team} == {"franchise_founded", "sponsor_joined"}


def test_the_address_of_what_is_behind_a_figure_means_one_thing_only() -> None:
    table = alike()
    why = read(Program(), at(table, "/drivers/razors"))["sheet"]["why"]["contract"]
    (fact,) = every(Program(), why.removeprefix("/api/v1"), "facts")
    assert fact["fact"]["fields"]["driver"] == "razors"
    assert fact["fact"]["subjects"] == [{"kind": "franchise", "id": "saints"}, {"kind": "driver", "id": "razors"}]


def test_every_fact_says_of_what_kind_the_things_are_that_it_speaks_of() -> None:
    table = settled()
    for entry in every(Program(), at(table, "/facts"), "facts"):
        ids = {thing["id"] for thing in entry["fact"]["subjects"]}
        assert ids <= set(map(str, entry["fact"]["fields"].values()))
        assert all(thing["kind"]
                   in ("franchise", "driver", "car", "sponsor", "item", "offer", "trade", "round", "match")
                   for thing in entry["fact"]["subjects"])  # fmt: skip
    bills = every(Program(), at(table, "/facts?kind=bill_made"), "facts")
    assert {thing["kind"] for bill in bills for thing in bill["fact"]["subjects"][2:]} == {"driver", "car"}


def test_what_the_season_never_had_is_not_found_whether_its_kind_is_said_or_not() -> None:
    table = founded()
    for subject in ("nobody", "driver:nobody", "driver:razors", "match:razors", "medical_kit"):
        answer = Program().get(at(table, f"/facts?subject={subject}"))
        if subject == "medical_kit":
            told(answer, 400, "query-wrong")
        else:
            assert subject.rpartition(":")[2] in told(answer, 404, "not-found")["detail"]
    told(Program().get(at(table, "/facts?subject=planet:razors")), 400, "query-wrong")
    assert read(Program(), at(table, "/facts?subject=razors&figure=points"))["facts"] == []


def test_what_is_gone_is_spoken_of_still() -> None:
    table = founded()
    sponsor = read(Program(), at(table, "/facts?kind=sponsor_joined"))["facts"][0]["fact"]["fields"]["sponsor"]
    table.give("take_sponsor", sponsor=sponsor, reason="It never was.")
    assert sponsor not in [sponsor["id"] for sponsor in read(Program(), at(table, "/franchises/razors"))["sponsors"]]
    for subject in (sponsor, f"sponsor:{sponsor}"):
        kinds = [entry["fact"]["kind"] for entry in every(Program(), at(table, f"/facts?subject={subject}"), "facts")]
        assert kinds == ["sponsor_joined", "sponsor_left"]
    told(Program().get(at(table, f"/facts?subject=car:{sponsor}")), 404, "not-found")


def test_what_an_amend_took_out_of_the_season_was_never_there() -> None:
    table = founded()
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name="Vega")
    amended(table, {table.row.length: []})
    assert read(Program(), at(table, "/drivers"))["drivers"] == []
    told(Program().get(at(table, "/facts?subject=driver:razors.d1")), 404, "not-found")


def test_facts_end_with_the_entry_that_is_asked_for() -> None:
    table = settled()
    all_facts = every(Program(), at(table, "/facts?subject=franchise:razors"), "facts")
    last_entry = all_facts[len(all_facts) // 2]["entry"]
    until = every(Program(), at(table, f"/facts?subject=franchise:razors&until={last_entry}"), "facts")
    assert until == [entry for entry in all_facts if entry["entry"] <= last_entry]
    assert len(until) < len(all_facts)


def test_standings_of_a_round_have_the_balances_and_points_of_its_end_and_the_facts_behind_them() -> None:
    table = settled(rounds=3)
    at_its_end = read(Program(), at(table, "/standings"))["standings"]
    closing = table.row.length
    assert read(Program(), at(table, f"/entries/{closing}"))["command"]["type"] == "close_round"
    table.give("adjust_balance", franchise="razors", amount=-5_000, reason="A fine.")
    table.give("award_points", franchise="saints", points=2, reason="For the show.")
    announced(2, table)
    current = read(Program(), at(table, "/standings"))["standings"]
    past = read(Program(), at(table, "/standings?after=1"))["standings"]
    balances = {line["franchise"]: line["balance"] for line in at_its_end}
    assert {line["franchise"]: line["balance"] for line in past} == balances
    assert {line["franchise"]: line["balance"] for line in current} == {
        **balances,
        "razors": balances["razors"] - 5_000,
    }
    for line in (*past, *current):
        behind = {name: every(Program(), path.removeprefix("/api/v1"), "facts") for name, path in line["why"].items()}
        assert behind["balance"][-1]["fact"]["fields"]["balance"] == line["balance"]
        assert sum(entry["fact"]["fields"]["points"] for entry in behind["points"]) == line["points"]
    assert all("until" in parse_qs(urlsplit(line["why"]["balance"]).query) for line in past)


def test_standings_of_a_round_are_right_since_an_amend_put_it_right() -> None:
    table = settled(rounds=3)
    table.give("adjust_balance", franchise="razors", amount=-5_000, reason="A fine.")
    amended(table, lost_by(table))
    for line in read(Program(), at(table, "/standings?after=1"))["standings"]:
        last = LedgerLine.objects.filter(franchise=f"{table.season}/{line['franchise']}")
        if line["franchise"] == "razors":
            last = last.exclude(kind="balance_adjusted")
        assert line["balance"] == last.order_by("-entry", "-fact").values_list("balance", flat=True)[0]


@pytest.mark.parametrize(
    "part", ["/franchises", "/franchises/razors/history", "/matches", "/matches/m1", "/drivers/razors.d1"]
)
def test_every_figure_of_a_list_leads_to_facts_of_its_own_thing(part: str) -> None:
    table, fact_count = settled(), 0
    for why in every_why(read(Program(), at(table, part))):
        for figure, path in why.items():
            query = parse_qs(urlsplit(path).query)
            kind, _, id = query["subject"][0].partition(":")
            assert query["figure"] == [figure]
            facts = every(Program(), path.removeprefix("/api/v1"), "facts")
            assert all({"kind": kind, "id": id} in fact["fact"]["subjects"] for fact in facts)
            fact_count += len(facts)
    assert fact_count


def test_the_points_of_a_match_are_what_the_facts_behind_them_come_to() -> None:
    table = settled()
    match = read(Program(), at(table, "/matches/m1"))
    facts = every(Program(), match["why"]["points"].removeprefix("/api/v1"), "facts")
    scored = {fact["fact"]["fields"]["franchise"]: fact["fact"]["fields"]["points"] for fact in facts}
    assert scored == {team["franchise"]: team["points"] for team in match["teams"]} != {}


def every_why(document: Any) -> Iterator[dict[str, str]]:
    """Every `why` object in a document, at any depth."""
    if isinstance(document, dict):
        if "why" in document and isinstance(document["why"], dict):
            yield document["why"]
        for value in document.values():
            yield from every_why(value)
    elif isinstance(document, list):
        for item in document:
            yield from every_why(item)
