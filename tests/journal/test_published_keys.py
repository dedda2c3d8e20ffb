"""Each key is published at its own step, when it can no longer help anyone."""

from __future__ import annotations

import pytest

from league.models import Match
from league.queries.dice_keys import published_keys, published_season_key
from rules.core.dice import KeyRing
from tests.league.small_league import SECRET, Table, announced, closed, lined_up, settled, shopping

pytestmark = pytest.mark.django_db


def published(table: Table, match: str = "m1") -> dict[str, str]:
    """The published keys of a match, by name."""
    played = Match.objects.get(pk=f"{table.season}/{match}")
    return {published_key.name: published_key.key for published_key in published_keys(table.row, played)}


def test_the_key_of_a_match_says_it_is_for_every_path_but_those_with_a_key_of_their_own() -> None:
    played = Match.objects.get(pk=f"{(table := settled(rounds=1)).season}/m1")
    paths = {published_key.name: published_key.paths for published_key in published_keys(table.row, played)}
    assert paths == {"Pre-match": "m1/pre/…", "Match": "every other m1/…", "Shop": "m1/shop/…"}
    ring = KeyRing(SECRET, {"m1": played.words})
    for path in ("m1/settle/pot", "m1/h1/t1/initiative"):
        assert ring.for_path(path) == ring.match("m1")


def test_the_shop_key_is_published_when_the_shops_are_closed() -> None:
    assert set(published(lined_up())) == {"Pre-match"}
    table = shopping(league="shops")
    assert set(published(table)) == {"Pre-match", "Match"}
    table.give("end_shopping", match="m1", reason="The week is over.")
    assert published(table)["Shop"] == KeyRing(SECRET).shop("m1").hex()


def test_a_void_match_publishes_what_it_had_thrown_before_the_lock_and_nothing_more() -> None:
    table = announced()
    table.give("void_match", match="m1", reason="The arena flooded.")
    assert published(table) == {"Pre-match": KeyRing(SECRET).pre_match("m1").hex()}


def test_the_seasons_own_key_is_published_when_it_is_closed() -> None:
    table = settled(rounds=1)
    assert published_season_key(table.row) is None
    key = published_season_key(closed(table).row)
    assert key is not None
    assert key.key == KeyRing(SECRET).season().hex()
