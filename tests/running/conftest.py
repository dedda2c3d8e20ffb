"""In these tests the secret of every following season is derived, so the same league can be played in memory."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def _known_secrets(settings: Any) -> None:
    settings.API_CONFORMANCE = True
