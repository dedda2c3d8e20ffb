"""The preview of a page whose address is shared: a sentence with the standings or the result."""

from __future__ import annotations

import re
import struct
from html import unescape

import pytest
from django.conf import settings
from django.test import Client

from franchises.models import ChosenCrest
from league.models import League
from league.pages.social_cards import SITE_DESCRIPTION
from tests.league.resolved_leagues import resolved
from tests.league.small_league import announced, founded, settled, signed
from tests.pages.page_reader import reader
from tests.pages.season_pages import ended

CULT = {"ruleset": "carcult", "event": "last_cult", "setting": {"table": "crossroads"}}
pytestmark = pytest.mark.django_db
PROPERTY = re.compile(r'<meta property="og:([a-z_:]+)" content="([^"]*)">')


def card(address: str, client: Client | None = None) -> dict[str, str]:
    """The Open Graph properties of a page."""
    page = (client or Client()).get(address).content.decode()
    return {name: unescape(value) for name, value in PROPERTY.findall(page)}


def test_a_seasons_card_says_who_leads() -> None:
    settled()
    properties = card("/l/rust-belt/s1/")
    assert properties["title"] == "Rust Belt, season 1"
    assert re.fullmatch(
        r"After 1 of \d+ rounds .+ leads with \d+ points?, before .+ with \d+ and .+ with \d+\.",
        properties["description"],
    )
    assert card("/l/rust-belt/")["description"] == properties["description"]


def test_a_season_that_nobody_has_played_yet_names_no_leader() -> None:
    founded()
    assert card("/l/rust-belt/s1/")["description"] == "3 franchises in season 1; no round is played yet."


def test_a_match_tells_its_result_and_before_it_who_meets_whom() -> None:
    announced()
    assert card("/l/rust-belt/s1/m1/")["description"].startswith("Razors, ")
    assert "in round 1 of season 1. It is at line-ups." in card("/l/rust-belt/s1/m1/")["description"]


def test_a_match_that_is_over_tells_its_points_and_who_won() -> None:
    settled()
    properties = card("/l/rust-belt/s1/m1/")
    assert properties["title"] == "Race, Round 1, match A · Rust Belt"
    assert re.fullmatch(r"\w+ \d+, \w+ \d+, \w+ \d+, in round 1 of season 1\. \w+ won\.", properties["description"])


def test_a_franchise_and_a_driver_are_told_by_their_figures() -> None:
    signed()
    team = card("/l/rust-belt/f/razors/")
    assert team["title"] == "Razors · Rust Belt"
    assert team["description"].startswith("Razors in season 1 of Rust Belt: 0 points, 0 won, ")
    driver = card("/l/rust-belt/d/razors.d1/")
    assert driver["title"] == "razors 1 · Rust Belt"
    assert driver["description"].startswith("razors 1 drives for Razors in season 1: level 1, ")


def test_any_other_page_says_of_which_league_it_is() -> None:
    founded()
    assert card("/l/rust-belt/s1/market/")["description"] == "Market of Rust Belt, season 1."
    assert card("/l/rust-belt/s1/market/")["title"] == "Market · Rust Belt"


def test_a_season_that_is_over_tells_who_won_it() -> None:
    table = ended()
    table.give("rank_table")
    assert re.fullmatch(
        r"\w+ won season 1 of Rust Belt with \d+ points?, before .+\.", card("/l/rust-belt/s1/")["description"]
    )


def test_a_card_names_its_page_and_a_picture_of_the_site() -> None:
    founded()
    properties = card("/l/rust-belt/s1/market/?from=elsewhere")
    assert properties["url"] == "http://testserver/l/rust-belt/s1/market/"
    assert properties["image"] == "http://testserver/static/theme/card.png"
    picture = (settings.BASE_DIR / "static" / "theme" / "card.png").read_bytes()
    assert (picture[:8], picture[16:24]) == (b"\x89PNG\r\n\x1a\n", (1200).to_bytes(4) + (630).to_bytes(4))


def test_a_league_for_members_has_no_cards_whoever_looks() -> None:
    table = settled()
    League.objects.filter(pk=table.league).update(public=False)
    for address in ("/l/rust-belt/", "/l/rust-belt/s1/m1/", "/l/rust-belt/f/razors/", "/l/rust-belt/d/razors.d1/"):
        assert card(address, reader("razors")) == {}
        page = reader("razors").get(address).content.decode()
        assert f'<meta name="description" content="{SITE_DESCRIPTION}">' in page
        assert "journal.atom" not in page


def test_pages_without_a_league_have_the_sites_sentence() -> None:
    page = Client().get("/").content.decode()
    assert f'<meta name="description" content="{SITE_DESCRIPTION}">' in page
    assert PROPERTY.findall(page) == []
    assert Client().get("/nowhere/").status_code == 404


def test_a_match_that_was_played_here_is_pictured_by_its_liveliest_moment() -> None:
    resolved(**CULT)
    match, replay = "/l/rust-belt/s1/m1/", "/l/rust-belt/s1/m1/replay/"
    assert card(match)["image"] == f"http://testserver{replay}card/"
    assert card(match)["image:alt"] == "A moment of Round 1, match A"
    moment = card(f"{replay}?at=3")
    assert moment["image"] == f"http://testserver{replay}card/?at=3"
    assert moment["url"] == f"http://testserver{replay}?at=3"
    assert moment["title"].endswith("Round 1, match A: the replay · Rust Belt")


def test_the_picture_of_a_card_is_a_png_of_a_cards_size_and_another_at_another_moment() -> None:
    resolved(**CULT)
    pictures = [Client().get("/l/rust-belt/s1/m1/replay/card/", {"at": at}) for at in ("1", "1", "3")]
    assert {picture["Content-Type"] for picture in pictures} == {"image/png"}
    sizes = {struct.unpack(">II", picture.content[16:24]) for picture in pictures}
    assert sizes == {(1200, 630)}
    first, again, later = (picture.content for picture in pictures)
    assert first == again != later
    ChosenCrest.objects.create(franchise_id="rust-belt/razors", blazon="gear bend skull #d22d3c #ffe58a")
    assert Client().get("/l/rust-belt/s1/m1/replay/card/", {"at": "1"}).content != first


def test_a_match_without_a_replay_has_no_picture_of_its_own() -> None:
    settled()
    assert card("/l/rust-belt/s1/m1/")["image"].endswith(".png")
    assert Client().get("/l/rust-belt/s1/m1/replay/card/").status_code == 404
