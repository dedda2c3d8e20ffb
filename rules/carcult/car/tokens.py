"""Tokens on tracks, and what a car can do with them. Rules CC-015, CC-016, CC-018, CC-030 to CC-033, CC-035, CC-036,
CC-053, CC-062, CC-064, CC-066, CC-073, CC-076, CC-080, CC-082, CC-101.

A track is a list of what each action zone (AZ) holds, the left one first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.carcult.cards import ARMOR, DRIVER, DROPPERS, ENGINE, GUNNER, MINES
from rules.carcult.designs.design import Card
from rules.carcult.match.match import Match
from rules.carcult.match.state import ACTIVE, DAMAGE, FREE, IMMOBILE, OFF_TABLE, SPEED, USED, CarState

Track = list[int]
DRIFT_PART = 4
"""A car may drift its minimum move divided by this (CC-035)."""
SCENARIO = "the scenario"
"""The source of bonus tokens that no car gives (CC-015)."""
DODGE = 2
"""What each token on the dangerous driver takes off an attack (CC-073)."""


def open_az(track: Sequence[int]) -> int:
    """How many AZ hold no token and can take a speed token (CC-018)."""
    return track.count(FREE)


def sound_az(track: Sequence[int]) -> int:
    """How many AZ have no damage token (CC-062)."""
    return track.count(FREE) + track.count(SPEED)


def fill(track: Track, tokens: int) -> None:
    """Put speed tokens on the free AZ of a track, from its left (CC-016)."""
    for az, content in enumerate(track):
        if tokens and content == FREE:
            track[az] = SPEED
            tokens -= 1


def take_off(track: Track, tokens: int) -> None:
    """Take speed tokens off a track, from its right (CC-041)."""
    for az in reversed(range(len(track))):
        if tokens and track[az] == SPEED:
            track[az] = FREE
            tokens -= 1


def put_damage_token(track: Track) -> int:
    """Put a damage token on the right-most AZ without one and return its number, from 1 (CC-062).

    A speed token on that AZ is removed. The caller makes sure that there is such an AZ.
    """
    for az in reversed(range(len(track))):
        if track[az] in {FREE, SPEED}:
            track[az] = DAMAGE
            return az + 1
    raise AssertionError(f"{track} has no room for damage")


def use_up(track: Track) -> None:
    """Mark the AZ of the right-most speed token as used up, as laying a marker does (CC-076)."""
    az = len(track) - 1 - track[::-1].index(SPEED)
    track[az] = USED


def track_limits(track: Sequence[int], inches: Sequence[int]) -> tuple[int, int]:
    """The minimum and maximum of a move in inches, by the two right-most speed tokens (CC-032, CC-033)."""
    covered = [inches[az] for az, content in enumerate(track) if content == SPEED]
    if not covered:
        return 0, 0
    return (covered[-2] if len(covered) > 1 else 0), covered[-1]


def speed_of(car: CarState) -> int:
    """The number of speed tokens on a car's engine (CC-011)."""
    return car.tracks[ENGINE].count(SPEED)


def move_of(play: Match, car: CarState) -> tuple[int, int]:
    """The minimum and maximum of a car's move in inches, by its tokens now (CC-032, CC-053)."""
    return track_limits(car.tracks[ENGINE], play.entries[car.id].design.engine.track)


def drift_of(minimum: int) -> int:
    """How many inches a car may drift, by its minimum move in inches (CC-035)."""
    return minimum // DRIFT_PART


def turns_of_car(play: Match, car: CarState) -> int:
    """How many turns a car has with the tokens on its engine (CC-036)."""
    return turns_on_track(play, car.tracks[ENGINE])


def turns_on_track(play: Match, track: Sequence[int]) -> int:
    """How many turns an engine's track gives (CC-036).

    One for each AZ without a token, or by the house rule for each without a speed token.
    """
    return open_az(track) if play.settings.turn_az == "free" else len(track) - track.count(SPEED)


def is_armor(play: Match, car: CarState, component: str) -> bool:
    """Whether a component of a car is an armor card."""
    return play.components[car.id][component].key == ARMOR


def components_with_card(play: Match, car: CarState, key: str) -> Iterator[str]:
    """The names of a car's components that are cards of that key."""
    return (name for name, card in play.components[car.id].items() if card.key == key)


def playable_droppers(play: Match) -> tuple[str, ...]:
    """The cards that lay markers and that the house rules allow (CC-076, CC-082)."""
    return DROPPERS if play.settings.slicks else (MINES,)


def token_pool(play: Match, car: CarState) -> int:
    """How many speed tokens a car has to allocate: those it generates, plus its bonus (CC-015, CC-066)."""
    return sum(tokens_by_component(play.components[car.id], car.tracks).values()) + sum(bonus_by(play, car).values())


def bonus_by(play: Match, car: CarState) -> dict[str, int]:
    """The bonus tokens of a car by their source (CC-015).

    A source is `SCENARIO` or the id of another car of its side on the table.
    """
    bonus, tokens_by_source = play.setup.bonus, {}
    if bonus.scenario:
        tokens_by_source[SCENARIO] = bonus.scenario
    if bonus.each_other_car:
        others = [other.id for other in play.cars_in_play() if other.team == car.team and other.id != car.id]
        tokens_by_source |= dict.fromkeys(others, bonus.each_other_car)
    return tokens_by_source


def tokens_by_component(cards: Mapping[str, Card], tracks: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """The speed tokens that each component generates, without those that generate none (CC-015, CC-066).

    A component generates one for each + symbol that no token covers.
    """
    generated = {
        name: sum(tracks[name][az - 1] == FREE for az in card.plus) for name, card in cards.items() if card.plus
    }
    return {name: tokens for name, tokens in generated.items() if tokens}


def rerolls(play: Match, car: CarState) -> int:
    """How many attack dice a car may still reroll, by the tokens on its gutsy gunner (CC-073)."""
    return sum(car.tracks[name].count(SPEED) for name in components_with_card(play, car, GUNNER))


def dodge(play: Match, car: CarState) -> int:
    """What the tokens on a car's dangerous driver take off each die of an attack on it (CC-053, CC-073)."""
    return DODGE * sum(car.tracks[name].count(SPEED) for name in components_with_card(play, car, DRIVER))


def room_for_damage(play: Match, car: CarState, *, armor_first: bool) -> list[str]:
    """The components that a damage token may go on (CC-062, CC-063).

    They are the armor cards with a sound AZ if there are any and armor comes first, else all components with a sound
    AZ.
    """
    left = [name for name, track in car.tracks.items() if sound_az(track)]
    armor = [name for name in left if is_armor(play, car, name)]
    return armor if armor and armor_first else left


def is_covered(car: CarState) -> bool:
    """Whether every AZ of a car is damaged or used up (CC-065)."""
    return not any(sound_az(track) for track in car.tracks.values())


def update_engine_status(car: CarState) -> None:
    """Set whether a car on the table can move: not if no AZ of its engine is sound (CC-064)."""
    if car.status not in OFF_TABLE:
        car.status = ACTIVE if sound_az(car.tracks[ENGINE]) else IMMOBILE


def standing_criticals(play: Match, car: CarState) -> int:
    """How many criticals this match leaves on a car: its damage tokens except on armor (CC-076, CC-101).

    AZ used up by laying only count if the house rule says so.
    """
    counted = {DAMAGE, USED} if play.settings.mine_dt_counts else {DAMAGE}
    return sum(
        content in counted for name, track in car.tracks.items() if not is_armor(play, car, name) for content in track
    )


def carried_over_damage(play: Match, car: CarState) -> int:
    """How many damage tokens a car has from earlier matches, by the house rule; at most its plug (CC-080)."""
    entry = play.entries[car.id]
    return min(entry.design.engine.plug, entry.criticals) if play.settings.carry_over else 0
