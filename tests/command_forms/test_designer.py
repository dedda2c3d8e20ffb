"""The designer checks a drawing as it is drawn, and fits it once, for the owner or on their behalf."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse, QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext

from franchises.pages.designer.design_fields import relabel_errors
from league.models import Entry
from rules.match.drawing_board import DrawingBoard
from rules.match.registry import get_ruleset, temporarily_installed
from tests.command_forms.designer_forms import BOARDS, typed
from tests.command_forms.desk import HIDDEN, Sitter
from tests.league.small_league import Table, lined_up, signed
from tests.rules.towers import TOWERS, Towers

pytestmark = pytest.mark.django_db
TEAMS = ("razors", "saints")
BROKEN: dict[str, dict[str, Any]] = {
    "dethmatch": {"engine": 41, "armor": {"front": 9, "left": 1}, "tweaks": ["raised", "lowered"], "gearing": 1},
    "formule": {"tires": 90, "brakes": 0, "weapons": [{"key": "oil", "mount": "front"}],
                "equipment": ["turret", "small_turret"]},
    "rhad": {"max_speed": 303, "crew": [], "weapons": [{"name": "Gun", "mount": "front", "to_hit": 13, "damage": "9",
                                                       "dp": 0}]},
    "carcult": {"engine": {"plug": 9, "track": [9, 3]}, "cards": ["gutsy_gunner", "gutsy_gunner", "turbo"]},
}  # fmt: skip
"""Design fields with several errors, by book."""
SENT = re.compile(r"<input [^>]*>|<option value=[^>]*selected>")


def at(book: str, *, car: str = "razors.car1", part: bool = False) -> str:
    """The path of the designer for a car and a book."""
    return f"/l/rust-belt/f/razors/garage/{car}/design/{book}/{'?part=1' if part else ''}"


def client(table: Table, who: str) -> Client:
    """A browser of a member, or of an anonymous visitor."""
    return Sitter(table.season, who).client


def sent(browser: Client, book: str, design: dict[str, Any], **more: Any) -> HttpResponse:
    """Send a drawing with the hidden fields of its page. It is fitted unless `act` says otherwise."""
    hidden = {name: unescape(value) for name, value in HIDDEN.findall(browser.get(at(book)).content.decode())}
    identity = {name: hidden[name] for name in ("key", "seen", "franchise") if name in hidden}
    posted = {**identity, **typed(BOARDS[book], design), "act": "give", **more}
    return browser.post(at(book), posted)  # type: ignore[return-value]


def proper(book: str) -> dict[str, Any]:
    """A printed design that is legal for an ordinary car."""
    ruleset = get_ruleset(book)
    return next(
        design
        for design in BOARDS[book].printed().values()
        if not [
            fault
            for fault in ruleset.design_errors(design, dp=60, gunner_station=False, gearing=0, switches={})
            if not fault.warning
        ]
    )


@pytest.mark.rule("DM-M-010")
def test_a_design_drawn_on_the_page_stands_in_the_state_for_every_book() -> None:
    table = signed(franchises=TEAMS)
    browser = client(table, "razors")
    for book in BOARDS:
        answer = sent(browser, book, proper(book))
        assert (answer.status_code, answer["Location"]) == (302, "/l/rust-belt/f/razors/#garage")
    assert table.state.cars["razors.car1"].designs == {book: proper(book) for book in BOARDS}
    assert "has its design for Formule Wars, and it is final" in browser.get(at("formule")).content.decode()
    assert "Fit this design" not in browser.get(at("formule")).content.decode()
    again = sent(browser, "formule", proper("formule"))
    assert (again.status_code, "keeps it" in again.content.decode()) == (422, True)


@pytest.mark.rule("DM-M-036")
@pytest.mark.parametrize("book", BROKEN)
def test_a_drawing_that_is_not_legal_lists_every_fault_with_its_rule_and_nothing_is_done(book: str) -> None:
    table = signed(franchises=TEAMS)
    design = {**proper(book), **BROKEN[book]}
    faults = get_ruleset(book).design_errors(design, dp=60, gunner_station=False, gearing=0, switches={})
    assert len(faults) > 3
    answer = sent(client(table, "razors"), book, design)
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert table.state.cars["razors.car1"].designs == {}
    for error in (relabeled for fault in faults for relabeled in relabel_errors(fault, BOARDS[book].parts({}))):
        assert page.count(error.sentence) > 1, "it is told in the list and beside its field"
        assert error.rule in page


def test_a_drawing_is_checked_without_being_fitted_and_its_points_are_told() -> None:
    table = signed(franchises=TEAMS)
    browser = client(table, "razors")
    page = sent(browser, "dethmatch", proper("dethmatch"), act="check").content.decode()
    assert "60 of 60 DP" in page
    assert "It may be fitted as it stands." in page
    assert "10 DP" in page
    dear = sent(browser, "dethmatch", {**proper("dethmatch"), "fuel": 400}, act="check").content.decode()
    assert "67 of 60 DP" in dear
    assert "7 too many" in dear
    assert table.state.cars["razors.car1"].designs == {}


def test_the_sheet_of_a_drawing_has_a_page_of_its_own_that_leads_back_to_the_same_drawing() -> None:
    table = signed(franchises=TEAMS)
    browser, drawn = client(table, "razors"), typed(BOARDS["rhad"], proper("rhad") | {"name": "Paper & Glue"})
    before = browser.post(at("rhad"), drawn).content.decode()
    assert "car-sheet" not in before
    assert 'form="drawing" name="act" value="sheet"' in before
    sheet = browser.post(at("rhad"), drawn | {"act": "sheet", "dice_words": "x"}).content.decode()
    assert "<h2>Tires</h2>" in sheet
    fields = [(name, unescape(value)) for name, value in HIDDEN.findall(sheet)]
    back = QueryDict(mutable=True)
    for name, value in fields:
        back.appendlist(name, value)
    returned = {name: values for name, values in back.lists() if name != "csrfmiddlewaretoken"}
    assert returned == {name: values for name, values in drawn.items() if values}
    again = browser.post(at("rhad"), dict(back.lists()) | {"act": "draw"}).content.decode()
    assert [field for field in SENT.findall(again) if "csrf" not in field and '"key"' not in field] == [
        field for field in SENT.findall(before) if "csrf" not in field and '"key"' not in field
    ]
    assert Entry.objects.filter(command="design_car").count() == 0


def test_a_row_is_added_and_taken_out_by_buttons_that_need_no_script() -> None:
    browser = client(signed(franchises=TEAMS), "razors")
    more = sent(browser, "rhad", proper("rhad"), add="weapons", act="", **{"new.weapons": "laser"}).content.decode()
    count = len(proper("rhad").get("weapons", ())) + 1
    assert f'name="d.weapons" value="{count - 1}"' in more
    assert f'name="d.weapons.{count - 1}.kind"' in more
    less = sent(browser, "rhad", proper("rhad"), cut="tires.0", act="give").content.decode()
    assert f'name="d.tires" value="{len(proper("rhad")["tires"]) - 1}"' not in less


def test_the_drawing_alone_is_answered_where_a_script_asks_for_it() -> None:
    browser = client(signed(franchises=TEAMS), "razors")
    part = browser.post(at("formule", part=True), typed(BOARDS["formule"], proper("formule"))).content.decode()
    assert "<html" not in part
    assert 'data-slot="answer"' in part
    assert "theme/designer.js" in browser.get(at("formule")).content.decode()


def test_a_drawing_starts_from_the_stock_design_a_printed_one_or_a_copy_of_another_cars() -> None:
    table = signed(franchises=TEAMS)
    browser = client(table, "razors")
    design = {**proper("formule"), "name": "Second Hand"}
    table.give("design_car", by="razors", franchise="razors", car="razors.car2", ruleset="formule", design=design)
    assert 'value="Second Hand"' not in browser.get(at("formule")).content.decode()
    assert 'value="Second Hand"' in browser.get(at("formule") + "?from=copy:razors.car2").content.decode()
    printed = browser.get(at("carcult") + "?from=printed:kingpin").content.decode()
    assert 'value="Kingpin"' in printed
    assert '<option value="printed:kingpin" selected>' in printed


@pytest.mark.rule("HOUSE-007")
def test_a_commissioner_designs_on_the_owners_behalf_with_a_reason() -> None:
    table = signed(franchises=TEAMS)
    boss = client(table, "boss")
    silent = sent(boss, "formule", proper("formule"))
    assert (silent.status_code, table.state.cars["razors.car1"].designs) == (422, {})
    assert (
        "on its owner&#x27;s behalf" in silent.content.decode() or "on its owner's behalf" in silent.content.decode()
    )
    assert sent(boss, "formule", proper("formule"), reason="He is at sea.").status_code == 302
    entry = Entry.objects.get(season=table.season, command="design_car")
    assert (entry.on_behalf_of, entry.reason) == ("razors", "He is at sea.")


def test_others_may_not_draw_it_and_a_strangers_drawing_is_kept_while_he_logs_in() -> None:
    table = signed(franchises=TEAMS)
    assert client(table, "saints").get(at("formule")).status_code == 403
    assert client(table, "razors").get(at("formule", car="saints.car1")).status_code == 404
    assert client(table, "razors").get(at("chess")).status_code == 404
    stranger = Client()
    answer = stranger.post(at("formule"), {**typed(BOARDS["formule"], proper("formule")), "d.name": "Kept"})
    assert answer.status_code == 302
    stranger.force_login(Sitter(table.season, "razors").client.get(at("formule")).wsgi_request.user)
    assert 'value="Kept"' in stranger.get(at("formule")).content.decode()


def test_a_design_that_was_sent_twice_is_fitted_once() -> None:
    table = signed(franchises=TEAMS)
    browser = client(table, "razors")
    twice = {"key": "form.0123456789"}
    assert sent(browser, "formule", proper("formule"), **twice).status_code == 302
    assert sent(browser, "formule", proper("formule"), **twice).status_code == 302
    assert Entry.objects.filter(season=table.season, command="design_car").count() == 1


def test_a_legal_design_that_the_season_refuses_now_is_told_why() -> None:
    browser = client(lined_up(franchises=TEAMS), "razors")
    page = browser.get(at("formule")).content.decode()
    assert "It cannot be fitted now" in page
    answer = sent(browser, "formule", proper("formule"))
    assert (answer.status_code, "locked" in answer.content.decode()) == (422, True)


def test_the_drawing_is_held_against_the_other_cars_of_the_garage() -> None:
    page = client(signed(franchises=TEAMS), "razors").get(at("dethmatch")).content.decode()
    assert "Beside the other cars" in page
    assert all(f'<th scope="col" class="n">{name}</th>' in page for name in ("This design", "Car 2", "Car 3"))


def test_a_garage_leads_its_owner_to_the_designer() -> None:
    table = signed(franchises=TEAMS)
    way = "/l/rust-belt/f/razors/garage/razors.car1/design/"
    assert f'href="{way}"' in client(table, "razors").get("/l/rust-belt/f/razors/").content.decode()
    assert f'href="{way}"' not in client(table, "saints").get("/l/rust-belt/f/razors/").content.decode()
    answer = client(table, "razors").get(way)
    assert answer["Location"] in {at(book) for book in BOARDS}


def test_a_page_asks_as_many_queries_of_a_large_garage_as_of_a_small_one() -> None:
    counts = []
    for league, cars in (("rust-belt", 3), ("wide", 5)):
        browser = client(signed(cars=cars, league=league, franchises=TEAMS), "razors")
        with CaptureQueriesContext(connection) as queries:
            browser.get(at("dethmatch").replace("rust-belt", league))
        counts.append(len(queries))
    assert counts[0] == counts[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """A design of towers: its breadth."""

    base: int = 1


class BoardedTowers(Towers):
    """A fifth book, whose board names only the dataclass of its designs."""

    board = DrawingBoard(design=Base)


@pytest.fixture
def fifth() -> Iterator[None]:
    with temporarily_installed(BoardedTowers()):
        yield


@pytest.mark.usefixtures("fifth")
def test_a_fifth_book_has_its_page_by_the_dataclass_of_its_designs() -> None:
    table = signed(franchises=TEAMS)
    browser = client(table, "razors")
    page = browser.get(at("towers")).content.decode()
    assert 'type="number" name="d.base"' in page
    hidden = dict(HIDDEN.findall(page))
    posted = {"d.base": "3", "key": hidden["key"], "seen": hidden["seen"], "franchise": "razors", "act": "give"}
    assert "Its base is too dear" in browser.post(at("towers"), {**posted, "d.base": "61"}).content.decode()
    assert browser.post(at("towers"), posted).status_code == 302
    assert table.state.cars["razors.car1"].designs == {"towers": {"base": 3}}


def test_a_book_without_a_board_is_drawn_as_a_document() -> None:
    table = signed(franchises=TEAMS)
    with temporarily_installed(TOWERS):
        answer = client(table, "razors").get(at("towers"))
    assert answer["Location"] == ("/l/rust-belt/s1/do/design_car/?franchise=razors&car=razors.car1&ruleset=towers")
