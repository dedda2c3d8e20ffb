"""Why a car was harmed or killed, as the scorer of duels reads it. Rules RH-090, CW-S-040 to CW-S-048.

A cause is a plain document; one that another cause led to holds that one as `because`.
"""

from __future__ import annotations

from typing import Any

Cause = dict[str, Any]
MOST_LINKS = 15  # no mutant: no rule prints it
"""Links of the longest chain that is kept; a longer one is cut to the act that began it."""


def attack(by: str) -> Cause:
    """A car fired at it, or rammed it in control."""
    return {"type": "attack", "by": by}


def bounced(off: str) -> Cause:
    """Its driver rammed another car."""
    return {"type": "bounced", "off": off}


def nobody() -> Cause:
    """Its driver's own maneuver or the arena, and nothing that another car did."""
    return {"type": "nobody"}


def lost_control(because: Cause) -> Cause:
    """A hazard cost the driver control. What follows from a bounce is credited as the bounce is (CW-S-045)."""
    if because["type"] in {"bounced", "nobody"}:
        return because
    return _chain({"type": "lost_control", "because": because})


def pushed(driver: str, because: Cause) -> Cause:
    """A car that could not help it ran into this one (CW-S-042)."""
    return _chain({"type": "pushed", "driver": driver, "because": because})


def credited_car(cause: Cause) -> str:
    """The car whose act a chain of causes began with, empty for nobody."""
    while "because" in cause:
        cause = cause["because"]
    return str(cause.get("by") or cause.get("off") or "")


def _chain(cause: Cause) -> Cause:
    links, link = 1, cause
    while "because" in link:
        links, link = links + 1, link["because"]
    return cause if links <= MOST_LINKS else link
