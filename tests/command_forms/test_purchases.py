"""Buying from the price lists at the desk."""

from __future__ import annotations

import pytest

from tests.command_forms.desk import Sitter
from tests.league.small_league import founded

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ({"kind": "machinegun"}, ("machinegun", "", 0)),
        ({"kind": "tire_heavy", "tread": "snow"}, ("tire_heavy", "snow", 0)),
        ({"kind": "gear_set", "gearing": "-1"}, ("gear_set", "", -1)),
        ({"kind": "machinegun", "tread": "snow", "gearing": "1"}, ("machinegun", "", 0)),
    ],
)
def test_things_of_the_list_are_bought_with_what_belongs_to_them(
    sent: dict[str, str], kept: tuple[object, ...]
) -> None:
    table = founded()
    assert Sitter(table.season, "razors").give("buy_item", **sent).status_code == 302
    (item,) = table.state.items.values()
    assert (item.kind, item.tread, item.gearing) == kept


def test_tires_without_a_tread_are_refused_beside_it() -> None:
    answer = Sitter(founded().season, "razors").give("buy_item", kind="tire_light")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "buy tires with mud and snow" in page
    assert 'id="id_tread_error"' in page


def test_the_lists_are_offered_by_their_groups_at_todays_price() -> None:
    page = Sitter(founded(faces={"setup/razors/founding": [3, 1, 1, 1, 2, 1]}).season, "razors").open("buy_item")
    html = page.content.decode()
    assert '<optgroup label="Weapons">' in html
    assert "Machinegun, light mount: 13.5k" in html


def test_a_thing_that_is_on_no_list_is_refused() -> None:
    answer = Sitter(founded().season, "razors").give("buy_item", kind="atom_bomb")
    assert (answer.status_code, "There is no item" in answer.content.decode()) == (422, True)
