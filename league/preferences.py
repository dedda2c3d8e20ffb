"""A person's own settings: read and change their time zone."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction

from league.models import Preferences
from league.time_zones import UTC_ZONE, ZoneUnknown, find_zone, time_zones, unknown_zone_words


def preferences_of(user: Any) -> Preferences:
    """A person's settings; the defaults, not stored, for those who chose nothing and for visitors."""
    if not user.is_authenticated:
        return Preferences()
    return Preferences.objects.filter(user_id=user.pk).first() or Preferences(user_id=user.pk)


def zone_of(preferences: Preferences) -> ZoneInfo:
    """The time zone of a person; UTC as long as they chose none, or chose one that no longer exists."""
    name = preferences.time_zone
    return ZoneInfo(name if name in time_zones() else UTC_ZONE)


def shown_zone(user: Any) -> str:
    """The zone that a person shows to the members of their leagues; empty if they hide it, chose none or left.

    Their settings should be loaded with them.
    """
    preferences = getattr(user, "preferences", None)
    if preferences is None or not preferences.zone_shown or not user.is_active:
        return ""
    return str(preferences.time_zone)


@transaction.atomic
def set_time_zone(*, user: Any, name: str, shown: bool | None = None) -> Preferences:
    """Set a person's time zone, named in any case, or none with an empty name. Raises `ZoneUnknown`.

    `shown` is whether members of their leagues see it beside their name; None leaves that as it is.
    """
    zone = chosen_zone(name)
    preferences = lock_preferences(user)
    preferences.time_zone = zone
    if shown is not None:
        preferences.zone_shown = shown
    preferences.save(update_fields=["time_zone", "zone_shown"])
    return preferences


def chosen_zone(name: str) -> str:
    """The zone of that name, in any case, as it is stored; empty for an empty one. Raises `ZoneUnknown`."""
    zone = find_zone(name) if name.strip() else ""
    if zone is None:
        raise ZoneUnknown(unknown_zone_words(name)).at("time_zone")
    return zone


def lock_preferences(user: Any) -> Preferences:
    """A person's row of settings, created if they have none, and locked until the transaction ends."""
    Preferences.objects.bulk_create([Preferences(user_id=user.pk)], ignore_conflicts=True)
    return Preferences.objects.select_for_update().get(user_id=user.pk)
