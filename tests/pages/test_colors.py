"""The colors of franchises: all different in a league, the same on every page, visible on a panel in both themes."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from django.test import Client

from franchises.crests import FIRST_COLORS
from league.pages.base_context import franchise_color
from tests.league.league_cache import built_once
from tests.league.small_league import Table
from tests.pages.large_league import grown

PANELS = ("#ffffff", "#1b1e24")
"""The panel behind flags and lines of charts, in the light and the dark theme."""
ENOUGH = 3
"""The contrast required for graphics (WCAG 1.4.11)."""
FLAG = re.compile(
    r'(?:<rect width="10" height="10" rx="1" fill="(#[0-9a-f]{6})"></rect>'
    r'|<svg class="crest[^"]*"[^>]*><use href="[^"]*" fill="(#[0-9a-f]{6})" [^>]*></use>'
    r"(?:<use[^>]*></use>|<text[^<]*</text>))"
    r'</svg><a href="/l/rust-belt/f/(\w+)/'
)
"""A flag or a crest before a franchise's link."""


def brightness(color: str) -> float:
    """The relative luminance of a color."""
    parts = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colors, from 1 to 21."""
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


@built_once
def many(size: int) -> Table:
    """A league of that many franchises that has played a round."""
    return grown(size, rounds=2)


def flags(address: str) -> dict[str, set[str]]:
    """The colors of each franchise's flags on a page."""
    colors: dict[str, set[str]] = {}
    for flag, crest, name in FLAG.findall(Client().get(address).content.decode()):
        colors.setdefault(name, set()).add(flag or crest)
    return colors


def test_every_color_is_seen_on_a_panel_in_both_themes() -> None:
    faint = {(color, panel) for color in FIRST_COLORS for panel in PANELS if contrast(color, panel) < ENOUGH}
    assert faint == set()


def test_no_two_colors_of_the_palette_are_alike() -> None:
    assert all(one != other for one, other in combinations(FIRST_COLORS, 2))


@pytest.mark.django_db
def test_no_two_franchises_of_a_league_share_a_color_while_there_are_colors_left() -> None:
    many(16)
    colors_by_franchise = flags("/l/rust-belt/s1/standings/")
    assert [len(colors) for colors in colors_by_franchise.values()] == [1] * 16
    assert len(set.union(*colors_by_franchise.values())) == 16


@pytest.mark.django_db
def test_a_franchise_has_the_same_color_on_every_page() -> None:
    many(16)
    standings = flags("/l/rust-belt/s1/standings/")
    for address in ("/l/rust-belt/s1/", "/l/rust-belt/s1/schedule/", "/l/rust-belt/s1/drivers/"):
        colors_by_franchise = flags(address)
        assert colors_by_franchise
        assert colors_by_franchise == {name: standings[name] for name in colors_by_franchise}


def test_outside_a_league_a_name_has_always_the_same_color() -> None:
    assert franchise_color("razors") == franchise_color("razors")
    assert franchise_color("razors") in FIRST_COLORS
