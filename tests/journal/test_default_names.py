"""Drivers and cars without a given name get a default one, so that pages do not call them by their IDs."""

from __future__ import annotations

import pytest

from drivers.models import Driver
from franchises.models import Car
from journal import audit
from journal.state.default_names import CAR_NAMES, ROOKIES, default_car_name, generate_names
from tests.league.small_league import founded


def test_the_same_driver_always_gets_the_same_name_and_no_two_share_one() -> None:
    ids = [f"razors.d{number}" for number in range(1, 400)]
    names = list(generate_names(ids, taken=()))
    assert names == list(generate_names(ids, taken=()))
    assert len(set(names)) == len(ids)
    assert not set(names) & set(ids)


def test_a_name_that_somebody_has_is_passed_over() -> None:
    [first] = generate_names(["razors.d1"], taken=())
    [second] = generate_names(["razors.d1"], taken=(first,))
    assert second != first


def test_when_every_name_is_taken_a_driver_is_called_by_his_id() -> None:
    every = {
        f"{rookie.rsplit(' ', 1)[0]} {other_rookie.rsplit(' ', 1)[1]}"
        for rookie in ROOKIES
        for other_rookie in ROOKIES
    }
    assert list(generate_names(["razors.d1"], taken=every)) == ["razors.d1"]


@pytest.mark.django_db
def test_rookies_hired_without_a_name_are_told_apart_and_one_with_a_name_keeps_it() -> None:
    table = founded()
    for number in (1, 2):
        table.give("hire_rookie", by="razors", franchise="razors", driver=f"razors.d{number}")
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d3", name="Vex")
    names = list(Driver.objects.filter(pk__endswith=".d1").values_list("name", flat=True))
    names += Driver.objects.filter(pk__endswith=".d2").values_list("name", flat=True)
    assert len(set(names)) == 2
    assert not [name for name in names if "razors" in name]
    assert Driver.objects.get(pk__endswith=".d3").name == "Vex"


def test_cars_get_names_of_their_own_and_numbers_only_once_every_name_is_taken() -> None:
    taken: list[str] = []
    for _ in range(2 * len(CAR_NAMES) + 1):
        taken.append(default_car_name("razors.car1", taken=taken))
    assert len(set(taken)) == len(taken)
    assert sorted(taken[: len(CAR_NAMES)]) == sorted(CAR_NAMES)
    assert taken[len(CAR_NAMES) :] == [f"{name} 2" for name in taken[: len(CAR_NAMES)]] + [f"{taken[0]} 3"]


def test_the_same_car_always_gets_the_same_name() -> None:
    assert default_car_name("razors.car1", taken=()) == default_car_name("razors.car1", taken=())


@pytest.mark.django_db
def test_cars_bought_without_a_name_are_told_apart_and_one_with_a_name_keeps_it() -> None:
    table = founded()
    for number, name in enumerate(("", "Vexed", ""), start=1):
        table.give("buy_car", by="razors", franchise="razors", car=f"razors.car{number}", name=name)
    names = Car.objects.order_by("pk").values_list("name", flat=True)
    first, given, last = names
    assert given == "Vexed"
    assert {first, last} < set(CAR_NAMES)
    assert first != last
    assert audit(table.season) == []
