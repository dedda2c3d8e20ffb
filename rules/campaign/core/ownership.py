"""Refusals for cars and drivers that are not the franchise's. Rules DM-C-012, DM-C-089."""

from __future__ import annotations

from rules.core.refusals import Refusal


class CarNotInGarage(Refusal):
    """The car is not in the franchise's garage, or is destroyed."""


class DriverNotOnRoster(Refusal):
    """The driver is not under contract with the franchise."""
