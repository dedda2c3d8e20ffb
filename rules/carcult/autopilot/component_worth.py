"""What an AZ of a car is worth to it while it has no damage. Rules CC-015, CC-036, CC-061 to CC-064, CC-097.

The worth is in victory points of the rounds to come: the tokens it generates, and the tokens it holds.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.carcult.autopilot.design_features import features_of, next_tokens
from rules.carcult.autopilot.outlook import Outlook
from rules.carcult.autopilot.prices import Prices
from rules.carcult.car.tokens import Track, sound_az
from rules.carcult.cards import DRIVER, ENGINE, FIXER, GUNNER, GUNS, MINES, RAM, WEAPONS
from rules.carcult.match.match import Match
from rules.carcult.match.state import FREE, SPEED, CarState

LAST_ENGINE_AZ = 3.0
"""The last sound AZ of the engine, without which the car does not move (CC-064)."""
FIXER_AZ, MINE_AZ, RAM_AZ, LAST_RAM_AZ = 0.08, 0.3, 0.05, 1.0
LAST_WEAPON_AZ, SPARE_WEAPON_AZ = 1.25, 0.3
"""What the last sound AZ of a weapon is worth, of the others, and one for which the car has no token."""
TOKENS_NOT_FIRED = 1
"""How many of its tokens a car usually needs for other things than its weapons."""


def az_worth(outlook: Outlook, name: str, tracks: Mapping[str, Track], az: int) -> float:
    """What an AZ of the own car, counted from 0, is worth while it is sound."""
    return worth_of_az(outlook.play, outlook.car, name, tracks[name], az, prices=outlook.prices)


def worth_of_az(play: Match, car: CarState, name: str, track: Track, az: int, *, prices: Prices) -> float:
    """What an AZ of a car, counted from 0, is worth to its owner while it is sound."""
    card = play.components[car.id][name]
    worth = prices.symbol_az if az + 1 in card.plus and not (name == ENGINE and track[az] == SPEED) else 0.0
    left = sound_az(track)
    if name == ENGINE:
        if left <= 1:
            return worth + LAST_ENGINE_AZ
        if track[az] == SPEED:
            return worth + prices.used_engine_az
        return worth + (prices.engine_az if track.count(FREE) > 1 else prices.last_turn_az)
    if card.key in GUNS:
        weapon = WEAPONS[card.key]
        value = prices.weapon_az * weapon.shots * weapon.damage * (6 + weapon.blast) / 20
        if _is_spare(play, car, name):
            return worth + value * SPARE_WEAPON_AZ
        return worth + (value * LAST_WEAPON_AZ if left <= 1 else value)
    return worth + {
        DRIVER: prices.driver_az,
        GUNNER: prices.gunner_az,
        FIXER: FIXER_AZ,
        MINES: MINE_AZ,
        RAM: LAST_RAM_AZ if left <= 1 else RAM_AZ,
    }.get(card.key, 0.0)


def _is_spare(play: Match, car: CarState, name: str) -> bool:
    """Whether a car has more AZ on its weapons than tokens for them, so that it can do without one on this weapon."""
    features = features_of(play.entries[car.id].design)
    room = 0
    for other, _ in features.guns:
        room += sound_az(car.tracks[other])
        if other == name:
            break
    return room > max(1, next_tokens(features, car.tracks) - TOKENS_NOT_FIRED)


def next_damage_worth(play: Match, car: CarState, name: str, *, prices: Prices) -> float:
    """What a car loses by a damage token on a component: the right-most AZ without one (CC-062)."""
    track = car.tracks[name]
    az = max(index for index, content in enumerate(track) if content in (FREE, SPEED))
    return worth_of_az(play, car, name, track, az, prices=prices)
