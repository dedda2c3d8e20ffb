"""Log messages about checks and rolls: what they were for, what they needed, and their result."""

from __future__ import annotations

from rules.core.plurals import count_phrase
from rules.dethmatch.combat.heat_seeking import STRAYS_ON
from rules.dethmatch.combat.target_systems import BERSERK_UP_TO
from rules.dethmatch.combat.unhinged import FIRES_ON
from rules.dethmatch.combat.weapon_risks import BURSTS_ON
from rules.dethmatch.damage.criticals import SEALS_FROM
from rules.dethmatch.damage.damage import GOES_OFF_UP_TO
from rules.dethmatch.damage.injuries import SEAT_SAVES_FROM
from rules.dethmatch.damage.rollovers import ON_ITS_WHEELS
from rules.dethmatch.log.dice_text import faces_of, format_check, format_need, format_rolls
from rules.dethmatch.log.weapon_names import weapon_name
from rules.dethmatch.match.state import RIGHT
from rules.dethmatch.play.activation import STUPID_ON
from rules.match.log import LogEntry
from rules.match.story import format_change

WALL = "wall"
STATES = {
    "minor_skid": "slides",
    "fishtail": "fishtails",
    "major_skid": "skids badly",
    "spin": "spins",
    "rollover": "rolls over",
    "uncontrolled": "rolls on with nobody in control",
}
COLLISIONS = {
    "head_on": "head on into",
    "t_bone": "into the side of",
    "rear_end": "into the back of",
    "swipe": "along the side of",
}
HAZARD_PHRASES = {
    "maneuver": "maneuvers too soon",
    "road": "is on bad ground",
    "obstacle": "drives over an obstacle",
    "hit": "checks after a hit on the car",
}
HITS = {
    "engine": "the engine",
    "weapon": "a weapon",
    "crew": "the crew",
    "body": "the body",
    "destroyed": "destroyed",
}
OUTCOME_PHRASES = {
    "deflected": "is deflected",
    "grazed": "only grazes",
    "ignored": "does nothing",
}
"""What a hit without damage does (DM-M-105)."""
VEERS = {"F": "straight on", "TL": "left", "TR": "right", "DL": "slightly left", "DR": "slightly right"}
LEFT_OR_RIGHT = {-1: " to the left", 1: " to the right"}
OVERHEATS = {"out": "out of use", "destroyed": "destroyed", "": "holds"}
REASON_PHRASES = {
    "t_bone": "collision", "head_on": "collision", "rear_end": "collision", "swipe": "collision", "turn": "a turn",
    "drift": "a drift", "maneuver": "a maneuver", "road": "bad ground", "hit": "the hit", "tires": "its tires",
    "obstacle": "an obstacle", "slowing": "as ordered", "major_skid": "skidding", "spin": "spinning",
    "rollover": "rolling over", "crash": "the crash", "second roll": "a second try", "tank": "its tank is hit",
}  # fmt: skip
"""Words for the reason of a change. Other reasons are shown as they are."""
SILENT_FUEL_REASON = "burned"


def why_of(entry: LogEntry) -> str:
    """The reason of a change, in words."""
    why = str(entry.more.get("why", "")).replace("_", " ")
    return REASON_PHRASES.get(str(entry.more.get("why", "")), why)


def shot(entry: LogEntry, weapon: str) -> str:
    """An attack roll with its modifiers."""
    more = entry.more
    modifiers = ", ".join(modifier.replace("_", " ") for modifier in more.get("modifiers", ()))
    shooter = f"{entry.crew} in {entry.car}" if entry.crew else entry.car
    return (
        f"{shooter} fires the {weapon} at {more['target']}: needs {more['needed']}"
        f"{f' ({modifiers})' if modifiers else ''}, {format_rolls(entry, 'to hit')}, "
        f"{'hits' if entry.kind == 'hit' else 'misses'}"
    )


def damage(entry: LogEntry) -> str:
    """A hit: where it struck, the roll against the armor, and the damage."""
    more, car = entry.more, entry.car
    if "item" in more:
        return f"{more['item']} of {car} takes the hit and is gone"
    where = f"on the {more['quadrant'] or 'body'} ({more['cause'].replace('_', ' ')})"
    rolled = ""
    if "armor" in more:
        rolled = (
            f": {format_rolls(entry, 'penetration')} + PEN {more['pen']} = {more['face'] + more['pen']} "
            f"against armor {more['armor']}"
        )
    if not more.get("points") and more.get("outcome") not in {None, "penetrated"}:
        return f"The hit on {car} {where} {OUTCOME_PHRASES[more['outcome']]}{rolled}"
    if "points" not in more:
        return f"{car} is {more.get('outcome', 'unhurt')} {where}{rolled}"
    total = f", damage {format_change(entry, 'damage')}" if entry.before != entry.after else ""
    thrown = faces_of(entry, "damage")
    return f"{car} takes {more['points']} damage {where}{rolled}{total}" + (
        f" (rolls {', then '.join(thrown)})" if thrown else ""
    )


def critical(entry: LogEntry) -> str:
    """A critical: the die, the earlier criticals, and the resulting row."""
    more, earlier = entry.more, entry.before["criticals"]
    total = f" + {earlier} earlier = {more['face'] + earlier}" if earlier else ""
    most = f", at most {more['total']}" if more["total"] < more["face"] + earlier else ""
    return f"{entry.car} takes a critical: rolls {more['face']}{total}{most}: {HITS[more['row']]}"


def hazard(entry: LogEntry) -> str:
    """A hazard with its rating and check, or the test of an overloaded suspension."""
    more = entry.more
    if more["hazard"] == "suspension":
        outcome = "breaks" if more["broke"] else "holds"
        rolled = format_rolls(entry, "overloaded suspension")
        return (
            f"The overloaded suspension of {entry.car}: {rolled}, hazard {more['rating']}, "
            f"breaks from {more['needed']} together, {outcome}"
        )
    rating = f", hazard {more['rating']}" if more["rating"] else ""
    return (
        f"{entry.crew} in {entry.car} {HAZARD_PHRASES[more['hazard']]}{rating}: "
        f"{format_check(entry, more['hazard'] + ' hazard')}"
    )


def control_check(entry: LogEntry) -> str:
    """The check of a driver whose handling is below 0."""
    return f"{entry.crew} in {entry.car} must keep control: {format_check(entry, 'keep control')}"


def loss_of_control(entry: LogEntry) -> str:
    """What a car that is out of control does."""
    if "stays" in entry.more:
        return f"{entry.car} still {STATES[entry.more['stays']]}, which is as bad or worse"
    control = entry.after.get("control")
    side = LEFT_OR_RIGHT.get(entry.after.get("way", 0), "")
    return f"{entry.car} {STATES[control]}{side}" if control in STATES else ""


def control_roll(entry: LogEntry) -> str:
    """The roll on the loss of control table with everything that counts in its sum (DM-M-069)."""
    more = entry.more
    below = f" + {more['below']} below -1" if more["below"] else ""
    rolled = format_rolls(entry, "loss of control")
    return (
        f"{entry.crew} in {entry.car} has lost control: {rolled} + speed {more['speed']}{below} "
        f"- driving {more['driving']} = {more['total']} on the table"
    )


def control_side(entry: LogEntry) -> str:
    """The side of a loss of control, where a die decided it (DM-M-076)."""
    side = "right" if entry.more["side"] == RIGHT else "left"
    return f"The side {entry.car} breaks away to: {format_rolls(entry, 'side of the loss of control')}, {side}"


def recovery(entry: LogEntry) -> str:
    """A recovery check, or control regained because the forced moves are made."""
    recovered = entry.after["control"] != entry.before["control"]
    if "needed" not in entry.more:
        return f"{entry.car} is under control again" if recovered else ""
    text = format_check(entry, "recovery", passed="is under control again", failed=f"still {STATES[_was(entry)]}")
    return f"{entry.crew} in {entry.car} tries to recover: {text}"


def _was(entry: LogEntry) -> str:
    return str(entry.before["control"])


def collision(entry: LogEntry) -> str:
    """A collision: who ran into what, and both drivers' checks."""
    more = entry.more
    target = WALL if more["target"] == WALL else more["target"]
    into = f"into the {WALL}" if target == WALL else f"{COLLISIONS[more['type']]} {target}"
    text = f"{entry.car} crashes {into}, collision speed {more['speed']}"
    checks = _checks_of_collision(entry, (entry.car, target))
    return f"{text}{checks}"


def speed_lost(entry: LogEntry) -> str:
    """What a head-on collision takes off the speed of one of its cars (DM-M-082)."""
    return f"{entry.car} loses speed head on: {format_rolls(entry, 'speed lost')}"


def _checks_of_collision(entry: LogEntry, cars: tuple[str, str]) -> str:
    """The checks of a collision, by car. A car that nobody drives throws no die."""
    needed, passed = entry.more.get("needed", ()), entry.more.get("passed", ())
    thrown: list[list[str]] = []
    for roll in entry.rolls:
        if roll.why.startswith("collision: "):
            detail = roll.why.partition(", ")[2].replace("_", " ")
            if not detail or not thrown:
                thrown.append([])
            thrown[-1] += [f"{face} ({detail})" if detail else str(face) for face in roll.faces]
    checked = [number for number, was in enumerate(entry.more.get("checked", ())) if was]
    if len(checked) != len(thrown):
        return "".join(f"; rolls {', then '.join(faces)}" for faces in thrown)
    return "".join(
        f"; driving check of {cars[number]}: {format_need(needed[number])}, rolls {', then '.join(faces)}, "
        f"{'passes' if passed[number] else 'fails'}"
        for number, faces in zip(checked, thrown, strict=True)
    )


def speed(entry: LogEntry) -> str:
    """An attempt to speed up with its roll, or another change of speed."""
    before, after = entry.before["speed"], entry.after["speed"]
    if "needed" in entry.more:
        text = format_check(entry, "acceleration", passed=f"now {after}", failed=f"stays at {after}")
        return f"{entry.car} speeds up at {before}: {text}"
    return (
        f"{entry.car} {'slows' if after < before else 'speeds up'} {format_change(entry, 'speed')} ({why_of(entry)})"
    )


def braking(entry: LogEntry) -> str:
    """A check to brake by more than the free amount."""
    return f"{entry.crew} in {entry.car} brakes harder: {format_check(entry, 'braking')}"


def injury(entry: LogEntry) -> str:
    """The result of an injury, with its toughness check: a wound, out of action, or neither."""
    competitor = f"{entry.crew} in {entry.car}"
    more = entry.more
    wounds = f", wounds {format_change(entry, 'wounds')}" if entry.kind == "wound" and entry.before else ""
    text = {
        "wound": f"{competitor} is wounded{wounds}",
        "ooa": f"{competitor} is out of action",
        "injury": f"{competitor} shrugs it off",
        "survived": f"{competitor} gets out of the wreck alive",
    }[entry.kind]
    if "needed" not in more:
        return f"{text}, wounded too often" if entry.rule == "DM-M-108" and entry.kind == "ooa" else text
    check = format_check(entry, "destroyed vehicle" if "saves" in more else "toughness")
    return f"{text}: toughness, {check}{', Ornery for once' if more.get('ornery') else ''}"


def seat(entry: LogEntry) -> str:
    """Whether an armored seat saves its occupant."""
    outcome = "saves them" if entry.more["saved"] else "does not save them"
    rolled = format_rolls(entry, "armored seat")
    return f"{entry.crew} in {entry.car}: the armored seat needs {SEAT_SAVES_FROM} or more, {rolled}, {outcome}"


def landing(entry: LogEntry) -> str:
    """How a rolling car lands when it stops."""
    outcome = "lands on its wheels" if entry.more["on_wheels"] else "does not land on its wheels"
    return f"{entry.car} stops rolling: needs {ON_ITS_WHEELS}, {format_rolls(entry, 'landing')}, {outcome}"


def collision_side(entry: LogEntry) -> str:
    """The side of a collision, where a die decided it (DM-M-088)."""
    side = "right" if entry.more["side"] == RIGHT else "left"
    return f"The side the collision of {entry.car} goes to: {format_rolls(entry, 'side of the collision')}, {side}"


def nearest(entry: LogEntry) -> str:
    """Which of several equally near cars is the target (DM-M-118, DM-M-121)."""
    return f"Several are nearest to {entry.car}: {format_rolls(entry, 'the nearest')}, {entry.more['target']}"


def status(entry: LogEntry) -> str:
    """The status roll of a quirk. One without effect is shown only if a die was thrown."""
    competitor = f"{entry.crew} in {entry.car}"
    stupid = "dazed" in entry.more
    rolled = format_rolls(entry, "Stupid" if stupid else "Unhinged") if entry.rolls else ""
    tail = f": {rolled}" if rolled else ""
    if entry.more.get("dazed"):
        return f"{competitor} forgets what they are about{tail}"
    if entry.more.get("fires"):
        return f"{competitor} fires at whoever is nearest{tail}"
    return (
        f"{competitor}: {f'Stupid on {STUPID_ON}' if stupid else f'Unhinged on {FIRES_ON}'}, {rolled}"
        if rolled
        else ""
    )


def tire(entry: LogEntry) -> str:
    """A roll on the tire table with its result, or tire damage without a roll."""
    gained = entry.after["tire_damage"] - entry.before["tire_damage"]
    bonus = entry.more.get("bonus", 0)
    added = f" {'+' if bonus > 0 else '-'} {abs(bonus)}" if bonus else ""
    rolled = format_rolls(entry, "tires")
    text = ": ".join(filter(None, (f"Tires of {entry.car} ({why_of(entry) or 'worn'})", f"{rolled}{added}")))
    if gained:
        return f"{text}, tire damage {format_change(entry, 'tire_damage')}"
    return f"{text}, they hold" if rolled else ""


def overheating(entry: LogEntry) -> str:
    """A weapon that bursts, or overheats and rolls a second die."""
    which = f"{entry.more['mount']} of {entry.car}"
    if entry.after.get("destroyed"):
        return f"{which} bursts"
    rolled = format_rolls(entry, "overheating") if entry.rolls else ""
    if rolled:
        return f"{which} overheats: {rolled}, {OVERHEATS[entry.more['result']]}"
    return f"{which} is out of use" if entry.after.get("out") else ""


def burst(entry: LogEntry) -> str:
    """Whether a weapon that may burst does (DM-M-120)."""
    outcome = "it bursts" if entry.more["burst"] else "it holds"
    name = weapon_name(entry.more["weapon"])
    return f"The {name} of {entry.car} bursts on {BURSTS_ON}: {format_rolls(entry, 'burst')}, {outcome}"


def homing(entry: LogEntry) -> str:
    """Whether a heat-seeking rocket strays (DM-M-121)."""
    rolled = format_rolls(entry, "heat-seeking")
    outcome = "it goes for the nearest car" if entry.more["strays"] else f"it goes for {entry.more['target']}"
    return f"The rocket of {entry.car} strays on {STRAYS_ON}: {rolled}, {outcome}"


def berserk(entry: LogEntry) -> str:
    """Whether a target system switches to another car in its arc (DM-M-123)."""
    outcome = "it does" if entry.more["switches"] else "it does not"
    rolled = format_rolls(entry, "berserk")
    return f"The target system of {entry.car} switches to another car on 1 to {BERSERK_UP_TO}: {rolled}, {outcome}"


def leak(entry: LogEntry) -> str:
    """How many fuel points a hit on the tank takes (DM-M-107)."""
    return f"The tank of {entry.car} leaks: {format_rolls(entry, 'fuel lost')}"


def sealing(entry: LogEntry) -> str:
    """What a self-sealing tank keeps (DM-M-021)."""
    rolled = " and ".join(faces_of(entry, "self-sealing"))
    lost = count_phrase(entry.more["lost"], "fuel point")
    return f"The self-sealing tank of {entry.car} keeps a point on {SEALS_FROM} or more: rolls {rolled}, {lost} lost"


def weapon_hit(entry: LogEntry) -> str:
    """Which weapon a critical hits (DM-M-107)."""
    return f"The weapon in the {entry.more['mount']} of {entry.car} is hit{_pick(entry, 'weapon hit')}"


def crew_hit(entry: LogEntry) -> str:
    """Whom a critical hits (DM-M-107)."""
    return f"{entry.crew} in {entry.car} is hit{_pick(entry, 'crew hit')}"


NOTHING_TO_HIT = {"weapon": "carries no weapon that could be hit", "crew": "has nobody able aboard who could be hit"}
"""Why a critical has no effect, by its row."""


def no_effect(entry: LogEntry) -> str:
    """Why a critical has no effect (DM-M-107)."""
    return f"{entry.car} {NOTHING_TO_HIT[entry.more['row']]}: no further effect"


def _pick(entry: LogEntry, why: str) -> str:
    """The die that chose one of several, `: rolls 2 of 3`; empty if there was no choice."""
    return "".join(
        f": rolls {face} of {roll.sides}" for roll in entry.rolls if roll.why == why for face in roll.faces
    )


def bomb(entry: LogEntry) -> str:
    """A bomb that goes off, or is shaken without going off."""
    if "reached" in entry.more:
        reached = ", ".join(entry.more["reached"]) or "nobody"
        return f"A bomb of {entry.crew} goes off with {entry.more['firepower']} damage on {reached}"
    rolled = format_rolls(entry, "bomb shaken") if entry.rolls else ""
    text = f": needs {GOES_OFF_UP_TO}, {rolled}" if rolled else ""
    if entry.more["exploded"]:
        return f"A bomb of {entry.car} goes off aboard{text}"
    return f"A bomb of {entry.car} is shaken and does not go off{text}" if text else ""


def trigger(entry: LogEntry) -> str:
    """Whether a bomb goes off when it is triggered (DM-M-121)."""
    outcome = "it does" if entry.more["exploded"] else "it drops"
    rolled = format_rolls(entry, "bomb triggered")
    needs = f"it goes off at once on 1 to {GOES_OFF_UP_TO}"
    return f"{entry.crew} in {entry.car} triggers a bomb, and {needs}: {rolled}, {outcome}"


def pit(entry: LogEntry) -> str:
    """A job in the pit with its check."""
    more = entry.more
    job = " ".join(filter(None, (more["job"], more.get("subject", ""))))
    figure = next(iter(entry.before), "")
    change = f", {figure} {format_change(entry, figure)}" if figure else ""
    if "needed" in more:
        return (
            f"{entry.car} in the pit: {job}{change}: "
            f"{format_check(entry, 'pit check', passed='done', failed='in vain')}"
        )
    return f"{entry.car} in the pit: {job}{change}{'' if more.get('passed', True) else ', in vain'}"


def repair(entry: LogEntry) -> str:
    """A repair between two heats, with its check if it needs one."""
    more = entry.more
    job = " ".join(filter(None, (more["job"], more["subject"])))
    lapsed = f": {more['lapsed']}" if more["lapsed"] else ""
    outcome = "done" if more["passed"] and not more["lapsed"] else "in vain"
    rolled = format_rolls(entry, "repair")
    check = f" needs {more['needed']}, {rolled}," if rolled else ""
    return f"Repair of {entry.car}: {job},{check} {outcome}{lapsed}"
