"""Two whole seasons over HTTP, from founding to rollover. It takes minutes: only `make overhttp` runs it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.api.test_whole_season import assert_alike_over_http
from tests.clients.conftest import server

__all__ = ["server"]
pytestmark = pytest.mark.django_db(transaction=True)


def test_a_league_is_played_over_http_from_founding_to_rollover(server: str, tmp_path: Path) -> None:
    assert_alike_over_http(server, tmp_path, example="rust-belt", seasons=2)
