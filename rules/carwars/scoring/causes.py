"""Why a vehicle was taken out: the chain of events that leads back to a deliberate act. Rule CW-S-040.

A cause is a value: each one that another event led to holds the cause of that event.
"""

from __future__ import annotations

import msgspec


class Attack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="attack"):
    """A weapon hit, or a ram by a driver in control (CW-S-041)."""

    by: str
    """Id of the duelist whose weapon hit, or who rammed."""


class Pushed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="pushed"):
    """A collision with a car that was pushed: `driver` drives it, and `because` is what pushed it (CW-S-042).

    `voluntary` says that the driver acted of their own will since, such as turning into the vehicle (CW-S-043).
    """

    driver: str
    """Id of the duelist whose vehicle was pushed into it."""
    because: Cause
    """What pushed them."""
    voluntary: bool = False
    """Whether they acted of their own will since, so that the chain ends with them (CW-S-043)."""


class LostControl(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="lost_control"):
    """A loss of control from a hazard, and `because` is what caused the hazard (CW-S-048)."""

    because: Cause
    """What caused the hazard."""


class Bounced(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="bounced"):
    """A loss of control from ramming `off`, which then ended on something else (CW-S-045)."""

    off: str
    """Id of the duelist whom they rammed."""


class Avoided(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="avoided"):
    """A loss of control while avoiding a counter that `owner` dropped (CW-S-044)."""

    owner: str
    """Id of the duelist who dropped the counter."""


class ShedObstacle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="shed_obstacle"):
    """An obstacle that fell off the car of `by`, hit or avoided (CW-S-046)."""

    by: str
    """Id of the duelist whose vehicle shed the obstacle."""


class Burned(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="burned"):
    """The fire on a vehicle: on `on`, or on the one that was taken out where that is empty (CW-S-054)."""

    on: str = ""
    """Id of the duelist whose vehicle is on fire; empty for the one that was taken out."""


class NobodyElse(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="nobody"):
    """The driver's own maneuver or the arena, and nothing that another duelist did (CW-S-048)."""


Cause = Attack | Pushed | LostControl | Bounced | Avoided | ShedObstacle | Burned | NobodyElse


MOST_LINKS = 20  # no mutant: no rule prints it
"""Links of the longest chain of causes that is scored."""


def links_of(cause: Cause) -> int:
    """How many links a chain of causes has."""
    links = 1
    while isinstance(cause, Pushed | LostControl):
        cause, links = cause.because, links + 1
    return links


def duelists_of(cause: Cause) -> list[str]:
    """The duelists that a cause names, from the last link of its chain to the first."""
    match cause:
        case Attack(by=by) | ShedObstacle(by=by):
            return [by]
        case Pushed(driver=driver, because=because):
            return [driver, *duelists_of(because)]
        case LostControl(because=because):
            return duelists_of(because)
        case Bounced(off=off):
            return [off]
        case Avoided(owner=owner):
            return [owner]
        case Burned(on=on):
            return [on] if on else []
        case NobodyElse():
            return []
