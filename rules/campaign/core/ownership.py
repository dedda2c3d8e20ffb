"""What is not a franchise's own: cars and drivers of somebody else. Rules DM-C-012, DM-C-089."""

from __future__ import annotations

from rules.core.refusals import Refusal


class CarNotInGarage(Refusal):
    """A car of the line-up is not the franchise's, or is destroyed."""


class DriverNotOnRoster(Refusal):
    """Somebody in the line-up is not under contract with the franchise."""
