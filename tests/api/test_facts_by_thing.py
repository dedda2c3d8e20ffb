"""The facts of a thing are asked by its kind and id, and figures of a past round by the facts up to its end."""

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
    """A league with a driver who is called by the id of another team than their own, as earlier editions let one."""
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
    assert [each["fact"]["kind"] for each in driver] == ["driver_hired"]
    assert {each["fact"]["kind"] for each in team} == {"franchise_founded", "sponsor_joined"}


def test_the_address_of_what_is_behind_a_figure_means_one_thing_only() -> None:
    table = alike()
    why = read(Program(), at(table, "/drivers/razors"))["sheet"]["why"]["contract"]
    (fact,) = every(Program(), why.removeprefix("/api/v1"), "facts")
    assert fact["fact"]["fields"]["driver"] == "razors"
    assert fact["fact"]["subjects"] == [{"kind": "franchise", "id": "saints"}, {"kind": "driver", "id": "razors"}]


def test_every_fact_says_of_what_kind_the_things_are_that_it_speaks_of() -> None:
    table = settled()
    for each in every(Program(), at(table, "/facts"), "facts"):
        named = {it["id"] for it in each["fact"]["subjects"]}
        assert named <= set(map(str, each["fact"]["fields"].values()))
        assert all(it["kind"] in ("franchise", "driver", "car", "sponsor", "item", "offer", "trade", "round", "match")
                   for it in each["fact"]["subjects"])  # fmt: skip
    bills = every(Program(), at(table, "/facts?kind=bill_made"), "facts")
    assert {it["kind"] for bill in bills for it in bill["fact"]["subjects"][2:]} == {"driver", "car"}


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
    assert sponsor not in [each["id"] for each in read(Program(), at(table, "/franchises/razors"))["sponsors"]]
    for subject in (sponsor, f"sponsor:{sponsor}"):
        kinds = [each["fact"]["kind"] for each in every(Program(), at(table, f"/facts?subject={subject}"), "facts")]
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
    whole = every(Program(), at(table, "/facts?subject=franchise:razors"), "facts")
    middle = whole[len(whole) // 2]["entry"]
    until = every(Program(), at(table, f"/facts?subject=franchise:razors&until={middle}"), "facts")
    assert until == [each for each in whole if each["entry"] <= middle]
    assert len(until) < len(whole)


def test_standings_of_a_round_have_the_balances_and_points_of_its_end_and_the_facts_behind_them() -> None:
    table = settled(rounds=3)
    then = read(Program(), at(table, "/standings"))["standings"]
    closing = table.row.length
    assert read(Program(), at(table, f"/entries/{closing}"))["command"]["type"] == "close_round"
    table.give("adjust_balance", franchise="razors", amount=-5_000, reason="A fine.")
    table.give("award_points", franchise="saints", points=2, reason="For the show.")
    announced(2, table)
    now = read(Program(), at(table, "/standings"))["standings"]
    past = read(Program(), at(table, "/standings?after=1"))["standings"]
    balances = {each["franchise"]: each["balance"] for each in then}
    assert {each["franchise"]: each["balance"] for each in past} == balances
    assert {each["franchise"]: each["balance"] for each in now} == {**balances, "razors": balances["razors"] - 5_000}
    for line in (*past, *now):
        behind = {
            name: every(Program(), where.removeprefix("/api/v1"), "facts") for name, where in line["why"].items()
        }
        assert behind["balance"][-1]["fact"]["fields"]["balance"] == line["balance"]
        assert sum(each["fact"]["fields"]["points"] for each in behind["points"]) == line["points"]
    assert all("until" in parse_qs(urlsplit(each["why"]["balance"]).query) for each in past)


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
    table, found = settled(), 0
    for why in every_why(read(Program(), at(table, part))):
        for figure, where in why.items():
            asked = parse_qs(urlsplit(where).query)
            kind, _, id = asked["subject"][0].partition(":")
            assert asked["figure"] == [figure]
            facts = every(Program(), where.removeprefix("/api/v1"), "facts")
            assert all({"kind": kind, "id": id} in fact["fact"]["subjects"] for fact in facts)
            found += len(facts)
    assert found


def test_the_points_of_a_match_are_what_the_facts_behind_them_come_to() -> None:
    table = settled()
    match = read(Program(), at(table, "/matches/m1"))
    facts = every(Program(), match["why"]["points"].removeprefix("/api/v1"), "facts")
    scored = {fact["fact"]["fields"]["franchise"]: fact["fact"]["fields"]["points"] for fact in facts}
    assert scored == {each["franchise"]: each["points"] for each in match["teams"]} != {}


def every_why(told: Any) -> Iterator[dict[str, str]]:
    """Every `why` in a document, however deep."""
    if isinstance(told, dict):
        if "why" in told and isinstance(told["why"], dict):
            yield told["why"]
        for each in told.values():
            yield from every_why(each)
    elif isinstance(told, list):
        for each in told:
            yield from every_why(each)
