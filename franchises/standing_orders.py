"""Setting standing orders, which belong to no season and are noted in the league's log."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from franchises.models import Franchise, StandingOrders
from league.access import NotYours, owns
from league.models import LeagueLog, Membership
from rules.campaign.steward import Orders, orders_from
from rules.core.refusals import Refusal, Unknown


class OrdersChanged(Refusal):
    """The orders were changed after the person read them, in another tab or by the draft queue."""


def orders_version(stored: StandingOrders | None) -> str:
    """What tells stored standing orders from earlier and later ones of the franchise; empty if none were set."""
    return "" if stored is None else stored.updated_at.isoformat()


def lock_standing_orders(franchise: str) -> bool:
    """Lock a franchise's standing orders for the transaction, set or not; False if there is no such franchise."""
    return Franchise.objects.select_for_update(no_key=True).filter(pk=franchise).first() is not None


@transaction.atomic
def set_standing_orders(
    *, franchise: str, document: Mapping[str, Any], member: Membership, at: datetime, seen: str | None = None
) -> Orders:
    """Replace a franchise's standing orders. Policies that the document does not name get their defaults.

    The owner may set them, or a commissioner if there is no owner. `seen` is the `orders_version` that the person
    read (None: not checked). Raises `Unknown`, `NotYours`, `OrdersChanged`, or a refusal that names the invalid
    policy.
    """
    id = f"{member.league_id}/{franchise}"
    if not lock_standing_orders(id):
        raise Unknown(f"There is no franchise {franchise[:80]!r} in {member.league_id}: name one that is.")
    if not owns(member, franchise) and not _acts_for_unowned_franchise(member, id):
        raise NotYours(f"{franchise} is not yours: its owner sets its orders, or a commissioner while it has none.")
    orders = orders_from(document)
    stored = StandingOrders.objects.filter(franchise_id=id).first()
    if seen is not None and seen != orders_version(stored):
        raise OrdersChanged(
            "These orders were changed after you opened the form: look at what stands now, and set yours again if "
            "you still want to."
        )
    StandingOrders.objects.update_or_create(
        franchise_id=id,
        defaults={"document": dict(document), "updated_at": at, "updated_by": member.handle},
    )
    LeagueLog.objects.create(
        league_id=member.league_id, at=at, actor=member.handle, what="standing orders", subject=franchise
    )
    return orders


def _acts_for_unowned_franchise(member: Membership, franchise: str) -> bool:
    """Whether the member is a commissioner and the franchise has no owner."""
    owned = Membership.objects.filter(franchise_id=franchise, role=Membership.Role.OWNER).exists()
    return member.role == Membership.Role.COMMISSIONER and not owned
