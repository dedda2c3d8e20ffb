"""What the fanatical fixer swaps: damage on what is needed for a token on what is not. Rules CC-073, CC-095."""

from __future__ import annotations

from collections.abc import Mapping

from rules.carcult.autopilot.component_worth import az_worth
from rules.carcult.autopilot.outlook import Outlook
from rules.carcult.car.tokens import Track
from rules.carcult.cards import ARMOR, CALTROPS, FIXER, MINES, OIL
from rules.carcult.match.orders import Swap
from rules.carcult.match.state import DAMAGE, SPEED


def best_swap_gain(outlook: Outlook, tracks: Mapping[str, Track]) -> float:
    """What the best swap is worth: moving a damage token to an AZ that matters less, if any lets a token do so."""
    cards = outlook.play.components[outlook.car.id]
    damaged = max(
        (
            az_worth(outlook, name, tracks, az)
            for name, track in tracks.items()
            if cards[name].key not in (ARMOR, FIXER)
            for az, content in enumerate(track)
            if content == DAMAGE
        ),
        default=0.0,
    )
    if not damaged:
        return 0.0
    sound = min(
        (
            az_worth(outlook, name, tracks, az)
            for name, track in tracks.items()
            if cards[name].key not in (ARMOR, FIXER)
            for az, content in enumerate(track)
            if content not in (DAMAGE, 3)
        ),
        default=damaged,
    )
    return max(0.0, damaged - sound)


def choose_swap(outlook: Outlook, *, used: set[str], after: int) -> list[Swap]:
    """The swap that gains most, of a damage token for a speed token; no token is taken from a component in use."""
    car, cards = outlook.car, outlook.play.components[outlook.car.id]
    ready = sum(car.tracks[name].count(SPEED) for name, card in cards.items() if card.key == FIXER)
    if not ready:
        return []
    best, swaps = 0.0, []
    for name, track in car.tracks.items():
        if cards[name].key in (ARMOR, FIXER) or DAMAGE not in track:
            continue
        az = track.index(DAMAGE)
        gain = az_worth(outlook, name, car.tracks, az)
        for other, others in car.tracks.items():
            if other in used or other == name or SPEED not in others:
                continue
            if cards[other].key in (ARMOR, FIXER, MINES, OIL, CALTROPS):
                continue
            last = len(others) - 1 - others[::-1].index(SPEED)
            worth = gain - az_worth(outlook, other, car.tracks, last)
            if worth > best:
                best, swaps = worth, [Swap(first=(name, az + 1), second=(other, last + 1), after=after)]
    return swaps
