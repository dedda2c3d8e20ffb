"""A league with a commissioner and an open season that has no franchises yet."""

from __future__ import annotations

from django.contrib.auth import get_user_model

from journal import open_season
from league.membership import found_league
from tests.league.league_cache import built_once
from tests.league.small_league import BEGAN, SECRET, Table


@built_once
def unfounded(*, rounds: int = 5, number: int = 1, edition: str = "") -> Table:
    """The league at step S0."""
    boss = get_user_model().objects.create_user("rust-belt-boss", password="boss")
    table = Table(franchises=())
    handle = table.handle("boss")
    found_league(id="rust-belt", name="Rust Belt", public=True, commissioner=boss, at=BEGAN, handle=handle)
    open_season(
        "rust-belt",
        "s1",
        secret=SECRET,
        rounds=rounds,
        number=number,
        edition=edition,
        actor=handle,
        at=BEGAN,
        key="open",
    )
    return table
