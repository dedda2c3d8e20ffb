"""What a person did is answered in the section that asked: the result and its dice, and nowhere twice."""

from __future__ import annotations

import re

import pytest

from tests.command_forms.desk import Sitter
from tests.command_forms.leagues_at_steps import at_the_shops
from tests.league.small_league import announced

pytestmark = pytest.mark.django_db


def section(page: str, id: str) -> str:
    """The markup of the section with that id."""
    found = re.search(rf'<section[^>]* id="{id}".*?</section>|<section id="{id}".*?</section>', page, re.DOTALL)
    assert found is not None
    return found[0]


def test_a_throw_is_answered_with_its_dice_in_the_queue_that_asked_for_it() -> None:
    table = at_the_shops()
    razors = Sitter(table.season, "razors")
    match_page = "/l/rust-belt/s1/m1/"
    assert "your-turn-razors" in razors.client.get(match_page).content.decode()
    back = f"{match_page}#your-turn-razors"
    sent = {**razors.filled("roll_world_trade", match="m1"), "back": back}
    answer = razors.send("roll_world_trade", sent)
    assert answer["Location"] == back
    page = razors.client.get(match_page).content.decode()
    asked = section(page, "your-turn-razors")
    assert "alert-success" in asked
    assert 'class="dice"' in asked.split("</header>")[1].split("</p>")[0]
    assert page.count("alert-success") == 1
    assert "alert-success" not in razors.client.get(match_page).content.decode()


def test_an_answer_whose_section_is_gone_stands_above_the_page() -> None:
    table = announced()
    razors = Sitter(table.season, "razors")
    back = "/l/rust-belt/s1/m1/#no-such-section"
    seats = {"car_1": "razors.car1", "driver_1": "razors.d1"}
    sent = {**razors.filled("name_line_up", match="m1", **seats), "back": back}
    assert razors.send("name_line_up", sent)["Location"] == back
    page = razors.client.get("/l/rust-belt/s1/m1/").content.decode()
    assert page.index("alert-success") < page.index("<h1")
    assert page.count("alert-success") == 1
