"""The message of each kind of log entry."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.plurals import count_phrase
from rules.dethmatch.events.lap_race import TURNS_AFTER_WINNER
from rules.dethmatch.events.settled_heat import MOST_QUIET_TURNS
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.log import check_messages as checks
from rules.dethmatch.log import model_handling_messages as by_model
from rules.dethmatch.log.dice_text import format_rolls
from rules.dethmatch.match.state import RIGHT
from rules.match.driving.plan import plan_sentence
from rules.match.log import LogEntry
from rules.match.story import LogMessage, format_change, format_points, list_text, most_points_first

HEADINGS = frozenset({"heat_start", "heat_end", "match_result"})
"""Entries whose messages are headings, above or below the turns."""
IN_THE_INTERVAL = frozenset({"substitution", "healed", "repair"})
"""Entries about what teams do between two heats."""
EVENT_PHRASES = {"lap_race": "a lap race", "flags": "an arena with flags", "last_car": "the last car standing"}
STATUS_PHRASES = {"wreck": "comes to rest, a wreck", "parked": "stands without a driver", "off": "leaves the map"}
FOUGHT_PHRASES = {"shots": "has fired", "collision": "has run into something"}
"""What a survivor did that did not only hide (DM-M-138)."""
END_PHRASES = {
    "limit": "the turn limit",
    "winner": f"{TURNS_AFTER_WINNER} turns after the winner finished",
    "nobody goes on": "because every car is home or cannot go on",
    "one team": "because no two teams have cars left",
    "no gain": "because nobody can gain any more",
    "quiet": f"because nobody did anything for {MOST_QUIET_TURNS} turns",
}
"""Why a heat ended, by `EndReason`."""
FLAGS_RULE = "DM-M-137"
RECOVERY_RULE = "DM-M-067"
"""The rule of handling regained at the end of a turn, which is shown for all cars together."""


def _heat(entry: LogEntry) -> str:
    more = entry.more
    return f"Heat {entry.heat} of {more['of']}: {EVENT_PHRASES[more['event']]} on {more['track']}"


def _stop(entry: LogEntry) -> str:
    return (
        f"{entry.car} {STATUS_PHRASES[entry.after['status']]}" if entry.after.get("status") in STATUS_PHRASES else ""
    )


def _handling(entry: LogEntry) -> str:
    if entry.after.get("broken"):
        return f"The suspension of {entry.car} breaks, handling {format_change(entry, 'handling')}"
    if entry.rule == RECOVERY_RULE or not entry.before:
        return ""
    return f"Handling of {entry.car} goes {format_change(entry, 'handling')} ({checks.why_of(entry)})"


def _fuel(entry: LogEntry) -> str:
    if entry.more["why"] == checks.SILENT_FUEL_REASON:
        return ""
    if entry.before == entry.after:
        return f"{entry.car} loses no fuel ({checks.why_of(entry)})"
    return f"Fuel of {entry.car} goes {format_change(entry, 'fuel')} ({checks.why_of(entry)})"


def _turn_at_rest(entry: LogEntry) -> str:
    """A turn on the spot (DM-M-049); empty for one on the way, which the line of its group has."""
    if entry.rule != "DM-M-049":
        return ""
    turned = (entry.after["facing"] - entry.before["facing"]) % SIDES
    return f"{entry.car} turns on the spot to the {'right' if turned == RIGHT else 'left'}"


def _armor(entry: LogEntry) -> str:
    more = entry.more
    if "item" in more:
        outcome = "ruined" if more["ruined"] else "not ruined"
        return f"{more['item']} of {entry.car}: rolls {more['face']}, {outcome}"
    side = next(iter(entry.before))
    if entry.before == entry.after:
        return f"{entry.car} has no armor left to lose on the {side}"
    return f"Armor of {entry.car} on the {side} goes {format_change(entry, side)}"


def _ammunition(entry: LogEntry) -> str:
    rolled = format_rolls(entry, "ammunition lost")
    outcome = "none is left" if entry.before == entry.after else f"ammunition {format_change(entry, 'ammunition')}"
    return f"The weapon in the {entry.more['mount']} of {entry.car} loses ammunition: {rolled}, {outcome}"


def _veer(entry: LogEntry) -> str:
    return f"{entry.car} has nobody in control: {format_rolls(entry, 'veer')}, {checks.VEERS[entry.more['step']]}"


def _booster(entry: LogEntry) -> str:
    return f"The boosters of {entry.car} {'explode' if entry.more['exploded'] else 'light up'}"


def _lapsed_order(entry: LogEntry) -> str:
    subject = entry.car or entry.more.get("team", "")
    return f"An order of {subject} ({entry.more['order']}) lapses: {entry.more['why']}"


def _friendly(entry: LogEntry) -> str:
    return f"{entry.crew} has {'destroyed' if entry.more['kill'] else 'hit'} {entry.car} of their own side"


def _destroyed(entry: LogEntry) -> str:
    """A car that is destroyed, and who is credited with it (DM-M-139)."""
    return f"{entry.car} is destroyed{f' by {entry.crew}' if entry.crew else ''}"


def _score(entry: LogEntry) -> str:
    """What a driver earns for their team: by a flag, or by a place (DM-M-135)."""
    points = count_phrase(entry.more["points"], "point")
    if entry.rule == FLAGS_RULE:
        return f"{entry.crew} brings a flag in with {entry.car}: {points} for their team"
    return f"{entry.crew} scores {points} for their team"


def _flag(entry: LogEntry) -> str:
    """The flag of an entry: `flag`, or `flag of saints` if each team has one (DM-M-137)."""
    team = str(entry.more["flag"]).partition(".")[2]
    return f"flag of {team}" if team else "flag"


def _unfinished(entry: LogEntry) -> str:
    """The place of a car that has not finished a race, and what it is worth (DM-M-136)."""
    more = entry.more
    laps = f"after {more['laps']} of {count_phrase(more['of'], 'lap')}"
    if not more["place"]:
        return f"{entry.car} is out {laps}: no place"
    return f"{entry.car} is still racing {laps}: place {more['place']}, {count_phrase(more['points'], 'point')}"


def _kills(entry: LogEntry) -> str:
    more = entry.more
    cars = count_phrase(more["kills"], "enemy car")
    return f"{more['team']} has destroyed {cars}: {count_phrase(more['points'], 'point')}"


def _still_driving(entry: LogEntry) -> str:
    more = entry.more
    points = count_phrase(more["points"], "point")
    return f"{list_text(more['cars'])} can still drive: {points} for {more['team']}"


def _heat_end(entry: LogEntry) -> str:
    """The points of a heat, most first, and why it ended."""
    more = entry.more
    why = f" after turn {entry.turn}, {END_PHRASES[more['why']]}" if "why" in more else ""
    return f"Heat {entry.heat} is over{why}: {format_points(most_points_first(more['points']))}"


def _match_result(entry: LogEntry) -> str:
    """The points of a match, most first, with the penalties that are taken off them (DM-M-133)."""
    more = entry.more
    penalties = f" (less penalties: {format_points(more['penalties'])})" if more.get("penalties") else ""
    return f"The match is over: {format_points(most_points_first(more['points']))}{penalties}"


def _lap(entry: LogEntry) -> str:
    """A lap, and whether others have done it before (DM-M-136)."""
    others = entry.more["done_by"] - 1
    before = f"{count_phrase(others, 'car')} did before" if others else "the first to do so"
    return f"{entry.car} completes lap {entry.after['laps']} of {entry.more['of']}, {before}"


def _placed(entry: LogEntry) -> str:
    """The place of a car in a last car standing, and what gave it (DM-M-138)."""
    more = entry.more
    last = more["place"] + more["level"] - 1
    places = f"place {more['place']}" if more["level"] == 1 else f"places {more['place']} to {last}, shared"
    how = "survives" if more["survived"] else "was eliminated"
    done = f", {count_phrase(more['damage'], 'damage point')} done" if more["damage"] else ""
    hurt = count_phrase(more["criticals"], "critical")
    hidden = ", half because it only hid" if more["hidden"] else ""
    fought = f" and {FOUGHT_PHRASES[more['fought']]}" if "fought" in more else ""
    return f"{entry.car} {how}{fought}{done}, {hurt} on it: {places}, {count_phrase(more['points'], 'point')}{hidden}"


def _unfought(entry: LogEntry) -> str:
    teams = entry.more["teams"]
    return f"Only {teams[0]} is at the start: no heat is run" if teams else "Nobody is at the start: no heat is run"


def _plan(entry: LogEntry) -> str:
    return plan_sentence(entry.after["plan"], car=entry.car).removesuffix(".")


LOG_MESSAGES: Mapping[str, LogMessage] = {
    "heat_start": _heat,
    "heat_end": _heat_end,
    "match_result": _match_result,
    "grid_roll": lambda entry: (
        f"{entry.car} for the grid: {format_rolls(entry, 'grid')} + initiative {entry.more['initiative']}"
        f" = {entry.more['total']}"
    ),
    "grid": "{car} with {crew} starts from place {place}",
    "lap": _lap,
    "finish": lambda entry: f"{entry.car} finishes in turn {entry.turn}, place {entry.more['place']}",
    "unfinished": _unfinished,
    "kills": _kills,
    "still_driving": _still_driving,
    "score": _score,
    "flag_taken": lambda entry: f"{entry.car} takes the {_flag(entry)}",
    "flag_dropped": lambda entry: f"{entry.car} drops the {_flag(entry)}",
    "flag_returned": lambda entry: f"The {_flag(entry)} is back home",
    "eliminated": "{car} is eliminated",
    "ground_closed": lambda entry: f"The ground closes in to {entry.after['radius']} hexes from the middle",
    "outside": lambda entry: (
        f"{entry.car} is more than {entry.more['radius']} hexes from the middle, outside the ground"
        f"{'' if entry.more['points'] else ', and is out'}"
    ),
    "placed": _placed,
    "unfought": _unfought,
    "flagged": "{crew} is flagged for firing too early",
    "plan": _plan,
    "turn": _turn_at_rest,
    "speed": checks.speed,
    "brake_check": checks.braking,
    "fuel": _fuel,
    "burst_roll": checks.burst,
    "homing": checks.homing,
    "berserk": checks.berserk,
    "quick_draw": "{crew} in {car} draws on {target}",
    "damage": checks.damage,
    "armor": _armor,
    "critical": checks.critical,
    "engine": lambda entry: f"The {entry.more['effect']} of {entry.car} is hit: {format_rolls(entry, 'engine')}",
    "leak": checks.leak,
    "sealing": checks.sealing,
    "weapon_hit": checks.weapon_hit,
    "crew_hit": checks.crew_hit,
    "no_effect": checks.no_effect,
    "ammunition": _ammunition,
    "destroyed": _destroyed,
    "seat": checks.seat,
    "wound": checks.injury,
    "ooa": checks.injury,
    "injury": checks.injury,
    "survived": checks.injury,
    "friendly": _friendly,
    "tire": checks.tire,
    "handling": _handling,
    "hazard": checks.hazard,
    "loc_check": checks.control_check,
    "loc_roll": checks.control_roll,
    "loc_side": checks.control_side,
    "loc_result": checks.loss_of_control,
    "recovery": checks.recovery,
    "landing": checks.landing,
    "crash": by_model.crash,
    "spin_steps": by_model.spin_steps,
    "swerve": by_model.swerve,
    "veer": _veer,
    "collision": checks.collision,
    "speed_lost": checks.speed_lost,
    "collision_side": checks.collision_side,
    "nearest": checks.nearest,
    "stop": _stop,
    "status_roll": checks.status,
    "booster": _booster,
    "smoke": "{crew} in {car} lays smoke",
    "marker_drop": "{car} drops {marker}",
    "marker_hit": "{car} meets {marker}",
    "trigger": checks.trigger,
    "bomb": checks.bomb,
    "weapon": checks.overheating,
    "order_lapsed": _lapsed_order,
    "pit": checks.pit,
    "repair": checks.repair,
    "healed": "{crew} has a wound healed",
    "substitution": "{driver} takes the wheel of {car} for {driver_before}",
}
"""The message of each kind of entry. Other kinds only keep records, and only their dice are shown."""
DICE_IN_MESSAGE: Mapping[str, tuple[str, ...]] = {
    "hit": ("to hit",),
    "miss": ("to hit",),
    "speed": ("acceleration",),
    "brake_check": ("braking",),
    "damage": ("penetration", "damage", "collision: penetration", "rollover: penetration"),
    "armor": ("blast panels", "blast diffuser", "crash bars", "applique armour"),
    "critical": ("critical",),
    "seat": ("armored seat",),
    "wound": ("toughness",),
    "ooa": ("toughness", "destroyed vehicle"),
    "injury": ("toughness",),
    "survived": ("destroyed vehicle",),
    "tire": ("tires",),
    "hazard": ("maneuver hazard", "road hazard", "obstacle hazard", "hit hazard", "overloaded suspension"),
    "loc_check": ("keep control",),
    "loc_roll": ("loss of control",),
    "loc_side": ("side of the loss of control",),
    "grid_roll": ("grid",),
    "engine": ("engine",),
    "leak": ("fuel lost",),
    "sealing": ("self-sealing",),
    "weapon_hit": ("weapon hit",),
    "ammunition": ("ammunition lost",),
    "crew_hit": ("crew hit",),
    "burst_roll": ("burst",),
    "homing": ("heat-seeking",),
    "berserk": ("berserk",),
    "speed_lost": ("speed lost",),
    "recovery": ("recovery",),
    "landing": ("landing",),
    "crash": ("crash table",),
    "spin_steps": ("steps of the spin",),
    "swerve": ("swerve",),
    "veer": ("veer",),
    "collision": ("collision",),
    "collision_side": ("side of the collision",),
    "nearest": ("the nearest",),
    "status_roll": ("Stupid", "Unhinged"),
    "trigger": ("bomb triggered",),
    "bomb": ("bomb shaken",),
    "weapon": ("overheating",),
    "pit": ("pit check",),
    "repair": ("repair",),
}
"""The purposes of the dice that a message includes. All other dice are added after it."""
