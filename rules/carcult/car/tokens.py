"""Tokens on tracks: what is filled from where, what a car may move by them, and what they make. Rules CC-015, CC-016,
CC-018, CC-030 to CC-033, CC-035, CC-036, CC-053, CC-062, CC-064, CC-066, CC-073, CC-076, CC-080, CC-082, CC-101.

A track is a list with what each action zone holds, the left one first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.carcult.cards import ARMOR, DRIVER, DROPPERS, ENGINE, GUNNER, MINES
from rules.carcult.designs.design import Card
from rules.carcult.match.match import Match
from rules.carcult.match.state import ACTIVE, DAMAGE, FREE, IMMOBILE, OFF_TABLE, SPEED, USED, CarState

Track = list[int]
DRIFT_PART = 4
"""A car slides as far as this part of its minimum move (CC-035)."""
SCENARIO = "the scenario"
"""What a bonus that no car gives is had from (CC-015)."""
DODGE = 2
"""What each token on the dangerous driver takes off an attack (CC-073)."""


def open_az(track: Sequence[int]) -> int:
    """How many action zones could still take a speed token: those without any token (CC-018)."""
    return track.count(FREE)


def sound_az(track: Sequence[int]) -> int:
    """How many action zones have no damage token (CC-062)."""
    return track.count(FREE) + track.count(SPEED)


def fill(track: Track, tokens: int) -> None:
    """Put speed tokens on a track, on the free action zones from its left (CC-016)."""
    for az, held in enumerate(track):
        if tokens and held == FREE:
            track[az] = SPEED
            tokens -= 1


def take_off(track: Track, tokens: int) -> None:
    """Take speed tokens off a track, from its right (CC-041)."""
    for az in reversed(range(len(track))):
        if tokens and track[az] == SPEED:
            track[az] = FREE
            tokens -= 1


def put_damage_token(track: Track) -> int:
    """Put a damage token on the right-most action zone without one, where a speed token there gives way; the number
    of that action zone, from 1 (CC-062).
    """
    for az in reversed(range(len(track))):
        if track[az] in {FREE, SPEED}:
            track[az] = DAMAGE
            return az + 1
    raise AssertionError(f"{track} has no room for damage")


def use_up(track: Track) -> None:
    """Put a damage token in the place of the right-most speed token, as whoever lays a mine does (CC-076)."""
    az = len(track) - 1 - track[::-1].index(SPEED)
    track[az] = USED


def track_limits(track: Sequence[int], inches: Sequence[int]) -> tuple[int, int]:
    """The least and the most inches of a move, over the two right-most speed tokens of an engine (CC-032, CC-033)."""
    over = [inches[az] for az, held in enumerate(track) if held == SPEED]
    if not over:
        return 0, 0
    return (over[-2] if len(over) > 1 else 0), over[-1]


def speed_of(car: CarState) -> int:
    """The speed tokens on a car's engine (CC-011)."""
    return car.tracks[ENGINE].count(SPEED)


def move_of(play: Match, car: CarState) -> tuple[int, int]:
    """The least and the most inches a car moves as its tokens are now; nothing off the table (CC-032, CC-053)."""
    return track_limits(car.tracks[ENGINE], play.entries[car.id].design.engine.track)


def drift_of(minimum: int) -> int:
    """How many inches a car may slide sideways, by its minimum move in inches (CC-035)."""
    return minimum // DRIFT_PART


def turns_of_car(play: Match, car: CarState) -> int:
    """How many turns a car has with its engine as it is (CC-036)."""
    return turns_on_track(play, car.tracks[ENGINE])


def turns_on_track(play: Match, track: Sequence[int]) -> int:
    """How many turns an engine gives: its action zones without a token, or by house rule without a speed token
    (CC-036).
    """
    return open_az(track) if play.settings.turn_az == "free" else len(track) - track.count(SPEED)


def is_armor(play: Match, car: CarState, component: str) -> bool:
    """Whether a component of a car is an armor card."""
    return play.components[car.id][component].key == ARMOR


def components_with_card(play: Match, car: CarState, key: str) -> Iterator[str]:
    """The components of a car that are cards of that key, by name."""
    return (name for name, card in play.components[car.id].items() if card.key == key)


def playable_droppers(play: Match) -> tuple[str, ...]:
    """The cards that lay something, of those that are played (CC-076, CC-082)."""
    return DROPPERS if play.settings.slicks else (MINES,)


def token_pool(play: Match, car: CarState) -> int:
    """The speed tokens a car has to allocate: those it generates, and its bonus (CC-015, CC-066)."""
    return sum(tokens_by_component(play.components[car.id], car.tracks).values()) + sum(bonus_by(play, car).values())


def bonus_by(play: Match, car: CarState) -> dict[str, int]:
    """The bonus tokens of a car by whom it has them from: the scenario, or another car of its side that is on the
    table, by its id (CC-015).
    """
    bonus, found = play.setup.bonus, {}
    if bonus.scenario:
        found[SCENARIO] = bonus.scenario
    if bonus.each_other_car:
        others = [other.id for other in play.cars_in_play() if other.team == car.team and other.id != car.id]
        found |= dict.fromkeys(others, bonus.each_other_car)
    return found


def tokens_by_component(cards: Mapping[str, Card], tracks: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """The speed tokens that each component generates which has any: one for each + symbol that no token covers
    (CC-015, CC-066).
    """
    found = {name: sum(tracks[name][az - 1] == FREE for az in card.plus) for name, card in cards.items() if card.plus}
    return {name: tokens for name, tokens in found.items() if tokens}


def rerolls(play: Match, car: CarState) -> int:
    """The attack dice a car may still reroll: the tokens on its gutsy gunner (CC-073)."""
    return sum(car.tracks[name].count(SPEED) for name in components_with_card(play, car, GUNNER))


def dodge(play: Match, car: CarState) -> int:
    """What an attack on a car is made worse by, for the tokens on its dangerous driver (CC-053, CC-073)."""
    return DODGE * sum(car.tracks[name].count(SPEED) for name in components_with_card(play, car, DRIVER))


def room_for_damage(play: Match, car: CarState, *, armor_first: bool) -> list[str]:
    """The components a damage token may go on: armor while any is left of it, else whatever is left (CC-062,
    CC-063).
    """
    left = [name for name, track in car.tracks.items() if sound_az(track)]
    armor = [name for name in left if is_armor(play, car, name)]
    return armor if armor and armor_first else left


def is_covered(car: CarState) -> bool:
    """Whether every action zone of a car has a damage token (CC-065)."""
    return not any(sound_az(track) for track in car.tracks.values())


def update_engine_status(car: CarState) -> None:
    """Say whether a car on the table can move: not when all of its engine is damaged (CC-064)."""
    if car.status not in OFF_TABLE:
        car.status = ACTIVE if sound_az(car.tracks[ENGINE]) else IMMOBILE


def standing_criticals(play: Match, car: CarState) -> int:
    """The damage a car is left with beyond its armor, without boxes used up by laying unless the house counts them
    (CC-076, CC-101).
    """
    counted = {DAMAGE, USED} if play.settings.mine_dt_counts else {DAMAGE}
    return sum(
        held in counted for name, track in car.tracks.items() if not is_armor(play, car, name) for held in track
    )


def carried_over_damage(play: Match, car: CarState) -> int:
    """The damage tokens a car brings along, at most its plug value, where the house lets damage stay (CC-080)."""
    entry = play.entries[car.id]
    return min(entry.design.engine.plug, entry.criticals) if play.settings.carry_over else 0
