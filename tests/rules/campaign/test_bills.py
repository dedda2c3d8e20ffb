"""Cars after a match: replaced, given up, repaired."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.garage.stores import ItemLost
from rules.campaign.match_day.repairs import (
    AlreadyDecided,
    CarDamaged,
    CarDestroyed,
    CarGivenUp,
    CarNamedTwice,
    CarNotDestroyed,
    CarNotRepairable,
    CarRepaired,
    CarReplaced,
    DecideRepairs,
    default_repair_decision,
)
from rules.campaign.match_day.settlement import CloseSettlement, DecisionMissing, OpenSettlement
from rules.campaign.money.bills import BillMade
from rules.campaign.season.invariants import broken_invariants
from rules.core.terms import CarId, FranchiseId, MatchId
from tests.rules.campaign.memory_seasons import Table, accept, locked, report, signed

RAZORS, M1 = FranchiseId("razors"), MatchId("m1")
HURT = {"razors.c1": {"destroyed": True, "criticals": 9}, "razors.c2": {"criticals": 3}}


def opened(
    cars: dict[str, dict[str, Any]],
    *,
    kinds: tuple[str, ...] = ("oil",),
    overhead: bool = False,
    switches: dict[str, Any] | None = None,
    standing: int = 0,
) -> Table:
    table = signed(switches=switches)
    for number in (1, 2, 3):
        table.season.car(f"razors.c{number}").overhead = overhead
    table.season.car("razors.c3").criticals = standing
    table.sponsor("razors", *kinds)
    locked(table=table)
    accept(table, report(table, cars=cars))
    table.give(OpenSettlement(match=M1))
    return table


def decide(*, give_up: tuple[str, ...] = (), repair: tuple[str, ...] = ()) -> DecideRepairs:
    return DecideRepairs(
        franchise=RAZORS, match=M1, give_up=[CarId(car) for car in give_up], repair=[CarId(car) for car in repair]
    )


@pytest.mark.rule("DM-C-090", "DM-C-094")
def test_cars_come_back_as_they_were_reported() -> None:
    table = opened(HURT)
    assert [fact.car for fact in table.said(CarDestroyed)] == ["razors.c1"]
    assert [(fact.car, fact.had, fact.criticals) for fact in table.said(CarDamaged)] == [("razors.c2", 0, 3)]
    first, second = table.season.car("razors.c1"), table.season.car("razors.c2")
    assert (first.destroyed, first.criticals) == (True, 0)
    assert (second.destroyed, second.criticals) == (False, 3)


@pytest.mark.rule("DM-C-095", "DM-C-080")
@pytest.mark.parametrize(
    ("overhead", "kinds", "listed", "amount"),
    [
        (False, ("oil",), 5000, 5000),
        (True, ("oil",), 8000, 8000),
        (False, ("insurance",), 5000, 0),
        (True, ("insurance",), 8000, 3000),
        (True, ("insurance", "insurance"), 8000, 3000),
        (False, ("mechanic_shop",), 5000, 5000),
    ],
)
def test_a_destroyed_car_is_replaced(overhead: bool, kinds: tuple[str, ...], listed: int, amount: int) -> None:
    table = opened(HURT, overhead=overhead, kinds=kinds)
    paid, dp = table.season.car("razors.c1").paid, table.season.car("razors.c1").dp
    table.give(decide())
    assert [fact.car for fact in table.said(CarReplaced)] == ["razors.c1"]
    assert [(fact.bill, fact.subject, fact.listed, fact.amount) for fact in table.said(BillMade)] == [
        ("replacement", "razors.c1", listed, amount)
    ]
    car = table.season.car("razors.c1")
    assert (car.destroyed, car.criticals, car.phase, car.paid, car.dp) == (False, 0, "garage", paid, dp)
    assert table.season.car("razors.c2").criticals == 3


@pytest.mark.rule("DM-C-075", "DM-C-095")
def test_a_replacement_gets_nothing_from_a_manufacturer() -> None:
    table = opened(HURT, kinds=("car_manufacturer",))
    table.give(decide())
    assert table.season.car("razors.c1").dp == 60


@pytest.mark.rule("DM-C-095", "DM-C-065")
def test_a_destroyed_car_may_be_given_up_even_below_three() -> None:
    table = opened(HURT)
    table.give(decide(give_up=("razors.c1",)))
    assert [fact.car for fact in table.said(CarGivenUp)] == ["razors.c1"]
    assert table.said(BillMade) == []
    assert table.season.car("razors.c1").phase == "scrapped"
    assert [car.id for car in table.season.garage("razors")] == ["razors.c2", "razors.c3"]


@pytest.mark.rule("DM-C-095", "DM-C-151")
@pytest.mark.parametrize(("gives_up", "goes"), [(("razors.c1",), ["razors.off"]), ((), [])])
def test_armour_bound_to_a_car_goes_when_the_car_is_given_up_and_waits_when_it_is_replaced(
    gives_up: tuple[str, ...], goes: list[str]
) -> None:
    table = opened(HURT)
    table.stock("applique_armour", id="off", bound="razors.c1")
    table.stock("applique_armour", id="other", bound="razors.c2")
    table.stock("crash_bars", id="bars")
    table.give(decide(give_up=gives_up))
    lost = table.said(ItemLost)
    assert [fact.item for fact in lost] == goes
    assert {(fact.rule, fact.reason) for fact in lost} <= {("DM-C-151", "given up with razors.c1")}
    assert sorted(table.season.items) == sorted({"razors.off", "razors.other", "razors.bars"} - set(goes))
    assert list(broken_invariants(table.season)) == []


@pytest.mark.rule("DM-C-095", "DM-C-079")
@pytest.mark.parametrize(
    ("criticals", "overhead", "kinds", "listed", "amount"),
    [
        (1, False, ("oil",), 1000, 1000),
        (4, False, ("oil",), 4000, 4000),
        (5, False, ("oil",), 4000, 4000),
        (3, True, ("oil",), 6000, 6000),
        (4, True, ("oil",), 7000, 7000),
        (5, False, ("mechanic_shop",), 4000, 3000),
        (1, False, ("mechanic_shop",), 1000, 0),
        (4, True, ("mechanic_shop",), 7000, 5000),
        (1, True, ("mechanic_shop", "mechanic_shop"), 2000, 0),
        (4, True, ("insurance",), 7000, 7000),
    ],
)
def test_a_car_is_repaired_whole(
    criticals: int, overhead: bool, kinds: tuple[str, ...], listed: int, amount: int
) -> None:
    table = opened({"razors.c2": {"criticals": criticals}}, overhead=overhead, kinds=kinds)
    table.give(decide(repair=("razors.c2",)))
    assert [(fact.car, fact.criticals) for fact in table.said(CarRepaired)] == [("razors.c2", criticals)]
    assert [(fact.bill, fact.listed, fact.amount) for fact in table.said(BillMade)] == [("repair", listed, amount)]
    assert table.season.car("razors.c2").criticals == 0


@pytest.mark.rule("DM-C-079", "DM-C-095")
def test_cap_and_mechanic_shop_count_for_each_car() -> None:
    table = opened({"razors.c1": {"criticals": 6}, "razors.c2": {"criticals": 2}}, kinds=("mechanic_shop",))
    table.give(decide(repair=("razors.c1", "razors.c2")))
    assert [fact.amount for fact in table.said(BillMade)] == [3000, 1000]


@pytest.mark.rule("DM-C-095")
def test_a_car_left_unrepaired_keeps_its_criticals_and_may_be_repaired_after_a_later_match() -> None:
    table = opened({}, standing=2)
    table.give(decide())
    assert table.season.car("razors.c3").criticals == 2
    again = opened({}, standing=2)
    again.give(decide(repair=("razors.c3",)))
    assert again.season.car("razors.c3").criticals == 0


@pytest.mark.rule("DM-C-095")
def test_who_has_nothing_to_decide_is_not_asked() -> None:
    table = opened({})
    assert [line_up.decided for line_up in table.season.line_ups_of("m1")] == [True, True]
    waiting = opened({"razors.c2": {"criticals": 1}})
    assert [line_up.decided for line_up in waiting.season.line_ups_of("m1")] == [False, True]
    waiting.refused(CloseSettlement(match=M1), DecisionMissing, "razors")


@pytest.mark.rule("DM-C-095")
def test_repairs_are_made_without_asking_where_they_are_mandatory() -> None:
    switches = {"repairs.mandatory": True}
    table = opened({"razors.c2": {"criticals": 2}}, switches=switches)
    assert [fact.car for fact in table.said(CarRepaired)] == ["razors.c2"]
    assert table.season.line_up("m1", "razors").decided is True
    undecided = opened(HURT, switches=switches)
    assert undecided.season.line_up("m1", "razors").decided is False
    undecided.give(decide(give_up=("razors.c1",)))
    assert [(fact.bill, fact.subject) for fact in undecided.said(BillMade)] == [("repair", "razors.c2")]


@pytest.mark.rule("DM-C-095")
@pytest.mark.parametrize(
    ("command", "refusal", "says"),
    [
        (decide(give_up=("razors.c2",)), CarNotDestroyed, "razors.c2"),
        (decide(give_up=("saints.c1",)), CarNotDestroyed, "saints.c1"),
        (decide(give_up=("ghosts.c1",)), CarNotDestroyed, "ghosts.c1"),
        (decide(repair=("razors.c1",)), CarNotRepairable, "razors.c1"),
        (decide(repair=("razors.c3",)), CarNotRepairable, "razors.c3"),
        (decide(repair=("razors.c2", "razors.c2")), CarNamedTwice, "razors.c2"),
        (decide(give_up=("razors.c1",), repair=("razors.c1",)), CarNamedTwice, "razors.c1"),
    ],
)
def test_a_decision_that_cannot_be_is_refused(command: DecideRepairs, refusal: Any, says: str) -> None:
    opened(HURT).refused(command, refusal, says)


def test_a_decision_is_made_once() -> None:
    table = opened(HURT)
    table.give(decide())
    table.refused(decide(), AlreadyDecided)


@pytest.mark.rule("DM-C-095")
def test_past_the_deadline_all_is_replaced_and_repaired() -> None:
    table = opened(HURT, standing=1)
    command = default_repair_decision(table.season, match=M1, franchise=RAZORS)
    assert command == decide(repair=("razors.c2", "razors.c3"))
    table.give(command)
    assert [(car.destroyed, car.criticals) for car in table.season.garage("razors")] == [(False, 0)] * 3
