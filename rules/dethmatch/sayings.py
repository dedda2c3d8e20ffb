"""What each kind of log entry says to people."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.dethmatch.log import LogEntry

Saying = str | Callable[[LogEntry], str]
"""A sentence with the entry's own words in it, or what makes one of it."""

HEADINGS = frozenset({"heat_start", "heat_end", "match_result"})
"""What stands on a line of its own, over or under the turns."""
IN_THE_INTERVAL = frozenset({"substitution", "healed", "repair"})
"""What is done between two heats."""
EVENTS = {"lap_race": "a lap race", "flags": "an arena with flags", "last_car": "the last car standing"}
ENDS = {"wreck": "comes to rest, a wreck", "parked": "stands without a driver", "off": "leaves the map"}
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


def _points(points: Mapping[str, int]) -> str:
    return ", ".join(f"{team} {made}" for team, made in points.items())


def _heat(entry: LogEntry) -> str:
    more = entry.more
    return f"Heat {entry.heat} of {more['of']}: {EVENTS[more['event']]} on {more['track']}"


def _damage(entry: LogEntry) -> str:
    more = entry.more
    if "points" in more:
        return f"{entry.car} takes {more['points']} damage on the {more['quadrant'] or 'body'} ({more['cause']})"
    if "item" in more:
        return f"{more['item']} of {entry.car} takes the hit and is gone"
    return f"{entry.car}: {more.get('outcome', 'stands')} on the {more['quadrant']} ({more['cause']})"


def _lost(entry: LogEntry) -> str:
    control = entry.after.get("control")
    return f"{entry.car} {STATES[control]}" if control in STATES else ""


def _recovered(entry: LogEntry) -> str:
    if entry.after["control"] == entry.before["control"]:
        return ""
    return f"{entry.car} is under control again"


def _collision(entry: LogEntry) -> str:
    more = entry.more
    if more["target"] == WALL:
        return f"{entry.car} crashes into the {WALL}, collision speed {more['speed']}"
    return f"{entry.car} crashes {COLLISIONS[more['type']]} {more['target']}, collision speed {more['speed']}"


def _status(entry: LogEntry) -> str:
    if entry.more.get("dazed"):
        return f"{entry.crew} in {entry.car} forgets what he is about"
    return f"{entry.crew} in {entry.car} fires at whoever is nearest" if entry.more.get("fires") else ""


def _stop(entry: LogEntry) -> str:
    return f"{entry.car} {ENDS[entry.after['status']]}" if entry.after.get("status") in ENDS else ""


def _tire(entry: LogEntry) -> str:
    gained = entry.after["tire_damage"] - entry.before["tire_damage"]
    return f"{entry.car} has {gained} more tire damage, {entry.after['tire_damage']} in all" if gained else ""


def _broken(entry: LogEntry) -> str:
    return f"The suspension of {entry.car} breaks" if entry.after.get("broken") else ""


def _bomb(entry: LogEntry) -> str:
    if "reached" in entry.more:
        return f"A bomb of {entry.crew} goes off on {', '.join(entry.more['reached']) or 'nobody'}"
    return f"A bomb of {entry.car} goes off aboard" if entry.more["exploded"] else ""


def _weapon(entry: LogEntry) -> str:
    if entry.after.get("destroyed"):
        return f"{entry.more['mount']} of {entry.car} bursts"
    return f"{entry.more['mount']} of {entry.car} is out of use" if entry.after.get("out") else ""


def _pit(entry: LogEntry) -> str:
    more = entry.more
    outcome = "" if more.get("passed", True) else ", in vain"
    return f"{entry.car} in the pit: {' '.join(filter(None, (more['job'], more.get('subject', ''))))}{outcome}"


def _repair(entry: LogEntry) -> str:
    more = entry.more
    outcome = "done" if more["passed"] and not more["lapsed"] else "in vain"
    return f"Repair of {entry.car}: {' '.join(filter(None, (more['job'], more['subject'])))}, {outcome}"


SAYINGS: Mapping[str, Saying] = {
    "heat_start": _heat,
    "heat_end": lambda entry: f"Heat {entry.heat} is over: {_points(entry.more['points'])}",
    "match_result": lambda entry: f"The match is over: {_points(entry.more['points'])}",
    "grid": "{car} with {crew} starts from place {place}",
    "lap": "{car} completes lap {laps}",
    "finish": "{car} finishes, place {place}",
    "score": "{crew} scores {points} for his team",
    "flag_taken": "{car} takes {flag}",
    "flag_dropped": "{car} drops {flag}",
    "flag_returned": "{flag} is back home",
    "eliminated": "{car} is eliminated",
    "flagged": "{crew} is flagged for firing too early",
    "hit": "{crew} in {car} fires the {weapon} at {target}: needs {needed}, rolls {face}, hits",
    "miss": "{crew} in {car} fires the {weapon} at {target}: needs {needed}, rolls {face}, misses",
    "quick_draw": "{crew} in {car} draws on {target}",
    "damage": _damage,
    "critical": "{car} takes a critical, {total}: {row}",
    "destroyed": "{car} is destroyed",
    "wound": "{crew} in {car} is wounded",
    "ooa": "{crew} in {car} is out of action",
    "tire": _tire,
    "handling": _broken,
    "loc_result": _lost,
    "recovery": _recovered,
    "collision": _collision,
    "stop": _stop,
    "status_roll": _status,
    "booster": lambda entry: f"The boosters of {entry.car} {'explode' if entry.more['exploded'] else 'light up'}",
    "smoke": "{crew} in {car} lays smoke",
    "marker_drop": "{car} drops {marker}",
    "marker_hit": "{car} meets {marker}",
    "bomb": _bomb,
    "weapon": _weapon,
    "pit": _pit,
    "repair": _repair,
    "healed": "{crew} has a wound healed",
    "substitution": "{driver} takes the wheel of {car} for {driver_before}",
}
"""The sayings by kind of entry; kinds that are not here keep the books only."""
