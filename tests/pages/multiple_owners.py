"""People who own more than one franchise of a league (DM-C-059)."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.test import Client

from league.models import Membership
from tests.league.small_league import Table


def owner_of(table: Table, *franchises: str) -> Client:
    """The browser of a person who owns all of those franchises in place of their previous owners."""
    both = get_user_model().objects.create_user(f"{table.league}-both")
    Membership.objects.filter(franchise_id__in=[f"{table.league}/{franchise}" for franchise in franchises]).update(
        user=both
    )
    client = Client()
    client.force_login(both)
    return client
