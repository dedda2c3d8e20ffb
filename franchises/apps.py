"""The franchises room as an application."""

from __future__ import annotations

from django.apps import AppConfig


class FranchisesConfig(AppConfig):
    """Names the room."""

    name = "franchises"
