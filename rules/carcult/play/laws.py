"""What always holds in a skirmish, whatever is ordered and however the dice fall. Rules CC-010, CC-013, CC-018,
CC-031, CC-032, CC-041, CC-042, CC-049, CC-050, CC-060 to CC-067, CC-074, CC-076, CC-077, CC-090, CC-098, CC-102,
CC-103.

A law yields a sentence for everything that breaks it. `watch_match` checks the laws after every entry of the log.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from rules.carcult.car.tokens import SCENARIO, carried_over_damage, is_armor, sound_az
from rules.carcult.cards import ALL_AZ, DROPPERS, ENGINE, RAM
from rules.carcult.match.match import Match
from rules.carcult.match.state import ACTIVE, DAMAGE, EXPLODED, FREE, IMMOBILE, LEFT, OFF_TABLE, SPEED, USED, CarState
from rules.match.laws import Laws
from rules.match.log import LogEntry

LAWS = Laws[Match]()
"""The laws of Car Cult."""
RULE = re.compile(r"CC-\d{3}")
ZONE_CONTENTS = frozenset({FREE, SPEED, DAMAGE, USED})
STATUSES = frozenset({ACTIVE, IMMOBILE, EXPLODED, LEFT})
DICE_ENTRIES = frozenset(
    {"look", "tie", "shift_dice", "thrown", "reroll", "hits", "ram", "mine", "rough", "brakes", "toughness"}
)
"""The kinds of entry that may have dice."""


def _last(play: Match) -> LogEntry:
    return play.log.entries[-1]


def _subject(play: Match) -> CarState | None:
    return play.state.cars.get(_last(play).car)


# ------------------------------------------------------------------------------------------------------ tokens


@LAWS.always
def tracks_are_as_long_as_their_cards(play: Match) -> Iterator[str]:
    """Every component has a track as long as its card has AZ (CC-018)."""
    for car in play.state.cars.values():
        cards = {name: card.az for name, card in play.components[car.id].items()}
        if {name: len(track) for name, track in car.tracks.items()} != cards:
            yield f"{car.id} has tracks {car.tracks} and cards {cards}"


@LAWS.always
def one_token_lies_on_an_az(play: Match) -> Iterator[str]:
    """An AZ is free, has a speed token or a damage token, or is used up (CC-018)."""
    for car in play.state.cars.values():
        contents = {content for track in car.tracks.values() for content in track}
        if contents - ZONE_CONTENTS:
            yield f"{car.id} holds {sorted(contents - ZONE_CONTENTS)}"


@LAWS.always
def armor_holds_no_speed(play: Match) -> Iterator[str]:
    """No speed token lies on armor (CC-074)."""
    for car in play.state.cars.values():
        for name, track in car.tracks.items():
            if SPEED in track and is_armor(play, car, name):
                yield f"{car.id} has a speed token on its {name}"


@LAWS.always
def only_droppers_are_used_up(play: Match) -> Iterator[str]:
    """A car has used up no more AZ than its mines and droppers have (CC-076)."""
    for car in play.state.cars.values():
        used = sum(track.count(USED) for track in car.tracks.values())
        room = sum(card.az for card in play.components[car.id].values() if card.key in DROPPERS)
        if used > room:
            yield f"{car.id} has used up {used} AZ of {room}"


@LAWS.always
def guns_fire_and_droppers_lay(play: Match) -> Iterator[str]:
    """Rams and droppers make no attack actions, and only droppers lay markers (CC-051, CC-078)."""
    entry = _last(play)
    key = str(entry.more.get("weapon", "") or entry.more.get("card", "")).partition(".")[0]
    if entry.kind in {"attack", "hits"} and key in {RAM, *DROPPERS}:
        yield f"{entry.car} attacks with its {key}"
    if entry.kind == "lay" and key not in DROPPERS:
        yield f"{entry.car} lays its {key}"


@LAWS.always
def cards_are_printed(play: Match) -> Iterator[str]:
    """Every card except armor and engines has its printed number of AZ (CC-073, CC-075)."""
    for car in play.state.cars.values():
        for name, card in play.components[car.id].items():
            if card.key in ALL_AZ and len(car.tracks[name]) != ALL_AZ[card.key]:
                yield f"the {name} of {car.id} has {len(car.tracks[name])} AZ"


# ------------------------------------------------------------------------------------------------------ status


@LAWS.always
def every_car_has_a_valid_status(play: Match) -> Iterator[str]:
    """A car is active, immobile or exploded, or has left the table where the house rules allow that (CC-049, CC-064,
    CC-065).
    """
    for car in play.state.cars.values():
        if car.status not in STATUSES or (car.status == LEFT and play.settings.edge != "leave_play"):
            yield f"{car.id} is {car.status}"


@LAWS.always
def an_immobile_car_has_a_dead_engine(play: Match) -> Iterator[str]:
    """A car on the table is immobile if and only if no AZ of its engine is sound (CC-064)."""
    if _last(play).kind in {"damage", "swap", "clear"}:
        return
    for car in play.state.cars.values():
        dead = not sound_az(car.tracks[ENGINE])
        if car.status not in OFF_TABLE and (car.status == IMMOBILE) != dead:
            yield f"{car.id} is {car.status}, and its engine holds {car.tracks[ENGINE]}"


@LAWS.always
def exploded_cars_were_covered(play: Match) -> Iterator[str]:
    """A car that has exploded has no sound AZ (CC-065)."""
    for car in play.state.cars.values():
        if car.status == EXPLODED and any(map(sound_az, car.tracks.values())):
            yield f"{car.id} exploded with {car.tracks}"


@LAWS.always
def cars_off_the_table_do_nothing(play: Match) -> Iterator[str]:
    """A car off the table has no entries of moves, actions or rolls of its own (CC-065)."""
    entry, car = _last(play), _subject(play)
    kinds = {"move", "turn", "start", "allocate", "shift", "attack", "hits", "lay", "swap", "rough", "brakes"}
    if car is not None and car.status in OFF_TABLE and entry.kind in kinds:
        yield f"{car.id} is {car.status}, and {entry.kind} is told of it"


@LAWS.always
def cars_stay_on_the_table(play: Match) -> Iterator[str]:
    """The middle of a car is on the table (CC-049, CC-090)."""
    for car in play.state.cars.values():
        if not (0 <= car.x <= play.ground.width and 0 <= car.y <= play.ground.height and 0 <= car.heading < 360):
            yield f"{car.id} is at {car.x}, {car.y}, heading {car.heading}"


@LAWS.always
def a_dead_engine_moves_nothing(play: Match) -> Iterator[str]:
    """A car with a dead engine does not move (CC-033, CC-064)."""
    entry, car = _last(play), _subject(play)
    if entry.kind == "move" and car is not None and car.status == IMMOBILE:
        yield f"{car.id} moves with a dead engine"


# ------------------------------------------------------------------------------------------- moves and tokens


@LAWS.always
def acceleration_is_within_the_plug(play: Match) -> Iterator[str]:
    """An allocation adds no more tokens to an engine than its plug value, and none after a down shift (CC-031,
    CC-042).
    """
    entry, car = _last(play), _subject(play)
    if entry.kind != "allocate" or car is None or ENGINE not in entry.after:
        return
    added = entry.after[ENGINE].count(SPEED) - entry.before[ENGINE].count(SPEED)
    plug = play.entries[car.id].design.engine.plug
    if added > plug:
        yield f"{car.id} adds {added} tokens with a plug of {plug}"
    if added and car.shifted and not play.settings.shift_then_accelerate:
        yield f"{car.id} shifts down and adds {added} tokens"


@LAWS.always
def allocated_tokens_were_generated(play: Match) -> Iterator[str]:
    """The tokens put on tracks and those lost are all the tokens generated (CC-015, CC-016)."""
    entry = _last(play)
    if entry.kind == "allocate":
        placed = sum(
            entry.after[name].count(SPEED) - before.count(SPEED) for name, before in entry.before.items()
        )  # fmt: skip
        if entry.more["lost"] < 0 or placed + entry.more["lost"] != entry.more["generated"]:
            yield f"{entry.car} puts on {placed} of {entry.more['generated']} and loses {entry.more['lost']}"


@LAWS.always
def bonus_tokens_match_the_setting(play: Match) -> Iterator[str]:
    """The bonus tokens of a car come from the scenario and from other cars of its side, as set (CC-015)."""
    entry, car, bonus = _last(play), _subject(play), play.setup.bonus
    if entry.kind != "allocate" or car is None:
        return
    for giver, tokens in entry.more.get("bonus", {}).items():
        is_same_side = giver != car.id and giver in play.entries and play.entries[giver].team == car.team
        expected = bonus.scenario if giver == SCENARIO else bonus.each_other_car * is_same_side
        if tokens != expected:
            yield f"{car.id} has {tokens} tokens from {giver}, and the match is set {expected}"


@LAWS.always
def damage_is_one_token_at_a_time(play: Match) -> Iterator[str]:
    """A damage token changes one AZ, and goes on armor first where it must (CC-060 to CC-063)."""
    entry, car = _last(play), _subject(play)
    if entry.kind != "damage" or car is None:
        return
    name = entry.more["component"]
    changed = [az for az, held in enumerate(entry.before[name], start=1) if entry.after[name][az - 1] != held]
    if changed != [entry.more["az"]] or entry.after[name][changed[0] - 1] != DAMAGE:
        yield f"damage on {car.id} changes {changed} of its {name}"
    is_exempt = entry.rule in {"CC-041", "CC-081"} or play.settings.armor_scope != "all"
    if not is_exempt and not is_armor(play, car, name):
        sound_armor = [
            component for component, track in car.tracks.items() if is_armor(play, car, component) and sound_az(track)
        ]
        if sound_armor:
            yield f"damage of {car.id} goes on its {name} while {sound_armor} is sound"


@LAWS.always
def nobody_is_credited_for_their_own_side(play: Match) -> Iterator[str]:
    """A car is credited with exactly the damage tokens that the log says it caused to enemies (CC-067)."""
    entry = _last(play)
    if entry.kind not in {"damage", "turn_end"}:
        return
    dealt = Counter(
        damage.more["by"]
        for damage in play.log.entries
        if damage.kind == "damage"
        and damage.more["by"]
        and play.entries[damage.more["by"]].team != play.entries[damage.car].team
    )
    for car in play.state.cars.values():
        if car.caused != dealt[car.id]:
            yield f"{car.id} is credited with {car.caused} and dealt {dealt[car.id]}"


@LAWS.always
def markers_belong_to_a_car_with_the_card(play: Match) -> Iterator[str]:
    """A marker is on the table, has a unique id, and was laid by a car with such a card (CC-076, CC-077)."""
    ids = [marker.id for marker in play.state.markers]
    if len(set(ids)) != len(ids) or any(not 1 <= id <= play.state.laid for id in ids):
        yield f"markers have the ids {ids} and {play.state.laid} were laid"
    for marker in play.state.markers:
        keys = {card.key for card in play.components[marker.owner].values()}
        if marker.kind not in keys or not (
            0 <= marker.x <= play.ground.width and 0 <= marker.y <= play.ground.height
        ):
            yield f"marker {marker.id} is a {marker.kind} of {marker.owner} at {marker.x}, {marker.y}"


@LAWS.always
def a_car_activates_once_a_round(play: Match) -> Iterator[str]:
    """No car activates twice in a round (CC-010)."""
    entry = _last(play)
    if entry.kind == "acted":
        acted = [other for other in reversed(play.log.entries) if other.turn == entry.turn and other.kind == "acted"]
        if sum(other.car == entry.car for other in acted) > 1:
            yield f"{entry.car} activates again in round {entry.turn}"


@LAWS.always
def every_roll_has_its_entry(play: Match) -> Iterator[str]:
    """Every entry cites a rule, and only entries that report dice have rolls (CC-098)."""
    entry = _last(play)
    if not RULE.fullmatch(entry.rule):
        yield f"entry {entry.n} ({entry.kind}) cites {entry.rule!r}"
    if entry.rolls and entry.kind not in DICE_ENTRIES:
        yield f"entry {entry.n} ({entry.kind}) has dice"


@LAWS.always
def an_entry_has_dice_of_one_purpose(play: Match) -> Iterator[str]:
    """The dice of an entry have one purpose, and cars that are level have theirs together (CC-012, CC-098)."""
    entry = _last(play)
    purposes = sorted({roll.why for roll in entry.rolls})
    if len(purposes) > 1 and entry.kind != "tie":
        yield (
            f"dice for {' and '.join(purposes)} stand in one entry of {entry.kind}: write an entry of its own right "
            "after each throw"
        )


@LAWS.always
def time_goes_on(play: Match) -> Iterator[str]:
    """Rounds, and the activations within them, are in order (CC-010, CC-098)."""
    if len(play.log.entries) > 1:
        previous, entry = play.log.entries[-2:]
        if (entry.turn, entry.phase) < (previous.turn, previous.phase):
            yield f"after activation {previous.phase} of round {previous.turn} comes {entry.phase} of {entry.turn}"


# ------------------------------------------------------------------------------------------------ after a round


@LAWS.after_a_turn
def rounds_end_in_time(play: Match) -> Iterator[str]:
    """No match goes beyond its last round (CC-090)."""
    if play.moment.turn > play.settings.max_rounds:
        yield f"round {play.moment.turn} is played of {play.settings.max_rounds}"


@LAWS.after_a_turn
def everybody_has_acted(play: Match) -> Iterator[str]:
    """When a round is over, every car on the table has activated (CC-010)."""
    waiting = [car.id for car in play.cars_in_play() if not car.acted]
    if waiting:
        yield f"{waiting} have not activated"


@LAWS.after_a_turn
def covered_cars_have_exploded(play: Match) -> Iterator[str]:
    """When a round is over, every car on the table has a sound AZ (CC-065)."""
    for car in play.cars_in_play():
        if not any(map(sound_az, car.tracks.values())):
            yield f"{car.id} is covered and has not exploded"


@LAWS.after_a_turn
def guesses_are_forgotten(play: Match) -> Iterator[str]:
    """When a round is over, no guesses are left and no damage token is waiting to be placed (CC-002)."""
    if play.state.guesses or play.state.placing is not None:
        yield f"guesses {play.state.guesses} and {play.state.placing} are left"


@LAWS.after_a_turn
def crew_conditions_are_consistent(play: Match) -> Iterator[str]:
    """A competitor who is out of action has no flesh wound, and nobody has more than one (CC-102)."""
    for crew in play.state.crew.values():
        if crew.wounds not in {0, 1} or (crew.out and crew.wounds):
            yield f"{crew.id} has {crew.wounds} wounds and is {'out' if crew.out else 'able'}"


@LAWS.after_a_turn
def damage_is_never_undone(play: Match) -> Iterator[str]:
    """A car has all the damage tokens that the log put on it, carried-over ones included (CC-060, CC-066, CC-080)."""
    logged = Counter(entry.car for entry in play.log.entries if entry.kind == "damage")
    for car in play.state.cars.values():
        tokens = sum(track.count(DAMAGE) for track in car.tracks.values())
        if tokens != logged[car.id]:
            yield (
                f"{car.id} holds {tokens} damage tokens, {logged[car.id]} were told and "
                f"{carried_over_damage(play, car)} brought"
            )
