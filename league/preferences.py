"""A person's own settings: read and change their time zone."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction

from league.models import Preferences
from league.time_zones import UTC_ZONE, ZoneUnknown, time_zones


def preferences_of(user: Any) -> Preferences:
    """A person's settings; the defaults, not stored, for those who chose nothing and for visitors."""
    if not user.is_authenticated:
        return Preferences()
    return Preferences.objects.filter(user_id=user.pk).first() or Preferences(user_id=user.pk)


def zone_of(preferences: Preferences) -> ZoneInfo:
    """The time zone of a person; UTC as long as they chose none, or chose one that no longer exists."""
    name = preferences.time_zone
    return ZoneInfo(name if name in time_zones() else UTC_ZONE)


@transaction.atomic
def set_time_zone(*, user: Any, name: str) -> Preferences:
    """Set a person's time zone, or none with an empty name. Raises `ZoneUnknown`."""
    refuse_unknown_zone(name)
    preferences = lock_preferences(user)
    preferences.time_zone = name
    preferences.save(update_fields=["time_zone"])
    return preferences


def refuse_unknown_zone(name: str) -> None:
    """Raise `ZoneUnknown` for a name that is no time zone; an empty one means that none is chosen."""
    if name and name not in time_zones():
        raise ZoneUnknown(
            f"There is no time zone {name[:60]!r}: name an area and a city such as Europe/Berlin, or UTC."
        ).at("time_zone")


def lock_preferences(user: Any) -> Preferences:
    """A person's row of settings, created if they have none, and locked until the transaction ends."""
    Preferences.objects.bulk_create([Preferences(user_id=user.pk)], ignore_conflicts=True)
    return Preferences.objects.select_for_update().get(user_id=user.pk)
