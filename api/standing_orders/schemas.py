"""Schemas of standing orders."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from api.commands.schemas import TrialOut


class OrdersOut(msgspec.Struct, frozen=True, kw_only=True):
    """What an owner wants done where they do not answer; `updated_at` is null where they set nothing.

    Of a franchise that has an owner, a commissioner reads only the orders that give no sealed answer away; `left_out`
    are the rest.
    """

    franchise: str
    orders: dict[str, Any]
    """Policies of its standing orders by name; amounts are in k, and a missing policy has the house's default."""
    left_out: tuple[str, ...]
    """Names of orders that are kept from a commissioner, since they would give a sealed answer away."""
    updated_at: datetime | None
    """When they were changed last; null where nothing was ever set."""
    defaults: dict[str, Any] = {}
    """Every policy that may be set, with the house's default; amounts are in k."""


class OrdersIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The standing orders that a franchise is to have; a policy that is left out gets the house's default."""

    orders: dict[str, Any]
    """Policies by name, as the orders that are read list them with their defaults; amounts are in k."""


class OrdersTriedIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Standing orders to try; without any, those that stand are tried."""

    orders: dict[str, Any] | None = None
    """Policies by name, instead of those that stand; null for those that stand."""


class OrdersPreviewOut(msgspec.Struct, frozen=True, kw_only=True):
    """What standing orders would do now. Nothing is changed and no die is thrown."""

    franchise: str
    commands: tuple[dict[str, Any], ...]
    """Commands that they would give now, up to the next dice, as they may be given; empty where nothing is asked."""
    trial: TrialOut | None
    """What these commands would come to; null where nothing is asked."""
