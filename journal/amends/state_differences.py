"""The differences between two states of a season that matter to people.

They cover traits, experience, quirks, fatigue, money, points, cars, stores, standings, the draft, and the season's
length, edition and house rules, current and planned. What may still be sealed, such as line-ups or draft protection,
is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.campaign.core.state import Season
from rules.campaign.season_end.standings import standings
from rules.core.canonical_json import without_defaults
from rules.core.switches import Setting
from rules.core.terms import in_k

COMPARED_FIELDS: dict[str, tuple[str, ...]] = {
    "franchises": (
        *("balance", "points", "wins", "criticals", "rank", "staff_rating", "staff_held", "waiting_sponsors"),
        *("picks", "cup_bonus", "cup_plus_one", "holding_payout", "folded"),
    ),
    "drivers": (
        *("driving", "gunnery", "initiative", "toughness", "xp", "level", "talents", "quirks", "fatigue"),
        *("ardent_spent", "availability", "retiring", "trait_choices"),
    ),
    "contracts": ("franchise", "fee", "phase"),
    "cars": ("franchise", "dp", "criticals", "destroyed", "broken", "phase"),
    "items": ("franchise", "kind", "car", "driver", "weapon"),
    "sponsors": ("franchise", "kind"),
    "rounds": ("step",),
    "matches": ("step",),
    "line_ups": ("points", "won"),
}
"""The fields to compare of each kind of thing, by shelf."""
MOST_OUTCOMES_SHOWN = 5
"""The most outcomes shown for one value, the likeliest first."""
SEASON_FIELDS = ("step", "edition", "rounds_planned", "rounds_before")
"""The fields to compare of the season's own row."""
CREDIT_FIELDS = frozenset({"balance", "cup_bonus", "holding_payout", "fee"})
"""The fields that are credits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One value that differs: the kind and id of the thing, what of it differs, its old and its new value.

    `what` is empty if only one of the states has the thing; then `was` or `now` is None. For the season it is a
    field, an order, a house rule by its key (`cup.first_half_round`), or a planned change of one
    (`cup.first_half_round from r4`), where None means that no change is planned.
    """

    about: str
    subject: str
    what: str = ""
    was: Any = None
    now: Any = None


def differences(was: Season, now: Season) -> list[Difference]:
    """All differences, by kind and id."""
    return [*_of_the_season(was, now), *_of_things(was, now)]


def describe_difference(difference: Difference) -> str:
    """A difference in words, with ids instead of names: `mutants balance: 537k → 567k`."""
    subject = difference.subject or "the season"
    if is_house_rule_difference(difference):
        was, now = (_setting_text(value) for value in (difference.was, difference.now))
        return f"house rule {difference.what}: {was} → {now}"
    if difference.what:
        name = difference.what.replace("_", " ")
        return (
            f"{subject} {name}: {_value_text(difference, difference.was)} → {_value_text(difference, difference.now)}"
        )
    return f"{subject} is {'there now' if difference.was is None else 'not there any more'}"


def describe_odds(difference: Difference, nows: Sequence[tuple[Any, int]], *, plays: int) -> str:
    """A value that depends on dice, in words: `mutants balance: 537k → 567k in 20 of 32 plays, 552k in 12`."""
    if not difference.what:
        changed = sum(times for now, times in nows if (now is None) != (difference.was is None))
        return f"{describe_difference(difference)} in {changed} of {plays} plays"
    (first, times), *others = nows[:MOST_OUTCOMES_SHOWN]
    first_outcome = f"{describe_difference(replace(difference, now=first))} in {times} of {plays} plays"
    other_outcomes = [f"{_value_text(difference, now)} in {often}" for now, often in others]
    if remaining := sum(often for _, often in nows[MOST_OUTCOMES_SHOWN:]):
        other_outcomes.append(f"something else in {remaining}")
    return ", ".join([first_outcome, *other_outcomes])


def is_house_rule_difference(difference: Difference) -> bool:
    """Whether a current or planned house rule differs: only their keys contain a dot."""
    return difference.about == "season" and "." in difference.what


def _setting_text(setting: Any) -> str:
    """A setting as house rules write it: `floor_k`, `true`, `3`, or `none` if no change is planned."""
    return "none" if setting is None else str(setting).lower()


def _value_text(difference: Difference, value: Any) -> str:
    if difference.what in CREDIT_FIELDS:
        return in_k(value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {times}" for name, times in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value in (None, "") else str(value).replace("_", " ")


def _of_the_season(was: Season, now: Season) -> Iterator[Difference]:
    for name in SEASON_FIELDS:
        before, after = getattr(was, name), getattr(now, name)
        if before != after:
            yield Difference(about="season", subject="", what=name, was=before, now=after)
    yield from _of_house_rules(was, now)
    for name, read in (("standings", _ranking), ("draft order", _draft_order), ("pool order", _pool_order)):
        before, after = read(was), read(now)
        if before != after:
            yield Difference(about="season", subject="", what=name, was=before, now=after)


def _of_house_rules(was: Season, now: Season) -> Iterator[Difference]:
    for name in sorted(was.switches.keys() | now.switches.keys()):
        before, after = was.setting(name), now.setting(name)
        if before != after:
            yield Difference(about="season", subject="", what=name, was=before, now=after)
    planned, plans = _planned_settings(was), _planned_settings(now)
    for name in sorted(planned.keys() | plans.keys()):
        if planned.get(name) != plans.get(name):
            yield Difference(about="season", subject="", what=name, was=planned.get(name), now=plans.get(name))


def _planned_settings(season: Season) -> dict[str, Setting]:
    return {f"{switch.switch} from {switch.step}": switch.setting for switch in season.pending}


def _ranking(season: Season) -> list[str]:
    return [f"{standing.rank}. {standing.franchise}" for standing in standings(season)]


def _draft_order(season: Season) -> list[str]:
    return list(season.draft.order) if season.draft else []


def _pool_order(season: Season) -> list[str]:
    return list(season.pool.order) if season.pool else []


def _of_things(was: Season, now: Season) -> Iterator[Difference]:
    for shelf, names in COMPARED_FIELDS.items():
        before, after = getattr(was, shelf), getattr(now, shelf)
        for id in sorted(before.keys() | after.keys()):
            if id not in after:
                yield Difference(about=shelf, subject=id, was=_filled_fields(before[id], names))
            elif id not in before:
                yield Difference(about=shelf, subject=id, now=_filled_fields(after[id], names))
            else:
                yield from _of_one(shelf, id, before[id], after[id], names)


def _of_one(shelf: str, id: str, was: Any, now: Any, names: tuple[str, ...]) -> Iterator[Difference]:
    for name in names:
        before, after = getattr(was, name), getattr(now, name)
        if before != after:
            yield Difference(
                about=shelf, subject=id, what=name, was=without_defaults(before), now=without_defaults(after)
            )


def _filled_fields(thing: Any, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: without_defaults(getattr(thing, name)) for name in names if getattr(thing, name)}
