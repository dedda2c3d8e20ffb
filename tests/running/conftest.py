"""Leagues that are played here and in memory: a season that follows comes from a secret that is known beforehand."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def _known_secrets(settings: Any) -> None:
    settings.API_CONFORMANCE = True
