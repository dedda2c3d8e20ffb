"""Crests: what a franchise has without choosing, who chooses, and that no two of a league look alike."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from xml.etree import ElementTree as ET

import pytest
from django.test import Client

from franchises.crests import (
    CHARGES,
    DIVISIONS,
    FIRST_COLORS,
    LEAGUE_CRESTS,
    PALETTE,
    SECOND_COLORS,
    SHAPES,
    Crest,
    crest_picture,
    crests_of_league,
    default_crest,
    parse_blazon,
)
from franchises.models import ChosenCrest
from league.models import League, LeagueLog
from league.templatetags.crests import color_crest, crest
from league.templatetags.formatting import color_flag
from tests.command_forms.desk import Sitter
from tests.league.small_league import founded, settled
from tests.pages.page_reader import main_of
from tests.pages.test_colors import contrast
from tools.crest_sprite import CHARGE_PATHS, SPRITE, sprite

PAGE = "/l/rust-belt/f/razors/crest/"
SKULL = {"shape": "gear", "division": "bend", "charge": "skull", "first": "#d22d3c", "second": "#ffe58a"}
ENOUGH = 2.4
"""The contrast of two colors side by side that are told apart at the size of a line of text."""


LETTERED = Crest(
    shape="plate", division="border", charge="initials", first="#d22d3c", second="#ffe58a", initials="RB"
)
"""A crest with letters, which are small within its border."""


def names(size: int) -> tuple[tuple[str, str], ...]:
    """That many franchises of a league, none of which chose a crest."""
    return tuple((f"team{number}", "") for number in range(size))


def blazon(**changes: str) -> str:
    """The stored line of a crest."""
    return " ".join({**SKULL, **changes}.values())


def crest_colors_of_others(client: Client) -> list[str]:
    """The first colors that the page shows as taken."""
    return re.findall(r'name="first" value="(#[0-9a-f]{6})" disabled', client.get(PAGE).content.decode())


def test_the_sprite_is_drawn_from_the_parts() -> None:
    assert SPRITE.read_text() == sprite()
    assert {*CHARGE_PATHS, "initials"} == set(CHARGES)


def test_the_two_colors_of_any_crest_are_told_apart() -> None:
    assert min(contrast(first, second) for first, second in product(FIRST_COLORS, SECOND_COLORS)) >= ENOUGH


def test_a_charge_stands_out_from_all_that_is_behind_it() -> None:
    for division, first, second in product(DIVISIONS, FIRST_COLORS, SECOND_COLORS):
        crest = Crest(shape="shield", division=division, charge="star", first=first, second=second)
        behind = [first] if division in ("plain", "border") else [first, second]
        assert min(contrast(crest.charge_color, color) for color in behind) >= ENOUGH


def test_a_crest_is_read_from_the_line_it_is_stored_as() -> None:
    for shape, charge in product(SHAPES, CHARGES):
        text = blazon(shape=shape, charge=charge)
        crest = parse_blazon(text, franchise="old-razors")
        assert crest is not None
        assert (crest.blazon, crest.initials) == (text, "OR")
    for part in SKULL:
        assert parse_blazon(blazon(**{part: "#123456"})) is None
    assert parse_blazon("") is None


def test_a_franchise_that_chose_none_has_always_the_same_crest() -> None:
    assert default_crest("razors", first="#d22d3c") == default_crest("razors", first="#d22d3c")
    shown = crests_of_league(names(16))
    assert [crest.first for crest in shown.values()] == list(PALETTE[:16])
    assert {name: crests_of_league(names(20))[name] for name in shown} == shown


def test_no_two_franchises_of_a_league_look_alike() -> None:
    assert len({crest.first for crest in crests_of_league(names(20)).values()}) == 20
    crests = crests_of_league(names(64)).values()
    assert len({(crest.first, crest.charge) for crest in crests}) == 64


def test_a_chosen_color_stays_with_who_chose_it_when_a_franchise_joins() -> None:
    before = crests_of_league((("razors", blazon(first=PALETTE[1])), ("saints", blazon(first=PALETTE[5]))))
    after = crests_of_league(
        (("razors", blazon(first=PALETTE[1])), ("saints", blazon(first=PALETTE[5])), ("new", ""))
    )
    assert {name: after[name] for name in before} == before
    joined = crests_of_league((("razors", blazon(first=PALETTE[1])), ("new", "")))
    assert [crest.first for crest in joined.values()] == [PALETTE[1], PALETTE[0]]


def test_two_crests_of_one_color_are_shown_in_two() -> None:
    shown = crests_of_league((("razors", blazon()), ("saints", blazon())))
    assert shown["razors"].first == SKULL["first"]
    assert shown["saints"].first == PALETTE[1]


def test_beside_a_name_stands_the_crest_of_its_color_and_a_flag_where_nobody_or_several_have_it() -> None:
    crests = dict(crests_of_league(names(2)))
    first, second = crests.values()
    token = LEAGUE_CRESTS.set(crests)
    try:
        assert color_crest(first.first) == crest(first, "small")
        assert color_crest(PALETTE[9]) == color_flag(PALETTE[9])
        LEAGUE_CRESTS.set({"one": first, "two": replace(second, first=first.first)})
        assert color_crest(first.first) == color_flag(first.first)
    finally:
        LEAGUE_CRESTS.reset(token)


@pytest.mark.django_db
def test_an_owner_previews_a_crest_and_saves_it() -> None:
    owner = Sitter(founded().season, "razors").client
    assert 'value="wheel"' in main_of(owner, PAGE)
    preview = owner.post(PAGE, {**SKULL, "act": "preview"})
    assert (preview.status_code, ChosenCrest.objects.count()) == (200, 0)
    assert "Gear, bend, skull, red and gold" in preview.content.decode()
    saved = owner.post(PAGE, {**SKULL, "act": "save"})
    assert (saved.status_code, saved["Location"]) == (302, "/l/rust-belt/f/razors/")
    assert ChosenCrest.objects.get().blazon == blazon()
    assert LeagueLog.objects.get(what="crest").subject == "razors: Gear, bend, skull, red and gold"
    header = main_of(owner, "/l/rust-belt/f/razors/")
    assert 'crests.svg#gear-bend" fill="#d22d3c" color="#ffe58a"' in header
    assert 'crests.svg#gear-bend" fill="#d22d3c"' in main_of(owner, "/l/rust-belt/s1/standings/")


@pytest.mark.django_db
def test_a_color_that_another_franchise_has_is_refused() -> None:
    owner = Sitter(founded().season, "razors").client
    other = crest_colors_of_others(owner)[0]
    for act in ("preview", "save"):
        answer = owner.post(PAGE, {**SKULL, "first": other, "act": act})
        assert answer.status_code == 422
        assert "has that color: choose another first color." in answer.content.decode()
    assert not ChosenCrest.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("part", SKULL)
def test_a_part_that_there_is_not_is_refused(part: str) -> None:
    owner = Sitter(founded().season, "razors").client
    answer = owner.post(PAGE, {**SKULL, part: "hat", "act": "save"})
    assert answer.status_code == 422
    assert "That is no crest" in answer.content.decode()
    assert not ChosenCrest.objects.exists()


@pytest.mark.django_db
def test_a_commissioner_chooses_one_on_behalf_of_an_owner_and_says_why() -> None:
    boss = Sitter(founded().season, "boss").client
    assert "give a reason" in boss.post(PAGE, {**SKULL, "act": "save"}).content.decode()
    assert not ChosenCrest.objects.exists()
    assert boss.post(PAGE, {**SKULL, "act": "save", "reason": "They asked."}).status_code == 302
    assert LeagueLog.objects.get(what="crest").reason == "They asked."


@pytest.mark.django_db
def test_the_front_page_shows_the_crests_of_leaders_with_what_their_owners_chose() -> None:
    settled()
    ChosenCrest.objects.create(franchise_id="rust-belt/razors", blazon=blazon())
    (tile,) = Client().get("/").context["leagues"]
    joined = crests_of_league((("razors", blazon()), ("saints", ""), ("widows", "")))
    assert {leader.name.lower(): leader.crest for leader in tile.leaders} == dict(joined)
    assert Client().get("/").content.count(b'crests.svg#gear-bend" fill="#d22d3c" color="#ffe58a"') == 1


@pytest.mark.django_db
def test_a_crest_is_a_picture_of_its_own_for_whoever_may_read_the_league() -> None:
    table = founded()
    ChosenCrest.objects.create(franchise_id="rust-belt/razors", blazon=blazon())
    picture = Client().get("/l/rust-belt/f/razors/crest.svg")
    assert picture["Content-Type"] == "image/svg+xml"
    assert picture.content.decode() == crest_picture(parse_blazon(blazon(), franchise="razors") or LETTERED)
    assert Client().get("/l/rust-belt/f/nobody/crest.svg").status_code == 404
    League.objects.update(public=False)
    assert Client().get("/l/rust-belt/f/razors/crest.svg").status_code == 404
    own = Sitter(table.season, "razors").client.get("/l/rust-belt/f/razors/crest.svg")
    assert own.status_code == 200


@pytest.mark.parametrize("crest", [LETTERED, default_crest("razors", first=PALETTE[0])], ids=["letters", "charge"])
def test_the_picture_of_a_crest_has_its_parts_and_colors_and_needs_no_other_file(crest: Crest) -> None:
    picture = ET.fromstring(crest_picture(crest))  # noqa: S314 - our own drawing
    assert picture.findtext("{*}title") == crest.words
    assert [part.get("fill") for part in picture][1:] == [crest.first, crest.charge_color]
    assert (picture.findtext("{*}text") or "") == (crest.initials if crest.charge == "initials" else "")
    assert "href" not in crest_picture(crest)


@pytest.mark.django_db
def test_the_api_has_the_crest_of_a_franchise_and_tells_a_reader_when_it_changed() -> None:
    founded()
    address = "/api/v1/leagues/rust-belt/seasons/s1/franchises"
    for place in (address, f"{address}/razors"):
        before = Client().get(place)
        chosen, _ = ChosenCrest.objects.update_or_create(
            franchise_id="rust-belt/razors", defaults={"blazon": blazon()}
        )
        after = Client().get(place, headers={"If-None-Match": before["ETag"]})
        line = (
            after.json()
            if place != address
            else next(it for it in after.json()["franchises"] if it["id"] == "razors")
        )
        assert line["crest"] == {
            **SKULL,
            "charge_color": "#0d0f12",
            "words": "Gear, bend, skull, red and gold",
            "picture": "/l/rust-belt/f/razors/crest.svg",
        }
        again = Client().get(place, headers={"If-None-Match": after["ETag"]})
        assert again.status_code == 304
        chosen.delete()
