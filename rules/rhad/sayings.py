"""What each kind of log entry says to people. The dice of an entry are told behind it, see `story`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.match_log import LogEntry
from rules.rhad.state import WHEELS

Saying = str | Callable[[LogEntry], str]
"""A sentence with the entry's own words in it, or what makes one of it; empty for what is not told."""
WHYS_OVER = {
    "one team left": "one team at most has a car that runs",
    "score": "a team has reached 100 duel points",
    "score held": "a team has held 80 duel points for five rounds",
    "last round": "the last round is played",
    "no cars": "nobody has entered",
}
LOOSE = {"skid": "skids", "fishtail": "fishtails", "spin": "spins"}
GOES = {0: "straight on", 1: "30\N{DEGREE SIGN} right", 2: "60\N{DEGREE SIGN} right"}
CIRCLE = 12
"""Half sides in a full circle."""
DEGREES = 30
"""Of a half side."""
MANEUVERS = {
    "light_drift": "drifts half a lane",
    "steep_drift": "drifts a lane",
    "turn_60": "turns 60\N{DEGREE SIGN}",
    "turn_120": "turns 120\N{DEGREE SIGN}",
    "rotate_60": "turns 60\N{DEGREE SIGN} on its way",
}


def words_of(entry: LogEntry) -> Mapping[str, object]:
    """What a saying may speak of: who and where, what was before and after, and whatever else the entry holds."""
    before = {f"{name}_before": value for name, value in entry.before.items()}
    return {**before, **entry.after, **entry.more, "car": entry.car, "crew": entry.crew}


def changed(entry: LogEntry, name: str) -> str:
    """A figure before and after: `4 to 1`."""
    return f"{entry.before[name]} to {entry.after[name]}"


def number(count: int, thing: str) -> str:
    """`1 point`, `2 points`."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def maneuver_told(name: str) -> str:
    """A maneuver in words: `turns 60° left`."""
    stem, _, way = name.rpartition("_")
    return f"{MANEUVERS[stem]} {way}" if stem in MANEUVERS else "swings right round"


def _handling(entry: LogEntry) -> str:
    """A D-value: what it was for, and the handling before and after."""
    more = entry.more
    did = maneuver_told(more["why"]) if _is_maneuver(more["why"]) else f"is shaken ({more['why']})"
    return f"{entry.car} {did}, D{more['d']}: handling {changed(entry, 'hc')}"


def _is_maneuver(why: str) -> bool:
    return why == "bootlegger" or why.rpartition("_")[0] in MANEUVERS


def _maneuver(entry: LogEntry) -> str:
    """One that takes no handling; any other is told with what it takes."""
    return "" if entry.more["d"] else f"{entry.car} {maneuver_told(entry.more['maneuver'])}, D0"


def _check(entry: LogEntry) -> str:
    """The sum of a round, and whether it leaves control."""
    more = entry.more
    parts = [f"{entry.before['hc']}", f"{more['modifier']:+d} at {more['mph']} mph"]
    if more["bonus"]:
        parts.append(f"{more['bonus']:+d} for accessories")
    outcome = "in control" if more["controlled"] else "out of control"
    return f"{entry.car} ends the round with handling {', '.join(parts)}: {entry.after['hc']}, {outcome}"


def _crash(entry: LogEntry) -> str:
    more = entry.more
    result = more["result"].replace("_", " ")
    return f"{entry.car} goes to crash table {more['table'][-1]} with handling {more['end']}: {result}"


def _skid(entry: LogEntry) -> str:
    """A skid roll: which way the car goes."""
    by = _turned(entry, "heading")
    way = GOES[abs(by)].replace("right", "left") if by < 0 else GOES[by]
    return f"{entry.car} {LOOSE[entry.more['of']]} and goes {way}"


def _turned(entry: LogEntry, name: str) -> int:
    """By how many half sides a facing or heading has turned, left below 0."""
    by: int = (entry.after[name] - entry.before[name]) % CIRCLE
    return by - CIRCLE if by > CIRCLE // 2 else by


def _regained(entry: LogEntry) -> str:
    if not entry.before["pending"]:
        return ""
    askew = entry.more["askew"]
    return f"{entry.car} is under control again" + (
        f", facing {DEGREES * askew}\N{DEGREE SIGN} askew" if askew else ""
    )


def _spin(entry: LogEntry) -> str:
    more = entry.more
    longer = f", and {more['longer']} more by skill" if more["longer"] else ""
    way = "left" if more["way"] < 0 else "right"
    return f"{entry.car} spins to the {way}: {number(more['face'], 'quarter turn')}{longer}"


def _spinning(entry: LogEntry) -> str:
    return f"{entry.car} spins on, {number(entry.after['rolls_left'], 'quarter turn')} left"


def _landing(entry: LogEntry) -> str:
    more = entry.more
    points = number(more["points"], "point")
    return f"{entry.car} comes down on its {entry.after['rest_side']} at {more['mph']} mph: {points}"


def _rest(entry: LogEntry) -> str:
    side = entry.more["rest_side"]
    return f"{entry.car} comes to rest on its {side}" + ("" if side == WHEELS else " and stays there")


def _speed(entry: LogEntry) -> str:
    was, now = entry.before["speed"], entry.after["speed"]
    return f"{entry.car} {'slows' if now < was else 'speeds up'} from {was} to {now} mph ({entry.more['why']})"


def _attack(entry: LogEntry) -> str:
    more = entry.more
    outcome = "hits" if more["hit"] else "misses"
    return (
        f"{entry.crew} in {entry.car} fires the {more['weapon']} at {more['target']}, range {more['range']}: "
        f"needs {more['needed']}, has {more['total']}, {outcome}"
    )


def _hit(entry: LogEntry) -> str:
    more = entry.more
    points = number(more["points"], "point")
    return f"{entry.car} is hit by {entry.crew} with the {more['weapon']}: {points} on the {more['side']}"


def _wall(entry: LogEntry) -> str:
    more = entry.more
    points = number(more["points"], "point")
    return f"{entry.car} runs into something solid at {more['mph']} mph: {points} to its {more['side']}"


def _ram(entry: LogEntry) -> str:
    more = entry.more
    own = f"{number(more['points'], 'point')} to its {more['side']}"
    return (
        f"{entry.car} runs into {more['other']} at {more['mph']} mph: {own}, {more['other_points']} to the other's "
        f"{more['other_side']}"
    )


def _damage(entry: LogEntry) -> str:
    """Damage to a side; a hit has told its points before."""
    side = entry.more["side"]
    return (
        f"{entry.car} takes {entry.more['points']} on the {side} ({entry.more['why']}): armor {changed(entry, side)}"
    )


def _weapon_hit(entry: LogEntry) -> str:
    (key,) = entry.before
    return f"The {entry.more['weapon']} of {entry.car} is hit: points {changed(entry, key)}"


def _lost(entry: LogEntry) -> str:
    part = entry.more["part"].replace("_", " ")
    credited = f", a critical for {entry.crew}" if entry.crew else ""
    return f"{entry.car} loses its {part}{credited}"


def _tires(entry: LogEntry) -> str:
    was, now = (", ".join(map(str, points)) for points in (entry.before["tires"], entry.after["tires"]))
    return f"The tires of {entry.car} go from {was} to {now} ({entry.more['why'].replace('_', ' ')})"


def _kill(entry: LogEntry) -> str:
    fate = {"mobility_kill": "will go no faster any more", "complete_kill": "is finished"}[entry.kind]
    by = f", by {entry.more['by']}" if entry.more["by"] else ""
    return f"{entry.car} {fate}{by}: duel points {changed(entry, 'points')}"


def _critical(entry: LogEntry) -> str:
    (taken,) = entry.before
    part = f"weapon {int(taken.removeprefix('gun_')) + 1}" if taken.startswith("gun_") else f"armor of the {taken}"
    return f"{entry.car} comes with a critical: its {part} is gone"


def _toughness(entry: LogEntry) -> str:
    more = entry.more
    outcome = "passes" if more["passed"] else "fails"
    return f"{entry.crew} tests toughness {more['needed']} ({more['why']}): rolls {more['face']}, {outcome}"


def _through(entry: LogEntry) -> str:
    """Out of action or not, with the flesh wounds he has."""
    state = "is out of action" if entry.after["out"] else "comes through"
    wounds = entry.after["wounds"]
    hurt = "a flesh wound" if wounds == 1 else number(wounds, "flesh wound")
    return f"{entry.crew} in {entry.car} {state}" + (f" with {hurt}" if wounds else "")


def _team_points(entry: LogEntry) -> str:
    more = entry.more
    return f"Duel points: {more['team']} {more['raw']}, for {number(more['points'], 'point')}"


def _bonus(entry: LogEntry) -> str:
    more = entry.more
    alive = f"{more['alive']} of {more['aboard']} alive"
    return f"{entry.car} has a bonus of {entry.after['bonus']}: {alive}, at {more['mph']} mph"


def _override(entry: LogEntry) -> str:
    (figure,) = entry.before
    return f"By the commissioner's word {figure} of {entry.car} goes {changed(entry, figure)}: {entry.more['reason']}"


def _over(entry: LogEntry) -> str:
    return f"The duel is over: {WHYS_OVER[entry.more['why']]}"


SAYINGS: dict[str, Saying] = {
    "attack": _attack,
    "attack_lapsed": "{car} does not fire the {weapon} at {target}: {why}",
    "base_handling": "{car} has tires lost {lost}: base handling {base_hc_before} to {base_hc}",
    "bonus": _bonus,
    "came_through": _through,
    "check": _check,
    "complete_kill": _kill,
    "component_lost": _lost,
    "control_regained": _regained,
    "crash": _crash,
    "damage": _damage,
    "explosion": "{car} explodes",
    "first_blood": "{car} draws first blood on {victim}",
    "half_step": "",
    "handling": _handling,
    "hit": _hit,
    "injury": "{crew} in {car} is hurt: points lost {hits_before} to {hits}",
    "kill_credited": "{car} is credited with {victim}: duel points {points_before} to {points}",
    "landing": _landing,
    "maneuver": _maneuver,
    "maneuver_lapsed": "{car} cannot do what was ordered ({maneuver}) and goes straight on",
    "mobility_kill": _kill,
    "no_explosion": "{car} burns and does not explode",
    "old_critical": _critical,
    "over": _over,
    "override": _override,
    "plant_hit": "The power plant of {car} is hit: points {power_plant_before} to {power_plant}",
    "ram": _ram,
    "recovery": "{car} regains handling: {hc_before} to {hc}",
    "rest": _rest,
    "reversed": "{car} faces the other way",
    "round_start": "",
    "settled": "",
    "skid": _skid,
    "solid_contact": "",
    "spared": "{car} ends at {end} and is thrown about no further",
    "speed": _speed,
    "spin": _spin,
    "spinning": _spinning,
    "step": "",
    "team_points": _team_points,
    "tires": _tires,
    "toughness": _toughness,
    "turn_end": "",
    "wall": _wall,
    "weapon_hit": _weapon_hit,
}
"""Every kind of entry with what it says."""


def said_of(entry: LogEntry) -> str:
    """What an entry says, empty for one that only keeps the books."""
    saying = SAYINGS[entry.kind]
    return saying.format_map(words_of(entry)) if isinstance(saying, str) else saying(entry)
