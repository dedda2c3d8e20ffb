"""Every page of the site is checked and has a title of its own; here, those that a commissioner reads."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.journeys.account_steps import HALFWAY
from tests.journeys.page_inspection import EVERY, faults
from tests.journeys.whole_site import NO_PAGE, SHOWN, addresses, logged_in, looks, whole_site

STYLES = tuple(
    path
    for folder in ("theme", "vendor/bootstrap-5.3.8")
    for path in sorted((Path(__file__).parents[2] / "static" / folder).glob("*.css"))
)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
DECLARED = re.compile(r"(?:^|;)\s*([\w-]+)\s*:")
THEMED = re.compile(r"data-bs-theme=(dark|light)")
COLORING = re.compile(
    r"color-scheme|(background-|border-)?color|fill|outline|stroke|--(?!.*(width|size|padding|margin|display)).+"
)
"""What a rule for one theme may set: colors, directly or as variables that others read."""
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
ONE = ({"league", "season"},)
"""URL names that show the same page: a league's home is its season's."""


def test_every_address_is_looked_at_or_shows_no_page() -> None:
    assert not SHOWN.keys() & NO_PAGE.keys() | SHOWN.keys() & HALFWAY | NO_PAGE.keys() & HALFWAY
    assert sorted({*SHOWN, *NO_PAGE, *HALFWAY}) == sorted({name for name, _ in addresses()})


def test_a_theme_changes_nothing_but_colors() -> None:
    rules = [
        (selector.strip(), name)
        for file in STYLES
        for selector, declared in RULE.findall(COMMENT.sub("", file.read_text(encoding="utf-8")))
        for name in DECLARED.findall(declared)
        if THEMED.search(selector) and ":root" not in selector
    ]
    assert len(rules) > 50
    assert [(selector, name) for selector, name in rules if not COLORING.fullmatch(name)] == []


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_every_page_has_a_title_of_its_own() -> None:
    whole_site()
    cookies = {who: logged_in(who) for who in {look.who for _, look in looks()} if who}
    titles: dict[str, set[str]] = defaultdict(set)
    for name, look in looks():
        browser = Client()
        if look.who:
            browser.cookies[cookies[look.who]["name"]] = cookies[look.who]["value"]
        title, *_ = TITLE.findall(browser.get(look.at(name)).content.decode())
        titles[unescape(title)].add(name)
    assert len(titles) > len(SHOWN)
    assert {title: names for title, names in titles.items() if len(names) > 1 and names not in ONE} == {}


@pytest.mark.browser
@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("every", EVERY)
@pytest.mark.django_db(transaction=True)
def test_a_commissioners_pages_are_accessible_in_order_and_fit(
    every: int, visit: Callable[..., Any], live_server: Any
) -> None:
    whole_site()
    theirs = [(name, look) for name, look in looks() if look.who.endswith("boss") and name != "command"]
    assert len(theirs) > 40
    assert faults(visit(), live_server.url, theirs[::every]) == {}
