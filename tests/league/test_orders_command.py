"""`manage.py orders`: an owner reads and sets their standing orders, and the steward follows them."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from franchises.models import StandingOrders
from journal import steward
from league.models import LeagueLog, Membership
from rules.campaign.steward import DEFAULT_ORDERS
from tests.league.small_league import BEGAN, founded

pytestmark = pytest.mark.django_db


def orders(*arguments: str) -> list[str]:
    output = StringIO()
    call_command("orders", "rust-belt", *arguments, stdout=output)
    return output.getvalue().splitlines()


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    file = tmp_path / "orders.json"
    file.write_text(json.dumps({"roster": 6, "party_k": 0, "draft": ["saints.d1"]}))
    return file


def test_the_house_orders_stand_until_an_owner_sets_his_own() -> None:
    founded()
    lines = orders("razors")
    assert "  roster           8" in lines
    assert not any(line.startswith("*") for line in lines)


def test_an_owner_sets_his_orders_whole_and_they_are_noted(sheet: Path) -> None:
    founded()
    assert [line for line in orders("razors", str(sheet), "--as", "rust-belt-razors") if line.startswith("*")] == [
        "* party_k          0",
        "* roster           6",
        '* draft            ["saints.d1"]',
    ]
    assert steward.standing_orders_of("rust-belt", "razors").roster == 6
    assert LeagueLog.objects.filter(what="standing orders", subject="razors").count() == 1
    sheet.write_text("{}")
    orders("razors", str(sheet), "--as", "rust-belt-razors")
    assert steward.standing_orders_of("rust-belt", "razors") == DEFAULT_ORDERS
    assert StandingOrders.objects.count() == 1


def test_the_steward_follows_them(sheet: Path) -> None:
    table = founded()
    orders("razors", str(sheet), "--as", "rust-belt-razors")
    steward.answer_as_steward(table.season, at=BEGAN, key="night", franchises=["razors"])
    assert len(table.state.roster("razors")) == 6
    assert not table.state.franchise("razors").party_thrown


@pytest.mark.parametrize(
    ("franchise", "text", "user", "told"),
    [
        ("razors", "{}", "rust-belt-saints", "razors is not yours"),
        ("razors", "{}", "", "razors is not yours"),
        ("ghosts", "{}", "", "no franchise 'ghosts'"),
        ("razors", "{}", "nobody", "nobody is not a member"),
        ("razors", '{"rooster": 3}', "rust-belt-razors", "no standing order 'rooster'"),
        ("razors", '{"roster": "many"}', "rust-belt-razors", "standing order roster cannot be that"),
        ("razors", "[]", "rust-belt-razors", "is not a JSON object"),
        ("razors", "{", "rust-belt-razors", "not JSON"),
    ],
)
def test_what_cannot_be_set_is_refused_in_a_sentence_and_nothing_is_kept(
    tmp_path: Path, franchise: str, text: str, user: str, told: str
) -> None:
    founded()
    file = tmp_path / "orders.json"
    file.write_text(text)
    with pytest.raises(CommandError, match=told):
        orders(franchise, str(file), *(("--as", user) if user else ()))
    assert not StandingOrders.objects.exists()


def test_a_file_or_league_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no league 'rust-belt'"):
        orders("razors")
    founded()
    with pytest.raises(CommandError, match="cannot be read"):
        orders("razors", str(tmp_path / "lost.json"), "--as", "rust-belt-razors")


def test_a_commissioner_sets_the_orders_of_a_seat_without_an_owner(sheet: Path) -> None:
    founded()
    Membership.objects.filter(franchise_id="rust-belt/razors").delete()
    orders("razors", str(sheet))
    assert steward.standing_orders_of("rust-belt", "razors").roster == 6


def test_orders_of_a_franchise_that_is_not_there_are_refused_and_no_default_is_printed() -> None:
    founded()
    with pytest.raises(CommandError, match=r"There is no franchise 'nosuch' in rust-belt: name one that is\."):
        orders("nosuch")
