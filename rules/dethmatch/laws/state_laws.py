"""Laws that hold at every moment of a match, whatever is ordered and however the dice fall. Rules DM-M-008, DM-M-034,
DM-M-038, DM-M-042, DM-M-047, DM-M-048, DM-M-050 to DM-M-052, DM-M-067, DM-M-070, DM-M-079, DM-M-092 to DM-M-094,
DM-M-101, DM-M-102, DM-M-104, DM-M-106 to DM-M-108, DM-M-113 to DM-M-116, DM-M-128, DM-M-135, DM-M-137.

`ALWAYS` is checked after every entry of the log, `AFTER_A_TURN` after the last entry of a turn. A law yields a
sentence for everything wrong. The laws about changes are in `entry_laws`; `play.laws` brings all of them together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from rules.dethmatch.crew.checks import effective_trait
from rules.dethmatch.damage.injuries import WOUNDABLE_TRAITS
from rules.dethmatch.driving.handling import maximum_handling
from rules.dethmatch.driving.movement_points import PHASES_PER_TURN
from rules.dethmatch.events.event import event_of
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import KNOCKED_OUT, NOWHERE, CarState, CarStatus, Control
from rules.dethmatch.weapons.weapon_use import weapons_used

Law = Callable[[Match], Iterator[str]]
SPEED_ENTRY, TIRE_ENTRY = "speed", "tire"
"""Kinds of entry whose consequences follow in the next entry: speed lost, tires damaged."""
BROKEN_HANDLING = -5
"""The most handling a car with a broken suspension can have (DM-M-034)."""
STANDING_STATUSES = frozenset({CarStatus.PARKED, CarStatus.WRECK})
ALWAYS: list[Law] = []
"""The laws that are checked after every entry."""
AFTER_A_TURN: list[Law] = []
"""The laws that are checked when a turn is over."""


def _always(law: Law) -> Law:
    ALWAYS.append(law)
    return law


def _after_a_turn(law: Law) -> Law:
    AFTER_A_TURN.append(law)
    return law


def _on_map(play: Match) -> Iterator[CarState]:
    return (car for car in play.state.cars.values() if car.at != NOWHERE)


def _last_entry_is(play: Match, kind: str) -> bool:
    return bool(play.log.entries) and play.log.entries[-1].kind == kind


@_always
def stands_on_the_track(play: Match) -> Iterator[str]:
    """A car on the map is in a hex of the track that can be driven on, and faces and travels toward one of its six
    sides (DM-M-008, DM-M-079).
    """
    for car in _on_map(play):
        if car.at not in range(play.track.size) or not {car.facing, car.travel}.issubset(range(SIDES)):
            yield f"{car.id} is in hex {car.at}, facing {car.facing} and bound {car.travel}"
        elif play.track.impassable[car.at]:
            yield f"{car.id} is in the impassable hex {car.at}"


@_always
def one_car_fills_a_hex(play: Match) -> Iterator[str]:
    """No two cars are in one hex (DM-M-008)."""
    filled = Counter(car.at for car in _on_map(play))
    crowded = [at for at, count in filled.most_common() if count != 1]
    yield from (f"{filled[at]} cars are in hex {at}" for at in crowded)


@_always
def speed_is_never_negative(play: Match) -> Iterator[str]:
    """Speed is 0 or more, and a car off the map has speed 0 (DM-M-047)."""
    for car in play.state.cars.values():
        if car.speed < 0 or (car.at == NOWHERE and car.speed):
            yield f"{car.id} has speed {car.speed} in hex {car.at}"


@_always
def handling_is_within_its_maximum(play: Match) -> Iterator[str]:
    """Handling never exceeds its maximum, or what a broken suspension leaves (DM-M-034, DM-M-067)."""
    if _last_entry_is(play, TIRE_ENTRY):
        return
    for car in _on_map(play):
        most = BROKEN_HANDLING if car.broken else maximum_handling(play, car)
        if car.handling > most:
            yield f"{car.id} has handling {car.handling} of at most {most}"


@_always
def fuel_is_within_its_tank(play: Match) -> Iterator[str]:
    """Fuel is between empty and full (DM-M-048)."""
    for car in play.state.cars.values():
        full = play.fits[car.id].fuel
        if not 0 <= car.fuel <= full:
            yield f"{car.id} has {car.fuel} fuel points of {full}"


@_always
def armor_is_what_the_body_has_lost(play: Match) -> Iterator[str]:
    """The armor of a quadrant is what was built, minus what its open criticals took, and never below 0 (DM-M-107)."""
    for car in play.state.cars.values():
        for quadrant, built in play.fits[car.id].armor.items():
            lost = sum(
                critical.amount
                for critical in car.criticals
                if critical.row == "body" and critical.quadrant == quadrant
            )
            points = car.armor[quadrant]
            if points < 0 or points != built - lost:
                yield f"{car.id} has {points} of {built} armor on its {quadrant}, and criticals took {lost}"


@_always
def magazines_stop_at_nothing(play: Match) -> Iterator[str]:
    """A magazine holds 0 rounds or more (DM-M-093, DM-M-107)."""
    for car in play.state.cars.values():
        for gun in car.guns:
            if gun.ammunition < 0:
                yield f"{gun.mount} of {car.id} has {gun.ammunition} rounds"


@_always
def points_are_never_owed(play: Match) -> Iterator[str]:
    """Movement and option points are 0 or more, and the remainder is less than 3 (DM-M-051, DM-M-054)."""
    for car in _on_map(play):
        if min(car.quota) < 0 or car.options < 0 or not 0 <= car.remainder < PHASES_PER_TURN:
            yield f"{car.id} has points {car.quota}, remainder {car.remainder} and {car.options} option points"


@_always
def what_stands_has_no_points(play: Match) -> Iterator[str]:
    """A car at speed 0 has no movement points left (DM-M-050, DM-M-052)."""
    if _last_entry_is(play, SPEED_ENTRY):
        return
    for car in _on_map(play):
        if not car.speed and (any(car.quota) or car.remainder):
            yield f"{car.id} stands and has points {car.quota} and {car.remainder}"


@_always
def what_stands_is_under_control(play: Match) -> Iterator[str]:
    """A car at speed 0 is not skidding, spinning or rolling (DM-M-070, DM-M-074, DM-M-092)."""
    if _last_entry_is(play, SPEED_ENTRY):
        return
    for car in _on_map(play):
        if not car.speed and car.control is not Control.OK:
            yield f"{car.id} stands, and is in a {car.control}"


@_always
def wrecks_do_not_move(play: Match) -> Iterator[str]:
    """Wrecks and parked cars have speed 0 (DM-M-092, DM-M-134)."""
    for car in play.state.cars.values():
        if car.status in STANDING_STATUSES and car.speed:
            yield f"{car.id} is {car.status} and moves at {car.speed}"


@_always
def weapons_keep_their_rate(play: Match) -> Iterator[str]:
    """No weapon makes more attacks in a turn than its rate allows (DM-M-093)."""
    for car in play.state.cars.values():
        for gun in car.guns:
            weapon = play.fits[car.id].weapons.get(gun.mount)
            rate = max((shot.rate for shot in weapon.shots), default=1) if weapon is not None else PHASES_PER_TURN
            if gun.spent > rate:
                yield f"{gun.mount} of {car.id} was used {gun.spent} times this turn"


@_always
def one_weapon_each(play: Match) -> Iterator[str]:
    """A competitor uses one weapon in a turn, a Gunslinger two; a linked pair counts as one (DM-C-029, DM-M-094)."""
    for car in play.state.cars.values():
        links = {mount.id: mount.link for mount in play.entrants[car.id].design.mounts}
        for id in (car.driver, car.gunner):
            used = weapons_used(play.state.crew[id]) if id else frozenset()
            weapons = {frozenset({mount, links.get(mount) or mount}) for mount in used}
            if len(weapons) > 1 + bool(play.talent_count(id, "gunslinger")):
                yield f"{id} has used {', '.join(sorted(used))} this turn"


@_always
def abilities_are_used_up(play: Match) -> Iterator[str]:
    """An ability that works once a heat is used once a heat for each copy of the talent (DM-M-113 to DM-M-116)."""
    for id, sheet in play.state.crew.items():
        for talent, used in sheet.used.items():
            if used > play.talent_count(id, talent):
                yield f"{id} has used {talent} {used} times this heat"


@_always
def everybody_sits_once(play: Match) -> Iterator[str]:
    """A competitor is the driver or gunner of only one car in a heat (DM-M-038)."""
    seats = Counter(id for car in _on_map(play) for id in (car.driver, car.gunner) if id)
    crowded = [id for id, count in seats.items() if count != 1]
    yield from (f"{id} sits in {seats[id]} cars" for id in crowded)


@_always
def flags_are_in_one_place(play: Match) -> Iterator[str]:
    """A carried flag belongs to exactly one car, and lies nowhere on the track (DM-M-137)."""
    for flag in play.state.flags:
        carriers = [car.id for car in play.state.cars.values() if car.flag == flag.id]
        if carriers != ([flag.carrier] if flag.carrier else []) or (flag.carrier and flag.at != NOWHERE):
            yield f"{flag.id} is with {flag.carrier or 'nobody'}, in hex {flag.at}, and {carriers} carry it"


@_always
def markers_lie_on_the_track(play: Match) -> Iterator[str]:
    """Oil, caltrops, mines, smoke and bombs lie in hexes of the track (DM-M-101, DM-M-104)."""
    for marker in play.state.markers:
        if marker.at not in range(play.track.size):
            yield f"{marker.kind} lies in hex {marker.at}"


@_always
def heats_end_in_time(play: Match) -> Iterator[str]:
    """No heat continues past its last turn (DM-M-128)."""
    moment, last = play.state.moment, event_of(play).turn_limit(play)
    if moment.turn > last:
        yield f"turn {moment.turn} is played of {last}"


@_always
def teams_have_points(play: Match) -> Iterator[str]:
    """No team has fewer than 0 points in a heat (DM-M-135)."""
    for team in play.state.teams.values():
        if any(point < 0 for point in team.points):
            yield f"{team.id} has points {team.points}"


# ------------------------------------------------------------------------------------------------ after a turn


@_after_a_turn
def points_were_spent(play: Match) -> Iterator[str]:
    """No movement points are left when a turn is over (DM-M-050, DM-M-051)."""
    for car in _on_map(play):
        if any(car.quota) or car.remainder:
            yield f"{car.id} kept points {car.quota} and {car.remainder} to the end of the turn"


@_after_a_turn
def damage_has_come_to_criticals(play: Match) -> Iterator[str]:
    """The damage points left over are fewer than the car's toughness, unless it is destroyed (DM-M-106)."""
    for car in play.state.cars.values():
        toughness = play.fits[car.id].toughness
        if car.status not in KNOCKED_OUT and not 0 <= car.damage < toughness:
            yield f"{car.id} holds {car.damage} damage points of toughness {toughness}"


@_after_a_turn
def the_wounded_are_out(play: Match) -> Iterator[str]:
    """A competitor whose wounds have brought a trait to 0 is out of action (DM-M-108)."""
    for id, sheet in play.state.crew.items():
        if (
            sheet.wounds
            and not sheet.out
            and min(effective_trait(play, sheet, woundable_trait) for woundable_trait in WOUNDABLE_TRAITS) <= 0
        ):
            yield f"{id} goes on with {sheet.wounds} wounds"


@_after_a_turn
def nobody_drives_out_of_action(play: Match) -> Iterator[str]:
    """Nobody controls a moving car that is destroyed or whose driver is out of action (DM-M-092)."""
    for car in _on_map(play):
        undriven = play.driver(car) is None or car.status is CarStatus.DESTROYED
        if car.speed and undriven and car.control not in {Control.UNCONTROLLED, Control.ROLLOVER}:
            yield f"{car.id} moves without a driver, and its control is {car.control}"


@_after_a_turn
def oil_and_smoke_are_gone(play: Match) -> Iterator[str]:
    """Oil and smoke are gone after their last turn (DM-M-102, DM-M-104)."""
    turn = play.state.moment.turn
    for marker in play.state.markers:
        if marker.until and marker.until <= turn:
            yield f"{marker.kind} in hex {marker.at} was to be gone with turn {marker.until}"


@_after_a_turn
def the_order_is_by_initiative(play: Match) -> Iterator[str]:
    """Every car acts once, in the order of the totals, lowest first; a heat that is not fought has no order
    (DM-M-042, DM-M-135).
    """
    state = play.state
    if not state.moment.turn:
        return
    if sorted(state.order) != sorted(set(state.ranking)):
        yield f"the cars act in the order {state.order}, and their rank is {state.ranking}"
    totals = [state.cars[id].total for id in state.ranking]
    if totals != sorted(totals):
        yield f"the cars rank {state.ranking} with totals {totals}"
