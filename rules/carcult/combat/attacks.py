"""Attack actions: spending the token, range and sight, dice, hits and damage. Rules CC-001, CC-050 to CC-055, CC-060,
CC-061, CC-073, CC-075, CC-103.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt
from typing import Any

from rules.carcult.car.damage import OPPONENT, OWNER, place_damage
from rules.carcult.car.tokens import components_with_card, dodge, is_armor, move_of, rerolls, take_off
from rules.carcult.cards import GUNNER, WEAPONS, Weapon
from rules.carcult.combat.explosions import explode_all
from rules.carcult.combat.lines_of_sight import squared_sight_line
from rules.carcult.ground.table import INCH
from rules.carcult.match.match import Match, Steps
from rules.carcult.match.orders import Attack
from rules.carcult.match.state import OFF_TABLE, SPEED, CarState

D20 = 20
SUCCESS = 10
"""The lowest total of a die that succeeds (CC-001)."""
OUT_OF_RANGE = "out of range"
CRACK, CRAP = 20, 1
"""The faces that always hit and always miss (CC-054)."""


def fire(play: Match, car: CarState, attack: Attack) -> Steps[None]:
    """Carry out one attack action with a token on the weapon (CC-050, CC-051).

    The token is spent in any case. There is no attack if the target is out of range or there is no clear line
    (CC-052), or if the token has meanwhile been removed by damage.
    """
    track = car.tracks[attack.weapon]
    if SPEED not in track:
        play.note("no_attack", "CC-051", car, weapon=attack.weapon, target=attack.target, why="no token")
        return
    before = list(track)
    take_off(track, 1)
    target = play.state.cars[attack.target]
    weapon = WEAPONS[play.components[car.id][attack.weapon].key]
    length = squared_sight_line(play, car, target)
    missing = _out_of_reach(target, weapon, length)
    old, new = {attack.weapon: before}, {attack.weapon: list(track)}
    if missing:
        more: dict[str, Any] = {}
        if length and missing == OUT_OF_RANGE and play.logs_distances:
            more = {"distance": isqrt(length - 1) + 1}
        play.note(
            "no_attack", "CC-052", car, before=old, after=new, weapon=attack.weapon, target=target.id, why=missing,
            **more,
        )  # fmt: skip
        return
    play.note("attack", "CC-050", car, before=old, after=new, weapon=attack.weapon, target=target.id)
    faces = list(play.roll(weapon.shots, f"attack on {target.id}", sides=D20).faces)
    parts = modifier_parts(play, target, weapon)
    modifier = sum(parts.values())
    reroll(play, car, faces, modifier, attack.rerolls)
    hits = sum(is_hit(face, modifier) for face in faces)
    play.note(
        "hits", "CC-054", car, weapon=attack.weapon, target=target.id, modifier=modifier, parts=parts, faces=faces,
        hits=hits,
    )  # fmt: skip
    yield from apply_hits(play, target, [weapon.damage] * hits, by=car, rule="CC-061", why=attack.weapon)
    yield from explode_all(play)


def _out_of_reach(target: CarState, weapon: Weapon, length: int | None) -> str:
    """Why a target at the end of a clear line of that squared length cannot be attacked; empty if it can (CC-052)."""
    if target.status in OFF_TABLE:
        return "gone"
    if length is None:
        return "no sight"
    return "" if length <= (weapon.range * INCH) ** 2 else OUT_OF_RANGE


def modifier_against(play: Match, target: CarState, weapon: Weapon) -> int:
    """The modifier of each die of an attack (CC-053).

    It is the weapon's blast minus the target's minimum move now, and minus 2 for each token on its dangerous driver.
    """
    return sum(modifier_parts(play, target, weapon).values())


def modifier_parts(play: Match, target: CarState, weapon: Weapon) -> dict[str, int]:
    """The parts of that modifier: `blast`, and `speed` and `driver` of the target, 0 or less (CC-053)."""
    return {"blast": weapon.blast, "speed": -move_of(play, target)[0], "driver": -dodge(play, target)}


def is_hit(face: int, modifier: int) -> bool:
    """Whether a face of a die hits with that modifier (CC-001, CC-054)."""
    return face != CRAP and (face == CRACK or face + modifier >= SUCCESS)


def reroll(play: Match, car: CarState, faces: list[int], modifier: int, most: int) -> None:
    """Reroll missed dice in place, at most `most` of them, spending a gunner's token for each (CC-055, CC-073).

    The first missed die is rerolled until it hits, then the next one. Before the first reroll, an entry has the dice
    as they were thrown.
    """
    thrown = list(faces)
    for die, face in enumerate(faces):
        current = face
        while most and rerolls(play, car) and not is_hit(current, modifier):
            gunner = next(name for name in components_with_card(play, car, GUNNER) if SPEED in car.tracks[name])
            before = list(car.tracks[gunner])
            take_off(car.tracks[gunner], 1)
            most -= 1
            if play.has_unrecorded_dice:
                play.note("thrown", "CC-054", car, faces=thrown, modifier=modifier)
            faces[die] = play.die(D20, "reroll")
            play.note(
                "reroll",
                "CC-055",
                car,
                before={gunner: before},
                after={gunner: list(car.tracks[gunner])},
                was=current,
                face=faces[die],
            )
            current = faces[die]


def apply_hits(
    play: Match, target: CarState, hits: Iterable[int], *, by: CarState, rule: str, why: str
) -> Steps[None]:
    """Place the damage of each hit in turn (CC-061).

    The target's owner places the first token and the attacker the others. If a mine hits a car of its own side, the
    owner places all of them. An attack that puts a token on anything but an enemy's armor counts as a critical
    (CC-103).
    """
    is_critical, same_side = False, by.team == target.team
    for tokens in hits:
        for token in range(tokens):
            side, placer = (OWNER, "") if token == 0 or same_side else (OPPONENT, by.id)
            component = yield from place_damage(
                play, target, rule=rule, why=why, side=side, placer=placer, by=by.id, attack=True
            )
            is_critical = is_critical or bool(component and not is_armor(play, target, component))
    if is_critical and not same_side:
        by.criticals += 1
        play.note("critical", "CC-103", by, after={"criticals": by.criticals}, target=target.id)
