"""The names of weapons in log messages."""

from __future__ import annotations

from rules.match.catalog import WEAPON_KINDS


def weapon_name(kind: str) -> str:
    """The name of a kind of weapon."""
    return WEAPON_KINDS[kind].name.lower() if kind in WEAPON_KINDS else kind
