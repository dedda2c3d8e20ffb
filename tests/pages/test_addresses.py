"""No season and no match may be named with a word that the site's URLs use."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import get_resolver

from rules.core.refusals import Malformed
from rules.core.terms import RESERVED
from tests.league.small_league import announced, founded, signed

LEAGUE, SEASON = "l/<name:league>/", "l/<name:league>/<season:season>/"


def fixed_words(under: str) -> set[str]:
    """The fixed words that may follow that prefix in the site's URLs."""
    routes = [
        str(sub_pattern.pattern)
        for url_pattern in get_resolver().url_patterns
        for sub_pattern in getattr(url_pattern, "url_patterns", [])
    ]
    next_words = {route[len(under) :].split("/")[0] for route in routes if route.startswith(under)}
    return {word for word in next_words if word and not word.startswith("<")}


def test_every_word_of_an_address_below_a_season_is_reserved() -> None:
    words = fixed_words(SEASON)
    assert words >= {"drivers", "draft", "journal", "market", "pool", "rules"}
    assert sorted(words - RESERVED) == []


def test_every_word_of_an_address_below_a_league_is_reserved() -> None:
    words = fixed_words(LEAGUE)
    assert words >= {"f", "d"}
    assert sorted(words - RESERVED) == []


@pytest.mark.django_db
@pytest.mark.parametrize("word", ["draft", "market", "pool", "rules"])
def test_no_match_is_called_by_a_word_the_site_needs(word: str) -> None:
    table = signed()
    match = {"match": word, "event": "race", "franchises": list(table.franchises)}
    with pytest.raises(Malformed, match="which the site keeps for itself"):
        table.give("announce_round", round="r1", matches=[match])


@pytest.mark.django_db
def test_the_pages_of_a_season_stand_beside_its_matches() -> None:
    announced()
    client = Client()
    for word in ("drivers", "draft", "journal", "market", "pool", "rules", "m1"):
        assert client.get(f"/l/rust-belt/s1/{word}/").status_code == 200
    founded(league="other", public=False)
    for word in ("draft", "market", "pool", "rules"):
        assert client.get(f"/l/other/s1/{word}/").status_code == 404
