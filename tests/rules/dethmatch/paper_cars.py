"""A legal car on paper, which tests change in one point."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.dethmatch.designs.design import Armor, Design, Mount

# Engine 10, suspension 8, fuel 12, toughness 6, armor 12, wheel guards 3, light 6, rocket 3: 60 DP.
# It weighs 12 + 2 × 2 = 16: acceleration 2, handling 3, 5 fuel points.
PLAIN = Design(
    name="Plain Jane",
    engine=40,
    suspension=48,
    fuel=192,
    toughness=2,
    armor_points=12,
    armor=Armor(front=3, rear=3, left=3, right=3),
    components=("wheel_guards",),
    mounts=(
        Mount(id="gun", type="light"),
        Mount(id="rack", type="rocket"),
        Mount(id="tail", type="special", facing="rear"),
    ),
)


def changed(**fields: Any) -> Design:
    """The plain car with those fields changed."""
    return replace(PLAIN, **fields)


def with_mounts(*mounts: Mount) -> Design:
    """The plain car with those mounts instead of its own."""
    return replace(PLAIN, mounts=mounts)
