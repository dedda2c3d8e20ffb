"""An owner's draft queue: whom their standing orders pick when their time is up. Annex a, DM-C-163.

It is a part of the franchise's standing orders, and as secret as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime

from django.db import transaction

from franchises.models import StandingOrders
from franchises.standing_orders import lock_standing_orders, set_standing_orders
from journal.steward import standing_orders_of
from league.models import Membership
from rules.core.refusals import Malformed, Refusal

ADD, DROP, UP, DOWN, ORDER = "add", "drop", "up", "down", "order"
POLICY = "draft_queue"
LONGEST_QUEUE = 100
NOT_LEFT = "That driver may not be picked any more: look at who is left."


class NobodyPicks(Refusal):
    """A draft queue was to be changed while no drivers are picked."""


def queue_of(league: str, franchise: str) -> list[str]:
    """The short ids of the drivers in a franchise's queue, the first choice first."""
    return [str(driver) for driver in standing_orders_of(league, franchise).draft_queue]


def changed_queue(queue: Sequence[str], given: Mapping[str, str], *, free: Collection[str]) -> list[str]:
    """The queue after one change: `do` is an act and a driver, such as `up:f1.d3`, or `order` has a page of it anew.

    Those in `order` take the places that they have between them, so that other pages stay as they are. Drivers who
    are no longer `free` leave it. Raises `Malformed` for anything else.
    """
    queue = [driver for driver in queue if driver in free]
    if given.get(ORDER):
        wanted = [driver for driver in dict.fromkeys(given[ORDER].split(",")) if driver in queue]
        moved = iter(wanted)
        return [next(moved) if driver in wanted else driver for driver in queue]
    act, _, driver = given.get("do", "").partition(":")
    if driver not in free:
        raise Malformed(NOT_LEFT)
    if act == ADD:
        return queue if driver in queue else with_driver_at(queue, driver, len(queue), free=free)
    if act not in (DROP, UP, DOWN) or driver not in queue:
        raise Malformed("The queue changed meanwhile: look at it as it is now.")
    if act == DROP:
        return [queued for queued in queue if queued != driver]
    place = queue.index(driver)
    return with_driver_at(queue, driver, max(0, place - 1) if act == UP else place + 1, free=free)


def with_driver_at(queue: Sequence[str], driver: str, place: int, *, free: Collection[str]) -> list[str]:
    """The queue with a driver at a place, from 0 on; at its end where the place is beyond it.

    Drivers who are no longer `free` leave it. Raises `Malformed` for a driver who is not free, and for a full queue.
    """
    if driver not in free:
        raise Malformed(NOT_LEFT)
    rest = [queued for queued in queue if queued in free and queued != driver]
    if len(rest) >= LONGEST_QUEUE:
        raise Malformed(f"A queue has at most {LONGEST_QUEUE} drivers: remove one first.")
    return [*rest[:place], driver, *rest[place:]]


def refuse_unpickable(drivers: Sequence[str], *, free: Collection[str]) -> None:
    """Raise `Malformed` unless drivers make a queue: each may be picked, each once, and not too many."""
    if len(drivers) > LONGEST_QUEUE:
        raise Malformed(f"A queue has at most {LONGEST_QUEUE} drivers: leave some out.").at("drivers")
    for place, driver in enumerate(drivers):
        if driver not in free:
            raise Malformed(f"{driver[:80]} may not be picked: leave them out.").at("drivers", place)
        if driver in drivers[:place]:
            raise Malformed(f"{driver[:80]} is in the queue twice: name each driver once.").at("drivers", place)


def change_queue(
    given: Mapping[str, str], *, franchise: str, member: Membership, free: Collection[str], at: datetime
) -> list[str]:
    """Change the stored queue as `changed_queue` does, and return it. Raises `Malformed`, or as `save_queue` does."""
    return save_queue(lambda queue: changed_queue(queue, given, free=free), franchise=franchise, member=member, at=at)


@transaction.atomic
def save_queue(
    change: Callable[[list[str]], list[str]], *, franchise: str, member: Membership, at: datetime
) -> list[str]:
    """Store what `change` makes of the queue, and return it; the other standing orders stay as they are.

    It is read under the franchise's lock, so that of two changes at once neither is lost. Raises what `change` and
    `set_standing_orders` raise.
    """
    id = f"{member.league_id}/{franchise}"
    lock_standing_orders(id)
    queue = change(queue_of(member.league_id, franchise))
    stored = StandingOrders.objects.filter(franchise_id=id).first()
    document = {**(stored.document if stored is not None else {}), POLICY: queue}
    set_standing_orders(franchise=franchise, document=document, member=member, at=at)
    return queue
