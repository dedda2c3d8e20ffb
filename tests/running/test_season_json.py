"""The fast JSON encoder of a season gives the same bytes as the plain one, whatever changed."""

from __future__ import annotations

import pytest

from rules.campaign.core.codec import season_bytes
from rules.campaign.steward.simulation import new_league_season, simulate
from rules.core.canonical_json import json_bytes, without_defaults


@pytest.mark.parametrize("secret", [b"one", b"another"])
def test_after_every_command_of_two_seasons_the_bytes_are_the_same(secret: bytes) -> None:
    count = 0
    for performed in simulate(new_league_season(franchises=4, rounds=3, secret=secret), secret=secret, seasons=2):
        assert season_bytes(performed.season) == json_bytes(without_defaults(performed.season))
        count += 1
    assert count > 500
