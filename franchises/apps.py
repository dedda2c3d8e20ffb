"""Configuration of the franchises app."""

from __future__ import annotations

from django.apps import AppConfig


class FranchisesConfig(AppConfig):
    """The franchises app."""

    name = "franchises"
