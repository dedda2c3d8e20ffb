"""The app of the floor's tables."""

from __future__ import annotations

from django.apps import AppConfig


class FloorConfig(AppConfig):
    """Its tables are copies of the league's, so it loads after them."""

    name = "benchmarks.floor"
    label = "floor"
