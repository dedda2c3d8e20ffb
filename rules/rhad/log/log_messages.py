"""The message of each kind of log entry. `story` adds the dice of the entry after it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

from rules.core.plurals import count_phrase
from rules.match.driving.plan import plan_sentence
from rules.match.handling.crash_tables import LAST_ROW
from rules.match.handling.headings import HALF_CIRCLE, HALF_SIDES
from rules.match.log import LogEntry
from rules.match.story import LogMessage, before_and_after, fill_message, format_change, list_text, message_fields
from rules.match.toughness_check import format_toughness_check
from rules.rhad.log.kill_reasons import kill_of
from rules.rhad.match.duel_points import exact
from rules.rhad.match.state import WHEELS
from rules.rhad.play.first_edition_end import (
    ALL_ALIVE,
    FIRST_BLOOD,
    LIMIT_POINTS,
    LIMIT_ROUNDS,
    MOVING,
    ONE_OF_TWO,
    WON_AT,
)

END_REASONS = {
    "time_called": "one team at most has a car that runs",
    "instant": "{winner} is in control and has {limit} duel points or more",
    "held": "{winner} is in control and has had {limit} duel points or more for {held} phases",
    "last_vehicle": "one car at most is left",
    "turn_limit": "the last round is played",
    "no cars": "nobody has entered",
    "one team left": "one team at most has a car that runs",
    "score": f"a team has reached {WON_AT} duel points",
    "score held": f"a team has held {LIMIT_POINTS} duel points for {LIMIT_ROUNDS} rounds",
    "last round": "the last round is played",
}
"""Why a duel is over; the last four are those of the first edition."""
BONUS_REASONS = {
    "CW-S-018": "for first blood",
    "CW-S-017": "for a crew that is alive",
    "CW-S-019": "for still moving",
}
"""What the scorer's bonuses are for, by its rules."""
SOME_ALIVE = "for one of two alive"
KILL_PARTS = {"made": "for kills", "lost": "for being killed"}
"""What a car scored and lost by kills."""
UNCONTROLLED_VERBS = {"skid": "skids", "fishtail": "fishtails", "spin": "spins"}
SWING_TEXTS = {0: "straight on", 1: "30\N{DEGREE SIGN} right", 2: "60\N{DEGREE SIGN} right"}
DEGREES = 30
"""Degrees of a half side."""
MANEUVER_TEXTS = {
    "light_drift": "drifts half a lane",
    "steep_drift": "drifts a lane",
    "turn_60": "turns 60\N{DEGREE SIGN}",
    "turn_120": "turns 120\N{DEGREE SIGN}",
    "rotate_60": "turns 60\N{DEGREE SIGN} on its way",
}
SPEED_REASONS = {
    "askew": "it faces askew of its way and brakes",
    "deceleration": "by its crash result",
    "coasting": "coasting, since it cannot speed up",
}
"""Why a speed changes, where the word in the entry does not say it."""
CRITERION_TEXTS = {
    "kills": "duel points for kills",
    "harm": "harm done and suffered",
    "duel points": "duel points",
    "movement": "being able to move last",
    "tires": "fewer lost tires",
}
"""What a decision goes by (RH-089)."""
SIZES = {"two": "two tires", "all": "all tires"}
"""The two sizes of a minor skid or fishtail (RH-055)."""
FIGURE_TEXTS = {"hc": "handling", "base_hc": "base handling", "power_plant": "power plant", "points": "duel points"}
"""Figures a commissioner may set whose text differs from their name in the state."""
UNDERSIDE = {"under": "underside"}


def format_side(side: str) -> str:
    """A side of a car as text."""
    return UNDERSIDE.get(side, side)


def format_crash_result(key: str) -> str:
    """A crash result as text: `minor skid, two tires`."""
    stem, _, size = key.rpartition("_")
    return f"{stem.replace('_', ' ')}, {SIZES[size]}" if size in SIZES else key.replace("_", " ")


def format_maneuver(name: str) -> str:
    """A maneuver as text: `turns 60° left`."""
    stem, _, way = name.rpartition("_")
    return f"{MANEUVER_TEXTS[stem]} {way}" if stem in MANEUVER_TEXTS else "swings right round"


def _handling(entry: LogEntry) -> str:
    """A D-value: its cause, and the handling before and after."""
    more = entry.more
    return f"{entry.car} {_handling_loss_text(more['why'])}, D{more['d']}: handling {before_and_after(entry, 'hc')}"


def _handling_loss_text(why: str) -> str:
    """The cause of lost handling: a maneuver, the brakes, something solid or a weapon."""
    if _is_maneuver(why):
        return format_maneuver(why)
    if why == "emergency stop":
        return "slams on the brakes"
    return f"is shaken by the {why}"


def _is_maneuver(why: str) -> bool:
    return why == "bootlegger" or why.rpartition("_")[0] in MANEUVER_TEXTS


def _maneuver(entry: LogEntry) -> str:
    """A maneuver that takes no handling; for any other, the entry about its handling has the message."""
    return "" if entry.more["d"] else f"{entry.car} {format_maneuver(entry.more['maneuver'])}, D0"


def _check(entry: LogEntry) -> str:
    """The sum of a round's handling, and whether the car is in control."""
    more = entry.more
    parts = [f"{entry.before['hc']}", f"{more['modifier']:+d} at {more['mph']} mph"]
    if more["bonus"]:
        parts.append(f"{more['bonus']:+d} for accessories")
    outcome = "in control" if more["controlled"] else "out of control"
    return f"{entry.car} ends the round with handling {', '.join(parts)}: {entry.after['hc']}, {outcome}"


def _crash(entry: LogEntry) -> str:
    more = entry.more
    row = max(more["end"], LAST_ROW)
    return f"{entry.car} goes to crash table {more['table'][-1]}, row {row}: {format_crash_result(more['result'])}"


def _spared(entry: LogEntry) -> str:
    return f"{entry.car} goes to no crash table: {entry.more['why']}"


def _skid(entry: LogEntry) -> str:
    """A skid roll: the direction in which the car goes."""
    by = _half_sides_turned(entry, "heading")
    way = SWING_TEXTS[abs(by)].replace("right", "left") if by < 0 else SWING_TEXTS[by]
    return f"{entry.car} {UNCONTROLLED_VERBS[entry.more['of']]} and goes {way}"


def _half_sides_turned(entry: LogEntry, name: str) -> int:
    """The half sides by which a facing or heading has turned; negative for left."""
    by: int = (entry.after[name] - entry.before[name]) % HALF_SIDES
    return by - HALF_SIDES if by > HALF_CIRCLE else by


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
    return f"{entry.car} spins to the {way}: {count_phrase(more['face'], 'quarter turn')}{longer}"


def _spinning(entry: LogEntry) -> str:
    left = entry.after["rolls_left"]
    return f"{entry.car} spins " + (
        f"on, {count_phrase(left, 'quarter turn')} to go" if left else "its last quarter turn"
    )


def _landing(entry: LogEntry) -> str:
    return f"{entry.car} comes down on its {entry.after['rest_side']} at {entry.more['mph']} mph"


def _ram_speed_text(entry: LogEntry) -> str:
    """The speed of a ram, and the dice of its damage."""
    more = entry.more
    return f"{more['mph']} mph" + (f" ({more['dice']})" if more["dice"] else "")


def _rest(entry: LogEntry) -> str:
    side = entry.more["rest_side"]
    return f"{entry.car} comes to rest on its {side}" + ("" if side == WHEELS else " and stays there")


def _speed(entry: LogEntry) -> str:
    was, now, why = entry.before["speed"], entry.after["speed"], entry.more["why"]
    because = SPEED_REASONS.get(why, why)
    return f"{entry.car} {'slows' if now < was else 'speeds up'} from {was} to {now} mph ({because})"


def _attack(entry: LogEntry) -> str:
    """An attack: the number needed, the parts it is the sum of, and whether the throw reaches it."""
    more = entry.more
    by_range = more["needed"] - more["to_hit"] - more["by_speed"]
    parts = [f"{by_range:+d} for range"] if by_range else []
    if more["by_speed"]:
        parts.append(f"{more['by_speed']:+d} at {more['mph']} mph")
    needs = f"{more['needed']}" + (f" ({', '.join([str(more['to_hit']), *parts])})" if parts else "")
    shot = "the last shot of the" if entry.after.get("shots") == 0 else "the"
    return (
        f"{entry.crew} in {entry.car} fires {shot} {more['weapon']} at {more['target']}, range {more['range']}: "
        f"needs {needs}, {'hits' if more['hit'] else 'misses'}"
    )


def _hit(entry: LogEntry) -> str:
    more = entry.more
    points = count_phrase(more["points"], "point")
    return f"{entry.car} is hit by {entry.crew} with the {more['weapon']} ({more['dice']}): {points}"


def _wall(entry: LogEntry) -> str:
    return (
        f"{entry.car} runs into something solid at {_ram_speed_text(entry)}: "
        f"{count_phrase(entry.more['points'], 'point')}"
    )


def _ram(entry: LogEntry) -> str:
    return f"{entry.car} runs into {entry.more['other']} at {entry.more['mph']} mph"


def _impact(entry: LogEntry) -> str:
    """What a ram or a landing does to one side of one car; empty for a landing at 0 mph, which does nothing."""
    more = entry.more
    if not more["mph"]:
        return ""
    by = "landing" if more["why"] == "landing" else "ram"
    dice = f" ({more['dice']})" if more["dice"] else ""
    points = count_phrase(more["points"], "point")
    return f"{entry.car} takes {points} of the {by} on its {format_side(more['side'])}{dice}"


def _spin_direction(entry: LogEntry) -> str:
    way = "left" if entry.more["way"] < 0 else "right"
    return f"{entry.car} has turned neither way in this round: it will spin to the {way}"


def _damage(entry: LogEntry) -> str:
    """The damage to armor; the message of its cause has given the points."""
    side = entry.more["side"]
    if not entry.before[side]:
        return f"{entry.car} has no armor on its {format_side(side)}"
    return f"The armor of {entry.car} on its {format_side(side)} goes {format_change(entry, side)}"


def _injury(entry: LogEntry) -> str:
    """How many of their points an occupant has lost, and the consequence."""
    lost, points = entry.after["hits"], entry.more["of"]
    consequence = {points: ", and is dead", points - 1: ", and is unconscious"}.get(lost, "")
    return f"{entry.crew} in {entry.car} has lost {lost} of {count_phrase(points, 'point')}{consequence}"


def _explosion(entry: LogEntry) -> str:
    outcome = "explodes" if entry.after["exploded"] else "does not explode"
    return f"{entry.car} burns, needs {entry.more['needed']} or more to explode, and {outcome}"


def _base_handling(entry: LogEntry) -> str:
    return (
        f"{entry.car} has lost {count_phrase(entry.more['lost'], 'tire')}: base handling "
        f"{before_and_after(entry, 'base_hc')}"
    )


def _recovery(entry: LogEntry) -> str:
    return f"{entry.car} recovers to {format_recovery(entry)}"


def format_recovery(entry: LogEntry) -> str:
    """The handling with which a car begins the next round, and its base if it is higher."""
    now, base = entry.after["hc"], entry.more["base"]
    return f"{now}" + (f" of {base}" if now < base else "")


def _weapon_hit(entry: LogEntry) -> str:
    (key,) = entry.before
    return f"{entry.car} is hit in its {entry.more['weapon']}: points {before_and_after(entry, key)}"


def _lost(entry: LogEntry) -> str:
    part = entry.more["part"].replace("_", " ")
    credited = f", a critical for {entry.crew}" if entry.crew else ""
    return f"{entry.car} loses its {part}{credited}"


def _tires(entry: LogEntry) -> str:
    """The points of all tires; dice, if there are any, say what they were lost by."""
    was, now = (", ".join(map(str, points)) for points in (entry.before["tires"], entry.after["tires"]))
    why = "" if entry.rolls else f" ({format_crash_result(entry.more['why'])})"
    return f"The tires of {entry.car} go from {was} to {now}{why}"


def _kill(entry: LogEntry) -> str:
    fate = {"mobility_kill": "can go no faster, a mobility kill", "complete_kill": "can do no more, a complete kill"}
    if "by" not in entry.more:
        return f"{entry.car} {fate[entry.kind]}"
    by = f" by {entry.more['by']}" if entry.more["by"] else ""
    return f"{entry.car} {fate[entry.kind]}{by}: duel points {before_and_after(entry, 'points')}"


def _duel_points(entry: LogEntry) -> str:
    """A change of points, and the scorer's reason without its rule."""
    reason, _, _ = entry.more["reason"].partition(" [")
    return f"{entry.car} goes {format_change(entry, 'kill_points')} duel points. {reason.removesuffix('.')}"


def format_kill_points(entries: list[LogEntry]) -> str:
    """What the kills of a car are worth to everybody whose points they change, in one line."""
    _, victim, why = kill_of(entries[0])
    kinds = list_text(list(dict.fromkeys(kill_of(entry)[0] for entry in entries)))
    first = {entry.car: entry.before["kill_points"] for entry in reversed(entries)}
    last = {entry.car: entry.after["kill_points"] for entry in entries}
    changes = ", ".join(f"{car} {first[car]} to {points}" for car, points in last.items())
    return f"Duel points for the {kinds} kill of {victim}: {changes}. {why}"


def _first_blood(entry: LogEntry) -> str:
    victim = entry.more["victim"]
    return f"{entry.car} draws first blood" + (f" on {victim}" if victim else "")


def _critical(entry: LogEntry) -> str:
    (key,) = entry.before
    is_gun = key.startswith("gun_")
    part = f"weapon {int(key.removeprefix('gun_')) + 1}" if is_gun else f"armor of the {format_side(key)}"
    return f"{entry.car} comes with a critical: its {part} is gone"


def _through(entry: LogEntry) -> str:
    """Whether they are out of action, and their flesh wounds."""
    state = "is out of action" if entry.after["out"] else "comes through"
    wounds = entry.after["wounds"]
    wounds_text = "a flesh wound" if wounds == 1 else count_phrase(wounds, "flesh wound")
    return f"{entry.crew} in {entry.car} {state}" + (f" with {wounds_text}" if wounds else "")


def _team_points(entry: LogEntry) -> str:
    return f"Points: {format_team_points(entry)}"


def format_team_points(entry: LogEntry) -> str:
    """A team with its campaign points, and the duel points they are made from."""
    more = entry.more
    return f"{more['team']} {more['points']} ({count_phrase(more['raw'], 'duel point')})"


def _bonus(entry: LogEntry) -> str:
    """The parts of a bonus and their reasons."""
    more = entry.more
    all_alive = more["alive"] == more["aboard"]
    if "parts" in more:
        texts = BONUS_REASONS if all_alive else {**BONUS_REASONS, "CW-S-017": SOME_ALIVE}
        return _points_text(entry, [f"{points} {texts[rule]}" for rule, points in more["parts"].items()])
    parts = [
        f"{ALL_ALIVE} for a crew that is alive" if all_alive else "",
        f"{ONE_OF_TWO} for one of two alive" if more["alive"] and not all_alive else "",
        f"{FIRST_BLOOD} for first blood" if more["blood"] else "",
        f"{MOVING} for still moving" if more["mph"] else "",
    ]
    return _points_text(entry, list(filter(None, parts)))


def _points_text(entry: LogEntry, bonuses: list[str]) -> str:
    """The bonus of a car and its parts; all its duel points if the entry was annotated with those for kills."""
    more, (bonus,) = entry.more, entry.after.values()
    if "made" not in more:
        return f"{entry.car} has a bonus of {bonus}: {', '.join(bonuses)}" if bonuses else f"{entry.car} has no bonus"
    kills = [f"{more[name]} {why}" for name, why in KILL_PARTS.items() if more[name]]
    total = exact(Fraction(more["made"]) + Fraction(more["lost"]) + Fraction(bonus))
    parts = ", ".join([*kills, *bonuses])
    return (
        f"{entry.car} has {total} duel point{'' if total == 1 else 's'}: {parts}"
        if parts
        else f"{entry.car} has no duel points"
    )


def _plan(entry: LogEntry) -> str:
    subject = f"{entry.car} has nothing left to fire and" if entry.more.get("unarmed") else entry.car
    return plan_sentence(entry.after["plan"], car=subject).removesuffix(".")


def _decision(entry: LogEntry) -> str:
    """What put one of the teams that are level ahead of the others, with the figures that were compared."""
    more = entry.more
    level = f"{list_text(more['level'])} are level on {count_phrase(more['points'], 'point')}"
    if not more["winner"]:
        return f"{level}, and nothing separates them: a draw"
    behind = "".join(
        f"{list_text(teams)} fall behind by {_compared_text(criterion, more['earlier'][criterion])}; "
        for criterion, teams in _fallen_behind(entry).items()
    )
    compared = _compared_text(more["by"], more["figures"])
    return f"{level}: {behind}the decision by {compared} goes to {more['winner']}, for one point more"


def _fallen_behind(entry: LogEntry) -> dict[str, list[str]]:
    """The teams that fell behind by each criterion before the one that decided."""
    compared = [*entry.more.get("earlier", {}).items(), (entry.more["by"], entry.more["figures"])]
    return {
        criterion: [team for team in figures if team not in left]
        for (criterion, figures), (_, left) in pairwise(compared)
    }


def _compared_text(criterion: str, figures: Mapping[str, int | str]) -> str:
    """A criterion and the figures that were compared."""
    listed = ", ".join(f"{team} {_figure_text(criterion, figure)}" for team, figure in figures.items())
    return f"{CRITERION_TEXTS[criterion]} ({listed})"


def _figure_text(criterion: str, figure: int | str) -> str:
    """A figure of a decision: harm in percent; places and lost tires without the sign by which fewer are better."""
    if criterion == "harm":
        return f"{round(100 * Fraction(figure)):+d} %"
    return str(-int(figure)) if criterion in {"movement", "tires"} else str(figure)


def _override(entry: LogEntry) -> str:
    (figure,) = entry.before
    figure_text = FIGURE_TEXTS.get(figure, figure if figure == "speed" else f"armor of the {format_side(figure)}")
    change, reason = format_change(entry, figure), entry.more["reason"]
    return f"By the commissioner's word the {figure_text} of {entry.car} goes {change}: {reason}"


def _lapsed(entry: LogEntry) -> str:
    ordered = entry.more["maneuver"].replace("_", " ")
    return f"{entry.car} goes straight on: what was ordered ({ordered}) cannot be done any more"


def _over(entry: LogEntry) -> str:
    return f"The duel is over: {END_REASONS[entry.more['why']].format_map(message_fields(entry))}"


LOG_MESSAGES: Mapping[str, LogMessage] = {
    "attack": _attack,
    "attack_lapsed": "{car} does not fire the {weapon} at {target}: {why}",
    "base_handling": _base_handling,
    "bonus": _bonus,
    "came_through": _through,
    "check": _check,
    "complete_kill": _kill,
    "component_lost": _lost,
    "control_regained": _regained,
    "crash": _crash,
    "damage": _damage,
    "decision": _decision,
    "duel_points": _duel_points,
    "explosion": _explosion,
    "first_blood": _first_blood,
    "going_again": "",
    "half_step": "",
    "handling": _handling,
    "hit": _hit,
    "impact": _impact,
    "injury": _injury,
    "kill_credited": "{car} is credited with {victim}: duel points {points_before} to {points}",
    "landing": _landing,
    "maneuver": _maneuver,
    "maneuver_lapsed": _lapsed,
    "mobility_kill": _kill,
    "no_explosion": _explosion,
    "old_critical": _critical,
    "over": _over,
    "override": _override,
    "phase_close": "",
    "plan": _plan,
    "plant_hit": "{car} is hit in its power plant: points {power_plant_before} to {power_plant}",
    "ram": _ram,
    "recovery": _recovery,
    "rest": _rest,
    "reversed": "{car} faces the other way",
    "round_start": "",
    "settled": "",
    "skid": _skid,
    "slowed": "",
    "solid_contact": "",
    "spared": _spared,
    "speed": _speed,
    "spin": _spin,
    "spin_direction": _spin_direction,
    "spinning": _spinning,
    "step": "",
    "team_points": _team_points,
    "tires": _tires,
    "toughness": lambda entry: format_toughness_check(entry, passed="passes", failed="fails"),
    "turn_end": "",
    "wall": _wall,
    "weapon_hit": _weapon_hit,
}
"""The message of every kind of entry."""


def message_for(entry: LogEntry) -> str:
    """The message of an entry; empty if the entry is not shown."""
    return fill_message(LOG_MESSAGES[entry.kind], entry)
