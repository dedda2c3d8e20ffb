"""Buttons for owners are beside the things they act on, and only the owner and the commissioner see them."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.command_forms.desk import Sitter
from tests.command_forms.test_staff import at_staff_keep
from tests.league.small_league import Table, founded, lined_up, shopping

pytestmark = pytest.mark.django_db

RAZORS = "/l/rust-belt/f/razors/"


def test_in_the_setup_an_owner_hires_buys_and_throws_from_his_pages() -> None:
    client = Sitter(equipped().season, "razors").client
    assert tags(client, RAZORS) == {
        "hire_rookie",
        "release_driver",
        "buy_car",
        "hire_staff",
        "throw_party",
        "use_medical_device",
    }
    assert tags(client, f"{RAZORS}stores/") == {"buy_item", "fit_item", "stow_item", "use_medical_device"}
    assert tags(client, f"{RAZORS}sponsors/") == {"throw_party"}
    assert tags(client, "/l/rust-belt/d/razors.d1/") == {"release_driver", "use_medical_device"}


@pytest.mark.parametrize("who", ["", "saints"])
@pytest.mark.parametrize("page", [RAZORS, f"{RAZORS}stores/", f"{RAZORS}sponsors/", "/l/rust-belt/d/razors.d1/"])
def test_nobody_else_sees_a_button(who: str, page: str) -> None:
    assert tags(Sitter(equipped().season, who).client, page) == set()


def test_while_a_match_is_locked_nothing_is_moved_and_nobody_is_let_go() -> None:
    table = lined_up(items=True)
    client = Sitter(table.season, "razors").client
    assert tags(client, RAZORS) == set()
    assert tags(client, f"{RAZORS}stores/") == set()


def test_while_the_shops_are_open_an_owner_buys_and_sells() -> None:
    table = shopping(cars=4, items=True)
    client = Sitter(table.season, "razors").client
    assert {"buy_car", "sell_car", "release_driver"} <= tags(client, RAZORS)
    assert {"buy_item", "fit_item"} <= tags(client, f"{RAZORS}stores/")


def test_an_item_is_taken_off_by_one_tap() -> None:
    table = equipped()
    client = Sitter(table.season, "razors").client
    page = client.get(f"{RAZORS}stores/").content.decode()
    (form,) = re.findall(r'<form class="act-now.*?</form>', page, re.DOTALL)
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    answer = client.post("/l/rust-belt/s1/do/stow_item/", {**hidden, "act": "give"})
    assert (answer.status_code, answer["Location"]) == (302, f"{RAZORS}stores/")
    assert table.state.items["razors.gun"].car == ""


def test_at_the_seasons_end_an_owner_is_asked_about_his_staff() -> None:
    table = at_staff_keep()
    assert tags(Sitter(table.season, "razors").client, RAZORS) == {"keep_staff"}


@pytest.mark.parametrize(
    ("tag", "fields", "part"),
    [
        ("buy_item", {"kind": "machinegun"}, "stores/"),
        ("fit_item", {"item": "razors.spare", "to": "car:razors.car1"}, "stores/"),
        ("stow_item", {"item": "razors.gun"}, "stores/"),
        ("throw_party", {"spend_k": "10"}, "sponsors/"),
        ("buy_car", {}, ""),
    ],
)
def test_a_form_that_was_not_told_where_to_go_leads_to_where_it_is_seen(
    tag: str, fields: dict[str, str], part: str
) -> None:
    assert Sitter(equipped().season, "razors").give(tag, **fields)["Location"] == f"{RAZORS}{part}"


def equipped() -> Table:
    """A league at hiring: the razors have a driver with a bad eye, a cure, a car with a gun, and a spare gun."""
    table = founded(franchises=("razors", "saints"))
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name="Ann")
    table.give("buy_car", by="razors", franchise="razors", car="razors.car1", name="Plan B")
    for item in ("razors.gun", "razors.spare"):
        table.give("buy_item", by="razors", franchise="razors", item=item, kind="machinegun")
    table.give("fit_item", by="razors", franchise="razors", item="razors.gun", car="razors.car1")
    table.give("adjust_driver", driver="razors.d1", quirk="eye_problem", quirk_change=1, reason="As on paper.")
    table.give("give_item", franchise="razors", item="razors.eye", kind="artificial_eye", reason="A prize.")
    return table


def tags(client: Client, page: str) -> set[str]:
    """The tags of commands that the main part of a page links to."""
    main = client.get(page).content.decode().split("<main", 1)[1]
    return set(re.findall(r"/do/([a-z_]+)/", main))
